"""Letters that lists of definitions declare, in the forms of several markups.

Pandoc, MyST and Sphinx put what a term means into the line below it, AsciiDoc behind two
colons, and LaTeX into its nomenclature or a glossary.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from derive.lazy import lazy_re

from .documents import Document, Span, before_formula, behind_formula
from .glyphs import is_glyph


class Row(NamedTuple):
    """A letter and what is said of it."""

    span: Span
    latex: str
    meaning: str
    shares: int = 1
    explicit: bool = False
    # Whether only a comma parts the letter from what is said of it.
    apposed: bool = False
    # What stands in brackets between the two, "- $x$ [tokens]: length", with its brackets.
    bracketed: str = ""


_OPENS = lazy_re(r"[ \t>]*(?:\*\*|__)?\$+")
_CLOSES = lazy_re(r"\$+(?:\*\*|__)?[ \t]*")
_COLONS = lazy_re(r"\$+[ \t]*::[ \t]+(?P<meaning>\S.*)")
_DEFINED = lazy_re(r"[ \t>]*:[ \t]+(?P<meaning>\S.*)")
_ENTRY = lazy_re(
    r"\$*\s*\}+\s*(?:,\s*|(?=\{))(?:description\s*=\s*)?\{(?P<meaning>(?:[^{}]|\{[^{}]*\}){3,200})\}"
)
_BEFORE_ENTRY = lazy_re(
    r"\\(?:nomenclature(?:\[[^\]]*\])?\{|newglossaryentry\s*\{[^{}]*\}\s*\{\s*name\s*=\s*\{?)"
    r"\s*(?:\\ensuremath\s*\{\s*)?\$*\Z"
)
_UNIT_OF_ENTRY = lazy_re(r"\\(?:nomunit|unit|si)\s*\{(?P<unit>[^{}]*)\}")
_LINES_OF_TERM, _LONGEST_ENTRY = 2, 300
# Fewer lines of a letter and a text are a passage that happens to look like a list.
LEAST_TERMS = 3


def definition_rows(document: Document) -> Iterator[Row]:
    """Every letter that a list of definitions explains."""
    yield from _entries(document) if document.kind == "tex" else _terms(document)


def _entries(document: Document) -> Iterator[Row]:
    r"""The entries of ``\nomenclature{$N$}{ranks}``, and of a glossary."""
    for span in document.spans:
        said = _ENTRY.match(document.masked[span.end : span.end + _LONGEST_ENTRY])
        if said and _BEFORE_ENTRY.search(document.masked[max(0, span.start - 80) : span.start]):
            unit = _UNIT_OF_ENTRY.search(said["meaning"])
            meaning = _UNIT_OF_ENTRY.sub("", said["meaning"]).strip()
            bracketed = f"[{unit['unit'].strip()}]" if unit else ""
            yield Row(span, span.latex.strip(), meaning, bracketed=bracketed)


def _terms(document: Document) -> Iterator[Row]:
    """Letters alone in a line, each with its definition below; of one alone it may be by chance."""
    rows: list[Row] = []
    for span in document.spans:
        line = document.masked_line(span.line)
        before = before_formula(line[: span.start - document.starts[span.line - 1]])
        behind = behind_formula(line[span.end - document.starts[span.line - 1] :])
        if span.table >= 0 or not _OPENS.fullmatch(before) or not is_glyph(span.latex):
            continue
        colons = _COLONS.fullmatch(behind)
        meaning = colons["meaning"] if colons else ""
        if _CLOSES.fullmatch(behind):
            meaning = _defined_below(document, span.line)
        if meaning:
            rows.append(Row(span, span.latex.strip(), meaning.strip()))
    if len(rows) >= LEAST_TERMS:
        yield from rows


def _defined_below(document: Document, line: int) -> str:
    """What the next line says of a term: behind a colon, or moved to the right of it."""
    own = len(document.lines[line - 1]) - len(document.lines[line - 1].lstrip())
    for number in range(line + 1, min(line + _LINES_OF_TERM, len(document.lines)) + 1):
        below = document.lines[number - 1]
        if not below.strip():
            continue
        said = _DEFINED.fullmatch(below)
        if said:
            return said["meaning"]
        indented = len(below) - len(below.lstrip()) > own and number == line + 1
        return below.strip() if indented and not below.lstrip().startswith((":", "$")) else ""
    return ""
