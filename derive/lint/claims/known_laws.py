"""What the registry says of the formula that a claim of a text rests on."""

from __future__ import annotations

from collections.abc import Sequence

from derive.notation import Rejection, prefix

from ..laws.assuming import value_of
from ..laws.holding import Holder, Verdict, holder_of
from ..numbers.claim_agreement import agrees
from ..numbers.implied import notation_at
from ..numbers.statements import Definition
from ..project import Project
from ..texts.documents import Document
from .claimed import Claimed
from .comparing import verdicts_by_row
from .system_reading import system_of

AGREEING = frozenset({"equal", "convention"})


def is_known_law(project: Project, document: Document, definition: Definition) -> bool:
    """Whether the registry has the formula that a document prints, by what its letters mean."""
    if definition.operator not in {"=", "~"}:
        # A bound that some law keeps to is not that law.
        return False
    # Of two letters with one formula the law is of one alone.
    shared = any(
        law.glyph != definition.glyph and prefix(law.side) == prefix(definition.side)
        for law in system_of(project, document).beside(definition)
    )
    verdicts = () if shared else _verdicts(project, document, definition)[1]
    # What only follows from laws may be of another algorithm than the text is about.
    return any(verdict.kind in AGREEING and _is_of_one_law(verdict) for verdict in verdicts)


def _is_of_one_law(verdict: Verdict) -> bool:
    """Whether a formula of the registry says it by itself."""
    entry = verdict.entry
    return entry is None or not (entry.together or entry.is_premise)


def _verdicts(
    project: Project, document: Document, definition: Definition
) -> tuple[Holder | None, Sequence[Verdict]]:
    """What letters mean where a formula stands, and what its row is to the registry."""
    printed = definition.printed
    notation, registry = notation_at(project, document, printed.span.line), project.registry
    if notation is None or registry is None or isinstance(printed.parsed, Rejection):
        return None, ()
    holder = holder_of(registry, notation, printed.scope if project.has_notation(document) else "")
    # "y >= y_1 = ..." is a row of the print, and what it says of y_1 is none.
    by_row = zip(printed.parsed.rows, verdicts_by_row(printed, holder), strict=True)
    return holder, next((some for row, some in by_row if row is definition.row), ())


def law_that_gives(project: Project, document: Document, claimed: Claimed) -> str:
    """What the registry's law for a formula gives, where that is the number of the text."""
    holder, verdicts = _verdicts(project, document, claimed.definition)
    if holder is None:
        return ""
    ours = {
        meaning.name: value
        for glyph, value in claimed.setting.values.items()
        if (meaning := holder.meaning.ours.get(glyph)) is not None and meaning.name
    }
    for entry in (verdict.entry for verdict in verdicts):
        value = value_of(entry, ours) if entry is not None and not entry.together else None
        if entry is not None and value is not None and agrees(claimed.claim, value):
            return f" `{entry.id}` gives {value:.6g}: the number is right, the formula is not."
    return ""
