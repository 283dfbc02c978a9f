"""Rules about letters: declared and used, readable, distinct in print and in addresses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any

from derive.errors import UnreadableLatex
from derive.records import ConstantNote, Declared, Formula, SymbolNote
from derive.records import Symbol as Letter
from derive.records.notes import latex_of_name
from derive.registry import Registry, guesses, slug
from derive.written.glyphs import Glyph, read_glyph

from .code import first_line, keyword_line, law_line
from .rules import Seen, building_trouble, every_record, law_or_none, occurrences, place_of


def every_letter_is_declared(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Every letter of a law is declared.

    What: each letter that a law uses is made by `symbol(...)` or
    `constant(...)` of the same knowledge package.

    Why: a letter without a declaration has no unit, no meaning and no page, so
    nothing about the law could be checked.

    Example: `Eq(M_state, k * Psi)` with `k = sympy.Symbol("k")`; write
    `k = symbol("k", "copies kept", "1")`.
    """
    trouble = building_trouble(registry, formula)
    if trouble is not None and isinstance(trouble.__cause__, NameError):
        yield _undeclared(registry, formula, trouble.__cause__.name or "")
    law = law_or_none(registry, formula)
    for letter in sorted(law.relation.free_symbols if law else (), key=str):
        if registry.letters.get(letter.name) != letter:
            yield _undeclared(registry, formula, letter.name)


def _undeclared(registry: Registry, formula: Formula, name: str) -> Seen:
    quote = law_line(formula.declared, formula.id)
    if name in registry.letters:
        return Seen(
            f"The law uses a {name} of its own, not the one that this package declares.",
            quote,
            [(name, registry.letters[name].note.meaning)],
            f"Import {name} from the module that declares it.",
        )
    near = guesses(name, registry.letters)
    advice = f'declare it: {name} = symbol("{name}", "what it means", "its unit")'
    return Seen(
        f"The letter {name} is not declared.",
        quote,
        [(similar, registry.letters[similar].note.meaning) for similar in near],
        f"Did you mean {near[0]}? Otherwise {advice}." if near else f"{advice.capitalize()}.",
    )


def declared_letters_are_used(registry: Registry, note: SymbolNote) -> Iterator[Seen]:
    """Declared letters are used.

    What: each symbol occurs in some law, derivation, set of constants or term.

    Why: a letter that nothing uses is a page without a formula: left over, or
    the sign that a law was forgotten.

    Example: `warmup = symbol("warmup", "warm-up steps", "step")` in a package
    where no law contains `warmup`.
    """
    if note.id not in used_letters(registry):
        yield Seen(
            f"Nothing uses {note.id}: no formula, no derivation, no set of constants, no term.",
            first_line(note.declared),
            [(note.id, note.meaning)],
            "Write the law that it belongs to, or remove the letter.",
        )


def declared_constants_are_used(registry: Registry, note: ConstantNote) -> Iterator[Seen]:
    """Declared constants are used.

    What: each constant occurs in some law or derivation.

    Why: a number that no law contains explains nothing, and is often the trace
    of a law in which the bare number was written instead.

    Example: `flops_per_mac = constant("flops_per_mac", 2, "FLOP", ...)` beside a
    law that says `2 * s * b * h`.
    """
    if note.id not in used_letters(registry):
        yield Seen(
            f"Nothing uses {note.id}: no formula, no derivation.",
            first_line(note.declared),
            [(note.id, str(note.value), note.meaning)],
            f"Write {note.id} where a law means this {note.value}, or remove it.",
        )


@lru_cache(maxsize=8)
def used_letters(registry: Registry) -> frozenset[str]:
    """The ids of all letters that something other than their declaration names."""
    names: set[str] = set()
    functions: list[Callable[..., Any]] = [way.steps for way in registry.derivations]
    for formula in registry.formulas.values():
        functions += [formula.law, *([formula.conditions] if formula.conditions else [])]
        law = law_or_none(registry, formula)
        names |= {letter.name for letter in law.relation.free_symbols} if law else set()
    names |= {letter.name for function in functions for letter in letters_in(function)}
    for fitted in registry.constant_sets.values():
        names |= {letter.name for letter in fitted.values}
    for term in registry.terms.values():
        names |= set(term.symbols)
    return frozenset(names)


def letters_in(function: Callable[..., Any]) -> set[Letter]:
    """The letters that a function's lines name; it is not run."""
    # Its code object names all globals it may use, also those behind a branch not taken.
    known = getattr(function, "__globals__", {})
    names = _names(function.__code__)
    return {known[name] for name in names if isinstance(known.get(name), Letter)}


def _names(code: CodeType) -> set[str]:
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*(_names(nested) for nested in inner))


def no_letter_has_two_meanings(registry: Registry, note: SymbolNote) -> Iterator[Seen]:
    """No letter has two meanings.

    What: no two symbols are printed alike, and no alias of a symbol can be read
    as another symbol of the same formula.

    Why: a reader who meets the letter on a page cannot tell which one is meant,
    and a question asked with it has two answers.

    Example: `b` for the batch, and `b_bytes` with `latex="b"`; print the second
    as `b_{\\mathrm{bytes}}`.
    """
    own, formulas = looks(note.latex), occurrences(registry)
    nowhere: frozenset[str] = frozenset()
    for other in registry.symbols.values():
        if (other.declared, other.id) >= (note.declared, note.id):
            continue
        if looks(other.latex) == own:
            yield Seen(
                f"The letter {note.latex} has two meanings.",
                keyword_line(note.declared, "latex"),
                _both(registry, other, note),
                f"Print {note.id} differently, for example as {latex_of_name(note.id)}."
                if looks(latex_of_name(note.id)) != own
                else "Give one of them an index, or use one symbol for both.",
            )
        shared = sorted({other.id, *other.aliases} & {note.id, *note.aliases})
        together = shared and formulas.get(other.id, nowhere) & formulas.get(note.id, nowhere)
        if together:
            yield Seen(
                f"In {min(together)}, {shared[0]} can be read as two letters.",
                keyword_line(note.declared, "aliases"),
                _both(registry, other, note),
                f"Take {shared[0]} out of the aliases of one of them.",
            )


def _both(registry: Registry, *notes: SymbolNote) -> list[tuple[str, ...]]:
    return [(note.id, note.meaning, place_of(registry, note.declared)) for note in notes]


@lru_cache(maxsize=4096)
def looks(latex: str) -> str:
    """What the eye sees of a letter: characters and their height, not their slant."""
    try:
        glyph: Glyph = read_glyph(latex)
    except UnreadableLatex:
        return re.sub(r"\s+", "", latex)
    below, above = ("".join(mark.text for mark in marks) for marks in (glyph.below, glyph.above))
    return f"{glyph.base.text}{glyph.accent}_{below}^{above}"


def latex_of_letters_is_readable(_: Registry, note: SymbolNote) -> Iterator[Seen]:
    """The LaTeX of a letter is readable.

    What: it is one letter or one upright word, with at most one index and one
    mark above; braces match, and an index of several letters is upright.

    Why: TeX sets `M_state` as M with the index s, followed by "tate", and
    several slanted letters look like a product.

    Example: `latex="M_state"`; write `M_{\\mathrm{state}}`.
    """
    try:
        read_glyph(note.latex)
    except UnreadableLatex as refused:
        yield Seen(
            f"The LaTeX of {note.id} is not that of one letter: {refused.why}.",
            keyword_line(note.declared, "latex"),
            [(note.id, note.latex)],
            f"Write {latex_of_name(note.id)}.",
        )


def addresses_do_not_collide(registry: Registry, _: Registry) -> Iterator[Seen]:
    """Addresses do not collide.

    What: no two symbols, terms, formulas or sources have the same address,
    which is the id in lower case with its capitals marked.

    Why: `N` and `n` are two symbols but one file on a disk that ignores case,
    and one of two pages would silently replace the other.

    Example: a term `TP` next to a term `tp-caps`: both would live at `tp-caps`.
    """
    addressed = [
        (subject.declared, subject.name, subject.kind)
        for subject in every_record(registry)
        if subject.kind in {"symbol", "formula", "term", "source"}
    ]
    taken: dict[tuple[str, str], tuple[str, Declared]] = {}
    for declared, name, kind in sorted(addressed, key=lambda row: row[:2]):
        key = (kind, slug(name))
        if key in taken:
            first, there = taken[key]
            yield Seen(
                f"The {kind}s {first} and {name} would share one page.",
                first_line(declared),
                [
                    (clashing, slug(clashing), place_of(registry, place))
                    for clashing, place in ((first, there), (name, declared))
                ],
                f"Rename {name}.",
                file=declared.file,
                name=name,
            )
        taken.setdefault(key, (name, declared))
