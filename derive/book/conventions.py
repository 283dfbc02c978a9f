"""The shape of variants: one quantity in several conventions, and what lies between them."""

from __future__ import annotations

from typing import TypedDict

from .pieces import MathML, Ref, Written


class Difference(TypedDict):
    """What lies exactly between two conventions: first minus second, first over second.

    ``relation`` gives one from the other; lists hold one form or none, and
    ``trouble`` says why there is none.
    """

    first: Ref
    second: Ref
    equal: bool
    strength: str
    difference: list[Written]
    ratio: list[Written]
    relation: list[Written]
    gap: str
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
