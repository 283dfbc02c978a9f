"""``derive list``, ``show``, ``explain`` and ``compare``."""

from __future__ import annotations

import json

from ..entries.opening import open_knowledge
from ..errors import UnknownName
from ..names import guesses
from . import ANSWERED, NOTHING_FOUND
from .terminal import formula_id, styled

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from ..entries.knowledge import Knowledge
    from ..entries.results import Working


def overview(options: argparse.Namespace) -> int:
    """``derive`` alone: what can be done."""
    from importlib.metadata import version

    from .parser import build

    if options.version:
        print(version("training-formulary"))
    else:
        build().print_help()
    return ANSWERED


def list(options: argparse.Namespace) -> int:  # noqa: A001  the command's own name
    """``derive list [SUBJECT]``: every formula with its title."""
    knowledge = open_knowledge(options.package)
    subjects = [about["subject"] for about in knowledge.formulas.values()]
    if options.subject and options.subject not in subjects:
        near = guesses(options.subject, dict.fromkeys(subjects))
        raise UnknownName("subject", options.subject, near)
    rows = [row for row in _rows(knowledge) if options.subject in {"", row["subject"]}]
    if options.json:
        print(json.dumps({"schema": 1, "formulas": rows}, indent=2, ensure_ascii=False))
    elif rows:
        print(_table(rows, knowledge.index["subjects"]))
    return ANSWERED


def _rows(knowledge: Knowledge) -> Sequence[dict[str, Any]]:
    """Id, title and subject of every formula, and the choices on which it depends."""
    return [
        {
            "id": name,
            "title": about["title"],
            "subject": about["subject"],
            "holds_for": about["holds_for"],
        }
        for name, about in knowledge.formulas.items()
    ]


def _table(rows: Sequence[dict[str, Any]], titles: dict[str, str]) -> str:
    """The formulas below the titles of their subjects."""
    width = max((len(row["id"]) for row in rows), default=0)
    lines: Any = []
    last = ""
    for row in rows:
        if row["subject"] != last:
            last = row["subject"]
            head = styled(f"{titles[last]} ({last})", "bold")
            lines += [*([""] if lines else []), head]
        needs = ", ".join(f"{name}={'|'.join(some)}" for name, some in row["holds_for"].items())
        lines.append(f"  {row['id']:<{width}}  {row['title']}{f'   [{needs}]' if needs else ''}")
    return "\n".join(lines)


def show(options: argparse.Namespace) -> int:
    """``derive show FORMULA [--as FORM]``."""
    knowledge = open_knowledge(options.package)
    formula = formula_id(knowledge, options.formula)
    if options.notation:
        print(_translated(knowledge, formula, options.notation, options.form))
    else:
        print(knowledge.shown(formula, options.form))
    if options.form == "text" and not options.notation:
        from .examples import example

        command = example(knowledge, formula, "")
        if command:
            print(f"try        {command}")
    return ANSWERED


def _translated(knowledge: Knowledge, formula: str, notation: str, form: str) -> str:
    """The law in another document's letters, with what to beware of."""
    shown = knowledge.translation(formula, notation)
    if form == "latex":
        return shown.latex
    rows = [f"letter     {theirs} for {ours}" for ours, theirs in shown.letters]
    rows += [f"kept       {ours}, for which it has no letter" for ours in shown.kept]
    rows += [f"beware     {warning}" for warning in shown.warnings]
    title = knowledge.law(formula).title
    head = f"{title}   [{formula}, in the letters of {shown.notation}]"
    return "\n".join([head, "", f"  {shown.text}", "", *rows])


def explain(options: argparse.Namespace) -> int:
    """``derive explain FORMULA``: the derivation, step by step, as it was replayed."""
    knowledge = open_knowledge(options.package)
    formula = formula_id(knowledge, options.formula)
    workings = knowledge.derivations(formula)
    if options.json:
        told = {
            "schema": 1,
            "formula": formula,
            "derivations": [working.to_dict() for working in workings],
        }
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        print(_explained(knowledge, formula, workings))
    return ANSWERED if all(working.arrived for working in workings) else NOTHING_FOUND


def _explained(knowledge: Knowledge, formula: str, workings: tuple[Working, ...]) -> str:
    law = knowledge.law(formula)
    head = f"{law.title}   [{formula}]\n\n  {law.text}"
    if not workings:
        status = f"status     {law.status}; no derivation is given"
        return f"{head}\n\n{status}\nsource     {law.sources}"
    return "\n\n".join([head, *(working.text() for working in workings)])


def compare(options: argparse.Namespace) -> int:
    """``derive compare A B``: exact difference and ratio, and where they agree."""
    knowledge = open_knowledge(options.package)
    first, second = (formula_id(knowledge, name) for name in (options.first, options.second))
    both = knowledge.compare(first, second)
    print(json.dumps(both.to_dict(), indent=2, ensure_ascii=False) if options.json else both.text())
    return ANSWERED
