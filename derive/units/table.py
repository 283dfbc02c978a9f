"""The table of units: look up, list the multiples, choose one to print, guess which was meant."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite

from ..errors import DeriveError, UnknownUnit, UnreadableValue, UnusableUnits
from .decimals import best_step, read_ratio
from .quantity import Quantity
from .unit import (
    BASE_UNITS,
    ONE,
    Entry,
    Exponents,
    Parts,
    Unit,
    contradicts,
    entry_data,
    entry_of,
    named,
    read_parts,
    tidy,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Any


FORMAT = 1
PLAIN = frozenset(["", "1", "one", "dimensionless", "number"])
"""What people write as the unit of a plain number."""
MOST_REMEMBERED = 2048
MOST_BITS = 1000
MOST_NAMED = 8


class UnitTable:
    """Every unit that may be typed. Made from a definitions file, or from its data."""

    __slots__ = ("_ladders", "_remembered", "_spelled", "entries", "places")

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(sorted(entries, key=lambda entry: (entry.factor, entry.name)))
        self.places = frozenset(
            kind for entry in self.entries if entry.role == "place" for kind, _ in entry.kinds
        )
        self._spelled: dict[str, Entry] = {}
        self._remembered: dict[str, Unit | None] = {}
        self._ladders: dict[tuple[str, Exponents, Exponents, bool], list[Unit]] = {}
        for entry in self.entries:
            for spelling in entry.spellings:
                if self._spelled.setdefault(spelling, entry) is not entry:
                    raise UnusableUnits("the table of units", f"{spelling} is spelled twice")

    @classmethod
    def from_file(cls, path: str | Path) -> UnitTable:
        """Read a file of definitions, in the part of Pint's format that tables of units need."""
        from .definitions import read_definitions

        return cls(read_definitions(path))

    @classmethod
    def from_data(cls, data: Any) -> UnitTable:
        """The table that ``to_data`` described; damaged data is refused, not trusted."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
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
        known = self.known_unit(text)
        if known is not None:
            return known
        # Refused: once more, and now it says why.
        return self._made(self._expanded(text), text)

    def known_unit(self, text: str) -> Unit | None:
        """The unit that a text names, or None; who only asks pays for no guess."""
        if text in self._remembered:
            return self._remembered[text]
        try:
            plain = text.strip(" ") in PLAIN
            unit = self._made(() if plain else self._expanded(text, guessing=False), text)
        except DeriveError:
            unit = None
        if len(self._remembered) < MOST_REMEMBERED:
            self._remembered[text] = unit
        return unit

    def quantity(self, text: str) -> Quantity:
        """A number with its unit, in that unit: ``80 GB``, ``1/3 hour``, ``5``.

        Where a letter is known, ``read_value`` also reads ranges, grids and ``70B``.
        """
        number, rest, _ = read_ratio(text.strip())
        return Quantity(number, self.unit(rest))

    def base_unit(self, unit: Unit) -> Unit | None:
        """The same measure in base units, ``byte/second`` for ``GB/s``; None if one is missing."""
        words: list[tuple[str, int]] = []
        for measure, exponent in (*unit.dimensions, *unit.kinds):
            name = BASE_UNITS.get(measure, measure)
            entry = self.find(name)
            if entry is None or entry.factor != 1:
                return None
            words.append((name, exponent))
        # What is multiplied stands before what is divided by.
        return self._made(tuple(sorted(words, key=lambda pair: pair[1] < 0)), unit.name)

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

    def _expanded(self, text: str, *, guessing: bool = True) -> Parts:
        """Words with exponents; ``GPU-hour`` is two words unless the table has it as one."""
        parts: list[tuple[str, int]] = []
        words = read_parts(text)
        for word, exponent in self._bits_per_second(words):
            pieces = [word] if self.find(word) or "-" not in word else word.split("-")
            entries = [self._known(piece, text, pieces, guessing=guessing) for piece in pieces]
            _refuse_doubled(entries, exponent, word, text)
            for piece, entry in zip(pieces, entries, strict=True):
                kept = piece if piece == entry.name else entry.shown
                parts.append((kept, exponent))
        return tuple(parts)

    def _bits_per_second(self, words: Parts) -> Parts:
        """``Gb/s`` as gigabits, as networks are sold; without the time, Gb may be a slip for GB."""
        if len(words) != 2 or words[1][1] != -1 or words[0][0] not in SHORT_BITS:
            return words
        below, bits = self.find(words[1][0]), f"{words[0][0][0]}bit"
        timed = below is not None and below.dimensions == (("time", 1),)
        return ((bits, words[0][1]), words[1]) if timed and self.find(bits) else words

    def _known(self, word: str, text: str, pieces: list[str], *, guessing: bool) -> Entry:
        entry = self.find(word)
        if entry is None:
            whole = " ".join(text.split()) if len(pieces) == 1 else word
            guess = guess_word(word, self) if guessing else ""
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
        multiples = [self._shown(unit), *self._singles(unit), *self._ladder(unit, printed=False)]
        unique = {multiple.factor: multiple for multiple in reversed(multiples)}
        return [unique[factor] for factor in sorted(unique)]

    def printed(self, unit: Unit) -> list[Unit]:
        """The multiples among which the engine chooses one to print, in rising order."""
        return [*self._ladder(unit, printed=True)]

    def accepts(self, unit: Unit) -> tuple[str, ...]:
        """The names of a few usual units for it, for a message."""
        ladder = [str(step) for step in self._ladder(unit, printed=True)]
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
        return ladder[best_step(size, [step.factor for step in ladder])]

    def _ladder(self, unit: Unit, *, printed: bool) -> list[Unit]:
        """The unit with its first word replaced by each of that word's multiples."""
        # Two spellings of one unit are equal, and have ladders of their own.
        key = unit.name, unit.dimensions, unit.kinds, printed
        steps = self._ladders.get(key)
        if steps is None:
            steps = self._made_ladder(unit, printed=printed)
            if len(self._ladders) < MOST_REMEMBERED:
                self._ladders[key] = steps
        return steps

    def _made_ladder(self, unit: Unit, *, printed: bool) -> list[Unit]:
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


# --- hints: which slip is behind a wrong unit, which unit was meant -----------------


SHORT_BITS = frozenset(f"{scale}b" for scale in "kKMGTP")
LONE_SHORT_BITS = r"(?<![A-Za-z])[kKMGTP]b(?![A-Za-z])"


def reading_note(text: str, given: Unit, read: Quantity) -> str:
    """What needs saying about a value that was read: bits for bytes, a count left out."""
    if "b" in text and re.search(LONE_SHORT_BITS, text):
        bits = read.to(given)
        return f"{text} read as {bits}" + ("" if _in_bits(read.unit) else f", {read}")
    if _in_bits(given) and not _in_bits(read.unit):
        return f"{text} read as {read}"
    left_out = read.unit.kinds and not given.kinds and given.dimensions
    return f"{text} read as {read}" if left_out else ""


def why_wrong(given: Unit, declared: Unit) -> str:
    """The slip that is likely behind a unit that measures another thing."""
    if given.same_dimensions(declared):
        return _why_kinds(given, declared)
    ratio = tidy([*given.dimensions, *((name, -power) for name, power in declared.dimensions)])
    if len(ratio) != 1 or abs(ratio[0][1]) != 1 or not (given.dimensions and declared.dimensions):
        return ""
    name, power = BASE_UNITS[ratio[0][0]], ratio[0][1]
    if (ratio[0][0], -power) in declared.dimensions:
        return f"'/{name}' is missing" if power > 0 else f"'{name}' is missing"
    return f"'{name}' does not belong" if power > 0 else f"'/{name}' does not belong"


def _why_kinds(given: Unit, declared: Unit) -> str:
    ours, theirs = _per(given), _per(declared)
    if ours and theirs and ours != theirs:
        return f"per {ours} is not per {theirs}"
    if given.is_count and declared.is_count:
        return "these count different things"
    if ours and not theirs:
        return f"it is per {ours}, but a total is meant"
    return "" if contradicts(declared, given) else "it counts something that is not asked for"


def _per(unit: Unit) -> str:
    """The kinds that a unit is divided by."""
    return " and ".join(kind for kind, power in unit.kinds if power < 0)


def _in_bits(unit: Unit) -> bool:
    """Whether information is given in eighths of a byte."""
    table = unit.table
    if table is None or ("information", 1) not in unit.dimensions:
        return False
    entries = [table.find(word) for word, _ in unit.parts]
    return any(entry is not None and "bit" in entry.name for entry in entries)


def guess_word(word: str, table: UnitTable) -> str:
    """The nearest spelling: other capitals, another ending, one letter off.

    A small b after a capital prefix could be bits or bytes, and KB could be
    1000 or 1024; then both are named.
    """
    if len(word) > 30:
        return ""
    spellings = sorted(table.spellings())
    if word == "KB":
        return "kB or KiB"
    if word in SHORT_BITS:
        both = [name for name in (f"{word[0]}bit", f"{word[0]}B") if table.find(name)]
        return " or ".join(both) or _folded("kb", spellings)
    return _folded(word, spellings) or _other_ending(word, spellings) or _close(word, spellings)


def guess_for(problem: UnknownUnit, wanted: Unit, table: UnitTable) -> str:
    """The guess again, now that it is known what is measured: a lone T is TFLOP for operations."""
    guess, word = problem.guess, problem.unit
    entry = table.find(guess)
    if entry is not None and entry.dimensions != wanted.dimensions:
        same = (
            spelling for spelling in table.spellings() if spelling.casefold() == guess.casefold()
        )
        guess = next(
            (spelling for spelling in same if table.unit(spelling).same_dimensions(wanted)), ""
        )
    if len(word) == 1:
        known = [*table.printed(wanted), *table.like(wanted)]
        starts = [str(unit) for unit in known if str(unit).startswith(word)]
        return starts[0] if starts else guess
    return guess


def _folded(word: str, spellings: list[str]) -> str:
    """The same letters in other capitals; the longest match first is the plainest."""
    same = [name for name in spellings if name.casefold() == word.casefold()]
    # A plural counts (TFLOPs), capitals all through are a rate (TFLOPS).
    return same[-1] if same else ""


def _other_ending(word: str, spellings: list[str]) -> str:
    stem = word.casefold().removesuffix("s").removesuffix("e")
    return next((name for name in spellings if name.casefold() in (stem, stem + "s")), "")


def _close(word: str, spellings: list[str]) -> str:
    from difflib import get_close_matches

    long_enough = [name for name in spellings if len(name) > 2] if len(word) > 2 else []
    return next(iter(get_close_matches(word, long_enough, n=1, cutoff=0.75)), "")
