"""The finished book of a package: as it was kept, or made and kept."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from derive.errors import UnusableUnits
from derive.workers import cores, rarely_collected

from .leaves import cuts, last_leaves
from .schema import holds
from .shapes import Book
from .store import BOOK, Store, store_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from derive.registry import Registry
    from derive.units import UnitTable

    from .cache import Tell
    from .entries import Piece


def book_bytes(package: str | Path | None = None, **options: Any) -> bytes:
    """The book of a package as JSON; where nothing changed, the knowledge is not imported.

    ``fresh`` believes nothing that was kept. ``tell`` hears once what is wrong
    with the cache, ``progress`` how many pieces are done of how many.
    """
    return _book(package, **options)[0]


def read_book(package: str | Path | None = None, title: str = "", **options: Any) -> Book:
    """The same, read; a ``title`` stands in place of the package's own."""
    content, book = _book(package, **options)
    book = _read(content) if book is None else book
    return cast("Book", {**book, "title": title or book["title"]})


def _book(
    package: str | Path | None,
    *,
    fresh: bool = False,
    tell: Tell | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[bytes, Book | None]:
    """The book, and what it says where it had to be read."""
    store = store_of(package, tell=tell)
    kept = _kept(store) if store and not fresh else None
    return kept or (_made(package, store, fresh=fresh, progress=progress), None)


def _kept(store: Store) -> tuple[bytes, Book] | None:
    """The book that was kept, if it is fresh and has the shape of one."""
    content = store.book()
    if content is None:
        return None
    with suppress(ValueError, RecursionError):
        book = _read(content)
        if holds(Book)(book):
            return content, book
    store.cache.trouble(f"the cache file {store.shelf}/{BOOK} is no book")
    return None


def _read(content: bytes) -> Book:
    with rarely_collected():
        return cast("Book", json.loads(content))


def _made(
    package: str | Path | None,
    store: Store | None,
    *,
    fresh: bool,
    progress: Callable[[int, int], None] | None,
) -> bytes:
    # The files are listed before they are imported: one that changes in between
    # is then found changed next time.
    manifest = store.manifest() if store else {}
    with rarely_collected(), _unlimited(), last_leaves(None if fresh else store) as known:
        from derive.registry import load

        from .build import bound_of
        from .entries import pieces

        registry = load(package, units=None if fresh else _units(store, manifest))
        wanted = pieces(registry, manifest)
        if fresh and store:
            store.forget((one.kind, one.name, one.key) for one in wanted)
        title = title_of(registry)
        made, leaves = bound_of(
            registry, title, wanted, known(), store=store, tell=progress, workers=cores()
        )
    if store:
        book = store.put_book(made.content, cuts(made, leaves))
        store.put_index(index_of(registry, wanted, manifest, book))
        store.sweep((one.kind, one.name, one.key) for one in wanted)
    return made.content


def _units(store: Store | None, manifest: Mapping[str, Any]) -> UnitTable | None:
    """The table of units as it was kept, if the files behind it are what they were."""
    from derive.units import UnitTable

    kept = store.units(manifest["files"]) if store else None
    if store is None or kept is None:
        return None
    try:
        return UnitTable.from_data(kept)
    except UnusableUnits as damaged:
        store.cache.trouble(str(damaged))
        return None


@contextmanager
def _unlimited() -> Iterator[None]:
    """Let SymPy, if it is imported only now, remember all that it works out: an eighth faster."""
    name = "SYMPY_CACHE_SIZE"
    said = name in os.environ
    os.environ.setdefault(name, "None")
    try:
        yield
    finally:
        if not said:
            os.environ.pop(name, None)


def title_of(registry: Registry) -> str:
    """A package's title: the first line of its own prose, or its name."""
    says = (sys.modules[registry.name].__doc__ or "").strip()
    return says.partition("\n")[0].rstrip(".") or registry.folder.name


def index_of(
    registry: Registry, wanted: list[Piece], manifest: Mapping[str, Any], book: str = ""
) -> dict[str, Any]:
    """The index of a package: what lists and questions need before any entry is read."""
    keys = {one.name: one.key for one in wanted if one.kind == "formula"}
    return {
        "manifest": manifest,
        "book": book,
        "title": title_of(registry),
        "subjects": {one.id: one.title for one in registry.subjects.values()},
        "formulas": {
            name: {
                "key": keys[name],
                "title": formula.title,
                "subject": registry.subject(formula),
                "formerly": list(formula.formerly),
            }
            for name, formula in registry.formulas.items()
        },
        "units": registry.units.to_data(),
    }
