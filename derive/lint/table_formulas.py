"""Tables whose columns are letters, row by row against the formulas that the text gives for them.

Rows that agree with a formula bear each other out: the one that does not is
wrong. Where all of them are off by one power of a thousand the header names the
wrong unit, and where they are off by one small factor the formula lost it.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive.errors import DeriveError
from derive.units import UnitTable

from .blame import change_for
from .columns import key_of_letter
from .digits import half_of
from .documents import Cell, Document, Span, Table
from .letter_values import LetterValues, letter_values
from .lettering import plain
from .project import Project
from .sights import Sight
from .spelling import is_glyph
from .system import Definition, evaluated
from .wording import snippet

_NOISE = re.compile(r"\\(?:,|;|:|!| )|\\(?:text|mathrm)\s*|[$`*{}~]|\{,\}|\s")
_CELL = re.compile(
    r"(?:(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:(?:\\times|\\cdot|×)10\^(?P<e>-?\d{1,2}))?"
    r"|10\^(?P<power>-?\d{1,2}))(?:\\?%)?"
)
_UNIT = re.compile(r"[(\[]\s*(?P<unit>[^()\[\]]+?)\s*[)\]]\s*$")
_SCALE = re.compile(
    r"10\^(?P<power>-?\d{1,2})(?P<rest>.*)|(?P<word>thousand|million|billion|trillion)(?P<of>.*)"
)
_WORDS = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
LEAST_ROWS, MOST_ROWS, MOST_WAYS = 3, 40, 16
LOOSE, CLEAR, CLOSE = 0.006, 0.01, 0.01


@dataclass(frozen=True, slots=True)
class _Column:
    """A column that holds a letter: its numbers in the unit of the letter's row."""

    glyph: str
    place: int
    values: tuple[float | None, ...]
    # Half a unit of the last digit, relative to each number; none for what is only counted.
    rooms: tuple[float, ...]
    counted: bool
    scale: float
    # Whether the header says a power of ten or a prefix.
    scaled: bool


def tables_that_formulas_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """Rows, headers and formulas that do not fit each other."""
    if project.registry is None:
        return
    values = letter_values(project, document)
    blamed: set[tuple[int, int]] = set()
    for number, table in enumerate(document.tables):
        if not LEAST_ROWS <= len(table.rows) <= MOST_ROWS:
            continue
        yield from _converted(document, table, project.registry.units)
        columns = _columns(document, values, number, table, project.registry.units)
        for column in columns.values():
            for sight, key in _against_formulas(values, table, columns, column):
                if key not in blamed:
                    blamed.add(key)
                    yield sight


def _columns(
    document: Document, values: LetterValues, number: int, table: Table, units: UnitTable
) -> dict[str, _Column]:
    """The columns of a table by their letters."""
    heads: dict[int, list[Span]] = {}
    for span in document.spans:
        if span.table == number and span.row < 0:
            heads.setdefault(span.cell, []).append(span)
    found: dict[str, _Column] = {}
    for place, spans in heads.items():
        first = spans[0].latex.strip()
        if place >= len(table.header) or not is_glyph(first):
            continue
        before = document.text[table.header[place].start : spans[0].start]
        scale = _scale(table.header[place].text, values, key_of_letter(first), units)
        if before.strip("$\\( ") or scale is None:
            continue
        read = [_number(row[place]) if place < len(row) else None for row in table.rows]
        glyph = key_of_letter(first)
        found[glyph] = _Column(
            glyph,
            place,
            tuple(one[0] * scale[0] if one else None for one in read),
            tuple(one[1] / one[0] if one and one[0] else 0.0 for one in read),
            not scale[1] and all(one is None or one[0] == round(one[0]) for one in read),
            scale[0],
            scale[1],
        )
    return found


def _number(cell: Cell) -> tuple[float, float] | None:
    """A number and half a unit of its last digit."""
    found = _CELL.fullmatch(_NOISE.sub("", cell.text.replace("{,}", ",")))
    if found is None:
        return None
    if found["power"]:
        return 10.0 ** int(found["power"]), 0.0
    digits, scale = found["n"].replace(",", ""), 10.0 ** int(found["e"] or 0)
    half = half_of(digits) if "." in digits or len(digits) > 1 else 0.0
    return float(digits) * scale, half * scale


def _scale(
    header: str, values: LetterValues, glyph: str, units: UnitTable
) -> tuple[float, bool] | None:
    """What one of a column's numbers is in the unit of the letter's row; None of another unit."""
    told = _UNIT.search(_NOISE.sub(" ", header.replace("\\%", "%")).strip())
    if told is None:
        return 1.0, False
    said, scale, scaled = " ".join(told["unit"].split()), 1.0, False
    power = _SCALE.fullmatch(said.replace("^ ", "^"))
    if power is not None:
        scale = 10.0 ** int(power["power"]) if power["power"] else _WORDS[power["word"]]
        said, scaled = (power["rest"] or power["of"] or "").strip(), True
    if said in {"%", "percent"}:
        return 0.01, True
    unit = values.units.get(glyph)
    if not said or unit is None:
        return (scale, scaled) if not said or not values.rows.get(glyph) else None
    try:
        own = units.unit(said.removeprefix("of "))
    except DeriveError:
        return None
    if dict(own.dimensions) != dict(unit.dimensions):
        return None
    factor = float(own.factor / unit.factor)
    return scale * factor, scaled or factor != 1


def _against_formulas(
    values: LetterValues, table: Table, columns: Mapping[str, _Column], column: _Column
) -> Iterator[tuple[Sight, tuple[int, int]]]:
    """A column against every formula of its letter; nothing where one bears out all its rows."""
    wrong: list[tuple[Sight, tuple[int, int]]] = []
    for definition in values.system.definitions.get(column.glyph, ()):
        if definition.operator != "=" or not definition.needs & columns.keys():
            continue
        for known in _settings(values, table, columns, definition):
            pairs = list(_rows(definition, columns, column, known))
            if len(pairs) < LEAST_ROWS or len({given for _, _, given, _ in pairs}) < LEAST_ROWS - 1:
                continue
            found = list(_told(values, table, columns, column, definition, pairs))
            if not found and all(_fits(q, room) for _, q, _, room in pairs):
                return
            wrong += found
    yield from wrong[:1] if len({key for _, key in wrong}) == 1 else wrong[:2]


def _settings(
    values: LetterValues, table: Table, columns: Mapping[str, _Column], definition: Definition
) -> Iterator[dict[str, float]]:
    """What the letters that are no columns may be worth beside a table."""
    others = sorted(definition.needs - columns.keys())
    start = table.header[0].start
    caption = values.document.masked.rfind("\n\n", 0, start)
    begin = max(values.document.masked.rfind("\\begin{table", 0, start), caption, 0)
    options = [values.options(glyph, begin, start) for glyph in others]
    for chosen in itertools.islice(itertools.product(*options), MOST_WAYS):
        yield dict(zip(others, chosen, strict=True))


def _rows(
    definition: Definition,
    columns: Mapping[str, _Column],
    column: _Column,
    known: Mapping[str, float],
) -> Iterator[tuple[int, float, float, float]]:
    """Each row: its place, printed over computed, what is computed, and what rounding allows."""
    inputs = sorted(definition.needs & columns.keys())
    for row, printed in enumerate(column.values):
        given = {name: columns[name].values[row] for name in inputs}
        if printed is None or any(one is None for one in given.values()):
            continue
        here = {**known, **{name: one for name, one in given.items() if one is not None}}
        gives = evaluated(definition.side, here)
        if gives is None or (not gives and printed):
            continue
        room = column.rooms[row] + sum(
            columns[name].rooms[row] for name in inputs if not columns[name].counted
        )
        yield row, (printed / gives if gives else 1.0), gives, room


def _fits(ratio: float, room: float) -> bool:
    return abs(ratio - 1) <= max(1.5 * room, LOOSE)


def _told(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, _Column],
    column: _Column,
    definition: Definition,
    pairs: Sequence[tuple[int, float, float, float]],
) -> Iterator[tuple[Sight, tuple[int, int]]]:
    """One row that breaks what all others keep; a header, or a formula, that none of them fits."""
    document = values.document
    off = [one for one in pairs if not _fits(one[1], one[3])]
    if len(off) == 1 and len(pairs) > LEAST_ROWS and abs(off[0][1] - 1) > max(CLEAR, 3 * off[0][3]):
        row, _, gives, _ = off[0]
        cell = table.rows[row][column.place]
        if off[0][2] and not _is_cut(off[0]):
            yield (
                _of_row(document, definition, cell, gives / column.scale),
                (cell.line, cell.column),
            )
        return
    step = pairs[0][1]
    same = all(abs(one[1] / step - 1) <= max(2 * one[3] + 2 * pairs[0][3], LOOSE) for one in pairs)
    if not same or len(off) < len(pairs):
        return
    power = round(math.log10(step))
    cells = [columns[name] for name in definition.needs & columns.keys()]
    if abs(step / 10.0**power - 1) < CLOSE and power and power % 3 == 0:
        header = next((one for one in (column, *cells) if one.scaled), None)
        if header is not None:
            yield _of_header(document, definition, table.header[header.place], power), (
                table.header[0].line, 0,
            )  # fmt: skip


def _is_cut(pair: tuple[int, float, float, float]) -> bool:
    """Whether a number is only rounded up or down to a whole."""
    return pair[1] * pair[2] in {math.floor(pair[2]), math.ceil(pair[2])}


def _of_row(document: Document, definition: Definition, cell: Cell, gives: float) -> Sight:
    latex = definition.printed.span.latex
    return Sight(
        f"By the formula in line {definition.line}, which the other rows follow, this is "
        f"{gives:.4g}; the table says {cell.text.strip('$* ')}.",
        *document.place(cell.start),
        plain(definition.glyph),
        [("formula", snippet(definition.side, latex)), ("gives", f"{gives:.6g}"),
         ("printed", cell.text.strip("$* "))],
        f"Write {gives:.4g}, or correct the cells beside it.",
    )  # fmt: skip


def _of_header(document: Document, definition: Definition, cell: Cell, power: int) -> Sight:
    latex = definition.printed.span.latex
    return Sight(
        f"By the formula in line {definition.line} every row is off by the factor 10^{power}: "
        "a header names the wrong unit.",
        *document.place(cell.start),
        plain(definition.glyph),
        [("formula", snippet(definition.side, latex)), ("header", plain(cell.text))],
        "Correct the power of ten or the prefix in the header.",
    )


def formulas_that_tables_contradict(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas that no row of a table follows, and every row would after one small change."""
    if project.registry is None:
        return
    values = letter_values(project, document)
    for number, table in enumerate(document.tables):
        if not LEAST_ROWS <= len(table.rows) <= MOST_ROWS:
            continue
        columns = _columns(document, values, number, table, project.registry.units)
        for column in columns.values():
            some = values.system.definitions.get(column.glyph, [])
            usable = [one for one in some if one.operator == "=" and not one.settled]
            if len(usable) == 1 and usable[0].needs & columns.keys():
                yield from _lost_factor(values, table, columns, column, usable[0])


def _lost_factor(
    values: LetterValues,
    table: Table,
    columns: Mapping[str, _Column],
    column: _Column,
    definition: Definition,
) -> Iterator[Sight]:
    best: Sight | None = None
    for known in _settings(values, table, columns, definition):
        pairs = list(_rows(definition, columns, column, known))
        if len(pairs) < LEAST_ROWS or any(_fits(q, room) for _, q, _, room in pairs):
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


def rows_bear_out(project: Project, document: Document, definition: Definition) -> bool:
    """Whether two rows of a table or more follow a formula."""
    if project.registry is None:
        return False
    values = letter_values(project, document)
    for number, table in enumerate(document.tables):
        columns = _columns(document, values, number, table, project.registry.units)
        column = columns.get(definition.glyph)
        if column is None or not definition.needs & columns.keys():
            continue
        for known in _settings(values, table, columns, definition):
            fitting = [
                row for row, q, _, room in _rows(definition, columns, column, known)
                if _fits(q, room)
            ]  # fmt: skip
            if len(fitting) > 1:
                return True
    return False


def _converted(document: Document, table: Table, units: UnitTable) -> Iterator[Sight]:
    """One row of two columns that tell one thing in two units, ``Cache (GB)``, ``Cache (GiB)``."""
    named: dict[str, list[tuple[int, float, str]]] = {}
    for place, cell in enumerate(table.header):
        told = _UNIT.search(cell.text)
        if told is None or not re.fullmatch(r"[A-Za-z/]+", told["unit"]):
            continue
        try:
            unit = units.unit(told["unit"])
        except DeriveError:
            continue
        if unit.dimensions:
            name = " ".join(cell.text[: told.start()].split()).casefold()
            key = f"{name} {sorted(dict(unit.dimensions).items())}"
            named.setdefault(key, []).append((place, float(unit.factor), told["unit"]))
    for some in named.values():
        for (one, factor, unit_), (other, other_factor, other_unit) in itertools.pairwise(some):
            if factor != other_factor:
                yield from _odd_conversion(
                    document, table, (one, other), (factor, other_factor), (unit_, other_unit)
                )


def _odd_conversion(
    document: Document,
    table: Table,
    places: tuple[int, int],
    factors: tuple[float, float],
    units: tuple[str, str],
) -> Iterator[Sight]:
    wrong: list[tuple[Cell, float, str]] = []
    right = 0
    for row in table.rows:
        cells = [row[place] if place < len(row) else None for place in places]
        if cells[0] is None or cells[1] is None:
            continue
        one, other = _number(cells[0]), _number(cells[1])
        if one is None or other is None or not one[0] or not other[0]:
            continue
        gives = one[0] * factors[0] / factors[1]
        room = one[1] / one[0] + other[1] / min(gives, other[0])
        if abs(other[0] / gives - 1) <= max(room, 2 * LOOSE):
            right += 1
        elif abs(other[0] / gives - 1) > CLEAR:
            wrong.append((cells[1], gives, f"{cells[0].text.strip('$* ')} {units[0]}"))
    if len(wrong) == 1 and right > 1:
        cell, gives, shown = wrong[0]
        yield Sight(
            f"{shown} are {gives:.4g} {units[1]}, as in the other rows; the table says "
            f"{cell.text.strip('$* ')}.",
            *document.place(cell.start),
            rows=[("gives", f"{gives:.6g}"), ("printed", cell.text.strip("$* "))],
            guess=f"Write {gives:.3g}, or correct the cell beside it.",
        )
