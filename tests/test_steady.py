"""Roots of quadratics for floats: the same number, and no digits lost where terms cancel."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest
import sympy
from sympy import exp, sqrt

from derive.algebra.programs_of import steady
from derive.programs.floats import floats
from derive.programs.precise import precisely
from derive.programs.translate import program_of

a, b, c = sympy.symbols("a b c", real=True)
p, q = sympy.symbols("p q", positive=True)
ROOTS = [(-b + sign * sqrt(b**2 - 4 * a * c)) / (2 * a) for sign in (1, -1)]
POINTS = [
    (1, 1e8, 1),
    (1, -1e8, 1),
    (2, 3e9, -5),
    (2, -3e9, -5),
    (-1, 1e7, 3),
    (1, -3, 2),
    (1, 3, 2),
]


@pytest.mark.parametrize("point", POINTS, ids=str)
@pytest.mark.parametrize("root", ROOTS, ids=["plus", "minus"])
def test_both_roots_keep_their_digits(root: sympy.Expr, point: tuple[float, ...]) -> None:
    exactly = precisely(program_of(root, [a, b, c]))([Fraction(one) for one in point])

    found = floats(program_of(steady(root), [a, b, c]))(point)

    assert abs(Decimal(found) - exactly) <= Decimal("4e-16") * abs(exactly)


@pytest.mark.parametrize("point", [(1, 0, -4), (1, 4, 0), (1, -4, 0), (0, 1, 1)], ids=str)
@pytest.mark.parametrize("root", ROOTS, ids=["plus", "minus"])
def test_where_a_term_is_zero_it_is_what_it_was(root: sympy.Expr, point: tuple[float, ...]) -> None:
    plain, found = (
        floats(program_of(one, [a, b, c]))(list(map(float, point))) for one in (root, steady(root))
    )

    # Where a is zero, the other form still has the one root that there is.
    assert found == plain or (point[0] == 0 and (math.isnan(plain) or math.isnan(found)))


@pytest.mark.parametrize(
    "expression",
    [a * b, sqrt(a + b), p + sqrt(p**2 + q), (p + q * sqrt(q)) / b, sqrt(a) + sqrt(b) - c,
     exp(sqrt(a)) - sqrt(a), (b - sqrt(b**2)) / a],
    ids=str,
)  # fmt: skip
def test_what_cannot_cancel_or_be_turned_stays(expression: sympy.Expr) -> None:
    assert steady(expression) == expression
