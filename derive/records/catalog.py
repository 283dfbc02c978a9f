"""What has a name of its own: accelerators, links and models with their figures, and terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .domains import SHELVES, Shelf
from .sources import Declared, Place, Placed

if TYPE_CHECKING:
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
