"""What a registry lists, as plain data: formulas, letters, constants, catalogue, choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sympy import Add, Eq, Mul, Pow, Symbol, exp, log

from ..algebra.base_units import in_base
from ..algebra.programs_of import relation_of
from ..laws import Law
from ..records import Choice, Figure
from ..registry import Registry
from .alternatives import made_up, needs, rivals, tools
from .laws import domain_data


def unknowns(law: Law) -> dict[str, int]:
    """The letters for which a law may have one solution: 0 where they stand alone, else 1.

    A letter inside a maximum, a rounding or a sum is left out: it is not one value.
    """
    if not isinstance(law.relation, Eq):
        return {}
    forms = {}
    for letter in law.symbols:
        # A letter that stands once, under invertible operations alone, can be isolated.
        places = [path for side in law.relation.args for path in _paths(side, letter)]
        if all(isinstance(node, Add | Mul | Pow | exp | log) for path in places for node in path):
            forms[letter.name] = 0 if len(places) == 1 else 1
    return forms


def _paths(node: Any, letter: Symbol) -> list[tuple[Any, ...]]:
    """What stands above each place of a letter."""
    if node == letter:
        return [()]
    return [(node, *path) for child in node.args for path in _paths(child, letter)]


def choices_data(registry: Registry, _: str = "") -> Any:
    """Every choice with its alternatives; those made up between laws have the laws' titles."""
    rows = {name: _choice_data(registry, choice) for name, choice in registry.choices.items()}
    for letter, laws in rivals(registry).items():
        choice = made_up(registry, letter)
        group = registry.variants.get(choice)
        members = {formula.id: says for formula, says in group.members.items()} if group else {}
        rows[choice] = {
            "asks": group.title if group else f"Which law gives {letter}?",
            "alternatives": {
                law: members.get(law) or tools(registry)[law][0].title for law in laws
            },
            "shown_by": {}, "means": {}, "when": {}, "assumed": "", "unless": [], "also": [],
            "called": {},
            "letter": letter,
        }  # fmt: skip
    return {"choices": rows, "alone": [letter.name for letter in registry.alone]}


def _choice_data(registry: Registry, choice: Choice) -> Any:
    return {
        "asks": choice.asks,
        "alternatives": dict(choice.alternatives),
        "shown_by": {name: [x.name for x in letters] for name, letters in choice.shown_by.items()},
        "means": {
            name: {x.name: value for x, value in values.items()}
            for name, values in choice.means.items()
        },
        "when": {
            name: [
                relation_of(in_base(registry, condition)).to_data() for condition in conditions()
            ]
            for name, conditions in choice.when.items()
        },
        "assumed": choice.assumed,
        "unless": [letter.name for letter in choice.unless],
        "also": list(choice.also),
        "called": dict(choice.called),
        "letter": "",
    }


Data = Any


def index_data(registry: Registry, _: str = "") -> Data:
    """What lists need, and the names under which letters are found."""
    return {
        "subjects": {subject.id: subject.title for subject in registry.subjects.values()},
        "formulas": {
            name: {
                "title": formula.title,
                "subject": registry.subject(formula),
                "formerly": list(formula.formerly),
                "holds_for": telling_needs(registry, name),
            }
            for name, formula in registry.formulas.items()
        },
        "symbols": {
            name: list(dict.fromkeys([note.latex, *note.aliases]))
            for name, note in registry.symbols.items()
        },
        "defaults": [name for name, note in registry.symbols.items() if note.default],
        "variants": {name: group.title for name, group in registry.variants.items()},
        "uses": list(registry.uses),
        "notations": list(registry.notations),
    }


def telling_needs(registry: Registry, name: str) -> dict[str, list[str]]:
    """The declared choices on which a law depends; what is assumed anyway tells nothing."""
    return {
        choice: sorted(alternatives)
        for choice, alternatives in sorted(needs(registry)[name].items())
        if choice in registry.choices and registry.choices[choice].assumed not in alternatives
    }


def symbol_data(registry: Registry, name: str) -> Data:
    """The note of a letter."""
    note = registry.symbols.get(name)
    if note is None:
        return None
    return {
        "id": note.id,
        "meaning": note.meaning,
        "unit": note.unit,
        "domain": domain_data(note.domain),
        "latex": note.latex,
        "says": note.says,
        "typical": note.typical,
        "default": note.default,
        "aliases": list(note.aliases),
    }


def sets_data(registry: Registry, _: str = "") -> Data:
    """The sets of fitted constants."""
    return {
        name: {
            "values": {letter.name: text for letter, text in group.values.items()},
            "source": str(group.source),
        }
        for name, group in registry.constant_sets.items()
    }


def catalog_data(registry: Registry, _: str = "") -> Data:
    """The catalogue, figure by figure."""

    def figures(published: Mapping[Any, Any]) -> list[list[Any]]:
        return [
            [
                letter.name,
                figure.value,
                "" if figure.source is None else str(figure.source),
                figure.says,
                figure.usual,
            ]
            if isinstance(figure, Figure)
            else [letter.name, figure, "", "", False]
            for letter, figure in published.items()
        ]

    return [
        {
            "id": entry.id,
            "shelf": entry.shelf,
            "title": entry.title,
            "says": entry.says,
            "aliases": list(entry.aliases),
            "source": str(entry.source),
            "figures": figures(entry.figures),
            "choices": {name: figures(published) for name, published in entry.choices.items()},
            "quoted": dict(entry.quoted),
            "settles": dict(entry.settles),
        }
        for entry in registry.catalog.values()
    ]
