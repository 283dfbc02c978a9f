"""Bounds so far away that a narrow bracket holds more integers than can be tried."""

from __future__ import annotations

import derive

GIVENS = {"alpha": "4.313e-06 second", "n": "3.82e+08 byte", "beta": "9.54e+11 byte/second"}


def test_a_whole_number_of_seventy_digits_is_found_with_its_neighbour():
    law = derive.load()["tree_scatter_time"]
    answer = law.solve("N", T_sc=derive.at_most("0.001402 second"), **GIVENS)
    largest = 8059202231025009951167646802284765587479968800729106507751518049300420

    assert f"N = {largest}: T_sc = 1.402 ms, so T_sc <= 1.402 ms holds" in str(answer)
    assert f"N = {largest + 1}: T_sc = 1.402 ms, so T_sc <= 1.402 ms does not hold" in str(answer)
