"""Fits the attainable shares of each accelerator generation on published runs.

``python tests/benchmarks/fit_attained.py FILE`` prints six shares for each
generation, a few times of hosts and networks, and the error of each group:
once fitted on all groups, once with the group itself left out. ``--write``
puts the shares into ``formulas/runs/attained.toml``, with the spread over the
fits in which one group was left out, and those fits into ``left_out.json``, where
``measured_runs.py`` finds them.

The laws are those of the registry, run over arrays; only their inputs change.
Every group weighs the same, rows below a quarter of the peak do not count
except for host times, and what a generation's rows cannot tell stays near a
common first guess.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from measured_rows import Unreadable, measured, run_of
from numpy.typing import NDArray

from derive.errors import DeriveError
from derive.runs import Run
from derive.runs.composition import Step, evaluate_arrays
from derive.runs.estimate import estimate_many, steps_for
from derive.runs.facts import LOW_PRECISIONS, kind_of

Array = NDArray[np.float64]
SHARES = ("e_mm", "e_mm_low", "e_att", "e_mem", "e_in", "e_out")
GUESS = (0.75, 0.7, 0.4, 0.7, 0.7, 0.7)
TIMES = {
    "t_host": 2e-4,
    "t_host_deepspeed": 1e-3,
    "alpha": 3e-6,
    "x_seen": 0.5,
    "t_fix": 0.01,
}
STALL = {"t_stall": 0.05}
PULL = 0.03
PULL_TIMES = 0.1
"""Orders of magnitude are known; without the groups that tell a time, others must not bend it."""
SENSIBLE = 0.25
ROUNDS = 12
ROUNDS_LEFT_OUT = 8
LEFT_OUT = Path(__file__).with_name("left_out.json")


@dataclass
class Batch:
    """Rows whose choices agree: their letters as arrays, what was measured, where they belong."""

    run: Run
    letters: dict[str, Array]
    measured: Array
    groups: list[str]
    generation: list[str]
    low: Array
    deepspeed: bool
    weight: Array
    known: dict[str, Any]
    late: tuple[Step, ...]


def batches(rows: Sequence[Mapping[str, Any]]) -> list[Batch]:
    """The rows that name a time, by their choices."""
    sorted_rows: dict[str, list[tuple[Mapping[str, Any], Run, float]]] = {}
    for row in rows:
        try:
            run = run_of(row)
            said = measured(row, run)
            estimate = run.estimate()
        except (Unreadable, DeriveError, KeyError, TypeError, ZeroDivisionError):
            continue
        step = said.step
        if step is None and said.model_flops:
            step = estimate["C_step_full"] / said.model_flops
        if step is None or not row["batch"].get("gbs") or "e_mm" not in run.letters:
            continue
        used = estimate["C_step_full"] / (step * run.letters["N_gpu"] * run.letters["F"])
        key = json.dumps([sorted(run.choices.items()), sorted(run.letters), run.names["framework"]])
        sorted_rows.setdefault(key, []).append((row, run, step if used >= SENSIBLE else -step))
    return [_batch(some) for some in sorted_rows.values()]


def _batch(some: Sequence[tuple[Mapping[str, Any], Run, float]]) -> Batch:
    runs = [run for _, run, _ in some]
    letters = {name: np.array([run.letters[name] for run in runs]) for name in runs[0].letters}
    step = np.array([step for *_, step in some])
    generation = [re.sub(r".*generation (\w+).*", r"\1", run.origins["e_att"]) for run in runs]
    known, late = prepared(runs[0], letters)
    return Batch(
        runs[0],
        letters,
        np.abs(step),
        [row["group"] for row, *_ in some],
        generation,
        np.array([kind_of(run.precision) in LOW_PRECISIONS for run in runs]),
        runs[0].names["framework"] == "megatron-deepspeed",
        np.where(step > 0, 1.0, 0.0),
        known,
        late,
    )


FITTED = (
    "e_mm",
    "e_att",
    "e_mem",
    "e_in",
    "e_out",
    "t_host",
    "alpha",
    "x_seen",
    "t_fix",
    "t_stall",
)


def prepared(run: Run, letters: dict[str, Array]) -> tuple[dict[str, Any], tuple[Step, ...]]:
    """What does not depend on the fitted letters, computed once, and the steps that do."""
    kept, run.letters = run.letters, letters
    known = estimate_many(run)
    steps, _ = steps_for(run, letters)
    run.letters = kept
    moving = set(FITTED)
    wanted = {"T_step"}
    late = []
    for step in steps:
        if moving.intersection(step.needs):
            moving.add(step.of)
            late.append(step)
    needed = []
    for step in reversed(late):
        if step.of in wanted:
            wanted.update(step.needs)
            needed.append(step)
    return known, tuple(reversed(needed))


class Fit:
    """The residuals of all batches as a function of shares and times."""

    def __init__(self, batches: list[Batch], left_out: str = "") -> None:
        self.batches = batches
        self.generations = sorted({name for batch in batches for name in batch.generation})
        self.names = [(g, s) for g in self.generations for s in SHARES]
        self.times = [*TIMES, *STALL]
        self.pull = np.array([PULL] * len(self.names) + [PULL_TIMES] * len(self.times))
        self.first = np.array(
            [_logit(guess) for _ in self.generations for guess in GUESS]
            + [np.log(value) for value in (*TIMES.values(), *STALL.values())]
        )
        groups = [group for batch in batches for group in batch.groups]
        sane = np.concatenate([batch.weight for batch in batches])
        self.weight = np.zeros(len(groups))
        for group in set(groups):
            mine = np.array([other == group for other in groups])
            if group == left_out:
                continue
            good = mine & (sane > 0)
            self.weight[good] = 1 / np.sqrt(max(1, good.sum()))
            # Layouts far from the peak tell how long hosts take and wait.
            rest = mine & (sane == 0)
            self.weight[rest] = 0.3 / np.sqrt(max(1, rest.sum()))

    def shares(self, x: Array) -> dict[tuple[str, str], float]:
        """Shares by generation."""
        return {name: float(1 / (1 + np.exp(-v))) for name, v in zip(self.names, x, strict=False)}

    def letters(self, x: Array) -> dict[str, dict[str, float]]:
        """What was fitted, by generation and, for times, by framework."""
        found: dict[str, dict[str, float]] = {"times": self.globals(x)}
        for (generation, share), value in self.shares(x).items():
            found.setdefault(generation, {})[share] = round(value, 4)
        return found

    def globals(self, x: Array) -> dict[str, float]:
        """Times that are the same for all generations."""
        return dict(zip(self.times, np.exp(x[len(self.names) :]).tolist(), strict=True))

    def estimates(self, x: Array) -> Array:
        """The step times of all rows."""
        shares, times = self.shares(x), self.globals(x)
        found = []
        for batch in self.batches:
            letters = dict(batch.known)
            for share in ("e_att", "e_mem", "e_in", "e_out"):
                letters[share] = np.array([shares[g, share] for g in batch.generation])
            letters["e_mm"] = np.array(
                [
                    shares[g, "e_mm_low" if low else "e_mm"]
                    for g, low in zip(batch.generation, batch.low, strict=True)
                ]
            )
            host = times["t_host_deepspeed" if batch.deepspeed else "t_host"]
            letters |= {"t_host": np.full(len(batch.measured), host)}
            for name in ("alpha", "x_seen", "t_fix"):
                letters[name] = np.full(len(batch.measured), min(times[name], 1.0))
            if batch.run.choices["hosts"] == "wait":
                letters["t_stall"] = np.full(len(batch.measured), times["t_stall"])
            values = evaluate_arrays(batch.run.composition, batch.late, letters)
            found.append(np.broadcast_to(values["T_step"], batch.measured.shape))
        return np.concatenate(found)

    def residuals(self, x: Array) -> Array:
        """Logarithms of estimate over measurement, bounded, and the pull to the first guess."""
        measured = np.concatenate([batch.measured for batch in self.batches])
        error = np.log(self.estimates(x) / measured)
        return np.concatenate(
            [np.arctan(3 * error) / 3 * self.weight, self.pull * (x - self.first)]
        )

    def slopes(self, x: Array, residuals: Array) -> Array:
        """Derivatives by differences; a share moves in all generations at once.

        No row depends on the shares of another generation.
        """
        rows = np.array([name for batch in self.batches for name in batch.generation])
        slopes = np.zeros((len(residuals), len(x)))
        together = [
            [place for place, (_, share) in enumerate(self.names) if share == one] for one in SHARES
        ]
        for places in [*together, *([n] for n in range(len(self.names), len(x)))]:
            step = np.zeros(len(x))
            step[places] = 1e-4
            change = (self.residuals(x + step) - residuals) / 1e-4
            for place in places:
                own = rows == self.names[place][0] if len(places) > 1 else slice(None)
                slopes[: len(rows), place][own] = change[: len(rows)][own]
                slopes[len(rows) + place, place] = self.pull[place]
        return slopes

    def solve(self, start: Array | None = None, rounds: int = ROUNDS) -> Array:
        """Levenberg-Marquardt with derivatives by differences."""
        x = self.first.copy() if start is None else start.copy()
        residuals, damping = self.residuals(x), 1e-2
        for _ in range(rounds):
            jacobian = self.slopes(x, residuals)
            square, slope = jacobian.T @ jacobian, jacobian.T @ residuals
            for _ in range(8):
                move = np.linalg.solve(square + damping * np.diag(np.diag(square)), -slope)
                trial = self.residuals(x + move)
                if trial @ trial < residuals @ residuals:
                    x, residuals, damping = x + move, trial, damping / 4
                    break
                damping *= 4
        return x


def _logit(share: float) -> float:
    return float(np.log(share / (1 - share)))


def errors(fit: Fit, x: Array, keep: Callable[[str], bool]) -> dict[str, list[float]]:
    """Relative errors of sensible rows by group."""
    measured = np.concatenate([batch.measured for batch in fit.batches])
    sane = np.concatenate([batch.weight for batch in fit.batches])
    groups = [group for batch in fit.batches for group in batch.groups]
    found: dict[str, list[float]] = {}
    for error, good, group in zip(fit.estimates(x) / measured - 1, sane, groups, strict=True):
        if good and keep(group):
            found.setdefault(group, []).append(float(error))
    return found


def main() -> None:
    """Fit, leave each group out once, print both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--quick", action="store_true", help="without leaving groups out")
    options = parser.parse_args()
    some = batches(json.loads(options.file.read_text(encoding="utf-8")))
    fit = Fit(some)
    x = fit.solve()
    fitted = errors(fit, x, lambda _: True)
    spread: dict[tuple[str, str], list[float]] = {}
    crossed: dict[str, list[float]] = {}
    kept: dict[str, Any] = {}
    for group in () if options.quick else sorted(fitted):
        without = Fit(some, group)
        other = without.solve(x, rounds=ROUNDS_LEFT_OUT)
        kept[group] = without.letters(other)
        crossed |= errors(without, other, lambda name, group=group: name == group)
        for name, share in without.shares(other).items():
            spread.setdefault(name, []).append(share)
    shares = fit.shares(x)
    for generation in fit.generations:
        line = "  ".join(f"{share} {shares[generation, share]:.3f}" for share in SHARES)
        print(f"{generation:6} {line}")
    print("  ".join(f"{name} {value:.3g}" for name, value in fit.globals(x).items()))
    print(f"\n{'group':18} rows  fitted median bias   left out median bias")
    for group in sorted(fitted):
        line = f"{group:18} {len(fitted[group]):4}  {_summary(fitted[group])}"
        print(line + (f"        {_summary(crossed[group])}" if group in crossed else ""))
    if options.write and kept:
        LEFT_OUT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        write(fit, shares, spread)


def _summary(values: Sequence[float]) -> str:
    size = statistics.median(abs(value) for value in values)
    return f"{size:13.1%} {statistics.median(values):+6.1%}"


def write(
    fit: Fit,
    shares: Mapping[tuple[str, str], float],
    spread: Mapping[tuple[str, str], Sequence[float]],
) -> None:
    """Put the shares into the package's data file."""
    file = Path("formulas/runs/attained.toml")
    lines = []
    generation = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if header := re.match(r"\[generation\.(\w+)\]", line):
            generation = header[1]
        share = line.partition(" = ")[0]
        seen = spread.get((generation, share))
        if (generation, share) not in shares:
            lines.append(line)
            continue
        value = shares[generation, share]
        low, high = (min(seen), max(seen)) if seen else (value, value)
        row = f"share = {value:.3f}, low = {low:.2f}, high = {high:.2f}"
        lines.append(f"{share} = {{ {row} }}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
