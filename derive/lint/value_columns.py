"""Columns of a table of letters that give their values in an example."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.lazy import lazy_re
from derive.units import UnitTable

from .cell_numbers import CellNumber, number_in_cell
from .declarations import key_of_letter, only_spans
from .documents import Cell, Document, Span, Table

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
LEAST_VALUES, NEARLY_ALL = 2, 0.75


def value_columns(
    document: Document, units: UnitTable | None
) -> Iterator[tuple[str, CellNumber, Cell]]:
    """The letters of symbol tables that have one more column, of the values in an example."""
    spans: dict[tuple[int, int, int], list[Span]] = {}
    for span in document.spans:
        if span.table >= 0:
            spans.setdefault((span.table, span.row, span.cell), []).append(span)
    for number, table in enumerate(document.tables):
        letters = column_of_letters(table, spans, number)
        columns = [
            place for place in range(len(table.header))
            if place != letters and not _OTHER_COLUMN.search(table.header[place].text)
            and _is_of_values(
                [row[place] for row in table.rows if place < len(row)], units
            )
        ]  # fmt: skip
        if len(columns) != 1 or len(table.header) < LEAST_VALUES + 1:
            continue
        for place, row in enumerate(table.rows):
            own = spans.get((number, place, letters), [])
            value = _number(row[columns[0]], units) if columns[0] < len(row) else None
            if value is not None and len(own) == 1 and only_spans(row[letters], own):
                yield key_of_letter(own[0].latex), value, row[columns[0]]


def _is_of_values(cells: Sequence[Cell], units: UnitTable | None) -> bool:
    """Whether nearly all cells of a column that are not empty hold a number: one is "a dozen"."""
    filled = [cell for cell in cells if not _EMPTY.fullmatch(cell.text)]
    numbers = sum(_number(cell, units) is not None for cell in filled)
    return numbers >= max(LEAST_VALUES, NEARLY_ALL * len(filled))


def column_of_letters(
    table: Table, spans: Mapping[tuple[int, int, int], list[Span]], number: int
) -> int:
    """The one column behind the words of each row that holds a letter in each; else the first."""
    rows = list(enumerate(table.rows))
    if not rows or any(spans.get((number, place, 0)) for place, _ in rows):
        return 0
    lettered = [
        column for column in range(1, len(table.header))
        if all(
            len(own := spans.get((number, place, column), [])) == 1
            and column < len(row) and only_spans(row[column], own)
            for place, row in rows
        )
    ]  # fmt: skip
    return lettered[0] if len(lettered) == 1 else 0


def _number(cell: Cell, units: UnitTable | None) -> CellNumber | None:
    """The number of a cell that holds a plain one, or one in a unit: 80 GB."""
    number = number_in_cell(cell.printed)
    known = number is not None and (
        not number.words or number.scale != 1
        or (units is not None and units.known_unit(number.words) is not None)
    )  # fmt: skip
    return number if known else None
