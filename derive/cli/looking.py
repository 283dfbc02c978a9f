"""``derive list``, ``show``, ``explain``, ``compare``, ``search``, ``symbols``: what is there."""

from __future__ import annotations

from ..entries.opening import open_knowledge
from ..errors import UnknownName
from ..names import guesses
from . import ANSWERED, NOTHING_FOUND
from .terminal import formula_id, print_json, styled

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from typing import Any

    from ..entries.knowledge import Knowledge
    from ..entries.results import Working
    from ..search import Record


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
    rows = [
        {"id": name, **{key: about[key] for key in ("title", "subject", "holds_for")}}
        for name, about in knowledge.formulas.items()
        if options.subject in {"", about["subject"]}
    ]
    if options.json:
        print_json({"schema": 1, "formulas": rows})
    elif rows:
        print(_table(rows, knowledge.index["subjects"]))
    return ANSWERED


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
        needs = ", ".join(
            f"{name}={'|'.join(alternatives)}" for name, alternatives in row["holds_for"].items()
        )
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
        from .asking import example

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
        data = {
            "schema": 1,
            "formula": formula,
            "derivations": [working.to_dict() for working in workings],
        }
        print_json(data)
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
    if options.json:
        print_json(both.to_dict())
    else:
        print(both.text())
    return ANSWERED


SCHEMA = 1
WIDEST = 100


def search(options: argparse.Namespace) -> int:
    """``derive search WORDS``: formulas first, each with its law; status 1 if nothing answers."""
    query = " ".join(options.words)
    index = open_knowledge(options.package).search
    records = [record for record in index.search(query) if options.kind in ("", record.kind)]
    records = records[: options.most]
    if options.json:
        rows = [to_dict(record) for record in records]
        print_json({"schema": SCHEMA, "query": query, "records": rows})
    elif records:
        print("\n".join(line for record in records for line in _lines(record)))
    else:
        print("Nothing has this name or these words. Try fewer or other words.")
    return ANSWERED if records else NOTHING_FOUND


def to_dict(record: Record) -> dict[str, object]:
    """A record as plain data."""
    names = [name for name in record.names if name != record.title]
    return {
        "kind": record.kind,
        "id": record.id,
        "title": record.title,
        "says": record.more,
        "law": record.law,
        "names": names,
    }


def _lines(record: Record) -> Sequence[str]:
    """A record on two lines: its name, and what it says."""
    named = "" if record.kind in {"page", "question"} else f"   [{record.id}]"
    head = f"{styled(f'{record.kind:<9}', 'faint')} {styled(record.title, 'bold')}{named}"
    says = record.law or record.more
    if record.kind == "page":
        says = f"docs/{record.id}.md"
    elif record.kind == "symbol" and says:
        says = f"in {says}"
    cut = says if len(says) <= WIDEST or record.law or record.kind == "question" else _cut(says)
    return (head, f"          {cut}") if says else (head,)


def _cut(text: str) -> str:
    return text[:WIDEST].rsplit(" ", 1)[0] + " …"


def symbols(options: argparse.Namespace) -> int:
    """``derive symbols [WORDS] [--of FORMULA]``: letters with their meaning and unit."""
    knowledge = open_knowledge(options.package)
    query = " ".join(options.words)
    index = knowledge.search
    records = index.search(query) if query else index.records
    letters = [record for record in records if record.kind == "symbol"]
    if options.of:
        within = set(knowledge.law(formula_id(knowledge, options.of)).letters)
        letters = [letter for letter in letters if letter.id in within]
    if options.json:
        rows = [
            {"id": letter.id, "meaning": letter.title, "unit": letter.more} for letter in letters
        ]
        print_json({"schema": SCHEMA, "symbols": rows})
    elif letters:
        print(listed([(letter.id, letter.title, letter.more) for letter in letters]))
    else:
        print("No letter has this name or these words.")
    return ANSWERED if letters else NOTHING_FOUND


def listed(rows: Sequence[tuple[str, str, str]]) -> str:
    """Letters with meaning and unit, a line each."""
    width = max(len(name) for name, _, _ in rows)
    return "\n".join(
        f"  {styled(f'{name:<{width}}', 'bold')}  {meaning}" + (f" ({unit})" if unit else "")
        for name, meaning, unit in rows
    )
