"""A diagnosis: each measurement beside the estimate, and what could explain the gap.

Each explanation changes one thing alone: a letter, solved for through the laws
until the estimate gives what was measured, or a choice. Explanations that need
the smallest change come first; what an observation would be under each of them
says which observation tells them apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from derive.errors import MissingLetters, RunProblem
from derive.runs.estimate import Estimate
from derive.runs.record import Run
from derive.runs.roots import solved

from .conflicts import Conflict, conflicts
from .measurements import measured_and_given

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
    gap = max(gaps, key=lambda each: abs(math.log(each.ratio)))
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
