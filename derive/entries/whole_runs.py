"""What a whole run is composed of: tables, the laws they name, letters and figures as numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from ..algebra.base_units import in_base
from ..laws import letters
from ..programs.program import to_data
from ..programs.translate import program_of
from ..records import Constant, Entry, Figure, Symbol
from ..records.domains import Domain
from ..registry import Registry
from ..units import Quantity, read_value
from .wording import law_text

TABLES = ("estimate", "conventions", "attained", "plan", "diagnose")


def runs_data(registry: Registry, _: str = "") -> dict[str, Any] | None:
    """The tables of a package and what they name; None where it composes no whole run."""
    folder = registry.folder / "runs"
    if not (folder / "estimate.toml").is_file():
        return None
    tables = {
        name: tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        for name in TABLES
    }
    estimate = tables["estimate"]
    rows = [*estimate["steps"], *estimate["agreements"]]
    wanted = sorted({row["by"] for row in rows if "by" in row})
    return {
        **tables,
        "laws": {name: _law(registry, name) for name in wanted},
        "letters": _letters(registry),
        "called": {name: dict(choice.called) for name, choice in registry.choices.items()},
        "entries": {name: _entry(registry, entry) for name, entry in registry.catalog.items()},
    }


def _law(registry: Registry, name: str) -> dict[str, Any]:
    formula = registry.formula(name)
    law = registry.law(formula.id)
    plain = in_base(registry, law.relation.rhs)
    inputs = [letter for letter in letters(plain) if not isinstance(letter, Constant)]
    return {
        "gives": str(law.relation.lhs.name),
        "program": to_data(program_of(plain, inputs)),
        "title": formula.title,
        "law": law_text(law, law.relation),
        "leaves_out": formula.leaves_out,
        "source": str(formula.sources[0]),
    }


def _letters(registry: Registry) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for name, note in registry.symbols.items():
        default = _base(registry, name, note.default) if note.default else None
        factor = float(registry.unit(name).factor)
        rows[name] = [name, note.meaning, note.unit, factor, default, _domain(note.domain)]
    for name, note in registry.symbols.items():
        for alias in note.aliases:
            rows.setdefault(alias, name)
    return rows


def _domain(domain: Domain) -> list[Any]:
    """A domain as plain data; its ends are exact, and so they are text."""
    ends = [None if end is None else str(end) for end in (domain.low, domain.high)]
    return [*ends, domain.low_open, domain.high_open, domain.integer]


def _entry(registry: Registry, entry: Entry) -> dict[str, Any]:
    return {
        "shelf": entry.shelf,
        "title": entry.title,
        "aliases": [alias.lower() for alias in entry.aliases],
        "figures": _figures(registry, entry.figures),
        "choices": {name: _figures(registry, figures) for name, figures in entry.choices.items()},
        "usual": [
            letter.name
            for letter, figure in entry.figures.items()
            if isinstance(figure, Figure) and figure.usual
        ],
        "settles": dict(entry.settles),
        "quoted": dict(entry.quoted),
        "source": str(entry.source),
    }


def _figures(registry: Registry, figures: Mapping[Symbol, str | Figure]) -> dict[str, float]:
    return {
        letter.name: _base(
            registry, letter.name, figure.value if isinstance(figure, Figure) else figure
        )
        for letter, figure in figures.items()
    }


def _base(registry: Registry, name: str, text: str) -> float:
    """A value as text, in base units."""
    unit = registry.unit(name)
    value = read_value(text, unit=unit, table=registry.units, symbol=name, count=True)
    assert isinstance(value, Quantity)
    return float(value.magnitude * unit.factor)
