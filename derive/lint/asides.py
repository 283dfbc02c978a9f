"""Exercises, remarks and what-ifs: what they give and say holds in their own paragraph alone."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise

from derive.lazy import lazy_re

from .documents import Document

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
