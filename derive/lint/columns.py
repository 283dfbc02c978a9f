"""The columns of a table that declares letters: which one holds what."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from derive.notation import normal_form

from .documents import Cell, Span, Table
from .spelling import bare_glyphs, split_glyphs

_SYMBOL = re.compile(
    r"\b(?:symbols?|notations?|variables?|letters?|glyphs?|signs?|parameters?)\b", re.IGNORECASE
)
LETTERS = re.compile(r"\b(?:symbols?|notations?|letters?|glyphs?|signs?)\b", re.IGNORECASE)
_MEANING = re.compile(
    r"\b(?:meanings?|descriptions?|definitions?|definition|represents?|explanations?|denotes?|"
    r"stands|quantity|quantities|concept|name|what)\b",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"\b(?:scopes?|parts?|chapters?|sections?|where|holds|used in|reach|valid|context)\b",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\b(?:units?|dimensions?)\b", re.IGNORECASE)
# A meaning never begins with a number; a value does.
VALUE = re.compile(r"[\s$`*_~≈<>≤≥=]*(?:\\(?:approx|sim|leq?|geq?)\s*)?[-+]?\.?\d")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column of a table holds what; -1 where none does.

    ``named`` says that the header calls a column one of letters, or of meanings.
    Any other table may just compare things, row by row, and declares nothing.
    """

    symbol: int
    meaning: int
    unit: int
    scope: int = -1
    named: bool = False


def columns_of(
    table: Table,
    number: int,
    cells: dict[tuple[int, int, int], list[Span]],
    used: frozenset[str] = frozenset(),
) -> Columns | None:
    """The columns of a symbol table, or None if a table is none."""
    header = [re.sub(r"[*_`]", "", cell.text) for cell in table.header]
    if len(header) < 2 or not table.rows:
        return None
    symbol = next((place for place, text in enumerate(header) if _SYMBOL.search(text)), -1)
    named = symbol >= 0
    if not named:
        symbol = next(
            (place for place in range(len(header)) if _all_glyphs(table, number, place, cells)), -1
        )
        if symbol < 0 and all_names(table, used):
            symbol = 0
    if symbol < 0:
        return None
    meaning = next(
        (place for place, text in enumerate(header) if place != symbol and _MEANING.search(text)),
        -1,
    )
    named = named or meaning >= 0
    unit = next((place for place, text in enumerate(header) if _UNIT.search(text)), -1)
    if meaning < 0:
        others = [place for place in range(len(header)) if place not in {symbol, unit}]
        meaning = others[0] if others else -1
    if meaning < 0 or _is_values(table, meaning):
        return None
    scope = next(
        (place for place, text in enumerate(header)
         if place not in {symbol, meaning, unit} and _SCOPE.search(text)),
        -1,
    )  # fmt: skip
    return Columns(symbol, meaning, unit, scope, named)


def all_names(table: Table, used: frozenset[str]) -> bool:
    """Whether a table opens with names without dollars that formulas use, nearly all of them."""
    names = [bare_glyphs(row[0].text) for row in table.rows if row and row[0].text]
    if len(names) < 2 or not all(names):
        return False
    keys = [key_of_letter(latex) for some in names for latex, _ in some]
    return 2 * sum(key in used for key in keys) > len(keys)


def _all_glyphs(
    table: Table, number: int, column: int, cells: dict[tuple[int, int, int], list[Span]]
) -> bool:
    """Whether a column holds nothing but letters between dollars."""
    found = [
        bool(only_spans(row[column], cells.get((number, place, column), ())))
        for place, row in enumerate(table.rows)
        if column < len(row) and row[column].text
    ]
    return len(found) >= 2 and all(found)


def _is_values(table: Table, column: int) -> bool:
    """Whether most cells of a column are numbers: then it is a table of values."""
    filled = [row[column].text for row in table.rows if column < len(row) and row[column].text]
    return bool(filled) and 2 * sum(bool(VALUE.match(text)) for text in filled) >= len(filled)


def only_spans(cell: Cell, spans: Sequence[Span]) -> bool:
    """Whether a cell holds letters and what parts them, nothing else."""
    rest = cell.text
    for span in spans:
        start = span.start - cell.start
        rest = rest[:start] + " " * (span.end - span.start) + rest[start + span.end - span.start :]
    # A gloss in brackets behind a letter is a remark.
    rest = re.sub(r"\([^()$]*\)", " ", rest)
    words = re.sub(r"\{math\}|[\s$`,;/*_()\\|&]|\band\b|\bor\b", "", rest)
    return bool(spans) and not words and all(split_glyphs(span.latex) for span in spans)


def key_of_letter(latex: str) -> str:
    """The normal form; arguments fall away, ``L(w)`` is ``L``."""
    return normal_form(re.sub(r"\\?\([^()]*\)$", "", latex.strip()))
