"""The space of layouts: which values each letter takes, and what a layout has to satisfy.

A package says it in ``runs/plan.toml``. Letters are filled in one after the
other, and what a condition excludes is cut off as soon as its letters are
known; what is cut off there counts with everything that would have followed,
so that the counts add up to the whole space.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from derive.runs.composition import Step, evaluate_arrays
from derive.runs.conditions import Condition, condition_of, taken
from derive.runs.record import Run

MOST_ROWS = 1 << 15
"""Rows of a block: what lies in between stays in the cache of a core."""


def conditions_of(
    run: Run, choices: Mapping[str, str], bounds: Sequence[Condition]
) -> tuple[Condition, ...]:
    """The conditions for these choices: of every run, of layouts, and what was asked."""
    rows = map(condition_of, run.composition.space["conditions"])
    own = [row for row in (*run.composition.limits, *rows) if taken(row.when, choices)]
    asked = [replace(bound, says=f"not {bound.says}, as asked") for bound in bounds]
    return (*run.composition.divisions, *own, *asked)


def divisors(number: float) -> list[float]:
    """All divisors of a whole number."""
    whole = int(number)
    # Up to the root: each divisor beyond it has a partner below.
    small = [n for n in range(1, math.isqrt(whole) + 1) if whole % n == 0]
    return [float(n) for n in sorted({*small, *(whole // n for n in small)})]


Columns = Sequence[tuple[str, list[float]]]
"""The letters of a layout in their order, each with the values that it takes."""


def columns_of(
    run: Run, lists: Mapping[str, tuple[float, ...]], bounds: Sequence[Condition]
) -> Columns:
    """What the letters of a layout are chosen from, before any condition."""
    rows = run.composition.space["letters"]
    return [(row["letter"], _values(run, row, lists, bounds)) for row in rows]


def part_of(columns: Columns, part: int, parts: int) -> Columns:
    """The same with one of several parts of the first letter's values, in their order."""
    (name, values), *others = columns
    ends = [len(values) * n // parts for n in (part, part + 1)]
    return [(name, values[ends[0] : ends[1]]), *others]


def _values(
    run: Run,
    row: Mapping[str, Any],
    lists: Mapping[str, tuple[float, ...]],
    bounds: Sequence[Condition],
) -> list[float]:
    """The values that a letter takes."""
    name = row["letter"]
    letters, origin = run.letters, run.origins.get(name, "")
    open_letter = origin.startswith(("default", "convention")) or name not in letters
    if name in lists:
        values = list(lists[name])
    elif not open_letter or not taken(row.get("when", {}), run.choices):
        return [float(letters[name])]
    else:
        of = letters[row["divisors_of"]]
        values = sorted({n for plus in row.get("plus", [0]) for n in divisors(of + plus)})
    for bound in bounds:
        if bound.letter == name:
            low, high = bound.low or -math.inf, math.inf if bound.high is None else bound.high
            values = [value for value in values if low <= value <= high]
    return values


class Space:
    """The layouts of one run under settled choices, as blocks of columns."""

    def __init__(
        self, run: Run, steps: Sequence[Step], columns: Columns, bounds: Sequence[Condition]
    ) -> None:
        self.run = run
        self.columns = columns
        free = {name for name, _ in columns}
        self.fixed = {name: value for name, value in run.letters.items() if name not in free}
        self.size = math.prod(len(values) for _, values in columns)
        outside = [bound for bound in bounds if bound.letter not in free]
        self._place(conditions_of(run, run.choices, outside), steps)

    def _place(self, conditions: Sequence[Condition], steps: Sequence[Step]) -> None:
        """Each condition, and each step it needs, at the first letter after which it is known."""
        level = dict.fromkeys(self.fixed, 0)
        level |= {name: place for place, (name, _) in enumerate(self.columns)}
        # What a condition refuses early is never multiplied out by the letters that follow.
        self.late: list[Condition] = []
        self.judged: list[list[Condition]] = [[] for _ in self.columns]
        self.derived: list[list[Step]] = [[] for _ in self.columns]
        reach = {}
        for step in steps:
            needs = step.needs
            if all(name in level for name in needs):
                level[step.of] = max((level[name] for name in needs), default=0)
                reach[step.of] = step
        wanted: set[str] = set()
        every = {*level, *(step.of for step in steps)}
        for condition in conditions:
            if not every.issuperset(condition.letters):
                continue
            if all(name in level for name in condition.letters):
                self.judged[max(level[name] for name in condition.letters)].append(condition)
                wanted.update(condition.letters)
            else:
                self.late.append(condition)
        for step in self.run.composition.behind(list(reach.values()), wanted):
            self.derived[level[step.of]].append(step)

    def blocks(self, excluded: Counter[str]) -> Iterator[dict[str, Any]]:
        """The layouts that no early condition excludes; others are counted by their reason."""
        yield from self._expand({}, 1, 0, excluded)

    def _expand(
        self, table: dict[str, Any], size: int, place: int, excluded: Counter[str]
    ) -> Iterator[dict[str, Any]]:
        import numpy as np

        if place == len(self.columns):
            yield table
            return
        name, values = self.columns[place]
        if not values:
            return
        # Each row that is refused here stands for all layouts that would have grown from it.
        following = math.prod(len(values) for _, values in self.columns[place + 1 :])
        # Depth first, some rows at a time: memory holds one block for each letter.
        rows = max(1, MOST_ROWS // len(values))
        for start in range(0, size, rows):
            part = {key: column[start : start + rows] for key, column in table.items()}
            count = min(rows, size - start)
            grown = {key: np.repeat(column, len(values)) for key, column in part.items()}
            grown[name] = np.tile(np.array(values, dtype=float), count)
            good = np.ones(count * len(values), dtype=bool)
            known = self.known(grown, place)
            for condition in self.judged[place]:
                still = good & condition.holds(known)
                excluded[condition.says] += int(good.sum() - still.sum()) * following
                good = still
            kept = {key: column[good] for key, column in grown.items()}
            if good.any():
                yield from self._expand(kept, int(good.sum()), place + 1, excluded)

    def known(self, table: Mapping[str, Any], place: int) -> dict[str, Any]:
        """Fixed letters, columns, and what follows from them for the conditions up to here."""
        steps = [step for column_steps in self.derived[: place + 1] for step in column_steps]
        return evaluate_arrays(self.run.composition, steps, {**self.fixed, **table})

    def failure(self, letters: Mapping[str, float]) -> str:
        """Why the early conditions refuse one layout; empty where they do not."""
        import numpy as np

        table = {name: np.array([letters[name]]) for name, _ in self.columns}
        known = self.known(table, len(self.columns) - 1)
        for condition in (
            condition for column_conditions in self.judged for condition in column_conditions
        ):
            if not np.all(condition.holds(known)):
                plain = {name: float(np.ravel(known[name])[0]) for name in condition.letters}
                return condition.told(plain)
        return ""
