"""Shelves: the records of a package's modules by kind, its own and what it takes from another.

A borrowed law brings its letters, the choices on which it depends, its fitted constants
and what tells it from its variants, but neither its derivation nor its published numbers:
those stay with the package that declares it, which is also the one that is checked for it.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import ModuleType
from typing import Any

from derive.errors import DeclaredTwice, UnfitBase
from derive.laws import law_of
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

from .registry import Registry, Subject


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


Owner = Callable[[str], Registry]
"""The registry of the package in which a module lies."""


def borrow(
    shelves: Shelves, name: str, builds_on: Mapping[str, str], owner: Owner
) -> list[Registry]:
    """Shelve what the modules of a package import from others; the packages it came from."""
    if not shelves.foreign:
        return []
    if not builds_on:
        record = shelves.foreign[0]
        why = (
            f"it imports {_id(record)} from {declaration(record).module}; import what is its own "
            "with a leading dot, and name another package with its version: "
            'BUILDS_ON = {"training-formulary": "0.1"}'
        )
        raise UnfitBase(name, why)
    bases: dict[str, Registry] = {}
    for record in shelves.foreign:
        base = owner(declaration(record).module)
        bases[base.name] = base
        for needed in _with_needs(record, base):
            _shelve(shelves, needed)
    for base in bases.values():
        for group in _conventions(base, set(shelves.foreign)):
            _shelve(shelves, group)
    return list(bases.values())


def borrowed_subjects(shelves: Shelves, owner: Owner) -> Iterator[Subject]:
    """The subjects of the laws that were borrowed."""
    for record in shelves.foreign:
        if isinstance(record, Formula):
            base = owner(record.declared.module)
            yield base.subjects[base.subject(record)]


def judge_versions(name: str, builds_on: Mapping[str, str]) -> None:
    """Refuse an installed version that is older than the one built on, or of another series."""
    for distribution, wanted in builds_on.items():
        try:
            installed = importlib.metadata.version(distribution)
        except importlib.metadata.PackageNotFoundError:
            raise UnfitBase(name, f"{distribution} {wanted} is not installed") from None
        if not _serves(_parts(installed), _parts(wanted)):
            raise UnfitBase(name, f"it needs {distribution} {wanted}; {installed} is installed")


def _serves(installed: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Whether a version is at least the wanted one, in its series: 1.x, or 0.1.x before 1."""
    series = 1 if wanted[:1] != (0,) else 2
    return installed[:series] == wanted[:series] and installed >= wanted


def _parts(version: str) -> tuple[int, ...]:
    """The numbers of a version: ``0.1.0`` is (0, 1, 0)."""
    return tuple(map(int, re.findall(r"\d+", version)[:3]))


def _shelve(shelves: Shelves, record: Any) -> None:
    """Shelve a record once; a name that already means another is refused with both places."""
    if id(record) in shelves.seen:
        return
    shelves.seen.add(id(record))
    try:
        shelves.shelve(record)
    except DeclaredTwice as twice:
        raise DeclaredTwice(twice.kind, twice.name, place(record), twice.first) from None


def _with_needs(record: Any, base: Registry) -> Iterator[Any]:
    """A letter, or a law with its letters, sources, choices and fitted constants."""
    yield record
    if not isinstance(record, Formula):
        return
    law = law_of(record)
    parts: Iterable[Any] = (law.relation, *law.conditions)
    letters = {letter.name for part in parts for letter in part.free_symbols}
    yield from (base.letters[letter] for letter in sorted(letters))
    yield from (cited.source for cited in record.sources)
    for choice in record.holds_for or {}:
        if choice in base.choices:
            yield from _choice(base, choice)
    for constants in base.constant_sets.values():
        if letters & {letter.name for letter in constants.values}:
            yield constants
            yield constants.source.source


def _choice(base: Registry, name: str) -> Iterator[Any]:
    """A choice with the letters by which it is told."""
    choice = base.choices[name]
    yield choice
    yield from choice.unless
    for letters in (*choice.shown_by.values(), *choice.means.values()):
        yield from letters
    for conditions in choice.when.values():
        letters = {letter for condition in conditions() for letter in condition.free_symbols}
        yield from sorted(letters, key=str)


def _conventions(base: Registry, borrowed: set[Any]) -> Iterator[Variants]:
    """The groups of which several laws are borrowed: two conventions never meet in a chain."""
    for group in base.variants.values():
        members = {law: says for law, says in group.members.items() if law in borrowed}
        if len(members) > 1:
            fewer = replace(group, members=members)
            object.__setattr__(fewer, "declared", group.declared)
            yield fewer


def _id(record: Any) -> str:
    return record.name if isinstance(record, Symbol) else str(record.id)
