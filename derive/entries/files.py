"""Files that entries follow from, and whether they are what they were.

Size and time decide; where they differ, or where a file is so young that both
may lie, its checksum does. No knowledge is imported for it. Standard library
only, and as little of it as will do: this is on the way of every question.
"""

from __future__ import annotations

import os
import sys
import time

from ..locate import HERE, folder_of
from .store import digest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import Any

ENGINE = (
    "errors", "names.py", "frozen.py", "lazy.py", "units", "records", "laws.py", "dimensions",
    "written", "notation", "programs", "registry", "algebra", "search", "entries",
)  # fmt: skip
"""What of the engine can change an entry."""

Listing = dict[str, "list[Any]"]
"""Path -> size, time in nanoseconds, checksum."""

YOUNG = 2_000_000_000
"""Nanoseconds within which a second write may leave the time of a file as it was."""
NO_TIME = 0
"""Stands for the time of a file that was young when it was listed."""


# --- where they are -----------------------------------------------------------


def package_folder(package: str | Path | None) -> str | None:
    """The folder of a knowledge package, found without importing it; None if it is not found."""
    if package is None:
        return own_knowledge()
    try:
        if os.path.isdir(package):
            return os.path.realpath(package)
    except ValueError:  # a name that no disk takes
        return None
    from importlib.machinery import PathFinder

    where: list[str] | None = None
    for part in str(package).split("."):
        spec = PathFinder.find_spec(part, where) if part.isidentifier() else None
        if spec is None or not spec.submodule_search_locations:
            return None
        where = list(spec.submodule_search_locations)
    return os.path.realpath(where[0]) if where else None


def own_knowledge() -> str | None:
    """The folder of the formulary, where it came along."""
    folder = folder_of("formulas")
    return None if folder is None else os.path.realpath(folder)


def watched(folder: str) -> list[str]:
    """The files that entries follow from: the knowledge, its units, the engine."""
    own_units = os.path.join(folder, "units.txt")
    units = [] if os.path.isfile(own_units) else [os.path.join(own_knowledge() or "", "units.txt")]
    return [folder, *units, *engine_paths(ENGINE)]


def engine_paths(parts: Iterable[str]) -> list[str]:
    """Files and folders of the engine, by their names in it."""
    return [os.path.join(HERE, part) for part in parts]


def engine_stamp(parts: Iterable[str]) -> str:
    """A digest of parts of the engine, of SymPy and of Python, as far as they change an entry."""
    from hashlib import sha256
    from importlib.metadata import version

    whole = sha256(f"{sys.version_info[:2]} {version('sympy')}".encode())
    for path in sorted(path for path, _ in _below(engine_paths(parts))):
        with open(path, "rb") as stream:
            whole.update(os.path.relpath(path, HERE).encode() + stream.read())
    return whole.hexdigest()


# --- whether they are what they were ------------------------------------------


def listing(roots: Iterable[str]) -> Listing:
    """Every file below some folders as it is now."""
    sure = time.time_ns() - YOUNG
    return {
        path: [
            about.st_size,
            about.st_mtime_ns if about.st_mtime_ns < sure else NO_TIME,
            _checksum(path),
        ]
        for path, about in _below(roots)
    }


def unchanged(known: Any, roots: Iterable[str]) -> bool:
    """Whether these files are as a listing has them; what is no listing has none."""
    seen = 0
    try:
        for path, about in _below(roots):
            size, stamp, checksum = known[path]
            if size != about.st_size:
                return False
            if stamp != about.st_mtime_ns and checksum != _checksum(path):
                return False
            seen += 1
        return seen == len(known)
    except (KeyError, OSError, TypeError, ValueError):
        return False


def sizes_below(folder: str) -> dict[str, int]:
    """The sizes of a folder's files: they tell an edited knowledge from the bundled one."""
    return {os.path.relpath(path, folder): about.st_size for path, about in _below([folder])}


def _checksum(path: str) -> str:
    with open(path, "rb") as stream:
        return digest_of(stream.read())


def _below(roots: Iterable[str]) -> Iterator[tuple[str, os.stat_result]]:
    """Every file at or below some paths, but hidden ones and what Python or an editor left."""
    for root in dict.fromkeys(roots):
        try:
            entries = list(os.scandir(root))
        except NotADirectoryError:
            yield root, os.stat(root)
            continue
        except FileNotFoundError:
            continue
        for entry in entries:
            name = entry.name
            if name.startswith(".") or name == "__pycache__":
                continue
            if entry.is_dir():
                yield from _below([entry.path])
            elif not name.endswith((".pyc", "~", ".swp")):
                yield entry.path, entry.stat()
