"""Words as they are compared, and what counts how much in the ranking; the browser shares both.

Case, accents, hyphens, plurals and endings are folded.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise

from ..names import GREEK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .ranking import Record

WORD = re.compile(r"[a-z]+|[0-9]+")
SAID = (
    (re.compile(r"(?<=[a-z])2(?=[a-z])"), " to "),  # all2all
    (re.compile(r"(?<=[a-z][0-9]00)s(?![a-z0-9])"), ""),  # h100s
    (re.compile(r"(?<=[cgnt]pu)s(?![a-z0-9])"), ""),  # GPUs: words on -us are no plurals
    (re.compile(r"(?<![a-z0-9_])ag(?![a-z0-9_])"), "all gather"),
    (re.compile(r"(?<![a-z0-9_])rs(?![a-z0-9_])"), "reduce scatter"),
    (re.compile(r"(?<![a-z0-9_])ib(?![a-z0-9_])"), "infiniband"),
    (re.compile(r"(?<![a-z0-9_])ssm(?![a-z0-9_])"), "state space model"),
    (re.compile(r"\$(?= *(?:/|per\b))"), " cost "),  # $/token
    (re.compile(r"\bvram\b"), "gpu memory"),
    (re.compile(r"\bfine-?tun(?:e|ed|ing)\b"), "fine tuning"),
    (re.compile(r"\blr\b"), "learning rate"),
    (re.compile(r"\bthru"), "through"),
    (re.compile(r"(?<![a-z])(?:biggest|max(?:imum|imal)?)(?![a-z])"), "largest"),
)
"""What people write for words, and the words."""
LONGEST = 200
"""Characters of a query that are read; nobody types more."""

VALUE = re.compile(r"(?<![a-z0-9.])[0-9][0-9.,]*(?:e[0-9]+|%|[a-z]{1,2}(?![a-z0-9]))")
"""An amount that somebody has: 70b, 80gb, 5 %. It tells one question from another, hardly a law."""

LITTLE = frozenset(
    "a across an and any are at bad be better big by calculate calculator can could do doe enough "
    "equation fast for formula from get go good had has have high how i if in into is it its large "
    "low many may me much my need of on or per save should slow so some take than that the then "
    "there they this to use using versu vs want was we were what when which why will with would "
    "you your".split()
)

ENDINGS = (("ies", 3, "y"), ("tches", 2, ""), ("nches", 2, ""), ("xes", 2, ""), ("sses", 2, ""))
"""Plurals that are more than an s: the ending, how much of it goes, what comes instead."""
VERBS = (("pute", "putation"), ("ize", "ization"))
"""Endings of verbs and of their nouns, which stand for both; of five letters or fewer, as size,
a word is no such verb. The noun is the longer: a slip in it is still recognized."""
KEPT = ("ss", "us", "is", "as")
"""Words on these are no plurals: loss, radius, axis, bias."""


def folded(text: str) -> str:
    """Lower case without accents; Greek letters by their names."""
    if text.isascii():
        return text.lower().replace("'", "")
    spelled = "".join(f" {GREEK[c]} " if c in GREEK else c for c in text)
    plain = unicodedata.normalize("NFKD", spelled)
    return "".join(c for c in plain if not unicodedata.combining(c)).lower().replace("'", "")


def words(text: str) -> list[str]:
    """The words of a text, letters apart from digits, each by its stem."""
    plain = folded(text)
    for written, meant in SAID:
        plain = written.sub(meant, plain)
    return [stem(word) for word in WORD.findall(plain)]


def different_words(text: str, names: Iterable[str] = ()) -> str:
    """The words of a prose that say something and do not stand in its names, once each."""
    known = {word for name in names for word in words(name)}
    return " ".join(sorted(set(words(text)) - known - LITTLE))


def joined(names: Iterable[list[str]]) -> dict[str, tuple[str, str]]:
    """Two neighbouring words of a name, by how they look when they are written as one."""
    parted: dict[str, tuple[str, str]] = {}
    for name in names:
        for first, second in pairwise(name):
            if len(first) > 1 < len(second) and first.isalpha() and second.isalpha():
                parted.setdefault(first + second, (first, second))
    return parted


def called_so(name: str, records: Iterable[Record], kind: str) -> list[str]:
    """The ids of the records of which a name is one, but for case, hyphens and plurals."""
    wanted = words(name[:LONGEST])
    return [
        one.id
        for one in records
        if one.kind == kind and any(words(known) == wanted for known in one.names)
    ]


@cache
def stem(word: str) -> str:
    """A word without the ending that a plural or a verb gives it."""
    for ending, least, put in ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[:-least] + put
    if word.endswith("s") and len(word) > 3 and not word.endswith(KEPT):
        word = word[:-1]
    for ending, noun in VERBS:
        if word.endswith(ending) and len(word) > 5:
            return word.removesuffix(ending) + noun
    if word.endswith("ing") and len(word) > 6:
        return word[:-3]
    if word.endswith("ed") and len(word) > 5:
        return word[:-2]
    return word[:-3] if word.endswith("ism") and len(word) > 6 else word


def distance(first: str, second: str, most: int) -> int:
    """Letters typed wrong, left out, put in or swapped between two words; ``most + 1`` if more.

    Optimal string alignment: Damerau's four slips, no part edited twice.
    """
    if abs(len(first) - len(second)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(second) + 1))
    for row, here in enumerate(first, 1):
        now = [row]
        for column, there in enumerate(second, 1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (here != there))
            if row > 1 < column and here == second[column - 2] and first[row - 2] == there:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        if min(now) > most:
            return most + 1
        before, last = last, now
    return min(last[-1], most + 1)


EXACT, BEGINS, LONGER, SLIP = 10, 8, 7, 7
"""How well two words agree: equal, a beginning typed, an ending typed too much, a typing error."""

IN_PROSE = 4
"""The share of ten that a word counts where the prose of a record has it, not its name."""

INHERITED = (10, 8, 6)
"""The share of ten that the name of a term counts for the formulas that it lists, in turn."""
LEAST_INHERITED = 5

COMMON = ((2, 10), (8, 8), (25, 6), (80, 4), (200, 3))
"""What a word weighs by the number of records that have it, at most."""

ASKS = frozenset("how what which can may when why will is are do does should".split())

KINDS = {
    "formula": 90,
    "term": 40,
    "symbol": 20,
    "entry": 20,
    "page": -150,
    "source": -120,
    "notation": -150,
    "errata": -180,
}
"""What is wanted more often, of two records that answer equally well."""

ASKED, MAYBE_ASKED, NOT_ASKED = 200, 150, -200
"""What counts for a question, if the query asks, says an amount without asking, or does neither."""

SURE = 600
"""What a question must agree by to gain all that; what agrees less gains its share. Where a law is
typed, its letters are no words: names that agree less count half."""

AMOUNT = 3
"""What a word of an amount weighs for a question or a machine; it tells one from another."""

CARD = re.compile(r"(?<![a-z0-9])(?:gb|h|a|b|v|mi)[1-9]00(?![0-9])")
"""An accelerator by its short name: whoever asks how many of it asks for GPUs."""

SPELLED = "|".join(sorted(set(GREEK.values())))
LETTER_IN = re.compile(rf"(?:^|\s)(?:[a-z](?:_\w+)?|{SPELLED})\s+in\s")
"""A letter in a document: whoever asks what it is there asks for the list of its letters."""

LETTER = 250
"""What it counts that the query is a letter exactly as it is written."""

MOST_WORDS = 24
LEAST, WEAK = 120, 30
"""Below this share of a thousand, what agrees is an accident. Less is taken where few agree
more with a sentence, or with words that are all known."""

FEW = 3
"""Answers below which those that agree less follow them."""

SENTENCE = 4
"""Words that say something, from which a query is a sentence: no name has them all."""

HUMPED = re.compile(r"[A-Za-z]*[a-z][A-Z][a-z][A-Za-z]*")
HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
"""Words of a program that are written together: ncclAllReduce."""


def tables() -> dict[str, Any]:
    """What the browser's ranking has to know as this one does, as plain data."""
    return {
        "greek": GREEK,
        "little": sorted(LITTLE),
        "asks": sorted(ASKS),
        "endings": ENDINGS,
        "verbs": VERBS,
        "kinds": KINDS,
        "common": COMMON,
        "letter": LETTER_IN.pattern,
        "said": [(written.pattern, meant) for written, meant in SAID],
    }
