"""Numbers so large, or so small, that floats do not hold what leads to them."""

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


@pytest.mark.parametrize(
    ("formula", "target", "givens", "answers"),
    [
        (  # 1/beta_D is above 2**41 at the first of them
            "compute_optimal_tokens_for_size",
            "beta_D",
            "D_opt=1.566454803252836e44 B_D=139000000 alpha_N=0.155 A_N=0.0154 Psi_opt=2.38e10",
            ("423.125e-15", "0.267"),
        ),
        (  # one factor is infinite for a float, the other one 0
            "compute_optimal_tokens_for_size",
            "alpha_N",
            "D_opt=1.6909003607854154e17 B_D=8130000 beta_D=0.0558 A_N=2880000 Psi_opt=1.28e9",
            ("0.0390593", "0.0575"),
        ),
        (  # two numbers that cancel by thirteen digits, beside a root of 0
            "adamw_update",
            "theta_old",
            (
                "theta_new=-6433168316832.5771 eta=0.0575 m_hat=0.452 v_hat=0 eps_adam=4.04e-15"
                " weight_decay=0.264"
            ),
            ("-0.907711",),
        ),
    ],
)
def test_roots_are_found_where_floats_end(
    formula: str, target: str, givens: str, answers: tuple[str, ...]
):
    found = derive.load()[formula].solve(
        target, **dict(given.split("=") for given in givens.split())
    )

    assert answers == tuple(root.value.format(6) for root in found.roots if root.kept)


ENDLESS = {"MTBF": "1 hour", "T_restart": "1 hour", "T_work": "921 hour"}


def test_a_number_that_no_float_holds_is_named_and_not_called_infinite():
    law = derive.load()["time_without_snapshots"]

    assert "the law gives about 9.46e+403 second" in law.solve("T_wall", **ENDLESS).reason
    with pytest.raises(derive.DeriveError, match="number larger than any float"):
        law.evaluate(**ENDLESS)


def test_the_elasticity_of_a_long_fraction_is_the_nearest_number():
    law = derive.load()["bias_corrected_first_moment"]
    answer = law.solve("m_hat", m_new=0.728, beta_1=0.947, t_now=4242, sensitivity=True)

    found = {row["letter"]: row["elasticity"] for row in answer.to_dict()["sensitivity"]}
    assert found["m_new"] == 1
    assert 2.01e-97 < found["beta_1"] < 2.02e-97
