"""What chains may be made of, and which of them lead to a letter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..errors import MixedConventions, TooMuchWork, UnknownName
from ..registry import Registry, guesses
from .blocks import dependent
from .chains import Plan, Search, Tool, limits, tools
from .knowns import Knowns
from .systems import System, systems


@lru_cache(maxsize=8)
def all_tools(registry: Registry) -> tuple[Tool, ...]:
    """The laws of a registry that chains may use."""
    return tools(registry)


@lru_cache(maxsize=8)
def all_limits(registry: Registry) -> tuple[Tool, ...]:
    """The inequalities of a registry, which a chain holds only if asked to."""
    return limits(registry)


def named_tools(registry: Registry, using: Iterable[str]) -> list[Tool]:
    """The laws and uses that a chain must hold; refuses two conventions of one quantity."""
    every = {tool.id: tool for tool in (*all_tools(registry), *all_limits(registry))}
    found: list[Tool] = []
    for name in using:
        key = name if name in every else registry.formula(name).id
        if key not in every:
            raise UnknownName("formula", name, guesses(name, every))
        for other in found:
            if other.id != key and other.groups & every[key].groups:
                shared = min(other.groups & every[key].groups)
                raise MixedConventions(other.id, key, registry.variants[shared].title)
        found.append(every[key])
    return found


def others(known: Knowns) -> list[str]:
    """The bounded letters besides the target."""
    return [name for name in known.bounds if name != known.target.id]


def plans_for(
    registry: Registry, known: Knowns, target: str, points: frozenset[str], using: frozenset[str]
) -> list[Plan]:
    """The shortest plans that find a letter from points, those that need most of what was typed."""
    search = Search(all_tools(registry), points, frozenset(known.defaults) - points, using)
    return search.plans(target, frozenset(known.typed) & points)


def plans_through(
    registry: Registry, known: Knowns, name: str, using: frozenset[str]
) -> list[Plan]:
    """Plans for a given or bounded letter, with the target among what is known."""
    given = frozenset(known.points) | frozenset(others(known))
    points = (given - {name}) | {known.target.id}
    plans = plans_for(registry, known, name, points, using)
    return [plan for plan in plans if known.target.id in plan.needs]


def coupled_laws(registry: Registry, known: Knowns, using: frozenset[str]) -> list[System]:
    """Laws that must be solved together, as few as do it."""
    have = frozenset(known.points) | (frozenset(known.defaults) - {known.target.id})
    try:
        found = systems(all_tools(registry), have, known.target.id, using)
    except TooMuchWork:
        return []
    wanted = known.typed & frozenset(known.points)
    return [one for one in found if wanted <= one.needs and not dependent(registry, one.blocks)]


def nearest(
    registry: Registry, known: Knowns, target: str = ""
) -> list[tuple[str, tuple[str, ...]]]:
    """The laws that contain the target and miss least."""
    wanted = target or known.target.id
    have = set(known.points) | set(known.bounds) | set(known.defaults) | {known.target.id}
    near = sorted(
        (len(missing), tool.id, tuple(sorted(missing)))
        for tool in all_tools(registry)
        if wanted in tool.letters
        for missing in [tool.letters - have - {wanted}]
    )
    return [(name, missing) for _, name, missing in near[:3]]
