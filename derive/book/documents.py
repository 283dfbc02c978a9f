"""Other documents: what they get wrong, and their letters; a page for each of the two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import sympy

from derive.check.errata import Disproof, disproof
from derive.entries.workings import their_letter
from derive.errors import UnreadableLatex
from derive.notation.reading import key_of
from derive.records import Erratum, Formula, Notation, Row, Scope, Source, Use, exact
from derive.records.references import RowKind
from derive.units import number_text
from derive.written import LetterStyle, as_settled, as_typed, mathml, read_glyph

from .pen import LINKED, Pen, address, first_sentence, names_in, short_name
from .pieces import Concern, FormulaCard, Given, Misprint
from .records import natural
from .shapes import (
    ErrataPage,
    Foreign,
    ForeignRow,
    LetterElsewhere,
    LetterScope,
    NotationPage,
    TheirLetter,
)

COMPUTED = "Computed anew: here the two differ"
DOUBLED = "Computed anew: doubled here, they differ"
CITED = "By its sources"


def errata_page(
    pen: Pen, source: Source, errata: list[Erratum], misprints: list[Misprint]
) -> ErrataPage:
    """The page of a document's errata; ``misprints`` are the same, computed."""
    places = {erratum.id: pen.place(erratum.declared) for erratum in errata}
    computed = sum(bool(row["printed_gives"]) and row["tone"] == "good" for row in misprints)
    noun = "erratum" if len(misprints) == 1 else "errata"
    return {
        "id": source.id,
        "address": address("errata", source.id),
        "source": pen.source(source),
        "short": short_name(source),
        "counted": f"{len(misprints)} {noun}, {computed or 'none'} of them proved by computation",
        "errata": [{**misprint, "declared": places[misprint["id"]]} for misprint in misprints],
    }


def misprints(pen: Pen, errata: list[Erratum]) -> list[Misprint]:
    """What a document gets wrong, in the order of its places, each computed anew."""
    ordered = sorted(errata, key=lambda erratum: natural(erratum.place.place))
    return [_misprint(pen, erratum) for erratum in ordered]


def _misprint(pen: Pen, erratum: Erratum) -> Misprint:
    proof = disproof(pen.registry, erratum)
    corrected = erratum.corrected
    words = isinstance(corrected, str)
    place = erratum.place.place or erratum.id
    return {
        "id": erratum.id,
        "place": f"{place[:1].upper()}{place[1:]}",
        "printed": erratum.printed,
        "says": erratum.says,
        "law": [] if isinstance(corrected, str) else [_card(pen, corrected)],
        "corrected": corrected if isinstance(corrected, str) else "",
        "tone": "bad" if not proof.proved else "fair" if words else "good",
        "how": _how(erratum, proof),
        "point": _point(pen, erratum) if proof.machine else [],
        "target": [pen.letter(proof.target)] if proof.target else [],
        "printed_gives": "" if proof.printed is None else str(proof.printed),
        "law_gives": "" if proof.corrected is None else str(proof.corrected),
        "ratio": "" if proof.ratio is None else number_text(proof.ratio),
        "proof": [pen.cited(place) for place in erratum.proof],
        "declared": "",
    }


def _card(pen: Pen, corrected: Formula | Use) -> FormulaCard:
    """The right law, with the letters of its use."""
    card = pen.card(corrected.id)
    if isinstance(corrected, Formula):
        return card
    return {**card, "mathml": pen.typed(pen.registry.law_of(corrected).typed)["mathml"]}


def _how(erratum: Erratum, proof: Disproof) -> str:
    """The kind of the proof in words, or why there is none."""
    if not proof.machine:
        return CITED
    if not proof.proved:
        missing = f"no value for {', '.join(proof.missing)}" if proof.missing else ""
        return f"Not proved: {missing or proof.trouble or 'the two agree here'}"
    return DOUBLED if r"\propto" in erratum.printed else COMPUTED


def _point(pen: Pen, erratum: Erratum) -> list[Given]:
    """Where the two differ; a float as the decimal that was typed."""
    typed = {
        letter.name: number_text(exact(value)) if isinstance(value, float) else value
        for letter, value in (erratum.differs_at or {}).items()
    }
    return [{**pen.letter(name), "value": pen.value(name, value)} for name, value in typed.items()]


def concerns(pen: Pen, formula: Formula) -> list[Concern]:
    """The errata that a formula corrects, or whose words name it."""
    return [
        {"erratum": pen.erratum(erratum), "says": first_sentence(erratum.says)[0]}
        for erratum in pen.registry.errata.values()
        if formula.id == getattr(erratum.corrected, "id", "")
        or formula.id in names_in(erratum.says)
        or (isinstance(erratum.corrected, str) and formula.id in names_in(erratum.corrected))
    ]


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
    documents: dict[str, dict[str, dict[str, str]]] = {}
    for notation in pen.registry.notations.values():
        for row in (row for rows in notation.rows.values() for row in rows):
            for thing in (_meaning(row), *row.others):
                note = pen.registry.symbols.get(thing)
                if note is not None and key_of(row.glyph) != key_of(note.latex):
                    letters = documents.setdefault(note.id, {})
                    letters.setdefault(key_of(row.glyph), {}).setdefault(notation.id, row.glyph)
    return {
        name: [
            {**foreign(next(iter(glyphs.values()))), "notations": [*map(pen.notation, glyphs)]}
            for glyphs in letters.values()
        ]
        for name, letters in documents.items()
    }
