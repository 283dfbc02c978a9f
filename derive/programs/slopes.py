"""Programs of one input on ranges, together with the range of their derivative.

A value is a pair: where the values lie, and where the slopes lie. A slope
that keeps its sign proves that the function is monotone, hence that it has
at most one root there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce

from . import ranges as at
from .enclosures import APPLY, RANGES, power
from .machine import Arithmetic, Value, runner
from .program import Program, Undefined
from .ranges import ANYTHING, Range

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

Pair: TypeAlias = "tuple[Any, Any]"
ONE: Range = (1.0, 1.0, True, True)
TWO: Range = (2.0, 2.0, True, True)
ZERO: Range = (0.0, 0.0, True, True)
LOG_TWO = at.wide(math.log(2), math.log(2), sure=True)


def with_slope(program: Program) -> Callable[[Range], Value]:
    """A function of one range that gives the pair, or Undefined (nowhere defined)."""
    run = runner(program, SLOPES)
    return lambda x: run([(x, ONE)])


def _pair(value: Value, slope: Value) -> Value:
    if isinstance(value, Undefined):
        return value
    return value, ANYTHING if isinstance(slope, Undefined) else slope


def _add(*parts: Pair) -> Value:
    return _pair(reduce(at.add, (p[0] for p in parts)), reduce(at.add, (p[1] for p in parts)))


def _sub(left: Pair, right: Pair) -> Value:
    return _pair(at.sub(left[0], right[0]), at.sub(left[1], right[1]))


def _times(left: Pair, right: Pair) -> Pair:
    slope = at.add(at.mul(left[1], right[0]), at.mul(left[0], right[1]))
    return at.mul(left[0], right[0]), slope


def _mul(*parts: Pair) -> Value:
    return reduce(_times, parts)


def _div(above: Pair, below: Pair) -> Value:
    value = at.div(above[0], below[0])
    if isinstance(value, Undefined):
        return value
    return _pair(value, at.div(at.sub(above[1], at.mul(value, below[1])), below[0]))


def _neg(operand: Pair) -> Value:
    return at.neg(operand[0]), at.neg(operand[1])


def _pow(base: Pair, exponent: Pair) -> Value:
    """``x**c`` has slope ``c x**(c-1) x'``; a moving exponent goes through logarithms."""
    value = power(base[0], exponent[0])
    if isinstance(value, Undefined):
        return value
    if exponent[1][:2] == (0.0, 0.0):
        lower = power(base[0], at.sub(exponent[0], ONE)) if exponent[0][:2] != (1.0, 1.0) else ONE
        slope = lower if isinstance(lower, Undefined) else at.mul(exponent[0], lower)
        return _pair(value, slope if isinstance(slope, Undefined) else at.mul(slope, base[1]))
    logarithm = _chain("log", lambda x, _: at.div(ONE, x))(base)
    if isinstance(logarithm, Undefined):
        return value, ANYTHING
    return _pair(value, at.mul(value, _times(exponent, logarithm)[1]))


def _chain(name: str, slope: Callable[[Range, Range], Value]) -> Callable[[Pair], Value]:
    """A function of one argument, whose slope is told from argument and value."""

    def applied(operand: Pair) -> Value:
        value = APPLY[name](operand[0])
        if isinstance(value, Undefined):
            return value
        outer = slope(operand[0], value)
        return _pair(value, outer if isinstance(outer, Undefined) else at.mul(outer, operand[1]))

    return applied


def _kink(name: str) -> Callable[..., Value]:
    """Max and min: between the slopes of both, wherever the two meet."""

    def pair(left: Pair, right: Pair) -> Pair:
        value = APPLY[name](left[0], right[0])
        small, large = (left, right) if at.less(left[0], right[0]) is True else (right, left)
        if at.less(small[0], large[0]) is True:
            return value, (large if name == "max" else small)[1]
        # Either may be the larger one in the range; at a kink the slope lies between both.
        return value, at.hull(left[1], right[1])

    return lambda *parts: reduce(pair, parts)


def _jump(name: str) -> Callable[[Pair], Value]:
    def applied(operand: Pair) -> Value:
        value = APPLY[name](operand[0])
        return value, ZERO if value[0] == value[1] else ANYTHING

    return applied


def _select(condition: Value, yes: Value, no: Value) -> Value:
    if isinstance(condition, Undefined):
        return condition
    if condition is at.NEVER:
        return no if isinstance(no, Undefined) else (at.unsure(no[0]), no[1])
    if condition is not None:
        return yes if condition else no
    parts = [part if isinstance(part, Undefined) else part[0] for part in (yes, no)]
    return _pair(at.hull(*parts), ANYTHING)


def _loop(name: str, low: Pair, high: Pair, body: Callable[[Any], Value]) -> Value:
    """Where the bounds stand still, the slopes add up; else they are unknown."""

    def value(index: Range) -> Value:
        term = body((index, ZERO))
        return term if isinstance(term, Undefined) else term[0]

    def slope(index: Range) -> Value:
        term = body((index, ZERO))
        return term if isinstance(term, Undefined) else term[1]

    fixed = name == "sum" and low[0][0] == low[0][1] and high[0][0] == high[0][1]
    slopes = RANGES.loop(name, low[0], high[0], slope) if fixed else ANYTHING
    return _pair(RANGES.loop(name, low[0], high[0], value), slopes)


def _compare(name: str) -> Callable[[Pair, Pair], Value]:
    return lambda left, right: APPLY[name](left[0], right[0])


SMOOTH: Mapping[str, Callable[..., Value]] = {
    "add": _add,
    "mul": _mul,
    "sub": _sub,
    "div": _div,
    "neg": _neg,
    "pow": _pow,
    "abs": lambda operand: _kink("max")(operand, _neg(operand)),
    "max": _kink("max"),
    "min": _kink("min"),
    "sqrt": _chain("sqrt", lambda _, y: at.div(ONE, at.mul(TWO, y))),
    "exp": _chain("exp", lambda _, y: y),
    "log": _chain("log", lambda x, _: at.div(ONE, x)),
    "log2": _chain("log2", lambda x, _: at.div(ONE, at.mul(x, LOG_TWO))),
    "sin": _chain("sin", lambda x, _: APPLY["cos"](x)),
    "cos": _chain("cos", lambda x, _: at.neg(APPLY["sin"](x))),
    "floor": _jump("floor"),
    "ceil": _jump("ceil"),
    "pi": lambda: (APPLY["pi"](), ZERO),
    "select": _select,
    **{name: _compare(name) for name in ("lt", "le", "eq", "ne")},
}
SLOPES = Arithmetic(
    lambda number: (at.constant(Fraction(number)), ZERO), {**APPLY, **SMOOTH}, _loop
)
