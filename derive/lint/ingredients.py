"""What a law is made of: its letters, its parts and its numbers, as values where it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from derive.errors import DeriveError
from derive.records import Constant

from .changes import Ingredient, Pantry
from .holding import full
from .index import Entry, Index
from .probing import Values

MOST_PARTS = 80
MOST_FACTORS = 4


def ingredients(
    index: Index, entry: Entry, given: Mapping[str, Values], letters: frozenset[str], subject: str
) -> Pantry:
    """The letters and the parts of a law, as they are where it holds; not what the print gives."""
    names = sorted((letters | entry.letters) - {subject})
    found = [
        Ingredient(name, given.get(name, index.supply[name][entry.rows]), letter=True)
        for name in names
    ]
    special = {name: values for name, values in given.items() if name != entry.lhs}
    made = _parts(index, entry) if not special else _evaluated(index, entry, special)
    return Pantry.of([*found, *made], len(entry.rows), numbers_of(entry))


@lru_cache(maxsize=1024)
def _parts(index: Index, entry: Entry) -> tuple[Ingredient, ...]:
    """The composed parts of a law with their values where it holds."""
    return tuple(_evaluated(index, entry, {}))


def _evaluated(index: Index, entry: Entry, special: Mapping[str, Values]) -> Iterator[Ingredient]:
    spread = {name: full(values, entry) for name, values in special.items()}
    for part in parts_of_law(entry):
        try:
            values = index.values(part, spread)[entry.rows]
        except DeriveError:
            continue
        yield Ingredient(part, values)


@lru_cache(maxsize=1024)
def parts_of_law(entry: Entry) -> tuple[Any, ...]:
    """The composed parts of a law's right side, as it is computed and as it was typed."""
    found: dict[Any, None] = {}
    for part in (*_below(entry.relation.rhs), *_below(entry.typed.rhs)):
        if part.args and part.free_symbols and not part.is_Relational and not part.is_Boolean:
            found[part] = None
    return tuple(part for part in found if part != entry.relation.rhs)[:MOST_PARTS]


def _below(expression: Any) -> Iterator[Any]:
    for part in expression.args:
        if hasattr(part, "free_symbols") and getattr(part, "is_Boolean", False) is not True:
            yield part
            yield from _without_one(part)
            yield from _below(part)


def _without_one(part: Any) -> Iterator[Any]:
    """What is left when one factor or term goes: ``log(N) / log(2)`` of a start-up each."""
    if (part.is_Mul or part.is_Add) and 2 < len(part.args) <= MOST_FACTORS:
        for place in range(len(part.args)):
            yield part.func(*part.args[:place], *part.args[place + 1 :])


@lru_cache(maxsize=1024)
def numbers_of(entry: Entry) -> tuple[Fraction, ...]:
    """The numbers that stand in a law."""
    found = {one for one in entry.typed.rhs.atoms(sympy.Rational) if one.is_finite}
    typed = {one.note.value for one in entry.typed.rhs.free_symbols if isinstance(one, Constant)}
    return tuple(sorted({Fraction(int(one.p), int(one.q)) for one in found} | typed))
