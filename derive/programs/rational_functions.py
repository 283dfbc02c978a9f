"""Programs as quotients of polynomials with exact coefficients: equal or not, decided.

What is no sum, product, quotient or whole power (a logarithm, a maximum) is one
more unknown, named by what stands in it. Two values that differ only in such
unknowns may still be equal, which is not decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from .program import Program, arguments

Monomial = tuple[tuple[str, int], ...]
Polynomial = dict[Monomial, Fraction]

MOST_TERMS = 400
MOST_POWER = 12
_ONE: Polynomial = {(): Fraction(1)}
_ALIKE = frozenset(("max", "min"))
_OPAQUE = frozenset(("log", "exp", "floor", "ceil", "abs", "max", "min"))


class Undecidable(Exception):
    """What is computed grows too large, divides by zero, or has no such form."""


class RationalFunction:
    """A quotient of two polynomials; the text of a letter has no bracket, that of a part has."""

    __slots__ = ("over", "under")

    def __init__(self, over: Polynomial, under: Polynomial = _ONE) -> None:
        self.over, self.under = over, under

    @classmethod
    def number(cls, value: Fraction) -> RationalFunction:
        """A number."""
        return cls({(): value} if value else {})

    @classmethod
    def unknown(cls, name: str) -> RationalFunction:
        """A letter, or a part that is only known by its name."""
        return cls({((name, 1),): Fraction(1)})

    @classmethod
    def part(cls, name: str, inside: Sequence[RationalFunction]) -> RationalFunction:
        """A function of other values, as one more unknown."""
        if name not in _OPAQUE and name != "pow":
            raise Undecidable
        texts = [value.text for value in inside]
        return cls.unknown(f"{name}({', '.join(sorted(set(texts)) if name in _ALIKE else texts)})")

    def __add__(self, other: RationalFunction) -> RationalFunction:
        if self.under == other.under:
            return RationalFunction(_sum(self.over, other.over), self.under)
        over = _sum(_product(self.over, other.under), _product(other.over, self.under))
        return RationalFunction(over, _product(self.under, other.under))

    def __neg__(self) -> RationalFunction:
        return RationalFunction({term: -factor for term, factor in self.over.items()}, self.under)

    def __sub__(self, other: RationalFunction) -> RationalFunction:
        return self + -other

    def __mul__(self, other: RationalFunction) -> RationalFunction:
        return RationalFunction(_product(self.over, other.over), _product(self.under, other.under))

    def __truediv__(self, other: RationalFunction) -> RationalFunction:
        if not other.over:
            raise Undecidable
        return self * RationalFunction(other.under, other.over)

    def __pow__(self, other: RationalFunction) -> RationalFunction:
        power = other.over.get((), Fraction(0)) if other.under == _ONE else None
        if power is None or len(other.over) > 1 or (other.over and () not in other.over):
            return RationalFunction.part("pow", [self, other])
        if power.denominator != 1 or abs(power) > MOST_POWER:
            return RationalFunction.part("pow", [self, other])
        raised = RationalFunction.number(Fraction(1))
        for _ in range(abs(int(power))):
            raised = raised * self
        return raised if power >= 0 else RationalFunction.number(Fraction(1)) / raised

    @property
    def text(self) -> str:
        """The same text for the same quotient, as far as common factors are seen."""
        common = dict(next(iter(self.under)))
        for term in (*self.over, *self.under):
            powers = dict(term)
            common = {name: min(power, powers[name])
                      for name, power in common.items() if name in powers}  # fmt: skip
        less = tuple((name, -power) for name, power in sorted(common.items()))
        over, under = ({_joined(term, less): factor for term, factor in side.items()}
                       for side in (self.over, self.under))  # fmt: skip
        scale = under[min(under)]
        return " / ".join(
            str(sorted((term, str(factor / scale)) for term, factor in side.items()))
            for side in (over, under)
        )

    def equals(self, other: RationalFunction) -> bool | None:
        """Whether two values are equal; None where that hangs on parts that are only named."""
        gap = (self - other).over
        if gap and any("(" in name for term in gap for name, _ in term):
            return None
        return not gap


def _sum(left: Polynomial, right: Polynomial) -> Polynomial:
    total = dict(left)
    for term, factor in right.items():
        total[term] = total.get(term, Fraction(0)) + factor
    return {term: factor for term, factor in total.items() if factor}


def _product(left: Polynomial, right: Polynomial) -> Polynomial:
    if len(left) * len(right) > MOST_TERMS:
        raise Undecidable
    total: Polynomial = {}
    for term, factor in left.items():
        for other, times in right.items():
            joined = _joined(term, other)
            total[joined] = total.get(joined, Fraction(0)) + factor * times
    return {term: factor for term, factor in total.items() if factor}


def _joined(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for name, power in right:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


def rational_function(program: Program, values: Mapping[str, RationalFunction]) -> RationalFunction:
    """What a program computes; ``values`` are those of letters that are no unknowns."""
    stack: list[RationalFunction] = []
    for step in program.steps:
        count = arguments(step)
        taken = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        if step.operation == "const":
            stack.append(RationalFunction.number(step.number))
        elif step.operation == "input":
            name = program.inputs[step.count]
            stack.append(values.get(name) or RationalFunction.unknown(name))
        else:
            stack.append(applied(step.operation, taken))
    return stack.pop()


def applied(operation: str, values: Sequence[RationalFunction]) -> RationalFunction:
    """An operation on values."""
    first, *others = values or (RationalFunction.number(Fraction(0)),)
    match operation:
        case "add" | "mul":
            for other in others:
                first = first + other if operation == "add" else first * other
            return first
        case "sub":
            return first - others[0]
        case "div":
            return first / others[0]
        case "pow":
            return first ** others[0]
        case "neg":
            return -first
        case "sqrt":
            return first ** RationalFunction.number(Fraction(1, 2))
        case "log2":
            two = RationalFunction.number(Fraction(2))
            return RationalFunction.part("log", [first]) / RationalFunction.part("log", [two])
        case _:
            return RationalFunction.part(operation, values)
