"""The rule that a probability, or a share of a whole, lies between 0 and 1."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from derive.lazy import lazy_re

from ..claims.system_reading import system_of
from ..laws.probing import Probe, Unknown, Values
from ..laws.wording import plain
from ..numbers.expansion import Drawn, Expansion
from ..numbers.said_behind import PURE_UNITS
from ..numbers.statements import Definition, Value
from ..project import Project
from ..rules import Sight, sight_at
from ..texts.declarations import Declaration
from ..texts.documents import Document

_SHARE = lazy_re(
    r"^(?:(?:the|a|an|its|expected|mean|average|measured|achieved|total|model)\s+)*(?:[a-z-]+\s+)?"
    r"(?:probability|chance|share|fraction|portion|part(?=\s+of\b)|utili[sz]ation|efficiency|availability|goodput)\b"
    r"(?!\s+(?:loss|gain|ratio)\b)",
    re.IGNORECASE,
)
_PART = lazy_re(
    r"^(?:(?:the|a|an|its|expected|mean|average|measured|total)\s+)*(?:[a-z-]+\s+)?"
    r"(?:probability|chance|share|fraction|portion|availability)\b(?!\s+(?:loss|gain|ratio)\b)",
    re.IGNORECASE,
)
# "Is available for the part $a$ of its life", "is accepted with probability $p$".
_SPOKEN = lazy_re(
    r"\b(?:(?:with|the|an?)\s+probability"
    r"|[a-z]+\s+for\s+(?:the|a)\s+(?:part|share|fraction))\Z"
)
_PER_CENT = lazy_re(r"[\s$`)}~]*(?:\\?%|per\s?cent)")
_SIGNED = lazy_re(
    r"\b(?:log\w*|negative|signed|changes?|difference|reward|advantage|slope|offset|energy)\b",
    re.IGNORECASE,
)
ROUNDED = 1e-3
"""So much beyond 0 or 1 is no rounding."""
NEARBY = 8
"""So many lines behind its words a formula is of a share that only a sentence calls one."""
PERCENT, MOST_EFFICIENT = 100, 2.0
POINTS, LARGEST = 1000, 3.0
"""So many points, and the power of ten up to which a letter goes: a sum of five free quotients,
which is above 1 at 98 of 100 points, is so at all of them once in ten billion formulas."""
FEW = 0.1
"""At so many of them it is surely beyond: ``max(1, x)`` of a small x is 1 at many."""
EVIDENCE = f"the formula, at {POINTS} points"
_CONSTANTS = frozenset(("e", "pi"))


def shares_lie_between_0_and_1(project: Project, document: Document) -> Iterator[Sight]:
    """Shares lie between 0 and 1.

    What: the row of a letter says that it is a probability, a share, an efficiency
    or a utilization, a plain number, or the sentence before its formula calls it
    one, and the formula gives less than 0 or more than 1, whatever positive numbers
    are put in; or the text gives it a number above 1.

    Why: a share of more than all shows a quotient that is upside down, and a
    negative probability a sign that was lost.

    Example: `p = 1 - e^{t / M}` of a probability. Write `1 - e^{-t / M}`.
    """
    every = [row for row in project.declarations(document) if row.glyph]
    rows = [row for row in every if row.kind != "prose"]
    listed = {row.glyph for row in rows}
    rows += [row for row in every if row.glyph not in listed and _SPOKEN.search(row.meaning)]
    others = {row.glyph for row in rows if row.shares != 1 or not _is_share(row)}
    shares = {row.glyph: row for row in rows if row.glyph not in others}
    if not shares:
        return
    system = system_of(project, document)
    definitions = system.definitions
    only = {
        glyph: laws[0] for glyph, laws in definitions.items()
        if len(laws) == 1 and laws[0].operator == "="
    }  # fmt: skip
    drawn = _OfAnySize(frozenset(shares), frozenset(row.glyph for row in rows))
    signed = {row.glyph for row in rows if _SIGNED.search(row.meaning)}
    for glyph, row in shares.items():
        for law in definitions.get(glyph, ()):
            if law.operator not in {"=", "~"} or not law.needs:
                continue
            if row.kind == "prose" and not _is_near(document, law.offset, row):
                continue
            gives = _always(law, drawn, only, signed)
            if gives:
                yield _sight(document, law, row, gives)
    for value in system.values:
        # A sentence that calls a letter a share soon speaks of another one.
        own = shares.get(value.glyph)
        if own is not None and own.kind != "prose" and _is_above_one(document, value, own):
            yield _value_sight(document, value, own)


def _is_near(document: Document, offset: int, row: Declaration) -> bool:
    """Whether a place stands right behind the words that call a letter a share."""
    return 0 <= document.place(offset)[0] - row.line <= NEARBY


def _is_above_one(document: Document, value: Value, row: Declaration) -> bool:
    """Whether a number is given to a share itself that only a percentage can be.

    An efficiency may be above 1 by a little, where caches help; a bound or a guess in words is no
    value.
    """
    most = 1 + ROUNDED if _PART.search(row.meaning) else MOST_EFFICIENT
    said = value.operator == "=" and not (value.cell or value.spoken or value.perhaps or value.near)
    per_cent = _PER_CENT.match(document.masked, value.end)
    return said and value.value > most and not per_cent


def _is_share(row: Declaration) -> bool:
    """Whether a row says of its letter that it is a part of a whole, a plain number."""
    unit = (row.unit or "").strip().casefold()
    if row.kind == "prose":
        return not unit and _SPOKEN.search(row.meaning) is not None
    return unit in PURE_UNITS - {"%", "percent"} and _SHARE.search(row.meaning) is not None


def _always(
    law: Definition, drawn: _OfAnySize, only: Mapping[str, Definition], signed: set[str]
) -> str:
    """What a formula gives at all points, if that is no share, with the other formulas put in."""
    chosen = {glyph: other for glyph, other in only.items() if glyph != law.glyph}
    expansion = Expansion(chosen, drawn=drawn)
    try:
        values = np.broadcast_to(Probe(expansion).value(law.side), (POINTS,))
    except Unknown:
        return ""
    if expansion.bases & signed:
        return ""
    # A term that is much the smaller is lost in the digits of the larger.
    low, high = values <= 0, values >= 1
    beyond = (values < -ROUNDED) | (values > 1 + ROUNDED)
    if not np.all(low | high) or np.count_nonzero(beyond) <= FEW * POINTS:
        return ""
    if np.all(low):
        return f"{'less' if np.all(values < 0) else 'no more'} than 0, whatever is put in"
    if np.all(high):
        return f"{'more' if np.all(values > 1) else 'no less'} than 1, whatever is put in"
    return "less than 0 or more than 1, whatever is put in"


class _OfAnySize(Drawn):
    """Values for every letter: shares below 1, others of any size; e is 2.718 without a row."""

    def __init__(self, shares: frozenset[str], declared: frozenset[str]) -> None:
        super().__init__()
        self.shares, self.constants = shares, _CONSTANTS - declared

    def __getitem__(self, glyph: str) -> Values:
        return _of_any_size(glyph, 0.0 if glyph in self.shares else LARGEST)

    def __contains__(self, glyph: object) -> bool:
        return glyph not in self.constants and super().__contains__(glyph)


@lru_cache(maxsize=4096)
def _of_any_size(glyph: str, largest: float) -> Values:
    """Values from a thousandth to ``10**largest``, as a name draws them: any may be the larger."""
    drawn = random.Random(hashlib.sha256(glyph.encode()).digest())  # noqa: S311  no secret
    values = np.array([10.0 ** drawn.uniform(-LARGEST, largest) for _ in range(POINTS)])
    values.flags.writeable = False
    return values


def _value_sight(document: Document, value: Value, row: Declaration) -> Sight:
    hundredth = f"{value.value / PERCENT:g}"
    return Sight(
        f"{plain(row.latex)} is a share of a whole by line {row.line}, and here it is "
        f"{value.value:g}, more than the whole.",
        *document.place(value.offset),
        plain(row.latex),
        rows=[(f"line {row.line}", row.meaning), ("here", value.shown)],
        guess=f"Write {hundredth}, if percent are meant.",
        evidence="the words of its row",
    )


def _sight(document: Document, law: Definition, row: Declaration, gives: str) -> Sight:
    return sight_at(
        document,
        law.printed.span,
        f"{plain(row.latex)} is a share or a probability by line {row.line}, and this gives "
        f"{gives}.",
        inside=law.side.at[0],
        name=plain(row.latex),
        rows=[(f"line {row.line}", row.meaning)],
        guess="Turn a quotient around, or a sign; or say what else the letter is.",
    )
