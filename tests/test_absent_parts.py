"""Parts that may be absent are zero: what is left is the rest alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

import derive

# A part set to zero, and what the law then gives by hand.
ABSENT = [
    # (2 + 2) byte/param x 1e9 param / 8, without the optimizer's state
    ("500 MB", "zero3_memory", {"b_opt": 0, "Psi": 1e9, "N_dp": 8}),
    # 2 (8 - 1) 1 GB / (8 x 50 GB/s), without latency
    ("35 ms", "ring_all_reduce_time", {"alpha": 0, "N": 8, "n": "1 GB", "beta": "50 GB/s"}),
    # 1 / (0 + 1 / 8): nothing is serial
    ("8", "amdahl_speedup", {"f_ser": 0, "N_gpu": 8}),
]


@pytest.mark.parametrize(("value", "formula", "givens"), ABSENT)
def test_a_part_that_is_absent_is_zero(value, formula, givens):
    assert value == str(derive.load()[formula].evaluate(**givens))


@pytest.mark.parametrize(
    "name",
    "b_param b_grad b_opt M_kv M_act M_opt Psi_ffn Psi_emb Psi_norm alpha T_comm T_ckpt f_ser "
    "n_warmup D_serve price_energy loss_floor V_layer".split(),
)
def test_the_letter_of_such_a_part_takes_zero(name):
    assert derive.load().knowledge.symbols[name].domain.contains(Fraction(0))


@pytest.mark.parametrize("name", ["Psi", "N_dp", "beta", "F", "M_state", "T_ar", "b_elem"])
def test_what_a_run_cannot_be_without_is_not_zero(name):
    assert not derive.load().knowledge.symbols[name].domain.contains(Fraction(0))
