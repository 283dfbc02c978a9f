"""Sentences as words and amounts: the one reader of quantities in prose.

An amount stands in the words as ``<0>``, ``<1>`` ..., a formula that tells no amount as ``¤``.
Macros are expanded first, and every character keeps the offset that it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.units import UnitTable

from ..texts.documents import Document
from ..texts.macros import without_siunitx
from .quantities import A_NUMBER_IN_WORDS, AMOUNT, FRACTIONS_IN_WORDS, Amount, amount_at

# What is denied, asked, imagined or called wrong tells no amount.
_DOUBTED = lazy_re(
    r"\b(?:not|no|cannot|never|neither|nor|would|could|might|should|may|if|suppose|supposing"
    r"|imagine|unless|whether|why|wrong(?:ly)?|mistaken(?:ly)?|misprint|typo|instead(?!\s+of\b)|claims?|claimed"
    r"|naive(?:ly)?|ideal(?:ly)?|pretend|expected|remove|remov\w+|without|myth|false|incorrect\w*"
    r"|for\s+example\s+when|differs?|disagree\w*|error|errors|mistakes?)\b|n't\b|n’t\b|\?",
    re.IGNORECASE,
)
_NAME = lazy_re(r"\b(?:[A-Za-z]+-?\d[\w.]*\b|(?:table|figure|fig\.|section|chapter|line|part"
                   r"|step|version|stage|equation|eq\.|page|layer|volume|appendix|llama|gemma"
                   r"|gemini|qwen|phi|mistral|grok|claude|zero|olmo)[\s~]+\d[\w.]*)",
                   re.IGNORECASE)  # fmt: skip
_END = lazy_re(r"(?<=[.?!])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)\s+(?=[A-Z0-9$¤\\`*(])"
                  r"|(?<=\?)\s+")  # fmt: skip
_NUMERAL = lazy_re(rf"\d|\b(?:{A_NUMBER_IN_WORDS}|{'|'.join(FRACTIONS_IN_WORDS)})\b", re.IGNORECASE)
LONGEST = 1_500


class Sentence(Record):
    """A sentence: its words with a mark for every amount, and the amounts."""

    words: str
    amounts: tuple[Amount, ...]
    start: int
    # The words before each amount, from the one before it on, and those behind the last.
    gaps: tuple[str, ...]


def sentences(
    document: Document, units: UnitTable, pieces: Iterable[tuple[int, int]]
) -> Iterator[list[Sentence]]:
    """The sentences of every paragraph or item; none of one that tells no number at all."""
    for start, end in pieces:
        yield _of_piece(document, units, start, end)


# Two rules read every paragraph. Documents compare by identity, so that hashing is cheap.
@lru_cache(maxsize=4096)
def _of_piece(document: Document, units: UnitTable, start: int, end: int) -> list[Sentence]:
    if not _NUMERAL.search(document.masked, start, end):
        return []
    text, places, formulas = _expanded(document, start, end)
    return [
        _read(units, text[first:last], places[first : last + 1],
              [(max(a - first, 0), min(b, last) - first) for a, b in formulas
               if a < last and b > first])
        for first, last in _parts(text)
    ]  # fmt: skip


def doubted(words: str) -> bool:
    """Whether a sentence denies, asks or only imagines what it tells."""
    return _DOUBTED.search(words) is not None


_ENDS = (". ", ".\n", "\n\n", "\\item")


def sentence_start(document: Document, offset: int, first: int = 0) -> int:
    """Where the sentence, or the point of a list, begins that holds a place, from ``first`` on."""
    return max(document.masked.rfind(end, first, offset) for end in _ENDS) + 1


def sentence_end(document: Document, start: int) -> int:
    """Where the sentence ends that holds the last value."""
    block = document.block_at(start)
    limit = block.end if block else min(len(document.masked), start + 400)
    stop = re.compile(r"[.!?](?:\s|$)").search(document.masked, start, limit)
    return stop.start() if stop else limit


def _expanded(
    document: Document, start: int, end: int
) -> tuple[str, list[int], list[tuple[int, int]]]:
    """A stretch with the macros of its formulas expanded: text, offsets, and where formulas are."""
    text, places, formulas = "", list[int](), list[tuple[int, int]]()
    at = start
    for span in document.spans_between(start, end):
        if span.start < at:
            continue
        words, origins = _prose(document, at, span.start)
        text += words
        places += origins
        begun, at = len(text), min(span.end, end)
        if span.origins:
            text += span.latex
            places += [span.offset(inside) for inside in range(len(span.latex))]
        else:
            text += document.masked[span.start : at]
            places += range(span.start, at)
        formulas.append((begun, len(text)))
    words, origins = _prose(document, at, end)
    return text + words, [*places, *origins, end], formulas


def _prose(document: Document, start: int, end: int) -> tuple[str, Sequence[int]]:
    r"""Words with their places, ``\qty{400}{\milli\second}`` as it is printed."""
    words, places = document.masked[start:end], range(start, end)
    if "\\" not in words:
        return words, places
    chars = without_siunitx([*zip(words, places, strict=True)])
    return "".join(char for char, _ in chars), [place for _, place in chars]


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences of a paragraph begin and end."""
    start = 0
    for end in [*(stop.start() for stop in _END.finditer(text)), len(text)]:
        if 0 < end - start <= LONGEST:
            yield start, end
        start = end


def _read(
    units: UnitTable,
    text: str,
    places: Sequence[int],
    formulas: Sequence[tuple[int, int]],
) -> Sentence:
    """A sentence with its amounts."""
    has_number = _NUMERAL.search(text) is not None
    named = _NAME.sub(lambda name: "x" * len(name.group()), text) if has_number else ""
    marks: list[tuple[int, int, str]] = []
    amounts: list[Amount] = []
    for number in AMOUNT.finditer(named):
        digits = number.start("n") if number["n"] else number.start("word")
        formula = next(((a, b) for a, b in formulas if a <= digits < b), None)
        if formula is not None and not _ends(text, *formula, number):
            continue
        said = text[formula[0] : digits] if formula else None
        read = amount_at(number, text, units, places, formula=said)
        if read is not None:
            marks.append((number.start(), read[1], f"<{len(amounts)}>"))
            amounts.append(read[0])
    unread: list[tuple[int, int, str]] = []
    for first, last in formulas:
        # Of a formula that ends with an amount, what stands before it is the formula.
        until = min([last, *(start for start, end, _ in marks if start < last and first < end)])
        if first < until:
            unread.append((first, until, "¤"))
    words = _marked(text, marks + unread)
    return Sentence(words, tuple(amounts), places[0], tuple(re.split(r"<\d+>", words)))


def _marked(text: str, marks: list[tuple[int, int, str]]) -> str:
    """The words, with every amount and formula as its mark."""
    parts: list[str] = []
    at = 0
    for start, end, mark in sorted(marks):
        parts += [text[at:start], mark]
        at = end
    # A star between two amounts multiplies them; any other is emphasis.
    words = re.sub(r"\s\\?\*\s|\\\*", " × ", "".join([*parts, text[at:]]))
    words = re.sub(r"[$`*_~{}]|\\[,;: ]|\\(?:text|mathrm|emph|textbf)\b", " ", words)
    return re.sub(r"\s+", " ", words).replace("¤ <", "<").replace("¤<", "<").strip()


def _ends(text: str, start: int, end: int, number: re.Match[str]) -> bool:
    """Whether a formula tells a number: it is the number, or ends with its being equal to it."""
    if number["word"]:
        return False
    before = text[start : number.start("n")].strip()
    last = number.end("e") if number["e"] else number.end("n")
    after = re.sub(r"^\\[,;: ]|\\(?:text|mathrm|%)", "", text[last:end].strip(" }"))
    return (re.search(r"(?:=|\\approx|≈)$", before) is not None or not before) and not re.search(
        r"[=+*/^_<>\\-]", after
    )
