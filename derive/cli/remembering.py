"""What a command computed the long way, kept for the next one; nothing is said about it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..answers.question import left_letter
from ..book import glance
from ..book.ask import ask_data, target_data
from ..book.cache import Cache
from ..book.manifest import engine_files, knowledge_files
from ..errors import DeriveError
from ..registry import Registry, load
from .looking import FORMS, list_rows
from .soon import HERE, knowledge_folder


class Memory:
    """The files as they were when a command began, and what may be kept then."""

    def __init__(self, command: str, name: str, target: str | None = None) -> None:
        self.kind, self.name, self.target = KINDS[command], name, target
        self.knowledge, self.top = knowledge_folder(), glance.cache_folder()
        self.kept = glance.glance(self.knowledge, HERE) if self.knowledge else None
        self.files: dict[str, list[Any]] = {}
        if self.top is not None and self.knowledge is not None:
            self.written = time.time_ns()
            # A file that went away meanwhile: then nothing is kept this time.
            with suppress(OSError):
                self.roots = [self.knowledge, *_engine(Path(self.knowledge))]
                self.files = glance.listing(self.roots)

    def keep(self) -> None:
        """Keep what the next command of this kind needs; what cannot be made is not kept."""
        if not self.files or self.top is None or self.knowledge is None:
            return
        if self.kind != "list" and self.name not in load().formulas:
            return  # an old name is answered with a note, every time
        cache = Cache(Path(self.top))
        folder = os.path.relpath(glance.doors_folder(self.top, self.knowledge, HERE), self.top)
        key = glance.key_of(self.files)
        try:
            for kind, name, make in self._parts(load()):
                if self.kept is not None and self.kept.entry(kind, name) is not None:
                    continue
                entry = {"id": name, "key": key, "data": make()}
                cache.write(f"{folder}/{glance.entry_name(kind, name)}", entry)
        except DeriveError:
            return
        index = {"key": key, "files": self.files, "roots": self.roots, "written": self.written}
        if self.kept is None or self.kept.index is None:
            cache.write(f"{folder}/index.json", index)

    def _parts(self, registry: Registry) -> Iterator[tuple[str, str, Callable[[], Any]]]:
        """Kind and name of each entry, and what makes it."""
        if self.kind == "list":
            yield "list", self.name, lambda: _listed(registry)
        elif self.kind == "show":
            yield "show", self.name, lambda: _shown(registry, self.name)
        else:
            law = registry.law(self.name)
            letters = [letter.name for letter in law.symbols]
            target = self.target
            letter = left_letter(law) if target is None else registry.symbol(target, letters).id
            yield "ask", self.name, lambda: ask_data(registry, self.name, ())
            solved = f"{self.name}.{letter}"
            yield "solved", solved, lambda: target_data(registry, self.name, letter)


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


def _listed(registry: Registry) -> dict[str, Any]:
    titles = {subject: one.title for subject, one in registry.subjects.items()}
    return {"rows": list_rows(registry), "titles": titles}


def _shown(registry: Registry, name: str) -> dict[str, str]:
    formula = registry.formula(name)
    return {form: write(registry, formula) for form, write in FORMS.items()}


KINDS = {"solve": "ask", "evaluate": "ask", "list": "list", "show": "show"}
