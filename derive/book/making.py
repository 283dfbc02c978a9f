"""The finished book of a package: as it was kept, or made and kept.

It lies in the store of the package, beside the entries that questions read.
What takes long is kept once, entry by entry, by a key that holds all it follows from; the
finished book by the files as they were when it was made.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from derive.entries.files import engine_paths, listing, package_folder, unchanged, watched
from derive.entries.opening import store_path, stores_beside
from derive.entries.store import Store
from derive.workers import cores, rarely_collected

from . import PARTS
from .schema import holds
from .shapes import Book

if TYPE_CHECKING:
    from derive.registry import Registry

BOOK = "book"
CONTENT, FILES = (BOOK, "content"), (BOOK, "files")
Tell = Callable[[str], None]


def dumped(data: Any) -> bytes:
    """Data as JSON, in the one way in which a book is written."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


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


def book_bytes(package: str | Path | None = None, **options: Any) -> bytes:
    """The book of a package as JSON; where nothing changed, the knowledge is not imported.

    ``fresh`` believes nothing that was kept. ``tell`` hears once what is wrong
    with the store, ``progress`` how many pieces are done of how many.
    """
    return _book(package, **options)[0]


def read_book(package: str | Path | None = None, title: str = "", **options: Any) -> Book:
    """The same, read; a ``title`` stands in place of the package's own."""
    book = _book(package, **options)[1]
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
) -> tuple[bytes, Book]:
    """The book as JSON, and what it says."""
    store = store_of(package, tell=tell)
    roots = book_roots(package_folder(package) or "")
    try:
        if store is not None and not fresh and _is_current(store, roots):
            kept = kept_book(store)
            if kept is not None:
                return kept
        return _made(package, store, roots, fresh=fresh, progress=progress)
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
) -> tuple[bytes, Book]:
    # The files are listed before they are imported: one that changes in between
    # is then found changed next time.
    files = listing(roots)
    with rarely_collected(), _unlimited():
        from derive.registry import load

        from .build import bound, entries_of
        from .entries import pieces

        registry = load(package)
        wanted = pieces(registry, files)
        if fresh and store is not None:
            for kind in {piece.kind for piece in wanted}:
                store.drop(kind)
        # The first book of a checkout or an installation: others may have what it needs.
        is_first = store is not None and not fresh and store.get(*FILES) is None
        others = stores_beside(store.path) if store is not None and is_first else ()
        entries = entries_of(
            registry, wanted, store=store, others=others, tell=progress, workers=cores()
        )
        book = bound(registry, title_of(registry), entries)
        content = dumped(book)
    if store is not None:
        bases = [str(base.folder) for base in registry.bases]
        made_from = {"bases": bases, "files": {**files, **listing(bases)}}
        rows = [(*CONTENT, content.decode()), (*FILES, json.dumps(made_from))]
        store.put_lasting(rows)
        store.sweep([*(row[:2] for row in rows), *(piece.row for piece in wanted)])
    return content, book


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
