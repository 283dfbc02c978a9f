"""What one looks up beside the laws: terms, the catalogue, and how other documents write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .notes import SHELVES, Declared, Place, Placed, Shelf, Source

if TYPE_CHECKING:
    from .formulas import Formula, Use
    from .symbols import Symbol


__all__ = ["SHELVES", "Entry", "Figure", "Shelf", "Term"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A value as published, where that is not the entry's own source or wants a word.

    One that is ``usual`` is how the thing was used and not what it is, as the sequence
    length of a model's pre-training: it is taken where a question says nothing, and said.
    """

    value: str
    source: Place | None = None
    says: str = ""
    usual: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Placed):
    """Something one can name in a question instead of typing its figures.

    ``figures`` hold always; of ``choices`` (a precision, a direction) one is
    named, ``id:choice``, and the first is taken, and said, where none is.
    ``quoted`` are figures that are often quoted and would mislead as givens,
    such as the sum of both directions of a link. ``settles`` names the
    alternatives of choices that its letters alone do not show.
    """

    id: str
    shelf: Shelf
    title: str
    figures: Mapping[Symbol, str | Figure]
    source: Place
    choices: Mapping[str, Mapping[Symbol, str | Figure]] = field(default_factory=dict)
    quoted: Mapping[str, str] = field(default_factory=dict)
    says: str = ""
    aliases: tuple[str, ...] = ()
    settles: Mapping[str, str] = field(default_factory=dict)
    declared: Declared = Declared()


@dataclass(frozen=True, slots=True)
class Term(Placed):
    """A word with its definition; the first sentence is the hover card.

    ``not_to_confuse`` maps the id of another term to what tells them apart;
    names in backticks inside prose are promises that the checker keeps.
    """

    id: str
    name: str
    says: str
    synonyms: tuple[str, ...] = ()
    acronym: str = ""
    plural: str = ""
    not_to_confuse: tuple[tuple[str, str], ...] = ()
    symbols: tuple[str, ...] = ()
    formulas: tuple[str, ...] = ()
    sources: tuple[Place, ...] = ()
    autolink: bool = True
    declared: Declared = Declared()


# --- other documents --------------------------------------------------------------


RowKind = Literal["quantity", "index", "array", "label"]
ErratumKind = Literal["formula", "words", "number"]


@dataclass(frozen=True, slots=True)
class Scope:
    """A stretch of a document in which letters keep their meaning.

    ``heading`` is the heading above it, ``parts`` and ``chapters`` the ranges
    for which the document says it holds, ``within`` the scope around it,
    whose letters hold here too unless they are declared anew.
    """

    id: str
    heading: str = ""
    parts: tuple[int, int] | None = None
    chapters: tuple[int, int] | None = None
    within: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One letter of a document.

    ``glyph`` is its LaTeX. ``means`` is the id of our symbol, or an expression
    over our symbols where the quantity itself differs (seconds per byte are
    ``1 / beta``). ``wanted`` is an id that no symbol of ours has yet.
    ``says`` is the meaning in our words, ``unit`` the document's own unit,
    ``others`` what else the document lets the letter mean.
    """

    glyph: str
    means: Any = ""
    says: str = ""
    unit: str = ""
    line: int = 0
    wanted: str = ""
    others: tuple[str, ...] = ()
    kind: RowKind = "quantity"
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reuse:
    """A place where the document itself says that letters change their meaning."""

    glyphs: tuple[str, ...]
    line: int
    says: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Notation(Placed):
    """A document's letters, scope by scope; matched to a manuscript by its title."""

    id: str
    source: Source
    titles: tuple[str, ...]
    scopes: tuple[Scope, ...]
    rows: Mapping[str, tuple[Row, ...]]
    reuses: tuple[Reuse, ...] = ()
    says: str = ""
    declared: Declared = Declared()


@dataclass(frozen=True, slots=True, eq=False)
class Erratum(Placed):
    """What a published text gets wrong, as data that the checker proves again.

    A formula is given as ``printed`` LaTeX, read through ``notation`` in
    ``scope``, beside the ``corrected`` law; ``differs_at`` holds values at
    which the two part. Words and numbers are corrected by a text. ``proof``
    cites what the correction rests on.
    """

    id: str
    place: Place
    kind: ErratumKind
    says: str
    corrected: Formula | Use | str
    proof: tuple[Place, ...]
    notation: Notation | None = None
    scope: str = ""
    printed: str = ""
    differs_at: Mapping[Symbol, Any] | None = None
    declared: Declared = Declared()
