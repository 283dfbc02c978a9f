"""Things that a text counts in words, and the letters that count them: "96 micro-batches", Q."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from derive.frozen import Record
from derive.lazy import lazy_re

from ..texts.declarations import key_of_letter
from ..texts.documents import Document
from ..words.digits import digits_in
from ..words.places import Places
from ..words.quantities import A_NUMBER_IN_WORDS, NUMBERS_IN_WORDS
from .statements import Value
from .suppositions import is_running
from .system import System

LETTER, HEAD = 16, 120
"""Shorter than this are the formulas of one letter, and so much of a row says what it counts."""
_COUNTED = lazy_re(
    rf"(?:\b(?P<n>{A_NUMBER_IN_WORDS}|\d+)|[$`](?P<shown>\d+)[$`])[\s~]+(?P<noun>[a-z]+(?:-[a-z]+)?s)\b",
    re.IGNORECASE,
)
_NOUN_BEHIND = lazy_re(r"[$`)\\]*[\s~]+(?P<noun>[A-Za-z]+(?:-[a-z]+)?s)\b")
_HEAD_ENDS = lazy_re(
    r"\s+(?:of|per|in|on|for|at|that|which|into|over|between|with|by|from)\b|[,;(]"
)


class Count(Record):
    """A number of things in words: what they are, in the singular, and where it stands."""

    number: float
    noun: str
    shown: str
    start: int
    end: int


def counts_between(document: Document, start: int, end: int) -> Iterator[Count]:
    """The numbers of things that a text tells between two offsets."""
    for said in _COUNTED.finditer(document.masked, start, end):
        word = (said["n"] or said["shown"]).lower()
        number = NUMBERS_IN_WORDS.get(word) or float(word)
        noun = said["noun"].lower().removesuffix("s")
        yield Count(number, noun, said.group(), said.start(), said.end())


def nouns_counted_by(system: System, glyph: str) -> set[str]:
    """What a letter counts, in the singular: by its row, or by the words behind it."""
    said = system.meanings.get(glyph, "")[:HEAD].lower()
    meaning = _HEAD_ENDS.split(said, maxsplit=1)[0]
    names = {meaning.rpartition(" ")[2], system.units.get(glyph, "").lower()}
    names |= _nouns_behind(system.document).get(glyph, frozenset())
    return {name.removesuffix("s") for name in names}


# Asked for every claim. Documents compare by identity, so that hashing is cheap.
@lru_cache(maxsize=64)
def _nouns_behind(document: Document) -> dict[str, frozenset[str]]:
    """What each letter counts by the words behind it: "each of $D$ ranks"."""
    nouns: dict[str, set[str]] = {}
    for span in document.spans:
        said = _NOUN_BEHIND.match(document.masked, span.end) if len(span.latex) < LETTER else None
        if said is not None:
            nouns.setdefault(key_of_letter(span.latex), set()).add(said["noun"].lower())
    return {glyph: frozenset(some) for glyph, some in nouns.items()}


def counts_of_the_example(system: System, places: Places) -> Iterator[Value]:
    """What the example that runs through a text has: "twelve stages, 96 micro-batches"."""
    document = system.document
    counts = [
        count for count in counts_between(document, 0, len(document.masked))
        if is_running(document, count.start)
    ]  # fmt: skip
    nouns = {glyph: nouns_counted_by(system, glyph) for glyph in system.units} if counts else {}
    for count in counts:
        letters = [glyph for glyph, some in nouns.items() if count.noun in some]
        if len(letters) == 1:
            yield Value(
                letters[0], count.number, 0.0, count.shown, count.start, count.end, "=", (),
                digits_in(f"{count.number:g}"), places.of(count.start), declared=True, running=True,
            )  # fmt: skip
