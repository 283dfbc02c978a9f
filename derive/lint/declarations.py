"""What a document itself says its letters mean: symbol tables, bullets, and prose as a hint."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from derive.notation import normal_form

from .bullets import bullet_rows
from .columns import LETTERS, VALUE, all_names, columns_of, key_of_letter, only_spans
from .documents import Cell, Document, Span, Table
from .prose import prose_rows
from .reach import Reach, lists_letters, reach_of, said_reach
from .spelling import bare_glyphs, split_glyphs

# ``- $T$: time of one step (seconds)``; any other remark in brackets is none.
_LAST_UNIT = re.compile(
    r"\((?:in\s+)?(?P<unit>(?:[kMGT]?i?B|bytes?|bits?|s|ms|seconds?|hours?|FLOPs?|tokens?|parameters?)"
    r"(?:\s*/\s*[A-Za-z]+|\s+per\s+[a-z]+)?)\)\s*\.?$"
)
DeclarationKind = Literal["table", "bullet", "prose"]


@dataclass(frozen=True, slots=True)
class Declaration:
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
    found = [
        one
        for number, table in enumerate(document.tables)
        for one in _of_table(document, number, table, cells, used)
    ]
    found += _of_bullets(document)
    found += _of_prose(document)
    return tuple(sorted(found, key=lambda one: (one.line, one.column)))


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
    for place, row in enumerate(table.rows):
        if max(columns.symbol, columns.meaning) >= len(row):
            continue
        if VALUE.match(row[columns.meaning].text):
            continue
        spans = cells.get((number, place, columns.symbol), [])
        glyphs = list(_glyphs(document, row[columns.symbol], spans, bare=named))
        unit = row[columns.unit].text if 0 <= columns.unit < len(row) else None
        taken = {columns.symbol, columns.meaning, columns.unit}
        reach = around
        if 0 <= columns.scope < len(row):
            reach = said_reach(row[columns.scope].text, around)
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
    for row in bullet_rows(document):
        if VALUE.match(row.meaning):
            continue
        line, column = document.at(row.span)
        told = _LAST_UNIT.search(row.meaning)
        yield Declaration(
            glyph=key_of_letter(row.latex), latex=row.latex, meaning=row.meaning, line=line,
            column=column, kind="bullet", reach=reach_of(document, line, local=True),
            unit=told["unit"] if told else None,
            function="(" in row.latex, shares=row.shares, commented=row.span.commented,
        )  # fmt: skip


def _of_prose(document: Document) -> Iterator[Declaration]:
    for row in prose_rows(document):
        line, column = document.at(row.span)
        yield Declaration(
            glyph=key_of_letter(row.latex), latex=row.latex, meaning=row.meaning, line=line,
            column=column, kind="prose", reach=reach_of(document, line, local=True),
            function="(" in row.latex, commented=row.span.commented,
            explicit=row.explicit,
        )  # fmt: skip
