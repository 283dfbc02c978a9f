"""Formulas that come from putting one into another: "put in, this gives `C = 120 w^2`"."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from derive.lazy import lazy_re

from ..claims.expanded_sides import EVIDENCE
from ..claims.letter_values import LetterValues
from ..claims.solved_relations import PRINTED, Solved, is_plain, one_change
from ..laws.changes import Change
from ..laws.probing import Probe, Unknown, close
from ..laws.wording import change_in_words, plain, snippet
from ..numbers.expansion import POINTS, Expansion
from ..numbers.statements import Definition
from ..rules import Sight, sight_at

BEFORE, NEAR = 1_200, 400
"""Characters from a formula to the one that it was put into, and to the one that was put in."""
_PUT_IN = lazy_re(
    r"\b(?:put(?:ting)?\s+(?:it\s+|this\s+|that\s+|them\s+)?in(?:to)?|insert\w*|substitut\w+|plug\w*)\b"
    r"[^.]{0,60}\Z",
    re.IGNORECASE,
)


def substituted_formulas(values: LetterValues) -> Iterator[Sight]:
    """Formulas that words say come from putting one into another, and that do not."""
    document, definitions = values.document, values.system.definitions
    for some in definitions.values():
        for target in some:
            start = target.printed.span.start
            if not _PUT_IN.search(document.masked, max(start - NEAR, 0), start):
                continue
            pairs = (
                (law, put_in)
                for law in some if _is_before(law, target, BEFORE)
                for name in sorted(law.needs - target.needs)
                for put_in in definitions.get(name, ()) if _is_before(put_in, target, NEAR)
            )  # fmt: skip
            for law, put_in in pairs:
                change = _change(target, law, put_in)
                if change is not None:
                    yield _sight(values, target, (law, put_in), change)
                    break


def _is_before(law: Definition, target: Definition, reach: int) -> bool:
    near = target.offset - reach < law.offset < target.offset
    return near and law.operator == "=" and law.row is not target.row and is_plain(law.side)


def _change(target: Definition, law: Definition, put_in: Definition) -> Change | None:
    """The one change after which a formula is another one with a third put in, if it is not yet."""
    letters = (law.needs - {put_in.glyph}) | put_in.needs
    if letters != target.needs or put_in.glyph == target.glyph:
        return None
    probe = Probe(Expansion({put_in.glyph: put_in}))
    try:
        printed, wanted = (
            np.broadcast_to(probe.value(side), (POINTS,)) for side in (target.side, law.side)
        )
    except Unknown:
        return None
    if close(printed, wanted):
        return None
    return one_change(Solved(PRINTED, "", wanted, printed, probe), target.side, sorted(letters))


def _sight(
    values: LetterValues, target: Definition, pair: tuple[Definition, Definition], change: Change
) -> Sight:
    law, put_in = pair
    latex = target.printed.span.latex
    return sight_at(
        values.document,
        target.printed.span,
        f"Line {put_in.line} put into line {law.line} does not give this; it does if in this "
        f"formula {change_in_words(change, latex)}.",
        inside=change.node.at[0],
        name=plain(target.glyph),
        rows=[(f"line {each.line}", _shown(each)) for each in pair],
        guess="Correct this formula, or one of those that it was made of.",
        evidence=EVIDENCE,
    )


def _shown(law: Definition) -> str:
    return plain(f"{law.glyph} = {snippet(law.side, law.printed.span.latex)}")
