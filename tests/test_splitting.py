"""Factors are those that SymPy finds, in its order; a fraction is worth what it was made from."""

from __future__ import annotations

from typing import Any

import pytest
import sympy
from campaign import sized
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from derive.algebra.tidy import TooWide, factor_list, lowest

LETTERS = sympy.symbols("a b c d N ·x0 ·x10 ·x2")
a, b, c, d, *_ = LETTERS

monomials = st.lists(st.tuples(st.sampled_from(LETTERS), st.sampled_from([1, 1, 2])), max_size=3)
terms = st.tuples(st.sampled_from([-3, -2, -1, 1, 2, 5]), monomials)
sums = st.lists(terms, min_size=1, max_size=3)
products = st.lists(sums, min_size=1, max_size=3)


def polynomial(factors: Any) -> Any:
    """The product of sums of monomials, multiplied out."""
    parts = [
        sympy.Add(*(count * sympy.Mul(*(x**n for x, n in powers)) for count, powers in some))
        for some in factors
    ]
    return sympy.expand(sympy.Mul(*parts))


@pytest.mark.slow
@settings(max_examples=sized(40, 80), deadline=None)
@given(products)
def test_the_factors_are_those_of_sympy(factors: Any) -> None:
    whole = polynomial(factors)
    primitive = whole.as_content_primitive()[1] if whole.is_Add else whole
    constant, found = sympy.factor_list(primitive)

    assert (constant, [(factor, int(n)) for factor, n in found]) == factor_list(primitive)


@pytest.mark.parametrize(
    ("whole", "factors"),
    [
        (a * b + a * c, [(a, 1), (b + c, 1)]),
        (a**2 - b**2, [(a - b, 1), (a + b, 1)]),
        ((a + b) * (c + d), [(c + d, 1), (a + b, 1)]),
        (a**2 * b**3, [(a, 2), (b, 3)]),
        ((a**2 + 1) * (c + d), [(c + d, 1), (a**2 + 1, 1)]),
    ],
)
def test_factors_that_are_known(whole: Any, factors: Any) -> None:
    assert (1, factors) == factor_list(sympy.expand(whole))


@pytest.mark.slow
@settings(max_examples=sized(40, 80), deadline=None)
@given(st.lists(st.tuples(sums, sums), min_size=1, max_size=3), st.sampled_from([-2, -1, 1, 2]))
def test_one_fraction_is_worth_what_it_was_made_from(quotients: Any, power: int) -> None:
    pairs = [(polynomial([above]), polynomial([below])) for above, below in quotients]
    whole = sympy.Add(*(above / below for above, below in pairs if below != 0)) ** power
    there = dict(zip(LETTERS, map(sympy.Integer, (2, 3, 5, 7, 11, 13, 17, 19)), strict=True))
    assume(not whole.has(sympy.zoo))
    try:
        fraction = lowest(whole, ())
    except TooWide:
        return  # a stated refusal
    below = fraction.denominator.xreplace(there)
    assume(below != 0)

    assert whole.xreplace(there) == fraction.numerator.xreplace(there) / below


def test_a_power_too_wide_to_be_multiplied_out_is_refused() -> None:
    with pytest.raises(TooWide):
        lowest((a + b) ** 400 + c, ())
