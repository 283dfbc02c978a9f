"""Formulas that no row of a table follows, and every row would after one small change."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median_low

from derive.frozen import Record

from .blame import change_for
from .claimed import coefficient_for
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
from .suppositions import is_substituted
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
        for column in (column for column in columns.values() if column.own):
            some = values.system.definitions.get(column.glyph, [])
            usable = [law for law in some if law.operator == "=" and not law.settled]
            if len(usable) != 1 or is_substituted(document, usable[0].offset):
                continue
            held = _Held(values, table, columns, column, usable[0])
            yield from _lost_column(held)
            yield from _other_shape(held)
            yield from _one_change(held)
            yield from _lost_term(held)
            if usable[0].needs <= columns.keys():
                yield from _upside_down(held)
            if usable[0].needs & columns.keys():
                yield from _lost_factor(held)


class _Held(Record):
    """A column of a table, held against the one formula that the text has for its letter."""

    values: LetterValues
    table: Table
    columns: Mapping[str, LetteredColumn]
    column: LetteredColumn
    definition: Definition

    def settings(self) -> list[dict[str, float]]:
        """What the letters that are no columns may be worth."""
        return list(settings_beside(self.values, self.table, self.columns, self.definition))

    def rows(self, known: Mapping[str, float]) -> list[tuple[int, float, float, float]]:
        """Each row: its place, printed over computed, what is computed, what rounding allows."""
        return list(row_by_row(self.definition, self.columns, self.column, known))

    def told(
        self,
        message: str,
        guess: str = "Correct the formula, or the column.",
        rows: Sequence[tuple[str, str]] = (),
    ) -> Sight:
        """A finding on the formula."""
        return of_formula(self.values.document, self.definition, message, guess=guess, rows=rows)


def _lost_column(held: _Held) -> Iterator[Sight]:
    """A formula that every row is the same letter times, or that letter's part of."""
    for known in held.settings():
        pairs = held.rows(known)
        for name, other in held.columns.items():
            taken = name in held.definition.needs or other is held.column or not other.own
            if taken or len(pairs) < LEAST_ROWS:
                continue
            made_of = held.values.system.definitions.get(name, ())
            if any(held.column.glyph in law.needs for law in made_of):
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
                yield held.told(
                    f"The rows of the table in line {held.table.line} are {plain(name)} {told} "
                    f"what this gives: the formula lacks {plain(name)}.",
                    guess=f"Put {plain(name)} in, or correct the column.",
                )
                return


def _lost_term(held: _Held) -> Iterator[Sight]:
    """A formula that every row is more than, by one amount in all of them."""
    settings = held.settings()
    if len(settings) != 1:
        return
    pairs = held.rows(settings[0])
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
        yield held.told(
            f"Every row of the table in line {held.table.line} is {step / held.column.scale:.3g} "
            "more than what this gives: the formula lacks a term.",
        )


def _upside_down(held: _Held) -> Iterator[Sight]:
    """A formula of the columns alone that every row is one over."""
    pairs = [(gives * q, gives, room) for _, q, gives, room in held.rows({})]
    turned = all(
        abs(printed * gives - 1) <= max(room, LOOSE) for printed, gives, room in pairs
    ) and any(abs(printed / gives - 1) > max(4 * room, CLEARLY) for printed, gives, room in pairs)
    if len(pairs) > 1 and turned:
        yield held.told(
            f"The rows of the table in line {held.table.line} are one over what this gives: the "
            "formula stands upside down.",
            guess="Turn the quotient around, or correct the column.",
        )


def _one_change(held: _Held) -> Iterator[Sight]:
    """A formula that one column more makes right, row by row by the same change."""
    # Only what the table is computed from: another result fits many a row by chance.
    beside = {
        name for name, column in held.columns.items()
        if column.own and name not in held.definition.needs and column is not held.column
        and all(law.operator != "=" for law in held.values.system.definitions.get(name, ()))
    }  # fmt: skip
    settings = held.settings()
    if len(settings) != 1 or len(held.table.rows) < LEAST_ROWS:
        return
    pairs = held.rows(settings[0])
    changes: Counter[str] = Counter()
    for row, q, gives, room in pairs:
        if fits_a_row(q, room):
            continue
        here = {
            name: held.columns[name].values[row]
            for name in held.definition.needs & held.columns.keys()
        }
        more = {name: held.columns[name].values[row] for name in beside}

        def fits(value: float, said: float = q * gives, room: float = room) -> bool:
            return abs(value - said) <= max(room, LOOSE) * abs(said)

        values_here = {**settings[0], **_known(here)}
        latex = held.definition.printed.span.latex
        changes[change_for(held.definition.side, values_here, _known(more), fits, latex)] += 1
    change, times = changes.most_common(1)[0] if changes else ("", 0)
    # One row may be misprinted in itself.
    if change and times > 1 and changes.total() - times <= 1:
        yield held.told(
            f"The rows of the table in line {held.table.line} follow if in this formula {change}.",
        )


def _known(some: Mapping[str, float | None]) -> dict[str, float]:
    return {name: value for name, value in some.items() if value is not None}


def _other_shape(held: _Held) -> Iterator[Sight]:
    """A formula of the columns alone that no row is near, each by another factor."""
    if not held.definition.needs <= held.columns.keys():
        return
    pairs = held.rows({})
    factors = [q for _, q, _, _ in pairs]
    far = all(q > 0 and abs(math.log10(q)) > 1 for q in factors)
    if len(pairs) < LEAST_ROWS or not far or max(factors) < UNLIKE * min(factors):
        return
    row, _, gives, _ = pairs[0]
    cell = held.table.rows[row][held.column.place]
    yield held.told(
        f"No row of the table in line {held.table.line} is near what this gives: its first one "
        f"would be {gives / held.column.scale:.4g}, and says {cell.text.strip('$* ')}.",
        rows=[(f"line {cell.line}", cell.text)],
    )


def _lost_factor(held: _Held) -> Iterator[Sight]:
    best: Sight | None = None
    for known in held.settings():
        pairs = held.rows(known)
        if len(pairs) < LEAST_ROWS or any(fits_a_row(q, room) for _, q, _, room in pairs):
            return
        step = median_low(q for _, q, _, _ in pairs)
        off = [one for one in pairs if abs(one[1] / step - 1) > max(2 * one[3], LOOSE)]
        alone = len(off) == 1 and all(room <= LOOSE for *_, room in pairs)
        if off and not alone:
            continue
        row, _, gives, room = next(one for one in reversed(pairs) if one not in off)
        here = {**known}
        for name in held.definition.needs & held.columns.keys():
            here[name] = held.columns[name].values[row] or 0.0
        wanted = gives * step

        def fits(value: float, wanted: float = wanted, room: float = room) -> bool:
            return abs(value / wanted - 1) <= max(room, LOOSE)

        latex = held.definition.printed.span.latex
        side = held.definition.side
        change = change_for(side, here, {}, fits, latex) or coefficient_for(side, step, room)
        if abs(math.log10(step)) < 1 and change and off:
            # The formula is wrong in another way than this row, which an example has told.
            cell = held.table.rows[off[0][0]][held.column.place]
            right = off[0][2] * step / held.column.scale
            yield of_row(held.values.document, held.definition, cell, right, " when corrected")
            return
        if abs(math.log10(step)) < 1 and change and best is None:
            cells = held.table.rows[row]
            best = held.told(
                f"Every row of the table in line {held.table.line} is {step:.3g} times what this "
                f"gives, which follows if in this formula {change}.",
                rows=[(f"line {cells[0].line}", cells[held.column.place].text)],
            )
    if best is not None:
        yield best
