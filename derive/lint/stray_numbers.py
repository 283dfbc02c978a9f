"""Numbers that a sentence has beside a claim, and that nothing known accounts for.

Where a sentence says more numbers than its formula takes, it may reckon with something else.
"""

from __future__ import annotations

import re
from collections.abc import Container

from derive.lazy import lazy_re

from .documents import Document
from .quantities import A_NUMBER_IN_WORDS, NUMBERS_IN_WORDS
from .results import sentence_end
from .system import Value

_TIMES = {"one": 1.0, "twice": 2.0, "thrice": 3.0, "half": 0.5, "double": 2.0}
_NUMBERS = lazy_re(
    rf"(?<![\w.])\d[\d,.]*|\b(?:{A_NUMBER_IN_WORDS}|{'|'.join(_TIMES)}|doubling|halving)\b"
    r"(?!\s+precision)",
    re.IGNORECASE,
)
_SHARE = lazy_re(r"\s*(?:\\?%|per\s?cent)")
_BITS = lazy_re(r"[\s-]bits?\b")
# "..., or 27.8 hours": the same number in another unit.
_AGAIN = lazy_re(
    r"[\s$`)\]}\\]*(?:[A-Za-z/]+\s+){0,3}[A-Za-z/]*,?\s*\(?(?:or|i\.e\.|that\s+is)[,\s]+"
    r"(?:about|roughly|some|nearly)?\s*(?:\\SI\{)?\d[\d,.]*"
)


def stray_numbers(document: Document, claim: Value, known: Container[float]) -> bool:
    """Whether the sentence of a claim has numbers in words that no known value accounts for."""
    block = document.masked
    ends = (". ", ".\n", "\n\n")
    start = max(block.rfind(end, 0, claim.offset) for end in ends) + 1
    end = sentence_end(document, claim.end)
    prose = list(block[start:end])
    again = _AGAIN.match(block, claim.end, end)
    if again:
        prose[again.start() - start : again.end() - start] = " " * len(again.group())
    if claim.spoken:
        # Its own digits stand in the words, and what comes behind them is another case.
        prose[claim.offset - start :] = []
    for span in document.spans_between(start, min(end, start + len(prose))):
        prose[span.start - start : span.end - start] = " " * (span.end - span.start)
    text = "".join(prose)
    for word in _NUMBERS.finditer(text):
        if _SHARE.match(text, word.end()):
            # Less than 4 % of it: no formula takes that.
            continue
        counted = _counted(word.group())
        # "16 bits" are the 2 bytes of a formula.
        if counted and _BITS.match(text, word.end()):
            counted /= 8
        if counted not in known:
            return True
    return False


def _counted(word: str) -> float | None:
    """The number that digits or a word say; None for one that says none."""
    digits = word.replace(",", "").rstrip(".")
    if digits[:1].isdigit():
        return float(digits) if digits.count(".") < 2 else None
    return NUMBERS_IN_WORDS.get(word.casefold()) or _TIMES.get(word.casefold())
