"""The numbers that cells of tables give letters: rows of values, and columns beside a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from derive.lazy import lazy_re
from derive.units import UnitTable

from ..texts.declarations import key_of_letter, only_spans
from ..texts.documents import Cell, Document, Span, Table, is_even
from ..texts.glyphs import is_glyph
from ..words.cell_numbers import CellNumber, number_in_cell
from ..words.digits import digits_in
from ..words.places import Places
from .base_units import in_base
from .multiples import multiples_of
from .statements import Value

_SAID = lazy_re(r"[\s$\\)]*[,:(][A-Za-z\s-]+[)\s]*")
_NAMED = lazy_re(r"[\s*]*[A-Za-z][A-Za-z\s-]*[,:(][\s$*]*")
_IN_UNIT = lazy_re(r"[\s$\\)]*(?:[,(\[]|\bin\b)\s*(?:in\s+)?(?P<unit>[A-Za-z/ ]+?)\s*[)\]]?\s*$")
# "GB on one rank", "in hours".
_NAMED_IN = lazy_re(
    r"(?:[Ii]n\s+)?(?P<unit>[A-Za-z%/]{2,20})(?:\s+(?:on|of|for|per|in|each|at|by)\b.*)?"
)
_OTHER_COLUMN = lazy_re(
    r"\b(?:units?|meanings?|descriptions?|lines?|pages?|sections?|chapters?|equations?|refs?|references?"
    r"|first(?:\s+used|\s+seen|\s+appears?)?(?:\s+in)?|introduced|defined|appears?|where)\b",
    re.IGNORECASE,
)
_REFERENCE = lazy_re(r"\A\W*(?:refs?|references?)\b", re.IGNORECASE)
LAST_CITED = 2100
"""No page, year or number of an equation is larger than this."""
_EMPTY = lazy_re(
    r"[\s$*]*(?:[-–—.…]+|n/?a|varies|free|computed|derived|below"
    r"|(?:see|from|by|eq\.?|section|\()[^|\d]{0,12}\(?[\d.]*\)?)?[\s$*]*",
    re.IGNORECASE,
)
_MANY = lazy_re(r"\b(?P<many>thousand|million|billion|trillion)s?\b", re.IGNORECASE)
LEAST_VALUES, NEARLY_ALL = 2, 0.75
LONGEST_UNIT = 40
_SHARE = lazy_re(r"\d\s*\\?%[\s$*]*$")


_Spans = Mapping[tuple[int, int, int], Sequence[Span]]
"""The formulas of cells, by table, row and column; a header is row -1."""


def spans_of_cells(document: Document) -> _Spans:
    """The formulas of each cell of a document that has some."""
    spans: dict[tuple[int, int, int], list[Span]] = {}
    for span in document.spans:
        if span.table >= 0:
            spans.setdefault((span.table, span.row, span.cell), []).append(span)
    return spans


def tabulated(document: Document, *, first: bool = False) -> dict[str, frozenset[float]]:
    """The numbers below the letters that head the columns of tables with several rows.

    Of their first columns alone, which tell the cases of a table, where ``first``.
    """
    columns: dict[str, frozenset[float]] = {}
    for span in document.spans:
        rows = document.tables[span.table].rows if span.table >= 0 > span.row else ()
        if len(rows) > 1 and is_glyph(span.latex.strip()) and not (first and span.cell):
            glyph, numbers = key_of_letter(span.latex), _numbers_below(rows, span.cell)
            columns[glyph] = columns.get(glyph, frozenset()) | numbers
    return columns


def values_of_cells(
    document: Document, places: Places, units: UnitTable | None, own_units: Mapping[str, str]
) -> Iterator[Value]:
    """Rows of a table that give a letter one value."""
    spans = spans_of_cells(document)
    for number, table in enumerate(document.tables):
        # Below a letter each row is a case of its own, and says nothing for the text.
        if any(_is_of_cases(table, spans, number, place) for place in range(len(table.header))):
            continue
        first = _column_of_letters(table, spans, number)
        beside = _told_column(table, first)
        # In LaTeX a table may begin without a header.
        lines = list(enumerate((table.header, *table.rows), -1))
        for letters, column, place, row in (
            (*way, *line) for way in _pairs(table, spans, number) or [(first, beside)]
            for line in lines
        ):  # fmt: skip
            own = spans.get((number, place, letters), [])
            if len(row) != len(table.header) or len(own) != 1:
                continue
            told = column or _cell_in_unit(row, own_units.get(key_of_letter(own[0].latex)), units)
            if not told:
                continue
            cell = row[letters]
            before = document.masked[cell.start : own[0].start]
            behind = document.masked[own[0].end : cell.start + len(cell.text)]
            named = (
                _NAMED.fullmatch(before) or (not before.strip(" $\\(") and _SAID.fullmatch(behind))
            ) and re.fullmatch(r"\S+", own[0].latex.strip())
            if not named and not only_spans(cell, own):
                continue
            value = number_in_cell(row[told].printed)
            if value is None:
                continue
            words = value.words or _unit_of_column(table, told, units)
            base = in_base(words, units)
            yield Value(
                key_of_letter(own[0].latex), value.value, value.half,
                row[told].text, row[told].start, row[told].start + len(row[told].text), "=",
                multiples_of(words), len(value.digits.strip("0.").replace(".", "")),
                places.of(row[told].start, number), cell=True,
                measured=base and (base[0], value.value * base[1]),
            )  # fmt: skip


# "$d$, $g$ | 64 ranks, 8 in each node": as many numbers as letters, in their order.
_LISTED = lazy_re(r"[\s$]*(?:,\s+(?:and\s)?|\sand\s)[\s$]*")


def values_of_lists(document: Document, places: Places, units: UnitTable | None) -> Iterator[Value]:
    """The values that one row of a table gives several letters, in their order."""
    spans = spans_of_cells(document)
    for index, table in enumerate(document.tables):
        for place, row in enumerate(table.rows):
            own = spans.get((index, place, 0), [])
            if len(row) != 2 or len(own) < 2:
                continue
            parts = _LISTED.split(row[1].printed.strip())
            numbers = [number_in_cell(part) for part in parts]
            apart = (document.masked[span.end : after.start] for span, after in pairwise(own))
            if len(numbers) != len(own) or not all(map(_LISTED.fullmatch, apart)):
                continue
            for span, number in zip(own, numbers, strict=True):
                if number is None or not is_glyph(span.latex.strip()):
                    continue
                yield _declared(key_of_letter(span.latex), number, row[1], places, units)


def _is_of_cases(table: Table, spans: _Spans, number: int, place: int) -> bool:
    """Whether a lone letter heads a column with several numbers."""
    own = spans.get((number, -1, place), [])
    headed = len(own) == 1 and is_glyph(own[0].latex.strip())
    return headed and len(_numbers_below(table.rows, place)) > 1


def _numbers_below(rows: Sequence[Sequence[Cell]], place: int) -> frozenset[float]:
    """The numbers in a column of some rows."""
    read = (number_in_cell(row[place].printed) for row in rows if place < len(row))
    return frozenset(number.value for number in read if number is not None)


def values_of_headers(
    document: Document, places: Places, units: UnitTable | None
) -> Iterator[Value]:
    """The values in the one row of a table that letters head: "N | p | G" above "70e9 | 2 | 8"."""
    spans = spans_of_cells(document)
    for number, table in enumerate(document.tables):
        if len(table.rows) != 1 or not is_even(table):
            continue
        for place, (head, cell) in enumerate(zip(table.header, table.rows[0], strict=True)):
            own, value = spans.get((number, -1, place), []), number_in_cell(cell.printed)
            if value is None or len(own) != 1 or not is_glyph(own[0].latex.strip()):
                continue
            behind = head.text[own[0].end - head.start :]
            said = _IN_UNIT.match(behind) if len(behind) <= LONGEST_UNIT else None
            # "GB on one rank" names the row, and what all of it is measured in.
            named = _NAMED_IN.fullmatch(table.rows[0][0].text) if place else None
            unit = said or named
            base = in_base(value.words or (unit["unit"] if unit else ""), units)
            if said is None and not only_spans(head, own):
                continue
            yield Value(
                key_of_letter(own[0].latex), value.value, value.half, cell.text, cell.start,
                cell.start + len(cell.text), "=", multiples_of(value.words),
                len(value.digits.strip("0.").replace(".", "")), places.of(cell.start, number),
                cell=True, measured=base and (base[0], value.value * base[1]),
            )  # fmt: skip


def _pairs(table: Table, spans: _Spans, number: int) -> list[tuple[int, int]]:
    """The columns of letters and of their values, where letters and values take turns in a row."""
    width = len(table.header)
    if width < 4 or width % 2:
        return []
    pairs = [(place, place + 1) for place in range(0, width, 2)]
    return pairs if table.rows and all(
        len(row) == width
        and len(own := spans.get((number, place, letters), [])) == 1
        and is_glyph(own[0].latex.strip()) and only_spans(row[letters], own)
        and number_in_cell(row[value].printed) is not None
        for place, row in enumerate(table.rows)
        for letters, value in pairs
    ) else []  # fmt: skip


def _told_column(table: Table, letters: int) -> int:
    """The column with the values of the letters; 0 where that is not one alone.

    Shares in percent may stand beside it, and no words: a table of symbols gives no results.
    """
    told = [
        place for place in range(1, len(table.header))
        if place != letters
        and not all(len(row) > place and _SHARE.search(row[place].text) for row in table.rows)
    ]  # fmt: skip
    return told[0] if len(told) == 1 else 0


def _unit_of_column(table: Table, place: int, units: UnitTable | None) -> str:
    """The unit that heads a column: "GB", "Gigabytes", "Size (GB)", "Billions"."""
    text = table.header[place].printed.strip()
    if many := _MANY.search(text):
        return many["many"].lower()
    said = _NAMED_IN.fullmatch(text) or _IN_UNIT.search(text)
    named = (said["unit"].strip(), said["unit"].strip().lower()) if said else ()
    return next((unit for unit in named if in_base(unit, units) is not None), "")


def _cell_in_unit(row: Sequence[Cell], unit: str | None, units: UnitTable | None) -> int:
    """The one cell of a row that tells an amount in the unit of its letter; 0 for none."""
    base = in_base(unit or "", units)
    if base is None:
        return 0
    read = [number_in_cell(cell.printed) for cell in row]
    alike = [
        place for place, cell in enumerate(read)
        if place and cell and (own := in_base(cell.words, units)) and own[0] == base[0]
    ]  # fmt: skip
    return alike[0] if len(alike) == 1 else 0


def values_of_columns(
    document: Document, places: Places, units: UnitTable | None
) -> Iterator[Value]:
    """The values that a list of letters gives in a column of their own; they hold everywhere."""
    for glyph, number, cell in _value_columns(document, units):
        yield _declared(glyph, number, cell, places, units)


def _declared(
    glyph: str, number: CellNumber, cell: Cell, places: Places, units: UnitTable | None
) -> Value:
    """What a cell gives a letter for every formula; what is printed whole is exact."""
    base = in_base(number.words, units) if number.scale == 1 else None
    value = number.value * number.scale
    return Value(
        glyph, value, number.half * number.scale if "." in number.digits else 0.0, cell.text,
        cell.start, cell.start + len(cell.text), "=", (), digits_in(number.digits),
        places.of(cell.start), declared=True, measured=base and (base[0], value * base[1]),
    )  # fmt: skip


def _value_columns(
    document: Document, units: UnitTable | None
) -> Iterator[tuple[str, CellNumber, Cell]]:
    """The letters of symbol tables that have one more column, of the values in an example."""
    spans = spans_of_cells(document)
    for number, table in enumerate(document.tables):
        letters = _column_of_letters(table, spans, number)
        columns = [
            place for place in range(len(table.header))
            if place != letters
            and _is_of_values(
                cells := [row[place] for row in table.rows if place < len(row)], units
            )
            and (
                not _OTHER_COLUMN.search(head := table.header[place].text)
                # "Reference" heads citations, or what the reference job has.
                or (_REFERENCE.search(head) and any(map(_cites_nothing, cells)))
            )
        ]  # fmt: skip
        if len(columns) != 1 or len(table.header) < LEAST_VALUES + 1:
            continue
        for place, row in enumerate(table.rows):
            own = spans.get((number, place, letters), [])
            value = _number(row[columns[0]], units) if columns[0] < len(row) else None
            if value is not None and len(own) == 1 and only_spans(row[letters], own):
                yield key_of_letter(own[0].latex), value, row[columns[0]]


def _cites_nothing(cell: Cell) -> bool:
    """Whether the number of a cell is no page, year or number of a place."""
    number = number_in_cell(cell.printed)
    return number is not None and not 1 <= number.value * number.scale <= LAST_CITED


def _is_of_values(cells: Sequence[Cell], units: UnitTable | None) -> bool:
    """Whether nearly all cells of a column that are not empty hold a number: one is "a dozen"."""
    filled = [cell for cell in cells if not _EMPTY.fullmatch(cell.text)]
    numbers = sum(_number(cell, units) is not None for cell in filled)
    return numbers >= max(LEAST_VALUES, NEARLY_ALL * len(filled))


def _column_of_letters(table: Table, spans: _Spans, number: int) -> int:
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
