"""Tables that Markdown holds as HTML, and as grids of plus signs, split into cells."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .documents import Cell, Table

_OPEN = re.compile(r"<table\b[^>\n]*>", re.IGNORECASE)
_CLOSE = re.compile(r"</table\s*>", re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^>]*>(?P<row>.*?)(?=</tr|<tr\b|</t(?:head|body|foot|able)|\Z)",
                  re.IGNORECASE | re.DOTALL)  # fmt: skip
_CELL = re.compile(
    r"<t[hd]\b[^>]*>(?P<text>.*?)(?=</t[hd]|<t[hd]\b|</?tr\b|\Z)", re.IGNORECASE | re.DOTALL
)
_MARK = re.compile(
    r"</?(?:i|em|b|strong|var|span|p|br|code|small|a)\b[^>]*>|<br\s*/?>", re.IGNORECASE
)
_ENTITY = re.compile(r"&#?\w{2,8};")
_GRID_RULE = re.compile(r"[ \t>]*\+(?:[-=:]+\+)+[ \t]*")


def html_tables(
    text: str, starts: Sequence[int], hidden: Sequence[tuple[int, int]]
) -> Iterator[tuple[range, Table]]:
    """Every HTML table, with the lines that it takes."""
    end = 0
    while (opened := _OPEN.search(text, end)) and (closed := _CLOSE.search(text, opened.end())):
        end = closed.end()
        rows = [
            cells
            for row in _ROW.finditer(text, opened.end(), closed.start())
            if (cells := tuple(_html_cells(text, starts, row.start("row"), row.end("row"))))
        ]
        if not rows:
            continue
        first, last = (bisect_right(starts, one) - 1 for one in (opened.start(), end - 1))
        commented = any(one <= opened.start() < other for one, other in hidden)
        yield range(first, last + 1), Table(rows[0][0].line, rows[0], tuple(rows[1:]), commented)


def _html_cells(text: str, starts: Sequence[int], start: int, end: int) -> Iterator[Cell]:
    for found in _CELL.finditer(text, start, end):
        shown = _ENTITY.sub(_sign, _MARK.sub(_blank, found["text"]))
        yield _cell(starts, found.start("text"), shown)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _sign(match: re.Match[str]) -> str:
    """What an entity stands for, at equal length."""
    return html.unescape(match.group()).ljust(len(match.group()))[: len(match.group())]


def _cell(starts: Sequence[int], place: int, shown: str) -> Cell:
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
                one for one in range(number, end)
                if _GRID_RULE.fullmatch(rows[one]) or _GRID_RULE.fullmatch(rows[one - 1])
            ]  # fmt: skip
            yield taken, Table(cells[0][0].line, cells[0], tuple(cells[1:]))
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
            _cell(starts, starts[number] + left + 1, line[left + 1 : right])
            for left, right in pairwise(edges)
        )
