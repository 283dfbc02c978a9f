"""How an estimate is composed and run: steps, each one law with its letters renamed, and choices.

A knowledge package says it in ``runs/estimate.toml``. Here the steps that hold
for the settled choices are picked and put in an order in which each finds what
it needs. A letter that two steps give at once is a mistake of the package.

They are run once for one run, or over arrays for many runs at once. Letters that differ
between the stages of a pipeline are lists with one value per stage, for one run; for
arrays they have a leading axis of stages, of which one of each kind is looked at.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any, TypeAlias

from derive.errors import OpenChoice, UnknownName, UnsoundComposition
from derive.names import spoken

from .conditions import Condition, condition_of
from .laws import Laws, compiled


@dataclass(frozen=True, slots=True)
class Step:
    """What gives a letter: a law, another letter, a number, or the largest over the stages."""

    of: str
    by: str = ""
    renamed: Mapping[str, str] = field(default_factory=dict)
    same: str = ""
    largest: str = ""
    number: float | None = None
    when: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    """The letters that must be known before, a law's in the order of its program."""

    def holds(self, choices: Mapping[str, str]) -> bool:
        """Whether the settled choices take this step; an open one raises ``OpenChoice``."""
        for choice, alternatives in self.when.items():
            if choice not in choices:
                raise OpenChoice(choice, alternatives)
            if choices[choice] not in alternatives:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives that exclude each other, each in a few words."""

    id: str
    asks: str
    alternatives: Mapping[str, str]
    called: Mapping[str, str]


Settled: TypeAlias = tuple[frozenset[tuple[str, str]], frozenset[str]]
"""Choices with their alternatives, and the letters that are given."""
MOST_ORDERS = 1024
"""Orders of steps that are kept; the layouts of a plan have some dozens."""


@dataclass(frozen=True, slots=True)
class Composition:
    """All steps of an estimate, its choices, and which letters are its parts."""

    steps: tuple[Step, ...]
    parts: Mapping[str, Any]
    choices: Mapping[str, Choice]
    agreements: tuple[Mapping[str, str], ...]
    follows: tuple[Mapping[str, str], ...]
    """Letters that the shape of a model settles."""
    divisions: tuple[Condition, ...]
    limits: tuple[Condition, ...]
    """What no run can be, as conditions of a layout."""
    whole: tuple[Mapping[str, str], ...]
    """Letters that come out whole in every run."""
    even: tuple[Mapping[str, Any], ...]
    """What is dealt out as if it could be cut."""
    placement: tuple[str, ...]
    """The letters by which the stages of a pipeline differ."""
    space: Mapping[str, Any]
    """What a plan chooses, as the package says it."""
    diagnosis: Mapping[str, Any]
    """What could explain a measurement, as the package says it."""
    renamed: Mapping[str, Mapping[str, str]]
    """Choices that the laws know by another name, with the names of alternatives there."""
    laws: Laws
    ends: frozenset[str]
    """What is computed, and what no step starts from."""
    _orders: dict[Settled, tuple[Step, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """A plan, or a fit to a measurement, settles the same choices thousands of times."""

    def in_laws(self, choice: str, alternative: str) -> tuple[str, str]:
        """A choice and its alternative as the laws call them."""
        row = self.renamed.get(choice, {})
        return row.get("as", choice), row.get(alternative, alternative)

    def from_laws(self, choice: str, alternative: str) -> tuple[str, str]:
        """A choice and its alternative as an estimate calls them."""
        for name, row in self.renamed.items():
            if row["as"] == choice:
                own = (here for here, there in row.items() if there == alternative)
                return name, next(own, alternative)
        return choice, alternative

    def settled(self, choices: Mapping[str, str], given: Collection[str]) -> tuple[Step, ...]:
        """The steps for these choices, in an order in which each finds its inputs."""
        key = frozenset(choices.items()), frozenset(given)
        if key not in self._orders:
            order = self._ordered(choices, given)
            if len(self._orders) >= MOST_ORDERS:
                self._orders.clear()
            self._orders[key] = order
        return self._orders[key]

    def _ordered(self, choices: Mapping[str, str], given: Collection[str]) -> tuple[Step, ...]:
        chosen: dict[str, Step] = {}
        for step in self.steps:
            if step.of in given or not step.holds(choices):
                continue
            gives = self.laws.law(step.by).gives if step.by else step.of
            # A law renamed wrongly would put the right number under the wrong letter.
            if step.renamed.get(gives, gives) != step.of:
                raise UnsoundComposition(step.of, f"{step.by} gives {gives}")
            if step.of in chosen:
                raise UnsoundComposition(step.of, f"both {chosen[step.of].by} and {step.by}")
            chosen[step.of] = step
        # Kahn's algorithm, of the standard library: a step stands behind all that it needs.
        sorter: TopologicalSorter[str] = TopologicalSorter(
            {name: step.needs for name, step in chosen.items()}
        )
        try:
            order = tuple(sorter.static_order())
        except CycleError as wrong:
            raise UnsoundComposition(str(wrong.args[1][0]), "its own result is needed") from None
        return tuple(chosen[name] for name in order if name in chosen)

    def behind(self, steps: Sequence[Step], wanted: Collection[str]) -> tuple[Step, ...]:
        """Those of some ordered steps that the wanted letters need."""
        needed = set(wanted)
        kept = []
        for step in reversed(steps):
            if step.of in needed:
                needed.update(step.needs)
                kept.append(step)
        return tuple(reversed(kept))

    def alternative(self, choice: str, name: str) -> str:
        """An alternative by its name or what people call it; raises ``UnknownName``."""
        if choice not in self.choices:
            raise UnknownName("choice", choice, tuple(self.choices))
        known = self.choices[choice].alternatives
        named = spoken(name, known, self.choices[choice].called)
        if named is None:
            raise UnknownName(choice, name, tuple(known))
        return named


@functools.cache
def composition(package: str | Path | None = None) -> Composition:
    """The composition of a package, with its laws."""
    data = compiled(package)
    table = data["estimate"]
    choices = {
        name: Choice(
            name,
            row["asks"],
            {k: v for k, v in row.items() if k != "asks"},
            data["called"].get(name, {}),
        )
        for name, row in table["choices"].items()
    }
    steps = tuple(_step(row, data["laws"]) for row in table["steps"])
    # What is another letter's value unless it is given (what the driver leaves) may be given.
    computed = {step.of for step in steps if not step.same}
    return Composition(
        steps,
        table["parts"],
        choices,
        tuple(table["agreements"]),
        tuple(table.get("follows", ())),
        tuple(map(condition_of, table["divisions"])),
        tuple(map(condition_of, table.get("limits", ()))),
        tuple(table.get("whole", ())),
        tuple(table.get("even", ())),
        tuple(table["placement"]),
        data["plan"],
        data["diagnose"],
        table.get("renamed", {}),
        Laws(data),
        frozenset(computed.difference(*(step.needs for step in steps))),
    )


def _step(row: Mapping[str, Any], laws: Mapping[str, Any]) -> Step:
    by, renamed = row.get("by", ""), row.get("with", {})
    same, largest = row.get("same", ""), row.get("largest", "")
    # Of a law that is not there `settled` tells, where a run takes its step.
    inputs = laws[by]["program"]["inputs"] if by in laws else ()
    needs = (renamed.get(letter, letter) for letter in inputs) if by else (same, largest)
    return Step(
        row["of"],
        by,
        renamed,
        same,
        largest,
        None if "is" not in row else float(row["is"]),
        {choice: tuple(names) for choice, names in row.get("when", {}).items()},
        tuple(letter for letter in needs if letter),
    )


STAGE_LETTERS = ("i_stage", "x_in", "x_out")
STAGED = 2
"""Axes of an array that has one row per stage and one column per run."""


def stage_letters(stages: int) -> dict[str, list[float]]:
    """The letters that tell stages apart."""
    places = range(stages)
    return {
        "i_stage": [float(place) for place in places],
        "x_in": [float(place == 0) for place in places],
        "x_out": [float(place == stages - 1) for place in places],
    }


def evaluate(
    composition: Composition, steps: Sequence[Step], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Every letter of one run; those of a stage are lists."""
    known = dict(values)
    for step in steps:
        known[step.of] = _value(composition, step, known)
    return known


def _value(composition: Composition, step: Step, known: Mapping[str, Any]) -> Any:
    if step.number is not None:
        return step.number
    if step.same:
        return known[step.same]
    if step.largest:
        stages = known[step.largest]
        return max(stages) if isinstance(stages, list) else stages
    function = composition.laws.function(step.by)
    inputs = [known[letter] for letter in step.needs]
    stages = next((len(value) for value in inputs if isinstance(value, list)), 0)
    if not stages:
        return function(inputs)
    columns = [value if isinstance(value, list) else [value] * stages for value in inputs]
    return [function(row) for row in zip(*columns, strict=True)]


def evaluate_arrays(
    composition: Composition, steps: Sequence[Step], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Every letter of many runs: arrays that broadcast, letters of stages with an axis more."""
    import numpy as np

    known = dict(values)
    for step in steps:
        if step.number is not None:
            known[step.of] = np.float64(step.number)
        elif step.same:
            known[step.of] = known[step.same]
        elif step.largest:
            stages = np.asarray(known[step.largest])
            known[step.of] = stages.max(axis=0) if stages.ndim == STAGED else stages
        else:
            inputs = [known[letter] for letter in step.needs]
            known[step.of] = composition.laws.over_arrays(step.by)(*inputs)
    return known


# --- the stages that many runs are estimated at -----------------------------------

# A pipeline of 64 stages has few kinds of them. Between the ends, a stage is told apart by the
# letters of `placement` (how many layers of which kind it holds) and by its micro-batches in
# flight. Those do not become more from one stage to the next, so among stages of one kind the
# earliest is the fullest, and its time is that of the others.

Stage = tuple[float, float, float]
Known = dict[Any, list[Stage]]
"""Kinds of stages by the laws and letters that they follow from."""


def representative_stages(
    composition: Composition,
    steps: Sequence[Step],
    letters: Mapping[str, Any],
    known: Known | None = None,
) -> dict[str, Any]:
    """The letters of stages as arrays: a row for each kind of stage, a column for each run.

    ``known`` keeps what was worked out from one call to the next.
    """
    import numpy as np

    needed = composition.behind(steps, composition.placement)
    inputs = {name for step in needed for name in step.needs} | {"p"}
    given = [name for name in sorted(inputs) if name in letters]
    varying = [name for name in given if np.size(letters[name]) > 1]
    fixed = {name: float(np.ravel(letters[name])[0]) for name in given if name not in varying}
    laws = tuple((step.of, step.by, step.same, step.number) for step in needed)
    known_kinds: Known = {} if known is None else known

    def kinds_of(row: Sequence[float]) -> list[Stage]:
        given = fixed | dict(zip(varying, map(float, row), strict=True))
        key = (laws, tuple(given.items()))
        if key not in known_kinds:
            known_kinds[key] = _kinds(composition, needed, given)
        return known_kinds[key]

    if not varying:
        kinds = [kinds_of(())]
        column = np.zeros(1, dtype=int)
    else:
        columns = [np.asarray(letters[name], dtype=float) for name in varying]
        if len(columns) == 1:
            values, column = np.unique(columns[0], return_inverse=True)
            rows = values[:, None]
        else:
            rows, column = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
        kinds = [kinds_of(row) for row in rows]
    most = max(map(len, kinds))
    # Every column has as many rows: the first stage fills up, which changes no maximum.
    padded = np.array([[*stages, *[stages[0]] * (most - len(stages))] for stages in kinds])
    table = padded[np.ravel(column)]
    return {name: np.ascontiguousarray(table[:, :, n].T) for n, name in enumerate(STAGE_LETTERS)}


def _kinds(
    composition: Composition, needed: Sequence[Step], letters: Mapping[str, float]
) -> list[Stage]:
    """First stage, last stage, and the earliest of each kind between them."""
    by_stage = stage_letters(int(letters["p"]))
    values = evaluate(composition, needed, {**letters, **by_stage})
    count = len(by_stage["i_stage"])
    placed = [values[name] for name in composition.placement]
    columns = [value if isinstance(value, list) else [value] * count for value in placed]
    earliest: dict[tuple[float, ...], int] = {}
    for place in range(1, count - 1):
        earliest.setdefault(tuple(column[place] for column in columns), place)
    kept = dict.fromkeys([0, *earliest.values(), count - 1])
    return [tuple(by_stage[name][place] for name in STAGE_LETTERS) for place in kept]  # type: ignore[misc]
