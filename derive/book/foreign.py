"""The pieces of pages that speak of other documents' letters."""

from __future__ import annotations

from typing import TypedDict

from .pieces import MathML, Ref, SymbolRow


class Foreign(TypedDict):
    """A letter of another document; ``mathml`` is empty where nothing here can draw it."""

    mathml: MathML
    latex: str


class ForeignRow(Foreign):
    """What a letter of another document stands for: our symbol, or ``written`` in several."""

    ours: list[SymbolRow]
    written: MathML
    says: str
    unit: str
    remarks: list[str]


class LetterScope(TypedDict):
    """A stretch of a document and its letters."""

    id: str
    title: str
    holds: str
    rows: list[ForeignRow]


class Reused(TypedDict):
    """Letters of which their own document says that they change their meaning."""

    letters: list[Foreign]
    says: str


class TheirLetter(TypedDict):
    """What a document writes for a symbol of ours, with what misleads there."""

    id: str
    mathml: str
    converted: bool
    warnings: list[str]


class LetterElsewhere(Foreign):
    """Another letter for a symbol of ours, and who writes it so."""

    notations: list[Ref]
