"""The sign of a polynomial whose letters live in intervals; exact or unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb
from operator import add
from typing import Any

import sympy

from derive.records import Domain

from .standins import Expr, rational, symbolic

MOST_TERMS = 1500
MOST_DEGREE = 12
MOST_POWER = 64
MOST_PRODUCTS = 100_000
ZERO, ONE = Fraction(0), Fraction(1)

Terms = dict[tuple[int, ...], Fraction]


def polynomial_sign(
    polynomial: Expr, domains: Mapping[Any, Domain], *, ends: bool = False
) -> int | None:
    """1 or -1 where every point inside has that sign, 0 for zero, None for unknown.

    Each letter is written as a positive number that runs over its interval;
    if then all coefficients agree in sign, so do all values. With ``ends``
    the sign must also hold at the ends that belong to the intervals.
    """
    symbolic(polynomial)
    if polynomial.is_Rational:
        return int(sympy.sign(polynomial))
    letters = sorted(polynomial.free_symbols, key=lambda letter: str(letter.name))
    terms = _terms(polynomial, letters)
    if terms is None:
        return None
    intervals = [domains.get(letter) for letter in letters]
    sign = _common_sign(terms, intervals, ends=ends)
    if sign is None:
        intervals, terms = _shifted(terms, intervals)
        sign = None if terms is None else _common_sign(terms, intervals, ends=ends)
    if sign is None or not ends:
        return sign
    faces = [
        polynomial.xreplace({letter: rational(domains[letter].high)})
        for letter in letters
        if letter in domains and _closed_above(domains[letter])
    ]
    held = all(polynomial_sign(face, domains, ends=True) == sign for face in faces)
    return sign if held else None


def _terms(polynomial: Expr, letters: list[Any]) -> Terms | None:
    """Rational coefficients by powers; None where there is something else in it, or too much."""
    place = {letter: at for at, letter in enumerate(letters)}
    try:
        terms = _walked(polynomial, place)
    except _NotThis:
        return None
    return None if max((sum(powers) for powers in terms), default=0) > MOST_DEGREE else terms


class _NotThis(Exception):
    """No polynomial with rational coefficients, or one with too many terms."""


def _walked(part: Expr, place: Mapping[Any, int]) -> Terms:
    none = (0,) * len(place)
    if part.is_Rational:
        return {none: Fraction(int(part.p), int(part.q))} if part else {}
    if part.is_Symbol:
        at = place[part]
        return {(*none[:at], 1, *none[at + 1 :]): ONE}
    if part.is_Add:
        return _added(_walked(term, place) for term in part.args)
    if part.is_Mul:
        return reduce(_times, (_walked(factor, place) for factor in part.args))
    if part.is_Pow and part.exp.is_Integer and 0 < part.exp <= MOST_POWER:
        base = _walked(part.base, place)
        if len(base) == 1:
            ((powers, coefficient),) = base.items()
            count = int(part.exp)
            return {tuple(count * power for power in powers): coefficient**count}
        return reduce(_times, [base] * int(part.exp))
    raise _NotThis


def _added(parts: Iterable[Terms]) -> Terms:
    total: Terms = {}
    for part in parts:
        for powers, coefficient in part.items():
            total[powers] = total.get(powers, ZERO) + coefficient
    return {powers: coefficient for powers, coefficient in total.items() if coefficient}


def _times(one: Terms, other: Terms) -> Terms:
    if len(one) * len(other) > MOST_PRODUCTS:
        raise _NotThis
    if len(one) == 1 == len(other):
        ((left, a),), ((right, b),) = one.items(), other.items()
        return {tuple(map(add, left, right)): a * b}
    pairs = product(one.items(), other.items())
    return _added({tuple(map(add, left, right)): a * b} for (left, a), (right, b) in pairs)


def _closed_above(domain: Domain) -> bool:
    return domain.low is not None and domain.high is not None and not domain.high_open


def _shifted(
    terms: Terms, intervals: list[Domain | None]
) -> tuple[list[Domain | None], Terms | None]:
    """The polynomial in letters that run from 0 to infinity; None if it grows too wide."""
    moved: list[Domain | None] = []
    for at, domain in enumerate(intervals):
        change = None if domain is None else _change(domain, max(p[at] for p in terms))
        if domain is None or change is None:
            moved.append(domain)
            continue
        terms = _substituted(terms, at, change)
        moved.append(Domain(low_open=not _includes_its_start(domain)))
        if len(terms) > MOST_TERMS:
            return moved, None
    return moved, terms


def _includes_its_start(domain: Domain) -> bool:
    return not (domain.low_open if domain.low is not None else domain.high_open)


def _change(domain: Domain, degree: int) -> Callable[[int], Iterable[Fraction]] | None:
    """What a power of the letter becomes: coefficients of the new letter."""
    low, high = domain.low, domain.high
    if low is not None and high is not None:
        return lambda power: _product(
            _binomial(low, high, power), _binomial(Fraction(1), Fraction(1), degree - power)
        )
    if low is not None and low != 0:
        return lambda power: _binomial(low, Fraction(1), power)
    if high is not None:
        return lambda power: _binomial(high, Fraction(-1), power)
    return None


def _binomial(constant: Fraction, slope: Fraction, power: int) -> list[Fraction]:
    """The coefficients of ``(constant + slope * t) ** power``."""
    return [comb(power, k) * constant ** (power - k) * slope**k for k in range(power + 1)]


def _product(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    total = [Fraction(0)] * (len(one) + len(other) - 1)
    for first, left in enumerate(one):
        for second, right in enumerate(other):
            total[first + second] += left * right
    return total


def _substituted(terms: Terms, at: int, change: Callable[[int], Iterable[Fraction]]) -> Terms:
    found: Terms = {}
    for powers, coefficient in terms.items():
        for power, share in enumerate(change(powers[at])):
            key = (*powers[:at], power, *powers[at + 1 :])
            found[key] = found.get(key, Fraction(0)) + coefficient * share
    return {powers: coefficient for powers, coefficient in found.items() if coefficient}


def _common_sign(terms: Terms, intervals: list[Domain | None], *, ends: bool) -> int | None:
    """The sign shared by all coefficients; letters of unknown sign count when squared."""
    if not terms:
        return 0
    signed = [at for at, domain in enumerate(intervals) if _may_be_negative(domain)]
    zeros = [at for at, domain in enumerate(intervals) if domain is None or domain.contains(ZERO)]
    signs, solid = set(), False
    for powers, coefficient in terms.items():
        if any(powers[at] % 2 for at in signed):
            return None
        signs.add(1 if coefficient > 0 else -1)
        free = all(powers[at] == 0 for at in signed)
        solid = solid or (free and not (ends and any(powers[at] for at in zeros)))
    return signs.pop() if len(signs) == 1 and solid else None


def _may_be_negative(domain: Domain | None) -> bool:
    return domain is None or domain.low is None or domain.low < 0
