"""A law in the letters of another document, with a warning where those mislead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import sympy

from ..algebra.rearrange import rearrange
from ..errors import UnknownName, UnreadableLatex
from ..names import guesses
from ..records import Notation, Row, Symbol
from ..records.symbols import revive
from ..registry import Registry
from ..written import LetterStyle, as_settled, as_typed, latex, read_glyph, text
from .results import Translation, record_data
from .showing import styles


def notation_of(registry: Registry, name: str) -> Notation:
    """A notation by id; raises ``UnknownName`` with a guess."""
    if name not in registry.notations:
        raise UnknownName("notation", name, guesses(name, registry.notations))
    return registry.notations[name]


@dataclass(frozen=True, slots=True)
class TheirLetter:
    """What another document writes for a symbol of ours.

    ``expression`` is ours in terms of theirs, drawn under the name ``stand_in``;
    it is more than a letter where the quantity itself differs (``converted``).
    """

    glyph: str
    stand_in: str
    expression: Any
    converted: bool
    warnings: tuple[str, ...]


def their_letter(registry: Registry, document: Notation, letter: Any) -> TheirLetter | None:
    """The letter of a document for a symbol of ours, or none; the outermost scope wins."""
    rows = list(_rows(document, letter.name))
    if not rows:
        return None
    scope, row = rows[0]
    glyph = drawable(row.glyph)
    shown = f"{letter.name}~"
    stand_in = revive(Symbol, shown, dict(letter._assumptions_orig))  # noqa: SLF001  same facts
    warnings = [*_ambiguities(registry, document, row, letter.name, rows, scope)]
    converted = not isinstance(row.means, str)
    if converted:
        other = row.says or "another quantity"
        meant = registry.symbols[letter.name].meaning
        warnings.append(f"{plain(glyph)} there is the {other}, not the {meant}")
    ours = _inverted(registry, row, letter, stand_in) if converted else stand_in
    return TheirLetter(glyph, shown, ours, converted, tuple(warnings))


def translated(registry: Registry, formula: str, notation: str) -> Translation:
    """The typed law of a formula in the letters of a notation."""
    document = notation_of(registry, notation)
    law = registry.law(formula)
    looks = dict(styles(registry))
    put: dict[Any, Any] = {}
    pairs: list[tuple[str, str]] = []
    kept: list[str] = []
    warnings: list[str] = []
    converted = False
    for letter in law.symbols:
        theirs = their_letter(registry, document, letter)
        if theirs is None:
            kept.append(letter.name)
            continue
        looks[theirs.stand_in] = LetterStyle(latex=theirs.glyph)
        pairs.append((letter.name, plain(theirs.glyph)))
        warnings += theirs.warnings
        put[letter] = theirs.expression
        converted = converted or theirs.converted
    with sympy.evaluate(x=False):
        filled = law.typed.xreplace(put)
    tree = as_settled(filled.doit()) if converted else as_typed(filled)
    written = latex(tree, looks)
    return Translation(
        document.id,
        _lettered(text(tree), pairs),
        written,
        tuple(pairs),
        tuple(kept),
        tuple(dict.fromkeys(warnings)),
    )


def translation_data(registry: Registry, name: str) -> Any:
    """A law in the letters of a document; the name is ``formula|document``."""
    formula, _, document = name.partition("|")
    return record_data(translated(registry, formula, document))


def _rows(document: Notation, name: str) -> Iterator[tuple[str, Row]]:
    """The rows that stand for a symbol of ours, the outermost scope first."""
    order = sorted(document.scopes, key=lambda scope: bool(scope.within))
    for scope in order:
        for row in document.rows.get(scope.id, ()):
            means = row.means
            if means == name or (
                not isinstance(means, str) and {x.name for x in means.free_symbols} == {name}
            ):
                yield scope.id, row


def _ambiguities(
    registry: Registry,
    document: Notation,
    row: Row,
    name: str,
    own_rows: list[tuple[str, Row]],
    scope: str,
) -> Iterator[str]:
    """Other meanings of the letter there, and other letters for the quantity."""
    glyph = plain(drawable(row.glyph))
    for place, rows in document.rows.items():
        for other in rows:
            if other.glyph == row.glyph and other.means != row.means and other.says:
                yield f"{glyph} also means {other.says} there ({place})"
    if row.others:
        said = [registry.symbols[x].meaning if x in registry.symbols else x for x in row.others]
        yield f"{glyph} also means {' or '.join(said)} there"
    others = {plain(drawable(r.glyph)) for place, r in own_rows[1:] if place != scope} - {glyph}
    if others:
        yield f"{name} is also written {' or '.join(sorted(others))} there"


def _inverted(registry: Registry, row: Row, letter: Any, stand_in: Any) -> Any:
    """Our letter in terms of theirs, where theirs is a function of ours."""
    domains = {**registry.domains, stand_in: registry.domains[letter]}
    solution = rearrange(sympy.Eq(stand_in, row.means, evaluate=False), letter, domains)
    return solution.inside[0].expression


def drawable(glyph: str) -> str:
    """The LaTeX of a document's letter in a form that the printers know."""
    try:
        read_glyph(glyph)
    except UnreadableLatex:
        words = re.sub(r"\\(text|mathrm|mathbf)\{([^{}]*)\}", r"\2", glyph)
        return rf"\mathrm{{{re.sub(r'[^A-Za-z0-9]', '', words) or 'x'}}}"
    return glyph


def plain(glyph: str) -> str:
    """A letter on one line of text."""
    return str(read_glyph(glyph))


def _lettered(line: str, pairs: list[tuple[str, str]]) -> str:
    """The text with stand-ins (``N_dp~``) replaced by the document's letters."""
    for ours, theirs in sorted(pairs, key=lambda pair: -len(pair[0])):
        line = line.replace(f"{ours}~", theirs)
    return line
