"""What sentences reckon in words: every way that has a reader of its own."""

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

_BULLET = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,2}[.)])[ \t]+\Z|^([ \t]*)\\item\s*\Z", re.MULTILINE)


def slips_of(document: Document, units: UnitTable) -> Iterator[Slip]:
    """Amounts of a document's sentences that do not follow from those beside them."""
    paragraphs = list(sentences(document, units))
    listed: list[int] = []
    end = 0
    for block in document.blocks:
        if block.kind == "heading":
            continue
        line = document.text.rfind("\n", 0, block.start) + 1
        bullet = _BULLET.search(document.text[line : block.start])
        near = document.text.count("\n", end, block.start) <= 2
        listed.append(len(bullet[1] or bullet[2] or "") if bullet else -1)
        if not near and bullet:
            listed[-1] += 1000 * len(listed)
        end = block.end
    yield from totals(paragraphs, listed)
    yield from shares(paragraphs)
    yield from products(paragraphs)
    yield from changes(paragraphs)
