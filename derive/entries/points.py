"""Laws as values at fixed points: a print is held against these, and no law is run for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, lru_cache
from types import FunctionType
from typing import Any

import numpy as np
import sympy

from ..errors import DeriveError
from ..laws import Law, numbers
from ..programs.arrays import over_arrays
from ..programs.program import to_data
from ..programs.translate import program_of
from ..records import Constant, Formula, Use
from ..registry import Registry
from ..written import as_typed, node_data
from .premises import premises
from .supply import AT_ONE, GENERIC, SUPPLY, Supply, Values
from .vocabulary import PREMISE

KINKED = 256
MOST_CALLS = 4
LEAST = 5
# A wrong print is held against all parts of a law at once.
MOST_PARTS = 80
MOST_FACTORS = 4
NUDGE = 1e-7
SHAKY = 1e3
_KINKS = (sympy.Max, sympy.Min, sympy.Piecewise, sympy.Abs, sympy.ceiling, sympy.floor)


def stated(registry: Registry) -> dict[str, Formula | Use]:
    """Every law, every law applied with other letters, and what derivations state."""
    laws: dict[str, Formula | Use] = {**registry.formulas, **registry.uses}
    known = {id(law) for law in laws.values()}
    for erratum in registry.errata.values():
        law = erratum.corrected
        if erratum.kind == "formula" and isinstance(law, Use) and id(law) not in known:
            known.add(id(law))
            laws[f"{ERRATUM}{erratum.id}"] = law
    return {**laws, **premises(registry)}


def undeclared(registry: Registry) -> list[str]:
    """The names of the laws that stand in errata and derivations alone."""
    return [name for name in stated(registry) if name.startswith((ERRATUM, PREMISE))]


ERRATUM = "erratum "
"""Before the id of an erratum: the law that it applies, where no name declares it."""


def name_of(registry: Registry, law: Formula | Use) -> str:
    """The name of a law among those stated; empty where it is none of them."""
    names = {id(other): name for name, other in points_of(registry).stated.items()}
    return names.get(id(law), "")


def mentions_data(registry: Registry, _: str = "") -> list[list[Any]]:
    """For each law its formula and the letters that its function names, in the registry's order."""
    symbols = registry.symbols.keys()
    return [
        [name, law.id, sorted(frozenset(_letters_of(name, law, registry)) & symbols)]
        for name, law in stated(registry).items()
    ]


def _letters_of(name: str, law: Formula | Use, registry: Registry) -> Iterator[str]:
    # A derivation names the letters of all its lines, and a premise has few of them.
    if name.startswith(PREMISE):
        return (letter.name for letter in letters_in(law()))
    return _names_in(law, registry)


def points_data(registry: Registry, name: str) -> Any:
    """A law as values where it holds; empty where it gives no letter, or too seldom a value."""
    points = points_of(registry)
    law = points.stated.get(name)
    return None if law is None else points.data(law)


def forms(registry: Registry, name: str) -> tuple[Any, Any]:
    """A law as SymPy has it and as it was typed; of a whole for one piece, ``law|piece|count``."""
    stated, *piece = name.split("|")
    law = registry.law_of(points_of(registry).stated[stated])
    if not piece:
        return law.relation, law.typed
    whole, count = (registry.letters[letter] for letter in piece)
    for_one = law.relation.rhs.xreplace({count: sympy.Integer(1)})
    relation = sympy.Eq(whole, for_one, evaluate=False)
    return relation, relation


def forms_data(registry: Registry, name: str) -> dict[str, Any]:
    """What messages say of a law, and what a print is held against to find its one change."""
    relation, typed = forms(registry, name)
    return {
        "text": str(relation),
        "letters": [letter.name for letter in letters_in(typed)],
        "right": _tree(typed.rhs),
        "in_numbers": _tree(numbers(typed)),
        "parts": [
            [str(part), type(part).__name__ in {"Max", "Min"}, program]
            for part in _parts(relation.rhs, typed.rhs)
            if (program := _program(part)) is not None
        ],
        "numbers": [str(number) for number in _numbers_in(typed.rhs)],
    }


def _tree(expression: Any) -> Any:
    """What is printed, as data; None where it cannot be printed."""
    with suppress(DeriveError):
        return node_data(as_typed(expression))
    return None


def _program(part: Any) -> Any:
    with suppress(DeriveError):
        return to_data(program_of(part, letters_in(part)))
    return None


def _parts(computed: Any, typed: Any) -> list[Any]:
    """The composed parts of a law's right side, as it is computed and as it was typed."""
    parts: dict[Any, None] = {}
    for part in (*_below(computed), *_below(typed)):
        if part.args and part.free_symbols and not part.is_Relational and not part.is_Boolean:
            parts[part] = None
    return [part for part in parts if part != computed][:MOST_PARTS]


def _below(expression: Any) -> Iterator[Any]:
    for part in expression.args:
        if hasattr(part, "free_symbols") and getattr(part, "is_Boolean", False) is not True:
            yield part
            yield from _without_one(part)
            yield from _below(part)


def _without_one(part: Any) -> Iterator[Any]:
    """What is left when one factor or term goes: ``log(N) / log(2)`` of a start-up each."""
    if (part.is_Mul or part.is_Add) and 2 < len(part.args) <= MOST_FACTORS:
        for place in range(len(part.args)):
            yield part.func(*part.args[:place], *part.args[place + 1 :])


def _numbers_in(expression: Any) -> list[Fraction]:
    """The numbers that stand in a law."""
    rationals = {number for number in expression.atoms(sympy.Rational) if number.is_finite}
    constants = {x.note.value for x in expression.free_symbols if isinstance(x, Constant)}
    return sorted({Fraction(int(number.p), int(number.q)) for number in rationals} | constants)


@lru_cache(maxsize=4)
def points_of(registry: Registry) -> Points:
    """What puts the laws of a registry at points."""
    return Points(registry)


class Points:
    """The points of a registry, and its laws there."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.supply = Supply(registry)

    @cached_property
    def stated(self) -> Mapping[str, Formula | Use]:
        """The laws by name."""
        return stated(self.registry)

    def data(self, law: Formula | Use) -> dict[str, Any]:
        """A law as data: its letters, where it holds, what it gives there, and its program."""
        read = self.registry.law_of(law)
        relation, lhs = read.relation, read.relation.lhs
        if not lhs.is_Symbol or lhs in relation.rhs.free_symbols:
            return {}
        try:
            right = self.values(relation.rhs)
        except DeriveError:
            return {}
        rows = self._rows(read, right)
        if len(rows) < LEAST:
            return {}
        names = sorted(letter.name for letter in letters_in(relation))
        return {
            "lhs": lhs.name,
            "operator": relation.rel_op,
            "letters": names,
            "rows": rows.tolist(),
            "right": right[rows].tolist(),
            "piece": self._piece(relation, names),
            "program": to_data(program_of(relation.rhs, letters_in(relation.rhs))),
        }

    def _rows(self, law: Law, right: Values) -> Any:
        """The points at which a law holds, as far as they are looked at."""
        relation = law.relation
        holds = np.isfinite(right)
        for condition in law.conditions:
            holds &= self._holds(condition, relation.lhs, right)
        kinked = relation.rhs.has(*_KINKS)
        if not kinked:
            holds &= self._steady(relation.rhs, right)
        rows = np.flatnonzero(holds)[: KINKED if kinked else GENERIC + AT_ONE]
        if len(rows) < LEAST and not kinked:
            # No point drawn meets the conditions; without corners the algebra is the same.
            rows = np.flatnonzero(np.isfinite(right))[: GENERIC + AT_ONE]
        return rows

    def _steady(self, expression: Any, right: Values) -> Values:
        """Where a value does not hang on its last digits, as a difference near zero does."""
        moved = {
            letter.name: self.supply[letter.name] * (1 + NUDGE * (-1) ** place)
            for place, letter in enumerate(letters_in(expression))
        }
        beside = self.values(expression, moved)
        with np.errstate(all="ignore"):
            return np.abs(beside - right) <= NUDGE * SHAKY * np.abs(right)

    def _holds(self, condition: Any, lhs: Any, right: Values) -> Values:
        """Where a condition is met; one about divisors or beyond evaluation is let pass."""
        if condition.has(sympy.Mod) or "divides" in str(condition.func):
            return np.ones(SUPPLY, dtype=bool)
        try:
            return np.asarray(self.values(condition, {lhs.name: right})) == 1
        except DeriveError:
            return np.ones(SUPPLY, dtype=bool)

    def _piece(self, relation: Any, names: Sequence[str]) -> str:
        """The letter of one piece, if a law is a product of it and counts; empty otherwise."""
        rhs, symbols = relation.rhs, self.registry.symbols
        if not rhs.is_Mul or not all(factor.is_Symbol or factor.is_Pow for factor in rhs.args):
            return ""
        inputs = [name for name in names if name != relation.lhs.name]
        unit = symbols[relation.lhs.name].unit
        alike = [name for name in inputs if symbols[name].unit == unit]
        counts = [name for name in inputs if not self.registry.unit(name).dimensions]
        return alike[0] if len(alike) == 1 and len(counts) == len(inputs) - 1 else ""

    def values(self, expression: Any, special: Mapping[str, Values] | None = None) -> Values:
        """The values of an expression over our letters, at every point of the supply."""
        letters, given = letters_in(expression), special or {}
        run = compiled(expression, letters)
        results = run(*(given.get(letter.name, self.supply[letter.name]) for letter in letters))
        return np.broadcast_to(np.asarray(results, dtype=float), (SUPPLY,)).copy()


def letters_in(expression: Any) -> tuple[Any, ...]:
    """The letters of an expression by name; its constants are numbers."""
    free = (letter for letter in expression.free_symbols if not isinstance(letter, Constant))
    return tuple(sorted(free, key=str))


@lru_cache(maxsize=8192)
def compiled(expression: Any, letters: tuple[Any, ...]) -> Any:
    """An expression as a function of arrays."""
    return over_arrays(program_of(expression, letters))


def _names_in(thing: Any, registry: Registry, depth: int = 0) -> Iterator[str]:
    """The letters that a law, and whatever it calls, names; every letter where it hides some."""
    if isinstance(thing, Use):
        yield from (
            # A letter may be replaced by a number, `n_switch=0`.
            str(letter.name)
            for _, value in thing.replaced
            for letter in getattr(value, "free_symbols", ())
        )
    function = thing.formula.law if isinstance(thing, Use) else getattr(thing, "law", thing)
    code = getattr(function, "__code__", None)
    if code is None or depth > MOST_CALLS:
        yield from registry.symbols
        return
    inside = [function.__globals__.get(name) for name in _globals_of(code)]
    inside += [cell.cell_contents for cell in function.__closure__ or ()]
    for other in inside:
        if isinstance(other, sympy.Basic):
            yield from (str(letter) for letter in other.free_symbols)
        elif isinstance(other, Formula | Use | FunctionType):
            yield from _names_in(other, registry, depth + 1)
        elif isinstance(other, tuple | list | dict):
            yield from registry.symbols


def _globals_of(code: Any) -> Iterator[str]:
    """The names that a code object, and those inside it, look up."""
    yield from code.co_names
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            yield from _globals_of(constant)
