"""The value of an expression at a point: exact where it is rational, else 50 digits.

An expression is run as a program, so that no text is ever handed to SymPy. The arithmetic
never turns a rational number into a rounded one before a ceiling has been taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any

import mpmath
import sympy
from mpmath.libmp import to_rational

from derive.errors import NoEvaluator
from derive.programs.exactly import exactly
from derive.programs.machine import LOGIC, Arithmetic, by_sign, missing, runner
from derive.programs.program import Program, Undecided
from derive.programs.program import Undefined as Missing
from derive.programs.reals import Real, enclosure
from derive.programs.translate import program_of

Value = Any  # a Fraction, or a number of mpmath
Point = Mapping[Any, Fraction]

DIGITS = 50
MOST_BITS = 1 << 18
MOST_DEGREE = 64
MOST_TERMS = 4096
REMEMBERED = 1 << 14
ZERO, HALF, ONE, TWO = Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2)
NOWHERE = Missing("no real number, or one too large")
TIE = Undecided("the floor of a number that is an integer in all its digits")


class Undefined(ArithmeticError):
    """The expression has no real value at this point, or none that can be decided."""


def value(expression: Any, point: Point, digits: int = DIGITS) -> Value:
    """The value at a point; raises Undefined where there is none."""
    letters, program, run = _prepared(expression, digits)
    try:
        inputs = [point[letter] for letter in letters]
    except KeyError:
        raise Undefined(expression) from None
    result = run(inputs)
    if isinstance(result, Undecided) and all(isinstance(number, Fraction) for number in inputs):
        # Of ``floor(log(1024)/log(2))`` no digits tell whether it is 9 or 10, but exact reals do.
        result = exactly(program)(inputs)
        if isinstance(result, Real):
            result = real(Fraction(enclosure(result, digits).low), digits)
    if isinstance(result, Missing | Undecided):
        raise Undefined(expression)
    return result


def truth(condition: Any, point: Point, digits: int = DIGITS) -> bool:
    """Whether a condition holds at a point; raises Undefined where that is not told."""
    return bool(value(condition, point, digits))


@lru_cache(maxsize=REMEMBERED)
def _prepared(
    expression: Any, digits: int
) -> tuple[tuple[Any, ...], Program, Callable[[Sequence[Value]], Value]]:
    """The letters, the program and the function that an expression is: asked at many points."""
    letters = tuple(getattr(expression, "free_symbols", ()))
    try:
        program = program_of(expression, letters)
    except NoEvaluator:
        return (), Program((), ()), lambda _: NOWHERE
    return letters, program, runner(program, _arithmetic(digits))


# --- fractions, and numbers of mpmath where those do not suffice ---------------------


@cache
def context(digits: int) -> Any:
    """An arithmetic of its own: the precision of others is never touched."""
    own = mpmath.mp.clone()
    own.dps = digits
    return own


def real(number: Value, digits: int = DIGITS) -> Any:
    """A value as a number of mpmath."""
    if not isinstance(number, Fraction):
        return number
    return context(digits).mpf(number.numerator) / number.denominator


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


def _compared(digits: int, left: Value, right: Value) -> int:
    if same(left, right, digits):
        return 0
    exact = type(left) is Fraction and type(right) is Fraction
    above = left > right if exact else real(left, digits) > real(right, digits)
    return 1 if above else -1


def _add(digits: int, *terms: Value) -> Value:
    if all(type(term) is Fraction for term in terms):
        return sum(terms, ZERO)
    return sum((real(term, digits) for term in terms), context(digits).mpf(0))


def _mul(digits: int, *factors: Value) -> Value:
    """The product; the rational factors are brought to lowest terms once, together."""
    above, below, rounded = 1, 1, None
    for factor in factors:
        if type(factor) is Fraction:
            above *= factor.numerator
            below *= factor.denominator
        else:
            rounded = factor if rounded is None else rounded * factor
    exact = Fraction(above, below)
    return exact if rounded is None else real(exact, digits) * rounded


def _div(digits: int, above: Value, below: Value) -> Value:
    return NOWHERE if below == 0 else _mul(digits, above, 1 / below)


def _pow(digits: int, base: Value, exponent: Value) -> Value:
    """A real power: exact where it can be; of nothing only to what is positive."""
    if base == 0:
        return NOWHERE if exponent <= 0 else ZERO
    if isinstance(exponent, Fraction):
        exact = _exact_power(base, exponent)
        if exact is not None:
            return exact
    own = context(digits)
    counted = isinstance(exponent, Fraction) and exponent.denominator == 1
    if base < 0 and not counted:
        return NOWHERE
    size, lift = real(base, digits), real(exponent, digits)
    if abs(own.log(abs(size)) * lift) > MOST_BITS:
        return NOWHERE
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


def _exp(digits: int, exponent: Value) -> Value:
    if exponent == 0:
        return ONE
    return NOWHERE if abs(exponent) > MOST_BITS else context(digits).exp(real(exponent, digits))


def _log(digits: int, number: Value) -> Value:
    if number <= 0:
        return NOWHERE
    return ZERO if number == 1 else context(digits).log(real(number, digits))


def _log2(digits: int, number: Value) -> Value:
    return NOWHERE if number <= 0 else _div(digits, _log(digits, number), _log(digits, TWO))


def _floor(digits: int, number: Value, sign: int = 1) -> Value:
    """The floor of a number, or minus that of the number turned round, which is the ceiling."""
    if isinstance(number, Fraction):
        return Fraction(sign * (sign * number.numerator // number.denominator))
    own = context(digits)
    nearest = own.nint(number)
    if abs(number - nearest) < own.mpf(10) ** (-digits // 2) * max(1, abs(number)):
        return TIE
    return Fraction(sign * int(own.floor(sign * number)))


def _loop(digits: int, name: str, low: Value, high: Value, body: Callable[[Value], Value]) -> Value:
    """A sum or product over one index, written out; bounded in its number of terms."""
    if low != int(low) or high != int(high) or high - low > MOST_TERMS:
        return NOWHERE
    terms = [body(Fraction(index)) for index in range(int(low), int(high) + 1)]
    lost = missing(terms)
    return (_add if name == "sum" else _mul)(digits, *terms) if lost is None else lost


_OPERATIONS: Mapping[str, Callable[..., Value]] = {
    "add": _add,
    "mul": _mul,
    "sub": lambda digits, left, right: _add(digits, left, -right),
    "div": _div,
    "pow": _pow,
    "sqrt": lambda digits, number: _pow(digits, number, HALF),
    "neg": lambda _digits, number: -number,
    "abs": lambda _digits, number: abs(number),
    "exp": _exp,
    "log": _log,
    "log2": _log2,
    "cos": lambda digits, x: context(digits).cos(real(x, digits)) if x else ONE,
    "sin": lambda digits, x: context(digits).sin(real(x, digits)) if x else ZERO,
    "floor": _floor,
    "ceil": partial(_floor, sign=-1),
    "max": lambda digits, *numbers: max(numbers, key=lambda number: real(number, digits)),
    "min": lambda digits, *numbers: min(numbers, key=lambda number: real(number, digits)),
    "pi": lambda digits: +context(digits).pi,
}


@cache
def _arithmetic(digits: int) -> Arithmetic:
    apply = {name: partial(operation, digits) for name, operation in _OPERATIONS.items()}
    compared = by_sign(partial(_compared, digits))
    return Arithmetic(lambda number: number, {**apply, **compared, **LOGIC}, partial(_loop, digits))
