"""A registry, computed: the way from records to finished strings.

Entries are computed, or taken as they were kept. What connects pages is said anew for
every book, since any edit may change it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Any, cast

import sympy

from derive.entries.showing import search_rows
from derive.entries.store import Store
from derive.errors import BookNotMade
from derive.registry import Registry
from derive.search import Record
from derive.workers import in_children

from .calculator import with_closed_forms
from .documents import errata_page, letters_elsewhere, notation_page
from .entries import Maker, Piece, compute, errata_by_source, pieces, sound
from .formulas import connections
from .making import dumped
from .pen import Pen
from .pieces import FAILED, METHODS, Statistics
from .records import (
    areas,
    catalogue,
    citations,
    constant_sets,
    source_page,
    subject_page,
    symbol_page,
    term_page,
)
from .schema import VERSION
from .shapes import Book, ComputedPage, ErrataPage, SearchRow, UnitRow

SECONDS = 600.0
"""A net and no limit on work: nothing takes a tenth of it. What it catches is named, not kept."""

MANY = 64
"""From here on the order matters more than the second that reading all laws takes."""

Tell = Callable[[int, int], None]
"""Is told how many pieces are done, and of how many."""
Entries = Mapping[tuple[str, str], Any]
"""Entries by their kind and the id of their record."""


def book_of(registry: Registry, title: str = "", *, workers: int = 0) -> Book:
    """Everything that a registry says, computed.

    Without ``workers`` it is computed in this process, else in so many
    children. Raises ``BookNotMade`` with the name of every piece that failed.
    """
    return bound(registry, title, entries_of(registry, pieces(registry), workers=workers))


# --- the entries -----------------------------------------------------------------


def entries_of(
    registry: Registry,
    wanted: list[Piece],
    *,
    store: Store | None = None,
    others: Sequence[Store] = (),
    tell: Tell | None = None,
    workers: int = 0,
) -> dict[tuple[str, str], Any]:
    """The entries that are wanted: those that were kept, and the others computed."""
    entries: dict[tuple[str, str], Any] = {}
    missing: list[Piece] = []
    borrowed: list[tuple[str, str, str]] = []
    for piece in wanted:
        kept = None if store is None else store.get(*piece.row)
        if kept is not None and sound(piece.kind, kept):
            entries[piece.kind, piece.name] = kept
            continue
        if kept is not None and store is not None:
            store.trouble(f"the kept entry of {piece.name} has another shape")
        all_lent = (other.get(*piece.row) for other in others)
        lent = next((lent for lent in all_lent if lent is not None), None)
        if lent is not None and sound(piece.kind, lent):
            entries[piece.kind, piece.name] = lent
            borrowed.append((*piece.row, dumped(lent).decode()))
            continue
        missing.append(piece)
    if store is not None:
        store.put_lasting(borrowed)
    for done, (piece, entry) in enumerate(_computed(registry, missing, workers), 1):
        entries[piece.kind, piece.name] = entry
        if store is not None:
            # One at a time: a build that is killed goes on where it was.
            store.put_lasting([(*piece.row, dumped(entry).decode())])
        if tell:
            tell(done, len(missing))
    return entries


def _computed(
    registry: Registry, missing: list[Piece], workers: int
) -> Iterator[tuple[Piece, Any]]:
    """Entries as they are ready; what failed is told at the end, all of it."""
    if len(missing) >= MANY:
        missing = _longest_first(registry, missing)
    if not workers:
        pen = Pen.of(registry)
        for piece in missing:
            yield piece, compute(pen, piece)
        return
    failed: dict[str, str] = {}
    for outcome in in_children(Maker(registry), missing, seconds=SECONDS, workers=workers):
        if outcome.trouble:
            failed[outcome.item.name] = outcome.trouble
        else:
            yield outcome.item, outcome.result
    if failed:
        raise BookNotMade(failed)


def _longest_first(registry: Registry, missing: list[Piece]) -> list[Piece]:
    """What takes long is begun early, so that no core is left alone with it at the end."""

    def size(piece: Piece) -> int:
        if piece.kind != "page":
            return -sys.maxsize
        law = registry.laws[piece.name]
        return -len(law.symbols) * int(sympy.count_ops(law.relation))

    return sorted(missing, key=size)


# --- binding ---------------------------------------------------------------------


SEARCHED = tuple(SearchRow.__annotations__)


def bound(registry: Registry, title: str, entries: Entries) -> Book:
    """The book made of its entries and of what connects them; no law is read for it.

    A calculator gets the closed forms of its formula's page.
    """
    pen = Pen.of(registry)
    pen.briefs.update({name: entries["page", name]["brief"] for name in registry.formulas})
    computed = {name: entries["page", name]["page"] for name in registry.formulas}
    differences = {name: entries["variants", name] for name in registry.variants}
    formulas = {
        name: {
            **page,
            **connections(pen, registry.formulas[name], differences),
            "calculator": [
                with_closed_forms(drawing, page["solved"])
                for drawing in entries["calculator", name]
            ],
        }
        for name, page in computed.items()
    }
    rest = _rest(pen, entries)
    counted = {"formulas": len(formulas), **{kind: len(pages) for kind, pages in rest.items()}}
    figures = statistics(counted, computed.values(), rest["errata"].values())
    book = {**_front(pen, title), "formulas": formulas, **rest, "statistics": figures}
    return cast("Book", book)


def _front(pen: Pen, title: str) -> dict[str, Any]:
    """What stands before the formulas."""
    pages = [subject_page(pen, subject) for subject in pen.registry.subjects.values()]
    subjects = [subject for subject in pages if subject["formulas"]]
    return {
        "schema": VERSION,
        "title": title,
        "made_by": {"derive": version("training-formulary"), "sympy": sympy.__version__},
        "units": unit_rows(pen.registry),
        "areas": areas(pen.registry, [subject["id"] for subject in subjects]),
        "subjects": subjects,
        "search": [
            {**{name: getattr(record, name) for name in SEARCHED}, "formulas": [*record.formulas]}
            for record in (Record(*row) for row in search_rows(pen.registry))
        ],
    }


def _rest(pen: Pen, entries: Entries) -> dict[str, dict[str, Any]]:
    """What stands after the formulas, by kind."""
    registry = pen.registry
    cited, elsewhere = citations(pen), letters_elsewhere(pen)
    using: dict[str, list[str]] = {name: [] for name in registry.symbols}
    for name in registry.formulas:
        for letter in pen.brief(name)["letters"]:
            using[letter].append(name)
    return {
        "symbols": {
            name: symbol_page(pen, note, using[name], elsewhere.get(name, []))
            for name, note in registry.symbols.items()
        },
        "constants": {name: pen.number(name) for name in registry.constants},
        "constant_sets": {**constant_sets(pen)},
        "terms": {name: term_page(pen, term) for name, term in registry.terms.items()},
        "sources": {
            source.id: source_page(pen, source, cited[source.id])
            for source in registry.sources.values()
        },
        "errata": {
            name: errata_page(pen, errata[0].place.source, errata, entries["errata", name])
            for name, errata in errata_by_source(registry).items()
        },
        "notations": {
            name: notation_page(pen, notation) for name, notation in registry.notations.items()
        },
        "catalogue": {**catalogue(pen)},
    }


def unit_rows(registry: Registry) -> list[UnitRow]:
    """Every unit that may be typed."""
    return [
        {
            "name": entry.name,
            "symbol": entry.symbol,
            "aliases": list(entry.aliases),
            "factor": str(entry.factor),
            "dimensions": dict(entry.dimensions),
            "kinds": dict(entry.kinds),
            "role": entry.role,
        }
        for entry in registry.units.entries
    ]


# --- how much there is ------------------------------------------------------------


def statistics(
    counted: dict[str, int], formulas: Collection[ComputedPage], errata: Iterable[ErrataPage]
) -> Statistics:
    """How much there is, and how much of it is checked."""
    proofs = Counter(proof["strength"] for page in formulas for proof in page["derivations"])
    solved = Counter(solved["method"] for page in formulas for solved in page["solved"])
    rows = [row for page in formulas for table in page["worked"] for row in table["rows"]]
    misprints = [erratum for page in errata for erratum in page["errata"]]
    return {
        "counted": counted,
        "sourced": sum(map(_is_sourced, formulas)),
        "unit_checked": sum(map(_is_unit_checked, formulas)),
        "derived": sum(bool(page["derivations"]) for page in formulas),
        "with_published_number": sum(bool(page["worked"]) for page in formulas),
        "derivations": {
            "total": proofs.total(),
            **{end: proofs[end] for end in ("exact", "tested", "approximate", FAILED)},
        },
        "published_numbers": {"total": len(rows), "come_out": sum(row["agrees"] for row in rows)},
        "errata_proved": sum(
            bool(erratum["point"]) and erratum["tone"] == "good" for erratum in misprints
        ),
        "solved": {method: solved[says] for method, says in METHODS.items()},
    }


def _is_sourced(page: ComputedPage) -> bool:
    return bool(page["sources"]) and all(source["place"].strip() for source in page["sources"])


def _is_unit_checked(page: ComputedPage) -> bool:
    return any(check["id"] == "units" and check["tone"] == "good" for check in page["checks"])
