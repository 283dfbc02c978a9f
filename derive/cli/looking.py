"""``derive list``, ``show``, ``explain`` and ``compare``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from importlib.metadata import version
from typing import Any

from .. import answers
from ..answers import wording
from ..answers.translating import translated
from ..errors import UnknownName
from ..records import Formula
from ..registry import Registry, guesses, load
from ..written import as_typed, mathml, python
from . import ANSWERED, NOTHING_FOUND
from .listing import list_json, list_text
from .renamed import named


def overview(options: argparse.Namespace) -> int:
    """``derive`` alone: what can be done."""
    from .parser import build

    if options.version:
        print(version("training-formulary"))
    else:
        build().print_help()
    return ANSWERED


def list(options: argparse.Namespace) -> int:  # noqa: A001  the command's own name
    """``derive list [SUBJECT]``: every formula with its title."""
    registry = load(options.package)
    filled = dict.fromkeys(registry.subject(one) for one in registry.formulas.values())
    if options.subject and options.subject not in filled:
        raise UnknownName("subject", options.subject, guesses(options.subject, filled))
    rows = [row for row in list_rows(registry) if options.subject in {"", row["subject"]}]
    if options.json:
        print(list_json(rows))
    elif rows:
        print(list_text(rows, {name: one.title for name, one in registry.subjects.items()}))
    return ANSWERED


def list_rows(registry: Registry) -> Sequence[dict[str, str]]:
    """Id, title and subject of every formula."""
    return [
        {"id": one.id, "title": one.title, "subject": registry.subject(one)}
        for one in registry.formulas.values()
    ]


def show(options: argparse.Namespace) -> int:
    """``derive show FORMULA [--as FORM]``."""
    registry = load(options.package)
    formula = named(registry, options.formula)
    if options.notation:
        print(_translated(registry, formula, options.notation, options.form))
    else:
        print(FORMS[options.form](registry, formula))
    return ANSWERED


def _translated(registry: Registry, formula: Formula, notation: str, form: str) -> str:
    """The law in another document's letters, with what to beware of."""
    found = translated(registry, formula.id, notation)
    if form == "latex":
        return found.latex
    rows = [f"letter     {theirs} for {ours}" for ours, theirs in found.letters]
    rows += [f"kept       {ours}, for which it has no letter" for ours in found.kept]
    rows += [f"beware     {warning}" for warning in found.warnings]
    head = f"{formula.title}   [{formula.id}, in the letters of {found.notation}]"
    return "\n".join([head, "", f"  {found.text}", "", *rows])


def _text(registry: Registry, formula: Formula) -> str:
    law = registry.law(formula.id)
    rows = []
    for letter in law.symbols:
        note = registry.symbols[letter.name]
        extra = f"   default {note.default}" if note.default else ""
        unit = wording.unit_of(note) or "number"
        rows.append((note.id, unit, f"{note.meaning}{extra}"))
    widths = [max(len(row[k]) for row in rows) for k in range(2)]
    table = "\n".join(f"  {a:<{widths[0]}}  {b:<{widths[1]}}  {c}" for a, b, c in rows)
    blocks = [
        f"{formula.title}   [{formula.id}]",
        f"  {wording.typed_text(law.typed)}",
        formula.prose,
        table,
    ]
    facts = [f"status     {registry.status(formula)}"]
    facts += [f"holds when {wording.typed_text(one)}" for one in law.conditions]
    if formula.leaves_out:
        facts.append(f"leaves out {formula.leaves_out}")
    facts += [f"source     {place}" for place in formula.sources]
    facts += [
        f"variant    {other.id}: {says}"
        for group in registry.variants_of(formula)
        for other, says in group.members.items()
        if other is not formula
    ]
    return "\n\n".join(block for block in [*blocks, "\n".join(facts)] if block)


def _data(registry: Registry, formula: Formula) -> dict[str, Any]:
    law = registry.law(formula.id)
    return {
        "schema": 1,
        "id": formula.id,
        "title": formula.title,
        "prose": formula.prose,
        "subject": registry.subject(formula),
        "status": registry.status(formula),
        "law": {
            "text": wording.typed_text(law.typed),
            "latex": wording.typed_latex(registry, law.typed),
        },
        "symbols": [
            {
                "id": letter.name,
                "meaning": registry.symbols[letter.name].meaning,
                "unit": registry.symbols[letter.name].unit,
                "domain": str(registry.symbols[letter.name].domain),
                "default": registry.symbols[letter.name].default or None,
            }
            for letter in law.symbols
        ],
        "constants": [
            {
                "id": one.name,
                "value": str(registry.constants[one.name].value),
                "unit": registry.constants[one.name].unit,
                "meaning": registry.constants[one.name].meaning,
            }
            for one in law.constants
        ],
        "holds_when": [wording.typed_text(one) for one in law.conditions],
        "leaves_out": formula.leaves_out,
        "sources": [
            {"id": place.source.id, "title": place.source.title, "place": place.place}
            for place in formula.sources
        ],
    }


def _javascript(registry: Registry, formula: Formula) -> str:
    from ..answers.scripting import script

    return script(registry, formula)


FORMS: dict[str, Callable[[Registry, Formula], str]] = {
    "text": _text,
    "latex": lambda registry, one: wording.typed_latex(registry, registry.law(one.id).typed),
    "mathml": lambda registry, one: mathml(
        as_typed(registry.law(one.id).typed), wording.styles(registry)
    ),
    "javascript": _javascript,
    "python": lambda registry, one: python(as_typed(registry.law(one.id).typed)),
    "json": lambda registry, one: json.dumps(_data(registry, one), indent=2, ensure_ascii=False),
}


def explain(options: argparse.Namespace) -> int:
    """``derive explain FORMULA``: the derivation, step by step, replayed now."""
    registry = load(options.package)
    formula = named(registry, options.formula)
    pages = answers.derivations(registry, formula)
    if options.json:
        told = {
            "schema": 1,
            "formula": formula.id,
            "derivations": [page.to_dict() for page in pages],
        }
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        print(_explained(registry, formula, pages))
    return ANSWERED if all(page.arrived for page in pages) else NOTHING_FOUND


def _explained(registry: Registry, formula: Formula, pages: Any) -> str:
    law = wording.typed_text(registry.law(formula.id).typed)
    head = f"{formula.title}   [{formula.id}]\n\n  {law}"
    if not pages:
        origin = ", ".join(str(place) for place in formula.sources)
        status = f"status     {registry.status(formula)}; no derivation is given"
        return f"{head}\n\n{status}\nsource     {origin}"
    return "\n\n".join([head, *(page.text() for page in pages)])


def compare(options: argparse.Namespace) -> int:
    """``derive compare A B``: exact difference and ratio, and where they agree."""
    registry = load(options.package)
    both = [named(registry, name).id for name in (options.first, options.second)]
    found = answers.compare(registry, *both)
    print(
        json.dumps(found.to_dict(), indent=2, ensure_ascii=False) if options.json else found.text()
    )
    return ANSWERED
