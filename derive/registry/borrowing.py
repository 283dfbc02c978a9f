"""What a package takes from another: letters and laws by import, with what those need.

A borrowed law brings its letters, the choices on which it depends, its fitted constants
and what tells it from its variants, but neither its derivation nor its published numbers:
those stay with the package that declares it, which is also the one that is checked for it.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from derive.errors import DeclaredTwice, UnfitBase
from derive.laws import law_of
from derive.records import Formula, Symbol, Variants

from .registry import Registry, Subject
from .shelves import Shelves, declaration, place

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
