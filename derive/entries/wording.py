"""Laws of a registry in the forms people read: text and LaTeX, letters as declared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..registry import Registry
from ..written import LetterStyle, as_settled, as_typed, latex, text


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


def typed_latex(registry: Registry, expression: Any) -> str:
    """The same as LaTeX, in the letters of the registry."""
    return latex(as_typed(expression), styles(registry))


def settled_latex(registry: Registry, expression: Any) -> str:
    """An expression that SymPy has rewritten, as LaTeX."""
    return latex(as_settled(expression), styles(registry))
