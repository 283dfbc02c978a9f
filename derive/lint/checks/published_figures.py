"""The rule about figures of models and accelerators that a text names: the catalogue has them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from derive.frozen import Record
from derive.lazy import lazy_re

from ..claims.lettered_columns import UNIT_OF_HEADER
from ..project import Project
from ..rules import Sight
from ..texts.declarations import key_of_letter
from ..texts.documents import Cell, Document, Table, is_even, turned
from ..words.catalogued import Catalogue, Known, catalogue_of
from ..words.cell_numbers import number_in_cell
from ..words.sentences import LONGEST, Sentence, doubted, sentences

LEAST_RIGHT = 2
"""So many figures of a shape that are right show that a text tells this very model."""
LONGEST_PHRASE, LONGEST_CELL = 4, 200
MOST_ROWS, MOST_COLUMNS = 200, 24
"""Of so many rows and columns at most are tables of models and accelerators."""
CLOSE, TERA, AROUND = 2e-3, 1e12, 400
_RATE = {"operations": 1, "time": -1}
# "GPT-3 with 64 heads instead", "a model like Llama 2 7B, but 24 layers deep": another model.
_ANOTHER = lazy_re(
    r"\b(?:but|except|instead|like|similar|variant|modif\w+|reduc\w+|shr[iau]nk\w*|scal(?:e|ed|ing)|"
    r"halv\w+|doubl\w+|extend\w*|prun\w+|distil\w+|than|half|twice|smaller|larger|draft|toy|style|"
    r"vs|versus|compared|against|unlike|whereas|while)\b|-(?:like|style)\b",
    re.IGNORECASE,
)
_SPARSE = lazy_re(
    r"\bsparsity\b|\b(?:non-?)?sparse\b(?!\s+(?:layer|model|expert|mixture|network))|2:4",
    re.IGNORECASE,
)
_DENSE = lazy_re(r"\bdense\b(?!\s+(?:model|layer|transformer|network))|\bwithout\s+sparsity\b",
                 re.IGNORECASE)  # fmt: skip
_CLAUSE = lazy_re(
    r"[^\w\s-]|\b(?:a|an|the|of|in|with|and|or|for|per|to|at|as|by|on|that|which|whose|is|are|has|have"
    r"|each|every|so|its|from|while|when|where)\b"
)
_OF_THEM = lazy_re(r"^of (?:its|the|their|these|those|all)?\s*(?:<\d+>\s*)?")
# "Each GPU holds 4 experts": a part of them, and no figure of the model.
_OF_A_PART = lazy_re(
    r"\b(?:each|every|per)\s+(?!(?:token|layer|block)s?\b)|\b(?:first|last|remaining|other|only|rest|half)\b"
    r"|\b(?:stage|rank|gpu|device|accelerator|node|group|shard|chip|worker|chunk)s?\b",
    re.IGNORECASE,
)
_SHAPE = frozenset(
    "has have had with whose its of and the a an are is it all in into uses use comes at model "
    "layers layer blocks attention query key-value key value kv heads head hidden size width wide "
    "dimension feed-forward ffn intermediate vocabulary entries experts expert routed shared "
    "active per token each sends send to sparse cuts transformer decoder residual stream plus "
    "one".split()
)
_WIDE = lazy_re(r"\s*wide\b")
_PRECISIONS = {
    "bf16": lazy_re(
        r"\b(?:bf16|bfloat16|fp16|float16|half[- ]precision|16[- ]bit)\b", re.IGNORECASE
    ),
    "fp8": lazy_re(r"\b(?:fp8|float8|8[- ]bit)\b", re.IGNORECASE),
    "tf32": lazy_re(r"\btf32\b", re.IGNORECASE),
}
_ROUTED = lazy_re(r"\brouted\s+ones\b")
_TELLS = lazy_re(r"\s*(?:\b(?:of|is|are|=|equals|was)\b|[:=])\s*(?:¤\s*=?)?\s*$")


class Told(Record, eq=False):
    """A figure that a text tells: its number, where it stands, and the letters it may be of."""

    value: float
    shown: str
    start: int
    letters: frozenset[str] = frozenset()
    # Whether it is so many of others: "6 of the 256 routed experts".
    of_others: bool = False


def published_figures_are_told_right(project: Project, document: Document) -> Iterator[Sight]:
    """Published figures are told right.

    What: a sentence or a row of a table names a model and tells two figures or more of
    its shape rightly, and one wrongly: layers, heads, widths, experts; or an accelerator
    is given, as its dense peak, the peak that its maker quotes with sparsity. The
    catalogue has the figures with their sources (`derive catalog gpt-3`).

    Why: whoever takes over a shape takes over its slip, and a peak with sparsity halves
    every utilization that is worked out with it.

    Example: `GPT-3, whose 96 layers are 12288 wide with 64 attention heads`. It has 96.
    """
    if project.registry is None or project.units is None:
        return
    catalogue = catalogue_of(project.registry)
    if not catalogue.pattern.search(document.masked):
        return
    for block in document.blocks:
        if block.kind == "heading" or not catalogue.pattern.search(
            document.masked, block.start, block.end
        ):
            continue
        read = next(sentences(document, project.units, [(block.start, block.end)]))
        for number, sentence in enumerate(read):
            end = read[number + 1].start if number + 1 < len(read) else block.end
            yield from _in_sentence(catalogue, document, sentence, end)
    for table in document.tables:
        for way in (table, turned(table)) if is_even(table) else (table,):
            yield from _in_table(project, catalogue, document, way)


# --- in sentences -----------------------------------------------------------------------------


def _in_sentence(
    catalogue: Catalogue, document: Document, sentence: Sentence, end: int
) -> Iterator[Sight]:
    text = document.masked[sentence.start : min(end, sentence.start + LONGEST)]
    names = catalogue.named(text)
    if not names or doubted(sentence.words):
        return
    inside = [(sentence.start + first, sentence.start + last) for first, last, _ in names]
    amounts = [(number, amount) for number, amount in enumerate(sentence.amounts)
               if not any(first <= amount.start < last for first, last in inside)]  # fmt: skip
    models = {thing.id: thing for _, _, thing in names if thing.shape}
    machines = {thing.id: thing for _, _, thing in names if thing.sparse}
    if len(models) == 1 and not _ANOTHER.search(text):
        figures = [
            Told(
                amount.value, amount.shown, amount.start, letters,
                _OF_THEM.match(sentence.gaps[number + 1].strip()) is not None,
            )
            for number, amount in amounts
            if amount.whole and not amount.loose and not amount.dimensions
            and _tells_a_shape(document, sentence, number, inside)
            and not _OF_A_PART.search(sentence.gaps[number + 1].partition(",")[0])
            and (letters := _letters(catalogue, sentence, number))
        ]  # fmt: skip
        for model in models.values():
            yield from _wrong_figures(catalogue, document, model, figures)
    if len(machines) == 1 and _DENSE.search(text) and not _SPARSE.search(text):
        for machine, (_, amount) in itertools.product(machines.values(), amounts):
            peak = Told(amount.base, amount.shown, amount.start)
            yield from _sparse_peak(document, machine, peak, text)


def _tells_a_shape(
    document: Document, sentence: Sentence, number: int, names: Sequence[tuple[int, int]]
) -> bool:
    """Whether the words between a name, or an amount, and an amount say only what a model has."""
    start = sentence.amounts[number].start
    ends = [end for _, end in names if end <= start]
    ends += [sentence.amounts[number - 1].end] if number else []
    said = document.masked[max([sentence.start, *ends]) : start]
    return all(word in _SHAPE for word in re.findall(r"[a-z][a-z-]*", said.lower()))


def _letters(catalogue: Catalogue, sentence: Sentence, number: int) -> frozenset[str]:
    """The letters that an amount may be of: "96 layers", "heads of width 128"."""
    amount = sentence.amounts[number]
    behind = _OF_THEM.sub("", f"{amount.unit} {sentence.gaps[number + 1]}".strip().lower())
    counted = _ROUTED.sub("routed experts", _CLAUSE.split(behind, maxsplit=1)[0]).split()
    for count in range(min(len(counted), LONGEST_PHRASE), 0, -1):
        letters = catalogue.letters_of(" ".join(counted[:count]), counted=True)
        if letters:
            return letters
    if _WIDE.match(sentence.gaps[number + 1]):
        return catalogue.widths
    before = _TELLS.split(sentence.gaps[number], maxsplit=1)
    if len(before) > 1 and not amount.unit:
        words = re.findall(r"[A-Za-z][\w-]*", before[0])
        for count in range(min(len(words), LONGEST_PHRASE), 0, -1):
            letters = catalogue.letters_of(" ".join(words[-count:]), counted=False)
            if letters:
                return letters
    return frozenset()


# --- in tables --------------------------------------------------------------------------------


def _in_table(
    project: Project, catalogue: Catalogue, document: Document, table: Table
) -> Iterator[Sight]:
    rows = [
        (row, named[0][2]) for row in table.rows if row
        and (named := catalogue.named(row[0].printed[:LONGEST_CELL])) and len(named) == 1
    ]  # fmt: skip
    if not rows or len(rows) > MOST_ROWS or len(table.header) > MOST_COLUMNS:
        return
    letters = [_heading(project, catalogue, document, cell) for cell in table.header]
    figures_of: list[tuple[Known, list[Told]]] = [
        (
            thing,
            [
                Told(number.value, number.digits, cell.start, meant)
                for cell, meant in zip(row, letters, strict=False)
                if meant and (number := number_in_cell(cell.printed)) and number.scale == 1
            ],
        )
        for row, thing in rows
    ]
    for thing, figures in figures_of:
        yield from _wrong_figures(catalogue, document, thing, figures)
    heads = " ".join(cell.printed for cell in table.header)
    first, last = table.header[0].start, rows[-1][0][-1].start
    if _SPARSE.search(document.text, max(first - AROUND, 0), last + AROUND):
        return
    for place, cell in enumerate(table.header):
        unit = UNIT_OF_HEADER.search(cell.printed)
        known = catalogue.units.known_unit(unit["unit"].strip("$ ")) if unit else None
        if known is not None and dict(known.dimensions) == _RATE:
            yield from _in_column(document, heads, place, rows, float(known.factor))


def _in_column(
    document: Document,
    heads: str,
    place: int,
    rows: Sequence[tuple[Sequence[Cell], Known]],
    factor: float,
) -> Iterator[Sight]:
    """Peaks with sparsity in a column of dense ones: headed so, or shown by another row."""
    peaks = [
        (thing, Told(number.value * factor, number.digits, row[place].start))
        for row, thing in rows
        if place < len(row) and (number := number_in_cell(row[place].printed)) is not None
    ]
    for thing, peak in peaks:
        beside = [
            precision for precision in thing.sparse
            if any(_is_near(other.value, another.sparse.get(precision, (0, 0))[1])
                   for another, other in peaks if another is not thing)
        ]  # fmt: skip
        if beside or _DENSE.search(heads):
            words = heads if _precisions(heads) else " ".join(beside)
            yield from _sparse_peak(document, thing, peak, words)


def _heading(
    project: Project, catalogue: Catalogue, document: Document, cell: Cell
) -> frozenset[str]:
    """The letters of ours that a column is of, by its words or by those of its letter's row."""
    key = key_of_letter(cell.printed.strip("$` "))
    for row in project.declarations(document):
        if key and row.glyph == key:
            return catalogue.headed(row.meaning)
    return catalogue.headed(cell.printed)


def _is_near(value: float, other: float) -> bool:
    return abs(value - other) < CLOSE * other


# --- what is wrong ----------------------------------------------------------------------------


def _wrong_figures(
    catalogue: Catalogue, document: Document, thing: Known, figures: Sequence[Told]
) -> Iterator[Sight]:
    """The one figure of a shape that is not the published one, beside several that are."""
    right = {
        letter: figure for figure in figures for letter in figure.letters
        if thing.shape.get(letter) == figure.value
    }  # fmt: skip
    wrong = [
        (figure, letters) for figure in figures if figure not in right.values()
        # "Room for 3 experts" is none of a model whose 8 experts were told.
        and (figure.of_others or figure.letters.isdisjoint(right))
        and (letters := sorted(figure.letters & thing.shape.keys() - right.keys()))
    ]  # fmt: skip
    if len(wrong) != 1:
        return
    figure, letters = wrong[0]
    # "6 of the 256 routed experts": the whole of it is right.
    tied = figure.of_others and not figure.letters.isdisjoint(right)
    if len({other.start for other in right.values()}) < (1 if tied else LEAST_RIGHT):
        return
    published = {f"{thing.shape[letter]:g}" for letter in letters}
    meant = catalogue.meanings[letters[0]] if len(letters) == 1 else "what is meant"
    yield Sight(
        f"{thing.title}, {meant}: {' or '.join(sorted(published))} is published, and not "
        f"{figure.value:g}; the other figures are its own.",
        *document.place(figure.start),
        figure.shown,
        rows=[("source", thing.source)],
        guess=f"Write {min(published)}." if len(published) == 1 else "",
    )


def _sparse_peak(document: Document, thing: Known, peak: Told, words: str) -> Iterator[Sight]:
    """A peak that an accelerator reaches with sparsity alone, told as its dense one."""
    for precision in _precisions(words):
        sparse, dense = thing.sparse.get(precision, (0.0, 0.0))
        if sparse and _is_near(peak.value, sparse):
            shown = f"{dense / TERA:g} TFLOP/s"
            yield Sight(
                f"{peak.shown} is the peak of {thing.title} in {precision} with sparsity; the "
                f"dense one is {shown}.",
                *document.place(peak.start),
                peak.shown,
                rows=[("source", thing.source)],
                guess=f"Write {shown}.",
            )


def _precisions(words: str) -> list[str]:
    """The one precision that words name, which peaks of the catalogue are told in."""
    named = [precision for precision, known in _PRECISIONS.items() if known.search(words)]
    return named if len(named) == 1 else []
