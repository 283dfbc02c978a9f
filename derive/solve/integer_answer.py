"""Integer answers, decided by the relations themselves at the neighbours.

Borders only say where to look. Whether an integer belongs to the answer is
found by putting it into the original relations in exact arithmetic; no
floating root is ever rounded.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..errors import TooMuchWork
from ..frozen import Record
from ..programs.exactly import exact
from ..programs.primes import prime_factors
from ..programs.program import Program, Undecided, Undefined
from ..programs.relations import Relation, constant, letters, steps_over
from ..records.notes import Domain
from .feasible_set import Root, easier
from .integer_runs import REACH, Run, Runs, Truths, runs_between, runs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# --- which integers come into question: divisors, powers, multiples -----------------


LARGEST_DIVIDED = 10**18


class Allowed:
    """The integers that come into question, and the next one on either side.

    Conditions of the form ``divides(TP, 96)`` and ``divides(8, TP)`` are
    taken over; ``listed`` holds all allowed integers where they are finite in
    number.
    """

    def __init__(
        self, conditions: Sequence[Relation], letter: str, divided: int | None, power_of: int | None
    ) -> None:
        numbers = [] if divided is None else [divided]
        multiples = []
        self.taken: list[Relation] = []
        for condition in conditions:
            if condition.sign != "divides":
                continue
            divisor, dividend = map(_whole, condition.sides)
            if _is_letter(condition.left, letter) and dividend:
                numbers.append(dividend)
                self.taken.append(condition)
            elif _is_letter(condition.right, letter) and divisor:
                multiples.append(abs(divisor))
                self.taken.append(condition)
        self.base = power_of
        self.step = math.lcm(*multiples)
        self.first = self.first_power()
        self.listed = self.divisors(math.gcd(*numbers)) if numbers else None
        if self.first is None:
            self.listed = []

    def first_power(self) -> int | None:
        """The first power of the base that is a multiple as asked; None if none is."""
        if self.base is None:
            return 1
        if self.base < 2:
            raise ValueError(self.base)
        powers = (self.base**count for count in range(self.step.bit_length() + 1))
        return next((power for power in powers if power % self.step == 0), None)

    def divisors(self, number: int) -> list[int]:
        """The divisors of a number that are allowed besides, in ascending order."""
        if not 0 < abs(number) <= LARGEST_DIVIDED:
            raise TooMuchWork("listing the divisors of a number", f"{LARGEST_DIVIDED} allows")
        every = divisors(abs(number))
        return [d for d in every if d % self.step == 0 and self.is_power(d)]

    def is_power(self, value: int) -> bool:
        """Whether a value is a power of the base, if one is asked for."""
        if self.base is None:
            return True
        while value % self.base == 0:
            value //= self.base
        return value == 1

    def others(self, conditions: Sequence[Relation]) -> list[Relation]:
        """The conditions that are not taken over."""
        return [c for c in conditions if not any(c is taken for taken in self.taken)]

    def next(self, value: int, *, up: bool) -> int | None:
        """The next allowed integer after one that is allowed."""
        return self.above(value + 1) if up else self.below(value - 1)

    def within(self, run: Run) -> Run | None:
        """The allowed part of a run; None if there is none."""
        low, high = run
        first = (None if self.base is None else self.first) if low is None else self.above(low)
        last = None if high is None else self.below(high)
        is_empty = high is not None and (last is None or (first is not None and first > last))
        return None if is_empty else (first, last)

    def above(self, bound: int) -> int | None:
        """The smallest allowed integer that is not below a bound."""
        if self.listed is not None:
            return next((number for number in self.listed if number >= bound), None)
        if self.base is None:
            return -(-bound // self.step) * self.step
        return next(power for power in self.powers() if power >= bound)

    def below(self, bound: int) -> int | None:
        """The largest allowed integer that is not above a bound."""
        if self.listed is not None:
            return next((number for number in reversed(self.listed) if number <= bound), None)
        if self.base is None:
            return bound // self.step * self.step
        powers = itertools.takewhile(lambda power: power <= bound, self.powers())
        return max(powers, default=None)

    def powers(self) -> Iterator[int]:
        """The allowed powers of the base, in ascending order."""
        assert self.first is not None
        assert self.base is not None
        power = self.first
        while True:
            yield power
            power *= self.base


def _is_letter(side: Program, letter: str) -> bool:
    """Whether a side is the letter and nothing else."""
    return letters(side) == {letter} and len(side.steps) == 1


def _whole(side: Program) -> int | None:
    """A side as a whole number, if it is one."""
    value = constant(side)
    return int(value) if value is not None and value.denominator == 1 else None


def divisors(number: int) -> list[int]:
    """All divisors of a positive integer in ascending order, by its prime factors."""
    listed = [1]
    for prime, count in prime_factors(number).items():
        listed = [divisor * prime**power for divisor in listed for power in range(count + 1)]
    return sorted(listed)


# --- the answer ---------------------------------------------------------------------


class Side(Record):
    """Both sides of one relation at an integer, exact where they are rational.

    A side is Exact, a truth, or what is missing, as ``exact`` gives it.
    """

    relation: int
    left: Any
    right: Any
    holds: bool | None


class Neighbour(Record):
    """An integer, whether all relations hold for it, and the sides that show it."""

    value: int
    holds: bool | None
    sides: tuple[Side, ...]


class Proof(Record):
    """An integer that belongs to the answer, and the next one beyond, which does not.

    ``beyond`` is None where the domain ends.
    """

    answer: Neighbour
    beyond: Neighbour | None


class IntegerAnswer(Record):
    """The integers that satisfy relations.

    ``smallest`` and ``largest`` are None where there is none, or none before
    infinity; ``empty`` tells the two apart. ``runs`` are ranges without gaps
    among the allowed integers. If not ``complete``, ``says`` tells why.
    """

    smallest: int | None
    largest: int | None
    runs: tuple[Run, ...]
    empty: bool
    complete: bool
    says: str = ""
    lower: Proof | None = None
    upper: Proof | None = None


def integer_answer(
    relations: Sequence[Relation],
    letter: str,
    domain: Domain,
    *,
    divides: int | None = None,
    power_of: int | None = None,
) -> IntegerAnswer:
    """The integers of a domain for which all relations hold.

    ``divides=96`` keeps those that divide 96, ``power_of=2`` 1, 2, 4 ...;
    conditions such as ``divides(TP, 96)`` among the relations do the same.
    """
    question = Question(relations, letter, domain)
    allowed = Allowed(question.conditions, letter, divides, power_of)
    if allowed.listed is not None:
        runs = Runs(tuple(question.listed(allowed.listed)))
    else:
        every = question.runs(allowed.others(question.conditions))
        narrowed = [allowed.within(run) for run in every.runs]
        kept_runs = tuple(run for run in narrowed if run is not None)
        runs = Runs(kept_runs, every.complete, every.says, every.known_to)
    return question.answer(allowed, runs)


def integers_beside(
    relations: Sequence[Relation], letter: str, domain: Domain, root: Root
) -> tuple[Neighbour, ...]:
    """The integers around a root of one of the relations: two, or the one that it is."""
    return Question(relations, letter, domain).beside(root)


class Question:
    """Relations in one letter over the integers of its domain."""

    def __init__(self, conditions: Sequence[Relation], letter: str, domain: Domain) -> None:
        self.conditions = list(conditions)
        self.letter = letter
        self.domain = domain
        self.truths = Truths([condition.program([letter]) for condition in conditions])
        self.low = None if domain.low is None else math.ceil(domain.low)
        self.high = None if domain.high is None else math.floor(domain.high)
        if domain.low_open and self.low is not None and self.low == domain.low:
            self.low += 1
        if domain.high_open and self.high is not None and self.high == domain.high:
            self.high -= 1

    def takes(self, value: int) -> bool:
        """Whether the domain takes an integer in."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def listed(self, values: Sequence[int]) -> list[Run]:
        """Runs among listed integers: ends of what follows each other in the list."""
        kept = [self.takes(value) and bool(self.at(value)) for value in values]
        marks = zip(values, kept, strict=True)
        groups = [list(group) for _, group in itertools.groupby(marks, key=lambda mark: mark[1])]
        return [(group[0][0], group[-1][0]) for group in groups if group[0][1]]

    def runs(self, conditions: Sequence[Relation]) -> Runs:
        """All runs: ranges of integers are decided where there are steps, else borders found."""
        written = [easier(condition) for condition in conditions]
        truths = Truths([condition.program([self.letter]) for condition in written])
        by_ranges = self.by_ranges(truths) if truths.stepped else None
        if by_ranges is not None and by_ranges.complete and self.low is not None:
            return by_ranges
        borders = runs_of(written, self.letter, self.low, self.high, truths)
        if borders is not None and (borders.complete or by_ranges is None):
            return borders
        return by_ranges or self.by_ranges(truths)

    def by_ranges(self, truths: Truths) -> Runs:
        """The runs without borders, from the domain's start or from far below 0."""
        return runs_between(truths, -REACH if self.low is None else self.low, self.high)

    def neighbour(self, value: int) -> Neighbour:
        """An integer with both sides of every relation."""
        truths = self.each(value)
        sides = [
            Side(number, *self.sides(condition, value), truth if truth in (True, False) else None)
            for number, (condition, truth) in enumerate(zip(self.conditions, truths, strict=True))
        ]
        return Neighbour(value, self.at(value), tuple(sides))

    def at(self, value: int) -> bool | None:
        """Whether all conditions hold for one integer; None if that is not told."""
        truths = self.each(value)
        if any(truth is False or isinstance(truth, Undefined) for truth in truths):
            return False
        return None if any(isinstance(truth, Undecided) for truth in truths) else True

    def each(self, value: int) -> tuple[Any, ...]:
        """What each condition says of one integer, if need be from its bounds.

        2^(2^15) is not written out, and yet it is known which numbers are below it.
        """
        truths = self.truths.each(value)
        if not any(isinstance(truth, Undecided) for truth in truths):
            return truths
        return tuple(
            truth if not isinstance(truth, Undecided) or bounded is None else bounded
            for truth, bounded in zip(truths, self.truths.bounded(value), strict=True)
        )

    def sides(self, condition: Relation, value: int) -> tuple[Any, Any]:
        """The values of both sides of a relation, as they were written."""
        if not condition.is_comparison:
            return None, None
        place = [Fraction(value)]
        left, right = (
            exact(Program((self.letter,), steps_over(side, [self.letter])), place)
            for side in condition.sides
        )
        return left, right

    def proof(self, value: int | None, allowed: Allowed, *, up: bool) -> Proof | None:
        """An end of the answer, with the next allowed integer beyond it."""
        if value is None:
            return None
        beyond = allowed.next(value, up=up)
        shown = None if beyond is None or not self.takes(beyond) else self.neighbour(beyond)
        return Proof(self.neighbour(value), shown)

    def answer(self, allowed: Allowed, runs: Runs) -> IntegerAnswer:
        """The answer with the neighbours that prove it."""
        smallest = runs.runs[0][0] if runs.runs else None
        largest = runs.runs[-1][1] if runs.runs and runs.known_to is None else None
        lower = self.proof(smallest, allowed, up=False)
        upper = self.proof(largest, allowed, up=True)
        shown = [proof.answer for proof in (lower, upper) if proof is not None]
        sure = all(neighbour.holds for neighbour in shown)
        says = runs.says or ("" if sure else UNDECIDED)
        return IntegerAnswer(
            smallest=smallest,
            largest=largest,
            runs=runs.runs,
            empty=not runs.runs,
            complete=runs.complete and sure,
            says=says,
            lower=lower,
            upper=upper,
        )

    def beside(self, root: Root) -> tuple[Neighbour, ...]:
        """Below and above a root; a bracket that holds an integer is settled by the equation."""
        below, above = math.floor(root.low), math.ceil(root.high)
        if above - below == 2:
            # The rare case: an integer so near that the bracket holds it.
            middle = self.neighbour(below + 1)
            if middle.sides[root.relation].holds:
                return (middle,)
            return self.neighbour(below), self.neighbour(above)
        return tuple(self.neighbour(value) for value in dict.fromkeys((below, above)))


UNDECIDED = "400 digits do not tell whether the relations hold at an end of the answer"
