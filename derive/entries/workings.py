"""Derivations and solutions in words: what a page or a terminal shows of each step and branch."""

from __future__ import annotations

from typing import Any

from ..algebra.proof import replay
from ..algebra.rearrange import rearrange
from ..algebra.steps import Replay, Step
from ..laws import numbers
from ..records import Derivation, Formula
from ..registry import Registry
from .results import BranchText, Line, Solution, Working
from .wording import settled_latex, settled_text, typed_latex, typed_text


def derivations(registry: Registry, formula: Formula) -> tuple[Working, ...]:
    """Every derivation of a formula, replayed now."""
    return tuple(
        working(registry, derivation) for derivation in registry.derived.get(formula.id, ())
    )


def replayed(registry: Registry, derivation: Derivation) -> Replay:
    """Run one derivation again, with constants as numbers."""
    return replay(derivation, lambda law: numbers(law()), registry.domains)


def working(registry: Registry, derivation: Derivation) -> Working:
    """One derivation, replayed and worded."""
    result = replayed(registry, derivation)
    return Working(
        derivation.formula.id,
        derivation.id,
        derivation.title,
        derivation.prose,
        tuple(_line(registry, step, derivation.formula) for step in result.steps),
        result.arrived,
        result.strength,
        tuple(str(failure) for failure in result.failures),
    )


def _line(registry: Registry, step: Step, law: Formula) -> Line:
    """One step in words; the last line is the law as its author typed it."""
    relation = step.after if step.after is not None else step.stated
    text = latex = ""
    if step.kind == "arrive" and not step.problem:
        typed = registry.law(law.id).typed
        text, latex = typed_text(typed), typed_latex(registry, typed)
    elif relation is not None:
        text, latex = settled_text(relation), settled_latex(registry, relation)
    return Line(
        step.kind, step.why, step.premise_id, text, latex, step.strength or "", step.problem
    )


def solutions(registry: Registry, formula: str, target: str) -> Solution:
    """Every branch of a law solved for a letter, constants as numbers."""
    chosen = registry.formula(formula)
    law = registry.law(chosen.id)
    solution = rearrange(
        numbers(law.relation), registry.letters[target], registry.domains, given=law.conditions
    )
    return Solution(
        chosen.id,
        target,
        solution.method,
        tuple(_branch(registry, branch) for branch in solution.branches),
        tuple(_branch(registry, branch) for branch in solution.rejected),
        solution.reason,
    )


def _branch(registry: Registry, branch: Any) -> BranchText:
    statement = branch.statement
    return BranchText(
        "" if statement is None else settled_text(statement),
        "" if statement is None else settled_latex(registry, statement),
        tuple(settled_text(condition) for condition in branch.conditions),
        branch.strength,
        branch.inside,
        branch.note,
    )
