"""The sign of a polynomial whose letters live in intervals; exact or unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Any

import sympy
from sympy.polys.rings import sring

from derive.records import Domain

from .standins import Expr, rational, symbolic

MOST_TERMS = 1500
MOST_DEGREE = 12
ZERO = Fraction(0)

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
    """Rational coefficients by powers; None where there are other numbers in it."""
    if not letters:
        return None
    ring, element = sring(polynomial, *letters)
    if not (ring.domain.is_QQ or ring.domain.is_ZZ):
        return None
    terms = {
        powers: Fraction(int(c.numerator), int(c.denominator)) for powers, c in element.terms()
    }
    return None if max(map(sum, terms), default=0) > MOST_DEGREE else terms


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
