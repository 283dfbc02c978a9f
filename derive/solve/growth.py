"""Quotients of sums of terms ``c x**a log(x)**b`` whose factors are known as ranges."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..frozen import Record
from ..programs import reals

Range = tuple[Fraction, Fraction]
Growth = tuple[Fraction, Fraction]
"""The power of the letter, and that of its logarithm, which counts less."""

Terms = Mapping[Growth, Range]
NOTHING, ONE = Fraction(0), Fraction(1)
FLAT: Growth = (NOTHING, NOTHING)
MOST_TERMS = 60
DIGITS = 50


class Unsettled(Exception):  # caught by the road that asked
    """The growth of a function is not told."""


class Ratio(Record):
    """What stands above and below the line, by growth; below is never empty."""

    above: Terms
    below: Terms

    def constant(self) -> Fraction | None:
        """The value of a ratio that is one known fraction."""
        low, high = self.above.get(FLAT, (NOTHING, NOTHING))
        fixed = set(self.above) <= {FLAT} and self.below == UNIT and low == high
        return low if fixed else None


UNIT: Terms = {FLAT: (ONE, ONE)}
LETTER = Ratio({(ONE, NOTHING): (ONE, ONE)}, UNIT)
LOGARITHM = Ratio({(NOTHING, ONE): (ONE, ONE)}, UNIT)


def between(low: Fraction, high: Fraction) -> Ratio:
    """Something between two fractions."""
    return Ratio(_kept({FLAT: (low, high)}), UNIT)


def number(value: reals.Number) -> Ratio:
    """A number as a ratio; one that is no fraction is known as a narrow range."""
    return between(*enclosed(value))


def enclosed(value: reals.Number) -> Range:
    """Two fractions around a number."""
    if isinstance(value, Fraction):
        return value, value
    inside = reals.enclosure(value, DIGITS)
    if not inside.low.is_finite() or not inside.high.is_finite():
        raise Unsettled
    return Fraction(inside.low), Fraction(inside.high)


def _times(left: Range, right: Range) -> Range:
    if left[0] == left[1] and right[0] == right[1]:
        return left[0] * right[0], left[0] * right[0]
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)


def _plus(left: Range, right: Range) -> Range:
    return left[0] + right[0], left[1] + right[1]


def _kept(terms: dict[Growth, Range]) -> Terms:
    if len(terms) > MOST_TERMS:
        raise Unsettled
    return {growth: part for growth, part in terms.items() if part != (NOTHING, NOTHING)}


def _sum(left: Terms, right: Terms) -> Terms:
    terms = dict(left)
    for growth, part in right.items():
        terms[growth] = _plus(terms[growth], part) if growth in terms else part
    return _kept(terms)


def _product(first: Terms, other: Terms) -> Terms:
    terms: dict[Growth, Range] = {}
    for left, factor in first.items():
        for right, again in other.items():
            growth = (left[0] + right[0], left[1] + right[1])
            part = _times(factor, again)
            terms[growth] = _plus(terms[growth], part) if growth in terms else part
    return _kept(terms)


def mul(left: Ratio, right: Ratio) -> Ratio:
    """Product."""
    return Ratio(_product(left.above, right.above), _product(left.below, right.below))


def add(left: Ratio, right: Ratio) -> Ratio:
    """Sum."""
    if left.below == right.below:
        return Ratio(_sum(left.above, right.above), left.below)
    above = _sum(_product(left.above, right.below), _product(right.above, left.below))
    return Ratio(above, _product(left.below, right.below))


def neg(operand: Ratio) -> Ratio:
    """Minus."""
    return Ratio(
        {growth: (-high, -low) for growth, (low, high) in operand.above.items()}, operand.below
    )


def sub(left: Ratio, right: Ratio) -> Ratio:
    """Difference."""
    return add(left, neg(right))


def inverse(operand: Ratio) -> Ratio:
    """One divided by a ratio that is not zero."""
    return Ratio(operand.below, operand.above)


def raised(terms: Terms, power: Fraction) -> Terms:
    """One positive term to a power that is no integer."""
    if len(terms) != 1:
        raise Unsettled
    ((growth, (low, high)),) = terms.items()
    ends = [enclosed(reals.power(end, power)) for end in (low, high)]
    return {(growth[0] * power, growth[1] * power): (ends[0][0], ends[1][1])}
