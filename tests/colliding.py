"""Collisions: one letter for several things, and several letters for one, across documents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from derive.notation.lexer import GREEK
from derive.notation.reading import key_of
from derive.records import Notation

Sameness = Literal["glyph", "base", "case"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a letter stands for in one stretch of one document.

    ``thing`` is the id of our symbol, or the expression over our symbols; of
    letters without one, the id that is wanted, or their own words.
    """

    document: str
    scope: str
    glyph: str
    thing: str
    says: str
    unit: str


def meanings_of(notations: Iterable[Notation]) -> Iterator[Meaning]:
    """What every letter of every document stands for, row by row."""
    for notation in notations:
        for scope, rows in notation.rows.items():
            for row in rows:
                first = str(row.means) if row.means != "" else row.wanted or row.says
                for thing in (first, *row.others):
                    yield Meaning(notation.id, scope, row.glyph, thing, row.says, row.unit)


@dataclass(frozen=True, slots=True)
class Collision:
    """A letter with several meanings.

    ``inside`` names the documents that use it for several things themselves,
    ``disclosed`` those of them that say so.
    """

    letter: str
    meanings: tuple[Meaning, ...]
    inside: tuple[str, ...] = ()
    disclosed: tuple[str, ...] = ()

    @property
    def things(self) -> tuple[str, ...]:
        """The different things, each once, in the order of the documents."""
        return tuple(dict.fromkeys(meaning.thing for meaning in self.meanings))


@dataclass(frozen=True, slots=True)
class Synonyms:
    """A thing with several letters."""

    thing: str
    meanings: tuple[Meaning, ...]

    @property
    def glyphs(self) -> tuple[str, ...]:
        """The different letters, each once, as their documents print them."""
        by_key: dict[str, str] = {}
        for meaning in self.meanings:
            by_key.setdefault(key_of(meaning.glyph), meaning.glyph)
        return tuple(by_key.values())


def collisions(notations: Iterable[Notation], same: Sameness = "glyph") -> tuple[Collision, ...]:
    """The letters that stand for several things, in the order of the alphabet.

    Letters are the same as a whole, index included (``glyph``), or by what
    carries the index (``base``: ``t_f`` is a ``t``), or by that in either case
    (``case``: ``R`` is an ``r``).
    """
    known = tuple(notations)
    groups = _grouped(meanings_of(known), lambda meaning: look(meaning.glyph, same))
    reused = {(notation.id, key_of(glyph)) for notation in known for reuse in notation.reuses
              for glyph in reuse.glyphs}  # fmt: skip
    candidates = (
        _collision(letter, tuple(meanings), reused) for letter, meanings in groups.items()
    )
    return tuple(
        sorted(
            (collision for collision in candidates if len(collision.things) > 1),
            key=lambda collision: collision.letter,
        )
    )


def synonyms(notations: Iterable[Notation]) -> tuple[Synonyms, ...]:
    """The things that have several letters, by id."""
    groups = _grouped(meanings_of(notations), lambda meaning: meaning.thing)
    candidates = (Synonyms(thing, tuple(meanings)) for thing, meanings in groups.items())
    return tuple(
        sorted(
            (group for group in candidates if len(group.glyphs) > 1),
            key=lambda group: group.thing,
        )
    )


def look(glyph: str, same: Sameness = "glyph") -> str:
    """What is compared of a letter: all of it, its base, or its base in lower case."""
    key = key_of(glyph).replace("var", "", 1) if "var" in glyph else key_of(glyph)
    if same == "glyph":
        return key
    base = key.partition("(")[0].partition("_")[0].partition("^")[0].partition(" ")[0]
    if len(base) > 1 and base not in GREEK:
        return key
    return base.lower() if same == "case" else base


def _collision(
    letter: str, meanings: tuple[Meaning, ...], reused: set[tuple[str, str]]
) -> Collision:
    by_document = _grouped(meanings, lambda meaning: meaning.document)
    inside = tuple(
        name
        for name, of_document in by_document.items()
        if len({meaning.thing for meaning in of_document}) > 1
    )
    disclosed = tuple(
        name
        for name in inside
        if any((name, key_of(meaning.glyph)) in reused for meaning in by_document[name])
    )
    return Collision(letter, meanings, inside, disclosed)


def _grouped(
    meanings: Iterable[Meaning], key: Callable[[Meaning], str]
) -> dict[str, list[Meaning]]:
    groups: dict[str, list[Meaning]] = {}
    for meaning in meanings:
        groups.setdefault(key(meaning), []).append(meaning)
    return groups
