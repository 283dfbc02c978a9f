"""Python's door: ``derive.load()`` and what hangs on it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import answers, registry
from .answers import Answer, Comparison, Found, Solution, Sweep, Wish
from .answers.wording import typed_latex, typed_text
from .records import Formula
from .registry import Registry


def load(package: str | Path | None = None) -> Book:
    """Load the formulary, or another knowledge package by folder or name.

    A knowledge package is code: loading it runs it.
    """
    return Book(registry.load(package))


@dataclass(frozen=True, slots=True, eq=False)
class Book(Mapping[str, "FormulaView"]):
    """A loaded knowledge package: formulas by id, in the order of their subjects."""

    registry: Registry

    def __getitem__(self, name: str) -> FormulaView:
        found = self.registry.formula(name)
        if found.id != name:
            says = f"{name} is now called {found.id}"
            warnings.warn(says, DeprecationWarning, stacklevel=2)
        return FormulaView(self.registry, found)

    def __iter__(self) -> Iterator[str]:
        return iter(self.registry.formulas)

    def __len__(self) -> int:
        return len(self.registry.formulas)

    def find(
        self,
        target: str,
        given: Mapping[str, Any],
        *,
        using: Iterable[str] = (),
        wish: Wish | None = None,
    ) -> Found:
        """Find a letter through as many formulas as needed; competing chains are listed."""
        return answers.find(self.registry, target, given, using, wish)

    def compare(self, first: str, second: str) -> Comparison:
        """The exact difference and ratio of two laws."""
        return answers.compare(self.registry, first, second)


@dataclass(frozen=True, slots=True, eq=False)
class FormulaView:
    """One formula, ready to be asked."""

    registry: Registry
    record: Formula

    @property
    def latex(self) -> str:
        """The law as typed, as LaTeX."""
        return typed_latex(self.registry, self.registry.law(self.record.id).typed)

    def __str__(self) -> str:
        return f"{self.record.title}: {typed_text(self.registry.law(self.record.id).typed)}"

    def _repr_latex_(self) -> str:
        return f"$${self.latex}$$"

    def _repr_markdown_(self) -> str:
        rows = [
            f"| ${note.latex}$ | `{note.id}` | {note.meaning} | {note.unit} |"
            for letter in self.registry.law(self.record.id).symbols
            for note in [self.registry.symbols[letter.name]]
        ]
        head = ["| letter | name | meaning | unit |", "|---|---|---|---|"]
        blocks = [f"**{self.record.title}**", f"$$\n{self.latex}\n$$", "\n".join([*head, *rows])]
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
        named = (("gpu", gpu), ("link", link), ("model", model))
        catalog = tuple((shelf, name) for shelf, name in named if name)
        wish = Wish(divides, power_of, unit, constants, catalog, sensitivity)
        return answers.solve(self.registry, self.record.id, target, givens, wish)

    def sweep(
        self, target: str | None = None, *, unit: str = "", constants: str = "", **givens: Any
    ) -> Sweep:
        """The law over grids such as ``N="1:1024:log"``, in chunks of bounded size."""
        wish = Wish(unit=unit, constants=constants)
        return answers.sweep(self.registry, self.record.id, givens, target, wish)

    def evaluate(
        self, target: str | None = None, *, unit: str = "", constants: str = "", **givens: Any
    ) -> Any:
        """The left side of the law as a quantity; NumPy arrays in, a quantity with an array out.

        Labelled arrays of xarray give one of them, its unit among its attributes.
        Another letter is computed where the law has one closed form for it.
        """
        wish = Wish(unit=unit, constants=constants)
        return answers.evaluate(self.registry, self.record.id, givens, wish, target)

    def solutions(self, target: str) -> Solution:
        """The law solved for a letter: every branch with its condition."""
        return answers.solutions(self.registry, self.record.id, target)
