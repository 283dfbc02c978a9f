"""The numbers that cells of tables give letters: rows of values, and columns beside a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.lazy import lazy_re
from derive.units import UnitTable

from .base_units import in_base
from .cell_numbers import number_in_cell
from .declarations import key_of_letter, only_spans
from .digits import digits_in
from .documents import Cell, Document, Span, Table, is_even
from .glyphs import is_glyph
from .multiples import multiples_of
from .places import Places
from .statements import Value
from .value_columns import column_of_letters, value_columns

_SAID = lazy_re(r"[\s$\\)]*[,:(][A-Za-z\s-]+[)\s]*")
_NAMED = lazy_re(r"[\s*]*[A-Za-z][A-Za-z\s-]*[,:(][\s$*]*")
_IN_UNIT = lazy_re(r"[\s$\\)]*(?:[,(\[]|\bin\b)\s*(?:in\s+)?(?P<unit>[A-Za-z/ ]+?)\s*[)\]]?\s*$")
# "GB on one rank", "in hours".
_NAMED_IN = lazy_re(
    r"(?:[Ii]n\s+)?(?P<unit>[A-Za-z%/]{2,20})(?:\s+(?:on|of|for|per|in|each|at|by)\b.*)?"
)
LONGEST_UNIT = 40
_SHARE = lazy_re(r"\d\s*\\?%[\s$*]*$")


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
    spans: dict[tuple[int, int, int], list[Span]] = {}
    for span in document.spans:
        if span.table >= 0:
            spans.setdefault((span.table, span.row, span.cell), []).append(span)
    for number, table in enumerate(document.tables):
        # Below a letter each row is a case of its own, and says nothing for the text.
        if any(_is_of_cases(table, spans, number, place) for place in range(len(table.header))):
            continue
        first = column_of_letters(table, spans, number)
        beside = _told_column(table, first) or (
            _column_in_unit(table, spans, number, own_units) if not first else 0
        )
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
            base = in_base(value.words, units)
            yield Value(
                key_of_letter(own[0].latex), value.value, value.half,
                row[told].text, row[told].start, row[told].start + len(row[told].text), "=",
                multiples_of(value.words), len(value.digits.strip("0.").replace(".", "")),
                places.of(row[told].start, number), cell=True,
                measured=base and (base[0], value.value * base[1]),
            )  # fmt: skip


def _is_of_cases(
    table: Table, spans: Mapping[tuple[int, int, int], list[Span]], number: int, place: int
) -> bool:
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
    spans: dict[tuple[int, int], list[Span]] = {}
    for span in document.spans:
        if span.table >= 0 > span.row:
            spans.setdefault((span.table, span.cell), []).append(span)
    for number, table in enumerate(document.tables):
        if len(table.rows) != 1 or not is_even(table):
            continue
        for place, (head, cell) in enumerate(zip(table.header, table.rows[0], strict=True)):
            own, value = spans.get((number, place), []), number_in_cell(cell.printed)
            if value is None or len(own) != 1 or not is_glyph(own[0].latex.strip()):
                continue
            behind = document.text[own[0].end : head.start + len(head.text)]
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


def _pairs(
    table: Table, spans: Mapping[tuple[int, int, int], list[Span]], number: int
) -> list[tuple[int, int]]:
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


def _column_in_unit(
    table: Table,
    spans: Mapping[tuple[int, int, int], list[Span]],
    number: int,
    units: Mapping[str, str],
) -> int:
    """The one column whose header is the unit that all letters in the first are measured in."""
    rows = (spans.get((number, place, 0), []) for place in range(len(table.rows)))
    letters = [key_of_letter(own[0].latex) if len(own) == 1 else "" for own in rows]
    measured = {units.get(letter, "") for letter in letters}
    headed = [
        place for place, cell in enumerate(table.header)
        if place and measured == {cell.text.strip(" *$")} and cell.text.strip()
    ]  # fmt: skip
    return headed[0] if len(headed) == 1 and len(letters) > 1 else 0


def values_of_columns(
    document: Document, places: Places, units: UnitTable | None
) -> Iterator[Value]:
    """The values that a list of letters gives in a column of their own; they hold everywhere."""
    for glyph, number, cell in value_columns(document, units):
        base = in_base(number.words, units) if number.scale == 1 else None
        value = number.value * number.scale
        yield Value(
            glyph, value, number.half * number.scale if "." in cell.text else 0.0, cell.text,
            cell.start, cell.start + len(cell.text), "=", (), digits_in(number.digits),
            places.of(cell.start), declared=True, measured=base and (base[0], value * base[1]),
        )  # fmt: skip
