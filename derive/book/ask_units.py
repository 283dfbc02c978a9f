"""A unit as data: how it may be typed, and the multiples in which its values are printed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from derive.answers.values import typed_unit
from derive.errors import DeriveError
from derive.units import Quantity, Unit, UnitTable, named, read_value

Data = dict[str, Any]


def unit_data(table: UnitTable, unit: Unit, *, spelled: bool = True) -> Data:
    """Name, factor and multiples of a unit, and every usual spelling of what converts to it."""
    return _unit_data(table, unit.name, unit, spelled)


@lru_cache(maxsize=1024)
def _unit_data(table: UnitTable, name: str, unit: Unit, spelled: bool) -> Data:  # noqa: FBT001
    # Two spellings of one unit are equal, but not the same data: hence the name.
    del name
    printed = table._ladder(unit, printed=True)  # noqa: SLF001  the one other place that prints
    return {
        "name": unit.name,
        "factor": pair(unit.factor),
        "strict": bool(unit.dimensions),
        "plain": unit.is_plain,
        "shown": _step(table.natural(0, unit)),
        "ladder": [_step(one) for one in printed],
        "spelled": dict(_spelled(table, unit)) if spelled else {},
    }


def pair(number: Fraction) -> list[int]:
    """A fraction as JSON holds it."""
    return [number.numerator, number.denominator]


def _step(unit: Unit) -> list[Any]:
    return [*pair(unit.factor), unit.name, unit.is_plain]


def _spelled(table: UnitTable, unit: Unit) -> Iterator[tuple[str, list[Any]]]:
    """Spellings that are read as this unit or a multiple of it.

    Each with its factor, with what its values are printed in where that is
    the unit as typed, and with whether a note says how it was read.
    """
    for text in dict.fromkeys(_candidates(table, unit)):
        try:
            typed = typed_unit(table, f"1 {text}", unit)
            read = read_value(f"1 {text}", unit=unit, table=table)
        except DeriveError:
            continue
        if isinstance(read, Quantity) and isinstance(read.magnitude, Fraction):
            shown = None if typed is None else [*pair(typed.factor), typed.name]
            yield text, [*pair(read.magnitude), shown, bool(read.read_as)]


def _candidates(table: UnitTable, unit: Unit) -> Iterator[str]:
    """Single words, and for ``GB/s`` every first word over every spelling of the rest."""
    yield unit.name
    yield from table.spellings()
    (first, exponent), *rest = unit.parts or (("", 0),)
    own = table.find(first)
    if own is None or exponent != 1 or not rest:
        return
    heads = [
        spelling
        for entry in table.entries
        if entry.dimensions == own.dimensions and entry.kinds == own.kinds
        for spelling in entry.spellings
    ]
    tails = [named([("x", 1), *rest])[1:]]
    if len(rest) == 1 and rest[0][1] == -1:
        last = table.find(rest[0][0])
        tails += [f"/{spelling}" for spelling in (last.spellings if last else ())]
    else:
        tails.append(named([("x", 1), *((table.entry(w).shown, e) for w, e in rest)])[1:])
    for head in heads:
        for tail in tails:
            yield head + tail
