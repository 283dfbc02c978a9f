"""A registry, computed: the way from records to finished strings."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

import sympy

from derive.entries.store import Store
from derive.errors import BookNotMade
from derive.registry import Registry
from derive.workers import in_children

from .binding import bound, leaf_of
from .entries import Maker, Piece, compute, pieces, sound
from .leaves import Bound, Leaf, dumped
from .pen import Pen
from .shapes import Book

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
    tell: Tell | None = None,
    workers: int = 0,
) -> tuple[Bound, dict[str, Leaf]]:
    """The book with its leaves: those known under their keys, and the others made of entries.

    What a store has kept of the entries is taken from there.
    """
    key_of = {(piece.kind, piece.name): piece.key for piece in wanted}
    keys = {n: (key_of["page", n], key_of["calculator", n]) for n in registry.formulas}
    leaves = {n: known[n] for n in keys if n in known and known[n].keys == keys[n]}
    todo = [piece for piece in wanted if piece.kind not in ON_LEAVES or piece.name not in leaves]
    entries = entries_of(registry, todo, store=store, tell=tell, workers=workers)
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
    tell: Tell | None = None,
    workers: int = 0,
) -> dict[tuple[str, str], Any]:
    """The entries that are wanted: those that were kept, and the others computed."""
    entries: dict[tuple[str, str], Any] = {}
    missing: list[Piece] = []
    for piece in wanted:
        kept = None if store is None else _kept(store, piece)
        if kept is None:
            missing.append(piece)
        else:
            entries[piece.kind, piece.name] = kept
    for done, (piece, entry) in enumerate(_computed(registry, missing, workers), 1):
        entries[piece.kind, piece.name] = entry
        if store is not None:
            # One at a time: a build that is killed goes on where it was.
            store.put_lasting([(*piece.row, dumped(entry).decode())])
        if tell:
            tell(done, len(missing))
    return entries


def _kept(store: Store, piece: Piece) -> Any:
    entry = store.get(*piece.row)
    if entry is not None and not sound(piece.kind, entry):
        store.trouble(f"the kept entry of {piece.name} has another shape")
        return None
    return entry


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
