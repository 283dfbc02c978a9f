"""A formula in every form in which it is shown, scripts among them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any

from sympy import Eq

from ..algebra.programs_of import in_base
from ..programs.javascript import javascript
from ..programs.translate import program_of
from ..records import Formula
from ..registry import Registry
from ..units import BASE_UNITS
from ..units.spelling import named
from ..written import LetterStyle, as_settled, as_typed, latex, mathml, python, text
from .alternatives import needs


@lru_cache(maxsize=8)
def styles(registry: Registry) -> Mapping[str, LetterStyle]:
    """How each letter of a registry is shown; a constant shows its number."""
    symbols = {name: LetterStyle(latex=note.latex) for name, note in registry.symbols.items()}
    return {**symbols, **{name: LetterStyle() for name in registry.constants}}


@lru_cache(maxsize=8192)
def typed_text(expression: Any) -> str:
    """An expression that was built with rewriting off, on one line."""
    return text(as_typed(expression))


def settled_text(expression: Any) -> str:
    """An expression that SymPy has rewritten, on one line."""
    return text(as_settled(expression))


def typed_latex(registry: Registry, expression: Any) -> str:
    """The same as LaTeX, in the letters of the registry."""
    return latex(as_typed(expression), styles(registry))


def settled_latex(registry: Registry, expression: Any) -> str:
    """An expression that SymPy has rewritten, as LaTeX."""
    return latex(as_settled(expression), styles(registry))


PAGE_WIDTH = 100
"""Columns of a line on which a letter is explained."""


def script(registry: Registry, formula: Formula) -> str:
    """The right side of a law as a function in base units; of an inequality, whether it holds."""
    law = registry.law(formula.id)
    gives = isinstance(law.relation, Eq) and law.relation.lhs.is_Symbol
    expression = law.relation.rhs if gives else law.relation
    letters = [symbol for symbol in law.symbols if symbol in expression.free_symbols]
    units = [
        f"{letter.name} in {unit}" for letter in letters if (unit := _unit(registry, letter.name))
    ]
    head = f"// {formula.title}" + (f"; {', '.join(units)}" if units else "")
    program = program_of(in_base(registry, expression), letters)
    return f"{head}\n{javascript(program, formula.id)}".rstrip()


def _unit(registry: Registry, name: str) -> str:
    """The base unit in which a letter enters a program."""
    unit = registry.unit(name)
    powers = [(BASE_UNITS[dimension], power) for dimension, power in unit.dimensions]
    return named([*powers, *unit.kinds]) if powers or unit.kinds else ""


def _text(registry: Registry, formula: Formula) -> str:
    law = registry.law(formula.id)
    rows = []
    for letter in law.symbols:
        note = registry.symbols[letter.name]
        ends = str(note.domain).removeprefix("a number ").removeprefix("of ")
        extra = f"; {ends}" if note.domain.is_bounded else ""
        extra += f"   default {note.default}" if note.default else ""
        unit = "number" if note.unit in ("", "1") else note.unit
        rows.append((note.id, unit, f"{note.meaning}{extra}", note.says))
    blocks = [
        f"{formula.title}   [{formula.id}]",
        f"  {typed_text(law.typed)}",
        formula.prose,
        _letters(rows),
    ]
    facts = [f"called     {', '.join(formula.also_called)}"] if formula.also_called else []
    facts += [f"status     {registry.status(formula)}"]
    facts += [f"holds when {typed_text(condition)}" for condition in law.conditions]
    facts += _holds_for(registry, formula)
    if formula.leaves_out:
        facts.append(f"leaves out {formula.leaves_out}")
    facts += [
        f"source     {place}{' (opened)' if place.opened else ''}" for place in formula.sources
    ]
    facts += [
        f"variant    {other.id}: {says}"
        for group in registry.variants_of(formula)
        for other, says in group.members.items()
        if other is not formula
    ]
    return "\n\n".join(block for block in [*blocks, "\n".join(facts)] if block)


def _letters(rows: Sequence[tuple[str, str, str, str]]) -> str:
    """The letters of a law; below each meaning, what it includes and how it is counted."""
    names, units = (max(len(row[column]) for row in rows) for column in range(2))
    margin = " " * (names + units + 6)
    lines = []
    for name, unit, meaning, says in rows:
        lines.append(f"  {name:<{names}}  {unit:<{units}}  {meaning}")
        room = max(PAGE_WIDTH, len(margin) + 40)
        lines += wrap(says, room, initial_indent=margin, subsequent_indent=margin)
    return "\n".join(lines)


def _holds_for(registry: Registry, formula: Formula) -> list[str]:
    """The alternatives for which a law holds, each with its words."""
    lines = []
    for name, alternatives in sorted(needs(registry)[formula.id].items()):
        choice = registry.choices.get(name)
        for alternative in sorted(alternatives):
            if choice is None:
                picked = f"{name} = {alternative} picks it"
                lines.append(f"one of     several laws of its letter; {picked}")
                continue
            says = choice.alternatives.get(alternative, "")
            # A bare yes, no or nothing needs its question.
            if says.split(":")[0].split(",")[0] in ("yes", "no", "nothing", "not at all"):
                says = f"{choice.asks} {says}"
            lines.append(f"holds for  {name} = {alternative}: {says}")
    return lines


def _data(registry: Registry, formula: Formula) -> dict[str, Any]:
    law = registry.law(formula.id)
    return {
        "schema": 1,
        "id": formula.id,
        "title": formula.title,
        "prose": formula.prose,
        "subject": registry.subject(formula),
        "status": registry.status(formula),
        "law": {"text": typed_text(law.typed), "latex": typed_latex(registry, law.typed)},
        "symbols": [
            {
                "id": note.id,
                "meaning": note.meaning,
                "unit": note.unit,
                "domain": str(note.domain),
                "default": note.default or None,
            }
            for note in (registry.symbols[letter.name] for letter in law.symbols)
        ],
        "constants": [
            {"id": note.id, "value": str(note.value), "unit": note.unit, "meaning": note.meaning}
            for note in (registry.constants[constant.name] for constant in law.constants)
        ],
        "holds_when": [typed_text(condition) for condition in law.conditions],
        "holds_for": {
            name: sorted(alternatives)
            for name, alternatives in sorted(needs(registry)[formula.id].items())
        },
        "leaves_out": formula.leaves_out,
        "sources": [
            {
                "id": place.source.id,
                "title": place.source.title,
                "place": place.place,
                "opened": place.opened,
            }
            for place in formula.sources
        ],
        "also_called": [*formula.also_called],
    }


def show_data(registry: Registry, name: str) -> str | None:
    """A formula in one of the forms in which it is shown; the name is ``formula|form``."""
    formula, _, form = name.partition("|")
    known = registry.formulas.get(formula)
    return None if known is None else FORMS[form](registry, known)


FORMS: dict[str, Callable[[Registry, Formula], str]] = {
    "text": _text,
    "latex": lambda registry, formula: typed_latex(registry, registry.law(formula.id).typed),
    "mathml": lambda registry, formula: mathml(
        as_typed(registry.law(formula.id).typed), styles(registry)
    ),
    "javascript": script,
    "python": lambda registry, formula: python(as_typed(registry.law(formula.id).typed)),
    "json": lambda registry, formula: json.dumps(
        _data(registry, formula), indent=2, ensure_ascii=False
    ),
}
