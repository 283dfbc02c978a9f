"""Two laws side by side: difference, ratio, where they agree, how far they part."""

from __future__ import annotations

import itertools
import random
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from derive.records import Domain

from .equal import Strength, Verdict, equal
from .evaluate import Undefined, Value, real, value
from .judge import Rearrangement
from .rearrange import rearrange
from .rewriting import shortest
from .standins import Domains, Expr, stand_in

MOST_CORNERS = 10
INNER_POINTS = 200


@dataclass(frozen=True, slots=True)
class Gap:
    """The point where two values lie farthest apart, relative to the first.

    ``middle`` is what half of the points stay below.
    """

    relative: float
    point: Mapping[Any, Fraction]
    left: Value
    right: Value
    looked_at: int
    middle: float = 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two expressions for quantities that can be compared.

    ``difference`` is left minus right, ``ratio`` left over right; ``meet``
    says for which value of each letter both are equal.
    """

    left: Expr
    right: Expr
    difference: Expr
    ratio: Expr
    verdict: Verdict
    meet: tuple[Rearrangement, ...]
    gap: Gap | None


@dataclass(frozen=True, slots=True)
class Related:
    """One left side as a function of the other."""

    statement: Any
    strength: Strength


def compare(
    a: Any,
    b: Any,
    domains: Domains,
    *,
    given: Iterable[Any] = (),
    ranges: Mapping[Any, tuple[Fraction, Fraction]] | None = None,
    meet: bool = True,
) -> Comparison | None:
    """Compare what two laws say; None where one of them cannot be solved for its name.

    Laws with different names are compared as two values of one quantity.
    ``ranges`` are the typical values of the letters, for the largest gap;
    without ``meet`` it is not asked where the two are equal, which takes longest.
    """
    conditions = tuple(given)
    name = _name(a) if _name(a) is not None else _name(b)
    shared = b.has(name) if name is not None else False
    left = _value_of(a, name, domains)
    right = _value_of(b, name if shared else _name(b), domains)
    if left is None or right is None:
        return None
    standins = stand_in([left, right, *conditions], domains)
    plain, other = standins.strip(left), standins.strip(right)
    verdict = equal(left, right, domains, given=conditions)
    difference = sympy.S.Zero if verdict else shortest(plain - other)
    ratio = sympy.S.One if verdict else shortest(plain / other)
    return Comparison(
        left,
        right,
        standins.back(difference),
        standins.back(ratio),
        verdict,
        () if verdict or not meet else _meetings(left, right, domains, conditions),
        largest_gap(left, right, ranges) if ranges else None,
    )


def relate(a: Any, b: Any, domains: Domains, *, given: Iterable[Any] = ()) -> Related | None:
    """The name of ``b`` as a function of the name of ``a``, letters they share eliminated.

    ``r = (p-1)/m`` and ``f = (p-1)/(m+p-1)`` give ``f = r/(r+1)``.
    """
    conditions = tuple(given)
    name, other = _name(a), _name(b)
    if name is None or other is None or name == other:
        return None
    shared = (a.rhs.free_symbols & b.rhs.free_symbols) - {name, other}
    related: list[tuple[Any, Related]] = []
    for letter in sorted(shared, key=str):
        solution = rearrange(a, letter, domains, given=conditions)
        if solution.method != "closed" or len(solution.inside) != 1:
            continue
        (branch,) = solution.inside
        standins = stand_in([b.rhs, branch.expression, a], domains)
        there = {standins.strip(letter): standins.strip(branch.expression)}
        value_of = shortest(standins.strip(b.rhs).xreplace(there))
        put_in = b.rhs.xreplace({letter: branch.expression})
        verdict = equal(put_in, standins.back(value_of), domains, given=conditions)
        if not verdict:
            continue
        statement = sympy.Eq(other, standins.back(value_of), evaluate=False)
        strength: Strength = "exact" if verdict.strength == branch.strength == "exact" else "tested"
        left_over = len(statement.rhs.free_symbols - {name})
        related.append(((left_over, sympy.count_ops(value_of)), Related(statement, strength)))
    return min(related, key=lambda pair: pair[0])[1] if related else None


def largest_gap(
    left: Expr, right: Expr, ranges: Mapping[Any, tuple[Fraction, Fraction]]
) -> Gap | None:
    """The largest relative gap at the corners of the ranges and at points between."""
    letters = sorted(left.free_symbols | right.free_symbols, key=str)
    if not all(letter in ranges for letter in letters):
        return None
    within = tuple((letter, *ranges[letter]) for letter in letters)
    best, aways = None, []
    values = zip(_grid(within), _values(left, within), _values(right, within), strict=True)
    for point, first, other in values:
        if first is None or other is None:
            continue
        away = abs(real(first) - real(other)) / abs(real(first)) if first else abs(real(other))
        aways.append(float(away))
        if best is None or away > best[0]:
            best = (away, point, first, other)
    if best is None:
        return None
    return Gap(float(best[0]), best[1], best[2], best[3], len(aways), statistics.median(aways))


Ranges = tuple[tuple[Any, Fraction, Fraction], ...]
"""Letters in their order, each with the ends of its range."""


# Each two laws are compared in both orders, one after the other.
@lru_cache(maxsize=4)
def _values(side: Expr, ranges: Ranges) -> tuple[Value | None, ...]:
    """A side at all points of the grid; nothing where it has no value."""
    return tuple(_value_at(side, point) for point in _grid(ranges))


def _value_at(side: Expr, point: Mapping[Any, Fraction]) -> Value | None:
    try:
        return value(side, point)
    except Undefined:
        return None


@lru_cache(maxsize=4)
def _grid(ranges: Ranges) -> tuple[Mapping[Any, Fraction], ...]:
    """Corners (of the first letters, if there are many) and seeded points inside."""
    free = ranges[:MOST_CORNERS]
    corners = [
        {letter: low for letter, low, _ in ranges}
        | {letter: ends[end] for (letter, *ends), end in zip(free, chosen, strict=True)}
        for chosen in itertools.product((0, 1), repeat=len(free))
    ]
    source = random.Random(" ".join(str(letter) for letter, *_ in ranges))  # noqa: S311  not for secrets
    inside = [
        {letter: _between(low, high, source, letter) for letter, low, high in ranges}
        for _ in range(INNER_POINTS)
    ]
    return (*corners, *inside)


def _between(low: Fraction, high: Fraction, source: random.Random, letter: Any) -> Fraction:
    """A value inside a range, on a logarithmic scale where the range is wide."""
    share = source.random()
    inner = (
        Fraction(float(low) * (float(high) / float(low)) ** share).limit_denominator(10**6)
        if low > 0 and high > 10 * low
        else low + (high - low) * Fraction(share).limit_denominator(1000)
    )
    return min(max(Fraction(round(inner)), low), high) if letter.is_integer else inner


def _name(law: Any) -> Any:
    return law.lhs if law.lhs.is_Symbol and not law.rhs.has(law.lhs) else None


def _value_of(law: Any, name: Any, domains: Domains) -> Expr | None:
    if _name(law) == name and name is not None:
        return law.rhs
    if name is None or not law.has(name):
        return None
    solution = rearrange(law, name, domains)
    return solution.inside[0].expression if len(solution.inside) == 1 else None


def _meetings(
    left: Expr, right: Expr, domains: Domains, given: tuple[Any, ...]
) -> tuple[Rearrangement, ...]:
    """For each letter, where both sides meet; only what has a closed form in the domain."""
    # Both orders ask for the same, and are told it in the same words.
    first, second = sorted((left, right), key=sympy.default_sort_key)
    conditions = tuple(sorted(set(given), key=sympy.default_sort_key))
    met = set().union(*(part.free_symbols for part in (left, right, *conditions)))
    known = tuple((x, domains[x]) for x in sorted(met, key=str) if x in domains)
    return _met(sympy.Eq(first, second, evaluate=False), known, conditions)


@lru_cache(maxsize=4)
def _met(
    meeting: Any, domains: tuple[tuple[Any, Domain], ...], given: tuple[Any, ...]
) -> tuple[Rearrangement, ...]:
    meetings = [
        rearrange(meeting, letter, dict(domains), given=given)
        for letter in sorted(meeting.free_symbols, key=str)
    ]
    return tuple(
        meeting_form
        for meeting_form in meetings
        if meeting_form.method in ("closed", "set") and meeting_form.inside
    )
