"""Every JSON that a command prints is what its published schema says, key by key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from json_schema import has_type, problems

from derive.cli import main
from derive.cli.schemas import KINDS, PARTS, schema_of

STATE = ["zero3_memory", "N_dp", "Psi=70e9"]
RING = ["ring_all_reduce_time", "n=1 GB", "N=8", "alpha=5 us"]
FAILURES = ["N_node=2048", "MTBF_node=50000 hour", "T_ckpt=60 s"]
RUN = ["--model", "llama-3-8b", "--gpu", "h100-sxm", "N_gpu=16", "B=32", "s=8192"]
BATCH = ["p=8", "b=1", "N_dp=16", "s=4096"]

# The kind of JSON, and a command that prints it.
CLUSTER = ["--gpu", "h100", "N_gpu=1024", "p=16", "EP=64", "B=4096", "s=4096"]
OUTPUTS = [
    ("answer", ["solve", *STATE, "M_state <= 80 GB"]),
    ("answer", ["solve", *STATE, "M_state=80 GB", "--sensitivity"]),
    ("answer", ["solve", *STATE, "M_state <= 80 GB", "--divides", "64"]),
    ("answer", ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=60e9..70e9"]),
    ("answer", ["solve", "zero3_memory", "M_state", "N_dp=8", "Psi=60e9..70e9"]),
    ("answer", ["solve", "zero2_memory", "N_dp", "M_state <= 1 GB", "Psi=70e9"]),
    ("answer", ["solve", RING[0], "N", *RING[1:2], "alpha=5 us", "beta=50 GB/s", "T_ar=30 ms"]),
    ("answer", ["solve", "interleaved_bubble_fraction", "p", "f_bubble=0.1", "m=64", "v=4"]),
    ("answer", ["solve", "clipping_factor", "g_norm", "clip_norm=1", "--at-least", "f_clip=0.2"]),
    ("answer", ["solve", "loss_spike", "loss_now", "loss_median=2", "x_spike=1.5"]),
    ("answer", ["solve", "compute_time", "T_comp", "C_op=1e18", "--gpu", "h100:fp8"]),
    (
        "answer",
        ["solve", "scaling_law_loss", "D", "loss=2.1", "Psi=8e9", "--constants", "besiroglu-2024"],
    ),
    ("answer", ["solve", "layers_of_largest_stage", "p", "L=80", "L_stage=7"]),
    ("answer", ["evaluate", *RING, "beta=50 GB/s"]),
    ("found", ["find", "T_train", "Psi=7e9", "D=1e12", "N_gpu=64", "MFU=0.4", "--gpu", "h100"]),
    ("found", ["find", "t_star", *FAILURES]),
    ("found", ["find", "t_star", *FAILURES, "--using", "young_interval"]),
    ("found", ["find", "m", "f_bubble <= 0.1", "n_step <= 5e6", *BATCH]),
    ("found", ["find", "m", "f_bubble <= 0.1", "n_step <= 4e6", *BATCH]),
    ("estimate", ["estimate", "--model", "llama-3-8b", "N_gpu=64", "B=64", "s=8192"]),
    ("estimate", ["estimate", "--model", "deepseek-v3", *CLUSTER]),
    ("plan", ["plan", *RUN]),
    ("plan", ["plan", *RUN, "--for", "cost", "price_gpu=2"]),
    ("plan", ["plan", "--model", "llama-3-405b", *RUN[2:], "b=1"]),
    ("worth", ["plan", *RUN, "b=1", "p=1", "CP=1", "--worth", "TP=2", "--by", "beta_in"]),
    ("diagnosis", ["diagnose", *RUN, "T_step=9 s", "M_gpu=60 GB"]),
    ("diagnosis", ["diagnose", *RUN, "T_step=9 s", "mfu=0.05"]),
    ("attained", ["diagnose", *RUN, "--log", "tests/benchmarks/sample_steps.csv"]),
    ("comparison", ["compare", "bubble_ratio", "bubble_fraction"]),
    ("comparison", ["compare", "ring_all_reduce_time", "tree_all_reduce_time"]),
    ("comparison", ["compare", "zero3_memory", "zero3_memory"]),
    ("records", ["search", "how", "many", "gpus"]),
    ("records", ["search", "6ND"]),
    ("symbols", ["symbols", "bandwidth"]),
    ("formulas", ["list"]),
    ("formulas", ["list", "pipeline"]),
    ("formula", ["show", "zero3_memory", "--as", "json"]),
    ("formula", ["show", "training_flops", "--as", "json"]),
    ("derivations", ["explain", "ring_all_reduce_time"]),
    ("derivations", ["explain", "scaling_law_loss"]),
    ("catalog", ["catalog"]),
    ("catalog", ["catalog", "h100"]),
    ("findings", ["check", "tests/wrong/bare_numbers"]),
    ("figures", ["check", "tests/packages/workshop", "--stats"]),
    ("matrix", ["check", "tests/packages/workshop", "--solve"]),
]


def printed(capsys: pytest.CaptureFixture[str], typed: list[str]) -> Any:
    """What a command prints as JSON."""
    main(typed if "--as" in typed else [*typed, "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "typed"), OUTPUTS, ids=[" ".join(t) for _, t in OUTPUTS])
def test_what_a_command_prints_is_what_the_schema_says(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    checkout: Path,
    kind: str,
    typed: list[str],
) -> None:
    monkeypatch.chdir(checkout)

    schema = schema_of(kind, closed=True)

    assert [] == list(problems(printed(capsys, typed), schema, schema))


@pytest.mark.slow
def test_findings_in_a_manuscript_are_what_the_schema_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# Notation\n\n| letter | meaning |\n|---|---|\n| $h$ | hidden size |\n\n"
        "# Memory\n\n$M = x h$ and $h = \\text{heads}$\n",
        encoding="utf-8",
    )
    schema = schema_of("findings", closed=True)

    found = printed(capsys, ["lint", str(page)])

    assert found["findings"]
    assert [] == list(problems(found, schema, schema))


def test_a_table_is_what_the_schema_says(tmp_path: Path) -> None:
    file = tmp_path / "bubble.json"
    main(["sweep", "bubble_fraction", "p=8", "m=1:64:8", "-o", str(file)])

    schema = schema_of("sweep", closed=True)

    assert [] == list(problems(json.loads(file.read_text(encoding="utf-8")), schema, schema))


def test_every_kind_of_json_is_held_against_its_schema() -> None:
    held = {kind for kind, _ in OUTPUTS} | {"sweep"}

    assert set(KINDS) == held


def test_the_terminal_prints_every_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for kind in KINDS:
        assert main(["schema", kind]) == 0
        assert json.loads(capsys.readouterr().out) == schema_of(kind)


def test_a_published_schema_lets_new_keys_in() -> None:
    formula = {"id": "a", "title": "A", "subject": "b", "holds_for": {}, "new": 1}
    answer = {"formulas": [formula], "schema": 1}

    assert [] == list(problems(answer, schema_of("formulas"), schema_of("formulas")))
    assert list(problems(answer, schema_of("formulas", closed=True), {}))


def test_an_unknown_kind_gets_a_guess(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["schema", "anwser"])

    told = "derive: there is no kind of JSON 'anwser'; did you mean answer?\n"
    assert (status, capsys.readouterr().err) == (2, told)


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema inside a schema."""
    if isinstance(schema, dict):
        if not isinstance(schema.get("type", schema.get("anyOf", "")), dict):
            yield schema
        for one in schema.values():
            yield from parts(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from parts(one)


def test_every_key_is_described() -> None:
    silent = [
        (kind, name)
        for kind, schema in (*KINDS.items(), *PARTS.items())
        for part in parts(schema)
        for name, member in part.get("properties", {}).items()
        if not member.get("description")
    ]

    assert [] == silent


# What a schema says, a value that it takes, and one that it must refuse.
REFUSED = [
    ({"type": "object", "required": ["a"], "properties": {}}, {"a": 1}, {}),
    ({"type": "object", "properties": {}, "additionalProperties": False}, {}, {"a": 1}),
    ({"type": "object", "additionalProperties": {"type": "string"}}, {"a": "x"}, {"a": 1}),
    ({"type": "object", "properties": {"a": {"type": "string"}}}, {"a": "x"}, {"a": 1}),
    ({"type": "array", "items": {"type": "integer"}}, [1], [1.5]),
    ({"anyOf": [{"type": "null"}, {"type": "string"}]}, None, 1),
    ({"enum": ["exact", "tested"]}, "exact", "proved"),
    ({"const": 1}, 1, 2),
    ({"$ref": "#/$defs/word"}, "x", 1),
    ({"type": "number"}, 1.5, True),
    ({"type": "number"}, 1, float("nan")),
    ({"type": "integer"}, 1, 1.0),
    ({"type": "boolean"}, True, 1),
]


@pytest.mark.parametrize(("schema", "right", "wrong"), REFUSED)
def test_the_validator_refuses(schema: dict, right: Any, wrong: Any) -> None:
    root = {"$defs": {"word": {"type": "string"}}}

    assert [] == list(problems(right, schema, root))
    assert list(problems(wrong, schema, root))


def test_the_validator_knows_what_it_does_not_know() -> None:
    with pytest.raises(NotImplementedError):
        list(problems(1, {"minimum": 0}, {}))

    assert has_type(None, "null")
