"""Questions about a run in a file: a search reads it as an estimate does, and says what differs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_runs import LLAMA

from derive.cli import main
from derive.runs import Run

GPT3 = {"n_layer": 96, "n_embd": 12288, "n_head": 96, "vocab_size": 50257, "model_type": "gpt2"}
SHELL = """torchrun pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \\
  --ffn-hidden-size 11008 --swiglu --seq-length 4096 --padded-vocab-size 32000 \\
  --untie-embeddings-and-output-weights --tensor-model-parallel-size 4 \\
  --pipeline-model-parallel-size 2 --micro-batch-size 1 --global-batch-size 512
"""
ZERO3 = {"train_batch_size": 64, "zero_optimization": {"stage": 3}, "bf16": {"enabled": True}}
TITAN = "[training]\nseq_len = 8192\n[parallelism]\ntensor_parallel_degree = 2\n"

FILES: dict[str, Any] = {
    "config.json": LLAMA,
    "gpt3.json": GPT3,
    "train.sh": SHELL,
    "ds.json": ZERO3,
    "job.toml": TITAN,
}

# A question, and its answer by hand in the letter's own unit.
ASKED = [
    # 32 (2 x 4096 x 128 x 40 + 3 x 4096 x 14336 + 2 x 4096) + 2 x 128256 x 4096 + 4096
    ("find Psi --model {}/config.json", 8030261248),
    # 2 x 32 x 8 x 128 x 2 byte, 8192 times
    ("find M_kv --model {}/config.json s=8192 n_seq=1", 1073741824),
    # 16 byte of each parameter, over 8
    ("find M_state --model {}/config.json --config {}/ds.json N_dp=8", 16060522496),
    # 32 (4 x 4096^2 + 3 x 4096 x 11008 + 2 x 4096) + 2 x 32000 x 4096 + 4096
    ("find Psi --config {}/train.sh", 6738415616),
    ("find Psi --model {}/train.sh", 6738415616),
    ("find N_gpu --config {}/train.sh N_dp=8 CP=1", 64),
    ("find N_gpu --config {}/job.toml N_dp=8 p=1 CP=1", 16),
    ("solve bubble_ratio r_bubble --config {}/train.sh m=32", 0.03125),
    ("evaluate bubble_ratio --config {}/train.sh m=32", 0.03125),
    # a folder is that of a checkpoint
    ("find Psi --model {}/", 8030261248),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of each kind."""
    for name, content in FILES.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def magnitude(capsys: pytest.CaptureFixture[str], words: str, folder: Path) -> float:
    """The answer of a command whose files are in a folder."""
    main([*words.format(folder, folder).split(), "--json"])
    data = json.loads(capsys.readouterr().out)
    answer = data.get("answer", data)
    return float(answer["value"]["magnitude"])


@pytest.mark.parametrize(("words", "expected"), ASKED)
def test_a_question_reads_the_files_that_an_estimate_reads(
    folder: Path, capsys: pytest.CaptureFixture[str], words: str, expected: float
) -> None:
    assert magnitude(capsys, words, folder) == pytest.approx(expected)


def test_a_file_is_named_as_the_origin(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["find", "Psi", "--model", str(folder / "config.json")])

    assert "given     L = 32 layer   (config.json)" in capsys.readouterr().out


def test_files_that_disagree_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = ["--model", str(folder / "config.json"), "--config", str(folder / "train.sh")]
    status = main(["find", "Psi", *files])

    assert 2 == status
    assert "config.json (d_ffn = 14336) and train.sh (d_ffn = 11008)" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["find", "Psi", "--model", "nowhere/config.json"])

    assert 2 == status
    assert "derive: nowhere/config.json: no such file or directory\n" == capsys.readouterr().err


def test_the_network_of_a_catalogued_model_is_its_own() -> None:
    # GPT-3 has no gates, whatever is usual: 96 x 12 x 12288^2, one table and the norms
    run = Run(model="gpt-3-175b", gpu="a100-80gb", N_gpu=64, TP=8, p=8, B=64, s=2048)

    assert run.estimate()["Psi"] == pytest.approx(174.6e9, rel=0.01)


def test_a_choice_is_known_by_its_name_in_the_laws() -> None:
    run = Run(model="llama-3-8b", feed_forward="standard")

    assert "plain" == run.choices["network"]


# --- what is typed over a model ----------------------------------------------------------------

CONTRADICTED = [
    "find M_state N_dp=8",
    "find M_state N_dp=8 sharding=zero3",
    "find M_kv s=8192 n_seq=1",
    "find T_dec",
    "find N_dp M_state<=80GB sharding=zero3",
    "estimate --gpu h100-sxm N_gpu=8 B=64 s=8192",
    "plan --gpu h100-sxm N_gpu=8 B=64 s=8192",
]


@pytest.mark.parametrize("words", CONTRADICTED)
def test_parameters_that_the_layers_do_not_have_contradict_them(
    capsys: pytest.CaptureFixture[str], words: str
) -> None:
    status = main([*words.split(), "--model", "llama-3-8b", "Psi=70B"])
    told = capsys.readouterr().err

    assert 2 == status
    assert "7e+10" in told or "70e9" in told
    assert "8.03e" in told


@pytest.mark.parametrize("words", CONTRADICTED[2:3])
def test_parameters_that_are_rounded_do_not(capsys: pytest.CaptureFixture[str], words: str) -> None:
    assert 0 == main([*words.split(), "--model", "llama-3-8b", "Psi=8B"])


# Letters typed in place of a model's, and the answer by hand.
REPLACED = [
    # 2 x 32 x 32 x 128 x 2 byte x 8192
    ("find M_kv g=32 s=8192 n_seq=1 --model llama-3-8b", 4294967296),
    # 80 layers of 218,112,000 parameters, tables and a norm
    ("find Psi L=80 --model llama-3-8b", 18499641344),
    # 6 x the same x 1e12
    ("find C L=80 D=1T --model llama-3-8b", 6 * 18499641344e12),
]


@pytest.mark.parametrize(("words", "expected"), REPLACED)
def test_what_follows_from_a_figure_follows_from_what_was_typed_over_it(
    capsys: pytest.CaptureFixture[str], words: str, expected: float
) -> None:
    main([*words.split(), "--json"])
    value = json.loads(capsys.readouterr().out)["answer"]["value"]

    assert value["magnitude"] == pytest.approx(expected)


def test_what_was_typed_over_a_figure_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    main("find M_kv g=32 s=8192 n_seq=1 --model llama-3-8b".split())
    assert "g = 32 head   (in place of 8 head, Llama 3 8B)" in capsys.readouterr().out

    main("estimate --model llama-3-8b --gpu h100-sxm N_gpu=8 B=64 s=8192 L=40 Psi_act=7B".split())
    told = capsys.readouterr().out
    assert "given: L = 40 layer, in place of 32 layer, Llama 3 8B" in told
    # 40 x 218,103,808 in the matrices of the layers, 128256 x 4096 in the output layer
    assert "given: Psi_act = 7e+09 param, in place of 9.24949e+09 param" in told


# --- families, and files that are odd -----------------------------------------------------------

GPT2_KEYS = {
    "model_type": "gpt2",
    "n_layer": 12,
    "n_embd": 768,
    "n_head": 12,
    "n_positions": 1024,
    "vocab_size": 50257,
}
NEOX = {
    "model_type": "gpt_neox",
    "num_hidden_layers": 44,
    "hidden_size": 6144,
    "num_attention_heads": 64,
    "intermediate_size": 24576,
    "vocab_size": 50432,
    "max_position_embeddings": 2048,
    "tie_word_embeddings": False,
}
GEMMA3_TEXT = {
    "model_type": "gemma3_text",
    "hidden_size": 5376,
    "intermediate_size": 21504,
    "num_attention_heads": 32,
    "num_hidden_layers": 62,
    "num_key_value_heads": 16,
    "head_dim": 128,
}
GEMMA3 = {"model_type": "gemma3", "text_config": GEMMA3_TEXT, "vision_config": {"hidden_size": 9}}
INTERNVL = {"model_type": "internvl_chat", "llm_config": {**LLAMA}}

# A model's file as it is published, and its parameters as they are.
FAMILIES = [
    (GPT2_KEYS, 124_439_808),
    (NEOX, 20_554_567_680),
    (GEMMA3, pytest.approx(27.009e9, rel=1e-4)),
    (INTERNVL, 8_030_261_248),
]


@pytest.mark.parametrize(("content", "expected"), FAMILIES)
def test_the_parameters_of_a_family_are_those_that_are_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: dict[str, Any], expected: Any
) -> None:
    (tmp_path / "config.json").write_text(json.dumps(content), encoding="utf-8")

    assert expected == magnitude(capsys, "find Psi --model {}/config.json", tmp_path)


# A file that is odd, and what must be said of it.
ODD = [
    ({**LLAMA, "num_attention_heads": 30}, "4096 cannot be cut into 30 heads"),
    ({**LLAMA, "num_key_value_heads": 5}, "g divides a does not hold"),
    ({**LLAMA, "mamba_d_state": 16}, "mamba_d_state: no law here covers layers with a state"),
    ({**LLAMA, "hidden_size": "4096"}, "hidden_size: '4096' where a number belongs"),
    ({**LLAMA, "vocab_size": None}, "no key for the vocabulary"),
    ({**LLAMA, "rotary_speed": 2}, "not used: config.json: rotary_speed"),
    ('{"model_type": ', "config.json: it is no JSON: "),
    ("[1, 2]", "not a table of keys and values"),
    ("", "it is no JSON"),
]


@pytest.mark.parametrize(("content", "says"), ODD)
def test_what_is_odd_in_a_file_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: Any, says: str
) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    (tmp_path / "config.json").write_text(text, encoding="utf-8")
    main(["find", "Psi", "--model", str(tmp_path / "config.json")])
    told = capsys.readouterr()

    assert says in told.out + told.err


def test_key_value_heads_that_do_not_divide_the_heads_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status = main("estimate --model llama-3-8b g=5 --gpu h100-sxm N_gpu=8 B=64 s=8192".split())

    assert 2 == status
    assert "g does not divide a" in capsys.readouterr().err


def test_a_model_may_be_named_with_its_owner_on_a_hub(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "find Psi --model meta-llama/Llama-3.1-8B"

    assert magnitude(capsys, words, tmp_path) == 8030261248


def test_a_run_without_a_shape_is_told_what_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    status = main("estimate Psi=70B --gpu h100-sxm N_gpu=8 B=64 s=4096".split())

    assert 2 == status
    assert "--model NAME or a config.json says h, V, L" in capsys.readouterr().err
