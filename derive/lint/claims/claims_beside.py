"""Whether the values and the formula of a claim are surely those that it is about."""

from __future__ import annotations

import math

from derive.notation import Letter, Number, walk

from ..laws.probing import evaluated
from ..numbers.claim_agreement import printed_in, puts_in_all, puts_in_known
from ..numbers.said_behind import ANY_COUNT
from ..numbers.statements import Value
from ..numbers.stray_numbers import stray_numbers
from ..numbers.system import System
from ..words.countable_nouns import CLASSES, class_of, head
from ..words.digits import MANY_DIGITS
from .claimed import Claimed, cancels
from .other_cases import is_listed

UPSIDE_DOWN = 5e-3
FAR, BESIDE = 12, 4
"""Lines from a formula to its claim: where values stand beside the claim, and where none do."""


def stands_beside(system: System, told: Claimed, *, alone: bool) -> bool:
    """Whether the values and the formula are surely those that the claim is about."""
    claim, setting, offset = told.claim, told.setting, told.definition.offset
    # One number that is worked on, exp(-1.92), and is none of the formula's, is of another case.
    elsewhere = claim.offset == offset or len(claim.worked) == 1
    if (
        (claim.worked and elsewhere and not put_in(told))
        or cancels(told)
        or (claim.worked and _is_worked_without(system, told))
        or (claim.offset < offset
            and (not setting.inside or is_listed(system, claim, setting.values)))
    ):  # fmt: skip
        return False
    if claim.cell:
        return (alone or setting.near) and not setting.vague
    away = abs(system.document.place(claim.offset)[0] - told.definition.line)
    if away <= FAR and put_in(told) and puts_in_all(claim.worked, list(setting.values.values())):
        return True
    turned = not setting.vague and is_upside_down(claim, told.gives)
    # Values that the whole document gives once are those of the formula right above.
    unique = alone and setting.only and claim.digits > 1
    far = setting.borrowed and (not setting.near or away > FAR)
    reach = FAR if claim.digits > MANY_DIGITS else BESIDE
    if setting.vague or (far and not turned and not (unique and away <= reach)):
        return False
    sure = alone and setting.only and (not setting.borrowed or unique)
    if claim.worked and (not setting.inside or away > FAR):
        # The numbers that it was worked with stand in its own chain; others belong elsewhere.
        return sure and away <= FAR and put_in(told)
    apart = not setting.inside and not setting.together
    if not turned and apart and numbers_more(system, told):
        return False
    if turned or setting.near:
        return alone or away <= FAR
    # Many digits are worked out, and from values that nothing else could be.
    beside = FAR if claim.digits >= MANY_DIGITS else BESIDE
    return sure and away <= beside


def _is_worked_without(system: System, told: Claimed) -> bool:
    """Whether a value is given only behind a claim that was worked out with other numbers."""
    claim = told.claim
    return any(
        value not in claim.worked
        and (given := system.candidates(glyph, claim))
        and given[0][0].offset > claim.end
        for glyph, value in told.setting.values.items()
    )


def numbers_more(system: System, told: Claimed) -> list[float]:
    """The numbers that the sentence of a claim has and its formula does not take."""
    side, values = told.definition.side, told.setting.values
    parts = [
        value for part in walk(side)
        if not isinstance(part, Letter | Number) and (value := evaluated(part, values)) is not None
    ]  # fmt: skip
    # "The best interval is $x = 720$ s, twelve minutes": what a sentence gives another letter.
    apart = {told.claim.glyph, *values}
    beside = {
        number for value in system.values
        if value.place == told.claim.place and not value.spoken
        and value.glyph not in apart and value.digits > 1
        for number in (value.value, value.in_base)
    }  # fmt: skip
    known = {*values.values(), *printed_in(side), *beside}
    printed = told.definition.printed.span
    displayed = system.document.text.startswith("\n", printed.end) or printed.latex.count("\n")
    shown = printed.end if displayed and printed.end <= told.claim.offset else 0
    counted = _counted_by_none(system, told)
    return stray_numbers(system.document, told.claim, known, parts, counted, shown)


def is_no_case_beside(system: System, told: Claimed) -> bool:
    """Whether no number of a claim's sentence makes it so many times what its formula gives.

    "(Half of the peak)" beside a third of what should come out says of no other case.
    """
    claim, setting = told.claim, told.setting
    away = abs(system.document.place(claim.offset)[0] - told.definition.line)
    more = numbers_more(system, told)
    if not more or not setting.near or setting.vague or away > FAR or claim.worked:
        return False
    if not claim.in_base or not told.gives:
        return False
    ratio = claim.in_base / told.gives
    return not any(
        math.isnan(number) or math.isclose(times, number, rel_tol=UPSIDE_DOWN)
        for number in more for times in (ratio, 1 / ratio)
    )  # fmt: skip


def _counted_by_none(system: System, claimed: Claimed) -> frozenset[str]:
    """The things that none of the letters of a formula counts, by their rows: GPUs, tokens."""
    letters = {*claimed.definition.needs}.union(
        *(computed.law.needs for computed in claimed.setting.computed)
    )
    units = {system.units.get(glyph, "").lower() for glyph in letters}
    return frozenset() if units & ANY_COUNT else CLASSES - {class_of(head(unit)) for unit in units}


def is_upside_down(claim: Value, gives: float) -> bool:
    """Whether a formula gives one over what is claimed, and neither is near one."""
    far = gives > 0 and abs(math.log10(gives)) > 1
    return far and abs(claim.in_base * gives - 1) <= max(UPSIDE_DOWN, claim.rounding)


def put_in(claimed: Claimed) -> bool:
    """Whether the numbers that a claim was worked with are those of its formula."""
    values = list(claimed.setting.values.values())
    return puts_in_known(claimed.claim.worked, values, claimed.definition.side)
