"""Things that a text counts in words, and the letters that count them: "96 micro-batches", Q."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
    rf"(?:\b(?P<n>{A_NUMBER_IN_WORDS}|\d+)|[$`](?P<shown>\d+)[$`])[\s~]+(?P<noun>[a-z]+(?:-[a-z]+)?s)\b"
    # "50 tokens per parameter" is a rate.
    r"(?!\s+(?:per|an?|for\s+each|for\s+every)\s)",
    re.IGNORECASE,
)
_NOUN_BEHIND = lazy_re(r"[$`)\\]*[\s~]+(?P<noun>[A-Za-z]+(?:-[a-z]+)?s)\b")
_NUMBER_OF = lazy_re(r"^(?:the\s+)?(?:total\s+)?(?:number|count)\s+of\s+(?:the\s+)?")
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
    said = _NUMBER_OF.sub("", system.meanings.get(glyph, "")[:HEAD].lower())
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


# "Let one sequence of 32,768 tokens be spread over four context ranks".
_SUPPOSES = lazy_re(
    r"\A\W*(?:So\s+|Now\s+|Here\s+)?(?:let|take|suppose|assume|consider|imagine|say|put|spread|split|our\s+(?:run|example|model|job))\b"
    r"|\bwe\s+(?:take|train|use|run|put|spread|split|place|cut|serve)\b",
    re.IGNORECASE,
)
_SUPPOSED = lazy_re(
    rf"\b(?:(?P<one>one|a\s+single)|(?P<n>{A_NUMBER_IN_WORDS}|\d{{1,3}}(?:,\d{{3}})+|\d+))[\s~]+"
    r"(?P<first>[a-z]+(?:-[a-z]+)?)\b(?:[\s~]+(?P<second>[a-z]+(?:-[a-z]+)?)\b)?",
    re.IGNORECASE,
)


def counts_of_the_example(system: System, places: Places) -> Iterator[Value]:
    """What the example that runs through a text has: "twelve stages, 96 micro-batches".

    And what a sentence supposes, of letters to which nothing else gives a value.
    """
    document = system.document
    counts = [
        count for count in counts_between(document, 0, len(document.masked))
        if is_running(document, count.start)
    ]  # fmt: skip
    nouns = {
        glyph: nouns_counted_by(system, glyph) | _as_degree(system, glyph) for glyph in system.units
    }
    for count in counts:
        letters = [glyph for glyph, some in nouns.items() if count.noun in some]
        if len(letters) == 1:
            yield _value(places, letters[0], count, running=True)
    known = {value.glyph for value in (*system.values, *system.declared, *system.brought)}
    open_ = {glyph: some for glyph, some in nouns.items() if glyph not in known}
    yield from _of_an_element(system, places, open_)
    yield from _of_a_sequence(system, places, open_)
    for block in document.blocks if open_ else ():
        for start, end in _sentences(document.masked, block.start, block.end):
            if _SUPPOSES.search(document.masked[start:end]):
                yield from _supposed(system, places, open_, start, end)
                yield from _ways(system, places, open_, start, end)


# "In 16-bit precision our example has": of the one letter that is the size of an element.
_ELEMENT = lazy_re(
    r"\b(?:size|bytes|width)\s+(?:of|per|in|for)\s+(?:an?\s+|one\s+|each\s+|every\s+)?(?:[a-z]+\s+)?"
    r"(?:element|number|value|entry|scalar)\b",
    re.IGNORECASE,
)
_PRECISION = lazy_re(
    r"\b(?:(?P<bits>4|8|16|32|64)-bit\s+(?:precision|numbers|values|elements|floats?)"
    r"|(?:bf|fp|BF|FP)(?P<format>8|16|32)\b|(?P<word>half|single|double)\s+precision)"
)
_PRECISIONS = {"half": 2.0, "single": 4.0, "double": 8.0}
BITS = 8


def _of_an_element(system: System, places: Places, letters: Iterable[str]) -> Iterator[Value]:
    """The bytes of an element, where the text speaks of one precision alone."""
    sized = [glyph for glyph in letters if _ELEMENT.search(system.meanings.get(glyph, ""))
             and system.units.get(glyph, "").lower() in {"byte", "bytes"}]  # fmt: skip
    if len(sized) != 1:
        return
    sizes = [
        (_PRECISIONS.get(said["word"] or "") or float(said["bits"] or said["format"]) / BITS, said)
        for said in _PRECISION.finditer(system.document.masked)
    ]  # fmt: skip
    if len({size for size, _ in sizes}) == 1:
        size, said = sizes[0]
        count = Count(size, "byte", said.group(), said.start(), said.end())
        yield _value(places, sized[0], count)


def _supposed(
    system: System, places: Places, nouns: dict[str, set[str]], start: int, stop: int
) -> Iterator[Value]:
    """The counts of one sentence of the letters that alone count such things."""
    for said in _SUPPOSED.finditer(system.document.masked, start, stop):
        first, second = (said[name] or "" for name in ("first", "second"))
        for noun, kind, end in (
            (first, "", said.end("first")),
            (second, first.partition("-")[0], said.end("second")),
        ):
            is_one = said["one"] is not None
            # "One rank", and "four ranks".
            letters = _counted_by(system, nouns, noun, kind) if is_one != noun.endswith("s") else []
            if len(letters) == 1:
                word = (said["n"] or "1").lower().replace(",", "")
                number = NUMBERS_IN_WORDS.get(word) or float(word)
                shown = system.document.masked[said.start() : end]
                yield _value(places, letters[0], Count(number, noun, shown, said.start(), end))
                break


def _counted_by(system: System, nouns: dict[str, set[str]], noun: str, kind: str) -> list[str]:
    """The letters that count such things; "context ranks" are those whose row says "context".

    What a row counts comes before what stands behind a letter once.
    """
    name = noun.lower().removesuffix("s")
    alike = [
        glyph for glyph, some in nouns.items()
        if name in some and kind.lower() in system.meanings.get(glyph, "").lower()
    ]  # fmt: skip
    return [g for g in alike if system.units[g].lower().removesuffix("s") == name] or alike


# "Sequences of 4096 tokens": of the one letter that is their length.
_LENGTH = lazy_re(
    r"\b(?:length|tokens)\s+(?:of|in|per)\s+(?:an?\s+|one\s+|each\s+|every\s+|the\s+)?sequences?\b"
    r"|\bsequence\s+length\b",
    re.IGNORECASE,
)
_LONG = lazy_re(
    r"\bsequences?\s+(?:of|with)\s+[$`\\(]*(?P<n>\d{1,3}(?:(?:,|\{,\})\d{3})+|\d{2,7})[$`\\)]*\s+tokens\b",
    re.IGNORECASE,
)


def _of_a_sequence(system: System, places: Places, letters: Iterable[str]) -> Iterator[Value]:
    """The length of sequences, where the text tells one of them alone."""
    in_tokens = {"", "tokens", "tokens/sequence"}
    lengths = [glyph for glyph in letters if _LENGTH.search(system.meanings.get(glyph, ""))
               and system.units.get(glyph, "").lower() in in_tokens]  # fmt: skip
    lengths_told = [(float(re.sub(r"\D", "", said["n"])), said)
            for said in _LONG.finditer(system.document.masked)]  # fmt: skip
    if len(lengths) == 1 and len({number for number, _ in lengths_told}) == 1:
        number, said = lengths_told[0]
        count = Count(number, "token", said.group(), said.start(), said.end())
        yield _value(places, lengths[0], count)


# "Eight-way tensor parallelism", and the replicas of a data-parallel degree.
_WAYS = lazy_re(
    rf"\b(?P<n>{A_NUMBER_IN_WORDS}|\d{{1,4}})-way\s+(?P<kind>[a-z]+)[\s-]+parallel", re.IGNORECASE
)
_DEGREE = lazy_re(
    r"\b(?P<kind>[a-z]+)[\s-]parallel(?:ism)?\s+(?:degree|size|ways)\b|\bdegree\s+of\s+"
    r"(?P<of>[a-z]+)[\s-]parallelism\b",
    re.IGNORECASE,
)


def _as_degree(system: System, glyph: str) -> set[str]:
    """What the degree of a kind of parallelism counts beside ranks."""
    degree = _DEGREE.search(system.meanings.get(glyph, ""))
    kind = (degree["kind"] or degree["of"]).lower() if degree else ""
    return {"data": {"replica"}, "pipeline": {"stage"}}.get(kind, set())


def _ways(
    system: System, places: Places, letters: Iterable[str], start: int, end: int
) -> Iterator[Value]:
    """The degrees that a sentence tells as so many ways."""
    for said in _WAYS.finditer(system.document.masked, start, end):
        degrees = [
            glyph for glyph in letters
            if (degree := _DEGREE.search(system.meanings.get(glyph, "")))
            and (degree["kind"] or degree["of"]).lower() == said["kind"].lower()
        ]  # fmt: skip
        if len(degrees) == 1:
            number = NUMBERS_IN_WORDS.get(said["n"].lower()) or float(said["n"])
            count = Count(number, "way", said.group(), said.start(), said.end())
            yield _value(places, degrees[0], count)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the sentences of a block begin and end."""
    for stop in _STOP.finditer(text, start, end):
        yield start, stop.start()
        start = stop.end()
    yield start, end


_STOP = lazy_re(r"[.!?]\s+(?=[A-Z$*_])")


def _value(places: Places, glyph: str, count: Count, *, running: bool = False) -> Value:
    return Value(
        glyph, count.number, 0.0, count.shown, count.start, count.end, "=", (),
        digits_in(f"{count.number:.12g}"), places.of(count.start), declared=True, running=running,
    )  # fmt: skip
