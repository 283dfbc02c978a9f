"""What a search hands out: an answer with its chain of laws, or the chains to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..units import Quantity
from .answer import Answer, Condition, magnitude

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Taken:
    """A value that a law of a chain takes from outside; ``origin`` is an entry of the catalogue."""

    letter: str
    value: Quantity
    default: bool = False
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """One law of a chain: what it was solved for, and what came out.

    ``together`` names the laws of a block that were solved at once; ``residual``
    is the relative difference of the law's sides at the values that came out,
    ``latex`` the law as LaTeX, ``takes`` what no other law of the chain gave it.
    """

    law: str
    text: str
    letter: str
    value: Quantity | None
    solved: str
    together: tuple[str, ...] = ()
    residual: float | None = None
    latex: str = ""
    takes: tuple[Taken, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One of several chains that compete: its laws, what it gives, what it assumes."""

    laws: tuple[str, ...]
    texts: tuple[str, ...]
    assumes: tuple[str, ...]
    value: Quantity | None = None
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rounded:
    """A letter on the way that must be a whole number and is not: what its neighbours give."""

    letter: str
    value: Quantity
    gives: tuple[tuple[int, Quantity | None], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """The outcome of a search: an answer with its chain, or the options to choose from."""

    target: str
    answer: Answer | None
    chain: tuple[Link, ...]
    options: tuple[Option, ...]
    unused: tuple[str, ...]
    conditions: tuple[tuple[str, Condition], ...] = ()
    rounded: tuple[Rounded, ...] = ()

    def __str__(self) -> str:
        from .rendering import found_text

        return found_text(self)

    def markdown(self) -> str:
        """The chain and the working as Markdown, formulas as LaTeX between dollars."""
        from .showing import found_markdown

        return found_markdown(self)

    def working(self) -> str:
        """The chain and the working as one LaTeX display."""
        from .showing import found_latex

        return found_latex(self)

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_latex_(self) -> str:
        return f"$${self.working()}$$"

    @property
    def broken(self) -> tuple[tuple[str, Condition], ...]:
        """The conditions along the chain that do not hold, each with its law."""
        return tuple(one for one in self.conditions if one[1].holds is False)

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "schema": SCHEMA,
            "target": self.target,
            "answer": None if self.answer is None else self.answer.to_dict(),
            "chain": [_link(link) for link in self.chain],
            "conditions": [
                {"formula": law, "condition": one.text, "holds": one.holds, "note": one.note}
                for law, one in self.conditions
            ],
            "rounded": [
                {
                    "letter": one.letter,
                    "value": magnitude(one.value),
                    "gives": [{"at": at, "value": magnitude(value)} for at, value in one.gives],
                }
                for one in self.rounded
            ],
            "options": [
                {
                    "using": list(one.laws),
                    "laws": list(one.texts),
                    "assumes": list(one.assumes),
                    "value": magnitude(one.value),
                    "broken": list(one.broken),
                }
                for one in self.options
            ],
            "unused": list(self.unused),
        }


def _link(link: Link) -> dict[str, Any]:
    return {
        "formula": link.law,
        "law": link.text,
        "latex": link.latex,
        "letter": link.letter,
        "solved": link.solved,
        "value": magnitude(link.value),
        "together": list(link.together),
        "residual": link.residual,
        "takes": [
            {
                "letter": one.letter,
                "value": magnitude(one.value),
                "default": one.default,
                "origin": one.origin or None,
            }
            for one in link.takes
        ],
    }
