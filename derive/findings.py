"""Findings: what a rule saw, as a value that can be printed, counted and sent.

One class serves the rules about registries and those about documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any, Literal

from derive.frozen import Record

from .names import visible

Severity = Literal["error", "warning", "info"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")

Level = Literal["", "provable", "likely", "possible"]
LEVELS = ("provable", "likely", "all")
"""What a reader may ask for: each includes the ones before it."""

Rows = Sequence[tuple[str, ...]]
KEYS = (
    "rule severity file line column name message quote rows guess detail commented level evidence"
).split()
"""What JSON says of a finding, in this order."""


class Finding(Record):
    """One thing that is not as it should be: where, what, the evidence and a guess.

    ``line`` and ``column`` count from 1; 0 means the whole file, or the whole
    line. ``quote`` is the author's own text, ``rows`` what is true on each side,
    ``guess`` what to write instead. A finding in text that the author hides
    from readers is ``commented``: it is reported, and fails nothing. ``level`` says
    how sure it is, and ``evidence`` what that rests on; findings about a
    registry have neither, since nothing is guessed there.
    """

    rule: str
    severity: Severity
    file: str
    line: int
    name: str
    message: str
    quote: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    guess: str = ""
    column: int = 0
    commented: bool = False
    level: Level = ""
    evidence: str = ""

    @property
    def detail(self) -> str:
        """Everything below the message: the author's text, both sides, the guess."""
        blocks = [indented(self.quote, 4), indented(aligned(self.rows), 4), self.guess]
        return "\n\n".join(block for block in blocks if block)

    @property
    def place(self) -> str:
        """File, line and column as editors read them."""
        numbers = [self.line, self.column] if self.column else [self.line]
        return ":".join([self.file, *(str(number) for number in numbers if number)])

    def __str__(self) -> str:
        grade = "" if self.severity == "error" else f"{self.severity}: "
        grade = f"in a comment, {grade or 'error: '}" if self.commented else grade
        head = "  ".join(part for part in (self.place, self.name, f"[{self.rule}]") if part)
        body = indented(f"{grade}{self.message}", 2)
        detail = indented(self.detail, 2)
        if self.evidence:
            known = f"{self.level}: {self.evidence}" if self.level else self.evidence
            detail = "\n\n".join(part for part in (detail, f"  ({known})") if part)
        return visible("\n".join([head, body, *(["", detail] if detail else [])]))

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data, for ``--json``."""
        data = {key: getattr(self, key) for key in KEYS}
        return {**data, "column": self.column or 1, "rows": [list(row) for row in self.rows]}


def report(findings: Iterable[Finding]) -> str:
    """All findings as text, in order, with a line that counts them at the end."""
    in_order = ordered(findings)
    return "\n\n".join([*(str(finding) for finding in in_order), counted(in_order)])


def counted(findings: Sequence[Finding]) -> str:
    """The line that ends a report: ``3 findings: 2 errors, 1 warning``."""
    if not findings:
        return "No findings."
    parts = [
        _several(number, severity)
        for severity in SEVERITIES
        if (number := sum(finding.severity == severity for finding in findings))
    ]
    return f"{_several(len(findings), 'finding')}: {', '.join(parts)}."


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """By file, then place, then name and rule, each once."""
    return sorted(
        dict.fromkeys(findings),
        key=lambda each: (each.file, each.line, each.column, each.name, each.rule, each.message),
    )


def failed(findings: Iterable[Finding]) -> bool:
    """Whether any of them is an error that readers see."""
    return any(each.severity == "error" and not each.commented for each in findings)


def at_level(findings: Iterable[Finding], level: str) -> list[Finding]:
    """Those that are sure enough for a level; information is never held back."""
    levels = {"provable": {"", "provable"}, "likely": {"", "provable", "likely"}}.get(level)
    return [
        finding
        for finding in findings
        if levels is None or finding.severity == "info" or finding.level in levels
    ]


def aligned(rows: Rows) -> str:
    """Rows of cells as columns, each as wide as its widest cell."""
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = (
        "    ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def indented(text: str, by: int) -> str:
    """Every line that is not empty, moved to the right."""
    return "\n".join(" " * by + line if line else line for line in text.split("\n")) if text else ""


def _several(number: int, noun: str) -> str:
    if noun == "info":
        return f"{number} info"
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
