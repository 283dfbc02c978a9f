"""Hints: how a value was read, which slip is behind a wrong unit, which unit was meant."""

from __future__ import annotations

import re

from .unit import BASE_UNITS, Unit, contradicts, tidy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..errors import UnknownUnit
    from .quantity import Quantity
    from .table import UnitTable

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
