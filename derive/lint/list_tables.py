"""Tables that MyST writes as nested lists: ``{list-table}`` with a row for each ``* -``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .documents import Cell, Table

OPENING = re.compile(r"[ \t>]*(?P<fence>`{3,}|~{3,}|:{3,})\{list-table\}[^\n]*")
_CELL = re.compile(r"(?P<lead>[ \t]*(?P<row>[*+-][ \t]+)?[-*+][ \t]+)(?P<text>\S.*?)[ \t]*")


def list_tables(rows: Sequence[str], starts: Sequence[int]) -> Iterator[tuple[range, Table]]:
    """Every table written as a list, with its lines; a cell is read by its first line."""
    number = 0
    while number < len(rows):
        opened = OPENING.fullmatch(rows[number])
        end = _end(rows, number, opened["fence"]) if opened else -1
        if end < 0:
            number += 1
            continue
        found: list[list[Cell]] = []
        for line in range(number + 1, end):
            cell = _CELL.fullmatch(rows[line])
            if cell is None or not (cell["row"] or found):
                continue
            if cell["row"]:
                found.append([])
            lead = len(cell["lead"])
            found[-1].append(Cell(cell["text"], starts[line] + lead, line + 1, lead + 1))
        if len(found) > 1:
            yield (
                range(number, end + 1),
                Table(found[0][0].line, tuple(found[0]), tuple(map(tuple, found[1:]))),
            )
        number = end + 1


def _end(rows: Sequence[str], opening: int, fence: str) -> int:
    """The line that closes a directive, or -1."""
    closing = re.compile(rf"[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*")
    return next(
        (line for line in range(opening + 1, len(rows)) if closing.fullmatch(rows[line])), -1
    )
