"""Several laws solved at once: letters are eliminated until one equation in one letter is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy
from sympy import Ge, Gt, Le, Lt

from ..algebra.arithmetic import Undefined, fraction
from ..algebra.equal import equal
from ..algebra.evaluate import value as value_at
from ..algebra.rearrange import rearrange
from ..laws import Law
from ..records import Domain
from ..registry import Registry
from .chains import Move
from .relations import in_base, rational

MOST_TRIES = 200


@dataclass(frozen=True, slots=True)
class Reduced:
    """One equation in one letter, and how the other letters follow from it, in this order."""

    law: Law
    letter: str
    others: tuple[tuple[str, Any], ...]


def reduced(registry: Registry, block: Sequence[Move], keep: str) -> Reduced | None:
    """A block as one equation in one of its letters; None where that cannot be had."""
    names = [move.letter for move in block]
    last = keep if keep in names else names[0]
    relations = [move.tool.law.relation for move in block]
    given = [c for move in block for c in move.tool.law.conditions]
    tries = [MOST_TRIES]
    found = next(
        _eliminated(registry, relations, [n for n in names if n != last], given, tries), None
    )
    if found is None:
        return None
    relation, others = found
    put = dict[Any, Any]()
    for name, expression in others:
        put[registry.letters[name]] = expression.xreplace(put)
    conditions = [_put(one, put) for one in given]
    for name, expression in others:
        conditions += _inside(registry, name, expression.xreplace(put))
    ids = "+".join(move.tool.id for move in block)
    return Reduced(Law(ids, relation, relation, tuple(conditions)), last, tuple(others))


def dependent(registry: Registry, blocks: Sequence[Sequence[Move]]) -> bool:
    """Whether the laws of a block follow from each other, so that they determine nothing."""
    for block in blocks:
        if len(block) < 2:
            continue
        for move in block:
            made = reduced(registry, block, move.letter)
            if made is None:
                continue
            left, right = made.law.relation.args
            return bool(equal(left, right, registry.domains, given=made.law.conditions).equal)
    return False


def _eliminated(
    registry: Registry, relations: list[Any], letters: list[str], given: list[Any], tries: list[int]
) -> Iterator[tuple[Any, list[tuple[str, Any]]]]:
    """One relation left over, and the letters eliminated, last first."""
    if not letters:
        if len(relations) == 1:
            yield relations[0], []
        return
    for name in letters:
        letter = registry.letters[name]
        for place, relation in enumerate(relations):
            if not relation.has(letter):
                continue
            tries[0] -= 1
            if tries[0] < 0:
                return
            solved = _alone(registry, relation, letter, given)
            if solved is None:
                continue
            rest = [_put(one, {letter: solved}) for n, one in enumerate(relations) if n != place]
            left = [other for other in letters if other != name]
            for last, others in _eliminated(registry, rest, left, given, tries):
                yield last, [*others, (name, solved)]


def _alone(registry: Registry, relation: Any, letter: Any, given: list[Any]) -> Any:
    """The one closed value of a letter; None if there is none, or more than one."""
    if relation.lhs == letter and not relation.rhs.has(letter):
        return relation.rhs
    found = rearrange(relation, letter, registry.domains, given=given)
    if found.method != "closed" or len(found.inside) != 1:
        return None
    return found.inside[0].expression


def _put(relation: Any, put: Mapping[Any, Any]) -> Any:
    with sympy.evaluate(x=False):
        kept: Any = relation.xreplace(put)
    if isinstance(relation, sympy.Eq):
        sides = [side.xreplace(put) for side in relation.args]
        return sympy.Eq(*sides, evaluate=False)
    return kept


def _inside(registry: Registry, name: str, expression: Any) -> list[Any]:
    """The domain of an eliminated letter as conditions on what it was replaced by."""
    domain: Domain = registry.symbols[name].domain
    found = []
    if domain.low is not None:
        kind = Gt if domain.low_open else Ge
        found.append(kind(expression, rational(domain.low), evaluate=False))
    if domain.high is not None:
        kind = Lt if domain.high_open else Le
        found.append(kind(expression, rational(domain.high), evaluate=False))
    return found


def put_back(
    registry: Registry, made: Reduced, point: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """The values of all letters of a block, in base units, once its last one is known."""
    values = {**point}
    for name, expression in made.others:
        at = {registry.letters[letter]: value for letter, value in values.items()}
        values[name] = fraction(value_at(in_base(registry, expression), at))
    return values


def residual(registry: Registry, law: Law, point: Mapping[str, Fraction]) -> float | None:
    """The relative difference of both sides of a law at a point; None where one has no value."""
    at = {registry.letters[letter]: value for letter, value in point.items()}
    try:
        left, right = (fraction(value_at(in_base(registry, x), at)) for x in law.relation.args)
    except Undefined:
        return None
    size = max(abs(left), abs(right))
    return float(abs(left - right) / size) if size else 0.0
