"""Findings on what sentences reckon in words, with the values of the document's letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from derive.errors import DeriveError
from derive.units import UnitTable

from .conversions_told import conversions
from .documents import Document
from .fractions_told import fitting, savings, shares_in_words, surplus_in_words
from .growth_told import growth
from .letter_values import LetterValues, letter_values
from .plain_prose import NUMBER, UNIT, Prose, is_another_size, paragraphs, quantity
from .project import Project
from .sights import Sight
from .told import doubted

_FORMATS = {
    r"fp32|float32|single precision|32 bits?|four bytes each": 4.0,
    r"bf16|fp16|bfloat16|float16|half precision|16 bits?|two bytes each": 2.0,
    r"fp8|int8|8 bits?|one byte each": 1.0,
    r"fp4|int4|4 bits?": 0.5,
}
_FORMAT = "|".join(_FORMATS)
_WEIGHTS = r"(?:the|these|those|its|all|our|such)(?: [a-z]+){0,2} (?:weights|parameters)"
_FILL = r"(?:alone )?(?:fill|take(?: up)?|need|occupy|weigh|come to|use|require|are|make)"
_AMOUNT = rf"(?:only |about |just |some |roughly )?{NUMBER.format('a')}{UNIT.format('a')}"
_HELD = (
    re.compile(rf"\b[Ii]n (?P<format>{_FORMAT}),? {_WEIGHTS} {_FILL} {_AMOUNT}(?![/\w])"),
    re.compile(
        rf"\b[Tt]he(?: [a-z]+){{0,2}} (?:weights|parameters) {_FILL} {_AMOUNT}"
        rf" in (?P<format>{_FORMAT})\b"
    ),
)
_MANY = re.compile(rf"(?<![\w.,^-]){NUMBER.format('n')} (?:parameters|weights|params)\b")
_SIZE = re.compile(r"\((?P<unit>[kMGT]i?B)\)")
_PLAIN_NUMBER = re.compile(r"\s*\d{1,3}(?:,?\d{3})*(?:\.\d+)?\s*")
LEAST = 1e5


def words_that_do_not_follow(project: Project, document: Document) -> Iterator[Sight]:
    """Fractions, factors and amounts in words that other numbers of the document contradict."""
    if project.registry is None:
        return
    units, values = project.registry.units, letter_values(project, document)
    definitions = [one for some in values.system.definitions.values() for one in some]
    sizes = _sizes(document, units)
    for paragraph in paragraphs(project, document):
        before: list[Prose] = []
        for sentence in paragraph.sentences():
            for offset, what, gives, said, unit in (
                *conversions(sentence, units),
                *_weights(sentence, before, values, units),
            ):
                told = f"{what} is {gives:.4g} {unit}"
                yield _sight(document, offset, told, said, f"{gives:.3g} {unit}")
            line, _ = document.place(sentence.places[0])
            doubtful = doubted(sentence.text)
            for offset, told, said, right in (
                *savings(sentence),
                *(() if doubtful else _counted(sentence, before, values)),
                *(() if doubtful else surplus_in_words(sentence)),
                *(() if doubtful else fitting(sentence, units, sizes)),
                *(() if doubtful else growth(sentence, line, definitions, values.rows)),
            ):
                yield _sight(document, offset, told, said, right)
            before.append(sentence)


def _sight(document: Document, offset: int, what: str, said: str, right: str) -> Sight:
    line, column = document.place(offset)
    return Sight(
        f"{what}; the text says {said}.",
        line,
        column,
        rows=[("gives", right), ("printed", said)],
        guess=f"Write {right}, or correct the other number.",
    )


def _counted(
    sentence: Prose, before: Sequence[Prose], values: LetterValues
) -> Iterator[tuple[int, str, str, str]]:
    """Shares in words; the counts of things are letters that were given a value before."""
    if " in " not in sentence.text and " of " not in sentence.text:
        return
    counts: dict[str, list[tuple[str, float]]] = {}
    start, end = sentence.places[0], sentence.places[-1]
    for glyph, row in values.rows.items():
        noun = (row.unit or "").strip().lower().removesuffix("s")
        known = values.options(glyph, start, end) if noun.isalpha() else ()
        if len(known) == 1:
            counts.setdefault(noun, []).append((glyph, known[0]))
    yield from shares_in_words(sentence, before, counts)


def _weights(
    sentence: Prose, before: Sequence[Prose], values: LetterValues, units: UnitTable
) -> Iterator[tuple[int, str, float, str, str]]:
    """``In bf16 these weights fill 14.5 GB``, by the number of parameters told before."""
    for pattern in _HELD:
        for found in pattern.finditer(sentence.text):
            told = quantity(found, "a", sentence, units)
            if told is None or told.dimensions != (("information", 1),) or doubted(sentence.text):
                continue
            each = next(
                size for names, size in _FORMATS.items() if re.fullmatch(names, found["format"])
            )
            counts = _parameters(sentence, before, values)
            if not counts or any(abs(told.base / (each * one) - 1) < 0.1 for one in counts):
                continue
            near = counts[-1]
            if is_another_size(told.base / (each * near), told.room):
                what = f"{near:.4g} parameters of {each:g} bytes"
                yield told.offset, what, each * near / told.factor, told.shown, told.unit


def _parameters(sentence: Prose, before: Sequence[Prose], values: LetterValues) -> list[float]:
    """The numbers of parameters that a paragraph tells up to a sentence, the nearest last."""
    start = (before[0] if before else sentence).places[0]
    found = [
        (one.offset, one.value) for one in values.system.values
        if start <= one.offset < sentence.places[-1]
        and getattr(values.units.get(one.glyph), "name", "") == "param"
    ]  # fmt: skip
    for prose in (*before, sentence):
        for each in _MANY.finditer(prose.text):
            number = quantity(each, "n", prose)
            if number is not None:
                found.append((number.offset, number.value))
    return [value for _, value in sorted(found) if value > LEAST]


def _sizes(document: Document, units: UnitTable) -> Mapping[float, tuple[float, str]]:
    """What a table says that each length or count in its first column takes, in bytes."""
    found: dict[float, tuple[float, str]] = {}
    for table in document.tables:
        column = next(
            (place for place, cell in enumerate(table.header) if place and _SIZE.search(cell.text)),
            0,
        )
        told = _SIZE.search(table.header[column].text) if column else None
        if told is None:
            continue
        try:
            factor = float(units.unit(told["unit"]).factor)
        except DeriveError:
            continue
        for row in table.rows:
            if len(row) <= column or not all(
                _PLAIN_NUMBER.fullmatch(row[place].text) for place in (0, column)
            ):
                continue
            key, size = (float(row[place].text.replace(",", "")) for place in (0, column))
            found.setdefault(key, (size * factor, f"{row[column].text} {told['unit']}"))
    return found
