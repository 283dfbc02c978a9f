"""Spare givens as checks: what laws that hold here say of them.

A law confirms a given or contradicts it, with both numbers. Of several roots, those
that a law denies are struck out; where every root is denied, so are the givens.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Condition, Tool
from ..errors import ContradictoryGivens
from ..programs.relations import Relation, letter, number
from ..units import Quantity
from ..written import Letter
from .answer import Answer
from .chains import Move
from .question import Question
from .scenario import Knowns
from .search_result import Assumed, Check
from .searching import Search
from .solving import solve_question
from .walking import quick

APART = Fraction(1, 100)
ROUGHLY = Fraction(1, 10)
"""How far a law may be off before givens contradict it; approximations may be off further."""
ROUGH = frozenset({"approximation", "fitted", "bound"})


def agreeing(
    search: Search,
    along: Mapping[str, Quantity],
    used: Collection[str],
    assumed: Sequence[Assumed] = (),
    spare: Collection[str] = (),
    *,
    is_chosen: bool = False,
) -> tuple[Check, ...]:
    """What laws that hold here say of the givens; refuses givens that contradict each other.

    A law speaks where all its letters were typed, found along the chain, or
    assumed by it. Of a letter that several laws give, one that agrees is enough.
    """
    knowledge, known, scenario = search.knowledge, search.known, search.scenario
    values = {n: v for n, v in known.points.items() if n in known.typed or n in along}
    values |= {n: v for n, v in along.items() if n not in known.defaults}
    values |= _meant(knowledge, assumed, values)
    given_by: dict[str, list[tuple[Tool, Quantity]]] = {}
    for tool in knowledge.tools:
        if tool.id in used or not tool.gives or not tool.letters <= set(values):
            continue
        if not tool.is_equation or not tool.letters & known.typed:
            continue
        if scenario.excludes(tool) or scenario.leaves_open(tool):
            continue
        value = _value(knowledge, tool, values)
        if value is not None:
            given_by.setdefault(tool.gives, []).append((tool, value))
    checks = []
    for name, values_told in sorted(given_by.items()):
        step = 1 if knowledge.symbols[name].domain.integer else 0  # 3 is 2.5 shifts, rounded up
        agree = [(t, v) for t, v in values_told if not _apart(t, v, values[name], step)]
        if agree and name in spare:
            tool, value = agree[0]
            checks.append(Check(name, tool.id, value, tuple(sorted(tool.letters))))
        if not agree and not is_chosen:
            raise _refusal(*values_told[0], values, known, assumed)
    return tuple(checks)


def over_entries(search: Search, *, is_chosen: bool) -> Knowns:
    """What is known, without figures of entries that follow from what was typed over them.

    The parameters of a model are no longer its own where its layers are not. Refuses what
    was typed for a letter that the entry's other figures compute, if it is not that.
    """
    known, scenario = search.known, search.scenario
    if not known.typed_over:
        return known
    have = {*known.points, *known.defaults}
    outdated = {
        tool.gives
        for tool in search.knowledge.tools
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
    origins = {name: origin for name, origin in known.origins.items() if name not in outdated}
    current = known.replaced(points=kept, origins=origins)
    figures = {name: value for name, value in kept.items() if name in origins}
    entries = search.replaced(known=current.replaced(points=figures))
    agreeing(entries, figures, (), is_chosen=is_chosen)
    return current


def _meant(
    knowledge: Knowledge, assumed: Sequence[Assumed], values: Mapping[str, Quantity]
) -> dict[str, Quantity]:
    """The letters that an assumption fixes: degrees of 1, and what an alternative means."""
    fixed_letters: dict[str, Quantity] = {}
    for taken in assumed:
        choice = knowledge.choices.get(taken.name)
        fixed = choice.means.get(taken.value, {}) if choice else {taken.name: 1}
        for name, value in fixed.items():
            if name not in values:
                fixed_letters[name] = Quantity(value, knowledge.unit(name))
    return fixed_letters


def _value(knowledge: Knowledge, tool: Tool, values: Mapping[str, Quantity]) -> Quantity | None:
    """What a law gives, if its conditions hold."""
    at = {n: Fraction(v.base) for n, v in values.items()}
    for condition in knowledge.law(tool.id).conditions:
        if not condition.relation.letters <= set(at) or not condition.relation.truth(at):
            return None
    rest = {n: v for n, v in values.items() if n != tool.gives}
    return quick(knowledge, [Move(tool, tool.gives)], rest)


def _apart(tool: Tool, computed: Quantity, given: Quantity, step: int) -> bool:
    """Whether a law gives something else than was given, rounding to whole numbers aside."""
    allowed = ROUGHLY if tool.status in ROUGH else APART
    ours, theirs = Fraction(computed.base), Fraction(given.base)
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
    letters = sorted(tool.letters - {gives}, key=lambda letter: (letter not in known.typed, letter))
    if not letters:  # a law that says a number outright
        return ContradictoryGivens(
            _one(gives, values[gives]), f"{tool.id} holds", f"it gives {_one(gives, value)}"
        )
    other, rest = letters[0], letters[1:]
    aside = f" and {', '.join(_one(name, values[name]) for name in rest)}" if rest else ""
    taken = [f"{taken.name} = {taken.value}" for taken in assumed]
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


def struck(
    search: Search,
    laws: Collection[str],
    question: Question,
    answer: Answer,
    values: Mapping[str, Quantity],
) -> Answer:
    """The answer without the roots that givens deny; asked anew, so that it is checked.

    All laws that hold here speak but those of the chain, ``laws``. Raises
    ``ContradictoryGivens`` where the givens deny all roots.
    """
    roots = [root.value for root in answer.roots if root.kept]
    if len(roots) < 2:
        return answer
    name = question.target.id
    unit = search.knowledge.unit(name)

    def denied(root: Quantity) -> ContradictoryGivens | None:
        try:
            agreeing(search, {**values, name: root.to(unit)}, laws)
        except ContradictoryGivens as wrong:
            return wrong
        return None

    tried = [(Fraction(root.base), denied(root)) for root in roots]
    left = [root for root, wrong in tried if wrong is None]
    out = [(root, wrong) for root, wrong in tried if wrong is not None]
    if not left:
        raise out[0][1]
    if not out:
        return answer
    conditions = tuple(_beside(name, root, wrong.first, left) for root, wrong in out)
    law = question.law.replaced(conditions=(*question.law.conditions, *conditions))
    return solve_question(search.knowledge, question.replaced(law=law))


def _beside(name: str, root: Fraction, why: str, left: list[Fraction]) -> Condition:
    """A condition that a root fails and all that are left meet: they are on one side of it."""
    nearest = min(left, key=lambda other: abs(other - root))
    middle = (nearest + root) / 2
    bound = Relation(">" if nearest > root else "<", letter(name), number(middle))
    return Condition(why, bound, Letter(name))
