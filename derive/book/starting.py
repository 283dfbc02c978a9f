"""Values to begin a calculator with: published ones, else what is typical."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import Any

from sympy import Eq

from derive.algebra.programs_of import in_base
from derive.answers import evaluate, solve
from derive.entries.compiling import knowledge_of
from derive.entries.laws import short_value, typical_value
from derive.errors import DeriveError
from derive.programs.exactly import exact
from derive.programs.translate import program_of
from derive.records import Formula, SymbolNote
from derive.registry import Registry
from derive.units import Grid, Interval, number_text, read_value

from .facts import laws_naming

DEEPEST = 1
MOST_TRIED = 400


def starting_values(registry: Registry, formula: Formula) -> dict[str, str]:
    """A text for every letter of a law; its conditions hold, where any values meet them.

    The published cases come first, since their numbers belong together, and of
    them the one nearest to what is usual; what they leave out is typical. Where
    typical values do not meet the conditions, or give zero, some of them are moved.
    """
    names = [letter.name for letter in registry.law(formula.id).symbols]
    usual = {name: usual_value(registry, name) for name in names}
    usual |= _of_one_model(registry, usual)
    for values in nearest_first(registry, usual, _published(registry, formula)):
        if _possible(registry, formula, values) is not None:
            return values
    possible = None
    for values in islice(_varied(registry, usual), MOST_TRIED):
        gives = _possible(registry, formula, values)
        if gives:
            return values
        possible = values if possible is None and gives is not None else possible
    return possible or usual


def nearest_first(
    registry: Registry, usual: Mapping[str, str], cases: Iterable[Mapping[str, str]]
) -> list[dict[str, str]]:
    """The usual values with those of a case in their place, for every case; the nearest first.

    Of cases equally far away the later one comes first.
    """
    later_first = reversed(list(cases))
    begun = [{name: case.get(name, text) for name, text in usual.items()} for case in later_first]
    return sorted(begun, key=lambda values: _distance(registry, values, usual))


MOST_ALIKE = {"fitted": 2, "model": 3}
"""How many letters of a law must be figures of one fit, or of one model, to be taken from it."""


def _of_one_model(registry: Registry, usual: Mapping[str, str]) -> dict[str, str]:
    """Values that belong together: of one fit, and of the published model nearest to what is usual.

    Typical values one by one make a model that nobody would train.
    """
    fits = [_texts(group.values) for group in registry.constant_sets.values()]
    models = [
        _texts(entry.figures) for entry in registry.catalog.values() if entry.shelf == "model"
    ]
    values: dict[str, str] = {}
    for kind, groups in (("model", models), ("fitted", fits)):
        shared = [{name: group[name] for name in usual if name in group} for group in groups]
        most = max((len(case) for case in shared), default=0)
        if most >= MOST_ALIKE[kind]:
            near = [case for case in shared if len(case) == most]
            distances = [_distance(registry, case, usual) for case in near]
            values |= near[distances.index(min(distances))]
    return values


def _texts(figures: Mapping[Any, Any]) -> dict[str, str]:
    return {letter.name: getattr(figure, "value", figure) for letter, figure in figures.items()}


def _distance(registry: Registry, values: Mapping[str, str], usual: Mapping[str, str]) -> float:
    """How far values are from the usual ones, in powers of e, the letters added up."""
    total = 0.0
    for name, text in values.items():
        pair = [abs(float(read(registry, name, value).base)) for value in (text, usual[name])]
        total += abs(math.log(pair[0] / pair[1])) if all(pair) else 0.0
    return total


def _varied(registry: Registry, usual: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Typical values; then one or two moved a little, to the ends of their ranges, further."""
    yield dict(usual)
    moved: list[tuple[str, str]] = []
    for moves in MOVES:
        further = [(name, text) for name in usual for text in moves(registry, name, usual[name])]
        yield from ({**usual, name: text} for name, text in further)
        moved += further
        yield from ({**usual, **dict(pair)} for pair in combinations(moved, 2))
        if moves is MOVES[0]:
            yield from (
                {**usual, name: text}
                for name in usual
                for text in _beside(registry, name, usual[name])
            )


def _to_ends(registry: Registry, name: str, _: str) -> Iterator[str]:
    note, unit = registry.symbols[name], registry.unit(name)
    for end in reversed(typical_range(registry, name) or ()):
        yield short_value(note, unit, end / unit.factor)


def _beside(registry: Registry, name: str, text: str) -> Iterator[str]:
    """The whole numbers around: what must divide something divides one of them."""
    note, unit = registry.symbols[name], registry.unit(name)
    now = Fraction(read(registry, name, text).base) / unit.factor
    for step in (1, -1, 2, -2) if note.domain.integer else ():
        if note.domain.contains(now + step):
            yield short_value(note, unit, now + step)


def _by_factors(
    factors: Iterable[Fraction], registry: Registry, name: str, text: str
) -> Iterator[str]:
    """Values beside a usual one that the letter can take; half-way to its domain's end, too."""
    note, unit = registry.symbols[name], registry.unit(name)
    now = Fraction(read(registry, name, text).base) / unit.factor
    high = note.domain.high
    beside = [*(now * factor for factor in factors), *([] if high is None else [(now + high) / 2])]
    for number in beside:
        value = Fraction(round(number)) if note.domain.integer else number
        if note.domain.contains(value) and value != now:
            yield short_value(note, unit, value)


MOVES = (
    partial(_by_factors, (Fraction(2), Fraction(1, 2))),
    _to_ends,
    partial(_by_factors, (Fraction(10), Fraction(1, 10), Fraction(1, 100))),
)


def _possible(registry: Registry, formula: Formula, values: Mapping[str, str]) -> Fraction | None:
    """What the law gives for its first letter, if its conditions hold and the letter can be so.

    One for an inequality that holds: it gives no value.
    """
    law = registry.law(formula.id)
    try:
        left = getattr(law.relation.lhs, "name", "")
        if not isinstance(law.relation, Eq):
            return Fraction(1) if _holds(registry, formula, values, {}) else None
        asked = left if left in values else law.symbols[0].name
        given = {name: text for name, text in values.items() if name != asked}
        value: Any
        if asked == left:
            value = evaluate(knowledge_of(registry), formula.id, given).magnitude
        else:
            answer = solve(knowledge_of(registry), formula.id, asked, given)
            value = None if answer.value is None else answer.value.magnitude
        if value is None or not registry.symbols[asked].domain.contains(Fraction(value)):
            return None
        bases = {asked: value * registry.unit(asked).factor}
        return Fraction(value) if _holds(registry, formula, values, bases) else None
    except (DeriveError, ArithmeticError, ValueError):
        return None


def _published(registry: Registry, formula: Formula) -> Iterator[dict[str, str]]:
    for case in registry.cases_of(formula):
        if case.formula is formula:
            sets = registry.constant_sets
            fitted = sets[case.constants].values if case.constants in sets else {}
            both: dict[Any, Any] = {**fitted, **case.givens}
            given = {
                letter.name: number_text(Fraction(str(value)), 12)
                if isinstance(value, float)
                else str(value)
                for letter, value in both.items()
            }
            if not any(sign in text for text in given.values() for sign in ("..", ":", "<", ">")):
                yield given


def _holds(
    registry: Registry, formula: Formula, values: Mapping[str, str], bases: Mapping[str, Any]
) -> bool:
    """Whether the conditions of a law hold, as far as its own letters decide them."""
    law = registry.law(formula.id)
    letters = list(law.symbols)
    points = [
        Fraction(
            bases[letter.name]
            if letter.name in bases
            else read(registry, letter.name, values[letter.name]).base
        )
        for letter in letters
    ]
    conditions = [*law.conditions, *([] if bases else [law.relation])]
    return all(
        exact(program_of(in_base(registry, condition), letters), points) is not False
        for condition in conditions
        if condition.free_symbols <= {*letters, *law.constants}
    )


@lru_cache(maxsize=50_000)
def read(registry: Registry, name: str, text: str) -> Any:
    """A text as a value of a letter."""
    unit, note = registry.unit(name), registry.symbols[name]
    count = not unit.dimensions and (note.domain.integer or bool(unit.kinds))
    return read_value(text, unit=unit, table=registry.units, symbol=name, count=count)


@lru_cache(maxsize=10_000)
def usual_value(registry: Registry, name: str, depth: int = 0) -> str:
    """A typical value of a letter: declared, fitted, given by another law, or plain."""
    note = registry.symbols[name]
    if note.default:
        return note.default
    if note.typical:
        return typical_value(note, registry.unit(name), registry.units)
    for group in registry.constant_sets.values():
        for letter, value in group.values.items():
            if letter.name == name:
                return value
    return _by_law(registry, name, depth) or _plain(note)


def typical_range(registry: Registry, name: str) -> tuple[Fraction, Fraction] | None:
    """The ends of a declared range, in base units."""
    text = registry.symbols[name].typical
    value = read(registry, name, text) if text else None
    if isinstance(value, Interval | Grid) and value.low is not None and value.high is not None:
        return Fraction(value.low.base), Fraction(value.high.base)
    return None


def _by_law(registry: Registry, name: str, depth: int) -> str:
    """What the first law that gives a letter makes of typical values."""
    if depth >= DEEPEST:
        return ""
    for other in laws_naming(registry).get(name, ()):
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
            value = float(evaluate(knowledge_of(registry), other, given).magnitude)
        except (DeriveError, ArithmeticError):
            continue
        if value > 0 and math.isfinite(value):
            note = registry.symbols[name]
            if note.domain.integer:
                return number_text(Fraction(max(1, round(value))), 12)
            return short_value(note, registry.unit(note.id), value)
    return ""


def _plain(note: SymbolNote) -> str:
    """Something inside the domain of a letter of which nothing else is known."""
    low, high = note.domain.low, note.domain.high
    if low is not None and high is not None:
        return number_text((low + high) / 2)
    if note.domain.integer:
        return number_text(max(low or Fraction(8), Fraction(8)))
    return number_text(low + 1 if low else Fraction(1))
