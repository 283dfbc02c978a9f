"""A zero of a function, held between two fractions, as narrow as anyone asks."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

from ..frozen import Record
from .interval_arithmetic import context
from .reals import Open

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

BITS = 190
"""Relative width of a bracket as a power of two: 57 digits."""

MOST_TRUST = 44
"""A guess made with floats is right to about that many bits."""

SHORT = context(20, ROUND_HALF_EVEN)
"""Digits enough for a guess."""

Value: TypeAlias = "Callable[[Fraction], Any]"
"""The function at a fraction: a fraction, or a decimal whose sign is certain."""


class Zero(Record):
    """Where a function is zero: at ``low`` if that equals ``high``, else between the two.

    ``function`` has different signs at both ends of a bracket; it may be a
    factor of the function asked about. ``crosses`` says whether the sign of
    that function changes here; ``certain`` that no other zero shares the
    bracket.
    """

    low: Fraction
    high: Fraction
    function: Value | None = None
    crosses: bool = True
    certain: bool = True

    @property
    def exact(self) -> bool:
        """Whether the zero is a fraction that is known."""
        return self.low == self.high

    @property
    def middle(self) -> Fraction:
        """The zero, or the middle of its bracket."""
        return (self.low + self.high) / 2

    def narrowed(self, bits: int = BITS) -> Zero:
        """The same zero in a bracket of that relative width, or exactly, where it is met.

        It stays as it is where the function's sign cannot be told on the way.
        """
        if self.exact or self.function is None:
            return self
        try:
            low, high = narrow(self.function, self.low, self.high, bits)
        except Open:
            return self
        return Zero(low, high, self.function, self.crosses, self.certain)

    def apart_from(self, other: Zero) -> int:
        """-1 or 1 where this zero lies below or above the other; 0 if they are one."""
        if self.exact and other.exact:
            return (self.low > other.low) - (self.low < other.low)
        if (self.low, self.high) == (other.low, other.high) and self.function is other.function:
            return 0
        # Brackets that overlap are narrowed once more; what no bracket tells apart is one zero.
        return _side(self, other) or _side(self.narrowed(2 * BITS), other.narrowed(2 * BITS))


def _side(left: Zero, right: Zero) -> int:
    """-1 or 1 where two brackets lie apart, an open end beside a closed one included."""
    touch = not (left.exact and right.exact)
    if left.high < right.low or (touch and left.high == right.low):
        return -1
    return 1 if right.high < left.low or (touch and right.high == left.low) else 0


def narrow(function: Value, low: Fraction, high: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Shrink a bracket to a relative width of ``2**-bits``.

    A straight line through both ends guesses the zero; the guess is believed
    as far as the signs around it agree, and twice as far the next time.
    """
    left, right = function(low), function(high)
    if left == 0 or right == 0:
        return (low, low) if left == 0 else (high, high)
    if low < 0 < high:
        return narrow(function, *_side_of_zero(function, low, high, left), bits)
    # Quadratic interval refinement (Abbott): digits double with each step near a simple zero,
    # and where the line guesses badly it is bisection.
    trust = 2
    while (width := high - low) * 2**bits > max(abs(low), abs(high)):
        before = width
        for point in _inner(low, high, _line(low, width, left, right), trust):
            if not low < point < high:
                continue
            value = function(point)
            if value == 0:
                return point, point
            if (value > 0) == (left > 0):
                low, left = point, value
            else:
                high, right = point, value
        trust = (
            min(2 * trust, MOST_TRUST)
            if (high - low) * 2 ** (trust - 1) <= before
            else max(2, trust // 2)
        )
    return low, high


def _inner(low: Fraction, high: Fraction, guess: Fraction, trust: int) -> tuple[Fraction, ...]:
    """Where to look: around the guess, or halfway, in the logarithm of a wide bracket."""
    width = high - low
    octaves = _octave(low), _octave(high)
    if low * high > 0 and abs(octaves[1] - octaves[0]) > 2:
        return (Fraction(2) ** (sum(octaves) // 2) * (1 if low > 0 else -1),)
    part = _power_below(width) / 2**trust
    inner = _near(guess - part, part), _near(guess + part, part)
    if not low or not high or inner[1] - inner[0] > width / 2:
        return (low + width / 2,)
    return _clipped(inner[0], low, high), _clipped(inner[1], low, high)


def _octave(value: Fraction) -> int:
    """The power of two near a value's size."""
    return value.numerator.bit_length() - value.denominator.bit_length()


def _side_of_zero(
    function: Value, low: Fraction, high: Fraction, left: Any
) -> tuple[Fraction, Fraction]:
    """The part of a bracket around 0 that holds the zero: relative widths need a sign."""
    nothing = Fraction(0)
    middle = function(nothing)
    if middle == 0:
        return nothing, nothing
    return (nothing, high) if (middle > 0) == (left > 0) else (low, nothing)


def _line(low: Fraction, width: Fraction, left: Any, right: Any) -> Fraction:
    """Where a line meets zero, rounded to a grid that keeps the fractions short."""
    share = _share(left, right)
    return low + width * Fraction(share if 0 <= share <= 1 else 0.5)


def _share(left: Any, right: Any) -> float:
    """``left / (left - right)``: by whole numbers, or by decimals; they differ in sign."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        above = left.numerator * right.denominator
        return above / (above - right.numerator * left.denominator)
    near, other = (
        SHORT.divide(Decimal(v.numerator), Decimal(v.denominator)) if isinstance(v, Fraction) else v
        for v in (left, right)
    )
    return float(SHORT.divide(near, SHORT.subtract(near, other)))


def _power_below(width: Fraction) -> Fraction:
    """A power of two of about that size."""
    return Fraction(2) ** (_octave(width) - 1)


def _near(point: Fraction, part: Fraction) -> Fraction:
    """A fraction on a grid that is fine beside a part, which keeps the numbers short."""
    grid = part / 8
    return round(point / grid) * grid


def _clipped(point: Fraction, low: Fraction, high: Fraction) -> Fraction:
    return min(max(point, low), high)


def rounded(value: Fraction, *, up: bool, bits: int = BITS + 20) -> Fraction:
    """A positive fraction with few digits just below or above."""
    shift = bits - value.numerator.bit_length() + value.denominator.bit_length()
    scaled = value * Fraction(2) ** shift
    whole = math.ceil(scaled) if up else math.floor(scaled)
    return Fraction(whole) / Fraction(2) ** shift
