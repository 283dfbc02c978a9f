"""A root with more digits, where fifty are too few for its law to hold once it is put back.

Where the numbers of a question are hundreds of powers of ten apart, the sides
of its law cancel by as much, and the bracket that a root was found in is too
wide to tell whether they meet.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..algebra.arithmetic import DIGITS, Undefined, fraction, real
from ..algebra.evaluate import value as value_at
from ..algebra.feasible import Root

MORE = (200, 1000)
"""Digits to work with, where fifty are too few; where these are, an answer is withheld."""
MOST_STEPS = 1000


def gap(law: Any, letter: Any, value: Fraction, digits: int = DIGITS) -> Any:
    """The relative difference of both sides of a law at a number."""
    left, right = _sides(law, letter, value, digits)
    size = max(abs(left), abs(right))
    return abs(left - right) / size if size else abs(left - right)


def _sides(law: Any, letter: Any, value: Fraction, digits: int) -> list[Any]:
    return [real(value_at(side, {letter: value}, digits), digits) for side in law.args]


def sharpened(law: Any, letter: Any, root: Root, most: Fraction) -> tuple[Root, Any]:
    """A root whose sides differ by at most so much, and by how much; else the last one tried."""
    off = gap(law, letter, root.value)
    for digits in MORE:
        if off <= real(most) or root.exact:
            break
        low, high = _narrowed(_difference(law, letter, digits), root.low, root.high, digits)
        root = Root(root.relation, low, high, root.kept, root.why)
        off = gap(law, letter, root.value, digits)
    return root, off


def _difference(law: Any, letter: Any, digits: int) -> Callable[[Fraction], Any]:
    def difference(at: Fraction) -> Any:
        left, right = _sides(law, letter, at, digits)
        return left - right

    return difference


def _narrowed(
    difference: Callable[[Fraction], Any], low: Fraction, high: Fraction, digits: int
) -> tuple[Fraction, Fraction]:
    """A narrower bracket of a change of sign, by regula falsi; the old one where that fails."""
    # Two thirds of the digits may cancel before the signs at both ends mean nothing.
    margin = Fraction(1, 10 ** (digits // 3))
    left, right = low, high
    stayed = 0
    try:
        below, above = difference(left), difference(right)
        for _ in range(MOST_STEPS):
            if not below * above < 0:
                break
            share = below / (below - above)
            middle = fraction(real(left, digits) + real(right - left, digits) * share)
            near = middle - abs(middle) * margin, middle + abs(middle) * margin
            if difference(near[0]) * difference(near[1]) <= 0:
                return near
            there = difference(middle)
            side = 1 if (there > 0) == (above > 0) else -1
            # An end that stays once more loses half of its weight, so that both come closer.
            lighter = 2 if side == stayed else 1
            stayed = side
            if side > 0:
                right, above, below = middle, there, below / lighter
            else:
                left, below, above = middle, there, above / lighter
    except Undefined:
        pass
    return low, high
