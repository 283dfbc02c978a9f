"""Values put into programs, and relations between two: sides, a sign, one letter left over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from ..frozen import Record
from .exactly import Exact, exact
from .partial_evaluation import Steps, divides_by_zero, folded, places
from .program import Program, Step, Undefined, from_data, to_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, TypeAlias


# --- programs as functions of letters --------------------------------------------


def letters(program: Program) -> frozenset[str]:
    """The letters that a program reads."""
    return frozenset(program.inputs[place] for place in places(program.steps))


def number(value: Fraction | int) -> Program:
    """A program without letters."""
    return Program((), (Step("const", number=Fraction(value)),))


def letter(name: str) -> Program:
    """The program that gives a letter."""
    return Program((name,), (Step("input"),))


def constant(program: Program) -> Fraction | None:
    """The number that a program is, where it was computed down to one."""
    (first, *rest) = program.steps
    return first.number if first.operation == "const" and not rest else None


def steps_over(program: Program, inputs: Sequence[str]) -> Steps:
    """The steps with their inputs counted along another list of letters."""
    along = {
        place: (Step("input", count=inputs.index(name)),)
        for place, name in enumerate(program.inputs)
        if name in inputs
    }
    return _replaced(program.steps, along)


def over(program: Program, inputs: Sequence[str]) -> Program:
    """The program as a function of these letters, all of its own among them."""
    return Program(tuple(inputs), steps_over(program, inputs))


def joined(operation: str, *programs: Program) -> Program:
    """The programs' values joined by one operation."""
    inputs = tuple(dict.fromkeys(name for program in programs for name in program.inputs))
    steps = [step for program in programs for step in steps_over(program, inputs)]
    many = operation in {"add", "mul", "max", "min", "and", "or"}
    return Program(inputs, (*steps, Step(operation, count=len(programs) if many else 0)))


def substituted(program: Program, put: Mapping[str, Program]) -> Program:
    """The program with other programs in place of some of its letters."""
    used = [name for name in program.inputs if name in put]
    if not used:
        return program
    kept = [name for name in program.inputs if name not in put]
    inputs = tuple(dict.fromkeys([*kept, *(name for u in used for name in put[u].inputs)]))
    inner = {
        place: steps_over(put[name], inputs)
        if name in put
        else (Step("input", count=inputs.index(name)),)
        for place, name in enumerate(program.inputs)
    }
    return bound(Program(inputs, _replaced(program.steps, inner)), {})


def _replaced(steps: Steps, inner: Mapping[int, Steps]) -> Steps:
    put: list[Step] = []
    for step in steps:
        if step.operation == "input":
            put += inner[step.count]
        else:
            put.append(
                Step(step.operation, body=_replaced(step.body, inner)) if step.body else step
            )
    return tuple(put)


def bound(program: Program, values: Mapping[str, Fraction]) -> Program:
    """The program with numbers for some letters, computed as far as it stays in fractions."""
    known = {
        place: Fraction(values[name]) for place, name in enumerate(program.inputs) if name in values
    }
    steps = folded(program.steps, known)
    kept = [name for place, name in enumerate(program.inputs) if place in places(steps)]
    return over(Program(program.inputs, steps), kept)


def value_at(program: Program, values: Mapping[str, Fraction]) -> Any:
    """The exact value where every letter has one: Exact, a truth, or what is missing."""
    return exact(program, [Fraction(values[name]) for name in program.inputs])


def breaks(program: Program) -> bool:
    """Whether a program has no value, whatever its letters are: it divides by zero."""
    return divides_by_zero(program.steps)


def number_of(value: Any) -> Fraction | None:
    """A value as a fraction, rounded to fifty digits where it is none; None where it is missing.

    A fraction beyond all measure would take longer to write out than to do without.
    """
    if not isinstance(value, Exact):
        return None
    if isinstance(value.value, Decimal) and abs(value.value.adjusted()) > MOST_DIGITS:
        return None
    return Fraction(value.value)


MOST_DIGITS = 20_000

Sign: TypeAlias = 'Literal["==", "!=", "<=", "<", ">=", ">", "divides", "holds"]'
COMPARED = {"==": "eq", "!=": "ne", "<=": "le", "<": "lt", ">=": "le", ">": "lt"}


class Relation(Record):
    """Two sides and the sign between them; ``divides`` and ``holds`` are conditions.

    Of a condition that ``holds`` the left side is a truth and the right side
    says nothing. ``easier`` is the same relation where its borders are easier
    to find: sums in closed form, products of powers as logarithms.
    """

    sign: Sign
    left: Program
    right: Program
    easier: Relation | None = None

    @property
    def is_equation(self) -> bool:
        """Whether the sides are to be equal."""
        return self.sign == "=="

    @property
    def is_comparison(self) -> bool:
        """Whether it compares two numbers."""
        return self.sign not in {"divides", "holds"}

    @property
    def sides(self) -> tuple[Program, Program]:
        """Both sides."""
        return self.left, self.right

    @property
    def letters(self) -> frozenset[str]:
        """The letters of both sides."""
        return letters(self.left) | letters(self.right)

    @property
    def difference(self) -> Program:
        """Left minus right."""
        return bound(joined("sub", self.left, self.right), {})

    def bound(self, values: Mapping[str, Fraction]) -> Relation:
        """The relation with numbers for some letters."""
        return self._each(lambda side: bound(side, values))

    def substituted(self, put: Mapping[str, Program]) -> Relation:
        """The relation with programs for some letters."""
        return self._each(lambda side: substituted(side, put))

    def _each(self, change: Callable[[Program], Program]) -> Relation:
        easier = None if self.easier is None else self.easier._each(change)  # noqa: SLF001  one of us
        return Relation(self.sign, change(self.left), change(self.right), easier)

    @property
    def decided(self) -> bool | None:
        """Whether it holds whatever its letters are; None where that depends on them."""
        if self.letters:
            return None
        truth = exact(self.program(()), ())
        return truth if isinstance(truth, bool) else None

    @property
    def breaks(self) -> bool:
        """Whether a side has no value, whatever the letters are."""
        return breaks(self.left) or breaks(self.right)

    def program(self, inputs: Sequence[str]) -> Program:
        """The truth of the relation as a program of these letters."""
        left, right = (steps_over(side, inputs) for side in self.sides)
        if self.sign == "holds":
            return Program(tuple(inputs), left)
        if self.sign == "divides":
            ratio = (*right, *left, Step("div"))
            return Program(tuple(inputs), (*ratio, *ratio, Step("floor"), Step("eq")))
        # A comparison has its smaller side first: one operation instead of two.
        sides = (*right, *left) if self.sign in {">=", ">"} else (*left, *right)
        return Program(tuple(inputs), (*sides, Step(COMPARED[self.sign])))

    def truth(self, values: Mapping[str, Fraction]) -> bool | None:
        """Whether it holds for these values; None where that is not settled."""
        bound_here = self.bound(values)
        if bound_here.letters:
            return None
        result = exact(bound_here.program(()), ())
        if isinstance(result, Undefined):
            return False
        return result if isinstance(result, bool) else None

    def to_data(self) -> list[Any]:
        """The relation as JSON holds it."""
        listed: list[Any] = [self.sign, to_data(self.left), to_data(self.right)]
        return listed if self.easier is None else [*listed, self.easier.to_data()]


def relation_from_data(data: Sequence[Any]) -> Relation:
    """A relation read from data; raises DamagedProgram at anything that is none."""
    sign, left, right, *easier = data
    return Relation(
        sign, from_data(left), from_data(right), relation_from_data(easier[0]) if easier else None
    )


def compared(sign: Sign, left: Program, right: Program | Fraction | int) -> Relation:
    """A comparison with a program or a number on its right."""
    return Relation(sign, left, right if isinstance(right, Program) else number(right))
