"""Ranges of numbers: floats rounded outward, so that nothing is missed.

A range is ``(low, high, sure, whole)``: every value lies between low and
high; ``sure`` says that a value exists for all inputs, ``whole`` that all of
them are integers. The least float above 0 as ``low`` stands for any positive
number, however small, so that a pole at 0 does not spoil what lies above it.
What library functions give is widened by four units in the
last place, more than any C library is off.
"""

from __future__ import annotations

import math
from enum import Enum
from fractions import Fraction

from .machine import Value
from .program import DIVISION, Undefined

Range = tuple[float, float, bool, bool]
INF = math.inf
MAX = math.nextafter(INF, 0)
ANYTHING: Range = (-INF, INF, False, False)
ULPS = 2.0**-50
EXACT = 2.0**53
TINY = math.ulp(0.0)


class Never(Enum):
    """A condition that fails wherever it has a value, which it may not have everywhere."""

    NEVER = 0


NEVER = Never.NEVER
Truth = bool | Never | None
"""True or False throughout, never true, or None: open."""


def between(low: Fraction | float, high: Fraction | float, *, whole: bool) -> Range:
    """The range of an input."""
    return _below(low), _above(high), True, whole


def _below(number: Fraction | float) -> float:
    try:
        near = float(number)
    except OverflowError:
        return MAX if number > 0 else -INF
    return near if near <= number else down(near)


def _above(number: Fraction | float) -> float:
    try:
        near = float(number)
    except OverflowError:
        return INF if number > 0 else -MAX
    return near if near >= number else up(near)


def down(number: float) -> float:
    """The next float below; infinity is a number too large to be written."""
    return -INF if math.isnan(number) else math.nextafter(number, -INF)


def up(number: float) -> float:
    """The next float above."""
    return INF if math.isnan(number) else math.nextafter(number, INF)


def wide(low: float, high: float, *, sure: bool) -> Range:
    """A range around the values of a library function at both ends."""
    low, high = min(low, MAX), max(high, -MAX)
    low, high = low - abs(low) * ULPS, high + abs(high) * ULPS
    return down(low), up(high), sure, False


def constant(number: Fraction) -> Range:
    """A constant as the narrowest range that holds it."""
    return _below(number), _above(number), True, number.denominator == 1


def _outward(low: float, high: float, sure: bool, whole: bool) -> Range:  # noqa: FBT001  # fields
    """Rounded outward; integers below 2**53 and sums that are 0 were not rounded at all."""
    if whole and low > -EXACT and high < EXACT:
        return low, high, sure, True
    return down(low) if low else 0.0, up(high) if high else 0.0, sure, whole


def add(left: Range, right: Range) -> Range:
    """Sum; nothing is rounded where one part is 0, or at an end where one is."""
    if left[0] == left[1] == 0 or right[0] == right[1] == 0:
        kept = left if right[0] == right[1] == 0 else right
        return kept[0], kept[1], left[2] and right[2], left[3] and right[3]
    low, high = left[0] + right[0], left[1] + right[1]
    total = _outward(low, high, left[2] and right[2], left[3] and right[3])
    return (
        low if 0 in (left[0], right[0]) else total[0],
        high if 0 in (left[1], right[1]) else total[1],
        *total[2:],
    )


def sub(left: Range, right: Range) -> Range:
    """Difference."""
    return add(left, neg(right))


def mul(left: Range, right: Range) -> Range:
    """Product; nothing times the infinitely large is nothing, since the large is finite."""
    a, b, c, d = left[0], left[1], right[0], right[1]
    if a < 0 >= b or c < 0 >= d:
        return neg(mul(neg(left), right) if a < 0 >= b else mul(left, neg(right)))
    sure, whole = left[2] and right[2], left[3] and right[3]
    if a >= 0 and c >= 0:
        low, high = _times(a, c), _times(b, d)
    else:
        corners = (_times(a, c), _times(a, d), _times(b, c), _times(b, d))
        low, high = min(corners) or -TINY, max(corners)
    if not high and b and d:
        high = TINY
    product = _outward(low, high, sure, whole)
    return above_zero(product) if a > 0 and c > 0 else product


def above_zero(operand: Range) -> Range:
    """A range of numbers that are known to be positive."""
    return max(TINY, operand[0]), operand[1], operand[2], operand[3]


def _times(a: float, b: float) -> float:
    return a * b if a and b else 0.0


def div(left: Range, right: Range) -> Value:
    """Quotient; a divisor that can be zero leaves it unsure."""
    c, d = right[0], right[1]
    if c == d == 0:
        return DIVISION
    if c < 0 < d:
        return ANYTHING
    sure = right[2] and c != 0 != d
    if c >= 0:
        inverse = (max(TINY, down(1 / d)), up(1 / c) if c > TINY else INF)
    else:
        inverse = (down(1 / d) if d else -INF, min(0.0, up(1 / c)) if c > -INF else 0.0)
    return mul(left, (*inverse, sure, False))


def neg(operand: Range) -> Range:
    """Minus."""
    return -operand[1], -operand[0], operand[2], operand[3]


def larger(left: Range, right: Range) -> Range:
    """Larger of two."""
    whole = left[3] and right[3]
    return max(left[0], right[0]), max(left[1], right[1]), left[2] and right[2], whole


def smaller(left: Range, right: Range) -> Range:
    """Smaller of two."""
    whole = left[3] and right[3]
    return min(left[0], right[0]), min(left[1], right[1]), left[2] and right[2], whole


def less(left: Range, right: Range) -> Truth:
    """Whether all of one is below all of the other, or none of it."""
    return _told(left, right, holds=left[1] < right[0], fails=left[0] >= right[1])


def at_most(left: Range, right: Range) -> Truth:
    """Whether none of one is above any of the other, or all of it."""
    return _told(left, right, holds=left[1] <= right[0], fails=left[0] > right[1])


def same(left: Range, right: Range) -> Truth:
    """Whether both are one and the same number, or can never be."""
    apart = left[1] < right[0] or right[1] < left[0]
    return _told(left, right, holds=left[0] == left[1] == right[0] == right[1], fails=apart)


def differ(left: Range, right: Range) -> Truth:
    """Whether both can never be the same number, or always are."""
    apart = left[1] < right[0] or right[1] < left[0]
    return _told(left, right, holds=apart, fails=left[0] == left[1] == right[0] == right[1])


def _told(left: Range, right: Range, *, holds: bool, fails: bool) -> Truth:
    """A truth of ranges; where a value may be missing, nothing holds for certain."""
    if left[2] and right[2]:
        return True if holds else False if fails else None
    return NEVER if fails else None


def unsure(operand: Value) -> Value:
    """The same range, of values that may not exist everywhere."""
    return (
        operand if isinstance(operand, Undefined) else (operand[0], operand[1], False, operand[3])
    )


def fails(truth: Value) -> bool:
    """Whether a condition holds for no input of its range."""
    return truth is False or truth is NEVER or isinstance(truth, Undefined)


def hull(left: Value, right: Value) -> Value:
    """A range around both; what may not exist leaves it unsure."""
    if isinstance(left, Undefined) or isinstance(right, Undefined):
        return unsure(right if isinstance(left, Undefined) else left)
    whole = left[3] and right[3]
    return min(left[0], right[0]), max(left[1], right[1]), left[2] and right[2], whole
