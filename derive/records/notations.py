"""Notations: what each letter of a document stands for here, stretch by stretch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from .sources import Declared, Place, Placed, Source

if TYPE_CHECKING:
    from .formulas import Formula, Use
    from .symbols import Symbol

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
