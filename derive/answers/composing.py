"""A chain of laws as one law: every letter on the way replaced by what gives it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..entries.knowledge import Knowledge
from ..entries.laws import Condition, Law, Tool
from ..errors import NotAnswerable
from ..programs.program import Program
from ..programs.relations import Relation, letter, substituted
from ..written import Letter, Node, put_in, text
from ..written.nodes import Relation as WrittenRelation
from .chains import Move
from .knowns import Knowns
from .question import Extra, Question
from .search_result import Link
from .working import written_latex

Given = Mapping[str, tuple[Program, Node]]
"""What gives each letter on the way: to compute with, and as it is printed."""


def expressions(knowledge: Knowledge, moves: Iterable[Move]) -> Given:
    """What gives each letter of a chain, in the letters that are known and the target."""
    given: dict[str, tuple[Program, Node]] = {}
    for move in moves:
        if move.letter not in given:
            program, tree = one_branch(knowledge, move)
            given[move.letter] = _replaced(program, tree, given)
    return given


def _replaced(program: Program, tree: Node, given: Given) -> tuple[Program, Node]:
    programs = {name: inner for name, (inner, _) in given.items()}
    trees = {name: inner for name, (_, inner) in given.items()}
    return substituted(program, programs), put_in(tree, trees)


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


def links(knowledge: Knowledge, moves: Iterable[Move]) -> tuple[Link, ...]:
    """A chain without values, as it is put together."""
    return tuple(
        Link(
            move.tool.id,
            knowledge.law(move.tool.id).text,
            move.letter,
            None,
            text(one_branch(knowledge, move)[1]),
            latex=knowledge.law(move.tool.id).latex,
            uses=tuple(
                letter for letter in knowledge.law(move.tool.id).letters if letter != move.letter
            ),
        )
        for move in moves
    )


def conditions(knowledge: Knowledge, tools: Iterable[Tool], given: Given) -> tuple[Condition, ...]:
    """The conditions of all laws of a chain, in the letters that are left."""
    held = [
        _condition(condition, given)
        for name in dict.fromkeys(tool.id for tool in tools)
        for condition in knowledge.law(name).conditions
    ]
    once = {condition.says: condition for condition in held}
    return tuple(condition for condition in once.values() if condition.relation.decided is not True)


def _condition(condition: Condition, given: Given) -> Condition:
    if not condition.relation.letters & set(given):
        return condition
    tree = put_in(condition.written, {name: inner for name, (_, inner) in given.items()})
    programs = {name: inner for name, (inner, _) in given.items()}
    return Condition(text(tree), condition.relation.substituted(programs), tree)


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
    names = set(relation.letters).union(*(_letters(extra) for extra in extras))
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
        program, tree = given.get(name, (letter(name), Letter(name)))
        return Relation("==", letter(name), program), WrittenRelation("=", Letter(name), tree)
    trees = {letter: inner for letter, (_, inner) in given.items()}
    programs = {letter: inner for letter, (inner, _) in given.items()}
    return limit.relation.substituted(programs), put_in(limit.written, trees)


def _extra(knowledge: Knowledge, name: str, limit: Law | None, given: Given) -> Extra:
    if limit is None:
        program, _ = given.get(name, (letter(name), Letter(name)))
        return Extra(program, name)
    relation, tree = _claimed(name, limit, given)
    shown = written_latex(knowledge, tree, relation.letters)
    return Extra(relation, "", text(tree), shown)


def _letters(extra: Extra) -> frozenset[str]:
    return extra.of.letters if isinstance(extra.of, Relation) else frozenset(extra.of.inputs)
