"""Tables of Markdown, split into cells by hand: bars inside formulas and code part nothing.

Beside its own they stand there as HTML, as grids of plus signs, below rules of equals signs,
between the fences of AsciiDoc, and in directives of MyST and Sphinx: ``list-table`` with a
row for each ``* -``, ``csv-table`` with one for each line.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from derive.lazy import lazy_re

from .documents import Cell, Table
from .dollars import code_spans, formulas

_DELIMITER = lazy_re(r"[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*(?<=[|\-:\s])")
_RULE = lazy_re(r"[\s|:>-]+")


def table_lines(rows: Sequence[str]) -> Iterator[range]:
    """The lines of every table, counted from 0: a header, a rule, and rows with bars."""
    number = 0
    while number + 1 < len(rows):
        if "|" in rows[number] and _DELIMITER.fullmatch(rows[number + 1]):
            end = number + 2
            while end < len(rows) and "|" in rows[end]:
                end += 1
            yield range(number, end)
            number = end
        else:
            number += 1


def table_of(text: str, starts: Sequence[int], lines: range, *, commented: bool) -> Table:
    """The table in these lines (counted from 0)."""
    rows: list[tuple[Cell, ...]] = []
    for number in lines:
        end = starts[number + 1] - 1 if number + 1 < len(starts) else len(text)
        line = text[starts[number] : end]
        if len(rows) != 1 or not _RULE.fullmatch(line):
            rows.append(_row_cells(text, starts, starts[number], end))
    return Table(lines[0] + 1, rows[0], tuple(rows[1:]), commented)


# Parsers of Markdown cut at every bar first; `$|x|$` in a cell would then be two halves.
def _bars(text: str, start: int, end: int) -> list[int]:
    """Offsets of the bars that part cells."""
    kept = [(formula.outer_start, formula.outer_end) for formula in formulas(text, start, end)]
    shut = [*code_spans(text, start, end), *kept]
    closed = {place for begin, other in shut for place in range(begin, other)}
    return [
        place
        for place in range(start, end)
        if text[place] == "|" and text[place - 1 : place] != "\\" and place not in closed
    ]


def _edges(text: str, start: int, end: int, bars: list[int]) -> list[int]:
    """The borders of the cells, with or without bars at both ends."""
    head = start if not bars or text[start : bars[0]].strip(" >\t") else bars[0]
    tail = end if not bars or text[bars[-1] + 1 : end].strip() else bars[-1]
    return [head, *(bar for bar in bars if head < bar < tail), tail]


def _row_cells(text: str, starts: Sequence[int], start: int, end: int) -> tuple[Cell, ...]:
    """The cells of one line."""
    bars = _bars(text, start, end)
    edges = _edges(text, start, end, bars)
    cells = []
    parting = frozenset(bars)
    for left, right in pairwise(edges):
        begin = left + 1 if left in parting else left
        content = text[begin:right]
        place = begin + len(content) - len(content.lstrip())
        line = bisect_right(starts, min(place, right - 1) if right > begin else begin)
        cells.append(Cell(content.strip(), place, line, place - starts[line - 1] + 1))
    return tuple(cells)


def _table(rows: Sequence[Sequence[Cell]], *, commented: bool = False) -> Table:
    """A table of rows of which the first is the header."""
    header, *others = map(tuple, rows)
    return Table(header[0].line, header, tuple(others), commented)


_HTML_OPENS = lazy_re(r"<table\b[^>\n]*>", re.IGNORECASE)
_HTML_CLOSES = lazy_re(r"</table\s*>", re.IGNORECASE)
_HTML_ROW = lazy_re(r"<tr\b[^>]*>(?P<row>.*?)(?=</tr|<tr\b|</t(?:head|body|foot|able)|\Z)",
                  re.IGNORECASE | re.DOTALL)  # fmt: skip
_HTML_CELL = lazy_re(
    r"<t[hd]\b[^>]*>(?P<text>.*?)(?=</t[hd]|<t[hd]\b|</?tr\b|\Z)", re.IGNORECASE | re.DOTALL
)
_MARK = lazy_re(r"</?(?:i|em|b|strong|var|span|p|br|code|small|a)\b[^>]*>|<br\s*/?>", re.IGNORECASE)
_ENTITY = lazy_re(r"&#?\w{2,8};")
_GRID_RULE = lazy_re(r"[ \t>]*\+(?:[-=:]+\+)+[ \t]*")


def html_tables(
    text: str, starts: Sequence[int], hidden: Sequence[tuple[int, int]]
) -> Iterator[tuple[range, Table]]:
    """Every HTML table, with the lines that it takes."""
    end = 0
    while (opened := _HTML_OPENS.search(text, end)) and (
        closed := _HTML_CLOSES.search(text, opened.end())
    ):
        end = closed.end()
        rows = [
            cells
            for row in _HTML_ROW.finditer(text, opened.end(), closed.start())
            if (cells := tuple(_html_cells(text, starts, row.start("row"), row.end("row"))))
        ]
        if not rows:
            continue
        first, last = (bisect_right(starts, place) - 1 for place in (opened.start(), end - 1))
        commented = any(begin <= opened.start() < other for begin, other in hidden)
        yield range(first, last + 1), _table(rows, commented=commented)


def _html_cells(text: str, starts: Sequence[int], start: int, end: int) -> Iterator[Cell]:
    for match in _HTML_CELL.finditer(text, start, end):
        shown = _ENTITY.sub(_sign, _MARK.sub(_blank, match["text"]))
        yield _trimmed_cell(starts, match.start("text"), shown)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _sign(match: re.Match[str]) -> str:
    """What an entity stands for, at equal length."""
    return html.unescape(match.group()).ljust(len(match.group()))[: len(match.group())]


def _trimmed_cell(starts: Sequence[int], place: int, shown: str) -> Cell:
    text = shown.strip()
    place += len(shown) - len(shown.lstrip()) if text else 0
    line = bisect_right(starts, place)
    return Cell(text, place, line, place - starts[line - 1] + 1)


def grid_tables(rows: Sequence[str], starts: Sequence[int]) -> Iterator[tuple[list[int], Table]]:
    """Every table drawn with plus signs and bars; a cell of several lines is read by its first.

    What its further lines hold stays prose.
    """
    number = 0
    while number < len(rows):
        if not _GRID_RULE.fullmatch(rows[number]):
            number += 1
            continue
        end = number + 1
        while end < len(rows) and re.match(r"[ \t>]*[|+]", rows[end]):
            end += 1
        cells = list(_grid_rows(rows, starts, number, end))
        if len(cells) >= 2:
            taken = [
                line for line in range(number, end)
                if _GRID_RULE.fullmatch(rows[line]) or _GRID_RULE.fullmatch(rows[line - 1])
            ]  # fmt: skip
            yield taken, _table(cells)
        number = max(end, number + 1)


def _grid_rows(
    rows: Sequence[str], starts: Sequence[int], first: int, end: int
) -> Iterator[tuple[Cell, ...]]:
    """The first line of each row that rules part."""
    for number in range(first + 1, end):
        if _GRID_RULE.fullmatch(rows[number]) or not _GRID_RULE.fullmatch(rows[number - 1]):
            continue
        rule, line = rows[number - 1], rows[number]
        edges = [place for place, sign in enumerate(rule) if sign == "+"]
        if any(edge >= len(line) or line[edge] not in "|+" for edge in edges):
            continue
        yield tuple(
            _trimmed_cell(starts, starts[number] + left + 1, line[left + 1 : right])
            for left, right in pairwise(edges)
        )


_SIMPLE_RULE = lazy_re(r"[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*")


def simple_tables(rows: Sequence[str], starts: Sequence[int]) -> Iterator[tuple[range, Table]]:
    """Every table of reStructuredText whose columns rules of equals signs mark."""
    rules = [number for number, row in enumerate(rows) if _SIMPLE_RULE.fullmatch(row)]
    place = 0
    while place + 2 < len(rules):
        first, second, last = rules[place : place + 3]
        edges = [sign.start() for sign in re.finditer(r"=+", rows[first])]
        ends = [*edges[1:], max(map(len, rows[first : last + 1])) + 1]
        cells = [
            tuple(
                _trimmed_cell(starts, starts[line] + left, rows[line][left:right])
                for left, right in zip(edges, ends, strict=True)
            )
            for line in (*range(first + 1, second), *range(second + 1, last)) if rows[line].strip()
        ]  # fmt: skip
        if second - first == 2 and len(cells) > 1:
            yield range(first, last + 1), _table(cells)
            place += 3
        else:
            place += 1


_FENCE, _PARTED = lazy_re(r"[ \t]*\|===[ \t]*"), lazy_re(r"(?:^|(?<=\s))\|(?P<text>[^|\n]*)")


def fenced_tables(rows: Sequence[str], starts: Sequence[int]) -> Iterator[tuple[range, Table]]:
    """Every table of AsciiDoc; its first line has as many cells as there are columns."""
    fences = [number for number, row in enumerate(rows) if _FENCE.fullmatch(row)]
    for first, last in zip(fences[::2], fences[1::2], strict=False):
        cells = [
            _trimmed_cell(starts, starts[line] + cell.start("text"), cell["text"])
            for line in range(first + 1, last) for cell in _PARTED.finditer(rows[line])
        ]  # fmt: skip
        width = sum(cell.line == cells[0].line for cell in cells) if cells else 0
        whole = [tuple(cells[at : at + width]) for at in range(0, len(cells), width or 1)]
        if width > 1 and len(whole) > 1 and len(whole[-1]) == width:
            yield range(first, last + 1), _table(whole)


DIRECTIVE = lazy_re(
    r"(?P<indent>[ \t>]*)(?:(?P<fence>`{3,}|~{3,}|:{3,})\{(?P<kind>list|csv)-table\}"
    r"|\.\.[ \t]+(?P<other>list|csv)-table::)[^\n]*"
)
_OPTION = lazy_re(r"[ \t>]*:(?P<name>[\w-]+):(?!`)(?P<value>[^\n]*)")
_LIST_CELL = lazy_re(r"(?P<lead>[ \t]*(?P<row>[*+-][ \t]+)?[-*+][ \t]+)(?P<text>\S.*?)[ \t]*")


def directive_tables(rows: Sequence[str], starts: Sequence[int]) -> Iterator[tuple[range, Table]]:
    """Every table that a directive holds, with its lines; a cell is read by its first line."""
    number = 0
    while number < len(rows):
        opened = DIRECTIVE.fullmatch(rows[number])
        end = -1
        if opened:
            fence = opened["fence"]
            end = (
                _directive_end(rows, number, fence) if fence
                else _end_of_indented(rows, number, len(opened["indent"]))
            )  # fmt: skip
        if opened is None or end < 0:
            number += 1
            continue
        read = _listed if "list" in {opened["kind"], opened["other"]} else _separated
        cells = [row for row in read(rows, starts, range(number + 1, end)) if row]
        behind = end + bool(opened["fence"])
        if len(cells) > 1:
            yield range(number, behind), _table(cells)
        number = behind


def _listed(rows: Sequence[str], starts: Sequence[int], lines: range) -> list[list[Cell]]:
    """The rows of a table that is written as a list of lists."""
    cells: list[list[Cell]] = []
    for line in lines:
        cell = _LIST_CELL.fullmatch(rows[line])
        if cell is None or not (cell["row"] or cells):
            continue
        if cell["row"]:
            cells.append([])
        lead = len(cell["lead"])
        cells[-1].append(Cell(cell["text"], starts[line] + lead, line + 1, lead + 1))
    return cells


def _separated(rows: Sequence[str], starts: Sequence[int], lines: range) -> list[list[Cell]]:
    """The rows of a table whose cells a sign parts, below the header that its option gives."""
    cells: list[list[Cell]] = []
    parted = ","
    for line in lines:
        option = _OPTION.fullmatch(rows[line])
        if option is None and rows[line].strip():
            cells.append(list(_csv_cells(rows[line], starts[line], line + 1, 0, parted)))
        elif option and option["name"] == "delim":
            # Docutils takes one sign, or a word for it; the header has commas all the same.
            named = option["value"].strip()
            parted = {"tab": "\t", "space": " "}.get(named, named[:1] or parted)
        elif option and option["name"] == "header":
            place = option.start("value")
            cells.append(list(_csv_cells(rows[line], starts[line], line + 1, place, ",")))
    return cells


@lru_cache(maxsize=16)
def _csv_cell(parted: str) -> re.Pattern[str]:
    """A cell in quotes, or up to the sign that parts cells; within a formula it parts none."""
    return re.compile(
        r"[ \t]*(?:\"(?P<quoted>[^\"\n]*)\""
        rf"|(?P<plain>(?:\$[^$\n]*\$|`[^`\n]*`|[^{re.escape(parted)}\n])*))"
    )


def _csv_cells(text: str, start: int, line: int, place: int, parted: str) -> Iterator[Cell]:
    """The cells of a line, each without its quotes."""
    while place <= len(text):
        cell = _csv_cell(parted).match(text, place)
        if cell is None:
            return
        group = "quoted" if cell["quoted"] is not None else "plain"
        shown, at = cell[group], cell.start(group)
        at += len(shown) - len(shown.lstrip())
        yield Cell(shown.strip(), start + at, line, at + 1)
        place = text.find(parted, cell.end()) + 1 or len(text) + 1


def _end_of_indented(rows: Sequence[str], opening: int, indent: int) -> int:
    """The line behind what is indented below a directive."""
    for line in range(opening + 1, len(rows)):
        if rows[line].strip() and len(rows[line]) - len(rows[line].lstrip()) <= indent:
            return line
    return len(rows)


def _directive_end(rows: Sequence[str], opening: int, fence: str) -> int:
    """The line that closes a directive, or -1."""
    closing = re.compile(rf"[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*")
    return next(
        (line for line in range(opening + 1, len(rows)) if closing.fullmatch(rows[line])), -1
    )
