"""The shape of conventions: variants of a quantity, and the letters of other documents."""

from __future__ import annotations

from typing import TypedDict

from .pieces import Given, MathML, Ref, SymbolRow, Written


class Gap(TypedDict):
    """The largest gap of ``tried`` points: "80 % of", or "3 times", the first, and where."""

    share: str
    at: list[Given]
    tried: int


class Difference(TypedDict):
    """What lies exactly between two conventions: first minus second, first over second.

    ``relation`` gives one from the other; lists hold one form or none, and
    ``trouble`` says why there is none. ``gap`` is how far they are apart at
    most, as a share of the first.
    """

    first: Ref
    second: Ref
    equal: bool
    strength: str
    difference: list[Written]
    ratio: list[Written]
    relation: list[Written]
    gap: list[Gap]
    trouble: str


class VariantMember(TypedDict):
    """A convention, and who uses it."""

    formula: Ref
    mathml: MathML
    who: str
    here: bool


class VariantGroup(TypedDict):
    """One quantity in several conventions."""

    id: str
    title: str
    says: str
    members: list[VariantMember]
    differences: list[Difference]


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
