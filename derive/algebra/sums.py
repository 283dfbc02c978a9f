"""Finite sums in closed form: powers of the index, and geometric terms."""

from __future__ import annotations

from typing import Any

import sympy

from .standins import Expr

MOST_DEGREE = 6


def closed_sum(total: Any) -> Expr | None:
    """The closed form of a sum over one index, or None where no rule applies.

    Valid for every upper bound that is at least the lower one minus one, where
    the sum is empty; a geometric sum also needs a ratio other than 1.
    """
    if len(total.limits) != 1 or len(total.limits[0]) != 3:
        return None
    index, low, high = total.limits[0]
    parts = []
    for term in sympy.Add.make_args(sympy.expand(total.function)):
        part = _term(term, index, low, high)
        if part is None:
            return None
        parts.append(part)
    return sympy.Add(*parts)


def _term(term: Expr, index: Any, low: Expr, high: Expr) -> Expr | None:
    # What varies is ``k**degree * ratio**k``: powers alone are summed by Faulhaber's formula, a
    # ratio alone as a geometric series, and both together stay a sum.
    constant, varying = term.as_independent(index, as_Add=False)
    degree, ratio, start = 0, sympy.S.One, sympy.S.One
    for factor in sympy.Mul.make_args(varying):
        base, exponent = factor.as_base_exp()
        if base == index and exponent.is_Integer and 0 < exponent <= MOST_DEGREE:
            degree += int(exponent)
            continue
        slope = sympy.diff(exponent, index)
        if base.has(index) or slope.has(index) or slope == 0:
            return None if factor != 1 else constant * (high - low + 1)
        ratio *= base**slope
        start *= base ** (exponent - slope * index)
    if ratio == 1:
        return constant * (_powers(degree, high) - _powers(degree, low - 1))
    if degree:
        return None
    return constant * start * (ratio ** (high + 1) - ratio**low) / (ratio - 1)


def _powers(degree: int, last: Expr) -> Expr:
    """The sum of ``k**degree`` for k from 1 to ``last`` (Faulhaber)."""
    upper = sympy.Integer(degree + 1)
    parts = [
        sympy.binomial(upper, k)
        * (sympy.bernoulli(k) if k != 1 else sympy.Rational(1, 2))
        * last ** (upper - k)
        for k in range(degree + 1)
    ]
    return sympy.Add(*parts) / upper
