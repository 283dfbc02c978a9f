"""Numbers that a sentence has beside a claim, and that nothing known accounts for.

Where a sentence says more numbers than its formula takes, it may reckon with something else.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

from derive.lazy import lazy_re
from derive.notation import Call, Node, walk

from ..laws.probing import EXTREMES, evaluated
from ..texts.documents import Document
from ..words.countable_nouns import class_of
from ..words.quantities import A_NUMBER_IN_WORDS, NUMBERS_IN_WORDS
from ..words.sentences import sentence_end, sentence_start
from .statements import Value

_TIMES = {"one": 1.0, "twice": 2.0, "thrice": 3.0, "half": 0.5, "double": 2.0}
_NUMBERS = lazy_re(
    rf"(?<![\w.])\d[\d,.]*|\b(?:{A_NUMBER_IN_WORDS}|{'|'.join(_TIMES)}|doubling|halving)\b"
    r"(?!\s+precision)",
    re.IGNORECASE,
)
_COUNT = lazy_re(
    rf"\b(?P<word>{A_NUMBER_IN_WORDS})\b(?![\s-]+(?:bit|byte)s?\b)"
    r"|(?<![\w.])(?P<digits>\d{1,3}(?:,\d{3})+)\s+[a-z]+s\b",
    re.IGNORECASE,
)
_SHARE = lazy_re(r"\s*(?:\\?%|per\s?cent)")
_BITS = lazy_re(r"[\s-]bits?\b")
# "..., or 27.8 hours": the same number in another unit.
_AGAIN = lazy_re(
    r"[\s$`)\]}\\]*(?:[A-Za-z/]+\s+){0,3}[A-Za-z/]*,?\s*\(?(?:or|i\.e\.|that\s+is)[,\s]+"
    r"(?:about|roughly|some|nearly)?\s*(?:\\SI\{)?\d[\d,.]*"
)


# "Thirty days" are a value in seconds.
_SPANS = lazy_re(r"[\s-](minute|hour|day|week)s?\b")
_SECONDS = {"minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
_UNITS = (1.0, *_SECONDS.values())
_IN_TIMES = lazy_re(
    rf"\b(?P<n>{A_NUMBER_IN_WORDS}|\d+(?:\.\d+)?)[\s~-]+(?P<unit>minute|hour|day|week)s?\b",
    re.IGNORECASE,
)
# "of the 80 GB" is the memory of 8e10 bytes.
_THOUSANDS = (1e-3, 1e-6, 1e-9, 1e-12)
_SCALES = (1.0, *_THOUSANDS, *(1 / each for each in _THOUSANDS))
_BINARY = tuple(1024.0**power for power in range(1, 5))
_PLAIN = lazy_re(
    r"(?<![\w.^_])(?P<n>\d[\d,]*(?:\.\d+)?)(?P<share>\s*(?:\\?%|per\s?cent))?"
    r"(?:\s*(?:\\times|\\cdot|×)\s*10\^\{?(?P<power>-?\d{1,2})\}?)?"
    r"(?P<unit>(?:[\s~$}]|\\[,;: ]|\\(?:text|mathrm)\{)*"
    r"\\?(?:[kKMGTPmuµn]i?)(?:s|B|bytes?|W|FLOPs?)\b)?"
)
_IN_BYTES = lazy_re(r"[\s~$`]*(?P<prefix>[kMGT])B(?![A-Za-z/])")
_NOUN = lazy_re(r"[\s~-]+([A-Za-z-]+)")
_FOLLOWS = lazy_re(r"\b(?:then|thus|hence|therefore|so)\b", re.IGNORECASE)
# "One request alone takes 10.6 ms".
_SINGLE = lazy_re(
    r"\b(?:one\s+(?:[A-Za-z-]+\s+)?(?:alone|only)|(?:only|just)\s+one|a\s+(?:single|lone))\b",
    re.IGNORECASE,
)
ANOTHER_SIZE = 100.0
_NEXT_CASE = lazy_re(r"[;:]\s|,\s+(?:and|but|while|whereas|against|so|thus|hence)\s")


def numbers_beside(document: Document, start: int, end: int) -> set[float]:
    """The numbers of more than one digit, and shares, in the sentence around a place.

    Those in formulas are included. What has a unit with a prefix stands there in each thousand
    that may be meant. What "then" follows from stands in the sentence before.
    """
    block = document.masked
    first = sentence_start(document, start)
    if _FOLLOWS.search(block, first, start):
        first = sentence_start(document, max(first - 1, 0))
    end = sentence_end(document, end)
    said = {
        (NUMBERS_IN_WORDS.get(span["n"].lower()) or float(span["n"]))
        * _SECONDS[span["unit"].lower()]
        for span in _IN_TIMES.finditer(block, first, end)
    }
    if _SINGLE.search(block, first, end):
        said.add(1.0)
    return said | {
        float(number["n"].replace(",", ""))
        * 10.0 ** int(number["power"] or 0) / (100 if number["share"] else 1) * scale
        for number in _PLAIN.finditer(block, first, end)
        if len(number["n"]) > 1 or number["power"] or number["share"]
        for scale in (
            (*_SCALES, *_BINARY) if "iB" in (number["unit"] or "") else
            _SCALES if number["unit"] else (1.0,)
        )
    }  # fmt: skip


def counts_in_words(document: Document, start: int, end: int) -> Iterator[float]:
    """The numbers of things in the sentence around a place: "five tokens", "100,000 steps".

    The eight bits of a byte are no such things.
    """
    text, last = document.masked, sentence_end(document, end)
    # "19.3 GB; the two stages at the ends send half of that": what follows is said of others.
    stop = text.find(";", end, last)
    for count in _COUNT.finditer(text, sentence_start(document, start), stop if stop > 0 else last):
        word, digits = count["word"], count["digits"]
        yield NUMBERS_IN_WORDS[word.lower()] if word else float(digits.replace(",", ""))


def has_extremes(side: Node) -> bool:
    """Whether a formula has a maximum: each argument but one may be anything."""
    return any(isinstance(part, Call) and part.function in EXTREMES for part in walk(side))


def without(numbers: Iterable[float], values: Iterable[float]) -> set[float]:
    """Numbers but those that are one of some values, or a thousand of it."""
    scaled = [value * scale for value in values for scale in _SCALES]
    return {
        number for number in numbers if not any(math.isclose(number, value) for value in scaled)
    }


def is_of_a_case_beside(
    side: Node, known: Mapping[str, float], said: float, rounding: float, beside: Iterable[float]
) -> bool:
    """Whether a number follows from another one of its sentence, put in for a letter; or that does.

    "A reported u_h = 0.48 stands for an MFU of 0.36": neither is about the u given before.
    """
    if has_extremes(side):
        return False
    numbers = without(beside, (said, *known.values()))
    for glyph in known:
        for given, wanted in (*((number, said) for number in numbers),
                              *((said, number) for number in numbers)):  # fmt: skip
            if not 1 / ANOTHER_SIZE < given / (known[glyph] or math.inf) < ANOTHER_SIZE:
                continue
            gives = evaluated(side, {**known, glyph: given})
            if gives is not None and math.isclose(gives, wanted, rel_tol=rounding + 1e-9):
                return True
    return False


def stray_numbers(
    document: Document,
    claim: Value,
    known: Collection[float],
    parts: Sequence[float] = (),
    counted: Container[str] = (),
    shown: int = 0,
) -> list[float]:
    """The numbers in words of a claim's sentence that no known value accounts for.

    ``parts`` are what the parts of the formula come to: they may be told rounded. ``counted`` are
    the things that no letter of the formula counts: a number of them is put into another one.
    ``shown`` is the end of the formula where that is displayed before the claim.
    """
    block = document.masked
    # What stands before a displayed formula leads to it, and is no value of the example behind it.
    start = max(sentence_start(document, claim.offset), shown)
    end = sentence_end(document, claim.end)
    behind = _NEXT_CASE.search(block, claim.end, end)
    prose = list(block[start : behind.start() if behind else end])
    again = _AGAIN.match(block, claim.end, end)
    if again:
        prose[again.start() - start : again.end() - start] = " " * len(again.group())
    if claim.spoken:
        # Its own digits stand in the words, and what comes behind them is another case.
        prose[claim.offset - start :] = []
    for span in document.spans_between(start, min(end, start + len(prose))):
        prose[span.start - start : span.end - start] = " " * (span.end - span.start)
    text = "".join(prose)
    return [
        _counted(word.group()) or math.nan for word in _NUMBERS.finditer(text)
        if not _is_accounted_for(word, text, claim, known, parts)
        and not ((noun := _NOUN.match(text, word.end())) and class_of(noun[1]) in counted)
    ]  # fmt: skip


def _is_accounted_for(
    word: re.Match[str],
    text: str,
    claim: Value,
    known: Collection[float],
    parts: Sequence[float],
) -> bool:
    """Whether a number of a sentence is the claim, a known value, or a part of the formula."""
    if _SHARE.match(text, word.end()):
        # Less than 4 % of it: no formula takes that.
        return True
    counted, digits = _counted(word.group()), word.group().strip(".")
    if counted is None:
        return False
    # "16 bits" are the 2 bytes of a formula.
    if _BITS.match(text, word.end()):
        counted /= 8
    if counted in {math.floor(claim.value), math.ceil(claim.value)}:
        # "32.6, hence 32".
        return True
    timed = _SPANS.match(text, word.end())
    times = _SECONDS[timed[1]] if timed else 1.0
    units = _UNITS if timed else (1.0, *_THOUSANDS)
    # "3.95e6 s, or 45.7 days" is one value, rounded anew.
    again = [value / times for value in known] if timed else []
    # "With 73.6 GB to fill" a part of the formula is told in gigabytes.
    many = _IN_BYTES.match(text, word.end())
    scale = 1e3 ** (1 + "kMGT".index(many["prefix"])) if many else 1.0
    return any(counted * times / unit in known for unit in units) or any(
        _rounds_to(part, counted, digits) for part in (*(each / scale for each in parts), *again)
    )


def _rounds_to(part: float, counted: float, digits: str) -> bool:
    """Whether a number is a part of the formula as it is printed, of two digits at least."""
    half = 0.5 * 10.0 ** -len(digits.partition(".")[2])
    return sum(map(str.isdigit, digits)) > 1 and abs(part - counted) <= half * (1 + 1e-9)


def _counted(word: str) -> float | None:
    """The number that digits or a word say; None for one that says none."""
    digits = word.replace(",", "").rstrip(".")
    if digits[:1].isdigit():
        return float(digits) if digits.count(".") < 2 else None
    return NUMBERS_IN_WORDS.get(word.casefold()) or _TIMES.get(word.casefold())
