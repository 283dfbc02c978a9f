"""Questions as strangers type them, each answer held against a calculation by hand."""

from __future__ import annotations

import pytest
from test_find import value

from derive.answers import Wish, find, solve
from derive.entries.knowledge import Knowledge
from derive.entries.opening import open_knowledge
from derive.errors import ContradictoryGivens, Unreachable


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """The formulary."""
    return open_knowledge()


# --- choices that one alternative alone can answer ------------------------------------------


def test_the_one_collective_that_the_givens_suffice_for_is_told_first(knowledge: Knowledge) -> None:
    found = find(knowledge, "T_ag", {"n": "1 GB", "N": 8, "beta": "50 GB/s"})
    text = str(found)

    # 7/8 of 1 GB at 50 GB/s; other algorithms are facts of a run, so it stays a question.
    assert found.answer is None
    assert text.startswith("T_ag = 17.5 ms   if collective = ring and latency = neglected\n")
    assert "with beta_bi: collective = mesh" in text


def test_what_others_need_is_grouped_where_several_answer(knowledge: Knowledge) -> None:
    text = str(find(knowledge, "T_ar", {"n": "1 GB", "N": 8, "beta": "50 GB/s"}))

    assert "collective = ring, latency = neglected:   T_ar = 35 ms" in text
    assert 1 == text.count("with alpha:")


# --- how a model was used is no fact of a question ------------------------------------------


def test_the_sequence_length_of_a_model_is_an_assumption_that_is_said(knowledge: Knowledge) -> None:
    givens = {"F": "989 TFLOP/s", "MFU": 0.5}
    found = find(knowledge, "T_prefill", givens, wish=Wish(catalog=(("model", "llama-3-8b"),)))

    # 2 x 8.03e9 x 8192 / (0.5 x 989e12)
    assert value(found) == pytest.approx(0.26605, rel=1e-4)
    assert ("s", "8192 token") in [(one.name, one.value) for one in found.assumed]


def test_the_sequence_length_that_was_given_is_no_assumption(knowledge: Knowledge) -> None:
    givens = {"F": "989 TFLOP/s", "MFU": 0.5, "s": 1024}
    found = find(knowledge, "T_prefill", givens, wish=Wish(catalog=(("model", "llama-3-8b"),)))

    assert "s" not in [one.name for one in found.assumed]


def test_a_bound_says_the_sequence_length_that_it_assumes(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "llama-3-8b"),))
    found = find(knowledge, "n_seq", {"M_kv": "<= 40 GB"}, wish=wish)

    assert "s" in [one.name for one in found.assumed]


def test_a_letter_that_is_asked_for_is_not_assumed(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "llama-3-8b"),))
    found = find(knowledge, "s", {"M_kv": "<= 60 GB", "n_seq": 1}, wish=wish)

    # 60 GB over 2 x 32 x 8 x 128 x 2 bytes a token
    assert found.answer is not None
    assert found.answer.integer is not None
    assert 457763 == found.answer.integer.largest
    assert "s" not in [one.name for one in found.assumed]


def test_a_default_that_is_no_reason_is_named_as_what_is_missing(knowledge: Knowledge) -> None:
    with pytest.raises(Unreachable) as wrong:
        find(knowledge, "D", {"Psi": 8e9})

    assert ("tokens_per_parameter", ("tokens_per_param",)) in wrong.value.nearest
    assert "tokens_per_parameter would give it with tokens_per_param" in str(wrong.value)


# --- conditions that fail ---------------------------------------------------------------------

# A letter of which the one law does not hold here, its condition, and what would mend it.
FAILING = [
    ("m", {"B": 100, "b": 3, "N_dp": 8}, "b N_dp divides B", "; it would with B = 96 or 120"),
    ("d_head", {"h": 4096, "a": 30}, "a divides h", "a = 16 or 32, or h = 4080 or 4110"),
    ("E_touch", {"E": 8, "k": 16, "n_dec": 4}, "k ≤ E", "; it would with E = 16, or k = 8"),
    ("kappa", {"a": 32, "g": 5}, "g divides a", "a = 30 or 35, or g = 4 or 8"),
    ("EDP", {"N_dp": 8, "TP": 1, "CP": 1, "EP": 16, "ETP": 1}, "EP ETP divides", "EP = 8"),
    ("load", {"rate_in": 10, "T_srv": 1, "n_srv": 4}, "rate_in T_srv < n_srv", "n_srv = 11"),
    ("n_rep", {"D": 1e12, "D_uniq": 2e12}, "D_uniq ≤ D", ""),
    ("D_even", {"Psi_small": 7e10, "D_small": 1e12, "Psi_large": 8e9, "D_large": 1e12},
     "Psi_large > Psi_small", ""),
    ("Psi", {"L": 32, "h": 4096, "a": 32, "g": 5, "d_ffn": 14336, "V": 128256, "n_emb": 2,
     "d_head": 128}, "g divides a", "g = 4 or 8"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("letter", "givens", "condition", "mend"), FAILING)
def test_a_condition_that_fails_is_named_with_what_would_mend_it(
    knowledge: Knowledge, letter: str, givens: dict[str, float], condition: str, mend: str
) -> None:
    found = find(knowledge, letter, givens)
    (refused,) = found.refused

    assert found.answer is None
    assert condition in refused.why
    assert "does not hold" in refused.why
    assert mend in refused.why
    assert mend or "it would" not in refused.why


# --- several roots --------------------------------------------------------------------------

CHECKPOINTS = {"M_peak": 5.025, "M_ckpt": 0.5, "M_layer": 0.25, "L": 1}


def test_a_spare_given_strikes_out_the_root_that_it_denies(knowledge: Knowledge) -> None:
    found = find(knowledge, "k_ckpt", {**CHECKPOINTS, "c_peak": 10.1})

    assert value(found) == pytest.approx(0.1)
    assert "root      20   rejected: c_peak = 10.1 layer does not hold" in str(found)


def test_a_spare_given_that_denies_both_roots_contradicts(knowledge: Knowledge) -> None:
    with pytest.raises(ContradictoryGivens):
        find(knowledge, "k_ckpt", {**CHECKPOINTS, "c_peak": 77})


# --- long powers ----------------------------------------------------------------------------

# The largest share of steps in which one rank may be slow: 1 - (1 - p)^(1 / N).
SLOW = [(16384, "1 %", 6.13424e-7), (1_000_000, "1 %", 1.00503e-8), (64, "99 %", 0.069428)]


@pytest.mark.parametrize(("ranks", "share", "root"), SLOW)
@pytest.mark.parametrize("sign", ["<=", ">="])
def test_a_power_that_is_too_long_to_write_out_is_settled(
    knowledge: Knowledge, ranks: int, share: str, root: float, sign: str
) -> None:
    givens = {"N_gpu": ranks, "p_any": f"{sign} {share}"}
    answer = solve(knowledge, "straggler_probability", "p_slow", givens)
    (span,) = answer.intervals
    inner, outer = (span.high, span.low) if sign == "<=" else (span.low, span.high)

    assert inner is not None
    assert outer is not None
    assert float(inner.base) == pytest.approx(root, rel=1e-4)
    assert float(outer.base) == (0 if sign == "<=" else 1)
    assert "could not be settled" not in answer.reason


# --- choices that were made by name ------------------------------------------------------------


def test_an_answer_that_knows_nothing_of_a_choice_says_so(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "llama-3-8b"),), choices=(("sharding", "zero3"),))
    found = find(knowledge, "M_kv", {"s": 8192, "n_seq": 1}, wish=wish)

    assert ("sharding",) == found.unused


def test_a_choice_that_was_made_is_not_passed_by(knowledge: Knowledge) -> None:
    with pytest.raises(Unreachable) as wrong:
        find(knowledge, "M_state", {"Psi": 70e9}, wish=Wish(choices=(("adapted", "lora"),)))

    assert (("lora_memory", ("Psi_lora",)),) == wrong.value.nearest
