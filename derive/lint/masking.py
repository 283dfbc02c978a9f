"""The prose of a document without its formulas, code and addresses, at equal length."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .documents import Document
from .dollars import code_spans

_ADDRESS = re.compile(r"\]\([^)\s]*\)|<?https?://[^\s>)\]]+>?")
_DELIMITERS = re.compile(r"\$\$?|\\\\?[()\[\]]|`+|\{math\}")


_OPENING = re.compile(r"(?:\{math\}`|\\\\?[(\[])\s*$")
_CLOSING = re.compile(r"\s*(?:`|\\\\?[)\]])")


def before_formula(words: str) -> str:
    """Words up to a formula, with a dollar for whatever opens it."""
    return _OPENING.sub("$", words)


def behind_formula(words: str) -> str:
    """Words from the end of a formula on, with a dollar for whatever closes it."""
    return _CLOSING.sub("$", words, count=1) if _CLOSING.match(words) else words


def shown_text(document: Document) -> str:
    """What readers see as words: formulas, their delimiters and code are blank."""
    return _cached(document)


_KEPT: dict[int, tuple[Document, str]] = {}


def _cached(document: Document) -> str:
    kept = _KEPT.get(id(document))
    if kept is None or kept[0] is not document:
        if len(_KEPT) > 64:
            _KEPT.clear()
        kept = _KEPT[id(document)] = (document, _shown(document))
    return kept[1]


def _shown(document: Document) -> str:
    chars = list(document.masked)
    for span in document.spans:
        start, end = span.start, span.end
        while start > 0 and document.text[start - 1] in "$`":
            start -= 1
        while end < len(document.text) and document.text[end] in "$`":
            end += 1
        _blank(chars, start, end)
    for start, end in _stretches(document):
        for one, other in code_spans(document.masked, start, end):
            _blank(chars, one, other)
    for match in _ADDRESS.finditer(document.masked):
        _blank(chars, match.start(), match.end())
    return "".join(chars)


def _stretches(document: Document) -> Iterator[tuple[int, int]]:
    """Where code may stand in backticks: paragraphs and cells of Markdown."""
    if document.kind == "md":
        yield from ((block.start, block.end) for block in document.blocks)
        for table in document.tables:
            for row in (table.header, *table.rows):
                yield from ((cell.start, cell.start + len(cell.text)) for cell in row)


def _blank(chars: list[str], start: int, end: int) -> None:
    for place in range(start, end):
        if chars[place] != "\n":
            chars[place] = " "
