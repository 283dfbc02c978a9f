"""Laws say where they hold, also where the numbers in them hide it."""

from functools import cache

import pytest

from derive.entries.alternatives import needs
from derive.registry import load

REGISTRY = load()
USUAL_BYTES = {"linear_bytes", "whole_bytes", "split_bytes"}
REPORTS = {"first_stage_activations_without_sp", "unpipelined_activations_without_sp"}
"""What Megatron-LM's report prints: it counts 10 + 24/TP whatever the layer is made of."""


def test_every_law_with_34_bytes_says_for_which_layer():
    usual = {
        name
        for name in REGISTRY.formulas
        if USUAL_BYTES & {constant.name for constant in REGISTRY.law(name).constants}
    }
    silent = {
        name
        for name in usual - REPORTS
        if not {"d_ffn", "g", "b_mask"}
        <= {
            letter.name
            for condition in REGISTRY.law(name).conditions
            for letter in condition.free_symbols
        }
    }

    assert len(usual) >= 15
    assert set() == silent


@pytest.mark.parametrize(
    "formula",
    [
        "interleaved_bubble_ratio",
        "interleaved_bubble_fraction",
        "interleaved_bubble_time",
        "interleaved_micro_batches_in_flight",
    ],
)
def test_an_interleaved_schedule_has_whole_rounds(formula):
    conditions = [str(condition) for condition in REGISTRY.law(formula).conditions]

    assert "divides(p, m)" in conditions


def test_no_law_has_a_degree_that_its_choices_set_to_1():
    """A law for a model on one GPU with a tensor-parallel degree in it contradicts itself."""
    contradictions = {
        (name, letter.name)
        for name, choices in needs(REGISTRY).items()
        if name in REGISTRY.formulas
        for choice, some in choices.items()
        if choice in REGISTRY.choices and len(some) == 1
        for letter in REGISTRY.choices[choice].means.get(min(some), {})
        if letter.name in {one.name for one in REGISTRY.law(name).relation.free_symbols}
    }

    assert set() == contradictions


def test_zero_1_sends_its_parameters_back_and_not_its_gradients():
    """With fp32 gradients and 2-byte parameters it is 6 bytes per parameter, not 8."""
    sharding = {name: choices.get("sharding") for name, choices in needs(REGISTRY).items()}

    assert {"none"} == sharding["data_parallel_volume"]
    assert {"zero1", "zero2"} == sharding["unresharded_volume"]
    assert {"hybrid"} == sharding["hybrid_replica_volume"]


def test_no_other_name_was_cut_at_a_bar():
    """``E|G|^2`` once became ``E`` on the way through a table."""
    cut = {
        (name, other)
        for name, formula in REGISTRY.formulas.items()
        for other in formula.also_called
        if len(other) == 1 or other.endswith("/") or other == "unbiased"
    }

    assert set() == cut


@cache
def letters_of_laws():
    """The letters of each law; read by the worker that asks, not by each that collects."""
    return {
        name: {letter.name for letter in REGISTRY.law(name).relation.free_symbols}
        for name in REGISTRY.formulas
    }


def test_flops_of_all_parameters_are_said_to_be_those_of_a_dense_model():
    """With experts a token passes the active parameters alone: 2 N and 6 N are too many."""
    flops = {"C", "C_tok", "C_fwd", "C_bwd", "C_serve", "C_prefill", "C_decode", "C_life"}
    silent = {
        name
        for name, letters in letters_of_laws().items()
        if "Psi" in letters and letters & flops and "layers" not in needs(REGISTRY).get(name, {})
    }

    assert set() == silent


def test_activations_of_a_whole_sequence_say_that_it_is_whole():
    """Context parallelism leaves each rank a share of the sequence."""
    silent = {
        name
        for name, letters in letters_of_laws().items()
        if {"s", "h"} <= letters
        and letters & {"M_act", "M_layer"}
        and "CP" not in letters
        and "context_split" not in needs(REGISTRY).get(name, {})
        and "report" not in needs(REGISTRY).get(name, {}).get("activation_count", ())
        and "context parallelism" not in REGISTRY.formulas[name].leaves_out
    }

    assert set() == silent


def test_traffic_of_all_parameters_says_that_one_gpu_holds_them():
    """Under tensor or pipeline parallelism a rank exchanges its share of the gradients."""
    silent = {
        name
        for name, letters in letters_of_laws().items()
        if "Psi" in letters
        and letters & {"V_step", "V_rep", "T_ar"}
        and "model_split" not in needs(REGISTRY).get(name, {})
    }

    assert set() == silent


def test_the_number_of_ranks_occurs_in_laws_of_collectives_alone():
    """Amdahl's law and the slowest of many count the GPUs of the run."""
    collective = {"n", "alpha", "beta", "n_round", "f_bus", "T_msg"}
    others = {
        name
        for name, letters in letters_of_laws().items()
        if "N" in letters and not letters & collective
    }

    assert set() == others


def test_no_two_laws_of_one_letter_are_the_same_law():
    """Laws that differ in their name alone are one law with a former name."""
    seen: dict[object, list[str]] = {}
    for name in REGISTRY.formulas:
        needed = needs(REGISTRY).get(name, {})
        if not ({"schedule", "stage"} & set(needed)):
            continue
        seen.setdefault((REGISTRY.law(name).relation, str(sorted(needed))), []).append(name)

    assert [] == [names for names in seen.values() if len(names) > 1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("micro_batches_in_flight", "one_forward_one_backward_in_flight"),
        ("all_micro_batches_in_flight", "all_forward_in_flight"),
        ("zero_bubble_micro_batches_in_flight", "zb_h2_in_flight"),
    ],
)
def test_a_law_that_was_there_twice_answers_to_both_names(old, new):
    assert REGISTRY.formulas[new] == REGISTRY.formula(old)


def test_the_least_memory_of_checkpoints_asks_for_room():
    """A layer of 100 MB and checkpoints of 1 MB: below 100 layers, one at each is the least."""
    conditions = {str(one) for one in REGISTRY.law("least_recomputation_memory").conditions}

    assert "M_layer <= L*M_ckpt" in conditions
