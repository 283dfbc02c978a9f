"""Prose: its first sentence, the terms it mentions, the names it promises."""

from __future__ import annotations

import re
from functools import lru_cache

from derive.records import Term

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(])")
NAME = re.compile(r"`([^`\n]+)`")


def first_sentence(prose: str) -> tuple[str, str]:
    """The first sentence of the first paragraph, and all the rest."""
    paragraph, gap, others = prose.strip().partition("\n\n")
    flat = " ".join(paragraph.split())
    if paragraph.lstrip().startswith(("- ", "* ")):
        return "", prose.strip()
    parts = SENTENCE.split(flat, maxsplit=1)
    rest = parts[1] if len(parts) > 1 else ""
    return parts[0], f"{rest}{gap}{others}".strip()


def spellings(term: Term) -> list[str]:
    """The ways in which prose mentions a term, plurals included."""
    singular = [term.name, term.acronym, *term.synonyms]
    plural = [term.plural or f"{term.name}s", *(f"{word}s" for word in singular[1:] if word)]
    return [word for word in dict.fromkeys([*singular, *plural]) if word]


@lru_cache(maxsize=200_000)
def mentions(prose: str, term: Term) -> bool:
    """Whether some prose uses a term, or promises it by name."""
    if not term.autolink:
        return term.id in NAME.findall(prose)
    return _pattern(tuple(spellings(term))).search(prose) is not None


def cased(word: str) -> bool:
    """Whether its capitals tell a word from a common one: zeros are not `ZeROs`."""
    return any(letter.isupper() for letter in word)


@lru_cache(maxsize=10_000)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    either = "|".join(f"(?{'' if cased(word) else 'i'}:{re.escape(word)})" for word in words)
    return re.compile(rf"(?<![\w-])(?:{either})(?![\w-])")


@lru_cache(maxsize=10_000)
def names_in(prose: str) -> frozenset[str]:
    """The names in backticks."""
    return frozenset(NAME.findall(prose))
