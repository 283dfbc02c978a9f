"""Tables of Markdown, split into cells by hand: bars inside formulas and code part nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from .documents import Cell, Table
from .dollars import code_spans, formulas

_DELIMITER = re.compile(r"[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*(?<=[|\-:\s])")
_RULE = re.compile(r"[\s|:>-]+")


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


def table_of(
    text: str, starts: Sequence[int], lines: Iterable[int], *, commented: bool
) -> Table | None:
    """The table in these lines (counted from 0), or None if it has no header."""
    rows: list[tuple[Cell, ...]] = []
    first = 0
    width = 0
    for number in lines:
        end = starts[number + 1] - 1 if number + 1 < len(starts) else len(text)
        line = text[starts[number] : end]
        if not line.strip() or (rows and len(rows) == 1 and _RULE.fullmatch(line)):
            continue
        cells = row_cells(text, starts, starts[number], end, width)
        if not rows:
            first, width = number + 1, len(cells)
        rows.append(cells)
    if not rows:
        return None
    return Table(first, rows[0], tuple(rows[1:]), commented)


def row_cells(
    text: str, starts: Sequence[int], start: int, end: int, width: int = 0
) -> tuple[Cell, ...]:
    """The cells of one line.

    Where a bar inside dollars would leave too few cells for the header, the
    dollars were money.
    """
    bars = _bars(text, start, end, protected=True)
    plain = _bars(text, start, end, protected=False)
    if len(bars) != len(plain) and width and _count(text, start, end, plain) == width:
        bars = plain
    return _cells(text, starts, start, end, bars)


def _bars(text: str, start: int, end: int, *, protected: bool) -> list[int]:
    """Offsets of the bars that part cells."""
    kept = [(one.outer_start, one.outer_end) for one in formulas(text, start, end)]
    shut = [*code_spans(text, start, end), *(kept if protected else [])]
    closed = {place for one, other in shut for place in range(one, other)}
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


def _count(text: str, start: int, end: int, bars: list[int]) -> int:
    return len(_edges(text, start, end, bars)) - 1


def _cells(
    text: str, starts: Sequence[int], start: int, end: int, bars: list[int]
) -> tuple[Cell, ...]:
    edges = _edges(text, start, end, bars)
    found = []
    parting = frozenset(bars)
    for left, right in pairwise(edges):
        begin = left + 1 if left in parting else left
        content = text[begin:right]
        place = begin + len(content) - len(content.lstrip())
        line = bisect_right(starts, min(place, right - 1) if right > begin else begin)
        found.append(Cell(content.strip(), place, line, place - starts[line - 1] + 1))
    return tuple(found)
