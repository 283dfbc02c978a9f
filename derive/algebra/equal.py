"""Whether two expressions are equal on their domain, and how that is known.

*exact*: both have the same normal form (a rational function over the
rationals, or a power law of letters that are positive). *tested*: they agree
at random rational points inside the domain, which the verdict keeps: the same
points on every machine. An inequality is always shown by a point.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any, Literal

import sympy

from derive.records import Domain

from .evaluate import DIGITS, Point, Undefined, Value, context, real, same, truth, value
from .field import Field
from .standins import Domains, Expr, Ground, Standins, stand_in
from .tidy import TooWide

SMALL_POINTS = 4
TRIES = 1200
SCALES = ((1, 1), (1, 500), (1, 8), (12, 1), (1000, 1))
REACHES = (0, 9, 9, 40, 40, 40, 5000, 5000)
"""How far whole numbers lie above their lower end: on it, too, where degree one is told."""


def points(
    ground: Ground, letters: Iterable[Any], tame: Iterable[Any] = (), seed: str = ""
) -> Iterator[Point]:
    """Points that satisfy the domains and the conditions, small values first.

    ``tame`` letters stay small, which letters in exponents must.

    The stream is finite: after a bounded number of tries it ends, also where
    the conditions cannot be met. What decides a point is the names of the
    letters, so that a test can be repeated anywhere. A letter that a condition
    equates with others is computed from them: chance would never meet it.
    """
    needed = set(letters).union(*(condition.free_symbols for condition in ground.conditions))
    domains = tuple((x, ground.domain(x)) for x in sorted(needed, key=lambda x: str(x.name)))
    return iter(_stream(ground.conditions, domains, frozenset(tame) & needed, seed))


class _Stream:
    """Points that were drawn stay drawn: each letter of a law asks for the same ones."""

    def __init__(self, source: Iterator[Point]) -> None:
        self._source = source
        self._drawn: list[Point] = []

    def __iter__(self) -> Iterator[Point]:
        at = 0
        while True:
            if at == len(self._drawn):
                point = next(self._source, None)
                if point is None:
                    return
                self._drawn.append(point)
            yield self._drawn[at]
            at += 1


@lru_cache(maxsize=64)
def _stream(
    conditions: tuple[Any, ...], domains: tuple[Any, ...], tame: frozenset[Any], seed: str
) -> _Stream:
    return _Stream(_points(Ground(dict(domains), conditions), tame, seed))


def _points(ground: Ground, tame: frozenset[Any], seed: str) -> Iterator[Point]:
    computed = _equated(ground.conditions)
    names = [letter for letter in ground.domains if letter not in computed]
    domains = [(letter, ground.domain(letter), letter in tame) for letter in names]
    lifted = list(_bounded_below(ground, names))
    derived = [(x, ground.domain(x), expression) for x, expression in computed.items()]
    source = random.Random(" ".join([seed, *(letter.name for letter in names)]))  # noqa: S311  not for secrets
    for count in range(TRIES):
        small = count < SMALL_POINTS
        point = {
            letter: _drawn(domain, source, small=small, tame=is_tame)
            for letter, domain, is_tame in domains
        }
        _lift(lifted, point)
        if _computes(derived, point) and holds(ground, point):
            yield point
        if not names:
            return


def _equated(conditions: Iterable[Any]) -> dict[Any, Any]:
    """Letters that conditions such as ``d_ffn = 4 h`` express in others, in an order to compute."""
    computed: dict[Any, Any] = {}
    used: set[Any] = set()
    for condition in conditions:
        if not isinstance(condition, sympy.Eq):
            continue
        for letter, expression in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
            inputs = expression.free_symbols
            # None of them may wait for another one, so that a single pass computes all.
            if letter.is_Symbol and not inputs & {letter, *computed} and letter not in used:
                computed[letter] = expression
                used |= inputs
                break
    return computed


def _computes(derived: Iterable[tuple[Any, Domain, Expr]], point: dict[Any, Fraction]) -> bool:
    """Add the computed letters to a point; false where one falls outside its domain."""
    for letter, domain, expression in derived:
        try:
            number = value(expression, point)
        except Undefined:
            return False
        if not isinstance(number, Fraction) or not domain.contains(number):
            return False
        point[letter] = number
    return True


def _bounded_below(ground: Ground, names: list[Any]) -> Iterator[tuple[Any, Domain, Expr]]:
    """Letters that conditions such as ``L E d <= Psi`` bound from below, with the bound."""
    for condition in ground.conditions:
        if not isinstance(condition, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt):
            continue
        letter, bound = condition.gts, condition.lts
        if letter in names and bound.free_symbols <= set(names) - {letter}:
            yield letter, ground.domain(letter), bound


def _lift(lifted: Iterable[tuple[Any, Domain, Expr]], point: dict[Any, Fraction]) -> None:
    """Lift letters above their bounds, which chance meets only where those are next to nothing."""
    for letter, domain, bound in lifted:
        try:
            lowest = value(bound, point)
        except Undefined:
            continue
        if isinstance(lowest, Fraction) and point[letter] <= lowest:
            raised = Fraction(ceil(lowest)) if domain.integer else lowest
            # A letter with an upper end stays where it was drawn.
            if domain.contains(raised + abs(point[letter])):
                point[letter] = raised + abs(point[letter])


def holds(ground: Ground, point: Point) -> bool:
    """Whether the conditions hold at a point; domains are not looked at."""
    try:
        return all(truth(condition, point) for condition in ground.conditions)
    except Undefined:
        return False


def _drawn(domain: Domain, source: random.Random, *, small: bool, tame: bool) -> Fraction:
    """A value of one letter; ``small`` stays within three steps of the lower end, ``tame`` ten."""
    if domain.integer:
        return _whole(domain, source, small=small, tame=tame)
    small = small or tame
    if domain.low is not None and domain.high is not None:
        return domain.low + (domain.high - domain.low) * Fraction(_one_of(source, 1, 96), 97)
    above, below = (1, 4) if small else SCALES[_one_of(source, 0, len(SCALES) - 1)]
    step = Fraction(_one_of(source, 1, 60) * above, _one_of(source, 5, 9) * below)
    if domain.low is not None:
        return domain.low + step if domain.low else step
    if domain.high is not None:
        return domain.high - step
    return step if source.random() < 0.5 else -step


def _whole(domain: Domain, source: random.Random, *, small: bool, tame: bool) -> Fraction:
    low = -40
    if domain.low is not None:
        low = floor(domain.low) + 1 if domain.low_open else ceil(domain.low)
    reach = 2 if small else 9 if tame else REACHES[_one_of(source, 0, len(REACHES) - 1)]
    most = low + reach
    if domain.high is not None:
        last = ceil(domain.high) - 1 if domain.high_open else floor(domain.high)
        low, most = (last - 40, last) if domain.low is None else (min(low, last), min(most, last))
    return Fraction(_one_of(source, low, max(low, most)))


def _one_of(source: random.Random, low: int, high: int) -> int:
    """A whole number between two, both included; much quicker than ``randint``."""
    return min(high, low + int(source.random() * (high - low + 1)))


def in_exponents(*expressions: Any) -> set[Any]:
    """Letters that stand in an exponent somewhere."""
    return {
        letter
        for expression in expressions
        for power in expression.atoms(sympy.Pow, sympy.exp)
        for letter in power.exp.free_symbols
    }


# --- equality ---------------------------------------------------------------------


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
