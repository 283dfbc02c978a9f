"""Printed relations held against laws: verdicts on them, and whether they hold where laws do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from derive.frozen import Mutable, Record, fresh
from derive.notation import Call, Chain, Letter, Node, glyphs_in
from derive.notation.lexer import FUNCTIONS

from .changes import Change
from .index import Entry, Index, spread
from .meaning import Meaning, Reader, meaning_of
from .probing import LEAST, Probe, Unknown, Values, call_keys, close

if TYPE_CHECKING:
    from derive.entries.vocabulary import ErratumNote, Quantity, Vocabulary
    from derive.records import Notation

DIRECTIONS = {"<": -1, "<=": -1, "<<": -1, ">": 1, ">=": 1, ">>": 1}
Kind = Literal[
    "equal", "assumed", "convention", "differs", "left out", "erratum", "far", "none", "unread"
]
SAME = frozenset({"=", "~"})


class Pair(Record):
    """Two sides of a printed chain and what is printed between them."""

    left: Node
    operator: str
    right: Node


class Assumption(Record):
    """A letter of the law that the print leaves out, and the value that makes both agree.

    ``plain`` says that the letter simply vanishes, as a factor of one; ``law``
    names the formula that states the value.
    """

    name: str
    value: str
    plain: bool
    law: str = ""


class Verdict(Record):
    """What a printed relation is to the registry.

    ``entry`` is the law it was held against, ``change`` the one change that
    makes them agree, ``assumptions`` what must hold for them to agree.
    ``unless`` is the verdict under an assumption that the text could have stated,
    ``lent`` a glyph of the print and the letter of the law that it stands for here.
    """

    kind: Kind
    pair: Pair
    entry: Entry | None = None
    change: Change | None = None
    assumptions: tuple[Assumption, ...] = ()
    erratum: ErratumNote | None = None
    why: str = ""
    unless: Verdict | None = None
    lent: tuple[str, str] | None = None

    @property
    def cost(self) -> float:
        """How far from simple the change is; 0 without one."""
        return self.change.cost if self.change else 0.0


def pairs_of(chain: Chain) -> Iterator[Pair]:
    """The first side with each that it equals; behind an inequality, neighbours."""
    first, operator = chain.members[0], "="
    for (left, right), printed in zip(pairwise(chain.members), chain.operators, strict=True):
        if printed in SAME and operator in {"=", "~"}:
            operator = "~" if "~" in {operator, printed} else "="
            yield Pair(first, operator, right)
        else:
            operator = ""
            yield Pair(left, printed, right)


def glyph_of(node: Node) -> str:
    """The glyph of a side that is one letter, or one called by name."""
    if isinstance(node, Letter):
        return node.glyph
    if isinstance(node, Call) and node.function not in FUNCTIONS:
        return call_keys(node)[0]
    return ""


def binds(pair: Pair) -> bool:
    """Whether a letter only gets a value, ``k = 12``."""
    sides = (pair.left, pair.right)
    return any(glyph_of(side) for side in sides) and not all(glyphs_in(side) for side in sides)


class Holder(Mutable, eq=False, slots=False):
    """Holds printed relations of one document against the registry.

    ``known`` are the values that the text around gives to our symbols.
    """

    index: Index
    meaning: Meaning
    known: Mapping[str, Fraction] = fresh(factory=dict)
    judged: dict[Any, tuple[tuple[Verdict, ...], ...]] = fresh(factory=dict)

    @cached_property
    def reader(self) -> Reader:
        """Evaluates the document's letters."""
        return Reader(self.index, self.meaning)

    def letters(self, pair: Pair) -> frozenset[str]:
        """The ids of our symbols in both sides."""
        return self.meaning.letters_of(pair.left) | self.meaning.letters_of(pair.right)

    def glyphs(self, pair: Pair) -> dict[str, None]:
        """The document's glyphs in both sides, in the order of the print."""
        both = (*self.meaning.glyphs_of(pair.left), *self.meaning.glyphs_of(pair.right))
        return dict.fromkeys(both)

    def letter_of(self, glyph: str) -> str:
        """The id of the symbol that a glyph stands for; empty where it is none, or more."""
        return str(getattr(self.meaning.ours.get(glyph), "name", ""))

    def names_in(self, node: Node) -> set[str]:
        """The letters of a part by the ids of our symbols, and as they are where they have none."""
        return {self.letter_of(glyph) or glyph for glyph in glyphs_in(node)}

    def terms_lost(self, change: Change | None) -> list[str]:
        """The letters of the document for the term that a print lacks."""
        if change is None or change.kind != "missing term":
            return []
        name = change.by.lstrip("+- ")
        return [glyph for glyph, ours in self.meaning.ours.items() if ours.name == name]

    def glyphs_alike(self, glyph: str) -> set[str]:
        """The other glyphs that stand for the same symbol."""
        name = self.letter_of(glyph)
        ours = self.meaning.ours.items()
        return {other for other, meaning in ours if name and meaning.name == name} - {glyph}

    def lending(self, lent: tuple[str, str], first: int = 0) -> Holder:
        """The same, with one glyph for another symbol of ours: a law applied to other letters.

        An index of the document may be ``first`` where ours is nothing.
        """
        glyph, name = lent
        rest = {key: meaning for key, meaning in self.meaning.ours.items() if key != glyph}
        letter = self.index.registry.letters[name]
        lending = self.reading({glyph: letter + first if first else letter, **rest})
        latex = {glyph: glyph, **self.meaning.latex}
        lending.meaning = lending.meaning.replaced(latex=latex)
        return lending

    def reading(self, ours: Mapping[str, Quantity]) -> Holder:
        """The same, with other meanings of its letters."""
        return Holder(self.index, self.meaning.replaced(ours=ours), self.known)

    def under(self, symbols: Mapping[str, str]) -> Holder:
        """The same where glyphs mean these symbols of ours, and nothing else means any."""
        letters = self.index.registry.letters
        return self.reading({glyph: letters[name] for glyph, name in symbols.items()})

    def subject(self, pair: Pair) -> str | None:
        """The one symbol of ours that a side consists of."""
        for side in (pair.left, pair.right):
            meaning = self.meaning.ours.get(glyph_of(side)) if glyph_of(side) else None
            if meaning is not None and meaning.is_letter:
                return meaning.name
        return None

    def sides(
        self, entry: Entry, pair: Pair, special: Mapping[str, Values] | None = None
    ) -> tuple[Probe, Values, Values]:
        """Both sides where a law holds: its left letter is what the law says."""
        given = entry.given if special is None else special
        probe = self.reader.probe(entry.rows, given)
        return probe, row(probe.value(pair.left), entry), row(probe.value(pair.right), entry)

    def holds(self, entry: Entry, pair: Pair, special: Mapping[str, Values] | None = None) -> bool:
        """Whether the print is true where the law is, and false beside it."""
        given = {**entry.given, **(special or {})}
        try:
            _, left, right = self.sides(entry, pair, given)
            if not close(left, right):
                return False
            # A print that is true whatever the law's left letter is, as an identity is, says
            # nothing about the law. The factor and the term move zero and one as well.
            beside = {**given, entry.lhs: given[entry.lhs] * 1.37 + 0.011}
            _, above, below = self.sides(entry, pair, beside)
        except Unknown:
            return False
        gap = np.sign(above - below)[np.isfinite(above - below)]
        if close(above, below) or not gap.size:
            return False
        return _directed(pair, entry, gap)

    def agrees_under(self, pair: Pair, symbols: Mapping[str, str]) -> bool:
        """Whether a print is a law when its glyphs mean these symbols of ours."""
        laws = self.index.by_letters.get(frozenset(symbols.values()), ())
        other = self.under(symbols) if laws else self
        return any(other.holds(entry, pair) for entry in laws)

    def value_with(self, entry: Entry, special: Mapping[str, Values]) -> Values | None:
        """What the law gives with special values."""
        given = {name: spread(values, entry.rows) for name, values in special.items()}
        values_there = entry.value(given)[entry.rows]
        # Of a quantity that is nothing, a print that writes something for it says nothing.
        telling = np.isfinite(values_there) & (values_there != 0)
        return values_there if np.count_nonzero(telling) >= LEAST else None

    def left_out(self, verdict: Verdict) -> bool:
        """Whether an assumption drops a letter that the document has and could have written."""
        return any(
            assumption.plain
            and assumption.name in self.meaning.expressible
            and assumption.name not in self.known
            for assumption in verdict.assumptions
        )


def _directed(pair: Pair, entry: Entry, gap: Values) -> bool:
    """Whether two inequalities point the same way; equations have no direction."""
    printed, law = DIRECTIONS.get(pair.operator), DIRECTIONS.get(entry.operator)
    if printed is None or law is None:
        return True
    # Beside the law its left letter was made larger: true there for >=, false for <=.
    return bool(np.all((gap == printed) == (law > 0)))


def row(values: Values, entry: Entry) -> Values:
    """Values at every point of a law, also where they are one number."""
    return np.broadcast_to(np.asarray(values, dtype=float), (len(entry.rows),))


@lru_cache(maxsize=4)
def index_of(registry: Vocabulary) -> Index:
    """The index of a registry, made once."""
    return Index(registry)


@lru_cache(maxsize=256)
def holder_of(registry: Vocabulary, notation: Notation, scope: str) -> Holder:
    """What holds formulas of a document's scope against the registry."""
    meaning = meaning_of(registry, notation, scope)
    others = {name for some in meaning.others.values() for other in some for name in other.letters}
    return Holder(index_of(registry).require(meaning.expressible | others), meaning)
