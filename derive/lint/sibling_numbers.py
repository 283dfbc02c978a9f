"""Numbers for several values of a letter: "2.6 ms at $k = 1$, and 7.7 at $k = 3$".

Which formula they are of, no word says; that one of them is what a formula near by gives does.
Then the others are, too.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import attrgetter

from derive.frozen import Record
from derive.lazy import lazy_re

from .documents import Document
from .glyphs import is_glyph
from .probing import evaluated
from .project import Project
from .quantities import Amount
from .rules import Sight
from .sentences import sentences
from .spoken_claims import Places
from .statements import Definition, Value
from .system import System
from .system_reading import system_of
from .wording import plain, snippet

BEFORE, BESIDE, LEAST_DIGITS = 1200, 160, 2
CLEAR, LOOSE = 0.02, 6e-3
_SCALES = (1.0, 1e3, 1e6, 1e9, 1e12)
_BEHIND = lazy_re(
    r"(?:\s*\$|\\[)])?(?:[\s~]+[A-Za-z/]+){0,2}[\s~]+(?:at|for|with|if|when)[\s$\\(]*"
)
_AHEAD = lazy_re(
    r"[\s$\\),]*(?:(?:it|that|this|one\s+gets|we\s+get)\s+)?(?:(?:is|are|gives?|makes?|leaves?|means)\s+)"
    r"(?:about\s+|roughly\s+|only\s+)?[\s$\\(]*"
)


class _Pair(Record):
    """A number, and the value of a letter that it is said for."""

    amount: Amount
    value: Value


def numbers_beside_others_follow(project: Project, document: Document) -> Iterator[Sight]:
    """Findings on numbers that alone do not follow from a formula that their neighbours follow."""
    system, units = system_of(project, document), project.units
    if units is None:
        return
    places = Places(document)
    # By where they stand: of thousands in a book a few are near.
    values = sorted(
        (value for value in system.values
         if not (value.cell or value.spoken) and is_glyph(value.glyph) and value.operator == "="),
        key=attrgetter("offset"),
    )  # fmt: skip
    pieces = [(block.start, block.end) for block in document.blocks]
    for inside in sentences(document, units, pieces):
        pairs = [
            pair for sentence in inside for amount in sentence.amounts
            if not amount.in_words and (pair := _paired(document.masked, values, amount))
        ]  # fmt: skip
        for glyph in dict.fromkeys(pair.value.glyph for pair in pairs):
            alike = [pair for pair in pairs if pair.value.glyph == glyph]
            if len({pair.value.in_base for pair in alike}) > 1:
                yield from _told(system, places, _in_one_unit(alike))


def _in_one_unit(pairs: Sequence[_Pair]) -> list[_Pair]:
    """Numbers without a unit in that of their neighbours: "2.56 ms at one, and 7.68 at three"."""
    measured = next((pair.amount for pair in pairs if pair.amount.dimensions), None)
    if measured is None:
        return list(pairs)
    return [pair.replaced(amount=pair.amount.in_unit_of(measured)) for pair in pairs]


def _paired(text: str, values: Sequence[Value], amount: Amount) -> _Pair | None:
    """An amount with the value that stands right behind it, or right before."""
    first = bisect_left(values, amount.start - BESIDE, key=attrgetter("offset"))
    for value in itertools.takewhile(
        lambda value: value.offset < amount.end + BESIDE, itertools.islice(values, first, None)
    ):
        behind = amount.end <= value.offset and _BEHIND.fullmatch(text, amount.end, value.offset)
        ahead = value.end <= amount.start and _AHEAD.fullmatch(text, value.end, amount.start)
        if behind or ahead:
            return _Pair(amount, value)
    return None


def _told(system: System, places: Places, pairs: Sequence[_Pair]) -> Iterator[Sight]:
    glyph, start = pairs[0].value.glyph, pairs[0].amount.start
    laws = [
        law for some in system.definitions.values() for law in some
        if glyph in law.needs and law.glyph != glyph and not law.settled
        and start - BEFORE < law.offset < start
    ]  # fmt: skip
    missed: dict[int, tuple[Definition, float]] = {}
    for law in sorted(laws, key=lambda law: -law.offset):
        gives = [list(_gives(system, places, law, pair)) for pair in pairs]
        fit = [any(_fits(pair.amount, each) for each in some)
               for pair, some in zip(pairs, gives, strict=True)]  # fmt: skip
        # A number of one digit is soon what something gives.
        telling = any(
            fits and _digits(pair.amount) >= LEAST_DIGITS
            for pair, fits in zip(pairs, fit, strict=True)
        )
        if not telling:
            continue
        if all(fit):
            return
        if fit.count(False) == 1:
            place = fit.index(False)
            if gives[place]:
                missed.setdefault(place, (law, gives[place][0]))
    if len(missed) != 1:
        return
    ((place, (law, value)),) = missed.items()
    amount, given = pairs[place].amount, pairs[place].value
    if any(
        _fits(amount, each) for some in laws for each in _gives(system, places, some, pairs[place])
    ):
        return
    scale = min(_SCALES, key=lambda scale: abs(math.log(abs(value / scale / amount.base) or 1e-9)))
    right = value / scale / amount.factor
    yield Sight(
        f"With {plain(given.shown)} the formula in line {law.line}, which the numbers beside "
        f"follow, gives {right:.4g}; the text says {amount.shown}.",
        *system.document.place(amount.start),
        plain(law.glyph),
        [("formula", snippet(law.side, law.printed.span.latex)), ("gives", f"{value:.6g}")],
        f"Write {right:.4g}, or correct what is put in.",
    )  # fmt: skip


def _gives(system: System, places: Places, law: Definition, pair: _Pair) -> Iterator[float]:
    """What a formula gives with the value of a pair."""
    at = pair.amount.start
    claim = Value(law.glyph, pair.amount.value, 0.0, "", at, at, "=", (), 1, places.of(at))
    for setting in system.settings(law, claim):
        own = pair.value.in_base if setting.in_base else pair.value.value
        value = evaluated(law.side, {**setting.values, pair.value.glyph: own})
        if value:
            yield value


def _fits(amount: Amount, gives: float) -> bool:
    """Whether an amount is what a formula gives, in a unit with or without a prefix."""
    said = amount.base / 100 if amount.is_share else amount.base
    room = max(LOOSE, 1.1 * amount.half / amount.value if amount.value else 0.0)
    scales = (1.0,) if amount.dimensions or amount.is_share else _SCALES
    return any(abs(gives / scale - said) <= room * abs(said) for scale in scales)


def _digits(amount: Amount) -> int:
    return sum(char.isdigit() for char in amount.shown.partition("\\")[0].lstrip("0."))
