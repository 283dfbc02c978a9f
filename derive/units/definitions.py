"""A file of unit definitions, read into entries with exact factors.

The format is the part of Pint's that a table of units needs, so that such a
file can be given to Pint as well: one definition a line, groups around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from ..errors import DeriveError, UnusableUnits
from .decimals import read_ratio
from .unit import (
    BASE_UNITS,
    MOST_DIGITS,
    MOST_EXPONENT,
    ONE,
    Entry,
    Parts,
    Unit,
    is_name,
    read_parts,
)

BASE = re.compile(r"\[(?P<dimension>\w*)\]")
MOST_LINES = 10_000


@dataclass(frozen=True, slots=True)
class Definition:
    """One line of the file, taken apart: a base or a number, times other units."""

    entry: Entry
    """The unit before the others are put in."""
    of: Parts
    where: str


def read_definitions(file: str | Path) -> list[Entry]:
    """Every unit of a definitions file, in the order in which it is listed."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise UnusableUnits(path.name, "the file cannot be read") from problem
    definitions = list(_definitions(text, path.name))
    by_spelling = _by_spelling(definitions)
    units = _units(definitions, by_spelling, path.name)
    return [units[definition.entry.name] for definition in definitions]


def _definitions(text: str, file: str) -> Iterator[Definition]:
    """Each line ``name = value [= symbol] [= other spellings]``, with the role of its group."""
    role = ""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise UnusableUnits(file, f"it has more than {MOST_LINES} lines")
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        where = f"{file}:{number}"
        if not words:
            continue
        if words[0] == "@group" and len(words) == 2:
            role = words[1].partition("_")[0]
        elif words == ["@end"]:
            role = ""
        else:
            try:
                yield _definition(" ".join(words), role, where)
            except DeriveError as problem:
                raise UnusableUnits(where, _reason(problem)) from problem


def _definition(line: str, role: str, where: str) -> Definition:
    """One definition, its spellings checked and its value taken apart."""
    name, *rest = (part.strip() for part in line.split("="))
    wrong = [word for word in (name, *rest[1:]) if word != "_" and not is_name(word)]
    if not rest or wrong or name == "_":
        raise UnusableUnits(where, "a line reads: name = value = symbol = other spellings")
    value, symbol, *aliases = *rest, *(["_"] if len(rest) == 1 else [])
    symbol = "" if symbol in ("_", name) else symbol
    aliases = sorted({*aliases} - {"_", name, symbol})
    base = BASE.fullmatch(value)
    scale, of = _multiple(value) if base is None else (Fraction(1), ())
    dimension = base["dimension"] if base else ""
    measured = ((dimension, 1),) if dimension else ()
    strict, counted = (measured, ()) if dimension in BASE_UNITS else ((), measured)
    entry = Entry(name, symbol, tuple(aliases), scale, strict, counted, role)
    return Definition(entry, of, where)


def _multiple(value: str) -> tuple[Fraction, Parts]:
    """The number in front of a value, and the words behind: ``1/8 byte``, ``joule/second``."""
    if not value[:1].isdigit():
        return Fraction(1), read_parts(value)
    scale, rest, _ = read_ratio(value)
    rest = rest.strip().removeprefix("*")
    return scale, read_parts(rest) if rest.strip() else ()


def _by_spelling(definitions: list[Definition]) -> Mapping[str, Definition]:
    """Every spelling with the line that defines it; two lines may not share one."""
    by_spelling: dict[str, Definition] = {}
    for definition in definitions:
        for spelling in definition.entry.spellings:
            first = by_spelling.setdefault(spelling, definition)
            if first is not definition:
                line = first.where.rpartition(":")[2]
                raise UnusableUnits(
                    definition.where, f"{spelling} is already defined in line {line}"
                )
    return by_spelling


def _units(
    definitions: list[Definition], by_spelling: Mapping[str, Definition], file: str
) -> Mapping[str, Entry]:
    """Each unit by name, computed after the units that its own definition names."""
    needs: dict[str, list[str]] = {}
    for definition in definitions:
        unknown = [word for word, _ in definition.of if word not in by_spelling]
        if unknown:
            raise UnusableUnits(definition.where, f"there is no unit {unknown[0]}")
        needs[definition.entry.name] = [by_spelling[word].entry.name for word, _ in definition.of]
    try:
        order = list(TopologicalSorter(needs).static_order())
    except CycleError as problem:
        circle = " -> ".join(reversed(problem.args[1]))
        raise UnusableUnits(file, f"units are defined through each other: {circle}") from problem
    units: dict[str, Entry] = {}
    for name in order:
        definition = by_spelling[name]
        unit = _unit(definition.entry)
        for word, exponent in definition.of:
            unit = unit * _unit(units[by_spelling[word].entry.name]) ** exponent
        _check(unit, name, definition.where)
        units[name] = definition.entry.replaced(
            factor=unit.factor, dimensions=unit.dimensions, kinds=unit.kinds
        )
    return units


def _unit(entry: Entry) -> Unit:
    """The unit to compute with; nobody asks what a product of units is called."""
    return Unit(ONE.name, entry.factor, entry.dimensions, entry.kinds)


def _check(unit: Unit, name: str, where: str) -> None:
    """Refuse a unit that the kept table cannot hold."""
    exponents = [exponent for _, exponent in (*unit.dimensions, *unit.kinds)]
    factor = unit.factor
    if factor <= 0:
        raise UnusableUnits(where, f"{name} has no size")
    too_large = max(factor.numerator, factor.denominator) >= 10**MOST_DIGITS
    if too_large or any(abs(exponent) > MOST_EXPONENT for exponent in exponents):
        raise UnusableUnits(where, f"{name} is too large or too small")


def _reason(problem: DeriveError) -> str:
    """Why a line cannot be read, without the place, which is said once."""
    return str(getattr(problem, "why", "") or problem)
