"""One package's part of the cache: its index, its entries, its finished book.

Importing this module imports neither SymPy nor any knowledge. The index says
which files it was made from; while they are unchanged, everything in it and in
the entries that it names is what the knowledge says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from derive import locate

from .cache import Cache, Tell, cache_home
from .manifest import (
    behind_units,
    engine_files,
    knowledge_files,
    listing,
    now,
    package_folder,
    roots,
    unchanged,
)

INDEX = "index.json"
BOOK = "book.json"
LEAVES = "leaves.json"
SWEPT = "swept"
KEPT_SECONDS = 30 * 24 * 3600
SWEPT_SECONDS = 24 * 3600


@dataclass(slots=True)
class Store:
    """What is kept of one knowledge package."""

    cache: Cache
    package: Path
    shelf: str
    _index: Any = field(default=None)

    # --- reading --------------------------------------------------------------

    def index(self) -> dict[str, Any] | None:
        """The index, if it was made from the files that are there now."""
        if self._index is None:
            found = self.last_index()
            if found is not None and self._fresh(found):
                self._index = found
        return self._index if isinstance(self._index, dict) else None

    def last_index(self) -> dict[str, Any] | None:
        """The index as it was written last, whatever became of the files since."""
        found = self.cache.read(f"{self.shelf}/{INDEX}")
        if found is None:
            return None
        if not _is_index(found):
            self.cache.trouble(f"the cache file {self.shelf}/{INDEX} is no index")
            return None
        return dict(found)

    def units(self, files: Mapping[str, Any]) -> Any:
        """The table of units as data, if these files say of it what they said last time."""
        index = self.last_index()
        try:
            same = index and behind_units(index["manifest"]["files"]) == behind_units(files)
            return index["units"] if index and same else None
        except (KeyError, TypeError, IndexError):
            return None

    def _fresh(self, index: Mapping[str, Any]) -> bool:
        made = index["manifest"]
        try:
            there = [*knowledge_files(self.package), *engine_files()]
        except OSError:
            return False
        return unchanged(made["files"], there, made["written"])

    def entry(self, formula: str) -> dict[str, Any] | None:
        """What is kept of one formula, by id; None where there is nothing or nothing fresh."""
        index = self.index()
        known = index["formulas"].get(formula) if index else None
        return self.kept("formula", formula, known["key"]) if known else None

    def kept(self, kind: str, name: str, key: str) -> dict[str, Any] | None:
        """The entry under a key; None where there is none that can be believed."""
        found = self.cache.read(entry_name(kind, name, key))
        if found is None:
            return None
        if not isinstance(found, dict) or (found.get("id"), found.get("key")) != (name, key):
            self.cache.trouble(f"the cache entry of {name} is not its own")
            return None
        return found

    def book(self) -> bytes | None:
        """The finished book as JSON, if nothing changed since it was made."""
        index = self.index()
        return self.last_book(index["book"]) if index else None

    def last_book(self, digest: str) -> bytes | None:
        """The book that was written last, if it has this digest."""
        content = self.cache.read_bytes(f"{self.shelf}/{BOOK}") if digest else None
        return None if content is None or sha256(content).hexdigest() != digest else content

    def last_leaves(self) -> Any:
        """What was written of the leaves of the last book."""
        return self.cache.read(f"{self.shelf}/{LEAVES}")

    # --- writing --------------------------------------------------------------

    def keep(self, kind: str, name: str, key: str, entry: Mapping[str, Any]) -> None:
        """Put one entry under its key."""
        self.cache.write(entry_name(kind, name, key), {**entry, "id": name, "key": key})

    def manifest(self) -> dict[str, Any]:
        """The files as they are now: to be made before the knowledge is imported."""
        written = now()
        files = listing([*knowledge_files(self.package), *engine_files()])
        return {"written": written, "roots": roots(self.package), "files": files}

    def put_index(self, index: Mapping[str, Any]) -> None:
        """Write the index, last of all that it names."""
        self.cache.write(f"{self.shelf}/{INDEX}", index)
        self._index = dict(index)

    def put_book(self, content: bytes, leaves: Mapping[str, Any]) -> str:
        """Write the finished book and of what leaves it is made.

        Gives the book's digest, or nothing where it could not be written.
        """
        if not self.cache.write_bytes(f"{self.shelf}/{BOOK}", content):
            return ""
        digest = sha256(content).hexdigest()
        self.cache.write(f"{self.shelf}/{LEAVES}", {"book": digest, "leaves": leaves})
        return digest

    def forget(self, pieces: Iterable[tuple[str, str, str]]) -> None:
        """Take away the entries of some kinds, names and keys."""
        for piece in pieces:
            self.cache.remove(entry_name(*piece))

    def sweep(self, pieces: Iterable[tuple[str, str, str]]) -> None:
        """Take away entries that no book has named for a month; these ones are named now.

        Once a day is often enough.
        """
        stamp = f"{self.shelf}/{SWEPT}"
        age = self.cache.age(stamp)
        if age is not None and age < SWEPT_SECONDS:
            return
        self.cache.write_text(stamp, "")
        self.cache.sweep("entries", {entry_name(*piece) for piece in pieces}, KEPT_SECONDS)


def store_of(package: str | Path | None = None, *, tell: Tell | None = None) -> Store | None:
    """The store of a package, by folder or name; None if there is no such package."""
    folder = package_folder(package)
    if folder is None:
        return None
    whose = f"{folder}\n{locate.HERE}"
    shelf = f"packages/{plain(folder.name)}-{_digest(whose)[:12]}"
    return Store(Cache(cache_home(), tell), folder, shelf)


def entry_name(kind: str, name: str, key: str) -> str:
    """The file of an entry; keys tell apart what a disk that ignores case does not."""
    return f"entries/{key[:2]}/{kind}-{plain(name)}-{key[2:34]}.json"


def plain(name: str) -> str:
    """A name as part of a file's name, on any disk."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in name)[:60]


def key_of(facts: Iterable[str]) -> str:
    """The key of what follows from some facts; the same fact is behind many things."""
    return _digest("\n".join(map(_remembered, facts)))


@lru_cache(maxsize=100_000)
def _remembered(text: str) -> str:
    return _digest(text)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()


def _is_index(found: Any) -> bool:
    """Whether data has the shape of an index, as far as this module relies on it."""
    try:
        made, formulas = found["manifest"], found["formulas"]
        return (
            isinstance(found["book"], str)
            and isinstance(made["written"], int)
            and isinstance(made["files"], dict)
            and all(isinstance(one["key"], str) for one in formulas.values())
        )
    except (AttributeError, KeyError, TypeError):
        return False
