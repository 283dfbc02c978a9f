"""What an amount is of, one GPU or the whole job, a token or a step, a layer or an expert."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from derive.frozen import Record

from .countable_nouns import NOUNS, head
from .reckoning import cue

# From the smallest to the largest of each kind; of one kind an amount is of one of them only.
_SCALES: Mapping[str, Mapping[str, str]] = {
    "devices": {
        "GPU": rf"{NOUNS['GPU']}|{NOUNS['rank']}|chips?|process(?:es)?|readers?",
        "node": rf"{NOUNS['node']}|hosts?|servers?|machines?",
        "replica": NOUNS["replica"],
        "job": r"jobs?|runs?|clusters?|systems?|fleets?|groups?",
    },
    "data": {
        "token": NOUNS["token"],
        "sequence": "|".join(NOUNS[noun] for noun in ("sequence", "sample", "request", "document")),
        "micro-batch": NOUNS["micro-batch"],
        "step": rf"{NOUNS['step']}|batch(?:es)?|iterations?",
    },
    "model": {
        "head": NOUNS["head"],
        "expert": NOUNS["expert"],
        "layer": rf"{NOUNS['layer']}|blocks?",
        "stage": NOUNS["stage"],
        "model": r"models?",
    },
}
_WORDS = {words: (kind, noun) for kind, nouns in _SCALES.items() for noun, words in nouns.items()}
_ANY = "|".join(_WORDS)
_ONE = r"(?:one|each|every|single|per|an?|(?:the|a) whole)"
# "One optimizer step", "of one such layer", "bytes/token"; there is only one cluster.
_HELD = cue(
    rf"(?:\b{_ONE} |/|\bthe (?=(?:cluster|job|fleet)\b))"
    rf"(?:(?!(?:of|in|per|and|or|the|to)\b)[a-z]+ )?(?P<noun>{_ANY})\b"
)
_ALL = cue(rf"\ball (?:the )?(?P<noun>{_ANY})\b")
# All ranks write one checkpoint together; a row says so where it means the part of one.
_CHECKPOINT = cue(
    r"(?:\bof|^)(?: (?:the|a|an|one|whole|full|entire|complete|each|every|single))* checkpoints?\b"
)
_PART = cue(
    r"\b(?:shards?|parts?|pieces?|shares?|local|own|activations?|recomput\w+|layers?|segments?)\b"
)
# Of these one surely holds several of the other, or other ones.
_APART = {
    "GPU": ("node",), "node": ("GPU",), "layer": ("stage", "model"), "stage": ("layer",),
    "token": ("sequence", "micro-batch", "step"), "sequence": ("token", "step"),
    "step": ("token", "sequence"),
}  # fmt: skip
_LARGEST = {"GPU": "job", "node": "job", "layer": "model", "stage": "model", "expert": "model"}
# Behind a number and its unit: "per token and layer", "on each of the four GPUs".
_SAID = cue(
    r"^[ $`~*]*(?:[mbtr]+illion )?(?:[A-Za-z/]+ )?(?:(?:per|a) (?:second|hour|day|year) )?"
    r"(?:(?:per|(?:on|for|in|of|from|by|at) (?:each|every|one|a single))"
    r" (?:of (?:the|our) (?:(?:[a-z]+|\$[^$]*\$) )?)?"
    rf"(?:[a-z]+ )?(?P<noun>{_ANY})(?: and (?P<other>{_ANY}))?"
    rf"|(?:for|over|in|on|of) (?:the|our) (?:whole|entire) (?P<whole>{_ANY})"
    rf"|(?:for|over|in|on|of) all (?:the |our )?(?P<all>{_ANY}))\b"
)
# Behind a formula: "..., or 163,840 bytes per sequence".
_OR = cue(
    r"^[ $`\])\\,.:;]*(?:end[{ ]\w+\*?\}? )?(?:bytes, )?"
    r"(?:or|that is,?|i\.e\.,?|which (?:is|comes to|makes|gives)) "
    r"(?:(?:about|roughly|exactly|some) )?(?::math:)?[$`]*(?P<again>[\d.,{}\\ +=-]*\d)[}]?"
    r"(?:(?:\\times|\\cdot|×|[ {}^]|10|-?\d)*[$`]*)"
)
# Before a formula: "all ranks together send".
_TOGETHER = cue(rf"\b(?:all|the) (?:[a-z0-9]+ )?(?P<all>{_ANY}) together (?:[a-z]+ ){{0,2}}[$`]*$")


class Held(Record):
    """A kind of thing and which of its sizes an amount is of, with the words that say so."""

    kind: str
    noun: str
    words: str


def contradicted(meaning: str, unit: str, before: str, behind: str, number: float | None) -> str:
    """What a row says that its letter is of, where the words at its number say another.

    ``number`` is what the formula itself gives: then words follow it at once.
    """
    row = _of_row(f"{meaning} /{unit.partition('/')[2]}")
    if not row or " or " in meaning:
        return ""
    plain = _ALL.sub("", meaning)
    for said in _said(before, behind, number):
        own = [held for held in row if held.kind == said.kind]
        named = re.search(rf"\b(?:{_SCALES[said.kind][said.noun]})\b", plain, re.IGNORECASE)
        if own and said.noun not in {held.noun for held in own} and not named:
            return own[0].words
    return ""


def shared_otherwise(units: Mapping[str, str], behind: str) -> tuple[str, str] | None:
    """Which letter an amount is divided by, and of what the words behind it say that it is.

    ``units`` are those of the letters below its fraction. "W / J bytes on each node" of GPUs ``J``
    is told; of a stage and a GPU, or a replica and one, nobody knows which holds how many.
    """
    counted = {glyph: held for glyph, unit in units.items() if (held := _counted(unit))}
    for said in _said("", behind, math.nan):
        alike = {glyph: held for glyph, held in counted.items() if held.kind == said.kind}
        if len(alike) == 1 and said.noun in _APART.get(next(iter(alike.values())).noun, ()):
            return next(iter(alike)), said.words
    return None


def counts_any(unit: str, kinds_of: Iterable[str]) -> bool:
    """Whether a unit counts, or is of, things of the kinds that other units count."""
    kinds = {held.kind for other in kinds_of if (held := _counted(other))}
    return any(
        _WORDS[words][0] in kinds for words in _WORDS if re.search(rf"\b(?:{words})\b", unit)
    )


def _counted(unit: str) -> Held | None:
    match = re.fullmatch(rf"(?P<noun>{_ANY})", head(unit).strip(), re.IGNORECASE)
    return _held(match) if match else None


# Asked wherever the letter stands.
@lru_cache(maxsize=512)
def _of_row(text: str) -> tuple[Held, ...]:
    """What the words and the unit of a row say that its letter is of."""
    held = (
        *(_held(match) for match in _HELD.finditer(text)),
        *(_held(match, is_all=True) for match in _ALL.finditer(text)),
    )
    checkpoint = _CHECKPOINT.search(text)
    if checkpoint is None or _PART.search(text) or any(each.kind == "devices" for each in held):
        return held
    return (*held, Held("devices", "job", " ".join(checkpoint.group().split())))


def _said(before: str, behind: str, number: float | None) -> list[Held]:
    """What the words at a number say that it is of."""
    again = _OR.match(behind)
    if number is None and again is None:
        return []
    if number is not None and again is not None and not _is_again(number, again["again"]):
        # "148e9 bytes, or 37 GB on each of the four GPUs".
        return []
    said = _SAID.match(behind[again.end() :] if again else behind)
    together = _TOGETHER.search(before) if number is not None else None
    held = [_held(together, "all", is_all=True)] if together else []
    if said is not None:
        held += [_held(said, name, is_all=name == "all")
                  for name in ("noun", "other", "whole", "all") if said[name]]  # fmt: skip
    return held


def _is_again(number: float, again: str) -> bool:
    """Whether the first digits of a number are those of another print of it."""
    digits = re.sub(r"\D", "", re.split(r"[ +=-]", again)[-1]).strip("0")
    return f"{number:.12e}".replace(".", "").startswith(digits)


def _held(match: re.Match[str], group: str = "noun", *, is_all: bool = False) -> Held:
    kind, noun = next(
        held for words, held in _WORDS.items() if re.fullmatch(words, match[group], re.IGNORECASE)
    )
    words = " ".join(match.group().split()).lstrip("/ ")
    return Held(kind, _LARGEST.get(noun, noun) if is_all else noun, words)
