"""The badges of a formula, computed: what was checked, what came out, derivations as replayed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from derive.algebra.compare import Gap
from derive.algebra.proof import replay
from derive.algebra.steps import Replay
from derive.algebra.steps import Step as Replayed
from derive.check.comparing import approximation_error
from derive.check.records import Subject
from derive.check.running import RULES
from derive.laws import Law
from derive.records import Derivation, Formula, Status, Symbol, Use
from derive.registry import Registry

from .pen import Pen
from .pieces import Check, DerivationPage, Ref, Step
from .statistics import FAILED

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
    left = law.typed.lhs
    unit = ""
    if isinstance(left, Symbol) and left.name in registry.symbols:
        unit = registry.symbols[left.name].unit
    both = (
        f"Both sides are measured in {unit}" if unit and unit != "1" else "Both sides share a unit"
    )
    return {
        "id": "units",
        "label": "units checked",
        "tone": "good",
        "says": f"{both}, every sum adds like to like, and exponents are pure numbers.",
    }


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
    found = pen.registry.derived.get(formula.id, ())
    return [_page(pen, formula, derivation) for derivation in found]


def _page(pen: Pen, formula: Formula, derivation: Derivation) -> DerivationPage:
    again = replay(derivation, _relation, pen.registry.domains)
    problems = [
        f"Step {failure.number}, {failure.why}: {failure.problem}." for failure in again.failures
    ]
    return {
        "id": derivation.id,
        "title": derivation.title,
        "says": "\n\n".join([derivation.prose, *problems]).strip(),
        "strength": _strength(again),
        "premises": pen.formulas(premise.id for premise in again.premises),
        "steps": _steps(pen, formula, again),
    }


def _steps(pen: Pen, formula: Formula, again: Replay) -> list[Step]:
    """The lines; the law itself is added where the last line is written otherwise."""
    lines = [_step(pen, formula, step) for step in again.steps if step.after is not None]
    if len(lines) > 1 and again.arrived and lines[-1]["mathml"] == lines[-2]["mathml"]:
        lines.pop()
    return lines


def _relation(premise: Any) -> Any:
    """A premise is a formula or a use of one: both give their relation when called."""
    return premise()


def _strength(again: Replay) -> str:
    if not again.arrived:
        return FAILED
    return "approximate" if again.approximate else again.strength


def _step(pen: Pen, formula: Formula, step: Replayed) -> Step:
    """One line; the last one is the law as its author typed it."""
    last = step.kind == "arrive"
    law = pen.registry.law(formula.id)
    written = pen.typed(law.typed) if last else pen.settled(step.after)
    reason = "which is the law, written as above" if last else step.why
    uses: list[Ref] = [pen.formula(step.premise_id)] if step.premise_id else []
    stated = step.stated is not None and step.strength is None
    return {
        "mathml": written["mathml"],
        "reason": f"{reason} ({step.note})" if step.note and not last else reason,
        "uses": uses,
        "strength": FAILED if step.problem else "stated" if stated else step.strength or "",
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
    says = {
        "exact": "each follows by exact algebra.",
        "tested": "some were compared at random points in high precision instead of by algebra.",
        "approximate": "a term is dropped on the way, as the step says.",
    }[weakest]
    label = f"derivation replayed: {weakest}"
    return [
        {
            "id": "derivation",
            "label": label,
            "tone": "good" if exact else "fair",
            "says": f"All {steps} steps were run again when this page was made; {says}",
        }
    ]
