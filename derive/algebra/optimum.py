"""Smallest and largest values: the derivative vanishes there and changes sign."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from .equal import POINTS, Strength, equal_on
from .evaluate import Point, Undefined, real, truth, value
from .field import Field
from .judge import Branch, judged
from .rearrange import solve
from .sample import in_exponents, points
from .signs import has_no_pole, sign_of
from .standins import Expr, Ground, symbolic

NEAR = (Fraction(1, 100), Fraction(1, 3), Fraction(2))


@dataclass(frozen=True, slots=True)
class Optimum:
    """The place of the extreme value, or the problem with it."""

    at: Expr | None
    strength: Strength = "tested"
    note: str = ""
    problem: str = ""


def optimum(
    value_of: Expr, letter: Any, ground: Ground, *, sense: int, claimed: Expr | None = None
) -> Optimum:
    """Where ``value_of`` is smallest (sense 1) or largest (sense -1), on stand-ins.

    The place is solved for; where that has no closed form, or ``claimed``
    names it, the claim is put into the derivative instead.
    """
    symbolic(value_of, letter, *(() if claimed is None else (claimed,)))
    slope = sympy.diff(value_of, letter)
    solved = _stationary(slope, letter, ground)
    if claimed is None and solved is None:
        return Optimum(
            None, problem=f"the derivative has no closed root in {letter}; name it with at="
        )
    strength: Strength = "exact"
    place = claimed if claimed is not None else solved.expression  # type: ignore[union-attr]
    conditions = solved.conditions if solved is not None else ()
    ground = ground.also(*conditions)
    if solved is not None and claimed is not None:
        verdict = equal_on(claimed, solved.expression, ground)
        if not verdict:
            return Optimum(None, problem=f"the root of the derivative is another: {verdict.reason}")
        strength = verdict.strength
    elif claimed is not None:
        verdict = equal_on(slope.xreplace({letter: claimed}), sympy.S.Zero, ground)
        if not verdict:
            return Optimum(None, problem=f"the derivative does not vanish there: {verdict.reason}")
        strength = verdict.strength
    return _confirmed(value_of, slope, letter, ground, sense, place, strength, solved)


def _stationary(slope: Expr, letter: Any, ground: Ground) -> Branch | None:
    """The only root of the derivative in the domain, in closed form."""
    outcome = solve(slope, sympy.S.Zero, letter, ground)
    if outcome.method != "closed":
        return None
    kept, _ = judged(outcome, slope, sympy.S.Zero, letter, ground)
    inside = [branch for branch in kept if branch.inside is not False]
    return inside[0] if len(inside) == 1 else None


def _confirmed(
    value_of: Expr,
    slope: Expr,
    letter: Any,
    ground: Ground,
    sense: int,
    place: Expr,
    strength: Strength,
    solved: Branch | None,
) -> Optimum:
    """Whether it is an extreme value of the right kind, over the whole domain."""
    curve = sympy.diff(slope, letter)
    word = "smallest" if sense == 1 else "largest"
    if not has_no_pole(Field(ground), value_of):
        solved, curve = None, sympy.Symbol("·unknown")
    everywhere = sign_of(curve, Field(ground))
    if everywhere == sense:
        return Optimum(place, strength, "the second derivative has one sign everywhere")
    there = sign_of(curve.xreplace({letter: place}), Field(ground))
    if solved is not None and there == sense:
        way = "rises" if sense == 1 else "falls"
        note = f"the only root of the derivative, which {way} through it"
        return Optimum(place, strength, note)
    if there == -sense:
        return Optimum(None, problem=f"the second derivative has the wrong sign for a {word} value")
    looked, problem = _extreme_at_points(value_of, letter, ground, sense, place)
    if problem:
        return Optimum(None, problem=f"not the {word} value: {problem}")
    if not looked:
        return Optimum(None, problem="no point of the domain could be evaluated")
    return Optimum(place, "tested", f"the {word} value at {looked} points against its neighbours")


def _extreme_at_points(
    value_of: Expr, letter: Any, ground: Ground, sense: int, place: Expr
) -> tuple[int, str]:
    letters = (value_of.free_symbols | place.free_symbols) - {letter}
    looked = 0
    for point in points(ground, letters, in_exponents(value_of, place)):
        if looked >= POINTS:
            break
        try:
            if not all(truth(c, point) for c in ground.conditions if not c.has(letter)):
                continue
            worse = _better_neighbour(value_of, letter, ground, sense, place, point)
        except Undefined:
            continue
        looked += 1
        if worse:
            return looked, worse
    return looked, ""


def _better_neighbour(
    value_of: Expr, letter: Any, ground: Ground, sense: int, place: Expr, point: Point
) -> str:
    """A place with a better value, in words; nothing where there is none."""
    centre = real(value(place, point))
    here = value(value_of, {**point, letter: Fraction(str(centre))})
    for share in NEAR:
        for way in (1 + share, 1 / (1 + share)):
            near = Fraction(str(centre)) * way
            domain = ground.domain(letter)
            if (domain.low is not None and near < domain.low) or (
                domain.high is not None and near > domain.high
            ):
                continue
            there = value(value_of, {**point, letter: near})
            if sense * (real(there) - real(here)) < 0:
                shown = ", ".join(f"{name} = {at}" for name, at in sorted(point.items(), key=str))
                return f"at {shown} a value beside it is better"
    return ""
