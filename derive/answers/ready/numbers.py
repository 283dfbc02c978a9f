"""Numbers that are exact, or have seventy digits; what those do not tell is not told.

A number is a Fraction as long as it can be one, else a Decimal. Two numbers
that agree to fifty digits without being equal fractions are a tie, and a tie
is left to the full engine.
"""

from __future__ import annotations

from decimal import Context, Decimal
from fractions import Fraction

TYPE_CHECKING = False
if TYPE_CHECKING:
    Number = Fraction | Decimal

DIGITS = 70
OWN = Context(prec=DIGITS, Emax=99_999_999, Emin=-99_999_999)
TIE = Decimal(10) ** -50
MOST_BITS = 1 << 14
MOST_DEGREE = 64
FEW = 10**12
"""A number with many digits that is this close to a simple fraction may be it."""


class NotReady(Exception):  # not a mistake: the full engine answers
    """Stored data does not cover the question."""


class Missing:
    """A value that does not exist, and why."""

    __slots__ = ("why",)

    def __init__(self, why: str) -> None:
        self.why = why


DIVISION = Missing("division by zero")
LOGARITHM = Missing("logarithm of a number that is not positive")
ROOT = Missing("root of a negative number")
POWER = Missing("power that is no real number")


def decimal(number: Number) -> Decimal:
    """A number with all its digits."""
    if isinstance(number, Fraction):
        return OWN.divide(Decimal(number.numerator), Decimal(number.denominator))
    return number


def add(one: Number, other: Number) -> Number:
    """Sum."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one + other
    total = OWN.add(decimal(one), decimal(other))
    if abs(total) <= TIE * abs(decimal(one)):
        raise NotReady
    return _joined(total, one, other)


def mul(one: Number, other: Number) -> Number:
    """Product."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one * other
    if one == 0 or other == 0:
        return Fraction(0)
    return _joined(OWN.multiply(decimal(one), decimal(other)), one, other)


def div(one: Number, other: Number) -> Number:
    """Quotient; the divisor is not zero."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return one / other
    return (
        Fraction(0) if one == 0 else _joined(OWN.divide(decimal(one), decimal(other)), one, other)
    )


def _joined(made: Decimal, one: Number, other: Number) -> Number:
    """What two numbers make: two that are no fractions may make one."""
    both = isinstance(one, Decimal) and isinstance(other, Decimal)
    return settled(made) if both else made


def neg(one: Number) -> Number:
    """Minus."""
    return -one if isinstance(one, Fraction) else one.copy_negate()


def size(number: Number) -> Number:
    """A number without its sign."""
    return neg(number) if number < 0 else number


def sign(number: Number) -> int:
    """-1, 0 or 1; a Decimal is never zero."""
    return (number > 0) - (number < 0)


def compare(one: Number, other: Number) -> int:
    """-1, 0 or 1 as the first is below, at or above the second."""
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return (one > other) - (one < other)
    left, right = decimal(one), decimal(other)
    gap = OWN.subtract(left, right)
    if abs(gap) <= TIE * max(abs(left), abs(right)):
        raise NotReady
    return 1 if gap > 0 else -1


def power(base: Number, exponent: Number) -> Number | Missing:
    """A real power."""
    if not isinstance(exponent, Fraction):
        return POWER if base <= 0 else _raised(base, exponent)
    if base == 0:
        return DIVISION if exponent < 0 else Fraction(1 if exponent == 0 else 0)
    if exponent.denominator == 1:
        return _whole_power(base, int(exponent))
    if base < 0:
        return POWER
    if isinstance(base, Fraction):
        root = exact_root(base, exponent.denominator)
        if root is not None:
            return _whole_power(root, exponent.numerator)
    return _raised(base, exponent)


def _whole_power(base: Number, exponent: int) -> Number:
    if isinstance(base, Fraction):
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if bits * abs(exponent) > MOST_BITS:
            raise NotReady
        return base**exponent
    return OWN.power(base, exponent)


def _raised(base: Number, exponent: Number) -> Decimal:
    """``base**exponent`` by logarithms, with digits to spare for a large exponent."""
    lifted = OWN.multiply(OWN.ln(decimal(base)), decimal(exponent))
    if abs(lifted) > MOST_BITS:
        raise NotReady
    raised = OWN.exp(lifted)
    settled(raised)
    return raised


def exact_root(base: Fraction, degree: int) -> Fraction | None:
    """The root of a positive fraction where it is one."""
    if base == 1:
        return base
    if degree > MOST_DEGREE:
        return None
    parts = [_integer_root(part, degree) for part in (base.numerator, base.denominator)]
    return None if None in parts else Fraction(parts[0] or 0, parts[1] or 1)


def _integer_root(number: int, degree: int) -> int | None:
    if number.bit_length() > MOST_BITS:
        raise NotReady
    guess = int(OWN.power(Decimal(number), OWN.divide(Decimal(1), Decimal(degree))).to_integral())
    if guess.bit_length() > 200:
        raise NotReady
    return guess if guess**degree == number else None


def settled(number: Number) -> Number:
    """A number that is surely no simple fraction in disguise."""
    if isinstance(number, Fraction):
        return number
    exactly = Fraction(number)
    near = exactly.limit_denominator(FEW)
    if abs(exactly - near) <= Fraction(TIE) * abs(exactly):
        raise NotReady
    return number
