"""Rows of a table that break a formula which all others follow, and may be right all the same."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .digits import MANY_DIGITS, digits_in, exchanged, exchanged_within
from .documents import Cell, Document, Table
from .letter_values import LetterValues
from .lettered_columns import LetteredColumn, Row, fits_a_row, row_by_row, settings_beside
from .statements import Definition

# Digits in another order are compared within this at most, however coarse the inputs are.
FINE = 1e-3


def is_a_plain_case(
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
    pairs: Sequence[Row],
    row: int,
) -> bool:
    """Whether a formula for several, "for $c \\ge 2$", meets the row of one, or of none."""
    inputs = [columns[name].values[row] for name in definition.needs & columns.keys()]
    pair = next(pair for pair in pairs if pair[0] == row)
    return any(value in {0.0, 1.0} for value in inputs) and not is_exchanged(table, column, pair)


def is_of_another_case(
    values: LetterValues,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
    known: Mapping[str, float],
    row: int,
) -> bool:
    """Whether a row follows with another value of a letter: "four devices cost half"."""
    others = [
        {**known, value.glyph: number}
        for value in values.system.values if value.glyph in known
        for number in (value.value, value.in_base)
    ]  # fmt: skip
    return any(
        fits_a_row(ratio, room)
        for other in others
        for place, ratio, _, room in row_by_row(definition, columns, column, other)
        if place == row
    )


def is_used_in_its_row(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    row: int,
) -> bool:
    """Whether another cell of a row follows from one: then that was not mistyped.

    "The last stage carries the output layer as well": what is right of all others.
    """
    return any(
        fits_a_row(ratio, room)
        for other in columns.values() if other.own and other is not column
        for law in values.system.definitions.get(other.glyph, ())
        if law.operator == "=" and column.glyph in law.needs
        for known in settings_beside(values, table, columns, law, elsewhere=True)
        for place, ratio, _, room in row_by_row(law, columns, other, known)
        if place == row
    )  # fmt: skip


def is_said_beside(document: Document, table: Table, cell: Cell) -> bool:
    """Whether the text says the number of a cell once more, outside its table."""
    shown = cell.text.strip("$*` ")
    if digits_in(shown) < MANY_DIGITS:
        return False
    end = table.rows[-1][-1].start + len(table.rows[-1][-1].text)
    places = re.finditer(rf"(?<![\d.,]){re.escape(shown)}(?![\d]|[.,]\d)", document.masked)
    return any(not table.header[0].start <= place.start() <= end for place in places)


def is_exchanged(table: Table, column: LetteredColumn, pair: Row, step: float = 1.0) -> bool:
    """Whether a cell has the digits that its formula gives, or so many of it, in another order."""
    row, ratio, gives, room = pair
    printed, wanted = ratio * gives, gives * step
    digits = digits_in(table.rows[row][column.place].text)
    return exchanged(printed, wanted, digits) or exchanged_within(
        printed, wanted, digits, min(room, FINE)
    )
