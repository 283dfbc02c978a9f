"""Rules about documents: each is cited once, and each of its letters leads to ours.

A letter of a document says so once, and what it means where it is used again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from derive.notation.reading import key_of
from derive.records import Formula, Notation, Row, Source
from derive.registry import Registry, guesses

from .code import Quote, first_line, keyword_line, page
from .rules import Seen, place_of, source_place

_SHORT = {"eq": "equation", "sec": "section", "fig": "figure", "tab": "table", "app": "appendix"}


def cited_places_are_unique(_: Registry, formula: Formula) -> Iterator[Seen]:
    """Cited places are unique.

    What: no formula cites the same place of the same source twice, however it
    is spelled: "eq. 2" is "equation 2".

    Why: two lines on the page for one place look like two witnesses.

    Example: `source=(ZERO.at("section 5.3"), ZERO.at("sec. 5.3"))`.
    """
    seen: dict[tuple[str, str], str] = {}
    for cited in formula.sources:
        source, place = getattr(cited, "source", None), getattr(cited, "place", "")
        if source is None:
            continue
        key = (source.id, folded(place))
        if key in seen:
            yield Seen(
                f"{source.title} is cited twice at one place.",
                keyword_line(formula.declared, "source", formula.id),
                [("first", seen[key]), ("again", place)],
                "Cite it once.",
            )
        seen.setdefault(key, place)


def folded(place: str) -> str:
    """A place without marks and short forms: ``Eq. (2)`` is ``equation 2``."""
    words = re.sub(r"[^\w.]+", " ", place.lower()).replace(". ", " ").strip(" .").split()
    return " ".join(
        _SHORT.get(word.rstrip("s."), _SHORT.get(word.rstrip("."), word)) for word in words
    )


def sources_are_declared_once(registry: Registry, source: Source) -> Iterator[Seen]:
    """Sources are declared once.

    What: no two sources have the same title and year, or the same identifier.

    Why: what is cited from one document would stand on two pages, and each
    would seem to be less than it is.

    Example: `ZERO = Source("zero", "ZeRO", identifier="1910.02054")` beside
    `RAJBHANDARI = Source("rajbhandari", ..., identifier="arXiv:1910.02054")`.
    """
    for other in registry.sources.values():
        if other.id <= source.id or not (_marks(source) & _marks(other)):
            continue
        place = source_place(registry, other)
        yield Seen(
            f"{source.id} and {other.id} are one source.",
            rows=[
                (record.id, record.title, record.identifier, str(record.year or ""))
                for record in (source, other)
            ],
            guess=f"Keep one; the other stands in {place_of(registry, place)}.",
        )


def _marks(source: Source) -> frozenset[str]:
    """What a document is known by."""
    title = re.sub(r"\W+", " ", source.title.lower()).strip()
    number = source.identifier.lower().removeprefix("https://").removeprefix("doi.org/")
    number = number.removeprefix("arxiv:").removeprefix("doi:").strip()
    return frozenset(mark for mark in (f"{title} {source.year}", number) if mark)


def formulas_are_reachable(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Formulas are reachable.

    What: a formula stands in a subject of the package, a module or folder with
    a title of its own, so that some page lists it.

    Why: the site shows formulas by subject. Where others are in subjects, one in
    the package's own file stands apart, on a page that is named after the
    package; nobody looks for it there.

    Example: a formula in `formulas/__init__.py` beside `formulas/memory.py`.
    """
    subject = registry.subject(formula)
    quote = first_line(formula.declared)
    guess = "Move it into a module of its subject."
    if subject not in registry.subjects:
        yield Seen("No page leads to this formula: it belongs to no subject.", quote, guess=guess)
    elif subject == registry.folder.name and len(registry.subjects) > 1:
        yield Seen(
            "This formula stands beside the subjects, in none of them.",
            quote,
            guess=guess,
            severity="warning",
        )


def notation_rows_exist(registry: Registry, notation: Notation) -> Iterator[Seen]:
    """Notation rows exist.

    What: each letter of a document leads to a symbol of the package, or to an
    expression of its symbols; a letter that is still wanted is not there yet;
    and no stretch of the document declares a letter twice, unless the document
    itself says that the letter is used again.

    Why: through these rows printed formulas are read. A row that leads nowhere
    makes every formula with that letter unreadable, and of two rows for one
    letter the second would silently win.

    Example: `Row("k", wanted="k_ckpt")` after `k_ckpt` was declared; write
    `Row("k", "k_ckpt")`.
    """
    reused = {key_of(glyph) for reuse in notation.reuses for glyph in reuse.glyphs}
    names = {scope.id for scope in notation.scopes}
    for scope, rows in notation.rows.items():
        if scope not in names:
            yield _seen(notation, scope, f"The stretch {scope} is not declared.")
        seen: dict[str, Row] = {}
        for row in rows:
            yield from _leads(registry, notation, row)
            key = key_of(row.glyph)
            if key in seen and key not in reused:
                yield _twice(notation, scope, seen[key], row)
            seen.setdefault(key, row)


def reused_letters_are_told(_: Registry, notation: Notation) -> Iterator[Seen]:
    """Reused letters are told.

    What: a stretch of a document gives a letter another meaning than the
    stretch around it, or the document says that it uses a letter again. It is
    told with both meanings, and whether the document discloses it.

    Why: the reader of a translated formula must know which of the two is
    meant; that a document says so itself is no fault, and worth knowing.

    Example: `A`, the attention heads of a whole book, is a coefficient in its
    part on scaling.
    """
    disclosed = {key_of(glyph): reuse for reuse in notation.reuses for glyph in reuse.glyphs}
    meant: dict[str, tuple[str, Row]] = {}
    for scope in notation.scopes:
        for row in notation.rows.get(scope.id, ()):
            key = key_of(row.glyph)
            where, first = meant.setdefault(key, (scope.id, row))
            same = str(first.means) == str(row.means) or (first.says and first.says == row.says)
            if where == scope.id or same or first.kind != row.kind:
                continue
            said = disclosed.get(key)
            yield _seen(
                notation,
                row.glyph,
                f"{row.glyph} is used again in {scope.id}"
                + (f", as the document says in line {said.line}." if said else ", undisclosed."),
                [(where, first.says or str(first.means)), (scope.id, row.says or str(row.means))],
            )


def _leads(registry: Registry, notation: Notation, row: Row) -> Iterator[Seen]:
    """Whether a row leads to letters of the package."""
    if isinstance(row.means, str):
        lost = [row.means] if row.means and row.means not in registry.letters else []
    else:
        known = set(registry.letters.values())
        lost = sorted(letter.name for letter in row.means.free_symbols - known)
    for name in lost:
        near = guesses(name, registry.letters)
        guess = f"Did you mean {near[0]}?" if near else f'Say wanted="{name}" until it is there.'
        yield _seen(
            notation, row.glyph, f"{row.glyph} means {name}, which is not declared.", guess=guess
        )
    if row.wanted in registry.letters:
        note: Any = registry.letters[row.wanted].note
        yield _seen(
            notation,
            row.glyph,
            f"{row.glyph} wants {row.wanted}, which is there by now.",
            [(row.wanted, note.meaning)],
            f'Write "{row.wanted}" as its meaning.',
        )
    if row.kind == "quantity" and row.means == "" and not row.wanted:
        yield _seen(notation, row.glyph, f"{row.glyph} leads nowhere.", guess="Name what it means.")


def _twice(notation: Notation, scope: str, first: Row, second: Row) -> Seen:
    return _seen(
        notation,
        second.glyph,
        f"{second.glyph} is declared twice in {scope}.",
        [(str(row.means or row.wanted), row.says) for row in (first, second)],
        "If the document says so itself, add a Reuse; else split the stretch.",
    )


def _seen(
    notation: Notation,
    glyph: str,
    message: str,
    rows: list[tuple[str, ...]] | None = None,
    guess: str = "",
) -> Seen:
    last = message.partition(",")[0].rpartition(" ")[2]
    quote = _row_line(notation, glyph, last)
    return Seen(message, quote, rows or [], guess)


def _row_line(notation: Notation, glyph: str, name: str) -> Quote:
    """The line of a row: one with its glyph, and the name in it or in the line below."""
    lines = page(notation.declared.file).lines
    numbers = [
        number
        for number in range(max(notation.declared.line, 1), len(lines) + 1)
        if f'"{glyph}"' in lines[number - 1]
    ]
    named = [number for number in numbers if name in "".join(lines[number - 1 : number + 1])]
    if not numbers:
        return Quote("", notation.declared.line)
    best = (named or numbers)[0]
    return Quote(lines[best - 1].strip(), best)
