"""What the target must satisfy: the law, the bounds and the conditions, each with its name."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..errors import NotAnswerable, NoValue
from ..frozen import Record
from ..programs.program import Program
from ..programs.relations import Relation, Sign, bound, compared, letter
from ..records.notes import Domain
from ..units import Interval, Quantity
from .answer import Condition, Kind
from .boxes import Box, Constraint, Reading, box_of, decided, settled
from .question import Question, alone
from .working import value_latex


class Constraints(Record):
    """Everything that decides the answer to a question.

    ``letters`` are those that stayed uncertain; ``reading`` tells whether the
    constraints hold for every value of them, or for some.
    """

    kind: Kind
    law: Relation
    binding: tuple[Constraint, ...]
    whole: tuple[Constraint, ...]
    decided: tuple[Condition, ...]
    letters: tuple[str, ...] = ()
    reading: Reading = "every"

    def relations(self) -> list[Relation]:
        """All relations over the reals."""
        return [constraint.relation for constraint in self.binding]

    def all_relations(self) -> list[Relation]:
        """All relations, those that only integers can answer included."""
        return [constraint.relation for constraint in (*self.binding, *self.whole)]


def constraints(
    knowledge: Knowledge, question: Question, reading: Reading | None = None
) -> Constraints:
    """Put the values into the law, its bounds and its conditions.

    What is uncertain is read as asked: for every value where something must
    be met, else for some, which gives the interval of the answer.
    """
    points = question.points()
    conditions = [(held.says, held.relation.bound(points)) for held in question.law.conditions]
    law = question.law.relation_for(question.target.id).bound(points)
    if law.breaks:
        raise NoValue(question.law.formula, question.target.id, _pole(conditions))
    box = box_of(knowledge, question)
    domain = knowledge.domain(question.target.id)
    over_reals, over_integers, settled_now = _sorted(conditions, box, domain)
    held = _cornered(knowledge, question, law, over_reals, box, reading)
    is_equation = question.law.relation.is_equation and not question.intervals()
    return Constraints(
        "equation" if is_equation else "range",
        law,
        held.claims,
        tuple(over_integers),
        tuple(settled_now),
        held.letters,
        held.reading,
    )


def _pole(conditions: list[tuple[str, Relation]]) -> str:
    """Why the law has no value, with the condition that would have kept it away."""
    broken = " and ".join(words for words, put in conditions if put.decided is False)
    return "these values make it divide by zero" + (broken and f"; it holds only when {broken}")


# --- uncertain values -------------------------------------------------------------


class _Held(Record):
    """Claims in the target alone, and how what was uncertain was read."""

    claims: tuple[Constraint, ...]
    letters: tuple[str, ...]
    reading: Reading


def _cornered(
    knowledge: Knowledge,
    question: Question,
    law: Relation,
    over_reals: list[Constraint],
    box: Box,
    reading: Reading | None,
) -> _Held:
    """The claims at the corners of what is uncertain, or without what can be eliminated.

    The latter where nobody can tell which corner decides, and where the law has
    no value at a corner and an end of the target: a condition leaves it out, so
    that other values decide there.
    """
    held, refused = None, None
    try:
        held = _held(claims(knowledge, question, law), over_reals, box, reading)
    except NotAnswerable as wrong:
        refused = wrong
    target = question.target.id
    if held and not (held.letters and _has_no_value(held.claims, target, box.around[target])):
        return held
    claimed = claims(knowledge, question, law, eliminate=True)
    if not any(box.free(claim.relation.letters) for claim in claimed):
        return _held(claimed, over_reals, box, reading)
    if held is None:
        assert refused is not None
        raise refused
    return held


def _has_no_value(claimed: Sequence[Constraint], target: str, domain: Domain) -> bool:
    """Whether a claim divides by zero at an end of the target that belongs to its values."""
    ends = [
        end
        for end, is_open in ((domain.low, domain.low_open), (domain.high, domain.high_open))
        if end is not None and not is_open
    ]
    return any(claim.relation.bound({target: end}).breaks for claim in claimed for end in ends)


def _held(
    claimed: list[Constraint], over_reals: list[Constraint], box: Box, reading: Reading | None
) -> _Held:
    uncertain = [claim for claim in claimed if box.free(claim.relation.letters)]
    free = {name for claim in uncertain for name in box.free(claim.relation.letters)}
    must = any(not claim.relation.is_equation for claim in uncertain)
    read: Reading = reading or ("every" if must else "some")
    held = [part for claim in (*claimed, *over_reals) for part in settled(claim, box, read)]
    return _Held(tuple(held), tuple(sorted(free)), read)


def _sorted(
    conditions: list[tuple[str, Relation]], box: Box, domain: Domain
) -> tuple[list[Constraint], list[Constraint], list[Condition]]:
    """Conditions on the target become claims; the others are decided now."""
    over_reals, over_integers, settled_now = [], [], []
    target = next(iter(box.around))
    for words, put in conditions:
        names = put.letters
        others = names - {target} - set(box.values)
        free = sorted(box.free(names))
        always = put.decided
        if names == {target}:
            from ..solve.rational_functions import decided_on_domain

            always = decided_on_domain(put, target, domain)
        if not names or always is not None:
            settled_now.append(Condition(words, always))
        elif others:
            settled_now.append(Condition(words, None, f"{', '.join(sorted(others))} was not given"))
        elif target not in names:
            settled_now.append(_over_box(words, put, box))
        elif put.sign != "divides" and (put.is_comparison or not free):
            over_reals.append(Constraint(put, words))
        elif free:
            settled_now.append(Condition(words, None, f"{', '.join(free)} is uncertain"))
        else:
            over_integers.append(Constraint(put, words))
    return over_reals, over_integers, settled_now


def _over_box(words: str, put: Relation, box: Box) -> Condition:
    """A condition on uncertain letters alone."""
    names = " and ".join(sorted(box.free(put.letters)))
    if not put.is_comparison:
        return Condition(words, None, f"{names} is uncertain")
    holds = decided(put, box)
    return Condition(words, holds, "" if holds is not None else f"that depends on {names}")


# --- what is claimed of the letters ------------------------------------------------


LOOKS = {">": ">", ">=": r"\ge", "<": "<", "<=": r"\le"}


def claims(
    knowledge: Knowledge, question: Question, law: Relation, *, eliminate: bool = False
) -> list[Constraint]:
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
            claimed.append(Constraint(extra.of.bound(points), extra.says, extra.latex))
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
) -> list[Constraint]:
    itself = [Constraint(law, question.law.text, question.law.latex)]
    if not bounded or not law.is_equation:
        return itself
    name = question.law.gives
    if name in bounded:
        return _in_domain(knowledge, question, law.right, name, bounded[name])
    if len(bounded) > 1:
        return itself
    ((name, interval),) = bounded.items()
    # What the law gives is computed, not solved for: its ends lie at ends of what is uncertain.
    forward = question.law.gives == question.target.id or None not in (interval.low, interval.high)
    if forward and not eliminate:
        return itself
    try:
        function = alone(knowledge, question, name)
    except NotAnswerable:
        return itself
    return _in_domain(knowledge, question, bound(function, points), name, interval)


def _in_domain(
    knowledge: Knowledge, question: Question, function: Program, name: str, interval: Interval
) -> list[Constraint]:
    """The bounds on a letter; of one law it keeps its domain as well.

    In a chain a count on the way may come out broken, and is rounded by whoever
    reads it: 0.75 shifts are one.
    """
    asked = bounds(knowledge, function, name, interval)
    if question.law.is_composed:
        return asked
    return [*asked, *_domain_claims(knowledge, function, name, interval)]


def bounds(
    knowledge: Knowledge, function: Program, name: str, interval: Interval
) -> list[Constraint]:
    """The bounds on a letter as claims about the function that gives it."""
    ends: Sequence[tuple[Quantity | None, Sign]] = (
        (interval.low, ">" if interval.low_open else ">="),
        (interval.high, "<" if interval.high_open else "<="),
    )
    shown = knowledge.symbols[name].latex
    return [
        Constraint(
            compared(sign, function, Fraction(end.base)),
            f"{name} {sign} {end}",
            f"{shown} {LOOKS[sign]} {value_latex(end)}",
        )
        for end, sign in ends
        if end is not None
    ]


def _domain_claims(
    knowledge: Knowledge, function: Program, name: str, interval: Interval
) -> list[Constraint]:
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
        claimed.append(Constraint(relation, f"{name} {sign} {shown.format(6)}", latex))
    return claimed
