"""The vocabulary of a registry as plain data, part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..programs.program import to_data
from ..programs.translate import program_of
from ..records import Formula, Notation, Source, Term, Use
from ..registry import Registry
from .compiling import knowledge_of
from .lists import symbol_data
from .vocabulary import Quantity, Vocabulary, notation_from_data

Data = Any


def vocabulary_data(registry: Registry, name: str) -> Data:
    """One part of what a checker reads of a registry."""
    return PARTS[name](registry)


def _terms(registry: Registry) -> Data:
    words = [field.name for field in fields(Term)
             if field.name not in {"sources", "declared"}]  # fmt: skip
    return [{word: getattr(term, word) for word in words} for term in registry.terms.values()]


def _cases(registry: Registry) -> Data:
    return [
        [[getattr(letter, "name", ""), _given(given)] for letter, given in case.givens.items()]
        for case in registry.cases
    ]


def _given(given: Any) -> Data:
    """A value as it was written, or a number in a list; None where it is neither."""
    if isinstance(given, int | float | Fraction):
        return [str(Fraction(str(given)))]
    return given if isinstance(given, str) else None


def _errata(registry: Registry) -> Data:
    from .points import name_of

    return [
        [
            erratum.id,
            erratum.kind,
            erratum.says,
            name_of(registry, erratum.corrected)
            if isinstance(erratum.corrected, Formula | Use)
            else "",
            _notation_named(registry, erratum.notation),
            erratum.scope,
            erratum.printed,
        ]
        for erratum in registry.errata.values()
    ]


def _notation_named(registry: Registry, notation: Notation | None) -> Data:
    if notation is None or registry.notations.get(notation.id) is notation:
        return notation and notation.id
    return notation_data(notation)


def notation_data(notation: Notation) -> Data:
    """A notation, its expressions as programs."""
    return {
        "id": notation.id,
        "source": _source(notation.source),
        "titles": notation.titles,
        "scopes": [asdict(scope) for scope in notation.scopes],
        "rows": {
            scope: [
                {field.name: getattr(row, field.name) for field in fields(row)}
                | {"means": _meaning(row.means)}
                for row in rows
            ]
            for scope, rows in notation.rows.items()
        },
        "reuses": [[reuse.glyphs, reuse.line, reuse.says] for reuse in notation.reuses],
        "says": notation.says,
    }


def _meaning(means: Any) -> Data:
    """The id of a letter, or an expression as a program."""
    if isinstance(means, str):
        return means
    if isinstance(means, Quantity):
        return to_data(means.program)
    return to_data(program_of(means, sorted(means.free_symbols, key=str)))


def _source(source: Source) -> Data:
    return [getattr(source, name) for name in Source._fields]


@lru_cache(maxsize=8)
def vocabulary_of(registry: Registry) -> Vocabulary:
    """A registry as the checker sees it, compiled as far as it is asked."""
    return Vocabulary(knowledge_of(registry).rows, lambda: registry)


def in_plain_data(notation: Notation) -> Notation:
    """A notation with programs for expressions of SymPy."""
    rows = (row for rows in notation.rows.values() for row in rows)
    if all(isinstance(row.means, str | Quantity) for row in rows):
        return notation
    return notation_from_data(notation_data(notation))


PARTS: Mapping[str, Callable[[Registry], Data]] = {
    "symbols": lambda registry: [symbol_data(registry, name) for name in registry.symbols],
    "constants": lambda registry: [
        [note.id, str(note.value), note.unit, note.meaning, note.says]
        for note in registry.constants.values()
    ],
    "letters": lambda registry: list(registry.letters),
    "formulas": lambda registry: [
        [name, formula.title, registry.status(formula), formula.approximates is not None]
        for name, formula in registry.formulas.items()
    ],
    "variants": lambda registry: [
        {formula.id: says for formula, says in group.members.items()}
        for group in registry.variants.values()
    ],
    "notations": lambda registry: [notation_data(x) for x in registry.notations.values()],
    "errata": _errata,
    "cases": _cases,
    "terms": _terms,
    "sources": lambda registry: [_source(source) for source in registry.sources.values()],
}
