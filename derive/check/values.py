"""Rules about values: of letters, sets of constants and the catalogue, and those that laws give."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from derive.answers.evaluating import evaluate
from derive.entries.compiling import knowledge_of
from derive.errors import DeriveError, ValueProblem
from derive.names import listing
from derive.records import ConstantNote, ConstantSet, Entry, Figure, Formula, SymbolNote
from derive.records import Symbol as Letter
from derive.registry import Registry
from derive.units import Interval, Quantity, Unit, read_value

from .code import first_line, keyword_line, line_with
from .rules import Seen, law_or_none

NEAR = Fraction(1, 10**9)


def units_of_letters_exist(registry: Registry, note: SymbolNote | ConstantNote) -> Iterator[Seen]:
    """Units of letters exist.

    What: the unit of each symbol and constant is made of units that the
    package's table of units lists.

    Why: without a unit nothing about the letter can be checked or converted.

    Example: `symbol("m", "micro-batches", "micro-batch")`; the table calls it
    `microbatch`.
    """
    try:
        registry.units.unit(note.unit)
    except ValueProblem as problem:
        yield Seen(
            f"The unit of {note.id} cannot be read: {problem.complaint()}.",
            line_with(note.declared, f'"{note.unit}"'),
            guess="Use a unit of the table, or add this one to units.txt.",
        )


def defaults_and_typical_values_are_readable(
    registry: Registry, note: SymbolNote
) -> Iterator[Seen]:
    """Defaults and typical values are readable.

    What: the default and the typical range of a symbol are values in its unit,
    inside its domain.

    Why: a default takes part in answers, and typical ranges are where sliders
    run and where approximations are measured.

    Example: `default="2 GB"` for a symbol in `byte/param`, or `typical="0..4"`
    for an integer that is at least 1.
    """
    unit = unit_of(registry, note)
    if unit is None:
        return
    for field, called in (("default", "default"), ("typical", "typical range")):
        text = getattr(note, field)
        wrong = _wrong_value(registry, note, unit, text, whole=field == "default") if text else ""
        if wrong:
            yield Seen(
                f"The {called} of {note.id} {wrong}.",
                keyword_line(note.declared, field),
                [(note.id, str(unit), str(note.domain))],
            )


def _wrong_value(
    registry: Registry, note: SymbolNote, unit: Unit, text: Any, *, whole: bool
) -> str:
    """What is wrong with a value of a symbol, or nothing; ``whole`` asks for one value."""
    try:
        read = read_value(text, unit=unit, table=registry.units, count=note.domain.integer)
    except ValueProblem as problem:
        return f"cannot be read: {problem.complaint()}"
    if whole and not isinstance(read, Quantity):
        return f"is {text}, which is not one value"
    for end in (read.low, read.high) if isinstance(read, Interval) else (read,):
        if isinstance(end, Quantity) and not note.domain.contains(end.magnitude):
            return f"is outside its domain: {note.id} is {note.domain}"
    return ""


def unit_of(registry: Registry, note: SymbolNote | ConstantNote) -> Unit | None:
    """The unit of a letter; ``None`` where it cannot be read."""
    try:
        return registry.units.unit(note.unit)
    except ValueProblem:
        return None


def defaults_agree_with_laws(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Defaults agree with laws.

    What: where a law gives a letter that has a default from letters that all
    have defaults too, it gives that default.

    Why: a reader who gives neither gets one number from the default and
    another through the law, and nothing says which convention is meant.

    Example: `n_ar` with the default 6, which is right for a recomputed layer,
    beside a law that gives 4 from one forward pass, the default of `n_pass`.
    """
    law = law_or_none(registry, formula)
    left = law.relation.lhs if law else None
    note = registry.symbols.get(left.name) if isinstance(left, Letter) else None
    if law is None or note is None or not note.default or law.relation.rhs.has(left):
        return
    try:
        given = evaluate(knowledge_of(registry), formula.id, {})
        declared = read_value(
            note.default, unit=registry.unit(note.id), table=registry.units, symbol=note.id
        )
    except DeriveError:
        return
    if not isinstance(declared, Quantity) or _same(given, declared):
        return
    yield Seen(
        f"It gives {note.id} = {given.format(6)} from defaults, and the default of {note.id} is "
        f"{declared.format(6)}.",
        keyword_line(note.declared, "default"),
        [(formula.id, f"{note.id} = {given.format(6)}"), (note.id, f"default {note.default}")],
        "Make one follow from the other, or drop a default.",
        file=note.declared.file,
    )


def _same(first: Quantity, second: Quantity) -> bool:
    """Whether two values are the same number, up to the last digits of a computed one."""
    left, right = Fraction(first.base), Fraction(second.base)
    return abs(left - right) <= NEAR * max(abs(left), abs(right))


def values_of_constant_sets_are_readable(registry: Registry, fitted: ConstantSet) -> Iterator[Seen]:
    """Values of constant sets are readable.

    What: each value of a set of fitted constants is one value in the unit of
    its symbol, inside the symbol's domain.

    Why: these numbers enter answers as they stand.

    Example: `{alpha_N: "0,34"}`; decimals have a point.
    """
    for letter, text in fitted.values.items():
        note = registry.symbols.get(letter.name)
        unit = unit_of(registry, note) if note else None
        if note is None or unit is None:
            continue
        if wrong := _wrong_value(registry, note, unit, text, whole=True):
            yield Seen(
                f"The value of {note.id} in {fitted.name} {wrong}.",
                line_with(fitted.declared, str(text)),
                [(note.id, str(unit), str(note.domain))],
            )


def constant_sets_are_complete_for_a_formula(
    registry: Registry, fitted: ConstantSet
) -> Iterator[Seen]:
    """Constant sets are complete for a formula.

    What: some formula contains letters of the set, and for at least one such
    formula the set has all letters that other sets for that formula have.

    Why: fitted constants mean something only together. A set that lacks one
    would be filled up from another fit.

    Example: a set with the two exponents of a scaling law but without its two
    coefficients.
    """
    own = {letter.name for letter in fitted.values}
    every = {letter.name for other in registry.constant_sets.values() for letter in other.values}
    wanted: list[tuple[str, set[str]]] = []
    for formula in registry.formulas.values():
        law = law_or_none(registry, formula)
        letters = {letter.name for letter in law.relation.free_symbols} if law else set()
        if letters & own:
            wanted.append((formula.id, letters & every))
    quote = first_line(fitted.declared)
    if not wanted:
        yield Seen(f"No formula contains a letter of {fitted.name}.", quote)
    elif not any(letters <= own for _, letters in wanted):
        name, letters = max(wanted, key=lambda row: (len(row[1] & own), -len(row[1]), row[0]))
        yield Seen(
            f"{fitted.name} is complete for no formula.",
            quote,
            [
                (f"{name} needs", listing(sorted(letters), "and")),
                (f"{fitted.name} has", listing(sorted(own), "and")),
            ],
            f"Add {listing(sorted(letters - own), 'and')}.",
        )


# --- the catalogue ----------------------------------------------------------------


def figures_are_readable(registry: Registry, entry: Entry) -> Iterator[Seen]:
    """Figures are readable.

    What: each figure of an entry of the catalogue is one value in the unit of
    its letter, inside the letter's domain; where the letter has a dimension,
    the figure names its unit.

    Why: who names the entry gets the figure as it stands, and a bare number
    beside a data sheet's gigabytes is a guess.

    Example: `B_hbm: "3350"` for 3350 GB/s, which would be read as bytes per
    second.
    """
    for letter, figure in _figures(entry):
        wrong = _wrong_figure(registry, letter, figure.value)
        if wrong:
            yield Seen(
                f"The figure of {letter.name} in {entry.id} {wrong}.",
                line_with(entry.declared, figure.value),
                [(letter.name, figure.value)],
            )


def figures_have_a_source_with_a_place(_: Registry, entry: Entry) -> Iterator[Seen]:
    """Figures have a source with a place.

    What: an entry, and each figure with a source of its own, says where in the
    source it stands.

    Why: makers print several figures for one card, and a reader must find the
    one that was taken.

    Example: `source=NVIDIA_SPECS.at("")`; say "H100 data sheet, SXM".
    """
    places = [entry.source, *(figure.source for _, figure in _figures(entry))]
    if all(place.place.strip() for place in places if place is not None):
        return
    yield Seen(
        f"A source of {entry.id} has no place.",
        first_line(entry.declared),
        guess="Name the table, the page or the section.",
    )


def entries_have_a_name_of_their_own(registry: Registry, entry: Entry) -> Iterator[Seen]:
    """Entries have a name of their own.

    What: no two entries of one shelf share an id or another name.

    Why: the question that names it would be about whichever was declared first.

    Example: `aliases=("h100",)` for two cards.
    """
    for other in registry.catalog.values():
        earlier = (other.declared, other.id) < (entry.declared, entry.id)
        shared = _names(entry) & _names(other) if other.shelf == entry.shelf and earlier else ()
        if shared:
            yield Seen(
                f"{min(shared)} names two entries: {other.id} and {entry.id}.",
                keyword_line(entry.declared, "aliases"),
                guess="Take it out of the aliases of one of them.",
            )


def _names(entry: Entry) -> frozenset[str]:
    """All names of an entry, as they are compared."""
    return frozenset(name.lower() for name in (entry.id, *entry.aliases))


def _figures(entry: Entry) -> Iterator[tuple[Letter, Figure]]:
    """Every figure of an entry with the letter that it fills, those of its choices included."""
    for figures in (entry.figures, *entry.choices.values()):
        for letter, figure in figures.items():
            yield letter, figure if isinstance(figure, Figure) else Figure(figure)


def _wrong_figure(registry: Registry, letter: Letter, text: str) -> str:
    """What is wrong with a figure, or nothing."""
    note = registry.symbols.get(letter.name)
    if note is None:
        return "fills no letter of the registry"
    try:
        unit = registry.units.unit(note.unit)
        read = read_value(text, unit=unit, table=registry.units, count=note.domain.integer)
    except ValueProblem as problem:
        return f"cannot be read: {problem.complaint()}"
    if not isinstance(read, Quantity):
        return "is not one value"
    if not note.domain.contains(read.magnitude):
        return f"is outside its domain: {note.id} is {note.domain}"
    # The e of 1e9 is part of a number, every other letter part of a unit.
    has_unit = any(mark.isalpha() and mark not in "eE" for mark in text)
    if unit.dimensions and not has_unit:
        return f"names no unit; {note.id} is measured in {note.unit}"
    return ""
