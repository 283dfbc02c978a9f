"""Random rational points inside the domain: the same ones on every machine."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any

import sympy

from derive.records import Domain

from .evaluate import Point, Undefined, truth, value
from .standins import Ground

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
    source = random.Random(" ".join([seed, *(letter.name for letter in names)]))  # noqa: S311  not for secrets
    for count in range(TRIES):
        point = {
            letter: _drawn(
                ground.domain(letter), source, small=count < SMALL_POINTS, tame=letter in tame
            )
            for letter in names
        }
        _raise(ground, point, computed)
        if _computes(ground, computed, point) and holds(ground, point):
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


def _computes(ground: Ground, computed: Mapping[Any, Any], point: dict[Any, Fraction]) -> bool:
    """Add the computed letters to a point; false where one falls outside its domain."""
    for letter, expression in computed.items():
        try:
            number = value(expression, point)
        except Undefined:
            return False
        if not isinstance(number, Fraction) or not ground.domain(letter).contains(number):
            return False
        point[letter] = number
    return True


def _raise(ground: Ground, point: dict[Any, Fraction], computed: Mapping[Any, Any]) -> None:
    """Lift letters that conditions such as ``L E d <= Psi`` bound from below above the bound.

    Chance meets such a condition only where the bound is next to nothing.
    """
    for condition in ground.conditions:
        if not isinstance(condition, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt):
            continue
        letter, bound = condition.gts, condition.lts
        free = letter.is_Symbol and letter in point and not bound.free_symbols & set(computed)
        if not free or letter in bound.free_symbols:
            continue
        try:
            lowest = value(bound, point)
        except Undefined:
            continue
        if isinstance(lowest, Fraction) and point[letter] <= lowest:
            raised = Fraction(ceil(lowest)) if ground.domain(letter).integer else lowest
            # A letter with an upper end stays where it was drawn.
            if ground.domain(letter).contains(raised + abs(point[letter])):
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
