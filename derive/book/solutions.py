"""A formula solved for each of its letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from derive.algebra.base_units import in_base
from derive.algebra.branches import Branch as Solution
from derive.algebra.programs_of import steady
from derive.entries.compiling import rearranged
from derive.errors import NoEvaluator
from derive.laws import Law, letters
from derive.programs.program import to_data
from derive.programs.translate import program_of
from derive.records import Constant, Symbol
from derive.registry import Registry

from .pen import Pen
from .pieces import Branch, Check, Evaluators, Program, Solved
from .statistics import METHODS

RELATIONS = {
    "Equality": "eq",
    "LessThan": "le",
    "GreaterThan": "ge",
    "StrictLessThan": "lt",
    "StrictGreaterThan": "gt",
}


def evaluators(registry: Registry, law: Law) -> Evaluators:
    """Both sides of a law and its conditions, over magnitudes in base units."""
    relation = law.relation
    trouble = ""
    left: list[Program] = []
    right: list[Program] = []
    conditions: list[Program] = []
    try:
        left, right = [_data(registry, relation.lhs)], [_data(registry, relation.rhs)]
        conditions = [_data(registry, condition) for condition in law.conditions]
    except NoEvaluator as missing:
        trouble = str(missing)
    return {
        "relation": RELATIONS[type(relation).__name__],
        "left": left,
        "right": right,
        "conditions": conditions,
        "trouble": trouble,
    }


def value_of(registry: Registry, expression: Any) -> list[Program]:
    """The program of a solution; none where there is no expression or no evaluator."""
    return [] if expression is None else programs(registry, [steady(expression)])


def programs(registry: Registry, expressions: Iterable[Any]) -> list[Program]:
    """The programs of several expressions or conditions; none of them where one has none."""
    try:
        return [_data(registry, expression) for expression in expressions]
    except NoEvaluator:
        return []


def _data(registry: Registry, expression: Any) -> Program:
    """The program in the letters of the expression, in the order in which it is read."""
    plain = in_base(registry, expression)
    inputs = [letter for letter in letters(plain) if not isinstance(letter, Constant)]
    return cast("Program", to_data(program_of(plain, inputs)))


KEPT = "kept"


def solved(pen: Pen, law: Law) -> list[Solved]:
    """The law for every letter, in the order in which it is read."""
    return [_for(pen, law, letter) for letter in law.symbols]


def _for(pen: Pen, law: Law, letter: Symbol) -> Solved:
    solution = rearranged(pen.registry, law, letter.name)
    row = pen.row(letter.name)
    outside = f"outside the values of {letter.name}, which is {row['domain']}"
    kept = [
        _branch(pen, branch, KEPT if branch.inside is not False else branch.note or outside)
        for branch in solution.branches
    ]
    rejected = [
        _branch(pen, branch, branch.note or "it does not satisfy the formula")
        for branch in solution.rejected
    ]
    return {
        "id": row["id"],
        "address": row["address"],
        "mathml": row["mathml"],
        "meaning": row["meaning"],
        "method": METHODS[solution.method],
        "says": f"{solution.reason[:1].upper()}{solution.reason[1:]}." if solution.reason else "",
        "branches": [*kept, *rejected],
    }


def _branch(pen: Pen, solution: Solution, verdict: str) -> Branch:
    written = pen.settled(solution.statement)
    return {
        "mathml": written["mathml"],
        "text": written["text"],
        "latex": written["latex"],
        "conditions": [pen.settled(condition)["mathml"] for condition in solution.conditions],
        "strength": solution.strength,
        "verdict": verdict,
        "program": value_of(pen.registry, solution.expression),
        "holds": programs(pen.registry, solution.conditions),
    }


def check_of_solutions(solved_letters: list[Solved]) -> Check:
    """For how many letters there is a formula, and how each was verified."""
    closed = [
        solved
        for solved in solved_letters
        if solved["method"] in (METHODS["closed"], METHODS["set"])
    ]
    branches = [
        branch for solved in closed for branch in solved["branches"] if branch["verdict"] == KEPT
    ]
    tested = sum(branch["strength"] == "tested" for branch in branches)
    exact = len(branches) - tested
    left = [solved["id"] for solved in solved_letters if solved not in closed]
    says = f"Each solution was put back into the formula: {exact} exactly, {tested} by testing."
    if left:
        says += " By numbers only: " + ", ".join(f"`{name}`" for name in left) + "."
    return {
        "id": "solved",
        "label": f"solved for {len(closed)} of {len(solved_letters)}",
        "tone": "fair" if left else "good",
        "says": says,
    }
