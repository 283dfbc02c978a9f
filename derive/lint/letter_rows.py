"""Tables whose rows are letters with formulas, "$S_0$ | 204.8 GB", each column of one case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .digits import digits_in, exchanged
from .documents import Cell, Document, Table
from .letter_values import LetterValues, letter_values
from .lettered_columns import (
    LEAST_ROWS,
    LetteredColumn,
    fits_a_row,
    lettered_tables,
    settings_beside,
)
from .probing import evaluated
from .project import Project
from .rules import Sight
from .statements import Definition
from .table_formulas import of_row

_Stated = tuple[LetteredColumn, Definition]
_Slip = tuple[Definition, Cell, float]


def rows_that_formulas_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """The one letter of a column whose digits are exchanged, where the others follow as printed."""
    if project.units is None:
        return
    values = letter_values(project, document)
    # A table lies on its side where letters stand in its first column.
    for table, columns in lettered_tables(project, document):
        stated = list(_stated(values, columns))
        for case in range(len(table.rows)) if len(stated) >= LEAST_ROWS else ():
            slip = _slip(values, table, stated, case)
            if slip is not None:
                yield of_row(document, *slip)


def _stated(values: LetterValues, columns: Mapping[str, LetteredColumn]) -> Iterator[_Stated]:
    """The letters of a table that have one formula, of letters that the table does not have."""
    for glyph, column in columns.items():
        laws = [law for law in values.system.definitions.get(glyph, ()) if law.operator == "="]
        if column.own and len(laws) == 1 and laws[0].needs.isdisjoint(columns):
            yield column, laws[0]


def _slip(values: LetterValues, table: Table, stated: list[_Stated], case: int) -> _Slip | None:
    """The cell that alone does not follow in a case, and what it should be over what it is."""
    head = table.rows[case][0]
    # "$\\gamma = 4$" above its numbers.
    supposed = {
        value.glyph: value.value for value in values.system.values
        if head.start <= value.offset < head.start + len(head.text)
    }  # fmt: skip
    needs = frozenset().union(*(law.needs for _, law in stated))
    asked = stated[0][1].replaced(needs=needs)
    slip: _Slip | None = None
    for known in settings_beside(values, table, {}, asked, elsewhere=True):
        wrong: list[_Slip] = []
        right = set[float]()
        for column, law in stated:
            printed = column.values[case]
            gives = evaluated(law.side, {**known, **supposed})
            if printed is None or not gives:
                continue
            cell = table.rows[case][column.place]
            if fits_a_row(printed / gives, column.rooms[case]):
                right.add(gives)
            elif exchanged(printed, gives, digits_in(cell.text)):
                wrong.append((law, cell, gives / printed))
            else:
                break
        else:
            if len(right) >= LEAST_ROWS - 1 and not wrong:
                return None
            if len(right) >= LEAST_ROWS - 1 and len(wrong) == 1:
                slip = wrong[0]
    return slip
