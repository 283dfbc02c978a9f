"""Formulas, their uses, worked cases, variants, derivations, and the choices that part them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from sympy import Integer
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanFunction, false, true

from .notes import Declared, Place, Placed, caller
from .symbols import Symbol

HoldsFor = Mapping[str, str | tuple[str, ...]]
"""For which alternatives a law holds, by choice; no choice at all means: in every run."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice(Placed):
    """Alternatives that exclude each other, each in a few words.

    A letter that only one alternative knows settles the choice where it is
    given: ``shown_by={"experts": (E,)}``. ``assumed`` is the alternative that is
    taken, and said, where nothing settles the choice, ``unless`` one of these
    letters was typed. ``called`` has what people call an alternative: ``{"fsdp": "zero3"}``.
    ``when`` gives the equalities that hold for an alternative
    and for no other: true or false of the givens, they settle the choice. What an
    alternative ``means`` for letters, ``{"whole": {TP: 1}}``, refutes it where the
    givens say otherwise.
    """

    id: str
    asks: str
    alternatives: Mapping[str, str]
    shown_by: Mapping[str, tuple[Symbol, ...]] = field(default_factory=dict)
    assumed: str = ""
    unless: tuple[Symbol, ...] = ()
    also: tuple[str, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)
    means: Mapping[str, Mapping[Symbol, int]] = field(default_factory=dict)
    when: Mapping[str, Callable[[], list[Any]]] = field(default_factory=dict)
    declared: Declared = Declared()


@dataclass(frozen=True, slots=True, eq=False)
class Alone(Placed):
    """Letters that are 1 where a chain needs them and nothing gives them, the likeliest first."""

    letters: tuple[Symbol, ...]
    id: str = "degrees"
    declared: Declared = Declared()


Status = Literal[
    "definition", "derived", "approximation", "fitted", "bound", "taken from its source"
]
STATUSES: tuple[Status, ...] = (
    "definition",
    "derived",
    "approximation",
    "fitted",
    "bound",
    "taken from its source",
)


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """A law: a function without arguments that returns a relation.

    Calling a formula builds its relation, as the function does; nothing is
    built before that. ``status`` is empty where it follows from the knowledge:
    *derived* if a derivation arrives at it, else *taken from its source*.
    """

    id: str
    title: str
    prose: str
    law: Callable[[], Relational]
    sources: tuple[Place, ...]
    conditions: Callable[[], list[Boolean]] | None
    leaves_out: str
    status: Status | None
    approximates: Callable[[], Any] | None
    formerly: tuple[str, ...]
    declared: Declared
    also_called: tuple[str, ...] = ()
    holds_for: HoldsFor | None = None

    def __call__(self) -> Relational:
        """The relation, built by SymPy in whatever mode is switched on."""
        return self.law()

    def with_(self, *, holds_for: HoldsFor | None = None, **symbols: Any) -> Use:
        """This law with letters replaced, as in ``ring.with_(N=N_dp)``."""
        replaced = tuple(sorted(symbols.items(), key=lambda item: item[0]))
        return Use(self, replaced, caller(), holds_for)

    def __repr__(self) -> str:
        return f"<formula {self.id}>"


@dataclass(frozen=True, slots=True, eq=False)
class Use:
    """A general law applied with letters replaced; a relation like any other."""

    formula: Formula
    replaced: tuple[tuple[str, Any], ...]
    declared: Declared
    holds_for: HoldsFor | None = None

    @property
    def id(self) -> str:
        """The name of the law that is used."""
        return self.formula.id

    def __call__(self) -> Relational:
        """The relation of the law, with the letters replaced at once."""
        return self.put_into(self.formula())

    def put_into(self, law: Relational) -> Relational:
        """The relation of the law, which was built already, with the letters replaced at once."""
        letters = {letter.name: letter for letter in law.free_symbols if isinstance(letter, Symbol)}
        return law.xreplace(
            {letters[name]: value for name, value in self.replaced if name in letters}
        )

    def __repr__(self) -> str:
        changes = ", ".join(f"{name}={value}" for name, value in self.replaced)
        return f"<{self.formula.id} with {changes}>"


def formula(
    *,
    source: Place | tuple[Place, ...],
    holds_when: Callable[[], list[Boolean]] | None = None,
    leaves_out: str = "",
    status: Status | None = None,
    approximates: Callable[[], Any] | None = None,
    formerly: tuple[str, ...] = (),
    also_called: tuple[str, ...] = (),
    holds_for: HoldsFor | None = None,
) -> Callable[[Callable[[], Relational]], Formula]:
    """Make a formula of a function.

    The function's name is the id, the first line of its docstring the title,
    the rest the prose, its last line the law. ``holds_when`` is a function
    that returns a list of conditions; it is run lazily and with rewriting
    off, since SymPy decides ``N_dp >= 1`` on a positive integer at once.
    ``approximates=lambda: other`` names the exact law. ``also_called`` are the
    names under which people look for it: acronyms, spellings, names from papers.
    ``holds_for={"feed_forward": "gated"}`` names the alternatives of choices for
    which it holds, a tuple where there are several; ``{}`` says: in every run.
    """

    def record(function: Callable[[], Relational]) -> Formula:
        text = inspect.cleandoc(function.__doc__ or "")
        title, _, prose = text.partition("\n")
        code = function.__code__
        return Formula(
            id=function.__name__,
            title=title.strip().rstrip("."),
            prose=prose.strip(),
            law=function,
            sources=source if isinstance(source, tuple) else (source,),
            conditions=holds_when,
            leaves_out=leaves_out,
            status=status,
            approximates=approximates,
            formerly=formerly,
            declared=Declared(code.co_filename, code.co_firstlineno, function.__module__),
            also_called=also_called,
            holds_for=holds_for,
        )

    return record


class divides(BooleanFunction):  # noqa: N801  reads as a word
    """The condition that its first argument divides its second: ``divides(TP, a)``."""

    nargs = 2

    def __new__(cls, divisor: Any, number: Any, **options: Any) -> Any:
        """Make the condition; text is refused here, since SymPy would execute it."""
        if isinstance(divisor, str | bytes) or isinstance(number, str | bytes):
            raise TypeError("a condition is made of letters and numbers, not of text")
        return super().__new__(cls, divisor, number, **options)

    @classmethod
    def eval(cls, divisor: Any, number: Any) -> Any:
        """Decide it where both sides are integers."""
        if isinstance(divisor, Integer) and isinstance(number, Integer):
            return true if divisor != 0 and number % divisor == 0 else false
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Case(Placed):
    """A published number: at once a test, an example on the page and a citation.

    ``gives`` is the value as printed ("1.9 GB"); it must come out within half
    a unit of its last printed digit, or ``within`` (a ratio, "3 %"), and
    ``truncated=True`` says that the source cut digits off instead of rounding.
    ``of`` names the unknown where it is not the left side of the law, and
    ``constants`` a named set of fitted constants.
    """

    formula: Formula | Use
    givens: Mapping[Any, Any]
    gives: str
    source: Place
    of: Symbol | None = None
    within: str = ""
    truncated: bool = False
    constants: str = ""
    note: str = ""
    declared: Declared = Declared()


@dataclass(frozen=True, slots=True, eq=False)
class Variants(Placed):
    """One quantity, several conventions: each member says who uses it.

    Members of one group never meet in one chain of reasoning; the engine
    prints their exact difference and ratio. ``given`` states what relates
    the letters of the members where their names alone do not.
    """

    name: str
    title: str
    members: Mapping[Formula, str]
    says: str = ""
    given: Callable[[], list[Relational]] | None = None
    declared: Declared = Declared()


@dataclass(frozen=True, slots=True, eq=False)
class Derivation:
    """A function that fills a page with steps and ends at the law it derives."""

    formula: Formula
    title: str
    prose: str
    steps: Callable[[Any], None]
    declared: Declared

    @property
    def id(self) -> str:
        """The name of the function."""
        return self.steps.__name__


def derives(law: Formula) -> Callable[[Callable[[Any], None]], Derivation]:
    """Declare that the decorated function derives ``law``; it runs only when replayed."""

    def record(function: Callable[[Any], None]) -> Derivation:
        text = inspect.cleandoc(function.__doc__ or "")
        title, _, prose = text.partition("\n")
        code = function.__code__
        return Derivation(
            formula=law,
            title=title.strip().rstrip(".") or function.__name__.replace("_", " ").capitalize(),
            prose=prose.strip(),
            steps=function,
            declared=Declared(code.co_filename, code.co_firstlineno, function.__module__),
        )

    return record
