"""What a formula's calculator needs, as data: programs, letters, units, presets.

Everything is in base units, so that the page only scales what it reads and
shows. A calculator runs the law itself: it finds the values that satisfy it,
and decides whole numbers by putting them into it. A letter that the law gives
in closed form has a program, too; it bounds that letter and draws curves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from sympy import Eq
from sympy.core.relational import Relational

from derive.algebra.programs_of import in_base
from derive.answers.givens import is_count
from derive.entries.showing import by_letter, typed_text
from derive.errors import DeriveError
from derive.laws import Law, condition_letters
from derive.programs.program import to_data
from derive.programs.translate import program_of
from derive.records import SHELVES, Entry, Formula, Symbol, divides
from derive.registry import Registry

from .calculating import (
    CalculatorData,
    CalculatorLetter,
    CalculatorPage,
    ConditionData,
    PresetData,
    VariantData,
    moved,
)
from .checks import KEPT
from .pieces import METHODS, Program, Solved
from .starting import starting_values, typical_range


def calculator_data(registry: Registry, formula: Formula) -> CalculatorData | None:
    """The data of one formula's calculator; None where a program cannot hold its law."""
    law = registry.law(formula.id)
    names = [letter.name for letter in law.symbols]
    names += [name for name in condition_letters(law) if name not in names]
    letters = [registry.letters[name] for name in names]
    values = starting_values(registry, formula)
    try:
        return {
            "id": formula.id,
            "letters": [_letter(registry, letter.name, values) for letter in letters],
            "target": _target(law, names),
            "law": {
                "op": law.relation.rel_op,
                "left": program(registry, law.relation.args[0], letters),
                "right": program(registry, law.relation.args[1], letters),
                "says": typed_text(law.typed),
            },
            "conditions": [
                _condition(registry, condition, letters) for condition in law.conditions
            ],
            "alone": _alone(registry, law, letters),
            "presets": [
                preset
                for shelf in SHELVES
                for entry in registry.catalog.values()
                if entry.shelf == shelf
                for preset in _presets(entry, [letter.name for letter in law.symbols])
            ],
            "variants": _variants(registry, formula, letters),
        }
    except DeriveError:
        return None


def _letter(registry: Registry, name: str, values: dict[str, str]) -> CalculatorLetter:
    note, unit = registry.symbols[name], registry.unit(name)
    known = registry.units.like(unit)
    printed = {str(printed_unit) for printed_unit in registry.units.printed(unit)}
    span = typical_range(registry, name)
    domain = note.domain
    return {
        "id": name,
        "unit": str(next(accepted for accepted in known if accepted.factor == unit.factor)),
        "declared": str(unit),
        "factor": str(unit.factor),
        "units": [
            [str(accepted), str(accepted.factor), "printed" if str(accepted) in printed else ""]
            for accepted in known
        ],
        "accepts": list(registry.units.accepts(unit)),
        "dimensions": dict(unit.dimensions),
        "kinds": dict(unit.kinds),
        "low": "" if domain.low is None else str(domain.low),
        "high": "" if domain.high is None else str(domain.high),
        "open": [domain.low_open, domain.high_open],
        "whole": domain.integer and unit.factor == 1,
        "domain": str(domain),
        "count": is_count(unit, note) or unit.is_count,
        "optional": name not in values,
        "value": values.get(name, ""),
        "typical": [] if span is None else [float(end) for end in span],
    }


def _target(law: Law, names: list[str]) -> int:
    """The letter that is asked for first: the one that the law gives, if it gives one.

    An inequality gives none; it is asked for the degree that its conditions bound.
    """
    left = getattr(law.relation.lhs, "name", "")
    if left in names:
        return names.index(left)
    for condition in law.conditions:
        bounded = getattr(condition, "lhs", None)
        if isinstance(bounded, Symbol) and bounded in law.symbols and condition.rhs.is_number:
            return names.index(bounded.name)
    return 0


def program(registry: Registry, expression: Any, letters: Sequence[Symbol]) -> Program:
    """An expression as a program of all letters, in base units."""
    return cast("Program", to_data(program_of(in_base(registry, expression), letters)))


def _condition(registry: Registry, condition: Any, letters: Sequence[Symbol]) -> ConditionData:
    places = {letter.name: place for place, letter in enumerate(letters)}
    uses = {symbol.name for symbol in condition.free_symbols} & set(places)
    row: ConditionData = {
        "says": typed_text(condition),
        "uses": sorted(places[name] for name in uses),
        "truth": program(registry, condition, letters),
        "op": "",
        "left": [],
        "right": [],
        "of": [],
    }
    if isinstance(condition, divides) and isinstance(condition.args[0], Symbol):
        row["of"] = [program(registry, condition.args[1], letters)]
    if isinstance(condition, Relational) and not condition.has(divides):
        left, right = condition.args
        row["op"] = condition.rel_op
        row["left"] = [program(registry, left, letters)]
        row["right"] = [program(registry, right, letters)]
    return row


def _alone(registry: Registry, law: Law, letters: Sequence[Symbol]) -> dict[str, Program]:
    """The letter that the law gives, or bounds, as it stands."""
    left, right = law.relation.lhs, law.relation.rhs
    if left not in letters or right.has(left):
        return {}
    return {str(letters.index(left)): program(registry, right, letters)}


def with_closed_forms(page: CalculatorPage, solved: Sequence[Solved]) -> CalculatorPage:
    """The calculator with the letters that the law gives as one closed form."""
    names = [letter["id"] for letter in page["data"]["letters"]]
    alone = dict(page["data"]["alone"])
    is_equation = page["data"]["law"]["op"] == "=="
    for solution in solved if is_equation else ():
        kept = [branch for branch in solution["branches"] if branch["verdict"] == KEPT]
        if solution["method"] == METHODS["closed"] and len(kept) == 1 and kept[0]["program"]:
            alone.setdefault(
                str(names.index(solution["id"])), _placed(kept[0]["program"][0], names)
            )
    return {"data": {**page["data"], "alone": alone}, "view": page["view"]}


def _placed(program: Program, names: Sequence[str]) -> Program:
    """A program of some letters as one of all of them."""
    places = {place: names.index(name) for place, name in enumerate(program["inputs"])}
    return {"inputs": [*names], "steps": moved(program["steps"], places)}


def _presets(entry: Entry, names: Sequence[str]) -> list[PresetData]:
    """An entry of the catalogue once, or once for each of its choices where they matter here."""
    always = _figures(entry.figures, names)
    chosen = {name: _figures(figures, names) for name, figures in entry.choices.items()}
    if not any(chosen.values()):
        chosen = {"": {}}
    return [
        {
            "shelf": entry.shelf,
            "name": f"{entry.id}:{choice}" if choice else entry.id,
            "title": f"{entry.title}, {choice}" if choice else entry.title,
            "values": {**always, **figures},
        }
        for choice, figures in chosen.items()
        if always or figures
    ]


def _figures(figures: Any, names: Sequence[str]) -> dict[str, str]:
    return {name: figure.value for name, figure in by_letter(figures).items() if name in names}


def _variants(registry: Registry, formula: Formula, letters: Sequence[Symbol]) -> list[VariantData]:
    """Other conventions in the same letters, to draw beside the curve."""
    known, own = set(letters), registry.law(formula.id)
    return [
        {
            "id": member.id,
            "title": member.title,
            "program": program(registry, law.relation.rhs, letters),
        }
        for group in registry.variants_of(formula)
        for member in group.members
        if member is not formula
        for law in [registry.law(member.id)]
        if isinstance(law.relation, Eq)
        and law.relation.lhs == own.relation.lhs
        and set(law.symbols) <= known
    ]
