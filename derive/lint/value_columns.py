"""Columns of a table of letters that give their values in an example."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.lazy import lazy_re

from .cell_numbers import number_in_cell
from .declarations import key_of_letter, only_spans
from .documents import Cell, Document, Span

_OTHER_COLUMN = lazy_re(
    r"\b(?:units?|meanings?|descriptions?|lines?|pages?|sections?|chapters?|equations?|refs?|references?"
    r"|first(?:\s+used|\s+seen|\s+appears?)?(?:\s+in)?|introduced|defined|appears?|where)\b",
    re.IGNORECASE,
)
_EMPTY = lazy_re(
    r"[\s$*]*(?:[-–—.…]+|n/?a|varies|free|computed|derived|below"
    r"|(?:see|from|by|eq\.?|section|\()[^|\d]{0,12}\(?[\d.]*\)?)?[\s$*]*",
    re.IGNORECASE,
)
LEAST_VALUES = 2


def value_columns(document: Document) -> Iterator[tuple[str, float, Cell]]:
    """The letters of symbol tables that have one more column, of the values in an example."""
    spans: dict[tuple[int, int, int], list[Span]] = {}
    for span in document.spans:
        if span.table >= 0:
            spans.setdefault((span.table, span.row, span.cell), []).append(span)
    for number, table in enumerate(document.tables):
        columns = [
            place for place in range(1, len(table.header))
            if not _OTHER_COLUMN.search(table.header[place].text)
            and sum(
                _number(row[place].printed) is not None for row in table.rows if place < len(row)
            ) >= LEAST_VALUES
            and all(
                _EMPTY.fullmatch(row[place].text) or _number(row[place].printed) is not None
                for row in table.rows if place < len(row)
            )
        ]  # fmt: skip
        if len(columns) != 1 or len(table.header) < LEAST_VALUES + 1:
            continue
        for place, row in enumerate(table.rows):
            own = spans.get((number, place, 0), [])
            value = _number(row[columns[0]].printed) if columns[0] < len(row) else None
            if value is not None and len(own) == 1 and only_spans(row[0], own):
                yield key_of_letter(own[0].latex), value, row[columns[0]]


def _number(text: str) -> float | None:
    number = number_in_cell(text)
    plain = number is not None and (not number.words or number.scale != 1)
    return number.value * number.scale if number is not None and plain else None
