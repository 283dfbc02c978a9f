"""Points at which laws hold: values of all letters, drawn from their typical ranges.

Any ``random.Random`` drives the drawing: one with a seed, or hypothesis's own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import sympy
from sympy import Eq

from derive.algebra.evaluate import Undefined, truth
from derive.algebra.programs_of import in_base
from derive.answers import evaluate
from derive.entries.compiling import knowledge_of
from derive.errors import DeriveError
from derive.laws import Law
from derive.records import Constant, Symbol, divides
from derive.registry import Registry
from derive.units import Interval, Quantity, read_value

Point = Mapping[str, Fraction]
TRIES = 300
SMOOTH = [m << k for k in range(31) for m in (1, 3, 5)]
"""Whole numbers that divide each other often, as sizes of clusters and models do."""


def letters(registry: Registry, law: Law) -> list[str]:
    """The letters of a law and of its conditions that are symbols, in reading order."""
    found = [letter.name for letter in law.symbols]
    apart = {one.name for condition in law.conditions for one in condition.free_symbols}
    return [*found, *sorted(name for name in apart - set(found) if name in registry.symbols)]


def output(law: Law) -> str:
    """The letter that an equation gives, or nothing."""
    left = law.relation.lhs
    gives = isinstance(law.relation, Eq) and isinstance(left, Symbol)
    return str(left.name) if gives and left not in law.relation.rhs.free_symbols else ""


def point_of(
    registry: Registry,
    law: Law,
    source: Random,
    tries: int = TRIES,
    most: Mapping[str, int] | None = None,
) -> Point | None:
    """Values at which the law has a value and its conditions hold, in the letters' own units.

    The left letter of an equation is computed from the others; of an inequality
    all letters are drawn, and it need not hold. ``most`` bounds letters. None
    where the luck is out.
    """
    most = most or {}
    given, own = output(law), [x.name for x in law.symbols]
    if isinstance(law.relation, Eq) and not given:
        return None
    for _ in range(tries):
        drawn = {
            n: drawn_value(registry, n, source, most.get(n))
            for n in letters(registry, law)
            if n != given
        }
        early = [c for c in law.conditions if given not in {x.name for x in c.free_symbols}]
        _made_to_hold(early, drawn)
        if not _hold(registry, early, drawn):
            continue
        if not given:
            return drawn
        try:
            there = {n: quantity(registry, n, v) for n, v in drawn.items() if n in own}
            value = evaluate(knowledge_of(registry), law.formula_id, there)
        except DeriveError:
            continue
        drawn[given] = Fraction(value.magnitude)
        inside = registry.symbols[given].domain.contains(drawn[given])
        if inside and _hold(registry, law.conditions, drawn):
            return drawn
    return None


def _made_to_hold(conditions: Sequence[Any], drawn: dict[str, Fraction]) -> None:
    """Values that an equation names are computed, and what must be divided is rounded up.

    Luck alone does not meet six such conditions at once.
    """
    for condition in [*conditions, *conditions]:
        at = {
            x: sympy.Rational(str(x.note.value if isinstance(x, Constant) else drawn[x.name]))
            for x in condition.free_symbols
            if isinstance(x, Constant) or x.name in drawn
        }
        if isinstance(condition, Eq) and condition.lhs.is_Symbol:
            value = condition.rhs.xreplace(at)
            if value.is_Rational:
                drawn[condition.lhs.name] = Fraction(int(value.p), int(value.q))
        elif isinstance(condition, divides) and condition.args[1].is_Symbol:
            divisor, dividend = (part.xreplace(at) for part in condition.args)
            if divisor.is_Integer and divisor > 0 and dividend.is_Rational:
                multiple = -(-dividend // divisor) * divisor
                drawn[condition.args[1].name] = Fraction(int(multiple))


def quantity(registry: Registry, name: str, value: Fraction) -> Quantity:
    """A value in the own unit of its letter."""
    return Quantity(value, registry.unit(name))


def in_base_units(registry: Registry, point: Point) -> dict[Any, Fraction]:
    """The same point as letters and magnitudes in base units."""
    return {registry.letters[n]: v * registry.unit(n).factor for n, v in point.items()}


def _hold(registry: Registry, conditions: Any, point: Point) -> bool:
    at = in_base_units(registry, point)
    try:
        return all(truth(in_base(registry, one), at) for one in conditions)
    except Undefined:
        return False


def drawn_value(registry: Registry, name: str, source: Random, most: int | None = None) -> Fraction:
    """A value of one letter: from its typical range, with few digits, at times its least."""
    low, high = _range(registry, name)
    domain = registry.symbols[name].domain
    if most is not None:
        high = min(high, Fraction(most))
        low = low if low <= high else domain.low or Fraction(0)
    if domain.low is not None and not domain.low_open and source.randint(0, 19) == 0:
        return domain.low
    if domain.integer:
        return _whole(low, high, source)
    for _ in range(100):
        share = Fraction(source.randint(0, 1000), 1000)
        if low > 0 and high > 4 * low:
            value = _short(float(low) * (float(high) / float(low)) ** float(share))
        else:
            value = _short(float(low + (high - low) * share))
        if domain.contains(value):
            return value
    return low


def _whole(low: Fraction, high: Fraction, source: Random) -> Fraction:
    first, last = math.ceil(low), math.floor(high)
    smooth = [n for n in SMOOTH if first <= n <= last]
    if smooth and source.randint(0, 3):
        return Fraction(source.choice(smooth))
    return Fraction(source.randint(first, min(last, max(first, 1) * 10_000)))


def _short(number: float) -> Fraction:
    """The number to three digits, as an exact decimal."""
    return Fraction(f"{number:.3g}")


@lru_cache(maxsize=4096)
def _range(registry: Registry, name: str) -> tuple[Fraction, Fraction]:
    """The typical range of a letter, or a wide one inside its domain."""
    note = registry.symbols[name]
    domain = note.domain
    if note.typical:
        unit = registry.unit(name)
        read = read_value(note.typical, unit=unit, table=registry.units, count=True)
        if isinstance(read, Interval) and read.low is not None and read.high is not None:
            return Fraction(read.low.magnitude), Fraction(read.high.magnitude)
        if isinstance(read, Quantity):
            return Fraction(read.magnitude), Fraction(read.magnitude)
    if domain.low is not None and domain.high is not None:
        return domain.low, domain.high
    if domain.low is None:
        return Fraction(-1000), Fraction(1000)
    return max(domain.low, Fraction(1, 100)), max(domain.low, 1) * 10**9
