"""Which integers come into question: divisors, powers, multiples."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..errors import TooMuchWork
from ..programs.primes import prime_factors
from ..programs.program import Program
from ..programs.relations import Relation, constant, letters
from .integer_runs import Run

LARGEST_DIVIDED = 10**18


class Allowed:
    """The integers that come into question, and the next one on either side.

    Conditions of the form ``divides(TP, 96)`` and ``divides(8, TP)`` are
    taken over; ``listed`` holds all allowed integers where they are finite in
    number.
    """

    def __init__(
        self,
        conditions: Sequence[Relation],
        letter: str,
        divided: int | None,
        power_of: int | None,
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
        power = 1
        for _ in range(self.step.bit_length()):
            if power % self.step == 0:
                return power
            power *= self.base
        return power if power % self.step == 0 else None

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
        if self.listed is not None:
            place = self.listed.index(value) + (1 if up else -1)
            return self.listed[place] if 0 <= place < len(self.listed) else None
        if self.base is None:
            return value + self.step if up else value - self.step
        return value * self.base if up else None if value == self.first else value // self.base

    def within(self, run: Run) -> Run | None:
        """The allowed part of a run; None if there is none."""
        if self.base is None:
            first = None if run[0] is None else -(-run[0] // self.step) * self.step
            last = None if run[1] is None else run[1] // self.step * self.step
        else:
            first, last = self.power_from(run[0]), self.power_to(run[1])
            if run[1] is not None and last is None:
                return None
        return None if first is not None and last is not None and first > last else (first, last)

    def power_from(self, low: int | None) -> int:
        """The smallest allowed power that is not below a bound."""
        assert self.first is not None
        assert self.base is not None
        power = self.first
        while low is not None and power < low:
            power *= self.base
        return power

    def power_to(self, high: int | None) -> int | None:
        """The largest allowed power that is not above a bound."""
        assert self.first is not None
        assert self.base is not None
        if high is None or high < self.first:
            return None
        power = self.first
        while power * self.base <= high:
            power *= self.base
        return power


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
