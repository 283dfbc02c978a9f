"""Spare givens as checks: laws that hold here confirm them, or tell both numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Tool
from ..errors import ContradictoryGivens
from ..units import Quantity
from .chains import Move
from .found import Assumed, Check
from .knowns import Knowns
from .scenario import Scenario
from .walking import quick

APART = Fraction(1, 100)
ROUGHLY = Fraction(1, 10)
"""How far a law may be off before givens contradict it; approximations may be off further."""
ROUGH = frozenset({"approximation", "fitted", "bound"})


def agreeing(
    knowledge: Knowledge,
    known: Knowns,
    scenario: Scenario,
    found: Mapping[str, Quantity],
    used: Collection[str],
    assumed: Sequence[Assumed],
    spare: Collection[str],
    *,
    is_chosen: bool,
) -> tuple[Check, ...]:
    """What laws that hold here say of the givens; refuses givens that contradict each other.

    A law speaks where all its letters were typed, found along the chain, or
    assumed by it. Of a letter that several laws give, one that agrees is enough.
    """
    values = {n: v for n, v in known.points.items() if n in known.typed or n in found}
    values |= {n: v for n, v in found.items() if n not in known.defaults}
    values |= _meant(knowledge, assumed, values)
    told: dict[str, list[tuple[Tool, Quantity]]] = {}
    for tool in knowledge.tools:
        if tool.id in used or not tool.gives or not tool.letters <= set(values):
            continue
        if not tool.is_equation or not tool.letters & known.typed:
            continue
        if scenario.excludes(tool) or scenario.leaves_open(tool):
            continue
        value = _value(knowledge, tool, values)
        if value is not None:
            told.setdefault(tool.gives, []).append((tool, value))
    checks = []
    for letter, some in sorted(told.items()):
        step = 1 if knowledge.symbols[letter].domain.integer else 0  # 3 is 2.5 shifts, rounded up
        agree = [(t, v) for t, v in some if not _apart(t, v, values[letter], step)]
        if agree and letter in spare:
            tool, value = agree[0]
            checks.append(Check(letter, tool.id, value, tuple(sorted(tool.letters))))
        if not agree and not is_chosen:
            raise _refusal(*some[0], values, known, assumed)
    return tuple(checks)


def over_entries(
    knowledge: Knowledge, known: Knowns, scenario: Scenario, *, is_chosen: bool
) -> Knowns:
    """What is known, without figures of entries that follow from what was typed over them.

    The parameters of a model are no longer its own where its layers are not. Refuses what
    was typed for a letter that the entry's other figures compute, if it is not that.
    """
    if not known.typed_over:
        return known
    current = _current(knowledge, known, scenario)
    figures = {name: one for name, one in current.points.items() if name in known.origins}
    entries = current.replaced(points=figures)
    agreeing(knowledge, entries, scenario, figures, (), (), (), is_chosen=is_chosen)
    return current


def _current(knowledge: Knowledge, known: Knowns, scenario: Scenario) -> Knowns:
    have = {*known.points, *known.defaults}
    outdated = {
        tool.gives
        for tool in knowledge.tools
        if tool.letters & known.typed_over
        and tool.gives in known.points
        and tool.gives not in known.typed
        and tool.is_equation
        and tool.status not in ROUGH
        and tool.letters <= have
        and not scenario.excludes(tool)
        and not scenario.leaves_open(tool)
    }
    kept = {name: value for name, value in known.points.items() if name not in outdated}
    origins = {name: one for name, one in known.origins.items() if name not in outdated}
    return known.replaced(points=kept, origins=origins)


def _meant(
    knowledge: Knowledge, assumed: Sequence[Assumed], values: Mapping[str, Quantity]
) -> dict[str, Quantity]:
    """The letters that an assumption fixes: degrees of 1, and what an alternative means."""
    found: dict[str, Quantity] = {}
    for one in assumed:
        choice = knowledge.choices.get(one.name)
        fixed = choice.means.get(one.value, {}) if choice else {one.name: 1}
        for letter, number in fixed.items():
            if letter not in values:
                found[letter] = Quantity(number, knowledge.unit(letter))
    return found


def _value(knowledge: Knowledge, tool: Tool, values: Mapping[str, Quantity]) -> Quantity | None:
    """What a law gives, if its conditions hold."""
    at = {n: Fraction(v.base) for n, v in values.items()}
    for one in knowledge.law(tool.id).conditions:
        if not one.relation.letters <= set(at) or not one.relation.truth(at):
            return None
    rest = {n: v for n, v in values.items() if n != tool.gives}
    return quick(knowledge, [Move(tool, tool.gives)], rest)


def _apart(tool: Tool, told: Quantity, given: Quantity, step: int) -> bool:
    """Whether a law gives something else than was given, rounding to whole numbers aside."""
    allowed = ROUGHLY if tool.status in ROUGH else APART
    ours, theirs = Fraction(told.base), Fraction(given.base)
    slack: Fraction = allowed * max(abs(ours), abs(theirs))
    return abs(ours - theirs) > max(slack, Fraction(step))


def _refusal(
    tool: Tool,
    value: Quantity,
    values: Mapping[str, Quantity],
    known: Knowns,
    assumed: Sequence[Assumed],
) -> ContradictoryGivens:
    """The letter that the law gives, and a given with which it does not agree."""
    gives = tool.gives
    letters = sorted(tool.letters - {gives}, key=lambda one: (one not in known.typed, one))
    if not letters:  # a law that says a number outright
        return ContradictoryGivens(
            _one(gives, values[gives]), f"{tool.id} holds", f"it gives {_one(gives, value)}"
        )
    other, rest = letters[0], letters[1:]
    aside = f" and {', '.join(_one(name, values[name]) for name in rest)}" if rest else ""
    taken = [f"{one.name} = {one.value}" for one in assumed]
    so = f"; {', '.join(taken)} was assumed: say otherwise" if taken else ""
    entry = "" if other in known.typed else known.origins.get(other, "")
    out = f"leave {gives} out, or type what else differs from {entry}"
    return ContradictoryGivens(
        _one(gives, values[gives]),
        _one(other, values[other]) + (f" of {entry}" if entry else ""),
        f"{tool.id} gives {_one(gives, value)} from {_one(other, values[other])}{aside}"
        + (so or f"; {out if entry else 'leave one of the two out'}"),
    )


def _one(name: str, value: Quantity) -> str:
    return f"{name} = {value.format(4)}"
