"""What a search hands out: an answer with its chain of laws, or the chains to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..entries import laws
from ..frozen import Record, fresh
from ..records.notes import SymbolNote
from ..units import Quantity
from .answer import Answer, Condition, data_of, magnitude

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SCHEMA = 2


class Taken(Record):
    """A value that a law of a chain takes from outside; ``origin`` is an entry of the catalogue."""

    letter: str
    value: Quantity
    default: bool = False
    origin: str = ""


class Link(Record):
    """One law of a chain: what it was solved for, and what came out.

    ``residual`` is the relative difference of the law's sides at the values that
    came out, ``latex`` the law as LaTeX, ``takes`` what no other law of the chain gave it;
    ``uses`` are all letters of the law but the one it was solved for.
    """

    law: str
    text: str
    letter: str
    value: Quantity | None
    solved: str
    residual: float | None = None
    latex: str = ""
    takes: tuple[Taken, ...] = ()
    uses: tuple[str, ...] = ()


class Assumed(Record):
    """What was taken since nothing said otherwise: an alternative of a choice, or a degree of 1."""

    name: str
    value: str
    says: str = ""


class Refused(Record):
    """A law that a chain cannot use here, and why: a ``condition`` fails ``at`` some values."""

    law: str
    letter: str
    why: str
    condition: laws.Condition | None = None
    at: Mapping[str, Fraction] = fresh(factory=dict)

    def __str__(self) -> str:
        return f"{self.law} gives no {self.letter}: {self.why}"


class Between(Refused):
    """A law that gives a count which lies between two whole numbers."""


class Check(Record):
    """A given that a law confirms: the value that the law gives from the others."""

    letter: str
    law: str
    value: Quantity
    letters: tuple[str, ...]


class Option(Record):
    """One answer to the open choices: what is chosen, by which laws, and what comes out.

    ``refused`` says why nothing does, ``missing`` which letters its nearest law lacks
    where that is all.
    """

    choices: tuple[tuple[str, str], ...]
    laws: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    leaves_out: tuple[tuple[str, str], ...] = ()
    value: Quantity | None = None
    headline: str = ""
    broken: tuple[str, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    refused: str = ""
    missing: tuple[str, ...] = ()


class Found(Record):
    """The outcome of a search: an answer with its chain, or the open choices with their answers.

    ``asks`` are the open choices with their questions, ``options`` the answers
    for their alternatives; ``settled`` says which choices the chain rests on and
    what settled them, ``assumed`` what was taken unasked, ``checks`` which spare
    givens a law confirms. ``refused`` says why no law holds here.
    """

    target: str
    answer: Answer | None
    chain: tuple[Link, ...] = ()
    options: tuple[Option, ...] = ()
    unused: tuple[str, ...] = ()
    conditions: tuple[tuple[str, Condition], ...] = ()
    asks: tuple[tuple[str, str], ...] = ()
    untried: int = 0
    assumed: tuple[Assumed, ...] = ()
    settled: tuple[tuple[str, str, str], ...] = ()
    leaves_out: tuple[tuple[str, str], ...] = ()
    checks: tuple[Check, ...] = ()
    refused: tuple[Refused, ...] = ()

    def __repr__(self) -> str:
        # The prompt shows it: a line, and not everything that led to it.
        return f"<found: {str(self).partition(chr(10))[0]}>"

    def __str__(self) -> str:
        from .answer_text import found_text

        return found_text(self)

    def markdown(self) -> str:
        """The chain and the working as Markdown, formulas as LaTeX between dollars."""
        from .notebooks import found_markdown

        return found_markdown(self)

    def working(self) -> str:
        """The chain and the working as one LaTeX display."""
        from .notebooks import found_latex

        return found_latex(self)

    def mermaid(self) -> str:
        """The chain as a flowchart for Mermaid: from what is given, through laws, to the answer."""
        from .notebooks import found_mermaid

        return found_mermaid(self)

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_latex_(self) -> str:
        return f"$${self.working()}$$"

    @property
    def broken(self) -> tuple[tuple[str, Condition], ...]:
        """The conditions along the chain that do not hold, each with its law."""
        return tuple(held for held in self.conditions if held[1].holds is False)

    def to_dict(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "schema": SCHEMA,
            "target": self.target,
            "answer": None if self.answer is None else self.answer.to_dict(),
            "chain": [_link(link) for link in self.chain],
            "conditions": [
                {"formula": law, **condition.to_dict()} for law, condition in self.conditions
            ],
            "choices": [{"choice": name, "asks": asks} for name, asks in self.asks],
            "options": [_option(option) for option in self.options],
            "untried": self.untried,
            "settled": [
                {"choice": name, "alternative": alternative, "by": by}
                for name, alternative, by in self.settled
            ],
            "assumed": data_of(self.assumed),
            "leaves_out": _left_out(self.leaves_out),
            "checks": [
                {"letter": check.letter, "formula": check.law, "value": magnitude(check.value)}
                for check in self.checks
            ],
            "refused": [str(refusal) for refusal in self.refused],
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
        "residual": link.residual,
        "takes": [{**data_of(taken), "origin": taken.origin or None} for taken in link.takes],
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "choices": dict(option.choices),
        "value": magnitude(option.value),
        "says": option.headline,
        "formulas": list(option.laws),
        "laws": list(option.texts),
        "assumed": data_of(option.assumed),
        "leaves_out": _left_out(option.leaves_out),
        "broken": list(option.broken),
        "refused": option.refused,
    }


def _left_out(omissions: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"formula": law, "leaves_out": says} for law, says in omissions]


def catalogued(target: SymbolNote, value: Quantity, origin: str) -> Found:
    """The answer where a named entry says the target itself: no law is needed."""
    answer = Answer(
        formula="",
        target=target.id,
        kind="equation",
        method="catalogue",
        value=value,
        givens={target.id: value},
        defaults={},
        origins={target.id: origin},
        latex=target.latex,
    )
    return Found(target.id, answer)
