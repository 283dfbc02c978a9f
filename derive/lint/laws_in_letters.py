"""Our laws as SymPy has them, and printed in letters of the index's own or of a document.

What only looks laws up at points does not import this, nor SymPy with it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import sympy

from derive.algebra.rearrange import rearrange
from derive.entries.points import law_read
from derive.errors import DeriveError
from derive.laws import numbers
from derive.notation import Node, Rejection, parse_span
from derive.records import Symbol
from derive.records.symbols import revive
from derive.registry import Registry
from derive.written import LetterStyle, as_settled, as_typed, latex

from .holding import Verdict
from .index import Entry
from .meaning import Meaning
from .wording import plain

# The printer orders and brackets what it knows as letters; a document's `\text{seq}` goes in
# where `q_{90001}` stood. No registry has as many letters of its own.
FIRST_PLACEHOLDER = 90_000


def law_in_letters(verdict: Verdict, meaning: Meaning, registry: Registry) -> tuple[str, list[str]]:
    """The law of a verdict as LaTeX in the document's letters, and our letters it has none for.

    The letter that the print speaks of keeps its place where the law is only read off.
    """
    entry = verdict.entry
    if entry is None:
        return "", []
    relation = _in_numbers(entry)
    values = {assumption.name: assumption.value for assumption in verdict.assumptions}
    looks: dict[str, LetterStyle] = {}
    put: dict[Any, Any] = {}
    kept: list[str] = []
    converted = False
    for letter in sorted(relation.free_symbols, key=str):
        if letter.name in values:
            put[letter] = _value(values[letter.name], registry)
            continue
        glyph, inside = _their_letter(letter, meaning, registry)
        if not glyph:
            kept.append(letter.name)
            looks[letter.name] = LetterStyle(latex=registry.symbols[letter.name].latex)
            continue
        shown = f"{letter.name}~"
        stand_in = revive(Symbol, shown, dict(letter._assumptions_orig))  # noqa: SLF001  same facts
        looks[shown] = LetterStyle(latex=_placeholder(len(looks)))
        looks[shown + "glyph"] = LetterStyle(latex=glyph)
        put[letter] = stand_in if inside is None else inside(stand_in)
        converted |= inside is not None
    # With rewriting on, SymPy would merge numbers and reorder the law that the author typed.
    with sympy.evaluate(x=False):
        filled = relation.xreplace(put)
    try:
        tree = as_settled(filled.doit()) if converted else as_typed(filled)
        return _with_glyphs(latex(tree, looks), looks), kept
    except DeriveError:
        return "", kept


@lru_cache(maxsize=1024)
def _in_numbers(entry: Entry) -> Any:
    """A law as typed, its constants as numbers."""
    return numbers(entry.typed)


def _value(stated: str, registry: Registry) -> Any:
    """A number that a letter has, or another letter."""
    if stated in registry.letters:
        return registry.letters[stated]
    return sympy.Rational(stated)


def _placeholder(place: int) -> str:
    """A letter that every printer knows, where a document's glyph goes in afterwards."""
    return f"q_{{{FIRST_PLACEHOLDER + place}}}"


def _with_glyphs(printed: str, looks: dict[str, LetterStyle]) -> str:
    """The LaTeX with each placeholder replaced by the document's own glyph."""
    if any(len(plain(style.latex)) > 1 for name, style in looks.items() if name.endswith("glyph")):
        # Words side by side would read as one.
        printed = re.sub(r"(?<=\})(?:\s|\\,)+(?=q_\{9)", r" \\cdot ", printed)
    for name, style in looks.items():
        if name.endswith("~"):
            printed = printed.replace(style.latex, looks[name + "glyph"].latex)
    return printed


def _their_letter(letter: Any, meaning: Meaning, registry: Registry) -> tuple[str, Any]:
    """The document's glyph for a symbol, and the symbol in terms of it if they differ."""
    plain = meaning.theirs.get(letter.name)
    if plain is not None:
        return meaning.latex.get(plain, plain), None
    for glyph, expression in meaning.ours.items():
        if {symbol.name for symbol in expression.free_symbols} != {letter.name}:
            continue

        def inside(stand_in: Any, expression: Any = expression) -> Any:
            domains = {**registry.domains, stand_in: registry.domains[letter]}
            equation = sympy.Eq(stand_in, expression, evaluate=False)
            return rearrange(equation, letter, domains).inside[0].expression

        return meaning.latex.get(glyph, glyph), inside
    return "", None


@lru_cache(maxsize=1024)
def own_tree(entry: Entry) -> tuple[str, Node | None]:
    """A law's right side printed in letters of the index's own, and read again."""
    own = entry.index.own
    looks = {name: LetterStyle(latex=glyph) for name, glyph in own.latex.items()}
    looks |= {name: LetterStyle() for name in entry.index.registry.constants}
    try:
        printed = latex(as_typed(entry.typed.rhs), looks)
    except DeriveError:
        return "", None
    chain = parse_span(printed, own.glyphs)
    return printed, None if isinstance(chain, Rejection) else chain.members[0]


@lru_cache(maxsize=1024)
def forms(entry: Entry) -> tuple[Any, Any]:
    """A law as SymPy has it and as it was typed, read when something must be decided there."""
    registry = entry.index.registry
    law = law_read(registry, entry.law)
    if not entry.fixed:
        return law.relation, law.typed
    letters = registry.letters
    put = {letters[name]: sympy.Integer(1) for name in entry.fixed}
    relation = sympy.Eq(letters[entry.lhs], law.relation.rhs.xreplace(put), evaluate=False)
    return relation, relation
