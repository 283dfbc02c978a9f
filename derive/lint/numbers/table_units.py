"""Rules about the units of symbol tables: they exist, fit the meaning, and agree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from derive.entries.phrase_words import clause
from derive.errors import DeriveError
from derive.findings import Severity
from derive.lazy import lazy_re
from derive.notation import Chain, Power, glyphs_in, walk
from derive.units import Unit, UnitTable

from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from .print_units import is_power_of_ten

_PURE = frozenset(
    "count counts ratio fraction number none dimensionless unitless scalar 1 % percent "
    "probability integer index n/a na".split()
)
_NOT_UNITS = {
    "dimension": "a size without a unit: write 1, or nothing",
    "dim": "a size without a unit: write 1, or nothing",
    "size": "no unit: say of what",
}
_BANDWIDTH = lazy_re(r"\b(?:bandwidth|link|network|line rate|port)\b", re.IGNORECASE)
_BYTES = lazy_re(r"[kKMGTP]?i?(?:B|b|bytes?|bits?)\s*/")
_PER = lazy_re(
    r"\bper[- ](?P<what>GPU|device|accelerator|worker|rank|node|chip)s?\b", re.IGNORECASE
)
_TIMES = {"s", "sec", "second", "seconds", "hr", "h", "hour", "hours", "day", "days", "min"}


def units_of_tables_exist(project: Project, document: Document) -> Iterator[Sight]:
    """Units of tables exist.

    What: a cell of a unit column holds a word that is no unit, or a count that
    does not say of what.

    Why: sums and products of the letters cannot be checked, and the reader
    cannot convert.

    Example: "dimension" is no unit; "count" leaves open whether layers or
    GPUs are counted; for "byts/s" write "bytes/s".
    """
    table = project.units
    if table is None:
        return
    for letter in project.declarations(document):
        if letter.unit is None or not letter.unit.strip() or not _is_word(letter.unit):
            continue
        plain = _plain_unit(letter.unit)
        if plain.casefold() in {"count", "counts", "number"}:
            said = f'The unit "{letter.unit}" of {letter.latex} does not say of what.'
            yield _unit_sight(
                letter, said, "Name what is counted: layers, GPUs, parameters.", "info"
            )
        elif plain.casefold() in _NOT_UNITS:
            said = f'"{letter.unit}" is {_NOT_UNITS[plain.casefold()]}.'
            yield _unit_sight(letter, said, "Name a unit, or leave the cell empty.", "info")
        elif plain.casefold() not in _PURE:
            yield from _unknown(table, letter, plain)


def _unknown(table: UnitTable, letter: Declaration, plain: str) -> Iterator[Sight]:
    try:
        table.unit(plain)
    except DeriveError as problem:
        said = f"The unit of {letter.latex} cannot be read: {str(problem).rstrip('?.')}."
        yield _unit_sight(letter, said, "Write a unit that exists.", "warning")


def _unit_sight(letter: Declaration, message: str, guess: str, severity: Severity) -> Sight:
    rows = [("unit", letter.unit or "")]
    return about(message, letter, rows, guess, severity=severity)


def _is_word(unit: str) -> bool:
    """Whether a cell names a unit, and is no value, range, formula or remark."""
    plain = _plain_unit(unit)
    dashes = re.fullmatch(r"[-–—−.·/]*", plain)
    words = plain.removeprefix("1/")
    return not dashes and not re.search(r"[\d$\\=~<>]", words) and len(words.split()) <= 3


def _plain_unit(unit: str) -> str:
    """A unit without remarks in brackets and without emphasis."""
    return " ".join(re.sub(r"(?<!/)\([^()]*\)|[*`]", " ", unit).split())


def unit_of(project: Project, letter: Declaration) -> Unit | None:
    """The unit of a row, where it can be read."""
    if letter.unit is None or project.units is None or not _is_word(letter.unit):
        return None
    unit: Unit | None = project.units.known_unit(_plain_unit(letter.unit))
    return unit


def measuring_units(project: Project, document: Document) -> dict[Declaration, Unit]:
    """The units of a document's rows, those of bits left out where formulas count them: ``2^m``."""
    rows = project.declarations(document)
    units = {row: unit for row in rows if (unit := unit_of(project, row)) is not None}
    bits = {row.glyph for row, unit in units.items() if unit.name == "bit"}
    exponents = (
        part.exponent
        for printed in project.printed(document) if bits and isinstance(printed.parsed, Chain)
        for row in printed.parsed.rows for member in row.members for part in walk(member)
        if isinstance(part, Power)
    )  # fmt: skip
    if any(not bits.isdisjoint(glyphs_in(exponent)) for exponent in exponents):
        return {row: unit for row, unit in units.items() if unit.name != "bit"}
    return units


def rates_per_device_say_so_in_their_unit(project: Project, document: Document) -> Iterator[Sight]:
    """Rates per device say so in their unit.

    What: the meaning of a letter says "per GPU", and its unit, a rate or a
    price, does not. Where the table measures other letters in another unit of
    time, the factor between them is told.

    Why: multiplied by the number of GPUs, the unit of the product is wrong, and
    hours times seconds are off by 3600.

    Example: "peak throughput per GPU" in "FLOP/s". Write "FLOP/s/GPU".
    """
    rows = [letter for letter in project.declarations(document) if letter.unit]
    times = {
        letter.table: letter
        for letter in rows
        if _plain_unit(letter.unit or "") in {"seconds", "s"}
    }
    for row in rows:
        per_device = _PER.search(row.meaning)
        unit = _plain_unit(row.unit or "")
        per_time = unit.rpartition("/")[2].strip().casefold() in _TIMES and "/" in unit
        if per_device is None or not per_time or per_device["what"].casefold() in unit.casefold():
            continue
        # Everybody measures the bandwidth of one device in bytes per second.
        if _BANDWIDTH.search(row.meaning) and _BYTES.match(unit):
            continue
        what = per_device["what"]
        more = ""
        seconds = times.get(row.table)
        if seconds is not None and unit.endswith(("hr", "hour", "h")):
            more = (f" It counts hours and {seconds.latex} (line {seconds.line}) seconds: their "
                    "product needs a factor 1/3600.")  # fmt: skip
        yield about(
            f'{row.latex} is "{clause(row.meaning)}", but its unit {unit} is not per {what}.{more}',
            row,
            [("meaning", row.meaning), ("unit", unit)],
            f"Write {unit}/{what}.",
        )


def one_kind_keeps_one_unit(project: Project, document: Document) -> Iterator[Sight]:
    """One kind keeps one unit.

    What: two letters of one table are measured in units that differ by a
    factor which is not a power of ten: hours and seconds, GiB and GB, bits and
    bytes.

    Why: their products and sums need a factor that nobody writes.

    Example: a price in USD/hr beside a time in seconds.
    """
    by_table: dict[int, list[tuple[Declaration, Unit]]] = {}
    for letter in project.declarations(document):
        unit = unit_of(project, letter)
        if unit is not None and letter.kind == "table":
            by_table.setdefault(letter.table, []).append((letter, unit))
    for some in by_table.values():
        yield from islice(_odd_pairs(some), 1)


def _odd_pairs(rows: list[tuple[Declaration, Unit]]) -> Iterator[Sight]:
    """Rows whose unit is an odd multiple of that of an earlier row of the same kind."""
    known: dict[tuple[object, Fraction], Declaration] = {}
    for letter, unit in rows:
        kind = tuple(sorted(unit.dimensions))
        for (other_kind, factor), first in known.items():
            if other_kind == kind and unit.factor and not is_power_of_ten(factor / unit.factor):
                yield about(
                    f"{letter.latex} is in {letter.unit}, {first.latex} (line {first.line}) in "
                    f"{first.unit}: they differ by a factor {factor / unit.factor}.",
                    letter,
                    guess="Measure both in one unit.",
                    severity="info",
                )
        known.setdefault((kind, unit.factor), letter)
