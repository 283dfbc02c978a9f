"""Quotients of sums of powers of the letter asked for, and their zeros.

``(3 x**2 - 1) / (x**(1/2) + 7)``: exponents are fractions, factors are numbers.
The arithmetic is that of the full engine's forms, with less around it; what
needs a search there, or has more than two terms, is left to it.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from .numbers import DIVISION, Missing, NotReady, add, div, mul, neg, power, sign, size
from .running import SCALAR, run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .numbers import Number

    Powers = dict[Fraction, Number]

MOST_TERMS = 24
MOST_POWER = 12
MOST_DEGREE = 48
NONE = Fraction(0)
ONE = Fraction(1)


class Ratio:
    """What stands above and below the line, by exponent; below is never empty."""

    __slots__ = ("above", "below")

    def __init__(self, above: Powers, below: Powers) -> None:
        self.above = above
        self.below = below


LETTER = Ratio({ONE: ONE}, {NONE: ONE})


def as_ratio(value: Ratio | Number) -> Ratio:
    """A number as a quotient."""
    if isinstance(value, Ratio):
        return value
    return Ratio({NONE: value} if value != 0 else {}, {NONE: ONE})


class Algebra:
    """Operations on numbers and quotients; ``poles`` are what was divided by."""

    def __init__(self, *, positive: bool) -> None:
        self.positive = positive
        self.poles: list[Powers] = []
        own = {
            "add": self.add,
            "mul": self.mul,
            "sub": lambda one, other: self.add(one, self.neg(other)),
            "div": self.div,
            "neg": self.neg,
            "pow": self.pow,
            "sqrt": lambda one: self.pow(one, Fraction(1, 2)),
        }
        self.table = {name: self.mixed(name, own.get(name)) for name in SCALAR}

    def run(self, steps: Sequence[Any], inputs: Sequence[Any]) -> Ratio | Missing:
        """The value of a program as a quotient."""
        value = run(steps, inputs, self.table)
        return value if isinstance(value, Missing) else as_ratio(value)

    def mixed(self, name: str, own: Any) -> Any:
        """The operation on numbers, unless one of the arguments holds the letter."""
        plain = SCALAR[name]

        def applied(*values: Any) -> Any:
            if not any(isinstance(value, Ratio) for value in values):
                return plain(*values)
            if own is None:
                raise NotReady
            return own(*values)

        return applied

    def add(self, *values: Any) -> Ratio:
        """Sum; a line that both share stays one line."""
        one = as_ratio(values[0])
        for value in values[1:]:
            other = as_ratio(value)
            if one.below == other.below:
                one = Ratio(_sum(one.above, other.above), one.below)
                continue
            above = _sum(_product(one.above, other.below), _product(other.above, one.below))
            one = Ratio(above, _product(one.below, other.below))
        return one

    def mul(self, *values: Any) -> Ratio:
        """Product."""
        one = as_ratio(values[0])
        for value in values[1:]:
            other = as_ratio(value)
            one = Ratio(_product(one.above, other.above), _product(one.below, other.below))
        return one

    def neg(self, value: Any) -> Ratio:
        """Minus."""
        one = as_ratio(value)
        return Ratio({place: neg(factor) for place, factor in one.above.items()}, one.below)

    def div(self, one: Any, other: Any) -> Ratio | Missing:
        """Quotient; the zeros of the divisor are poles."""
        below = as_ratio(other)
        if not below.above:
            return DIVISION
        self.poles.append(below.above)
        return self.mul(one, Ratio(below.below, below.above))

    def pow(self, value: Any, exponent: Any) -> Ratio | Missing:
        """A power that stays a quotient."""
        base = as_ratio(value)
        if not isinstance(exponent, Fraction) or not base.above:
            raise NotReady
        if exponent.denominator != 1 or exponent < 0:
            self.poles.append(base.above)
        if exponent.denominator == 1 and abs(exponent) <= MOST_POWER:
            result = as_ratio(ONE)
            for _ in range(abs(int(exponent))):
                result = self.mul(result, base)
            return Ratio(result.below, result.above) if exponent < 0 else result
        if len(base.above) != 1 or len(base.below) != 1 or not self.positive:
            raise NotReady
        return Ratio(_single(base.above, exponent), _single(base.below, exponent))


def _sum(one: Powers, other: Powers) -> Powers:
    terms = dict(one)
    for place, factor in other.items():
        terms[place] = add(terms[place], factor) if place in terms else factor
    return _kept(terms)


def _product(one: Powers, other: Powers) -> Powers:
    terms: Powers = {}
    for left, factor in one.items():
        for right, again in other.items():
            place, value = left + right, mul(factor, again)
            terms[place] = add(terms[place], value) if place in terms else value
    return _kept(terms)


def _kept(terms: Powers) -> Powers:
    if len(terms) > MOST_TERMS:
        raise NotReady
    return {place: factor for place, factor in terms.items() if factor != 0}


def _single(terms: Powers, exponent: Fraction) -> Powers:
    ((place, factor),) = terms.items()
    raised = power(factor, exponent)
    if factor < 0 or isinstance(raised, Missing):
        raise NotReady
    return {place * exponent: raised}


def value_at(terms: Powers, place: Number) -> Number:
    """A sum of powers at a place."""
    total: Number = NONE
    for exponent, factor in terms.items():
        raised = power(place, exponent)
        if isinstance(raised, Missing):
            raise NotReady
        total = add(total, mul(factor, raised))
    return total


class Zeros:
    """The zeros of a sum of powers; ``searched`` where the full engine would have searched."""

    __slots__ = ("places", "searched")

    def __init__(self, places: list[Number], *, searched: bool = False) -> None:
        self.places = places
        self.searched = searched


def zeros(terms: Powers, *, positive: bool) -> Zeros:
    """All zeros, where there are at most two terms.

    Over all reals where exponents are whole numbers and factors fractions;
    else those above zero, of a letter that is never negative.
    """
    if len(terms) > 2:
        return _quadratic(terms)
    lowest = min(terms)
    exact = all(isinstance(factor, Fraction) for factor in terms.values())
    root = lcm(*(place.denominator for place in terms))
    degree = int((max(terms) - lowest) * root)
    if exact and degree <= MOST_DEGREE:
        found = _of_binomial(terms, whole=root == 1)
        return Zeros([NONE, *found] if lowest > 0 else found)
    if positive and len({sign(factor) for factor in terms.values()}) == 1:
        return Zeros([])
    linear = degree == 1 and root == 1 and lowest == 0
    if not (positive or linear):
        raise NotReady
    return Zeros(_of_binomial(terms, whole=linear), searched=True)


def _of_binomial(terms: Powers, *, whole: bool) -> list[Number]:
    """Where ``a x**p + b x**q`` is zero beside 0: an even degree has two signs."""
    if len(terms) == 1:
        return []
    (low, first), (high, second) = sorted(terms.items(), key=lambda term: term[0])
    ratio = neg(div(first, second))
    degree = high - low
    width = power(size(ratio), 1 / degree)
    if isinstance(width, Missing):
        raise NotReady
    if not whole:
        return [width] if ratio > 0 else []
    if degree % 2:
        return [width if ratio > 0 else neg(width)]
    return [neg(width), width] if ratio > 0 else []


def _quadratic(terms: Powers) -> Zeros:
    """The zeros of three terms with exponents 0, 1 and 2 and a whole discriminant."""
    lowest = min(terms)
    factors = [terms.get(lowest + n, NONE) for n in range(3)]
    fits = lowest.denominator == 1 and set(terms) <= {lowest, lowest + 1, lowest + 2}
    if not fits or not all(isinstance(one, Fraction) for one in factors):
        raise NotReady
    third, second, first = (Fraction(one) for one in factors)
    under = second * second - 4 * first * third
    if under <= 0:
        return Zeros([NONE] if lowest > 0 else []) if under < 0 else _refused()
    width = power(under, Fraction(1, 2))
    assert not isinstance(width, Missing)
    ends = [div(add(neg(second), part), 2 * first) for part in (neg(width), width)]
    return Zeros([*([NONE] if lowest > 0 else []), *ends])


def _refused() -> Zeros:
    raise NotReady
