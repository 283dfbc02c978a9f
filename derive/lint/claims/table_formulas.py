"""Tables whose columns are letters, row by row against the formulas that the text gives for them.

Rows that agree with a formula bear each other out: the one that does not is
wrong. Where all of them are off by one power of a thousand the header names the
wrong unit, and where they are off by one small factor the formula lost it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from ..laws.wording import plain, snippet
from ..numbers.statements import Definition
from ..project import Project
from ..rules import Sight
from ..texts.documents import Cell, Document, Table
from ..words.cell_numbers import number_in_cell
from ..words.digits import MANY_DIGITS, digits_in, exchanged, exchanged_within
from .letter_values import LetterValues, letter_values
from .lettered_columns import CLEAR, LEAST_ROWS, LOOSE, LetteredColumn, Row, lettered_tables
from .rows_in_formulas import fits_a_row, row_by_row, settings_beside, with_counts

# Digits in another order are compared within this at most, however coarse the inputs are.
FINE = 1e-3
PLAINLY = 0.1
"""How far off a row is that is no rounding of cells with two digits."""


def tables_that_formulas_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """Rows, headers and formulas that do not fit each other."""
    if project.units is None:
        return
    values = letter_values(project, document)
    blamed: set[tuple[int, int]] = set()
    for table, columns in lettered_tables(project, document):
        if len(table.rows) < LEAST_ROWS - 1:
            continue
        for column in (column for column in columns.values() if column.own):
            for sight, key in _against_formulas(values, table, columns, column):
                if key not in blamed:
                    blamed.add(key)
                    yield sight


def _against_formulas(
    values: LetterValues,
    table: Table,
    every: Mapping[str, LetteredColumn],
    column: LetteredColumn,
) -> Iterator[tuple[Sight, tuple[int, int]]]:
    """A column against every formula of its letter; nothing where one bears out all its rows."""
    wrong: list[tuple[Sight, tuple[int, int]]] = []
    laws = values.system.definitions.get(column.glyph, ())
    for definition in (column.formula,) if column.formula else laws:
        columns = _with_variants(values, definition, every)
        made = made_in_rows(values, definition, columns)
        if definition.operator != "=" or made is None:
            continue
        needs = definition.needs.union(*(law.needs for law in made.values())) - made.keys()
        if not needs & columns.keys():
            continue
        asked = definition.replaced(needs=needs)
        for known in settings_beside(values, table, columns, asked, elsewhere=True):
            pairs = list(row_by_row(definition, columns, column, known, made))
            if len(pairs) < LEAST_ROWS and not _is_one_of_two(table, column, pairs):
                continue
            if len({given for _, _, given, _ in pairs}) < LEAST_ROWS - 1:
                continue
            off = [row for row, q, _, room in pairs if not fits_a_row(q, room)]
            if not off:
                return
            here = values, columns, column, definition, known
            excused = len(off) == 1 and (
                _is_a_plain_case(table, columns, column, definition, pairs, off[0])
                or _is_of_another_case(*here, off[0])
                or _is_used_in_its_row(values, table, columns, column, off[0])
                or _is_said_beside(values.document, table, table.rows[off[0]][column.place])
            )
            sight = None if excused else _told(values, table, column, definition, pairs)
            wrong += [sight] if sight else []
    yield from wrong[:1] if len({key for _, key in wrong}) == 1 else wrong[:2]


def made_in_rows(
    values: LetterValues, definition: Definition, columns: Mapping[str, LetteredColumn]
) -> Mapping[str, Definition] | None:
    """The letters of a formula that are no columns but made of some in each row, by their law.

    None where that is not one law, or takes what is made in each row itself.
    """
    made: dict[str, Definition] = {}
    for glyph in sorted(definition.needs - columns.keys()):
        laws = [law for law in values.system.definitions.get(glyph, ()) if law.operator == "="]
        if not any(law.needs & columns.keys() for law in laws):
            continue
        if len({id(law.row) for law in laws}) == 1:
            # Of the sides of one chain it is the one that takes what the rows give.
            laws = [law for law in laws if law.needs & columns.keys()][:1]
        if len(laws) != 1 or glyph == definition.glyph or definition.glyph in laws[0].needs:
            return None
        made[glyph] = laws[0]
    deeper = [law for law in made.values() if made_in_rows(values, law, columns) != {}]
    return None if deeper else made


def _with_variants(
    values: LetterValues, definition: Definition, columns: Mapping[str, LetteredColumn]
) -> Mapping[str, LetteredColumn]:
    """The columns, the only one of ``w_0`` for a ``w`` that a formula needs as well.

    And the amounts that name the rows, of the one letter that they can be of.
    """
    found = with_counts(values, definition, columns)
    unnamed = columns.get("")
    if unnamed is not None:
        measured = [
            glyph for glyph in definition.needs - columns.keys()
            if (unit := values.units.get(glyph)) is not None
            and tuple(sorted(dict(unit.dimensions).items())) == unnamed.measures
        ]  # fmt: skip
        if len(measured) == 1:
            factor = float(values.units[measured[0]].factor)
            numbers = tuple(each / factor for each in unnamed.values if each is not None)
            found[measured[0]] = unnamed.replaced(glyph=measured[0], values=numbers)
    for glyph in definition.needs - columns.keys() - values.system.definitions.keys():
        alike = [
            each for name, each in columns.items()
            if name.partition("_")[0] == glyph.partition("_")[0] and name != definition.glyph
        ]  # fmt: skip
        if len(alike) == 1:
            found[glyph] = alike[0]
    return found


def _told(
    values: LetterValues,
    table: Table,
    column: LetteredColumn,
    definition: Definition,
    pairs: Sequence[Row],
) -> tuple[Sight, tuple[int, int]] | None:
    """One row that breaks what all others keep, and the place of its cell."""
    off = [row for row in pairs if not fits_a_row(row[1], row[3])]
    enough = len(pairs) > LEAST_ROWS or all(row[3] <= LOOSE for row in pairs)
    enough = enough or any(
        _is_exchanged(table, column, row) or abs(row[1] - 1) > PLAINLY for row in off
    )
    if len(off) == 1 and enough and abs(off[0][1] - 1) > max(CLEAR, 3 * off[0][3]):
        odd, step = off[0], 1.0
        # A cell that says nothing is no number in other digits.
        if not odd[1] or not odd[2] or _is_cut(odd):
            return None
    else:
        in_another_case = _odd_in_another_case(table, column, pairs)
        if in_another_case is None:
            return None
        odd, step = in_another_case
    cell = table.rows[odd[0]][column.place]
    return of_row(values.document, definition, cell, step / odd[1]), (cell.line, cell.column)


def _is_one_of_two(table: Table, column: LetteredColumn, pairs: Sequence[Row]) -> bool:
    """Whether of two rows one follows a formula, and the other has its digits exchanged."""
    off = [one for one in pairs if not fits_a_row(one[1], one[3])]
    return len(pairs) == LEAST_ROWS - 1 and len(off) == 1 and _is_exchanged(table, column, off[0])


def _odd_in_another_case(
    table: Table, column: LetteredColumn, pairs: Sequence[Row]
) -> tuple[Row, float] | None:
    """The one row with exchanged digits, where all others are one factor times their formula.

    What the text puts in is then of another case than the table, and only a factor.
    """
    if len(pairs) < LEAST_ROWS:
        return None
    for place, odd in enumerate(pairs):
        others = [*pairs[:place], *pairs[place + 1 :]]
        step = others[0][1]
        if not step or fits_a_row(odd[1], odd[3]):
            continue
        alike = all(fits_a_row(pair[1] / step, pair[3] + others[0][3]) for pair in others[1:])
        if alike and _is_exchanged(table, column, odd, step):
            return odd, step
    return None


def _is_cut(pair: Row) -> bool:
    """Whether a number is only rounded up or down to a whole."""
    return pair[1] * pair[2] in {math.floor(pair[2]), math.ceil(pair[2])}


def of_formula(
    document: Document,
    definition: Definition,
    message: str,
    *,
    guess: str = "Correct the formula, or the column.",
    rows: Sequence[tuple[str, str]] = (),
) -> Sight:
    """A finding on the formula that a table contradicts."""
    return Sight(
        message,
        *document.at(definition.printed.span, definition.side.at[0]),
        plain(definition.glyph),
        [("formula", snippet(definition.side, definition.printed.span.latex)), *rows],
        guess,
    )


def of_row(
    document: Document,
    definition: Definition,
    cell: Cell,
    times: float,
    corrected: str = "",
) -> Sight:
    """A finding on the one row that breaks what all others keep, maybe of a formula mended.

    Its number should be ``times`` what it is.
    """
    number = number_in_cell(cell.printed)
    assert number is not None, cell
    gives = number.value * times
    latex = definition.printed.span.latex
    return Sight(
        f"By the formula in line {definition.line}{corrected}, which the other rows follow, "
        f"this is {gives:.4g}; the table says {cell.text.strip('$* ')}.",
        *document.place(cell.start),
        plain(definition.glyph),
        [("formula", snippet(definition.side, latex)), ("gives", f"{gives:.6g}"),
         ("printed", cell.text.strip("$* "))],
        f"Write {gives:.4g}, or correct the cells beside it.",
    )  # fmt: skip


def _is_a_plain_case(
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
    return any(value in {0.0, 1.0} for value in inputs) and not _is_exchanged(table, column, pair)


def of_other_cases(values: LetterValues, known: Mapping[str, float]) -> Iterator[dict[str, float]]:
    """Values of letters, each time one of them as the text gives it somewhere else."""
    for value in values.system.values:
        if value.glyph in known:
            yield from ({**known, value.glyph: each} for each in (value.value, value.in_base))


def _is_of_another_case(
    values: LetterValues,
    columns: Mapping[str, LetteredColumn],
    column: LetteredColumn,
    definition: Definition,
    known: Mapping[str, float],
    row: int,
) -> bool:
    """Whether a row follows with another value of a letter: "four devices cost half"."""
    return any(
        fits_a_row(ratio, room)
        for other in of_other_cases(values, known)
        for place, ratio, _, room in row_by_row(definition, columns, column, other)
        if place == row
    )


def _is_used_in_its_row(
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


def _is_said_beside(document: Document, table: Table, cell: Cell) -> bool:
    """Whether the text says the number of a cell once more, outside its table."""
    shown = cell.text.strip("$*` ")
    if digits_in(shown) < MANY_DIGITS:
        return False
    end = table.rows[-1][-1].start + len(table.rows[-1][-1].text)
    places = re.finditer(rf"(?<![\d.,]){re.escape(shown)}(?![\d]|[.,]\d)", document.masked)
    return any(not table.header[0].start <= place.start() <= end for place in places)


def _is_exchanged(table: Table, column: LetteredColumn, pair: Row, step: float = 1.0) -> bool:
    """Whether a cell has the digits that its formula gives, or so many of it, in another order."""
    row, ratio, gives, room = pair
    printed, wanted = ratio * gives, gives * step
    digits = digits_in(table.rows[row][column.place].text)
    return exchanged(printed, wanted, digits) or exchanged_within(
        printed, wanted, digits, min(room, FINE)
    )
