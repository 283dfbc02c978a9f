"""What an amount of a sentence measures, and for each of what: "per node", "eight GPUs each"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from derive.lazy import lazy_re

from .quantities import SAME_NOUN
from .reckoning import cue
from .sentences import Sentence

# "50 GB/s across each boundary, 900 GB/s each way" are of no such thing that is counted.
_EACH = cue(
    r"^(?:(?:of )?(?!(?:across|through|over|in|on|at|to|from|for|by|with|between) )[a-z]+ ){0,3}?"
    r"(?:each|apiece)\b(?! (?:takes|needs|costs|lasts|has|is|gives|makes|holds|keeps|gets|sends"
    r"|way|direction)\b)"
)
_PER = cue(r"^(?:per|for (?:each|every|one)|in (?:each|every)) (?P<noun>[a-z]+)\b")
_OF_EVERY = cue(r"(?:\b(?:every|each)|^(?:so )?(?:one|an?)) (?P<noun>[a-z-]+) [a-z]+$")
# "The cache per token is 327680 bytes".
_PER_BEFORE = cue(r"\bper (?P<noun>[a-z]+) (?:is|are|comes to|amounts to|takes|costs)$")
_AND_DOES = cue(r"^,? ?and [a-z]+$")
_OF_THEM = cue(r"^of (?:them|these|those)\b")
_DOES = cue(r"\b(?:each|every|one|an?) (?P<noun>[a-z-]+) [a-z]+$")
_NOUN = lazy_re(r"\s*(?!times\b|is\b|was\b|has\b)(?P<noun>[a-z-]{3,})s\b")
_OF_MANY = cue(r"\b(?P<noun>[a-z-]+)s (?:of|with|at|having)$")


def measured(sentence: Sentence, number: int) -> tuple[dict[str, int], int]:
    """What an amount measures, "each" and "per node" told beside it, and how many such words."""
    amount = sentence.amounts[number]
    powers = dict((*amount.dimensions, *((noun.lower(), power) for noun, power in amount.counted)))
    before, tail = sentence.gaps[number].rstrip(), sentence.gaps[number + 1].lstrip()
    noun = _NOUN.match(tail)
    if not powers and not amount.is_share and amount.whole and noun:
        powers = {noun["noun"]: 1}
    elif not powers and amount.whole and _OF_THEM.match(tail):
        # "Each GPU delivers 989 TFLOP/s, so 1024 of them".
        powers = _doing(sentence, 0)
    divided = None
    if _EACH.match(tail) and not _PER.match(tail):
        of = _OF_MANY.search(before)
        divided = next(
            (counted for other in range(number - 1, -1, -1)
             if (counted := _count_of(sentence, other))), of["noun"].lower() if of else "?",
        )  # fmt: skip
    elif re.search(r"\bevery$", before):
        return powers, 1
    elif of := _PER.match(tail) or _OF_EVERY.search(before) or _PER_BEFORE.search(before):
        divided = of["noun"].lower()
    if divided is None:
        return times(powers, _for_each_before(sentence, number, before.strip()), -1), 0
    words = not re.search(r"^(?:so )?(?:one|an?) \S+ \S+$", before, re.IGNORECASE)
    return times(powers, _of_each(divided), -1), int(words)


def _for_each_before(sentence: Sentence, number: int, lead: str) -> dict[str, int]:
    """What an amount is of for each, by the words between it and the last one.

    "64 nodes of 8 GPUs", and "a step takes 12 s and handles 4 million tokens".
    """
    if number and lead in {"of", "with"}:
        return _of_each(_count_of(sentence, number - 1))
    return _doing(sentence, number - 1) if number and _AND_DOES.match(lead) else {}


def _doing(sentence: Sentence, number: int) -> dict[str, int]:
    """Of what, by the words before an amount, each one does something."""
    does = _DOES.search(sentence.gaps[number].rstrip())
    return _of_each(does["noun"].lower() if does else "")


def _of_each(noun: str) -> dict[str, int]:
    """A thing as a unit, under the one name of its like."""
    return {SAME_NOUN.get(noun, noun): 1} if noun else {}


def _count_of(sentence: Sentence, number: int) -> str:
    """What a whole number counts; nothing of a size."""
    powers = dict(sentence.amounts[number].counted)
    noun = _NOUN.match(sentence.gaps[number + 1])
    if sentence.amounts[number].dimensions or not sentence.amounts[number].whole:
        return ""
    return next(iter(powers)).lower() if powers else noun["noun"] if noun else ""


def times(powers: Mapping[str, int], others: Mapping[str, int], sign: int) -> dict[str, int]:
    """Units multiplied, or divided where the sign is negative."""
    total = dict(powers)
    for name, power in others.items():
        total[name] = total.get(name, 0) + sign * power
    return {name: power for name, power in total.items() if power}
