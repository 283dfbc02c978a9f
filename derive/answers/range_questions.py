"""Range questions across laws: what must be met, what is only uncertain, and where both lead."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..entries.laws import Law, Tool
from ..errors import Unreachable
from ..units import Quantity
from .chains import Plan
from .composing import composed, links
from .open_choices import OpenQuestion
from .refusals import NEARLY
from .search_result import Found
from .searching import Search, nearest, others, with_alone
from .solving import solve_question
from .spare_givens import denied_by_givens, struck
from .walking import quick, with_every_root, with_values

TRIED_POWERS = range(-30, 31, 3)
"""Powers of ten at which it is seen whether a chain depends on a letter at all."""


def in_range(search: Search, apart: Sequence[Tool]) -> Found:
    """A range question: what must be met, and what is only uncertain."""
    known = search.known
    claims: list[tuple[str, Law | None]] = [("", search.knowledge.law(t.id)) for t in apart]
    plans: list[Plan] = []
    unbounded = _unnamed(search) if apart else search
    for name in others(known):
        bound = known.bounds[name]
        both = bound.low is not None and bound.high is not None
        through = None if both else search.through(name)
        if through is None and search.named and not both:
            through = _unnamed(search).through(name)
        if through is not None:
            claims.append((name, None))
            plans.append(through)
    plans += [_joint(unbounded, tool) for tool in apart]
    if claims:
        joined = list({(m.tool.id, m.letter): m for plan in plans for m in plan.moves}.values())
        whole = Plan(tuple(joined), frozenset().union(*(plan.needs for plan in plans)))
        return composed_answer(search, claims, whole, apart)
    return _uncertain(search)


def _unnamed(search: Search) -> Search:
    """The same search where no law must be used; what it refuses is told by the other."""
    other = Search(search.knowledge, search.known, search.scenario)
    other.refused = search.refused
    return other


def _joint(search: Search, tool: Tool) -> Plan:
    """A plan for all letters of a limit that are neither known nor the target."""
    known = search.known
    points = frozenset(known.points) | frozenset(others(known)) | {known.target.id}
    missing = sorted(tool.letters - points - frozenset(known.defaults))
    plan = search.plan(missing, points) if missing else Plan((), frozenset())
    if plan is None:
        raise Unreachable(tool.id, [(tool.id, tuple(missing))])
    return plan


def _uncertain(search: Search) -> Found:
    """Bounded letters that are inputs: the interval of the target."""
    known = search.known
    given = frozenset(known.points) | frozenset(others(known))
    plan = search.plan([known.target.id], given)
    if plan is not None:
        return composed_answer(search, [(known.target.id, None)], plan, [])
    for name in others(known):
        through = search.through(name)
        if through is not None:
            return composed_answer(search, [(name, None)], through, [])
    first = others(known)[0]
    raise Unreachable(first, nearest(search.knowledge, known, first, search.scenario))


def composed_answer(
    search: Search, claims: list[tuple[str, Law | None]], plan: Plan, apart: Sequence[Tool]
) -> Found:
    """One question out of one chain."""
    knowledge = search.knowledge
    known = with_alone(knowledge, search.known, search.scenario, plan)
    for tool in [*(move.tool for move in reversed(plan.moves)), *apart]:
        choices = search.scenario.leaves_open(tool)
        if choices:
            raise OpenQuestion(choices[0], tool.gives)
    used = [*(move.tool for move in plan.moves), *apart]
    question = composed(knowledge, known, claims, plan.moves, used)
    denied = denied_by_givens(knowledge, known, search.scenario, {tool.id for tool in used})
    asked = solve_question(knowledge, question)
    answer = with_every_root(struck(knowledge, question, asked, {}, denied))
    names = {name for name, _ in claims} | {name for tool in apart for name in tool.letters}
    unused = tuple(sorted(known.typed - plan.needs - names - {known.target.id}))
    chain = links(knowledge, plan.moves)
    if answer.value is not None:
        values = {**known.defaults, **known.points, known.target.id: answer.value}
        chain = with_values(knowledge, plan.moves, chain, values)
    return Found(known.target.id, answer, chain, (), unused)


def drops_out(search: Search, name: str, plan: Plan) -> bool:
    """Whether a chain gives a given letter its value whatever the target is.

    ``N_gpu / p`` says nothing of ``p`` where ``N_gpu`` is a product with ``p``: what is left
    are the conditions of the laws, which are no answer.
    """
    knowledge, target = search.knowledge, search.known.target
    known = with_alone(knowledge, search.known, search.scenario, plan)
    values = {**known.defaults, **known.points}
    unit = knowledge.unit(target.id)
    tried = [Fraction(10) ** power for power in TRIED_POWERS]
    given = [
        quick(knowledge, plan.moves, {**values, target.id: Quantity(value, unit)})
        for value in tried
        if target.domain.contains(value)
    ]
    gives = [Fraction(value.base) for value in given if value is not None]
    own = Fraction(known.points[name].base)
    return len(gives) > 1 and all(abs(value - own) <= NEARLY * abs(own) for value in gives)
