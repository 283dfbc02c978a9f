"""Paragraphs as readers see them: macros expanded, dollars and braces gone.

Every character knows the offset that it comes from, so that a finding stands at its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from derive.notation.words import SCALES
from derive.units import UnitTable

from .digits import half_of
from .documents import Document
from .project import Project
from .told import known_unit

_PLAIN = re.compile(
    r"\\(?:,|;|:|!| )|\\(?:text|mathrm|emph|textbf|textit|mathit)\s*(?=\{)|\\%"
    r"|\\(?:times|cdot|approx|sim|le|leq|leqslant|ge|geq|geqslant)(?![A-Za-z])"
    r"|\{,\}|[$`*{}]|[\s~]+"
)
_SHOWN = {"\\%": "%", "{,}": ","}
_SENTENCE = re.compile(r"(?<=[.?!])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.) (?=[A-Z0-9\\(])")
NUMBER = (
    r"(?P<{0}>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d]|[.,]\d)"
    r"(?: ?× ?10\^(?P<{0}e>-?\d{{1,2}}))?(?: (?P<{0}s>thousand|million|billion|trillion)\b)?"
)
UNIT = r" ?(?P<{0}u>[A-Za-zµμ]+(?:(?:/| per (?=sec))[A-Za-z]+)?)"
# What sentences say instead of digits.
NUMBERS_IN_WORDS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty hundred "
        "thousand".split(),
        (*map(float, range(1, 21)), 30.0, 40.0, 50.0, 60.0, 100.0, 1000.0), strict=True,
    )
) | {"thirty-two": 32.0, "sixty-four": 64.0}  # fmt: skip
A_NUMBER_IN_WORDS = "|".join(sorted(NUMBERS_IN_WORDS, key=len, reverse=True))
FRACTIONS_IN_WORDS = {
    "half": 1 / 2, "third": 1 / 3, "quarter": 1 / 4, "fourth": 1 / 4, "fifth": 1 / 5,
    "sixth": 1 / 6, "seventh": 1 / 7, "eighth": 1 / 8, "ninth": 1 / 9, "tenth": 1 / 10,
    "twelfth": 1 / 12, "sixteenth": 1 / 16, "twentieth": 1 / 20, "hundredth": 1 / 100,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph in plain characters, each with its offset in the document."""

    text: str
    places: tuple[int, ...]

    def sentences(self) -> Iterator[Prose]:
        """Its sentences, in order."""
        start = 0
        for end in [*(found.start() for found in _SENTENCE.finditer(self.text)), len(self.text)]:
            if end > start:
                yield Prose(self.text[start:end], self.places[start:end])
            start = end + 1


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit, as a pattern found it."""

    value: float
    half: float
    shown: str
    offset: int
    unit: str = ""
    factor: float = 1.0
    dimensions: tuple[tuple[str, int], ...] = ()

    @property
    def base(self) -> float:
        """The quantity in the unit that its dimension is counted in."""
        return self.value * self.factor

    @property
    def room(self) -> float:
        """How far off, relative to it, its digits let it be."""
        return self.half / self.value if self.value else 0.0


def paragraphs(project: Project, document: Document) -> tuple[Prose, ...]:
    """The paragraphs of a document that are no headings, read once."""
    found: tuple[Prose, ...] = project.once(
        "plain prose", document, lambda: tuple(_paragraphs(document))
    )
    return found


def _paragraphs(document: Document) -> Iterator[Prose]:
    for block in document.blocks:
        if block.kind != "heading" and any(
            map(str.isalpha, document.masked[block.start : block.end])
        ):
            yield _plain(*_expanded(document, block.start, block.end))


def _expanded(document: Document, start: int, end: int) -> tuple[str, list[int]]:
    """The text of a stretch with the macros of its formulas expanded, and the offsets of it."""
    text: list[str] = []
    places: list[int] = []
    at = start
    for span in document.spans_between(start, end):
        if not span.origins or span.start < at:
            continue
        text += [document.masked[at : span.start], span.latex]
        places += [*range(at, span.start), *(span.offset(one) for one in range(len(span.latex)))]
        at = span.end
    text.append(document.masked[at:end])
    places += range(at, end)
    return "".join(text), places


def _plain(text: str, places: list[int]) -> Prose:
    """The same in plain characters."""
    letters: list[str] = []
    kept: list[int] = []
    at = 0
    for found in [*_PLAIN.finditer(text), None]:
        stop = len(text) if found is None else found.start()
        letters += text[at:stop]
        kept += places[at:stop]
        if found is None:
            break
        mark = _mark(found.group())
        if mark and not (mark == " " and letters[-1:] == [" "]):
            letters.append(mark)
            kept.append(places[found.start()])
        at = found.end()
    return Prose("".join(letters), tuple(kept))


def _mark(latex: str) -> str:
    if latex in _SHOWN:
        return _SHOWN[latex]
    if latex.isspace() or "~" in latex or re.fullmatch(r"\\[,;:! ]", latex):
        return " "
    for names, mark in (("times|cdot", "×"), ("approx|sim", "≈"), ("le|leq|leqslant", "≤"),
                        ("ge|geq|geqslant", "≥")):  # fmt: skip
        if re.fullmatch(rf"\\(?:{names})", latex):
            return mark
    return ""


def quantity(
    found: re.Match[str], name: str, prose: Prose, units: UnitTable | None = None
) -> Quantity | None:
    """What ``NUMBER`` and ``UNIT`` read under a name; None of a word that is no unit."""
    digits = found[name].replace(",", "")
    scale = 10.0 ** (int(found[f"{name}e"] or 0) + SCALES.get(found[f"{name}s"] or "", 0))
    word = found.groupdict().get(f"{name}u") or ""
    spoken = word.replace(" per ", "/")
    known = known_unit(spoken, units) if word and units is not None else ("", 1.0, ())
    if known is None:
        return None
    unit, factor, dimensions = known
    start = found.start(name)
    end = found.end(f"{name}u") if word else max(
        found.end(one) for one in (name, f"{name}e", f"{name}s")
    )  # fmt: skip
    return Quantity(
        float(digits) * scale, half_of(digits) * scale, prose.text[start:end], prose.places[start],
        word if unit else "", factor, dimensions,
    )  # fmt: skip


def number_in_words(word: str) -> float | None:
    """What a word or some digits say; None for one that says no number."""
    plain = word.lower().strip()
    if re.fullmatch(r"\d[\d,]*(?:\.\d+)?", plain):
        return float(plain.replace(",", ""))
    return NUMBERS_IN_WORDS.get(plain)


def is_another_size(ratio: float, room: float) -> bool:
    """Whether two amounts differ by a prefix or by the eight bits of a byte."""
    known = (8.0, 10.0, 100.0, 1e3, 1e6, 1e9, 8e3, 125.0)
    return any(
        abs(ratio * factor - 1) <= max(room, 0.03) or abs(ratio / factor - 1) <= max(room, 0.03)
        for factor in known
    )
