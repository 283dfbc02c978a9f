"""An estimate: every letter of a run by its law, and the parts of memory and time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from derive.errors import MissingLetters, UnreadableRun, UnsoundComposition

from .composition import STAGE_LETTERS, Composition, Step, evaluate, evaluate_arrays, stage_letters
from .facts import GIVEN, ROUNDED, check_computed, check_layout, check_run, check_shape, computed

if TYPE_CHECKING:
    from .record import Run

MOST_STAGES = 512
NEEDED = {"N_gpu": "N_dp", "s": "s", "B": "n_acc"}
"""What every run says, and the letter from which a law gives it else."""
TOTALS = ("M_gpu", "T_step")
CAPACITY = ("M_drv", "M_hbm")
"""What the memory of a GPU is held against: the first that is known."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a total: its letter, the law that gave it, and its value in base units."""

    letter: str
    name: str
    formula: str
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """Every letter of a run, by stage where stages differ; parts are looked up in it."""

    run: Run
    values: Mapping[str, Any]
    steps: tuple[Step, ...]
    lacks: tuple[tuple[str, str], ...] = ()
    """Letters without which the time of a step cannot be told, with their meaning."""
    idle: tuple[str, ...] = ()
    """Letters that were given and that nothing here depends on."""
    instead: tuple[tuple[str, str], ...] = ()
    """Letters that were given in place of what a law or another place says, and of what."""

    def __repr__(self) -> str:
        time = "" if math.isnan(self.time) else f" and {self.time:.4g} s a step"
        return f"<estimate of {self.run!r}: {self.memory / 1e9:.4g} GB a GPU{time}>"

    def __getitem__(self, letter: str) -> Any:
        """A letter in base units; a list over the stages where they differ."""
        return self.values[letter]

    def stages(self, letter: str) -> list[float]:
        """A letter on every stage."""
        value = self.values[letter]
        return value if isinstance(value, list) else [value]

    def at_fullest(self, letter: str) -> float:
        """A letter on the fullest stage, in base units."""
        return self._at(self.values[letter])

    @property
    def stage(self) -> int:
        """The stage whose GPUs hold most."""
        memory = self.values["M_gpu"]
        return memory.index(max(memory)) if isinstance(memory, list) else 0

    @property
    def memory(self) -> float:
        """Memory of one GPU of the fullest stage, in bytes."""
        return self._at(self.values["M_gpu"])

    @property
    def time(self) -> float:
        """Time of one step, in seconds; ``nan`` where the run names no accelerator."""
        return float(self.values.get("T_step", float("nan")))

    @property
    def tokens_per_second_per_gpu(self) -> float:
        """Tokens per second of one GPU; ``nan`` where the run names no accelerator."""
        return float(self.values.get("R_gpu", float("nan")))

    @property
    def mfu(self) -> Mapping[str, float]:
        """Model FLOPs utilization by convention."""
        named = self.run.composition.parts["mfu"].items()
        return {name: self.values[letter] for name, letter in named if letter in self.values}

    @property
    def capacity(self) -> float | None:
        """Memory that the driver offers on one GPU."""
        value = next((self.values[name] for name in CAPACITY if name in self.values), None)
        return None if value is None else float(value)

    @property
    def fits(self) -> bool | None:
        """Whether the fullest GPU holds it; ``None`` where the run names no accelerator."""
        return None if self.capacity is None else self.memory <= self.capacity

    def parts(self, total: str) -> Iterator[Part]:
        """The parts of ``memory``, ``time``, ``layer`` and so on, on the fullest stage."""
        by = {step.of: step for step in self.steps}
        for letter in self.run.composition.parts[total]:
            if letter not in self.values:
                continue
            note = self.run.composition.laws.letter(letter)
            meaning, unit = (note.meaning, note.unit) if note else (letter, "")
            value = self._at(self.values[letter])
            yield Part(letter, meaning, _formula(letter, by), value, unit)

    def leaves_out(self) -> tuple[str, ...]:
        """What the laws behind memory and time leave out, each said once."""
        laws, by = self.run.composition.laws, {step.of: step for step in self.steps}
        said: dict[str, None] = {}
        seen: set[str] = set()
        behind = [letter for letter in TOTALS if letter in by]
        while behind:
            step = by.get(behind.pop())
            if step is None or step.of in seen:
                continue
            seen.add(step.of)
            behind += step.needs
            if step.by and laws.law(step.by).leaves_out:
                said[laws.law(step.by).leaves_out] = None
        return tuple(said)

    def to_dict(self) -> dict[str, Any]:
        """The estimate as JSON writes it."""
        from .wording import to_data

        return to_data(self)

    def explain(self, part: str) -> str:
        """The chain of laws behind a letter; raises ``UnknownName`` and ``MissingLetters``."""
        from .wording import explanation

        return explanation(self, part)

    def __str__(self) -> str:
        from .wording import text

        return text(self)

    def _at(self, value: Any) -> float:
        return float(value[self.stage] if isinstance(value, list) else value)


def _formula(letter: str, by: Mapping[str, Step]) -> str:
    """The law that gives a letter, or the letter that it is the same as or the largest of."""
    step = by.get(letter)
    while step is not None and not step.by:
        step = by.get(step.same or step.largest)
    return step.by if step else ""


def estimate(run: Run) -> Estimate:
    """Evaluate a run; raises what is missing, open or contradictory."""
    letters = dict(run.letters)
    check_run(run)
    check_shape(run)
    _not_results(run)
    missing = [name for name, instead in NEEDED.items() if not {name, instead} & letters.keys()]
    if missing:
        raise MissingLetters([(name, run.composition.laws.meaning(name)) for name in missing])
    steps, lacks = steps_for(run, letters)
    stages = int(letters["p"])
    if not 1 <= stages <= MOST_STAGES:
        raise UnsoundComposition("p", f"{stages} stages")
    letters |= stage_letters(stages)
    idle = tuple(f"{name} = {run.letters[name]:g}" for name in _idle(run, steps))
    values = evaluate(run.composition, steps, letters)
    check_computed(run, steps, values)
    check_layout(run, values)
    return Estimate(run, values, steps, lacks, idle, tuple(_instead(run)))


def _instead(run: Run) -> Iterator[tuple[str, str]]:
    """What was given in place of a model's figure, or of what a law computes."""
    for name, (place, value) in run.replaced.items():
        yield name, f"{run.own(name, value)}, {place}"
    agreements = {row["letter"] for row in run.composition.agreements}
    for name in run.letters.keys() - agreements - run.replaced.keys():
        by_law = computed(run, name) if run.origins[name] == GIVEN else None
        if by_law is not None and not math.isclose(by_law[1], run.letters[name], rel_tol=ROUNDED):
            yield name, f"{run.own(name, by_law[1])}, {by_law[0]}"


def results(composition: Composition) -> frozenset[str]:
    """What an estimate ends in: letters that no step of it starts from."""
    return composition.ends | set(TOTALS)


def _not_results(run: Run) -> None:
    """Refuse givens that an estimate is asked for: it would print them as its own."""
    result_letters = results(run.composition)
    for name in run.letters:
        if name in result_letters and run.origins[name] == GIVEN:
            why = (
                "an estimate finds it and does not start from it; derive diagnose compares the two"
            )
            raise UnreadableRun(name, why)


def _idle(run: Run, steps: Sequence[Step]) -> Iterator[str]:
    """Letters that were given and that no step takes."""
    agreements = {row["letter"] for row in run.composition.agreements}
    used = {name for step in steps for name in step.needs}
    used |= {*STAGE_LETTERS, *agreements}
    return (name for name in run.letters if run.origins[name] == GIVEN and name not in used)


def estimate_many(run: Run) -> dict[str, Any]:
    """Every letter of many runs at once: letters of ``run`` are arrays of one length."""
    from .composition import representative_stages

    steps, _ = steps_for(run, run.letters)
    letters = representative_stages(run.composition, steps, run.letters)
    return evaluate_arrays(run.composition, steps, {**run.letters, **letters})


Named = tuple[tuple[str, str], ...]


def steps_for(run: Run, letters: Mapping[str, Any]) -> tuple[tuple[Step, ...], Named]:
    """The steps that the letters of the run suffice for, in order, and what time lacks."""
    known, meaning = {*letters, *STAGE_LETTERS}, run.composition.laws.meaning
    possible: list[Step] = []
    lacking: dict[str, tuple[str, ...]] = {}
    for step in run.composition.settled(run.choices, letters.keys()):
        lacks = tuple(name for name in step.needs if name not in known)
        if lacks:
            lacking[step.of] = lacks
        else:
            possible.append(step)
            known.add(step.of)
    if "M_gpu" in lacking or "M_gpu" not in known:
        roots = _roots("M_gpu", lacking)
        entries = run.composition.laws.entries.values()
        shape = {
            letter for entry in entries if entry["shelf"] == "model" for letter in entry["figures"]
        }
        by_model = [] if run.names["model"] else [name for name in roots if name in shape]
        raise MissingLetters([(name, meaning(name)) for name in roots], by_model)
    roots = _roots("T_step", lacking)
    return tuple(possible), tuple((name, meaning(name)) for name in roots)


def _roots(letter: str, lacking: Mapping[str, Sequence[str]]) -> list[str]:
    """The letters that nothing gives, from which a missing one would follow."""
    roots: dict[str, None] = {}
    open_letters = [letter]
    while open_letters:
        name = open_letters.pop()
        for other in lacking.get(name, ()):
            if other in lacking:
                open_letters.append(other)
            else:
                roots[other] = None
    return list(roots)
