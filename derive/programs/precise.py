"""Programs at high precision: numbers of 50 digits, and intervals that certify signs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, DecimalException
from fractions import Fraction
from functools import cache, partial, reduce

from .interval_arithmetic import Interval, IntervalArithmetic, interval_arithmetic
from .interval_functions import FUNCTIONS, DecimalArithmetic, pi
from .machine import LOGIC, Arithmetic, Value, missing, runner
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
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DIGITS = 50
SPARE = 10
TIE = Undecided("an interval around zero")
LARGEST = Decimal(1 << 40)
"""The largest exponent that is taken as a whole number; of others the logarithm is enough."""


def precisely(program: Program, digits: int = DIGITS) -> Callable[[Sequence[Any]], Value]:
    """A function of fractions or floats that gives a Decimal, or a truth."""
    arithmetic = numbers(digits)
    run = runner(program, arithmetic)

    def value(values: Sequence[Any]) -> Value:
        try:
            return run([arithmetic.constant(Fraction(value)) for value in values])
        except DecimalException:  # beyond the exponents of decimals
            return TOO_LARGE

    return value


def certainly(program: Program, digits: int = DIGITS) -> Callable[[Sequence[Any]], Value]:
    """A function that gives intervals which surely hold the value.

    It takes fractions or floats, or pairs of them that stand for all numbers
    in between; Undecided is what an interval around zero leaves open.
    """
    arithmetic = intervals(digits)
    run = runner(program, arithmetic)

    def put(value: Any) -> Interval:
        low, high = value if isinstance(value, tuple) else (value, value)
        bottom: Interval = arithmetic.constant(Fraction(low))
        top: Interval = bottom if low == high else arithmetic.constant(Fraction(high))
        return Interval(bottom.low, top.high)

    return lambda values: run([put(value) for value in values])


@cache
def numbers(digits: int) -> Arithmetic:
    """Arithmetic of decimals with that many digits, and ten to spare."""
    own = DecimalArithmetic(digits + SPARE)
    table = Table(own, own.function, own.pi)
    return Arithmetic(own.constant, table.functions(), table.loop)


@cache
def intervals(digits: int) -> Arithmetic:
    """Interval arithmetic with that many digits, and ten to spare."""
    own = interval_arithmetic(digits + SPARE)
    table = Table(own, lambda name, value: FUNCTIONS[name](own, value), lambda: pi(own))
    return Arithmetic(own.constant, table.functions(), table.loop)


class Table:
    """The operations in one arithmetic; a comparison may be None where it is open."""

    def __init__(
        self,
        own: DecimalArithmetic | IntervalArithmetic,
        function: Callable[[str, Any], Any],
        pi: Callable[[], Any],
    ) -> None:
        self.own: Any = own
        self.function = function
        self.pi = pi
        self.zero = own.constant(0)

    def functions(self) -> dict[str, Callable[..., Value]]:
        """The table by operation."""
        own = self.own
        return {
            "add": lambda *values: reduce(own.add, values),
            "mul": lambda *values: reduce(own.multiply, values),
            "sub": own.subtract,
            "neg": own.minus,
            "div": self.div,
            "pow": self.pow,
            "sqrt": lambda value: self.positive(value, own.sqrt, ROOT, allowed=0),
            "log": lambda value: self.positive(value, own.ln, LOGARITHM),
            "log2": lambda value: self.positive(value, partial(self.function, "log2"), LOGARITHM),
            "exp": own.exp,
            "sin": lambda value: self.function("sin", value),
            "cos": lambda value: self.function("cos", value),
            "pi": self.pi,
            "abs": own.abs,
            "floor": self.floor,
            "ceil": lambda value: self.floor(value, upwards=True),
            "max": lambda *values: reduce(own.larger, values),
            "min": lambda *values: reduce(own.smaller, values),
            "lt": lambda left, right: self.compared(left, right, -1),
            "le": lambda left, right: self.compared(left, right, -1, 0),
            "eq": lambda left, right: self.compared(left, right, 0),
            "ne": lambda left, right: self.compared(left, right, -1, 1),
            **LOGIC,
        }

    def sign(self, value: Any) -> int | None:
        """The sign of a value, where it has one."""
        sign: int | None = self.own.compare(value, self.zero)
        return sign

    def compared(self, left: Any, right: Any, *signs: int) -> Value:
        """Whether a comparison comes out as one of those."""
        sign = self.own.compare(left, right)
        return TIE if sign is None else sign in signs

    def positive(
        self, value: Any, function: Callable[[Any], Any], why: Value, allowed: int = 1
    ) -> Value:
        """A function that only takes what is positive, or also 0."""
        sign = self.sign(value)
        return TIE if sign is None else why if sign < allowed else function(value)

    def div(self, above: Any, below: Any) -> Value:
        """Quotient."""
        sign = self.sign(below)
        return TIE if sign is None else DIVISION if sign == 0 else self.own.divide(above, below)

    def pow(self, base: Any, exponent: Any) -> Value:
        """Real power."""
        own, sign = self.own, self.sign(base)
        if sign is None:
            return TIE
        if sign == 0:
            grows = self.sign(exponent)
            return TIE if grows is None else DIVISION if grows < 0 else own.constant(grows == 0)
        whole = self.whole(exponent)
        if whole is not None:
            return own.power(base, whole)
        if sign < 0:
            return POWER if self.narrow(exponent) else TIE
        return own.exp(own.multiply(exponent, own.ln(base)))

    def whole(self, value: Any) -> int | None:
        """The integer that a value surely is."""
        low, high = self.own.ends(value)
        fits = low == high == low.to_integral_value(ROUND_FLOOR) and -LARGEST < low < LARGEST
        return int(low) if fits else None

    def narrow(self, value: Any) -> bool:
        """Whether no integer lies within a value."""
        low, high = (end.to_integral_value(ROUND_FLOOR) for end in self.own.ends(value))
        return bool(low == high != self.own.ends(value)[0])

    def floor(self, value: Any, *, upwards: bool = False) -> Value:
        """The integer next below all numbers of a value, or next above."""
        rounding = ROUND_CEILING if upwards else ROUND_FLOOR
        low, high = (end.to_integral_value(rounding) for end in self.own.ends(value))
        return self.own.point(low) if low == high else TIE

    def loop(self, name: str, low: Any, high: Any, body: Callable[[Any], Value]) -> Value:
        """A sum or product, term by term."""
        own = self.own
        first, last = self.whole(low), self.whole(high)
        if first is None or last is None:
            return BOUNDS
        if last - first >= MOST_TERMS:
            return TOO_LONG
        total, join = own.constant(name != "sum"), own.add if name == "sum" else own.multiply
        for index in range(first, last + 1):
            term = body(own.constant(index))
            if missing([term]) is not None:
                return term
            total = join(total, term)
        return total
