"""The pages of symbols, terms, sources and subjects, and the entries of the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from derive.entries.showing import by_letter
from derive.errors import UnreadableLatex
from derive.records import Entry, Place, Source, Symbol, SymbolNote, Term
from derive.registry import Registry, Subject
from derive.units import Unit
from derive.written import read_glyph

from . import shapes
from .pen import Pen, address, finder, first_sentence, short_name, spellings
from .pieces import Ref


def symbol_page(
    pen: Pen, note: SymbolNote, using: Iterable[str], elsewhere: list[shapes.LetterElsewhere]
) -> shapes.SymbolPage:
    """All that the page of a symbol says.

    ``using`` are the formulas that hold it, ``elsewhere`` other letters for it.
    """
    row = pen.row(note.id)
    gives = [name for name in using if pen.brief(name)["gives"] == note.id]
    return {
        **row,
        "latex": note.latex,
        "letter": _drawn(note.latex),
        "says": note.says,
        "measures": measures(pen.registry.unit(note.id)),
        "accepts": pen.accepts(note.unit),
        "aliases": list(note.aliases),
        "gives": [pen.card(name) for name in gives],
        "enters": [pen.card(name) for name in using if name not in gives],
        "published": _published(pen, note),
        "same_letter": [pen.row(other) for other in _twins(pen, note)],
        "elsewhere": elsewhere,
        "terms": [
            pen.term(term.id) for term in pen.registry.terms.values() if note.id in term.symbols
        ],
        "source": [pen.cited(note.source)] if note.source else [],
        "declared": pen.place(note.declared),
    }


@lru_cache(maxsize=4096)
def _drawn(latex: str) -> str:
    """The letter in plain Unicode, as people search for it."""
    try:
        return str(read_glyph(latex))
    except UnreadableLatex:
        return ""


def _twins(pen: Pen, note: SymbolNote) -> list[str]:
    """Other symbols with the same single letter and another index."""
    base = _base(note)
    return [] if len(base) != 1 else [name for name in _by_base(pen)[base] if name != note.id]


@lru_cache(maxsize=2)
def _by_base(pen: Pen) -> dict[str, list[str]]:
    """The symbols by their letters without an index."""
    by_base: dict[str, list[str]] = {}
    for note in pen.registry.symbols.values():
        by_base.setdefault(_base(note), []).append(note.id)
    return by_base


def _base(note: SymbolNote) -> str:
    return _drawn(note.latex).split("_")[0]


def _published(pen: Pen, note: SymbolNote) -> list[shapes.PublishedValue]:
    groups = pen.registry.constant_sets.values()
    return [
        {"set": group.name, "value": value, "says": group.says, "source": pen.cited(group.source)}
        for group in groups
        for letter, value in group.values.items()
        if letter.name == note.id
    ]


def measures(unit: Unit) -> str:
    """What a unit measures, in words: information per time."""
    parts = [*unit.dimensions, *unit.kinds]
    top = [_powered(name, power) for name, power in parts if power > 0]
    bottom = [_powered(name, -power) for name, power in parts if power < 0]
    if not parts:
        return "a pure number"
    above = " × ".join(top) or "one"
    return f"{above} per {' and '.join(bottom)}" if bottom else above


def _powered(name: str, power: int) -> str:
    return name if power == 1 else f"{name}^{power}"


def term_page(pen: Pen, term: Term) -> shapes.TermPage:
    """All that the page of a term says."""
    lead, rest = first_sentence(term.says)
    registry = pen.registry
    others = [
        name
        for name, mentioned_terms in mentioned(pen).items()
        if name not in term.formulas and term.id in mentioned_terms
    ]
    return {
        "id": term.id,
        "address": address("term", term.id),
        "name": term.name,
        "lead": lead,
        "says": rest,
        "acronym": term.acronym,
        "synonyms": list(term.synonyms),
        "spellings": spellings(term),
        "autolink": term.autolink,
        "not_to_confuse": [
            {"term": pen.term(other), "says": says}
            for other, says in term.not_to_confuse
            if other in registry.terms
        ],
        "symbols": [pen.row(name) for name in term.symbols if name in registry.symbols],
        "formulas": [pen.card(name) for name in term.formulas if name in registry.formulas],
        "mentioned_in": pen.formulas(others),
        "sources": [pen.cited(place) for place in term.sources],
        "declared": pen.place(term.declared),
    }


@lru_cache(maxsize=2)
def mentioned(pen: Pen) -> dict[str, set[str]]:
    """The terms that the prose of each formula mentions, by id."""
    terms_in = finder(pen.registry.terms.values())
    return {
        name: {
            term.id for term in terms_in(f"{formula.title}. {formula.prose} {formula.leaves_out}")
        }
        for name, formula in pen.registry.formulas.items()
    }


Citation = tuple[Place, str, Ref]


def source_page(pen: Pen, source: Source, cited: Iterable[Citation]) -> shapes.SourcePage:
    """All that the page of a source says, ``cited`` being the citations of it."""
    places: dict[str, shapes.CitedPlace] = {}
    for place, kind, ref in cited:
        empty: shapes.CitedPlace = {"place": place.place, "formulas": [], "cases": [], "others": []}
        at = places.setdefault(place.place, empty)
        listed = {"formula": at["formulas"], "case": at["cases"]}.get(kind, at["others"])
        if ref not in listed:
            listed.append(ref)
    misprinted = {erratum.place.source.id for erratum in pen.registry.errata.values()}
    return {
        "id": source.id,
        "address": address("source", source.id),
        "title": source.title,
        "authors": source.authors,
        "year": str(source.year or ""),
        "kind": source.kind,
        "identifier": source.identifier,
        "link": link(source.identifier),
        "says": source.says,
        "short": short_name(source),
        "places": [places[name] for name in sorted(places, key=natural)],
        "errata": [pen.errata(source)] if source.id in misprinted else [],
        "notations": [
            pen.notation(notation.id)
            for notation in pen.registry.notations.values()
            if notation.source.id == source.id
        ],
    }


def citations(pen: Pen) -> dict[str, list[Citation]]:
    """Every citation of the registry, by source: where, in which role, by what."""
    cited: dict[str, list[Citation]] = {name: [] for name in pen.registry.sources}
    for citation in _citations(pen):
        cited.setdefault(citation[0].source.id, []).append(citation)
    return cited


def _citations(pen: Pen) -> Iterator[Citation]:
    registry = pen.registry
    for formula in registry.formulas.values():
        yield from ((place, "formula", pen.formula(formula)) for place in formula.sources)
    for case in registry.cases:
        yield case.source, "case", pen.formula(case.formula.id)
    for note in registry.symbols.values():
        if note.source:
            yield note.source, "other", pen.symbol(note.id)
    for term in registry.terms.values():
        yield from ((place, "other", pen.term(term.id)) for place in term.sources)
    for group in registry.constant_sets.values():
        yield from ((group.source, "other", pen.symbol(letter.name)) for letter in group.values)
    for entry in registry.catalog.values():
        yield from ((place, "other", pen.entry(entry)) for place in places_of(entry))


def natural(text: str) -> list[tuple[int, int, str]]:
    """A key that puts table 2 before table 10."""
    words = "".join(c if c.isdigit() else f" {c} " if not c.isalpha() else c for c in text).split()
    return [(0, int(word), "") if word.isdecimal() else (1, 0, word) for word in words]


def link(identifier: str) -> str:
    """Where an identifier leads, if that follows from its form."""
    scheme, _, rest = identifier.partition(":")
    homes = {"arXiv": "https://arxiv.org/abs/", "doi": "https://doi.org/", "https": "https:"}
    return f"{homes[scheme]}{rest}" if scheme in homes and rest else ""


def areas(registry: Registry, subjects: Sequence[str]) -> list[shapes.AreaRow]:
    """The areas in their order; at the end, without a title, the subjects that are in none."""
    placed = {name for area in registry.areas for name in area.subjects}
    rows: list[shapes.AreaRow] = [
        {"title": area.title, "subjects": [name for name in area.subjects if name in subjects]}
        for area in registry.areas
    ]
    rows.append({"title": "", "subjects": [name for name in subjects if name not in placed]})
    return [row for row in rows if row["subjects"]]


def subject_page(pen: Pen, subject: Subject) -> shapes.SubjectPage:
    """One room of the knowledge, with its formulas in the order of the file."""
    registry = pen.registry
    inside = [
        formula for formula in registry.formulas.values() if registry.subject(formula) == subject.id
    ]
    inside.sort(key=lambda formula: (formula.declared.file, formula.declared.line))
    return {
        "id": subject.id,
        "address": address("subject", subject.id),
        "title": subject.title,
        "says": subject.says[:1].upper() + subject.says[1:],
        "formulas": [pen.card(formula.id) for formula in inside],
    }


def catalogue(pen: Pen) -> dict[str, shapes.CatalogueEntry]:
    """Every entry of the catalogue by id, with its figures and where they stand."""
    return {
        name: {
            "id": entry.id,
            "address": address("entry", entry.id),
            "shelf": entry.shelf,
            "title": entry.title,
            "says": entry.says,
            "aliases": list(entry.aliases),
            "figures": _figures(pen, entry, entry.figures),
            "choices": {kind: _figures(pen, entry, held) for kind, held in entry.choices.items()},
            "quoted": dict(entry.quoted),
            "source": pen.cited(entry.source),
            "declared": pen.place(entry.declared),
        }
        for name, entry in pen.registry.catalog.items()
    }


def places_of(entry: Entry) -> Iterator[Place]:
    """Every place that an entry cites."""
    yield entry.source
    for figures in (entry.figures, *entry.choices.values()):
        yield from (figure.source for figure in by_letter(figures).values() if figure.source)


def _figures(pen: Pen, entry: Entry, values: Mapping[Symbol, Any]) -> list[shapes.CatalogueFigure]:
    return [
        {
            "symbol": name,
            "value": figure.value,
            "says": figure.says,
            "source": pen.cited(figure.source or entry.source),
        }
        for name, figure in by_letter(values).items()
    ]


def constant_sets(pen: Pen) -> dict[str, shapes.ConstantSetPage]:
    """Fitted constants that were published together."""
    return {
        name: {
            "id": name,
            "says": group.says,
            "values": {letter.name: value for letter, value in group.values.items()},
            "source": pen.cited(group.source),
            "declared": pen.place(group.declared),
        }
        for name, group in pen.registry.constant_sets.items()
    }
