"""What authors allow: findings that a comment names, with a reason, become information."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from derive.findings import Finding
from derive.notation import normal_form

from .documents import Allowance, Document


def allowed(findings: Iterable[Finding], documents: Iterable[Document]) -> list[Finding]:
    """The findings, those that their author allows with a reason turned into information.

    ``derive: allow RULE GLYPH because ...`` holds for that letter in the whole
    document; without a letter, for the paragraph or table that follows.
    """
    by_path = {document.path: document for document in documents}
    return [_judged(one, by_path.get(one.file)) for one in findings]


def _judged(finding: Finding, document: Document | None) -> Finding:
    if document is None or finding.severity == "info":
        return finding
    for one in document.allowances:
        if one.reason and one.rule == finding.rule and _covers(one, finding, document):
            return replace(
                finding, severity="info", rows=(), guess=f"Allowed in line {one.line}: {one.reason}"
            )
    return finding


def _covers(allowance: Allowance, finding: Finding, document: Document) -> bool:
    """Whether an allowance is about a finding."""
    if allowance.glyph:
        wanted = _key(allowance.glyph)
        names = [finding.name, *finding.name.split(" and ")]
        return wanted in {_key(name) for name in names}
    return allowance.line <= finding.line <= _end_of_block(document, allowance.line)


def _key(glyph: str) -> str:
    bare = glyph.strip().strip("$")
    return normal_form(bare) or bare


def _end_of_block(document: Document, line: int) -> int:
    """The last line of the block that begins on a line, or behind it."""
    begun = bool(document.masked_line(line).strip())
    number = line
    while number < len(document.lines):
        filled = bool(document.line_at(number + 1).strip())
        if begun and not filled:
            break
        begun = begun or filled
        number += 1
    return number
