"""From a program of arithmetic back to a SymPy expression."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from derive.programs.program import Program, arguments

_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": sympy.Add, "mul": sympy.Mul, "sub": lambda left, right: left - right,
    "div": lambda left, right: left / right, "pow": sympy.Pow, "neg": lambda value: -value,
    "abs": sympy.Abs, "sqrt": sympy.sqrt, "exp": sympy.exp, "log": sympy.log,
    "log2": lambda value: sympy.log(value, 2), "floor": sympy.floor, "ceil": sympy.ceiling,
    "max": sympy.Max, "min": sympy.Min, "pi": lambda: sympy.pi,
}  # fmt: skip


def expression(program: Program, letters: Mapping[str, Any]) -> Any:
    """What a program computes, of these letters."""
    stack: list[Any] = []
    for step in program.steps:
        if step.operation == "input":
            stack.append(letters[program.inputs[step.count]])
        elif step.operation == "const":
            stack.append(sympy.Rational(step.number.numerator, step.number.denominator))
        else:
            count = arguments(step)
            taken = stack[len(stack) - count :]
            del stack[len(stack) - count :]
            stack.append(_OPERATIONS[step.operation](*taken))
    return stack.pop()
