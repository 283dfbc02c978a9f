"""Real numbers of two kinds: exact fractions, and numbers of many digits."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import sympy
from mpmath.libmp import to_rational

Value = Any  # a Fraction, or a number of mpmath

DIGITS = 50
MOST_BITS = 1 << 18
MOST_DEGREE = 64


class Undefined(ArithmeticError):
    """The expression has no real value at this point, or none this walk can decide."""


@cache
def context(digits: int) -> Any:
    """An arithmetic of its own: the precision of others is never touched."""
    own = mpmath.mp.clone()
    own.dps = digits
    return own


def real(number: Value, digits: int = DIGITS) -> Any:
    """A value as a number of mpmath."""
    own = context(digits)
    return (
        own.mpf(number.numerator) / number.denominator if isinstance(number, Fraction) else number
    )


def fraction(number: Value) -> Fraction:
    """A value as the fraction that it is: every number of many digits is one."""
    if isinstance(number, Fraction):
        return number
    above, below = to_rational(number._mpf_)
    return Fraction(int(above), int(below))


def same(left: Value, right: Value, digits: int = DIGITS) -> bool:
    """Equal exactly where both are rational, else to half of the digits."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left == right
    own = context(digits)
    near, other = real(left, digits), real(right, digits)
    return bool(abs(near - other) <= own.mpf(10) ** (-digits // 2) * max(abs(near), abs(other)))


def power(base: Value, exponent: Value, digits: int = DIGITS) -> Value:
    """A real power: exact where it can be, Undefined off the real line."""
    if base == 0:
        if exponent <= 0:
            raise Undefined(exponent)
        return Fraction(0)
    if isinstance(exponent, Fraction):
        exact = _exact_power(base, exponent)
        if exact is not None:
            return exact
    own = context(digits)
    counted = isinstance(exponent, Fraction) and exponent.denominator == 1
    if base < 0 and not counted:
        raise Undefined(base)
    size, lift = real(base, digits), real(exponent, digits)
    if abs(own.log(abs(size)) * lift) > MOST_BITS:
        raise Undefined(exponent)
    return size ** int(exponent) if counted else own.exp(lift * own.log(size))


def _exact_power(base: Value, exponent: Fraction) -> Value | None:
    if not isinstance(base, Fraction):
        return None
    if exponent.denominator != 1:
        root = _exact_root(base, exponent.denominator)
        return None if root is None else _exact_power(root, Fraction(exponent.numerator))
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent.numerator) > MOST_BITS:
        return None
    return base**exponent.numerator


def _exact_root(base: Fraction, degree: int) -> Fraction | None:
    if base < 0 or degree > MOST_DEGREE:
        return None
    parts = [sympy.integer_nthroot(part, degree) for part in (base.numerator, base.denominator)]
    if not all(exact for _, exact in parts):
        return None
    return Fraction(int(parts[0][0]), int(parts[1][0]))


def whole(number: Value, digits: int = DIGITS) -> Fraction:
    """The floor of a number; Undefined where its digits do not decide it."""
    if isinstance(number, Fraction):
        return Fraction(number.numerator // number.denominator)
    own = context(digits)
    nearest = own.nint(number)
    if abs(number - nearest) < own.mpf(10) ** (-digits // 2) * max(1, abs(number)):
        raise Undefined(number)
    return Fraction(int(own.floor(number)))
