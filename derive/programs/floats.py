"""Programs on plain floats, ``nan`` where a value does not exist: the exact runner says why."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence

from .machine import LOGIC, Arithmetic, Value, missing, runner, settled
from .program import BOUNDS, MOST_TERMS, Program, Undefined, nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NO_FLOAT = Undefined("no real number, or none that a float can hold")


def floats(program: Program) -> Callable[[Sequence[float]], float]:
    """A function of floats in the program's order; ``nan`` where a value does not exist."""
    run = runner(program, FLOATS)

    def value(inputs: Sequence[float]) -> float:
        result = run(inputs)
        return math.nan if isinstance(result, Undefined) else result

    return value


def _guarded(function: Callable[..., float]) -> Callable[..., Value]:
    """What Python raises, at a division by zero or of a logarithm, as a missing value."""
    return settled(function, (ArithmeticError, ValueError), NO_FLOAT)


def _loop(name: str, low: float, high: float, body: Callable[[float], Value]) -> Value:
    if low != math.floor(low) or high != math.floor(high) or high - low >= MOST_TERMS:
        return BOUNDS
    terms = [body(float(index)) for index in range(int(low), int(high) + 1)]
    lost = missing(terms)
    return lost or (sum(terms) if name == "sum" else math.prod(terms))


APPLY: Mapping[str, Callable[..., Any]] = {
    "pi": lambda: math.pi,
    "add": lambda *values: sum(values),
    "mul": lambda *values: math.prod(values),
    "sub": operator.sub,
    "div": _guarded(operator.truediv),
    "pow": _guarded(math.pow),
    "neg": operator.neg,
    "abs": abs,
    **{name: _guarded(getattr(math, name)) for name in "sqrt exp log log2 sin cos".split()},
    "floor": _guarded(lambda value: float(math.floor(value))),
    "ceil": _guarded(lambda value: float(math.ceil(value))),
    "max": max,
    "min": min,
    "lt": operator.lt,
    "le": operator.le,
    "eq": operator.eq,
    "ne": operator.ne,
    **LOGIC,
}
FLOATS = Arithmetic(nearest, APPLY, _guarded(_loop))
