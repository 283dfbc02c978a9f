"""Choices that were made by name, and of which an answer knows nothing."""

from __future__ import annotations

from collections.abc import Sequence

from ..entries.knowledge import Knowledge
from ..entries.laws import Tool
from ..errors import Unreachable
from .knowns import Knowns
from .scenario import HOLDS, Scenario, choice_named
from .searching import reachable

MOST_NAMED = 3


def idle_choices(
    knowledge: Knowledge, known: Knowns, tools: Sequence[Tool], scenario: Scenario
) -> list[str]:
    """Choices on which no law of a chain depends.

    Where a law of the target itself depends on one, and lacks letters, another law's value
    is not what was meant: what that one lacks is said instead.
    """
    made = [choice_named(knowledge, name).id for name, text in known.wish.choices if text != HOLDS]
    idle = [name for name in made if all(name not in tool.needs for tool in tools)]
    target = known.target.id
    meant = [
        tool
        for tool in knowledge.tools
        if tool.gives == target and tool.is_equation and tool.needs.keys() & set(idle)
        if not scenario.excludes(tool)
    ]
    if not meant:
        return idle
    have = reachable(knowledge, known, target, scenario)
    lacks = sorted((tuple(sorted(tool.letters - have)), tool.id) for tool in meant)
    if all(missing for missing, _ in lacks):
        raise Unreachable(target, [(law, missing) for missing, law in lacks[:MOST_NAMED]])
    return idle
