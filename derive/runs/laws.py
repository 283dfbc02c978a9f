"""Laws, letters and figures as numbers: the one place where an estimate asks for them.

Everything above works on :class:`Laws`, plain data: an entry of the package's store,
read without importing the knowledge.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from derive.entries.files import package_folder
from derive.entries.opening import open_knowledge
from derive.errors import UnknownName, UnreadableRun
from derive.programs.floats import floats
from derive.programs.program import Program, from_data
from derive.records.notes import Domain
from derive.units import Interval, Quantity, UnitTable, read_value

from ..answers.givens import named_alike, not_shelved
from ..names import but_for_case

# --- laws and letters ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Law:
    """A formula as a run needs it: what it gives, its program, and what it says of itself."""

    id: str
    gives: str
    program: Program
    title: str
    law: str
    leaves_out: str
    source: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as a run needs it: its unit, its size in base units, its meaning, its domain."""

    name: str
    meaning: str
    unit: str
    factor: float
    default: float | None
    domain: Domain


class Laws:
    """The laws, letters and catalogue entries of a package, by id."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = {name: data[name] for name in ("laws", "letters", "entries")}
        self._laws = data["laws"]
        self._letters = data["letters"]
        self.entries: Mapping[str, Any] = data["entries"]
        self._programs: dict[str, Law] = {}
        self._functions: dict[str, Callable[[Sequence[Any]], Any]] = {}
        self._arrays: dict[str, Callable[..., Any]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process compiles the programs that it needs itself.
        return Laws, (self._data,)

    def law(self, name: str) -> Law:
        """A law by the id of its formula; raises ``UnknownName``."""
        if name not in self._programs:
            if name not in self._laws:
                raise UnknownName("formula", name, ())
            row = self._laws[name]
            self._programs[name] = Law(name, **{**row, "program": from_data(row["program"])})
        return self._programs[name]

    def function(self, name: str) -> Callable[[Sequence[Any]], Any]:
        """The right side of a law over plain floats, inputs in the program's order."""
        if name not in self._functions:
            self._functions[name] = floats(self.law(name).program)
        return self._functions[name]

    def over_arrays(self, name: str) -> Callable[..., Any]:
        """The same over arrays that broadcast, each input an argument."""
        if name not in self._arrays:
            from derive.programs.arrays import over_arrays

            self._arrays[name] = over_arrays(self.law(name).program)
        return self._arrays[name]

    def letter(self, name: str) -> Letter | None:
        """A letter by name or alias; none where the package has no such letter."""
        row = self._letters.get(name) or self._letters.get(but_for_case(name, self._letters) or "")
        if isinstance(row, str):
            row = self._letters[row]
        if row is None:
            return None
        name, meaning, unit, factor, default, (low, high, *flags) = row
        ends = [None if end is None else Fraction(end) for end in (low, high)]
        return Letter(name, meaning, unit, factor, default, Domain(ends[0], ends[1], *flags))

    def meaning(self, name: str, without: str = "") -> str:
        """What a letter means; what is said ``without`` such a letter."""
        letter = self.letter(name)
        return letter.meaning if letter else without

    def quantity(self, name: str, value: float) -> dict[str, Any]:
        """A value in base units as JSON writes it, in its letter's own unit."""
        letter = self.letter(name)
        factor, unit = (letter.factor, letter.unit) if letter else (1.0, "")
        return {"magnitude": value / factor, "unit": unit}

    def entry_named(self, shelf: str, name: str) -> Mapping[str, Any]:
        """An entry of the catalogue by id or alias; raises ``UnknownName``."""
        shelved = {key: row for key, row in self.entries.items() if row["shelf"] == shelf}
        for key, entry in shelved.items():
            if named_alike(name, (key, *entry["aliases"])):
                return {**entry, "id": key}
        raise not_shelved(shelf, name, shelved)

    def letters(self) -> Iterable[str]:
        """All names of letters, aliases left out."""
        return (name for name, row in self._letters.items() if not isinstance(row, str))


def compiled(package: str | Path | None = None) -> Mapping[str, Any]:
    """Laws, letters, entries and tables of a package; raises ``UnreadableRun`` if it has none."""
    folder = Path(package_folder(package) or str(package))
    # Looked for here, so that a package without whole runs need not be imported to be told so.
    if not (folder / "runs" / "estimate.toml").is_file():
        why = "no whole run is composed here: there is no runs/estimate.toml"
        raise UnreadableRun(str(package), why)
    data: Mapping[str, Any] = open_knowledge(package).rows.get("runs", "")
    return data


@functools.cache
def _unit_table() -> UnitTable:
    return open_knowledge().units


def with_unit(letter: Letter, given: Any, *, interval: bool = False) -> Any:
    """A text such as ``80 GB`` or ``70B``, or a quantity, in base units.

    With ``interval`` a text such as ``2..8`` is read as well, and comes back as it is.
    """
    table = _unit_table()
    unit = table.unit(letter.unit)
    value = read_value(given, unit=unit, table=table, symbol=letter.name, count=unit.is_count)
    if interval and isinstance(value, Interval):
        return value
    if not isinstance(value, Quantity):
        what = "an interval" if isinstance(value, Interval) else "a grid"
        raise UnreadableRun(letter.name, f"{what}, where a run has one value")
    return value.base if value.ndim else float(value.base)
