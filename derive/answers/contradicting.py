"""Givens that contradict each other through a law, whether a chain needs them or not."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from ..algebra.arithmetic import Undefined
from ..algebra.evaluate import truth
from ..errors import ContradictoryGivens
from ..registry import Registry
from ..units import Quantity
from .chains import Move, Tool
from .knowns import Knowns
from .relations import in_base
from .searching import all_tools
from .walking import quick

APART = Fraction(1, 100)
ROUGHLY = Fraction(1, 10)
"""How far a law may be off before givens contradict it; approximations may be off further."""
ROUGH = frozenset({"approximation", "fitted", "bound"})


def consistent(registry: Registry, known: Knowns, unused: Collection[str], *, chosen: bool) -> None:
    """Refuse givens of which a law over them says that two contradict each other.

    A letter that several laws give contradicts the others only if it agrees
    with none of those laws that hold here. Where laws were ``chosen`` by name,
    only givens that are ``unused`` are held to others: the choice stands.
    """
    points = {n: v for n, v in known.points.items() if n in known.typed}
    for name in sorted(points):
        laws = [tool for tool in all_tools(registry) if _applies(registry, tool, name, points)]
        told = [(tool, value) for tool in laws for value in _told(registry, tool, points)]
        step = 1 if registry.symbols[name].domain.integer else 0  # 3 is 2.5 shifts, rounded up
        if any(not _apart(tool, value, points[name], step) for tool, value in told):
            continue
        for tool, value in told:
            idle = sorted(set(unused) & tool.letters)
            if idle or not chosen:
                raise _refusal(tool, idle, points, value)


def _applies(registry: Registry, tool: Tool, name: str, points: Mapping[str, Quantity]) -> bool:
    """Whether a law gives a letter from givens alone, and its conditions hold there."""
    if tool.gives != name or not tool.letters <= set(points):
        return False
    at = {registry.letters[n]: Fraction(v.base) for n, v in points.items()}
    try:
        return all(truth(in_base(registry, one), at) for one in tool.law.conditions)
    except Undefined:
        return False


def _told(registry: Registry, tool: Tool, points: Mapping[str, Quantity]) -> Iterator[Quantity]:
    others = {n: v for n, v in points.items() if n != tool.gives}
    value = quick(registry, [Move(tool, tool.gives)], others)
    if value is not None:
        yield value


def _apart(tool: Tool, told: Quantity, given: Quantity, step: int) -> bool:
    """Whether a law gives something else than was given, rounding to whole numbers aside."""
    allowed = ROUGHLY if tool.formula.status in ROUGH else APART
    ours, theirs = Fraction(told.base), Fraction(given.base)
    slack: Fraction = allowed * max(abs(ours), abs(theirs))
    return abs(ours - theirs) > max(slack, Fraction(step))


def _refusal(
    tool: Tool, idle: list[str], points: Mapping[str, Quantity], value: Quantity
) -> ContradictoryGivens:
    """The letter that the law gives, and the given that the answer can do without."""
    gives = tool.gives
    other = next((n for n in idle if n != gives), None) or min(tool.letters - {gives})
    rest = sorted(tool.letters - {gives, other})
    aside = f" and {_all(rest, points)}" if rest else ""
    return ContradictoryGivens(
        _one(gives, points[gives]),
        _one(other, points[other]),
        f"{tool.id} gives {_one(gives, value)} from {_one(other, points[other])}{aside}; "
        "leave one of the two out",
    )


def _all(names: list[str], points: Mapping[str, Quantity]) -> str:
    return ", ".join(_one(name, points[name]) for name in names)


def _one(name: str, value: Quantity) -> str:
    return f"{name} = {value.format(4)}"
