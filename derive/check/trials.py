"""Trials of solved laws: put back, looked up, and found again by numbers alone.

Every trial yields one ``Told`` a point. Numbers that are not rational are
compared to half of their digits, and to many more before they are said to
differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice
from math import ceil, floor
from typing import Any, Literal

import sympy
from sympy.core.relational import Relational

from derive.algebra.evaluate import DIGITS, Undefined, Value, fraction, same, truth, value
from derive.algebra.judge import Branch, Rearrangement
from derive.algebra.programs_of import relation_of
from derive.algebra.standins import WHOLE, rational
from derive.errors import NoEvaluator
from derive.laws import Law
from derive.registry import Registry
from derive.solve.feasible_set import feasible

from .bench import (
    ENOUGH,
    FINE,
    Bench,
    Place,
    Told,
    bench,
    certified,
    found_again,
    shown_root,
    written,
)

Verdict = Literal["verified", "open", "failed"]
STEPS = (Fraction(1, 7), Fraction(-1, 7), Fraction(3), Fraction(-9, 10))
"""How far beside its end a bound is tried, as parts of the end."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of an answer: at how many points it was tried, and what was wrong.

    *open* is an answer that nothing speaks against but that could not be
    tried; ``root`` shows one numeric root in its bracket.
    """

    verdict: Verdict
    points: int
    says: str = ""
    root: str = ""


def tried(registry: Registry, law: Law, letter: Any, solution: Rearrangement, seed: int) -> Trial:
    """The trial of one pair of law and letter by what it was solved to."""
    if solution.method == "none":
        return Trial("verified", 0)
    here = bench(registry, law, seed)
    own = here.standins.strip(letter)
    branches = [here.stripped(branch) for branch in solution.branches]
    trials = [put_back(here, own, branch) for branch in branches if _plain(branch, here)]
    if here.equation and branches and solution.method != "numeric":
        trials.append(looked_up(here, own, branches, whole=not solution.reason))
    if not here.equation:
        trials += [bounded(here, own, branch) for branch in branches if _is_bound(here, branch)]
    if solution.method == "numeric" or not branches:
        trials.append(certified(here, own))
    else:
        trials.append(found_again(here, own, here.places[:1]))
    points = [list(trial) for trial in trials]
    root = shown_root(here, own) if solution.method == "numeric" else ""
    return _summed(points, root)


def _summed(trials: Sequence[Sequence[Told]], root: str) -> Trial:
    """The worst that any point told, and the number of points of the longest trial."""
    told = list(chain.from_iterable(trials))
    points = max((len(some) for some in trials), default=0)
    for well, verdict in ((False, "failed"), (None, "open")):
        for point in told:
            if point.well is well:
                return Trial(verdict, points, point.says, root)  # type: ignore[arg-type]
    if not told:
        return Trial("open", 0, "no point of the domains meets the law and its conditions", root)
    return Trial("verified", points, "", root)


def _plain(branch: Branch, here: Bench) -> bool:
    """Whether a branch is a value in the letters of the law alone."""
    return branch.expression is not None and branch.expression.free_symbols <= set(here.domains)


def _is_bound(here: Bench, branch: Branch) -> bool:
    """Whether a branch of an inequality is one itself, with its end in closed form."""
    if not _plain(branch, here) or not isinstance(branch.statement, Relational):
        return False
    return not isinstance(branch.statement, sympy.Eq)


# --- put back ---------------------------------------------------------------


def put_back(here: Bench, letter: Any, branch: Branch) -> Iterator[Told]:
    """Both sides of the law with a branch in it, at random points that it is meant for."""
    there = {letter: branch.expression}
    sides = [side.xreplace(there) for side in (here.lhs, here.rhs)]
    given = (*here.conditions, *branch.conditions)
    kept = [condition for condition in given if not condition.has(letter)]
    letters = set().union(*(side.free_symbols for side in sides))

    def compared() -> Iterator[Told]:
        for point in here.drawn(letters, kept):
            try:
                equal = agree(sides[0], sides[1], Place(point))
            except Undefined:
                continue
            yield Told(equal, "" if equal else f"put back, the sides differ at {written(point)}")

    yield from islice(compared(), ENOUGH)


def agree(first: Any, second: Any, place: Place) -> bool:
    """Whether two expressions have the same value at a point; fractions need no second look."""
    # Cancellation eats digits: what differs at fifty is looked at again with four hundred.
    for digits in (DIGITS, FINE):
        at = place.at(digits)
        left, right = value(first, at, digits), value(second, at, digits)
        if same(left, right, digits):
            return True
        if isinstance(left, Fraction) and isinstance(right, Fraction) and not place.rounded:
            return False
    return False


# --- looked up --------------------------------------------------------------


def looked_up(
    here: Bench, letter: Any, branches: Sequence[Branch], *, whole: bool = True
) -> Iterator[Told]:
    """Points that satisfy the law are in the answer; moved off the law, they are not.

    An answer that is not the ``whole`` one, and says so, may leave points out.
    """
    # Each point is moved by the value of the next one: inside the domain, and off the law.
    for place, other in zip(here.places, (*here.places[1:], *here.places[:1]), strict=True):
        moved = place.moved(letter, other.at(FINE)[letter])
        if not any(contains(branch, letter, place) for branch in branches):
            idle = not whole or is_idle(here, letter, place)
            yield Told(idle, "" if idle else f"the answer leaves out {written(place.at())}")
            continue
        if not here.inside(moved) or here.true(moved):
            yield Told(well=True)
            continue
        wrong = any(contains(branch, letter, moved) for branch in branches)
        yield Told(not wrong, f"the answer takes in {written(moved.at())}" if wrong else "")


def is_idle(here: Bench, letter: Any, place: Place) -> bool:
    """Whether the law holds there with any value of a letter; then it has no solution for it."""
    values = {other.at(FINE)[letter] for other in here.places}
    return len(values) > 1 and all(here.true(place.moved(letter, beside)) for beside in values)


def contains(branch: Branch, letter: Any, place: Place) -> bool:
    """Whether the value of a letter at a point is one that a branch gives."""
    at = place.at(FINE)
    for whole in _whole(branch, at):
        return any(
            contains(branch, letter, Place({**at, whole: Fraction(number)}))
            for number in _numbers(branch, letter, whole, at)
        )
    try:
        met = all(truth(condition, at, FINE) for condition in branch.conditions)
        if branch.expression is not None:
            return met and agree(branch.expression, letter, place)
        return met and truth(branch.statement, at, FINE)
    except Undefined:
        return False


def _whole(branch: Branch, at: Mapping[Any, Value]) -> list[Any]:
    """The letters of its own that stand for whole numbers."""
    own = (branch.expression, branch.statement, *branch.conditions)
    letters = set().union(
        *(expression.free_symbols for expression in own if expression is not None)
    )
    return sorted(letters - set(at), key=str)


def _numbers(branch: Branch, letter: Any, whole: Any, at: Mapping[Any, Value]) -> set[int]:
    """The whole numbers for which a branch may give the value of the letter."""
    known = {letter: rational(fraction(number)) for letter, number in at.items()}
    stated = [*sympy.And.make_args(branch.statement), *branch.conditions]
    bounded = _between(
        [_with(condition, known) for condition in stated if isinstance(condition, Relational)],
        whole,
    )
    if bounded or branch.expression is None:
        return bounded
    # No relation bounds the whole number: those beside the roots are the only ones that can fit.
    gap = branch.expression.xreplace(known) - known[letter]
    equation = relation_of(sympy.Eq(gap, 0, evaluate=False))
    roots = feasible([equation], whole.name, WHOLE).roots
    return {number for root in roots for number in (floor(root.low), ceil(root.high))}


def _with(relation: Any, known: Mapping[Any, Any]) -> Any:
    """A relation with values, which SymPy must not decide: at a pole it raises."""
    sides = (side.xreplace(known) for side in relation.args)
    return relation.func(*sides, evaluate=False)


def _between(stated: Sequence[Any], whole: Any) -> set[int]:
    """The whole numbers within the bounds that relations in one letter set it."""
    alone = [
        condition
        for condition in stated
        if condition.free_symbols == {whole} and not isinstance(condition, sympy.Ne)
    ]
    try:
        spans = feasible(list(map(relation_of, alone)), whole.name, WHOLE).spans if alone else ()
    except NoEvaluator:  # a pole: the branch says nothing there
        return set()
    ends = [(span.low.low, span.high.high) for span in spans]
    return {
        number
        for low, high in ends
        if low is not None and high is not None
        for number in range(ceil(low), floor(high) + 1)
    }


# --- bounds -----------------------------------------------------------------


def bounded(here: Bench, letter: Any, branch: Branch) -> Iterator[Told]:
    """A bound holds where the law holds, on both sides of its end."""
    given = (*here.conditions, *branch.conditions)
    kept = [condition for condition in given if not condition.has(letter)]
    letters = set(here.domains) - {letter}
    yield from islice(_beside(here, letter, branch, here.drawn(letters, kept)), ENOUGH)


def _beside(here: Bench, letter: Any, branch: Branch, points: Iterator[Any]) -> Iterator[Told]:
    for number, point in enumerate(points):
        try:
            end = fraction(value(branch.expression, point))
            beside = Place({**point, letter: end + abs(end) * STEPS[number % len(STEPS)]})
            if not here.inside(beside):
                continue
            says, law = truth(branch.statement, beside.at()), truth(here.relation, beside.at())
        except Undefined:
            continue
        yield Told(says == law, "" if says == law else f"the bound is wrong at {written(point)}")
