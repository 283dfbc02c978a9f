"""The shape of a calculator's data, and its programs; the script of the page reads this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from .pieces import MathML, Program


class CalculatorLetter(TypedDict):
    """A letter: its units with exact factors to base units, its domain in its own unit.

    ``unit`` is spelled as values are shown, ``declared`` as in the knowledge.
    A unit is its name, its factor, and "printed" where it may be chosen to
    show a value. An end of the domain that is not there is empty. ``value`` is
    what the field holds first, ``typical`` the ends of the usual range in base
    units.
    """

    id: str
    unit: str
    declared: str
    factor: str
    units: list[list[str]]
    accepts: list[str]
    dimensions: dict[str, int]
    kinds: dict[str, int]
    low: str
    high: str
    open: list[bool]
    whole: bool
    domain: str
    count: bool
    optional: bool
    value: str
    typical: list[float]


class LawData(TypedDict):
    """Both sides of the law and the sign between them."""

    op: str
    left: Program
    right: Program
    says: str


class ConditionData(TypedDict):
    """A condition as a truth; a comparison also as its two sides.

    Where a letter must divide a number, ``of`` is that number.
    """

    says: str
    uses: list[int]
    truth: Program
    op: str
    left: list[Program]
    right: list[Program]
    of: list[Program]


class PresetData(TypedDict):
    """Figures of one entry of the catalogue, by letter."""

    shelf: str
    name: str
    title: str
    values: dict[str, str]


class VariantData(TypedDict):
    """Another convention for the letter that the law gives."""

    id: str
    title: str
    program: Program


class CalculatorData(TypedDict):
    """All that a formula's calculator needs; programs have all letters as their inputs.

    ``alone`` are letters that the law gives as one closed form, by place.
    """

    id: str
    letters: list[CalculatorLetter]
    target: int
    law: LawData
    conditions: list[ConditionData]
    alone: dict[str, Program]
    presets: list[PresetData]
    variants: list[VariantData]


class FieldView(TypedDict):
    """One row of the calculator."""

    id: str
    mathml: MathML
    meaning: str
    text: str
    unit: str
    units: list[str]
    asked: bool
    optional: bool
    hint: str


class HeadView(TypedDict):
    """The first answer in parts; an empty one is the target's letter."""

    parts: list[str]
    number: str
    unit: str


class ConditionView(TypedDict):
    """A condition, and what became of it with the starting values."""

    mathml: MathML
    state: str


class ShelfEntry(TypedDict):
    """One entry of a drop-down: its place among the presets."""

    place: int
    title: str


class ShelfView(TypedDict):
    """A shelf of the catalogue as a drop-down."""

    title: str
    entries: list[ShelfEntry]


class TickView(TypedDict):
    """A tick of an axis; ``anchor`` says what of its label stands at it, "middle" or "end"."""

    at: float
    label: str
    anchor: str


class PlotView(TypedDict):
    """The first curve, in the units of a drawing ``width`` by ``height``.

    ``region`` is the path of where an inequality holds, empty for an equation;
    ``says`` is the whole drawing in words.
    """

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    x: int
    y: int
    log_x: bool
    log_y: bool
    across: list[TickView]
    upward: list[TickView]
    region: str
    says: str
    path: str
    point: list[float]
    label: str
    label_at: list[float]
    label_end: bool


class CalculatorView(TypedDict):
    """The calculator as the page shows it before any script runs."""

    fields: list[FieldView]
    head: HeadView
    conditions: list[ConditionView]
    command: str
    shelves: list[ShelfView]
    plot: list[PlotView]


class CalculatorPage(TypedDict):
    """Data for the script, and the look before it runs."""

    data: CalculatorData
    view: CalculatorView


# --- programs as data ---------------------------------------------------------------


def inputs_of(steps: list[list[Any]]) -> set[int]:
    """The places that a program reads; a sum has steps of its own inside."""
    places = {step[1] for step in steps if step[0] == "input"}
    return places.union(*(inputs_of(step[1]) for step in steps if _has_body(step)))


def moved(steps: list[list[Any]], places: Mapping[int, int]) -> list[list[Any]]:
    """The steps of a program whose inputs stand at other places."""
    return [
        ["input", places[step[1]]]
        if step[0] == "input"
        else [step[0], moved(step[1], places)]
        if _has_body(step)
        else step
        for step in steps
    ]


def _has_body(step: list[Any]) -> bool:
    return len(step) > 1 and isinstance(step[1], list)
