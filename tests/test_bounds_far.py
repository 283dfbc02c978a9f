"""Bounds so far away that a narrow bracket holds more integers than can be tried."""

from __future__ import annotations

import pytest

import derive

GIVENS = {"alpha": "4.313e-06 second", "n": "3.82e+08 byte", "beta": "9.54e+11 byte/second"}


def test_a_whole_number_of_seventy_digits_is_found_with_its_neighbour():
    law = derive.load()["tree_scatter_time"]
    answer = law.solve("N", T_sc=derive.at_most("0.001402 second"), **GIVENS)
    largest = 8059202231025009951167646802284765587479968800729106507751518049300420

    assert f"N = {largest}: T_sc = 1.402 ms, so T_sc <= 1.402 ms holds" in str(answer)
    assert f"N = {largest + 1}: T_sc = 1.402 ms, so T_sc <= 1.402 ms does not hold" in str(answer)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("eta_min", "answer"),
    [("1e300", "progress = 1.12088e-153"), ("1e400", "progress = 11.2088e-204")],
)
def test_a_root_gets_the_digits_that_its_law_needs(eta_min: str, answer: str):
    """Both sides cancel by hundreds of digits; with fifty nothing could be said of the root."""
    found = derive.load()["cosine_decay"].solve(
        "progress", eta="1.47e-05", eta_min=eta_min, eta_max="1.16e-05"
    )

    assert answer in str(found)
    assert found.residual is not None
    assert found.residual < 1e-30
