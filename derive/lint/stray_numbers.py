"""Numbers that a sentence has beside a claim, and that nothing known accounts for.

Where a sentence says more numbers than its formula takes, it may reckon with something else.
"""

from __future__ import annotations

import re
from collections.abc import Container

from .documents import Document
from .results import sentence_end
from .system import Value

_NUMBERS = re.compile(
    r"(?<![\w.])\d[\d,.]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"sixteen|thirty-two|sixty-four|hundred|twice|thrice|half|double|doubling|halving)\b"
    r"(?!\s+precision)",
    re.IGNORECASE,
)
_WORDS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve sixteen thirty-two "
        "sixty-four hundred twice thrice half double".split(),
        (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 16.0, 32.0, 64.0, 100.0,
         2.0, 3.0, 0.5, 2.0), strict=True,
    )
)  # fmt: skip
# "..., or 27.8 hours": the same number in another unit.
_AGAIN = re.compile(
    r"[\s$`)\]}\\]*(?:[A-Za-z/]+\s+){0,3}[A-Za-z/]*,?\s*\(?(?:or|i\.e\.|that\s+is)[,\s]+"
    r"(?:about|roughly|some|nearly)?\s*(?:\\SI\{)?\d[\d,.]*"
)


def stray_numbers(document: Document, claim: Value, known: Container[float]) -> bool:
    """Whether the sentence of a claim has numbers in words that no known value accounts for."""
    block = document.masked
    start = max(block.rfind(". ", 0, claim.offset), block.rfind("\n\n", 0, claim.offset)) + 1
    end = sentence_end(document, claim.end)
    prose = list(block[start:end])
    again = _AGAIN.match(block, claim.end, end)
    if again:
        prose[again.start() - start : again.end() - start] = " " * len(again.group())
    for span in document.spans_between(start, end):
        prose[span.start - start : span.end - start] = " " * (span.end - span.start)
    words = _NUMBERS.finditer("".join(prose))
    return any(_counted(word.group()) not in known for word in words)


def _counted(word: str) -> float | None:
    """The number that digits or a word say; None for one that says none."""
    digits = word.replace(",", "").rstrip(".")
    if digits[:1].isdigit():
        return float(digits) if digits.count(".") < 2 else None
    return _WORDS.get(word.casefold())
