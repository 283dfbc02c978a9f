"""The rule about numbers of a table: a column that is a total, or keeps step with another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.lazy import lazy_re
from derive.units import UnitTable

from ..claims.table_formulas import tables_that_formulas_contradict
from ..project import Project
from ..rules import Sight
from ..texts.documents import Cell, Document, Table, is_even, turned
from ..words.cell_numbers import number_in_cell
from ..words.cell_slips import TWO_DIGITS, TableNumber, with_a_digit_replaced
from ..words.digits import MANY_DIGITS, digits_in, exchanged_within
from ..words.table_steps import broken_steps

_TOTAL = lazy_re(r"\b(?:total|sum|in all|altogether)\b", re.IGNORECASE)
_TOTAL_BELOW = lazy_re(
    r"^\W*(?:(?:grand\s+)?total|sum|in\s+all|altogether|together|all\b)", re.IGNORECASE
)
SURELY = 1e-9
# Two rows fit any ratio; the third is the first that can contradict one.
LEAST_ROWS, LEAST_SURE, MOST_ROWS, MOST_COLUMNS = 3, 2, 60, 10
# So many rows of two digits add up by no chance.
LEAST_COARSE = 4


def numbers_of_a_table_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Numbers of a table agree.

    What: a column that is called a total is the sum of those before it in every
    row but one, or the last row that of its column; or columns keep step in every
    row but one, where the right number is printed with its digits exchanged, one
    digit of many wrong, or a power of ten off. Columns keep step where one is a
    number times another, or its root, or over it, or times a product or quotient
    of two; one amount more; or on a straight line over one. Cells of a column that
    a letter heads are what its formula gives, with the values of the other columns
    and of other tables about the same cases. Rows are read as columns, too, and
    rows of letters are what their formulas give.

    Why: tables are copied row by row, and a slip in one cell is seen by nobody.

    Example: 1.3, 7 and 70 billion weights beside 26, 104 and 1400 billion
    tokens, twenty to one. Write 140.
    """
    for table in document.tables:
        # Cases stand in rows, or side by side.
        ways = (table, turned(table)) if is_even(table) else (table,)
        told: set[int] = set()
        for way in ways:
            if not (LEAST_ROWS <= len(way.rows) <= MOST_ROWS and len(way.header) <= MOST_COLUMNS):
                continue
            for number, sight in (
                *_totals(document, way, project.units, in_rows=way is not table),
                *_in_step(document, way, project.units, of_one_kind=way is table),
                *(_last_row_totals(document, table, project.units) if way is table else ()),
            ):
                place = way.rows[number][0].start if way is table else way.header[0].start
                if place not in told:
                    told.add(place)
                    yield sight
    yield from tables_that_formulas_contradict(project, document)


def _columns(table: Table, units: UnitTable | None) -> dict[int, list[TableNumber]]:
    """The columns that hold a number in every row, all of one kind."""
    columns: dict[int, list[TableNumber]] = {}
    for place in range(len(table.header)):
        read = [_number(row[place], units) if place < len(row) else None for row in table.rows]
        numbers = [number for number in read if number is not None]
        if len(numbers) == len(table.rows) and len({number.unit for number in numbers}) == 1:
            columns[place] = numbers
    return columns


def _number(cell: Cell, units: UnitTable | None) -> TableNumber | None:
    """The number of a cell in base units, where it says one; 250 MB beside 16 GB."""
    number = number_in_cell(cell.printed)
    if number is None:
        return None
    unit, scale = ("" if number.scale != 1 else number.words), number.scale
    known = units.known_unit(unit) if unit and units is not None else None
    if known is not None:
        kinds = sorted(dict(known.dimensions).items())
        unit, scale = str(kinds) if kinds else "", float(known.factor)
    return TableNumber(number.value * scale, number.half * scale, number.digits, cell, unit)


def _totals(
    document: Document, table: Table, units: UnitTable | None, *, in_rows: bool
) -> Iterator[tuple[int, Sight]]:
    """Rows whose total is not the sum of the cells before it, where all others are."""
    columns = _columns(table, units)
    for place, numbers in columns.items():
        before = [columns[column] for column in columns if column < place]
        called = _TOTAL.search(table.header[place].text) is not None
        # Where three rows add up to several digits, the column is a total whatever it is called.
        least = LEAST_SURE if called else LEAST_ROWS
        coarse = any(digits_in(number.digits) <= TWO_DIGITS for number in numbers)
        if not called and coarse and len(numbers) <= LEAST_COARSE:
            continue
        for count in range(len(before) if called else LEAST_SURE, len(before) + 1):
            parts = before[-count:]
            if len(parts) < LEAST_SURE or len({some[0].unit for some in (*parts, numbers)}) > 1:
                continue
            rooms = [
                sum(some[row].half for some in parts if "." in some[row].digits) + number.half
                for row, number in enumerate(numbers)
            ]  # fmt: skip
            wrong = [
                row for row, number in enumerate(numbers)
                if abs(sum(some[row].value for some in parts) - number.value) > rooms[row]
            ]  # fmt: skip
            # Beside 362 billion a 16 adds nothing.
            counts = all(some[row].value > room for some in parts for row, room in enumerate(rooms))
            if len(wrong) == 1 and len(numbers) > least and (called or counts):
                row = wrong[0]
                # In a row of totals a rate is about the mean of those above it.
                if in_rows and _is_a_mean(numbers[row], [some[row].value for some in parts]):
                    continue
                whole = sum(some[row].value for some in parts) / numbers[row].scale
                shown = " + ".join(some[row].digits for some in parts)
                yield row, _sight(document, numbers[row], f"{shown} comes to {whole:g}", whole)


def _is_a_mean(number: TableNumber, others: Sequence[float]) -> bool:
    """Whether a number lies between the least and the largest of several, as their mean does."""
    return min(others) <= number.value <= max(others)


def _last_row_totals(
    document: Document, table: Table, units: UnitTable | None
) -> Iterator[tuple[int, Sight]]:
    """The one cell of a column, its total below or a part, that mistyped makes another sum."""
    last = table.rows[-1][0].text if table.rows[-1] else ""
    if _TOTAL_BELOW.search(last) is None:
        return
    columns = list(_above_totals(table, units))
    # Where the same rows of another column add up, they are the parts.
    added = {
        first for first, numbers in columns
        if abs(_gap(numbers)) <= _room(numbers) and digits_in(numbers[-1].digits) > TWO_DIGITS
    }  # fmt: skip
    for first, numbers in columns:
        *parts, whole = numbers
        gap, room = _gap(numbers), _room(numbers)
        if len(parts) < LEAST_SURE or abs(gap) <= room or not all(part.value for part in parts):
            continue
        is_sum = first in added and whole.value > max(part.value for part in parts)
        wanted = [(row, part.value + gap) for row, part in enumerate(parts)]
        wanted.append((len(parts), whole.value - gap))
        slips = [
            (row, value) for row, value in wanted if value > 0 and exchanged_within(
                numbers[row].value, value, digits_in(numbers[row].digits),
                max(room / value, SURELY), MANY_DIGITS)
        ]  # fmt: skip
        slips = slips or [
            (row, value) for row, value in wanted
            if is_sum and digits_in(numbers[row].digits) > TWO_DIGITS
            and any(abs(other - value) <= room for other in with_a_digit_replaced(numbers[row]))
        ]  # fmt: skip
        # What another column has in the same row is likelier than the rest; else it is the total.
        beside = [
            (row, value) for row, value in slips
            if any(start == first and abs(others[row].value - value) <= room
                   for start, others in columns if others is not numbers)
        ]  # fmt: skip
        if is_sum and len(slips) > 1:
            slips = beside or [slip for slip in slips if slip[0] == len(parts)]
        if len(slips) == 1:
            row, value = slips[0]
            number = numbers[row]
            shown = value / number.scale
            why = f'With "{last.strip("*$ ")}" below, the sum of its column, this is {shown:.6g}'
            yield first + row, _sight(document, number, why, shown)


def _above_totals(table: Table, units: UnitTable | None) -> Iterator[tuple[int, list[TableNumber]]]:
    """The rows that may be parts of the last one, in each column: where they begin, and all."""
    for place in range(1, len(table.header)):
        read = [_number(row[place], units) if place < len(row) else None for row in table.rows]
        numbers: list[TableNumber] = []
        for number in reversed(read):
            if number is None or (numbers and number.unit != numbers[0].unit):
                break
            numbers.insert(0, number)
        if len(numbers) > LEAST_SURE:
            yield len(read) - len(numbers), numbers


def _gap(numbers: Sequence[TableNumber]) -> float:
    """How much more the last of some numbers is than the others together."""
    return numbers[-1].value - sum(part.value for part in numbers[:-1])


def _room(numbers: Sequence[TableNumber]) -> float:
    """How far off a sum of printed numbers may be."""
    return sum(number.half for number in numbers)


def _in_step(
    document: Document, table: Table, units: UnitTable | None, *, of_one_kind: bool
) -> Iterator[tuple[int, Sight]]:
    """Cells that alone break a step of columns, and are the right number mistyped."""
    columns = _columns(table, units)
    for place, numbers in columns.items():
        for broken in broken_steps(columns, place, of_one_kind=of_one_kind):
            headers = " and ".join(_headed(table, at) for at in broken.beside)
            number = numbers[broken.row]
            shown = broken.wanted / number.scale
            why = f"By its step with {headers} in all other rows this is {shown:.4g}"
            yield broken.row, _sight(document, number, why, shown)


def _headed(table: Table, place: int) -> str:
    """How a column is told; one whose header is a drawing, or empty, by its number."""
    header = table.header[place].text.replace("$", "").strip()
    return f'"{header}"' if header else f"column {place + 1}"


def _sight(document: Document, number: TableNumber, why: str, wanted: float) -> Sight:
    line, column = document.place(number.cell.start)
    shown = number.cell.text.strip("$* ")
    return Sight(
        f"{why}; the table says {shown}.",
        line,
        column,
        rows=[("gives", f"{wanted:.6g}"), ("printed", shown)],
        guess=f"Write {wanted:.4g}, or correct the cells beside it.",
    )
