"""What a command computed the long way, kept for the next one; nothing is said about it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from ..book import glance
from ..book.ask import ask_data
from ..book.cache import Cache
from ..book.manifest import engine_files, knowledge_files
from ..errors import DeriveError
from ..registry import Registry, load
from .looking import FORMS, list_rows
from .soon import HERE, knowledge_folder


class Memory:
    """The files as they were when a command began, and what may be kept then."""

    def __init__(self, command: str, name: str) -> None:
        self.kind, self.name = KINDS[command], name
        self.knowledge, self.top = knowledge_folder(), glance.cache_folder()
        self.files: dict[str, list[Any]] = {}
        if self.top is not None and self.knowledge is not None and not self._is_kept():
            self.roots = [self.knowledge, *_engine(Path(self.knowledge))]
            self.written = time.time_ns()
            self.files = glance.listing(self.roots)

    def _is_kept(self) -> bool:
        """Whether the data is there, and did not cover the question."""
        kept = glance.glance(self.knowledge or "", HERE)
        return kept is not None and kept.entry(self.kind, self.name) is not None

    def keep(self) -> None:
        """Keep what the next command of this kind needs; what cannot be made is not kept."""
        if not self.files or self.top is None or self.knowledge is None:
            return
        try:
            data = MADE[self.kind](load(), self.name)
        except DeriveError:
            return
        cache = Cache(Path(self.top))
        folder = os.path.relpath(glance.doors_folder(self.top, self.knowledge, HERE), self.top)
        key = glance.key_of(self.files)
        index = {"key": key, "files": self.files, "roots": self.roots, "written": self.written}
        entry = {"id": self.name, "key": key, "data": data}
        cache.write(f"{folder}/{glance.entry_name(self.kind, self.name)}", entry)
        cache.write(f"{folder}/index.json", index)


def _engine(knowledge: Path) -> list[str]:
    """The parts of the engine that can change an answer, and what SymPy says of its version."""
    known = {str(file) for file in knowledge_files(knowledge)}
    parts: dict[str, None] = {}
    for file in engine_files():
        inside = Path(HERE) in file.parents
        top = Path(HERE) / file.relative_to(HERE).parts[0] if inside else file
        parts[str(top)] = None
    parts[str(Path(HERE) / "cli")] = None
    return [part for part in parts if part not in known]


def _listed(registry: Registry, name: str) -> dict[str, Any]:
    del name
    titles = {subject: one.title for subject, one in registry.subjects.items()}
    return {"rows": list_rows(registry), "titles": titles}


def _shown(registry: Registry, name: str) -> dict[str, str]:
    formula = registry.formula(name)
    return {form: write(registry, formula) for form, write in FORMS.items()}


KINDS = {"solve": "ask", "evaluate": "ask", "list": "list", "show": "show"}
MADE = {"ask": ask_data, "list": _listed, "show": _shown}
