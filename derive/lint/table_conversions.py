"""Columns of a table that tell one thing in two units, ``Cache (GB)`` and ``Cache (GiB)``."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from derive.errors import DeriveError
from derive.units import UnitTable

from .cell_numbers import number_in_cell
from .documents import Cell, Document, Table
from .lettered_columns import CLEAR, LOOSE, UNIT_OF_HEADER, half_of_several
from .rules import Sight


def columns_in_two_units(document: Document, table: Table, units: UnitTable) -> Iterator[Sight]:
    """One row of two columns that tell one thing in two units, ``Cache (GB)``, ``Cache (GiB)``."""
    named: dict[str, list[tuple[int, float, str]]] = {}
    for place, cell in enumerate(table.header):
        told = UNIT_OF_HEADER.search(cell.text)
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
        one, other = (_plain_number(cell) for cell in cells if cell is not None)
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


def _plain_number(cell: Cell) -> tuple[float, float] | None:
    """A number without a unit of its own, and half of its last digit."""
    number = number_in_cell(cell.printed)
    return (number.value, half_of_several(number)) if number and number.words in {"", "%"} else None
