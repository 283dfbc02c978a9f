"""What a document itself says its letters mean: symbol tables, bullets, and prose as a hint."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import normal_form

from .bullets import bullet_rows
from .definition_lists import Row
from .documents import Cell, Document, Span, Table
from .glyphs import bare_glyphs, split_glyphs
from .macros import spoken_units
from .prose import COUNTED, MEASURED, PER, prose_rows
from .reach import Reach, lists_letters, reach_of, said_reach

# ``- $T$: time of one step (seconds)``; any other remark in brackets is none.
MANY_WORDS = 12
_LAST_UNIT = lazy_re(
    rf"[(\[](?:in\s+|unit:\s*)?(?P<unit>(?:{MEASURED}|{COUNTED}){PER}|1/[a-z]+)[)\]]\s*[.,;]?$"
)
# "Time of one copy, in seconds", and in a list of such "time of one copy, seconds".
_IN_UNIT = lazy_re(rf",\s+(?:measured\s+|given\s+)?in\s+(?P<unit>{MEASURED}{PER})\s*[.;]?$")
# "Where $w$ is the bandwidth of a link in bytes/second".
_SAID_IN = lazy_re(
    rf"^(?:(?:is|are|be|being|denotes?)\s+)?(?:the|an?|its|our)\s.*?\s(?:measured\s+|given\s+)?in\s+"
    rf"(?P<unit>{MEASURED}{PER})$"
)
_UNIT_LAST = lazy_re(rf",\s+(?P<unit>(?:{MEASURED}|{COUNTED}){PER}|1/[a-z]+)\s*[.;]?$")
_SQUARE = lazy_re(r"\[(?P<unit>[A-Za-z1][A-Za-z0-9 /()^·-]{0,40})\]\s*[.,;]?$")
MANY_ROWS = 3
DeclarationKind = Literal["table", "bullet", "prose"]


class Declaration(Record):
    """A letter with its meaning, and where the document says so.

    ``glyph`` is the normal form, ``latex`` the print. ``unit`` is what the
    unit column holds, None where there is no such column. ``shares`` counts
    the letters of its row. ``notes`` are the other cells. An ``explicit``
    sentence says that a letter denotes something.
    """

    glyph: str
    latex: str
    meaning: str
    line: int
    column: int
    kind: DeclarationKind
    reach: Reach
    unit: str | None = None
    function: bool = False
    shares: int = 1
    table: int = -1
    row: int = -1
    notes: tuple[str, ...] = ()
    commented: bool = False
    explicit: bool = False

    @property
    def firm(self) -> bool:
        """Whether a table or a bullet says so; prose only suggests."""
        return self.kind != "prose"


def declarations_of(document: Document) -> tuple[Declaration, ...]:
    """Every declaration of a document, in the order of its lines."""
    cells: dict[tuple[int, int, int], list[Span]] = {}
    for span in document.spans:
        cells.setdefault((span.table, span.row, span.cell), []).append(span)
    used = _used(document)
    declarations = [
        letter
        for number, table in enumerate(document.tables)
        for letter in _of_table(document, number, table, cells, used)
    ]
    listed = {letter.glyph for letter in declarations}
    # Of a letter with a row a long item is a remark: "$F$: two operations forward and ...".
    declarations += [
        letter for letter in _of_bullets(document)
        if letter.glyph not in listed or len(letter.meaning.split()) < MANY_WORDS
    ]  # fmt: skip
    declarations += _of_sentences(document, declarations)
    return tuple(sorted(declarations, key=lambda place: (place.line, place.column)))


def _used(document: Document) -> frozenset[str]:
    """The letters and names that stand in formulas, roughly; enough to know a name as one."""
    words = (
        word for latex in {span.latex for span in document.spans}
        for word in re.findall(r"\\?[A-Za-z]+(?:_(?:\{[^{}]*\}|\\?[A-Za-z0-9]+))?", latex)
    )  # fmt: skip
    return frozenset(normal_form(word) for word in set(words))


def _of_table(
    document: Document,
    number: int,
    table: Table,
    cells: dict[tuple[int, int, int], list[Span]],
    used: frozenset[str],
) -> Iterator[Declaration]:
    columns = columns_of(table, number, cells, used)
    if columns is None:
        return
    around = reach_of(document, table.line)
    # Bare names under "Parameter" are options of a program far more often than letters.
    named = bool(LETTERS.search(table.header[columns.symbol].text)) or all_names(table, used)
    declares = columns.named or lists_letters(document, table.line)
    declares = declares and not _is_code(table, columns.symbol, used)
    meanings = [
        row[columns.meaning].text if columns.meaning < len(row) else "" for row in table.rows
    ]
    units = _units_told(meanings) if columns.unit < 0 else {}
    for place, row in enumerate(table.rows):
        if max(columns.symbol, columns.meaning) >= len(row):
            continue
        if VALUE.match(spoken_units(row[columns.meaning].text)):
            continue
        spans = cells.get((number, place, columns.symbol), [])
        glyphs = list(_glyphs(document, row[columns.symbol], spans, bare=named))
        has_unit = 0 <= columns.unit < len(row)
        unit = spoken_units(row[columns.unit].text) if has_unit else units.get(place)
        taken = {columns.symbol, columns.meaning, columns.unit}
        reach = around
        if 0 <= columns.scope < len(row):
            where = row[columns.scope].text.strip()
            reach = said_reach(where, around)
            reach = reach if reach.stated else reach.replaced(named=where)
        notes = tuple(cell.text for other, cell in enumerate(row) if other not in taken)
        for latex, line, column in glyphs:
            yield Declaration(
                glyph=key_of_letter(latex),
                latex=latex,
                meaning=row[columns.meaning].text,
                line=line,
                column=column,
                kind="table" if declares else "prose",
                reach=reach,
                unit=unit if declares else None,
                function="(" in latex,
                shares=len(glyphs),
                table=number,
                row=place,
                notes=notes,
                commented=table.commented,
            )


def _is_code(table: Table, column: int, used: frozenset[str]) -> bool:
    """Whether a column holds signs of a program, all in backticks and in no formula."""
    cells = [row[column].text.strip() for row in table.rows if column < len(row)]
    coded = [text for text in cells if re.fullmatch(r"`[^`]+`(?:\W+(?:or|and)?\W*`[^`]+`)*", text)]
    names = {normal_form(name) for text in coded for name in re.findall(r"`([^`]+)`", text)}
    return bool(coded) and len(coded) == len([text for text in cells if text]) and not names & used


def _glyphs(
    document: Document, cell: Cell, spans: Sequence[Span], *, bare: bool
) -> Iterator[tuple[str, int, int]]:
    """The letters of a symbol cell, each with its place."""
    if spans:
        if only_spans(cell, spans):
            for span in spans:
                for latex, inside in split_glyphs(span.latex):
                    yield (latex, *document.at(span, inside))
    elif bare:
        for latex, inside in bare_glyphs(cell.text):
            yield latex, cell.line, cell.column + inside


def _of_bullets(document: Document) -> Iterator[Declaration]:
    rows = [row for row in bullet_rows(document) if not VALUE.match(row.meaning)]
    units = _units_told([row.bracketed or row.meaning for row in rows])
    return (_of_row(document, row, "bullet", units.get(place)) for place, row in enumerate(rows))


def _of_sentences(
    document: Document, declarations: Sequence[Declaration]
) -> tuple[Declaration, ...]:
    """What sentences say of letters; one that says the unit of a letter without a row is a row."""
    listed = {letter.glyph for letter in declarations}
    measured = dict.fromkeys(listed, "")
    rows = [*prose_rows(document)]
    # Some write the unit of each letter in brackets: "$w$ for the parameters (parameters)".
    units = [*(row.bracketed for row in rows), *(letter.unit for letter in declarations)]
    usual = sum(map(bool, units)) >= MANY_ROWS
    declared: list[Declaration] = []
    for row in rows:
        said = _SAID_IN.search(row.meaning)
        unit = said["unit"] if said else row.bracketed.strip("()") if usual else ""
        glyph = key_of_letter(row.latex)
        # A letter with another unit is declared anew.
        if unit and measured.get(glyph) != unit and glyph not in listed:
            measured[glyph] = unit
            declared.append(_of_row(document, row, "bullet", unit))
        else:
            declared.append(_of_row(document, row, "prose"))
    return tuple(declared)


def _of_row(
    document: Document, row: Row, kind: DeclarationKind, unit: str | None = None
) -> Declaration:
    """What an item of a list, or a sentence, says of a letter."""
    line, column = document.at(row.span)
    return Declaration(
        glyph=key_of_letter(row.latex), latex=row.latex, meaning=row.meaning, line=line,
        column=column, kind=kind, reach=reach_of(document, line, local=True), unit=unit,
        function="(" in row.latex, shares=row.shares, commented=row.span.commented,
        explicit=row.explicit,
    )  # fmt: skip


def _units_told(meanings: Sequence[str]) -> dict[int, str]:
    """The units at the ends of what a list says of its letters, by the place of the letter.

    Where square brackets mostly hold units that everybody knows, others in them are units as
    well; and most letters of a list make what stands behind the last comma a unit.
    """
    written, spoken, square, last = (
        {place: unit["unit"] for place, text in enumerate(meanings) if (unit := form.search(text))}
        for form in (_LAST_UNIT, _IN_UNIT, _SQUARE, _UNIT_LAST)
    )
    plain = {**spoken, **written}
    usual = 2 * len(plain.keys() & square.keys()) > len(square) >= MANY_ROWS
    listed = 2 * len(last) > len(meanings) and len(last) >= MANY_ROWS
    return {**(square if usual else {}), **(last if listed else {}), **plain}


_SYMBOL = lazy_re(
    r"\b(?:symbols?|notations?|variables?|letters?|glyphs?|signs?|parameters?)\b", re.IGNORECASE
)
LETTERS = lazy_re(r"\b(?:symbols?|notations?|letters?|glyphs?|signs?)\b", re.IGNORECASE)
_MEANING = lazy_re(
    r"\b(?:meanings?|descriptions?|definitions?|definition|represents?|explanations?|denotes?|"
    r"stands|quantity|quantities|concept|name|what)\b",
    re.IGNORECASE,
)
_PARTICIPLE = lazy_re(r"\W*What\s+is\s+\w+(?:ed|en|t)\b", re.IGNORECASE)
_SCOPE = lazy_re(
    r"\b(?:scopes?|parts?|chapters?|sections?|where|holds|used in|reach|valid|context)\b",
    re.IGNORECASE,
)
_UNIT = lazy_re(
    r"\b(?:units?|dimensions?|(?:measured|counted|given|expressed)\s+in)\b|^\W*in\W*$",
    re.IGNORECASE,
)
# A meaning never begins with a number; a value does.
VALUE = lazy_re(r"[\s$`*_~≈<>≤≥=]*(?:\\(?:approx|sim|leq?|geq?)\s*)?[-+]?\.?\d")


class Columns(Record):
    """Which column of a table holds what; -1 where none does.

    ``named`` says that the header calls a column one of letters, or of meanings.
    Any other table may just compare things, row by row, and declares nothing.
    """

    symbol: int
    meaning: int
    unit: int
    scope: int = -1
    named: bool = False


def columns_of(
    table: Table,
    number: int,
    cells: dict[tuple[int, int, int], list[Span]],
    used: frozenset[str] = frozenset(),
) -> Columns | None:
    """The columns of a symbol table, or None if a table is none."""
    header = [re.sub(r"[*_`]", "", cell.text) for cell in table.header]
    if len(header) < 2 or not table.rows:
        return None
    symbol = _headed(header, _SYMBOL)
    named = symbol >= 0
    if not named:
        symbol = next(
            (place for place in range(len(header)) if _all_glyphs(table, number, place, cells)), -1
        )
        if symbol < 0 and all_names(table, used):
            symbol = 0
    if symbol < 0:
        return None
    meaning = _headed(header, _MEANING, symbol)
    says = meaning >= 0
    unit = _headed(header, _UNIT)
    if meaning < 0:
        others = [place for place in range(len(header)) if place not in {symbol, unit}]
        meaning = others[0] if others else -1
    if meaning < 0 or _is_values(table, meaning):
        return None
    # "Policy | Symbol | Memory" compares policies, one number each: it tells what letters come to.
    compares = unit < 0 and any(
        _is_values(table, place) for place in range(len(header)) if place not in {symbol, meaning}
    )
    # "What is sharded" names no meaning.
    says = says and not (compares and _PARTICIPLE.match(header[meaning]))
    named = says or (named and not compares)
    return Columns(symbol, meaning, unit, _headed(header, _SCOPE, symbol, meaning, unit), named)


def _headed(header: Sequence[str], words: re.Pattern[str], *taken: int) -> int:
    """The first column with such words over it that holds nothing else; -1 where none does."""
    places = (place for place, text in enumerate(header) if words.search(text))
    return next((place for place in places if place not in taken), -1)


def all_names(table: Table, used: frozenset[str]) -> bool:
    """Whether a table opens with names without dollars that formulas use, nearly all of them."""
    names = [bare_glyphs(row[0].text) for row in table.rows if row and row[0].text]
    if len(names) < 2 or not all(names):
        return False
    keys = [key_of_letter(latex) for some in names for latex, _ in some]
    return 2 * sum(key in used for key in keys) > len(keys)


def _all_glyphs(
    table: Table, number: int, column: int, cells: dict[tuple[int, int, int], list[Span]]
) -> bool:
    """Whether a column holds nothing but letters between dollars."""
    pure = [
        bool(only_spans(row[column], cells.get((number, place, column), ())))
        for place, row in enumerate(table.rows)
        if column < len(row) and row[column].text
    ]
    return len(pure) >= 2 and all(pure)


def _is_values(table: Table, column: int) -> bool:
    """Whether most cells of a column are numbers: then it is a table of values."""
    filled = [row[column].text for row in table.rows if column < len(row) and row[column].text]
    values = sum(bool(VALUE.match(spoken_units(text))) for text in filled)
    return bool(filled) and 2 * values >= len(filled)


def only_spans(cell: Cell, spans: Sequence[Span]) -> bool:
    """Whether a cell holds letters and what parts them, nothing else."""
    rest = cell.text
    for span in spans:
        start = span.start - cell.start
        rest = rest[:start] + " " * (span.end - span.start) + rest[start + span.end - span.start :]
    # A gloss in brackets behind a letter is a remark.
    rest = re.sub(r"\([^()$]*\)", " ", rest)
    words = re.sub(r"\{math\}|[\s$`,;/*_()\\|&]|\band\b|\bor\b", "", rest)
    return bool(spans) and not words and all(split_glyphs(span.latex) for span in spans)


def key_of_letter(latex: str) -> str:
    """The normal form; arguments fall away, ``L(w)`` is ``L``."""
    return normal_form(re.sub(r"\\?\([^()]*\)$", "", latex.strip()))
