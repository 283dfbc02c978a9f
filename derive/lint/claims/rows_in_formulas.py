"""Rows of a table put into a formula: what the letters are worth in each, and what comes out."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from derive.lazy import lazy_re

from ..laws.probing import evaluated
from ..numbers.statements import Definition
from ..texts.documents import Table
from .letter_values import LetterValues
from .lettered_columns import LOOSE, LetteredColumn, Row

MOST_WAYS = 16
_OF_EACH = lazy_re(r"\s+(?:of|in|on|per|for)\s+(?:an?|one|each|every)\b", re.IGNORECASE)


def with_counts(
    values: LetterValues, definition: Definition, columns: Mapping[str, LetteredColumn]
) -> dict[str, LetteredColumn]:
    """The columns, those of counts as the one letter of a formula that is said to count so."""
    by_letter = dict(columns)
    for column in (column for column in columns.values() if column.counts):
        meant = [
            glyph for glyph in definition.needs - columns.keys()
            if glyph in values.rows and _begins_with(values.rows[glyph].meaning, column.counts)
        ]  # fmt: skip
        if len(meant) == 1:
            by_letter[meant[0]] = column.replaced(glyph=meant[0])
    return by_letter


def _begins_with(meaning: str, words: str) -> bool:
    """Whether a letter is said to be the number of something: "ranks that share the experts".

    Layers of a stage are not all of them.
    """
    said = re.match(rf"(?:(?:the|number|count|of)\s+)*{words}\b", meaning.casefold())
    return said is not None and not _OF_EACH.match(meaning, said.end())


def settings_beside(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    definition: Definition,
    *,
    elsewhere: bool = False,
) -> Iterator[dict[str, float]]:
    """What the letters that are no columns may be worth beside a table."""
    others = sorted(definition.needs - columns.keys())
    start = table.header[0].start
    # The paragraph that introduces the table says what it is about.
    caption = values.document.masked.rfind("\n\n", 0, start)
    caption = values.document.masked.rfind("\n\n", 0, max(caption, 0))
    begin = max(values.document.masked.rfind("\\begin{table", 0, start), caption, 0)
    headed = columns.get(definition.glyph)
    # A column of another table with the same cases has its place there.
    head = table.header[headed.place if headed is not None and headed.own else 0]
    # "$v$ at $c = 20$": what a header supposes holds for its column.
    supposed = {
        value.glyph: (value.value,) for value in values.system.values
        if head.start <= value.offset < head.start + len(head.text)
    }  # fmt: skip
    options = [
        supposed.get(glyph) or values.options(glyph, begin, start, elsewhere=elsewhere)
        for glyph in others
    ]
    for chosen in itertools.islice(itertools.product(*options), MOST_WAYS):
        yield dict(zip(others, chosen, strict=True))


def row_by_row(
    definition: Definition,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    known: Mapping[str, float],
    made: Mapping[str, Definition] = MappingProxyType({}),
) -> Iterator[Row]:
    """The rows that have a number for each letter of a formula, or of what is ``made`` in them."""
    needs = definition.needs.union(*(law.needs for law in made.values()))
    inputs = sorted(needs & columns.keys())
    for row, printed in enumerate(column.values):
        given = {name: columns[name].values[row] for name in inputs}
        if printed is None or any(one is None for one in given.values()):
            continue
        here = {**known, **{name: one for name, one in given.items() if one is not None}}
        inner = {glyph: evaluated(law.side, here) for glyph, law in made.items()}
        here |= {glyph: value for glyph, value in inner.items() if value is not None}
        gives = evaluated(definition.side, here)
        if gives is None or (not gives and printed):
            continue
        room = column.rooms[row] + sum(
            _moves(definition, here, name, columns[name].rooms[row], gives)
            for name in inputs
            if not columns[name].counted
        )
        yield row, (printed / gives if gives else 1.0), gives, room


def _moves(
    definition: Definition, here: Mapping[str, float], name: str, room: float, gives: float
) -> float:
    """How far the last digit of one input moves what a formula gives, relative to that."""
    moved = evaluated(definition.side, {**here, name: here[name] * (1 + room)})
    return abs(moved / gives - 1) if moved is not None and gives else room


def fits_a_row(ratio: float, room: float) -> bool:
    """Whether what is printed over what is computed is one, as far as the digits go."""
    return abs(ratio - 1) <= max(1.5 * room, LOOSE)
