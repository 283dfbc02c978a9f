"""How an estimate is composed: steps, each one law with its letters renamed, and choices.

A knowledge package says it in ``runs/estimate.toml``. Here the steps that hold
for the settled choices are picked and put in an order in which each finds what
it needs. A letter that two steps give at once is a mistake of the package.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from derive.errors import OpenChoice, UnknownName, UnsoundComposition
from derive.names import spoken

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

    def holds(self, choices: Mapping[str, str]) -> bool:
        """Whether the settled choices take this step; an open one raises ``OpenChoice``."""
        for choice, alternatives in self.when.items():
            if choice not in choices:
                raise OpenChoice(choice, alternatives)
            if choices[choice] not in alternatives:
                return False
        return True

    def needs(self, laws: Laws) -> tuple[str, ...]:
        """The letters that must be known before."""
        if self.by:
            inputs = laws.law(self.by).program.inputs
            return tuple(self.renamed.get(letter, letter) for letter in inputs)
        return tuple(letter for letter in (self.same, self.largest) if letter)


@dataclass(frozen=True, slots=True)
class Choice:
    """Alternatives that exclude each other, each in a few words."""

    id: str
    asks: str
    alternatives: Mapping[str, str]
    called: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Composition:
    """All steps of an estimate, its choices, and which letters are its parts."""

    steps: tuple[Step, ...]
    parts: Mapping[str, Any]
    choices: Mapping[str, Choice]
    agreements: tuple[Mapping[str, str], ...]
    follows: tuple[Mapping[str, str], ...]
    """Letters that the shape of a model settles."""
    divisions: tuple[Mapping[str, str], ...]
    limits: tuple[Mapping[str, Any], ...]
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
            {name: step.needs(self.laws) for name, step in chosen.items()}
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
                needed.update(step.needs(self.laws))
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
    return Composition(
        tuple(_step(row) for row in table["steps"]),
        table["parts"],
        choices,
        tuple(table["agreements"]),
        tuple(table.get("follows", ())),
        tuple(table["divisions"]),
        tuple(table.get("limits", ())),
        tuple(table.get("whole", ())),
        tuple(table.get("even", ())),
        tuple(table["placement"]),
        data["plan"],
        data["diagnose"],
        table.get("renamed", {}),
        Laws(data),
    )


def _step(row: Mapping[str, Any]) -> Step:
    return Step(
        row["of"],
        row.get("by", ""),
        row.get("with", {}),
        row.get("same", ""),
        row.get("largest", ""),
        None if "is" not in row else float(row["is"]),
        {choice: tuple(names) for choice, names in row.get("when", {}).items()},
    )
