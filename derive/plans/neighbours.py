"""Neighbours of the best layout: one letter or one choice away, and why they lose.

Degrees multiply to the number of GPUs, so a neighbour has more or fewer
replicas, or splits a replica's GPUs otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.runs.estimate import Estimate, Part, steps_for
from derive.runs.wording import quantity

from .evaluator import MEMORY, Layout
from .space import Space, columns_of

if TYPE_CHECKING:
    from .answer import Plan

FEW = 0.02
"""A part that explains less than this share of the difference is not named."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """What differs from the best, what came of it, and why."""

    change: str
    verdict: str
    says: str
    ratio: float | None = None
    """Its step time over that of the best, where it has one."""
    over: float | None = None
    """Bytes by which it does not fit."""


def neighbours(plan: Plan) -> Iterator[Neighbour]:
    """Every neighbour of the best layout."""
    best = plan.best[0]
    yield from _letters(plan, best)
    yield from _choices(plan, best)


def _letters(plan: Plan, best: Layout) -> Iterator[Neighbour]:
    """For each letter one step down and one up, and what is possible where that is not."""
    space = _space(plan, best)
    said: set[str] = set()
    for name, values in space.columns:
        own = best.letters[name]
        for side in (
            sorted((value for value in values if value < own), reverse=True),
            sorted(value for value in values if value > own),
        ):
            for letters in _steps(space, best.letters, name, side):
                change = _difference(best.letters, letters)
                if change not in said:
                    said.add(change)
                    yield _judge(plan, change, letters, best.choices)


def _steps(
    space: Space, own: Mapping[str, float], name: str, side: Sequence[float]
) -> Iterator[Mapping[str, float]]:
    """The next value of a letter, and the next possible one, alone or at the cost of another."""
    if not side:
        return
    nearest = {**own, name: side[0]}
    yield nearest
    if not space.failure(nearest):
        return
    further = ({**own, name: value} for value in side[1:])
    possible = next((value for value in further if not space.failure(value)), None)
    if possible is not None:
        yield possible
    factor = side[0] / own[name]
    for other, values in space.columns:
        traded = {**nearest, other: own[other] / factor}
        if other != name and traded[other] in values and not space.failure(traded):
            yield traded


def _difference(own: Mapping[str, float], other: Mapping[str, float]) -> str:
    return " ".join(f"{name}={value:g}" for name, value in other.items() if value != own[name])


def _choices(plan: Plan, best: Layout) -> Iterator[Neighbour]:
    for choice, alternatives in plan.question.choices.items():
        for other in alternatives:
            if other == best.choices[choice]:
                continue
            choices = {**best.choices, choice: other}
            for letters in _adapted(plan, best, choices):
                change = f"{choice} {other}"
                if letters["v"] != best.letters["v"] and letters["v"] > 1:
                    change += f" with v={letters['v']:g}"
                yield _judge(plan, change, letters, choices)
                break


def _adapted(plan: Plan, best: Layout, choices: Mapping[str, str]) -> Iterator[Mapping[str, float]]:
    """The letters of the best under other choices: chunks only where they are interleaved."""
    space = _space(plan, Layout(best.letters, choices, best.values))
    chunks = dict(space.columns)["v"]
    own = best.letters["v"]
    nearest = sorted(chunks, key=lambda value: abs(value - own))
    possible = ({**best.letters, "v": value} for value in nearest)
    yield from (letters for letters in possible if not space.failure(letters))
    yield {**best.letters, "v": nearest[0] if nearest else own}


def _space(plan: Plan, layout: Layout) -> Space:
    run = plan.run_of(layout)
    free = {row["letter"] for row in run.composition.space["letters"]}
    base = run.changed({name: plan.question.run.letters[name] for name in free}, {})
    base.origins |= {name: plan.question.run.origins[name] for name in free}
    steps, _ = steps_for(base, base.letters)
    question = plan.question
    return Space(base, steps, columns_of(base, question.lists, question.bounds), question.bounds)


def _judge(
    plan: Plan, change: str, letters: Mapping[str, float], choices: Mapping[str, str]
) -> Neighbour:
    """One neighbour: impossible, too large, refused by a bound, slower, or faster."""
    layout = Layout(letters, choices, {})
    failure = _space(plan, layout).failure(letters)
    if failure:
        return Neighbour(change, "impossible", failure)
    estimate = plan.run_of(layout).estimate()
    if min(estimate.stages("L_st")) < 1:
        return Neighbour(change, "impossible", "a stage would hold no layer")
    ratio = estimate.time / plan.estimate.time
    pace = _pace(ratio)
    limit = _limit(plan, estimate)
    if estimate.memory > limit:
        over = estimate.memory - limit
        says = f"{pace}, but needs {_size(estimate.memory)}: {_size(over)} more than there is"
        return Neighbour(change, "too large", says, ratio, over)
    broken = next((bound for bound in _refusals(plan, estimate)), "")
    if broken:
        return Neighbour(change, "refused", f"{pace}, but not {broken}", ratio)
    reasons = [*_reasons(plan.estimate, estimate), *_notes(plan, estimate)]
    says = f"{pace}: {'; '.join(reasons)}" if reasons else pace
    return Neighbour(change, "faster" if ratio < 1 else "slower", says, ratio)


def _pace(ratio: float) -> str:
    if abs(ratio - 1) < 5e-4:
        return "as fast"
    return f"{abs(ratio - 1):.1%} {'slower' if ratio > 1 else 'faster'}"


def _limit(plan: Plan, estimate: Estimate) -> float:
    """The memory that a layout may take."""
    asked = [b.high for b in plan.question.bounds if b.letter == MEMORY and b.high is not None]
    return float(min([estimate.capacity or math.inf, *asked]))


def _refusals(plan: Plan, estimate: Estimate) -> Iterator[str]:
    for bound in plan.question.bounds:
        if bound.letter == MEMORY or bound.letter not in estimate.values:
            continue
        values = estimate.stages(bound.letter)
        if (bound.low is not None and min(values) < bound.low) or (
            bound.high is not None and max(values) > bound.high
        ):
            yield bound.says


def _reasons(best: Estimate, other: Estimate) -> Iterator[str]:
    """The parts of the step that account for most of the difference."""
    change = other.time - best.time
    known = {part.letter: part for part in best.parts("time")}
    moved = [(part.value - known[part.letter].value, part) for part in other.parts("time")]
    for difference, part in sorted(moved, key=lambda pair: -abs(pair[0]))[:2]:
        if abs(difference) > FEW * abs(change) and difference * change > 0:
            yield _moved(known[part.letter], part)


def _moved(before: Part, after: Part) -> str:
    old, new = quantity(before.value, "second"), quantity(after.value, "second")
    return f"{after.letter} {new} instead of {old}"


def _notes(plan: Plan, estimate: Estimate) -> Iterator[str]:
    """What explains why a layout is slow, as the package says it."""
    for row in estimate.run.composition.space["notes"]:
        if row["at_most"] not in estimate.values:
            continue
        size = math.prod(estimate[name] for name in row["product"])
        before = math.prod(plan.estimate[name] for name in row["product"])
        if before <= estimate[row["at_most"]] < size:
            yield row["says"]


def _size(value: float) -> str:
    return quantity(value, "byte")


def binding(plan: Plan) -> list[Neighbour]:
    """Neighbours that would be faster if a condition did not refuse them: what binds."""
    refused = (
        neighbour for neighbour in plan.neighbours if neighbour.verdict in ("too large", "refused")
    )
    faster = [
        neighbour
        for neighbour in refused
        if neighbour.ratio is not None and neighbour.ratio < 1 - 5e-4
    ]
    return sorted(faster, key=lambda neighbour: neighbour.ratio or 0.0)


def not_binding(plan: Plan) -> list[Neighbour]:
    """The other neighbours."""
    bound = {neighbour.change for neighbour in binding(plan)}
    return [neighbour for neighbour in plan.neighbours if neighbour.change not in bound]
