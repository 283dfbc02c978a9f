"""How far an expression in one letter can get inside its domain, and where."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sympy import Ge, Gt, Le, Lt

from ..algebra.arithmetic import Undefined, fraction
from ..algebra.evaluate import value as value_at
from ..algebra.feasible import feasible
from ..records import Domain
from .corners import limit
from .relations import rational

HALVINGS = 60
NEAR = Fraction(1, 10**7)
PLACES = tuple(Fraction(10) ** power for power in (0, 2, 4, 6, 9, 12, -2, -4, -6, -9))


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least or largest value of an expression, and where it lies.

    ``place`` is None where the value is neared as the letter grows without
    end; ``attained`` tells whether it is a value at all, ``exact`` whether it
    is known exactly.
    """

    value: Fraction
    place: Fraction | None
    attained: bool
    exact: bool = True


def extreme(
    expression: Any, letter: Any, domain: Domain, goal: Fraction, *, down: bool
) -> Extreme | None:
    """The least (``down``) or largest value; None where the expression gets as far as the goal."""

    def reaches(level: Fraction, *kinds: Any) -> Any:
        relation = kinds[0 if down else 1](expression, rational(level), evaluate=False)
        return feasible([relation], letter, domain).spans

    ends = [*_ends(expression, letter, domain), *_between(expression, letter, domain)]
    if not ends or any(end.value <= goal if down else end.value >= goal for end in ends):
        return None
    sign = 1 if down else -1
    best = min(ends, key=lambda end: (sign * end.value, not end.attained))
    if not reaches(best.value, Lt, Gt):
        return best
    if reaches(goal, Le, Ge):
        return None
    out, within = goal, best.value
    for _ in range(HALVINGS):
        middle = (out + within) / 2
        if reaches(middle, Le, Ge):
            within = middle
        else:
            out = middle
        if abs(within - out) <= abs(within) * NEAR:
            break
    # A flat bottom is known best by its middle.
    found = [(span.low.value, span.high.value) for span in reaches(within, Le, Ge)]
    places = [(low + high) / 2 for low, high in found if low is not None and high is not None]
    place = places[0] if places else None
    return Extreme(within, place, attained=True, exact=False)


def _ends(expression: Any, letter: Any, domain: Domain) -> Iterator[Extreme]:
    """The values at both ends of a domain, neared or attained."""
    for end, is_open in ((domain.low, domain.low_open), (domain.high, domain.high_open)):
        if end is not None and not is_open:
            with contextlib.suppress(Undefined):
                yield Extreme(fraction(value_at(expression, {letter: end})), end, attained=True)
            continue
        try:
            far = limit(expression, letter, end)
        except ValueError:
            continue
        if far is not None and far.is_Rational:
            yield Extreme(Fraction(int(far.p), int(far.q)), end, attained=False)


def _between(expression: Any, letter: Any, domain: Domain) -> Iterator[Extreme]:
    """Values at a few places inside a domain, for a start where both ends grow without bounds."""
    for place in PLACES:
        if domain.contains(place):
            with contextlib.suppress(Undefined):
                found = fraction(value_at(expression, {letter: place}))
                yield Extreme(found, place, attained=True, exact=False)
