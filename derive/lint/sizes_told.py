"""Bytes of parameters, and times of transfers, whose other factor stands some words away."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.units import UnitTable

from .digits import digits_in, exchanged
from .letter_values import LetterValues
from .plain_prose import (
    A_NUMBER_IN_WORDS,
    NUMBER,
    UNIT,
    Prose,
    Quantity,
    is_another_size,
    number_in_words,
    quantity,
)
from .told import doubted

_FORMATS = {
    r"fp32|float32|single precision|32 bits?|four bytes each": 4.0,
    r"bf16|fp16|bfloat16|float16|half precision|16 bits?|two bytes each": 2.0,
    r"fp8|int8|8 bits?|one byte each": 1.0,
    r"fp4|int4|4 bits?": 0.5,
}
_FORMAT = "|".join(_FORMATS)
_WEIGHTS = r"(?:the|these|those|its|all|our|such)(?: [a-z]+){0,2} (?:weights|parameters)"
_FILL = r"(?:alone )?(?:fill|take(?: up)?|need|occupy|weigh|come to|use|require|are|make)"
_SAID = r"(?:only |about |just |some |roughly )?"
_AMOUNT = rf"{_SAID}{NUMBER.format('a')}{UNIT.format('a')}"
_EACH = rf"(?P<each>{A_NUMBER_IN_WORDS}|\d+) bytes"
_HELD = (
    re.compile(rf"\b[Ii]n (?P<format>{_FORMAT}),? {_WEIGHTS} {_FILL} {_AMOUNT}(?![/\w])"),
    re.compile(
        rf"\b[Tt]he(?: [a-z]+){{0,2}} (?:weights|parameters) {_FILL} {_AMOUNT}"
        rf" in (?P<format>{_FORMAT})\b"
    ),
    re.compile(rf"\b[Ww]eights of {_EACH} each {_FILL} {_AMOUNT}(?![/\w])"),
    re.compile(
        rf"\b{_EACH} (?:per|for each|for every|a) (?:parameter|weight)"
        rf"(?:,? (?:i\.e\.,?|or|that is|which (?:is|are|makes))|, in all|,) {_AMOUNT}(?![/\w])"
    ),
)
_MANY = re.compile(rf"(?<![\w.,^-]){NUMBER.format('n')} (?:parameters|weights|params)\b")
_MOVED = (
    re.compile(
        rf"\b[Aa]t {NUMBER.format('c')}{UNIT.format('c')},? (?:it|this|that|they|these|one) "
        rf"(?:takes?|needs?|lasts?) {_SAID}{NUMBER.format('b')}{UNIT.format('b')}(?![/\w])"
    ),
    re.compile(
        r"\b(?:[Rr]eading|[Ll]oading|[Ss]ending|[Ww]riting|[Mm]oving|[Cc]opying)"
        r" (?:the|them|it|this|all)"
        rf"(?: [a-z]+){{0,3}} at {NUMBER.format('c')}{UNIT.format('c')} (?:takes?|needs?|lasts?) "
        rf"{_SAID}{NUMBER.format('b')}{UNIT.format('b')}(?![/\w])"
    ),
)
_SIZE = re.compile(rf"(?<![\w.,/^-]){NUMBER.format('a')} ?(?P<au>[kKMGTP]?i?B|bytes)(?![/\w])")
LEAST, NEAR, SENTENCES = 1e5, 0.1, 3
Finding = tuple[int, str, float, str, str]


def bytes_of_weights(
    sentence: Prose, before: Sequence[Prose], values: LetterValues, units: UnitTable
) -> Iterator[Finding]:
    """``In bf16 these weights fill 14.5 GB``, by the number of parameters told before."""
    for pattern in _HELD:
        for match in pattern.finditer(sentence.text):
            amount = quantity(match, "a", sentence, units)
            if amount is None or amount.dimensions != (("information", 1),):
                continue
            if doubted(sentence.text[: match.end()]):
                continue
            each, counts = _each(match), _parameters(sentence, before, values)
            if each and counts and not any(_near(amount.base / (each * count)) for count in counts):
                gives = each * counts[-1]
                if _is_slip(amount, gives):
                    what = f"{counts[-1]:.4g} parameters of {each:g} bytes"
                    yield amount.offset, what, gives / amount.factor, amount.shown, amount.unit


def _each(match: re.Match[str]) -> float:
    """The bytes of one parameter, told or those of a format."""
    words = match.groupdict()
    if words.get("each"):
        return number_in_words(words["each"]) or 0.0
    return next(size for names, size in _FORMATS.items() if re.fullmatch(names, words["format"]))


def _near(ratio: float) -> bool:
    return abs(ratio - 1) < NEAR


def _is_slip(amount: Quantity, gives: float) -> bool:
    """Whether an amount is the right one under another prefix, or with its digits exchanged."""
    digits = digits_in(amount.shown.partition("×")[0])
    swapped = digits == 2 and _swapped(amount, gives)
    return (
        is_another_size(amount.base / gives, amount.room)
        or exchanged(amount.base, gives, digits)
        or swapped
    )


def _swapped(amount: Quantity, gives: float) -> bool:
    """Whether an amount of two digits has those of the right one the other way round."""
    printed, right = (
        f"{each:.1e}".partition("e")[0].replace(".", "") for each in (amount.base, gives)
    )
    return printed == right[::-1] and printed != right


def _parameters(sentence: Prose, before: Sequence[Prose], values: LetterValues) -> list[float]:
    """The numbers of parameters that a paragraph tells up to a sentence, the nearest last.

    Where it tells none, that of the one letter of the document that counts them.
    """
    start = (before[0] if before else sentence).places[0]
    counting = {
        glyph for glyph, unit in values.units.items() if getattr(unit, "name", "") == "param"
    }
    counts = [
        (one.offset, one.value) for one in values.system.values
        if start <= one.offset < sentence.places[-1] and one.glyph in counting
    ]  # fmt: skip
    for prose in (*before, sentence):
        for each in _MANY.finditer(prose.text):
            number = quantity(each, "n", prose)
            if number is not None:
                counts.append((number.offset, number.value))
    if not counts:
        lone = [value for glyph, value in values.lone().items() if glyph in counting]
        counts = [(0, lone[0])] if len(lone) == 1 else []
    return [value for _, value in sorted(counts) if value > LEAST]


def transfers(sentence: Prose, before: Sequence[Prose], units: UnitTable) -> Iterator[Finding]:
    """``At 7 GB/s it takes 60 s``, by the sizes that the sentences before it tell."""
    if doubted(sentence.text):
        return
    for pattern in _MOVED:
        for match in pattern.finditer(sentence.text):
            rate, time = (quantity(match, name, sentence, units) for name in "cb")
            if rate is None or time is None or rate.dimensions != (
                ("information", 1), ("time", -1),
            ) or time.dimensions != (("time", 1),):  # fmt: skip
                continue
            sizes = {
                size.base: size
                for prose in (*before[-SENTENCES:], sentence)
                for each in _SIZE.finditer(prose.text)
                if (size := quantity(each, "a", prose, units)) is not None and size.base
            }
            gives = [(size, size.base / rate.base) for size in sizes.values()]
            if any(abs(time.base / seconds - 1) < NEAR + size.room for size, seconds in gives):
                continue
            room = time.room + rate.room
            slips = [
                (size, seconds) for size, seconds in gives
                if is_another_size(time.base / seconds, min(room + size.room, 0.05))
            ]  # fmt: skip
            if len(slips) == 1:
                size, seconds = slips[0]
                what = f"{size.shown} at {rate.shown}"
                yield time.offset, what, seconds / time.factor, time.shown, time.unit
