"""The letters of other documents: one page per notation, and who else names a symbol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy

from derive.entries.translations import their_letter
from derive.errors import UnreadableLatex
from derive.notation.collisions import Meaning, meanings_of
from derive.notation.reading import key_of
from derive.records import Notation, Row, Scope, SymbolNote
from derive.records.notations import RowKind
from derive.written import LetterStyle, as_settled, as_typed, mathml, read_glyph

from .conventions import Foreign, ForeignRow, LetterElsewhere, LetterScope, TheirLetter
from .pen import LINKED, Pen
from .shapes import NotationPage
from .words import address

KINDS: Mapping[RowKind, str] = {
    "quantity": "",
    "index": "an index, no quantity",
    "array": "a vector, matrix or function, no single number",
    "label": "a name, no quantity",
}
THEIRS = "theirs"


def notation_page(pen: Pen, notation: Notation) -> NotationPage:
    """All that the page of a notation says."""
    scopes = [_scope(pen, notation, scope) for scope in notation.scopes]
    kept = [scope for scope in scopes if scope["rows"]]
    count = sum(len(scope["rows"]) for scope in kept)
    return {
        "id": notation.id,
        "address": address("notation", notation.id),
        "source": pen.source(notation.source),
        "title": notation.titles[0] if notation.titles else notation.source.title,
        "says": notation.says,
        "counted": f"{count} letter{'' if count == 1 else 's'}" if count else "no letters",
        "scopes": kept,
        "reuses": [
            {"letters": [foreign(glyph) for glyph in reuse.glyphs], "says": reuse.says}
            for reuse in notation.reuses
        ],
        "letters": list(_letters(pen, notation)),
        "declared": pen.place(notation.declared),
    }


def _letters(pen: Pen, notation: Notation) -> Iterator[TheirLetter]:
    """What this document writes for each symbol of ours that it knows."""
    for name, letter in pen.registry.letters.items():
        theirs = their_letter(pen.registry, notation, letter)
        if theirs is None:
            continue
        looks = {theirs.stand_in: LetterStyle(theirs.glyph, "#")}
        drawn = mathml(as_settled(theirs.expression), looks).replace(LINKED, "<a ")
        yield {
            "id": name,
            "mathml": drawn.replace(f'"{theirs.stand_in}"', f'"{name}"'),
            "converted": theirs.converted,
            "warnings": list(theirs.warnings),
        }


def foreign(glyph: str) -> Foreign:
    """A letter of another document, typeset where our printer knows how."""
    return {"mathml": _drawn(glyph), "latex": glyph}


def _drawn(glyph: str) -> str:
    try:
        read_glyph(glyph)
    except UnreadableLatex:
        return ""
    return mathml(as_typed(sympy.Symbol(THEIRS)), {THEIRS: LetterStyle(glyph)})


def _scope(pen: Pen, notation: Notation, scope: Scope) -> LetterScope:
    rows = notation.rows.get(scope.id, ())
    return {
        "id": scope.id.replace(".", "-"),
        "title": _heading(scope),
        "holds": ", ".join(_holds(notation, scope)),
        "rows": [_row(pen, notation, scope, row) for row in rows],
    }


def _heading(scope: Scope) -> str:
    if scope.heading == scope.id:
        return f"Section {scope.id}"
    return scope.heading or f"The {scope.id}"


def _holds(notation: Notation, scope: Scope) -> Iterator[str]:
    """Where the letters of a scope hold, as the document says it."""
    for word, span in (("part", scope.parts), ("chapter", scope.chapters)):
        if span:
            first, last = span
            yield f"{word} {first}" if first == last else f"{word}s {first} to {last}"
    around = next((outer for outer in notation.scopes if outer.id == scope.within), None)
    if around and notation.rows.get(around.id):
        yield f"elsewhere as in “{_heading(around)}”"


def _row(pen: Pen, notation: Notation, scope: Scope, row: Row) -> ForeignRow:
    means, known = row.means, pen.registry.symbols
    converted = not isinstance(means, str)
    return {
        **foreign(row.glyph),
        "ours": [pen.row(means)] if not converted and means in known else [],
        "written": pen.settled(means)["mathml"] if converted else "",
        "says": row.says,
        "unit": row.unit,
        "remarks": list(_remarks(notation, scope, row)),
    }


def _remarks(notation: Notation, scope: Scope, row: Row) -> Iterator[str]:
    """What to mind about a letter: conversions, other meanings, what has no symbol here."""
    if not isinstance(row.means, str):
        yield "another quantity than any symbol here: convert it"
    elif not row.means and row.kind == "quantity":
        yield "no symbol here yet"
    if KINDS[row.kind]:
        yield KINDS[row.kind]
    if row.others:
        yield f"also means {' or '.join(f'`{name}`' for name in row.others)}"
    if row.note:
        yield row.note
    yield from dict.fromkeys(_elsewhere(notation, scope, row))


def _elsewhere(notation: Notation, scope: Scope, row: Row) -> Iterator[str]:
    """What the same letter means in other stretches of the same document."""
    key, here = key_of(row.glyph), _meaning(row)
    for other in notation.scopes:
        for twin in notation.rows.get(other.id, ()):
            if twin is row or key_of(twin.glyph) != key or _meaning(twin) == here:
                continue
            where = "in the same table" if other is scope else f"in “{_heading(other)}”"
            yield f"also {twin.says or _meaning(twin)} {where}"


def _meaning(row: Row) -> str:
    return str(row.means) or row.wanted or row.says


def letters_elsewhere(pen: Pen) -> dict[str, list[LetterElsewhere]]:
    """The letters that other documents have for our symbols, where they differ from ours."""
    letters_by_symbol: dict[str, dict[str, list[Meaning]]] = {}
    for meaning in meanings_of(pen.registry.notations.values()):
        note = pen.registry.symbols.get(meaning.thing)
        if note is not None and key_of(meaning.glyph) != _ours(note):
            letters = letters_by_symbol.setdefault(note.id, {})
            letters.setdefault(key_of(meaning.glyph), []).append(meaning)
    return {
        name: [_letter_elsewhere(pen, meanings) for meanings in letters.values()]
        for name, letters in letters_by_symbol.items()
    }


def _ours(note: SymbolNote) -> str:
    return key_of(note.latex)


def _letter_elsewhere(pen: Pen, meanings: list[Meaning]) -> LetterElsewhere:
    documents = dict.fromkeys(meaning.document for meaning in meanings)
    return {
        **foreign(meanings[0].glyph),
        "notations": [pen.notation(name) for name in documents],
    }
