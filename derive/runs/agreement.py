"""What has to agree in a run: GPUs and degrees, batch and micro-batches, heads and ranks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from derive.errors import Contradiction

from .evaluation import evaluate
from .facts import GIVEN

if TYPE_CHECKING:
    from .composition import Step
    from .record import Run

NEAR = 1e-9
ROUNDED = 0.01
"""How far a figure may be off that people round: 70B for 70.6 billion parameters."""


def check_run(run: Run) -> None:
    """Raise a ``Contradiction`` with both places where two things cannot both be so."""
    for row in run.composition.agreements:
        _agree(run, row, run.letters)
    for row in run.composition.divisions:
        _divide(run, row["divisor"], row["number"], row["says"])


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
    for row in run.composition.limits:
        when = row.get("when", {})
        if all(run.choices.get(name) in alternatives for name, alternatives in when.items()):
            _limit(run, row, values)


def _limit(run: Run, row: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    ends = [end for end in (row.get("at_least"), row.get("at_most")) if isinstance(end, str)]
    above = (*row.get("product", ()), *((row["letter"],) if "letter" in row else ()))
    below = (*row.get("divides", ()), *ends)
    if not all(isinstance(values.get(name), (int, float)) for name in (*above, *below)):
        return
    if "product" in row:
        number = math.prod(values[name] for name in below) + row.get("plus", 0)
        holds = not math.fmod(number, math.prod(values[name] for name in above))
    else:
        low, high = (
            values[end] if isinstance(end, str) else end
            for end in (row.get("at_least", -math.inf), row.get("at_most", math.inf))
        )
        holds = low <= values[row["letter"]] <= high
    if not holds:
        taken = [f"{name} {run.choices[name]}" for name in row.get("when", ())]
        said = [*([_origins(run, below, values)] if below else []), *taken]
        raise Contradiction(row["says"], _origins(run, above, values), "; ".join(said))


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
    if not behind or any(not known.issuperset(s.needs(run.composition.laws)) for s in behind):
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
            inputs = step.needs(run.composition.laws)
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
        taken = all(
            run.choices.get(name) in alternatives
            for name, alternatives in row.get("when", {}).items()
        )
        if taken and number % divisor:
            share = f"{row['number']} = {number:g} over {row['divisor']} = {divisor:g}"
            yield f"{number / divisor:g} {row['says']}: {share}"


def _origins(run: Run, names: Iterable[str], values: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} = {values[name]:g} ({run.origins.get(name, 'computed')})" for name in names
    )


def _divide(run: Run, divisor: str, number: str, says: str) -> None:
    if divisor not in run.letters or number not in run.letters:
        return
    below, above = run.letters[divisor], run.letters[number]
    if not isinstance(below, (int, float)) or not isinstance(above, (int, float)):
        return
    # fmod is exact, where the remainder of a rounded quotient is not.
    if above and math.fmod(above, below):
        raise Contradiction(
            f"{divisor} does not divide {number}: {says}",
            f"{run.origins[divisor]}: {divisor} = {below:g}",
            f"{run.origins[number]}: {number} = {above:g}",
        )
