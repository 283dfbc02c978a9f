"""Formulas that no row of a table follows, and every row would after one small change."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import median_low

from .blame import change_for
from .documents import Document, Table
from .letter_values import LetterValues, letter_values
from .lettered_columns import (
    LEAST_ROWS,
    LOOSE,
    LetteredColumn,
    fits_a_row,
    lettered_tables,
    row_by_row,
    settings_beside,
)
from .project import Project
from .rules import Sight
from .statements import Definition
from .table_formulas import of_formula, of_row
from .wording import plain

UNLIKE, CLEARLY = 1.5, 0.1
"""Factors that differ by as much are no unit of a column."""
EXACT, CLEARLY_MORE, UNLIKE_FACTOR = 1e-3, 10.0, 1.05


def formulas_that_tables_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas that no row of a table follows, and every row would after one small change."""
    values = letter_values(project, document)
    for table, columns in lettered_tables(project, document):
        if len(table.rows) < LEAST_ROWS - 1:
            continue
        for column in columns.values():
            some = values.system.definitions.get(column.glyph, [])
            usable = [one for one in some if one.operator == "=" and not one.settled]
            if len(usable) == 1:
                yield from _lost_column(values, table, columns, column, usable[0])
                yield from _other_shape(values, table, columns, column, usable[0])
                yield from _one_change(values, table, columns, column, usable[0])
                yield from _lost_term(values, table, columns, column, usable[0])
            if len(usable) == 1 and usable[0].needs <= columns.keys():
                yield from _upside_down(values, table, columns, column, usable[0])
            if len(usable) == 1 and usable[0].needs & columns.keys():
                yield from _lost_factor(values, table, columns, column, usable[0])


def _lost_column(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
) -> Iterator[Sight]:
    """A formula that every row is the same letter times, or that letter's part of."""
    for known in settings_beside(values, table, columns, definition):
        pairs = list(row_by_row(definition, columns, column, known))
        for name, other in columns.items():
            if name in definition.needs or other is column or len(pairs) < LEAST_ROWS:
                continue
            if any(column.glyph in law.needs for law in values.system.definitions.get(name, ())):
                # A share of it: of course it is the whole over that.
                continue
            rooms = [0.0] * len(other.rooms) if other.counted else other.rooms
            beside = [(q, room + rooms[row], other.values[row]) for row, q, _, room in pairs]
            for power, told in ((1, "times"), (-1, "divided into")):
                borne = {
                    given for q, room, given in beside
                    if given and room <= LOOSE and fits_a_row(q / given**power, room)
                }  # fmt: skip
                # One row may be misprinted in itself; the others say the same of several values.
                if len(borne) < max(LEAST_ROWS, len(beside)) - 1:
                    continue
                yield of_formula(
                    values.document,
                    definition,
                    f"The rows of the table in line {table.line} are {plain(name)} {told} "
                    f"what this gives: the formula lacks {plain(name)}.",
                    guess=f"Put {plain(name)} in, or correct the column.",
                )
                return


def _lost_term(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
) -> Iterator[Sight]:
    """A formula that every row is more than, by one amount in all of them."""
    settings = list(settings_beside(values, table, columns, definition))
    if len(settings) != 1:
        return
    pairs = list(row_by_row(definition, columns, column, settings[0]))
    gaps = [(q - 1) * gives for _, q, gives, _ in pairs]
    rooms = [max(room, EXACT) * abs(gives) for _, _, gives, room in pairs]
    if len(pairs) < LEAST_ROWS or len({gives for _, _, gives, _ in pairs}) < LEAST_ROWS:
        return
    step = sorted(gaps)[len(gaps) // 2]
    agreeing = sum(abs(gap - step) <= 2 * room for gap, room in zip(gaps, rooms, strict=True))
    # One row may be misprinted in itself.
    same = agreeing >= max(LEAST_ROWS, len(pairs) - 1)
    # An amount that the digits show, and by which rows differ unlike a factor.
    shown = step > 0 and all(step > CLEARLY_MORE * room for room in rooms)
    factors = [q for _, q, _, _ in pairs]
    if same and shown and max(factors) > UNLIKE_FACTOR * min(factors):
        yield of_formula(
            values.document,
            definition,
            f"Every row of the table in line {table.line} is {step / column.scale:.3g} more than "
            "what this gives: the formula lacks a term.",
        )


def _upside_down(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
) -> Iterator[Sight]:
    """A formula of the columns alone that every row is one over."""
    pairs = [(gives * q, gives, room) for _, q, gives, room in
             row_by_row(definition, columns, column, {})]  # fmt: skip
    turned = all(
        abs(printed * gives - 1) <= max(room, LOOSE) for printed, gives, room in pairs
    ) and any(abs(printed / gives - 1) > max(4 * room, CLEARLY) for printed, gives, room in pairs)
    if len(pairs) > 1 and turned:
        yield of_formula(
            values.document,
            definition,
            f"The rows of the table in line {table.line} are one over what this gives: the "
            "formula stands upside down.",
            guess="Turn the quotient around, or correct the column.",
        )


def _one_change(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
) -> Iterator[Sight]:
    """A formula that one column more makes right, row by row by the same change."""
    # Only what the table is computed from: another result fits many a row by chance.
    beside = {
        name for name in columns.keys() - definition.needs - {column.glyph}
        if all(law.operator != "=" for law in values.system.definitions.get(name, ()))
    }  # fmt: skip
    settings = list(settings_beside(values, table, columns, definition))
    if len(settings) != 1 or not beside or len(table.rows) < LEAST_ROWS:
        return
    pairs = list(row_by_row(definition, columns, column, settings[0]))
    changes: Counter[str] = Counter()
    for row, q, gives, room in pairs:
        if fits_a_row(q, room):
            continue
        here = {name: columns[name].values[row] for name in definition.needs & columns.keys()}
        more = {name: columns[name].values[row] for name in beside}

        def fits(value: float, said: float = q * gives, room: float = room) -> bool:
            return abs(value / said - 1) <= max(room, LOOSE)

        values_here = {**settings[0], **_known(here)}
        latex = definition.printed.span.latex
        changes[change_for(definition.side, values_here, _known(more), fits, latex)] += 1
    change, times = changes.most_common(1)[0] if changes else ("", 0)
    # One row may be misprinted in itself.
    if change and times > 1 and changes.total() - times <= 1:
        yield of_formula(
            values.document,
            definition,
            f"The rows of the table in line {table.line} follow if in this formula {change}.",
        )


def _known(some: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in some.items() if value is not None}


def _other_shape(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
) -> Iterator[Sight]:
    """A formula of the columns alone that no row is near, each by another factor."""
    if not definition.needs <= columns.keys():
        return
    pairs = list(row_by_row(definition, columns, column, {}))
    factors = [q for _, q, _, _ in pairs]
    far = all(q > 0 and abs(math.log10(q)) > 1 for q in factors)
    if len(pairs) < LEAST_ROWS or not far or max(factors) < UNLIKE * min(factors):
        return
    row, _, gives, _ = pairs[0]
    cell = table.rows[row][column.place]
    yield of_formula(
        values.document,
        definition,
        f"No row of the table in line {table.line} is near what this gives: its first one would "
        f"be {gives / column.scale:.4g}, and says {cell.text.strip('$* ')}.",
        rows=[(f"line {cell.line}", cell.text)],
    )


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
        step = median_low(q for _, q, _, _ in pairs)
        off = [one for one in pairs if abs(one[1] / step - 1) > max(2 * one[3], LOOSE)]
        alone = len(off) == 1 and all(room <= LOOSE for *_, room in pairs)
        if off and not alone:
            continue
        row, _, gives, room = next(one for one in reversed(pairs) if one not in off)
        here = {**known}
        for name in definition.needs & columns.keys():
            here[name] = columns[name].values[row] or 0.0
        wanted = gives * step

        def fits(value: float, wanted: float = wanted, room: float = room) -> bool:
            return abs(value / wanted - 1) <= max(room, LOOSE)

        latex = definition.printed.span.latex
        change = change_for(definition.side, here, {}, fits, latex)
        if abs(math.log10(step)) < 1 and change and off:
            # The formula is wrong in another way than this row, which an example has told.
            cell = table.rows[off[0][0]][column.place]
            right = off[0][2] * step / column.scale
            yield of_row(values.document, definition, cell, right, " when corrected")
            return
        if abs(math.log10(step)) < 1 and change and best is None:
            best = of_formula(
                values.document, definition,
                f"Every row of the table in line {table.line} is {step:.3g} times what this gives, "
                f"which follows if in this formula {change}.",
                rows=[(f"line {table.rows[row][0].line}", table.rows[row][column.place].text)],
            )  # fmt: skip
    if best is not None:
        yield best
