"""How far a declaration reaches: the parts and chapters that its heading names, or its section."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from derive.frozen import Record
from derive.lazy import lazy_re

from .documents import Document, Heading

_NUMBER = r"[IVXLC]+|\d+|[A-Z]"
_NUMBERS = rf"(?P<low>{_NUMBER})\b(?:\s*(?:[–—-]|to|through)\s*(?P<high>{_NUMBER})\b)?"
_PART = lazy_re(rf"\bParts?\s+{_NUMBERS}", re.IGNORECASE)
_CHAPTER = lazy_re(rf"\b(?:Ch\.|Chs\.|Chap\.|Chapters?)\s*{_NUMBERS}", re.IGNORECASE)
_ALL = lazy_re(
    r"\b(?:all|every|each|whole|throughout|global)\b(?:\s+\w+){0,2}?\s*"
    r"(?:parts?|chapters?|sections?|book|document|text)\b",
    re.IGNORECASE,
)
LETTERED = 1_000_001
"""What ``Part A`` counts as: beyond every number, so that no range holds both."""
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_LISTS = lazy_re(
    r"\b(?:notations?|symbols?|nomenclature|conventions?|glossary|variables|letters|definitions|"
    r"formalism)\b",
    re.IGNORECASE,
)


class Reach(Record):
    """Where a declaration holds.

    ``parts`` and ``chapters`` are the ranges that its heading names, both ends
    included; ``throughout`` says that it names everything, ``section`` is the
    path of headings above it, ``local`` that it belongs to a formula there;
    two that are ``named`` otherwise are apart.
    """

    parts: tuple[int, int] | None = None
    chapters: tuple[int, int] | None = None
    throughout: bool = False
    section: tuple[int, ...] = ()
    local: bool = False
    # What a table says of it in words that name no part or chapter.
    named: str = ""

    @property
    def stated(self) -> bool:
        """Whether the document says how far it reaches."""
        return self.throughout or self.parts is not None or self.chapters is not None

    def overlaps(self, other: Reach) -> bool:
        """Whether both hold at some place; without a word about it, they do."""
        if self.throughout or other.throughout:
            return True
        for own, two in ((self.parts, other.parts), (self.chapters, other.chapters)):
            if own is not None and two is not None and (own[1] < two[0] or two[1] < own[0]):
                return False
        if self.stated or other.stated:
            return True
        if self.named and other.named:
            return self.named == other.named
        if self.local or other.local:
            size = min(len(self.section), len(other.section))
            return self.section[:size] == other.section[:size]
        return True

    def __str__(self) -> str:
        if self.throughout:
            return "throughout"
        words = [
            _range("Part", self.parts, roman),
            _range("Chapter", self.chapters, str),
        ]
        return ", ".join(word for word in words if word) or "no stretch stated"


def reach_of(document: Document, line: int, *, local: bool = False) -> Reach:
    """The reach of what is declared on a line: by the headings above it, the nearest first."""
    path = section_path(document, line)
    for place in reversed(path):
        reach = heading_reach(document.headings[place])
        if reach is not None:
            return reach.replaced(section=path, local=local)
    return Reach(section=path, local=local and not lists_letters(document, line))


def lists_letters(document: Document, line: int) -> bool:
    """Whether a heading above a line says that letters are declared below it."""
    path = section_path(document, line)
    return any(_LISTS.search(document.headings[place].title) for place in path)


def section_path(document: Document, line: int) -> tuple[int, ...]:
    """The headings above a line, outermost first, as places in the list of headings."""
    lines, paths = _section_paths(document)
    return paths[bisect_right(lines, line)]


@lru_cache(maxsize=16)
def _section_paths(document: Document) -> tuple[list[int], list[tuple[int, ...]]]:
    """The lines of all headings, and the path after each of them; the first is that of none."""
    path: list[int] = []
    paths: list[tuple[int, ...]] = [()]
    for place, heading in enumerate(document.headings):
        while path and document.headings[path[-1]].level >= heading.level:
            path.pop()
        path.append(place)
        paths.append(tuple(path))
    return [heading.line for heading in document.headings], paths


def heading_reach(heading: Heading) -> Reach | None:
    """What a heading says about the reach of its section; None if nothing.

    ``Communication (Parts III–VIII)`` says something, ``Part II: Memory`` is a
    part's own heading and says so too.
    """
    part, chapter = _PART.search(heading.title), _CHAPTER.search(heading.title)
    if part or chapter:
        return Reach(_ends(part), _ends(chapter))
    if _ALL.search(heading.title):
        return Reach(throughout=True)
    return None


def said_reach(words: str, around: Reach) -> Reach:
    """The reach that the cell of a row names; that of the table where it names none."""
    reach = heading_reach(Heading(0, 1, words))
    if reach is None and re.fullmatch(
        r"[\s*_]*(?:all|everywhere|throughout|any|global)[\s*_]*", words, re.IGNORECASE
    ):
        reach = Reach(throughout=True)
    if reach is None:
        return around
    return reach.replaced(section=around.section, local=around.local)


def _ends(match: re.Match[str] | None) -> tuple[int, int] | None:
    """Both ends of a range."""
    if match is None:
        return None
    low = number(match["low"])
    high = number(match["high"]) if match["high"] else low
    return (low, high) if 0 < low <= high else None


def number(word: str) -> int:
    """A Roman or Arabic number, or a letter, which counts beyond both; 0 if it is neither.

    ``C``, ``D`` and ``L`` alone are letters: no book has a hundred parts.
    """
    if word.isdigit():
        return int(word[:6])
    if len(word) == 1 and word.upper() not in "IVX":
        return LETTERED + ord(word.upper()) - ord("A") if word.isalpha() else 0
    values = [_ROMAN.get(char, 0) for char in word.upper()]
    total = 0
    for place, value in enumerate(values):
        total += -value if value < max(values[place + 1 :], default=0) else value
    return total


def roman(value: int) -> str:
    """A small number as Romans wrote it."""
    numeral = ""
    for size, sign in ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"),
                       (5, "V"), (4, "IV"), (1, "I")):  # fmt: skip
        while value >= size:
            numeral, value = numeral + sign, value - size
    return numeral


def _range(noun: str, ends: tuple[int, int] | None, numeral: Callable[[int], str]) -> str:
    if ends is None:
        return ""
    low, high = (
        chr(ord("A") + end - LETTERED) if end >= LETTERED else numeral(end) for end in ends
    )
    return f"{noun} {low}" if low == high else f"{noun}s {low}–{high}"
