"""What is computed of a formula: derivations replayed, letters solved for, and its badges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, cast

from derive.algebra.compare import Gap
from derive.algebra.judge import Branch as Solution
from derive.algebra.page import Step as Replayed
from derive.algebra.programs_of import steady
from derive.algebra.proof import replay
from derive.check.comparing import approximation_error
from derive.check.rules import Subject
from derive.check.running import RULES
from derive.entries.compiling import rearranged
from derive.entries.lists import program_data
from derive.errors import NoEvaluator
from derive.laws import Law
from derive.records import Derivation, Formula, Status, Symbol, Use
from derive.registry import Registry

from .pen import Pen
from .pieces import (
    FAILED,
    METHODS,
    Branch,
    Check,
    DerivationPage,
    Evaluators,
    Program,
    Solved,
    Step,
    Tone,
)

UNIT_RULES = (
    "both_sides_share_a_unit",
    "terms_of_a_sum_share_a_unit",
    "exponents_and_logs_are_pure",
    "units_can_be_told",
)
STATUS_SAYS: Mapping[Status, str] = {
    "definition": "Its left side is defined by it; there is nothing to prove.",
    "derived": "It follows from other formulas of this book, step by step.",
    "approximation": "It is not exact; it stands for another law where that one is too unwieldy.",
    "fitted": "Its constants were fitted to measurements; nothing derives it.",
    "bound": "It is an inequality: one side never exceeds the other.",
    "taken from its source": "It is as its source states it; no derivation is written down here.",
}


def findings_of(registry: Registry, formula: str) -> list[str]:
    """What the rules about units say of a formula."""
    record = registry.formula(formula)
    subject = Subject("formula", record.id, record.declared, record)
    rules = [rule for rule in RULES if rule.name in UNIT_RULES and rule.kind == subject.kind]
    return [finding.message for rule in rules for finding in rule.look(registry, subject)]


def check_of_units(registry: Registry, law: Law, findings: list[str]) -> Check:
    """Whether both sides, and the terms of every sum, share a unit."""
    if findings:
        return {"id": "units", "label": "units disagree", "tone": "bad", "says": " ".join(findings)}
    note = registry.symbols.get(getattr(law.typed.lhs, "name", ""))
    measured = note is not None and note.unit != "1"
    both = f"are measured in {note.unit}" if note and measured else "share a unit"
    says = f"Both sides {both}, every sum adds like to like, and exponents are pure numbers."
    return {"id": "units", "label": "units checked", "tone": "good", "says": says}


def status_says(registry: Registry, formula: Formula) -> str:
    """What the status means, with the exact law where there is one."""
    says = STATUS_SAYS[registry.status(formula)]
    exact = formula.approximates() if formula.approximates else None
    if not isinstance(exact, Formula | Use):
        return says
    name = exact.id if isinstance(exact, Formula) else exact.formula.id
    return f"{says} It approximates `{name}`. {off_by(approximation_error(registry, formula))}"


def off_by(gap: Gap | None) -> str:
    """How far an approximation is off over the typical ranges: at most, and mostly."""
    if gap is None:
        return "How far it is off cannot be measured: a letter has no typical range."
    half = f"at half of {gap.looked_at} points by less than {_told(gap.middle)}"
    most = f"it is off by at most {_told(gap.relative)}"
    return f"Over the typical ranges of its letters {most}, {half}."


def _told(share: float) -> str:
    return f"a factor of {1 + share:.3g}" if share >= 2 else f"{percent(share)} %"


def percent(share: float) -> str:
    """A share in per cent to two digits, rounded up: it is a limit."""
    if share == 0:
        return "0"
    unit = 10.0 ** (math.floor(math.log10(100 * share)) - 1)
    return f"{math.ceil(100 * share / unit - 1e-9) * unit:.10g}"


def derivations(pen: Pen, formula: Formula) -> list[DerivationPage]:
    """Every derivation of a formula, replayed."""
    derived = pen.registry.derived.get(formula.id, ())
    return [_page(pen, formula, derivation) for derivation in derived]


def _page(pen: Pen, formula: Formula, derivation: Derivation) -> DerivationPage:
    again = replay(derivation, pen.registry.relation_of, pen.registry.domains)
    problems = [
        f"Step {failure.number}, {failure.why}: {failure.problem}." for failure in again.failures
    ]
    reached = "approximate" if again.approximate else again.strength
    lines = [_step(pen, formula, step) for step in again.steps if step.after is not None]
    # The law itself is added only where the last line is written otherwise.
    if len(lines) > 1 and again.arrived and lines[-1]["mathml"] == lines[-2]["mathml"]:
        lines.pop()
    return {
        "id": derivation.id,
        "title": derivation.title,
        "says": "\n\n".join([derivation.prose, *problems]).strip(),
        "strength": reached if again.arrived else FAILED,
        "premises": pen.formulas(premise.id for premise in again.premises),
        "steps": lines,
    }


def _step(pen: Pen, formula: Formula, step: Replayed) -> Step:
    """One line; the last one is the law as its author typed it."""
    last = step.kind == "arrive"
    typed = pen.registry.law(formula.id).typed
    written = pen.typed(typed) if last else pen.settled(step.after)
    reason = f"{step.why} ({step.note})" if step.note else step.why
    stated = step.stated is not None and step.strength is None
    return {
        "mathml": written["mathml"],
        "reason": "which is the law, written as above" if last else reason,
        "uses": [pen.formula(step.premise_id)] if step.premise_id else [],
        "strength": FAILED if step.problem else "stated" if stated else step.strength or "",
    }


KNOWN_BY = {
    "exact": "each follows by exact algebra.",
    "tested": "some were compared at random points in high precision instead of by algebra.",
    "approximate": "a term is dropped on the way, as the step says.",
}


def check_of_derivations(derivations: list[DerivationPage]) -> list[Check]:
    """Whether the derivations arrive, and how each step is known; nothing if there is none."""
    if not derivations:
        return []
    strengths = {derivation["strength"] for derivation in derivations}
    steps = sum(len(derivation["steps"]) for derivation in derivations)
    if FAILED in strengths:
        says = "A step of the derivation does not follow, or it ends at another law."
        return [{"id": "derivation", "label": "derivation fails", "tone": "bad", "says": says}]
    exact = strengths == {"exact"}
    weakest = "exact" if exact else "tested" if "tested" in strengths else "approximate"
    says = f"All {steps} steps were run again when this page was made; {KNOWN_BY[weakest]}"
    label = f"derivation replayed: {weakest}"
    tone: Tone = "good" if exact else "fair"
    return [{"id": "derivation", "label": label, "tone": tone, "says": says}]


RELATIONS = {
    "Equality": "eq", "LessThan": "le", "GreaterThan": "ge", "StrictLessThan": "lt",
    "StrictGreaterThan": "gt",
}  # fmt: skip


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
    return cast("Program", program_data(registry, expression))


KEPT = "kept"
"""The verdict of a branch that satisfies the law inside the domain."""


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
