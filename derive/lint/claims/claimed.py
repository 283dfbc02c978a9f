"""A claim beside what its formula gives, and the one change after which it would follow."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Mapping

from derive.frozen import Record
from derive.lazy import lazy_re
from derive.notation import Node, Number, Product, Quotient, Sum

from ..laws.probing import evaluated
from ..numbers.blame import change_for
from ..numbers.claim_agreement import (
    comes_out,
    to_the_digit,
    works_out_parts,
)
from ..numbers.print_units import BITS
from ..numbers.statements import Definition, Setting, Value
from ..numbers.system import System
from ..words.digits import MANY_DIGITS, exchanged, exchanged_within

# Of a difference a thousand times smaller than its terms three digits of the terms are lost.
CANCELLED = 1e-3
# Printed digits of what a formula gives, rounded here and there on the way.
NEARLY, PLAIN = 5e-3, 20.0
MOST_OFF = 0.023
"""How far off the digits of a number may be that is a power of ten off."""
ROUNDED = 5e-3
"""How far off the right number may be known of which another is a slip."""
# So many digits are no chance, whatever the factor between a number and what comes out.
SURE_DIGITS = 6
# A formula gives a reason for a number that stands at most so many lines above it.
BEFORE = 4
_TURNED = lazy_re(r"stands upside down$|^the sign of|the wrong one of max and min|change places$")
_BROUGHT = lazy_re(r"(?:lacks the (?:factor|term)|is not divided by) (?P<what>[^\s,]+)")


class Claimed(Record):
    """A claim that does not come out: the formula, its values, what it gives, and the one change.

    ``change`` says what in the formula would have to be different for the
    number to follow; it is empty where the number is more likely wrong.
    """

    claim: Value
    definition: Definition
    setting: Setting
    gives: float
    comes_out: bool = False
    exact: bool = False
    change: str = ""

    def righted(self, wrong: Mapping[tuple[str, float], float]) -> Claimed:
        """The same with what wrong numbers should be; what follows from one is no mistake."""
        known = self.setting.values
        if self.comes_out or wrong.keys().isdisjoint(known.items()):
            return self
        values = {name: wrong.get((name, value), value) for name, value in known.items()}
        setting = self.setting.replaced(values=values)
        gives = evaluated(self.definition.side, values)
        if gives is None:
            return self
        right = comes_out(self.claim, self.definition, gives, setting)
        exact = to_the_digit(self.claim, gives, setting.rounding)
        return self.replaced(setting=setting, gives=gives, comes_out=right, exact=exact)


def mistyped(claim: Value, value: float, rounding: float = 0.0) -> bool:
    """Whether a number is the right one with its digits exchanged, or a power of ten off.

    The right one is known but for what was lost by ``rounding`` on the way to it.
    """
    if not claim.value or not value or claim.value * value < 0:
        return False
    # In milliseconds as it is printed, or in seconds: in what the formula gives.
    shift = min((math.log10(abs(said / value)) for said in (claim.value, claim.in_base)), key=abs)
    # A power of ten off: a unit prefix or a zero was lost, and the digits are right.
    room = min(claim.half / abs(claim.value) + rounding + NEARLY, MOST_OFF)
    if abs(shift) > 0.5 and abs(shift - round(shift)) < math.log10(1 + room):
        return True
    printed = _digits(abs(claim.value), claim.digits)
    ways = {value, value * claim.value / claim.in_base}
    return len(printed) > 1 and any(
        sorted(printed) == sorted(_digits(abs(way), claim.digits))
        or exchanged_within(claim.value, way * scale, claim.digits, min(rounding, ROUNDED))
        for way in ways
        for scale in (1.0, *(1 / many for many in claim.multiples))
    )


def righted_numbers(values: Iterable[Value]) -> dict[tuple[str, float], float]:
    """Numbers that the text says and are wrong, by what they should be: nothing follows of them."""
    return {
        (value.glyph, number): righted
        for value in values if value.comes_to is not None
        for number, righted in ((value.value, value.righted.value),
                                (value.in_base, value.righted.in_base))
    }  # fmt: skip


def is_one_digit_off(claim: Value, value: float) -> bool:
    """Whether a number of four digits or more has one of them that another one should be."""
    if claim.digits <= MANY_DIGITS or claim.in_base * value <= 0:
        return False
    printed, right = (_digits(abs(each), claim.digits) for each in (claim.in_base, value))
    size = math.floor(math.log10(abs(claim.in_base))) == math.floor(math.log10(abs(value)))
    return size and sum(map(str.__ne__, printed, right)) == 1


def _digits(value: float, count: int) -> str:
    mantissa: str = f"{value:.{max(count - 1, 0)}e}".partition("e")[0]
    return mantissa.replace(".", "")


def is_slip(claimed: Claimed) -> bool:
    """Whether a number is the right one mistyped, or with bits for the bytes of its formula."""
    claim, gives, setting = claimed.claim, claimed.gives, claimed.setting
    # "Over 100,000 steps that is 50": of one digit the size alone says nothing.
    telling = claim.digits > 1 or not claim.perhaps
    if telling and mistyped(claim, gives, setting.rounding):
        return True
    if setting.row <= 0 or claim.in_base * gives <= 0:
        return False
    ratio = claim.in_base / gives
    return abs(max(ratio, 1 / ratio) / BITS - 1) <= NEARLY


MOST_ROUNDED = 5e-3
"""How far the rounding of values may put off what follows from a changed formula."""


def change_of(
    claimed: Claimed, beside: Mapping[str, float], settled: Container[str] = (), *,
    paired: bool = False,
) -> str:  # fmt: skip
    """The one change of a formula after which a claim follows, told as it is or in its base."""
    claim, definition = claimed.claim, claimed.definition

    def fits(value: float) -> bool:
        scale = claim.half / claim.value if claim.value else 0.0
        room = 0.0 if claimed.comes_out else max(2e-3, rounding) * abs(value)
        return any(
            abs(value - said) <= max(abs(scale * said), room)
            for said in {claim.value, claim.in_base, *(claim.value * many for many in of_many)}
        )

    if claim.perhaps and claim.digits < 2:
        # "A host has 1 TB": one digit is what some change or other of a formula gives.
        return ""
    # "155 billion" is said, and the letter counts one by one; "a million tokens cost".
    of_many = claim.multiples if claim.digits >= MANY_DIGITS else ()
    rounding = min(claimed.setting.rounding, MOST_ROUNDED)
    latex = definition.printed.span.latex
    values = claimed.setting.values
    return change_for(definition.side, values, beside, fits, latex, paired=paired, settled=settled)


def change_below(claimed: Claimed) -> Claimed | None:
    """The same claim against the formula of a letter that was computed, if one change mends that.

    ``2 l k_g d`` is printed rightly, and ``k_g = min(1, k / g)`` is not.
    """
    values = claimed.setting.values
    for computed in claimed.setting.computed:
        law = computed.law

        def fits(value: float, glyph: str = law.glyph) -> bool:
            outer = evaluated(claimed.definition.side, {**values, glyph: value})
            room = claimed.claim.half * (1 + 1e-9)
            return outer is not None and any(
                abs(outer - said) <= room * abs(said / claimed.claim.value)
                for said in {claimed.claim.value, claimed.claim.in_base}
            )

        change = change_for(law.side, computed.values, {}, fits, law.printed.span.latex)
        if change:
            return claimed.replaced(definition=law, change=change)
    return None


def coefficient_instead(claimed: Claimed) -> str:
    """The whole number of as many digits that a product would need in place of its own."""
    claim = claimed.claim
    if claim.digits < MANY_DIGITS or not claimed.gives:
        return ""
    room = max(claim.rounding, 1e-9)
    return coefficient_for(claimed.definition.side, claim.in_base / claimed.gives, room)


def coefficient_for(side: Node, times: float, room: float) -> str:
    """The whole number for the first one of a product, if that makes it so many times as much."""
    product = side.over if isinstance(side, Quotient) else side
    first = product.factors[0] if isinstance(product, Product) else None
    if not isinstance(first, Number):
        return ""
    wanted = float(first.value) * times
    whole = round(wanted)
    alike = len(str(whole)) == len(first.text) > 1 and str(whole)[-1] == first.text[-1]
    fits = alike and whole != first.value and abs(wanted - whole) <= room * wanted
    return f"{first.text} should be {whole}" if fits else ""


def _is_a_prefix(claimed: Claimed, ratio: float) -> bool:
    """Whether a number is to the digit a thousand, or a million, times what its formula gives."""
    room = claimed.claim.half / abs(claimed.claim.value) + claimed.setting.rounding
    return claimed.setting.only and any(
        abs(max(ratio, 1 / ratio) / many - 1) <= room for many in (1e3, 1e6)
    )


def explained(
    system: System, claimed: Claimed, *, alone: bool, near: bool = False
) -> Claimed | None:
    """A claim away from its values that follows, digit for digit, after one small slip is mended.

    Either the digits of the number are exchanged, or one thing in the formula is another. Other
    values than those of the document would seldom do so by chance, unless one of them is twice or
    ten times what it was: a plain factor says nothing, but ``near`` the values of a claim.
    """
    claim, gives = claimed.claim, claimed.gives
    digits = _telling_digits(claimed)
    if not digits or _is_of_no_formula(claimed):
        return None
    if claim.offset < claimed.definition.offset:
        # "It takes $T = 188$ s, since $$T = ...$$".
        lines = claimed.definition.line - system.document.place(claim.offset)[0]
        follows = claimed.setting.only and lines <= BEFORE
        return claimed if follows and exchanged(claim.in_base, gives, digits) else None
    parts = works_out_parts(claim.worked, claimed.definition.side, claimed.setting.values)
    if claim.worked and not parts:
        return None
    if exchanged(claim.in_base, gives, digits):
        return claimed
    ratio = claim.in_base / gives if gives else 0.0
    if claim.digits < digits or ratio <= 0:
        return None
    if claim.spoken and claim.digits >= MANY_DIGITS and _is_a_prefix(claimed, ratio):
        # "A checkpoint has 50.3 GB": no other values make it a thousand times as much.
        return claimed
    plain_factor = min(_from_whole(ratio), _from_whole(1 / ratio)) < NEARLY
    sure = claimed.comes_out or claim.digits >= SURE_DIGITS or near or parts
    change = ""
    if not alone:
        change = _turned(claimed)
    elif sure or not plain_factor:
        beside = {} if claimed.comes_out else system.values_at(claim, claimed.setting.values)
        change = change_of(claimed, {}) or change_of(claimed, beside)
    return claimed.replaced(change=change) if change else None


def _telling_digits(claimed: Claimed) -> int:
    """How many digits of a claim tell something; 0 for too few."""
    claim = claimed.claim
    if claim.digits > 1 and claim.in_base == claim.value and claim.value.is_integer():
        # Of 590 all three digits are telling, if 509 comes out.
        whole = len(f"{claim.value:.0f}")
        if whole == MANY_DIGITS:
            return whole
    same_chain = claim.offset == claimed.definition.offset
    return claim.digits if claim.digits >= MANY_DIGITS or (same_chain and claim.digits > 1) else 0


def _is_of_no_formula(claimed: Claimed) -> bool:
    """Whether a claim is a bound or a cell, or has uncertain values."""
    claim = claimed.claim
    apart = claim.cell or claim.operator not in {"=", "~"} or claimed.setting.vague
    return apart or cancels(claimed)


def _turned(claimed: Claimed) -> str:
    """The one part of a formula that is turned, where several formulas are at hand."""
    change = change_of(claimed, {})
    return change if _TURNED.search(change) else ""


def is_of_the_document(system: System, claimed: Claimed) -> bool:
    """Whether a formula in a sentence, "a million buys B / c = 454,545", takes near or lone values.

    Of a letter with several the sentence may mean another one, and twice as much is another case.
    """
    if claimed.comes_out or claimed.setting.inside or claimed.claim.spoken:
        return True
    ratio = claimed.claim.in_base / claimed.gives if claimed.gives else 0.0
    plain_factor = ratio > 0 and min(_from_whole(ratio), _from_whole(1 / ratio)) < NEARLY
    return claimed.setting.values.keys() <= system.lone_values().keys() and not plain_factor


def _from_whole(number: float) -> float:
    """How far a number is from the nearest whole one, relative to it; no large one is plain."""
    return abs(number - round(number)) / number if number < PLAIN else 1.0


def cancels(claimed: Claimed) -> bool:
    """Whether little is left of a difference, with fewer digits than its terms have."""
    side = claimed.definition.side
    parts = side.terms if isinstance(side, Sum) else ()
    terms = [evaluated(term, claimed.setting.values) for term in parts]
    return any(value is not None and abs(claimed.gives) < CANCELLED * abs(value) for value in terms)


def brings_another(claimed: Claimed) -> bool:
    """Whether a number was worked out with a letter, or a number of seconds, that a law lacks."""
    brought = _BROUGHT.search(claimed.change)
    return brought is not None and brought["what"] not in claimed.definition.needs
