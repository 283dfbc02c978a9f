"""What a question claims of its letters: bounds on what a law gives, or the law itself."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..errors import NotAnswerable
from ..programs.program import Program
from ..programs.relations import Relation, Sign, bound, compared, letter
from ..units import Interval, Quantity
from .boxes import Claim
from .filling import value_latex
from .question import Question

LOOKS = {">": ">", ">=": r"\ge", "<": "<", "<=": r"\le"}


def claims(
    knowledge: Knowledge, question: Question, law: Relation, *, eliminate: bool = False
) -> list[Claim]:
    """The claims of a question; ``law`` is its law with the values put in.

    A bound on the left letter of an equation is a claim about the right side.
    Another letter with one bound is eliminated where it can be, with two also
    if asked to; else the law is the claim, to hold for some value of what is
    uncertain.
    """
    points = question.points()
    bounded = {n: v for n, v in question.intervals().items() if n != question.target.id}
    claimed = _of_law(knowledge, question, law, bounded, points, eliminate=eliminate)
    for extra in question.also:
        if isinstance(extra.of, Relation):
            claimed.append(Claim(extra.of.bound(points), extra.says, latex=extra.latex))
        else:
            function = bound(extra.of, points)
            claimed += bounds(knowledge, function, extra.letter, bounded[extra.letter])
    own = question.givens.get(question.target.id)
    if isinstance(own, Interval):
        name = question.target.id
        claimed += bounds(knowledge, letter(name), name, own)
    return claimed


def _of_law(
    knowledge: Knowledge,
    question: Question,
    law: Relation,
    bounded: dict[str, Interval],
    points: dict[str, Fraction],
    *,
    eliminate: bool,
) -> list[Claim]:
    itself = [Claim(law, question.law.text, latex=question.law.latex)]
    if not bounded or not law.is_equation:
        return itself
    name = question.law.gives
    if name in bounded:
        interval = bounded[name]
        return _in_domain(knowledge, question, law.right, name, interval)
    if len(bounded) > 1:
        return itself
    ((name, interval),) = bounded.items()
    # What the law gives is computed, not solved for: its ends lie at ends of what is uncertain.
    forward = law_gives_target(question) or None not in (interval.low, interval.high)
    if forward and not eliminate:
        return itself
    try:
        function = alone(knowledge, question, name)
    except NotAnswerable:
        return itself
    return _in_domain(knowledge, question, bound(function, points), name, interval)


def _in_domain(
    knowledge: Knowledge, question: Question, function: Program, name: str, interval: Interval
) -> list[Claim]:
    """The bounds on a letter; of one law it keeps its domain as well.

    In a chain a count on the way may come out broken, and is rounded by whoever
    reads it: 0.75 shifts are one.
    """
    asked = bounds(knowledge, function, name, interval)
    if question.law.is_composed:
        return asked
    return [*asked, *_domain_claims(knowledge, function, name, interval)]


def law_gives_target(question: Question) -> bool:
    """Whether the law gives the letter that is asked for, with nothing rearranged."""
    return question.law.gives == question.target.id


def alone(knowledge: Knowledge, question: Question, name: str) -> Program:
    """The law solved for a letter, which must have one value."""
    if question.law.gives == name:
        return question.law.relation.right
    only = knowledge.solved(question.law, name).only
    if only is None or only.program is None:
        raise NotAnswerable(
            question.law.formula,
            f"it has no single solution for {name}, so a bound on {name} bounds nothing",
            f"give {name} a value, or bound another letter",
        )
    return only.program


def bounds(knowledge: Knowledge, function: Program, name: str, interval: Interval) -> list[Claim]:
    """The bounds on a letter as claims about the function that gives it."""
    ends: Sequence[tuple[Quantity | None, Sign]] = (
        (interval.low, ">" if interval.low_open else ">="),
        (interval.high, "<" if interval.high_open else "<="),
    )
    shown = knowledge.symbols[name].latex
    return [
        Claim(
            compared(sign, function, Fraction(end.base)),
            f"{name} {sign} {end}",
            name,
            f"{shown} {LOOKS[sign]} {value_latex(end)}",
        )
        for end, sign in ends
        if end is not None
    ]


def _domain_claims(
    knowledge: Knowledge, function: Program, name: str, interval: Interval
) -> list[Claim]:
    """A bounded letter keeps its domain: where it has no bound of its own, its domain is one."""
    domain, unit = knowledge.symbols[name].domain, knowledge.unit(name)
    ends: Sequence[tuple[Fraction | None, Sign, Quantity | None]] = (
        (domain.low, ">" if domain.low_open else ">=", interval.low),
        (domain.high, "<" if domain.high_open else "<=", interval.high),
    )
    claimed = []
    for end, sign, given in ends:
        # That sizes are positive need not be said; that a count starts at one is.
        if not end or given is not None or len(function.inputs) != 1:
            continue
        from ..solve.rational_functions import decided_on_domain

        relation = compared(sign, function, end * unit.factor)
        (only,) = function.inputs
        if only == name or decided_on_domain(relation, only, knowledge.domain(only)) is True:
            continue
        shown = Quantity(end, unit)
        latex = f"{knowledge.symbols[name].latex} {LOOKS[sign]} {value_latex(shown)}"
        claimed.append(Claim(relation, f"{name} {sign} {shown.format(6)}", name, latex))
    return claimed
