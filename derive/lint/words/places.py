"""Where in a text things stand: in which section, paragraph and sentence, or in an aside.

What exercises, remarks and what-ifs give and say holds in their own paragraph alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise

from derive.lazy import lazy_re

from ..texts.documents import Block, Document
from .sentences import sentence_end

_OPENS = lazy_re(
    r"(?:[\s*_>#.)(\d-]|\\[a-z]+\{?){0,12}(?:What\s+if|Exercise|Problem|Question|Variant|Variation)\b"
)
# "With $c = 4$, everything else as above, it costs 18 bytes": of this paragraph alone.
_ELSE_UNCHANGED = lazy_re(
    r"\b(?:(?:everything|all)\s+else|(?:all\s+)?the\s+rest|other\s+things)\s+(?:(?:is|are|being|stays?|left|kept)\s+)?"
    # What ends so opens an example: its values hold in the list behind the colon, too.
    r"(?:as\s+(?:above|before|it\s+(?:is|was))|equal|unchanged|the\s+same|alike)\b(?!\W*\Z)"
)
_HEADED = lazy_re(r"[\W\d]*(?:exercises?|problems|questions|answers|solutions)\b", re.IGNORECASE)
# "(i) With half of it ... (ii) With twice as many ...": each is a case.
_CASE = lazy_re(r"(?<=\s)\((?:[ivx]{1,4}|[a-h]|\d)\)\s")
_TURN = lazy_re(
    r"\\(?P<turn>begin|end)\{(?:exercise|problem|question|solution|answer|remark)s?\*?\}"
)


def aside_at(document: Document, offset: int) -> int:
    """Where the aside of a place begins: an exercise, or a paragraph that asks what if; else -1."""
    starts, ends = _asides(document)
    place = bisect_right(starts, offset) - 1
    return starts[place] if place >= 0 and offset < ends[place] else -1


@lru_cache(maxsize=16)
def _asides(document: Document) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the asides of a document begin and end."""
    asides: list[tuple[int, int]] = []
    opened = -1
    for turn in _TURN.finditer(document.text) if document.kind == "tex" else ():
        if turn["turn"] == "begin":
            opened = turn.end()
        elif opened >= 0:
            asides.append((opened, turn.start()))
            opened = -1
    exercises = tuple(asides)
    lines = [heading.line for heading in document.headings]
    for block in document.blocks:
        above = bisect_right(lines, document.place(block.start)[0]) - 1
        headed = above >= 0 and _HEADED.match(document.headings[above].title) is not None
        own = (
            headed
            or _OPENS.match(document.text, block.start, block.end)
            or _ELSE_UNCHANGED.search(document.text, block.start, block.end)
        )
        # One block of LaTeX may hold several exercises.
        if own and not any(start < block.end and block.start < end for start, end in exercises):
            cases = _CASE.finditer(document.text, block.start, block.end)
            starts = [block.start, *(case.start() for case in cases), block.end]
            asides += pairwise(starts)
    begun, ended = zip(*sorted(asides), strict=True) if asides else ((), ())
    return tuple(begun), tuple(ended)


# What stands together belongs together: an example is looked for in the sentence first, then in
# the paragraph, then in the section.
class Places:
    """Section, paragraph and sentence of an offset."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.headings = [heading.line for heading in document.headings]
        self.blocks = [block.start for block in document.blocks]
        self.paragraphs = [0] * len(self.blocks)
        for place, (before, block) in enumerate(pairwise(document.blocks), 1):
            goes_on = _goes_on(document, before, block)
            self.paragraphs[place] = self.paragraphs[place - 1] if goes_on else place

    def of(self, offset: int, table: int = -1) -> tuple[int, int, int]:
        """Three numbers that two offsets share as far as they stand together."""
        line, _ = self.document.place(offset)
        section = bisect_right(self.headings, line)
        if table >= 0:
            return section, -2 - table, offset
        aside = aside_at(self.document, offset)
        if aside >= 0:
            return section, -(10**7) - aside, sentence_end(self.document, offset)
        block = bisect_right(self.blocks, offset) - 1
        inside = block >= 0 and offset < self.document.blocks[block].end
        if not inside:
            return section, -(10**6) - offset, offset
        return section, self.paragraphs[block], sentence_end(self.document, offset)


# "It loses half of it plus", a formula of its own, "so that 1250 s are lost".
_OPEN = lazy_re(r"[^.:;?!\s]\s*\Z")
_GOES_ON = lazy_re(r"[a-z]")


def _goes_on(document: Document, before: Block, block: Block) -> bool:
    """Whether a paragraph goes on with the sentence of the one before, behind a formula."""
    text = document.masked
    # Points of a list have no sentence in common.
    between = document.spans_between(before.end, block.start)
    return (
        before.kind == block.kind == "paragraph"
        and not document.is_listed(block.start)
        and any(span.display for span in between)
        and _GOES_ON.match(text, block.start) is not None
        and _OPEN.search(text[before.start : before.end]) is not None
    )
