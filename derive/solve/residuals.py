"""How far the two sides of a law are apart at a root, and what is done where that is too far.

Where the numbers of a question are hundreds of powers of ten apart, the sides of its
law cancel by as much, and the bracket that a root was found in is too wide to tell
whether they meet: then more digits are computed with. Where rounded givens contradict
a condition by a hair, the number that both mean is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..programs.machine import MISSING
from ..programs.relations import Relation
from .feasible_set import Root

DIGITS = 50
MORE = (200, 1000)
"""Digits to work with, where fifty are too few; where these are, an answer is withheld."""
MOST_STEPS = 1000
NEVER = Fraction(1)
"""The relative difference where a side has no value: an answer there is none."""


def gap(law: Relation, letter: str, value: Fraction, digits: int = DIGITS) -> Fraction:
    """The relative difference of both sides of a law at a number."""
    sides = _sides(law, letter, value, digits)
    if sides is None:
        return NEVER
    left, right = sides
    size = max(abs(left), abs(right))
    return abs(left - right) / size if size else abs(left - right)


def _sides(
    law: Relation, letter: str, value: Fraction, digits: int
) -> tuple[Fraction, Fraction] | None:
    from ..programs.precise import precisely  # a range has no root to be put back

    put = law.bound({letter: value})
    values = [precisely(side, digits)([]) for side in put.sides]
    if any(isinstance(value, MISSING) for value in values):
        return None
    return Fraction(values[0]), Fraction(values[1])


def sharpened(law: Relation, letter: str, root: Root, most: Fraction) -> tuple[Root, Fraction]:
    """A root whose sides differ by at most so much, and by how much; else the last one tried."""
    off = gap(law, letter, root.value)
    for digits in MORE:
        if off <= most or root.exact:
            break
        low, high = _narrowed(law, letter, root.low, root.high, digits)
        root = Root(root.relation, low, high, root.kept, root.why)
        off = gap(law, letter, root.value, digits)
    return root, off


def _narrowed(
    law: Relation, letter: str, low: Fraction, high: Fraction, digits: int
) -> tuple[Fraction, Fraction]:
    """The bracket halved until it is as narrow as so many digits tell; as it was if it is none."""

    def rises(place: Fraction) -> bool | None:
        sides = _sides(law, letter, place, digits)
        return None if sides is None else sides[0] > sides[1]

    first, last = rises(low), rises(high)
    if first is None or last is None or first == last:
        return low, high
    width = Fraction(1, 10 ** (digits - 10)) * max(abs(low), abs(high))
    for _ in range(MOST_STEPS * 4):
        if high - low <= width:
            break
        middle = (low + high) / 2
        if rises(middle) == first:
            low = middle
        else:
            high = middle
    return low, high


# --- rounded givens ------------------------------------------------------------

NEAR = Fraction(5, 10**7)
"""Roots that differ by less, relative to their size, print alike in the six digits of an answer."""
ROUNDED = "the givens are rounded, and a condition asks for this number"


def reconciled(relations: Sequence[Relation], letter: str, roots: Sequence[Root]) -> Root | None:
    """The exact root of a condition that the first relation, an equation, misses by a hair.

    A condition may be an equation too (``g = a``). Where a given was rounded, the law
    asks for 142.0000000001 heads and the condition for 142: nothing satisfies both, and
    142 is meant. Every relation but the first has to hold there.
    """
    first = [root for root in roots if root.relation == 0 and not root.kept]
    exact = [root for root in roots if root.relation > 0 and root.exact]
    for root in first:
        for other in exact:
            apart = abs(root.value - other.value)
            if apart <= NEAR * abs(root.value) and all(
                relation.truth({letter: other.value}) is True for relation in relations[1:]
            ):
                return other
    return None
