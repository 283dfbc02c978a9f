"""The rule about worked numbers: what the text computes beside a formula."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from derive.notation import Chain, Letter, Node, Number, Rejection, glyphs_in
from derive.notation.words import FUNCTIONS
from derive.records import Symbol

from .documents import Document
from .holding import holder_of
from .implied import notation_at
from .judging import judge
from .lettering import plain
from .probing import Probe, Unknown
from .project import Printed, Project
from .results import Told, agrees, results, sentence_end
from .sights import Sight
from .verdicts import pairs_of
from .wording import snippet

FAR = 12


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that gives one letter from others, with its line."""

    glyph: str
    side: Node
    printed: Printed
    needs: frozenset[str]


def worked_numbers_come_out(project: Project, document: Document) -> Iterator[Sight]:
    """Worked numbers come out.

    What: behind a formula the text gives values to all its letters and names a
    result; the formula gives another. Sentences are read only where values
    stand in formulas (`$d = 4096$`), and the result is given to the formula's
    own letter, or stands behind a word such as "of", "is" or "gives".

    Why: either the formula or the example is wrong, and the example is often
    what the author computed with the right formula.

    Example: a ratio `d (T - 1) / T` with `$d = 32768$ and $T = 16$ has a ratio
    of 2,185`: it gives 30720.
    """
    formulas: list[Formula] = []
    every: list[Formula] = []
    for inside, before in _by_sentence(document, project.printed(document)):
        values = {**before, **_values(inside)}
        line = inside[0].span.line
        formulas = [one for one in formulas if line - one.printed.span.line <= FAR]
        formulas += list(_formulas(inside))
        usable = [
            one for one in formulas
            if one.needs and one.needs <= set(values)
        ]  # fmt: skip
        every += list(_formulas(inside))
        if usable and values:
            yield from _held(project, document, usable[-1], inside, values, usable)
        yield from _named(document, every, inside, values)


def _by_sentence(
    document: Document, printed: tuple[Printed, ...]
) -> Iterator[tuple[list[Printed], dict[str, float]]]:
    """Formulas by the sentence that they stand in, and the values that were given before it."""
    starts = [block.start for block in document.blocks]
    blocks: dict[int, dict[int, list[Printed]]] = {}
    for one in printed:
        inside = blocks.setdefault(bisect_left(starts, one.span.start + 1), {})
        inside.setdefault(sentence_end(document, one.span.end), []).append(one)
    for sentences in blocks.values():
        before: dict[str, float] = {}
        for inside_ in sentences.values():
            yield inside_, dict(before)
            before |= _values(inside_)


def _formulas(inside: list[Printed]) -> Iterator[Formula]:
    """What a paragraph's formulas say that a letter is; the last side that is composed."""
    for printed in inside:
        if isinstance(printed.parsed, Rejection):
            continue
        chain = printed.parsed
        first = chain.members[0]
        if not isinstance(first, Letter) or not set(chain.operators) <= {"=", "~"}:
            continue
        for side in reversed(chain.members[1:]):
            if not isinstance(side, Letter | Number) and letters_in(side):
                yield Formula(first.glyph, side, printed, letters_in(side))
                break


def letters_in(node: Node) -> frozenset[str]:
    """The letters of a side that need a value; a root or a logarithm needs none."""
    return frozenset(glyphs_in(node)) - FUNCTIONS - {"pi", "e", "factorial", "binomial", "root"}


def _values(inside: list[Printed]) -> dict[str, float]:
    """The values that a paragraph gives to letters; one that it gives twice is open."""
    found: dict[str, float] = {}
    twice: set[str] = set()
    for printed in inside:
        if isinstance(printed.parsed, Rejection):
            continue
        for glyph, value in _bindings(printed.parsed):
            if glyph in found and found[glyph] != value:
                twice.add(glyph)
            found[glyph] = value
    return {glyph: value for glyph, value in found.items() if glyph not in twice}


def _named(
    document: Document, every: list[Formula], inside: list[Printed], values: Mapping[str, float]
) -> Iterator[Sight]:
    """Findings where a paragraph gives a letter a value that the letter's formulas do not."""
    for printed in inside:
        for glyph, value in (
            () if isinstance(printed.parsed, Rejection) else _bindings(printed.parsed)
        ):
            known = [one for one in every if one.glyph == glyph and one.needs <= values.keys()]
            gives = {found for one in known if (found := _value(one, values)) is not None}
            shown = plain(printed.span.latex.strip())
            number = Told(value, _digits(shown), printed.span.start, about=True, united=True)
            if glyph not in values or not gives or any(agrees(number, one) for one in gives):
                continue
            formula, given = known[-1], _value(known[-1], values)
            if given is None or any(glyph in one.needs for one in known):
                continue
            with_ = ", ".join(f"{name} = {values[name]:g}" for name in sorted(formula.needs))
            yield Sight(
                f"With {with_} the formula in line {formula.printed.span.line} gives "
                f"{plain(glyph)} = {given:.6g}; the text says {shown}.",
                *document.place(printed.span.start),
                plain(glyph),
                [("formula", snippet(formula.side, formula.printed.span.latex)),
                 ("gives", f"{given:.8g}"), ("printed", shown)],
                f"Write {given:.6g}, or correct the formula or what is put into it.",
            )  # fmt: skip


def _digits(shown: str) -> str:
    """The last number of a print, as it is written."""
    found = re.findall(r"\d[\d,]*(?:\.\d+)?", shown.replace("{,}", ","))
    return found[-1] if found else "0"


def _bindings(parsed: Chain) -> Iterator[tuple[str, float]]:
    for chain in parsed.rows:
        if len(chain.members) < 2 or not set(chain.operators) <= {"=", "~"}:
            continue
        letter, side, *more = chain.members
        if isinstance(letter, Letter) and not any(map(letters_in, (side, *more))):
            try:
                yield letter.glyph, float(Probe({}).value(side))
            except Unknown:
                continue


def _held(
    project: Project,
    document: Document,
    formula: Formula,
    inside: list[Printed],
    values: Mapping[str, float],
    usable: list[Formula],
) -> Iterator[Sight]:
    """A finding where the number that the text names is not what the formula gives."""
    gives = [_value(one, values) for one in usable]
    if gives[-1] is None:
        return
    said = [
        one.span.end for one in inside
        if not isinstance(one.parsed, Rejection) and any(True for _ in _bindings(one.parsed))
    ]  # fmt: skip
    if not said and formula.printed not in inside:
        return
    last = max(said or [formula.printed.span.end])
    told = list(results(document, inside, last))
    if not told or any(agrees(number, value) for number in told for value in gives):
        return
    number, value = told[0], gives[-1]
    latex = formula.printed.span.latex
    with_ = ", ".join(f"{glyph} = {values[glyph]:g}" for glyph in sorted(formula.needs))
    law = _law(project, document, formula, values, number)
    line, column = document.place(number.at)
    yield Sight(
        f"With {with_} the formula in line {formula.printed.span.line} gives {value:.6g}; "
        f"the text says {number.text}.",
        line,
        column,
        plain(formula.glyph),
        [("formula", snippet(formula.side, latex)), ("gives", f"{value:.8g}"),
         ("printed", number.text)],
        f"Write {value:.6g}, or correct the formula: the number is {number.value / value:.4g} "
        f"times what it gives.{law}",
    )  # fmt: skip


def _law(
    project: Project,
    document: Document,
    formula: Formula,
    values: Mapping[str, float],
    number: Told,
) -> str:
    """What the registry's law gives, where that is the number of the text."""
    registry = project.registry
    notation = notation_at(project, document, formula.printed.span.line)
    if notation is None or registry is None:
        return ""
    holder = holder_of(
        registry, notation, formula.printed.scope if project.has_notation(document) else ""
    )
    ours = {
        meaning.name: value
        for glyph, value in values.items()
        if isinstance(meaning := holder.meaning.ours.get(glyph), Symbol)
    }
    if isinstance(formula.printed.parsed, Rejection):
        return ""
    for pair in pairs_of(formula.printed.parsed):
        entry = judge(holder, pair).entry
        value = holder.index.value_of(entry, ours) if entry is not None else None
        if entry is not None and value is not None and agrees(number, value):
            return f" `{entry.id}` gives {value:.6g}: the number is right, the formula is not."
    return ""


def _value(formula: Formula, values: Mapping[str, float]) -> float | None:
    try:
        found = Probe({glyph: np.float64(value) for glyph, value in values.items()}).value(
            formula.side
        )
    except Unknown:
        return None
    return float(found) if np.all(np.isfinite(found)) and found else None
