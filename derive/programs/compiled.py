"""Programs as fast Python functions of plain floats.

The functions are built from syntax tree nodes and compiled; no text of code
is ever made. A value that does not exist comes back as ``nan``: the exact
runner says why.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .program import LOOPS, MOST_TERMS, Program, Step, nearest, reduced

Function = Callable[..., float]
COMPARISONS: Mapping[str, type[ast.cmpop]] = {
    "lt": ast.Lt,
    "le": ast.LtE,
    "eq": ast.Eq,
    "ne": ast.NotEq,
}
SIGNS: Mapping[str, type[ast.operator]] = {
    "add": ast.Add,
    "mul": ast.Mult,
    "sub": ast.Sub,
    "div": ast.Div,
}
SMALL_POWER = 4


class Writer:
    """Turns steps into one expression of Python; names come from a fixed list."""

    def __init__(self) -> None:
        self.loops: list[str] = []
        self.made = 0

    def expression(self, steps: tuple[Step, ...]) -> ast.expr:
        """The expression whose value the steps leave."""
        return reduced(steps, self.step).pop()

    def step(self, step: Step, taken: list[ast.expr]) -> ast.expr:
        """One operation applied to expressions."""
        name = step.operation
        if name == "const":
            return ast.Constant(nearest(step.number))
        if name == "input":
            return read(f"x{step.count}")
        if name == "index":
            return read(self.loops[-1 - step.count])
        if name in LOOPS:
            return self.loop(step, taken)
        if name in SIGNS:
            return self.signs(SIGNS[name], taken)
        if name in COMPARISONS:
            return self.compared(COMPARISONS[name](), taken)
        if name == "pow":
            return self.power(*taken)
        return self.other(name, taken)

    def other(self, name: str, taken: list[ast.expr]) -> ast.expr:
        """Operations that Python has a sign of its own for, or a function."""
        if name == "neg":
            return ast.UnaryOp(ast.USub(), taken[0])
        if name == "not":
            return ast.UnaryOp(ast.Not(), taken[0])
        if name in {"and", "or"}:
            return ast.BoolOp(ast.And() if name == "and" else ast.Or(), taken)
        if name == "select":
            return ast.IfExp(*taken)
        if name in {"true", "false"}:
            return ast.Constant(name == "true")
        if name in {"pi", "undefined"}:
            return ast.Constant(math.pi if name == "pi" else math.nan)
        return call(name, *taken)

    def signs(self, sign: type[ast.operator], taken: list[ast.expr]) -> ast.expr:
        """``a + b + c``, from left to right."""
        result = taken[0]
        for part in taken[1:]:
            result = ast.BinOp(result, sign(), part)
        return result

    def compared(self, sign: ast.cmpop, taken: list[ast.expr]) -> ast.expr:
        """A comparison of two values."""
        return ast.Compare(taken[0], [sign], [taken[1]])

    def power(self, base: ast.expr, exponent: ast.expr) -> ast.expr:
        """A small whole power of a name is multiplied out, the others are called."""
        if isinstance(base, ast.Name) and isinstance(exponent, ast.Constant):
            for small in range(1, SMALL_POWER + 1):
                if exponent.value == small:
                    copies: list[ast.expr] = [read(base.id) for _ in range(small)]
                    return self.signs(ast.Mult, copies)
        return call("pow", base, exponent)

    def loop(self, step: Step, bounds: list[ast.expr]) -> ast.expr:
        """A sum or product over a range of integers."""
        name = f"i{self.made}"
        self.made += 1
        self.loops.append(name)
        body = self.expression(step.body)
        self.loops.pop()
        span = ast.comprehension(ast.Name(name, ast.Store()), call("span", *bounds), [], 0)
        return call(step.operation, ast.GeneratorExp(body, [span]))


def read(name: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(name, ast.Load())


def call(name: str, *taken: ast.expr) -> ast.expr:
    """A call of one of our own functions."""
    return ast.Call(read(f"{name}_" if not name.endswith("_") else name), list(taken), [])


def parameters(names: list[str]) -> ast.arguments:
    """Parameters by place."""
    return ast.arguments([ast.arg(name) for name in names], [], None, [], [], None, [])


def compiled(program: Program) -> Function:
    """A function of plain floats in the order of the inputs; ``nan`` where undefined.

    A value that does not exist makes Python raise; the handler turns that into
    ``nan`` and costs nothing where all is well.
    """
    names = [f"x{place}" for place in range(len(program.inputs))]
    value = ast.Return(Writer().expression(program.steps))
    handler = ast.ExceptHandler(read("errors_"), None, [ast.Return(read("nan_"))])
    body: list[ast.stmt] = [ast.Try([value], [handler], [], [])]
    definition = ast.FunctionDef("program", parameters(names), body, [])
    definition.type_params = []  # type: ignore[attr-defined]  # a field of Python 3.12
    module = ast.fix_missing_locations(ast.Module([definition], []))
    scope = {f"{name}_": item for name, item in FLOATS.items()} | {"__builtins__": {}}
    exec(compile(module, "<program>", "exec"), scope)  # noqa: S102  # a tree of our own nodes, no text
    made: Function = scope["program"]
    return made


def span(low: float, high: float) -> Iterator[float]:
    """The integers of a sum, as floats so that nothing grows without bound."""
    if low != math.floor(low) or high != math.floor(high) or high - low >= MOST_TERMS:
        raise ValueError
    return map(float, range(int(low), int(high) + 1))


FLOATS: Mapping[str, Any] = {
    "errors": (ArithmeticError, ValueError),
    "nan": math.nan,
    **{
        name: getattr(math, name)
        for name in "pow sqrt exp log log2 sin cos asin acos tanh floor ceil".split()
    },
    "abs": abs,
    "max": max,
    "min": min,
    "sum": sum,
    "product": math.prod,
    "span": span,
}
