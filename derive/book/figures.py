"""The shape of figures: what may be named in a question, and how much a book holds."""

from __future__ import annotations

from typing import TypedDict

from .pieces import Cited


class CatalogueFigure(TypedDict):
    """A published figure of an entry of the catalogue."""

    symbol: str
    value: str
    says: str
    source: Cited


class CatalogueEntry(TypedDict):
    """Something that can be named in a question instead of typing its figures.

    ``figures`` hold always; of the ``choices`` one is named, and the first is
    taken where none is. ``quoted`` figures would mislead as givens.
    """

    id: str
    address: str
    shelf: str
    title: str
    says: str
    aliases: list[str]
    figures: list[CatalogueFigure]
    choices: dict[str, list[CatalogueFigure]]
    quoted: dict[str, str]
    source: Cited
    declared: str


class ConstantSetPage(TypedDict):
    """Fitted constants that were published together, by the id of their symbol."""

    id: str
    says: str
    values: dict[str, str]
    source: Cited
    declared: str


class Statistics(TypedDict):
    """How much a book holds, and how much of it is checked.

    ``derivations`` counts them by how they end, ``solved`` the pairs of a
    formula and a letter by the method that answers them.
    """

    counted: dict[str, int]
    sourced: int
    unit_checked: int
    derived: int
    with_published_number: int
    derivations: dict[str, int]
    published_numbers: dict[str, int]
    errata_proved: int
    solved: dict[str, int]


class Tally(TypedDict):
    """What the page of one formula adds to the statistics.

    ``proofs`` counts its derivations by how they end, ``solved`` its letters
    by how they are solved, each in the words of the page.
    """

    sourced: bool
    unit_checked: bool
    proofs: dict[str, int]
    worked: bool
    numbers: int
    come_out: int
    solved: dict[str, int]
