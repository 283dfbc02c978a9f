"""A law solved for a letter in letters: every branch with its condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..algebra.rearrange import rearrange
from ..laws import numbers
from ..registry import Registry
from .question import named
from .wording import settled_latex, settled_text


@dataclass(frozen=True, slots=True)
class BranchText:
    """One branch: what it says, where it holds, and how that is known."""

    text: str
    latex: str
    conditions: tuple[str, ...]
    strength: str
    inside: bool | None
    note: str


@dataclass(frozen=True, slots=True)
class Solution:
    """A law rearranged for one letter; ``method`` none and numeric come with a reason."""

    formula: str
    target: str
    method: str
    branches: tuple[BranchText, ...]
    rejected: tuple[BranchText, ...]
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The solution as plain data."""
        return {
            "formula": self.formula,
            "target": self.target,
            "method": self.method,
            "reason": self.reason,
            "branches": [
                {
                    "text": one.text,
                    "latex": one.latex,
                    "conditions": list(one.conditions),
                    "strength": one.strength,
                    "note": one.note,
                }
                for one in self.branches
            ],
        }


def solutions(registry: Registry, formula: str, target: str) -> Solution:
    """Every branch of a law solved for a letter, constants as numbers."""
    chosen = registry.formula(formula)
    law = registry.law(chosen.id)
    note = named(registry, target, [letter.name for letter in law.symbols], chosen.id)
    found = rearrange(
        numbers(law.relation), registry.letters[note.id], registry.domains, given=law.conditions
    )
    return Solution(
        chosen.id,
        note.id,
        found.method,
        tuple(_branch(registry, one) for one in found.branches),
        tuple(_branch(registry, one) for one in found.rejected),
        found.reason,
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
