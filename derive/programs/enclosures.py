"""Programs on whole ranges of inputs, in the arithmetic of ``ranges.py``.

A truth is True or False where it holds or fails for all inputs of the range,
NEVER where it fails for those for which it has a value, None where it is open.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from .machine import Arithmetic, Value, runner
from .program import BOUNDS, LOGARITHM, NO_BRANCH, POWER, ROOT, Program, Undefined
from .ranges import (
    ANYTHING,
    INF,
    NEVER,
    TINY,
    Range,
    above_zero,
    add,
    at_most,
    constant,
    differ,
    div,
    down,
    hull,
    larger,
    less,
    mul,
    neg,
    same,
    smaller,
    sub,
    unsure,
    up,
    wide,
)

FEW_TERMS = 64


def over_ranges(program: Program) -> Callable[[Sequence[Range]], Value]:
    """A function of ranges that gives a range, a truth, or Undefined (nowhere defined)."""
    return runner(program, RANGES)


def absolute(operand: Range) -> Range:
    """Size."""
    low = max(0.0, operand[0], -operand[1])
    return low, max(abs(operand[0]), abs(operand[1])), operand[2], operand[3]


def _pow(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except (OverflowError, ValueError):
        return INF


def power(base: Range, exponent: Range) -> Value:
    """A real power; corners suffice, it is monotone in both where the base is positive."""
    e = exponent[0]
    if e == exponent[1] and e == math.floor(e) and abs(e) < 2**31:
        return _whole_power(base, int(e))
    if base[1] < 0:
        return POWER
    low, high = base[0] if base[0] > TINY else 0.0, base[1]
    sure = base[2] and exponent[2] and (base[0] > 0 or (base[0] == 0 and exponent[0] > 0))
    corners = [_pow(x, y) for x in (low, high) for y in exponent[:2]]
    corner_range = wide(min(corners), max(corners), sure=sure)
    return (
        above_zero(corner_range) if base[0] > 0 else (max(0.0, corner_range[0]), *corner_range[1:])
    )


def _whole_power(base: Range, exponent: int) -> Value:
    if exponent < 0:
        raised = _whole_power(base, -exponent)
        return div((1.0, 1.0, True, True), raised)
    if exponent == 0:
        return 1.0, 1.0, base[2], True
    ends = [_signed_power(end, exponent) for end in base[:2]]
    low, high, sure, _ = wide(min(ends), max(ends), sure=base[2])
    if base[0] >= 0:
        # Powers of 0 and 1 are not rounded, so that a probability raised stays one. A 0 that
        # another number underflowed to is no such power.
        low = base[0] if base[0] in (0, 1) else low
        high = base[1] if base[1] in (0, 1) else high
    if exponent % 2 == 0:
        low = 0.0 if base[0] <= 0 <= base[1] else max(0.0, low)
    power_range = (low, high, sure, base[3])
    return above_zero(power_range) if base[0] > 0 else power_range


def _signed_power(base: float, exponent: int) -> float:
    size = _pow(abs(base), float(exponent))
    return -size if base < 0 and exponent % 2 else size


def sqrt(operand: Range) -> Value:
    """Square root."""
    if operand[1] < 0:
        return ROOT
    low = operand[0] if operand[0] > TINY else 0.0
    root = wide(math.sqrt(low), math.sqrt(operand[1]), sure=operand[2] and operand[0] >= 0)
    return above_zero(root) if operand[0] > 0 else (max(0.0, root[0]), *root[1:])


def _exp(number: float) -> float:
    try:
        return math.exp(number)
    except OverflowError:
        return INF


def exp(operand: Range) -> Range:
    """Exponential."""
    return above_zero(wide(_exp(operand[0]), _exp(operand[1]), sure=operand[2]))


def _logarithm(function: Callable[[float], float]) -> Callable[[Range], Value]:
    def value(operand: Range) -> Value:
        if operand[1] <= 0:
            return LOGARITHM
        low = function(operand[0]) if operand[0] > TINY else -INF
        high = function(operand[1]) if operand[1] < INF else INF
        around = wide(low, high, sure=operand[2] and operand[0] > 0)
        # The logarithm of 1 is exactly 0: from there on it is never negative, up to there never
        # positive. Rounded outward it would be a little of both, and no slope would keep its sign.
        low = max(around[0], 0.0) if operand[0] >= 1 else around[0]
        high = min(around[1], 0.0) if operand[1] <= 1 else around[1]
        return low, high, around[2], False

    return value


def _wave(shift: float) -> Callable[[Range], Range]:
    """Sine, or cosine as a shifted one: looked at from peak to peak."""

    def value(operand: Range) -> Range:
        if not operand[1] - operand[0] < 6 or max(abs(operand[0]), abs(operand[1])) > 1e8:
            return -1.0, 1.0, operand[2], False
        a, b = operand[0] + shift, operand[1] + shift
        ends = (math.sin(a), math.sin(b))
        slack = 1e-15 * (8 + abs(a) + abs(b))
        top = math.floor((b - math.pi / 2 + slack) / math.tau) >= math.ceil(
            (a - math.pi / 2 - slack) / math.tau
        )
        bottom = math.floor((b + math.pi / 2 + slack) / math.tau) >= math.ceil(
            (a + math.pi / 2 - slack) / math.tau
        )
        low = -1.0 if bottom else max(-1.0, min(ends) - slack)
        return low, 1.0 if top else min(1.0, max(ends) + slack), operand[2], False

    return value


def _step(function: Callable[[float], float]) -> Callable[[Range], Range]:
    def value(operand: Range) -> Range:
        if operand[3]:
            return operand
        low, high = (float(function(end)) if abs(end) < INF else end for end in operand[:2])
        return low, high, operand[2], True

    return value


def _select(condition: Value, yes: Value, no: Value) -> Value:
    if isinstance(condition, Undefined):
        return condition
    if condition is NEVER:
        return unsure(no)
    return hull(yes, no) if condition is None else yes if condition else no


def _first(truths: Sequence[Value], *, decides: bool) -> Value:
    if any(truth is decides for truth in truths):
        return decides
    if any(truth is None for truth in truths):
        return None
    if NEVER in truths:
        return NEVER
    lost = next((truth for truth in truths if isinstance(truth, Undefined)), None)
    return not decides if lost is None else lost


def _loop(name: str, low: Range, high: Range, body: Callable[[Range], Value]) -> Value:
    """Surely needed terms one by one if they are few, else their number times their range."""
    first, last = low[0], high[1]
    if not (low[3] and high[3]):
        return ANYTHING if low[:2] != low[1::-1] else BOUNDS if _broken(low, high) else ANYTHING
    if low[0] == low[1] and high[0] == high[1] and last - first < FEW_TERMS:
        terms = [body((float(i), float(i), True, True)) for i in range(int(first), int(last) + 1)]
        lost = next((term for term in terms if isinstance(term, Undefined)), None)
        start = (0.0, 0.0, True, True) if name == "sum" else (1.0, 1.0, True, True)
        return lost or reduce(add if name == "sum" else mul, terms, start)
    if name != "sum":
        return ANYTHING
    term = body((first, max(first, last), True, True))
    if isinstance(term, Undefined):
        return ANYTHING
    fewest, most = max(0.0, high[0] - low[1] + 1), max(0.0, last - first + 1)
    return mul((down(fewest), up(most), low[2] and high[2], True), term)


def _broken(low: Range, high: Range) -> bool:
    return any(end[0] == end[1] and end[0] != math.floor(end[0]) for end in (low, high))


def _many(pair: Callable[[Range, Range], Range]) -> Callable[..., Range]:
    return lambda *values: reduce(pair, values)


APPLY: Mapping[str, Callable[..., Value]] = {
    "add": _many(add),
    "mul": _many(mul),
    "max": _many(larger),
    "min": _many(smaller),
    "sub": sub,
    "div": div,
    "pow": power,
    "neg": neg,
    "abs": absolute,
    "sqrt": sqrt,
    "exp": exp,
    "log": _logarithm(math.log),
    "log2": _logarithm(math.log2),
    "sin": _wave(0.0),
    "cos": _wave(math.pi / 2),
    "floor": _step(math.floor),
    "ceil": _step(math.ceil),
    "lt": less,
    "le": at_most,
    "eq": same,
    "ne": differ,
    "and": lambda *truths: _first(truths, decides=False),
    "or": lambda *truths: _first(truths, decides=True),
    "not": lambda truth: not truth if isinstance(truth, bool) else None,
    "true": lambda: True,
    "false": lambda: False,
    "pi": lambda: (down(math.pi), up(math.pi), True, False),
    "select": _select,
    "undefined": lambda: NO_BRANCH,
}
RANGES: Arithmetic = Arithmetic(constant, APPLY, _loop)
