"""The finished book of a package: as it was kept, or made and kept.

It lies in the store of the package, beside the entries that questions read.
What takes long is kept by a key that holds all it follows from, the finished
book by the files as they were when it was made.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from derive.entries.files import engine_paths, listing, package_folder, unchanged, watched
from derive.entries.opening import store_path, stores_beside
from derive.entries.store import Store
from derive.workers import beside, cores, rarely_collected

from . import PARTS
from .calculating import CalculatorPage
from .pieces import Brief, Tally
from .schema import holds
from .shapes import Book, ComputedPage

if TYPE_CHECKING:
    from derive.registry import Registry

BOOK = "book"
CONTENT, LEAVES = (BOOK, "content"), (BOOK, "leaves")

Span = tuple[int, int]
"""Where some bytes begin in a book, and where they end."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """What a book says of one formula by its own facts; ``keys`` are those of its two entries.

    ``page`` and ``calculator`` are JSON as it stands in the book.
    """

    keys: tuple[str, str]
    page: bytes
    calculator: bytes
    brief: Brief
    tally: Tally


@dataclass(frozen=True, slots=True)
class Bound:
    """A whole book, and where in it the page and the calculator of each formula stand.

    A page ends there with what connects it to others, so its last brace is not its own.
    """

    content: bytes
    spans: dict[str, tuple[Span, Span]]


def dumped(data: Any) -> bytes:
    """Data as JSON, in the one way in which a book is written."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def book_rows(bound: Bound, leaves: Mapping[str, Leaf]) -> list[tuple[str, str, str]]:
    """A book and its leaves as a store keeps them; they are put together or not at all."""
    cuts = {
        name: {
            "keys": leaf.keys,
            "page": bound.spans[name][0],
            "calculator": bound.spans[name][1],
            "brief": leaf.brief,
            "tally": leaf.tally,
        }
        for name, leaf in leaves.items()
    }
    return [(*CONTENT, bound.content.decode()), (*LEAVES, dumped(cuts).decode())]


def kept_book(store: Store) -> tuple[bytes, Book] | None:
    """The book that was kept last, if it has the shape of one."""
    text = store.text(*CONTENT)
    if text is None:
        return None
    with suppress(ValueError, RecursionError), rarely_collected():
        book = json.loads(text)
        if holds(Book)(book):
            return text.encode(), cast("Book", book)
    store.trouble("the kept book has another shape")
    return None


@contextmanager
def last_leaves(store: Store | None) -> Iterator[Callable[[], dict[str, Leaf]]]:
    """What gives the leaves of the last book; they are looked at while the caller goes on."""
    leaves = _kept_leaves(store) if store is not None else {}
    if store is None or not leaves:
        yield dict[str, Leaf]
        return
    # In a child, while the caller imports SymPy: neither waits for the other.
    with beside(partial(_sound, leaves)) as outcome:

        def believed() -> dict[str, Leaf]:
            if outcome().result is True:
                return leaves
            store.trouble("a leaf of the kept book has another shape")
            return {}

        yield believed


def _kept_leaves(store: Store) -> dict[str, Leaf]:
    """The leaves of the last book as they are kept."""
    text, cuts = store.text(*CONTENT), store.get(*LEAVES)
    if text is None or cuts is None:
        return {}
    content = text.encode()
    try:
        return {name: _leaf(content, cut) for name, cut in cuts.items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        store.trouble("the kept book has no list of its leaves")
        return {}


def _leaf(content: bytes, cut: Mapping[str, Any]) -> Leaf:
    (start, end), (first, last) = cut["page"], cut["calculator"]
    formula, calculator = cut["keys"]
    # In the book a page goes on with what connects it to others; its own brace is put back.
    page = content[start : end - 1] + b"}"
    return Leaf((formula, calculator), page, content[first:last], cut["brief"], cut["tally"])


def _sound(leaves: Mapping[str, Leaf]) -> bool:
    """Whether every leaf has the shape of one."""
    page, drawn = holds(ComputedPage), holds(list[CalculatorPage])
    brief, tally = holds(Brief), holds(Tally)
    with rarely_collected():
        return all(
            page(json.loads(leaf.page))
            and drawn(json.loads(leaf.calculator))
            and brief(leaf.brief)
            and tally(leaf.tally)
            for leaf in leaves.values()
        )


FILES = (BOOK, "files")
Tell = Callable[[str], None]


def book_bytes(package: str | Path | None = None, **options: Any) -> bytes:
    """The book of a package as JSON; where nothing changed, the knowledge is not imported.

    ``fresh`` believes nothing that was kept. ``tell`` hears once what is wrong
    with the store, ``progress`` how many pieces are done of how many.
    """
    return _book(package, **options)[0]


def read_book(package: str | Path | None = None, title: str = "", **options: Any) -> Book:
    """The same, read; a ``title`` stands in place of the package's own."""
    content, book = _book(package, **options)
    if book is None:
        with rarely_collected():
            book = cast("Book", json.loads(content))
    return cast("Book", {**book, "title": title or book["title"]})


def store_of(package: str | Path | None = None, *, tell: Tell | None = None) -> Store | None:
    """The store of a package, by folder or name; none where there is no place for one."""
    path = store_path(package_folder(package))
    return None if path is None else Store(path, tell=tell)


def _book(
    package: str | Path | None,
    *,
    fresh: bool = False,
    tell: Tell | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[bytes, Book | None]:
    """The book, and what it says where it had to be read."""
    store = store_of(package, tell=tell)
    roots = book_roots(package_folder(package) or "")
    try:
        if store is not None and not fresh and _is_current(store, roots):
            kept = kept_book(store)
            if kept is not None:
                return kept
        return _made(package, store, roots, fresh=fresh, progress=progress), None
    finally:
        if store is not None:
            store.close()


def book_roots(folder: str) -> list[str]:
    """The files and folders that a book follows from."""
    sympy = PathFinder.find_spec("sympy")
    places = (sympy.submodule_search_locations or []) if sympy else []
    releases = [str(Path(place, "release.py")) for place in places]
    return [*watched(folder), *engine_paths(PARTS), *releases]


def _is_current(store: Store, roots: list[str]) -> bool:
    """Whether the kept book was made from the files that are there now."""
    made_from = store.get(*FILES)
    if not isinstance(made_from, dict) or not isinstance(made_from.get("bases"), list):
        return False
    return unchanged(made_from.get("files"), [*roots, *map(str, made_from["bases"])])


def _made(
    package: str | Path | None,
    store: Store | None,
    roots: list[str],
    *,
    fresh: bool,
    progress: Callable[[int, int], None] | None,
) -> bytes:
    # The files are listed before they are imported: one that changes in between
    # is then found changed next time.
    files = listing(roots)
    believed = None if fresh else store
    with rarely_collected(), _unlimited(), last_leaves(believed) as known:
        from derive.registry import load

        from .build import bound_of
        from .entries import pieces

        registry = load(package)
        wanted = pieces(registry, files)
        if fresh and store is not None:
            for kind in {piece.kind for piece in wanted}:
                store.drop(kind)
        before = known()
        # The first book of a checkout or an installation: others may have what it needs.
        others = stores_beside(believed.path) if believed is not None and not before else ()
        bound, leaves = bound_of(
            registry, title_of(registry), wanted, before, store=store, others=others,
            tell=progress, workers=cores(),
        )  # fmt: skip
    if store is not None:
        bases = [str(base.folder) for base in registry.bases]
        made_from = {"bases": bases, "files": {**files, **listing(bases)}}
        rows = [*book_rows(bound, leaves), (*FILES, json.dumps(made_from))]
        store.put_lasting(rows)
        store.sweep([*(row[:2] for row in rows), *(piece.row for piece in wanted)])
    return bound.content


@contextmanager
def _unlimited() -> Iterator[None]:
    """Let SymPy, if it is imported only now, remember all that it works out: an eighth faster."""
    name = "SYMPY_CACHE_SIZE"
    was_set = name in os.environ
    os.environ.setdefault(name, "None")
    try:
        yield
    finally:
        if not was_set:
            os.environ.pop(name, None)


def title_of(registry: Registry) -> str:
    """A package's title: the first line of its own prose, or its name."""
    says = (sys.modules[registry.name].__doc__ or "").strip()
    return says.partition("\n")[0].rstrip(".") or registry.folder.name
