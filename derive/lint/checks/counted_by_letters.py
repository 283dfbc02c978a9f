"""Letters without a row that stand before two kinds of things: "$j$ heads", and "$j$ sequences"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re

from ..laws.wording import plain
from ..project import Project
from ..rules import Sight
from ..texts.declarations import key_of_letter
from ..texts.documents import Document, Span
from ..texts.glyphs import is_glyph
from ..words.countable_nouns import NOUNS, class_of
from ..words.places import Places
from ..words.sentences import sentence_start

_THINGS = lazy_re(
    r"[$`)\]\\]*[\s~]+(?:(?!(?:the|these|our|all|both|of|for|per|and|or)\s)[a-z]+(?:-[a-z]+)?\s+)?"
    rf"(?P<noun>(?:{'|'.join(NOUNS.values())})(?<=s))\b",
    re.IGNORECASE,
)
# Who says so may call anything by a letter again.
_DECLARES = lazy_re(
    r"\b(?:let|now|call\w*|denot\w+|writ\w+|where|here|suppose|say)\b", re.IGNORECASE
)
LEAST = 2
# Of as many stages the first holds as many micro-batches.
_MAY_BE_BOTH = frozenset(("device", "sequence"))


class Counted(Record):
    """A letter before a noun: what it counts, and where."""

    kind: str
    noun: str
    span: Span
    section: int


def letters_that_count_two_things(project: Project, document: Document) -> Iterator[Sight]:
    """The one place in which a letter without a row counts other things than before."""
    rows = {row.glyph for row in project.declarations(document) if row.firm}
    places = Places(document)
    counted: dict[str, list[Counted]] = {}
    for span in document.spans:
        said = _THINGS.match(document.masked, span.end) if span.table < 0 else None
        if said is not None and is_glyph(span.latex.strip()):
            glyph, noun = key_of_letter(span.latex), said["noun"]
            each = Counted(class_of(noun), noun, span, places.of(span.start)[0])
            counted.setdefault(glyph, []).append(each)
    for glyph, some in counted.items():
        odd = _odd_one(document, some) if glyph not in rows else None
        if odd is None:
            continue
        first = next(each for each in some if each.kind != odd.kind)
        yield Sight(
            f"{plain(glyph)} counts {first.noun} in line {first.span.line}, and {odd.noun} here.",
            *document.place(odd.span.start),
            plain(glyph),
            rows=[(f"line {first.span.line}", f"{plain(glyph)} {first.noun}"),
                  ("here", f"{plain(glyph)} {odd.noun}")],
            guess=f"Give the {odd.noun} a letter of their own.",
            level="provable",
            evidence="the words behind the letter",
        )  # fmt: skip


def _odd_one(document: Document, some: Sequence[Counted]) -> Counted | None:
    """The one place of a kind of its own, where the same section has the other kind before it."""
    kinds = {each.kind for each in some}
    if len(kinds) != LEAST or kinds == _MAY_BE_BOTH or len(some) <= LEAST:
        return None
    alone = [each for each in some if [other.kind for other in some].count(each.kind) == 1]
    if len(alone) != 1:
        return None
    (odd,) = alone
    start = odd.span.start
    before = document.masked[max(sentence_start(document, start), 0) : start]
    beside = any(
        each.section == odd.section and each.span.start < start for each in some if each is not odd
    )
    return odd if beside and not _DECLARES.search(before) else None
