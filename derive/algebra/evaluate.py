"""The value of an expression at a point: exact where it is rational, else 50 digits.

This walks the tree itself. It never hands a text to SymPy, and it never
turns a rational number into a rounded one before a ceiling has been taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any

import mpmath
import sympy
from mpmath.libmp import to_rational
from sympy.core.relational import Relational

from derive.errors import NoEvaluator
from derive.programs.exactly import exactly
from derive.programs.translate import program_of
from derive.records import divides

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


Point = Mapping[Any, Fraction]
Walk = Callable[[Point, int], Value]
Decision = Callable[[Point, int], bool]
MOST_TERMS = 4096
REMEMBERED = 1 << 14
ZERO = Fraction(0)


def value(expression: Any, point: Point, digits: int = DIGITS) -> Value:
    """The value at a point; raises Undefined where there is none."""
    return walk(expression)(point, digits)


@lru_cache(maxsize=REMEMBERED)
def walk(expression: Any) -> Walk:
    """The function of a point that an expression is; it is asked for at many points."""
    if expression.is_Symbol:
        return partial(_letter, expression)
    if expression.is_Rational:
        number = Fraction(int(expression.p), int(expression.q))
        return lambda _point, _digits: number
    if expression.func in JOINTS:
        return partial(JOINTS[expression.func], [walk(part) for part in expression.args])
    return partial(RULES.get(expression.func, _number), expression)


def _letter(letter: Any, point: Point, _digits: int) -> Value:
    try:
        return point[letter]
    except KeyError:
        raise Undefined(letter) from None


def truth(condition: Any, point: Point, digits: int = DIGITS) -> bool:
    """Whether a condition holds at a point."""
    return decision(condition)(point, digits)


@lru_cache(maxsize=REMEMBERED)
def decision(condition: Any) -> Decision:
    """The function of a point that a condition is."""
    if condition in (True, sympy.true):
        return lambda _point, _digits: True
    if condition in (False, sympy.false):
        return lambda _point, _digits: False
    if isinstance(condition, divides):
        divisor, number = map(walk, condition.args)
        return partial(_divides, divisor, number)
    if isinstance(condition, Relational):
        return partial(_compared, type(condition), walk(condition.lhs), walk(condition.rhs))
    if not isinstance(condition, sympy.And | sympy.Or | sympy.Not):
        return partial(_undecided, condition)
    parts = [decision(part) for part in condition.args]
    if isinstance(condition, sympy.Not):
        return lambda point, digits: not parts[0](point, digits)
    joined = all if isinstance(condition, sympy.And) else any
    return lambda point, digits: joined(part(point, digits) for part in parts)


def _divides(divisor: Walk, number: Walk, point: Point, digits: int) -> bool:
    below, above = divisor(point, digits), number(point, digits)
    return bool(below != 0 and (above / below) % 1 == 0)


def _compared(kind: Any, lhs: Walk, rhs: Walk, point: Point, digits: int) -> bool:
    left, right = lhs(point, digits), rhs(point, digits)
    equal = same(left, right, digits)
    if issubclass(kind, sympy.Eq | sympy.Ne):
        return equal == issubclass(kind, sympy.Eq)
    if equal:
        return issubclass(kind, sympy.Ge | sympy.Le)
    exact = type(left) is Fraction and type(right) is Fraction
    above = left > right if exact else bool(real(left, digits) > real(right, digits))
    return above == issubclass(kind, sympy.Ge | sympy.Gt)


def _undecided(condition: Any, _point: Point, _digits: int) -> bool:
    raise Undefined(condition)


def _number(expression: Any, _point: Point, digits: int) -> Value:
    """A number that is not rational: pi, e, or a float as the decimal it stands for."""
    if expression.is_Float:
        return Fraction(str(expression))
    own = context(digits)
    constants = {sympy.pi: own.pi, sympy.E: own.e}
    if expression not in constants:
        raise Undefined(expression)
    return +constants[expression]


def _add(parts: Sequence[Walk], point: Point, digits: int) -> Value:
    terms = [part(point, digits) for part in parts]
    if all(type(term) is Fraction for term in terms):
        return sum(terms, ZERO)
    return sum((real(term, digits) for term in terms), context(digits).mpf(0))


def _mul(parts: Sequence[Walk], point: Point, digits: int) -> Value:
    """The product; the rational factors are brought to lowest terms once, together."""
    factors = [part(point, digits) for part in parts]
    above, below, rounded = 1, 1, None
    for factor in factors:
        if type(factor) is Fraction:
            above *= factor.numerator
            below *= factor.denominator
        else:
            rounded = factor if rounded is None else rounded * factor
    exact = Fraction(above, below)
    return exact if rounded is None else real(exact, digits) * rounded


def _pow(parts: Sequence[Walk], point: Point, digits: int) -> Value:
    base, exponent = parts
    return power(base(point, digits), exponent(point, digits), digits)


def _exp(expression: Any, point: Point, digits: int) -> Value:
    exponent = value(expression.args[0], point, digits)
    if exponent == 0:
        return Fraction(1)
    if abs(exponent) > MOST_BITS:
        raise Undefined(exponent)
    return context(digits).exp(real(exponent, digits))


def _log(expression: Any, point: Point, digits: int) -> Value:
    argument = value(expression.args[0], point, digits)
    if argument <= 0:
        raise Undefined(argument)
    return Fraction(0) if argument == 1 else context(digits).log(real(argument, digits))


def _extreme(sign: int, expression: Any, point: Point, digits: int) -> Value:
    parts = [value(part, point, digits) for part in expression.args]
    return max(parts, key=lambda part: sign * real(part, digits))


def _ceiling(expression: Any, point: Point, digits: int) -> Value:
    return -_whole(-expression.args[0], point, digits)


def _floor(expression: Any, point: Point, digits: int) -> Value:
    return _whole(expression.args[0], point, digits)


def _whole(argument: Any, point: Point, digits: int) -> Value:
    """The floor; where digits leave it open, as in ``log(1024)/log(2)``, by exact reals."""
    try:
        return whole(value(argument, point, digits), digits)
    except Undefined:
        letters = sorted(argument.free_symbols & set(point), key=str)
        try:
            program = program_of(sympy.floor(argument, evaluate=False), letters)
        except NoEvaluator:
            raise Undefined(argument) from None
        result = exactly(program)([point[letter] for letter in letters])
        if not isinstance(result, Fraction):
            raise
        return result


def _abs(expression: Any, point: Point, digits: int) -> Value:
    return abs(value(expression.args[0], point, digits))


def _mod(expression: Any, point: Point, digits: int) -> Value:
    number, divisor = (value(part, point, digits) for part in expression.args)
    if divisor == 0:
        raise Undefined(divisor)
    ratio = number / divisor
    return number - divisor * whole(ratio, digits)


def _piecewise(expression: Any, point: Point, digits: int) -> Value:
    for piece, condition in expression.args:
        if truth(condition, point, digits):
            return value(piece, point, digits)
    raise Undefined(expression)


def _folded(expression: Any, point: Point, digits: int) -> Value:
    """A sum or product over one index, written out; bounded in its number of terms."""
    if len(expression.limits) != 1 or len(expression.limits[0]) != 3:
        raise Undefined(expression)
    index, low, high = expression.limits[0]
    first, last = (value(bound, point, digits) for bound in (low, high))
    if first != int(first) or last != int(last) or last - first > MOST_TERMS:
        raise Undefined(expression)
    adds = isinstance(expression, sympy.Sum)
    total: Value = Fraction(0 if adds else 1)
    for count in range(int(first), int(last) + 1):
        term = value(expression.function, {**point, index: Fraction(count)}, digits)
        if isinstance(total, Fraction) != isinstance(term, Fraction):
            total, term = real(total, digits), real(term, digits)
        total = total + term if adds else total * term
    return total


def _cos(expression: Any, point: Point, digits: int) -> Value:
    angle = value(expression.args[0], point, digits)
    if angle == 0:
        return Fraction(1)
    return context(digits).cos(real(angle, digits))


JOINTS: dict[Any, Callable[[Sequence[Walk], Point, int], Value]] = {
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
}
"""What joins the values of its parts."""
RULES: dict[Any, Callable[[Any, Point, int], Value]] = {
    sympy.exp: _exp, sympy.cos: _cos, sympy.log: _log, sympy.Max: partial(_extreme, 1),
    sympy.Min: partial(_extreme, -1), sympy.ceiling: _ceiling, sympy.floor: _floor,
    sympy.Abs: _abs, sympy.Mod: _mod, sympy.Piecewise: _piecewise, sympy.Sum: _folded,
    sympy.Product: _folded,
}  # fmt: skip
