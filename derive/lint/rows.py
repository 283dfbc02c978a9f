"""Rules about rows of symbol tables: one meaning, one letter."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.findings import Severity

from .declarations import Declaration
from .documents import Document
from .meanings import clause
from .policies import keeps_one_meaning
from .project import Project
from .rules import Sight

_OPEN = re.compile(
    r"\b(?:depend(?:s|ing|ent)?\s+on\s+(?:the\s+)?context|context[- ]dependent|"
    r"\(also[: ]|\balso:|\blegacy\b|\bin some (?:contexts|chapters|places|papers)\b|"
    r"\bor sometimes\b|\bsometimes\b|\boverloaded\b)",
    re.IGNORECASE,
)
_EXAMPLES = re.compile(r"\b(?:e\.g\.|for example|such as|etc\.?)", re.IGNORECASE)
_QUANTITIES = (
    ("time", r"\b(?:latency|delay|time|duration|start-?up)\b"),
    ("rate", r"\b(?:bandwidth|throughput|speed|rate)\b"),
    ("cost", r"\b(?:cost|price)\b"),
    ("memory", r"\b(?:memory|bytes)\b"),
    ("count", r"\b(?:number|count|degree)\b"),
)


def rows_say_one_thing(project: Project, document: Document) -> Iterator[Sight]:
    """Rows say one thing.

    What: a row of a symbol table gives its letter several meanings and leaves
    the choice to the context. An error where the document promises that its
    letters mean one thing throughout, else a warning.

    Why: such a row declares nothing: every formula with the letter must be
    explained anew.

    Example: `T`: "number of optimizer steps, iterations, or time steps,
    depending on context". Keep one, and give the others letters of their own.
    """
    promise = keeps_one_meaning(document)
    for one in project.declarations(document):
        if not one.firm:
            continue
        said = " ".join((one.meaning, *one.notes))
        found = _OPEN.search(said)
        if found is None:
            continue
        severity: Severity = "error" if promise else "warning"
        rows = [("meanings", meaning) for meaning in _meanings(one.meaning)]
        if promise:
            rows.append((f"line {promise[0]}", promise[1]))
        yield Sight(
            f"{one.latex} is left open: its row gives several meanings and lets the context "
            f'decide ("{found.group().strip("( ")}").'
            + (f" Line {promise[0]} promises one meaning throughout." if promise else ""),
            one.line,
            one.column,
            one.latex,
            rows,
            f"Keep one meaning for {one.latex} and give the others letters of their own, for "
            f"example {one.latex.partition('_')[0]} with a subscript.",
            severity=severity,
        )


def _meanings(meaning: str) -> list[str]:
    """The several meanings of a row, as far as they can be told apart."""
    inner = re.search(r"\((?:context-dependent:|also:)\s*([^)]*)\)", meaning)
    listed = inner[1] if inner else _OPEN.split(meaning)[0]
    parts = [part.strip(" ,.;") for part in re.split(r",\s*(?:or\s+)?|\s+or\s+", listed)]
    outer = meaning.partition("(")[0].strip()
    found = [part for part in parts if part and not _EXAMPLES.fullmatch(part)]
    return ([outer, *found] if inner else found)[:6]


def rows_with_several_letters_fit_all(project: Project, document: Document) -> Iterator[Sight]:
    """Rows with several letters fit all.

    What: one row declares letters of different quantities ("latency and
    per-byte cost"), and the table has no unit column that could part them.

    Why: neither the order nor the units can be checked: which letter is the
    time, which the time per byte?

    Example: `$\\alpha$, $\\beta$ | Latency and per-byte cost`. Give each a row,
    and a unit.
    """
    rows: dict[tuple[int, int], list[Declaration]] = {}
    for one in project.declarations(document):
        if one.kind == "table" and one.shares > 1 and one.unit is None:
            rows.setdefault((one.table, one.row), []).append(one)
    for some in rows.values():
        parts = [_quantity(part) for part in re.split(r"\s+and\s+|,\s*", clause(some[0].meaning))]
        named = [part for part in parts if part]
        if len(set(named)) > 1:
            letters = " and ".join(one.latex for one in some)
            yield Sight(
                f"{letters} share a row, measure different things, and have no unit.",
                some[0].line,
                some[0].column,
                letters,
                [(one.latex, part) for one, part in zip(some, named, strict=False)],
                "Give each letter a row of its own, and the table a column of units.",
            )


def _quantity(words: str) -> str:
    """What kind of quantity a phrase names, with what it is per."""
    for kind, pattern in _QUANTITIES:
        if re.search(pattern, words, re.IGNORECASE):
            per = re.search(r"\bper[- ](\w+)", words, re.IGNORECASE)
            return f"{kind} per {per[1].lower()}" if per else kind
    return ""
