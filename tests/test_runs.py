"""Runs: what settles them, what they refuse, and that an estimate is a composition of laws."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import derive
from derive.cli import main
from derive.errors import Contradiction, DeriveError, MissingLetters, UnknownName, UnreadableRun
from derive.runs import Run
from derive.runs.composition import composition
from derive.runs.facts import conventions
from derive.runs.readers import read_file

MIB = 2.0**20
CLUSTER = {"gpu": "h100-sxm", "N_gpu": 512, "TP": 8, "p": 4, "B": 512, "s": 8192}


def llama(**more: Any) -> Run:
    """Llama 3 70B on 512 GPUs, as in the published comparison of calculators."""
    return Run(**{"model": "llama-3-70b", "sharding": "zero1", **CLUSTER, **more})


# Model state of one GPU of the first stage, in MiB, as Megatron-LM's
# report_theoretical_memory prints it: megatron/training/theoretical_memory_usage.py.
REPORTED = [
    ({"model": "llama-3-70b", "N_gpu": 512, "TP": 8, "p": 4, "B": 256, "s": 8192}, 14617.56),
    ({"model": "llama-2-7b", "N_gpu": 8, "B": 8, "s": 4096}, 48196.90),
    (
        {"model": "mixtral-8x7b", "N_gpu": 64, "p": 4, "EP": 8, "B": 64, "s": 4096},
        19133.87,
    ),
]


@pytest.mark.parametrize(("given", "printed"), REPORTED)
def test_model_state_is_what_megatron_reports(given: dict[str, Any], printed: float) -> None:
    estimate = Run(sharding="zero1", **given).estimate()
    state = sum(estimate.stages(part)[0] for part in ("M_param", "M_grad", "M_opt"))

    assert printed == pytest.approx(state / MIB, rel=2e-4)


@pytest.mark.parametrize("total", ["memory", "time"])
@pytest.mark.parametrize("model", ["llama-3-70b", "deepseek-v3", "gpt-3-175b"])
def test_parts_add_up_to_the_total(total: str, model: str) -> None:
    run = Run(model=model, gpu="h100-sxm", N_gpu=1024, TP=8, p=4, B=1024, s=4096)
    estimate = run.estimate()

    assert getattr(estimate, total) == pytest.approx(
        sum(part.value for part in estimate.parts(total)), rel=1e-12
    )


def test_every_part_that_is_no_given_names_its_law() -> None:
    estimate = llama().estimate()
    parts = [part for part in estimate.parts("memory") if part.letter not in estimate.run.letters]

    assert [] == [part.letter for part in parts if not part.formula and part.value != 0]


def test_every_combination_of_choices_has_one_law_for_each_letter() -> None:
    composed = composition()
    rng = random.Random(7)
    for _ in range(400):
        choices = {
            name: rng.choice(list(choice.alternatives)) for name, choice in composed.choices.items()
        }
        steps = composed.settled(choices, {"N_gpu"})

        assert {"M_gpu", "T_step", "R_gpu", "MFU"} <= {step.of for step in steps}


def test_arrays_give_what_single_runs_give() -> None:
    rng = np.random.default_rng(3)
    degrees = {name: 2.0 ** rng.integers(0, 4, 40) for name in ("TP", "p", "b")}
    # A batch that every one of these layouts deals out in whole micro-batches.
    many = llama(B=4096, **degrees).estimates()
    for place in range(40):
        one = llama(B=4096, **{name: values[place] for name, values in degrees.items()}).estimate()

        assert one.time == pytest.approx(many["T_step"][place], rel=1e-12)
        assert one.memory == pytest.approx(many["M_gpu"][:, place].max(), rel=1e-12)


def test_latent_attention_can_be_recomputed_alone() -> None:
    run = {"model": "deepseek-v3", "N_gpu": 512, "p": 16, "EP": 32, "B": 512, "s": 4096}
    kept = [
        Run(**run, recompute=name).estimate()["M_act"][0] for name in ("none", "selective", "full")
    ]

    # A fused core keeps its output anyway: recomputing it alone saves next to nothing.
    assert kept[0] == pytest.approx(kept[1], rel=0.01)
    assert kept[2] < kept[1] / 2


DEEPSEEK_V3 = {
    "model": "deepseek-v3",
    "gpu": "h800",
    "framework": "hai-llm",
    "precision": "fp8",
    "N_gpu": 2048,
    "p": 16,
    "EP": 64,
    "B": 15360,
    "s": 4096,
    "schedule": "dualpipe",
}


def test_the_published_layout_of_deepseek_v3_fits() -> None:
    # arXiv:2412.19437, section 3.2: no tensor parallelism on GPUs of 80 GB.
    assert Run(**DEEPSEEK_V3).estimate().fits


@pytest.mark.parametrize(
    "without",
    [{"recompute": "none"}, {"b_gemm": 2, "b_act": 2}],
    ids=["recomputation of what is cheap", "activations in eight bits"],
)
def test_each_saving_of_deepseek_v3_is_needed(without: dict[str, Any]) -> None:
    assert (
        Run(**DEEPSEEK_V3, **without).estimate().memory > Run(**DEEPSEEK_V3).estimate().memory + 5e9
    )


def test_what_is_cheap_is_not_kept_and_takes_little_time() -> None:
    kept, again, full = (
        Run(**{**DEEPSEEK_V3, "recompute": choice}).estimate()
        for choice in ("none", "cheap", "full")
    )

    assert full["M_act"][0] < again["M_act"][0] < kept["M_act"][0]
    assert kept.time < again.time < full.time


def test_dualpipe_holds_the_parameters_of_two_stages() -> None:
    one, two = (
        Run(**{**DEEPSEEK_V3, "schedule": schedule}).estimate() for schedule in ("1f1b", "dualpipe")
    )

    assert two["M_param"][0] == pytest.approx(2 * one["M_param"][0])
    assert two["M_grad"][0] == pytest.approx(2 * one["M_grad"][0])
    assert two["M_opt"][0] == pytest.approx(one["M_opt"][0])


def test_tensor_parallel_ranks_send_shares_to_the_next_stage() -> None:
    # Megatron-LM 2021, section 4.1: the wire carries a share, whoever has the whole tensor.
    shared, whole = (
        llama(sequence=sequence).estimate()["t_chop"] for sequence in ("shared", "whole")
    )
    gathered = llama(sequence="whole").estimate()["T_tp"]

    assert whole == pytest.approx(shared + 2 * gathered)


def test_a_token_crosses_to_fewer_nodes_than_it_has_experts() -> None:
    run = Run(model="deepseek-v3", gpu="h100-sxm", N_gpu=1024, p=8, EP=64, B=1024, s=4096)
    free, held = run.estimate(), run.changed({"k_node": 4}).estimate()
    nodes = 8 * (1 - (1 - 1 / 8) ** 8)

    assert free["T_ep"] / held["T_ep"] == pytest.approx(nodes / 4, rel=0.01)


@pytest.mark.parametrize(
    ("framework", "precision", "sharding", "byte"),
    [
        ("megatron-core", "bf16", "none", 8),
        ("megatron-core", "bf16", "zero1", 6),
        ("megatron-2021", "fp16", "none", 4),
        ("torchtitan", "bf16", "zero3", 8),
        ("llm-foundry", "bf16", "zero3", 6),
    ],
)
def test_gradients_travel_in_the_precision_of_the_framework(
    framework: str, precision: str, sharding: str, byte: float
) -> None:
    run = llama(framework=framework, precision=precision, sharding=sharding)

    assert byte == run.estimate()["b_swap"]


def test_owners_that_broadcast_in_turn_are_quicker_in_a_node() -> None:
    letters = {"model": "llama-2-7b", "gpu": "a100-80gb", "N_gpu": 1024, "B": 8192, "s": 2048}
    everywhere = Run(framework="internevo", **letters).estimate()
    inside = Run(framework="internevo", n_shard=8, **letters).estimate()

    assert inside.time < 0.7 * everywhere.time


EXPERTS = {
    "model": "qwen3-30b-a3b",
    "gpu": "h100-sxm",
    "N_gpu": 16,
    "EP": 16,
    "B": 1024,
    "s": 4096,
}


def test_nothing_hides_the_exchange_of_experts_inside_one_micro_batch() -> None:
    seen = Run(**EXPERTS).estimate()

    assert seen["T_ep"] > 0
    assert seen["T_ep"] == seen["T_xep"]


def test_an_exchange_behind_another_pass_takes_multiprocessors_from_it() -> None:
    # DeepSeek-V3, section 3.2.2: 20 of 132 multiprocessors send and receive.
    hidden = Run(**DEEPSEEK_V3).estimate()
    quick = Run(**DEEPSEEK_V3, beta_out=400e9).estimate()
    free = Run(**DEEPSEEK_V3, beta_out=400e9, x_send=0).estimate()

    assert hidden["T_ep"] > hidden["T_xep"] >= 0.15 * hidden["T_ep"]
    assert quick["T_xep"] == pytest.approx(0.15 * quick["T_ep"])
    assert free["T_xep"] == 0


@pytest.mark.parametrize("given", [CLUSTER | {"model": "llama-3-70b"}, EXPERTS])
def test_a_host_that_waits_for_each_kernel_adds_its_time(given: dict[str, Any]) -> None:
    passes = ("t_xfwd", "t_xbwd") if given is EXPERTS else ("t_dfwd", "t_dbwd")
    ahead = Run(**given).estimate()
    awaited = Run(**given, launches="awaited").estimate()
    added = [awaited[name] - ahead[name] for name in passes]

    assert [ahead["t_host"], 2 * ahead["t_host"]] == pytest.approx(added)


def test_an_older_attention_kernel_is_slower_on_a_newer_accelerator() -> None:
    times = {
        gpu: [
            Run(
                model="llama-3-8b", gpu=gpu, N_gpu=8, B=8, s=8192, attention_kernel=kernel
            ).estimate()["T_core"]
            for kernel in ("native", "flash-2")
        ]
        for gpu in ("a100-80gb", "h100-sxm")
    }

    assert times["a100-80gb"][0] == times["a100-80gb"][1]
    assert 1.5 * times["h100-sxm"][0] < times["h100-sxm"][1] < 2 * times["h100-sxm"][0]


def test_more_sharding_never_needs_more_memory_for_the_state() -> None:
    state = [
        sum(
            llama(sharding=stage).estimate().stages(part)[0]
            for part in ("M_param", "M_grad", "M_opt")
        )
        for stage in ("none", "zero1", "zero2", "zero3")
    ]

    assert sorted(state, reverse=True) == state


def test_python_offers_runs() -> None:
    assert derive.Run is Run


# --- what a run refuses ---------------------------------------------------------------------


def test_gpus_must_be_what_the_degrees_multiply_to() -> None:
    with pytest.raises(Contradiction) as wrong:
        llama(N_dp=5).estimate()

    assert "N_gpu = 512" in wrong.value.first
    assert "N_dp = 5" in wrong.value.second


def test_heads_must_be_cut_whole() -> None:
    with pytest.raises(Contradiction, match="TP does not divide a"):
        llama(TP=3, N_gpu=768).estimate()


def test_what_is_missing_is_named_with_its_meaning() -> None:
    with pytest.raises(MissingLetters) as wrong:
        Run(model="llama-3-70b", N_gpu=8).estimate()

    assert ("B", "global batch size") in wrong.value.letters


def test_an_unknown_name_gets_a_guess() -> None:
    with pytest.raises(UnknownName, match="sharding"):
        llama(shardin="zero1")
    with pytest.raises(UnknownName, match="zero1"):
        llama(sharding="zero-4")


def test_a_layout_that_cannot_hold_the_model_does_not_fit() -> None:
    estimate = Run(model="llama-3-8b", gpu="h100-sxm", N_gpu=8, b=28, B=224, s=8192).estimate()

    assert estimate.fits is False
    assert estimate["M_logit"] > 117e9


# --- files ----------------------------------------------------------------------------------

LLAMA = {
    "model_type": "llama",
    "num_hidden_layers": 32,
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14336,
    "vocab_size": 128256,
    "tie_word_embeddings": False,
}
GPT2 = {"model_type": "gpt2", "n_layer": 48, "n_embd": 1600, "n_head": 25, "vocab_size": 50257}
QWEN3_MOE = {
    **LLAMA,
    "model_type": "qwen3_moe",
    "head_dim": 128,
    "num_experts": 128,
    "num_experts_per_tok": 8,
    "moe_intermediate_size": 768,
    "decoder_sparse_step": 1,
    "mlp_only_layers": [],
}
MIXTRAL = {**LLAMA, "model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}
DEEPSEEK = {
    **LLAMA,
    "model_type": "deepseek_v3",
    "num_hidden_layers": 61,
    "q_lora_rank": 1536,
    "kv_lora_rank": 512,
    "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64,
    "v_head_dim": 128,
    "n_routed_experts": 256,
    "n_shared_experts": 1,
    "num_experts_per_tok": 8,
    "moe_intermediate_size": 2048,
    "first_k_dense_replace": 3,
    "moe_layer_freq": 1,
}
MPT = {"model_type": "mpt", "n_layers": 24, "d_model": 2048, "n_heads": 16, "vocab_size": 50368}
# Letters that a configuration file gives, beside its keys.
SHAPES = [
    (LLAMA, {"L": 32, "g": 8, "d_head": 128, "d_ffn": 14336, "n_emb": 2}, "gated", "dense"),
    (GPT2, {"L": 48, "h": 1600, "g": 25, "d_ffn": 6400, "n_emb": 1}, "plain", "dense"),
    (
        {**GPT2, "model_type": "gpt_neox", "tie_word_embeddings": False},
        {"n_emb": 2},
        "plain",
        "dense",
    ),
    (MPT, {"L": 24, "h": 2048, "a": 16, "g": 16, "d_ffn": 8192, "n_emb": 1}, "plain", "dense"),
    (QWEN3_MOE, {"E": 128, "k": 8, "d_exp": 768, "L_moe": 32}, "gated", "experts"),
    (MIXTRAL, {"E": 8, "k": 2, "d_exp": 14336, "E_sh": 0}, "gated", "experts"),
    (DEEPSEEK, {"E": 256, "E_sh": 1, "L_moe": 58, "r_kv": 512, "d_v": 128}, "gated", "experts"),
    (
        {"model_type": "gemma3", "text_config": {**LLAMA, "head_dim": 256}},
        {"d_head": 256},
        "gated",
        "dense",
    ),
]


def written(folder: Path, name: str, content: Any) -> Path:
    """A file of this content."""
    file = folder / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


@pytest.mark.parametrize(("data", "letters", "network", "layers"), SHAPES)
def test_config_json_gives_the_shape(
    tmp_path: Path, data: dict[str, Any], letters: dict[str, float], network: str, layers: str
) -> None:
    facts = read_file(written(tmp_path, "config.json", data))

    assert letters == {name: facts.letters[name] for name in letters}
    assert (network, layers) == (facts.choices["network"], facts.choices["layers"])


def test_keys_that_are_not_used_are_named(tmp_path: Path) -> None:
    facts = read_file(written(tmp_path, "config.json", {**LLAMA, "sliding_window": 4096}))

    assert ("config.json: sliding_window",) == facts.unused


def test_two_files_that_disagree_are_an_error_with_both_places(tmp_path: Path) -> None:
    model = read_file(written(tmp_path, "config.json", LLAMA))
    other = read_file(written(tmp_path, "train.sh", "--num-layers 40 --hidden-size 4096"))
    with pytest.raises(Contradiction) as wrong:
        Run(files=[model, other], **CLUSTER)

    assert "config.json: num_hidden_layers" in wrong.value.first
    assert "train.sh" in wrong.value.second


MEGATRON = """\
torchrun pretrain_gpt.py \\
    --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336 --num-attention-heads 32 \\
    --group-query-attention --num-query-groups 8 --swiglu --untie-embeddings-and-output-weights \\
    --padded-vocab-size=128256 --seq-length 8192 --micro-batch-size 1 --global-batch-size 128 \\
    --tensor-model-parallel-size 4 --pipeline-model-parallel-size 2 --sequence-parallel \\
    --use-distributed-optimizer --recompute-granularity full
"""


def test_arguments_of_megatron_settle_a_run(tmp_path: Path) -> None:
    facts = read_file(written(tmp_path, "train.sh", MEGATRON))
    run = Run(files=[facts], framework=facts.framework, N_gpu=64, gpu="h100-sxm")

    assert "full" == run.choices["recompute"]
    assert "zero1" == run.choices["sharding"]
    assert 8 == run.estimate()["N_dp"]
    assert llama_8b_memory() == pytest.approx(run.estimate().memory)


def llama_8b_memory() -> float:
    """The same run, from the catalogue."""
    run = Run(
        model="llama-3-8b",
        gpu="h100-sxm",
        N_gpu=64,
        TP=4,
        p=2,
        B=128,
        s=8192,
        sharding="zero1",
        recompute="full",
    )
    return run.estimate().memory


def test_nothing_of_a_file_is_executed(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    text = f"--num-layers 8 $(touch {marker}) --hidden-size `touch {marker}` --seq-length 128"
    with pytest.raises(UnreadableRun):
        read_file(written(tmp_path, "train.sh", text))

    assert not marker.exists()


def test_deepspeed_settles_batch_and_sharding(tmp_path: Path) -> None:
    data = {
        "train_batch_size": 256,
        "train_micro_batch_size_per_gpu": 2,
        "zero_optimization": {"stage": 3},
        "bf16": {"enabled": True},
    }
    facts = read_file(written(tmp_path, "ds.json", data))

    assert {"B": 256, "b": 2} == facts.letters
    assert "zero3" == facts.choices["sharding"]


def test_torchtitan_settles_layout_and_recomputation(tmp_path: Path) -> None:
    text = """
        [training]
        local_batch_size = 2
        seq_len = 8192
        [parallelism]
        tensor_parallel_degree = 8
        data_parallel_shard_degree = -1
        [activation_checkpoint]
        mode = "selective"
    """
    facts = read_file(written(tmp_path, "llama.toml", text))

    assert {"b": 2, "s": 8192, "TP": 8, "n_acc": 1} == facts.letters
    assert "operators" == facts.choices["recompute"]


BROKEN = [
    ("config.json", '{"model_type": "llama"}'),
    ("config.json", "[1, 2]"),
    ("config.json", '{"model_type": "llama", "num_hidden_layers": "32; rm"}'),
    ("config.json", "{" * 100_000),
    ("job.toml", "[training\n"),
    ("ds.json", '{"zero_optimization": {"stage": 7}}'),
    ("ds.json", '{"zero_optimization": {"stage": 3, "offload_param": {"device": "cpu"}}}'),
    ("train.sh", "echo hello"),
]


@pytest.mark.parametrize(("name", "content"), BROKEN)
def test_broken_files_are_refused_in_one_sentence(tmp_path: Path, name: str, content: str) -> None:
    with pytest.raises(DeriveError) as wrong:
        read_file(written(tmp_path, name, content))

    assert "Traceback" not in str(wrong.value)


# --- the command ----------------------------------------------------------------------------


def test_the_command_prints_json_with_the_promised_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = written(tmp_path, "config.json", LLAMA)
    words = f"estimate --model {config} --gpu h100-sxm N_gpu=64 TP=4 p=4 b=1 B=256 s=8192 --json"
    status = main([*words.split(), "--sharding", "zero1", "--recompute", "selective"])
    data = json.loads(capsys.readouterr().out)

    assert 0 == status
    assert data["memory"]["total"]["unit"] == "byte"
    assert {"name", "formula", "value"} <= data["memory"]["parts"][0].keys()
    assert data["time"]["total"]["magnitude"] > 0
    assert {"causal", "full", "weights"} == data["mfu"].keys()
    assert data["fits"] is True
    assert data["tokens_per_second_per_gpu"]["magnitude"] > 0
    assert data["leaves_out"]


def test_the_command_explains_a_part_by_its_laws(capsys: pytest.CaptureFixture[str]) -> None:
    words = "estimate --model llama-3-8b --gpu h100-sxm N_gpu=64 B=64 s=8192 --explain M_act"
    main(words.split())

    assert "stage_activations" in capsys.readouterr().out


def test_a_run_that_does_not_fit_ends_with_status_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = "estimate --model llama-3-405b --gpu h100-sxm N_gpu=8 B=8 s=8192"

    assert 1 == main(words.split())
    assert "does not fit" in capsys.readouterr().out


# --- the data -------------------------------------------------------------------------------


def test_conventions_name_letters_and_choices_that_exist() -> None:
    composed, book = composition(), conventions()
    known = {*composed.laws.letters()}
    for kind in ("network", "memory", "framework"):
        for name in book.data[kind]:
            facts = book.settled(kind, name)

            assert set() == facts.letters.keys() - known
            assert set() == {
                f"{choice} {alternative}"
                for choice, alternative in facts.choices.items()
                if alternative not in composed.choices[choice].alternatives
            }


def test_attained_shares_are_shares() -> None:
    shares = ("e_mm", "e_mm_low", "e_att", "e_mem", "e_in", "e_out")
    for generation in conventions().attained["generation"].values():
        for share in shares:
            row = generation[share]

            assert 0 < row["low"] <= row["share"] + 0.005
            assert row["share"] - 0.005 <= row["high"] < 1


REMEDIES = [
    # what is said of the run: the choices with which it fits, the fastest first
    ({"model": "llama-3-70b", "N_gpu": 64, "B": 512, "sharding": "zero3"}, ["recompute = full"]),
    ({"model": "llama-3-8b", "N_gpu": 8, "B": 64}, ["sharding = zero3", "recompute = full"]),
    ({"model": "llama-3-70b", "N_gpu": 8, "B": 64}, []),
    (
        {"model": "llama-3-8b", "N_gpu": 8, "B": 64, "b": 2, "sharding": "zero3"},
        ["b = 1 sequence", "recompute = full"],
    ),
]


@pytest.mark.parametrize(("said", "expected"), REMEDIES)
def test_a_run_that_does_not_fit_says_with_which_choice_it_would(said, expected) -> None:
    run = {**said, "gpu": "h100-sxm", "s": 8192}
    estimate = Run(**run).estimate()

    lines = str(estimate).splitlines()

    offered = [line.removeprefix("  fits with ").partition(":")[0] for line in lines[1:4]]
    assert lines[0].endswith("does not fit")
    assert [*expected, "  `derive plan` looks for layouts that fit"] == offered[: len(expected) + 1]
    for text in expected:
        choice, _, alternative = text.removesuffix(" sequence").partition(" = ")
        assert Run(**{**run, choice: alternative}).estimate().fits


def test_a_run_that_fits_needs_no_remedy() -> None:
    run = Run(model="llama-3-8b", gpu="h100-sxm", N_gpu=8, B=64, s=8192, recompute="full")
    text = str(run.estimate())

    assert "fits with" not in text
    assert "derive plan" not in text
