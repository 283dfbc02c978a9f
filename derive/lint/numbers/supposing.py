"""What letters mean where a law is printed wrong: the sentence names what the law gives."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

from derive.lazy import lazy_re

from ..laws.holding import SAME, Holder, Pair, glyph_of
from ..laws.index import Entry
from ..laws.nearest import change_from
from ..texts.documents import Document

WORDED = 0.5
"""How well the words of every letter, and of what a law gives, must fit a reading."""
MOST_TRIED, MOST_OPEN, BEHIND = 6, 400, 0.5
# A law of three letters is one change away from many a relation: its letters must say more.
FEW, FIRMLY = 3, 0.75
NEAR = 1.35
"""What the change costs at most: a factor, a letter, a term, a power, or a part upside down."""
_SPACE = lazy_re(r"\s+")
_SENTENCE = lazy_re(r"[.;:!?](?:\s|$)")
_CLAUSE = lazy_re(r",\s|\b(?:then|hence|thus|therefore|so that|so|where|and|that|when)\s")
_SAID = lazy_re(
    r"^(?P<subject>.+?)(?:,|\s)+(?:is|are|takes?|needs?|costs?|requires?|becomes?|equals?|reads?|"
    r"keeps?|has|lasts?|follows|holds?|amounts\s+to|comes\s+to|grows\s+as|scales\s+as)"
    r"(?:\s+(?P<rest>[^,]{0,60}))?[,\s$]*$",
    re.IGNORECASE,
)
_LASTS = lazy_re(r"\b(?:takes?|lasts?)\b[^.]{0,20}$")
_FORMULA = lazy_re(r"\$[^$]*\$|:math:`[^`]*`|\\\([^)]*\\\)")
_OF_ONE = lazy_re(r"\s(?:of|for|on)\s(?:a|an|the|one|each|such|this)\s")
_OF_ANY = lazy_re(r"\s(?:of|for|on|in|under|with|per)\s")
NAMED = 2
_VAGUE = lazy_re(
    r"\b(?:then|thus|therefore|hence|about|approximately|roughly|simply|only|given|by|just|of|as|"
    r"to|now)\b",
    re.IGNORECASE,
)


def subjects_before(document: Document, start: int) -> Iterator[str]:
    """What the words before a formula say that it gives, ``A ring all-reduce takes $$...``."""
    text = document.masked[max(0, start - 240) : start].rpartition("\n\n")
    words = text[2] if text[2].strip(" $\n") else document.masked[max(0, start - 240) : start]
    words = re.sub(r"\\begin\{\w+\*?\}|\\\[|\.\.\s+math::|[*_~]+", " ", words)
    words = _FORMULA.sub(" ", words)
    sentence = _SENTENCE.split(_SPACE.sub(" ", words).rstrip(" $:"))[-1].strip()
    for part in (sentence, _CLAUSE.split(sentence)[-1]):
        said = _SAID.match(part.strip())
        if said is None:
            continue
        yield said["subject"]
        yield _OF_ONE.split(said["subject"])[0]
        # "The bubble fraction of 1F1B"; one word alone names too little.
        named = _OF_ANY.split(said["subject"])[0]
        if len(named.split()) > NAMED:
            yield named
        if _LASTS.search(part):
            yield f"time of {said['subject']}"
        rest = _VAGUE.sub(" ", said["rest"] or "").strip(" ,")
        if rest:
            yield rest


def supposed(
    holder: Holder, pair: Pair, options: Mapping[str, Mapping[str, float]]
) -> dict[str, str]:
    """The likeliest reading under which a print is one change from the law that it names.

    Empty where words do not say what every letter is, or another law is as near.
    """
    subject = glyph_of(pair.left)
    if pair.operator not in SAME or not subject:
        return {}
    glyphs = list(options)
    firmly = len(glyphs) * (FIRMLY if len(glyphs) <= FEW else WORDED)
    some = [
        {name: score for name, score in options[glyph].items() if score >= WORDED}
        for glyph in glyphs
    ]
    if not all(some):
        return {}
    near = [_within(scores) for scores in some]
    held = holder.index.by_letters
    readings = sorted(
        (-sum(scores[name] for scores, name in zip(near, chosen, strict=True)), chosen)
        for chosen in itertools.islice(itertools.product(*near), MOST_OPEN)
        if len(set(chosen)) == len(chosen) and frozenset(chosen) in held
    )
    # The readings are in the order of their words, so the first that is near is the likeliest.
    for score, chosen in readings[:MOST_TRIED]:
        if -score < firmly:
            break
        symbols = dict(zip(glyphs, chosen, strict=True))
        laws = [law for law in held[frozenset(chosen)] if law.lhs == symbols[subject]]
        if any(_is_near(holder, pair, symbols, law) for law in laws):
            return symbols
    return {}


def _within(scores: Mapping[str, float]) -> dict[str, float]:
    """The symbols that words fit nearly as well as the best one."""
    best = max(scores.values())
    return {name: score for name, score in scores.items() if score >= best - BEHIND}


def _is_near(holder: Holder, pair: Pair, symbols: Mapping[str, str], law: Entry) -> bool:
    verdict = change_from(holder.under(symbols), law, pair)
    return verdict is not None and verdict.cost <= NEAR
