"""Rules about several documents: letters that change their meaning between them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation.reading import key_of, rows_of
from derive.units import Unit

from ..numbers.table_units import unit_of
from ..numbers.uses import Use, uses_of
from ..project import Project
from ..rules import Sight, about
from ..texts.declarations import Declaration
from ..texts.documents import Document
from ..texts.phrases import same_meaning, told

_PER_BYTE = lazy_re(
    r"\b(?:per[- ]byte (?:cost|time)|(?:time|cost|seconds?) per byte|inverse bandwidth|"
    r"reciprocal bandwidth|seconds?/byte|s/byte)\b",
    re.IGNORECASE,
)
_BANDWIDTH = lazy_re(
    r"(?<!inverse )(?<!reciprocal )\b(?:bandwidth|bytes? per second)\b", re.IGNORECASE
)


class Meant(Record):
    """What a letter is in one document: where, in which words, in which unit."""

    document: Document
    line: int
    column: int
    latex: str
    says: str
    thing: str = ""
    unit: Unit | None = None
    inverse: bool | None = None

    @property
    def place(self) -> str:
        """File and line, as the rows of a finding show it."""
        return f"{self.document.path}:{self.line}"


def documents_agree_on_letters(project: Project, document: Document) -> Iterator[Sight]:
    """Documents agree on letters.

    What: documents that are read together give one letter different meanings.
    An error where the two are reciprocal (`\\beta` as bytes per second here
    and as seconds per byte there): formulas that are joined are then wrong and
    look right. Information where both documents have a notation that maps the
    letter, else a warning.

    Why: a book is joined from chapters, and a reader carries letters along.

    Example: `n/\\beta` beside `\\beta m`. Keep one convention, or write `G`
    for the time per byte.
    """
    if len(project.documents) < 2:
        return
    own = _letters(project, document)
    place = project.documents.index(document)
    seen: set[str] = set()
    for other in project.documents[:place]:
        theirs = _letters(project, other)
        for glyph in sorted(own.keys() & theirs.keys() - seen):
            pairs = [(meant, two) for meant in own[glyph] for two in theirs[glyph]]
            clashes = [pair for pair in pairs if _clash(*pair)]
            # Of several, the one that does the most harm.
            clash = next((pair for pair in clashes if _reciprocal(*pair)), None)
            clash = clash or next(iter(clashes), None)
            if clash is not None:
                seen.add(glyph)
                yield _sight(project, *clash)


def _clash(meant: Meant, other: Meant) -> bool:
    """Whether two documents mean different things by a letter."""
    if _reciprocal(meant, other):
        return True
    if meant.thing and other.thing:
        return meant.thing != other.thing and not same_meaning(meant.says, other.says)
    return not same_meaning(meant.says, other.says)


def _reciprocal(meant: Meant, other: Meant) -> bool:
    """Whether one is the other upside down."""
    if meant.inverse is not None and other.inverse is not None and meant.inverse != other.inverse:
        return True
    if meant.unit is None or other.unit is None or not meant.unit.dimensions:
        return False
    upside = {name: -power for name, power in meant.unit.dimensions}
    return len(upside) > 1 and upside == dict(other.unit.dimensions)


def _letters(project: Project, document: Document) -> dict[str, list[Meant]]:
    """What each letter of a document means, by its tables and lists, else by its notation."""
    return project.once("meant", document, lambda: _meant(project, document))


def _meant(project: Project, document: Document) -> dict[str, list[Meant]]:
    by_letter: dict[str, list[Meant]] = {}
    for letter in project.declarations(document):
        if letter.firm and letter.glyph:
            by_letter.setdefault(letter.glyph, []).append(_declared(project, document, letter))
    notation = project.notation(document)
    if notation is None:
        return by_letter
    first: dict[tuple[str, str], Use] = {}
    for use in uses_of(project, document):
        first.setdefault((use.scope, use.glyph), use)
    for (scope, glyph), use in first.items():
        row = rows_of(notation, scope).get(key_of(use.printed)) if use.printed else None
        row = row or rows_of(notation, scope).get(glyph)
        if row is None or glyph in by_letter or row.kind != "quantity":
            continue
        by_letter.setdefault(glyph, []).append(
            Meant(document, use.line, use.column, use.printed, row.says, str(row.means),
                  None, _inverse(row.says, row.means))
        )  # fmt: skip
    return by_letter


def _declared(project: Project, document: Document, letter: Declaration) -> Meant:
    """A declaration, with the symbol that the notation leads it to."""
    notation = project.notation(document)
    row = None
    if notation is not None:
        row = rows_of(notation, project.scopes(document).at(letter.line)).get(letter.glyph)
    means = row.means if row is not None and row.line == letter.line else ""
    says = " ".join((letter.meaning, letter.unit or ""))
    inverse = _inverse(_share(letter, says), means)
    return Meant(
        document, letter.line, letter.column, letter.latex, told(letter.meaning),
        str(means), unit_of(project, letter), inverse,
    )  # fmt: skip


def _share(letter: Declaration, says: str) -> str:
    """Of a row with several letters, the words that name the last as a cost per byte."""
    return says if letter.shares == 1 or letter.latex.strip() in {r"\beta", "G"} else ""


def _inverse(says: str, means: object) -> bool | None:
    """Whether a bandwidth-like letter is a time per byte; None if it is neither."""
    if getattr(means, "is_Pow", False) and getattr(means, "exp", None) == -1:
        return True
    if _PER_BYTE.search(says):
        return True
    return False if _BANDWIDTH.search(says) else None


def _sight(project: Project, meant: Meant, other: Meant) -> Sight:
    rows = [(other.place, other.latex, other.says), (meant.place, meant.latex, meant.says)]
    if _reciprocal(meant, other):
        return about(
            f"{meant.latex} is the reciprocal of what {other.place} calls {other.latex}: "
            f'"{meant.says}" here, "{other.says}" there. Formulas of both cannot be joined.',
            meant,
            rows,
            f"Keep one convention, or replace {other.latex} by 1/{meant.latex} where formulas of "
            "both are joined.",
            severity="error",
        )
    mapped = all(project.notation(each.document) is not None for each in (meant, other))
    return about(
        f'{meant.latex} means "{meant.says}" here and "{other.says}" in {other.place}.',
        meant,
        rows,
        "Use one letter for each, or register a notation for each document.",
        severity="info" if mapped else "warning",
    )
