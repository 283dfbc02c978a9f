"""Columns of a table whose header is a letter, with their rows put into a formula."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Chain, Letter
from derive.notation.lexer import SCALES
from derive.units import Unit, UnitTable

from ..laws.probing import letters_in
from ..numbers.cell_values import spans_of_cells
from ..numbers.statements import Definition
from ..project import Printed, Project
from ..texts.declarations import key_of_letter
from ..texts.documents import Cell, Document, Span, Table, is_even, turned
from ..texts.glyphs import is_glyph
from ..texts.macros import spoken_units
from ..words.cell_numbers import CellNumber, number_in_cell
from ..words.digits import MANY_DIGITS, digits_in
from .letter_values import LetterValues, letter_values

_NOISE = lazy_re(r"\\(?:,|;|:|!| |\(|\))|\\(?:text|mathrm)\s*|[$`*{}~]|\{,\}|\s")
_IN_UNIT = lazy_re(r"[\s\\)]*,?\s*in\s+(?P<unit>\S.*?)\s*$")
UNIT_OF_HEADER = lazy_re(r"[(\[]\s*(?P<unit>[^()\[\]]+?)\s*[)\]]\s*$")
_SCALE = lazy_re(
    r"10\^(?P<power>-?\d{1,2})(?P<rest>.*)|(?P<word>thousand|million|billion|trillion)s?(?P<of>.*)"
)
_CORNER = lazy_re(r"\s*(?:[A-Za-z][\w ,-]{0,60}\s)?(?i:in)\s+(?P<unit>[A-Za-zµμ/]+)\s*$")
_CASE = lazy_re(
    r"[\s$]*(?:[A-Za-z][A-Za-z\s-]*,\s*\$)?(?P<letter>\\?[A-Za-z]+(?:_\w|_\{[^{}]+\})?)\s*="
    r"\s*(?P<n>[^=$]+?)[\s$]*(?P<unit>[A-Za-z/]*)"
)
_AS_PRINTED = 1.0, False
LEAST_ROWS, MOST_ROWS, LEAST_TURNED, LEAST_CASES = 3, 40, 2, 2
# "Vector $x$" is a column of x; "memory per $n$", "share of $x$" and "at $x$" are not.
_NAMES_A_LETTER = lazy_re(
    r"(?:(?:[A-Za-z-]+\s+){0,2}(?!(?:per|over|of|in|at|for|with|without|and|by|times|as|from|to|share|fraction"
    r"|ratio|more|less|than|if|when|where|is)\b)[A-Za-z-]+)?"
    # "Stage 3, $C$": what the column is of, and its letter.
    r"|(?!(?:per|over|share|fraction|ratio)\b)[A-Za-z][A-Za-z0-9 -]{0,40},"
)
_WORDS = lazy_re(r"[A-Za-z-]+s(?:\s[A-Za-z-]+)?|[A-Za-z-]+\s[A-Za-z-]+s")
_NOT_A_WORD = lazy_re(r"[^\w]+")
# "Twice the small model" is about another one.
_COMPARES = lazy_re(r"\b(?:twice|half|double|times|than|like|as|beside|versus|vs|without)\b")
MOST_TABLES = 60
"""Of more tables none is looked at for the case that another one is about."""
_NAME = lazy_re(r"[^\W\d_]{2}")
LOOSE, CLEAR, CLOSE = 0.006, 0.008, 0.01


Row = tuple[int, float, float, float]
"""The place of a row, printed over computed, what is computed, and what rounding allows."""


class LetteredColumn(Record):
    """A column that holds a letter: its numbers in the unit of the letter's row."""

    glyph: str
    place: int
    values: tuple[float | None, ...]
    # Half a unit of the last digit, relative to each number; none for what is only counted.
    rooms: tuple[float, ...]
    counted: bool = True
    # Whether it stands in this table, and not in another one of the same cases.
    own: bool = True
    # What its header says that it is, "$x / (1 + x)$", where that is no letter.
    formula: Definition | None = None
    # What its header says that its numbers count, "Ranks", where that is no letter.
    counts: str = ""
    # What its numbers measure, in base units, where its header says no letter: "64 kB", "1 MB".
    measures: tuple[tuple[str, int], ...] = ()


def lettered_tables(
    project: Project, document: Document
) -> tuple[tuple[Table, dict[str, LetteredColumn]], ...]:
    """The tables of a document that are not too long, with their columns by letter; read once."""
    return project.once("lettered tables", document, lambda: tuple(_tables(project, document)))


def _tables(
    project: Project, document: Document
) -> Iterator[tuple[Table, dict[str, LetteredColumn]]]:
    if project.units is None:
        return
    spans = spans_of_cells(document)
    values = letter_values(project, document)
    parsed = {each.span.start: each for each in project.printed(document) if each.span.row < 0}
    read: list[tuple[Table, dict[str, LetteredColumn]]] = []
    for number, table in enumerate(document.tables):
        ways = [(table, [spans.get((number, -1, cell)) for cell in range(len(table.header))])]
        if is_even(table) and len(table.header) > LEAST_TURNED:
            # The first cell of the header heads the first row as well, where a table lies on its
            # side.
            rows = range(-1, len(table.rows))
            ways.append((turned(table), [spans.get((number, row, 0)) for row in rows]))
        read += [
            (way, _columns(values, way, heads, project.units, parsed))
            for way, heads in ways if len(way.rows) <= MOST_ROWS
        ]  # fmt: skip
    cases = [_cases(table) for table, _ in read]
    for (table, columns), own in zip(read, cases, strict=True):
        beside = {
            glyph: _of_the_same_cases(column, places)
            for (_, some), other in zip(read, cases, strict=True)
            if other is not own
            and len({*own} & {*other} - {""}) >= LEAST_CASES
            and (places := [other.index(name) if name and name in other else -1 for name in own])
            for glyph, column in some.items()
        }
        named = _of_the_case_named(table, read, cases)
        yield table, {**named, **beside, **columns}


def _of_the_case_named(
    table: Table, others: Sequence[tuple[Table, dict[str, LetteredColumn]]],
    cases: Sequence[Sequence[str]],
) -> dict[str, LetteredColumn]:  # fmt: skip
    """What other tables say of the one of their cases that a table is about: "Large model, GB"."""
    corner = f" {_NOT_A_WORD.sub(' ', table.header[0].text).casefold()} "
    borrowed: dict[str, LetteredColumn] = {}
    if len(others) > MOST_TABLES or not corner.strip() or _COMPARES.search(corner):
        return borrowed
    for (other, columns), names in zip(others, cases, strict=True):
        named = [place for place, name in enumerate(names) if name and f" {name} " in corner]
        if other.header[0].start != table.header[0].start and len(named) == 1 and all(names):
            places = named * len(table.rows)
            for glyph, column in columns.items():
                borrowed.setdefault(glyph, _of_the_same_cases(column, places))
    return borrowed


def _cases(table: Table) -> list[str]:
    """What the rows of a table are called in its first column, "Alder", "Birch"; "" of others."""
    names = [row[0].text.strip("$*` ").casefold() if row else "" for row in table.rows]
    return [name if names.count(name) == 1 and _NAME.match(name) else "" for name in names]


def _of_the_same_cases(column: LetteredColumn, places: Sequence[int]) -> LetteredColumn:
    """A column of another table, by where that has the rows of this one; -1 where it has none."""
    return column.replaced(
        values=tuple(column.values[place] if place >= 0 else None for place in places),
        rooms=tuple(column.rooms[place] if place >= 0 else 0.0 for place in places),
        own=False,
    )


def _columns(
    values: LetterValues,
    table: Table,
    heads: Sequence[Sequence[Span] | None],
    units: UnitTable,
    parsed: Mapping[int, Printed],
) -> dict[str, LetteredColumn]:
    columns: dict[str, LetteredColumn] = {}
    twice: set[str] = set()
    corner = _CORNER.match(_NOISE.sub(" ", table.header[0].text)) if table.header else None
    for place, spans in enumerate(heads):
        if not spans:
            counting = _counting(table, place, units)
            columns |= {counting.glyph: counting} if counting else {}
            continue
        first = spans[0].latex.strip()
        if not is_glyph(first):
            column = _of_a_formula(values, table, place, parsed.get(spans[-1].start), units)
            if column is not None:
                columns[column.glyph] = column
            continue
        head, glyph = table.header[place], key_of_letter(first)
        before = head.text[: spans[0].start - head.start]
        behind = head.text[spans[0].end - head.start :]
        scale = _scale(head.text, behind, values, glyph, units)
        if scale == _AS_PRINTED and corner and place:
            # "In GB" stands above the names of the rows, and holds for all columns.
            scale = _scale(f"({corner['unit']})", "", values, glyph, units) or scale
        if scale is None or not _NAMES_A_LETTER.fullmatch(before.strip("$\\(` ")):
            continue
        column = _column(glyph, table, place, values.units.get(glyph), units, scale)
        if column is None or glyph in twice:
            continue
        if glyph in columns:
            # "$V$ with one chunk", "$V$ with $x$ chunks"
            del columns[glyph]
            twice.add(glyph)
            continue
        columns[glyph] = column
    # The first column may give a letter values, or amounts of a letter unsaid.
    names = _supposed_in_rows(table, units) or _amounts_in_rows(table, units)
    return {names.glyph: names, **columns} if names else columns


def _column(
    glyph: str,
    table: Table,
    place: int,
    unit: Unit | None,
    units: UnitTable,
    scale: tuple[float, bool] = _AS_PRINTED,
) -> LetteredColumn | None:
    """The numbers of a column in the unit of its letter; None where it has none."""
    cells = [row[place] if place < len(row) else None for row in table.rows]
    read = [_cell_amount(cell, unit, units) if cell else None for cell in cells]
    factor, scaled = scale
    counted = not scaled and all(amount is None or amount[0].is_integer() for amount in read)
    return LetteredColumn(
        glyph,
        place,
        tuple(amount[0] * factor if amount else None for amount in read),
        tuple(amount[1] / amount[0] if amount and amount[0] else 0.0 for amount in read),
        counted and not any(_is_rounded(cell) for cell in cells if cell),
    ) if any(read) else None  # fmt: skip


def _counting(table: Table, place: int, units: UnitTable) -> LetteredColumn | None:
    """A column of counts below one word or two, "Ranks": which letter they are a formula tells."""
    words = table.header[place].text.strip("*_` ")
    column = _column(f"#{place}", table, place, None, units) if _WORDS.fullmatch(words) else None
    whole = column is not None and all(each and each.is_integer() for each in column.values)
    return column.replaced(counts=words.casefold()) if column and whole else None


def _supposed_in_rows(table: Table, units: UnitTable) -> LetteredColumn | None:
    """The letter whose value names each row: "$D = 8$", "$D = 16$", "$M = 10^6$ bytes"."""
    named = [_CASE.fullmatch(row[0].text) if row else None for row in table.rows]
    glyphs = {key_of_letter(case["letter"]) for case in named if case}
    read = [number_in_cell(case["n"]) if case else None for case in named]
    said = {case["unit"] for case in named if case and case["unit"]}
    plain = all((unit := units.known_unit(name)) is not None and unit.factor == 1 for name in said)
    if len(glyphs) != 1 or len(read) < LEAST_CASES or not all(read) or not plain:
        return None
    values = tuple(number.value for number in read if number)
    return LetteredColumn(glyphs.pop(), 0, values, (0.0,) * len(values))


def _amounts_in_rows(table: Table, units: UnitTable) -> LetteredColumn | None:
    """The amounts that name each row, whatever letter they are of: "64 kB", "1 MB", "12.8 MB"."""
    read: list[tuple[float, tuple[tuple[str, int], ...]]] = []
    for row in table.rows:
        number = number_in_cell(row[0].printed) if row else None
        unit = units.known_unit(number.words) if number and number.words else None
        if number is None or unit is None or not unit.dimensions:
            return None
        read.append(
            (number.value * float(unit.factor), tuple(sorted(dict(unit.dimensions).items())))
        )
    if len(read) < LEAST_CASES or len({measures for _, measures in read}) > 1:
        return None
    values = tuple(value for value, _ in read)
    return LetteredColumn("", 0, values, (0.0,) * len(values), measures=read[0][1])


def _of_a_formula(
    values: LetterValues, table: Table, place: int, printed: Printed | None, units: UnitTable
) -> LetteredColumn | None:
    """A column whose header ends in a formula of letters, "share of it, $x / (1 + x)$"."""
    chain = printed.parsed if printed is not None else None
    if printed is None or not isinstance(chain, Chain) or len(chain.members) != 1:
        return None
    head, side = table.header[place], chain.members[0]
    needs = letters_in(side, values.system.own)
    behind = head.text[printed.span.end - head.start :]
    if not needs or isinstance(side, Letter) or behind.strip("$\\)` "):
        return None
    glyph = " ".join(printed.span.latex.split())
    law = Definition(glyph, side, printed, chain, printed.span.start, head.line, "=", needs)
    column = _column(glyph, table, place, None, units)
    return column.replaced(counted=False, formula=law) if column else None


def _cell_amount(cell: Cell, unit: Unit | None, units: UnitTable) -> tuple[float, float] | None:
    """A number in the unit of a letter, "9.13 billion", "250 MB", with half of its last digit.

    None of another kind. What has one digit is only counted.
    """
    number = number_in_cell(cell.printed)
    if number is None:
        return None
    factor = number.scale
    if number.words == "%":
        # Who measures a letter in percent means the number.
        factor = 1.0 if unit is not None and unit.name == "%" else 0.01
    elif number.words and factor == 1:
        own = units.known_unit(number.words)
        if own is None or (unit is not None and dict(own.dimensions) != dict(unit.dimensions)):
            return None
        factor = float(own.factor / unit.factor if unit is not None else own.factor)
    return number.value * factor, half_of_several(number) * factor


def _is_rounded(cell: Cell) -> bool:
    """Whether a cell tells a number of several digits in a power of ten: 1.541 times 10^6."""
    number = number_in_cell(cell.printed)
    return number is not None and "." in number.digits and digits_in(number.digits) > MANY_DIGITS


def half_of_several(number: CellNumber) -> float:
    """Half a unit of the last digit; nothing for one digit alone, which only counts."""
    return number.half if "." in number.digits or len(number.digits) > 1 else 0.0


def _scale(
    header: str, behind: str, values: LetterValues, glyph: str, units: UnitTable
) -> tuple[float, bool] | None:
    """What one of a column's numbers is in the unit of the letter's row; None of another unit.

    And whether the header says a power of ten or a prefix. ``behind`` is what the header says
    behind its letter.
    """
    plain = _NOISE.sub(" ", header.replace("\\%", "%")).strip()
    told = UNIT_OF_HEADER.search(plain) or _IN_UNIT.match(_NOISE.sub(" ", spoken_units(behind)))
    if told is None:
        return _AS_PRINTED
    said, scale, scaled = " ".join(told["unit"].split()), 1.0, False
    power = _SCALE.fullmatch(said.replace("^ ", "^"))
    if power is not None:
        scale = 10.0 ** (int(power["power"]) if power["power"] else SCALES[power["word"]])
        said, scaled = (power["rest"] or power["of"] or "").strip(), True
    if said in {"%", "percent"}:
        return 0.01, True
    unit = values.units.get(glyph)
    if not said or unit is None:
        row = values.rows.get(glyph)
        # Meters are meters, although no unit of ours.
        alike = row is None or (row.unit or "").strip(" []()") == said
        return (scale, scaled) if not said or alike else None
    own = units.known_unit(said.removeprefix("of "))
    if own is None or dict(own.dimensions) != dict(unit.dimensions):
        return None
    factor = float(own.factor / unit.factor)
    return scale * factor, scaled or factor != 1
