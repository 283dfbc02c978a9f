"""Findings on what sentences reckon in words, with the values of the document's letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.errors import DeriveError
from derive.units import UnitTable

from .conversions_told import conversions
from .documents import Document
from .fractions_told import fitting, shares_in_words, surplus_in_words
from .growth_told import growth
from .letter_values import LetterValues, letter_values
from .percents_told import (
    percents_of_a_change,
    percents_of_a_ratio,
    percents_of_the_other,
    recurrences,
    savings,
)
from .plain_prose import Prose, paragraphs
from .project import Project
from .rules import Sight
from .sizes_told import bytes_of_weights, transfers
from .told import doubted

_SIZE = re.compile(r"\((?P<unit>[kMGT]i?B)\)")
_PLAIN_NUMBER = re.compile(r"\s*\d{1,3}(?:,?\d{3})*(?:\.\d+)?\s*")


def words_that_do_not_follow(project: Project, document: Document) -> Iterator[Sight]:
    """Fractions, factors and amounts in words that other numbers of the document contradict."""
    if project.units is None:
        return
    units, values = project.units, letter_values(project, document)
    definitions = [one for some in values.system.definitions.values() for one in some]
    sizes = _sizes(document, units)
    for paragraph in paragraphs(project, document):
        before: list[Prose] = []
        for sentence in paragraph.sentences():
            for offset, what, gives, said, unit in (
                *conversions(sentence, units),
                *bytes_of_weights(sentence, before, values, units),
                *transfers(sentence, before, units),
            ):
                told = f"{what} is {gives:.4g} {unit}"
                yield _sight(document, offset, told, said, f"{gives:.3g} {unit}")
            line, _ = document.place(sentence.places[0])
            doubtful = doubted(sentence.text)
            for offset, told, said, right in (
                *savings(sentence),
                *(() if doubtful else percents_of_a_ratio(sentence)),
                *(() if doubtful else percents_of_the_other(sentence)),
                *(() if doubtful else percents_of_a_change(sentence)),
                *(() if doubtful else recurrences(sentence)),
                *(() if doubtful else _counted(sentence, before, values)),
                *(() if doubtful else surplus_in_words(sentence)),
                *(() if doubtful else fitting(sentence, units, sizes)),
                *(() if doubtful else growth(sentence, line, definitions, values.rows)),
            ):
                yield _sight(document, offset, told, said, right)
            before.append(sentence)


def _sight(document: Document, offset: int, what: str, said: str, right: str) -> Sight:
    line, column = document.place(offset)
    return Sight(
        f"{what}; the text says {said}.",
        line,
        column,
        rows=[("gives", right), ("printed", said)],
        guess=f"Write {right}, or correct the other number.",
    )


def _counted(
    sentence: Prose, before: Sequence[Prose], values: LetterValues
) -> Iterator[tuple[int, str, str, str]]:
    """Shares in words; the counts of things are letters that were given a value before."""
    if " in " not in sentence.text and " of " not in sentence.text:
        return
    counts: dict[str, list[tuple[str, float]]] = {}
    start, end = sentence.places[0], sentence.places[-1]
    for glyph, row in values.rows.items():
        noun = (row.unit or "").strip().lower().removesuffix("s")
        known = values.options(glyph, start, end) if noun.isalpha() else ()
        if len(known) == 1:
            counts.setdefault(noun, []).append((glyph, known[0]))
    yield from shares_in_words(sentence, before, counts)


def _sizes(document: Document, units: UnitTable) -> Mapping[float, tuple[float, str]]:
    """What a table says that each length or count in its first column takes, in bytes."""
    found: dict[float, tuple[float, str]] = {}
    for table in document.tables:
        column = next(
            (place for place, cell in enumerate(table.header) if place and _SIZE.search(cell.text)),
            0,
        )
        told = _SIZE.search(table.header[column].text) if column else None
        if told is None:
            continue
        try:
            factor = float(units.unit(told["unit"]).factor)
        except DeriveError:
            continue
        for row in table.rows:
            if len(row) <= column or not all(
                _PLAIN_NUMBER.fullmatch(row[place].text) for place in (0, column)
            ):
                continue
            key, size = (float(row[place].text.replace(",", "")) for place in (0, column))
            found.setdefault(key, (size * factor, f"{row[column].text} {told['unit']}"))
    return found
