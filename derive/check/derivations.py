"""The rule about derivations: each step follows, and the last line is the law."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Literal

import sympy

from derive.algebra.arithmetic import Undefined
from derive.algebra.evaluate import truth
from derive.algebra.proof import replay
from derive.algebra.sample import points
from derive.algebra.standins import stand_in
from derive.algebra.steps import Failure, Replay, Step
from derive.laws import Law, numbers
from derive.records import Derivation, divides
from derive.registry import Registry

from .code import Quote, first_line, function_of, quoted
from .laws import arranged, written
from .records import domains_of, law
from .rules import Seen

LOOKED_AT = 120


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
    for failure in _told(replayed.failures):
        quote = _line_of(derivation, failure)
        yield Seen(
            _message(failure),
            quote.text,
            _sides(registry, derivation, replayed, failure),
            line=quote.line,
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
    made = law(registry, derivation.formula)
    if made is None:
        return
    letters = made.relation.free_symbols
    for used, condition in replay_of(registry, derivation).inherited:
        if condition.has(divides) or not condition.free_symbols <= letters:
            continue
        point = _outside(registry, made, condition)
        if point is not None:
            quote = first_line(derivation.declared)
            yield Seen(
                f"{derivation.formula.id} lacks a condition of {used}.",
                quote.text,
                [("needed", written(condition)),
                 ("broken at", ", ".join(f"{one} = {at}" for one, at in point))],
                f"Add {written(condition)} to its holds_when, or assume it on the page.",
            )  # fmt: skip


def _outside(registry: Registry, made: Law, condition: Any) -> list[tuple[str, str]] | None:
    """A point at which a law holds and a condition does not; None if none was met."""
    relation, domains = made.relation, domains_of(registry)
    if not isinstance(relation.lhs, sympy.Symbol) or relation.rel_op != "==":
        return None
    # The left letter is no free choice: it is what the law gives.
    needed = numbers(condition).subs(relation.lhs, numbers(relation.rhs))
    kept = [one for one in made.conditions if relation.lhs not in one.free_symbols]
    standins = stand_in([needed, *kept], domains)
    plain = standins.strip(needed)
    for point in islice(points(standins.ground(kept), plain.free_symbols), LOOKED_AT):
        try:
            if not truth(plain, point):
                home = {standins.original.get(one, one): at for one, at in point.items()}
                return sorted((str(one), str(at)) for one, at in home.items())
        except Undefined:
            continue
    return None


@lru_cache(maxsize=8192)
def replay_of(registry: Registry, derivation: Derivation) -> Replay:
    """The derivation, replayed once."""
    return replay(derivation, lambda premise: premise(), domains_of(registry))


def strength_of(registry: Registry, derivation: Derivation) -> Literal["exact", "tested", "failed"]:
    """How a derivation ended: the weakest of its steps, or failed."""
    replayed = replay_of(registry, derivation)
    return replayed.strength if replayed.arrived and not replayed.failures else "failed"


def _told(failures: tuple[Failure, ...]) -> Iterator[Failure]:
    """The failures; that the end is missed is told only where all steps follow."""
    yield from (failure for failure in failures if failure.kind != "arrive" or len(failures) == 1)


def _message(failure: Failure) -> str:
    if failure.kind == "arrive":
        return f"The derivation does not arrive: {failure.problem}."
    return f"Step {failure.number} does not follow: {failure.problem}."


def _sides(
    registry: Registry, derivation: Derivation, replayed: Replay, failure: Failure
) -> list[tuple[str, ...]]:
    """The line before the step, and what the step brings or claims."""
    if failure.kind == "arrive":
        lines = [step.after for step in replayed.steps if step.after is not None]
        rows: list[tuple[str, ...]] = [("last line", arranged(lines[-1]))] if lines else []
        made = law(registry, derivation.formula)
        return [*rows, ("the law", written(made.typed))] if made else rows
    step = replayed.steps[failure.number - 1]
    before = [("the line", arranged(step.before))] if step.before is not None else []
    brought = _brought(step) or failure.right
    return [*before, *([("the step", brought)] if brought else [])]


def _brought(step: Step) -> str:
    """The relation of the premise of a step, or what it claims."""
    premise: Any = step.premise if step.premise is not None else step.stated
    relation = premise() if step.premise is not None else premise
    return arranged(relation) if relation is not None else ""


def _line_of(derivation: Derivation, failure: Failure) -> Quote:
    """The author's line of a step: the steps are the calls on the page, in order."""
    function = function_of(derivation.declared, derivation.id)
    calls = [one for one in function.body if _is_step(one)] if function else []
    if not calls:
        return first_line(derivation.declared)
    return quoted(derivation.declared.file, calls[min(failure.number, len(calls)) - 1])


def _is_step(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
