"""Letters that a sentence calls by the name of another one: "a utilization of $\\phi = 0.3$"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from derive.lazy import lazy_re
from derive.notation import Letter, Number, Rejection

from .declarations import Declaration
from .documents import Document
from .project import Project
from .rules import Sight, sight_at

_CALLED = lazy_re(
    r"\b(?:a|an|the|with|at|of)\s+(?:(?P<more>[a-z-]+(?:\s+[a-z-]+)?)\s+)?(?P<noun>[a-z]{5,})\s+of\s+\$$"
)
# Words that half of all rows have, and that say nothing about which.
_VAGUE = frozenset(
    "number value total share fraction ratio factor count degree amount average maximum minimum "
    "width length depth height speed level order power share price parameter parameters tokens "
    "model layer layers batch token choice".split()
)
_WORD = lazy_re(r"[A-Za-z]{4,}")
STEM = 6


def letters_called_by_another_name(project: Project, document: Document) -> Iterator[Sight]:
    """Where a sentence gives one letter a value under the name of another letter's row."""
    rows: dict[str, Declaration] = {}
    for one in project.declarations(document):
        if one.glyph and one.kind == "table" and one.shares == 1:
            rows.setdefault(one.glyph, one)
    if not rows:
        return
    for printed in project.printed(document):
        parsed = printed.parsed
        if isinstance(parsed, Rejection) or parsed.operators not in {("=",), ("~",)}:
            continue
        letter, value = parsed.members
        if not isinstance(letter, Letter) or not isinstance(value, Number):
            continue
        before = document.masked[max(printed.span.start - 80, 0) : printed.span.start]
        found = _CALLED.search(re.sub(r"\s+", " ", before))
        other = _owner(rows, letter.glyph, found["noun"]) if found else None
        if found is None or other is None:
            continue
        own = rows[letter.glyph]
        yield sight_at(
            document,
            printed.span,
            f"{own.latex} is the {own.meaning} (line {own.line}); the {found['noun']} is "
            f"{other.latex} (line {other.line}).",
            name=own.latex,
            rows=[(own.latex, own.meaning), (other.latex, other.meaning)],
            guess=f"Write {other.latex}, or call {own.latex} by its name.",
            severity="error",
            level="provable",
            evidence="two rows of the document itself",
        )


def _owner(rows: Mapping[str, Declaration], glyph: str, noun: str) -> Declaration | None:
    """The one row, of another letter, that has a noun which the letter's own row does not."""
    own = rows.get(glyph)
    if own is None or noun in _VAGUE or _has(own, noun):
        return None
    others = [one for name, one in rows.items() if name != glyph and _has(one, noun)]
    same = own.unit is not None and len(others) == 1 and (others[0].unit or "") == own.unit
    return others[0] if same else None


def _has(row: Declaration, noun: str) -> bool:
    """Whether a row's words have a noun, in any form of it."""
    stem = noun.lower()[:STEM]
    return any(word.lower().startswith(stem) for word in _WORD.findall(row.meaning))
