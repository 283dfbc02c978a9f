"""Shelves: the records of a package's modules, sorted by kind."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from derive.errors import DeclaredTwice
from derive.records import (
    Alone,
    Case,
    Choice,
    ConstantNote,
    ConstantSet,
    Declared,
    Derivation,
    Entry,
    Erratum,
    Formula,
    Notation,
    Source,
    Symbol,
    SymbolNote,
    Term,
    Use,
    Variants,
)


class Shelves:
    """Collects records by kind and refuses a second declaration of a name."""

    def __init__(self) -> None:
        self.letters: dict[str, Symbol] = {}
        self.named: dict[type, dict[str, Any]] = {
            kind: {}
            for kind in (
                Formula,
                ConstantSet,
                Source,
                Term,
                Variants,
                Choice,
                Notation,
                Erratum,
                Entry,
                Use,
            )
        }
        self.listed: dict[type, list[Any]] = {Case: [], Derivation: [], Alone: []}
        self.others: list[Any] = []
        self.seen: set[int] = set()
        self.foreign: list[Symbol | Formula] = []

    def take(self, module: ModuleType, package: str) -> None:
        """Put every record that ``module`` declares on its shelf; note what is imported."""
        for name, value in list(vars(module).items()):
            if isinstance(value, Use) and value.declared.module == module.__name__:
                self.seen.add(id(value))
                self._put(self.named[Use], name, value, "use")
        for record in _records(module):
            if id(record) in self.seen:
                continue
            declared = _declared(record)
            if declared is not None and declared.module != module.__name__:
                if isinstance(record, Symbol | Formula) and not declared.lies_in(package):
                    self.foreign.append(record)
                continue
            self.seen.add(id(record))
            self.shelve(record)

    def shelve(self, record: Any) -> None:
        """Put one record on its shelf; raises ``DeclaredTwice``."""
        if isinstance(record, Symbol):
            self._put(self.letters, record.name, record, "letter")
        elif type(record) in self.named:
            key = record.name if isinstance(record, ConstantSet | Variants) else record.id
            self._put(self.named[type(record)], key, record, type(record).__name__.lower())
        elif type(record) in self.listed:
            self.listed[type(record)].append(record)
        else:
            self.others.append(record)

    def _put(self, shelf: dict[str, Any], key: str, record: Any, kind: str) -> None:
        if key in shelf:
            if isinstance(record, Source) and shelf[key] == record:
                return
            raise DeclaredTwice(kind, key, place(shelf[key]), place(record))
        shelf[key] = record

    def shelves(self) -> dict[str, Any]:
        """The filled shelves, under the names of the registry's fields."""
        notes = {name: letter.note for name, letter in self.letters.items()}
        return {
            "letters": self.letters,
            "symbols": {n: note for n, note in notes.items() if isinstance(note, SymbolNote)},
            "constants": {n: note for n, note in notes.items() if isinstance(note, ConstantNote)},
            "formulas": self.named[Formula],
            "constant_sets": self.named[ConstantSet],
            "sources": self.named[Source],
            "terms": self.named[Term],
            "variants": self.named[Variants],
            "choices": self.named[Choice],
            "notations": self.named[Notation],
            "errata": self.named[Erratum],
            "catalog": self.named[Entry],
            "uses": self.named[Use],
            "cases": tuple(self.listed[Case]),
            "derivations": tuple(self.listed[Derivation]),
            "alone": tuple(name for alone in self.listed[Alone] for name in alone.letters),
            "others": tuple(self.others),
        }


def place(record: Any) -> str:
    """Where a record was declared, as text."""
    declared = _declared(record)
    return str(declared) if declared else repr(record)


def declaration(record: Symbol | Formula) -> Declared:
    """Where a letter or a law was declared."""
    return record.note.declared if isinstance(record, Symbol) else record.declared


def _declared(record: Any) -> Declared | None:
    if isinstance(record, Symbol):
        return record.note.declared
    declared = getattr(record, "declared", None)
    return declared if isinstance(declared, Declared) else None


def _records(module: ModuleType) -> Iterator[Any]:
    """Every record among a module's values, also inside lists, tuples and dicts."""
    for value in list(vars(module).values()):
        if isinstance(value, list | tuple):
            yield from (item for item in value if _is_record(item))
        elif _is_record(value):
            yield value


def _is_record(value: Any) -> bool:
    if isinstance(value, Symbol):
        return hasattr(value, "note")
    return type(value).__module__.startswith("derive.records") and not isinstance(value, type)
