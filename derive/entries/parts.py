"""Entries that other modules of this room make, each imported when its kind is asked for."""

from __future__ import annotations

from typing import Any

from ..registry import Registry
from .results import record_data

Data = Any


def show_data(registry: Registry, name: str) -> Data:
    """A formula in one of the forms in which it is shown; the name is ``formula|form``."""
    from .showing import FORMS

    formula, _, form = name.partition("|")
    known = registry.formulas.get(formula)
    return None if known is None else FORMS[form](registry, known)


def explain_data(registry: Registry, name: str) -> Data:
    """The derivations of a formula, replayed."""
    from .workings import derivations

    formula = registry.formulas.get(name)
    return (
        None
        if formula is None
        else [record_data(derivation) for derivation in derivations(registry, formula)]
    )


def compare_data(registry: Registry, name: str) -> Data:
    """Two formulas side by side; the name is ``first|second``. A refusal is kept as its facts."""
    from ..errors import NotComparable
    from .comparisons import compare

    first, _, second = name.partition("|")
    try:
        return record_data(compare(registry, first, second).words)
    except NotComparable as refusal:
        return {"refused": [refusal.first, refusal.second, refusal.why]}


def translation_data(registry: Registry, name: str) -> Data:
    """A law in the letters of a document; the name is ``formula|document``."""
    from .translations import translated

    formula, _, document = name.partition("|")
    return record_data(translated(registry, formula, document))


def solution_data(registry: Registry, name: str) -> Data:
    """A law solved for a letter with every branch and its conditions; ``formula.letter``."""
    from .workings import solutions

    formula, _, target = name.rpartition(".")
    return record_data(solutions(registry, formula, target))


def titles_data(registry: Registry, _: str) -> Data:
    """The titles under which each notation's document is known."""
    return {notation.id: list(notation.titles) for notation in registry.notations.values()}


def mentions_data(registry: Registry, name: str) -> Data:
    """The letters that each law names; NumPy is imported where laws are put at points."""
    from . import points

    return points.mentions_data(registry, name)


def points_data(registry: Registry, name: str) -> Data:
    """A law as values at fixed points."""
    from . import points

    return points.points_data(registry, name)
