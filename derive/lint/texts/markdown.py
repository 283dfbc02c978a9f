"""Markdown read into a document: blocks by markdown-it, formulas by the strict dollar rules."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from derive.lazy import lazy_re

from .documents import (
    Block,
    Document,
    Heading,
    Span,
    Table,
    in_dollars,
    line_starts,
    place_in,
    tables_in_dollars,
)
from .dollars import Found, formulas, guarded
from .macros import Macros
from .masks import Masking, masked
from .tables import (
    directive_tables,
    fenced_tables,
    grid_tables,
    html_tables,
    simple_tables,
    table_lines,
    table_of,
)

_ADMONITION = lazy_re(r"^(?P<indent>[ ]*)(?:!!!|\?\?\?\+?|===)[ \t]+\S")
# Quarto names a formula behind its dollars; the library would take it for no end.
_LABEL = lazy_re(r"(?<=\$\$)[ \t]*\{#[^}\n]*\}(?=[ \t]*$)", re.MULTILINE)


@cache
def _parser() -> MarkdownIt:
    """A parser for blocks only, with formulas that stand on lines of their own."""
    parser = MarkdownIt("commonmark", {"html": False})
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True)
    # Inline tokens carry no offsets, and findings need them: blocks alone are asked for.
    parser.core.ruler.disable(["inline", "text_join"], ignoreInvalid=True)
    # Four spaces are the body of an admonition far more often than code.
    parser.block.ruler.disable("code")
    return parser


def read_markdown(path: str, text: str) -> Document:
    """Read a Markdown manuscript."""
    masking = masked(text, asciidoc=path.endswith((".adoc", ".asciidoc")))
    starts, lines = line_starts(text), tuple(text.split("\n"))
    reader = _Reader(text, starts, lines, masking)
    reader.read_tables()
    reader.read(_parser().parse(_undented(_LABEL.sub(_blanks, "\n".join(reader.rest)))))
    headings = tuple(reader.headings)
    if not any(heading.hashed for heading in headings):
        headings = plain_headings(lines, reader.prose())
    title = masking.title or next(
        (heading.title for heading in headings if heading.level == 1 and heading.hashed), ""
    )
    spans = tuple(sorted(reader.spans(text), key=lambda span: span.start))
    return Document(
        path=path,
        text=text,
        masked=in_dollars(reader.prose(), spans),
        kind="md",
        title=title,
        spans=spans,
        tables=tuple(tables_in_dollars(reader.tables, spans)),
        headings=headings,
        blocks=tuple(sorted(reader.blocks, key=lambda span: span.start)),
        hidden=tuple(masking.hidden),
        allowances=tuple(masking.allowances),
        lines=lines,
        starts=starts,
    )


def _blanks(match: re.Match[str]) -> str:
    """As many blanks as there are characters."""
    return " " * len(match.group())


def _undented(text: str) -> str:
    """The bodies of admonitions moved to the left, so that they read as paragraphs."""
    lines: list[str] = []
    inside = -1
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        match = _ADMONITION.match(line)
        if inside >= 0 and line.strip() and indent <= inside:
            inside = -1
        lines.append(line[inside + 4 :] if inside >= 0 and indent >= inside + 4 else line)
        if match and inside < 0:
            inside = len(match["indent"])
    return "\n".join(lines)


class _Reader:
    """Collects blocks, tables and headings while it walks over the tokens."""

    def __init__(
        self, text: str, starts: tuple[int, ...], lines: tuple[str, ...], masking: Masking
    ) -> None:
        apart = "".join(masking.chars)
        self.apart, self.starts, self.lines, self.masking = apart, starts, lines, masking
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.headings: list[Heading] = []
        # Its lines without tables, and with no mark of a list inside a formula.
        self.rest: list[str] = []
        self.kept = [" " if char != "\n" else char for char in apart]
        self.alone: list[tuple[int, int]] = list(masking.formulas)
        for start, end in masking.formulas:
            self.kept[start:end] = text[start:end]

    def read_tables(self) -> None:
        """Keep the tables; a table may follow a paragraph, or a list, at once."""
        rows = self.apart.split("\n")
        drawn = html_tables(self.apart, self.starts, self.masking.hidden)
        readers = (grid_tables, directive_tables, simple_tables, fenced_tables)
        tables = itertools.chain(drawn, *(read(rows, self.starts) for read in readers))
        for taken, table in list(tables):
            self._keep(table)
            for number in taken:
                rows[number] = ""
        for lines in table_lines(rows):
            self._table(lines)
            for number in lines:
                rows[number] = ""
        self.rest = guarded("\n".join(rows)).split("\n")

    def read(self, tokens: list[Token]) -> None:
        """Walk over the tokens of the blocks."""
        opened = ""
        level = 0
        for token in tokens:
            if token.type == "heading_open":
                opened, level = "heading", int(token.tag[1:])
            elif token.type == "paragraph_open":
                opened = "paragraph"
            elif token.type == "inline" and token.map:
                self._inline(token, opened, level)
            elif token.type.startswith("math_block") and token.map:
                self._alone(token.map)

    def _inline(self, token: Token, kind: str, level: int) -> None:
        """Keep the prose of a paragraph or heading where it stands."""
        assert token.map is not None
        first = -1
        last = 0
        for number, content in enumerate(token.content.split("\n"), token.map[0]):
            if number >= len(self.lines):
                break
            start = self.starts[number]
            source = self.rest[number]
            shown = content.strip()
            # From the right: marks of lists and quotes stand before the words, never behind them.
            column = source.rfind(shown)
            if not shown or column < 0:
                continue
            first = start + column if first < 0 else first
            last = start + column + len(shown)
            self.kept[start + column : last] = self.apart[start + column : last]
        if first < 0:
            return
        self.blocks.append(Block(first, last, kind))
        if kind == "heading":
            title, number_ = heading_number(token.content.strip())
            self.headings.append(Heading(token.map[0] + 1, level, title, number_))

    def _table(self, lines: range) -> None:
        """Keep a table, cell by cell."""
        commented = self.masking.is_hidden(self.starts[lines.start])
        self._keep(table_of(self.apart, self.starts, lines, commented=commented))

    def _keep(self, table: Table) -> None:
        """Keep the cells of a table where they stand."""
        self.tables.append(table)
        for row in (table.header, *table.rows):
            for cell in row:
                self.kept[cell.start : cell.start + len(cell.text)] = cell.text

    def _alone(self, lines: list[int]) -> None:
        """Keep a formula on lines of its own; the dollars are found again in the text."""
        start = self.starts[lines[0]]
        end = self.starts[lines[1]] if lines[1] < len(self.starts) else len(self.apart)
        opening = self.apart.find("$$", start, end)
        closing = self.apart.find("$$", opening + 2, end) if opening >= 0 else -1
        if self.apart.find("$$", closing + 2, end) >= 0:
            # Several on one line are inline to everyone but the library.
            self.kept[opening:end] = self.apart[opening:end]
            self.blocks.append(Block(opening, end))
        elif closing > opening:
            self.alone.append((opening + 2, closing))
            self.kept[opening : closing + 2] = self.apart[opening : closing + 2]

    def prose(self) -> str:
        """The text at equal length, all blank but prose and formulas."""
        return "".join(self.kept)

    def spans(self, text: str) -> Iterator[Span]:
        """Every formula, with its macros expanded."""
        places = list(self._places())
        printed = (text[start:end] for start, end, *_ in places)
        macros = Macros.of(itertools.chain(self.masking.macros, printed), text)
        for start, end, display, cell in places:
            latex, origins = macros.expanded(text[start:end], start)
            lead = len(text[start:end]) - len(text[start:end].lstrip())
            place = place_in(self.starts, start + lead)
            commented = self.masking.is_hidden(start)
            yield Span(latex, start, end, *place, display, commented, *cell, origins=origins)

    def _places(self) -> Iterator[tuple[int, int, bool, tuple[int, int, int]]]:
        """Offsets of every formula, whether it stands alone, and in which cell."""
        prose = self.prose()
        nowhere = (-1, -1, -1)
        for start, end in self.alone:
            yield start, end, True, nowhere
        for block in self.blocks:
            for formula in formulas(prose, block.start, block.end):
                yield formula.start, formula.end, self._is_alone(formula), nowhere
        for number, table in enumerate(self.tables):
            for row, cells in enumerate((table.header, *table.rows), -1):
                for column, cell in enumerate(cells):
                    for formula in formulas(prose, cell.start, cell.start + len(cell.text)):
                        yield formula.start, formula.end, False, (number, row, column)

    def _is_alone(self, formula: Found) -> bool:
        """Whether a formula has its lines to itself."""
        line, _ = place_in(self.starts, formula.outer_start)
        last, _ = place_in(self.starts, formula.outer_end - 1)
        before = self.lines[line - 1][: formula.outer_start - self.starts[line - 1]]
        after = self.lines[last - 1][formula.outer_end - self.starts[last - 1] :]
        after = re.sub(r"^\s*\{#[^}]*\}", "", after)
        return formula.double and not before.strip(" >\t") and not after.strip(" .,;\t")


_ROMAN = r"[IVX]{1,5}"
_NUMBERED = lazy_re(rf"(?P<number>(?:[A-Z]|\d+|{_ROMAN})(?:\.\d+)*)[.)]?[ \t]+(?P<title>\S.*)")
_PLAIN_HEADING = lazy_re(r"(?P<number>(?:[A-Z]\.)?\d+(?:\.\d+)*)\.?[ \t]+(?P<title>[A-Z(].{0,90})")


def heading_number(content: str) -> tuple[str, str]:
    """A heading's words without emphasis, and its number: ``1.2``, ``C.1``, ``IV``."""
    words = " ".join(re.sub(r"\*\*|__|`|\{#[^}]*\}\s*$", "", content).split())
    match = _NUMBERED.match(words)
    return words, match["number"] if match else ""


def plain_headings(lines: Sequence[str], masked: str) -> tuple[Heading, ...]:
    """Headings without ``#``, in a text that marks none: short numbered lines, ``C.1 Notation``.

    A numbered line with a neighbour that counts on from it is an item of a list.
    """
    shown = masked.split("\n")
    headings: list[Heading] = []
    for number, line in enumerate(lines, 1):
        match = _PLAIN_HEADING.fullmatch(line.strip())
        if match is None or line[:1] in " \t" or line.rstrip()[-1:] in ".,;:":
            continue
        # Code and the cells of a table are no headings.
        prose = shown[number - 1].strip() and "|" not in shown[number - 1]
        if not prose or _is_list_item(lines, number, match["number"]):
            continue
        level = match["number"].count(".") + 1
        headings.append(Heading(number, level, line.strip(), match["number"], hashed=False))
    return tuple(headings)


def _is_list_item(lines: Sequence[str], number: int, own: str) -> bool:
    """Whether the line above or below carries the number before or after this one."""
    if not own.isdigit():
        return False
    for neighbour, wanted in ((number - 2, int(own) - 1), (number, int(own) + 1)):
        if 0 <= neighbour < len(lines) and re.match(rf"\s*{wanted}[.)]\s", lines[neighbour]):
            return True
    return False
