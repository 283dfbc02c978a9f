"""Amounts that a sentence tells twice in other units, or works out from a size and a rate."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from derive.units import UnitTable

from .digits import is_binary
from .plain_prose import NUMBER, UNIT, Prose, Quantity, is_another_size, quantity
from .told import doubted

_SAID = r"(?:(?:just|only|about|roughly|some|nearly|almost|around|exactly) |≈ ?)?"
_LETTER = r"\\?[A-Za-z]+(?:_\w+)? ?(?:=|≈) ?"
_A, _B, _C = (NUMBER.format(one) + UNIT.format(one) for one in "abc")
_WORD = r"(?: [a-zA-Z-]+){0,4}"
# 400 Gbit/s, that is β = 50 × 10^9 bytes/second; 1.31 × 10^6 s or 15.1 days.
_TWICE = (
    re.compile(
        rf"(?<![\w.,/^-]){_A}(?: ?,| ?\()? ?(?:that is|i\.e\.|or|which is|so|gives|means|makes)"
        rf"(?: equal to)?,? {_SAID}{_LETTER}{_SAID}{_B}(?![/\w])"
    ),
    re.compile(
        rf"(?<![\w.,/^-]){_A}(?: or|, which is|,? that is,?|,? i\.e\.,?) {_SAID}{_B}(?![/\w])"
    ),
)
# 470 MB per layer, or 9.4 ms at 400 Gbit/s.
_AT_A_RATE = (
    re.compile(
        rf"(?<![\w.,/^-]){_A}{_WORD}(?: ?,| ?\() ?(?:and )?(?:or|i\.e\.|that is"
        rf"|which (?:takes?|is|are|needs?|lasts?)|so) {_SAID}{_B}{_WORD}"
        rf" (?:at|over|through|with) (?:an? )?(?:full )?{_C}(?![/\w])"
    ),
    re.compile(
        rf"(?:[Aa]t|[Oo]ver|[Ww]ith) (?:an? )?{_C}(?: links?)?,? {_SAID}(?:the )?{_A}{_WORD}"
        rf" (?:takes?|needs?|lasts?|are sent in|pass in|cross in) {_SAID}{_B}(?![/\w])"
    ),
)
_NOT_OF_ONE = re.compile(r"\b(?:each way|both|twice|half|overlap\w*|round|per (?:GPU|rank|node))\b")
EXACT, ABOUT, NEAR, LEAST_DIGITS = 0.02, 0.1, 2.5, 3
# What is left of an amount is no other way to tell it.
NET = re.compile(
    r"[\s$`}]*(?:after|net|effective|usable|in practice|of payload|without|less)\b", re.IGNORECASE
)
Finding = tuple[int, str, float, str, str]


def conversions(sentence: Prose, units: UnitTable) -> Iterator[Finding]:
    """Amounts that are not what the other unit, or the size and the rate, make them."""
    if doubted(sentence.text):
        return
    for place, pattern in enumerate(_TWICE):
        for found in pattern.finditer(sentence.text):
            one, other = (quantity(found, name, sentence, units) for name in "ab")
            if one is None or other is None or not _is_one_amount(one, other):
                continue
            # Without a comma, "or" may part two choices, but nobody chooses by three digits.
            if place == 1 and _digits(one) < LEAST_DIGITS > _digits(other):
                continue
            yield from _held(one.shown, one.base, one.room, other, found)
    for pattern in _AT_A_RATE:
        for found in pattern.finditer(sentence.text):
            size, time, rate = (quantity(found, name, sentence, units) for name in "abc")
            if size and time and rate and _is_transfer(size, time, rate):
                if _NOT_OF_ONE.search(found.group()):
                    continue
                what = f"{size.shown} at {rate.shown}"
                yield from _held(what, size.base / rate.base, size.room + rate.room, time, found)


def _is_one_amount(one: Quantity, other: Quantity) -> bool:
    return (
        bool(one.dimensions)
        and one.dimensions == other.dimensions
        and one.factor != other.factor
        and not _is_binary(one, other)
    )


def _is_binary(one: Quantity, other: Quantity) -> bool:
    """Whether two amounts of bytes are one where a prefix, or one of its thousands, is 1024."""
    large, small = sorted((one, other), key=lambda each: -each.factor)
    most = round(math.log(large.factor / small.factor, 1000))
    return (
        one.dimensions == (("information", 1),)
        and large.base > 0
        and is_binary(small.base / large.base, one.room + other.room, most)
    )


def _is_transfer(size: Quantity, time: Quantity, rate: Quantity) -> bool:
    return (
        size.dimensions == (("information", 1),)
        and time.dimensions == (("time", 1),)
        and rate.dimensions == (("information", 1), ("time", -1))
        and rate.base > 0
    )


def _digits(one: Quantity) -> int:
    return len(re.sub(r"\D", "", one.shown.partition("×")[0]).strip("0"))


def _held(
    what: str, gives: float, room: float, told: Quantity, found: re.Match[str]
) -> Iterator[Finding]:
    """A finding where an amount is near the right one, or a prefix off, and not it."""
    if not gives or not told.base:
        return
    ratio = told.base / gives
    about = (
        ABOUT if re.search(r"about|roughly|some|nearly|almost|around|≈", found.group()) else EXACT
    )
    if abs(ratio - 1) <= max(room + told.room, about):
        return
    if max(ratio, 1 / ratio) > NEAR and not is_another_size(ratio, room + told.room):
        return
    if ratio < 1 and NET.match(found.string, found.end()):
        return
    yield told.offset, what, gives / told.factor, told.shown, told.unit
