"""The finished book of a package: as it was kept, or made and kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .schema import holds
from .shapes import Book
from .store import BOOK, Store, store_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from derive.registry import Registry

    from .cache import Tell
    from .entries import Piece


def book_text(
    package: str | Path | None = None,
    *,
    fresh: bool = False,
    tell: Tell | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> str:
    """The book of a package as JSON; where nothing changed, the knowledge is not imported.

    ``fresh`` believes nothing that was kept. ``tell`` hears once what is wrong
    with the cache, ``progress`` how many pieces are done of how many.
    """
    store = store_of(package, tell=tell)
    kept = _kept(store) if store and not fresh else None
    return kept or _made(package, store, fresh=fresh, progress=progress)


def _kept(store: Store) -> str | None:
    """The book that was kept, if it is fresh and has the shape of one."""
    text = store.book()
    if text is None or holds(Book)(json.loads(text)):
        return text
    store.cache.trouble(f"the cache file {store.shelf}/{BOOK} is no book")
    return None


def read_book(package: str | Path | None = None, title: str = "", **options: Any) -> Book:
    """The same, read; a ``title`` stands in place of the package's own."""
    book = json.loads(book_text(package, **options))
    return cast("Book", {**book, "title": title or book["title"]})


def _made(
    package: str | Path | None,
    store: Store | None,
    *,
    fresh: bool,
    progress: Callable[[int, int], None] | None,
) -> str:
    # The files are listed before they are imported: one that changes in between
    # is then found changed next time.
    manifest = store.manifest() if store else {}
    from derive.registry import load
    from derive.workers import cores

    from .build import assembled, entries_of
    from .entries import pieces

    registry = load(package)
    wanted = pieces(registry, manifest)
    if fresh and store:
        store.forget((one.kind, one.name, one.key) for one in wanted)
    found = entries_of(registry, wanted, store=store, tell=progress, workers=cores())
    text = json.dumps(
        assembled(registry, title_of(registry), found), ensure_ascii=False, separators=(",", ":")
    )
    if store:
        book = store.put_book(text)
        store.put_index(index_of(registry, wanted, manifest, book))
        store.sweep((one.kind, one.name, one.key) for one in wanted)
    return text


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
