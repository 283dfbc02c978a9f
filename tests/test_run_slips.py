"""Slips in a run: what cannot be meant is refused with a guess, what changes nothing is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_runs import LLAMA

from derive.cli import main
from derive.errors import Contradiction, DeriveError, OutsideDomain, UnknownName, UnreadableRun
from derive.runs import Run
from derive.runs.facts import kind_of
from derive.runs.readers import read_file

NODE: dict[str, Any] = {"gpu": "h100-sxm", "N_gpu": 8, "B": 64, "s": 8192}
COMMAND = "estimate --model llama-3-8b --gpu h100-sxm N_gpu=8 B=64 s=8192".split()
SHAPE = "--num-layers 32 --hidden-size 4096 --num-attention-heads 32 --seq-length 8192 --swiglu"


def llama(**more: Any) -> Run:
    """Llama 3 8B on one node."""
    return Run(**{"model": "llama-3-8b", **NODE, **more})


def written(folder: Path, name: str, content: Any) -> Path:
    """A file of this content."""
    file = folder / name
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


# --- precision ------------------------------------------------------------------------------

KINDS = [
    ("bf16", "bf16"),
    ("BF16", "bf16"),
    ("bfloat16", "bf16"),
    ("float16", "fp16"),
    ("mxfp8", "fp8"),
    ("nvfp4", "fp4"),
]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_format_is_known_by_its_usual_names(name: str, kind: str) -> None:
    assert kind == kind_of(name)


@pytest.mark.parametrize("name", ["q", "bf61", "fp32", "tf32", "fp9", ""])
def test_a_precision_that_no_estimate_knows_is_refused(name: str) -> None:
    with pytest.raises(UnknownName) as wrong:
        llama(precision=name)

    assert {"bf16", "fp8"} <= set(wrong.value.guesses)


def test_a_stored_format_with_a_slip_is_refused_with_the_nearest(tmp_path: Path) -> None:
    file = written(tmp_path, "config.json", {**LLAMA, "torch_dtype": "bfloat61"})
    with pytest.raises(UnknownName) as wrong:
        read_file(file)

    assert "bfloat16" == wrong.value.guesses[0]


# A file, and the format of the large products that it names.
PRECISIONS = [
    ("train.sh", f"{SHAPE} --bf16", "bf16"),
    ("train.sh", f"{SHAPE} --fp16", "fp16"),
    ("train.sh", f"{SHAPE} --bf16 --fp8-format hybrid", "fp8"),
    ("train.sh", SHAPE, ""),
    ("ds.json", '{"train_batch_size": 8, "fp16": {"enabled": true}}', "fp16"),
    ("job.toml", '[training]\nseq_len = 4096\n[model]\nconverters = ["float8"]', "fp8"),
    ("job.toml", '[training]\nmixed_precision_param = "bfloat16"', "bfloat16"),
]


@pytest.mark.parametrize(("name", "content", "precision"), PRECISIONS)
def test_a_file_of_a_framework_names_the_precision(
    tmp_path: Path, name: str, content: str, precision: str
) -> None:
    assert precision == read_file(written(tmp_path, name, content)).precision


def test_fp8_in_the_arguments_of_megatron_is_estimated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "train.sh", f"{SHAPE} --bf16 --fp8-format e4m3")
    words = f"estimate --config {file} --gpu h100-sxm N_gpu=8 B=64 V=128256 --json"
    main(words.split())
    data = json.loads(capsys.readouterr().out)

    assert 1 == data["run"]["letters"]["b_gemm"]["magnitude"]


# --- what a letter cannot be ----------------------------------------------------------------

IMPOSSIBLE = [
    {"TP": 0},
    {"TP": -1},
    {"b": 1.5},
    {"B": float("nan")},
    {"B": "inf"},
    {"e_mm": 7},
    {"x_frag": -3},
]


@pytest.mark.parametrize("given", IMPOSSIBLE)
def test_a_letter_is_held_to_its_domain(given: dict[str, Any]) -> None:
    with pytest.raises(OutsideDomain) as wrong:
        llama(**given)

    assert next(iter(given)) == wrong.value.symbol


@pytest.mark.parametrize("given", [{"MFU": 0.4}, {"T_step": 3.0}, {"M_gpu": 80e9}])
def test_what_an_estimate_finds_is_no_given(given: dict[str, float]) -> None:
    with pytest.raises(UnreadableRun) as wrong:
        llama(**given).estimate()

    assert "derive diagnose" in str(wrong.value)


def test_a_given_on_which_nothing_depends_is_said() -> None:
    estimate = llama(d_exp=2048).estimate()

    assert ("d_exp = 2048",) == estimate.idle
    assert "d_exp = 2048" in str(estimate)


def test_a_number_of_experts_settles_that_there_are_some() -> None:
    run = llama(E=8, k=2, d_exp=14336, L_moe=32, E_sh=0)

    assert "experts" == run.choices["layers"]


def test_a_link_has_the_places_it_has() -> None:
    with pytest.raises(UnknownName) as wrong:
        llama(link="nvlink-4:q")

    assert "in-node" in wrong.value.guesses


BROKEN = [
    ({"TP": 16}, "do not divide the GPUs"),
    ({"p": 3}, "do not divide the GPUs"),
    ({"N_gpu": 12}, "whole micro-batches"),
    ({"B": 60, "b": 8}, "whole micro-batches"),
]


@pytest.mark.parametrize(("given", "says"), BROKEN)
def test_replicas_and_micro_batches_come_out_whole(given: dict[str, Any], says: str) -> None:
    with pytest.raises(Contradiction, match=says):
        llama(**given).estimate()


# A layout that is none, and why; the refusal names what was given and what it does not go with.
NO_LAYOUTS = [
    ("llama-3-8b", {"N_gpu": 64, "p": 64}, "more stages than layers", "L = 32"),
    ("llama-3-8b", {"EP": 8}, "no experts to deal out", "layers dense"),
    ("llama-3-8b", {"v": 2}, "chunks need a pipeline", "schedule interleaved"),
    ("llama-3-8b", {"schedule": "dualpipe"}, "chunks need a pipeline", "p = 1 (default)"),
    ("llama-3-8b", {"stages": "with-tables", "N_gpu": 4, "p": 4}, "dealt out evenly", "L = 32"),
    ("mixtral-8x7b", {"N_gpu": 4, "EP": 8}, "hold the experts evenly", "N_dp = 4"),
    ("mixtral-8x7b", {"ETP": 2}, "no share of that of the layer", "TP = 1"),
]


@pytest.mark.parametrize(("model", "given", "says", "beside"), NO_LAYOUTS)
def test_a_layout_that_is_none_is_refused(
    model: str, given: dict[str, Any], says: str, beside: str
) -> None:
    with pytest.raises(Contradiction, match=says) as wrong:
        llama(model=model, **given).estimate()

    assert beside in str(wrong.value)


def test_layers_that_a_stage_cannot_hold_whole_are_said() -> None:
    text = str(llama(N_gpu=12, p=3).estimate())

    assert "assumed: 10.6667 layers for each stage, as if they could be cut" in text


def test_micro_batches_that_are_not_what_the_batch_leaves_contradict_it() -> None:
    with pytest.raises(Contradiction, match="micro-batches are not what the batch"):
        llama(B=128, m=8, b=4).estimate()


ACCUMULATED = {
    "train_micro_batch_size_per_gpu": 4,
    "gradient_accumulation_steps": 8,
    "train_batch_size": "auto",
}
PIPED = """
[training]
seq_len = 8192
local_batch_size = 4
[parallelism]
pipeline_parallel_degree = 2
"""
# A file of a framework without a global batch, and the batch on eight GPUs.
BATCHES = [
    ("job.toml", "[training]\nseq_len = 8192\nlocal_batch_size = 2", 16),
    ("ds.json", ACCUMULATED, 256),
    ("job.toml", PIPED, 16),
]


@pytest.mark.parametrize(("name", "content", "batch"), BATCHES)
def test_a_batch_follows_from_what_each_replica_works_through(
    tmp_path: Path, name: str, content: Any, batch: int
) -> None:
    facts = read_file(written(tmp_path, name, content))
    run = Run(model="llama-3-8b", gpu="h100-sxm", N_gpu=8, files=[facts])

    assert batch == run.estimate()["B"]


def test_a_key_without_a_value_is_not_named(tmp_path: Path) -> None:
    assert () == read_file(written(tmp_path, "c.json", {**LLAMA, "sliding_window": None})).unused


# --- families -------------------------------------------------------------------------------


@pytest.mark.parametrize("family", ["bert", "t5", "llamma"])
def test_a_family_of_which_nothing_is_known_is_refused(tmp_path: Path, family: str) -> None:
    data = {**LLAMA, "model_type": family, "hidden_act": "gelu"}
    with pytest.raises(UnknownName):
        read_file(written(tmp_path, "config.json", data))


def test_queries_that_are_not_compressed_are_refused_in_words(tmp_path: Path) -> None:
    shape = {"hidden_size": 2048, "num_hidden_layers": 27, "num_attention_heads": 16}
    latent = {"kv_lora_rank": 512, "q_lora_rank": None, "vocab_size": 102400}
    file = written(tmp_path, "lite.json", {"model_type": "deepseek_v2", **shape, **latent})

    with pytest.raises(UnreadableRun, match="queries are not compressed"):
        read_file(file)


def test_an_unknown_family_is_read_by_its_gates(tmp_path: Path) -> None:
    data = {**LLAMA, "model_type": "arcee2", "hidden_act": "silu"}

    assert "gated" == read_file(written(tmp_path, "config.json", data)).choices["network"]


def test_layers_without_scores_are_refused(tmp_path: Path) -> None:
    data = {**LLAMA, "layer_types": ["linear_attention", "full_attention"]}
    with pytest.raises(UnreadableRun) as wrong:
        read_file(written(tmp_path, "config.json", data))

    assert "linear_attention" in str(wrong.value)


# --- the command ----------------------------------------------------------------------------


def test_an_option_may_be_typed_as_a_name_with_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    main([*COMMAND, "--precision", "fp8"])
    as_option = capsys.readouterr().out
    main([*COMMAND, "precision=fp8"])

    assert as_option == capsys.readouterr().out


REFUSED = [
    ("gpu=h200-sxm", "contradict"),
    ("B=32", "given twice"),
    ("files=x", "no letter or choice 'files'"),
    ("package=x", "no letter or choice 'package'"),
    ("M_gpu<=80GB", "is a bound"),
    ("precision=q", "no precision 'q'"),
    ("llama-3-70b", "--model llama-3-70b"),
    ("RTX 4090", "--gpu RTX 4090"),
]


@pytest.mark.parametrize(("word", "says"), REFUSED)
def test_a_word_that_cannot_be_meant_is_refused(
    capsys: pytest.CaptureFixture[str], word: str, says: str
) -> None:
    status = main([*COMMAND, word])

    assert 2 == status
    assert says in capsys.readouterr().err


def test_a_plan_takes_the_same_names(capsys: pytest.CaptureFixture[str]) -> None:
    words = "plan model=llama-3-8b gpu=h100-sxm N_gpu=8 B=64 s=8192 TP=1 p=1 CP=1 --json"
    status = main([*words.split(), "--top", "1"])

    assert status == (0 if json.loads(capsys.readouterr().out)["best"] else 1)


def test_a_refused_plan_leaves_no_folder(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    for folder in (tmp_path / "new" / "deep", kept):
        assert main(["plan", "--model", "nope", "B=64", "--report", str(folder)]) == 2

    assert [one.name for one in tmp_path.rglob("*")] == ["kept"]


@pytest.mark.parametrize(
    ("listed", "shown", "typed"),
    [
        ("beta_in=450GB/s,900GB/s price_gpu=2", "900 GB/second", "beta_in=900000000000"),
        ("price_gpu=1,2", "1 USD/(GPU hour)", "price_gpu=1"),
    ],
)
def test_a_plan_shows_a_listed_letter_in_its_unit_and_types_what_it_read(
    capsys: pytest.CaptureFixture[str], listed: str, shown: str, typed: str
) -> None:
    fixed = "TP=1,2 p=1 v=1 CP=1 b=1 sharding=zero3 recompute=none D=1T".split()
    main(["plan", *COMMAND[1:], *fixed, *listed.split(), "--for", "cost"])
    said = capsys.readouterr().out

    assert shown in said
    assert f" {typed} " in said


def test_a_range_of_a_degree_bounds_it(capsys: pytest.CaptureFixture[str]) -> None:
    fixed = "p=1 v=1 CP=1 b=1 sharding=zero3 recompute=none".split()
    tables = []
    for degrees in ("TP=2..4", "TP=2,4"):
        main(["plan", *COMMAND[1:], *fixed, degrees])
        tables.append(capsys.readouterr().out.split("the best one")[0].split("combinations")[1])

    assert tables[0] == tables[1]


def test_letters_of_a_run_may_be_called_as_in_other_tools() -> None:
    other = Run(model="llama-3-8b", gpu="h100-sxm", n_gpus=8, gbs=64, seq_len=8192, tp=2)

    assert llama(TP=2).estimate().memory == other.estimate().memory


def test_a_plan_without_a_batch_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    status = main("plan --model llama-3-8b --gpu h100-sxm N_gpu=8".split())

    assert 2 == status
    assert "global batch size" in capsys.readouterr().err


def test_a_part_that_no_estimate_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status = main([*COMMAND, "--explain", "M_foo"])

    assert 2 == status
    assert "no letter 'M_foo'" in capsys.readouterr().err


# Any letter has an explanation: a law, the stage that it is of, the choice that settles it, or
# who said it.
EXPLAINED = [
    ("T_xgrad", ["the largest of the stages, T_xgrad_stage", "overlapped_gradient_time"]),
    ("T_upd", ["largest of the stages, T_upd_stage", "update_time"]),
    ("e_mm", ["attainable share", "attained on generation h100"]),
    ("n_mat", ["= 3", "network gated"]),
    ("step_time", ["T_step = ", "time_of_step"]),
]


@pytest.mark.parametrize(("letter", "says"), EXPLAINED)
def test_any_letter_of_an_estimate_is_explained(
    capsys: pytest.CaptureFixture[str], letter: str, says: list[str]
) -> None:
    assert 0 == main([*COMMAND, "--explain", letter])
    out = capsys.readouterr().out

    assert [] == [part for part in says if part not in out]


def test_a_cost_without_a_price_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main([*COMMAND, "--explain", "cost"])
    err = capsys.readouterr().err

    assert "price_gpu" in err
    assert "D  " in err


def test_a_run_of_so_many_tokens_has_a_time_and_a_cost() -> None:
    text = str(llama(D="15T", price_gpu="2 USD/(GPU hour)").estimate())

    assert "the whole run" in text
    assert "cost_train" in text
    assert "the whole run" not in str(llama().estimate())


def test_an_accelerator_without_published_runs_is_not_asked_for_again() -> None:
    text = str(llama(gpu="mi300x").estimate())

    assert "no published run on mi300x" in text
    assert "--gpu" not in text


def test_a_peak_may_stand_behind_the_accelerator() -> None:
    named, behind = llama(precision="fp8"), llama(gpu="h100-sxm:fp8")

    assert named.estimate().time == behind.estimate().time
    with pytest.raises(Contradiction, match="two precisions"):
        llama(gpu="h100-sxm:fp8", precision="bf16")


def test_a_utilization_in_fp8_says_of_which_peak_it_is() -> None:
    assert "each of 989.4 TFLOP/second (NVIDIA H100 SXM, bf16)" in str(
        llama(precision="fp8").estimate()
    )


def test_what_was_measured_is_held_to_its_domain(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["diagnose", *COMMAND[1:], "MFU=40"])

    assert 2 == status
    assert "MFU = 40 is not allowed" in capsys.readouterr().err


def test_chunks_of_a_stage_settle_the_schedule() -> None:
    assert "interleaved" == llama(v=4, p=4).choices["schedule"]


def test_a_broken_run_is_one_sentence() -> None:
    for given in ({"nonsense": 1}, {"sharding": "zero9"}, {"framework": "q"}, {"memory": "q"}):
        with pytest.raises(DeriveError):
            llama(**given)
