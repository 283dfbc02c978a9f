"""What a sentence says of two of its numbers: so much percent more or less, so often a day."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .digits import half_of
from .plain_prose import A_NUMBER_IN_WORDS, NUMBER, Prose, Quantity, number_in_words, quantity

_SOME = r"(?:[^.;\d]|\.(?=\d))"
_LESS = "less|smaller|lower|fewer|shorter|slower|cheaper"
_MORE = "more|larger|higher|greater|longer|faster|bigger|dearer"
_PERCENT = (
    rf"(?P<percent>\d+(?:\.\d+)?) ?(?:%|percent|per cent) (?:(?P<less>{_LESS})|(?:{_MORE}))\b"
)
# A ratio of 1.067: the same budget buys 6.7 percent more.
_OF_A_RATIO = re.compile(
    r"\b(?:ratio|quotient)\b[^;:]{0,80}?(?:=|≈|is|of) ?" + NUMBER.format("a")
    + rf"(?:[:,]| so| or| i\.e\.| that is){_SOME}{{0,60}}?\b{_PERCENT}"
)  # fmt: skip
# "One takes 53, and the other 44.25, which is 16.5 percent less": of the first.
_OF_THE_FIRST = re.compile(
    NUMBER.format("a")
    + r"(?P<au> ?[A-Za-z/]+)?,? (?:and|but|while|whereas|against)\b[^;:.]{0,60}?"
    r"(?:[=≈] ?|[a-z] )" + NUMBER.format("b")
    + rf"(?P<bu> ?[A-Za-z/]+)?(?:, (?:which is|that is|i\.e\.|or|so)| \(|, ) ?{_PERCENT}"
)  # fmt: skip
# "It shrinks from 10.8 ms to 7.5 ms, by 30 %": of what it shrinks from.
_FROM_TO = re.compile(
    r"\bfrom " + NUMBER.format("a") + r"(?P<au> ?[A-Za-z/]+)? (?:down |up )?to "
    + NUMBER.format("b")
    + r"(?P<bu> ?[A-Za-z/]+)?,? (?:(?:that is|i\.e\.|which is) )?by (?P<percent>\d+(?:\.\d+)?)"
    r" ?(?:%|percent|per cent)(?! of\b)"
)  # fmt: skip
# "16 instead of 155, a saving of 90 %".
_SAVED = re.compile(
    NUMBER.format("a") + r"(?P<au> ?[A-Za-z/]+)?(?: (?:per|a|an|for each) [a-z]+)? instead of "
    + NUMBER.format("b") + r"(?P<bu> ?[A-Za-z/]+)?,? (?:and )?(?:that is |which is |so |i\.e\. )?"
    r"(?:a saving of|saving|saves|a reduction of|a cut of|a decrease of) "
    r"(?:(?:about|roughly|some|nearly|almost|around) )?(?P<share>\d+(?:\.\d+)?) ?%"
    r"(?=\s*(?:[.,;:)]|$))"
)  # fmt: skip
_SPANS = {
    "second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0,
    "month": 30.44 * 86400, "year": 365.25 * 86400,
}  # fmt: skip
_SPAN = "|".join(_SPANS)
# "Every three hours" is eight times a day.
_EVERY = re.compile(
    rf"\bevery (?:(?P<many>{A_NUMBER_IN_WORDS}|\d+(?:\.\d+)?) )?(?P<span>{_SPAN})s?\b"
    r"(?: (?:means|makes|gives|is|are|so|or|i\.e\.)|, (?:that is|i\.e\.|or|so|which is))"
    rf"[^.;:\d]{{0,50}}?\b(?P<often>twice|once|(?:{A_NUMBER_IN_WORDS}|\d+(?:\.\d+)?) times)"
    rf" (?:an?|per|each|every) (?P<per>{_SPAN})\b",
    re.IGNORECASE,
)
# Months and years differ by a few percent among themselves; people round.
ROUGH, HALF_A_TIME, HALF_A_POINT = 0.06, 0.5, 0.5
Finding = tuple[int, str, str, str]
"""An offset, what follows from what, what the text says, and what would be right."""


def two_of_a_kind(match: re.Match[str], sentence: Prose) -> tuple[Quantity, Quantity] | None:
    """The numbers that a pattern found under ``a`` and ``b``; None of two units, or of nothing."""
    first, second = quantity(match, "a", sentence), quantity(match, "b", sentence)
    units = {(match[name] or "").strip() for name in ("au", "bu")} - {""}
    if first is None or second is None or len(units) > 1 or not first.value * second.value:
        return None
    return first, second


def percents_of_a_ratio(sentence: Prose) -> Iterator[Finding]:
    """A ratio of 1.067 is 6.7 percent more; seen from the other side, 6.3 percent less."""
    for match in _OF_A_RATIO.finditer(sentence.text):
        ratio, said = quantity(match, "a", sentence), float(match["percent"])
        if ratio is None or ratio.value <= 0:
            continue
        gives = 100 * abs(ratio.value - 1)
        room = 100 * ratio.half + half_of(match["percent"])
        readings = (gives, 100 * abs(1 - 1 / ratio.value))
        if all(abs(said - reading) > room for reading in readings):
            yield (
                sentence.places[match.start("percent")],
                f"A ratio of {ratio.shown} is {gives:.3g} % off 1",
                f"{match['percent']} %",
                f"{gives:.3g} %",
            )


def percents_of_the_other(sentence: Prose) -> Iterator[Finding]:
    """So much percent less than the first number, and not of the second."""
    for match in _OF_THE_FIRST.finditer(sentence.text):
        pair = two_of_a_kind(match, sentence)
        if pair is None:
            continue
        first, second = pair
        sign = -1 if match["less"] else 1
        said = float(match["percent"])
        right = 100 * sign * (second.value / first.value - 1)
        other = 100 * sign * (1 - first.value / second.value)
        room = half_of(match["percent"]) + abs(100 + right) * (first.room + second.room)
        # Only the very number that the wrong base gives: others may speak of something else.
        if right > 0 and abs(said - other) <= room < abs(said - right):
            yield (
                sentence.places[match.start("percent")],
                f"From {first.shown} to {second.shown} is {right:.3g} % of the first",
                f"{match['percent']} %, which is of the second",
                f"{right:.3g} %",
            )


def percents_of_a_change(sentence: Prose) -> Iterator[Finding]:
    """What changes from one number to another changes by a share of the first."""
    for match in _FROM_TO.finditer(sentence.text):
        pair = two_of_a_kind(match, sentence)
        if pair is None:
            continue
        first, second = pair
        said, right = float(match["percent"]), 100 * abs(second.value / first.value - 1)
        room = half_of(match["percent"]) + (100 + right) * (first.room + second.room)
        if abs(said - right) > room:
            yield (
                sentence.places[match.start("percent")],
                f"From {first.shown} to {second.shown} is {right:.3g} % of the first",
                f"{match['percent']} %",
                f"{right:.3g} %",
            )


def savings(sentence: Prose) -> Iterator[Finding]:
    """``16 instead of 155, a saving of 90 %``."""
    for match in _SAVED.finditer(sentence.text):
        pair = two_of_a_kind(match, sentence)
        if pair is None:
            continue
        new, old = pair
        share, gives = float(match["share"]), 100 * (1 - new.value / old.value)
        room = (100 - gives) * (new.room + old.room) + HALF_A_POINT
        if gives > 0 and abs(gives - share) > max(room, 2.0 if "about" in match.group() else 1.0):
            yield (
                sentence.places[match.start("share")],
                f"{new.shown} instead of {old.shown} saves {gives:.3g} %",
                f"{match['share']} %",
                f"{gives:.3g} %",
            )


def recurrences(sentence: Prose) -> Iterator[Finding]:
    """``every three hours`` is eight times a day."""
    for match in _EVERY.finditer(sentence.text):
        many = number_in_words(match["many"]) if match["many"] else 1.0
        often = match["often"].lower()
        said = {"once": 1.0, "twice": 2.0}.get(often) or number_in_words(often.split()[0])
        if not many or not said:
            continue
        every = many * _SPANS[match["span"].lower()]
        gives = _SPANS[match["per"].lower()] / every
        if gives >= 1 and abs(said / gives - 1) > max(ROUGH, HALF_A_TIME / gives):
            yield (
                sentence.places[match.start("often")],
                f"Every {match['many'] or ''} {match['span']}".replace("  ", " ")
                + f" is {gives:.3g} times a {match['per']}",
                match["often"],
                f"{gives:.3g} times",
            )
