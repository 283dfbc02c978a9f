"""Programs in exact arithmetic: fractions where the operations stay rational.

Other values are real numbers in normal form, of which any number of digits
can be had.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import reduce

from ..frozen import Record
from . import reals
from .machine import LOGIC, Arithmetic, Value, by_sign, missing, runner, settled
from .program import (
    BOUNDS,
    DIVISION,
    LOGARITHM,
    MOST_TERMS,
    POWER,
    ROOT,
    TOO_LARGE,
    TOO_LONG,
    Program,
    Undecided,
    Undefined,
)
from .reals import Number, Open, Real

TIE = Undecided("two sides that 400 digits do not tell apart")
MOST_EXPONENT = 1 << 14
LARGEST_EXPONENTIAL = 1 << 40
"""The exponential of a fraction is kept as a power of e and never written out."""


class Exact(Record):
    """A value and whether it is exact: a fraction, or a Decimal with 50 digits and more."""

    value: Fraction | Decimal
    exact: bool


def exact(program: Program, values: Sequence[Fraction]) -> Exact | bool | Undefined | Undecided:
    """Run a program on fractions, by place; a condition gives a truth."""
    result = exactly(program)(values)
    if isinstance(result, Fraction):
        return Exact(result, exact=True)
    if isinstance(result, Real):
        zero = _settled(reals.sign)(result) == 0
        return Exact(Fraction(0), exact=True) if zero else Exact(reals.decimal(result), exact=False)
    missing_or_truth: bool | Undefined | Undecided = result
    return missing_or_truth


def exactly(program: Program) -> Callable[[Sequence[Fraction]], Value]:
    """The same as a function that gives Fraction, Real, a truth, Undefined or Undecided."""
    return runner(program, EXACT)


def _settled(function: Callable[..., Value]) -> Callable[..., Value]:
    return settled(function, Open, TIE)


def _sub(left: Number, right: Number) -> Number:
    return reals.add(left, -right if isinstance(right, Fraction) else reals.neg(right))


def _div(above: Number, below: Number) -> Value:
    if reals.sign(below) == 0:
        return DIVISION
    if isinstance(above, Fraction) and isinstance(below, Fraction):
        return above / below
    return reals.mul(above, reals.power(below, Fraction(-1)))


def _pow(base: Number, exponent: Number) -> Value:
    sign = reals.sign(base)
    if sign == 0:
        grows = reals.sign(exponent)
        return DIVISION if grows < 0 else Fraction(1 if grows == 0 else 0)
    if isinstance(exponent, Real):
        return POWER if sign < 0 else reals.exp(reals.mul(exponent, reals.log(base)))
    if sign < 0 and exponent.denominator != 1:
        return POWER
    if abs(exponent) > MOST_EXPONENT and base not in {1, -1}:
        return TOO_LARGE
    return reals.power(base, exponent)


def _sqrt(number: Number) -> Value:
    sign = reals.sign(number)
    return ROOT if sign < 0 else _pow(number, Fraction(1, 2))


def _log2(number: Number) -> Value:
    if reals.sign(number) <= 0:
        return LOGARITHM
    return _div(reals.log(number), reals.log(Fraction(2)))


def _exp(number: Number) -> Value:
    if isinstance(number, Fraction) and abs(number) > LARGEST_EXPONENTIAL:
        return TOO_LARGE
    return reals.exp(number)


def _angle(name: str) -> Callable[[Number], Value]:
    """Sine and cosine are known at 0 and at halves of the circle number."""

    def value(number: Number) -> Value:
        turns = reals.mul(number, reals.power(reals.PI, Fraction(-1)))
        if isinstance(turns, Fraction) and (2 * turns).denominator == 1:
            quarter = int(2 * turns) + (1 if name == "cos" else 0)
            return Fraction((0, 1, 0, -1)[quarter % 4])
        return reals.opaque(f"{name} of", number)

    return value


def _compared(left: Number, right: Number) -> int:
    return reals.sign(_sub(left, right))


def _loop(name: str, low: Number, high: Number, body: Callable[[Number], Value]) -> Value:
    """Add up or multiply over integers, a bounded number of them."""
    whole = all(isinstance(bound, Fraction) and bound.denominator == 1 for bound in (low, high))
    if not whole:
        return BOUNDS
    assert isinstance(low, Fraction)
    assert isinstance(high, Fraction)
    if high - low >= MOST_TERMS:
        return TOO_LONG
    total: Number = Fraction(0 if name == "sum" else 1)
    join = reals.add if name == "sum" else reals.mul
    for index in range(int(low), int(high) + 1):
        term = body(Fraction(index))
        lost = missing([term])
        if lost is not None:
            return lost
        total = join(total, term)
    return total


def _many(pair: Callable[[Number, Number], Number]) -> Callable[..., Value]:
    return _settled(lambda *values: reduce(pair, values))


APPLY: Mapping[str, Callable[..., Value]] = {
    "add": _many(reals.add),
    "mul": _many(reals.mul),
    "max": _many(lambda left, right: left if _compared(left, right) >= 0 else right),
    "min": _many(lambda left, right: right if _compared(left, right) >= 0 else left),
    "sub": _settled(_sub),
    "div": _settled(_div),
    "pow": _settled(_pow),
    "neg": lambda value: -value if isinstance(value, Fraction) else reals.neg(value),
    "abs": _settled(lambda x: reals.neg(x) if reals.sign(x) < 0 else x),
    "sqrt": _settled(_sqrt),
    "exp": _settled(_exp),
    "log": _settled(lambda x: LOGARITHM if reals.sign(x) <= 0 else reals.log(x)),
    "log2": _settled(_log2),
    "sin": _settled(_angle("sin")),
    "cos": _settled(_angle("cos")),
    "floor": _settled(lambda value: Fraction(reals.floor(value))),
    "ceil": _settled(lambda value: Fraction(-reals.floor(_sub(Fraction(0), value)))),
    **{name: _settled(compare) for name, compare in by_sign(_compared).items()},
    **LOGIC,
    "pi": lambda: reals.PI,
}
EXACT = Arithmetic(lambda number: number, APPLY, _settled(_loop))
