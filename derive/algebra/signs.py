"""Signs of polynomials whose letters live in intervals, exact or unknown; what conditions add."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

import sympy
from sympy.polys.rings import sring

from derive.records import Domain

from .standins import Expr, rational, symbolic
from .tidy import Tidy, TooWide, factored

if TYPE_CHECKING:
    from .field import Field


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
        polynomial.xreplace({letter: rational(domain.high)})
        for letter in letters
        if (domain := domains.get(letter)) is not None
        and domain.low is not None
        and domain.high is not None
        and not domain.high_open
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
        moved.append(Domain(low_open=domain.high_open if domain.low is None else domain.low_open))
        if len(terms) > MOST_TERMS:
            return moved, None
    return moved, terms


def _change(domain: Domain, degree: int) -> Callable[[int], Iterable[Fraction]] | None:
    """What a power of the letter becomes: coefficients of the new letter."""
    low, high = domain.low, domain.high
    # ``(low + high t) / (1 + t)`` runs over the interval as t runs over the positive numbers.
    # Times ``(1 + t)**degree`` its coefficients are Bernstein's, up to binomials: they bound the
    # polynomial, so that one sign of all of them is its sign.
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


def _product(first: list[Fraction], second: list[Fraction]) -> list[Fraction]:
    """The coefficients of a product of two polynomials."""
    total = [Fraction(0)] * (len(first) + len(second) - 1)
    for power, left in enumerate(first):
        for other, right in enumerate(second):
            total[power + other] += left * right
    return total


def _substituted(terms: Terms, at: int, change: Callable[[int], Iterable[Fraction]]) -> Terms:
    changed: Terms = {}
    for powers, coefficient in terms.items():
        for power, share in enumerate(change(powers[at])):
            key = (*powers[:at], power, *powers[at + 1 :])
            changed[key] = changed.get(key, Fraction(0)) + coefficient * share
    return {powers: coefficient for powers, coefficient in changed.items() if coefficient}


def _common_sign(terms: Terms, intervals: list[Domain | None], *, ends: bool) -> int | None:
    """The sign shared by all coefficients; letters of unknown sign count when squared."""
    if not terms:
        return 0
    signed = [
        at
        for at, domain in enumerate(intervals)
        if domain is None or domain.low is None or domain.low < 0
    ]
    zeros = [at for at, domain in enumerate(intervals) if domain is None or domain.contains(ZERO)]
    signs, solid = set(), False
    for powers, coefficient in terms.items():
        if any(powers[at] % 2 for at in signed):
            return None
        signs.add(1 if coefficient > 0 else -1)
        free = all(powers[at] == 0 for at in signed)
        solid = solid or (free and not (ends and any(powers[at] for at in zeros)))
    return signs.pop() if len(signs) == 1 and solid else None


def sign_in(field: Field, formal: Expr, *, ends: bool) -> int | None:
    """The sign inside the domain, or also at its ends; None where it is not known."""
    if formal.is_Rational:
        return int(sympy.sign(formal))
    key = (formal, ends)
    if key not in field.signs:
        field.signs[key] = _sign_in(field, formal, ends=ends)
    return field.signs[key]


def _sign_in(field: Field, formal: Expr, *, ends: bool) -> int | None:
    """By the cheapest road that leads there: as it is built, as one fraction, in factors."""
    sign = _built_sign(field, formal, ends=ends)
    if sign is not None:
        return sign
    fraction = field.tidy(formal)
    above, below = (_whole_sign(field, part, fraction, ends=ends) for part in fraction.parts)
    return above * below if above and below else _product_sign(field, fraction, ends=ends)


def _built_sign(field: Field, formal: Expr, *, ends: bool) -> int | None:
    """The sign of what is made of positive and negative parts without a doubt."""
    if formal.is_Rational:
        return int(sympy.sign(formal)) or None
    if formal.is_Symbol:
        return _letter_sign(field.bounds.get(formal), ends=ends)
    if formal.is_Pow and formal.exp.is_Rational:
        base = _built_sign(field, formal.base, ends=ends)
        if formal.exp.is_Integer:
            return base if base is None or formal.exp.is_odd else 1
        return 1 if base == 1 else None
    if not (formal.is_Add or formal.is_Mul):
        return None
    product, signs = 1, set()
    for part in formal.args:
        sign = _built_sign(field, part, ends=ends)
        signs.add(sign)
        if sign is None or (formal.is_Add and len(signs) > 1):
            return None
        product *= sign
    return product if formal.is_Mul else signs.pop()


@lru_cache(maxsize=1024)
def _letter_sign(domain: Domain | None, *, ends: bool) -> int | None:
    """The sign of a letter alone, which its domain tells: asked far more often than all others."""
    letter = sympy.Symbol("x")
    return polynomial_sign(letter, {} if domain is None else {letter: domain}, ends=ends)


def _whole_sign(field: Field, part: Expr, fraction: Tidy, *, ends: bool) -> int | None:
    """The sign of a polynomial by its coefficients, where it is known without factors."""
    return polynomial_sign(part, _fine_bounds(field, fraction), ends=ends) or None


def _product_sign(field: Field, fraction: Tidy, *, ends: bool) -> int | None:
    product = 1
    for factor, times in _all_factors(fraction):
        sign = _factor_sign(field, factor, fraction, ends=ends)
        if sign is None and times % 2 == 0 and not ends:
            sign = 1
        if sign is None:
            return None
        product *= sign**times
    return product


def sign_of(expression: Expr, field: Field) -> int | None:
    """The sign inside the domain, None also where that is too much work."""
    try:
        return field.sign(field.formal(expression))
    except (TooWide, sympy.PolynomialError):
        return None


def has_no_pole(field: Field, expression: Expr) -> bool:
    """Whether no factor of the denominator vanishes inside the domain."""
    try:
        below = field.tidy(field.formal(expression)).denominator
        return all(field.sign(factor) in (1, -1) for factor, _ in field.factors(below))
    except (TooWide, sympy.PolynomialError):
        return False


def learn(field: Field, fact: Expr) -> None:
    """Take a positive expression for granted: its one factor of unknown sign."""
    try:
        fraction = field.tidy(field.formal(fact))
        pairs = _all_factors(fraction)
    except (TooWide, sympy.PolynomialError):
        return
    unknown, product = [], 1
    for factor, times in pairs:
        sign = _factor_sign(field, factor, fraction, ends=False)
        if sign is None and times % 2:
            unknown.append(sympy.expand(fraction.original(factor)))
        elif sign is not None:
            product *= sign**times
    if len(unknown) == 1 and product:
        field.positive.add(sympy.expand(product * unknown[0]))


def _all_factors(fraction: Tidy) -> list[tuple[Expr, int]]:
    return [pair for part in fraction.parts for pair in factored(part)]


def _factor_sign(field: Field, factor: Expr, fraction: Tidy, *, ends: bool) -> int | None:
    plain = sympy.expand(fraction.original(factor))
    if plain in field.positive:
        return 1
    if sympy.expand(-plain) in field.positive:
        return -1
    return polynomial_sign(factor, _fine_bounds(field, fraction), ends=ends)


def _fine_bounds(field: Field, fraction: Tidy) -> dict[Expr, Domain]:
    """The bounds of all letters of a fraction, roots of generators included."""
    bounds = dict(field.bounds)
    for fine, coarse in fraction.back.items():
        domain = field.bounds.get(coarse.base)
        if domain is not None and domain.low is not None and domain.low >= 0:
            closed = domain.low == 0 and not domain.low_open
            bounds[fine] = Domain(low_open=not closed)
    return bounds
