"""What is kept of a law beside its programs: comparisons, workings, translations, solutions.

Each is made with SymPy once and read as plain data ever after.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T")


def record_data(record: Any) -> Any:
    """A record as JSON holds it."""
    if isinstance(record, tuple):
        return [record_data(part) for part in record]
    if isinstance(record, Record):
        return {name: record_data(getattr(record, name)) for name in record._fields}
    return record


def _tuples(data: Any) -> Any:
    return tuple(map(_tuples, data)) if isinstance(data, list) else data


def record_from_data(kind: type[T], data: Mapping[str, Any]) -> T:
    """A record of one kind, read from its entry."""
    values = {
        name: tuple(record_from_data(PARTS[name], part) for part in value)
        if name in PARTS
        else _tuples(value)
        for name, value in data.items()
    }
    return kind(**values)


class Comparison(Record):
    """What tells two formulas apart, exactly.

    ``difference`` is first minus second and ``ratio`` first over second;
    ``relation`` gives one left side from the other where they share letters,
    ``latex`` all of it as pairs of words and LaTeX.
    """

    first: str
    second: str
    laws: tuple[str, str]
    equal: bool | None
    strength: str
    difference: str
    ratio: str
    relation: str
    equal_when: tuple[str, ...]
    gap: str
    group: str
    latex: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        says = "equal" if self.equal else f"difference {self.difference}"
        return f"<{self.first} beside {self.second}: {says} ({self.strength})>"

    def __str__(self) -> str:
        return self.text()

    def markdown(self) -> str:
        """The comparison as Markdown, formulas as LaTeX between dollars."""
        head = "equal wherever both hold" if self.equal else "not the same"
        rows = [f"- {says}: ${latex}$" for says, latex in self.latex]
        rows += [f"- {self.gap}"] if self.gap else []
        return "\n".join([f"**{head}** ({self.strength})", "", *rows]) + "\n"

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def _repr_latex_(self) -> str:
        rows = " \\\\\n".join(rf"& {latex} && \text{{{says}}}" for says, latex in self.latex)
        return f"$$\\begin{{aligned}}\n{rows}\n\\end{{aligned}}$$"

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data."""
        return {
            "schema": 1,
            "first": {"formula": self.first, "law": self.laws[0]},
            "second": {"formula": self.second, "law": self.laws[1]},
            "equal": self.equal,
            "strength": self.strength,
            "difference": self.difference,
            "ratio": self.ratio,
            "relation": self.relation or None,
            "equal_when": list(self.equal_when),
            "gap": self.gap or None,
            "variants": self.group or None,
        }

    def text(self) -> str:
        """The comparison for a terminal."""
        width = max(len(self.first), len(self.second))
        lines = [
            f"{self.first:<{width}}  {self.laws[0]}",
            f"{self.second:<{width}}  {self.laws[1]}",
            "",
        ]
        if self.equal:
            lines.append(f"equal      wherever both hold ({self.strength})")
        else:
            lines += [f"difference {self.difference}", f"ratio      {self.ratio}"]
        if self.relation:
            lines.append(f"relation   {self.relation}   ({self.strength})")
        lines += [f"equal when {meeting}" for meeting in self.equal_when]
        if self.gap:
            lines.append(f"gap        {self.gap}")
        if self.group:
            lines.append(f"variants   {self.group}")
        return "\n".join(lines)


class Line(Record):
    """One step: what was done and why, and the relation that it leaves."""

    kind: str
    why: str
    premise: str
    text: str
    latex: str
    strength: str
    problem: str


class Working(Record):
    """A derivation that was run again: its lines, and whether it arrived."""

    formula: str
    derivation: str
    title: str
    prose: str
    lines: tuple[Line, ...]
    arrived: bool
    strength: str
    failures: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The working as plain data."""
        return {
            "formula": self.formula,
            "derivation": self.derivation,
            "title": self.title,
            "arrived": self.arrived,
            "strength": self.strength,
            "steps": [
                {
                    "kind": line.kind,
                    "why": line.why,
                    "premise": line.premise or None,
                    "relation": line.text,
                    "latex": line.latex,
                    "strength": line.strength,
                }
                for line in self.lines
            ],
            "failures": list(self.failures),
        }

    def text(self) -> str:
        """The working for a terminal."""
        lines = [self.title] + ([self.prose] if self.prose else [])
        for number, line in enumerate(self.lines, 1):
            by = f"   [{line.premise}]" if line.premise else ""
            lines += [f"  {number}. {line.why}{by}", f"       {line.text}"]
        verdict = "arrives at the law" if self.arrived else "DOES NOT ARRIVE"
        lines.append(f"  replayed: {verdict} ({self.strength})")
        lines += [f"  {failure}" for failure in self.failures]
        return "\n".join(lines)


class BranchText(Record):
    """One branch: what it says, where it holds, and how that is known."""

    text: str
    latex: str
    conditions: tuple[str, ...]
    strength: str
    inside: bool | None
    note: str


class Solution(Record):
    """A law rearranged for one letter; ``method`` none and numeric come with a reason."""

    formula: str
    target: str
    method: str
    branches: tuple[BranchText, ...]
    rejected: tuple[BranchText, ...]
    reason: str

    def __repr__(self) -> str:
        says = "; ".join(branch.text for branch in self.branches) or self.reason
        return f"<{self.formula} for {self.target}, {self.method}: {says}>"

    def to_dict(self) -> dict[str, Any]:
        """The solution as plain data."""
        return {
            "formula": self.formula,
            "target": self.target,
            "method": self.method,
            "reason": self.reason,
            "branches": [
                {
                    "text": branch.text,
                    "latex": branch.latex,
                    "conditions": list(branch.conditions),
                    "strength": branch.strength,
                    "note": branch.note,
                }
                for branch in self.branches
            ],
        }


class Translation(Record):
    """A law in another document's letters.

    ``letters`` pairs our ids with that document's letters; ``kept`` are ours for
    which it has none; ``warnings`` name ambiguous letters and quantities that
    differ (seconds per byte instead of bytes per second).
    """

    notation: str
    text: str
    latex: str
    letters: tuple[tuple[str, str], ...]
    kept: tuple[str, ...]
    warnings: tuple[str, ...]


PARTS: Mapping[str, type] = {"lines": Line, "branches": BranchText, "rejected": BranchText}
"""The fields that hold records themselves."""
