"""The vocabulary of a registry as plain data, part by part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, fields
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..errors import DeriveError
from ..notation import Call, Letter, Rejection, normal_form, parse_span, walk
from ..notation.reading import dictionary, key_of, meanings
from ..programs.program import to_data
from ..programs.translate import program_of
from ..records import Erratum, Formula, Notation, Row, Source, Term, Use
from ..records.notes import SymbolNote
from ..registry import Registry
from ..units import read_value
from .compiling import knowledge_of
from .lists import symbol_data
from .phrase_words import words_of
from .vocabulary import Quantity, Vocabulary, notation_from_data

Data = Any


def vocabulary_data(registry: Registry, name: str) -> Data:
    """One part of what a checker reads of a registry."""
    return PARTS[name](registry)


def _terms(registry: Registry) -> Data:
    words = [field.name for field in fields(Term)
             if field.name not in {"sources", "declared"}]  # fmt: skip
    return [{word: getattr(term, word) for word in words} for term in registry.terms.values()]


def _usual(registry: Registry) -> Data:
    """What letters with a default commonly are: that, and what published numbers take."""
    given: dict[str, list[Any]] = {}
    for case in registry.cases:
        for letter, value in case.givens.items():
            given.setdefault(getattr(letter, "name", ""), []).append(value)
    usual = {}
    for note in registry.symbols.values():
        if note.default:
            read = (_in_own_unit(registry, note, value) for value in given.get(note.id, ()))
            published = Counter(value for value in read if value is not None)
            values = [value for value, _ in published.most_common()]
            default = _in_own_unit(registry, note, note.default)
            usual[note.id] = [None if default is None else str(default), *map(str, values)]
    return usual


def _in_own_unit(registry: Registry, note: SymbolNote, given: Any) -> Fraction | None:
    """A value of a letter as people write it, as a number in the letter's own unit."""
    if isinstance(given, int | Fraction | float):
        return Fraction(str(given))
    if isinstance(given, str):
        with suppress(DeriveError):
            unit = registry.unit(note.id)
            read = read_value(given, unit=unit, table=registry.units, symbol=note.id)
            magnitude = getattr(read, "magnitude", None)
            return None if magnitude is None else Fraction(magnitude)
    return None


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
            _letters_printed(registry, erratum),
        ]
        for erratum in registry.errata.values()
    ]


def _phrases(registry: Registry) -> Data:
    """Symbol, words, and the document whose words they are; empty for our own."""
    ours = [
        (note.id, name, "")
        for note in registry.symbols.values()
        for name in (note.meaning, *note.aliases)
    ]
    theirs = [
        (row.means, row.says, notation.id)
        for notation in registry.notations.values()
        for rows in notation.rows.values()
        for row in rows
        if isinstance(row.means, str)
        and row.means in registry.symbols
        and row.kind == "quantity"
        and not row.others
    ]
    said = ((symbol, words_of(phrase), source) for symbol, phrase, source in (*ours, *theirs))
    return [[symbol, sorted(words), source] for symbol, words, source in said if words]


def _letters_printed(registry: Registry, erratum: Erratum) -> Data:
    """Our letters in a misprint as it stands, those too that cancel; None where one is not ours."""
    if erratum.notation is None or not erratum.printed:
        return None
    chain = parse_span(erratum.printed, dictionary(erratum.notation, erratum.scope))
    if isinstance(chain, Rejection):
        return None
    ours = meanings(erratum.notation, erratum.scope, registry.letters)
    names: set[str] = set()
    for part in (part for member in chain.members for part in walk(member)):
        if isinstance(part, Call) or (isinstance(part, Letter) and part.glyph not in ours):
            return None
        if isinstance(part, Letter):
            names.update(letter.name for letter in ours[part.glyph].free_symbols)
    return sorted(names & registry.symbols.keys())


def _named(registry: Registry) -> Data:
    """How often documents and published numbers speak of a letter."""
    rows = (row.means for row in _rows(registry) if isinstance(row.means, str) and row.means)
    cases = (getattr(letter, "name", "") for case in registry.cases for letter in case.givens)
    return dict(Counter([*rows, *cases]))


def _printed(registry: Registry) -> Data:
    """For each glyph, the letters that we or other documents print so."""
    names: dict[str, set[str]] = {}
    for note in registry.symbols.values():
        for glyph in (normal_form(note.latex), note.id):
            names.setdefault(glyph, set()).add(note.id)
    for row in _rows(registry):
        if isinstance(row.means, str) and row.means:
            names.setdefault(key_of(row.glyph), set()).add(row.means)
    return {glyph: sorted(some) for glyph, some in names.items()}


def _rows(registry: Registry) -> Iterator[Row]:
    for notation in registry.notations.values():
        for rows in notation.rows.values():
            yield from rows


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
    "usual": _usual,
    "phrases": _phrases,
    "named": _named,
    "printed": _printed,
    "terms": _terms,
    "sources": lambda registry: [_source(source) for source in registry.sources.values()],
}
