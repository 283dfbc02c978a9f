"""A number right behind its formula, which follows once the formula is turned.

Which of several values its letters have there need not be known: that one of few outcomes has the
digits of the number by chance is a matter of counting.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from .blame import lacks_of, turns_of
from .claim_agreement import comes_out
from .claimed import Claimed
from .probing import evaluated
from .statements import BOUNDS, Definition, Setting, Value
from .system import System

BESIDE = 4
"""Lines between a formula and what it is said to come to."""
SPREAD = math.log(100)
"""Numbers of one kind lie within two decades: a chance number is anywhere in there."""
MOST_CHANCE = 0.02
SENTENCE, PARAGRAPH, SECTION = 3, 2, 1

Turn = tuple[float, str, Setting, float]
"""What a formula gives after a change, the change in words, and the values and what it gives so."""


def turned_over(system: System, claim: Value) -> Claimed | None:
    """The claim with what the formula before it gives, and the one turn after which it follows."""
    if claim.cell or not claim.value or (claim.multiples and claim.measured is None):
        # Of "1.05 %" and "44 billion" it is not known what is meant.
        return None
    laws = system.defining(claim.glyph, claim.operator, claim.offset)
    law = laws[0] if laws and laws[0].offset <= claim.offset else None
    line = system.document.place(claim.offset)[0]
    if law is None or line - law.line > BESIDE + law.printed.span.latex.count("\n"):
        return None
    ways = [
        (setting, value)
        for setting in system.settings(law, claim)
        if (value := evaluated(law.side, setting.values)) is not None
    ]
    if any(comes_out(claim, law, value, setting) for setting, value in ways):
        return None
    half = claim.half / abs(claim.value)
    # What is at most 58.7 is at most 58 where it is counted.
    rooms = [half, 2 * half] if claim.operator in BOUNDS and "." not in claim.shown else [half]
    for outcomes, room in itertools.product(_turns(system, claim, law, ways), rooms):
        if len({value for value, *_ in outcomes}) * 2 * room / SPREAD > MOST_CHANCE:
            continue
        for value, words, setting, gives in outcomes:
            if any(abs(value - said) <= room * abs(said) for said in (claim.value, claim.in_base)):
                return Claimed(claim, law, setting, gives, change=words)
    return None


def _turns(
    system: System, claim: Value, law: Definition, ways: Sequence[tuple[Setting, float]]
) -> Iterator[list[Turn]]:
    """What a formula gives after a change, those first of which there are fewest."""
    latex = law.printed.span.latex
    turned = [
        (value, words, setting, gives)
        for setting, gives in ways for value, words in turns_of(law.side, setting.values, latex)
    ]  # fmt: skip
    # That all of it stands upside down is one turn; that some part does is one of many.
    yield [turn for turn in turned if turn[3] and math.isclose(turn[0] * turn[3], 1)]
    yield turned
    known = dict.fromkeys(law.needs, 0.0)
    for depth in (SENTENCE, PARAGRAPH, SECTION):
        beside = system.values_at(claim, known, depth=depth)
        yield [
            (value, words, setting, gives)
            for setting, gives in ways
            for value, words in lacks_of(law.side, setting.values, beside, latex)
        ]
