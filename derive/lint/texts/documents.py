"""A manuscript as the linter sees it: its text, formulas, tables and headings, with places.

Offsets count from 0 in the text, lines and columns from 1.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Literal

from derive.frozen import Record
from derive.lazy import lazy_re

from .dollars import code_spans

Kind = Literal["md", "tex"]
_ADDRESS = lazy_re(r"\]\([^)\s]*\)|<?https?://[^\s>)\]]+>?")
_OPENING = lazy_re(r"(?:(?:\{math\}|:math:)`|(?:stem|latexmath):\[|\\\\?[(\[])\s*$")
_CLOSING = lazy_re(r"\s*(?:`|\\{0,2}[)\]])")


BULLET = lazy_re(r"(?P<indent>[ \t]*)(?:[-*+]|\d{1,2}[.)])[ \t]+")


class Span(Record):
    """A printed formula: its LaTeX without delimiters, and where it stands.

    ``start`` and ``end`` are offsets in the document. Where macros were
    expanded, ``latex`` is longer or shorter than that stretch, and ``origins``
    holds the offset of each of its characters. ``table``, ``row`` and
    ``cell`` count from 0 and are -1 outside tables. ``commented`` formulas
    stand in text that readers do not see.
    """

    latex: str
    start: int
    end: int
    line: int
    column: int
    display: bool = False
    commented: bool = False
    table: int = -1
    row: int = -1
    cell: int = -1
    origins: tuple[int, ...] = ()

    def offset(self, inside: int) -> int:
        """The offset in the document of a character of ``latex``."""
        if not self.origins:
            return min(self.start + inside, self.end)
        return self.origins[inside] if inside < len(self.origins) else self.end


class Heading(Record):
    """A heading: its level, its words without marks, and its number if it has one."""

    line: int
    level: int
    title: str
    number: str = ""
    hashed: bool = True


class Cell(Record):
    """A cell of a table; ``start`` is the offset of its first character."""

    text: str
    start: int
    line: int
    column: int
    # Its text with macros expanded, where it has any.
    expanded: str = ""

    @property
    def printed(self) -> str:
        """What readers see, as LaTeX."""
        return self.expanded or self.text


class Table(Record):
    """A table: the line of its header, and the cells of every row."""

    line: int
    header: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    commented: bool = False


def turned(table: Table) -> Table:
    """A table with its rows as columns: what stands in its first column heads them."""
    heads = (table.header[0], *(row[0] for row in table.rows))
    columns = [
        (cell, *(row[place] for row in table.rows))
        for place, cell in enumerate(table.header) if place
    ]  # fmt: skip
    return Table(table.line, heads, tuple(columns), table.commented)


def is_even(table: Table) -> bool:
    """Whether each row has as many cells as the header, of which there are some."""
    return bool(table.header) and all(len(row) == len(table.header) for row in table.rows)


class Allowance(Record):
    """An author's word that a finding is meant: ``derive: allow RULE GLYPH because ...``."""

    line: int
    rule: str
    glyph: str
    reason: str


class Block(Record):
    """A paragraph, list item or heading: offsets in the text."""

    start: int
    end: int
    kind: str = "paragraph"


class Document(Record, eq=False):
    """A manuscript, read.

    ``masked`` is the text at equal length with everything blank that is no
    prose and no formula: front matter, code, comments, addresses. ``skipped``
    tells what was not read, such as files that are only named.
    """

    path: str
    text: str
    masked: str
    kind: Kind
    title: str
    spans: tuple[Span, ...]
    tables: tuple[Table, ...]
    headings: tuple[Heading, ...]
    blocks: tuple[Block, ...] = ()
    hidden: tuple[tuple[int, int], ...] = ()
    allowances: tuple[Allowance, ...] = ()
    skipped: tuple[tuple[int, str], ...] = ()
    lines: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        return place_in(self.starts, offset)

    def line_at(self, number: int) -> str:
        """A line of the author's, without its end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def is_hidden(self, offset: int) -> bool:
        """Whether readers do not see this place."""
        return any(start <= offset < end for start, end in self.hidden)

    def at(self, span: Span, inside: int = 0) -> tuple[int, int]:
        """Line and column of a character of a formula."""
        return self.place(span.offset(inside))

    def spans_between(self, start: int, end: int) -> tuple[Span, ...]:
        """The formulas that begin between two offsets."""
        # Sorted by start. Rules ask per sentence, and a book has thousands of formulas.
        first = bisect_left(self.spans, start, key=lambda span: span.start)
        last = bisect_left(self.spans, end, key=lambda span: span.start)
        return self.spans[first:last]

    def block_at(self, offset: int) -> Block | None:
        """The paragraph that an offset stands in."""
        place = bisect_right(self.blocks, offset, key=lambda block: block.start) - 1
        inside = place >= 0 and offset < self.blocks[place].end
        return self.blocks[place] if inside else None

    def is_listed(self, offset: int) -> bool:
        """Whether an offset stands in a point of a list."""
        block = self.block_at(offset)
        if block is None:
            return False
        start = self.text.rfind("\n", 0, block.start) + 1
        return (
            BULLET.fullmatch(self.text, start, block.start) is not None
            or self.text.find("\\item", block.start, offset) >= 0
        )

    def masked_line(self, number: int) -> str:
        """A line with everything blank that is no prose and no formula."""
        start = self.starts[number - 1]
        return self.masked[start : start + len(self.lines[number - 1])]


def line_starts(text: str) -> tuple[int, ...]:
    """The offset of each line."""
    return (0, *(match.end() for match in re.finditer("\n", text)))


def place_in(starts: Sequence[int], offset: int) -> tuple[int, int]:
    """Line and column of an offset in a text whose lines start so."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def blank(chars: list[str], start: int, end: int) -> None:
    """Blank a stretch; lines stay."""
    chars[start:end] = ["\n" if char == "\n" else " " for char in chars[start:end]]


def before_formula(words: str) -> str:
    """Words up to a formula, with a dollar for whatever opens it."""
    return _OPENING.sub("$", words)


_ROLE = lazy_re(r"(?:(?:\{math\}|:math:)`|(?:stem|latexmath):\[|\\\(|\$`)\Z")
LONGEST_ROLE = 12
_CLOSES: Mapping[str, str] = {"\\(": "\\)", "$`": "`$"}


def in_dollars(masked: str, spans: Sequence[Span]) -> str:
    """The same text at equal length, with dollars for whatever opens or ends a formula."""
    chars = list(masked)
    for span in spans:
        role = _ROLE.search(masked, max(span.start - LONGEST_ROLE, 0), span.start)
        if role is None or span.end >= len(chars):
            continue
        closes = _CLOSES.get(role.group(), "")
        if not masked.startswith(closes, span.end):
            continue
        blank(chars, *role.span())
        # Two characters become two dollars, as where all inline formulas stand between those.
        wide = len(closes) or 1
        chars[span.start - wide : span.start] = chars[span.end : span.end + wide] = "$" * wide
    return "".join(chars)


def tables_in_dollars(tables: Iterable[Table], spans: Sequence[Span]) -> Iterator[Table]:
    """The same tables, with dollars for whatever opens or ends a formula in their cells."""
    inside: dict[tuple[int, int, int], list[Span]] = {}
    for span in spans:
        inside.setdefault((span.table, span.row, span.cell), []).append(span)
    for number, table in enumerate(tables):
        header, *rows = (
            tuple(
                _cell_in_dollars(cell, inside.get((number, row, place), ()))
                for place, cell in enumerate(cells)
            )
            for row, cells in enumerate((table.header, *table.rows), -1)
        )
        yield table.replaced(header=header, rows=tuple(rows))


def _cell_in_dollars(cell: Cell, spans: Sequence[Span]) -> Cell:
    if not spans:
        return cell
    moved = [
        span.replaced(start=span.start - cell.start, end=span.end - cell.start) for span in spans
    ]
    return cell.replaced(text=in_dollars(cell.text, moved))


def behind_formula(words: str) -> str:
    """Words from the end of a formula on, with a dollar for whatever closes it."""
    return _CLOSING.sub("$", words, count=1) if _CLOSING.match(words) else words


# Documents compare by identity, so that hashing one does not read its text.
@lru_cache(maxsize=64)
def shown_text(document: Document) -> str:
    """What readers see as words: formulas, their delimiters and code are blank."""
    text = document.masked
    chars = list(text)
    for span in document.spans:
        start, end = span.start, span.end
        while start > 0 and text[start - 1] in "$`":
            start -= 1
        while end < len(text) and text[end] in "$`":
            end += 1
        blank(chars, start, end)
    for start, end in _may_hold_code(document):
        for code in code_spans(document.masked, start, end):
            blank(chars, *code)
    for address in _ADDRESS.finditer(document.masked):
        blank(chars, *address.span())
    return "".join(chars)


def _may_hold_code(document: Document) -> Iterator[tuple[int, int]]:
    """Where code may stand in backticks: paragraphs and cells of Markdown."""
    if document.kind == "md":
        yield from ((block.start, block.end) for block in document.blocks)
        for table in document.tables:
            for row in (table.header, *table.rows):
                yield from ((cell.start, cell.start + len(cell.text)) for cell in row)
