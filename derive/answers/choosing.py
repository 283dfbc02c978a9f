"""Chains that compete: each with its value and with what the others do not assume."""

from __future__ import annotations

from collections.abc import Sequence

from ..registry import Registry
from .chains import Move, Plan
from .found import Found, Option
from .knowns import Knowns
from .searching import others
from .systems import System
from .walking import quick, watched
from .wording import typed_text

MOST_OPTIONS = 12


def choices(
    registry: Registry,
    known: Knowns,
    chains: Sequence[Sequence[Sequence[Move]]],
    plans: Sequence[Plan | System],
) -> Found:
    """The competing chains, each with its value and with what the others do not assume."""
    options = []
    for blocks, plan in list(zip(chains, plans, strict=True))[:MOST_OPTIONS]:
        moves = [move for block in blocks for move in block]
        assumes: list[str] = []
        for move in moves:
            formula, groups = move.tool.formula, registry.variants_of(move.tool.formula)
            assumes += [f"{move.tool.id}: {group.members[formula]}" for group in groups]
            if formula.leaves_out and not groups:
                assumes.append(f"{move.tool.id} leaves out {formula.leaves_out}")
        texts = tuple(typed_text(move.tool.law.typed) for move in moves)
        values = {**known.defaults, **known.points}
        is_walk = moves[-1].letter == known.target.id and not others(known)
        value = quick(registry, moves, values) if is_walk else None
        said = watched(registry, [move.tool for move in moves], values)
        broken = tuple(f"{law}: {one.text}" for law, one in said if one.holds is False)
        options.append(Option(plan.tools, texts, tuple(assumes), value, broken))
    return Found(known.target.id, None, (), tuple(options), ())
