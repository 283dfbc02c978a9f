"""How much one thing grows with another, said in words, against the formula between the two."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from .declarations import Declaration
from .plain_prose import A_NUMBER_IN_WORDS, Prose, number_in_words
from .system import Definition, evaluated

_TIMES = (
    rf"(?:(?P<{{0}}t>{A_NUMBER_IN_WORDS}|\d+) times|(?P<{{0}}f>{A_NUMBER_IN_WORDS}|\d+)-?fold"
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
    for match in _BUYS.finditer(sentence.text):
        factor, growth_said = _factor(match, "a"), _factor(match, "b") or _factor(match, "c")
        if factor is None or growth_said is None or factor <= 1:
            continue
        cause, effect = match["one"], match["other"] or match["third"]
        powers = {
            (round(power, 6), definition.line)
            for definition in definitions
            if 0 <= line - definition.line <= REACH and definition.operator == "="
            for power in _powers(definition, cause, effect, rows)
        }
        if len({power for power, _ in powers}) != 1:
            continue
        ((power, where), *_) = powers
        if abs(factor**power / growth_said - 1) > EXACT:
            name = next(n for n in ("at", "af", "atwo") if match[n])
            much = f"{factor**power:.3g} times as much"
            yield (
                sentence.places[match.start(name)],
                f"By line {where} {factor:g} times the {cause} gives {much}",
                f"{growth_said:g} times",
                f"{factor**power:.3g} times, or {growth_said ** (1 / power):.4g} times the {cause}",
            )


def _factor(match: re.Match[str], name: str) -> float | None:
    if match[f"{name}two"]:
        return 2.0
    word = match[f"{name}t"] or match[f"{name}f"]
    return number_in_words(word) if word else None


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
