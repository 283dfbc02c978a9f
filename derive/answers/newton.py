"""Coupled equations that cannot be reduced to one: Newton's way, with a certificate.

Krawczyk's test shows, in interval arithmetic, that a small box around what
Newton found holds exactly one solution. Without that certificate there is no
answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import sympy

from ..algebra.arithmetic import fraction
from ..algebra.standins import stand_in
from ..errors import NoEvaluator
from ..programs.compiled import compiled
from ..programs.machine import MISSING
from ..programs.precise import certainly, intervals, precisely
from ..programs.program import Program
from ..programs.ranges import INF
from ..programs.translate import program_of
from ..records import Domain

STEPS = 60
DIGITS = 50
STARTS = (Fraction(1), Fraction(10) ** 3, Fraction(10) ** 6, Fraction(10) ** 10, Fraction(1, 1000))
MOST_STARTS = 150


@dataclass(frozen=True, slots=True)
class Solved:
    """A solution, and the half-width of the box around it that holds no other (relative)."""

    values: tuple[Fraction, ...]
    width: Fraction


@dataclass(frozen=True, slots=True)
class Equations:
    """Differences that must vanish, as programs in the unknowns, with all derivatives."""

    values: tuple[Program, ...]
    slopes: tuple[tuple[Program, ...], ...]


def equations(differences: Sequence[Any], letters: Sequence[Any]) -> Equations | None:
    """Programs of the differences; None where one has no evaluator or no derivative."""
    standins = stand_in([*differences, *letters], {})
    plain = [standins.strip(one) for one in differences]
    unknown = [standins.strip(one) for one in letters]
    try:
        slopes = tuple(
            tuple(program_of(sympy.diff(one, letter), unknown) for letter in unknown)
            for one in plain
        )
        return Equations(tuple(program_of(one, unknown) for one in plain), slopes)
    except NoEvaluator:
        return None


def solved(
    found: Equations, domains: Sequence[Domain], near: Sequence[Mapping[int, Fraction]] = ()
) -> list[Solved]:
    """All certified solutions that Newton reaches from a grid of starts inside the domains."""
    known: list[Solved] = []
    for start in _starts(domains, near):
        end = _walk(found, start, domains)
        if end is None or any(_same(end, one.values) for one in known):
            continue
        certified = _certified(found, end)
        if certified is not None:
            known.append(certified)
    return known


def _starts(
    domains: Sequence[Domain], near: Sequence[Mapping[int, Fraction]]
) -> Iterator[tuple[Fraction, ...]]:
    choices = []
    for place, domain in enumerate(domains):
        hints = [hint[place] for hint in near if place in hint]
        if domain.low is not None and domain.high is not None:
            width = domain.high - domain.low
            hints += [domain.low + width * part / 4 for part in (1, 2, 3)]
        choices.append([*hints, *(one for one in STARTS if domain.contains(one))][:6])
    for number, start in enumerate(product(*choices)):
        if number >= MOST_STARTS:
            return
        yield start


def _near(
    found: Equations, start: Sequence[Fraction], domains: Sequence[Domain]
) -> tuple[Fraction, ...] | None:
    """Newton's steps on plain floats, shortened where they leave the domain."""
    run = [compiled(program) for program in found.values]
    slopes = [[compiled(program) for program in row] for row in found.slopes]
    ends = [(float(d.low or 0) if d.low is not None else -INF, d.high) for d in domains]
    point = [float(x) for x in start]
    for _ in range(STEPS):
        step = _solved([[f(*point) for f in row] for row in slopes], [f(*point) for f in run])
        if step is None:
            return None
        scale = 1.0
        moved = [p - s for p, s in zip(point, step, strict=True)]
        while scale > 1e-9 and not all(
            low < x and (high is None or x <= high)
            for x, (low, high) in zip(moved, ends, strict=True)
        ):
            scale /= 2
            moved = [p - scale * s for p, s in zip(point, step, strict=True)]
        if all(abs(a - b) <= 1e-13 * abs(b) for a, b in zip(moved, point, strict=True)):
            return tuple(Fraction(x) for x in moved)
        point = moved
    return None


def _solved(rows: list[list[float]], right: list[float]) -> list[float] | None:
    """A small linear system, by elimination with the largest pivot first."""
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    size = len(table)
    if not all(math.isfinite(x) for row in table for x in row):
        return None
    for place in range(size):
        best = max(range(place, size), key=lambda n: abs(table[n][place]))
        table[place], table[best] = table[best], table[place]
        if table[place][place] == 0:
            return None
        for other in range(size):
            if other != place:
                factor = table[other][place] / table[place][place]
                table[other] = [
                    a - factor * b for a, b in zip(table[other], table[place], strict=True)
                ]
    return [table[n][size] / table[n][n] for n in range(size)]


def _walk(
    found: Equations, start: Sequence[Fraction], domains: Sequence[Domain]
) -> tuple[Any, ...] | None:
    """Newton's steps with many digits, from a point that is near; None if they do not settle."""
    near = _near(found, start, domains)
    if near is None:
        return None
    own = mpmath.mp.clone()
    own.dps = DIGITS
    run = [precisely(program, DIGITS) for program in found.values]
    slopes = [[precisely(program, DIGITS) for program in row] for row in found.slopes]
    point = [own.mpf(x.numerator) / x.denominator for x in near]
    for _ in range(STEPS // 6):
        at = [fraction(x) for x in point]
        here = [f(at) for f in run]
        rows = [[f(at) for f in row] for row in slopes]
        if any(isinstance(x, MISSING) for x in (*here, *(x for row in rows for x in row))):
            return None
        try:
            step = own.lu_solve(own.matrix(rows), own.matrix(here))
        except ZeroDivisionError:
            return None
        point = [p - s for p, s in zip(point, step, strict=True)]
        if not _inside(point, domains):
            return None
        if all(
            abs(s) <= abs(p) * own.mpf(10) ** (5 - DIGITS) for p, s in zip(point, step, strict=True)
        ):
            return tuple(point)
    return None


def _inside(point: Sequence[Any], domains: Sequence[Domain]) -> bool:
    for value, domain in zip(point, domains, strict=True):
        number = fraction(value)
        if domain.low is not None and number <= domain.low:
            return False
        if domain.high is not None and number > domain.high:
            return False
    return True


def _same(point: Sequence[Any], other: Sequence[Fraction]) -> bool:
    pairs = [(fraction(one), two) for one, two in zip(point, other, strict=True)]
    return all(abs(a - b) <= abs(b) * Fraction(1, 10**30) for a, b in pairs)


def _certified(found: Equations, point: Sequence[Any]) -> Solved | None:
    """Krawczyk's test on a small box around a point."""
    centre = [fraction(x) for x in point]
    for power in (30, 20, 12):
        width = Fraction(1, 10**power)
        box = [(x - abs(x) * width, x + abs(x) * width) for x in centre]
        if _krawczyk(found, centre, box):
            return Solved(tuple(centre), width)
    return None


def _krawczyk(
    found: Equations, centre: list[Fraction], box: list[tuple[Fraction, Fraction]]
) -> bool:
    own = intervals(DIGITS).constant(Fraction(1)).ctx
    plain = mpmath.mp.clone()
    plain.dps = DIGITS + 10
    rows = [[precisely(p, DIGITS)(centre) for p in row] for row in found.slopes]
    if any(isinstance(x, MISSING) for row in rows for x in row):
        return False
    try:
        inverse = plain.matrix(rows) ** -1
    except ZeroDivisionError:
        return False
    value = [certainly(program)(centre) for program in found.values]
    slope = [[certainly(program)(box) for program in row] for row in found.slopes]
    if any(isinstance(x, MISSING) for x in (*value, *(x for row in slope for x in row))):
        return False
    size = len(centre)
    put = [[_interval(own, fraction(inverse[i, j])) for j in range(size)] for i in range(size)]
    half = [
        own.mpf([0, 0]) + _interval(own, high) - _interval(own, x)
        for (_, high), x in zip(box, centre, strict=True)
    ]
    for i in range(size):
        moved = _interval(own, Fraction(0))
        for j in range(size):
            moved -= put[i][j] * value[j]
        for k in range(size):
            gap = _interval(own, Fraction(int(i == k)))
            for j in range(size):
                gap -= put[i][j] * slope[j][k]
            moved += gap * half[k] * own.mpf([-1, 1])
        if not (moved.b < half[i].a and moved.a > -half[i].a):
            return False
    return True


def _interval(own: Any, number: Fraction) -> Any:
    return own.mpf(number.numerator) / own.mpf(number.denominator)
