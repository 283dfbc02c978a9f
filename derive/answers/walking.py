"""A chain walked with values: link by link, blocks at once, whole numbers watched."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Law, Tool
from ..errors import DeriveError, NotAnswerable
from ..frozen import Mutable, fresh
from ..names import listing
from ..programs.program import Program
from ..programs.relations import number_of, value_at
from ..units import Quantity
from ..written import Node
from ..written.nodes import Relation as WrittenRelation
from .answer import Answer, Condition, Elasticity, Span
from .chains import Move
from .question import Question, Wish
from .scenario import Knowns
from .search_result import Between, Link, Refused, Taken
from .searching import failing, not_whole
from .sensitivity import ranked
from .solving import solve_question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Walk(Mutable):
    """What a walk along a chain has found so far; values are in the letters' own units.

    ``stuck`` is the law that gives no value, or none that can be.
    """

    values: dict[str, Quantity]
    links: list[Link] = fresh(factory=list)
    answer: Answer | None = None
    slopes: dict[str, dict[str, Any]] = fresh(factory=dict)
    stuck: Refused | None = None


Chosen = Callable[[Question, Answer, Mapping[str, Quantity]], Answer]
"""What is left of an answer with several roots, given the values along a chain."""


def walk(
    knowledge: Knowledge,
    known: Knowns,
    moves: Sequence[Move],
    named: Collection[str] = (),
    chosen: Chosen | None = None,
) -> Walk:
    """Solve a chain for its target; stops at the first law that does not hold here.

    A law that was ``named`` is used although a condition of it fails, which is said.
    Where the target itself lies between two whole numbers, the walk has its answer.
    """
    walked = Walk({**known.defaults, **known.points})
    for move in moves:
        try:
            walked.answer = _step(knowledge, known, move, walked, chosen)
        except NotAnswerable as refusal:
            walked.stuck = Refused(move.tool.id, move.letter, str(refusal))
            return walked
        walked.stuck = _why_not(knowledge, move, walked, named)
        is_answer = isinstance(walked.stuck, Between) and move is moves[-1]
        if walked.stuck is not None and not is_answer:
            return walked
    if known.wish.sensitivity and walked.answer is not None:
        walked.answer = walked.answer.replaced(sensitivity=_along(known, walked))
    return walked


def _why_not(
    knowledge: Knowledge, move: Move, walked: Walk, named: Collection[str]
) -> Refused | None:
    """Why a law does not give a letter here; none where it does."""
    answer = walked.answer
    assert answer is not None
    if answer.value is None:
        why = answer.reason or "it has no solution"
        return Refused(move.tool.id, move.letter, why)
    value = answer.value.to(knowledge.unit(move.letter))
    broken = not_whole(knowledge, move.letter, value)
    if broken:
        unmet = failing(knowledge, [move], walked.values, named)
        return unmet or Between(move.tool.id, move.letter, broken)
    if knowledge.symbols[move.letter].domain.integer:
        # Floats along the chain must not turn 16 GPUs into 15.999999999.
        walked.values[move.letter] = Quantity(round(Fraction(value.magnitude)), value.unit)
    return failing(knowledge, [move], walked.values, named)


def undecided(
    knowledge: Knowledge,
    moves: Sequence[Move],
    values: Mapping[str, Quantity],
    decided: Collection[str],
) -> list[tuple[str, str]]:
    """Equalities that the laws of a chain need and that nobody can decide: a run may break them."""
    return [
        (move.tool.id, condition.says)
        for move in moves
        for condition in knowledge.law(move.tool.id).conditions
        if condition.relation.is_equation
        and not condition.relation.letters <= set(values)
        and condition.says not in decided
    ]


def _step(
    knowledge: Knowledge, known: Knowns, move: Move, walked: Walk, chosen: Chosen | None
) -> Answer:
    law = knowledge.law(move.tool.id)
    question = _question(knowledge, known, law, move.letter, walked.values)
    answer = solve_question(knowledge, question)
    if chosen is not None:
        answer = chosen(question, answer, walked.values)
    answer = with_every_root(answer)
    if answer.value is not None:
        value = answer.value.to(knowledge.unit(move.letter))
        walked.values[move.letter] = value
        walked.slopes[move.letter] = {
            elasticity.letter: elasticity.value for elasticity in answer.sensitivity
        }
        walked.links.append(
            Link(
                law.id,
                law.text,
                move.letter,
                value,
                answer.exact,
                answer.residual,
                law.latex,
                _taken(known, law, move.letter),
                tuple(name for name in law.letters if name != move.letter),
            )
        )
    return answer


def with_every_root(answer: Answer) -> Answer:
    """An answer that takes none of several roots for the value: a search says them all."""
    kept = [root.value for root in answer.roots if root.kept]
    if answer.value is None or len(kept) < 2:
        return answer
    listed = listing([root.format(6) for root in kept], "and")
    return answer.replaced(
        value=None,
        exact="",
        intervals=tuple(Span(root, root, low_open=False, high_open=False) for root in kept),
        residual=None,
        reason=f"{len(kept)} values fit: {listed}",
        steps=(),
        sensitivity=(),
    )


def _taken(known: Knowns, law: Law, letter: str) -> tuple[Taken, ...]:
    """What a law takes from outside the chain, in the order of the law."""
    letters = [name for name in law.letters if name != letter]
    given = [
        Taken(name, known.points[name], origin=known.origins.get(name, ""))
        for name in letters
        if name in known.points
    ]
    assumed = [
        Taken(name, known.defaults[name], default=True)
        for name in letters
        if name in known.defaults and name not in known.points
    ]
    return (*given, *assumed)


def _question(
    knowledge: Knowledge, known: Knowns, law: Law, letter: str, values: Mapping[str, Quantity]
) -> Question:
    own_letters = [name for name in law.letters if name != letter]
    asked = {name for condition in law.conditions for name in condition.relation.letters} & set(
        values
    )
    letters = list(dict.fromkeys([*own_letters, *sorted(asked)]))
    is_last = letter == known.target.id
    wish = known.wish if is_last else Wish(sensitivity=known.wish.sensitivity)
    own = {letter: known.bounds[letter]} if is_last and letter in known.bounds else {}
    return Question(
        law,
        knowledge.symbols[letter],
        {**{n: values[n] for n in letters if n not in known.defaults}, **own},
        {n: values[n] for n in letters if n in known.defaults},
        wish,
        {n: known.origins[n] for n in letters if n in known.origins},
    )


def _along(known: Knowns, walked: Walk) -> tuple[Elasticity, ...]:
    """Elasticities of the target in the givens, multiplied link by link."""
    # The chain rule in logarithms: elasticities multiply along a way, and add up over all ways.
    totals: dict[str, dict[str, Any]] = {}
    for letter, slopes in walked.slopes.items():
        total: dict[str, Any] = {}
        for name, slope in slopes.items():
            for given, inner in totals.get(name, {name: Fraction(1)}).items():
                both = None if slope is None or inner is None else slope * inner
                old = total.get(given, Fraction(0))
                total[given] = None if both is None or old is None else old + both
        totals[letter] = total
    target = totals.get(known.target.id, {})
    return ranked(Elasticity(name, value) for name, value in target.items())


def watched(
    knowledge: Knowledge, tools: Iterable[Tool], values: Mapping[str, Quantity]
) -> tuple[tuple[str, Condition], ...]:
    """Every condition of the laws of a chain, decided where its letters are known."""
    at = {name: Fraction(value.base) for name, value in values.items()}
    conditions = []
    for name in dict.fromkeys(tool.id for tool in tools):
        for condition in knowledge.law(name).conditions:
            missing = sorted(condition.relation.letters - set(at))
            note = f"{', '.join(missing)} was not given" if missing else ""
            holds = None if missing else condition.relation.truth(at)
            conditions.append((name, Condition(condition.says, holds, note)))
    return tuple(conditions)


def with_values(
    knowledge: Knowledge,
    moves: Sequence[Move],
    chain: Iterable[Link],
    values: Mapping[str, Quantity],
) -> tuple[Link, ...]:
    """The links of a chain with what each law gives, once all else is known."""
    now, links = dict(values), []
    for move, link in zip(moves, chain, strict=True):
        value = quick(knowledge, [move], now)
        if value is not None:
            now.setdefault(move.letter, value)
        links.append(link.replaced(value=value))
    return tuple(links)


def quick(
    knowledge: Knowledge, moves: Sequence[Move], values: Mapping[str, Quantity]
) -> Quantity | None:
    """The value at the end of a chain by its closed forms alone; None where it has none."""
    at = {name: Fraction(value.base) for name, value in values.items()}
    last: Fraction | None = None
    for move in moves:
        try:
            program, _ = one_branch(knowledge, move)
            last = number_of(value_at(program, at))
        except (DeriveError, KeyError):
            return None
        if last is None:
            return None
        at[move.letter] = last
    if last is None:
        return None
    unit = knowledge.unit(moves[-1].letter)
    return Quantity(last / unit.factor, unit)


def one_branch(knowledge: Knowledge, move: Move) -> tuple[Program, Node]:
    """The one value of a letter that a law gives; refuses where there are several."""
    law = knowledge.law(move.tool.id)
    if law.gives == move.letter and isinstance(law.written, WrittenRelation):
        return law.relation.right, law.written.right
    only = knowledge.solved(law, move.letter).only
    if only is None or only.program is None or only.written is None:
        raise NotAnswerable(
            move.tool.id,
            f"inside a chain it has no single solution for {move.letter}",
            "give that letter a value",
        )
    return only.program, only.written
