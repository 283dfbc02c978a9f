"""Results that a sentence tells of a formula far above: "in our run a copy takes 188 s".

The words of its row say of which letter an amount in its unit is. That is likely and not sure:
an error is told only where one slip leads from what a formula gives to what the words say.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from derive.lazy import lazy_re
from derive.units import Unit, UnitTable

from ..numbers.said_behind import is_of_something_else, is_said_of
from ..numbers.statements import Definition, Value
from ..numbers.system import System
from ..project import Project
from ..texts.declarations import Declaration
from ..words.digits import MANY_DIGITS, digits_in
from ..words.places import Places
from ..words.quantities import Amount
from ..words.sentences import Sentence, sentences
from .spoken_values import as_value

_WORD = lazy_re(r"[A-Za-z]{4,}")
_COMMON = frozenset(
    "that this with from which into over each every other same than their time times size bytes"
    " number share total when where while between among after before rate second seconds part"
    " amount only both more less most least whole average mean value count".split()
)
# "A checkpoint has 50.3 MB, and the floor is": the next clause is of something else.
_CLAUSE = lazy_re(
    r"[$`)]*\s*[,;]\s+(?:and\s+|while\s+)?(?:the|its|an?)\s+[a-z]+\s+(?:is|has|takes)\b"
)
MOST_LETTERS = 2


def results_in_words(
    project: Project, table: UnitTable, system: System, places: Places, units: Mapping[str, Unit]
) -> Iterator[Value]:
    """The amounts that sentences may tell of letters for which the document has a formula."""
    document = system.document
    rows = {
        letter.glyph: letter for letter in project.declarations(document)
        if letter.firm and letter.glyph in units and units[letter.glyph].dimensions
        and any(law.operator == "=" for law in system.definitions.get(letter.glyph, ()))
    }  # fmt: skip
    if not rows:
        return
    claimed = [(value.offset, value.end) for value in system.values if not value.near]
    pieces = [(block.start, block.end) for block in document.blocks]
    for sentence in itertools.chain(*sentences(document, table, pieces)):
        measured = [each for each in sentence.amounts if each.dimensions and not each.in_words]
        if not measured or measured[0] is not sentence.amounts[0]:
            continue
        if len(measured) > 1 and not _CLAUSE.match(sentence.gaps[1]):
            continue
        if not _is_claimed(measured[0], claimed):
            yield from _of_sentence(system, sentence, measured[0], rows, units, places, table)


def _of_sentence(
    system: System,
    sentence: Sentence,
    amount: Amount,
    rows: Mapping[str, Declaration],
    units: Mapping[str, Unit],
    places: Places,
    table: UnitTable,
) -> Iterator[Value]:
    """The one amount of a sentence, of the letters whose rows have most of its words."""
    if digits_in(amount.shown.partition("×")[0]) < MANY_DIGITS:
        return
    before, _, after = sentence.words.partition("<0>")
    if is_of_something_else(before, after):
        return
    words = _words(before)
    alike = {
        glyph: len(words & _words(row.meaning)) for glyph, row in rows.items()
        if dict(units[glyph].dimensions) == dict(amount.dimensions)
        and is_said_of(system.document, row, amount)
    }  # fmt: skip
    best = max(alike.values(), default=0)
    letters = [glyph for glyph, count in alike.items() if count == best and best > 0]
    if not 0 < len(letters) <= MOST_LETTERS:
        return
    for glyph in letters:
        laws = [law for law in system.definitions[glyph] if _is_above(law, amount)]
        value = as_value(glyph, amount, units, places, table) if laws else None
        if value is not None:
            yield value.replaced(perhaps=True)


def _is_above(law: Definition, amount: Amount) -> bool:
    return law.operator == "=" and law.printed.span.end < amount.start


def _is_claimed(amount: Amount, claimed: list[tuple[int, int]]) -> bool:
    """Whether a formula or other words make a claim of an amount already."""
    return any(start <= amount.start < end for start, end in claimed)


def _words(text: str) -> set[str]:
    """The words of a text that say what it is about, in the singular."""
    words = (word.group().casefold() for word in _WORD.finditer(text))
    return {word.removesuffix("s") for word in words if word not in _COMMON}
