"""Whether two relations say the same: they hold at the same points of the domain.

Points are tried on both sides of where an inequality turns: where two of them
can differ at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.relational import Relational

from derive.records import divides

from .equal import POINTS, Verdict, equal_on, holds, in_exponents, points, put_back
from .evaluate import Point, Undefined, truth, value
from .field import Field
from .judge import Branch, judged
from .rearrange import rearrange, solve
from .standins import Domains, Expr, Ground, stand_in
from .tidy import TooWide

Sides = tuple[Any, Expr, Expr]
"""A relation taken apart: its kind, its left side, its right side."""

BORDER_POINTS = 4
DOUBLINGS = 40
HALVINGS = 40
BESIDE = Fraction(1, 10**6)


def borders(difference: Any, points: Sequence[Point], ground: Ground) -> Iterator[Point]:
    """Points just below and above a zero of ``difference``, found by moving one letter.

    Random points lie far from where an inequality turns, so that two different
    ones often agree on all of them; these tell them apart.
    """
    letters = sorted(difference.free_symbols, key=str)
    for point in points[:BORDER_POINTS]:
        for letter in letters:
            bracket = _bracket(difference, point, letter)
            if bracket is None:
                continue
            zero = _halved(difference, point, letter, *bracket)
            for beside in (zero * (1 - BESIDE), zero * (1 + BESIDE)):
                near = {**point, letter: beside}
                if holds(ground, near):  # whole numbers are taken as reals near a border
                    yield near


def _positive(difference: Any, point: Point, letter: Any, at: Fraction) -> bool | None:
    try:
        return bool(value(difference, {**point, letter: at}) > 0)
    except Undefined:
        return None


def _bracket(difference: Any, point: Point, letter: Any) -> tuple[Fraction, Fraction] | None:
    """Two values of a letter, one twice the other, between which the sign changes."""
    start = point[letter]
    here = _positive(difference, point, letter, start)
    if here is None or start <= 0:
        return None
    for factor in (Fraction(2), Fraction(1, 2)):
        last = start
        for _ in range(DOUBLINGS):
            there = _positive(difference, point, letter, last * factor)
            if there is None:
                break
            if there is not here:
                return last, last * factor
            last *= factor
    return None


def _halved(
    difference: Any, point: Point, letter: Any, left: Fraction, right: Fraction
) -> Fraction:
    """The zero between two values, to about twelve digits."""
    first = _positive(difference, point, letter, left)
    for _ in range(HALVINGS):
        middle = (left + right) / 2
        if _positive(difference, point, letter, middle) is first:
            left = middle
        else:
            right = middle
    return (left + right) / 2


MOST_TRIED = 4


def same_relation(a: Any, b: Any, domains: Domains, *, given: Iterable[Any] = ()) -> Verdict:
    """Whether two relations hold at the same points wherever ``given`` does.

    A verdict of False carries a point; its values are both sides where the
    relations are solved for one letter, else left minus right of each.
    """
    conditions = tuple(given)
    standins = stand_in([a, b, *conditions], domains)
    ground = standins.ground(conditions)
    left, right = (_oriented(r.func, *standins.sides(r)) for r in (a, b))
    return put_back(_same(left, right, ground), standins)


def implied(condition: Any, domains: Domains, *, given: Iterable[Any] = ()) -> bool:
    """Whether a condition is known to hold wherever ``given`` does; False is "not known"."""
    conditions = tuple(given)
    itself = isinstance(condition, divides) and condition.args[0] == condition.args[1]
    if condition is sympy.true or condition in conditions or itself:
        return True
    if not isinstance(condition, Relational) or isinstance(condition, sympy.Eq):
        return False
    standins = stand_in([condition, *conditions], domains)
    field = Field(standins.ground(conditions))
    kind, lhs, rhs = _oriented(condition.func, *standins.sides(condition))
    try:
        gap = field.formal(lhs - rhs)
        if kind is sympy.Ge:
            return field.sign(gap) in (0, 1)
        return field.never_zero(gap) and (kind is sympy.Ne or field.sign(gap) == 1)
    except (TooWide, sympy.PolynomialError):
        return False


def _same(left: Sides, right: Sides, ground: Ground) -> Verdict:
    if left[0] is not right[0]:
        return Verdict(equal=False, strength="exact")
    kind, lhs, rhs = left
    if kind is sympy.Eq:
        shared = _isolated(left) & _isolated(right)
        for letter in sorted(shared, key=str):
            return equal_on(_alone(left, letter), _alone(right, letter), ground)
    factor = _factor(lhs - rhs, right[1] - right[2], ground)
    if factor == 1 or (factor == -1 and kind is sympy.Eq):
        return Verdict(equal=True, strength="exact")
    solved = _solved_alike(left, right, ground)
    if solved is not None:
        return solved
    return _agree_at_points(left, right, ground)


def _oriented(kind: Any, lhs: Expr, rhs: Expr) -> Sides:
    """The relation with the larger side on the left."""
    if kind is sympy.Le:
        return sympy.Ge, rhs, lhs
    if kind is sympy.Lt:
        return sympy.Gt, rhs, lhs
    return kind, lhs, rhs


def _isolated(relation: Sides) -> set[Any]:
    _, lhs, rhs = relation
    pairs = ((lhs, rhs), (rhs, lhs))
    return {side for side, away in pairs if side.is_Symbol and not away.has(side)}


def _alone(relation: Sides, letter: Any) -> Expr:
    _, lhs, rhs = relation
    return rhs if lhs == letter else lhs


def _factor(left: Expr, right: Expr, ground: Ground) -> int | None:
    """The sign of one over the other where that is the same everywhere, ends included."""
    field = Field(ground)
    try:
        ratio = field.canonical(field.formal(left) / field.formal(right))
        return field.sign(ratio) if field.never_zero(ratio) else None
    except (TooWide, sympy.PolynomialError, ZeroDivisionError):
        return None


def _solved_alike(left: Sides, right: Sides, ground: Ground) -> Verdict | None:
    """Solve both for a letter they share and compare the values."""
    kind, lhs, rhs = left
    shared = (lhs - rhs).free_symbols & (right[1] - right[2]).free_symbols
    own = set(map(str, _isolated(left)))
    order = sorted(shared, key=lambda letter: (str(letter) not in own, str(letter)))
    for letter in order[:MOST_TRIED]:
        first, second = (_only(relation, letter, ground) for relation in (left, right))
        if first is None or second is None or _gaps(first) != _gaps(second):
            continue
        if kind is not sympy.Eq and first.statement.func is not second.statement.func:
            return Verdict(equal=False, strength="exact")
        both = ground.also(*first.conditions, *second.conditions)
        return equal_on(first.expression, second.expression, both)
    return None


def _gaps(branch: Branch) -> set[Any]:
    """Where a solution is lost: a factor that may vanish is a solution of its own."""
    return {condition for condition in branch.conditions if isinstance(condition, sympy.Ne)}


def _only(relation: Sides, letter: Any, ground: Ground) -> Branch | None:
    kind, lhs, rhs = relation
    if kind is sympy.Eq:
        outcome = solve(lhs, rhs, letter, ground)
        kept, _ = judged(outcome, lhs, rhs, letter, ground)
        branches = [branch for branch in kept if branch.inside is not False]
        closed = outcome.method == "closed"
    else:
        plain = kind(lhs, rhs, evaluate=False)
        solution = rearrange(plain, letter, ground.domains, given=ground.conditions)
        branches, closed = list(solution.inside), solution.method == "closed"
        if any(isinstance(branch.statement, sympy.Eq) for branch in branches):
            return None
    return branches[0] if closed and len(branches) == 1 else None


def _agree_at_points(left: Sides, right: Sides, ground: Ground) -> Verdict:
    """Whether they hold or fail together; equations are met on the solutions of each other."""
    if left[0] is not sympy.Eq:
        return _together(left, right, ground, None)
    verdicts = [_together(left, right, ground, law) for law in (left, right) if _isolated(law)]
    for verdict in verdicts:
        if verdict.equal is False:
            return verdict
    both_ways = len(verdicts) == 2 and all(verdicts)
    return verdicts[0] if both_ways else Verdict(equal=None, strength="tested")


def _together(left: Sides, right: Sides, ground: Ground, law: Any) -> Verdict:
    relations = [kind(lhs, rhs, evaluate=False) for kind, lhs, rhs in (left, right)]
    letters = set().union(*(relation.free_symbols for relation in relations))
    own = None if law is None else min(_isolated(law), key=str)

    def parting(point: Point) -> Verdict | None:
        """The verdict that a point gives where one of the two holds there and the other fails."""
        held, other = (truth(relation, point) for relation in relations)
        if held == other:
            return None
        first, second = (value(r[1] - r[2], point) for r in (left, right))
        return Verdict(equal=False, strength="tested", points=(point,), left=first, right=second)

    agreed: list[Point] = []
    for point in points(ground, letters, in_exponents(*relations)):
        if len(agreed) >= 4 * POINTS:
            break
        try:
            # A point is moved onto the solutions of the law by the letter that it gives.
            moved = {} if law is None else {own: value(_alone(law, own), point)}
            full = {**point, **moved}
            verdict = parting(full)
        except Undefined:
            continue
        if verdict is not None:
            return verdict
        agreed.append(full)
    if law is None and left[0] is not sympy.Eq:
        for near in borders(left[1] - left[2], agreed, ground):
            verdict = parting(near)
            if verdict is not None:
                return verdict
    return Verdict(equal=True if agreed else None, strength="tested", points=tuple(agreed))
