"""What a registry lists, as plain data: formulas, letters, catalogue, choices, whole runs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from sympy import Add, Eq, Mul, Pow, exp, log

from ..algebra.programs_of import in_base, relation_of
from ..laws import Law, letters
from ..programs.program import to_data
from ..programs.translate import program_of
from ..records import Choice, Constant, Entry, Figure, Symbol
from ..registry import Registry
from ..units import Quantity, read_value
from .alternatives import made_up, needs, rivals, tools
from .laws import domain_data
from .showing import by_letter, typed_text


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


def titles_data(registry: Registry, _: str) -> Data:
    """The titles under which each notation's document is known."""
    return {notation.id: list(notation.titles) for notation in registry.notations.values()}


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


KEPT_OF_A_LETTER = "id meaning unit domain latex says typical default aliases".split()


def symbol_data(registry: Registry, name: str) -> Data:
    """The note of a letter."""
    note = registry.symbols.get(name)
    if note is None:
        return None
    return {name: getattr(note, name) for name in KEPT_OF_A_LETTER} | {
        "domain": domain_data(note.domain)
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
            [name, figure.value, str(figure.source or ""), figure.says, figure.usual]
            for name, figure in by_letter(published).items()
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
    return {
        "gives": str(law.relation.lhs.name),
        "program": program_data(registry, law.relation.rhs),
        "title": formula.title,
        "law": typed_text(law.relation),
        "leaves_out": formula.leaves_out,
        "source": str(formula.sources[0]),
    }


def program_data(registry: Registry, expression: Any) -> dict[str, Any]:
    """The program in the letters of an expression, in the order in which it is read."""
    plain = in_base(registry, expression)
    inputs = [letter for letter in letters(plain) if not isinstance(letter, Constant)]
    return to_data(program_of(plain, inputs))


def _letters(registry: Registry) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for name, note in registry.symbols.items():
        default = _base(registry, name, note.default) if note.default else None
        factor = float(registry.unit(name).factor)
        rows[name] = [name, note.meaning, note.unit, factor, default, domain_data(note.domain)]
    for name, note in registry.symbols.items():
        for alias in note.aliases:
            rows.setdefault(alias, name)
    return rows


def _entry(registry: Registry, entry: Entry) -> dict[str, Any]:
    return {
        "shelf": entry.shelf,
        "title": entry.title,
        "aliases": [alias.lower() for alias in entry.aliases],
        "figures": _figures(registry, entry.figures),
        "choices": {name: _figures(registry, figures) for name, figures in entry.choices.items()},
        "usual": [name for name, figure in by_letter(entry.figures).items() if figure.usual],
        "settles": dict(entry.settles),
        "quoted": dict(entry.quoted),
        "source": str(entry.source),
    }


def _figures(registry: Registry, figures: Mapping[Symbol, str | Figure]) -> dict[str, float]:
    return {
        name: _base(registry, name, figure.value) for name, figure in by_letter(figures).items()
    }


def _base(registry: Registry, name: str, text: str) -> float:
    """A value as text, in base units."""
    unit = registry.unit(name)
    value = read_value(text, unit=unit, table=registry.units, symbol=name, count=True)
    assert isinstance(value, Quantity)
    return float(value.magnitude * unit.factor)
