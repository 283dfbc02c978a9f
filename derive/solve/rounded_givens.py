"""Equations that rounded givens contradict by a hair: the number that both mean."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..programs.relations import Relation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .feasible_set import Root

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
                one.truth({letter: other.value}) is True for one in relations[1:]
            ):
                return other
    return None
