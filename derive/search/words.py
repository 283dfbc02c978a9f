"""Words as they are compared: case, accents, hyphens, plurals and endings folded."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from ..names import GREEK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

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
