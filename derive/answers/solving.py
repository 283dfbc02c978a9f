"""Solve a law for any of its letters: roots, ranges and whole numbers, with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from ..algebra.branches import Rearrangement
from ..algebra.feasible import feasible
from ..algebra.rearrange import rearrange
from ..errors import NotAnswerable
from ..laws import Law
from ..registry import Registry
from .answer import Answer, Uncertainty
from .constraints import Constraints, constraints
from .enclosing import enclosed
from .integers import counted
from .labelled import one_value_each
from .question import Question, Wish, read_question
from .relations import domain_in_base, in_base
from .sensitivity import sensitivity
from .solver import Solver


def solve(
    registry: Registry,
    formula: str,
    target: str | None,
    givens: Mapping[str, Any],
    wish: Wish | None = None,
) -> Answer:
    """Answer a question about one formula.

    Raises a ``DeriveError`` where the question is wrong; that there is no
    solution is an answer of method *none* with its reason.
    """
    question = read_question(registry, formula, target, givens, wish)
    one_value_each(question.formula.id, question.givens)
    return solve_question(registry, question)


def solve_question(registry: Registry, question: Question) -> Answer:
    """Answer a question that has been read; its law may be a use, or a whole chain."""
    try:
        held = constraints(registry, question)
    except NotAnswerable:
        answer = enclosed(registry, question)
        if answer is None:
            raise
        return answer
    answer = _held(registry, question, held)
    if question.wish.sensitivity:
        answer = replace(answer, sensitivity=sensitivity(registry, question, answer))
    if not held.letters:
        return answer
    possible = answer
    if held.reading == "every":
        possible = _held(registry, question, constraints(registry, question, "some"))
    about = Uncertainty(held.letters, "corners", held.reading, possible.intervals, possible.integer)
    return replace(answer, uncertain=about)


def _held(registry: Registry, question: Question, held: Constraints) -> Answer:
    """The answer to a question whose constraints are known."""
    letter = registry.letters[question.target.id]
    domain = domain_in_base(registry, question.target.id)
    found = feasible(held.relations(), letter, domain)
    several = sum(root.kept and root.relation == 0 for root in found.roots) > 1
    if held.kind == "equation" and domain.integer and (several or found.proof == "tested"):
        found = counted(held, letter, domain, found)
    shape = rearranged(registry, question.law, question.target.id)
    return Solver(registry, question, held, found, shape, domain).answer()


@lru_cache(maxsize=4096)
def rearranged(registry: Registry, law: Law, target: str) -> Rearrangement:
    """A law solved for a letter, in letters; that depends on no value and is kept."""
    given = [in_base(registry, condition) for condition in law.conditions]
    relation = in_base(registry, law.relation)
    return rearrange(relation, registry.letters[target], registry.domains, given=given)
