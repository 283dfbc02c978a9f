"""Runs a program in an arithmetic: a table of functions, one per operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ..frozen import Record
from .program import LOOPS, NO_BRANCH, Program, Step, Undecided, Undefined, arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

Value: TypeAlias = "Any"  # whatever the arithmetic computes with


class Arithmetic(Record):
    """How one kind of number is made of a constant, and what the operations do to it.

    ``loop`` takes the name of the loop, both bounds and the body as a function
    of the index. Functions never see a missing value, except those of
    ``select``, ``and`` and ``or``, which may not need it.
    """

    constant: Callable[[Fraction], Value]
    apply: Mapping[str, Callable[..., Value]]
    loop: Callable[[str, Value, Value, Callable[[Value], Value]], Value]


MISSING = (Undefined, Undecided)
_MISSING_TYPES = frozenset(MISSING)
CHOOSY = frozenset({"select", "and", "or"})
PUSH, INPUT, INDEX, PAIR, APPLY, LOOP = range(6)
Prepared: TypeAlias = "list[tuple[int, Any, int, Any]]"


def runner(program: Program, arithmetic: Arithmetic) -> Callable[[Sequence[Value]], Value]:
    """A function of the inputs, given in the program's order.

    Constants are turned into numbers once, so that a program which is run at
    many points pays for them once.
    """
    prepared = _prepare(program.steps, arithmetic)

    def run(inputs: Sequence[Value]) -> Value:
        return _run(prepared, inputs, (), arithmetic)

    return run


def _prepare(steps: Sequence[Step], arithmetic: Arithmetic) -> Prepared:
    prepared: Prepared = []
    for step in steps:
        name = step.operation
        if name == "const":
            prepared.append((PUSH, arithmetic.constant(step.number), 0, None))
        elif name == "input":
            prepared.append((INPUT, None, step.count, None))
        elif name == "index":
            prepared.append((INDEX, None, step.count, None))
        elif name in LOOPS:
            prepared.append((LOOP, name, 2, _prepare(step.body, arithmetic)))
        else:
            count, is_choosy = arguments(step), name in CHOOSY
            kind = PAIR if count == 2 and not is_choosy else APPLY
            prepared.append((kind, arithmetic.apply[name], count, is_choosy))
    return prepared


def _run(
    prepared: Prepared, inputs: Sequence[Value], indices: tuple[Value, ...], arithmetic: Arithmetic
) -> Value:
    stack: list[Value] = []
    for kind, payload, count, extra in prepared:
        if kind == INPUT:
            stack.append(inputs[count])
        elif kind == PUSH:
            stack.append(payload)
        elif kind == PAIR:
            # Most operations take two values, and every answer, plan and search runs through here.
            right, left = stack.pop(), stack[-1]
            is_whole = type(left) not in _MISSING_TYPES and type(right) not in _MISSING_TYPES
            stack[-1] = payload(left, right) if is_whole else missing((left, right))
        elif kind == INDEX:
            stack.append(indices[count])
        else:
            first = len(stack) - count
            taken = stack[first:]
            del stack[first:]
            # What is missing passes through every operation but those that may not need it.
            is_whole = extra is True or _MISSING_TYPES.isdisjoint(map(type, taken))
            lost = None if is_whole else missing(taken)
            if lost is not None:
                stack.append(lost)
            elif kind == APPLY:
                stack.append(payload(*taken))
            else:
                stack.append(_loop(payload, taken, extra, inputs, indices, arithmetic))
    return stack.pop()


def missing(values: Sequence[Value]) -> Undefined | Undecided | None:
    """The first value that is missing; what does not exist comes before what is open."""
    undecided: Undefined | Undecided | None = None
    for value in values:
        if isinstance(value, Undefined):
            return value
        if isinstance(value, Undecided) and undecided is None:
            undecided = value
    return undecided


def _loop(
    name: str,
    bounds: Sequence[Value],
    body: Prepared,
    inputs: Sequence[Value],
    indices: tuple[Value, ...],
    arithmetic: Arithmetic,
) -> Value:
    def term(index: Value) -> Value:
        return _run(body, inputs, (index, *indices), arithmetic)

    return arithmetic.loop(name, bounds[0], bounds[1], term)


def settled(
    function: Callable[..., Value],
    caught: type[Exception] | tuple[type[Exception], ...],
    says: Value,
) -> Callable[..., Value]:
    """A function where what stays open becomes a value that says so."""

    def value(*values: Value) -> Value:
        try:
            return function(*values)
        except caught:
            return says

    return value


def choose(condition: Value, yes: Value, no: Value) -> Value:
    """Select, for arithmetics in which a truth is True, False or missing."""
    if isinstance(condition, MISSING):
        return condition
    return yes if condition else no


def _first(truths: Sequence[Value], *, decides: bool) -> Value:
    """And, or: what is false, or true, decides, whatever else is missing after it."""
    if any(truth is decides for truth in truths):
        return decides
    lost = missing(truths)
    return not decides if lost is None else lost


LOGIC: Mapping[str, Callable[..., Value]] = {
    "and": lambda *truths: _first(truths, decides=False),
    "or": lambda *truths: _first(truths, decides=True),
    "not": lambda truth: not truth,
    "true": lambda: True,
    "false": lambda: False,
    "select": choose,
    "undefined": lambda: NO_BRANCH,
}
"""What is the same in every arithmetic whose truths are True and False."""


def by_sign(sign: Callable[[Value, Value], int]) -> Mapping[str, Callable[[Value, Value], bool]]:
    """The comparisons of an arithmetic that knows the sign of a difference."""
    return {
        "lt": lambda left, right: sign(left, right) < 0,
        "le": lambda left, right: sign(left, right) <= 0,
        "eq": lambda left, right: sign(left, right) == 0,
        "ne": lambda left, right: sign(left, right) != 0,
    }
