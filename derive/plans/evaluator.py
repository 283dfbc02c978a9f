"""Blocks of layouts through the steps of an estimate: memory first, and time of what fits."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.runs.composition import Known, Step, evaluate_arrays, representative_stages
from derive.runs.conditions import Condition
from derive.runs.record import Run

from .space import Space

MEMORY, TIME = "M_gpu", "T_step"

Rows = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Layout:
    """One layout: its letters and choices, and what the estimate said of it, in base units."""

    letters: Mapping[str, float]
    choices: Mapping[str, str]
    values: Mapping[str, float]


class Evaluator:
    """The steps of an estimate in two halves: what memory needs, and what comes after."""

    def __init__(
        self, run: Run, space: Space, steps: Sequence[Step], wanted: Sequence[str], stages: Known
    ) -> None:
        self.run, self.space, self.stages = run, space, stages
        self.composition = run.composition
        self.names = tuple(dict.fromkeys([*wanted, MEMORY, TIME, "R_gpu", "N_gpu"]))
        self.late = tuple(space.late)
        for condition in self.late:
            self.names = tuple(dict.fromkeys([*self.names, *condition.letters]))
        self.first = self.composition.behind(steps, [MEMORY, "L_st"])
        later = self.composition.behind(steps, self.names)
        done = {step.of for step in self.first}
        self.second = tuple(step for step in later if step.of not in done)
        self.steps = steps

    def evaluate(self, block: Mapping[str, Any], excluded: Counter[str]) -> Rows:
        """Every row of a block: whether it fits, memory, and time where it does."""
        import numpy as np

        size = len(next(iter(block.values())))
        letters = {**self.space.fixed, **block}
        letters |= representative_stages(self.composition, self.first, letters, self.stages)
        known = evaluate_arrays(self.composition, self.first, letters)
        good, failed = np.ones(size, dtype=bool), np.full(size, -1)
        miss = np.full(size, math.inf)
        after: list[tuple[int, Condition]] = []
        for place, condition in enumerate(self.late):
            if all(name in known for name in condition.letters):
                good = self._judge(place, condition, known, good, failed, miss, excluded)
            else:
                after.append((place, condition))
        rows: Rows = {**{name: block[name] for name in block}, "fits": good, "failed": failed}
        rows["miss"] = miss
        kept_values = {name: _where(value, good, size) for name, value in known.items()}
        values = evaluate_arrays(self.composition, self.second, kept_values) if good.any() else {}
        kept = np.flatnonzero(good)
        for place, condition in after if len(kept) else ():
            part = good[kept]
            own = failed[kept], miss[kept]
            part = self._judge(place, condition, values, part, *own, excluded)
            failed[kept], miss[kept], good[kept] = *own, part
        for name in self.names:
            rows[name] = _spread(values, known, name, kept, size)
        return rows

    def _judge(
        self,
        place: int,
        condition: Condition,
        known: Mapping[str, Any],
        good: Any,
        failed: Any,
        miss: Any,
        excluded: Counter[str],
    ) -> Any:
        import numpy as np

        still = good & np.broadcast_to(condition.holds(known), good.shape)
        fallen = good & ~still
        excluded[condition.says] += int(fallen.sum())
        if fallen.any() and condition.letter:
            value = np.broadcast_to(peak(known[condition.letter]), good.shape)[fallen]
            miss[fallen] = distance(condition, known, value, fallen)
            failed[fallen] = place
        return still

    def layout(self, run: Run, rows: Rows, place: int) -> Layout:
        """One row as a layout."""
        import numpy as np

        fixed = self.space.fixed
        letters = {name: float(rows[name][place]) for name, _ in self.space.columns}
        # What the listed letters were is a part of the layout, too.
        letters |= {name: float(fixed[name]) for name in (*self._listed(), "N_gpu")}
        values = {name: float(np.asarray(rows[name])[place]) for name in self.names}
        return Layout(letters, dict(run.choices), values)

    def _listed(self) -> tuple[str, ...]:
        origin = "chosen by the plan"
        return tuple(name for name in self.space.fixed if self.run.origins.get(name) == origin)


def peak(value: Any) -> Any:
    """A letter on its fullest stage."""
    import numpy as np

    array = np.asarray(value)
    return array.max(axis=0) if array.ndim > 1 else array


def distance(condition: Condition, known: Mapping[str, Any], value: Any, fallen: Any) -> Any:
    """By which factor a bound is missed; conditions that are no matter of degree come last."""
    import numpy as np

    if condition.high is not None:
        high = known.get(condition.high, condition.high)
        high = np.broadcast_to(high, fallen.shape)[fallen]
        return np.where(value > high, value / high, math.inf)
    if condition.low is not None and not isinstance(condition.low, str) and condition.low > 1:
        return condition.low / np.maximum(value, 1e-300)
    return np.full(int(fallen.sum()), math.inf)


def _where(value: Any, good: Any, size: int) -> Any:
    """The columns of those rows that go on."""
    import numpy as np

    array = np.asarray(value)
    if array.ndim and array.shape[-1] == size and size > 1:
        return array[..., good]
    return value


def _spread(
    values: Mapping[str, Any], known: Mapping[str, Any], name: str, kept: Any, size: int
) -> Any:
    """A letter over all rows; ``nan`` where it was not computed."""
    import numpy as np

    if name in known:
        return np.broadcast_to(np.asarray(peak(known[name]), dtype=float), (size,))
    full = np.full(size, np.nan)
    if name in values:
        full[kept] = peak(values[name])
    return full
