"""Attained shares from several measured runs: least squares with their uncertainties.

Residuals are logarithms of measured over estimated time. What is known from
public runs is a prior with the spread given there, so that shares on which
these runs do not depend stay where they were. Gauss and Newton, with the
standard covariance of the normal equations; NumPy's solver suffices for that.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from derive.errors import UnreadableRun
from derive.runs.facts import Facts
from derive.runs.record import Run

from .diagnosis import value_of

SCHEMA = 1
ROUNDS = 12
SPREAD = 0.25
"""Standard deviation of a share before any measurement, as a logarithm; public sweeps differ so."""
NOISE = 0.03
"""Least standard deviation of a measured time: runs that are repeated differ so."""
SMALL = 1e-4
FAR = 0.1
"""Runs that are still that far off after a fit are not of a sound machine: one share may be."""
LEAST = 1e-4
GOLDEN = (math.sqrt(5) - 1) / 2
CUTS = 40


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted letters with their standard errors, and how near the runs come before and after."""

    values: Mapping[str, float]
    errors: Mapping[str, float]
    before: Mapping[str, float]
    runs: int
    residual_before: float
    residual: float
    """Root mean square of the logarithms of measured over estimated."""
    alone: tuple[str, float, float] | None = None
    """Where a fit leaves the runs far off: the one share that brings them nearest, and how near."""

    def to_dict(self) -> dict[str, Any]:
        """The letters as data that ``--attained`` reads."""
        return {
            "schema": SCHEMA,
            "fitted_on": f"{self.runs} measured runs",
            "residual_before": self.residual_before,
            "residual": self.residual,
            "letters": {
                name: {"value": value, "error": self.errors[name], "before": self.before[name]}
                for name, value in self.values.items()
            },
        }

    def __str__(self) -> str:
        off = f"{self.residual:.1%} (root mean square), by {self.residual_before:.1%} before"
        lines = [f"fitted on {self.runs} measured runs: they are off by {off}"]
        lines += [
            f"  {name:6} {value:.3f} +- {self.errors[name]:.3f}   {self.before[name]:.3f} before"
            for name, value in self.values.items()
        ]
        if self.alone:
            name, value, left = self.alone
            lines.append(
                f"the shares of sound machines do not explain them; {name} = {value:.3g} alone "
                f"leaves them off by {left:.1%}"
            )
        return "\n".join(lines)


def fit(runs: Sequence[tuple[Run, Mapping[str, float]]]) -> Fit:
    """Fit the attained shares on runs with their measured letters."""
    import numpy as np

    names = list(runs[0][0].composition.diagnosis["fitted"])
    first = np.array([math.log(runs[0][0].letters[name]) for name in names])

    def residuals(logs: Any) -> Any:
        letters = {name: math.exp(min(0.0, value)) for name, value in zip(names, logs, strict=True)}
        rows = []
        for run, measured in runs:
            estimate = run.changed(letters).estimate()
            rows += [math.log(value / value_of(estimate, name)) for name, value in measured.items()]
        return np.array(rows)

    # Gauss-Newton with a prior, in logarithms of the shares: few runs leave some of the shares
    # open, and those stay near what sound machines attain instead of running away.
    logs, now = first.copy(), residuals(first)
    start = now
    steps = np.eye(len(names)) * SMALL
    noise = max(NOISE, float(np.sqrt(np.mean(now**2))) / 2)
    square, prior = np.eye(len(names)), np.eye(len(names)) / SPREAD**2
    for _ in range(ROUNDS):
        slopes = np.stack([(residuals(logs - step) - now) / SMALL for step in steps], axis=1)
        square = slopes.T @ slopes / noise**2 + prior
        pull = slopes.T @ now / noise**2 - (logs - first) / SPREAD**2
        move = np.linalg.solve(square, pull)
        # No share is above one; a round does not leave the neighbourhood in which slopes hold.
        logs = np.minimum(logs + np.clip(move, -0.5, 0.5), 0.0)
        now = residuals(logs)
        noise = max(NOISE, float(np.sqrt(np.mean(now**2))))
        if np.abs(move).max() < 1e-5:
            break
    left = float(np.sqrt(np.mean(now**2)))
    alone = None
    if left > FAR:

        def off(name: str, share: float) -> float:
            other = [*first]
            other[names.index(name)] = math.log(share)
            return float(np.sqrt(np.mean(residuals(np.array(other)) ** 2)))

        tried = [(name, _lowest(partial(off, name))) for name in names]
        name, value = min(tried, key=lambda pair: off(*pair))
        alone = (name, value, off(name, value)) if off(name, value) < left / 2 else None
    # The inverse of the curvature is the covariance of what was fitted.
    spread = np.sqrt(np.diag(np.linalg.inv(square)))
    values = {name: math.exp(value) for name, value in zip(names, logs, strict=True)}
    return Fit(
        values,
        {name: values[name] * float(wide) for name, wide in zip(names, spread, strict=True)},
        {name: math.exp(value) for name, value in zip(names, first, strict=True)},
        len(runs),
        float(np.sqrt(np.mean(start**2))),
        left,
        alone,
    )


def _lowest(off: Callable[[float], float]) -> float:
    """The share at which a run with one valley is lowest, by golden section over magnitudes."""
    low, high = math.log(LEAST), 0.0
    for _ in range(CUTS):
        left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        if off(math.exp(left)) < off(math.exp(right)):
            high = right
        else:
            low = left
    return math.exp((low + high) / 2)


def read_attained(file: Path) -> Facts:
    """Letters that a fit wrote, as facts of a run; raises ``UnreadableRun``."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        letters = {name: float(row["value"]) for name, row in data["letters"].items()}
        errors = {name: float(row["error"]) for name, row in data["letters"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as wrong:
        raise UnreadableRun(str(file), f"no fitted shares: {wrong}") from None
    bad = [name for name in letters if not re.fullmatch(r"[A-Za-z]\w{0,30}", name)]
    if bad or not all(0 < value <= 1 for value in letters.values()):
        raise UnreadableRun(str(file), "shares are names with numbers above 0 and up to 1")
    places = {name: f"{file.name}, +- {errors[name]:.3f}" for name in letters}
    return Facts(file.name, letters, places=places)
