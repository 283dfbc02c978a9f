"""Amounts of sentences as values of letters, in the units of their rows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from derive.lazy import lazy_re
from derive.units import Unit, UnitTable

from ..numbers.base_units import in_base
from ..numbers.multiples import multiples_of
from ..numbers.statements import Value
from ..words.digits import digits_in
from ..words.places import Places
from ..words.quantities import Amount as Spoken

BEHIND = 40
"""So many characters behind a formula a bare number may still be what it comes to."""
# What a formula comes to is said at once, if it is said in a unit that its letter does not have.
_AT_ONCE = lazy_re(
    r"[\s$.,;)\]}`\\]*(?:end\{\w+\*?\}\s*)?(?:which|that\s+is|this|it|or|i\.e\.|so|here)\b",
    re.IGNORECASE,
)
# "So that @eq-weights yields 855 million bytes per layer": of the formula that is named.
_BY_NAME = lazy_re(
    r"(?:@eq[\w:-]+|\\(?:eq|c|C)?ref\s*\{[^{}]*\}|\{eq\}`[^`]*`|:eq:`[^`]*`)[)\s]*(?:yields?|gives?|makes?|says?|comes?\s+to)"
    r"\s+[$\\(`]*\Z"
)
# "So 10 MW feed 838 servers" is no "so 10 MW".
# "In 16-bit numbers this is $2 \\cdot 32 \\cdot 8 = 512$": the numbers of the formula come before.
_REACHED = lazy_re(
    r"\b(?:this|that|which|it)\s+(?:is|gives|makes)\s+[$\\(`:a-z]*[\d\s.,{}()/+*^-]*(?:\\(?:cdot|times)[\d\s.,{}()/+*^-]*)+=\s*\Z"
)
_ENDS = lazy_re(
    r"[\s$`)}\]]*(?:[.,;:(]|\Z|(?:per|of|for|in|on|at|to|each|and|or|while|which|when|if|as|with|by)\b)"
)


def as_value(
    glyph: str,
    said: Spoken,
    units: Mapping[str, Unit],
    places: Places,
    table: UnitTable,
    around: tuple[str, str] = ("", ""),
) -> Value | None:
    """An amount as the value of a letter, in the unit of its row where both have one.

    ``around`` are the words between its formula and it, and those behind it; only where they
    say that it is what the formula comes to may its unit be of another kind.
    """
    unit, (between, behind) = units.get(glyph), around
    value, half, multiples = said.value, said.half, multiples_of(said.shown)
    unlike = ""
    if said.is_share:
        if unit is not None and (unit.dimensions or unit.name not in {"", "1"}):
            return None
        value, half, multiples = value / 100, half / 100, ()
    elif unit is not None and said.dimensions:
        if dict(unit.dimensions) != dict(said.dimensions):
            at_once = _AT_ONCE.match(between) or _BY_NAME.search(between)
            if not at_once or not _ENDS.match(behind):
                # "...; in a day that makes 322 GB": of a rate, and something else.
                return None
            unlike = said.shown
        scale = said.factor / float(unit.factor)
        value, half, multiples = value * scale, half * scale, ()
    elif (
        unit is not None
        and unit.dimensions
        and len(between) > BEHIND
        and not _REACHED.search(between)
    ):
        # A bare number far behind what is measured in bytes is about something else.
        return None
    base = in_base(said.unit, table) if said.unit and unit is None else None
    return Value(
        glyph, value, half, said.shown, said.start, said.end,
        "~" if said.loose else "=", multiples, digits_in(said.shown.partition("×")[0]),
        places.of(said.start), measured=base and (base[0], said.value * base[1]), spoken=True,
        unlike=unlike,
    )  # fmt: skip
