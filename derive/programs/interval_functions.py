"""The functions of intervals that ``decimal`` does not have.

Angles are rare in the formulary. Sine and cosine are a series in interval arithmetic with some
digits to spare, so that rounding takes care of itself and only what follows the last term is added.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import (
    MAX_EMAX,
    MIN_EMIN,
    ROUND_HALF_EVEN,
    Context,
    Decimal,
    InvalidOperation,
    Overflow,
    Underflow,
)
from fractions import Fraction

from . import fixed_point
from .interval_arithmetic import (
    ONE,
    TWO,
    UNIT,
    ZERO,
    Interval,
    IntervalArithmetic,
    interval_arithmetic,
)

GUARD = 10
TURNS = 2000
"""Angles above 10 to this power would need as many digits of pi."""

LONG = Decimal(1 << 12)
"""``log2`` looks for powers of two with fewer bits."""

WITHIN_ONE = Interval(ONE.copy_negate(), ONE)


Function = Callable[[IntervalArithmetic, Interval], Interval]


def pi(own: IntervalArithmetic) -> Interval:
    """The circle number."""
    places = own.digits + GUARD
    whole = fixed_point.pi(places)
    return Interval(
        own.down.scaleb(Decimal(whole), -places), own.up.scaleb(Decimal(whole + 1), -places)
    )


def log2(own: IntervalArithmetic, value: Interval) -> Interval:
    """Logarithm to base 2; exact for a power of two."""
    result = own.divide(own.ln(value), own.ln(TWO))
    whole = own.up.to_integral_value(result.low)
    if whole == own.down.to_integral_value(result.high) and -LONG < whole < LONG:
        power = own.power(TWO, int(whole))
        if power.low == power.high == value.low == value.high:
            return Interval(whole, whole)
    return result


def _wave(own: IntervalArithmetic, value: Interval, quarters: int) -> Interval:
    """Sine in the middle of an interval; the slope is at most 1 on the way to the ends."""
    centre = own.middle(value)
    if not value.low.is_finite() or not value.high.is_finite() or centre.adjusted() > TURNS:
        return WITHIN_ONE
    near = _wave_at(own, centre, quarters)
    reach = max(own.up.subtract(value.high, centre), own.up.subtract(centre, value.low))
    low, high = own.down.subtract(near.low, reach), own.up.add(near.high, reach)
    return Interval(max(low, WITHIN_ONE.low), min(high, WITHIN_ONE.high))


def _wave_at(own: IntervalArithmetic, angle: Decimal, quarters: int) -> Interval:
    """The sine of an angle after it was turned back by quarters, to at most an eighth turn."""
    wider = interval_arithmetic(own.digits + max(angle.adjusted(), 0) + GUARD)
    quarter = wider.divide(pi(wider), TWO)
    point = Interval(angle, angle)
    turned = wider.middle(wider.divide(point, quarter)).to_integral_value(ROUND_HALF_EVEN)
    rest = wider.subtract(point, wider.multiply(quarter, Interval(turned, turned)))
    kind = (int(turned) + quarters) % 4
    result = _taylor(wider, rest, first=1 - kind % 2)
    result = wider.minus(result) if kind > 1 else result
    return Interval(own.down.plus(result.low), own.up.plus(result.high))


def _taylor(own: IntervalArithmetic, x: Interval, *, first: int) -> Interval:
    """``x - x**3/3! + ...`` if *first* is 1, ``1 - x**2/2! + ...`` if it is 0, for \\|x\\| <= 1.

    Signs alternate and terms shrink: what follows is at most as large as the next term.
    """
    square = own.minus(own.multiply(x, x))
    term = total = x if first else UNIT
    n = first
    while True:
        n += 2
        term = own.divide(own.multiply(term, square), own.constant(n * (n - 1)))
        size = own.abs(term).high
        if not size or size.adjusted() < own.abs(total).high.adjusted() - own.digits:
            return own.add(total, Interval(size.copy_negate(), size))
        total = own.add(total, term)


FUNCTIONS: dict[str, Function] = {
    "log2": log2,
    "sin": lambda own, value: _wave(own, value, 0),
    "cos": lambda own, value: _wave(own, value, 1),  # the sine of a quarter turn more
}
"""By the operation of a program."""


TRAPS = [InvalidOperation, Overflow, Underflow]
MOST_BITS = 1 << 12
"""``log2`` looks for powers of two below that."""


class DecimalArithmetic:
    """Operations on decimals, with the names of those on intervals.

    What ``decimal`` lacks or does slowly is the middle of an interval that has a few more
    digits. Whatever leaves the range of the exponents raises, so that no infinity is
    taken for a number.
    """

    def __init__(self, digits: int) -> None:
        context = Context(digits, ROUND_HALF_EVEN, MIN_EMIN, MAX_EMAX, 1, 0, flags=[], traps=TRAPS)
        self.inner = interval_arithmetic(digits + 5)
        self.plus, self.minus, self.abs = context.plus, context.minus, context.abs
        self.add, self.subtract = context.add, context.subtract
        self.multiply, self.divide = context.multiply, context.divide
        self.sqrt = context.sqrt
        self.larger, self.smaller = max, min

    def constant(self, number: Fraction | int) -> Decimal:
        """A fraction, rounded."""
        return self.middle(self.inner.constant(number))

    def point(self, number: Decimal) -> Decimal:
        """A decimal of this arithmetic."""
        return number

    def ends(self, value: Decimal) -> tuple[Decimal, Decimal]:
        """A number is its own lowest and highest value."""
        return value, value

    def compare(self, left: Decimal, right: Decimal) -> int:
        """-1, 0 or 1 as the first is below, at or above the second."""
        return (left > right) - (left < right)

    def exp(self, value: Decimal) -> Decimal:
        """The exponential of a number."""
        return self.middle(self.inner.exp(Interval(value, value)))

    def ln(self, value: Decimal) -> Decimal:
        """Natural logarithm of a positive number."""
        return self.middle(self.inner.ln(Interval(value, value)))

    def function(self, name: str, value: Decimal) -> Decimal:
        """A function by the name of its operation."""
        result = self.middle(FUNCTIONS[name](self.inner, Interval(value, value)))
        return self._whole_log2(value, result) if name == "log2" else result

    def _whole_log2(self, value: Decimal, result: Decimal) -> Decimal:
        """The same logarithm; a whole number for what all digits say is a power of two."""
        whole = result.to_integral_value(ROUND_HALF_EVEN)
        small = -MOST_BITS < whole < MOST_BITS
        return whole if small and self.constant(Fraction(2) ** int(whole)) == value else result

    def power(self, base: Decimal, exponent: int) -> Decimal:
        """A whole power."""
        return self.middle(self.inner.power(Interval(base, base), exponent))

    def pi(self) -> Decimal:
        """The circle number."""
        return self.middle(pi(self.inner))

    def middle(self, value: Interval) -> Decimal:
        """The middle of a narrow interval."""
        low, high = value.low, value.high
        if low != high and (low <= ZERO <= high or not low.is_finite() or not high.is_finite()):
            raise Overflow
        return self.plus(self.inner.middle(value))
