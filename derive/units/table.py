"""The table of units: look up, list the multiples, choose the one to print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

from ..errors import UnknownUnit, UnreadableValue, UnusableUnits
from .entries import Entry, entry_data, entry_of
from .guesses import guess_word
from .ladders import best_step
from .spelling import Parts, named, read_parts
from .units import ONE, Unit, tidy

FORMAT = 1
MOST_REMEMBERED = 2048
MOST_BITS = 1000
MOST_NAMED = 8


class UnitTable:
    """Every unit that may be typed. Made from a definitions file, or from its data."""

    __slots__ = ("_remembered", "_spelled", "entries", "places")

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(sorted(entries, key=lambda entry: (entry.factor, entry.name)))
        self.places = frozenset(
            kind for entry in self.entries if entry.role == "place" for kind, _ in entry.kinds
        )
        self._spelled: dict[str, Entry] = {}
        self._remembered: dict[str, Unit] = {}
        for entry in self.entries:
            for spelling in entry.spellings:
                if self._spelled.setdefault(spelling, entry) is not entry:
                    raise UnusableUnits("the table of units", f"{spelling} is spelled twice")

    @classmethod
    def from_file(cls, path: str | Path) -> UnitTable:
        """Read a file in Pint's definition format. Imports Pint; called rarely."""
        from .definitions import read_definitions

        return cls(read_definitions(Path(path)))

    @classmethod
    def from_data(cls, data: Any) -> UnitTable:
        """The table that ``to_data`` described; damaged data is refused, not trusted."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise UnusableUnits("the cached units", "they are in another format")
        units = data.get("units")
        if not isinstance(units, list):
            raise UnusableUnits("the cached units", "they hold no list of units")
        return cls(entry_of(item) for item in units)

    def to_data(self) -> dict[str, Any]:
        """The table as plain data that JSON can hold."""
        return {"format": FORMAT, "units": [entry_data(entry) for entry in self.entries]}

    # --- looking up ----------------------------------------------------------

    def unit(self, text: str) -> Unit:
        """The unit that a text names, word by word: ``USD/(GPU hour)``, ``Gbit/s``, ``1``."""
        known = self._remembered.get(text)
        if known is None:
            known = self._made(self._expanded(text), text)
            if len(self._remembered) < MOST_REMEMBERED:
                self._remembered[text] = known
        return known

    def entry(self, word: str) -> Entry:
        """The entry under one spelling."""
        entry = self.find(word)
        if entry is None:
            raise UnknownUnit(word, word, guess_word(word, self))
        return entry

    def find(self, word: str) -> Entry | None:
        """The entry under one spelling, a hyphen being as good as an underscore."""
        return self._spelled.get(word) or self._spelled.get(word.replace("-", "_"))

    def spellings(self) -> Iterable[str]:
        """Every spelling of every unit."""
        return self._spelled

    def _expanded(self, text: str) -> Parts:
        """Words with exponents; ``GPU-hour`` is two words unless the table has it as one."""
        parts: list[tuple[str, int]] = []
        for word, exponent in read_parts(text):
            pieces = [word] if self.find(word) or "-" not in word else word.split("-")
            entries = [self._known(piece, text, pieces) for piece in pieces]
            _refuse_doubled(entries, exponent, word, text)
            for piece, entry in zip(pieces, entries, strict=True):
                kept = piece if piece == entry.name else entry.shown
                parts.append((kept, exponent))
        return tuple(parts)

    def _known(self, word: str, text: str, pieces: list[str]) -> Entry:
        entry = self.find(word)
        if entry is None:
            whole = " ".join(text.split()) if len(pieces) == 1 else word
            guess = guess_word(word, self)
            spelled = whole.replace(word, guess) if whole.count(word) == 1 else guess
            raise UnknownUnit(text, word, spelled if guess and " or " not in guess else guess)
        return entry

    def _made(self, parts: Parts, text: str) -> Unit:
        factor = Fraction(1)
        dimensions: list[tuple[str, int]] = []
        kinds: list[tuple[str, int]] = []
        for word, exponent in parts:
            entry = self.entry(word)
            factor *= entry.factor**exponent
            dimensions += [(name, power * exponent) for name, power in entry.dimensions]
            kinds += [(name, power * exponent) for name, power in entry.kinds]
        if max(factor.numerator.bit_length(), factor.denominator.bit_length()) > MOST_BITS:
            raise UnreadableValue(text, "its unit is too large or too small")
        plain = all(not self.entry(w).dimensions and not self.entry(w).kinds for w, _ in parts)
        name = "1" if plain and factor == 1 else named(parts)
        return Unit(name, factor, tidy(dimensions), tidy(kinds), self)

    # --- multiples -----------------------------------------------------------

    def like(self, unit: Unit) -> list[Unit]:
        """The multiples of a unit that people type, in natural order, itself included.

        They vary the first word (``GB/s``: B/s, kB/s, ...) and add the single
        units of the same measure (W for joule/second).
        """
        made = [self._shown(unit), *self._singles(unit), *self._ladder(unit, printed=False)]
        unique = {each.factor: each for each in reversed(made)}
        return [unique[factor] for factor in sorted(unique)]

    def printed(self, unit: Unit) -> list[Unit]:
        """The multiples among which the engine chooses one to print, in rising order."""
        return self._ladder(unit, printed=True)

    def accepts(self, unit: Unit) -> tuple[str, ...]:
        """The names of a few usual units for it, for a message."""
        ladder = [str(each) for each in self._ladder(unit, printed=True)]
        if len(ladder) > MOST_NAMED:
            ladder = [ladder[0], *ladder[2 - MOST_NAMED :]]
        return tuple(ladder) if len(ladder) > 1 else (str(unit),)

    def natural(self, magnitude: Any, unit: Unit) -> Unit:
        """The unit in which a value reads best: ``80 GB``, ``3.2 us``.

        Varies the first word over the printed multiples and takes the largest
        that ``best_step`` allows. A unit that is itself not a printed one
        (GiB, Gbit/s) was asked for, and stays.
        """
        ladder = self._ladder(unit, printed=True)
        if not ladder:
            return self._shown(unit)
        if magnitude == 0 or (isinstance(magnitude, float) and not isfinite(magnitude)):
            return self._shown(unit)
        size = abs(Fraction(magnitude)) * unit.factor
        return ladder[best_step(size, [one.factor for one in ladder])]

    def _ladder(self, unit: Unit, *, printed: bool) -> list[Unit]:
        """The unit with its first word replaced by each of that word's multiples."""
        parts = self._parts(unit)
        if not parts or parts[0][1] != 1:
            return []
        first = self.find(parts[0][0])
        if first is None or (printed and first.role != "printed"):
            return []
        whole = self._singles(unit, role="printed") if printed else []
        if whole:
            return whole
        rest = tuple((self._shown_word(word), exponent) for word, exponent in parts[1:])
        return [
            self._made(((entry.shown, 1), *rest), str(unit))
            for entry in self.entries
            if entry.dimensions == first.dimensions
            and entry.kinds == first.kinds
            and (entry.role == "printed" if printed else entry.role != "spoken")
        ]

    def _singles(self, unit: Unit, role: str = "") -> list[Unit]:
        """The single words for the same measure, such as W for joule/second."""
        return [
            self._made(((entry.shown, 1),), entry.name)
            for entry in self.entries
            if entry.dimensions == unit.dimensions
            and entry.kinds == unit.kinds
            and (entry.role == role if role else entry.role != "spoken")
        ]

    def _parts(self, unit: Unit) -> Parts:
        return () if unit.name == ONE.name else unit.parts

    def _shown_word(self, word: str) -> str:
        entry = self.find(word)
        return entry.shown if entry else word

    def _shown(self, unit: Unit) -> Unit:
        """The same unit, spelled as values are printed."""
        parts = tuple((self._shown_word(word), exponent) for word, exponent in self._parts(unit))
        return Unit(named(parts), unit.factor, unit.dimensions, unit.kinds, self)


def _refuse_doubled(entries: list[Entry], exponent: int, word: str, text: str) -> None:
    """``PFLOP/s-day`` is meant as a product of the whole, not as one over s day."""
    dimensions = [name for entry in entries for name, _ in entry.dimensions]
    if len(entries) > 1 and exponent < 0 and len(set(dimensions)) < len(dimensions):
        raise UnknownUnit(text, word, "PFday" if "s-day" in word else "")
