"""Partial evaluation: numbers for inputs, computed exactly as far as they stay fractions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import add, mul

from .exactly import Exact, exact
from .program import LOOPS, Program, Step, reduced

Steps = tuple[Step, ...]

MOST_BITS = 1 << 12
"""Powers with more bits are left for the arithmetic that needs them: most only need their sign."""


def places(steps: Steps) -> set[int]:
    """The places of the inputs that steps read."""
    own = {step.count for step in steps if step.operation == "input"}
    return own.union(*(places(step.body) for step in steps if step.body))


def folded(steps: Steps, known: Mapping[int, Fraction]) -> Steps:
    """Steps with numbers for inputs; loops keep their indices."""

    def apply(step: Step, taken: list[Steps]) -> Steps:
        if step.operation == "input" and step.count in known:
            return _pushed(known[step.count])
        inner = folded(step.body, known) if step.operation in LOOPS else step.body
        return _applied(Step(step.operation, step.count, step.number, inner), taken)

    # Every step takes what stands before it: one value is left of a program that is whole.
    (result,) = reduced(steps, apply)
    return result


def _applied(step: Step, taken: list[Steps]) -> Steps:
    fold = FOLDS.get(step.operation)
    simple = None if fold is None else fold(taken)
    if simple is not None:
        return simple
    steps = (*(inner for part in taken for inner in part), step)
    return _without_letters(steps, taken) if step.operation in WORKED_OUT else steps


WORKED_OUT = frozenset("neg not floor ceil max min abs lt le eq ne sqrt exp log log2".split())
"""What is asked for its exact value where it has no letter: no branch to choose, no root of 4."""


def _without_letters(steps: Steps, taken: list[Steps]) -> Steps:
    """A fraction or a truth where steps without letters give one: ``ceil(log2(374))`` is 9."""
    if not taken or places(steps) or any(step.operation == "index" for step in steps):
        return steps
    result = exact(Program((), steps), ())
    if isinstance(result, bool):
        return _known(result)
    if isinstance(result, Exact) and isinstance(result.value, Fraction):
        return _pushed(result.value)
    return steps


def _const(steps: Steps) -> Fraction | None:
    return steps[0].number if len(steps) == 1 and steps[0].operation == "const" else None


def _pushed(value: Fraction) -> Steps:
    return (Step("const", number=value),)


def _truth(steps: Steps) -> bool | None:
    names = {"true": True, "false": False}
    return names.get(steps[0].operation) if len(steps) == 1 else None


def _known(value: bool) -> Steps:  # noqa: FBT001  a truth is what it is about
    return (Step("true" if value else "false"),)


def _collected(
    operation: str, join: Callable[[Fraction, Fraction], Fraction], neutral: int
) -> Callable[[list[Steps]], Steps | None]:
    """A sum or product whose numbers are joined to one, in front."""

    def fold(taken: list[Steps]) -> Steps | None:
        numbers = [value for part in taken if (value := _const(part)) is not None]
        rest = [part for part in taken if _const(part) is None]
        if (
            len(numbers) < 2
            and neutral not in numbers
            and not (operation == "mul" and 0 in numbers)
        ):
            return None
        total = reduce(join, numbers, Fraction(neutral))
        if not rest:
            return _pushed(total)
        if operation == "mul" and total == 0 and not any(map(divides_by_zero, rest)):
            return _pushed(total)
        if total != neutral:
            rest = [_pushed(total), *rest]
        flat = tuple(step for part in rest for step in part)
        return flat if len(rest) == 1 else (*flat, Step(operation, count=len(rest)))

    return fold


def _div(taken: list[Steps]) -> Steps | None:
    above, below = _const(taken[0]), _const(taken[1])
    if below == 0:
        return None
    if above is not None and below is not None:
        return _pushed(above / below)
    if below == 1:
        return taken[0]
    return _pushed(Fraction(0)) if above == 0 and not divides_by_zero(taken[1]) else None


def _sub(taken: list[Steps]) -> Steps | None:
    left, right = _const(taken[0]), _const(taken[1])
    if left is not None and right is not None:
        return _pushed(left - right)
    return taken[0] if right == 0 else (*taken[1], Step("neg")) if left == 0 else None


def _pow(taken: list[Steps]) -> Steps | None:
    base, exponent = _const(taken[0]), _const(taken[1])
    if exponent == 1:
        return taken[0]
    if exponent == 0:
        return _pushed(Fraction(1))
    if base is None or exponent is None or exponent.denominator != 1 or (base == 0 > exponent):
        return None
    bits = max(abs(base.numerator), base.denominator).bit_length()
    return None if bits * abs(exponent) > MOST_BITS else _pushed(base ** int(exponent))


def _decided(taken: list[Steps], *, decides: bool) -> Steps | None:
    truths = [_truth(part) for part in taken]
    if decides in truths:
        return _known(decides)
    rest = [part for part, truth in zip(taken, truths, strict=True) if truth is None]
    if len(rest) == len(taken):
        return None
    if not rest:
        return _known(not decides)
    flat = tuple(step for part in rest for step in part)
    return flat if len(rest) == 1 else (*flat, Step("or" if decides else "and", count=len(rest)))


def _select(taken: list[Steps]) -> Steps | None:
    truth = _truth(taken[0])
    return None if truth is None else taken[1] if truth else taken[2]


FOLDS: Mapping[str, Callable[[list[Steps]], Steps | None]] = {
    "add": _collected("add", add, 0),
    "mul": _collected("mul", mul, 1),
    "sub": _sub,
    "div": _div,
    "pow": _pow,
    "and": lambda taken: _decided(taken, decides=False),
    "or": lambda taken: _decided(taken, decides=True),
    "select": _select,
}


def divides_by_zero(steps: Steps) -> bool:
    """Whether something is divided by zero, or its logarithm taken, whatever the letters are."""
    broken: list[Step] = []

    def apply(step: Step, taken: list[Steps]) -> Steps:
        numbers = [_const(part) for part in taken]
        match step.operation, numbers:
            case ("div", [_, 0]) | ("log" | "log2", [0]):
                broken.append(step)
            case "pow", [0, exponent] if exponent is not None and exponent < 0:
                broken.append(step)
        return *(inner for part in taken for inner in part), step

    reduced(steps, apply)
    return bool(broken)
