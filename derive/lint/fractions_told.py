"""Fractions and factors that sentences say in words, against the numbers they follow from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.units import UnitTable

from .plain_prose import (
    A_NUMBER_IN_WORDS,
    FRACTIONS_IN_WORDS,
    NUMBER,
    UNIT,
    Prose,
    number_in_words,
    quantity,
)

_PARTS = "|".join(FRACTIONS_IN_WORDS)
_NUM = rf"(?:{A_NUMBER_IN_WORDS}|\d[\d,]*(?:\.\d+)?)"
_ONE_IN = re.compile(
    rf"\bone(?P<noun>(?: [a-z-]+){{0,3}}) (?:in|of|out of)(?: every)? (?P<many>{_NUM})\b"
    r"(?! (?:of|GB|per))"
)
_OUT_OF = re.compile(
    rf"(?P<part>{_NUM}) (?:out )?of (?:the |all |its |these |our )?(?P<whole>{_NUM})\b"
)
_SOME = r"(?:[^.;]|\.(?=\d))"
_IDLE = "empty|idle|unused|wasted|free|vacant|padding|unfilled"
_MORE = re.compile(
    rf"\b(?:a|an|one) (?P<more>{_PARTS}) more (?P<noun>[a-z]+)\b{_SOME}{{0,60}}?"
    rf"\b(?:means?|leaves?|makes?|so|and)\b{_SOME}{{0,40}}?\b(?:a|an|one) (?P<idle>{_PARTS})"
    r" (?:of (?:them|the [a-z]+|all [a-z]+|those|these)(?: [a-z]+)?)"
    rf" (?:(?:is|are|stays?|remains?|goes?|lies?|sits?) (?:\w+ )?)?(?:{_IDLE})\b",
    re.IGNORECASE,
)
_FIT = re.compile(
    r"\b[Oo]f (?:the|these|those|our) (?:remaining |free )?" + NUMBER.format("a") + UNIT.format("a")
    + r"(?: (?:that|which) (?:remains?|(?:are|is) (?:left|free)|stay free)| left| remaining| free)?"
    + rf",? (?:only |just |about )?(?P<count>{_NUM}) (?P<noun>[a-z-]+) of "
    + r"(?:(?P<kibi>\d{1,4}) ?K\b|" + NUMBER.format("b") + UNIT.format("b")
    + r")(?: [a-z]+)? fit\b"
)  # fmt: skip
HALF_A_POINT, EXACT = 0.5, 0.02
Told = tuple[int, str, str, str]
"""An offset, what follows from what, and what the text says instead."""


def shares_in_words(
    sentence: Prose, before: Sequence[Prose], counts: Mapping[str, Sequence[tuple[str, float]]]
) -> Iterator[Told]:
    """``one expert in eight`` beside 8 of 128; ``counts`` are the counts of each kind of thing."""
    for match in _ONE_IN.finditer(sentence.text):
        many = number_in_words(match["many"])
        nouns = [word.removesuffix("s") for word in match["noun"].split()]
        if many is None or many < 2 or not nouns:
            continue
        pairs = list(_pairs([*before, sentence], nouns[-1], counts))
        ratios = {round(whole / part, 6): (part, whole) for part, whole in pairs if part < whole}
        if len(ratios) != 1:
            continue
        ((ratio, (part, whole)),) = ratios.items()
        if abs(ratio - many) > HALF_A_POINT and part > 1:
            place = sentence.places[match.start("many")]
            yield (
                place,
                f"{part:g} of {whole:g} is one in {ratio:.3g}",
                f"one in {match['many']}",
                f"{ratio:.3g}",
            )


def _pairs(
    sentences: Sequence[Prose], noun: str, counts: Mapping[str, Sequence[tuple[str, float]]]
) -> Iterator[tuple[float, float]]:
    """Parts and wholes of things of one kind: told outright, or the two counts of them."""
    outright = False
    for sentence in sentences[-2:]:
        for match in _OUT_OF.finditer(sentence.text):
            part, whole = number_in_words(match["part"]), number_in_words(match["whole"])
            near = sentence.text[max(match.start() - 40, 0) : match.end() + 40].lower()
            if part and whole and part != 1 and noun in near:
                outright = True
                yield part, whole
    some = counts.get(noun, ())
    if not outright and len(some) == 2:
        low, high = sorted(value for _, value in some)
        if low > 0:
            yield low, high


def surplus_in_words(sentence: Prose) -> Iterator[Told]:
    """``a quarter more slots`` leaves a fifth of them empty, not a quarter."""
    for match in _MORE.finditer(sentence.text):
        more = FRACTIONS_IN_WORDS[match["more"].lower()]
        idle = FRACTIONS_IN_WORDS[match["idle"].lower()]
        right = more / (1 + more)
        if abs(right - idle) > EXACT * right:
            yield (
                sentence.places[match.start("idle")],
                f"1/{1 / more:.3g} more {match['noun']} leave 1/{1 / right:.3g} of them over",
                f"a {match['idle']}",
                f"1/{1 / right:.3g}",
            )


def fitting(
    sentence: Prose, units: UnitTable, sizes: Mapping[float, tuple[float, str]]
) -> Iterator[Told]:
    """``Of the 500 GB, eleven sequences of 42.9 GB fit``; ``sizes`` are those of a table's rows."""
    for match in _FIT.finditer(sentence.text):
        room, count = quantity(match, "a", sentence, units), number_in_words(match["count"])
        if room is None or count is None or room.dimensions != (("information", 1),):
            continue
        if match["kibi"]:
            size, shown = sizes.get(1024.0 * int(match["kibi"]), (0.0, ""))
        else:
            each = quantity(match, "b", sentence, units)
            alike = each is not None and each.dimensions == room.dimensions
            size, shown = (each.base, each.shown) if each and alike else (0.0, "")
        if not size:
            continue
        fit = room.base / size
        if abs(int(fit) - count) > max(EXACT * fit, 0.0) and abs(round(fit) - count) > EXACT * fit:
            yield (
                sentence.places[match.start("count")],
                f"Into {room.shown} fit {int(fit)} {match['noun']} of {shown}",
                match["count"],
                f"{int(fit)}",
            )
