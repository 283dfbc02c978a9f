"""Nouns that training counts, and which of them may stand for each other."""

from __future__ import annotations

import re

NOUNS = {
    "param": r"parameters?|params?|weights?", "token": r"tokens?", "sequence": r"sequences?",
    "layer": r"layers?", "GPU": r"GPUs?|devices?|accelerators?", "step": r"steps?",
    "sample": r"samples?|examples?", "head": r"heads?", "expert": r"experts?", "node": r"nodes?",
    "micro-batch": r"micro-?batch(?:es)?", "stage": r"stages?", "rank": r"ranks?|workers?",
    "request": r"requests?", "document": r"documents?", "replica": r"replicas?",
}  # fmt: skip
# A micro-batch is of sequences, and a rank, a stage or a replica is a device or some of them.
_CLASSES = dict.fromkeys(("GPU", "node", "stage", "rank", "replica"), "device") | dict.fromkeys(
    ("sequence", "sample", "micro-batch", "request", "document"), "sequence"
)

CLASSES = frozenset(_CLASSES.get(noun, noun) for noun in NOUNS)


def class_of(noun: str) -> str:
    """What a noun counts; what may stand for each other is one class."""
    kinds = (name for name, words in NOUNS.items() if re.fullmatch(words, noun, re.IGNORECASE))
    kind = next(kinds, "")
    return _CLASSES.get(kind, kind)


def nouns_of(kind: str) -> str:
    """A pattern of the nouns of one class."""
    return "|".join(words for name, words in NOUNS.items() if _CLASSES.get(name, name) == kind)


def head(unit: str) -> str:
    """What a unit is of before it is of each: tokens of "tokens per second"."""
    return re.split(r"\s*/|\s+per\s", unit)[0]
