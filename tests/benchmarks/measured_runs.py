"""Compares estimates with published runs: ``python tests/benchmarks/measured_runs.py FILE``.

Prints a table by group: rows, error and bias of memory, share within 10 %,
error of the step time, rank correlation inside each sweep, rows that could not
be read and why, and verdicts on whether a layout fits. A sweep is the rows of
one group with one model. ``--worst N`` lists the rows that are furthest off.
"left-out" is the error with shares that were fitted without the public rows of
the same group (fit_attained.py --write).
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measured_rows import Unreadable, measured, run_of

from derive.errors import DeriveError
from derive.runs import Run
from derive.runs.facts import LOW_PRECISIONS, kind_of

SENSIBLE = 0.25
NEAR = 0.1
FEWEST = 4
IMPOSSIBLE = 1.1
LEFT_OUT = Path(__file__).with_name("left_out.json")


@dataclass(frozen=True)
class Row:
    """One row: what was measured and what is estimated; ``None`` where either is missing."""

    id: str
    group: str
    sweep: str
    gpus: float
    memory: tuple[float, float] | None
    time: tuple[float, float] | None
    utilization: float
    over: float
    left_out: float | None = None
    """The step time with shares fitted on all other groups."""


def read(row: Mapping[str, Any]) -> Row:
    """Estimate a row through the same path as anybody's run."""
    run = run_of(row)
    estimate = run.estimate()
    said = measured(row, run)
    step = said.step
    if step is None and said.model_flops:
        step = estimate["C_step_full"] / said.model_flops
    if not row["batch"].get("gbs") or math.isnan(estimate.time):
        step = None
    memory = None if said.memory is None else (said.memory, estimate.memory)
    time = None if step is None else (step, estimate.time)
    used = 0.0
    if step is not None:
        used = estimate["C_step_full"] / (step * estimate["N_gpu"] * estimate["F"])
    sweep = f"{row['group']} {row['model'].get('name')}"
    # Whether a layout fits depends on recomputation more than on anything else.
    judged = estimate.capacity and (row.get("recompute") or not row.get("measured"))
    over = estimate.memory / estimate.capacity if judged and estimate.capacity else 0.0
    without = None if step is None else left_out_time(run, row["group"])
    return Row(row["id"], row["group"], sweep, estimate["N_gpu"], memory, time, used, over, without)


@functools.cache
def left_out_fits() -> dict[str, Any]:
    """Shares and times by the group that was left out."""
    found: dict[str, Any] = {}
    if LEFT_OUT.exists():
        found = json.loads(LEFT_OUT.read_text(encoding="utf-8"))
    return found


def left_out_time(run: Run, group: str) -> float | None:
    """The step time of a run with what was fitted on the public rows of all other groups."""
    fits = left_out_fits()
    generation = re.sub(r".*generation (\w+).*", r"\1", run.origins.get("e_att", ""))
    if group not in fits or generation not in fits[group]:
        return None
    shares, times = fits[group][generation], fits[group]["times"]
    letters = {name: shares[name] for name in ("e_att", "e_mem", "e_in", "e_out")}
    letters["e_mm"] = shares["e_mm_low" if kind_of(run.precision) in LOW_PRECISIONS else "e_mm"]
    deepspeed = run.names["framework"] == "megatron-deepspeed"
    letters["t_host"] = times["t_host_deepspeed" if deepspeed else "t_host"]
    letters |= {name: times[name] for name in ("alpha", "x_seen", "t_fix")}
    if run.choices["hosts"] == "wait":
        letters["t_stall"] = times["t_stall"]
    run.letters |= letters
    return run.estimate().time


def read_all(rows: Iterable[Mapping[str, Any]]) -> tuple[list[Row], Counter[tuple[str, str]]]:
    """All rows that can be read, and why the others cannot, by group."""
    known: list[Row] = []
    refused: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row.get("outcome", "ok") != "ok":
            refused[row["group"], f"outcome: {row['outcome']}"] += 1
            continue
        try:
            known.append(read(row))
        except (Unreadable, DeriveError, KeyError, TypeError, ZeroDivisionError) as wrong:
            refused[row.get("group", "?"), _short(wrong)] += 1
    return known, refused


def _short(wrong: Exception) -> str:
    text = str(wrong).splitlines()
    return (text[0] if text else type(wrong).__name__)[:90]


def error(pair: tuple[float, float]) -> float:
    """Estimate over measurement, minus 1."""
    return pair[1] / pair[0] - 1


def ranks(values: Sequence[float]) -> list[float]:
    """Ranks, ties averaged."""
    order = sorted(range(len(values)), key=values.__getitem__)
    rank = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end + 1 < len(order) and values[order[end + 1]] == values[order[start]]:
            end += 1
        for place in order[start : end + 1]:
            rank[place] = (start + end) / 2
        start = end + 1
    return rank


def rank_correlation(rows: Sequence[Row]) -> float | None:
    """Spearman's, of the throughput per GPU inside each sweep; sweeps weighted by their rows."""
    sweeps: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.time:
            sweeps[row.sweep].append(row)
    found = []
    for some in sweeps.values():
        if len(some) < FEWEST:
            continue
        columns = [
            ranks([row.time[place] * row.gpus for row in some if row.time]) for place in (0, 1)
        ]
        if len(set(columns[0])) > 1 and len(set(columns[1])) > 1:
            found.append((len(some), statistics.correlation(*columns)))
    return sum(n * c for n, c in found) / sum(n for n, _ in found) if found else None


def median(values: Sequence[float]) -> str:
    """A median as a percentage."""
    return f"{statistics.median(values):.1%}" if values else "-"


def table(rows: Sequence[Row]) -> list[list[str]]:
    """One line per group."""
    lines = [
        "group rows | memory: n median bias <10% worst | time: n median bias <10% | "
        "MFU>=25%: n median left-out | rank".split()
    ]
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.group].append(row)
    for group, some in sorted(groups.items()):
        memory = [error(row.memory) for row in some if row.memory]
        time = [error(row.time) for row in some if row.time]
        good = [error(row.time) for row in some if row.time and row.utilization >= SENSIBLE]
        crossed = [
            abs(error((row.time[0], row.left_out)))
            for row in some
            if row.time and row.left_out and row.utilization >= SENSIBLE
        ]
        rank = rank_correlation(some)
        lines.append(
            [
                *(group, str(len(some)), "|", "", str(len(memory))),
                *(median([abs(e) for e in memory]), median(memory), _share(memory)),
                f"{max(memory):+.0%}" if memory else "-",
                *("|", "", str(len(time)), median([abs(e) for e in time]), median(time)),
                *(_share(time), "|", "", str(len(good)), median([abs(e) for e in good])),
                *(median(crossed), "|"),
                "-" if rank is None else f"{rank:.2f}",
            ]
        )
    return lines


def _share(errors: Sequence[float]) -> str:
    return f"{sum(abs(e) <= NEAR for e in errors) / len(errors):.0%}" if errors else "-"


def print_table(lines: Sequence[Sequence[str]]) -> None:
    """Columns, aligned."""
    widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def crashed(file: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Verdicts on layouts of a sweep that crashed or ran out of memory, beside those that ran."""
    models = {}
    for row in rows:
        if row["group"] == "ultrascale":
            models[row["model"]["name"].split()[0]] = row
    counts: Counter[str] = Counter()
    for said in json.loads(file.read_text(encoding="utf-8"))["rows"]:
        like = models.get(said["model"])
        if like is None:
            counts["of a model that no row describes"] += 1
            continue
        gpus = 8 * said["nodes"]
        layout = {**like["layout"], "gpus": gpus, "zero_stage": said["zero"]}
        layout |= {key: said[key] for key in ("tp", "pp", "dp")} | {"sp": said["tp"] > 1}
        batch = {**like["batch"], "gbs": None, "mbs": said["mbs"], "ga": said["ga"]}
        try:
            row = read({**like, "layout": layout, "batch": batch, "measured": {}})
        except (Unreadable, DeriveError) as wrong:
            counts[_short(wrong)] += 1
            continue
        counts["does not fit" if row.over > 1 else "fits, so something else went wrong"] += 1
    print("\ncrashed or out of memory (the source does not tell which):")
    for why, count in counts.most_common():
        print(f"  {count:5} {why}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--crashed", type=Path, help="configurations that crashed")
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--group")
    options = parser.parse_args()
    rows = json.loads(options.file.read_text(encoding="utf-8"))
    known, refused = read_all(rows)
    print_table(table(known))
    ran = [row for row in known if row.memory or row.time]
    unsaid = sum(not row.over for row in ran)
    print(f"\nof {len(ran)} rows that ran, {unsaid} do not say what is recomputed; of the others")
    for limit, says in ((1.0, "above the memory of the GPU"), (IMPOSSIBLE, "above it by 10 %")):
        above = Counter(row.group for row in ran if row.over > limit)
        named = ", ".join(f"{group} {count}" for group, count in above.most_common())
        print(f"  {sum(above.values()):4} are {says}" + (f": {named}" if named else ""))
    if refused:
        print("\nnot read:")
        for (group, why), count in sorted(refused.items()):
            print(f"  {count:4} {group}: {why}")
    beside = options.crashed or options.file.with_name("crashed-or-out-of-memory.json")
    if beside.exists():
        crashed(beside, rows)
    for what in ("memory", "time") if options.worst else ():
        pairs = [(getattr(row, what), row) for row in known if getattr(row, what)]
        pairs = [(p, r) for p, r in pairs if not options.group or r.group == options.group]
        print(f"\nfurthest off in {what}:")
        for pair, row in sorted(pairs, key=lambda item: -abs(error(item[0])))[: options.worst]:
            off = f"{error(pair):+.0%}  measured {pair[0]:.4g}  estimated {pair[1]:.4g}"
            print(f"  {row.id}  {off}")


if __name__ == "__main__":
    main()
