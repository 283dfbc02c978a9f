"""Open the compiled knowledge of a package: from its store, or compiled where an entry is missing.

One way for every question: an entry that is there and current is read, one
that is not is compiled, kept, and read. Whether the store is current is told
by the files of the knowledge and of the engine, none of which is imported.
"""

from __future__ import annotations

import json
import os

from ..locate import HERE
from .files import ENGINE, engine_stamp, listing, package_folder, sizes_below, unchanged, watched
from .knowledge import Knowledge
from .store import Store, cache_home, digest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from .compiling import Compiler

BUNDLED = os.path.join(HERE, "_bundled", "book.sqlite")
MOST_COPIES = 4
"""So many other copies of a package are asked for what they have kept."""
KEYED = ("solved",)
"""Kinds of entries that outlive an edit elsewhere: those that take long, each with a key."""

_OPENED: dict[str, Knowledge] = {}


def open_knowledge(package: str | Path | None = None) -> Knowledge:
    """The knowledge of the formulary, or of another package by folder or name.

    A package is code: where an entry of it must be compiled, it is imported.
    """
    folder = package_folder(package)
    # A relative folder is another one from another place; so is a cache elsewhere.
    name = f"{package}\n{folder}\n{cache_home()}"
    if name not in _OPENED:
        _OPENED[name] = Knowledge(StoredRows(package, folder))
    return _OPENED[name]


class StoredRows:
    """The entries of one package: kept ones, and those that had to be compiled."""

    def __init__(self, package: str | Path | None, folder: str | None) -> None:
        self.package = package
        self.folder = folder
        self.bundled = bundled_store(package, folder)
        self._store: Store | None = None
        self._compiler: Compiler | None = None
        self._read: dict[tuple[str, str], Any] = {}

    def get(self, kind: str, name: str) -> Any:
        """The data of an entry; None where there is no such thing."""
        key = kind, name
        if key not in self._read:
            data = self._stored(kind, name)
            is_lacking = data is None and not self._knows_not(kind, name)
            self._read[key] = self._compiled(kind, [name])[name] if is_lacking else data
        return self._read[key]

    def get_all(self, kind: str, names: Sequence[str]) -> list[Any]:
        """The data of some entries of one kind; those that must be compiled are kept together."""
        data = {name: self._stored(kind, name) for name in names}
        lacking = [name for name in data if data[name] is None]
        if lacking:
            data |= self._compiled(kind, lacking)
        return [data[name] for name in names]

    def _stored(self, kind: str, name: str) -> Any:
        """What is kept of an entry; None where nothing is."""
        if self.bundled is not None:
            data = self.bundled.get(kind, name)
            # A slip of the pen needs no store of one's own either.
            if data is not None or self._knows_not(kind, name):
                return data
        return None if self.store is None else self.store.get(kind, name)

    def _compiled(self, kind: str, names: Sequence[str]) -> dict[str, Any]:
        """Entries made by the compiler, and kept."""
        compiler = self.compiler
        data = {name: compiler.get(kind, name) for name in names}
        if self.store is not None:
            rows = ((kind, name, compiler.key(kind, name), data[name]) for name in names)
            self.store.put(row for row in rows if row[3] is not None)
        return data

    def _knows_not(self, kind: str, name: str) -> bool:
        """Whether the index tells that there is no such formula: nothing need be imported then."""
        if kind not in {"formula", "use", "symbol"}:
            return False
        index = self.get("index", "")
        groups = {"formula": "formulas", "use": "uses", "symbol": "symbols"}
        return name not in index[groups[kind]]

    # --- where entries are kept -----------------------------------------------

    @property
    def store(self) -> Store | None:
        """The store in the user's cache, made current; None where there is no place for one."""
        if self._store is None:
            path = store_path(self.folder)
            if path is None or self.folder is None:
                return None
            self._store = Store(path)
            bases = [x for x in _read(self._store.meta("bases"), list) if isinstance(x, str)]
            roots = [*watched(self.folder), *bases]
            if not unchanged(_read(self._store.meta("files"), dict), roots):
                self._renew(self._store, roots)
        return self._store

    def _renew(self, store: Store, roots: list[str]) -> None:
        """Forget what no longer follows from the files; they are listed before they are read."""
        files = json.dumps(listing(roots))
        kept: list[tuple[str, str]] = []
        engine = engine_stamp(ENGINE)
        if store.meta("engine") == engine:
            kept = [
                (kind, name)
                for kind in KEYED
                for name, key in store.keys(kind).items()
                if self.compiler.key(kind, name) == key
            ]
        store.keep_only(kept)
        store.put_meta({"engine": engine, "files": files})

    @property
    def compiler(self) -> Compiler:
        """What makes entries; it imports SymPy and the knowledge."""
        if self._compiler is None:
            from ..registry import load
            from .compiling import Compiler

            registry = load(self.package)
            self._compiler = Compiler(registry)
            if registry.bases and self.store is not None:
                # What was borrowed changes with the files of those that declare it.
                self.store.put_meta({"bases": json.dumps([str(x.folder) for x in registry.bases])})
        return self._compiler


def _read(text: str | None, kind: type) -> Any:
    """A list or mapping; of damaged text an empty one, and what rests on it is made anew."""
    try:
        data = json.loads(text or "")
    except ValueError:
        return kind()
    return data if isinstance(data, kind) else kind()


def store_path(folder: str | None) -> str | None:
    """Where the store of a package lies."""
    home = cache_home()
    if home is None or folder is None:
        return None
    plain = "".join(c if c.isascii() and c.isalnum() else "_" for c in os.path.basename(folder))
    digest = digest_of(f"{folder}\n{HERE}".encode("utf-8", "surrogateescape"))
    return os.path.join(home, "entries", f"{plain[:40]}-{digest}.sqlite")


def stores_beside(path: str) -> list[Store]:
    """The stores of other copies of a package, the latest first.

    What they keep by all that it follows from is true of any copy: a new
    checkout or installation need not compute it.
    """
    folder, own = os.path.split(path)
    package = own.rsplit("-", 2)[0]
    dated = []
    try:
        with os.scandir(folder) as files:
            for file in files:
                is_other = file.name.startswith(f"{package}-") and file.name != own
                if is_other and file.name.endswith(".sqlite") and not file.is_symlink():
                    dated.append((file.stat().st_mtime, file.path))
    except OSError:
        # Another process may take one away meanwhile: those that were seen do.
        pass
    return [Store(other, readonly=True) for _, other in sorted(dated, reverse=True)[:MOST_COPIES]]


def bundled_store(package: str | Path | None, folder: str | None) -> Store | None:
    """The store that travels in the wheel beside the knowledge it was made from."""
    inside = os.path.join(HERE, "_bundled", "formulas")
    if package is not None or folder != os.path.realpath(inside) or not os.path.isfile(BUNDLED):
        return None
    store = Store(BUNDLED, readonly=True)
    return store if _read(store.meta("sizes"), dict) == sizes_below(folder) else None
