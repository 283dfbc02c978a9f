"""Programs at high precision: numbers of 50 digits, and intervals that certify signs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, reduce
from operator import add, mul
from typing import Any

import mpmath
from mpmath.ctx_iv import MPIntervalContext

from .machine import Arithmetic, Value, all_of, any_of, choose, missing, runner
from .program import (
    ANGLE,
    BOUNDS,
    DIVISION,
    LOGARITHM,
    MOST_TERMS,
    NO_BRANCH,
    POWER,
    ROOT,
    TOO_LARGE,
    TOO_LONG,
    Program,
    Undecided,
)

DIGITS = 50
TIE = Undecided("an interval around zero")
LARGEST = 1 << 40
"""The largest size of an exponent that is computed with."""


def precisely(program: Program, digits: int = DIGITS) -> Callable[[Sequence[Any]], Value]:
    """A function of fractions or floats that gives a number of mpmath, or a truth."""
    arithmetic = numbers(digits)
    run = runner(program, arithmetic)
    return lambda values: run([arithmetic.constant(Fraction(value)) for value in values])


def certainly(program: Program, digits: int = DIGITS) -> Callable[[Sequence[Any]], Value]:
    """A function that gives intervals which surely hold the value.

    It takes fractions or floats, or pairs of them that stand for all numbers
    in between; Undecided is what an interval around zero leaves open.
    """
    arithmetic = intervals(digits)
    run = runner(program, arithmetic)

    def put(value: Any) -> Any:
        low, high = value if isinstance(value, tuple) else (value, value)
        ends = arithmetic.constant(Fraction(low)), arithmetic.constant(Fraction(high))
        return ends[0] if low == high else ends[0].ctx.mpf([ends[0].a, ends[1].b])

    return lambda values: run([put(value) for value in values])


@cache
def numbers(digits: int) -> Arithmetic:
    """Arithmetic of mpmath with that many digits, and ten to spare."""
    own = mpmath.mp.clone()
    own.dps = digits + 10
    table = Table(own, lambda value: (value > 0) - (value < 0))
    functions = table.functions()
    functions |= {name: table.angle(name) for name in ("asin", "acos")}
    functions |= {"floor": own.floor, "ceil": own.ceil, "tanh": own.tanh}
    return Arithmetic(table.constant, functions, table.loop)


@cache
def intervals(digits: int) -> Arithmetic:
    """Interval arithmetic of mpmath; what it has no function for stays undecided."""
    own = MPIntervalContext()
    own.dps = digits + 10
    table = Table(own, interval_sign)
    functions = table.functions()
    functions |= dict.fromkeys(("asin", "acos"), lambda _: TIE)
    functions |= {"floor": table.floor, "ceil": lambda value: _minus(table.floor(-value))}
    functions |= {"tanh": lambda v: 1 - 2 / (own.exp(2 * v) + 1)}
    return Arithmetic(table.constant, functions, table.loop)


def interval_sign(value: Any) -> int | None:
    """The sign of all numbers of an interval."""
    if value.a > 0 or value.b < 0:
        return 1 if value.a > 0 else -1
    return 0 if value.a == 0 == value.b else None


def _minus(value: Value) -> Value:
    return value if isinstance(value, Undecided) else -value


class Table:
    """The operations in one context of mpmath; ``sign`` may be None where it is open."""

    def __init__(self, own: Any, sign: Callable[[Any], int | None]) -> None:
        self.own = own
        self.sign = sign

    def constant(self, number: Fraction) -> Any:
        """A fraction in this arithmetic."""
        return self.own.mpf(number.numerator) / number.denominator

    def functions(self) -> dict[str, Callable[..., Value]]:
        """The table by operation."""
        own = self.own
        return {
            "add": lambda *values: reduce(add, values),
            "mul": lambda *values: reduce(mul, values),
            "sub": lambda one, other: one - other,
            "neg": lambda value: -value,
            "div": self.div,
            "pow": self.pow,
            "sqrt": lambda value: self.positive(value, own.sqrt, ROOT, allowed=0),
            "log": lambda value: self.positive(value, own.log, LOGARITHM),
            "log2": lambda value: self.positive(value, self.log2, LOGARITHM),
            "exp": lambda value: TOO_LARGE if abs(value) > LARGEST else own.exp(value),
            "sin": own.sin,
            "cos": own.cos,
            "pi": lambda: own.mpf(own.pi),
            "abs": abs,
            "max": lambda *values: reduce(self.larger, values),
            "min": lambda *values: _minus(reduce(self.larger, [-value for value in values])),
            "lt": lambda one, other: self.compared(one - other, -1),
            "le": lambda one, other: self.compared(one - other, -1, 0),
            "eq": lambda one, other: self.compared(one - other, 0),
            "ne": lambda one, other: self.compared(one - other, -1, 1),
            "and": all_of,
            "or": any_of,
            "not": lambda truth: not truth,
            "true": lambda: True,
            "false": lambda: False,
            "select": choose,
            "undefined": lambda: NO_BRANCH,
        }

    def compared(self, gap: Any, *signs: int) -> Value:
        """Whether the sign of a difference is one of those."""
        sign = self.sign(gap)
        return TIE if sign is None else sign in signs

    def larger(self, one: Value, other: Value) -> Value:
        """The larger of two."""
        if isinstance(one, Undecided):
            return one
        sign = self.sign(one - other)
        return TIE if sign is None else one if sign > 0 else other

    def log2(self, value: Any) -> Any:
        """Logarithm to base 2; that of a power of two is a whole number, not one nearby."""
        if hasattr(self.own, "frexp"):
            mantissa, exponent = self.own.frexp(value)
            if mantissa == 0.5:
                return self.own.mpf(exponent - 1)
        return self.own.log(value) / self.own.log(self.own.mpf(2))

    def positive(
        self, value: Any, function: Callable[[Any], Any], why: Value, allowed: int = 1
    ) -> Value:
        """A function that only takes what is positive, or also 0."""
        sign = self.sign(value)
        return TIE if sign is None else why if sign < allowed else function(value)

    def angle(self, name: str) -> Callable[[Any], Value]:
        """Inverse sine or cosine, of what lies between -1 and 1."""
        return lambda value: ANGLE if abs(value) > 1 else getattr(self.own, name)(value)

    def div(self, above: Any, below: Any) -> Value:
        """Quotient."""
        sign = self.sign(below)
        return TIE if sign is None else DIVISION if sign == 0 else above / below

    def pow(self, base: Any, exponent: Any) -> Value:
        """Real power."""
        sign, whole = self.sign(base), self.whole(exponent)
        if sign is None:
            return TIE
        if abs(exponent) > LARGEST:
            return TOO_LARGE
        if sign == 0:
            grows = self.sign(exponent)
            return TIE if grows is None else DIVISION if grows < 0 else self.own.mpf(grows == 0)
        if whole is not None:
            return base**whole
        if sign < 0:
            return POWER if self.narrow(exponent) else TIE
        return self.own.exp(exponent * self.own.log(base))

    def whole(self, value: Any) -> int | None:
        """The integer that a value surely is."""
        low, high = getattr(value, "a", value), getattr(value, "b", value)
        return int(low) if low == high == mpmath.floor(low) and abs(low) < LARGEST else None

    def narrow(self, value: Any) -> bool:
        """Whether no integer lies within a value."""
        low, high = getattr(value, "a", value), getattr(value, "b", value)
        return bool(mpmath.floor(low) == mpmath.floor(high) != low)

    def floor(self, value: Any) -> Value:
        """The integer below all numbers of an interval."""
        low, high = mpmath.floor(value.a), mpmath.floor(value.b)
        return self.own.mpf(low) if low == high else TIE

    def loop(self, name: str, low: Any, high: Any, body: Callable[[Any], Value]) -> Value:
        """A sum or product, term by term."""
        first, last = self.whole(low), self.whole(high)
        if first is None or last is None:
            return BOUNDS
        if last - first >= MOST_TERMS:
            return TOO_LONG
        total = self.own.mpf(name != "sum")
        for index in range(first, last + 1):
            term = body(self.own.mpf(index))
            if missing([term]) is not None:
                return term
            total = total + term if name == "sum" else total * term
        return total
