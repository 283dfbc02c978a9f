"""Diagnoses: the estimate solved backwards from what was measured, alone and over several runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from derive.cli import main
from derive.diagnosis import diagnose, fit
from derive.diagnosis.diagnosis import diagnose_run, value_of
from derive.diagnosis.measurements import read_log
from derive.errors import MissingLetters, UnknownName, UnreadableRun
from derive.runs import Run

pytestmark = pytest.mark.slow

RUN = {"N_gpu": 512, "TP": 8, "p": 4, "b": 1, "B": 256, "s": 8192, "sharding": "zero1"}
NAMES = {"model": "llama-3-70b", "gpu": "h100-sxm"}
WORDS = (
    "diagnose --model llama-3-70b --gpu h100-sxm --sharding zero1 "
    "N_gpu=512 TP=8 p=4 b=1 B=256 s=8192"
).split()


def run_with(**letters: Any) -> Run:
    return Run(**NAMES, **{**RUN, **letters})


@pytest.mark.parametrize(
    ("letter", "value"), [("e_mm", 0.5), ("e_in", 0.2), ("e_mem", 0.3), ("T_xgrad", 2.0)]
)
def test_the_letter_that_was_changed_is_among_the_explanations_with_its_value(
    letter: str, value: float
) -> None:
    slow = run_with().changed({letter: value}).estimate().time
    gap = diagnose(run_with(), {"T_step": slow}).gaps[0]
    explained = {one.letter: one.after for one in gap.explanations}

    assert value == pytest.approx(explained[letter], rel=1e-4)


def test_every_explanation_gives_what_was_measured() -> None:
    found = diagnose(run_with(), {"T_step": 7.9, "M_gpu": 60e9})
    for gap in found.gaps:
        assert gap.explanations
        for one in gap.explanations:
            other = run_with().changed({one.letter: one.after}).estimate()

            assert gap.measured == pytest.approx(value_of(other, gap.letter), rel=1e-4)


def test_a_choice_that_was_made_otherwise_comes_first() -> None:
    other = run_with(recompute="full").estimate()
    found = diagnose(run_with(), {"T_step": other.time, "M_gpu": other.memory})

    assert ("recompute", "full") == (found.choices[0].choice, found.choices[0].alternative)


def test_an_observation_tells_explanations_apart() -> None:
    found = diagnose(run_with(), {"T_step": 7.9})
    letters = dict(found.next)

    assert {"T_dprod", "T_tp"} <= set(letters)
    assert dict(letters["T_dprod"])["e_mm"] > 1.1 * dict(letters["T_dprod"])["as estimated"]


def test_what_agrees_needs_no_explanation() -> None:
    found = diagnose(run_with(), {"T_step": run_with().estimate().time * 1.01})

    assert () == found.gaps[0].explanations
    assert () == found.choices


def test_a_letter_that_does_not_suffice_is_said_with_its_best() -> None:
    gap = diagnose(run_with(), {"T_step": run_with().estimate().time / 3}).gaps[0]

    assert "e_mm" not in {one.letter for one in gap.explanations}
    assert 1.0 == next(one.after for one in gap.unable if one.letter == "e_mm")


def test_without_a_measurement_it_says_what_to_measure() -> None:
    with pytest.raises(MissingLetters, match="T_step"):
        diagnose_run(NAMES, RUN)


def test_a_total_that_agrees_says_what_it_is_made_of() -> None:
    run = Run(model="llama-3-8b", gpu="h100-sxm", framework="torchtitan", N_gpu=8, B=8, s=8192)
    estimate = run.estimate()
    text = str(diagnose(run, {"M_gpu": estimate.memory}))

    assert "they agree within 2%\n  the largest parts of the estimate:" in text
    assert f"{estimate['M_logit'] / 1e9:.4g} GB of it M_logit, " in text


# --- measurements that do not go together ---------------------------------------------------


def rate_of(run: Run, time: float) -> float:
    return float(run.letters["B"] * run.letters["s"] / time / run.letters["N_gpu"])


@pytest.mark.parametrize(
    ("letter", "factor"), [("F", 2.0), ("Psi_act", 0.125), ("n_step", 0.25), ("N_gpu", 8.0)]
)
def test_a_figure_that_a_utilization_was_reckoned_with_is_found(letter: str, factor: float) -> None:
    run = run_with()
    right = run.changed({"T_step": 7.0}).estimate()
    slip = {"F": 1 / factor, "N_gpu": 1 / factor, "n_step": factor}.get(letter)
    # Parameters are a part of the operations, attention is the other.
    weights = right["MFU_weights"]
    wrong = right["MFU"] * slip if slip else right["MFU"] - weights * (1 - factor)
    found = diagnose(run, {"R_gpu": rate_of(run, 7.0), "MFU": wrong})
    figures = {one.letter: one for one in found.conflicts[0].figures}

    assert [gap.letter for gap in found.gaps] == ["R_gpu"]
    assert figures[letter].before * factor == pytest.approx(figures[letter].after["MFU"])


def test_the_peak_with_sparsity_is_recognized() -> None:
    run = run_with()
    half = run.changed({"T_step": 7.0}).estimate()["MFU"] / 2
    found = diagnose(run, {"T_step": 7.0, "MFU": half})

    assert "1979 TFLOP/s is quoted for it, bf16, sparse" == found.conflicts[0].figures[0].near
    assert "1979 TFLOP/s is quoted for it" in str(found)


@pytest.mark.parametrize("counted", ["MFU", "MFU_full", "MFU_weights"])
def test_a_utilization_goes_with_its_rate_in_any_convention(counted: str) -> None:
    run = run_with()
    mfu = run.changed({"T_step": 7.0}).estimate()[counted]

    assert () == diagnose(run, {"T_step": 7.0, "MFU": mfu}).conflicts


@pytest.mark.parametrize("name", ["TFLOPs", "tflops_per_gpu", "F_ach"])
def test_what_a_gpu_achieved_is_measured_as_a_utilization(name: str) -> None:
    value: Any = 300 if name != "F_ach" else "300 TFLOP/s"
    gap = diagnose_run(NAMES, {**RUN, name: value}).gaps[0]

    assert "MFU" == gap.letter
    assert 300e12 / 989.4e12 == pytest.approx(gap.measured, rel=1e-3)


def test_a_measurement_that_nobody_knows_is_told() -> None:
    with pytest.raises(UnknownName, match="goodness"):
        diagnose_run(NAMES, {**RUN, "goodness": 1})


def test_memory_does_not_contradict_a_time() -> None:
    assert () == diagnose(run_with(), {"T_step": 9.0, "M_gpu": 90e9}).conflicts


# --- several runs ---------------------------------------------------------------------------


def measured_runs(**shares: float) -> list[tuple[Run, dict[str, float]]]:
    """Runs whose times are those of other shares."""
    layouts = [(8, 4, 1), (4, 4, 1), (2, 8, 1), (8, 1, 2), (1, 8, 1), (4, 1, 1), (1, 1, 1)]
    # A batch that every one of these layouts deals out in whole micro-batches.
    runs = [run_with(TP=TP, p=p, b=b, B=1024) for TP, p, b in layouts]
    return [(run, {"T_step": run.changed(shares).estimate().time}) for run in runs]


def test_a_fit_finds_the_shares_that_the_runs_attained() -> None:
    found = fit(measured_runs(e_mm=0.6, e_in=0.5))

    assert found.residual < 0.01
    for name, share in (("e_mm", 0.6), ("e_in", 0.5)):
        assert abs(found.values[name] - share) < 2 * found.errors[name]
    assert found.errors["e_mm"] < found.errors["e_out"] / found.values["e_out"]


def test_one_share_that_is_far_below_all_others_is_found_from_runs_with_and_without_it() -> None:
    runs = [run_with(N_gpu=size, TP=8, p=1, B=64) for size in (8, 16)]
    slow = [(run, {"T_step": run.changed({"e_out": 0.004}).estimate().time}) for run in runs]
    found = fit(slow)

    assert found.alone is not None
    name, share, left = found.alone
    assert ("e_out", 0.004) == (name, pytest.approx(share, rel=1e-3))
    assert left < 1e-3 < found.residual
    assert "e_out = 0.004 alone leaves them off by 0.0%" in str(found)


def test_runs_of_a_sound_machine_need_no_single_share() -> None:
    assert fit(measured_runs(e_mm=0.6)).alone is None


def test_fitted_shares_are_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["TP,p,b,T_step"]
    for run, measured in measured_runs(e_mm=0.6):
        rows.append(",".join(f"{run.letters[n]:g}" for n in ("TP", "p", "b")))
        rows[-1] += f",{measured['T_step']!r}"
    (tmp_path / "runs.csv").write_text("\n".join(rows), encoding="utf-8")
    common = [word for word in WORDS if word.partition("=")[0] not in ("TP", "p", "b", "B")]
    common.append("B=1024")
    fitted = str(tmp_path / "attained.json")
    log = str(tmp_path / "runs.csv")
    assert 0 == main([*common, "--log", log, "--fit", fitted])
    assert "fitted on 7 measured runs" in capsys.readouterr().out
    words = ["estimate", *common[1:], "TP=8", "p=4", "--attained", fitted, "--json"]
    assert 0 == main(words)
    letters = json.loads(capsys.readouterr().out)["run"]["letters"]

    assert letters["e_mm"]["magnitude"] == pytest.approx(0.6, abs=0.02)
    assert letters["e_mm"]["from"].startswith("attained.json, +- 0.0")


def test_a_file_that_is_no_fit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "shares.json"
    for text in ("", "[]", '{"letters": {"e_mm": {"value": 2, "error": 0}}}', '{"letters": 3}'):
        file.write_text(text, encoding="utf-8")

        assert 2 == main(["estimate", "--model", "llama-3-8b", "--attained", str(file)])


# --- logs -----------------------------------------------------------------------------------

MEGATRON = "[Rank 0] memory (MB) | max allocated: 53248.0 | max reserved: 61440.0\n" + "".join(
    f" [2025-06-01 10:00:00] iteration {step}/ 100 | consumed samples: 256 | elapsed time per "
    f"iteration (ms): {time} | learning rate: 1.5E-04 | global batch size:   256\n"
    for step, time in enumerate((45678.9, 9000.0, 8000.0, 7900.0), 1)
)
TITAN = "".join(
    f"[rank0]:2025-01-01 00:00:00,000 - root - INFO - \x1b[31mstep: {step}  \x1b[32mloss: 12.2  "
    f"\x1b[33mmemory: {memory}GiB(40.2%)  \x1b[34mtps: {tps}  \x1b[36mtflops: 312.00\x1b[39m\n"
    for step, memory, tps in ((1, "30.00", "480"), (10, "38.20", "5,432"))
)
NCCL = """\
# nThread 1 nGpus 8 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20
# Using devices
#  Rank  0 Group  0 Pid   1 on  node device  0 [0x1b] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid   1 on  node device  1 [0x43] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
   536870912     134217728     float     sum      -1   2200.1  244.02  427.04      0
  1073741824     268435456     float     sum      -1   4200.0  205.71  360.00      0
# Avg bus bandwidth    : 300.1  # nccl
"""


def test_step_lines_of_megatron_lm_are_read(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(MEGATRON, encoding="utf-8")
    row = read_log(tmp_path / "log").rows[0]

    assert {"T_step": 7.9, "B": 256.0, "M_gpu": 53248 * 2**20, "memory": "allocated"} == row


def test_step_lines_of_torchtitan_are_read(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(TITAN, encoding="utf-8")
    row = read_log(tmp_path / "log").rows[0]

    assert 38.2 * 2**30 == pytest.approx(row["M_gpu"])
    assert (480 + 5432) / 2 == row["R_gpu"]


def test_a_benchmark_of_the_network_measures_its_share(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").write_text(NCCL, encoding="utf-8")
    assert 0 == main([*WORDS, "--log", str(tmp_path / "log")])

    assert "e_in   0.800 of 450 GB/s attained" in capsys.readouterr().out


def test_a_typed_bus_bandwidth_is_read_as_the_benchmark_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").write_text("# Avg bus bandwidth    : 33.3227 \n#\n", encoding="utf-8")
    words = ["diagnose", "--gpu", "a100", "N_gpu=16"]
    assert 0 == main([*words, "busbw=33.3227 GB/s"])
    typed = capsys.readouterr().out
    assert 0 == main([*words, "--log", str(tmp_path / "log")])

    assert "e_out  0.167 of 200 GB/s attained" in typed
    assert "GPUDirect RDMA was off" in typed
    assert capsys.readouterr().out.endswith(typed)


def test_a_sound_link_is_not_suspected(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["diagnose", "--gpu", "h100-sxm", "N_gpu=8", "busbw=360 GB/s"])

    assert "e_in   0.800 of 450 GB/s attained" in capsys.readouterr().out
    assert 0 == main(["diagnose", "--gpu", "h100-sxm", "N_gpu=16", "busbw=350 GB/s"])
    assert "found" not in capsys.readouterr().out


def test_a_piece_of_a_log_from_later_steps_has_no_warm_up(tmp_path: Path) -> None:
    lines = TITAN.splitlines(keepends=True)
    later = [lines[1].replace("step: 10 ", f"step: {step} ") for step in (30, 40)]
    (tmp_path / "log").write_text("".join(later), encoding="utf-8")
    assert ("2 of 2 steps counted, the median",) == read_log(tmp_path / "log").notes

    (tmp_path / "log").write_text("".join([*lines, *later]), encoding="utf-8")
    assert ("2 of 4 steps counted, the median",) == read_log(tmp_path / "log").notes


def test_a_log_and_a_run_make_a_diagnosis(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").write_text(MEGATRON, encoding="utf-8")
    assert 0 == main([*WORDS, "--log", str(tmp_path / "log"), "--json"])
    gaps = json.loads(capsys.readouterr().out)["gaps"]

    assert {"T_step", "M_gpu"} == {gap["letter"] for gap in gaps}


def test_what_is_no_log_is_refused(tmp_path: Path) -> None:
    for text in ("", "hello\n", "{broken", "[1, 2]"):
        (tmp_path / "log").write_text(text, encoding="utf-8")
        with pytest.raises(UnreadableRun):
            read_log(tmp_path / "log")


def test_the_mark_of_the_measured_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert 0 == main([*WORDS, "T_step=7.9 s"])
    plain = capsys.readouterr().out
    assert 0 == main([*WORDS, "measured:", "T_step=7.9 s"])
    marked = capsys.readouterr().out
    assert 0 == main([*WORDS, "--measured", "T_step=7.9 s"])

    assert plain == marked == capsys.readouterr().out
