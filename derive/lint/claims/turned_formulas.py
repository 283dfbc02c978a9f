"""A number right behind its formula, which follows once the formula is turned.

Which of several values its letters have there need not be known: that one of few outcomes has the
digits of the number by chance is a matter of counting.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from ..laws.probing import evaluated
from ..numbers.blame import MOST_CHANCE, SPREAD, Outcome, lacks_of, turns_of
from ..numbers.claim_agreement import agrees, comes_out
from ..numbers.lacking import said
from ..numbers.print_units import dimensions_in
from ..numbers.statements import BOUNDS, Definition, Setting, Value
from ..numbers.system import System
from ..texts.glyphs import is_glyph
from ..words.places import aside_at
from .claimed import Claimed

BESIDE = 4
"""Lines between a formula and what it is said to come to."""
SENTENCE, PARAGRAPH, SECTION = 3, 2, 1
NEAR = 80

Family = Callable[[Setting], Iterator[Outcome]]
"""What a formula gives after each change of one kind, with some values."""


def turned_over(system: System, claim: Value) -> Claimed | None:
    """The claim with what the formula before it gives, and the one turn after which it follows."""
    # Of "1.05 %" and "44 billion" it is not known what is meant.
    unknown = claim.multiples and claim.measured is None
    # What an answer takes, its exercise says.
    unknown = unknown or aside_at(system.document, claim.offset) >= 0
    if not is_glyph(claim.glyph) or claim.cell or not claim.value or unknown:
        return None
    line = system.document.place(claim.offset)[0]
    laws = [
        law for law in system.defining(claim.glyph, claim.operator, claim.offset)
        if law.offset <= claim.offset
        and line - law.line <= BESIDE + law.printed.span.latex.count("\n")
    ]  # fmt: skip
    ways_of = [list(system.outcomes(law, claim)) for law in laws]
    if any(
        comes_out(claim, law, value, setting)
        for law, ways in zip(laws, ways_of, strict=True) for setting, value in ways
    ):  # fmt: skip
        return None
    turned = (_turned(system, claim, law, ways) for law, ways in zip(laws, ways_of, strict=True))
    return next(filter(None, turned), None)


def _turned(
    system: System, claim: Value, law: Definition, ways: Sequence[tuple[Setting, float]]
) -> Claimed | None:
    """The claim with what one formula gives, and the one turn of it after which it follows."""
    # "Here it is 0.37 / 0.72 = 0.514": of a letter that is put in, and that is worked out.
    given = {value for setting, _ in ways for value in setting.values.values()}
    if claim.spoken and any(agrees(claim, value) for value in given):
        return None
    half = claim.half / abs(claim.value)
    # What is at most 58.7 is at most 58 where it is counted.
    halves = [half, 2 * half] if claim.operator in BOUNDS and "." not in claim.shown else [half]
    for family in _families(system, claim, law):
        # What may stand in the way of the last digit: its own rounding, and those of the values.
        for half, of_values in itertools.product(halves, (0.0, 1.0)):
            claimed = _fitting(claim, law, ways, family, half, of_values)
            if claimed is not None:
                return claimed
    return None


def _fitting(
    claim: Value,
    law: Definition,
    ways: Sequence[tuple[Setting, float]],
    family: Family,
    half: float,
    of_values: float,
) -> Claimed | None:
    """The claim with the change of one kind after which it follows, if by chance few would."""
    chance, latex = 0.0, law.printed.span.latex
    for setting, gives in ways:
        room = half + of_values * setting.rounding
        outcomes = list(family(setting))
        chance += len({value for value, _ in outcomes}) * 2 * room / SPREAD
        if chance > MOST_CHANCE:
            return None
        for value, words in outcomes:
            numbers = (claim.value, claim.in_base)
            if any(abs(value - number) <= room * abs(number) for number in numbers):
                return Claimed(claim, law, setting, gives, change=words(latex))
    return None


def _families(system: System, claim: Value, law: Definition) -> Iterator[Family]:
    """The kinds of changes, those first that an author is likelier to make."""

    def turns(setting: Setting) -> Iterator[Outcome]:
        return turns_of(law.side, setting.values)

    def over(setting: Setting) -> Iterator[Outcome]:
        # That all of it stands upside down is one turn; that some part does is one of many.
        gives = evaluated(law.side, setting.values) or math.nan
        return (turn for turn in turns(setting) if math.isclose(turn[0] * gives, 1))

    def lacking(beside: Mapping[str, float]) -> Family:
        def lacks(setting: Setting) -> Iterator[Outcome]:
            # "M / k" for "M / (k n)", where n stands elsewhere in the formula: its own letters.
            letters = beside or setting.values
            return lacks_of(law.side, setting.values, letters, system.dimensions)

        return lacks

    yield from (over, turns, lacking({}))
    known = dict.fromkeys(law.needs, 0.0)
    yield lacking(system.values_at(claim, known, depth=SENTENCE))
    # "For D = 40, w = 5120 and q = 2:" gives what the example takes, and no more.
    likeliest = (value for glyph in law.needs for value, _ in system.candidates(glyph, claim)[:1])
    beside: dict[str, float] = {}
    for value in likeliest:
        behind = value.replaced(offset=value.end + NEAR)
        beside |= system.values_at(behind, {**known, claim.glyph: 0.0}, depth=SENTENCE)
    yield lacking(beside)
    for depth in (PARAGRAPH, SECTION):
        yield lacking(system.values_at(claim, known, depth=depth))
    yield lambda setting: _factors_by_units(system, law, setting)


def _factors_by_units(system: System, law: Definition, setting: Setting) -> Iterator[Outcome]:
    """What a formula gives with one letter more of all the document, if the units ask for it."""
    own = dimensions_in(system.dimensions, law.side)
    whole = system.dimensions.get(law.glyph)
    if own is None or whole is None:
        return
    gives = evaluated(law.side, setting.values) or math.nan
    for glyph, value in system.lone_values().items():
        measured = system.dimensions.get(glyph)
        if measured is None or glyph in {law.glyph, *law.needs} or value in {0.0, 1.0}:
            continue
        if own * measured == whole:
            yield gives * value, said(f"{{}} lacks the factor {glyph}", law.side)
        if own == whole * measured:
            yield gives / value, said(f"{{}} is not divided by {glyph}", law.side)
