"""The rule about formulas that break down where nothing is split."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from derive.notation import Chain

from ..claims.comparing import formulas_of
from ..laws.holding import Holder, Pair, glyph_of, pairs_of
from ..laws.probing import Unknown
from ..laws.wording import plain
from ..project import Project
from ..rules import Sight, sight_at
from ..texts.documents import Document

_DEGREES = frozenset(("1", "GPU", "rank", "stage", "node", "micro-batch"))
_ROWS = np.arange(8)


def formulas_hold_where_nothing_is_split(project: Project, document: Document) -> Iterator[Sight]:
    """Formulas hold where nothing is split.

    What: a printed formula divides by zero where a degree of parallelism, or
    another count, is one: it says nothing about the case that everybody
    starts from.

    Why: on one GPU there is no communication, and a formula that ends in
    infinity there holds only from two on, which should be said, or stands
    upside down.

    Example: `1 / (T - 1)` as a share of what is sent.
    """
    for printed, holder in formulas_of(project, document):
        if not isinstance(printed.parsed, Chain):
            continue
        for chain in printed.parsed.rows:
            said = {name for row in printed.parsed.further for name in _letters(holder, row)}
            for pair in pairs_of(chain):
                poles = [name for name in _poles(holder, pair) if name not in said]
                if poles:
                    letters = " or ".join(_glyph(holder, name) for name in poles)
                    yield sight_at(
                        document,
                        printed.span,
                        f"This divides by zero where {letters} is 1.",
                        inside=pair.right.at[0],
                        name=letters,
                        guess="Say from which value on it holds, or what is true at one.",
                    )
                    break


def _letters(holder: Holder, row: Chain) -> frozenset[str]:
    return frozenset().union(*(holder.meaning.letters_of(side) for side in row.members))


def _poles(holder: Holder, pair: Pair) -> Iterator[str]:
    """Counts at whose lowest value, one, the right side has no value."""
    if not glyph_of(pair.left):
        return
    try:
        usual = holder.reader.probe(_ROWS).value(pair.right)
    except Unknown:
        return
    if not np.any(np.isfinite(usual)):
        return
    for name in sorted(holder.meaning.letters_of(pair.right)):
        note = holder.index.registry.symbols.get(name)
        if note is None or note.unit not in _DEGREES or not note.domain.integer:
            continue
        if note.domain.low != Fraction(1):
            continue
        # A pole at one is there whatever the other letters are: one finite point clears it.
        value = holder.reader.probe(_ROWS, {name: np.ones(len(_ROWS))}).value(pair.right)
        if not np.any(np.isfinite(np.broadcast_to(value, (len(_ROWS),)))):
            yield name


def _glyph(holder: Holder, name: str) -> str:
    """A symbol of ours as the document prints it."""
    for glyph, meaning in holder.meaning.ours.items():
        if meaning.name == name:
            return plain(holder.meaning.latex.get(glyph, glyph))
    return name
