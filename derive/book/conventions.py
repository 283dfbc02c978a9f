"""The shape of variants: one quantity in several conventions, and what lies between them."""

from __future__ import annotations

from typing import TypedDict

from .pieces import Given, MathML, Ref, Written


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
