"""Signs of what stands in generators, and the facts that conditions add to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy

from derive.records import Domain

from .signs import polynomial_sign
from .standins import Expr
from .tidy import Tidy, TooWide, factored

if TYPE_CHECKING:
    from .field import Field


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
        return polynomial_sign(formal, field.bounds, ends=ends)
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
