"""Python's door: ``derive.load()``, and one formula solved, evaluated and swept by keywords."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import answers
from .answers import Answer, Found, Sweep, Wish
from .answers.question import named
from .entries.knowledge import Knowledge
from .entries.laws import Entry, Law
from .entries.opening import open_knowledge
from .entries.results import Comparison, Solution
from .errors import DeriveError, UnknownName, for_python
from .records.notes import SHELVES, SymbolNote
from .search import Record
from .units import Quantity

if TYPE_CHECKING:
    from .plans import Plan
    from .runs import Estimate


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


# --- the book ---------------------------------------------------------------------


def load(package: str | Path | None = None) -> Book:
    """Open the formulary, or another knowledge package by folder or name.

    A knowledge package is code: compiling it, which the first question about
    each of its laws does, runs it. Raises ``NoSuchPackage``.
    """
    knowledge = open_knowledge(package)
    # A package that does not exist is told here and not at the first question.
    _ = knowledge.index
    return Book(knowledge)


@dataclass(frozen=True, slots=True, eq=False)
class Book(Mapping[str, "FormulaView"]):
    """An opened knowledge package: formulas by id, in the order of their subjects."""

    knowledge: Knowledge

    def __getitem__(self, name: str) -> FormulaView:
        current = self.knowledge.formula_id(name)
        if current != name:
            says = f"{name} is now called {current}"
            warnings.warn(says, DeprecationWarning, stacklevel=2)
        return FormulaView(self.knowledge, self.knowledge.law(current))

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and bool(self.knowledge.formula_id(name))
        except UnknownName:
            return False

    def get(self, name: str, default: Any = None) -> Any:
        """A formula, or something else where there is none of that name."""
        try:
            return self[name]
        except UnknownName:
            return default

    def __iter__(self) -> Iterator[str]:
        return iter(self.knowledge.formulas)

    def __len__(self) -> int:
        return len(self.knowledge.formulas)

    def __repr__(self) -> str:
        return f"<book of {len(self)} formulas>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Book) and other.knowledge is self.knowledge

    def __hash__(self) -> int:
        return hash(self._package)

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process opens the same package; a copy is the same book.
        return load, (self._package,)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def find(
        self,
        target: str,
        given: Mapping[str, Any] | None = None,
        *,
        using: Iterable[str] = (),
        gpu: str = "",
        link: str = "",
        model: str = "",
        unit: str = "",
        choices: Mapping[str, str] | None = None,
        **givens: Any,
    ) -> Found:
        """Find a letter through as many formulas as needed; competing chains are listed.

        Values are given as a mapping, by keyword, or both; ``choices`` settles
        which laws hold, as ``{"sharding": "zero1"}``.

        >>> found = book.find("T_comp", C_op=1e18, gpu="h100-sxm")
        >>> found.answer.value.format(3)
        '16.8 min'
        """
        settled = tuple((choices or {}).items())
        wish = Wish(unit=unit, catalog=catalog_names(gpu, link, model), choices=settled)
        with in_python():
            return answers.find(self.knowledge, target, {**(given or {}), **givens}, using, wish)

    def estimate(self, **run: Any) -> Estimate:
        """Memory and step time of a whole run; its parts are those of ``Run``.

        >>> run = book.estimate(model="llama-3-8b", gpu="h100-sxm", N_gpu=64, B=64, s=8192)
        >>> run["T_step"] > 0
        True
        """
        from .runs import Run

        with in_python():
            return Run(**{"package": self._package, **run}).estimate()

    def plan(self, *, aim: str = "tokens_per_second", top: int = 10, **question: Any) -> Plan:
        """All layouts of a run, the best first; what is asked is said as for ``derive.plan``.

        >>> plan = book.plan(
        ...     model="llama-3-8b", gpu="h100-sxm", N_gpu=16, B=32, s=8192, M_gpu="<= 60 GB"
        ... )
        >>> plan.best[0].values["M_gpu"] <= 60e9
        True
        """
        from .plans import plan

        with in_python():
            return plan(**{"package": self._package, **question}, aim=aim, top=top)

    @property
    def _package(self) -> str | Path | None:
        """Where the book was opened from."""
        return getattr(self.knowledge.rows, "package", None)

    def search(self, words: str, *, kind: str = "", most: int = 8) -> list[Record]:
        """What a reader finds by these words: any name, a question, a part of a law.

        >>> [one.id for one in book.search("zero 3", kind="formula", most=1)]
        ['zero3_memory']
        """
        records = self.knowledge.search.search(words)
        return [record for record in records if kind in {"", record.kind}][:most]

    def symbols(self, words: str = "", *, of: str = "") -> list[SymbolNote]:
        """The letters of the book, those of a formula, or those that some words name.

        >>> [one.id for one in book.symbols(of="bubble_ratio")]
        ['r_bubble', 'p', 'm']
        """
        knowledge = self.knowledge
        letters = knowledge.law(knowledge.formula_id(of)).letters if of else knowledge.symbols
        names = list(letters)
        if words:
            matching = [
                record.id for record in knowledge.search.search(words) if record.kind == "symbol"
            ]
            names = [name for name in matching if name in set(names)]
        return [knowledge.symbols[name] for name in names]

    def catalog(self, shelf: str = "") -> list[Entry]:
        """Accelerators (``gpu``), links (``link``) and models (``model``), or one shelf of them.

        >>> [one.id for one in book.catalog("gpu")][:2]
        ['v100', 'a100-40gb']
        """
        if shelf and shelf not in SHELVES:
            raise UnknownName("shelf", shelf, SHELVES, "the catalogue")
        return [entry for entry in self.knowledge.catalog if shelf in {"", entry.shelf}]

    def quantity(self, text: str) -> Quantity:
        """A value with its unit, in the units of the book, to compute with.

        >>> print(book.quantity("80 GB") / book.quantity("400 Gbit/s"))
        1.6 s
        """
        return self.knowledge.units.quantity(text)

    def compare(self, first: str, second: str) -> Comparison:
        """The exact difference and ratio of two laws."""
        return self.knowledge.compare(first, second)
