"""Numbers of a letter that words say of another thing than its row: "$k = 29$ buckets" of ranks."""

from __future__ import annotations

import re

from derive.lazy import lazy_re
from derive.notation import Letter, Quotient, Rejection, glyphs_in
from derive.units import UnitTable

from ..laws.probing import evaluated, letters_in
from ..laws.wording import plain, snippet
from ..project import Printed, Project
from ..rules import Sight, sight_at
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..words.countable_nouns import class_of, nouns_of
from ..words.holders import contradicted, counts_any, shared_otherwise

_RATE = lazy_re(r"[\s$`]*\s(?P<unit>[A-Za-z]+)\s+per\s+(?P<per>[a-z-]{3,})\b")
_ROW_RATE = lazy_re(r"(?P<unit>[A-Za-z]+)\s*(?:/|per)\s*(?P<per>[a-z-]+)", re.IGNORECASE)

BEFORE = 80
"""So many characters before a formula words may say whose number it is."""


def of_another_row(
    project: Project, document: Document, printed: Printed, behind: str
) -> Sight | None:
    """A finding where a letter with its number stands before what another letter counts."""
    chain = printed.parsed
    if isinstance(chain, Rejection) or chain.further or printed.span.table >= 0:
        return None
    letter, *rest = chain.members
    rows = [row for row in project.declarations(document) if row.firm and row.kind != "prose"]
    if isinstance(letter, Quotient):
        return _of_another_share(document, printed, letter, rows, behind)
    if not isinstance(letter, Letter) or len(rest) > 1:
        return None
    own = [row for row in rows if row.glyph == letter.glyph]
    if len(own) != 1 or own[0].shares != 1:
        return None
    said = _rate_of_a_total(own[0], rows, behind, project.units)
    is_value = bool(rest) and not letters_in(rest[0])
    if is_value:
        said = said or _rate_of_another(own[0], behind)
    before = document.masked[max(printed.span.start - BEFORE, 0) : printed.span.start]
    number = evaluated(rest[0], {}) if is_value else None
    other = contradicted(own[0].meaning, own[0].unit or "", before, behind, number)
    said = said or (f'"{other}"' if other else None)
    if said is None:
        return None
    return sight_at(
        document,
        printed.span,
        f"By its row in line {own[0].line} {plain(letter.glyph)} is {said}.",
        name=plain(letter.glyph),
        guess="Write the letter that is meant, or correct the words or the row.",
        level="provable",
        evidence="the rows of the document",
    )


def _of_another_share(
    document: Document, printed: Printed, share: Quotient, rows: list[Declaration], behind: str
) -> Sight | None:
    """A finding where what is divided among GPUs is said of each node, and so for their like."""
    units = {row.glyph: row.unit or "" for row in rows}
    below = {glyph: units[glyph] for glyph in glyphs_in(share.under) if glyph in units}
    other = shared_otherwise(below, behind)
    above = (units[glyph] for glyph in glyphs_in(share.over) if glyph in units)
    # Of GPUs per node times the bytes of a GPU there are bytes per node.
    if other is None or any(counts_any(unit, [below[other[0]]]) for unit in above):
        return None
    glyph, words = other
    return sight_at(
        document,
        printed.span,
        f"{plain(snippet(share, printed.span.latex))} is for each of the {below[glyph]}, since "
        f'{plain(glyph)} counts them; the text says "{words}".',
        name=plain(glyph),
        guess="Divide by the letter that counts what the words name, or correct the words.",
        level="provable",
        evidence="the rows of the document",
    )


def _rate_of_another(own: Declaration, behind: str) -> str | None:
    said, row = _RATE.match(behind), _ROW_RATE.fullmatch((own.unit or "").strip())
    if said is None or row is None or said["unit"].lower() != row["unit"].lower():
        return None
    per, by_row = class_of(said["per"]), class_of(row["per"])
    if not per or not by_row or per == by_row or said["per"].lower() in own.meaning.lower():
        return None
    return f"{row['unit']} per {row['per']}; it is not {said['unit']} per {said['per']}"


def _rate_of_a_total(
    own: Declaration, rows: list[Declaration], behind: str, units: UnitTable | None
) -> str | None:
    """What a row is in, where words say it of each thing, as of another letter another row does."""
    said, unit = _RATE.match(behind), (own.unit or "").strip()
    kind = class_of(said["per"]) if said else ""
    if not said or not kind or units is None or _ROW_RATE.match(unit):
        return None
    if re.search(rf"\b(?:{nouns_of(kind)})\b", own.meaning, re.IGNORECASE):
        return None
    measured = units.known_unit(unit)
    if measured is None or not measured.dimensions:
        return None
    for row in rows:
        rate = _ROW_RATE.fullmatch((row.unit or "").strip())
        if rate is None or class_of(rate["per"]) != kind:
            continue
        known = [units.known_unit(name) for name in (said["unit"], rate["unit"])]
        if all(each and each.dimensions == measured.dimensions for each in known):
            return f"in {unit}; it is {plain(row.glyph)} that is in {row.unit}"
    return None
