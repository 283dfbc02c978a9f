"""A formula in every form in which it is shown, and every record as a row of the search."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any

from sympy import Eq

from .. import locate
from ..algebra.programs_of import in_base
from ..errors import NoSuchPackage
from ..programs.javascript import javascript
from ..programs.translate import program_of
from ..records import Entry, Figure, Formula, Symbol
from ..registry import Registry
from ..search import NO_GUIDES, guide_rows
from ..search.words import different_words
from ..units import BASE_UNITS
from ..units.unit import named
from ..written import LetterStyle, as_settled, as_typed, latex, mathml, python, text
from .alternatives import needs
from .files import own_knowledge


@lru_cache(maxsize=8)
def styles(registry: Registry) -> Mapping[str, LetterStyle]:
    """How each letter of a registry is shown; a constant shows its number."""
    symbols = {name: LetterStyle(latex=note.latex) for name, note in registry.symbols.items()}
    return {**symbols, **{name: LetterStyle() for name in registry.constants}}


@lru_cache(maxsize=8192)
def typed_text(expression: Any) -> str:
    """An expression that was built with rewriting off, on one line."""
    return text(as_typed(expression))


def settled_text(expression: Any) -> str:
    """An expression that SymPy has rewritten, on one line."""
    return text(as_settled(expression))


def typed_latex(registry: Registry, expression: Any) -> str:
    """The same as LaTeX, in the letters of the registry."""
    return latex(as_typed(expression), styles(registry))


def settled_latex(registry: Registry, expression: Any) -> str:
    """An expression that SymPy has rewritten, as LaTeX."""
    return latex(as_settled(expression), styles(registry))


PAGE_WIDTH = 100
"""Columns of a line on which a letter is explained."""


def script(registry: Registry, formula: Formula) -> str:
    """The right side of a law as a function in base units; of an inequality, whether it holds."""
    law = registry.law(formula.id)
    gives = isinstance(law.relation, Eq) and law.relation.lhs.is_Symbol
    expression = law.relation.rhs if gives else law.relation
    letters = [symbol for symbol in law.symbols if symbol in expression.free_symbols]
    units = [
        f"{letter.name} in {unit}" for letter in letters if (unit := _unit(registry, letter.name))
    ]
    head = f"// {formula.title}" + (f"; {', '.join(units)}" if units else "")
    program = program_of(in_base(registry, expression), letters)
    return f"{head}\n{javascript(program, formula.id)}".rstrip()


def _unit(registry: Registry, name: str) -> str:
    """The base unit in which a letter enters a program."""
    unit = registry.unit(name)
    powers = [(BASE_UNITS[dimension], power) for dimension, power in unit.dimensions]
    return named([*powers, *unit.kinds]) if powers or unit.kinds else ""


def _text(registry: Registry, formula: Formula) -> str:
    law = registry.law(formula.id)
    rows = []
    for letter in law.symbols:
        note = registry.symbols[letter.name]
        ends = str(note.domain).removeprefix("a number ").removeprefix("of ")
        extra = f"; {ends}" if note.domain.is_bounded else ""
        extra += f"   default {note.default}" if note.default else ""
        unit = "number" if note.unit in ("", "1") else note.unit
        rows.append((note.id, unit, f"{note.meaning}{extra}", note.says))
    blocks = [
        f"{formula.title}   [{formula.id}]",
        f"  {typed_text(law.typed)}",
        formula.prose,
        _letters(rows),
    ]
    facts = [f"called     {', '.join(formula.also_called)}"] if formula.also_called else []
    facts += [f"status     {registry.status(formula)}"]
    facts += [f"holds when {typed_text(condition)}" for condition in law.conditions]
    facts += _holds_for(registry, formula)
    if formula.leaves_out:
        facts.append(f"leaves out {formula.leaves_out}")
    facts += [
        f"source     {place}{' (opened)' if place.opened else ''}" for place in formula.sources
    ]
    facts += [
        f"variant    {other.id}: {says}"
        for group in registry.variants_of(formula)
        for other, says in group.members.items()
        if other is not formula
    ]
    return "\n\n".join(block for block in [*blocks, "\n".join(facts)] if block)


def _letters(rows: Sequence[tuple[str, str, str, str]]) -> str:
    """The letters of a law; below each meaning, what it includes and how it is counted."""
    names, units = (max(len(row[column]) for row in rows) for column in range(2))
    margin = " " * (names + units + 6)
    lines = []
    for name, unit, meaning, says in rows:
        lines.append(f"  {name:<{names}}  {unit:<{units}}  {meaning}")
        room = max(PAGE_WIDTH, len(margin) + 40)
        lines += wrap(says, room, initial_indent=margin, subsequent_indent=margin)
    return "\n".join(lines)


def _holds_for(registry: Registry, formula: Formula) -> list[str]:
    """The alternatives for which a law holds, each with its words."""
    lines = []
    for name, alternatives in sorted(needs(registry)[formula.id].items()):
        choice = registry.choices.get(name)
        for alternative in sorted(alternatives):
            if choice is None:
                picked = f"{name} = {alternative} picks it"
                lines.append(f"one of     several laws of its letter; {picked}")
                continue
            says = choice.alternatives.get(alternative, "")
            # A bare yes, no or nothing needs its question.
            if says.split(":")[0].split(",")[0] in ("yes", "no", "nothing", "not at all"):
                says = f"{choice.asks} {says}"
            lines.append(f"holds for  {name} = {alternative}: {says}")
    return lines


def _data(registry: Registry, formula: Formula) -> dict[str, Any]:
    law = registry.law(formula.id)
    return {
        "schema": 1,
        "id": formula.id,
        "title": formula.title,
        "prose": formula.prose,
        "subject": registry.subject(formula),
        "status": registry.status(formula),
        "law": {"text": typed_text(law.typed), "latex": typed_latex(registry, law.typed)},
        "symbols": [
            {
                "id": note.id,
                "meaning": note.meaning,
                "unit": note.unit,
                "domain": str(note.domain),
                "default": note.default or None,
            }
            for note in (registry.symbols[letter.name] for letter in law.symbols)
        ],
        "constants": [
            {"id": note.id, "value": str(note.value), "unit": note.unit, "meaning": note.meaning}
            for note in (registry.constants[constant.name] for constant in law.constants)
        ],
        "holds_when": [typed_text(condition) for condition in law.conditions],
        "holds_for": {
            name: sorted(alternatives)
            for name, alternatives in sorted(needs(registry)[formula.id].items())
        },
        "leaves_out": formula.leaves_out,
        "sources": [
            {
                "id": place.source.id,
                "title": place.source.title,
                "place": place.place,
                "opened": place.opened,
            }
            for place in formula.sources
        ],
        "also_called": [*formula.also_called],
    }


def show_data(registry: Registry, name: str) -> str | None:
    """A formula in one of the forms in which it is shown; the name is ``formula|form``."""
    formula, _, form = name.partition("|")
    known = registry.formulas.get(formula)
    return None if known is None else FORMS[form](registry, known)


FORMS: dict[str, Callable[[Registry, Formula], str]] = {
    "text": _text,
    "latex": lambda registry, formula: typed_latex(registry, registry.law(formula.id).typed),
    "mathml": lambda registry, formula: mathml(
        as_typed(registry.law(formula.id).typed), styles(registry)
    ),
    "javascript": script,
    "python": lambda registry, formula: python(as_typed(registry.law(formula.id).typed)),
    "json": lambda registry, formula: json.dumps(
        _data(registry, formula), indent=2, ensure_ascii=False
    ),
}


# --- rows of the search -----------------------------------------------------------


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
        for figure in by_letter(figures).values():
            yield " ".join(f"{entry.title} {choice} {figure.value}".split())


def by_letter(published: Mapping[Symbol, str | Figure]) -> dict[str, Figure]:
    """Published figures by the id of their letter; a text alone is a figure that says no more."""
    return {
        letter.name: figure if isinstance(figure, Figure) else Figure(figure)
        for letter, figure in published.items()
    }


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
