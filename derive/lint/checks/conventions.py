"""The rule about conventions: one document counts one thing in one way, or says so."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Chain, Node

from ..claims.comparing import formulas_of, verdicts_on
from ..laws.holding import Holder
from ..laws.index import Entry
from ..laws.probing import Unknown, constant
from ..project import Project
from ..rules import Sight
from ..texts.documents import Document, behind_formula

_PROSE = lazy_re(
    r"(?<![\d.,$\\])(?P<number>\d{1,3})\s+bytes?\s*(?:/|per)\s*(?:parameters?|params?|weights?)\b",
    re.IGNORECASE,
)
_BEHIND = lazy_re(r"[\s*$]*bytes?\s*(?:/|per)\s*(?:parameters?|params?|weights?)", re.IGNORECASE)
_UNIT = "byte/param"
_ROWS = np.arange(8)


class Count(Record):
    """A total that a document names: the formula that states it, and where."""

    law: Entry
    line: int
    column: int
    told: bool = True


def conventions_are_not_mixed(project: Project, document: Document) -> Iterator[Sight]:
    """Conventions are not mixed.

    What: a document counts one total, such as the bytes that training keeps
    per parameter, by two conventions that the registry knows: 16 with master
    weights, 12 without, 20 with gradients in full precision.

    Why: each is right for its own inventory. Side by side without a word they
    read as a contradiction, and get added up.

    Example: "$16\\Psi$ bytes" in one section and "12 bytes per parameter" in
    another. Say what each counts.
    """
    counts = sorted(_counts(project, document), key=lambda place: (place.line, place.column))
    seen: dict[float, Count] = {}
    for one in counts:
        value = float(one.law.right[0])
        if value in seen or not seen:
            seen.setdefault(value, one)
            continue
        before = ", ".join(f"{other:g} in line {where.line}" for other, where in seen.items())
        seen[value] = one
        if one.told:
            yield Sight(
                f"{value:g} bytes per parameter here, {before}: different things are counted.",
                one.line,
                one.column,
                one.law.id,
                [(f"{count.law.right[0]:g}", _says(count.law)) for count in seen.values()],
                "Say at each what it counts: master weights, gradients, the moments.",
                severity=None if project.has_notation(document) else "info",
            )


def _says(law: Entry) -> str:
    """Who counts so, in the words of the group of variants."""
    groups = law.index.registry.variants
    return next((group[law.id] for group in groups if law.id in group), law.id)


def _counts(project: Project, document: Document) -> Iterator[Count]:
    """The totals that formulas and sentences name."""
    holder: Holder | None = None
    for printed, holder in formulas_of(project, document):
        parsed = printed.parsed
        if not isinstance(parsed, Chain):
            continue
        line, column = printed.span.line, printed.span.column
        laws = [
            law
            for verdict in verdicts_on(printed, holder)
            if verdict.kind == "convention"
            for assumption in verdict.assumptions
            if (law := _law(holder, assumption.law)) is not None
        ]
        if laws:
            # The rule about formulas has told it there.
            yield Count(laws[0], line, column, told=False)
        elif _BEHIND.match(behind_formula(document.masked[printed.span.end :][:60])):
            law = _total(holder, parsed.members[-1])
            if law is not None:
                yield Count(law, line, column)
    if holder is not None:
        for stated in _PROSE.finditer(document.masked):
            law = _stated(holder, float(stated["number"]))
            if law is not None:
                yield Count(law, *document.place(stated.start("number")))


def _law(holder: Holder, name: str) -> Entry | None:
    return next((law for law in holder.index.totals(_UNIT) if law.id == name), None)


def _stated(holder: Holder, value: float) -> Entry | None:
    """The formula that states a total, if one does."""
    return next((law for law in holder.index.totals(_UNIT) if law.right[0] == value), None)


def _total(holder: Holder, node: Node) -> Entry | None:
    """The total per parameter that a formula gives, if it is one that a formula states."""
    counted = [
        name for name in holder.meaning.letters_of(node)
        if holder.index.registry.symbols[name].unit == "param"
    ]  # fmt: skip
    known = {name: np.full(len(_ROWS), float(value)) for name, value in holder.known.items()}
    try:
        value = holder.reader.probe(_ROWS, known).value(node)
    except Unknown:
        return None
    # A total per parameter is the formula divided by the count, and the same at every point.
    size = holder.index.supply[counted[0]][_ROWS] if counted else np.ones(len(_ROWS))
    number = constant(np.broadcast_to(value, _ROWS.shape) / size)
    return _stated(holder, round(number, 9)) if number is not None else None
