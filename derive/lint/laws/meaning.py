"""What a document's letters mean in ours, in one scope, as values at the points of the index."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from derive.frozen import Record, fresh
from derive.notation import Call, Glyphs, Letter, Node
from derive.notation.nodes import children
from derive.notation.reading import dictionary, meanings, rows_of

from .index import Index, spread
from .probing import Probe, Values, call_keys

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from derive.entries.vocabulary import Quantity, Vocabulary
    from derive.records import Notation

GUESSED = "guessed"
"""The note of a row whose symbol was read from words, and not for sure."""
TIED = "tied"
"""The note of a row whose words alone, told outright, fit one symbol and no other."""
OWN_WORDS = "its-own-words"
"""The id of what a document's own words say of its letters, where nobody wrote a notation."""


class Meaning(Record, eq=False, slots=False):
    """The letters of a scope: ``ours`` maps a glyph's normal form to a quantity of ours.

    ``others`` holds what else the document lets a glyph mean, ``latex`` how a
    glyph is printed, ``title`` what the document is called in messages, ``units``
    what its rows measure letters in.
    """

    ours: Mapping[str, Quantity]
    others: Mapping[str, tuple[Quantity, ...]] = fresh(factory=dict)
    latex: Mapping[str, str] = fresh(factory=dict)
    glyphs: Glyphs = fresh(factory=Glyphs)
    title: str = ""
    doubtful: frozenset[str] = frozenset()
    tied: frozenset[str] = frozenset()
    lines: Mapping[str, int] = fresh(factory=dict)
    own_words: bool = False
    units: Mapping[str, str] = fresh(factory=dict)

    @cached_property
    def theirs(self) -> Mapping[str, str]:
        """For each symbol of ours, the glyph that stands for just it; the first one declared."""
        glyphs: dict[str, str] = {}
        for glyph, meaning in self.ours.items():
            if meaning.name:
                glyphs.setdefault(meaning.name, glyph)
        return glyphs

    @cached_property
    def expressible(self) -> frozenset[str]:
        """The ids of our symbols that the document has letters for, converted or not."""
        names: set[str] = set()
        for meaning in self.ours.values():
            names.update(meaning.letters)
        return frozenset(names)

    def letters_of(self, node: Node) -> frozenset[str]:
        """The ids of our symbols in a tree, as far as its glyphs are explained."""
        names: set[str] = set()
        for glyph in self.glyphs_of(node):
            meaning = self.ours.get(glyph)
            if meaning is not None:
                names.update(meaning.letters)
        return frozenset(names)

    def glyphs_of(self, node: Node) -> Iterator[str]:
        """The glyphs of a tree; a call that is declared as a whole is one."""
        if isinstance(node, Letter):
            yield node.glyph
        elif isinstance(node, Call):
            key = next((name for name in call_keys(node) if name in self.ours), None)
            if key is not None:
                yield key
                return
        for part in children(node):
            yield from self.glyphs_of(part)


def meaning_of(registry: Vocabulary, notation: Notation, scope: str = "") -> Meaning:
    """The letters of a notation's scope, and those of the other scopes that it does not hide."""
    ours = dict(meanings(notation, scope, registry.letters))
    rows = dict(rows_of(notation, scope))
    others = {
        key: tuple(registry.letters[name] for name in row.others if name in registry.letters)
        for key, row in rows.items()
        if row.others
    }
    elsewhere: dict[str, dict[Quantity, None]] = {}
    for other in notation.scopes:
        for key, meaning in meanings(notation, other.id, registry.letters).items():
            elsewhere.setdefault(key, {})[meaning] = None
        for key, row in rows_of(notation, other.id).items():
            rows.setdefault(key, row)
    for key, expressions in elsewhere.items():
        # A letter that this stretch does not declare is read as the others have it.
        if key not in ours and rows[key].kind == "quantity":
            ours[key], *more = expressions
            others[key] = (*others.get(key, ()), *more)
    latex = {key: row.glyph for key, row in rows.items()}
    guessed = frozenset(key for key, row in rows.items() if row.note == GUESSED)
    lines = {key: row.line for key, row in rows.items()}
    glyphs = dictionary(notation, scope)
    tied = frozenset(key for key, row in rows.items() if row.note == TIED)
    own_words = notation.id == OWN_WORDS
    units = {key: row.unit for key, row in rows.items() if row.unit}
    return Meaning(
        ours, others, latex, glyphs, notation.source.title, guessed, tied, lines, own_words, units
    )


class Reader(Record, eq=False, slots=False):
    """Evaluates printed trees through a meaning, at rows of the index's supply."""

    index: Index
    meaning: Meaning
    whole: dict[str, Values] = fresh(factory=dict)

    def probe(self, rows: NDArray[np.intp], special: Mapping[str, Values] | None = None) -> Probe:
        """A probe at some rows; ``special`` gives symbols of ours other values there."""
        return Probe(_Lookup(self, rows, special or {}))

    def glyph(self, glyph: str, special: Mapping[str, Values]) -> Values | None:
        """What a glyph is worth; None where the document does not explain it."""
        meaning = self.meaning.ours.get(glyph)
        if meaning is None:
            return None
        if name := meaning.name:
            return special[name] if name in special else self.index.supply[name]
        if any(letter in special for letter in meaning.letters):
            return self.index.values(meaning.program, special)
        if glyph not in self.whole:
            self.whole[glyph] = self.index.values(meaning.program)
        return self.whole[glyph]


class _Lookup(Mapping[str, Values]):
    """The letters of a probe, evaluated when they are asked for."""

    def __init__(
        self, reader: Reader, rows: NDArray[np.intp], special: Mapping[str, Values]
    ) -> None:
        self.reader, self.rows = reader, rows
        self.special = {name: spread(values, rows) for name, values in special.items()}
        self.kept: dict[str, Values | None] = {}

    def __getitem__(self, glyph: str) -> Values:
        if glyph not in self.kept:
            whole = self.reader.glyph(glyph, self.special)
            self.kept[glyph] = None if whole is None else whole[self.rows]
        values = self.kept[glyph]
        if values is None:
            raise KeyError(glyph)
        return values

    def __contains__(self, glyph: object) -> bool:
        return isinstance(glyph, str) and glyph in self.reader.meaning.ours

    def __iter__(self) -> Any:
        return iter(self.reader.meaning.ours)

    def __len__(self) -> int:
        return len(self.reader.meaning.ours)
