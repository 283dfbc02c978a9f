"""Values to begin a calculator with: published ones, else what is typical."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from sympy import Eq

from derive.answers import evaluate
from derive.answers.relations import in_base
from derive.errors import DeriveError
from derive.programs.exactly import exact
from derive.programs.translate import program_of
from derive.records import Formula, SymbolNote
from derive.registry import Registry
from derive.units import Grid, Interval, Quantity, number_text, read_value

DEEPEST = 1


def starting_values(registry: Registry, formula: Formula) -> dict[str, str]:
    """A text for every letter of a law; its conditions hold, where any values meet them.

    The published cases come first, since their numbers belong together; what
    they leave out is typical.
    """
    names = [letter.name for letter in registry.law(formula.id).symbols]
    usual = {name: usual_value(registry, name) for name in names}
    for given in _published(registry, formula):
        values = {**usual, **{name: text for name, text in given.items() if name in usual}}
        if _possible(registry, formula, values):
            return values
    return next((v for v in _varied(registry, usual) if _possible(registry, formula, v)), usual)


def _varied(registry: Registry, usual: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Typical values with one or two of them moved to an end of their range."""
    moved = [
        (name, text)
        for name, found in ((name, typical_range(registry, name)) for name in usual)
        if found is not None
        for end in found
        if (text := _short(registry, registry.symbols[name], end / registry.unit(name).factor))
    ]
    yield from ({**usual, name: text} for name, text in moved)
    yield from ({**usual, **dict(pair)} for pair in combinations(moved, 2))


def _possible(registry: Registry, formula: Formula, values: Mapping[str, str]) -> bool:
    """Whether the conditions hold, and the letter that the law gives can have its value."""
    law = registry.law(formula.id)
    left = getattr(law.relation.lhs, "name", "")
    try:
        if left in values and isinstance(law.relation, Eq):
            given = {name: text for name, text in values.items() if name != left}
            found = evaluate(registry, formula.id, given).magnitude
            if not registry.symbols[left].domain.contains(Fraction(found)):
                return False
            return _holds(registry, formula, values, {left: found * registry.unit(left).factor})
        return _holds(registry, formula, values, {})
    except (DeriveError, ArithmeticError, ValueError):
        return False


def _published(registry: Registry, formula: Formula) -> Iterator[dict[str, str]]:
    for case in reversed(registry.cases_of(formula)):
        if case.formula is formula:
            sets = registry.constant_sets
            fitted = sets[case.constants].values if case.constants in sets else {}
            both: dict[Any, Any] = {**fitted, **case.givens}
            given = {letter.name: _text(value) for letter, value in both.items()}
            if not any(sign in text for text in given.values() for sign in ("..", ":", "<", ">")):
                yield given
    yield {}


def _text(value: Any) -> str:
    return number_text(Fraction(str(value)), 12) if isinstance(value, float) else str(value)


def _holds(
    registry: Registry, formula: Formula, values: Mapping[str, str], bases: Mapping[str, Any]
) -> bool:
    """Whether the conditions of a law hold, as far as its own letters decide them."""
    law = registry.law(formula.id)
    letters = list(law.symbols)
    points = [
        Fraction(bases.get(one.name) or read(registry, one.name, values[one.name]).base)
        for one in letters
    ]
    conditions = [*law.conditions, *([] if bases else [law.relation])]
    return all(
        exact(program_of(in_base(registry, one), letters), points) is not False
        for one in conditions
        if one.free_symbols <= {*letters, *law.constants}
    )


def read(registry: Registry, name: str, text: str) -> Any:
    """A text as a value of a letter."""
    unit, note = registry.unit(name), registry.symbols[name]
    count = not unit.dimensions and (note.domain.integer or bool(unit.kinds))
    return read_value(text, unit=unit, table=registry.units, symbol=name, count=count)


def usual_value(registry: Registry, name: str, depth: int = 0) -> str:
    """A typical value of a letter: declared, fitted, given by another law, or plain."""
    note = registry.symbols[name]
    if note.default:
        return note.default
    if note.typical:
        return _middle(registry, note)
    for group in registry.constant_sets.values():
        for letter, value in group.values.items():
            if letter.name == name:
                return value
    return _by_law(registry, name, depth) or _plain(note)


def typical_range(registry: Registry, name: str) -> tuple[Fraction, Fraction] | None:
    """The ends of a declared range, in base units."""
    text = registry.symbols[name].typical
    found = read(registry, name, text) if text else None
    if isinstance(found, Interval | Grid) and found.low is not None and found.high is not None:
        return Fraction(found.low.base), Fraction(found.high.base)
    return None


def _middle(registry: Registry, note: SymbolNote) -> str:
    """The middle of a typical range in the logarithm, rounded as people round."""
    found = read(registry, note.id, note.typical)
    if isinstance(found, Quantity):
        return note.typical
    low, high = (None if end is None else float(end.magnitude) for end in (found.low, found.high))
    if low is None or high is None:
        end = found.high if low is None else found.low
        return str(end)
    middle = math.sqrt(low * high) if low > 0 else (low + high) / 2
    if note.domain.integer and middle >= 2:
        return number_text(Fraction(2 ** round(math.log2(middle))), 12)
    return _short(registry, note, middle)


def _short(registry: Registry, note: SymbolNote, magnitude: float | Fraction) -> str:
    """One or two digits, in the unit that reads best."""
    unit = registry.unit(note.id)
    value = Quantity(Fraction(str(magnitude)), unit).natural(1)
    text = number_text(value.magnitude, 1)
    if not note.domain.contains(Fraction(text)) and unit.is_plain:
        text = number_text(value.magnitude, 4)
    return text if unit.is_plain or not unit.dimensions else f"{text} {value.unit}"


def _by_law(registry: Registry, name: str, depth: int) -> str:
    """What the first law that gives a letter makes of typical values."""
    if depth >= DEEPEST:
        return ""
    for other in registry.where_used[name]:
        law = registry.law(other)
        if getattr(law.relation.lhs, "name", "") != name or law.relation.rhs.has(law.relation.lhs):
            continue
        if any(letter.name == name for letter in law.relation.rhs.free_symbols):
            continue
        try:
            given = {
                letter.name: usual_value(registry, letter.name, depth + 1)
                for letter in law.symbols
                if letter.name != name
            }
            found = float(evaluate(registry, other, given).magnitude)
        except (DeriveError, ArithmeticError):
            continue
        if found > 0 and math.isfinite(found):
            note = registry.symbols[name]
            if note.domain.integer:
                return number_text(Fraction(max(1, round(found))), 12)
            return _short(registry, note, found)
    return ""


def _plain(note: SymbolNote) -> str:
    """Something inside the domain of a letter of which nothing else is known."""
    low, high = note.domain.low, note.domain.high
    if low is not None and high is not None:
        return number_text((low + high) / 2)
    if note.domain.integer:
        return number_text(max(low or Fraction(8), Fraction(8)))
    return number_text(low + 1 if low else Fraction(1))
