"""Formulas that no row of a table follows, and every row would after one small change."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from .blame import change_for
from .documents import Document, Table
from .letter_values import LetterValues, letter_values
from .lettered_columns import (
    LEAST_ROWS,
    LOOSE,
    MOST_ROWS,
    LetteredColumn,
    fits_a_row,
    lettered_columns,
    row_by_row,
    settings_beside,
)
from .project import Project
from .rules import Sight
from .system import Definition
from .wording import plain, snippet


def formulas_that_tables_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas that no row of a table follows, and every row would after one small change."""
    if project.units is None:
        return
    values = letter_values(project, document)
    for number, table in enumerate(document.tables):
        if not LEAST_ROWS <= len(table.rows) <= MOST_ROWS:
            continue
        columns = lettered_columns(document, values, number, table, project.units)
        for column in columns.values():
            some = values.system.definitions.get(column.glyph, [])
            usable = [one for one in some if one.operator == "=" and not one.settled]
            if len(usable) == 1 and usable[0].needs & columns.keys():
                yield from _lost_factor(values, table, columns, column, usable[0])


def _lost_factor(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
) -> Iterator[Sight]:
    best: Sight | None = None
    for known in settings_beside(values, table, columns, definition):
        pairs = list(row_by_row(definition, columns, column, known))
        if len(pairs) < LEAST_ROWS or any(fits_a_row(q, room) for _, q, _, room in pairs):
            return
        step = pairs[-1][1]
        if any(abs(q / step - 1) > max(2 * room, LOOSE) for _, q, _, room in pairs):
            continue
        row, _, gives, room = pairs[-1]
        here = {**known}
        for name in definition.needs & columns.keys():
            here[name] = columns[name].values[row] or 0.0
        wanted = gives * step

        def fits(value: float, wanted: float = wanted, room: float = room) -> bool:
            return abs(value / wanted - 1) <= max(room, LOOSE)

        latex = definition.printed.span.latex
        change = change_for(definition.side, here, {}, fits, latex)
        if abs(math.log10(step)) < 1 and change and best is None:
            best = Sight(
                f"Every row of the table in line {table.line} is {step:.3g} times what this gives, "
                f"which follows if in this formula {change}.",
                *values.document.at(definition.printed.span, definition.side.at[0]),
                plain(definition.glyph),
                [("formula", snippet(definition.side, latex)),
                 (f"line {table.rows[row][0].line}", table.rows[row][column.place].text)],
                "Correct the formula, or the column.",
            )  # fmt: skip
    if best is not None:
        yield best
