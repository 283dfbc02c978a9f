"""What the search knows of a registry: its records by their names, as rows of plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .. import locate
from ..errors import NoSuchPackage
from ..records import Entry, Figure
from ..registry import Registry
from ..search import NO_GUIDES, guide_rows
from ..search.words import different_words
from .files import own_knowledge
from .showing import typed_text

Row = list[Any]


def search_data(registry: Registry, _: str = "") -> list[Row]:
    """The rows of a registry; those of the pages written for the formulary as well."""
    pages = _pages() if str(registry.folder) == own_knowledge() else {}
    return [*search_rows(registry), *guide_rows(pages)]


def letters_data(registry: Registry, _: str = "") -> dict[str, list[str]]:
    """What each letter is called: its meaning, its aliases, the terms that list it first."""
    called = {name: [note.meaning, *note.aliases] for name, note in registry.symbols.items()}
    for term in registry.terms.values():
        for name in term.symbols[:1]:
            called[name] += _different([term.name, term.acronym, *term.synonyms])
    return called


def _pages() -> dict[str, str]:
    """The pages written by hand, by their file below the folder of documents."""
    try:
        folder = locate.bring_along("docs")
    except NoSuchPackage:
        return {}
    files = (file.relative_to(folder) for file in folder.rglob("*.md"))
    guides = (file for file in files if file.parts[0] not in NO_GUIDES)
    return {file.as_posix(): (folder / file).read_text(encoding="utf-8") for file in guides}


def search_rows(registry: Registry) -> list[Row]:
    """A row for each formula, term, letter, catalogue entry and source.

    Kind, id, title, what is shown besides, names, other words, law, how often
    it is wanted, and the formulas that a term lists: ``search.Record``.
    """
    return [
        *_formulas(registry),
        *_terms(registry),
        *_symbols(registry),
        *_entries(registry),
        *_sources(registry),
        *_documents(registry),
    ]


def _formulas(registry: Registry) -> Iterator[Row]:
    wanted = _wanted(registry)
    for name, formula in registry.formulas.items():
        spaced = name.replace("_", " ")
        names = _different([formula.title, spaced, *formula.also_called, *formula.formerly])
        subject = registry.subjects[registry.subject(formula)].title
        prose = different_words(f"{formula.prose} {subject}", names)
        law = typed_text(registry.law(name).typed)
        yield ["formula", name, formula.title, subject, names, prose, law, wanted[name]]


def _wanted(registry: Registry) -> Counter[str]:
    """How much speaks for a formula where words alone do not decide, up to about a hundred.

    Terms list the formulas that matter first; what was given several names is
    asked for under them; what is published and used by other laws is general.
    """
    wanted: Counter[str] = Counter()
    for term in registry.terms.values():
        for place, name in enumerate(term.formulas[:3]):
            wanted[name] += (12, 6, 3)[place]
    for case in registry.cases:
        wanted[case.formula.id] += 3
    for use in registry.uses.values():
        wanted[use.formula.id] += 5
    for name, formula in registry.formulas.items():
        wanted[name] = min(wanted[name], 40) + min(10 * len(formula.also_called), 30)
    return wanted


def _terms(registry: Registry) -> Iterator[Row]:
    for term in registry.terms.values():
        names = _different([term.name, term.acronym, *term.synonyms, term.plural])
        prose = different_words(term.says, names)
        says = " ".join(term.says.replace("`", "").split())
        yield ["term", term.id, term.name, says, names, prose, "", 0, list(term.formulas)]


def _symbols(registry: Registry) -> Iterator[Row]:
    """Letters by id, meaning, and what they are called in every document."""
    elsewhere: dict[str, list[str]] = {}
    for document in registry.notations.values():
        for rows in document.rows.values():
            for row in rows:
                if isinstance(row.means, str) and row.means:
                    elsewhere.setdefault(row.means, []).append(row.glyph)
    for name, note in registry.symbols.items():
        names = [note.meaning, name, *note.aliases, note.latex, *elsewhere.get(name, [])]
        unit = "" if note.unit == "1" else note.unit
        names = _different(names)
        yield ["symbol", name, note.meaning, unit, names, different_words(note.says, names)]


def _entries(registry: Registry) -> Iterator[Row]:
    for entry in registry.catalog.values():
        names = [entry.title, entry.id, *entry.aliases]
        letters = [letter for figures in _all_figures(entry).values() for letter in figures]
        held = " ".join(registry.symbols[letter.name].meaning for letter in letters)
        more, prose = f"--{entry.shelf} {entry.id}", different_words(f"{entry.says} {held}", names)
        names += _with_figures(entry)
        yield ["entry", entry.id, entry.title, more, _different(names), prose]


def _with_figures(entry: Entry) -> Iterator[str]:
    """A machine by its figures: who types "989 TFLOPs" or "h100 bf16 tflops" asks for the H100.

    The figures of a model are counts, which other models share.
    """
    if entry.shelf == "model":
        return
    for choice, figures in _all_figures(entry).items():
        for figure in figures.values():
            value = figure.value if isinstance(figure, Figure) else figure
            yield " ".join(f"{entry.title} {choice} {value}".split())


def _all_figures(entry: Entry) -> dict[str, Any]:
    """The figures of an entry by choice, those that hold always under no name."""
    return {"": entry.figures, **entry.choices}


def _sources(registry: Registry) -> Iterator[Row]:
    for source in registry.sources.values():
        more = ", ".join(str(part) for part in (source.authors, source.year or "") if part)
        names = _different([source.title, source.authors])
        yield ["source", source.id, source.title, more, names, different_words(more, names)]


def _documents(registry: Registry) -> Iterator[Row]:
    """The documents of which the letters, or misprints, are listed."""
    for name, document in registry.notations.items():
        title, called = document.source.title, name.replace("-", " ")
        names = _different([title, f"{title} letters notation", f"{called} letters notation"])
        glyphs = " ".join(row.glyph for rows in document.rows.values() for row in rows)
        yield ["notation", name, title, "its letters", names, different_words(glyphs, names)]
    misprinted = {erratum.place.source for erratum in registry.errata.values()}
    for source in sorted(misprinted, key=lambda source: source.id):
        title = source.title
        yield ["errata", source.id, title, "its errata", [title, f"{title} errata"], ""]


def _different(names: list[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if name]
