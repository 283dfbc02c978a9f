"""One formula as Python's door shows it: solved, evaluated and swept by keywords."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import answers
from .answers import Answer, Sweep, Wish
from .answers.question import named
from .entries.knowledge import Knowledge
from .entries.laws import Law
from .entries.opening import open_knowledge
from .entries.results import Solution
from .errors import DeriveError, for_python
from .records.domains import SHELVES, SymbolNote

WIDEST = 90
"""How much of a law is shown at the prompt."""


@contextmanager
def in_python() -> Iterator[None]:
    """Let an error name options as Python has them: ``constants="..."``."""
    try:
        yield
    except DeriveError as problem:
        for_python(problem)
        raise


def catalog_names(gpu: str, link: str, model: str) -> tuple[tuple[str, str], ...]:
    """The entries of the catalogue that a question names."""
    return tuple(
        (shelf, str(name)) for shelf, name in zip(SHELVES, (gpu, link, model), strict=True) if name
    )


@dataclass(frozen=True, slots=True, eq=False)
class FormulaView:
    """One formula, ready to be asked."""

    knowledge: Knowledge
    law: Law

    @property
    def id(self) -> str:
        """The id of the formula."""
        return self.law.id

    @property
    def title(self) -> str:
        """What engineers call it."""
        return self.law.title

    @property
    def latex(self) -> str:
        """The law as typed, as LaTeX."""
        return self.law.latex

    @property
    def symbols(self) -> list[SymbolNote]:
        """The letters of the law, with meaning, unit and domain.

        >>> [one.id for one in book["bubble_ratio"].symbols]
        ['r_bubble', 'p', 'm']
        """
        return [self.knowledge.symbols[name] for name in self.law.letters]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FormulaView):
            return NotImplemented
        return other.knowledge is self.knowledge and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (getattr(self.knowledge.rows, "package", None), self.id)

    def __str__(self) -> str:
        return f"{self.law.title}: {self.law.text}"

    def __repr__(self) -> str:
        law = self.law.text
        return f"<formula {self.law.id}: {law if len(law) < WIDEST else law[:WIDEST] + ' ...'}>"

    def _repr_latex_(self) -> str:
        return f"$${self.latex}$$"

    def _repr_markdown_(self) -> str:
        rows = [
            f"| ${note.latex}$ | `{note.id}` | {note.meaning} | {note.unit} |"
            for note in self.symbols
        ]
        head = ["| letter | name | meaning | unit |", "|---|---|---|---|"]
        blocks = [f"**{self.law.title}**", f"$$\n{self.latex}\n$$", "\n".join([*head, *rows])]
        return "\n\n".join(blocks) + "\n"

    def solve(  # noqa: PLR0913  each is an option of the question
        self,
        target: str,
        *,
        divides: int | None = None,
        power_of: int | None = None,
        unit: str = "",
        constants: str = "",
        gpu: str = "",
        link: str = "",
        model: str = "",
        sensitivity: bool = False,
        **givens: Any,
    ) -> Answer:
        """Solve for any letter.

        Values are numbers in the symbol's own unit, texts such as ``"80 GB"``,
        quantities, or bounds (``derive.at_most("80 GB")``). Raises a
        ``DeriveError`` where the question is wrong; "no solution" is an answer.
        """
        wish = Wish(
            divides, power_of, unit, constants, catalog_names(gpu, link, model), sensitivity
        )
        with in_python():
            return answers.solve(self.knowledge, self.law.id, target, givens, wish)

    def sweep(
        self,
        target: str | None = None,
        *,
        unit: str = "",
        constants: str = "",
        gpu: str = "",
        link: str = "",
        model: str = "",
        **givens: Any,
    ) -> Sweep:
        """The law over grids and lists, ``N="1:1024:log"`` or ``N=[8, 16]``.

        >>> rows = book["bubble_ratio"].sweep(p=8, m=[8, 56])
        >>> [(row["m"], row["r_bubble"]) for row in rows]
        [(8.0, 0.875), (56.0, 0.125)]
        """
        wish = Wish(unit=unit, constants=constants, catalog=catalog_names(gpu, link, model))
        with in_python():
            return answers.sweep(self.knowledge, self.law.id, givens, target, wish)

    def evaluate(
        self,
        target: str | None = None,
        *,
        unit: str = "",
        constants: str = "",
        gpu: str = "",
        link: str = "",
        model: str = "",
        **givens: Any,
    ) -> Any:
        """The left side of the law as a quantity; NumPy arrays in, a quantity with an array out.

        Labelled arrays of xarray give one of them, its unit among its attributes.
        Another letter is computed where the law has one closed form for it.
        """
        wish = Wish(unit=unit, constants=constants, catalog=catalog_names(gpu, link, model))
        with in_python():
            return answers.evaluate(self.knowledge, self.law.id, givens, wish, target)

    def solutions(self, target: str) -> Solution:
        """The law solved for a letter: every branch with its condition."""
        letter = named(self.knowledge, target, list(self.law.letters), self.law.id).id
        return self.knowledge.solution(self.law.id, letter)


def _opened(package: str | Path | None, name: str) -> FormulaView:
    """A formula as another process, or a copy, finds it."""
    knowledge = open_knowledge(package)
    return FormulaView(knowledge, knowledge.law(name))
