"""A glance at the cache: what was kept for the doors, if no file changed since.

For a program that answers and ends. It follows the rules of ``cache`` and
``manifest`` with the few functions of the system that start fast; where
anything is not as it should be there is nothing here, and the whole engine
computes, and keeps, it anew.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NAME = "training-formulary"
HEAD = "derive-cache 1 "
MOST_BYTES = 64 * 1024 * 1024
YOUNG = 2_000_000_000
SKIPPED = (".pyc", "~", ".swp")


def cache_folder() -> str | None:
    """The folder of this project in the platform's cache folder."""
    said = os.environ.get
    if named := said("DERIVE_CACHE"):
        return os.path.abspath(named)
    if sys.platform == "win32" and said("LOCALAPPDATA"):
        return os.path.join(said("LOCALAPPDATA", ""), NAME, "Cache")
    if os.path.isabs(home := said("XDG_CACHE_HOME", "")):
        return os.path.join(home, NAME)
    home = os.path.expanduser("~")
    folders = {"win32": "AppData/Local", "darwin": "Library/Caches"}
    return os.path.join(home, folders.get(sys.platform, ".cache"), NAME) if home != "~" else None


def doors_folder(folder: str, knowledge: str, engine: str) -> str:
    """The folder of what is kept for the doors of one package, served by one engine."""
    whose = sha256(f"{knowledge}\n{engine}".encode()).hexdigest()[:12]
    return os.path.join(folder, "doors", whose)


class Glance:
    """What is kept for the doors; made only where it is fresh.

    The doors' own files come first; what is not among them, the book may hold.
    """

    __slots__ = ("book", "folder", "index", "shelf", "top")

    def __init__(self, top: str, folder: str, index: dict[str, Any] | None, shelf: str) -> None:
        self.top = top
        self.folder = folder
        self.index = index
        self.shelf = shelf
        self.book: dict[str, Any] | None = None

    def entry(self, kind: str, name: str) -> Any:
        """What is kept of one kind under a name; None where that cannot be believed."""
        found = None
        if self.index is not None:
            found = _read(self.top, os.path.join(self.folder, entry_name(kind, name)))
            found = _own(found, name, self.index["key"])
        return found["data"] if found is not None else self._in_book(kind, name)

    def _in_book(self, kind: str, name: str) -> Any:
        """The same from the entry of a formula in the book, if there is one."""
        if kind not in ("ask", "solved"):
            return None
        if self.book is None:
            self.book = _index(self.top, os.path.join(self.top, self.shelf), "manifest") or {}
        formula, _, letter = name.partition(".")
        try:
            key = self.book["formulas"][formula]["key"]
            file = os.path.join(self.top, "entries", key[:2], book_entry(formula, key))
            found = _own(_read(self.top, file), formula, key)
            return (
                None
                if found is None
                else found["ask"]["targets"][letter]
                if letter
                else found["ask"]
            )
        except (KeyError, TypeError):
            return None


def _own(found: Any, name: str, key: str) -> dict[str, Any] | None:
    """An entry, if it is the one of this name and key."""
    if not isinstance(found, dict) or (found.get("key"), found.get("id")) != (key, name):
        return None
    return found


def book_entry(formula: str, key: str) -> str:
    """The file of a formula's entry in the book; ``store`` names it so."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "_" for c in formula)
    return f"formula-{plain[:60]}-{key[2:34]}.json"


def entry_name(kind: str, name: str) -> str:
    """The file of an entry; capitals are marked for disks that ignore case."""
    plain = "".join(c if c.islower() or c.isdigit() or c in "_-" else f"={ord(c):x}" for c in name)
    return f"{kind}-{plain[:100]}.json"


def glance(knowledge: str, engine: str) -> Glance | None:
    """What is kept for the doors of the knowledge in one folder; None where it is not fresh."""
    top = cache_folder()
    if top is None:
        return None
    folder = doors_folder(top, knowledge, engine)
    whose = os.path.basename(folder)
    shelf = os.path.join("packages", f"{os.path.basename(knowledge)}-{whose}")
    found = Glance(top, folder, _index(top, folder), shelf)
    if found.index is None:
        found.book = _index(top, os.path.join(top, shelf), "manifest")
    return found if found.index or found.book else None


def _index(top: str, folder: str, part: str = "") -> dict[str, Any] | None:
    """An index, if the files that it, or one part of it, lists are as they were."""
    index = _read(top, os.path.join(folder, "index.json"))
    try:
        made = index[part] if part else index
        fresh = _fresh(made["files"], made["roots"], made["written"])
    except (OSError, KeyError, TypeError, ValueError):
        return None
    return index if fresh else None


def _read(top: str, path: str) -> Any:
    """What a file holds, or None where it is damaged, a link, or somebody else's."""
    try:
        if _strange(top, path):
            return None
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with open(opened, "rb") as stream:
            content = stream.read(MOST_BYTES)
        head, _, rest = content.partition(b"\n")
        if head.decode("ascii", "replace") != HEAD + sha256(rest).hexdigest():
            return None
        return json.loads(rest)
    except (OSError, ValueError, RecursionError):
        return None


def _strange(top: str, path: str) -> bool:
    """Whether a file, or a folder on the way to it, is a link or belongs to another user."""
    found = [os.stat(top)]
    while len(path) > len(top):
        found.append(os.lstat(path))
        path = os.path.dirname(path)
    mine = os.getuid() if hasattr(os, "getuid") else found[0].st_uid
    return any(stat.S_ISLNK(one.st_mode) or one.st_uid != mine for one in found)


def _fresh(files: dict[str, Any], roots: list[str], written: int) -> bool:
    """Whether the files below some roots are those of a listing, and as they were then."""
    seen = 0
    for root in roots:
        for path, found in _below(root):
            known = files.get(path)
            if known is None or found.st_size != known[0]:
                return False
            if found.st_mtime_ns != known[1] or known[1] + YOUNG >= written:
                with open(path, "rb") as stream:
                    if sha256(stream.read()).hexdigest() != known[2]:
                        return False
            seen += 1
    return seen == len(files)


def _below(root: str) -> Any:
    """Every file below a folder but hidden ones and what Python or an editor left."""
    try:
        entries = list(os.scandir(root))
    except NotADirectoryError:
        yield root, os.stat(root)
        return
    for entry in entries:
        name = entry.name
        if name.startswith(".") or name == "__pycache__":
            continue
        if entry.is_dir():
            yield from _below(entry.path)
        elif not name.endswith(SKIPPED):
            yield entry.path, entry.stat()


# --- keeping ---------------------------------------------------------------------


def listing(roots: list[str]) -> dict[str, list[Any]]:
    """Size, time and digest of every file below some roots."""
    found = {}
    for root in roots:
        for path, known in _below(root):
            with open(path, "rb") as stream:
                digest = sha256(stream.read()).hexdigest()
            found[path] = [known.st_size, known.st_mtime_ns, digest]
    return found


def key_of(files: dict[str, list[Any]]) -> str:
    """One digest of all that a listing lists."""
    told = "\n".join(f"{path} {known[2]}" for path, known in sorted(files.items()))
    return sha256(told.encode()).hexdigest()
