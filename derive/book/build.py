"""A registry, computed: the way from records to finished strings, and to the bytes of a book.

Entries are computed, or taken as they were kept; a book is bound from finished leaves,
so that bytes which were written once are not written again. A leaf holds what follows
from one formula's own facts. What connects pages is said anew for every book, since any
edit may change it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from .entries import (
    CalculatorEntry,
    FormulaEntry,
    Maker,
    Piece,
    compute,
    errata_by_source,
    pieces,
    sound,
)
from .formulas import connections
from .making import Bound, Leaf, Span, dumped
from .pen import Pen
from .pieces import FAILED, METHODS, Misprint, Statistics, Tally
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
from .shapes import Book, ComputedPage, Difference, ErrataPage, SearchRow, UnitRow

SECONDS = 600.0
"""A net and no limit on work: nothing takes a tenth of it. What it catches is named, not kept."""

MANY = 64
"""From here on the order matters more than the second that reading all laws takes."""

ON_LEAVES = ("page", "calculator")
Tell = Callable[[int, int], None]
"""Is told how many pieces are done, and of how many."""


def book_of(registry: Registry, title: str = "", *, workers: int = 0) -> Book:
    """Everything that a registry says, computed.

    Without ``workers`` it is computed in this process, else in so many
    children. Raises ``BookNotMade`` with the name of every piece that failed.
    """
    book, _ = bound_of(registry, title, pieces(registry), {}, workers=workers)
    return cast("Book", json.loads(book.content))


def bound_of(
    registry: Registry,
    title: str,
    wanted: list[Piece],
    known: Mapping[str, Leaf],
    *,
    store: Store | None = None,
    others: Sequence[Store] = (),
    tell: Tell | None = None,
    workers: int = 0,
) -> tuple[Bound, dict[str, Leaf]]:
    """The book with its leaves: those known under their keys, and the others made of entries.

    What a store has kept of the entries, or ``others`` have, is taken from there.
    """
    key_of = {(piece.kind, piece.name): piece.key for piece in wanted}
    keys = {n: (key_of["page", n], key_of["calculator", n]) for n in registry.formulas}
    leaves = {n: known[n] for n in keys if n in known and known[n].keys == keys[n]}
    todo = [piece for piece in wanted if piece.kind not in ON_LEAVES or piece.name not in leaves]
    entries = entries_of(registry, todo, store=store, others=others, tell=tell, workers=workers)
    for name in keys.keys() - leaves.keys():
        leaves[name] = leaf_of(keys[name], entries["page", name], entries["calculator", name])
    differences = {name: entries["variants", name]["differences"] for name in registry.variants}
    misprints = {n: entry["misprints"] for (kind, n), entry in entries.items() if kind == "errata"}
    return bound(registry, title, leaves, differences, misprints), leaves


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
        lent = next(filter(None, (other.get(*piece.row) for other in others)), None)
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


# --- leaves -------------------------------------------------------------------------


def leaf_of(keys: tuple[str, str], formula: FormulaEntry, calculator: CalculatorEntry) -> Leaf:
    """The leaf of a formula; its calculator gets the closed forms of its page."""
    page = formula["page"]
    drawn = [with_closed_forms(drawing, page["solved"]) for drawing in calculator["pages"]]
    return Leaf(keys, dumped(page), dumped(drawn), formula["brief"], tally(page))


SEARCHED = tuple(SearchRow.__annotations__)


# --- binding ---------------------------------------------------------------------


def bound(
    registry: Registry,
    title: str,
    leaves: Mapping[str, Leaf],
    differences: Mapping[str, list[Difference]],
    misprints: Mapping[str, list[Misprint]],
) -> Bound:
    """The book made of its leaves and of what connects them; no law is read for it."""
    pen = Pen.of(registry)
    pen.briefs.update({name: leaf.brief for name, leaf in leaves.items()})
    parts = [dumped(_front(pen, title))[:-1], b',"formulas":{']
    length, spans = sum(map(len, parts)), dict[str, tuple[Span, Span]]()
    for name, formula in registry.formulas.items():
        leaf = leaves[name]
        linked = dumped(connections(pen, formula, differences))
        head = dumped(name) + b":" if not spans else b"," + dumped(name) + b":"
        between = b"," + linked[1:-1] + b',"calculator":'
        page = length + len(head), length + len(head) + len(leaf.page)
        drawn = page[1] - 1 + len(between)
        spans[name] = page, (drawn, drawn + len(leaf.calculator))
        parts += [head, leaf.page[:-1], between, leaf.calculator, b"}"]
        length = spans[name][1][1] + 1
    rest = _rest(pen, misprints)
    sizes = {"formulas": len(leaves), **{kind: len(pages) for kind, pages in rest.items()}}
    figures = statistics(sizes, (leaf.tally for leaf in leaves.values()), rest["errata"].values())
    parts += [b"},", dumped({**rest, "statistics": figures})[1:]]
    return Bound(b"".join(parts), spans)


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
            {name: getattr(record, name) for name in SEARCHED}
            for record in (Record(*row) for row in search_rows(pen.registry))
        ],
    }


def _rest(pen: Pen, misprints: Mapping[str, list[Misprint]]) -> dict[str, dict[str, Any]]:
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
            name: errata_page(pen, errata[0].place.source, errata, misprints[name])
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


def tally(page: ComputedPage) -> Tally:
    """The figures of one formula."""
    rows = [row for table in page["worked"] for row in table["rows"]]
    return {
        "sourced": bool(page["sources"])
        and all(source["place"].strip() for source in page["sources"]),
        "unit_checked": any(
            check["id"] == "units" and check["tone"] == "good" for check in page["checks"]
        ),
        "proofs": dict(Counter(proof["strength"] for proof in page["derivations"])),
        "worked": bool(page["worked"]),
        "numbers": len(rows),
        "come_out": sum(row["agrees"] for row in rows),
        "solved": dict(Counter(solved["method"] for solved in page["solved"])),
    }


def statistics(
    counted: dict[str, int], formulas: Iterable[Tally], pages: Iterable[ErrataPage]
) -> Statistics:
    """How much there is, and how much of it is checked."""
    tallies = list(formulas)
    proofs = sum((Counter(tally["proofs"]) for tally in tallies), Counter[str]())
    solved = sum((Counter(tally["solved"]) for tally in tallies), Counter[str]())
    errata = [erratum for page in pages for erratum in page["errata"]]
    return {
        "counted": counted,
        "sourced": sum(tally["sourced"] for tally in tallies),
        "unit_checked": sum(tally["unit_checked"] for tally in tallies),
        "derived": sum(bool(tally["proofs"]) for tally in tallies),
        "with_published_number": sum(tally["worked"] for tally in tallies),
        "derivations": {
            "total": proofs.total(),
            **{end: proofs[end] for end in ("exact", "tested", "approximate", FAILED)},
        },
        "published_numbers": {
            "total": sum(tally["numbers"] for tally in tallies),
            "come_out": sum(tally["come_out"] for tally in tallies),
        },
        "errata_proved": sum(
            bool(erratum["point"]) and erratum["tone"] == "good" for erratum in errata
        ),
        "solved": {method: solved[says] for method, says in METHODS.items()},
    }
