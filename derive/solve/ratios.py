"""Ratios of sums of terms: one arithmetic, whatever the terms are.

A term is a key with its factor: an exponent of the letter with a number, a product of
powers of letters with a fraction, a growth with a range.
"""

from __future__ import annotations

import operator

from ..frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, ClassVar, Self, TypeAlias

Terms: TypeAlias = "Mapping[Any, Any]"


class NotRational(Exception):  # says which road is closed, nothing went wrong
    """The function is no ratio of such sums, or too long a one."""


class Ratio(Record):
    """The sums above and below the line; below is never empty.

    A subclass says how keys are joined, how factors are computed, which factor is
    nothing, and how many ``most`` terms a sum may have. ``unit`` is the sum that is 1.
    """

    above: Terms
    below: Terms

    if TYPE_CHECKING:
        joined: ClassVar[Any]
        plus: ClassVar[Any]
        times: ClassVar[Any]
        minus: ClassVar[Any]
        nothing: ClassVar[Any]
        unit: ClassVar[Terms]
        most: ClassVar[int]
    else:  # without annotations, which would make fields of them
        joined = plus = staticmethod(operator.add)
        times, minus = staticmethod(operator.mul), staticmethod(operator.neg)
        nothing = 0

    @classmethod
    def kept(cls, terms: Terms) -> Terms:
        """The terms that are something; raises ``NotRational`` where they are too many."""
        if len(terms) > cls.most:
            raise NotRational
        return {key: factor for key, factor in terms.items() if factor != cls.nothing}

    @classmethod
    def sum(cls, left: Terms, right: Terms) -> Terms:
        """One sum plus another."""
        terms = dict(left)
        for key, factor in right.items():
            terms[key] = cls.plus(terms[key], factor) if key in terms else factor
        return cls.kept(terms)

    @classmethod
    def product(cls, first: Terms, other: Terms) -> Terms:
        """One sum times another."""
        if first is cls.unit or other is cls.unit:
            return other if first is cls.unit else first
        terms: dict[Any, Any] = {}
        for left, factor in first.items():
            for right, again in other.items():
                key, value = cls.joined(left, right), cls.times(factor, again)
                terms[key] = cls.plus(terms[key], value) if key in terms else value
        return cls.kept(terms)

    def reduced(self) -> Self:
        """The same without what both sums share, where that is looked for."""
        return self

    def __add__(self, other: Self) -> Self:
        if self.below == other.below:
            return type(self)(self.sum(self.above, other.above), self.below).reduced()
        crossed = self.product(self.above, other.below), self.product(other.above, self.below)
        return type(self)(self.sum(*crossed), self.product(self.below, other.below)).reduced()

    def __mul__(self, other: Self) -> Self:
        above, below = self.product(self.above, other.above), self.product(self.below, other.below)
        return type(self)(above, below).reduced()

    def __neg__(self) -> Self:
        return type(self)({key: self.minus(part) for key, part in self.above.items()}, self.below)

    def __sub__(self, other: Self) -> Self:
        return self + -other

    def inverse(self) -> Self:
        """One divided by a ratio that is not zero throughout."""
        return type(self)(self.below, self.above)
