"""What would mend a condition that fails: the nearest whole numbers with which it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Condition
from ..quoting import listing

FARTHEST = 512
"""How far from what was given a whole number is looked for."""


def mended(
    knowledge: Knowledge, condition: Condition, at: Mapping[str, Fraction], typed: Collection[str]
) -> str:
    """Which other counts would meet a condition, of those that were typed; empty if none would."""
    ways = [
        f"{name} = {listing([str(one) for one in near], 'or')}"
        for name in sorted(condition.relation.letters & set(typed))
        if (near := list(_nearest(knowledge, condition, at, name)))
    ]
    return f"; it would with {', or '.join(ways)}" if ways else ""


def _nearest(
    knowledge: Knowledge, condition: Condition, at: Mapping[str, Fraction], name: str
) -> Iterator[int]:
    """The nearest count below and the nearest above with which a condition holds."""
    domain = knowledge.symbols[name].domain
    if not domain.integer or knowledge.unit(name).factor != 1:
        return
    for sign in (-1, 1):
        for step in range(1, FARTHEST):
            other = at[name] + sign * step
            if not domain.contains(other):
                break
            if condition.relation.truth({**at, name: other}):
                yield int(other)
                break
