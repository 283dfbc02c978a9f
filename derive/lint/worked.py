"""The rule about worked numbers: what the text computes beside a formula."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from derive.notation import Chain, Letter, Node, Number, Rejection, glyphs_in
from derive.notation.words import SCALES
from derive.records import Symbol

from .documents import Document, Span
from .holding import holder_of
from .implied import notation_at
from .judging import judge
from .lettering import plain
from .probing import Probe, Unknown
from .project import Printed, Project
from .sights import Sight
from .verdicts import pairs_of
from .wording import snippet

FAR = 12
NEAR, ABOUT = 0.02, 0.1
_RESULT = re.compile(
    r"(?:\b(?:of|is|are|gives?|equals?|about|approximately|roughly|around|nearly|yields?|becomes?|"
    r"comes? to|amounts? to|to|at|needs?|takes?|requires?|only|just|be|or)\b|[=≈~→:])\s*\**"
    r"(?P<number>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\d)(?P<scale>[kKMBT]\b|\s*(?:thousand|"
    r"million|billion|trillion)\b)?(?P<percent>\s*(?:%|percent))?\**(?:\s*(?P<unit>[A-Za-z/]+))?"
)
_LIKELY = re.compile(r"\b(?:about|approximately|roughly|around|nearly|almost)\b|[≈~]")
_MULTIPLES = tuple(10.0**power for power in (3, 6, 9, 12, 15, 18)) + tuple(
    1024.0**power for power in (1, 2, 3, 4, 5)
)
_UNITS = re.compile(r"[kKMGTP]?i?(?:B|bytes?|bits?|FLOPs?(?:/s)?|s|seconds?|ms|us|GB/s|TB/s)$")


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
    stand in formulas (`$d = 4096$`) and a word such as "of", "is" or "gives"
    stands before the result.

    Why: either the formula or the example is wrong, and the example is often
    what the author computed with the right formula.

    Example: a ratio `d (T - 1) / T` with `$d = 32768$ and $T = 16$ has a ratio
    of 2,185`: it gives 30720.
    """
    formulas: list[Formula] = []
    printed = project.printed(document)
    blocks = _by_block(document, printed)
    for inside in blocks:
        values = _values(inside)
        line = inside[0].span.line
        formulas = [one for one in formulas if line - one.printed.span.line <= FAR]
        formulas += list(_formulas(inside))
        usable = [
            one for one in formulas
            if one.needs and one.needs <= set(values)
        ]  # fmt: skip
        if usable and values:
            yield from _held(project, document, usable[-1], inside, values, usable)


def _by_block(document: Document, printed: tuple[Printed, ...]) -> list[list[Printed]]:
    """Formulas by the paragraph that they stand in."""
    starts = [block.start for block in document.blocks]
    found: dict[int, list[Printed]] = {}
    for one in printed:
        found.setdefault(bisect_left(starts, one.span.start + 1), []).append(one)
    return list(found.values())


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
            if not isinstance(side, Letter | Number) and glyphs_in(side):
                yield Formula(first.glyph, side, printed, frozenset(glyphs_in(side)))
                break


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


def _bindings(parsed: Chain) -> Iterator[tuple[str, float]]:
    for chain in parsed.rows:
        if len(chain.members) != 2 or chain.operators != ("=",):
            continue
        letter, side = chain.members
        if isinstance(letter, Letter) and not glyphs_in(side):
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
    results = [_value(one, values) for one in usable]
    if results[-1] is None:
        return
    last = max(
        one.span.end for one in inside
        if not isinstance(one.parsed, Rejection) and any(True for _ in _bindings(one.parsed))
    )  # fmt: skip
    told = list(_told(document, inside, last))
    if not told or any(_agrees(number, value) for number in told for value in results):
        return
    number, value = told[0], results[-1]
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
        if entry is not None and value is not None and _agrees(number, value):
            return f" `{entry.id}` gives {value:.6g}: the number is right, the formula is not."
    return ""


@dataclass(frozen=True, slots=True)
class Told:
    """A number that a sentence names as a result."""

    value: float
    text: str
    at: int
    about: bool
    united: bool


def _told(document: Document, inside: list[Printed], behind: int) -> Iterator[Told]:
    """The results that a sentence names behind the values; formulas are left out."""
    end = _sentence_end(document, behind)
    text = list(document.masked[behind:end])
    for printed in inside:
        _blank(text, printed.span, behind)
    prose = "".join(text)
    for found in _RESULT.finditer(prose):
        unit = found["unit"] or ""
        number = float(found["number"].replace(",", ""))
        if found["scale"]:
            number *= 10.0 ** SCALES[found["scale"].strip()]
        if found["percent"]:
            number /= 100
        elif unit and not _UNITS.match(unit) and len(unit) < 3:
            continue
        about = _LIKELY.search(prose[max(0, found.start() - 16) : found.start("number")])
        shown = prose[found.start("number") : found.end("number")] + (found["scale"] or "")
        yield Told(number, shown, behind + found.start("number"), bool(about), bool(unit))


def _sentence_end(document: Document, start: int) -> int:
    """Where the sentence ends that holds the last value."""
    block = next((one for one in document.blocks if one.start <= start < one.end), None)
    limit = block.end if block else min(len(document.masked), start + 400)
    stop = re.compile(r"[.!?](?:\s|$)").search(document.masked, start, limit)
    return stop.start() if stop else limit


def _blank(text: list[str], span: Span, behind: int) -> None:
    """Blank a formula in a stretch of text that begins at an offset."""
    for place in range(max(span.start - behind, 0), min(span.end - behind, len(text))):
        text[place] = " "


def _value(formula: Formula, values: Mapping[str, float]) -> float | None:
    try:
        found = Probe({glyph: np.float64(value) for glyph, value in values.items()}).value(
            formula.side
        )
    except Unknown:
        return None
    return float(found) if np.all(np.isfinite(found)) and found else None


def _agrees(number: Told, value: float | None) -> bool:
    """Whether a printed result is what comes out, in some multiple if a unit stands there."""
    if value is None:
        return False
    digits = number.text.replace(",", "").rstrip("kKMBT ")
    step = 0.5 * 10.0 ** -len(digits.partition(".")[2]) if number.value < 1e4 else 0.0
    scales = (1.0, *_MULTIPLES, *(1 / one for one in _MULTIPLES)) if number.united else (1.0, 0.01)
    allowed = ABOUT if number.about else NEAR
    return any(
        abs(value - number.value * scale) <= max(allowed * abs(value), step * scale)
        for scale in scales
    )
