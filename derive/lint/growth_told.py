"""How much one thing grows with another, said in words, against the formula between the two."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from .declarations import Declaration
from .plain_prose import NUMBERS_IN_WORDS, Prose, number_in_words
from .system import Definition, evaluated

_WORDS = "|".join(sorted(NUMBERS_IN_WORDS, key=len, reverse=True))
_TIMES = (
    rf"(?:(?P<{{0}}t>{_WORDS}|\d+) times|(?P<{{0}}f>{_WORDS}|\d+)-?fold"
    r"|(?P<{0}two>twice|double|doubled))"
)
_OF = (
    r"(?P<{0}>budgets?|compute|models?|data|datasets?|tokens|clusters?|sequences?|contexts?"
    r"|batch|batches)"
)
_MORE = r" (?:the |as (?:much|many|large a) |larger )?(?:\w+ )?"
_BUYS = re.compile(
    r"\b" + _TIMES.format("a") + _MORE + _OF.format("one")
    + r"(?: \w+)? (?:buys?|gives?|allows?|makes?|means|yields?|pays? for|supports?|needs?"
    r"|requires?|costs?) (?:us )?(?:a |an |only )?(?:" + _OF.format("other")
    + r" (?:(?:that|which) (?:is|are) )?(?:only )?" + _TIMES.format("b")
    + r" (?:as (?:large|big|long|much|many)|larger|bigger|longer|the size)|"
    + _TIMES.format("c") + _MORE + _OF.format("third") + r")\b",
    re.IGNORECASE,
)  # fmt: skip
# The words of rows that these nouns stand for.
_MEANT = {
    "budget": r"compute|FLOPs?|budget", "compute": r"compute|FLOPs?",
    "model": r"parameters|model size", "data": r"tokens|data", "dataset": r"tokens|data",
    "token": r"tokens", "cluster": r"GPUs|accelerators|devices",
    "sequence": r"sequence length|context", "context": r"sequence length|context",
    "batch": r"batch", "batche": r"batch",
}  # fmt: skip
_SERVED = re.compile(r"\b(?:serv\w+|inference|per|optimal|active|price|cost)\b", re.IGNORECASE)
EXACT, SPREAD = 0.03, (0.31, 0.77)
REACH = 12


def growth(
    sentence: Prose,
    line: int,
    definitions: Sequence[Definition],
    rows: Mapping[str, Declaration],
) -> Iterator[tuple[int, str, str, str]]:
    """``a hundredfold budget buys a model ten times as large``, where N is the root of C / 6 r."""
    for found in _BUYS.finditer(sentence.text):
        one, other = _factor(found, "a"), _factor(found, "b") or _factor(found, "c")
        if one is None or other is None or one <= 1:
            continue
        cause, effect = found["one"], found["other"] or found["third"]
        powers = {
            (round(power, 6), one_.line)
            for one_ in definitions
            if 0 <= line - one_.line <= REACH and one_.operator == "="
            for power in _powers(one_, cause, effect, rows)
        }
        if len({power for power, _ in powers}) != 1:
            continue
        ((power, where), *_) = powers
        if abs(one**power / other - 1) > EXACT:
            name = next(n for n in ("at", "af", "atwo") if found[n])
            yield (
                sentence.places[found.start(name)],
                f"By line {where} {one:g} times the {cause} gives {one**power:.3g} times as much",
                f"{other:g} times",
                f"{one**power:.3g} times, or {other ** (1 / power):.4g} times the {cause}",
            )


def _factor(found: re.Match[str], name: str) -> float | None:
    if found[f"{name}two"]:
        return 2.0
    word = found[f"{name}t"] or found[f"{name}f"]
    return number_in_words(word) if word else None


def _powers(
    definition: Definition, cause: str, effect: str, rows: Mapping[str, Declaration]
) -> Iterator[float]:
    """The power of one letter in a formula of another, where words mean these two."""
    if not _means(rows.get(definition.glyph), effect):
        return
    for glyph in sorted(definition.needs):
        if _means(rows.get(glyph), cause):
            found = {
                round(one, 6) for spread in SPREAD if (one := _power(definition, glyph, spread))
            }
            if len(found) == 1:
                yield found.pop()


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
    one = evaluated(definition.side, values)
    other = evaluated(definition.side, {**values, glyph: 4 * values[glyph]})
    if not one or not other or one < 0 or other < 0:
        return None
    return math.log(other / one) / math.log(4)
