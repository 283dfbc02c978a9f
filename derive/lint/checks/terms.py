"""Rules about words: terms that are easily confused, unit words and formats with two senses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from derive.entries.phrase_words import clause
from derive.lazy import lazy_re

from ..project import Project
from ..rules import Sight, about
from ..texts.documents import Document, shown_text

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary
    from derive.records import Term

_ENTRY = lazy_re(r"^\s*(?:[-*+]\s+)?\*\*(?P<name>[^*\n]{2,60})\*\*\s*[:—–-]\s*(?P<says>\S.*)$")
_USED_OTHERWISE = lazy_re(r"\bsome (?:texts|authors|papers|books) (?:use|call)\b", re.IGNORECASE)
_FORMATS = r"(?:fp|bf|tf|int|FP|BF|TF|INT)\d+"
_FORMAT_CLAIMED = lazy_re(
    rf"\b(?P<format>{_FORMATS})\s+(?:precision\s+)?for\s+(?P<first>\w+)(?:(?:,\s+|\s+)and\s+(?P<last>\w+))?"
)
_FORMAT_COUNTED = lazy_re(rf"\b(?P<format>{_FORMATS})\s+(?P<noun>[A-Za-z]+)")
LEAST_ENTRIES = 5
"""A list of fewer bold words is no glossary."""
_RATE = lazy_re(
    r"\b(?:hardware|theoretical|peak|achieved|sustained|tera|peta|GPU|device|"
    r"throughput(?: of| in)?|more|fewer)\s+FLOPS\b|\bFLOPS\s+(?:utili[sz]ation|for FP8|"
    r"of (?:the|a|an|one) (?:GPU|device|accelerator)|per (?:GPU|dollar|watt))\b|"
    r"\b\d[\d.,]*\s*[TPGE]FLOPS\b",
)
_COUNT = lazy_re(
    r"\bFLOPS\s+(?:per|for (?:an?|one|the|each)\b|of (?:one|a|each|the) (?:layer|step|token|"
    r"sequence|iteration|forward|backward)|involve|count|to the|scale|remain)|"
    r"\b(?:total|number of|training|forward|backward|the|and|layer|operations \()\s*FLOPS\b|"
    r"\boperations\s*\(FLOPS\)|\b\d+\s+FLOPS\b",
)


def easily_confused_terms_are_told_apart(project: Project, document: Document) -> Iterator[Sight]:
    """Easily confused terms are told apart.

    What: a meaning merges two terms of the field that are different things
    ("context (sequence) parallelism"), or a glossary defines one of a pair
    without the other. A warning where authors are known to use the word for
    both, else information.

    Why: the two have different formulas; a reader takes the one for the other.

    Example: context parallelism needs further GPUs, sequence parallelism uses
    those of tensor parallelism. Give each a row of its own.
    """
    yield from _merged(project, document)
    yield from _half_of_a_pair(project, document)


@lru_cache(maxsize=4)
def _words(registry: Vocabulary) -> dict[str, Term]:
    """Every name of every term, in lower case; acronyms as they are."""
    terms: dict[str, Term] = {}
    for term in registry.terms.values():
        for name in (term.name, *term.synonyms):
            terms.setdefault(name.casefold(), term)
        if term.acronym:
            terms.setdefault(term.acronym, term)
    return terms


def _merged(project: Project, document: Document) -> Iterator[Sight]:
    """Meanings such as ``X (Y) Z`` where X Z and Y Z are two terms."""
    for letter in project.declarations(document):
        if not letter.firm:
            continue
        match = re.match(r"(?P<a>[A-Za-z-]+) \((?:or )?(?P<b>[A-Za-z-]+)\) (?P<noun>[A-Za-z-]+)",
                         letter.meaning)  # fmt: skip
        match = match or re.match(
            r"(?P<a>[A-Za-z-]+)(?:/| or )(?P<b>[A-Za-z-]+) (?P<noun>[A-Za-z-]+)", letter.meaning
        )
        if match is None or (registry := project.registry) is None:
            continue
        words = _words(registry)
        first, second = (words.get(f"{match[each]} {match['noun']}".casefold()) for each in "ab")
        if first is None or second is None or first.id == second.id:
            continue
        apart = dict(first.not_to_confuse).get(second.id) or dict(second.not_to_confuse).get(
            first.id, ""
        )
        if not apart:
            continue
        yield about(
            f"{letter.latex} merges two things: {first.name} and {second.name} "
            f'("{letter.meaning}").',
            letter,
            [(first.name, _head(first)), (second.name, _head(second)), ("they differ", apart)],
            f"Declare {first.acronym or first.name} and {second.acronym or second.name} in rows "
            "of their own.",
        )


def _head(term: Term) -> str:
    """The first sentence of a term."""
    return term.says.split(". ")[0].rstrip(".") + "."


def glossary(document: Document) -> dict[str, tuple[int, str, str]]:
    """The entries of a glossary: their names in lower case, and acronyms, with line and words."""
    entries: dict[str, tuple[int, str, str]] = {}
    for number in range(1, len(document.lines) + 1):
        match = _ENTRY.match(document.masked_line(number)) or _ENTRY.match(document.line_at(number))
        if match is None:
            continue
        bare = re.sub(r"\s*\([^()]*\)", "", match["name"]).strip()
        inner = re.findall(r"\(([^()]*)\)", match["name"])
        for name in (*bare.split("/"), *inner):
            key = name.strip()
            entries[key if key.isupper() else key.casefold()] = (number, bare, match["says"])
    return entries


def _half_of_a_pair(project: Project, document: Document) -> Iterator[Sight]:
    """Glossary entries of a term without the one that it is confused with."""
    entries = glossary(document)
    if len(entries) < LEAST_ENTRIES or (registry := project.registry) is None:
        return
    words = _words(registry)
    defined = {words[name].id for name in entries if name in words}
    reported: set[str] = set()
    for name, (line, shown, _) in entries.items():
        term = words.get(name)
        if term is None or term.id in reported:
            continue
        reported.add(term.id)
        for other_id, apart in term.not_to_confuse:
            other = registry.terms.get(other_id)
            if other is None or other_id in defined or not other.acronym or not term.acronym:
                continue
            doubtful = _USED_OTHERWISE.search(term.says) and other.name in term.says
            merged = _merging_rows(project, other)
            rows = [("they differ", apart), (other.name, _head(other)), *merged]
            yield Sight(
                f"{shown} is defined here, and {other.name} ({other.acronym}), with which it is "
                "easily confused, is not.",
                line,
                1,
                shown,
                rows,
                f"Add an entry for {other.name}, and say how it differs.",
                severity="warning" if doubtful else "info",
            )


def _merging_rows(project: Project, other: Term) -> list[tuple[str, str]]:
    """Rows of the other documents that declare the missing term's letter."""
    return [
        (
            f"{document.path}, line {letter.line}",
            f"{letter.latex}: {clause(letter.meaning) or letter.meaning}",
        )
        for document in project.documents
        for letter in project.declarations(document)
        if letter.firm and letter.glyph == other.acronym
    ]


def unit_words_mean_one_thing(_: Project, document: Document) -> Iterator[Sight]:
    """Unit words mean one thing.

    What: a document writes "FLOPS" both for operations per second ("hardware
    FLOPS") and for a number of operations ("FLOPS per layer").

    Why: a rate read as a count is wrong by a time; the page gives no way to
    tell.

    Example: write "FLOP/s" for the rate and "FLOPs" for the count.
    """
    text = shown_text(document)
    lines = text.split("\n")
    rates = {number for number, line in enumerate(lines, 1) if _RATE.search(line)}
    counts = {
        number
        for number, line in enumerate(lines, 1)
        if re.search(r"\bFLOPS\b", line) and number not in rates
    }
    certain = {number for number in counts if _COUNT.search(lines[number - 1])}
    if not rates or not certain:
        return
    for number in sorted(rates | counts):
        column = lines[number - 1].find("FLOPS") + 1
        sense = "a rate" if number in rates else "a count"
        other = ", ".join(str(line) for line in sorted(certain if number in rates else rates)[:6])
        yield Sight(
            f"FLOPS is {sense} here, and the other of the two in line {other}.",
            number,
            column,
            "FLOPS",
            [("rates", ", ".join(f"line {line}" for line in sorted(rates))),
             ("counts", ", ".join(f"line {line}" for line in sorted(counts)))],
            "Write FLOP/s for operations per second and FLOPs for operations.",
        )  # fmt: skip


def precisions_agree_in_a_paragraph(_: Project, document: Document) -> Iterator[Sight]:
    """Precisions agree in a paragraph.

    What: a paragraph assumes one number format for a thing ("fp32 precision
    for momentum and parameters") and counts it in another ("BF16 parameters").

    Why: the bytes that follow from the two differ by a factor of two.

    Example: "Assuming fp32 for parameters, this totals 12 bytes (BF16
    parameters, ...)". Say bf16 in both places.
    """
    if _FORMAT_CLAIMED.search(document.masked) is None:
        return
    for block in document.blocks:
        text = document.masked[block.start : block.end]
        claimed: dict[str, tuple[str, int]] = {}
        for match in _FORMAT_CLAIMED.finditer(text):
            for noun in (match["first"], match["last"]):
                if noun:
                    claimed[_stem(noun)] = (match["format"], block.start + match.start())
        for match in _FORMAT_COUNTED.finditer(text):
            said, at = claimed.get(_stem(match["noun"]), (match["format"], 0))
            if said.casefold() == match["format"].casefold():
                continue
            line, column = document.place(block.start + match.start())
            yield Sight(
                f"{match['noun']} are counted in {match['format']} here, and assumed to be in "
                f"{said} in line {document.place(at)[0]}.",
                line,
                column,
                match["noun"],
                [("assumed", text[at - block.start :][:60].strip()), ("counted", match.group())],
                f"Say {match['format']} in both places, or {said}; the bytes differ.",
            )


def _stem(noun: str) -> str:
    return noun.casefold().rstrip("s")
