"""The rule about numbers of a table: a column that is a total, or keeps step with another one."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re

from .cell_numbers import number_in_cell
from .digits import digits_in
from .documents import Cell, Document, Table, is_even, turned
from .project import Project
from .rules import Sight
from .table_formulas import tables_that_formulas_contradict

_TOTAL = lazy_re(r"\b(?:total|sum|in all|altogether)\b", re.IGNORECASE)
# Two rows fit any ratio; the third is the first that can contradict one.
LEAST_ROWS, LEAST_SURE, MOST_ROWS, MOST_COLUMNS = 3, 2, 60, 10
MANY_DIGITS, COARSE, FINE, CLEAR, MOST_NEAR = 2, 0.05, 3e-3, 0.02, 5


class _Number(Record):
    value: float
    half: float
    digits: str
    cell: Cell
    unit: str = ""


def numbers_of_a_table_agree(project: Project, document: Document) -> Iterator[Sight]:
    """Numbers of a table agree.

    What: a column that is called a total is the sum of those before it in every
    row but one; or two columns keep step, their quotient or their product being
    one number, in every row but one, where the right number is printed with its
    digits exchanged or a power of ten off. Rows are read as columns, too.

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
            for number, sight in (*_totals(document, way), *_in_step(document, way)):
                place = way.rows[number][0].start if way is table else way.header[0].start
                if place not in told:
                    told.add(place)
                    yield sight
    yield from tables_that_formulas_contradict(project, document)


def _columns(table: Table) -> dict[int, list[_Number]]:
    """The columns that hold a number in every row, all in one unit."""
    columns: dict[int, list[_Number]] = {}
    for place in range(len(table.header)):
        read = [_number(row[place]) if place < len(row) else None for row in table.rows]
        numbers = [number for number in read if number is not None]
        if len(numbers) == len(table.rows) and len({number.unit for number in numbers}) == 1:
            columns[place] = numbers
    return columns


def _number(cell: Cell) -> _Number | None:
    number = number_in_cell(cell.printed)
    if number is None:
        return None
    unit = "" if number.scale != 1 else number.words
    half = number.half * number.scale
    return _Number(number.value * number.scale, half, number.digits, cell, unit)


def _totals(document: Document, table: Table) -> Iterator[tuple[int, Sight]]:
    """Rows whose total is not the sum of the cells before it, where all others are."""
    columns = _columns(table)
    for place, numbers in columns.items():
        before = [columns[column] for column in columns if column < place]
        called = _TOTAL.search(table.header[place].text) is not None
        # Where three rows add up to several digits, the column is a total whatever it is called.
        least = LEAST_SURE if called else LEAST_ROWS
        if not called and any(digits_in(number.digits) <= MANY_DIGITS for number in numbers):
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
                whole = sum(some[row].value for some in parts)
                shown = " + ".join(some[row].digits for some in parts)
                yield row, _sight(document, numbers[row], f"{shown} comes to {whole:g}", whole)


def _in_step(document: Document, table: Table) -> Iterator[tuple[int, Sight]]:
    """Cells that alone break the step of two columns, and are the right number mistyped."""
    columns = _columns(table)
    for first, other in itertools.permutations(columns, 2):
        for joined in (_ratio, _product):
            odd = _odd_one(columns[first], columns[other], joined)
            if odd is not None and not _is_borne_out(columns, other):
                row, wanted = odd
                header = table.header[first].text.strip("$ ")
                number = columns[other][row]
                shown = wanted * float(number.digits) / number.value
                why = f'By its step with "{header}" in all other rows this is {shown:.4g}'
                yield row, _sight(document, number, why, shown)


def _is_borne_out(columns: Mapping[int, Sequence[_Number]], place: int) -> bool:
    """Whether another column keeps step with a column in every row, the odd one included."""
    asked = columns[place]
    return any(
        another != place
        and all(one.value and each.value for one, each in zip(column, asked, strict=True))
        and all(
            abs(each.value / one.value / (asked[0].value / column[0].value) - 1)
            <= sum(part.half / part.value for part in (one, each, column[0], asked[0]))
            for one, each in zip(column, asked, strict=True)
        )
        for another, column in columns.items()
    )


def _ratio(first: float, other: float) -> float:
    return other / first


def _product(first: float, other: float) -> float:
    return other * first


def _odd_one(
    known: Sequence[_Number], asked: Sequence[_Number], joined: Callable[[float, float], float]
) -> tuple[int, float] | None:
    """The row of which the second number breaks what all others keep, and what it should be."""
    if any(not value.value or not other.value for value, other in zip(known, asked, strict=True)):
        return None
    steps = [joined(value.value, other.value) for value, other in zip(known, asked, strict=True)]
    slack = [
        value.half / value.value * ("." in value.digits) + other.half / other.value
        for value, other in zip(known, asked, strict=True)
    ]  # fmt: skip
    for row, number in enumerate(asked):
        rest = [place for place in range(len(steps)) if place != row]
        middle = sorted(steps[place] for place in rest)[len(rest) // 2]
        # Rows that say the same, or that agree because they are rough, prove nothing.
        sure = len({known[place].value for place in rest}) == len(rest) and all(
            abs(steps[place] - middle) <= slack[place] * middle + 1e-9 * middle
            and asked[place].half <= COARSE * asked[place].value
            for place in rest
        )
        if not sure:
            continue
        wanted = middle * known[row].value if joined is _ratio else middle / known[row].value
        # The step is known as well as the roughest digits of the row that shows it best.
        own = known[row].half / known[row].value * ("." in known[row].digits)
        room = min(slack[place] for place in rest) + own
        # A step that is known roughly says no more than the digits.
        known_within = room * wanted if room <= FINE else 0.0
        around = (
            *_printed_within(number, wanted, known_within),
            *_exchanged_within(number, wanted, known_within + number.half),
        )
        for near in (wanted, *around):
            if _mistyped(number, near, CLEAR if room > FINE else 3 * room):
                return row, near
    return None


def _printed_within(number: _Number, wanted: float, room: float) -> list[float]:
    """The numbers around a wanted one that would be printed with as many digits."""
    step = 2 * number.half
    most = min(int(room / step), MOST_NEAR) if step else 0
    return [wanted + sign * step * place for place in range(1, most + 1) for sign in (1, -1)]


def _exchanged_within(number: _Number, wanted: float, room: float) -> list[float]:
    """The numbers around a wanted one that a cell holds with two neighbouring digits exchanged."""
    digits, scale = number.digits, number.value / float(number.digits)
    places = [place for place, digit in enumerate(digits) if digit != "."]
    turned = [
        float(digits[:left] + digits[right] + digits[left + 1 : right] + digits[left]
              + digits[right + 1 :]) * scale
        for left, right in itertools.pairwise(places)
    ]  # fmt: skip
    return [value for value in turned if abs(value - wanted) <= room]


def _mistyped(number: _Number, wanted: float, clear: float) -> bool:
    """Whether a cell holds the digits wanted in another order, or a power of ten off."""
    if abs(number.value - wanted) < clear * wanted:
        return False
    shift = math.log10(number.value / wanted)
    if abs(shift) > 0.5 and abs(shift - round(shift)) < 0.005:
        return True
    printed = number.digits.replace(".", "").lstrip("0")
    scale = number.value / float(number.digits)
    decimals = len(number.digits.partition(".")[2])
    rounded = [math.floor(wanted / scale), math.ceil(wanted / scale)] if not decimals else []
    right = {f"{wanted / scale:.{decimals}f}", *map(str, rounded)}
    return number.digits not in right and any(
        len(printed) >= MANY_DIGITS
        and sorted(value.replace(".", "").lstrip("0")) == sorted(printed)
        for value in right
    )


def _sight(document: Document, number: _Number, why: str, wanted: float) -> Sight:
    line, column = document.place(number.cell.start)
    shown = number.cell.text.strip("$* ")
    return Sight(
        f"{why}; the table says {shown}.",
        line,
        column,
        rows=[("gives", f"{wanted:.6g}"), ("printed", shown)],
        guess=f"Write {wanted:.4g}, or correct the cells beside it.",
    )
