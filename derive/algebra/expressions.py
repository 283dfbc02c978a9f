"""From a program of arithmetic back to a SymPy expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from derive.programs.machine import Arithmetic, runner
from derive.programs.program import Program

_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": sympy.Add, "mul": sympy.Mul, "sub": lambda left, right: left - right,
    "div": lambda left, right: left / right, "pow": sympy.Pow, "neg": lambda value: -value,
    "abs": sympy.Abs, "sqrt": sympy.sqrt, "exp": sympy.exp, "log": sympy.log,
    "log2": lambda value: sympy.log(value, 2), "floor": sympy.floor, "ceil": sympy.ceiling,
    "max": sympy.Max, "min": sympy.Min, "pi": lambda: sympy.pi,
}  # fmt: skip


def _loop(name: str, *_: Any) -> Any:
    raise NotImplementedError(name)


SYMBOLIC = Arithmetic(
    lambda number: sympy.Rational(number.numerator, number.denominator), _OPERATIONS, _loop
)


def expression(program: Program, letters: Mapping[str, Any]) -> Any:
    """What a program computes, of these letters."""
    return runner(program, SYMBOLIC)([letters[name] for name in program.inputs])
