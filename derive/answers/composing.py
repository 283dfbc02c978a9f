"""A chain of laws as one law: every letter on the way replaced by what gives it.

That is how range questions are answered across laws: what must be met, what is only
uncertain, and where both lead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Condition, Law, Tool
from ..errors import Unreachable
from ..frozen import Record
from ..programs.program import Program
from ..programs.relations import Relation, letter, substituted
from ..units import Quantity
from ..written import Letter, Node, put_in, text
from ..written.nodes import Relation as WrittenRelation
from .chains import Move, Plan
from .open_choices import OpenQuestion
from .question import Extra, Question
from .scenario import Knowns
from .search_result import Found, Link
from .searching import NEARLY, Search, others
from .solving import solve_question
from .spare_givens import struck
from .walking import one_branch, quick, with_every_root, with_values
from .working import written_latex


class Given(Record):
    """What gives each letter on the way: to compute with, and as it is printed."""

    programs: dict[str, Program]
    trees: dict[str, Node]


def expressions(knowledge: Knowledge, moves: Iterable[Move]) -> Given:
    """What gives each letter of a chain, in the letters that are known and the target."""
    given = Given({}, {})
    for move in moves:
        if move.letter not in given.programs:
            program, tree = one_branch(knowledge, move)
            given.programs[move.letter] = substituted(program, given.programs)
            given.trees[move.letter] = put_in(tree, given.trees)
    return given


def links(knowledge: Knowledge, moves: Iterable[Move]) -> tuple[Link, ...]:
    """A chain without values, as it is put together."""
    chain = []
    for move in moves:
        law = knowledge.law(move.tool.id)
        solved = text(one_branch(knowledge, move)[1])
        uses = tuple(name for name in law.letters if name != move.letter)
        chain.append(Link(law.id, law.text, move.letter, None, solved, latex=law.latex, uses=uses))
    return tuple(chain)


def conditions(knowledge: Knowledge, tools: Iterable[Tool], given: Given) -> tuple[Condition, ...]:
    """The conditions of all laws of a chain, in the letters that are left."""
    held: dict[str, Condition] = {}
    for name in dict.fromkeys(tool.id for tool in tools):
        for condition in knowledge.law(name).conditions:
            put = condition
            if not condition.relation.letters.isdisjoint(given.programs):
                tree = put_in(condition.written, given.trees)
                put = Condition(text(tree), condition.relation.substituted(given.programs), tree)
            held[put.says] = put
    return tuple(put for put in held.values() if put.relation.decided is not True)


def composed(
    knowledge: Knowledge,
    known: Knowns,
    claims: Sequence[tuple[str, Law | None]],
    moves: Sequence[Move],
    tools: Sequence[Tool],
) -> Question:
    """One question out of a chain; ``claims`` are bounded letters and limits on letters.

    The first claim is the law of the question, the others stand beside it.
    """
    given = expressions(knowledge, moves)
    (first_name, first), *rest = claims
    relation, tree = _claimed(first_name, first, given)
    held = conditions(knowledge, tools, given)
    extras = [_extra(knowledge, name, limit, given) for name, limit in rest]
    names = set(relation.letters)
    for extra in extras:
        names |= extra.of.letters if isinstance(extra.of, Relation) else set(extra.of.inputs)
    names |= {name for condition in held for name in condition.relation.letters}
    ids = "+".join(dict.fromkeys(tool.id for tool in tools))
    # The law of a chain was never written by anyone, so its letters have no order of their own.
    ordered = tuple(sorted(relation.letters))
    apart = dict.fromkeys(
        leaves_out for tool in tools if (leaves_out := knowledge.law(tool.id).leaves_out)
    )
    law = Law(
        ids,
        ids,
        relation,
        tree,
        text(tree),
        written_latex(knowledge, tree, relation.letters),
        ordered,
        held,
        gives=first_name if first is None and first_name not in relation.right.inputs else "",
        left=first_name if first is None else "",
        unit=knowledge.symbols[first_name].unit if first is None else first.unit,
        title="A chain of laws",
        status="derived",
        leaves_out="; ".join(apart),
        is_composed=True,
        same_as=_same_law(knowledge, first_name, first, relation, moves),
    )
    values: dict[str, object] = {n: v for n, v in known.points.items() if n in names}
    values |= {n: v for n, v in known.bounds.items() if n in names or n in dict(claims)}
    if known.target.id in known.bounds:
        values[known.target.id] = known.bounds[known.target.id]
    return Question(
        law,
        known.target,
        values,  # type: ignore[arg-type]  # quantities and intervals
        {n: v for n, v in known.defaults.items() if n in names and n not in values},
        known.wish,
        {n: o for n, o in known.origins.items() if n in names},
        tuple(extras),
    )


def _same_law(
    knowledge: Knowledge, name: str, limit: Law | None, relation: Relation, moves: Sequence[Move]
) -> str:
    """The one law that a chain turned out to be, so that its solved forms are known."""
    if limit is not None:
        return limit.id if limit.relation.sides == relation.sides else ""
    for move in moves:
        law = knowledge.law(move.tool.id)
        if move.letter == name and law.gives == name and law.relation.right == relation.right:
            return law.id
    return ""


def _claimed(name: str, limit: Law | None, given: Given) -> tuple[Relation, Node]:
    """A limit with its letters replaced, or a bounded letter with what gives it."""
    if limit is None:
        program, tree = given.programs.get(name, letter(name)), given.trees.get(name, Letter(name))
        return Relation("==", letter(name), program), WrittenRelation("=", Letter(name), tree)
    return limit.relation.substituted(given.programs), put_in(limit.written, given.trees)


def _extra(knowledge: Knowledge, name: str, limit: Law | None, given: Given) -> Extra:
    if limit is None:
        return Extra(given.programs.get(name, letter(name)), name)
    relation, tree = _claimed(name, limit, given)
    shown = written_latex(knowledge, tree, relation.letters)
    return Extra(relation, "", text(tree), shown)


# --- range questions ----------------------------------------------------------------


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
    return search.replaced(named=(), banned=frozenset())


def _joint(search: Search, tool: Tool) -> Plan:
    """A plan for all letters of a limit that are neither known nor the target."""
    known = search.known
    points = search.points | {known.target.id}
    missing = sorted(tool.letters - points - frozenset(known.defaults))
    plan = search.plan(missing, points) if missing else Plan((), frozenset())
    if plan is None:
        raise Unreachable(tool.id, [(tool.id, tuple(missing))])
    return plan


def _uncertain(search: Search) -> Found:
    """Bounded letters that are inputs: the interval of the target."""
    known = search.known
    plan = search.plan([known.target.id], search.points)
    if plan is not None:
        return composed_answer(search, [(known.target.id, None)], plan, [])
    for name in others(known):
        through = search.through(name)
        if through is not None:
            return composed_answer(search, [(name, None)], through, [])
    first = others(known)[0]
    raise Unreachable(first, search.nearest(first))


def composed_answer(
    search: Search, claims: list[tuple[str, Law | None]], plan: Plan, apart: Sequence[Tool]
) -> Found:
    """One question out of one chain."""
    knowledge = search.knowledge
    known = search.with_alone(plan)
    for tool in [*(move.tool for move in reversed(plan.moves)), *apart]:
        choices = search.scenario.leaves_open(tool)
        if choices:
            raise OpenQuestion(choices[0], tool.gives)
    used = [*(move.tool for move in plan.moves), *apart]
    question = composed(knowledge, known, claims, plan.moves, used)
    asked = solve_question(knowledge, question)
    laws = {tool.id for tool in used}
    answer = with_every_root(struck(search.replaced(known=known), laws, question, asked, {}))
    names = {name for name, _ in claims} | {name for tool in apart for name in tool.letters}
    unused = tuple(sorted(known.typed - plan.needs - names - {known.target.id}))
    chain = links(knowledge, plan.moves)
    if answer.value is not None:
        values = {**known.defaults, **known.points, known.target.id: answer.value}
        chain = with_values(knowledge, plan.moves, chain, values)
    return Found(known.target.id, answer, chain, unused=unused)


def drops_out(search: Search, name: str, plan: Plan) -> bool:
    """Whether a chain gives a given letter its value whatever the target is.

    ``N_gpu / p`` says nothing of ``p`` where ``N_gpu`` is a product with ``p``: what is left
    are the conditions of the laws, which are no answer.
    """
    knowledge, target = search.knowledge, search.known.target
    known = search.with_alone(plan)
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
