"""Quotients of sums of powers of one letter, ``(3 x**2 - 1) / (x**(17/50) + 7)``.

Exponents are fractions; factors are fractions, or real numbers in normal
form (``3 * 70**0.28``). What cannot be written so raises NotAQuotient.
Exponents that are no integers are only taken where the letter is positive.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from ..frozen import Record
from ..programs import reals
from ..programs.reals import Number
from .root_isolation import Polynomial, of_powers

Powers = Mapping[Fraction, Number]
MOST_TERMS = 120
MOST_POWER = 40
MOST_DEGREE = 48
NOTHING = Fraction(0)


class NotAQuotient(Exception):  # says which road is closed, nothing went wrong
    """The value is no quotient of sums of powers, or too long a one."""


class Quotient(Record):
    """What stands above and below the line, by exponent; below is never empty."""

    above: Powers
    below: Powers

    def constant(self) -> Number | None:
        """The value of a quotient in which the letter does not occur."""
        # Of two exponents one is not zero. No set is made of them: hashing fractions takes long.
        if len(self.above) > 1 or len(self.below) > 1 or any(self.above) or any(self.below):
            return None
        below, above = self.below[NOTHING], self.above.get(NOTHING, NOTHING)
        if isinstance(above, Fraction) and isinstance(below, Fraction):
            return above / below
        return reals.mul(above, reals.power(below, Fraction(-1)))


UNIT: Powers = {NOTHING: Fraction(1)}
LETTER = Quotient({Fraction(1): Fraction(1)}, UNIT)


def number(value: Number) -> Quotient:
    """A number as a quotient."""
    return Quotient({NOTHING: value} if value != 0 else {}, UNIT)


def _sum(left: Powers, right: Powers) -> Powers:
    terms = dict(left)
    for power, factor in right.items():
        terms[power] = reals.add(terms[power], factor) if power in terms else factor
    return _kept(terms)


def _product(first: Powers, other: Powers) -> Powers:
    if first is UNIT or other is UNIT:
        return other if first is UNIT else first
    if len(first) * len(other) > MOST_TERMS**2:
        raise NotAQuotient
    terms: dict[Fraction, Number] = {}
    for left, factor in first.items():
        for right, again in other.items():
            power = left + right
            value = reals.mul(factor, again)
            terms[power] = reals.add(terms[power], value) if power in terms else value
    return _kept(terms)


def _kept(terms: dict[Fraction, Number]) -> Powers:
    if len(terms) > MOST_TERMS:
        raise NotAQuotient
    return {power: factor for power, factor in terms.items() if factor != 0}


def add(left: Quotient, right: Quotient) -> Quotient:
    """Sum; a line that both share stays one line."""
    if left.below == right.below:
        return reduced(_sum(left.above, right.above), left.below)
    above = _sum(_product(left.above, right.below), _product(right.above, left.below))
    return reduced(above, _product(left.below, right.below))


def mul(left: Quotient, right: Quotient) -> Quotient:
    """Product."""
    return reduced(_product(left.above, right.above), _product(left.below, right.below))


def reduced(above: Powers, below: Powers) -> Quotient:
    """A quotient without the power of the letter that both lines share.

    What it divides by was a decision before, so that no pole is lost.
    """
    if not above:
        return Quotient(above, UNIT)
    shared = min(*above, *below)
    if shared:
        above, below = (
            {power - shared: factor for power, factor in terms.items()} for terms in (above, below)
        )
    return Quotient(above, below)


def neg(operand: Quotient) -> Quotient:
    """Minus."""
    return Quotient(
        {power: reals.mul(Fraction(-1), f) for power, f in operand.above.items()}, operand.below
    )


def sub(left: Quotient, right: Quotient) -> Quotient:
    """Difference."""
    return add(left, neg(right))


def inverse(operand: Quotient) -> Quotient:
    """One divided by a quotient that is not zero throughout."""
    return Quotient(operand.below, operand.above)


def power(base: Quotient, exponent: Fraction, *, positive: bool) -> Quotient:
    """A power that stays a quotient."""
    if exponent.denominator == 1 and abs(exponent) <= MOST_POWER:
        result = number(Fraction(1))
        for _ in range(abs(int(exponent))):
            result = mul(result, base)
        return inverse(result) if exponent < 0 else result
    if len(base.above) != 1 or len(base.below) != 1:
        raise NotAQuotient
    whole = exponent.denominator == 1
    if not positive and not whole and base.constant() is None:
        raise NotAQuotient
    return Quotient(
        _single(base.above, exponent, whole=whole), _single(base.below, exponent, whole=whole)
    )


def _single(terms: Powers, exponent: Fraction, *, whole: bool) -> Powers:
    """One term to a power; its factor must allow it."""
    ((inner, factor),) = terms.items()
    if not whole and reals.sign(factor) < 0:
        raise NotAQuotient
    return {inner * exponent: reals.power(factor, exponent)}


def polynomial(terms: Powers) -> tuple[Polynomial, int, int] | None:
    """A sum of powers as a polynomial in ``x**(1/q)``, with ``q`` and the power drawn out.

    None where a factor is no fraction, or the degree would be too large.
    """
    if not all(isinstance(factor, Fraction) for factor in terms.values()):
        return None
    # x**(17/50) is the 17th power of x**(1/50): in the root all exponents are whole.
    root = math.lcm(*(power.denominator for power in terms))
    lowest = min(terms, default=Fraction(0))
    places = {int((power - lowest) * root): factor for power, factor in terms.items()}
    if max(places, default=0) > MOST_DEGREE:
        return None
    rational = {place: f for place, f in places.items() if isinstance(f, Fraction)}
    return of_powers(rational), root, int(lowest * root)
