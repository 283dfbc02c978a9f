"""Printed formulas of a known document, as relations over our symbols."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .glyphs import Entry, Glyphs, normal_form
from .nodes import Chain, Note, Rejection
from .spans import parse_span

if TYPE_CHECKING:
    from derive.records import Erratum, Notation, Row

    from .build import Relation

Letters = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """A printed chain over our symbols: its sides, and what joins neighbours."""

    chain: Chain
    sides: tuple[Any, ...]
    relations: tuple[Relation, ...]
    notes: tuple[Note, ...]

    def value_of(self, target: Any) -> Any:
        """What the print says a symbol equals; the print itself if it is no relation."""
        if not self.relations:
            return self.sides[0]
        for relation in self.relations:
            if relation.operator in {"=", "~"} and target in (relation.left, relation.right):
                return relation.right if relation.left == target else relation.left
        return None


def rows_of(notation: Notation, scope: str = "") -> dict[str, Row]:
    """The rows that hold in a scope, by the normal form of their glyph.

    A letter declared anew hides the one of the scope around. Without a scope,
    those that hold throughout the document.
    """
    parents = {stretch.id: stretch.within for stretch in notation.scopes}
    path = [scope] if scope else [stretch.id for stretch in notation.scopes if not stretch.within]
    while path[-1:] and parents.get(path[-1]) and parents[path[-1]] not in path:
        path.append(parents[path[-1]])
    rows: dict[str, Row] = {}
    for name in reversed(path):
        for row in notation.rows.get(name, ()):
            rows[key_of(row.glyph)] = row
    return rows


@lru_cache(maxsize=4096)
def key_of(glyph: str) -> str:
    """The normal form of a row's glyph; arguments stay, ``T(n)`` is not ``T``."""
    call = re.fullmatch(r"(.+?)\\?\(([^()]*)\)", glyph)
    if call is None or glyph.startswith(r"\text{"):
        return normal_form(glyph)
    names = (normal_form(name.strip()) for name in re.split("[,;]", call[2]))
    return f"{normal_form(call[1])}({', '.join(names)})"


def dictionary(notation: Notation, scope: str = "") -> Glyphs:
    """The glyph dictionary of a scope."""
    entries: dict[str, Entry] = {}
    rows = rows_of(notation, scope)
    for key, row in rows.items():
        base, _, arguments = key.partition("(")
        if arguments and base in rows:
            # Declared as a letter too: T(n) beside T. The print decides.
            continue
        symbol = row.means if isinstance(row.means, str) else ""
        entries[base] = Entry(base, "function" if arguments else "letter", symbol)
    return Glyphs.of(entries.values())


def meanings(notation: Notation, scope: str, letters: Letters) -> dict[str, Any]:
    """What each glyph of a scope stands for, as expressions over ``letters``."""
    expressions: dict[str, Any] = {}
    for key, row in rows_of(notation, scope).items():
        meaning = letters.get(row.means) if isinstance(row.means, str) else row.means
        if meaning is not None:
            expressions[key] = meaning
    return expressions


def read_printed(
    latex: str, notation: Notation, scope: str, letters: Letters
) -> Reading | Rejection:
    """Read a printed formula through a document's notation.

    ``letters`` are our symbols by id. A letter that the notation does not
    explain, or explains by a symbol not declared, is a Rejection.
    """
    from .build import relations, to_sympy

    chain = parse_span(latex, dictionary(notation, scope))
    if isinstance(chain, Rejection):
        return chain
    ours = meanings(notation, scope, letters)
    sides = [to_sympy(member, ours) for member in chain.members]
    for side in sides:
        if isinstance(side, Rejection):
            return side
    pairs = relations(chain, ours)
    if isinstance(pairs, Rejection):
        return pairs
    return Reading(chain, tuple(sides), pairs, chain.notes)


def read_erratum(erratum: Erratum, letters: Letters) -> Reading | Rejection:
    """The printed form of an erratum over our symbols, for the checker to disprove."""
    if erratum.notation is None or not erratum.printed:
        return Rejection("empty", (0, 0), "this erratum prints no formula")
    return read_printed(erratum.printed, erratum.notation, erratum.scope, letters)
