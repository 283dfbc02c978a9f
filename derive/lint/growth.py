"""How much one thing grows with another, said in words, against the formula between the two."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Mapping

from derive.lazy import lazy_re

from .declarations import Declaration
from .documents import Document
from .letter_values import LetterValues
from .quantities import A_NUMBER_IN_WORDS, NUMBERS_IN_WORDS
from .sentences import Sentence
from .statements import Definition
from .system import evaluated

_FACTOR = lazy_re(
    rf"<(?P<mark>\d+)> times\b|\b(?P<fold>{A_NUMBER_IN_WORDS}|\d+)-?fold\b|\b(?:twice|doubled?)\b",
    re.IGNORECASE,
)
_NOUN = lazy_re(
    r"\b(?:budgets?|compute|models?|data|datasets?|tokens|clusters?|sequences?|contexts?"
    r"|batch|batches)\b",
    re.IGNORECASE,
)
_BUYS = lazy_re(
    r"\b(?:buys?|gives?|allows?|makes?|means|yields?|pays? for|supports?|needs?|requires?"
    r"|costs?)\b",
    re.IGNORECASE,
)
# The words of rows that these nouns stand for.
_MEANT = {
    "budget": r"compute|FLOPs?|budget", "compute": r"compute|FLOPs?",
    "model": r"parameters|model size", "data": r"tokens|data", "dataset": r"tokens|data",
    "token": r"tokens", "cluster": r"GPUs|accelerators|devices",
    "sequence": r"sequence length|context", "context": r"sequence length|context",
    "batch": r"batch", "batche": r"batch",
}  # fmt: skip
_SERVED = lazy_re(r"\b(?:serv\w+|inference|per|optimal|active|price|cost)\b", re.IGNORECASE)
EXACT, SPREAD = 0.03, (0.31, 0.77)
REACH = 12


def growth(
    document: Document, sentence: Sentence, values: LetterValues
) -> Iterator[tuple[int, str, str, str]]:
    """``a hundredfold budget buys a model ten times as large``, where N is the root of C / 6 r."""
    factors, nouns = (list(p.finditer(sentence.words)) for p in (_FACTOR, _NOUN))
    if len(factors) != 2 or len(nouns) != 2 or not _BUYS.search(
        sentence.words, nouns[0].end(), nouns[1].start()
    ):  # fmt: skip
        return
    factor, growth_said = (_factor(sentence, match) for match in factors)
    if factors[0].start() > nouns[0].start() or factors[1].start() < nouns[0].end() or factor <= 1:
        return
    cause, effect = (noun.group().lower() for noun in nouns)
    line, _ = document.place(sentence.start)
    powers = {
        (round(power, 6), definition.line)
        for definition in itertools.chain.from_iterable(values.system.definitions.values())
        if 0 <= line - definition.line <= REACH and definition.operator == "="
        for power in _powers(definition, cause, effect, values.rows)
    }
    if len({power for power, _ in powers}) != 1:
        return
    ((power, where), *_) = powers
    if abs(factor**power / growth_said - 1) > EXACT:
        much = f"{factor**power:.3g} times as much"
        yield (
            factors[0].start(),
            f"By line {where} {factor:g} times the {cause} gives {much}",
            f"{growth_said:g} times",
            f"{factor**power:.3g} times, or {growth_said ** (1 / power):.4g} times the {cause}",
        )


def _factor(sentence: Sentence, match: re.Match[str]) -> float:
    if match["mark"]:
        return sentence.amounts[int(match["mark"])].value
    fold = (match["fold"] or "two").lower()
    return NUMBERS_IN_WORDS.get(fold) or float(fold)


def _powers(
    definition: Definition, cause: str, effect: str, rows: Mapping[str, Declaration]
) -> Iterator[float]:
    """The power of one letter in a formula of another, where words mean these two."""
    if not _means(rows.get(definition.glyph), effect):
        return
    for glyph in sorted(definition.needs):
        if _means(rows.get(glyph), cause):
            powers = {
                round(power, 6) for spread in SPREAD if (power := _power(definition, glyph, spread))
            }
            if len(powers) == 1:
                yield powers.pop()


def _means(row: Declaration | None, noun: str) -> bool:
    plain = noun.lower().removesuffix("s")
    words = _MEANT.get(plain) or _MEANT.get(noun.lower(), "")
    return (
        row is not None
        and bool(words)
        and re.search(rf"\b(?:{words})\b", row.meaning, re.IGNORECASE) is not None
        and _SERVED.search(row.meaning) is None
    )


def _power(definition: Definition, glyph: str, spread: float) -> float | None:
    """How a formula grows with a letter, at a place of its own for every other letter."""
    values = {
        name: 2.0 + spread * (place + 1) for place, name in enumerate(sorted(definition.needs))
    }
    first = evaluated(definition.side, values)
    second = evaluated(definition.side, {**values, glyph: 4 * values[glyph]})
    if not first or not second or first < 0 or second < 0:
        return None
    return math.log(second / first) / math.log(4)
