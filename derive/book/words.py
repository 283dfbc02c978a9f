"""Words: addresses of records, first sentences of prose, the terms and names in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from derive.records import Term
from derive.registry import slug


def address(kind: str, name: str, subject: str = "") -> str:
    """The path of a record's page, without a slash at either end."""
    folders = {
        "formula": f"formulas/{subject}", "subject": "formulas",
        "errata": "errata", "notation": "notation", "entry": "catalogue",
    }  # fmt: skip
    folder = folders.get(kind, f"{kind}s")
    return f"{folder}/{slug(name)}"


SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(])")
NAME = re.compile(r"`([^`\n]+)`")
RUN = re.compile(r"[\w-]+")
"""What a mention begins with, from border to border."""


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


def mentions(prose: str, term: Term) -> bool:
    """Whether some prose uses a term, or promises it by name."""
    if not term.autolink:
        return term.id in NAME.findall(prose)
    return _pattern(tuple(spellings(term))).search(prose) is not None


def finder(terms: Iterable[Term]) -> Callable[[str], list[Term]]:
    """What finds the terms that some prose mentions, in their order.

    A mention begins with a whole run of the prose, so only terms of which a
    spelling begins with one of its runs are looked for.
    """
    every = list(terms)
    places: dict[str, set[int]] = {}
    for place, term in enumerate(every):
        for word in spellings(term) if term.autolink else [term.id]:
            places.setdefault(_first_run(word), set()).add(place)

    def found(prose: str) -> list[Term]:
        runs = {run.lower() for run in RUN.findall(prose)}
        near = places.get("", set()).union(*(places.get(run, ()) for run in runs))
        # A letter beyond ASCII may be one of these in another case: then all are looked for.
        likely = sorted(near) if all(map(str.isascii, runs)) else range(len(every))
        return [every[place] for place in likely if mentions(prose, every[place])]

    return found


def _first_run(word: str) -> str:
    """The run with which a word begins, in lower case; none where that has no plain letters."""
    run = RUN.match(word)
    return run[0].lower() if run and run[0].isascii() else ""


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
