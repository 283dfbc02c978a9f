"""Searches through several laws: chains, blocks, ranges, and what must be said about them."""

from __future__ import annotations

from pathlib import Path

import pytest

from derive.answers import Found, Wish, find
from derive.entries.knowledge import Knowledge
from derive.entries.opening import open_knowledge
from derive.errors import ContradictoryGivens, MixedConventions, NotAnswerable, Unreachable
from derive.units import Quantity

WORKSHOP = Path(__file__).parent / "packages" / "workshop"


@pytest.fixture(scope="module")
def workshop() -> Knowledge:
    """A package made for searches."""
    return open_knowledge(WORKSHOP)


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """The formulary."""
    return open_knowledge()


def value(found: Found) -> float:
    assert found.answer is not None
    assert found.answer.value is not None
    return float(found.answer.value.base)


def test_laws_that_need_each_other_are_solved_together(workshop: Knowledge) -> None:
    givens = {"R_order": "0.5 1/second", "T_order": "1 s"}

    found = find(workshop, "T_wait", givens)

    # T = (R T + 1) t, so T = t / (1 - R t).
    assert value(found) == 2
    assert {link.law for link in found.chain} == {"orders_that_wait", "waiting_time"}


def test_the_other_letter_of_coupled_laws_is_found_too(workshop: Knowledge) -> None:
    found = find(workshop, "q_wait", {"R_order": "0.5 1/second", "T_order": "1 s"})

    assert value(found) == 1


def test_a_root_outside_the_domain_of_another_letter_is_no_answer(workshop: Knowledge) -> None:
    found = find(workshop, "T_wait", {"R_order": "2 1/second", "T_order": "1 s"})

    assert found.answer is not None
    assert not found.answer.found


def test_laws_that_nothing_can_be_eliminated_from_are_refused_with_the_letter(
    workshop: Knowledge,
) -> None:
    with pytest.raises(NotAnswerable, match="no single solution for y_draft"):
        find(workshop, "x_warm", {"c_stove": 4, "c_chimney": 3})


def test_a_letter_that_must_be_whole_and_is_not_is_refused_with_its_neighbours(
    workshop: Knowledge,
) -> None:
    givens = {"n_order": 10, "T_order": "5 min", "T_day": "20 min", "P_shift": "100 USD"}

    found = find(workshop, "P_price", givens, ["day_price"])

    assert found.answer is None
    whys = {one.why for one in found.refused if one.letter == "n_shift"}
    assert "it must be a whole number, and comes out as 2.5" in next(iter(whys))


def test_a_condition_that_fails_along_the_chain_is_named(workshop: Knowledge) -> None:
    givens = {"q_wait": 3, "T_order": "4 s", "R_order": "2 1/second"}

    found = find(workshop, "T_wait", givens, ["waiting_time"])

    assert [(law, one.text) for law, one in found.broken] == [
        ("waiting_time", "R_order T_order < 1")
    ]


def test_two_conventions_at_once_are_refused_by_name(workshop: Knowledge) -> None:
    with pytest.raises(MixedConventions, match="day_price and whole_day_price"):
        find(workshop, "P_price", {"n_order": 3}, ["day_price", "whole_day_price"])


def test_competing_chains_come_with_their_values(workshop: Knowledge) -> None:
    givens = {"P_shift": "100 USD", "n_order": 10, "T_order": "1 min", "T_day": "4 min"}

    found = find(workshop, "P_price", givens)

    assert found.answer is not None or found.options
    both = find(workshop, "P_price", {**givens, "n_shift": 3}, ["day_price"])
    assert both.unused == ("T_day", "T_order", "n_order")


def test_several_bounds_meet_and_the_binding_one_is_named(workshop: Knowledge) -> None:
    givens = {
        "T_order": "5 min",
        "T_day": "2 hour",
        "T_rest": ">= 30 min",
        "n_shift": "<= 1",
    }

    answer = find(workshop, "n_order", givens).answer

    assert answer is not None
    assert answer.integer is not None
    assert answer.integer.largest == 18
    assert answer.intervals[-1].high_reason == "T_rest >= 30 min"


def test_a_limit_is_met_where_it_is_asked_for(workshop: Knowledge) -> None:
    givens = {"T_order": "7 min", "T_day": "1 hour"}

    answer = find(workshop, "n_order", givens, ["orders_fit"]).answer

    assert answer is not None
    assert answer.integer is not None
    assert answer.integer.largest == 8


def test_uncertain_givens_pass_through_a_chain(workshop: Knowledge) -> None:
    givens = {
        "n_order": "8..12",
        "T_order": "5 min",
        "T_day": "20 min",
        "P_shift": "100..110 USD",
    }

    answer = find(workshop, "P_price", givens, ["day_price"]).answer

    assert answer is not None
    (span,) = answer.intervals
    assert span.low is not None
    assert span.high is not None
    assert (span.low.base, span.high.base) == (200, 330)


def test_what_is_missing_is_named_with_the_nearest_law(workshop: Knowledge) -> None:
    with pytest.raises(Unreachable, match="day_price would give it with P_shift and n_shift"):
        find(workshop, "P_price", {"T_day": 3})


def test_sensitivity_goes_along_the_chain(workshop: Knowledge) -> None:
    givens = {"n_order": 8, "T_order": "5 min", "T_day": "20 min", "P_shift": "100 USD"}

    found = find(workshop, "P_price", givens, ["day_price"], Wish(sensitivity=True))

    assert found.answer is not None
    assert {one.letter: one.value for one in found.answer.sensitivity} == {
        "n_order": 1,
        "T_order": 1,
        "P_shift": 1,
        "T_day": -1,
    }


def test_days_to_train(knowledge: Knowledge) -> None:
    givens = {"Psi": 70e9, "D": 15e12, "N_gpu": 16384, "MFU": 0.4, "F": "989 TFLOP/s"}

    assert value(find(knowledge, "T_train", givens)) / 86400 == pytest.approx(11.25, rel=1e-3)


# The target, the givens, laws to hold, names of the catalogue; the value that must come out.
PLANS = [
    (
        "T_train",
        {"D": 15e12, "N_gpu": 16384, "MFU": 0.4},
        (),
        (("gpu", "h100-sxm"), ("model", "llama-3-70b")),
        # 6 * 70.55e9 * 15e12 / (16384 * 989.4e12 * 0.4) seconds
        979_289,
    ),
    (
        "cost_train",
        {"D": 15e12, "N_gpu": 16384, "MFU": 0.4, "price_gpu": 2},
        (),
        (("gpu", "h100-sxm"), ("model", "llama-3-70b")),
        8_913_701,
    ),
    (
        "f_good",
        {"N_node": 2048, "MTBF_node": "50000 hour", "T_ckpt": "60 s", "T_restart": "10 min"},
        (),
        (),
        0.958059,
    ),
    (
        "t_star",
        {"N_node": 2048, "MTBF_node": "50000 hour", "T_ckpt": "60 s"},
        ("young_interval",),
        (),
        3247.6,
    ),
]

# The same for ranges; the integers that must come out.
LIMITS = [
    (
        "b",
        {"M_gpu": "<= 80 GB", "TP": 8, "N_dp": 8, "p": 1, "s": 8192},
        ("split_zero2_memory", "activation_memory_selective"),
        (("model", "llama-3-70b"),),
        (1, 1),
    ),
    (
        "n_acc",
        {"b": 1, "s": 8192, "N_dp": 64},
        ("data_parallel_hides_communication",),
        (("gpu", "h100-sxm"), ("link", "infiniband-ndr")),
        (3, None),
    ),
]


@pytest.mark.parametrize(("target", "givens", "using", "catalog", "expected"), PLANS)
def test_plans_of_a_run(
    knowledge: Knowledge,
    target: str,
    givens: dict,
    using: tuple,
    catalog: tuple,
    expected: float,
) -> None:
    found = find(knowledge, target, givens, using, Wish(catalog=catalog))

    assert value(found) == pytest.approx(expected, rel=1e-5)
    assert not found.broken


@pytest.mark.parametrize(("target", "givens", "using", "catalog", "expected"), LIMITS)
def test_limits_of_a_run(
    knowledge: Knowledge,
    target: str,
    givens: dict,
    using: tuple,
    catalog: tuple,
    expected: tuple,
) -> None:
    answer = find(knowledge, target, givens, using, Wish(catalog=catalog)).answer

    assert answer is not None
    assert answer.integer is not None
    assert (answer.integer.smallest, answer.integer.largest) == expected


def test_competing_laws_of_the_best_interval_are_listed_with_their_values(
    knowledge: Knowledge,
) -> None:
    givens = {"N_node": 2048, "MTBF_node": "50000 hour", "T_ckpt": "60 s"}

    found = find(knowledge, "t_star", givens)

    assert found.answer is None
    assert {one.laws[-1]: round(float(one.value.base)) for one in found.options if one.value} == {
        "young_interval": 3248,
        "daly_interval": 3208,
    }


def test_a_chain_says_what_each_law_takes_from_outside(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "llama-3-70b"),))

    found = find(knowledge, "T_ckpt", {"beta_io": "100 GB/s"}, ("snapshot_write_time",), wish)

    (size, time) = found.chain
    assert [(one.letter, one.default, one.origin) for one in size.takes] == [
        ("Psi", False, "Llama 3 70B"),
        ("b_param", True, ""),
        ("b_opt", True, ""),
    ]
    assert [one.letter for one in time.takes] == ["beta_io"]
    assert "with Psi = 70.5537e9 param (Llama 3 70B), b_param = 2 byte/param" in str(found)


LLAMA = {"L": 80, "h": 8192, "a": 64, "g": 8, "d_ffn": 28672, "V": 128256, "n_emb": 2}


def test_a_spare_given_never_changes_the_value(knowledge: Knowledge) -> None:
    plain, spare = (find(knowledge, "Psi", {**LLAMA, **more}) for more in ({}, {"s": 8192}))

    assert value(plain) == value(spare) == 70553706496
    assert spare.unused == ("s",)
    assert str(spare).splitlines()[1] == "  not used: s; the answer does not depend on it"


def test_a_cache_per_token_comes_out_whatever_else_is_given(knowledge: Knowledge) -> None:
    assert value(find(knowledge, "b_kv", {**LLAMA, "s": 8192})) == 327680


def test_degrees_that_were_not_given_are_1_and_said(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "llama-3-405b"),))

    found = find(knowledge, "p", {"N_gpu": 512, "TP": 8, "N_dp": 4}, (), wish)

    assert value(found) == 16
    assert [(one.name, one.value) for one in found.assumed] == [("context_split", "whole")]


def test_a_law_whose_condition_fails_is_no_link_of_a_range_either(knowledge: Knowledge) -> None:
    interleaved = Wish(choices=(("schedule", "interleaved"), ("stage", "first")))
    for givens in ({"n_apart": 1, "n_same": 1}, {"v": 1, "p": "1..8"}):
        found = find(knowledge, "n_fly", givens, (), interleaved)
        assert found.answer is None
        assert {one.law for one in found.refused} == {"interleaved_in_flight"}

    named = find(knowledge, "n_fly", {"v": 1, "p": "2..8"}, ["interleaved_in_flight"], interleaved)
    assert named.answer is not None
    assert [one.text for one in named.answer.conditions if one.holds is False] == ["v ≥ 2"]


@pytest.mark.parametrize(
    ("target", "givens"), [("n_fly", {"p": 1}), ("n_fly", {"p": 3}), ("p", {"n_fly": 4})]
)
def test_a_law_whose_condition_fails_is_no_equation_for_another_letter_either(
    knowledge: Knowledge, target: str, givens: dict[str, int]
) -> None:
    found = find(knowledge, target, givens, (), Wish(choices=(("schedule", "dualpipe"),)))
    assert found.answer is None
    (only,) = found.refused
    assert only.law == "dualpipe_in_flight"
    assert "2 divides p does not hold, with p =" in only.why


def test_a_chain_from_which_the_target_drops_out_is_no_answer(knowledge: Knowledge) -> None:
    interleaved = Wish(choices=(("schedule", "interleaved"), ("stage", "first")))
    givens = {"N_dp": 1, "N_gpu": 1, "n_model": 1, "n_same": 1, "v": 4}
    found = find(knowledge, "n_fly", givens, (), interleaved)
    assert found.answer is None
    assert {one.law for one in found.refused} == {"interleaved_in_flight"}


def test_two_networks_never_meet_in_one_chain(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "deepseek-v3"), ("link", "infiniband-ndr")))

    with pytest.raises(Unreachable, match="n_mb"):
        find(knowledge, "T_a2a", {"s": 4096}, (), wish)


def test_a_spare_given_that_agrees_is_a_check(knowledge: Knowledge) -> None:
    wish = Wish(choices=(("feed_forward", "gated"),))

    found = find(knowledge, "b_kv", {**LLAMA, "Psi": 70.55e9}, (), wish)

    assert value(found) == 327680
    assert [(one.letter, one.law) for one in found.checks] == [
        ("Psi", "gated_transformer_parameters")
    ]


def test_a_spare_given_that_disagrees_is_refused_with_both_numbers(knowledge: Knowledge) -> None:
    wish = Wish(choices=(("feed_forward", "gated"),))

    with pytest.raises(ContradictoryGivens, match=r"gives Psi = 70\.55e9 param"):
        find(knowledge, "b_kv", {**LLAMA, "Psi": 60e9}, (), wish)


def test_what_one_branch_has_found_is_there_for_the_next(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "llama-3-8b"),), choices=(("recompute", "full"),))

    found = find(knowledge, "M_gpu", {"b": 1, "s": 8192}, ["training_memory"], wish)

    assert found.chain[-1].law == "training_memory"
    assert {"M_param", "M_grad", "M_opt", "M_act", "M_buf"} <= {one.letter for one in found.chain}


def test_an_open_choice_is_the_answer_with_a_value_for_each_alternative(
    knowledge: Knowledge,
) -> None:
    found = find(knowledge, "Psi_ffn", {"h": 8192, "d_ffn": 28672})

    assert found.asks == (("feed_forward", "What is the feed-forward network?"),)
    assert {dict(one.choices)["feed_forward"]: one.value for one in found.options if one.value} == {
        "standard": Quantity(2 * 8192 * 28672, knowledge.unit("Psi_ffn")),
        "gated": Quantity(3 * 8192 * 28672, knowledge.unit("Psi_ffn")),
    }


# The target, the givens, the law that is assumed, what another one would need; the value.
ASSUMED_LAWS = [
    (
        "p_fail",
        {"T_span": "1 day", "MTBF_node": "50000 hour", "N_node": 2048},
        ("law_of_p_fail", "failure_probability"),
        "failure_during_training needs T_train",
        0.625828,
    ),
    (
        "theta_new",
        {"theta_old": 1, "eta": 1e-3, "m_hat": 0.1, "v_hat": 0.01, "eps_adam": 1e-8}
        | {"weight_decay": 0.1},
        ("weight-decay-conventions", "adamw_update"),
        "adamw_update_as_published needs eta_base",
        1 - 1e-3 * 0.1 / 0.1 - 1e-3 * 0.1,
    ),
]


@pytest.mark.parametrize(("target", "givens", "assumed", "needs", "expected"), ASSUMED_LAWS)
def test_of_laws_that_nothing_tells_apart_the_only_one_that_the_givens_reach_is_assumed_and_said(
    knowledge: Knowledge,
    target: str,
    givens: dict,
    assumed: tuple[str, str],
    needs: str,
    expected: float,
) -> None:
    found = find(knowledge, target, givens)

    assert value(found) == pytest.approx(expected, rel=1e-5)
    assert [(one.name, one.value) for one in found.assumed] == [assumed]
    assert needs in found.assumed[0].says


def test_what_the_layers_are_is_asked_also_where_one_alternative_alone_can_be_computed(
    knowledge: Knowledge,
) -> None:
    found = find(knowledge, "Psi", {"L": 32, "h": 4096, "V": 32000, "s": 2048})

    assert found.answer is None
    assert found.asks


def test_an_alternative_without_a_law_of_its_own_is_not_excluded_by_that(
    knowledge: Knowledge,
) -> None:
    givens = {"D": "1e12", "Psi": "7e9", "N_gpu": "64", "F_hw": "400 TFLOP/s"}
    found = find(knowledge, "T_train", givens)
    assert found.answer is None
    assert [one.choices for one in found.options if one.value is not None] == [
        (("recompute", "full"),)
    ]
    told = find(knowledge, "T_train", givens, (), Wish(choices=(("recompute", "full"),)))
    assert told.answer is not None
    assert told.answer.value is not None


def test_both_roots_are_the_answer_where_a_law_has_two(knowledge: Knowledge) -> None:
    found = find(knowledge, "grad", {"beta_2": 0.5, "v_new": 32.125, "v_old": 0.25})

    assert found.answer is not None
    assert found.answer.value is None
    assert str(found).startswith("grad = -8 or 8\n")


def test_one_of_two_roots_never_contradicts_a_spare_given(knowledge: Knowledge) -> None:
    givens = {"M_peak": 5.025, "M_ckpt": 0.5, "M_layer": 0.25, "L": 1, "c_peak": 20.05}

    found = find(knowledge, "k_ckpt", givens)

    # The one root gives 20.05 layers and the other 10.1, so the spare given strikes one out.
    assert value(found) == 20
    assert ["c_peak"] == [one.letter for one in found.checks]


def test_a_spare_given_with_which_both_roots_agree_strikes_none_out(knowledge: Knowledge) -> None:
    givens = {"beta_2": 0.5, "v_new": 32.125, "v_old": 0.25, "B": 64}

    assert str(find(knowledge, "grad", givens)).startswith("grad = -8 or 8\n")


def test_every_chain_says_what_its_laws_leave_out(knowledge: Knowledge) -> None:
    text = str(find(knowledge, "T_train", {"C": 1e24, "N_gpu": 64, "MFU": 0.4, "F": 1e15}))

    assert "left out  evaluation, checkpoints, failures and restarts   [training_time]" in text


def test_a_count_between_two_whole_numbers_is_told_with_both_and_no_degree_is_made_up(
    knowledge: Knowledge,
) -> None:
    givens = {"Psi": 70e9, "D": 15e12, "MFU": 0.4, "F": "989.4 TFLOP/s", "T_train": "30 day"}

    text = str(find(knowledge, "N_gpu", givens))

    assert text.startswith("N_gpu = 6141.49 GPU   (whole numbers beside it: 6141, 6142)\n")
    assert "N_gpu = 6142: T_train = 29.9975 day" in text


def test_laws_that_agree_are_no_choice_where_the_givens_suffice_for_no_other(
    knowledge: Knowledge,
) -> None:
    found = find(knowledge, "D_opt", {"C": 1e23})

    assert value(found) == pytest.approx((20 * 1e23 / 6) ** 0.5)
    assert {one.name for one in found.assumed} >= {"law_of_D_opt", "law_of_Psi_opt"}


def test_an_alternative_without_a_value_says_what_its_own_law_lacks(knowledge: Knowledge) -> None:
    found = find(knowledge, "T_ar", {"n": "14 GB", "N": 8, "beta": "450 GB/s"})

    refused = {dict(one.choices)["collective"]: one.refused for one in found.options}
    assert refused["mesh"] == "mesh_all_reduce_time needs beta_bi"
    assert refused["buckets"] == "bucketed_all_reduce_time needs alpha and k_bkt"


def test_heads_of_latent_attention_are_no_share_of_the_hidden_size(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "deepseek-v3"),))

    found = find(knowledge, "C_tok", {}, (), wish)

    # The heads are not 7168 / 128 wide.
    assert value(found) == 6 * 37e9 + 3 * 61 * 128 * (128 + 64 + 128) * 4096


def test_degrees_of_1_alone_answer_no_question_about_givens(knowledge: Knowledge) -> None:
    wish = Wish(catalog=(("model", "llama-3-70b"),), choices=(("sharding", "zero3"),))

    with pytest.raises(Unreachable, match="N_gpu"):
        find(knowledge, "N_gpu", {"M_gpu": "80 GB"}, (), wish)


def test_a_law_that_gives_no_letter_needs_what_its_premises_need(knowledge: Knowledge) -> None:
    (law,) = (one for one in knowledge.tools if one.id == "steps_against_examples")

    assert law.needs == {"law_of_n_steps": frozenset({"steps_for_batch"})}


def test_a_law_that_says_a_number_outright_contradicts_another_number(
    knowledge: Knowledge,
) -> None:
    wish = Wish(choices=(("bus-factors", "broadcast_bus_factor"),))

    with pytest.raises(ContradictoryGivens, match="broadcast_bus_factor holds"):
        find(knowledge, "B", {"b": 2, "n_acc": 4, "N_dp": 8, "f_bus": 1.75}, (), wish)


# What the catalogue says of the target itself is the answer, unless laws give the same figure
# with more digits; 31.9988 layers are 32.
CATALOGUED = [
    ("F", ("gpu", "h100-sxm"), "catalogue", 989.4e12),
    ("F", ("gpu", "h100-sxm:fp8"), "catalogue", 1978.9e12),
    ("L", ("model", "llama-3-8b"), "catalogue", 32),
    ("Psi", ("model", "deepseek-v3"), "catalogue", 671e9),
    ("Psi", ("model", "llama-3-8b"), "closed", 8030261248),
]


@pytest.mark.parametrize(("target", "entry", "method", "expected"), CATALOGUED)
def test_what_a_named_entry_says_of_the_target_is_found(
    knowledge: Knowledge, target: str, entry: tuple[str, str], method: str, expected: float
) -> None:
    found = find(knowledge, target, {}, wish=Wish(catalog=(entry,)))

    assert found.answer is not None
    assert method == found.answer.method
    assert expected == value(found)


def test_what_was_typed_is_not_answered_with_the_catalogue(knowledge: Knowledge) -> None:
    givens = {"C": "1e24 FLOP", "D": "15e12 token"}
    found = find(knowledge, "Psi", givens, wish=Wish(catalog=(("model", "llama-3-8b"),)))

    assert found.answer is None or found.answer.method != "catalogue"


@pytest.mark.parametrize("text", ["30.84e6 GPUh", "30.84M GPU-hours", "30.84M", "30.84e6 GPU h"])
def test_gpu_time_is_told_in_gpu_hours(knowledge: Knowledge, text: str) -> None:
    found = find(knowledge, "cost_train", {"T_gpu": text, "price_gpu": "2"})
    back = find(knowledge, "T_gpu", {"cost_train": "1000", "price_gpu": "2"})

    assert 61.68e6 == pytest.approx(value(found))
    assert str(back).startswith("T_gpu = 500 GPU hour")
