"""Plans: all layouts through the laws of an estimate, exactly as one by one."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import derive
from derive.cli import main
from derive.errors import MissingLetters, UnknownName, UnreadableRun
from derive.plans import Plan, plan
from derive.runs import Run

SMALL = {"model": "llama-3-8b", "gpu": "h100-sxm", "N_gpu": 16, "B": 32, "s": 8192}
EXPERTS = {
    "model": "deepseek-v3",
    "gpu": "h200",
    "N_gpu": 256,
    "B": 64,
    "s": 4096,
    "TP": [1, 4],
    "p": [1, 4, 16],
    "CP": [1, 2],
    "EP": [8, 16, 64],
    "b": 1,
    "recompute": ["none", "full"],
    "sharding": ["zero1", "zero3"],
}
LETTERS = ("TP", "p", "v", "CP", "EP", "ETP", "N_dp", "b")
HARDWARE = ("model", "gpu", "N_gpu", "B", "s")


def rows_of(**question: Any) -> tuple[Plan, list[dict[str, Any]]]:
    """A plan, and every row that was evaluated."""
    rows: list[dict[str, Any]] = []

    def take(blocks: list[tuple[Mapping[str, Any], Mapping[str, str]]]) -> None:
        for block, choices in blocks:
            columns = {name: column.tolist() for name, column in block.items()}
            lines = zip(*columns.values(), strict=True)
            rows.extend({**dict(zip(columns, line, strict=True)), **choices} for line in lines)

    return plan(**question, sink=lambda _, blocks: list(blocks), take=take), rows


def alone(question: Mapping[str, Any], row: Mapping[str, Any]) -> Run:
    """The run of a row, put together by itself."""
    choices = ("sharding", "recompute", "schedule", "stages")
    return Run(
        **{name: question[name] for name in HARDWARE},
        **{name: row[name] for name in LETTERS},
        **{name: row[name] for name in choices},
    )


FEWER = {**SMALL, "b": [1, 2], "recompute": ["none", "full"]}


@pytest.mark.slow
@pytest.mark.parametrize("question", [FEWER, EXPERTS], ids=["dense", "experts"])
def test_every_row_is_what_an_estimate_of_it_alone_says(question: dict[str, Any]) -> None:
    found, rows = rows_of(**question)
    assert len(rows) > 100
    best = math.inf
    for row in rows:
        estimate = alone(question, row).estimate()

        assert row["M_gpu"] == pytest.approx(estimate.memory, rel=1e-12)
        if min(estimate.stages("L_st")) >= 1:
            assert row["fits"] == estimate.fits
        if row["fits"]:
            assert row["T_step"] == pytest.approx(estimate.time, rel=1e-12)
            best = min(best, estimate.time)

    assert found.best[0].values["T_step"] == pytest.approx(best, rel=1e-12)


def divisors(number: int) -> list[int]:
    return [n for n in range(1, number + 1) if number % n == 0]


def degrees_by_hand(gpus: int, batch: int, heads: int) -> Iterator[tuple[int, ...]]:
    """Degrees, replicas and micro-batches of dense layouts, from what divides what."""
    for TP, p, CP, b in itertools.product(*[divisors(gpus)] * 3, divisors(batch)):
        N_dp = gpus // (TP * p * CP)
        if gpus % (TP * p * CP) == 0 and heads % TP == 0 and batch % (N_dp * b) == 0:
            yield TP, p, CP, b, N_dp, batch // (N_dp * b)


def layouts_by_hand(gpus: int, batch: int, layers: int, heads: int) -> Iterator[Any]:
    """All dense layouts with nothing recomputed."""
    for TP, p, CP, b, N_dp, m in degrees_by_hand(gpus, batch, heads):
        for sharding, stages in itertools.product(("none", "zero1", "zero3"), ("even", "tables")):
            cut = layers + 2 * (stages == "tables")
            evenly = p >= 2 and cut % p == 0 and cut // p >= 2
            filled = (p - 1) * math.ceil(layers / p) < layers
            if (sharding != "none" and N_dp * CP < 2) or not (
                evenly if stages == "tables" else filled
            ):
                continue
            yield TP, p, CP, b, sharding, stages, 1
            chunks = range(2, layers + 1) if p > 1 and m % p == 0 else ()
            yield from ((TP, p, CP, b, sharding, stages, v) for v in chunks if cut % (p * v) == 0)


def test_no_layout_is_forgotten() -> None:
    _, rows = rows_of(**SMALL, recompute="none", memory="allocated")
    possible = {
        (r["TP"], r["p"], r["CP"], r["b"], r["sharding"], r["stages"].removeprefix("with-"), r["v"])
        for r in rows
        if r["failed"] < 0 or r["M_gpu"] > 85e9
    }

    assert set(layouts_by_hand(16, 32, 32, 32)) == possible


@pytest.mark.parametrize("question", [SMALL, EXPERTS], ids=["dense", "experts"])
def test_counts_add_up_to_all_combinations(question: dict[str, Any]) -> None:
    found = plan(**question)

    assert found.considered == found.fitting + sum(found.excluded.values())


def test_the_best_come_first_and_the_first_is_the_best_that_fits() -> None:
    found, rows = rows_of(**SMALL, top=20)
    times = [layout.values["T_step"] for layout in found.best]

    assert sorted(times) == times
    assert sorted(row["T_step"] for row in rows if row["fits"])[:20] == times


def test_of_the_front_none_beats_another_and_all_others_are_beaten() -> None:
    found, rows = rows_of(**SMALL)
    front = {(one.values["T_step"], one.values["M_gpu"]) for one in found.front}
    every = {(row["T_step"], row["M_gpu"]) for row in rows if row["fits"]}
    unbeaten = {
        (time, memory)
        for time, memory in every
        if not any(t <= time and m <= memory and (t, m) != (time, memory) for t, m in every)
    }

    assert unbeaten == front


def test_a_bound_holds_for_every_layout_that_is_kept() -> None:
    free = plan(**SMALL)
    found = plan(**SMALL, M_gpu=derive.at_most("50 GB"), TP="<= 4", m=">= 4", p=[1, 2])

    assert found.best
    for layout in (*found.best, *found.front):
        assert layout.values["M_gpu"] <= 50e9
        assert layout.values["m"] >= 4
        assert layout.letters["TP"] <= 4
        assert layout.letters["p"] in (1, 2)
    assert free.best[0].values["T_step"] <= found.best[0].values["T_step"]


def test_a_replica_count_that_is_asked_is_kept() -> None:
    found = plan(**SMALL, N_dp=4)

    assert {4.0} == {layout.values["N_dp"] for layout in found.best}


@pytest.mark.slow
def test_what_a_model_and_gpu_bound_by_time_need_is_the_fewest_gpus() -> None:
    question = {**SMALL, "N_gpu": [8, 16, 32, 64], "D": 1e12}
    bound = derive.at_most("60 day")
    found = plan(**question, aim="N_gpu", T_train=bound)
    fewest = [
        gpus for gpus in (8, 16, 32, 64) if plan(**{**question, "N_gpu": gpus}, T_train=bound).best
    ]

    assert fewest[0] == found.best[0].values["N_gpu"]


def test_cost_follows_the_price() -> None:
    cheap = plan(**SMALL, aim="cost", price_gpu=2, D=1e12).best[0].values["cost_train"]
    dear = plan(**SMALL, aim="cost", price_gpu=4, D=1e12).best[0].values["cost_train"]

    assert 2 * cheap == pytest.approx(dear)


def test_without_tokens_cost_is_that_of_a_token() -> None:
    assert "cost_token" == plan(**SMALL, aim="cost", price_gpu=2).aim


def test_neighbours_say_what_an_estimate_of_them_says() -> None:
    found = plan(**SMALL)
    full = next(one for one in found.neighbours if one.change == "recompute full")
    best = found.best[0]
    run = found.run_of(best).changed({}, {"recompute": "full"})

    assert run.estimate().time / found.estimate.time == pytest.approx(full.ratio)


def test_heads_that_cannot_be_cut_are_the_reason() -> None:
    found = plan(**{**SMALL, "model": "llama-3-8b"}, a=20, g=20, d_head=128, TP=[4, 8])

    assert any("heads are cut whole" in one.says for one in found.neighbours)


def test_where_nothing_fits_the_nearest_miss_is_said() -> None:
    found = plan(model="llama-3-405b", gpu="h100-sxm", N_gpu=16, B=16, s=8192)

    assert not found
    assert found.nearest is not None
    assert found.nearest[1].values["M_gpu"] > 85e9
    assert "more than its 85.52 GB" in str(found)


def test_what_is_missing_and_what_is_unknown_are_said() -> None:
    with pytest.raises(MissingLetters, match="N_gpu"):
        plan(model="llama-3-8b", gpu="h100-sxm", B=8, s=8192)
    with pytest.raises(MissingLetters, match="price_gpu"):
        plan(**SMALL, aim="cost")
    with pytest.raises(UnknownName, match="cost"):
        plan(**SMALL, aim="costs")
    with pytest.raises(UnknownName, match="TP"):
        plan(**SMALL, TPP=4)


# --- the command ----------------------------------------------------------------------------

COMMAND = "plan --model llama-3-8b --gpu h100-sxm N_gpu=16 B=32 s=8192".split()


def test_the_command_it_prints_gives_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main([*COMMAND, "--json"])
    best = json.loads(capsys.readouterr().out)["best"][0]
    words = best["command"].split()[1:]
    assert 0 == main([*words, "--json"])
    estimate = json.loads(capsys.readouterr().out)

    assert estimate["time"]["total"]["magnitude"] == pytest.approx(
        best["figures"]["T_step"]["magnitude"], rel=1e-12
    )


def test_nothing_that_fits_is_exit_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    words = "plan --model llama-3-405b --gpu h100-sxm N_gpu=16 B=16 s=8192 b=1".split()

    assert 1 == main(words)
    assert "no layout does" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", ["plans.csv", "plans.json"])
def test_every_layout_goes_into_a_table(name: str, tmp_path: Path) -> None:
    assert 0 == main([*COMMAND, "-o", str(tmp_path / name)])
    text = (tmp_path / name).read_text(encoding="utf-8")
    _, rows = rows_of(**SMALL)
    lines = len(json.loads(text)["rows"]) if name.endswith("json") else text.count("\n") - 1

    assert len(rows) == lines


def test_a_model_with_experts_needs_no_more_than_its_name() -> None:
    found = plan(model="deepseek-v3", gpu="h200", N_gpu=256, B=256, s=4096, TP=1, CP=1, top=3)

    assert found.best
    assert {1.0} < {layout.values["EP"] for layout in found.best} | {1.0}


def test_python_offers_plans() -> None:
    assert derive.plan is plan


def test_what_a_plan_finds_is_bounded_and_not_given():
    with pytest.raises(UnreadableRun, match="bound it with M_gpu <="):
        plan(model="llama-3-8b", gpu="h100-sxm", N_gpu=8, B=8, s=8192, M_gpu="60 GB")
