"""Amounts told of all together and of each: "13 GB per GPU and 208 GB in total"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from .countable_nouns import NOUNS, class_of
from .quantities import Amount
from .reckoning import TOTAL, cue
from .sentences import Sentence, doubted

Scope = Literal["all", "each", ""]
_DEVICES = "|".join(words for noun, words in NOUNS.items() if class_of(noun) == "device")
# "The 224 GB are still there, but in total".
_STILL = r"(?:(?:is|are|stays?|remains?)(?: still)?(?: there)?,? (?:(?:but|and) )?)?"
_WHOLE = r"(?:whole|entire) (?:job|run|cluster|machine|system)"
_OF_ALL = cue(rf"^{_STILL}(?:{TOTAL}|overall|for (?:the {_WHOLE}|all of them))\b")
_OF_EACH = cue(rf"^{_STILL}(?:(?:on|for|from|by|at|in) each|per (?:{_DEVICES})|each)\b")
# What may stand between two amounts that are said of one thing.
_JOINED = cue(
    rf"^(?:[,;:()]|\b(?:and|or|but|the|that|is|are|still|there|only|just|so|hence|of|them|{TOTAL}"
    rf"|overall|(?:on|for|from|by|at|in) each(?: of(?: the)?)?|per|each|{_DEVICES})\b| )*$"
)
_OF_THEM = cue(rf"^(?: |\b(?:{_DEVICES}|of (?:them|the|our)|and|or|but)\b)*")
MARGIN = 1.01


def totals_below_parts(sentence: Sentence) -> Iterator[tuple[Amount, Amount]]:
    """The amounts of a sentence that are said of all and are less than what each has of them."""
    if doubted(sentence.words):
        return
    for (first, left), (last, right) in pairwise(_with_scopes(sentence)):
        between = " ".join(sentence.gaps[first + 1 : last + 1])
        scopes = _scope(sentence, first), _scope(sentence, last)
        if {*scopes} != {"all", "each"} or not _JOINED.match(between) or not _is_alike(left, right):
            continue
        behind = sentence.gaps[last + 1].lstrip()
        scope = _OF_ALL.match(behind) or _OF_EACH.match(behind)
        # "2 GB in total for the cache" is a total of something else.
        if _OF_THEM.sub("", behind[scope.end() :] if scope else behind)[:1].isalpha():
            continue
        whole, part = (left, right) if scopes[0] == "all" else (right, left)
        # A number beside one with a unit has that unit.
        if whole.in_unit_of(part).base * MARGIN < part.in_unit_of(whole).base:
            yield whole, part


def _with_scopes(sentence: Sentence) -> Iterator[tuple[int, Amount]]:
    """The amounts of a sentence with a scope, and those between them that count no devices."""
    for number, amount in enumerate(sentence.amounts):
        if not any(class_of(noun) == "device" and power > 0 for noun, power in amount.counted):
            yield number, amount


def _is_alike(left: Amount, right: Amount) -> bool:
    """Whether two amounts measure the same, whatever each of them is told per."""
    if left.is_share or right.is_share or not (left.unit or right.unit):
        return False
    return not left.unit or not right.unit or left.dimensions == right.dimensions


def _scope(sentence: Sentence, number: int) -> Scope:
    """What an amount is said of, by the words right behind it."""
    amount, behind = sentence.amounts[number], sentence.gaps[number + 1].lstrip()
    if _OF_ALL.match(behind):
        return "all"
    per = any(class_of(noun) == "device" and power < 0 for noun, power in amount.counted)
    return "each" if per or _OF_EACH.match(behind) else ""
