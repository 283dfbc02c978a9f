"""What one place says of a run, and what has to agree among all of them.

Places are conventions of frameworks, shares of peaks that were attained, files. GPUs agree with
degrees, the batch with micro-batches, heads with ranks.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import Contradiction, UnknownName
from ..names import guesses
from .composition import Composition, evaluate
from .conditions import Condition, taken
from .laws import compiled

if TYPE_CHECKING:
    from .composition import Step
    from .record import Run


GIVEN = "given"
"""The origin of what the user named."""
ASSUMED = "assumed"
"""How the origin begins of what nobody said of this run: a model's usual sequence length."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Letters in base units, choices, and keys that were not used, with their places.

    ``framework`` is set by a file that only one framework has, ``precision`` by one
    that names the format of the large products.
    """

    origin: str
    letters: Mapping[str, Any] = field(default_factory=dict)
    choices: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    framework: str = ""
    precision: str = ""

    def place(self, name: str) -> str:
        """Where this layer says a letter or a choice."""
        return self.places.get(name, self.origin)


# --- conventions: data of the package -----------------------------------------------


PRECISIONS = {
    "bf16": ("bfloat16", "bf16-mixed", "amp_bf16"),
    "fp16": ("float16", "half", "fp16-mixed", "amp_fp16"),
    "fp8": ("float8", "mxfp8", "amp_fp8"),
    "fp4": ("nvfp4", "mxfp4"),
}
"""The formats of large products that the conventions know, as the catalogue names them.

Recipes that differ in how they scale their blocks are one format here: the conventions of
the frameworks do not tell them apart.
"""
LOW_PRECISIONS = ("fp8", "fp4")
SHARES = ("e_mm", "e_att", "e_mem", "e_in", "e_out")
GPUS_PER_NODE = 8.0


@dataclass(frozen=True, slots=True)
class Conventions:
    """What is taken where a run does not say it."""

    data: Mapping[str, Any]
    attained: Mapping[str, Any]

    @property
    def defaults(self) -> Facts:
        """The weakest layer."""
        return _facts("default", self.data["defaults"])

    def framework(self, name: str, precision: str) -> Facts:
        """What a framework does in a precision; raises ``UnknownName``."""
        facts = self._named("framework", name)
        own = self.data["framework"][name].get(kind_of(precision), {})
        letters = {**facts.letters, **_facts("", own).letters}
        return Facts(facts.origin, letters, facts.choices)

    def settled(self, choice: str, alternative: str) -> Facts:
        """Letters that an alternative of a choice settles."""
        return self._named(choice, alternative)

    def _named(self, kind: str, name: str) -> Facts:
        known = self.data[kind]
        if name not in known:
            raise UnknownName(kind, name, guesses(name, list(known)) or tuple(known))
        return _facts(f"convention, {kind} {name}", known[name])

    def hardware(self, composed: Composition, gpu: str, link: str, precision: str) -> list[Facts]:
        """Figures of an accelerator, its links, and the shares that runs on it attained."""
        layers = []
        if gpu:
            entry = composed.laws.entry_named("gpu", gpu)
            layers.append(_accelerator(entry, precision))
            layers.append(self._shares(entry["id"], precision))
        for name in filter(None, link.split(",")):
            shelved, _, choice = name.strip().partition(":")
            entry = composed.laws.entry_named("link", shelved)
            if choice and choice not in entry["choices"]:
                known = tuple(entry["choices"])
                raise UnknownName("choice", choice, guesses(choice, known) or known, entry["title"])
            letters: dict[str, float] = {}
            for figures in entry["choices"].values():
                letters |= figures
            kept = {k: v for k, v in letters.items() if k in ("beta_in", "beta_out")}
            layers.append(Facts(entry["title"], kept))
        return layers

    def _shares(self, gpu: str, precision: str) -> Facts:
        for name, generation in self.attained["generation"].items():
            if gpu in generation["gpus"]:
                low = kind_of(precision) in LOW_PRECISIONS
                used = {share: generation[share] for share in SHARES}
                used["e_mm"] = generation["e_mm_low" if low else "e_mm"]
                letters = {share: row["share"] for share, row in used.items()}
                links = generation.get("links_in_node", {})
                letters["beta_in"] = links.get(gpu, generation["link_in_node"])
                letters["x_fa2"] = generation.get("x_fa2", 1.0)
                letters["beta_out"] = generation["link_between_nodes"]
                letters["G_node"] = generation.get("gpus_per_node", {}).get(gpu, GPUS_PER_NODE)
                origin = f"attained on generation {name}"
                places = {
                    share: f"{origin}, {row['low']} to {row['high']} with one group left out"
                    for share, row in used.items()
                }
                return Facts(origin, letters, places=places)
        return Facts("no attained shares are known")


def kind_of(precision: str) -> str:
    """The number format of the large products; raises ``UnknownName``."""
    name = precision.lower()
    for kind, others in PRECISIONS.items():
        if name == kind or name in others:
            return kind
    # All four: by its letters fp32 is nearest to fp8, and that is not what it means.
    raise UnknownName("precision", precision, tuple(PRECISIONS), "an estimate")


def _accelerator(entry: Mapping[str, Any], precision: str) -> Facts:
    choices = entry["choices"]
    kind = kind_of(precision)
    if kind not in choices and kind not in LOW_PRECISIONS:
        kind = "bf16" if "bf16" in choices else "fp16"
    if kind not in choices:
        raise UnknownName("precision", precision, tuple(choices), entry["title"])
    # A utilization is told of the peak that all large products had before there was fp8.
    usual = next((name for name in ("bf16", "fp16") if choices.get(name)), kind)
    letters = {**entry["figures"], **choices[usual], "F_mm": choices[kind]["F"]}
    places = dict.fromkeys(choices[usual], f"{entry['title']}, {usual}")
    places |= {"F_mm": f"{entry['title']}, {kind}"}
    return Facts(entry["title"], letters, places=places)


def _facts(origin: str, row: Mapping[str, Any]) -> Facts:
    letters = {name: float(value) for name, value in row.get("letters", {}).items()}
    return Facts(origin, letters, row.get("choices", {}))


@functools.cache
def conventions(package: str | Path | None = None) -> Conventions:
    """The conventions of a package."""
    data = compiled(package)
    return Conventions(data["conventions"], data["attained"])


# --- what has to agree ------------------------------------------------------------


NEAR = 1e-9
ROUNDED = 0.01
"""How far a figure may be off that people round: 70B for 70.6 billion parameters."""


def check_run(run: Run) -> None:
    """Raise a ``Contradiction`` with both places where two things cannot both be so."""
    for row in run.composition.agreements:
        _agree(run, row, run.letters)
    for condition in run.composition.divisions:
        if _fails(condition, run.letters):
            divisor, number = (
                f"{run.origins[name]}: {name} = {run.letters[name]:g}" for name in condition.letters
            )
            raise Contradiction(condition.says, divisor, number)


def _fails(condition: Condition, values: Mapping[str, Any]) -> bool:
    """Whether a condition is broken by numbers; of what is not known, or many, nothing is said."""
    numbers = (isinstance(values.get(name), (int, float)) for name in condition.letters)
    return all(numbers) and not condition.holds(values)


def _agree(run: Run, row: Mapping[str, str], values: Mapping[str, Any]) -> None:
    letter, formula = row["letter"], row["by"]
    law = run.composition.laws.law(formula)
    if letter not in run.letters or any(name not in values for name in law.program.inputs):
        return
    inputs = [values[name] for name in law.program.inputs]
    if not all(isinstance(value, (int, float)) for value in (run.letters[letter], *inputs)):
        return
    value = run.composition.laws.function(formula)(inputs)
    if not math.isclose(value, run.letters[letter], rel_tol=NEAR):
        raise Contradiction(
            f"{letter}: {row['says']}",
            f"{run.origins[letter]}: {letter} = {run.letters[letter]:g}",
            f"{law.law}, with {_origins(run, law.program.inputs, values)}",
        )


def check_layout(run: Run, values: Mapping[str, Any]) -> None:
    """Raise a ``Contradiction`` where a layout is none: more stages than layers, say."""
    for condition in run.composition.limits:
        if taken(condition.when, run.choices) and _fails(condition, values):
            below = [_origins(run, condition.below, values)] if condition.below else []
            said = [*below, *(f"{name} {run.choices[name]}" for name in condition.when)]
            above = _origins(run, condition.above, values)
            raise Contradiction(condition.says, above, "; ".join(said))


def check_shape(run: Run) -> None:
    """Raise a ``Contradiction`` where what follows from the model's shape was given otherwise."""
    for row in run.composition.follows:
        letter = row["letter"]
        by_law = computed(run, letter) if run.origins.get(letter) == GIVEN else None
        given = run.letters.get(letter)
        if by_law is None or not isinstance(given, (int, float)):
            continue
        formula, value = by_law
        if not math.isclose(value, given, rel_tol=ROUNDED):
            raise Contradiction(
                f"{letter}: {row['says']}",
                f"{GIVEN}: {letter} = {given:.4g}",
                f"{formula} gives {letter} = {value:.4g} from the layers of the model",
            )


def computed(run: Run, letter: str) -> tuple[str, float] | None:
    """What a law gives for a letter that was given, and which; none where none does."""
    # Without the letter itself, or its law would not be among the steps.
    others = {name: value for name, value in run.letters.items() if name != letter}
    if all(step.of != letter for step in run.composition.steps):
        return None
    steps = run.composition.settled(run.choices, others.keys())
    behind = run.composition.behind(steps, [letter])
    known = {*others, *(step.of for step in behind)}
    if not behind or any(not known.issuperset(s.needs) for s in behind):
        return None
    value = evaluate(run.composition, behind, others)[letter]
    return (behind[-1].by, value) if behind[-1].by and isinstance(value, (int, float)) else None


def check_computed(run: Run, steps: Sequence[Step], values: Mapping[str, Any]) -> None:
    """Raise a ``Contradiction`` where a computed count is broken, or not what was given."""
    for row in run.composition.agreements:
        _agree(run, row, values)
    by = {step.of: step for step in steps}
    for row in run.composition.whole:
        value, step = values.get(row["letter"]), by.get(row["letter"])
        if step is None or not step.by or not isinstance(value, (int, float)):
            continue
        if abs(value - round(value)) > NEAR * value:
            law = run.composition.laws.law(step.by)
            inputs = step.needs
            raise Contradiction(
                f"{row['letter']}: {row['says']}",
                f"{row['letter']} = {value:g}",
                f"{law.law}, with {_origins(run, inputs, values)}",
            )


def uneven(run: Run) -> Iterator[str]:
    """What is dealt out as if it could be cut, in words."""
    for row in run.composition.even:
        divisor, number = run.letters.get(row["divisor"]), run.letters.get(row["number"])
        if not isinstance(divisor, (int, float)) or not isinstance(number, (int, float)):
            continue
        if taken(row.get("when", {}), run.choices) and number % divisor:
            share = f"{row['number']} = {number:g} over {row['divisor']} = {divisor:g}"
            yield f"{number / divisor:g} {row['says']}: {share}"


def _origins(run: Run, names: Iterable[str], values: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} = {values[name]:g} ({run.origins.get(name, 'computed')})" for name in names
    )
