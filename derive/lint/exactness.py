"""Whether a print that agrees with a law at points has the law's normal form too."""

from __future__ import annotations

from derive.algebra.equal import same_form
from derive.algebra.field import Field
from derive.algebra.standins import stand_in
from derive.notation import Rejection, to_sympy

from .holding import Holder
from .verdicts import Verdict

# Work beyond this many operations is left to the points.
MOST_OPERATIONS = 400


def is_exact(holder: Holder, verdict: Verdict) -> bool:
    """Whether both sides have one normal form where the law's left letter is what the law says.

    False also where a normal form decides nothing, or would grow too large.
    """
    entry, pair = verdict.entry, verdict.pair
    if verdict.kind != "equal" or entry is None:
        return False
    sides = [to_sympy(side, holder.meaning.ours) for side in (pair.left, pair.right)]
    if any(isinstance(side, Rejection) for side in sides):
        return False
    law = entry.relation
    left, right = (side.xreplace({law.lhs: law.rhs}) for side in sides)
    if left.count_ops() + right.count_ops() > MOST_OPERATIONS:
        return False
    registry = holder.index.registry
    standins = stand_in([left, right], registry.domains)
    ground = standins.ground(())
    return same_form(standins.strip(left), standins.strip(right), Field(ground))
