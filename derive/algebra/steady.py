"""Roots of quadratics in a form that loses no digits where floats are subtracted.

Where ``a`` and the root of ``d`` nearly cancel in ``a + c sqrt(d)``, the same
number is ``(a^2 - c^2 d) / (a - c sqrt(d))``, in which they add up, and of the
difference of squares the letters cancel before any number is put in.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Add, Ge, Piecewise, Pow, Rational

from .standins import symbolic

HALF = Rational(1, 2)
MOST_OPERATIONS = 400
"""A difference of squares of more is as good at losing digits as what it replaces."""


def steady(expression: Any) -> Any:
    """The same number for floats; an expression without a root beside other terms stays."""
    symbolic(expression)
    above, below = sympy.fraction(expression)
    roots = {one for one in above.atoms(Pow) if one.exp == HALF}
    if len(roots) != 1 or not above.is_Add:
        return expression
    root = roots.pop()
    with_root = [one for one in above.args if one.has(root)]
    if len(with_root) != 1:
        return expression
    factor = with_root[0] / root
    rest = Add(*(one for one in above.args if not one.has(root)))
    if factor.has(root) or (factor * rest).is_nonnegative:
        return expression
    squares = sympy.factor(sympy.expand(rest**2 - factor**2 * root.base))
    if squares == 0 or sympy.count_ops(squares) > MOST_OPERATIONS:
        return expression
    other = squares / (below * (rest - factor * root))
    return Piecewise((expression, Ge(factor * rest, 0)), (other, True))
