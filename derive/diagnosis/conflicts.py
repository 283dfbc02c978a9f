"""Measurements that cannot all be true: the time of a step ties rates and utilizations together.

Throughput is read off a clock, utilization is reckoned from it with a peak, a
number of parameters, of tokens and of GPUs. Where the two do not go together,
nothing about the run explains the utilization: one of those figures does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from derive.errors import DeriveError
from derive.runs.composition import Composition
from derive.runs.estimate import Estimate
from derive.runs.evaluation import evaluate
from derive.runs.record import read_letter
from derive.runs.roots import solved_in_logarithms

CLOCK = "T_step"
LOOSE = 0.05
"""Figures in a thread have two digits."""
NEAR = 0.1
"""How near an accelerator's own other figure has to be: within the digits of such a reckoning."""
NEAR_OTHER = 0.03
"""And that of another accelerator: there are so many that one is nearly always within ``NEAR``."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A letter that a utilization is reckoned with, and the values that would reconcile it."""

    letter: str
    before: float
    after: Mapping[str, float]
    """By the convention in which the measured letter was counted."""
    near: str = ""
    """A figure of the catalogue that may have been taken for it."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A measured letter, what it is by the measured rate, and what would reconcile the two."""

    letter: str
    measured: float
    beside: str
    rate: float
    implied: Mapping[str, float]
    figures: tuple[Figure, ...]


def conflicts(estimate: Estimate, measured: Mapping[str, float]) -> Iterator[Conflict]:
    """The measured letters that do not go with the measured rate."""
    table = estimate.run.composition.diagnosis
    beside = next((name for name in table["rates"] if name in measured), "")
    if not beside or CLOCK not in estimate.values:
        return
    time = _time(estimate, beside, measured[beside])
    for letter, value in measured.items():
        if letter == beside or time is None or not _timed(estimate, letter):
            continue
        named = estimate.run.composition.parts["mfu"].values()
        counted = list(named) if letter in named else [letter]
        implied = {name: _reckoned(estimate, name, {CLOCK: time}) for name in counted}
        if any(abs(value / by_convention - 1) <= LOOSE for by_convention in implied.values()):
            continue
        figures = list(_figures(estimate, counted, value, time))
        figures.sort(key=lambda figure: not figure.near)
        yield Conflict(letter, value, beside, measured[beside], implied, tuple(figures))


def _time(estimate: Estimate, letter: str, measured: float) -> float | None:
    """The time of a step that gives a measured rate."""
    if letter == CLOCK:
        return measured
    return solved_in_logarithms(
        lambda time: _reckoned(estimate, letter, {CLOCK: time}), estimate.time, measured
    )


def _timed(estimate: Estimate, letter: str) -> bool:
    laws, composed = estimate.run.composition.laws, estimate.run.composition
    steps = composed.behind(estimate.steps, {letter})
    return letter != CLOCK and any(CLOCK in step.needs(laws) for step in steps)


def _reckoned(estimate: Estimate, letter: str, changed: Mapping[str, float]) -> float:
    """A letter by its laws, with some figures changed that the others do not follow."""
    composed = estimate.run.composition
    left = [step for step in estimate.steps if step.of not in changed]
    values = {**estimate.values, **changed}
    return float(evaluate(composed, composed.behind(left, {letter}), values)[letter])


def _figures(
    estimate: Estimate, counted: list[str], measured: float, time: float
) -> Iterator[Figure]:
    for name in estimate.run.composition.diagnosis["reckoned"]:
        if name not in estimate.values:
            continue
        own = float(estimate.values[name])
        after = {}
        for letter in counted:
            # The letters are bound as defaults: a closure would see those of the last round.
            def under(value: float, name: str = name, letter: str = letter) -> float:
                return _reckoned(estimate, letter, {CLOCK: time, name: value})

            value = solved_in_logarithms(under, own, measured)
            if value is not None:
                after[letter] = value
        if after:
            yield Figure(name, own, after, _near(estimate, name, after))


def _near(estimate: Estimate, name: str, after: Mapping[str, float]) -> str:
    """The figure of an accelerator that comes nearest: another one of its own before others."""
    composed, gpu = estimate.run.composition, estimate.run.names["gpu"]
    low, high = min(after.values()), max(after.values())
    candidates: list[tuple[bool, float, str]] = []
    own_id = composed.laws.entry_named("gpu", gpu)["id"] if gpu else ""
    for key, entry in composed.laws.entries.items():
        for says, text in entry["quoted"].items() if key == own_id else ():
            value = _value(composed, name, text)
            away = 0.0 if low <= value <= high else min(abs(value / end - 1) for end in (low, high))
            if away <= NEAR:
                candidates.append((False, away, f"{text} is quoted for it, {says}"))
        figures = next(iter(entry["choices"].values()), None) or {}
        own = float(figures.get(name, math.nan))
        # NaN, of an entry without the figure, is near nothing: no comparison with it holds.
        away = min(abs(own / value - 1) for value in after.values())
        if key != own_id and away <= NEAR_OTHER:
            candidates.append((True, away, f"that of {entry['title']}"))
    return min(candidates)[2] if candidates else ""


def _value(composed: Composition, name: str, text: str) -> float:
    try:
        return float(read_letter(composed, name, text))
    except DeriveError:
        return math.nan
