"""An evaluator is data: a postfix program over a fixed list of operations.

A program is read from left to right with a stack. Numbers and inputs are
pushed, every other operation takes its arguments from the top of the stack,
the last one topmost, and pushes what it gives::

    0.05 >= (p - 1) / (m + p - 1)   in p, m:

    ["input", 0] ["const", 1] ["sub"]                        p - 1
    ["input", 1] ["input", 0] ["add", 2] ["const", 1] ["sub"]   m + p - 1
    ["div"] ["const", "1/20"] ["le"]                         (p-1)/(m+p-1) <= 1/20

A value is a number or a truth. ``sum`` and ``product`` hold a body, a program of
its own, that is run for every integer from the lower to the upper bound;
inside, ``["index", 0]`` is the index of the innermost loop.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from derive.errors import DamagedProgram

from ..frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from decimal import Decimal
    from typing import Any, Literal, TypeAlias, TypeVar

    Part = TypeVar("Part")

Kind: TypeAlias = 'Literal["number", "truth"]'
N: Kind = "number"
T: Kind = "truth"


class Operation(Record):
    """What an operation takes from the stack and what it gives."""

    says: str
    takes: tuple[Kind, ...] = (N,)
    gives: Kind = N
    many: bool = False


# A many-ary operation writes its count beside its name: ["add", 3].
OPERATIONS: Mapping[str, Operation] = {
    "const": Operation("push an exact number: an integer, or text such as 7/20", ()),
    "input": Operation("push the input with this place", ()),
    "index": Operation("push the index of a loop, 0 the innermost", ()),
    "pi": Operation("push the circle number", ()),
    "add": Operation("sum of several numbers", many=True),
    "mul": Operation("product of several numbers", many=True),
    "sub": Operation("first minus second", (N, N)),
    "div": Operation("first divided by second", (N, N)),
    "pow": Operation("first to the power of the second, real", (N, N)),
    "neg": Operation("minus"),
    "abs": Operation("size"),
    "sqrt": Operation("square root"),
    "exp": Operation("e to the power of"),
    "log": Operation("natural logarithm"),
    "log2": Operation("logarithm to base 2"),
    "sin": Operation("sine of an angle in radians"),
    "cos": Operation("cosine of an angle in radians"),
    "floor": Operation("largest integer that is not larger"),
    "ceil": Operation("smallest integer that is not smaller"),
    "max": Operation("largest of several numbers", many=True),
    "min": Operation("smallest of several numbers", many=True),
    "lt": Operation("first < second", (N, N), T),
    "le": Operation("first <= second", (N, N), T),
    "eq": Operation("first = second", (N, N), T),
    "ne": Operation("first differs from second", (N, N), T),
    "and": Operation("all of several truths", (T,), T, many=True),
    "or": Operation("one of several truths", (T,), T, many=True),
    "not": Operation("the opposite", (T,), T),
    "true": Operation("push what always holds", (), T),
    "false": Operation("push what never holds", (), T),
    "select": Operation("second where the first holds, else third", (T, N, N)),
    "undefined": Operation("push a value that does not exist", ()),
    "sum": Operation("sum of the body over the integers from first to second", (N, N)),
    "product": Operation("product of the body over the integers from first to second", (N, N)),
}
LOOPS = frozenset({"sum", "product"})
INDEXED = frozenset({"input", "index"})

MOST_STEPS = 20_000
MOST_NESTING = 4
MOST_ARGUMENTS = 1_000
MOST_DIGITS = 1_000
MOST_TERMS = 100_000
"""The most terms that a loop adds up when a program is run."""


class Step(Record):
    """One operation: its count or place, its number, its body, as far as it has them."""

    operation: str
    count: int = 0
    number: Fraction = Fraction(0)
    body: tuple[Step, ...] = ()


class Program(Record):
    """Names of the inputs in their order, and the steps."""

    inputs: tuple[str, ...]
    steps: tuple[Step, ...]

    @property
    def gives(self) -> Kind:
        """Whether the program gives a number or a truth."""
        return OPERATIONS[self.steps[-1].operation].gives


def arguments(step: Step) -> int:
    """How many values a step takes from the stack."""
    operation = OPERATIONS[step.operation]
    return step.count if operation.many else len(operation.takes)


def reduced(steps: Sequence[Step], apply: Callable[[Step, list[Part]], Part]) -> list[Part]:
    """What is left on the stack where each step is applied to what it takes from there."""
    stack: list[Part] = []
    for step in steps:
        first = len(stack) - arguments(step)
        stack[first:] = [apply(step, stack[first:])]
    return stack


def nearest(number: Fraction) -> float:
    """An exact number as the nearest float; one that is too large is infinite."""
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return math.inf if number > 0 else -math.inf


LONGEST = 4096
"""The bits of a denominator that is still given exactly: ``0.999**9255`` helps nobody."""


def shortened(number: Fraction | Decimal) -> Fraction | float | None:
    """A fraction as it is unless it is too long to be of use; else the nearest float, if any."""
    if isinstance(number, Fraction) and number.denominator.bit_length() < LONGEST:
        return number
    near = nearest(number) if isinstance(number, Fraction) else float(number)
    return None if math.isinf(near) else near


class Undefined(Record):
    """A value that does not exist, and why; it is passed on like a number."""

    why: str


class Undecided(Record):
    """A value that this arithmetic cannot settle, and why."""

    why: str


DIVISION = Undefined("division by zero")
LOGARITHM = Undefined("logarithm of a number that is not positive")
ROOT = Undefined("root of a negative number")
POWER = Undefined("power that is no real number")
NO_BRANCH = Undefined("no branch of the definition applies")
BOUNDS = Undefined("sum whose bounds are no integers")
UNSETTLED = "a part of the domain could not be settled"
TOO_LONG = Undecided(f"sum of more than {MOST_TERMS} terms")
TOO_LARGE = Undecided("power too large to be written out")
TOO_FAR = Undecided("number larger than any float")


NUMBER = r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?"
SAFE_INTEGER = 2**53
"""From here on integers travel as text: JavaScript would round them."""


def to_data(program: Program) -> dict[str, Any]:
    """A program as JSON holds it: names, and steps as short lists."""
    return {"inputs": list(program.inputs), "steps": [_listed(step) for step in program.steps]}


def from_data(data: object) -> Program:
    """Read a program; raises DamagedProgram at anything that is not exactly one."""
    if not isinstance(data, dict) or set(data) != {"inputs", "steps"}:
        raise DamagedProgram("it is not a mapping of inputs and steps")
    names = data["inputs"]
    if not isinstance(names, list) or not all(_is_name(name) for name in names):
        raise DamagedProgram("an input has no proper name")
    if len(set(names)) != len(names):
        raise DamagedProgram("two inputs share a name")
    program = Program(tuple(names), Reader().steps(data["steps"]))
    check(program)
    return program


def check(program: Program) -> None:
    """Raise DamagedProgram unless every step finds its arguments and one value remains."""
    left = _stack(program.steps, len(program.inputs), 0)
    if len(left) != 1:
        raise DamagedProgram(f"it leaves {len(left)} values instead of one")


class Reader:
    """Reads steps and counts them, so that no nesting hides a large program."""

    def __init__(self) -> None:
        self.seen = 0

    def steps(self, data: object, nesting: int = 0) -> tuple[Step, ...]:
        """A list of steps, down to a bounded nesting."""
        if not isinstance(data, list) or nesting > MOST_NESTING:
            raise DamagedProgram("its steps are not a list, or nested too deeply")
        self.seen += len(data)
        if self.seen > MOST_STEPS:
            raise DamagedProgram(f"it has more than {MOST_STEPS} steps")
        return tuple(self.step(item, nesting) for item in data)

    def step(self, data: object, nesting: int) -> Step:
        """One step: its name and at most one detail, exactly as the name wants it."""
        if not isinstance(data, list) or not 1 <= len(data) <= 2 or not isinstance(data[0], str):
            raise DamagedProgram("a step is not a name with at most one detail")
        name, detail = data[0], data[1:]
        operation = OPERATIONS.get(name)
        if operation is None:
            raise DamagedProgram(f"there is no operation {name!r:.40}")
        wants = name == "const" or name in INDEXED or name in LOOPS or operation.many
        if wants != bool(detail):
            raise DamagedProgram(f"{name} has {'no' if wants else 'a'} detail")
        if name == "const":
            return Step(name, number=_number(detail[0]))
        if name in LOOPS:
            return Step(name, body=self.steps(detail[0], nesting + 1))
        return (
            Step(name, count=_count(detail[0], least=2 if operation.many else 0))
            if wants
            else Step(name)
        )


def _listed(step: Step) -> list[Any]:
    if step.operation == "const":
        number = step.number
        whole = number.denominator == 1 and abs(number) < SAFE_INTEGER
        return ["const", int(number) if whole else str(number)]
    if step.operation in LOOPS:
        return [step.operation, [_listed(inner) for inner in step.body]]
    if step.operation in INDEXED or OPERATIONS[step.operation].many:
        return [step.operation, step.count]
    return [step.operation]


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str) and len(name) < MOST_DIGITS and name.isascii() and name.isidentifier()
    )


def _number(data: object) -> Fraction:
    if isinstance(data, int) and not isinstance(data, bool) and abs(data) < SAFE_INTEGER:
        return Fraction(data)
    if isinstance(data, str) and len(data) <= MOST_DIGITS and re.fullmatch(NUMBER, data):
        number = Fraction(data)
        if str(number) == data:
            return number
    raise DamagedProgram("a constant is not an exact number in lowest terms")


def _count(data: object, *, least: int) -> int:
    if isinstance(data, int) and not isinstance(data, bool) and least <= data <= MOST_ARGUMENTS:
        return data
    raise DamagedProgram(f"a count is not an integer from {least} to {MOST_ARGUMENTS}")


def _stack(steps: Sequence[Step], inputs: int, loops: int) -> list[Kind]:
    """The kinds of the values that steps leave, in their order."""
    left: list[Kind] = []
    for step in steps:
        operation = OPERATIONS[step.operation]
        if step.operation == "input" and step.count >= inputs:
            raise DamagedProgram(f"it reads input {step.count} of {inputs}")
        if step.operation == "index" and step.count >= loops:
            raise DamagedProgram("it reads the index of a loop that is not there")
        if step.operation in LOOPS and _stack(step.body, inputs, loops + 1) != [N]:
            raise DamagedProgram("the body of a loop does not leave one number")
        taken = arguments(step)
        wanted = list(operation.takes) if not operation.many else list(operation.takes) * taken
        if taken and left[-taken:] != wanted:
            raise DamagedProgram(f"{step.operation} does not find its arguments")
        del left[len(left) - taken :]
        left.append(operation.gives)
    return left
