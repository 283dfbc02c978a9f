"""Figures that can be named in a question: hardware, models, published sets of constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from derive.records import Entry, Figure, Place, Symbol

from .pen import Pen
from .shapes import CatalogueEntry, CatalogueFigure, ConstantSetPage
from .words import address


def catalogue(pen: Pen) -> dict[str, CatalogueEntry]:
    """Every entry of the catalogue by id, with its figures and where they stand."""
    return {name: _entry(pen, entry) for name, entry in pen.registry.catalog.items()}


def _entry(pen: Pen, entry: Entry) -> CatalogueEntry:
    return {
        "id": entry.id,
        "address": address("entry", entry.id),
        "shelf": entry.shelf,
        "title": entry.title,
        "says": entry.says,
        "aliases": list(entry.aliases),
        "figures": _figures(pen, entry, entry.figures),
        "choices": {name: _figures(pen, entry, figures) for name, figures in entry.choices.items()},
        "quoted": dict(entry.quoted),
        "source": pen.cited(entry.source),
        "declared": pen.place(entry.declared),
    }


def places_of(entry: Entry) -> Iterator[Place]:
    """Every place that an entry cites."""
    yield entry.source
    for figures in (entry.figures, *entry.choices.values()):
        for figure in figures.values():
            if isinstance(figure, Figure) and figure.source is not None:
                yield figure.source


def _figures(
    pen: Pen, entry: Entry, figures: Mapping[Symbol, str | Figure]
) -> list[CatalogueFigure]:
    return [_figure(pen, entry, letter.name, value) for letter, value in figures.items()]


def _figure(pen: Pen, entry: Entry, name: str, value: Any) -> CatalogueFigure:
    figure = value if isinstance(value, Figure) else Figure(str(value))
    return {
        "symbol": name,
        "value": figure.value,
        "says": figure.says,
        "source": pen.cited(figure.source or entry.source),
    }


def constant_sets(pen: Pen) -> dict[str, ConstantSetPage]:
    """Fitted constants that were published together."""
    return {
        name: {
            "id": name,
            "says": group.says,
            "values": {letter.name: value for letter, value in group.values.items()},
            "source": pen.cited(group.source),
            "declared": pen.place(group.declared),
        }
        for name, group in pen.registry.constant_sets.items()
    }
