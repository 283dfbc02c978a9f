"""The rule about notations: every letter of a document leads to ours, and says so once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from derive.notation.reading import key_of
from derive.records import Notation, Row
from derive.registry import Registry, guesses

from .code import Quote, page
from .rules import Seen


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
    return Seen(message, quote.text, rows or [], guess, line=quote.line)


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
