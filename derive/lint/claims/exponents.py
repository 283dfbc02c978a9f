"""How far a rounded exponent moves what a formula gives: of 6e23 to the 0.452, three per cent."""

from __future__ import annotations

from derive.notation import Call, Node, Power, walk

from ..laws.probing import evaluated, letters_in
from ..numbers.statements import Definition, Setting, Value
from ..numbers.system import System

ROOM = 1.1
"""By so much more than its digits allow a claim may be off: exponents bend what they move."""


def within_exponents(
    system: System, claim: Value, definition: Definition, setting: Setting, gives: float
) -> bool:
    """Whether a claim is what comes out, as far as the digits of printed exponents go."""
    letters = frozenset().union(*(letters_in(part) for part in _exponents(definition.side)))
    room = 0.0
    for glyph in letters & setting.values.keys():
        known = setting.values[glyph]
        printed = next(
            (value for value, _ in system.candidates(glyph, claim) if value.in_base == known), None
        )
        half = printed.rounding * abs(known) if printed is not None else 0.0
        moved = evaluated(definition.side, {**setting.values, glyph: known + half})
        room += abs(moved - gives) if moved is not None else 0.0
    return room > 0 and abs(claim.in_base - gives) <= ROOM * room + abs(claim.half)


def _exponents(side: Node) -> list[Node]:
    """What stands in exponents of a formula, and below exponentials."""
    powers = [part.exponent for part in walk(side) if isinstance(part, Power)]
    calls = (part for part in walk(side) if isinstance(part, Call) and part.function == "exp")
    return [*powers, *(inner for call in calls for inner in call.arguments)]
