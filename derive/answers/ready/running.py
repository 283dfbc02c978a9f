"""Programs run on numbers of ``numbers.py``; what it does not know it leaves alone."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from .numbers import (
    DIVISION,
    LOGARITHM,
    MOST_BITS,
    OWN,
    POWER,
    ROOT,
    Missing,
    NotReady,
    add,
    compare,
    decimal,
    div,
    mul,
    neg,
    power,
    settled,
    size,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .numbers import Number


def run(steps: Sequence[Any], inputs: Sequence[Any], table: dict[str, Any]) -> Any:
    """The value of a program: numbers, truths, what is missing, or what ``table`` computes with."""
    stack: list[Any] = []
    for step in steps:
        name = step[0]
        if name == "input":
            value = inputs[step[1]]
            if value is None:
                raise NotReady
            stack.append(value)
            continue
        if name == "const":
            stack.append(constant(step[1]))
            continue
        if name not in TAKES:
            raise NotReady
        count = TAKES[name] or step[1]
        taken = stack[-count:]
        del stack[-count:]
        lost = next((one for one in taken if isinstance(one, Missing)), None)
        stack.append(table[name](*taken) if lost is None else lost)
    return stack.pop()


def constant(text: int | str) -> Fraction:
    """An exact number as a program holds it."""
    if isinstance(text, int):
        return Fraction(text)
    above, _, below = text.partition("/")
    return Fraction(int(above), int(below or 1))


# What is not listed (loops, choices) is left to the full engine; 0 is any number.
TAKES = dict.fromkeys(("neg", "abs", "sqrt", "exp", "log", "log2", "floor", "ceil", "not"), 1)
TAKES |= dict.fromkeys(("sub", "div", "pow", "lt", "le", "eq", "ne"), 2)
TAKES |= dict.fromkeys(("add", "mul", "max", "min", "and", "or"), 0)


def _sum(*numbers: Number) -> Number:
    total = numbers[0]
    for one in numbers[1:]:
        total = add(total, one)
    return total


def _product(*numbers: Number) -> Number:
    total = numbers[0]
    for one in numbers[1:]:
        total = mul(total, one)
    return total


def _exactly(*numbers: Number) -> None:
    """Corners of numbers that are no fractions are drawn by the full engine."""
    if not all(isinstance(one, Fraction) for one in numbers):
        raise NotReady


def _extreme(way: int) -> Any:
    def chosen(*numbers: Fraction) -> Fraction:
        _exactly(*numbers)
        return max(numbers) if way > 0 else min(numbers)

    return chosen


def _rounded(way: int) -> Any:
    def whole(number: Fraction) -> Fraction:
        _exactly(number)
        return Fraction(way * (way * number.numerator // number.denominator))

    return whole


def _size(number: Number) -> Number:
    _exactly(number)
    return size(number)


def _log(number: Number) -> Number | Missing:
    if number <= 0:
        return LOGARITHM
    return Fraction(0) if number == 1 else OWN.ln(decimal(number))


def _log2(number: Number) -> Number | Missing:
    if isinstance(number, Fraction) and number > 0:
        above, below = number.numerator, number.denominator
        if above & (above - 1) == 0 and below & (below - 1) == 0:
            return Fraction(above.bit_length() - below.bit_length())
    found = _log(number)
    return found if isinstance(found, Missing) else div(found, OWN.ln(Decimal(2)))


def _exp(number: Number) -> Number:
    if size(number) > MOST_BITS:
        raise NotReady
    return Fraction(1) if number == 0 else settled(OWN.exp(decimal(number)))


SCALAR: dict[str, Any] = {
    "add": _sum,
    "mul": _product,
    "sub": lambda one, other: add(one, neg(other)),
    "div": lambda one, other: DIVISION if other == 0 else div(one, other),
    "pow": power,
    "neg": neg,
    "abs": _size,
    "sqrt": lambda one: ROOT if one < 0 else power(one, Fraction(1, 2)),
    "exp": _exp,
    "log": _log,
    "log2": _log2,
    "floor": _rounded(1),
    "ceil": _rounded(-1),
    "max": _extreme(1),
    "min": _extreme(-1),
    "lt": lambda one, other: compare(one, other) < 0,
    "le": lambda one, other: compare(one, other) <= 0,
    "eq": lambda one, other: compare(one, other) == 0,
    "ne": lambda one, other: compare(one, other) != 0,
    "and": lambda *truths: all(truths),
    "or": lambda *truths: any(truths),
    "not": lambda truth: not truth,
}


# --- the same to seventy digits, where nothing has to be told apart ---------------


def _folded(join: Any) -> Any:
    def folded(*numbers: Number) -> Decimal:
        total = decimal(numbers[0])
        for one in numbers[1:]:
            total = join(total, decimal(one))
        return total

    return folded


def _lifted(base: Number, exponent: Number) -> Number | Missing:
    if isinstance(exponent, Fraction) and exponent.denominator == 1 and exponent < MOST_BITS:
        return DIVISION if base == 0 > exponent else OWN.power(decimal(base), int(exponent))
    if base <= 0:
        return power(Fraction(base), exponent) if base == 0 else POWER
    return OWN.exp(OWN.multiply(OWN.ln(decimal(base)), decimal(exponent)))


def _divided(one: Number, other: Number) -> Number | Missing:
    return DIVISION if other == 0 else OWN.divide(decimal(one), decimal(other))


def _natural(number: Number) -> Number | Missing:
    return LOGARITHM if number <= 0 else OWN.ln(decimal(number))


def _binary(number: Number) -> Number | Missing:
    return LOGARITHM if number <= 0 else OWN.divide(OWN.ln(decimal(number)), OWN.ln(Decimal(2)))


ROUGH: dict[str, Any] = {
    **SCALAR,
    "add": _folded(OWN.add),
    "mul": _folded(OWN.multiply),
    "sub": _folded(OWN.subtract),
    "div": _divided,
    "pow": _lifted,
    "sqrt": lambda one: ROOT if one < 0 else OWN.sqrt(decimal(one)),
    "exp": lambda one: OWN.exp(decimal(one)),
    "log": _natural,
    "log2": _binary,
}
"""For a check that two sides agree, not for a decision between them."""
