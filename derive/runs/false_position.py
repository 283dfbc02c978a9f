"""An estimate backwards: the value of one letter at which another one is what was measured."""

from __future__ import annotations

import math
from collections.abc import Callable

LARGEST = 1e4
"""How many times its own value a letter without an end may become."""
STEPS = 200
NARROW = 1e-9


def solved(
    under: Callable[[float], float],
    own: float,
    high: float | None,
    measured: float,
    estimated: float,
) -> tuple[float, bool] | None:
    """The value that gives what was measured, by false position; or the end that comes nearest.

    Nothing where the letter has no influence. Every law behind an estimate is
    monotone in each of these letters, so a change of sign is the root.
    """
    least = own * 1e-3 if high is not None else 0.0
    most = high if high is not None else max(own * LARGEST, 10 * measured)
    ends = [(value, under(value) - measured) for value in (least, most)]
    if all(abs(gap + measured - estimated) < 1e-9 * estimated for _, gap in ends):
        return None
    (low, below), (up, above) = ends
    if not below * above <= 0:
        nearest = min(ends, key=lambda end: abs(end[1]))
        return (nearest[0], False) if abs(nearest[1]) < abs(estimated - measured) else None
    return _illinois(lambda value: under(value) - measured, (low, below), (up, above)), True


def solved_in_logarithms(
    under: Callable[[float], float], own: float, measured: float
) -> float | None:
    """The same for a letter that multiplies or divides, where a power law is a straight line."""

    def gap(logarithm: float) -> float:
        return math.log(under(math.exp(logarithm)) / measured)

    ends = [math.log(own / LARGEST), math.log(own * LARGEST)]
    (low, below), (up, above) = ((end, gap(end)) for end in ends)
    if abs(below - above) < NARROW or below * above > 0:
        return None
    return math.exp(_illinois(gap, (low, below), (up, above)))


def _illinois(
    gap: Callable[[float], float], low: tuple[float, float], up: tuple[float, float]
) -> float:
    """The root between two ends of unlike signs, by the Illinois form of false position."""
    (a, at_a), (b, at_b) = low, up
    side = 0
    for _ in range(STEPS):
        if not at_a or not at_b or abs(b - a) <= NARROW * abs(b):
            break
        value = (a * at_b - b * at_a) / (at_b - at_a)
        at_value = gap(value)
        if abs(value - (b if at_value * at_b > 0 else a)) <= NARROW * abs(value):
            return value
        if at_value * at_b > 0:
            b, at_b = value, at_value
            # An end that stays twice counts half, or it would never move.
            at_a, side = (at_a / 2 if side == 1 else at_a), 1
        else:
            a, at_a = value, at_value
            at_b, side = (at_b / 2 if side == -1 else at_b), -1
    return a if abs(at_a) < abs(at_b) else b
