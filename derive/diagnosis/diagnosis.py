"""A diagnosis: each measurement beside the estimate, and what could explain the gap.

Each explanation changes one thing alone: a letter, solved for through the laws
until the estimate gives what was measured, or a choice. Explanations that need
the smallest change come first; what an observation would be under each of them
says which observation tells them apart.

Where measurements do not go together nothing about the run explains them: throughput is read
off a clock, utilization is reckoned from it with a peak, a number of parameters, of tokens and
of GPUs, and one of those figures does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.errors import DeriveError, MissingLetters, RunProblem
from derive.runs.composition import Composition, evaluate
from derive.runs.estimate import Estimate
from derive.runs.false_position import solved, solved_in_logarithms
from derive.runs.record import Run, read_letter

from .measurements import measured_and_given

# --- measurements that cannot all be true -------------------------------------------


CLOCK = "T_step"
LOOSE = 0.05
"""Figures in a thread have two digits."""
NEAR_OWN = 0.1
"""How near an accelerator's own other figure has to be: within the digits of such a reckoning."""
NEAR_OTHER = 0.03
"""And that of another accelerator: of so many, one is nearly always within ``NEAR_OWN``."""


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
    steps = estimate.run.composition.behind(estimate.steps, {letter})
    return letter != CLOCK and any(CLOCK in step.needs for step in steps)


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
            if away <= NEAR_OWN:
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


# --- one thing that explains a gap --------------------------------------------------


MEASURED = ("T_step", "R_gpu", "R_tok", "M_gpu", "MFU", "F_ach")
"""What people measure of a run, as they are told who have measured nothing."""
ACHIEVED = "F_ach"
NEAR = 0.02
"""A gap below this share is none: repeated runs differ by more."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A letter and the value at which the estimate meets the measurement, or a choice."""

    letter: str
    before: float
    after: float
    choice: str = ""
    alternative: str = ""
    estimates: Mapping[str, float] | None = None
    """Every measured letter under this explanation."""

    @property
    def change(self) -> float:
        """How much has to differ: the logarithm of the ratio."""
        if self.choice or not self.before or not self.after:
            return math.inf
        return abs(math.log(self.after / self.before))


@dataclass(frozen=True, slots=True)
class Gap:
    """One measured letter: what was measured, what is estimated, and what could explain it."""

    letter: str
    measured: float
    estimated: float
    explanations: tuple[Explanation, ...]
    unable: tuple[Explanation, ...]
    """Letters that do not suffice alone: ``after`` is the best that the letter can do."""

    @property
    def ratio(self) -> float:
        """Measured over estimated."""
        return self.measured / self.estimated


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """All gaps of one run, the choices that would close them, and what to measure next."""

    run: Run
    estimate: Estimate
    gaps: tuple[Gap, ...]
    choices: tuple[Explanation, ...]
    next: tuple[tuple[str, tuple[tuple[str, float], ...]], ...]
    """Letters to observe, each with its value under the explanations, and as it is estimated."""
    conflicts: tuple[Conflict, ...] = ()
    """Measured letters that do not go with the measured rate; they have no gap of their own."""

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as JSON writes it."""
        from .wording import to_data

        return to_data(self)

    def __str__(self) -> str:
        from .wording import text

        return text(self)


def diagnose(run: Run, measured: Mapping[str, float]) -> Diagnosis:
    """What measurements of a run, in base units, say of its estimate."""
    estimate = run.estimate()
    measured = _as_utilization(estimate, measured)
    missing = [name for name in measured if name not in estimate.values]
    if missing:
        raise MissingLetters(list(estimate.lacks) or [(name, "") for name in missing])
    against = tuple(conflicts(estimate, measured))
    # What contradicts the measured rate has no gap: closing it would explain a slip.
    odd = {conflict.letter for conflict in against}
    measured = {name: value for name, value in measured.items() if name not in odd}
    gaps = tuple(_gap(run, estimate, name, value) for name, value in measured.items())
    open_gaps = [gap for gap in gaps if abs(gap.ratio - 1) > NEAR]
    choices = tuple(_choices(run, measured, gaps)) if open_gaps else ()
    observed = tuple(_next(run, estimate, open_gaps, choices))
    return Diagnosis(run, estimate, gaps, choices, observed, against)


def _as_utilization(estimate: Estimate, measured: Mapping[str, float]) -> Mapping[str, float]:
    """What a GPU achieved is its utilization times the peak; that has conventions to count in."""
    if ACHIEVED not in measured or "F" not in estimate.run.letters or "MFU" in measured:
        return measured
    others = {name: value for name, value in measured.items() if name != ACHIEVED}
    return {**others, "MFU": measured[ACHIEVED] / estimate.run.letters["F"]}


def diagnose_run(names: Mapping[str, Any], givens: Mapping[str, Any]) -> Diagnosis:
    """The same from names and givens; letters that an estimate computes were measured."""
    empty = Run(package=names.get("package"))
    measured, given = measured_and_given(empty.composition, givens)
    if not measured:
        # A name that is none, such as an unknown measurement, is told first.
        Run(**names, **given)
        notes = [empty.composition.laws.letter(name) for name in MEASURED]
        raise MissingLetters([(note.name, f"measured {note.meaning}") for note in notes if note])
    return diagnose(Run(**names, **given), measured)


def value_of(estimate: Estimate, letter: str) -> float:
    """A letter of an estimate; memory on the fullest stage, everything else on the slowest."""
    return max(estimate.stages(letter))


def _gap(run: Run, estimate: Estimate, letter: str, measured: float) -> Gap:
    estimated = value_of(estimate, letter)
    if abs(measured / estimated - 1) <= NEAR:
        return Gap(letter, measured, estimated, (), ())
    able: list[Explanation] = []
    unable: list[Explanation] = []
    for row in run.composition.diagnosis["causes"]:
        cause = row["letter"]
        if cause == letter or cause not in estimate.values:
            continue

        def under(value: float, cause: str = cause) -> float:
            return value_of(run.changed({cause: value}).estimate(), letter)

        root = solved(under, value_of(estimate, cause), row.get("high"), measured, estimated)
        if root is not None:
            value, reached = root
            kept = able if reached else unable
            kept.append(Explanation(cause, value_of(estimate, cause), value))
    able.sort(key=lambda explanation: explanation.change)
    return Gap(letter, measured, estimated, tuple(able), tuple(unable))


def _choices(run: Run, measured: Mapping[str, float], gaps: Sequence[Gap]) -> Iterator[Explanation]:
    """Other alternatives under which all measurements together come out nearer."""
    now = sum(abs(math.log(gap.ratio)) for gap in gaps)
    candidates: list[tuple[float, Explanation]] = []
    for choice in run.composition.diagnosis["choices"]:
        for alternative in run.composition.choices[choice].alternatives:
            if alternative == run.choices[choice]:
                continue
            try:
                other = run.changed({}, {choice: alternative}).estimate()
            except RunProblem:
                continue
            values = {name: value_of(other, name) for name in measured if name in other.values}
            if len(values) < len(measured) or not all(value > 0 for value in values.values()):
                continue
            left = sum(abs(math.log(measured[name] / value)) for name, value in values.items())
            # Any change moves something: less than this would make every choice an explanation.
            if left < 0.7 * now:
                candidates.append((left, Explanation("", 0, 0, choice, alternative, values)))
    candidates.sort(key=lambda pair: pair[0])
    for _, explanation in candidates:
        yield explanation


def _next(
    run: Run, estimate: Estimate, gaps: Sequence[Gap], choices: Sequence[Explanation]
) -> Iterator[tuple[str, tuple[tuple[str, float], ...]]]:
    """Observations under which the explanations of the largest gap differ most."""
    if not gaps:
        return
    gap = max(gaps, key=lambda gap: abs(math.log(gap.ratio)))
    ways = [
        (named(explanation), _under(run, explanation))
        for explanation in [*choices[:2], *gap.explanations[:4]]
    ]
    observations = []
    for letter in run.composition.diagnosis["observed"]:
        if letter not in estimate.values:
            continue
        own = value_of(estimate, letter)
        values = [(name, value_of(other, letter)) for name, other in ways if letter in other.values]
        sizes = [value for _, value in values] + [own]
        if min(sizes) > 0 and max(sizes) > 1.1 * min(sizes):
            observations.append((max(sizes) / min(sizes), letter, (*values, ("as estimated", own))))
    observations.sort(key=lambda row: -row[0])
    # Of the observations that single out the same explanation, the clearest one suffices.
    singled: set[tuple[str, ...]] = set()
    for _, letter, rows in observations:
        own = rows[-1][1]
        key = tuple(name for name, value in rows if abs(value / own - 1) > 0.05)
        if key and key not in singled:
            singled.add(key)
            yield letter, rows


def named(explanation: Explanation) -> str:
    """An explanation in a few words."""
    if explanation.choice:
        return f"{explanation.choice} {explanation.alternative}"
    return explanation.letter


def _under(run: Run, explanation: Explanation) -> Estimate:
    if explanation.choice:
        return run.changed({}, {explanation.choice: explanation.alternative}).estimate()
    return run.changed({explanation.letter: explanation.after}).estimate()
