"""Programs over plain floats, without compiling anything: an estimate runs each law once."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from derive.programs.machine import Arithmetic, all_of, any_of, choose, runner
from derive.programs.program import MOST_TERMS, Program, Undefined

NAN = math.nan


def _add(*values: float) -> float:
    return sum(values)


def _mul(*values: float) -> float:
    return math.prod(values)


def _div(above: float, below: float) -> float:
    return above / below if below else NAN


def _pow(base: float, exponent: float) -> float:
    # Not base ** exponent: of a negative base that would be a complex number.
    try:
        return math.pow(base, exponent)
    except (ValueError, OverflowError):
        return NAN


def _logarithm(of: Callable[[float], float]) -> Callable[[float], float]:
    return lambda value: of(value) if value > 0 else NAN


def _whole(rounding: Callable[[float], int]) -> Callable[[float], float]:
    return lambda value: float(rounding(value)) if math.isfinite(value) else NAN


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "pi": lambda: math.pi,
    "add": _add,
    "mul": _mul,
    "sub": lambda first, second: first - second,
    "div": _div,
    "pow": _pow,
    "neg": lambda value: -value,
    "abs": abs,
    "sqrt": lambda value: math.sqrt(value) if value >= 0 else NAN,
    "exp": math.exp,
    "log": _logarithm(math.log),
    "log2": _logarithm(math.log2),
    "sin": math.sin,
    "cos": math.cos,
    "asin": math.asin,
    "acos": math.acos,
    "tanh": math.tanh,
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "max": max,
    "min": min,
    "lt": lambda first, second: first < second,
    "le": lambda first, second: first <= second,
    "eq": lambda first, second: first == second,
    "ne": lambda first, second: first != second,
    "and": all_of,
    "or": any_of,
    "not": lambda truth: not truth,
    "true": lambda: True,
    "false": lambda: False,
    "select": choose,
    "undefined": lambda: NAN,
}


def _loop(name: str, low: float, high: float, body: Callable[[float], float]) -> float:
    if not 0 <= high - low < MOST_TERMS:
        return NAN
    terms = [body(float(index)) for index in range(int(low), int(high) + 1)]
    return sum(terms) if name == "sum" else math.prod(terms)


FLOATS = Arithmetic(constant=float, apply=OPERATIONS, loop=_loop)


def floats(program: Program) -> Callable[[Sequence[float]], float]:
    """A function of floats in the program's order; ``nan`` where a value does not exist."""
    run = runner(program, FLOATS)

    def value(inputs: Sequence[float]) -> float:
        result = run(inputs)
        return NAN if isinstance(result, Undefined) else result

    return value
