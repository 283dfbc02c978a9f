"""What the target must satisfy: the law, the bounds and the conditions, each with its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from sympy import Eq
from sympy.core.relational import Relational

from ..errors import NoEvaluator, NotAnswerable, NoValue
from ..records import Domain, divides
from ..registry import Registry
from ..units import Quantity
from .answer import Condition, Kind
from .claims import Claim, claims
from .question import Question
from .relations import filled, in_base, put_in, put_in_relation, rational
from .uncertain import Box, Reading, box_of, decided, settled
from .wording import law_text


@dataclass(frozen=True, slots=True)
class Constraint:
    """A relation in the target alone, in base units, and what names it in words and in LaTeX."""

    relation: Any
    says: str
    latex: str = ""


@dataclass(frozen=True, slots=True)
class Constraints:
    """Everything that decides the answer to a question.

    ``letters`` are those that stayed uncertain; ``reading`` tells whether the
    constraints hold for every value of them, or for some.
    """

    kind: Kind
    law: Any
    binding: tuple[Constraint, ...]
    whole: tuple[Constraint, ...]
    decided: tuple[Condition, ...]
    letters: tuple[str, ...] = ()
    reading: Reading = "every"

    def relations(self) -> list[Any]:
        """All relations over the reals."""
        return [one.relation for one in self.binding]

    def all_relations(self) -> list[Any]:
        """All relations, those that only integers can answer included."""
        return [one.relation for one in (*self.binding, *self.whole)]


def constraints(
    registry: Registry, question: Question, reading: Reading | None = None
) -> Constraints:
    """Put the values into the law, its bounds and its conditions.

    What is uncertain is read as asked: for every value where something must
    be met, else for some, which gives the interval of the answer.
    """
    points = {n: v for n, v in question.values().items() if isinstance(v, Quantity)}
    conditions = _put_conditions(registry, question, points)
    law = put_in_relation(registry, question.law.relation, points)
    if law is None:
        raise NoValue(question.formula.id, question.target.id, _pole(conditions))
    box = box_of(registry, question, [put for _, put in conditions])
    over_reals, over_integers, told = _sorted(conditions, box)
    held = _cornered(registry, question, law, over_reals, box, reading)
    is_equation = isinstance(question.law.relation, Eq) and not question.intervals()
    return Constraints(
        "equation" if is_equation else "range",
        law,
        tuple(Constraint(one.relation, one.says, one.latex) for one in held.claims),
        tuple(over_integers),
        tuple(told),
        held.letters,
        held.reading,
    )


@dataclass(frozen=True, slots=True)
class _Held:
    """Claims in the target alone, and how what was uncertain was read."""

    claims: tuple[Claim, ...]
    letters: tuple[str, ...]
    reading: Reading


def _cornered(
    registry: Registry,
    question: Question,
    law: Any,
    over_reals: list[Claim],
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
        held = _held(claims(registry, question, law), over_reals, box, reading)
    except NotAnswerable as wrong:
        refused = wrong
    target = registry.letters[question.target.id]
    if held and not (held.letters and _has_no_value(held.claims, target, box.around[target])):
        return held
    claimed = claims(registry, question, law, eliminate=True)
    if not any(box.free(one.relation) for one in claimed):
        return _held(claimed, over_reals, box, reading)
    if held is None:
        assert refused is not None
        raise refused
    return held


def _has_no_value(claimed: Sequence[Claim], target: Any, domain: Domain) -> bool:
    """Whether a claim divides by zero at an end of the target that belongs to its values."""
    ends = [
        rational(end)
        for end, is_open in ((domain.low, domain.low_open), (domain.high, domain.high_open))
        if end is not None and not is_open
    ]
    sides = [side for claim in claimed for side in claim.relation.args]
    return any(
        filled(side, {target: end}).has(sympy.zoo, sympy.nan) for side in sides for end in ends
    )


def _held(
    claimed: list[Claim], over_reals: list[Claim], box: Box, reading: Reading | None
) -> _Held:
    free = {letter.name for claim in claimed for letter in box.free(claim.relation)}
    must = any(box.free(c.relation) and not isinstance(c.relation, Eq) for c in claimed)
    read: Reading = reading or ("every" if must else "some")
    held = [one for claim in (*claimed, *over_reals) for one in settled(claim, box, read)]
    return _Held(tuple(held), tuple(sorted(free)), read)


def _pole(conditions: list[tuple[str, Any]]) -> str:
    """Why the law has no value, with the condition that would have kept it away."""
    broken = [words for words, put in conditions if put is sympy.false]
    needs = f"; it holds only when {' and '.join(broken)}" if broken else ""
    return f"these values make it divide by zero{needs}"


def _put_conditions(
    registry: Registry, question: Question, points: dict[str, Quantity]
) -> list[tuple[str, Any]]:
    """The conditions of the law in words, and with the points put in."""
    found = []
    for condition in question.law.conditions:
        with sympy.evaluate(x=True):
            put = put_in(registry, in_base(registry, condition), points)
        found.append((law_text(question.law, condition), put))
    return found


def _sorted(
    conditions: list[tuple[str, Any]], box: Box
) -> tuple[list[Claim], list[Constraint], list[Condition]]:
    """Conditions on the target become claims; the others are decided now."""
    over_reals, over_integers, told = [], [], []
    target = next(iter(box.around))
    for words, put in conditions:
        others = put.free_symbols - {target} - set(box.letters)
        if put in (sympy.true, sympy.false):
            told.append(Condition(words, put is sympy.true))
        elif others:
            names = ", ".join(sorted(x.name for x in others))
            told.append(Condition(words, None, f"{names} was not given"))
        elif target not in put.free_symbols:
            told.append(_over_box(words, put, box))
        elif not put.has(divides) and (isinstance(put, Relational) or not box.free(put)):
            over_reals.append(Claim(put, words))
        elif box.free(put):
            names = ", ".join(sorted(x.name for x in box.free(put)))
            told.append(Condition(words, None, f"{names} is uncertain"))
        else:
            over_integers.append(Constraint(put, words))
    return over_reals, over_integers, told


def _over_box(words: str, put: Any, box: Box) -> Condition:
    """A condition on uncertain letters alone."""
    names = " and ".join(sorted(x.name for x in box.free(put)))
    if not isinstance(put, Relational):
        return Condition(words, None, f"{names} is uncertain")
    try:
        holds = decided(put, box)
    except NoEvaluator:
        holds = None
    return Condition(words, holds, "" if holds is not None else f"that depends on {names}")
