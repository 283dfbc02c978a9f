"""Meanings compared: whether two phrases of a table speak of one thing."""

from __future__ import annotations

import re
from functools import lru_cache

from derive.entries.phrase_words import GROUPS, SAME_WORDS, clause, singular
from derive.lazy import lazy_re

_EMPTY = frozenset(
    "a an the of in for on to by with from at as per each our its is are be and or that this "
    "number total count amount all one same any given used overall typical average mean size "
    "model's training denotes denote represents stands means symbol value values".split()
)
ACTORS = frozenset(
    word for words in GROUPS[:2] for word in words.split()
) | {"peers", "peer", "clients", "client"}  # fmt: skip
EXAMPLES = frozenset("sample samples example examples sequence sequences batch batches".split())


def told(meaning: str) -> str:
    """The first clause of a meaning as messages show it, with its formulas."""
    head = re.split(r"[;:.]\s|[;:.]$", meaning, maxsplit=1)[0]
    words = " ".join(re.sub(r"[*`]", " ", head).split()).strip(" ,;:.")
    return words if len(words) <= 90 else words[:90].rpartition(" ")[0] + " …"


@lru_cache(maxsize=4096)
def content(meaning: str) -> frozenset[str]:
    """The words that carry a meaning, one for all of a group."""
    words = re.findall(r"[a-z][a-z-]*", clause(meaning).casefold())
    kept = [SAME_WORDS.get(word, singular(word)) for word in words if word not in _EMPTY]
    return frozenset(kept) or frozenset(words)


# Kinds of quantity by the words that name them; a size may be an amount, or bytes.
_KINDS = (
    ("amount", r"number|numbers|count|counts|size|degree"),
    ("memory", r"memory|bytes?|size|footprint"),
    ("time", r"time|latency|duration|delay"),
    ("share", r"ratio|share|fraction|probability|efficiency|utili[sz]ation|percentage"),
    ("rate", r"bandwidth|throughput|rate|speed"),
    ("money", r"cost|price|budget"),
    ("exponent", r"exponent"),
    ("energy", r"energy|power"),
)
_KIND_WORDS = tuple((kind, lazy_re(rf"\b(?:{words})\b")) for kind, words in _KINDS)
_BEHIND = lazy_re(r"\s(?:per|for|in|to|with|that|whose|which|at|on)\s")


@lru_cache(maxsize=4096)
def kinds_of(meaning: str) -> frozenset[str]:
    """The kinds of quantity that the head of a phrase names; none where it names none."""
    head = _BEHIND.split(clause(meaning).casefold(), maxsplit=1)[0]
    return frozenset(kind for kind, words in _KIND_WORDS if words.search(head))


def same_meaning(phrase: str, other: str) -> bool:
    """Whether two phrases speak of one thing: the words of one are among the other's.

    A count and a share of one thing are two things.
    """
    kinds, theirs = kinds_of(phrase), kinds_of(other)
    if kinds and theirs and not kinds & theirs:
        return False
    first, second = content(phrase), content(other)
    if not first or not second:
        return True
    shared = len(first & second)
    return shared == min(len(first), len(second)) or 3 * shared >= 2 * len(first | second)


def named_actors(meaning: str) -> tuple[str, ...]:
    """The kinds of participant that a count names: workers, nodes, processes."""
    if not re.match(r"(?:total\s+)?(?:number|count)s?\s+of\b", clause(meaning), re.IGNORECASE):
        return ()
    words = re.findall(r"[a-z][a-z-]*", clause(meaning).casefold())
    return tuple(word for word in words if word in ACTORS)


def is_count_of(meaning: str, kinds: frozenset[str]) -> bool:
    """Whether a meaning counts things of these kinds."""
    first = clause(meaning).casefold()
    counted = re.match(r"(?:the\s+)?(?:total\s+)?(?:number|count)s?\s+of\s+(.+)", first)
    words = set(re.findall(r"[a-z][a-z-]*", counted[1] if counted else ""))
    if words & kinds:
        return True
    return bool(kinds & EXAMPLES) and re.search(r"\bbatch[- ]size\b", first) is not None
