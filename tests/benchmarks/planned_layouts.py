"""How good is the layout that a plan prefers? ``python tests/benchmarks/planned_layouts.py FILE``.

For each model, accelerator, precision and number of GPUs of the sweeps in FILE:
of the layouts that were measured, the one with the highest estimated throughput
among those that the estimate says fit (among all, where it says so of none), and
its measured throughput as a share of the best measured one. A row that does not
say what is recomputed is not asked whether it fits. Of rows that are the same
layout to an estimate, the median counts. Rows are read and estimated as in
``measured_runs.py``. ``--worst N`` shows what was preferred to what.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measured_rows import Unreadable, measured, run_of

from derive.errors import DeriveError
from derive.runs.facts import kind_of

Pair = tuple[str, str, str, int]
FEWEST = 3
"""A pair with fewer measured layouts leaves nothing to choose."""


@dataclass(frozen=True)
class Layout:
    """One measured layout: tokens per second, measured and estimated, and whether it fits."""

    id: str
    pair: Pair
    said: str
    measured: float
    estimated: float
    fits: bool


def layouts(rows: Iterable[Mapping[str, Any]]) -> list[Layout]:
    """The rows with a measured time whose layout can be estimated."""
    known = []
    for row in rows:
        if row.get("outcome", "ok") != "ok" or not row["batch"].get("gbs"):
            continue
        try:
            run = run_of(row)
            estimate = run.estimate()
            said = measured(row, run)
        except (Unreadable, DeriveError, KeyError, TypeError, ZeroDivisionError):
            continue
        step = said.step
        if step is None and said.model_flops:
            step = estimate["C_step_full"] / said.model_flops
        if step is None or math.isnan(estimate.time):
            continue
        tokens = run.letters["B"] * run.letters["s"]
        names = ("TP", "p", "v", "CP", "EP", "N_dp", "b")
        letters = " ".join(f"{name}={estimate[name]:g}" for name in names if estimate[name] != 1)
        choices = " ".join(run.choices[name] for name in ("sharding", "recompute", "schedule"))
        machine = f"{row['hardware'].get('gpu')} {kind_of(run.precision)}"
        known.append(
            Layout(
                row["id"],
                (row["group"], row["model"].get("name") or "", machine, int(estimate["N_gpu"])),
                f"{letters} B={run.letters['B']:g} s={run.letters['s']:g} {choices}",
                tokens / step,
                tokens / estimate.time,
                estimate.fits is not False or not row.get("recompute"),
            )
        )
    return known


def preferred(some: Sequence[Layout]) -> Layout:
    """What a plan would choose among these."""
    return max(some, key=lambda layout: (layout.fits, layout.estimated))


def pairs(known: Iterable[Layout]) -> dict[Pair, list[Layout]]:
    """Layouts by group, model, machine and GPUs, where there is something to choose."""
    by_pair: dict[Pair, list[Layout]] = defaultdict(list)
    for layout in known:
        by_pair[layout.pair].append(layout)
    return {pair: some for pair, some in sorted(by_pair.items()) if len(some) >= FEWEST}


def share(some: Sequence[Layout]) -> float:
    """Measured throughput of the preferred layout over that of the best one.

    Repeated runs of one layout differ (containers, days): each counts with its median.
    """
    repeated: dict[tuple[str, float], list[float]] = defaultdict(list)
    for layout in some:
        repeated[layout.said, layout.estimated].append(layout.measured)
    medians = {key: statistics.median(values) for key, values in repeated.items()}
    chosen = preferred(some)
    return medians[chosen.said, chosen.estimated] / max(medians.values())


def main() -> None:
    """Print a line for each pair, then median and worst by group and over all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--worst", type=int, default=0, help="show that many pairs in full")
    parser.add_argument("--group", action="append", help="only rows of this group")
    options = parser.parse_args()
    rows = json.loads(options.file.read_text(encoding="utf-8"))
    by_pair = pairs(
        layouts(row for row in rows if not options.group or row["group"] in options.group)
    )
    shares: dict[str, list[float]] = defaultdict(list)
    print("share  layouts  group, model, accelerator, GPUs: preferred")
    for (group, model, machine, gpus), some in by_pair.items():
        shares[group].append(share(some))
        print(
            f"{shares[group][-1]:5.3f}  {len(some):7}  {group}, {model}, {machine}, {gpus}: "
            f"{preferred(some).said}"
        )
    print()
    every = [value for values in shares.values() for value in values]
    for name, values in [*sorted(shares.items()), ("all", every)]:
        good = sum(value >= 0.95 for value in values)
        print(
            f"{name:18} {len(values):3} pairs  median {statistics.median(values):.3f}  "
            f"worst {min(values):.3f}  {good} of at least 0.95"
        )
    for some in sorted(by_pair.values(), key=share)[: options.worst]:
        show(some)


def show(some: Sequence[Layout], most: int = 12) -> None:
    """What was preferred to what."""
    print(f"\n{some[0].pair}: measured, estimated tokens per second, fits")
    chosen = preferred(some)
    ordered = sorted(some, key=lambda layout: -layout.measured)
    for layout in [*ordered[:most], *([chosen] if chosen not in ordered[:most] else [])]:
        fits, mark = ("yes" if layout.fits else "no"), (" <- preferred" if layout is chosen else "")
        numbers = f"{layout.measured:10.4g} {layout.estimated:10.4g}"
        print(f"  {numbers}  {fits:3}  {layout.said}{mark}")


if __name__ == "__main__":
    main()
