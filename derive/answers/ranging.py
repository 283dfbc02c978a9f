"""Range questions across laws: what must be met, what is only uncertain, and where both lead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..errors import Unreachable
from ..registry import Registry
from .chains import Plan, Search, Tool
from .choosing import choices
from .composing import composed, links
from .found import Found
from .knowns import Knowns
from .searching import all_tools, nearest, others, plans_for, plans_through
from .solving import solve_question
from .walking import with_values


def in_range(
    registry: Registry, known: Knowns, using: frozenset[str], apart: Sequence[Tool]
) -> Found:
    """A range question: what must be met, and what is only uncertain."""
    claims: list[tuple[str, Any]] = [("", tool.law.relation) for tool in apart]
    plans: list[list[Plan]] = []
    using -= {tool.id for tool in apart}
    for name in others(known):
        bound = known.bounds[name]
        both = bound.low is not None and bound.high is not None
        through = [] if both else plans_through(registry, known, name, using)
        if through:
            claims.append((name, None))
            plans.append(through)
    plans += [_joint(registry, known, tool, using) for tool in apart]
    if claims:
        return _met(registry, known, claims, plans, apart)
    return _uncertain(registry, known, using)


def _joint(registry: Registry, known: Knowns, tool: Tool, using: frozenset[str]) -> list[Plan]:
    """Plans for all letters of a limit that are neither known nor the target."""
    points = frozenset(known.points) | frozenset(others(known)) | {known.target.id}
    search = Search(all_tools(registry), points, frozenset(known.defaults) - points, using)
    missing = sorted(tool.letters - points - frozenset(known.defaults))
    found = search.joint(missing, frozenset(known.typed))
    if not found:
        raise Unreachable(tool.id, [(tool.id, tuple(missing))])
    return found


def _met(
    registry: Registry,
    known: Knowns,
    claims: list[tuple[str, Any]],
    plans: list[list[Plan]],
    apart: Sequence[Tool],
) -> Found:
    """Several bounds and limits at once; each must have one chain."""
    for some in plans:
        if len(some) > 1:
            return choices(registry, known, [[(m,) for m in plan.moves] for plan in some], some)
    joined = list({move.tool.id: move for some in plans for move in some[0].moves}.values())
    whole = Plan(tuple(joined), frozenset().union(*(some[0].needs for some in plans)))
    return composed_answer(registry, known, claims, [whole], apart)


def _uncertain(registry: Registry, known: Knowns, using: frozenset[str]) -> Found:
    """Bounded letters that are inputs: the interval of the target."""
    given = frozenset(known.points) | frozenset(others(known))
    plans = plans_for(registry, known, known.target.id, given, using)
    plans = [plan for plan in plans if plan.needs & set(others(known))] or plans
    if plans:
        return composed_answer(registry, known, [(known.target.id, None)], plans, [])
    for name in others(known):
        through = plans_through(registry, known, name, using)
        if through:
            return composed_answer(registry, known, [(name, None)], through, [])
    raise Unreachable(others(known)[0], nearest(registry, known, others(known)[0]))


def composed_answer(
    registry: Registry,
    known: Knowns,
    claims: list[tuple[str, Any]],
    plans: list[Plan],
    apart: Sequence[Tool],
) -> Found:
    """One question out of one chain."""
    if len(plans) > 1:
        return choices(registry, known, [[(m,) for m in p.moves] for p in plans], plans)
    (plan,) = plans
    used = [*(move.tool for move in plan.moves), *apart]
    question = composed(registry, known, claims, plan.moves, used)
    answer = solve_question(registry, question)
    names = {name for name, _ in claims} | {x.name for tool in apart for x in tool.law.symbols}
    unused = tuple(sorted(known.typed - plan.needs - names - {known.target.id}))
    chain = links(registry, plan.moves)
    if answer.value is not None:
        values = {**known.defaults, **known.points, known.target.id: answer.value}
        chain = with_values(registry, plan.moves, chain, values)
    return Found(known.target.id, answer, chain, (), unused)
