"""What was measured: letters among the givens, and the lines of a log.

Logs are step lines of Megatron-LM and torchtitan, tables of nccl-tests, CSV and JSON lines. Of
one with many steps the median counts, without the first ones. A log is data: it is searched
line by line for numbers, and nothing in it is executed.
"""

from __future__ import annotations

import csv
import json
import math
import re
import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derive.errors import UnreadableRun
from derive.runs.composition import Composition
from derive.runs.record import inside, read_letter

NAMES = {
    "tokens_per_second_per_gpu": "R_gpu",
    "tokens_per_second": "R_tok",
    "step_time": "T_step",
    "peak_memory": "M_gpu",
    "mfu": "MFU",
    "tflops": "F_ach",
    "tflop/s": "F_ach",
    "tflops_per_gpu": "F_ach",
}
"""Other names under which people measure letters, in any case."""
IN_TERA = ("tflops", "tflop/s", "tflops_per_gpu")
"""Names that say the unit of a bare number."""


BUSBW = "busbw"
"""The bus bandwidth of a collective, as nccl-tests prints it: it measures the links, no run."""


def bandwidth_among(composition: Composition, givens: dict[str, Any]) -> float | None:
    """The bus bandwidth among the givens, which are left without it."""
    value = givens.pop(BUSBW, None)
    return None if value is None else float(read_letter(composition, "beta_out", value))


def measured_and_given(
    composition: Composition, givens: Mapping[str, Any]
) -> tuple[dict[str, float], dict[str, Any]]:
    """Letters that follow from a run are measurements of it; the others describe it."""
    computed = {step.of for step in composition.steps}
    described = {row["letter"] for row in composition.agreements} | {"Psi", "B"}
    measured: dict[str, float] = {}
    given: dict[str, Any] = {}
    for name, said in givens.items():
        letter = composition.laws.letter(NAMES.get(name.lower(), name))
        value = f"{said} TFLOP/s" if name.lower() in IN_TERA and _bare(said) else said
        if letter is None or letter.name not in computed or letter.name in described:
            given[name] = value
            continue
        size = float(read_letter(composition, letter.name, value))
        if size > 0:
            inside(composition, letter.name, value)
        if not size > 0:
            raise UnreadableRun(name, f"a measured value is above zero, and this one is {value}")
        measured[letter.name] = size
    return measured, given


def _bare(value: Any) -> bool:
    try:
        return math.isfinite(float(value))
    except (TypeError, ValueError):
        return False


# --- logs -------------------------------------------------------------------------

WARM_UP = 3
"""The first steps do not count, where there are others."""
MOST_BYTES = 200_000_000
MIB, GIB = 2.0**20, 2.0**30
BINARY = {"GiB": GIB, "MiB": MIB, "GB": GIB, "MB": MIB}
"""Frameworks divide by powers of two, whatever they print."""

NUMBER = r"([0-9][0-9,]*\.?[0-9]*(?:[eE][-+]?[0-9]+)?)"
MEGATRON_TIME = re.compile(
    rf"(?:iteration +([0-9]+)/.*)?elapsed time per iteration \(ms\): *{NUMBER}"
)
MEGATRON_BATCH = re.compile(r"global batch size: *([0-9]+)")
MEGATRON_MEMORY = re.compile(rf"max (reserved|allocated): *{NUMBER}")
TITAN_STEP = re.compile(rf"step: *([0-9]+) .*?memory: *{NUMBER}(GiB|MiB).*?tps: *{NUMBER}")
COLORS = re.compile(r"\x1b\[[0-9;]*m")
NCCL_ROW = re.compile(r"^ +([0-9]+) +[0-9]+ +\w+ +\w+ +-?[0-9]+ +([0-9.]+) +([0-9.]+) +([0-9.]+)")
NCCL_MEAN = re.compile(r"^# *Avg bus bandwidth *: *([0-9.]+)", re.MULTILINE)
NCCL_RANK = re.compile(r"^# +Rank +[0-9]+ ")


@dataclass(frozen=True, slots=True)
class Log:
    """What a log says: letters and choices by name, and for nccl-tests a bandwidth."""

    kind: str
    rows: tuple[Mapping[str, Any], ...]
    """One for each run; values as numbers in the letter's unit, or as text."""
    bandwidth: float | None = None
    ranks: int = 0
    notes: tuple[str, ...] = field(default=())


def read_log(file: Path) -> Log:
    """A log, by what its lines look like; raises ``UnreadableRun``."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise UnreadableRun(str(file), f"larger than {MOST_BYTES // 1_000_000} MB")
        text = COLORS.sub("", file.read_text(encoding="utf-8", errors="replace"))
    except OSError as wrong:
        raise UnreadableRun(str(file), str(wrong.strerror).lower()) from None
    readers: tuple[Callable[[str, str], Log | None], ...] = (
        _megatron,
        _torchtitan,
        _nccl,
        _json_lines,
        _csv,
    )
    for reader in readers:
        log = reader(text, file.name)
        if log is not None:
            return log
    raise UnreadableRun(
        str(file),
        "no step lines of Megatron-LM or torchtitan, no table of nccl-tests, no CSV or JSON lines",
    )


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _warm(values: list[float], steps: list[str]) -> list[float]:
    """The values of lines that do not cover the first steps; all, where no other is there.

    A line covers the steps since the line before it. A piece of a log that
    begins later, as people paste it, has no first steps in it.
    """
    if not all(steps):
        return values[WARM_UP:] or values
    numbers = [int(step) for step in steps]
    apart = numbers[1] - numbers[0] if len(numbers) > 1 else 1
    since = [numbers[0] - apart, *numbers[:-1]]
    return [value for value, step in zip(values, since, strict=True) if step >= WARM_UP] or values


def _megatron(text: str, _: str) -> Log | None:
    steps = MEGATRON_TIME.findall(text)
    if not steps:
        return None
    times = [_number(time) / 1e3 for _, time in steps]
    kept = _warm(times, [step for step, _ in steps])
    row: dict[str, Any] = {"T_step": statistics.median(kept)}
    sizes = MEGATRON_BATCH.findall(text)
    if sizes:
        row["B"] = float(sizes[-1])
    memory = MEGATRON_MEMORY.findall(text)
    kinds = {kind for kind, _ in memory}
    kind = "allocated" if "allocated" in kinds else "reserved"
    peaks = [_number(size) * MIB for name, size in memory if name == kind]
    if peaks:
        row |= {"M_gpu": max(peaks), "memory": kind}
    return Log("Megatron-LM", (row,), notes=(_counted(kept, times),))


def _torchtitan(text: str, _: str) -> Log | None:
    steps = TITAN_STEP.findall(text)
    if not steps:
        return None
    speeds = [_number(tps) for _, _, _, tps in steps]
    kept = _warm(speeds, [step for step, _, _, _ in steps])
    peak = max(_number(size) * BINARY[unit] for _, size, unit, _ in steps)
    row = {"R_gpu": statistics.median(kept), "M_gpu": peak, "memory": "reserved"}
    return Log("torchtitan", (row,), notes=(_counted(kept, speeds),))


def _counted(kept: list[float], values: list[float]) -> str:
    return f"{len(kept)} of {len(values)} steps counted, the median"


def _nccl(text: str, _: str) -> Log | None:
    lines = text.splitlines()
    rows = [match for line in lines if (match := NCCL_ROW.match(line))]
    ranks = sum(bool(NCCL_RANK.match(line)) for line in lines)
    if not rows and (mean := NCCL_MEAN.search(text)):
        note = "the average over all messages, which short ones lower"
        return Log("nccl-tests", (), float(mean[1]) * 1e9, ranks, (note,))
    if not rows or "nccl" not in text.lower():
        return None
    largest = max(rows, key=lambda row: int(row[1]))
    note = f"bus bandwidth of the largest message, {int(largest[1]):,} bytes"
    return Log("nccl-tests", (), float(largest[4]) * 1e9, ranks, (note,))


def _json_lines(text: str, name: str) -> Log | None:
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        whole = json.loads(text)
        rows = whole if isinstance(whole, list) else [whole]
    except ValueError:
        rows = list(_each_line(text, name))
    if not all(isinstance(row, dict) for row in rows):
        raise UnreadableRun(name, "every row has to be an object with letters by name")
    return Log("JSON", tuple(_plain(row) for row in rows))


def _each_line(text: str, name: str) -> Iterator[Any]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError as wrong:
                raise UnreadableRun(f"{name}:{number}", f"no JSON: {wrong}") from None


def _csv(text: str, _: str) -> Log | None:
    rows = list(csv.DictReader(text.splitlines()))
    columns = list(rows[0]) if rows else []
    if not rows or len(columns) < 2 or not all(name and name.isidentifier() for name in columns):
        return None
    return Log("CSV", tuple(_plain(row) for row in rows))


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a row says; empty cells say nothing, and a list or an object is no value."""
    return {
        str(name): value
        for name, value in row.items()
        if isinstance(value, (str, int, float))
        and not isinstance(value, bool)
        and str(value).strip()
    }


def attained(
    bandwidth: float, ranks: float, letters: Mapping[str, float]
) -> tuple[str, float, float]:
    """What a collective attained: the letter, the share, and what it is a share of.

    A ring inside a node has the links of the node; one that reaches further
    leaves each node through all its adapters at once.
    """
    if 0 < ranks <= letters["G_node"]:
        return "e_in", bandwidth / letters["beta_in"], letters["beta_in"]
    whole = letters["G_node"] * letters["beta_out"]
    return "e_out", bandwidth / whole, whole
