"""The badges of a formula, computed: what was checked, and what came out."""

from __future__ import annotations

import math
from collections.abc import Mapping

from derive.algebra.compare import Gap
from derive.check.comparing import approximation_error
from derive.check.records import Subject
from derive.check.table import RULES
from derive.laws import Law
from derive.records import Formula, Status, Symbol, Use
from derive.registry import Registry

from .pieces import Check

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
    return [found.message for rule in rules for found in rule.look(registry, subject)]


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
