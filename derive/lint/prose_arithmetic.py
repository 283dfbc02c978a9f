"""What the sentences of a document reckon in words: totals, shares, changes and products.

A paragraph is read whole, and so is each item of a list: a total stands behind its parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.units import UnitTable

from .changes_told import changes
from .documents import Document
from .products_told import products
from .shares_told import shares
from .sums_told import totals
from .told import Slip, sentences

_BULLET = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,2}[.)])[ \t]+\Z", re.MULTILINE)
_LATEX_ITEM = re.compile(r"\\(?:item\b|(?P<turn>begin|end)\{(?:itemize|enumerate)\})")
_AT_ONCE = re.compile(
    r"\b(?:overlap|parallel(?!ism)|concurren|simultaneous|hid(?:e|den|es)\b|at\s+once)",
    re.IGNORECASE,
)
NEW_LIST, AROUND = 1_000, 600


def slips_of(document: Document, units: UnitTable) -> Iterator[Slip]:
    """Amounts of a document's sentences that do not follow from those beside them."""
    pieces = list(_pieces(document))
    paragraphs = list(sentences(document, units, [(start, end) for start, end, _ in pieces]))
    for wrong in totals(paragraphs, [listed for _, _, listed in pieces]):
        # Times that overlap do not add up.
        if not (dict(wrong.told.dimensions) == {"time": 1} and _overlaps(document, wrong)):
            yield wrong
    yield from shares(paragraphs)
    yield from changes(paragraphs)
    yield from products(paragraphs)


def _overlaps(document: Document, wrong: Slip) -> bool:
    """Whether the text around a total says that things happen at the same time."""
    place = wrong.told.start
    around = document.masked[max(place - AROUND, 0) : place + AROUND]
    return _AT_ONCE.search(around) is not None


def _pieces(document: Document) -> Iterator[tuple[int, int, int]]:
    """Paragraphs and items of lists, with a number for the list that an item is of, or -1."""
    behind, lists = 0, 0
    for block in document.blocks:
        if block.kind == "heading":
            continue
        line = document.text.rfind("\n", 0, block.start) + 1
        bullet = _BULLET.search(document.text[line : block.start])
        # What stands a paragraph apart begins another list.
        lists += NEW_LIST * (document.text.count("\n", behind, block.start) > 2)
        behind = block.end
        if document.kind == "tex" and "\\item" in document.masked[block.start : block.end]:
            lists += NEW_LIST
            for start, end, deep in _items(document.masked, block.start, block.end):
                yield start, end, lists + deep if deep >= 0 else -1
        else:
            yield block.start, block.end, lists + len(bullet[1]) if bullet else -1


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """The items of a paragraph of LaTeX and what stands around them, with their depth."""
    deep, at, depth = 0, start, -1
    for item in _LATEX_ITEM.finditer(text, start, end):
        if item.start() > at:
            yield at, item.start(), depth
        if item["turn"]:
            deep += 1 if item["turn"] == "begin" else -1
        at, depth = item.end(), -1 if item["turn"] else max(deep, 0)
    if at < end:
        yield at, end, depth
