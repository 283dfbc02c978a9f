"""A registry, computed: the way from records to finished strings."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import Any, cast

import sympy

from derive.errors import BookNotMade
from derive.registry import Registry
from derive.workers import in_children

from .calculating import CalculatorPage
from .calculator import with_closed_forms
from .catalog import catalogue, constant_sets
from .entries import Maker, Piece, compute, errata_by_source, pieces, sound
from .errata import errata_page
from .formulas import connections
from .notations import letters_elsewhere, notation_page
from .pen import Pen
from .records import citations, source_page, subject_page, symbol_page, term_page
from .schema import VERSION
from .shapes import Book, FormulaPage, UnitRow
from .statistics import statistics
from .store import Store

SECONDS = 600.0
"""A net and no limit on work: nothing takes a tenth of it. What it catches is named, not kept."""

MANY = 8
Tell = Callable[[int, int], None]
"""Is told how many pieces are done, and of how many."""

Entries = Mapping[tuple[str, str], Any]


def book_of(
    registry: Registry,
    title: str = "",
    *,
    store: Store | None = None,
    tell: Tell | None = None,
    workers: int = 0,
) -> Book:
    """Everything that a registry says, computed; what a store has kept is taken from there.

    Without ``workers`` it is computed in this process, else in so many
    children. Raises ``BookNotMade`` with the name of every piece that failed.
    """
    found = entries_of(registry, pieces(registry), store=store, tell=tell, workers=workers)
    return assembled(registry, title, found)


# --- the entries -----------------------------------------------------------------


def entries_of(
    registry: Registry,
    wanted: list[Piece],
    *,
    store: Store | None = None,
    tell: Tell | None = None,
    workers: int = 0,
) -> dict[tuple[str, str], Any]:
    """The entries that are wanted: those that were kept, and the others computed."""
    found: dict[tuple[str, str], Any] = {}
    missing: list[Piece] = []
    for piece in wanted:
        kept = _kept(store, piece) if store else None
        if kept is None:
            missing.append(piece)
        else:
            found[piece.kind, piece.name] = kept
    for done, (piece, entry) in enumerate(_computed(registry, missing, workers), 1):
        found[piece.kind, piece.name] = entry
        if store:
            store.keep(piece.kind, piece.name, piece.key, entry)
        if tell:
            tell(done, len(missing))
    return found


def _kept(store: Store, piece: Piece) -> dict[str, Any] | None:
    found = store.kept(piece.kind, piece.name, piece.key)
    if found is not None and not sound(piece.kind, found):
        store.cache.trouble(f"the cache entry of {piece.name} has another shape")
        return None
    return found


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
        if piece.kind != "formula":
            return -sys.maxsize
        law = registry.laws[piece.name]
        return -len(law.symbols) * int(sympy.count_ops(law.relation))

    return sorted(missing, key=size)


# --- the book ----------------------------------------------------------------------


def assembled(registry: Registry, title: str, entries: Entries) -> Book:
    """The book made of its entries and of what connects them; no law is read for it."""
    pen = Pen.of(registry)
    pen.briefs.update({name: entries["formula", name]["brief"] for name in registry.formulas})
    groups = {name: entries["variants", name]["differences"] for name in registry.variants}
    errata = errata_by_source(registry)
    cited, elsewhere, using = citations(pen), letters_elsewhere(pen), _using(pen)
    subjects = [subject_page(pen, subject) for subject in registry.subjects.values()]
    formulas: dict[str, FormulaPage] = {
        name: cast(
            "FormulaPage",
            {
                **entries["formula", name]["page"],
                **connections(pen, formula, groups),
                "calculator": _calculator(entries, name),
            },
        )
        for name, formula in registry.formulas.items()
    }
    made: dict[str, Any] = {
        "schema": VERSION,
        "title": title,
        "made_by": {"derive": version("training-formulary"), "sympy": sympy.__version__},
        "units": unit_rows(registry),
        "subjects": [subject for subject in subjects if subject["formulas"]],
        "formulas": formulas,
        "symbols": {
            name: symbol_page(pen, note, using[name], elsewhere.get(name, []))
            for name, note in registry.symbols.items()
        },
        "constants": {name: pen.number(name) for name in registry.constants},
        "constant_sets": constant_sets(pen),
        "terms": {name: term_page(pen, term) for name, term in registry.terms.items()},
        "sources": {
            source.id: source_page(pen, source, cited[source.id])
            for source in registry.sources.values()
        },
        "errata": {
            name: errata_page(pen, some[0].place.source, some, entries["errata", name]["misprints"])
            for name, some in errata.items()
        },
        "notations": {name: notation_page(pen, one) for name, one in registry.notations.items()},
        "catalogue": catalogue(pen),
    }
    book = cast("Book", made)
    return {**book, "statistics": statistics(book)}


def _calculator(entries: Entries, name: str) -> list[CalculatorPage]:
    """The calculator of a formula, its closed forms put in; none where it has none."""
    solved = entries["formula", name]["page"]["solved"]
    return [with_closed_forms(one, solved) for one in entries["calculator", name]["pages"]]


def unit_rows(registry: Registry) -> list[UnitRow]:
    """Every unit that may be typed."""
    return [
        {
            "name": one.name,
            "symbol": one.symbol,
            "aliases": list(one.aliases),
            "factor": str(one.factor),
            "dimensions": dict(one.dimensions),
            "kinds": dict(one.kinds),
            "role": one.role,
        }
        for one in registry.units.entries
    ]


def _using(pen: Pen) -> dict[str, list[str]]:
    """For each symbol, the formulas that hold it."""
    found: dict[str, list[str]] = {name: [] for name in pen.registry.symbols}
    for name in pen.registry.formulas:
        for letter in pen.brief(name)["letters"]:
            found[letter].append(name)
    return found
