"""Laws of a registry in the forms people read: text and LaTeX, letters as declared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..laws import Law
from ..records import SymbolNote
from ..registry import Registry
from ..written import LetterStyle, Node, as_settled, as_typed, latex, text

__all__ = [
    "is_composed",
    "law_latex",
    "law_text",
    "settled_latex",
    "settled_text",
    "styles",
    "tree_of",
    "typed_latex",
    "typed_text",
    "unit_of",
]


@lru_cache(maxsize=8)
def styles(registry: Registry) -> Mapping[str, LetterStyle]:
    """How each letter of a registry is shown; a constant shows its number."""
    symbols = {name: LetterStyle(latex=note.latex) for name, note in registry.symbols.items()}
    return {**symbols, **{name: LetterStyle() for name in registry.constants}}


@lru_cache(maxsize=8192)
def typed_text(expression: Any) -> str:
    """An expression that was built with rewriting off, on one line."""
    return text(as_typed(expression))


def settled_text(expression: Any) -> str:
    """An expression that SymPy has rewritten, on one line."""
    return text(as_settled(expression))


def is_composed(law: Law) -> bool:
    """Whether a law was put together here, so that nobody typed it."""
    return law.typed is law.relation


def law_text(law: Law, part: Any = None) -> str:
    """A law, or one of its conditions, on one line: as typed, or as it was put together."""
    shown = law.typed if part is None else part
    return settled_text(shown) if is_composed(law) else typed_text(shown)


def law_latex(registry: Registry, law: Law) -> str:
    """The same as LaTeX."""
    written = settled_latex if is_composed(law) else typed_latex
    return written(registry, law.typed)


def typed_latex(registry: Registry, expression: Any) -> str:
    """The same as LaTeX, in the letters of the registry."""
    return latex(as_typed(expression), styles(registry))


def settled_latex(registry: Registry, expression: Any) -> str:
    """An expression that SymPy has rewritten, as LaTeX."""
    return latex(as_settled(expression), styles(registry))


def unit_of(note: SymbolNote) -> str:
    """The unit of a symbol as a reader wants it: nothing for a pure number."""
    return "" if note.unit == "1" else note.unit


def tree_of(law: Law) -> Node:
    """The law as it is written: settled where it was composed, else as it was typed."""
    return as_settled(law.typed) if is_composed(law) else as_typed(law.typed)
