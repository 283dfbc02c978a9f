"""Roots of programs: all of them, each with its certificate, poles told apart."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from as_programs import as_programs
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Eq, Gt, Lt, Max, Rational, ceiling, cos, exp, log, sin, sqrt

from derive.programs.program import Undefined
from derive.records import Domain
from derive.solve.decomposition import Place, swept
from derive.solve.feasible_set import Feasible, feasible
from derive.solve.root_isolation import primitive, roots

x = sympy.Symbol("x")
POSITIVE = Domain()
CHINCHILLA = Rational(4064, 10) / x ** Rational(34, 100) + 17 / x ** Rational(28, 100) - 1

KNOWN: list[tuple[Any, Any, Any, list[float], list[float]]] = [
    (exp(-x) - x, 0, None, [0.5671432904097838], []),
    (x * log(x) - 5, 0, None, [3.768679463788536], []),
    (3 * sqrt(x) + 2 * x - 100 + 5 / x, 0, None, [0.05039012671581588, 40.40355557114643], [0]),
    (CHINCHILLA, 0, None, [66352872.46781586], [0]),
    (log(x, 2) - 10, 0, None, [1024], []),
    (x**2 - 2, None, None, [-(2**0.5), 2**0.5], []),
    (Max(x, 5) - 7, 0, None, [7], []),
    (cos(x) - Rational(1, 2), 0, 7, [1.0471975511965979, 5.235987755982989], []),
    (1 / (x - 3), 0, 10, [], [3]),
    (1 / (x - 3) - x, 0, 10, [3.302775637731995], [3]),
    (1 / (x**2 - 2) - 3 * x, 0, 3, [1.491154084105733], [2**0.5]),
    (x**2 + 1, None, None, [], []),
]
TANGENT = (sin(x) / cos(x), 1, 5, [3.141592653589793], [1.5707963267948966, 4.71238898038469])
"""What lies right beside its poles stays open, and is said to."""


def asked(expression: Any, low: Fraction | None, high: Fraction | None) -> tuple[Any, Domain]:
    """That an expression is zero, and the domain between two bounds."""
    domain = Domain(low, high, low_open=False, high_open=False)
    return as_programs(Eq(expression, 0, evaluate=False), x, domain), domain


def solved(expression: Any, low: Fraction | None, high: Fraction | None) -> Feasible:
    """The zeros of an expression between two bounds."""
    relations, domain = asked(expression, low, high)
    return feasible(relations, "x", domain)


def without_value(expression: Any, low: Fraction | None, high: Fraction | None) -> list[float]:
    """The places between two bounds at which an expression has no value."""
    relations, domain = asked(expression, low, high)
    _, _, pieces = swept([relation.program(["x"]) for relation in relations], domain)
    places = [piece for piece in pieces if isinstance(piece, Place)]
    return [
        float(place.zero.middle)
        for place in places
        if any(isinstance(truth, Undefined) for truth in place.truths)
    ]


@pytest.mark.parametrize(
    ("expression", "low", "high", "expected", "poles"), [*KNOWN, TANGENT], ids=str
)
def test_roots_that_are_known(
    expression: Any, low: int | None, high: int | None, expected: list[float], poles: list[float]
) -> None:
    ends = [None if end is None else Fraction(end) for end in (low, high)]
    found = solved(expression, *ends)

    kept = [float(root.value) for root in found.roots if root.kept]
    # A logarithm has no value at 0 either, which is no pole.
    beyond = [place for place in without_value(expression, *ends) if place or 0 in poles]
    assert pytest.approx(expected, rel=1e-14) == kept
    assert pytest.approx(poles, rel=1e-14) == beyond
    assert (expression is TANGENT[0]) == (found.proof == "tested")


def test_a_certificate_is_a_change_of_sign() -> None:
    below, above = (
        as_programs(kind(x * log(x) - 5, 0, evaluate=False), x, POSITIVE)[0] for kind in (Lt, Gt)
    )
    (root,) = solved(x * log(x) - 5, Fraction(1), Fraction(100)).roots

    assert below.truth({"x": root.low}) is True
    assert above.truth({"x": root.high}) is True
    assert root.high - root.low < Fraction(1, 10**50)


def test_a_root_at_a_simple_fraction_is_exact() -> None:
    (root,) = solved(sqrt(x + 1) - Rational(7, 3), Fraction(0), None).roots

    assert (Fraction(40, 9), True) == (root.low, root.exact)


def test_a_jump_over_zero_is_no_root() -> None:
    found = solved(ceiling(x) - Rational(5, 2), Fraction(0), Fraction(10))

    assert [] == [root for root in found.roots if root.kept]
    assert () == found.spans


def test_one_bracket_can_be_asked_about() -> None:
    (root,) = solved(x**3 - 2, Fraction(1), Fraction(2)).roots

    assert pytest.approx(2 ** (1 / 3)) == float(root.value)
    assert () == solved(x**3 - 2, Fraction(2), Fraction(3)).spans


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.fractions(-1000, 1000, max_denominator=50), min_size=1, max_size=5),
    st.integers(1, 10**30),
)
def test_polynomials_give_back_their_roots(expected: list[Fraction], scale: int) -> None:
    coefficients = [Fraction(scale)]
    for root in expected:
        shifted = [Fraction(0), *coefficients]
        for place, c in enumerate(coefficients):
            shifted[place] -= root * c
        coefficients = shifted
    found = roots(primitive(coefficients))

    assert sorted(set(expected)) == [zero.low for zero in found]
    assert all(zero.exact for zero in found)
    assert [zero.crosses for zero in found] == [
        expected.count(root) % 2 == 1 for root in sorted(set(expected))
    ]


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(-(10**12), 10**12), min_size=3, max_size=7))
def test_polynomials_have_the_roots_that_sympy_counts(coefficients: list[int]) -> None:
    polynomial = primitive(coefficients)
    if len(polynomial) < 2:
        return
    counted = (
        sympy.Poly([sympy.Integer(c) for c in reversed(polynomial)], x).sqf_part().count_roots()
    )

    assert int(counted) == len(roots(polynomial))


def test_brackets_are_as_narrow_as_asked() -> None:
    (root,) = [zero for zero in roots((-2, 0, 1)) if zero.high > 0]
    narrow = root.narrowed(1000)

    assert narrow.low**2 < 2 < narrow.high**2
    assert (narrow.high - narrow.low) * 2**1000 <= narrow.high
