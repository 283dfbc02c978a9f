"""Interval arithmetic: two decimals between which a real number surely lies.

Each operation is done twice, in one context that rounds down and in one that rounds up,
so that the result holds every real number the operation can give. The contexts trap nothing:
what overflows becomes the largest decimal, rounded down, and infinity, rounded up; what
underflows 0 and the smallest decimal. No lower end is plus infinity, no upper end minus infinity.

The methods have the names that ``decimal.Context`` gives them. The contexts belong to this
module: those of the thread are neither read nor changed, hence no operators and no ``abs``
on decimals, which would round to the digits of others. Comparisons of decimals are exact.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, Context, Decimal
from fractions import Fraction
from functools import cache

ZERO, ONE = Decimal(0), Decimal(1)
INFINITY, MINUS_INFINITY = Decimal("Infinity"), Decimal("-Infinity")
TINY = Decimal((0, (1,), MIN_EMIN + 1))
NARROW = Decimal("1e-20")
"""Below this width (relative to the number in a logarithm) one end is computed by the other."""


def context(digits: int, rounding: str) -> Context:
    """A context of so many digits with all the exponents there are, which traps nothing."""
    return Context(digits, rounding, MIN_EMIN, MAX_EMAX, capitals=1, clamp=0, flags=[], traps=[])


class Interval:
    """All real numbers from ``low`` to ``high``."""

    __slots__ = ("high", "low")

    def __init__(self, low: Decimal, high: Decimal) -> None:
        self.low = low
        self.high = high

    def __repr__(self) -> str:
        return f"Interval({self.low}, {self.high})"


def interval_sign(value: Interval) -> int | None:
    """The sign of all numbers of an interval; None if they have several."""
    if value.low > ZERO or value.high < ZERO:
        return 1 if value.low > ZERO else -1
    return 0 if value.low == value.high else None


UNIT = Interval(ONE, ONE)
TWO = Interval(Decimal(2), Decimal(2))
EVERYTHING = Interval(MINUS_INFINITY, INFINITY)


@cache
def interval_arithmetic(digits: int) -> IntervalArithmetic:
    """The arithmetic with so many digits."""
    return IntervalArithmetic(digits)


class IntervalArithmetic:
    """Operations on intervals whose ends have so many digits."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.down = context(digits, ROUND_FLOOR)
        self.up = context(digits, ROUND_CEILING)
        self.away = context(digits, ROUND_UP)
        self.longest = 16 * digits
        """Bits of a fraction that is converted as it is."""

    def constant(self, number: Fraction | int) -> Interval:
        """A fraction, exactly where it has few digits."""
        above, below = number.numerator, number.denominator
        if max(above.bit_length(), below.bit_length()) > self.longest:
            return self._long_fraction(above, below)
        if below == 1:
            return Interval(self.down.create_decimal(above), self.up.create_decimal(above))
        top, bottom = Decimal(above), Decimal(below)
        return Interval(self.down.divide(top, bottom), self.up.divide(top, bottom))

    def _long_fraction(self, above: int, below: int) -> Interval:
        """A fraction of thousands of digits by its first ones: decimals of them are slow.

        Shifting cuts an integer to a lower bound, which one unit more exceeds.
        """
        shifts = [max(part.bit_length() - 4 * self.digits, 0) for part in (abs(above), below)]
        top, bottom = abs(above) >> shifts[0], below >> shifts[1]
        cut = [shift > 0 for shift in shifts]
        low = self.down.divide(Decimal(top), Decimal(bottom + cut[1]))
        high = self.up.divide(Decimal(top + cut[0]), Decimal(bottom))
        scale = self.power(TWO, shifts[0] - shifts[1])
        size = self.multiply(Interval(low, high), scale)
        return self.minus(size) if above < 0 else size

    def point(self, number: Decimal) -> Interval:
        """A decimal of this arithmetic as an interval."""
        return Interval(number, number)

    def ends(self, value: Interval) -> tuple[Decimal, Decimal]:
        """The lowest and the highest number."""
        return value.low, value.high

    def middle(self, value: Interval) -> Decimal:
        """A number inside, which has the sign of all numbers of the interval."""
        if not value.low.is_finite() or not value.high.is_finite():
            return next((end for end in (value.low, value.high) if end.is_finite()), ZERO)
        half = self.down.divide(self.down.add(value.low, value.high), 2)
        return min(max(half, value.low), value.high)

    # --- order ------------------------------------------------------------------------

    def compare(self, left: Interval, right: Interval) -> int | None:
        """-1, 0 or 1 as the first is below, at or above the second; None where they overlap."""
        if left.low > right.high or left.high < right.low:
            return 1 if left.low > right.high else -1
        return 0 if left.low == left.high == right.low == right.high else None

    def larger(self, left: Interval, right: Interval) -> Interval:
        """The larger of two numbers, one from each interval."""
        return Interval(max(left.low, right.low), max(left.high, right.high))

    def smaller(self, left: Interval, right: Interval) -> Interval:
        """The smaller of two numbers, one from each interval."""
        return Interval(min(left.low, right.low), min(left.high, right.high))

    # --- the four operations ----------------------------------------------------------

    def minus(self, value: Interval) -> Interval:
        """The opposite of each number, exactly."""
        return Interval(value.high.copy_negate(), value.low.copy_negate())

    def abs(self, value: Interval) -> Interval:
        """Size."""
        if value.low >= ZERO:
            return value
        if value.high <= ZERO:
            return self.minus(value)
        return Interval(ZERO, max(value.low.copy_negate(), value.high))

    def add(self, left: Interval, right: Interval) -> Interval:
        """Sum."""
        return Interval(self.down.add(left.low, right.low), self.up.add(left.high, right.high))

    def subtract(self, left: Interval, right: Interval) -> Interval:
        """Difference."""
        return Interval(
            self.down.subtract(left.low, right.high), self.up.subtract(left.high, right.low)
        )

    def multiply(self, left: Interval, right: Interval) -> Interval:
        """Product, by the ends that the signs point to."""
        low, high = right.low, right.high
        if left.low >= ZERO:
            return self._product(
                left.low if low >= ZERO else left.high,
                low,
                left.low if high <= ZERO else left.high,
                high,
            )
        if left.high <= ZERO:
            return self.minus(self.multiply(self.minus(left), right))
        if low >= ZERO:
            return self._product(left.low, high, left.high, high)
        if high <= ZERO:
            return self._product(left.high, low, left.low, low)
        first = self._product(left.low, high, left.high, high)
        second = self._product(left.high, low, left.low, low)
        return Interval(min(first.low, second.low), max(first.high, second.high))

    def _product(self, a: Decimal, b: Decimal, c: Decimal, d: Decimal) -> Interval:
        """From a b to c d, where 0 times an infinite end is 0: no number is infinite."""
        return Interval(
            self.down.multiply(a, b) if a and b else ZERO,
            self.up.multiply(c, d) if c and d else ZERO,
        )

    def divide(self, above: Interval, below: Interval) -> Interval:
        """Quotient; everything, where the divisor can be 0."""
        low, high = below.low, below.high
        if low <= ZERO <= high:
            return EVERYTHING
        if high < ZERO:
            return self.divide(self.minus(above), self.minus(below))
        return Interval(
            self.down.divide(above.low, high if above.low >= ZERO else low),
            self.up.divide(above.high, high if above.high <= ZERO else low),
        )

    # --- powers -----------------------------------------------------------------------

    def power(self, base: Interval, exponent: int) -> Interval:
        """A whole power, by squares: of what is not negative they only ever round one way."""
        if exponent < 0:
            return self.divide(UNIT, self.power(base, -exponent))
        if exponent < 2:
            return base if exponent else UNIT
        if base.low < ZERO:
            even = exponent % 2 == 0
            if even or base.high <= ZERO:
                size = self.power(self.abs(base), exponent)
                return size if even else self.minus(size)
            below = self.power(Interval(ZERO, base.low.copy_negate()), exponent)
            above = self.power(Interval(ZERO, base.high), exponent)
            return Interval(below.high.copy_negate(), above.high)
        # A power multiplies the relative error by its exponent: that many digits to spare.
        wider = interval_arithmetic(self.digits + len(str(exponent)) + 1) if exponent > 3 else self
        return Interval(
            self.down.plus(_raised(wider.down, base.low, exponent)),
            self.up.plus(_raised(wider.up, base.high, exponent)),
        )

    def sqrt(self, value: Interval) -> Interval:
        """Square root of the numbers that are not negative; exact where it can be."""
        if value.high < ZERO:
            return EVERYTHING
        return Interval(
            self._root(self.down, max(value.low, ZERO)), self._root(self.up, value.high)
        )

    def _root(self, rounding: Context, number: Decimal) -> Decimal:
        """``Context.sqrt`` rounds to nearest in every context; the sign of the gap corrects it.

        The gap is rounded once, away from 0, and has the right sign even where it underflows.
        """
        near = rounding.sqrt(number)
        if not near or not near.is_finite():
            return near
        gap = self.away.fma(near, near, number.copy_negate())
        if rounding is self.down:
            return rounding.next_minus(near) if gap > ZERO else near
        return rounding.next_plus(near) if gap < ZERO else near

    # --- exponentials and logarithms --------------------------------------------------

    def exp(self, value: Interval) -> Interval:
        """The exponential of each number."""
        low, high = value.low, value.high
        first = self._exp(low)
        if low == high:
            return first
        width = self.up.subtract(high, low)
        if width > NARROW:
            return Interval(first.low, self._exp(high).high)
        # e**t <= 1 + t + t*t for 0 <= t <= 1
        factor = self.up.fma(width, width, self.up.add(ONE, width))
        return Interval(first.low, self.up.multiply(first.high, factor))

    def _exp(self, number: Decimal) -> Interval:
        if not number:
            return UNIT
        from . import fixed_point

        bounds = fixed_point.exponential(number, self.digits) if number.is_finite() else None
        if bounds is not None:
            return self._rounded(bounds)
        if number < ZERO:
            return Interval(ZERO, TINY)
        return Interval(self.down.next_minus(INFINITY), INFINITY)

    def ln(self, value: Interval) -> Interval:
        """Natural logarithm of the numbers that are positive."""
        low, high = value.low, value.high
        if high <= ZERO:
            return EVERYTHING
        if low <= ZERO:
            return Interval(MINUS_INFINITY, self._ln(high).high)
        first = self._ln(low)
        if low == high:
            return first
        width = self.up.divide(self.up.subtract(high, low), low)
        if width > NARROW:
            return Interval(first.low, self._ln(high).high)
        return Interval(first.low, self.up.add(first.high, width))  # ln(1 + t) <= t

    def _ln(self, number: Decimal) -> Interval:
        if not number.is_finite():
            return EVERYTHING
        from . import fixed_point

        return self._rounded(fixed_point.logarithm(number, self.digits))

    def _rounded(self, bounds: tuple[int, int, int]) -> Interval:
        low, high, power = Decimal(bounds[0]), Decimal(bounds[1]), bounds[2]
        return Interval(self.down.scaleb(low, power), self.up.scaleb(high, power))


def _raised(rounding: Context, base: Decimal, exponent: int) -> Decimal:
    """A power of what is not negative: every product is rounded the same way, hence all."""
    result = None
    square = base
    while True:
        if exponent & 1:
            result = square if result is None else rounding.multiply(result, square)
        exponent >>= 1
        if not exponent:
            assert result is not None
            return result
        square = rounding.multiply(square, square)
