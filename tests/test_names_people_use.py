"""What people type before they know our ids: names, half a question, a framework's words."""

from __future__ import annotations

import shlex

import pytest

from derive.cli import main
from derive.entries.opening import open_knowledge
from derive.names import spoken

NAMES = {
    # as typed: the formula
    "mfu": "model_flops_utilization",
    "MFU": "model_flops_utilization",
    "6ND": "training_flops",
    "young daly": "young_interval",
    "young-daly": "young_interval",
}


@pytest.mark.parametrize(("typed", "formula"), NAMES.items())
def test_a_name_that_one_formula_has_is_as_good_as_its_id(capsys, typed, formula):
    assert main(["show", typed]) == 0

    out, err = capsys.readouterr()
    assert f"[{formula}]" in out
    assert err == f"derive: note: {typed} is {formula}\n"


def test_a_name_of_several_formulas_names_them(capsys):
    assert main(["show", "kv cache"]) == 2

    assert capsys.readouterr().err == (
        "derive: there is no formula 'kv cache'; did you mean kv_bytes_per_token, "
        "kv_cache_memory or sharded_kv_cache_memory?\n"
    )


HALF_QUESTIONS = [
    ["solve", "bubble_fraction"],
    ["solve", "bubble_fraction", "p=8"],
    ["solve", "bubble_fraction", "m"],
    ["solve", "bubble_fraction", "m", "p=16"],
    ["solve", "tensor_parallel_hides_communication"],
    ["solve", "scaling_law_loss"],
    ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB"],
    ["evaluate", "ring_all_reduce_time", "N=8"],
]


@pytest.mark.parametrize("words", HALF_QUESTIONS, ids=" ".join)
def test_half_a_question_gets_a_command_that_answers(capsys, words):
    assert main(words) == 2

    command = shlex.split(capsys.readouterr().err.rpartition("for example: ")[2])
    assert command[0] == "derive"
    assert {word for word in words[2:] if "=" in word} <= set(command)
    assert main(command[1:]) == 0


def test_without_a_letter_to_solve_for_all_are_listed(capsys):
    assert main(["solve", "bubble_fraction"]) == 2

    assert capsys.readouterr().err == (
        "derive: which letter of bubble_fraction do you want?  f_bubble = (p - 1) / (m + p - 1)\n"
        "  f_bubble  pipeline bubble as a fraction of the total time\n"
        "  p         number of pipeline stages (stage)\n"
        "  m         number of micro-batches per step (microbatch)\n"
        "  for example: derive evaluate bubble_fraction p=8 m=16\n"
    )


def test_a_shown_formula_ends_with_a_command_to_try(capsys):
    assert main(["show", "bubble_fraction"]) == 0

    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "try        derive evaluate bubble_fraction p=8 m=16"


def test_a_run_that_lacks_letters_is_told_typical_values(capsys):
    assert main(["estimate", "--model", "llama-3-8b", "--gpu", "h100-sxm", "N_gpu=8"]) == 2

    assert capsys.readouterr().err == (
        "derive: the run does not say\n  B          global batch size, such as B=1024\n"
    )


ALTERNATIVES = [
    # choice, as typed, alternative
    ("sharding", "ZeRO-3", "zero3"),
    ("sharding", "zero_1", "zero1"),
    ("sharding", "FSDP", "zero3"),
    ("sharding", "HSDP", "hybrid"),
    ("sharding", "ddp", "none"),
    ("sharding", "stage 2", "zero2"),
    ("schedule", "1F1B", "1f1b"),
    ("schedule", "ZB-H1", "zb-h1"),
    ("schedule", "interleaved 1F1B", "interleaved"),
    ("feed_forward", "SwiGLU", "gated"),
    ("attention", "MLA", "latent"),
    ("layers", "MoE", "experts"),
    ("kernel", "FlashAttention", "fused"),
    ("kernel", "flash-attention", "fused"),
    ("sharding", "zero4", None),
]


@pytest.mark.parametrize(("choice", "typed", "alternative"), ALTERNATIVES)
def test_alternatives_answer_to_what_people_call_them(choice, typed, alternative):
    known = open_knowledge().choices[choice]

    assert spoken(typed, known.alternatives, known.called) == alternative


@pytest.mark.parametrize(("typed", "plain"), [("FSDP", "zero3"), ("ZeRO-1", "zero1")])
def test_a_run_is_the_same_under_both_names(capsys, typed, plain):
    run = ["estimate", "--model", "llama-3-8b", "--gpu", "h100-sxm", "N_gpu=8", "B=8", "s=4096"]
    outs = []
    for name in (typed, plain):
        main([*run, "--sharding", name])
        outs.append(capsys.readouterr().out)

    assert outs[0] == outs[1] != ""
