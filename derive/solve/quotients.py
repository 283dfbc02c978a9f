"""Quotients of sums of powers of one letter, ``(3 x**2 - 1) / (x**(17/50) + 7)``.

Exponents are fractions; factors are fractions, or real numbers in normal
form (``3 * 70**0.28``). What cannot be written so raises NotRational.
Exponents that are no integers are only taken where the letter is positive.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from ..programs import reals
from ..programs.reals import Number
from .ratios import NotRational, Ratio
from .root_isolation import Polynomial, of_powers

Powers = Mapping[Fraction, Number]
MOST_TERMS = 120
MOST_POWER = 40
MOST_DEGREE = 48
NOTHING = Fraction(0)
UNIT: Powers = {NOTHING: Fraction(1)}


class Quotient(Ratio):
    """What stands above and below the line, by exponent."""

    plus = staticmethod(reals.add)
    times = staticmethod(reals.mul)
    minus = staticmethod(reals.neg)
    unit = UNIT
    most = MOST_TERMS

    def reduced(self) -> Quotient:
        """The same without the power of the letter that both lines share.

        What it divides by was a decision before, so that no pole is lost.
        """
        if not self.above:
            return Quotient(self.above, UNIT)
        shared = min(*self.above, *self.below)
        if not shared:
            return self
        above, below = (
            {power - shared: factor for power, factor in terms.items()}
            for terms in (self.above, self.below)
        )
        return Quotient(above, below)

    def constant(self) -> Number | None:
        """The value of a quotient in which the letter does not occur."""
        # Of two exponents one is not zero. No set is made of them: hashing fractions takes long.
        if len(self.above) > 1 or len(self.below) > 1 or any(self.above) or any(self.below):
            return None
        below, above = self.below[NOTHING], self.above.get(NOTHING, NOTHING)
        if isinstance(above, Fraction) and isinstance(below, Fraction):
            return above / below
        return reals.mul(above, reals.power(below, Fraction(-1)))


LETTER = Quotient({Fraction(1): Fraction(1)}, UNIT)


def number(value: Number) -> Quotient:
    """A number as a quotient."""
    return Quotient({NOTHING: value} if value != 0 else {}, UNIT)


def power(base: Quotient, exponent: Fraction, *, positive: bool) -> Quotient:
    """A power that stays a quotient."""
    if exponent.denominator == 1 and abs(exponent) <= MOST_POWER:
        result = number(Fraction(1))
        for _ in range(abs(int(exponent))):
            result *= base
        return result.inverse() if exponent < 0 else result
    if len(base.above) != 1 or len(base.below) != 1:
        raise NotRational
    whole = exponent.denominator == 1
    if not positive and not whole and base.constant() is None:
        raise NotRational
    return Quotient(
        _single(base.above, exponent, whole=whole), _single(base.below, exponent, whole=whole)
    )


def _single(terms: Powers, exponent: Fraction, *, whole: bool) -> Powers:
    """One term to a power; its factor must allow it."""
    ((inner, factor),) = terms.items()
    if not whole and reals.sign(factor) < 0:
        raise NotRational
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
