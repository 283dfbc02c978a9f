"""Whether two expressions are equal on their domain, and how that is known.

*exact*: both have the same normal form (a rational function over the
rationals, or a power law of letters that are positive). *tested*: they agree
at random rational points inside the domain, which the verdict keeps. An
inequality is always shown by a point.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import sympy

from .evaluate import DIGITS, Point, Undefined, Value, context, real, same, value
from .field import Field
from .sample import in_exponents, points
from .standins import Domains, Expr, Ground, Standins, stand_in
from .tidy import TooWide

Strength = Literal["exact", "tested"]
POINTS = 12
LOOKED_AT = 160
FINE = 120
NOISE = 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer with its reason.

    ``points`` are where it was tested; of an inequality the one point where
    the sides differ, with both values. ``equal`` is None where no point of
    the domain could be evaluated.
    """

    equal: bool | None
    strength: Strength
    points: tuple[Point, ...] = ()
    left: Value | None = None
    right: Value | None = None

    def __bool__(self) -> bool:
        return self.equal is True

    @property
    def reason(self) -> str:
        """How it is known, in words."""
        if self.equal is None:
            return "it could not be tested at any point of the domain"
        if not self.equal:
            if not self.points:
                return "the relations are of different kinds"
            (point,) = self.points
            where = ", ".join(f"{letter} = {at}" for letter, at in sorted_point(point))
            left, right = shown(self.left), shown(self.right)
            return f"{left} against {right}" + (f" at {where}" if where else "")
        if self.strength == "exact":
            return "the same normal form"
        return f"equal at {len(self.points)} points of the domain"


def equal(a: Expr, b: Expr, domains: Domains, *, given: Iterable[Any] = ()) -> Verdict:
    """Whether ``a`` and ``b`` are equal wherever ``given`` holds."""
    conditions = tuple(given)
    standins = stand_in([a, b, *conditions], domains)
    verdict = equal_on(standins.strip(a), standins.strip(b), standins.ground(conditions))
    return put_back(verdict, standins)


def put_back(verdict: Verdict, standins: Standins) -> Verdict:
    """The verdict with its points in the letters of the question."""
    moved = tuple(
        {standins.original.get(letter, letter): at for letter, at in point.items()}
        for point in verdict.points
    )
    return Verdict(verdict.equal, verdict.strength, moved, verdict.left, verdict.right)


def equal_on(a: Expr, b: Expr, ground: Ground, field: Field | None = None) -> Verdict:
    """The same on stand-ins; a field that is at hand may be reused."""
    if a == b or same_form(a, b, field or Field(ground)):
        return Verdict(equal=True, strength="exact")
    return tested(a, b, ground)


def same_form(a: Expr, b: Expr, field: Field) -> bool:
    """Whether the normal forms agree; False also where they grow too large."""
    try:
        return field.is_zero(field.formal(a) - field.formal(b))
    except (TooWide, sympy.PolynomialError):
        return False


def tested(a: Expr, b: Expr, ground: Ground) -> Verdict:
    """Compare the values at random points of the domain; where both vanish, that tells little.

    Where a letter is zero, whatever it multiplies is not seen: points like
    that can refute, and on their own they do not confirm.
    """
    # Random points, since a difference that is not zero vanishes at few of them (Schwartz and
    # Zippel); a proof it is not, so the verdict says *tested*.
    agreed: list[Point] = []
    telling = 0
    tame = in_exponents(a, b)
    for looked, point in enumerate(points(ground, a.free_symbols | b.free_symbols, tame)):
        if looked >= LOOKED_AT or telling >= POINTS:
            break
        try:
            left, right = value(a, point), value(b, point)
            differ = not same(left, right) and not _noise(a, b, point, left, right)
        except Undefined:
            continue
        if differ:
            return Verdict(
                equal=False,
                strength=_strength(left, right),
                points=(point,),
                left=left,
                right=right,
            )
        agreed.append(point)
        telling += left != 0 and all(point.values())
    if not any(all(point.values()) for point in agreed):
        return Verdict(equal=None, strength="tested")
    # Without letters one exact value says it all.
    sure = not agreed[0] and _strength(value(a, {}), value(b, {})) == "exact"
    return Verdict(equal=True, strength="exact" if sure else "tested", points=tuple(agreed))


def _strength(left: Value, right: Value) -> Strength:
    return "exact" if isinstance(left, Fraction) and isinstance(right, Fraction) else "tested"


def _noise(a: Expr, b: Expr, point: Point, left: Value, right: Value) -> bool:
    """Whether a difference is cancelled digits: then more digits make it vanish."""
    # With more digits cancelled ones shrink by as many powers of ten; a true difference stays.
    gap = abs(real(left, FINE) - real(right, FINE))
    finer = abs(real(value(a, point, FINE), FINE) - real(value(b, point, FINE), FINE))
    return bool(finer * 10**NOISE <= gap)


def sorted_point(point: Point) -> list[tuple[Any, Fraction]]:
    """The coordinates of a point in the order of their names."""
    return sorted(point.items(), key=lambda item: str(item[0]))


def shown(number: Value | None) -> str:
    """A value in at most eight digits."""
    if isinstance(number, Fraction):
        text = str(number)
        if len(text) <= 12:
            return text
    return "undefined" if number is None else str(context(DIGITS).nstr(real(number), 8))
