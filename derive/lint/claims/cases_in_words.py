"""Values that a sentence puts in without their letters: "for 64 MB we get $E = 2.67$ ms"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from derive.lazy import lazy_re
from derive.units import Unit, UnitTable

from ..numbers.expansion import reached
from ..numbers.statements import Value
from ..numbers.system import System
from ..texts.documents import Document
from ..words.countable_nouns import head
from ..words.places import Places
from ..words.quantities import Amount
from ..words.sentences import doubted, sentences
from .spoken_values import as_value

# "For a message of 64 MB", "with 128 sequences": what a sentence or a clause of it opens with.
_OPENS = lazy_re(
    r"(?:\A|[;:,]\s|\.\s)\s*(?:for|with|at)\s+(?:(?:an?|the|our|each|all|only|some|about)\s+)?"
    r"(?:[a-z-]+\s+(?:of|with)\s+)?[$`\\(]*\Z",
    re.IGNORECASE,
)
# "Four ranks share a board, where each holds 10 GB" tells of the four no more than that.
_ENDS = lazy_re(r"[,;:]")
# "Four sequences of 4096 tokens".
_GOES_ON = lazy_re(r"\s+(?:of|and|with|on|over|in|times)\s+[$`\\(]*|[\s$]*,\s+(?:and\s+)?[$`\\(]*")
# "Both have $h = 2 s$", "the last two with $g = 8$".
_OF_SOME = lazy_re(
    r"\b(?:both|these|those|two\s+of\s+them|the\s+(?:first|last|other|latter|former)(?:\s+\w+)?)\s+"
    r"(?:have|has|had|with|of)\s+[$\\(`]*\Z"
    # "For equal stages this is the old result, since then $L = K t$".
    r"|\b(?:since|as|because)\s+then\s+[$\\(`]*\Z"
)
# "Perfect balance, $f = 1 / G$, gives": a case by its name.
_BY_NAME = lazy_re(r"(?:\A|[.:!?]\s+|\n\s*\n\s*)[A-Z][a-z-]+(?:\s[a-z-]+){0,3},\s+(?:\$|\\\()\Z")
_THAT_GIVES = lazy_re(r"[^$\n]{1,60}[$)],\s+(?:gives?|leaves?|makes?|means?|yields?|turns?)\b")
REACH, BEHIND = 400, 40
"""Characters from a formula to where words put something into it, and say whose it is."""


def is_of_some(document: Document, offset: int) -> bool:
    """Whether a formula is told of some of several cases: "(both have $h = 2 s$)"."""
    start = max(offset - BEHIND, 0)
    return _OF_SOME.search(document.masked, start, offset) is not None or (
        _BY_NAME.search(document.masked, start, offset) is not None
        and _THAT_GIVES.match(document.masked, offset) is not None
    )


def cases_in_words(
    table: UnitTable, system: System, places: Places, units: Mapping[str, Unit]
) -> Iterator[Value]:
    """The letter behind what a sentence works out that alone measures what it opens with."""
    document = system.document
    pieces = [(block.start, block.end) for block in document.blocks]
    for several in sentences(document, table, pieces):
        for sentence in several:
            opened = False
            gaps = pairwise(sentence.gaps)
            for amount, (gap, behind) in zip(sentence.amounts, gaps, strict=False):
                goes_on = opened and _GOES_ON.fullmatch(gap) is not None
                # "Sixteen tokens leave an expert alone with $q = 0.4$".
                begins = not (gap.strip() or amount.dimensions or _ENDS.search(behind))
                opened = not amount.formula and bool(goes_on or begins or _OPENS.search(gap))
                if not opened or doubted(sentence.words):
                    continue
                # What opens a sentence says what is done, unless a number behind it asks for it.
                letters = _letters(system, places, units, amount, only_asked=begins)
                if len(letters) != 1:
                    continue
                value = as_value(letters[0], amount, units, places, table)
                if value is not None:
                    # What nothing else gives a value has this one throughout.
                    elsewhere = any(each.glyph == value.glyph for each in system.values)
                    yield value.replaced(spoken=False, declared=True, supposed=elsewhere)


def _letters(
    system: System, places: Places, units: Mapping[str, Unit], amount: Amount, *,
    only_asked: bool,
) -> list[str]:  # fmt: skip
    """The letters that an amount may be of, behind all formulas that its sentence asks."""
    place = places.of(amount.start)
    known = {
        name: laws[-1] for name, laws in system.definitions.items()
        if laws[-1].operator == "=" and laws[-1].offset < amount.start
    }  # fmt: skip
    asked = {
        value.glyph for value in system.values
        if value.place == place and value.offset > amount.end and value.glyph in known
    }  # fmt: skip
    if not asked and not only_asked:
        # "With 128 sequences that makes 8.49 s": of the formula before it.
        near = [law for law in known.values() if law.offset > amount.start - REACH]
        asked = {max(near, key=lambda law: law.offset).glyph} if near else set()
    # "Sixteen tokens leave $q = 0.4$; with $j = 64$ it is": the clause behind has its own.
    clause = system.document.masked.find(";", amount.end, place[2])
    end = clause if clause > 0 else place[2]
    given = {
        value.glyph for value in system.values if value.place == place and value.offset < end
    } - asked
    letters = reached(frozenset(asked), known, system.own) - known.keys() - given
    return sorted(name for name in letters if _is_of(system, units, name, amount))


def _is_of(system: System, units: Mapping[str, Unit], name: str, amount: Amount) -> bool:
    unit = units.get(name)
    if amount.dimensions:
        return unit is not None and dict(unit.dimensions) == dict(amount.dimensions)
    counted = dict(amount.counted)
    noun = next(iter(counted)).lower() if len(counted) == 1 else ""
    return noun != "" and head(system.units.get(name, "")).lower().removesuffix("s") == noun
