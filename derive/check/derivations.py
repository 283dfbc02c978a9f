"""Rules about derivations: each step follows, the last line is the law, no law proves itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Literal

import sympy

from derive.algebra.equal import points
from derive.algebra.evaluate import Undefined, truth
from derive.algebra.page import Failure, Replay
from derive.algebra.proof import replay
from derive.algebra.standins import stand_in
from derive.entries.alternatives import premises_in
from derive.laws import Law, numbers
from derive.records import Derivation, Formula, Use, divides
from derive.registry import Registry

from .code import Quote, first_line, function_of, quoted
from .laws import arranged, written
from .rules import Seen, domains_of, law_or_none, place_of

LOOKED_AT = 120
"""Points at which a law is looked at for one that breaks an inherited condition."""


def derivations_arrive(registry: Registry, derivation: Derivation) -> Iterator[Seen]:
    """Derivations arrive.

    What: replayed line by line, each step of a derivation follows from the line
    before it, and the last line says the same as the law.

    Why: a derivation that was only read can hide a slip for years; one that is
    replayed with every change cannot.

    Example: a page that divides the idle time by the ideal time, where the law
    is the share of the total time.
    """
    replayed = replay_of(registry, derivation)
    for failure in replayed.failures:
        # That the end is missed is told only where all steps follow.
        if failure.kind == "arrive" and len(replayed.failures) > 1:
            continue
        start = (
            "The derivation does not arrive"
            if failure.kind == "arrive"
            else f"Step {failure.number} does not follow"
        )
        yield Seen(
            f"{start}: {failure.problem}.",
            _line_of(derivation, failure),
            _sides(registry, derivation, replayed, failure),
        )


def derivations_inherit_their_conditions(
    registry: Registry, derivation: Derivation
) -> Iterator[Seen]:
    """Derivations inherit their conditions.

    What: a condition of a law that a derivation uses, in letters of the derived
    law, holds wherever the derived law says that it holds; shown by a point
    where it does not. Conditions about divisors are let pass.

    Why: what follows from a law holds where that law holds. Without the
    condition the derived law promises more than was proved.

    Example: a law for `p >= 2` used for a law that says nothing about `p`; say
    `holds_when=lambda: [p >= 2]`.
    """
    law = law_or_none(registry, derivation.formula)
    if law is None:
        return
    # Of letters that the derived law lost on the way it could not say anything.
    letters = law.relation.free_symbols
    for used, condition in replay_of(registry, derivation).inherited:
        if condition.has(divides) or not condition.free_symbols <= letters:
            continue
        point = _outside(registry, law, condition)
        if point is not None:
            yield Seen(
                f"{derivation.formula.id} lacks a condition of {used}.",
                first_line(derivation.declared),
                [("needed", written(condition)),
                 ("broken at", ", ".join(f"{letter} = {at}" for letter, at in point))],
                f"Add {written(condition)} to its holds_when, or assume it on the page.",
            )  # fmt: skip


def _outside(registry: Registry, law: Law, condition: Any) -> list[tuple[str, str]] | None:
    """A point at which a law holds and a condition does not; None if none was met."""
    relation, domains = law.relation, domains_of(registry)
    if not isinstance(relation.lhs, sympy.Symbol) or relation.rel_op != "==":
        return None
    # The left letter is no free choice: it is what the law gives.
    needed = numbers(condition).subs(relation.lhs, numbers(relation.rhs))
    kept = [condition for condition in law.conditions if relation.lhs not in condition.free_symbols]
    standins = stand_in([needed, *kept], domains)
    plain = standins.strip(needed)
    for point in islice(points(standins.ground(kept), plain.free_symbols), LOOKED_AT):
        try:
            if not truth(plain, point):
                home = {standins.original.get(letter, letter): at for letter, at in point.items()}
                return sorted((str(letter), str(at)) for letter, at in home.items())
        except Undefined:
            continue
    return None


@lru_cache(maxsize=8192)
def replay_of(registry: Registry, derivation: Derivation) -> Replay:
    """The derivation, replayed once."""
    return replay(derivation, lambda premise: _relation(registry, premise), domains_of(registry))


def _relation(registry: Registry, premise: Formula | Use) -> Any:
    """A premise as it was read; one that cannot be built says so itself."""
    if isinstance(premise, Use):
        return premise.put_into(_relation(registry, premise.formula))
    law = law_or_none(registry, premise)
    return premise() if law is None else law.relation


def strength_of(registry: Registry, derivation: Derivation) -> Literal["exact", "tested", "failed"]:
    """How a derivation ended: the weakest of its steps, or failed."""
    replayed = replay_of(registry, derivation)
    return replayed.strength if replayed.arrived and not replayed.failures else "failed"


def _sides(
    registry: Registry, derivation: Derivation, replayed: Replay, failure: Failure
) -> list[tuple[str, ...]]:
    """The line before the step, and what the step brings or claims."""
    if failure.kind == "arrive":
        lines = [step.after for step in replayed.steps if step.after is not None]
        rows: list[tuple[str, ...]] = [("last line", arranged(lines[-1]))] if lines else []
        law = law_or_none(registry, derivation.formula)
        return [*rows, ("the law", written(law.typed))] if law else rows
    step = replayed.steps[failure.number - 1]
    before = [("the line", arranged(step.before))] if step.before is not None else []
    relation: Any = step.premise() if step.premise is not None else step.stated
    brought = arranged(relation) if relation is not None else failure.right
    return [*before, *([("the step", brought)] if brought else [])]


def _line_of(derivation: Derivation, failure: Failure) -> Quote:
    """The author's line of a step: the steps are the calls on the page, in order."""
    function = function_of(derivation.declared, derivation.id)
    calls = [
        statement
        for statement in (function.body if function else ())
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    ]
    if not calls:
        return first_line(derivation.declared)
    return quoted(derivation.declared.file, calls[min(failure.number, len(calls)) - 1])


def laws_are_acyclic(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Laws are acyclic.

    What: following derivations from a law to the laws that they use never leads
    back to it.

    Why: two laws that are each derived from the other are both unproved,
    however well each step follows.

    Example: `bubble_fraction` derived from `bubble_ratio`, and `bubble_ratio`
    derived from `bubble_fraction`.
    """
    circle = shortest_circle(premises(registry), formula.id)
    # Each circle is told once, at the member that comes first in the alphabet.
    if not circle or formula.id != min(circle):
        return
    steps = list(zip(circle, [*circle[1:], circle[0]], strict=True))
    by = {
        name: next(way for way in registry.derived[name] if used in premises_in(way))
        for name, used in steps
    }
    yield Seen(
        "The laws are derived from each other in a circle."
        if len(circle) > 1
        else "The law is derived from itself.",
        first_line(by[formula.id].declared),
        [
            (f"{name} uses {used}", f"in {by[name].id}", place_of(registry, by[name].declared))
            for name, used in steps
        ],
        "Derive one of them from something else, or say what it is taken from.",
        file=by[formula.id].declared.file,
    )


@lru_cache(maxsize=8)
def premises(registry: Registry) -> Mapping[str, tuple[str, ...]]:
    """For each derived law, the laws that its derivations use."""
    return {
        law: tuple(sorted({used for derivation in derivations for used in premises_in(derivation)}))
        for law, derivations in registry.derived.items()
    }


def shortest_circle(graph: Mapping[str, tuple[str, ...]], start: str) -> tuple[str, ...]:
    """The shortest way from a law through its premises back to it; empty if there is none."""
    # Breadth first, so that the first way back is a shortest one.
    ways: list[tuple[str, ...]] = [(start,)]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        for used in graph.get(way[-1], ()):
            if used == start:
                return way
            if used not in seen:
                seen.add(used)
                ways.append((*way, used))
    return ()
