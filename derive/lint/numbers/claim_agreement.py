"""Whether a claim is what a formula gives: by its digits, cut off or rounded, in its unit."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

import numpy as np

from derive.notation import Node, Number, Sum, walk

from ..laws.probing import evaluated
from ..words.digits import MANY_DIGITS, exchanged
from .multiples import BINARY
from .statements import Definition, Setting, Value

# What a number behind "about" may be off by, where its digits show that it was worked out.
WORKED_OUT = 0.02
# ``10^12`` alone says a size: within a factor of three it is that size.
SIZE = 3.0
# A number of so many digits is worked out in full from counts no larger than these.
IN_FULL, LARGEST_COUNT = 6, 1e6
# Numbers of a chain are copied from the text as printed, and differ only by floats.
CLOSE, HALF = 1e-6, 0.5


def _same_unit(unit: str, definition: Definition, setting: Setting) -> bool:
    """Whether a formula tells the unit of a claim: by words, or by the rows of all letters."""
    by_rows = not setting.multiples
    return unit != "" and (unit == definition.unit or (by_rows and unit == definition.makes))


def comes_out(claim: Value, definition: Definition, value: float, setting: Setting) -> bool:
    """Whether a claim is what a definition gives: to the letter, where both tell their units."""
    if setting.own and claim.value:
        based = claim.by_row(setting).in_base
        half = claim.half * based / claim.value
        return agrees(claim.replaced(value=based, half=half, multiples=(), measured=None), value)
    if claim.digits >= MANY_DIGITS and definition.operator != "~":
        # Who prints three digits behind "about" has worked them out.
        claim = claim.replaced(allowed=max(WORKED_OUT, setting.rounding))
    if _misses_in_full(claim, definition, value, setting):
        return False
    if claim.measured is None or not _same_unit(claim.measured[0], definition, setting):
        return agrees(claim, value, setting.multiples)
    factor = claim.measured[1] / claim.value if claim.value else 1.0
    measured = claim.replaced(
        value=claim.measured[1], half=claim.half * factor, multiples=(),
    )  # fmt: skip
    # Many write GB for what is counted in powers of 1024: in as many as the amount has thousands.
    # Nobody writes GiB for what is not.
    may_be_binary = claim.measured[0] == "bytes" and claim.multiples != BINARY
    thousands = int(np.log10(max(abs(claim.in_base), 1.0)) // 3) if may_be_binary else 0
    binary = tuple(1.024**power for power in range(1, thousands + 1))
    return agrees(measured.replaced(multiples=binary), value)


def _misses_in_full(claim: Value, definition: Definition, value: float, setting: Setting) -> bool:
    """Whether a whole number of many digits is not the one that counts make: 218,112,000."""
    printed = f"{claim.value:.0f}".rstrip("0")
    # 129 groups are no 128: counts are printed in full.
    small = MANY_DIGITS <= len(printed) == len(f"{claim.value:.0f}") < IN_FULL
    if (
        claim.operator != "="
        or definition.operator != "="
        or claim.measured is not None
        or claim.multiples
        or not (len(printed) >= IN_FULL or small)
        or claim.value != round(claim.value)
        or value != round(value)
        or setting.rounding
    ):
        return False
    if not all(map(_is_exact, setting.values.values())):
        return False
    half = 0.5 * 10.0 ** (len(f"{claim.value:.0f}") - len(printed))
    return abs(value - claim.value) > half


def _is_exact(count: float) -> bool:
    """Whether a number is a count, and not a rounded one: 7168, or 44,040,192."""
    full = len(f"{count:.0f}".rstrip("0")) >= IN_FULL
    return count == round(count) and (abs(count) <= LARGEST_COUNT or full)


def to_the_digit(claim: Value, value: float, rounding: float) -> bool:
    """Whether a claim is what comes out to its last digit but one, as far as the values go."""
    if claim.operator != "=" or claim.digits < MANY_DIGITS or "." not in claim.shown:
        return True
    scale = claim.half / abs(claim.value) if claim.value else 0.0
    scales = (1.0, *claim.multiples, *(1 / multiple for multiple in claim.multiples))
    return any(
        abs(value - said * multiple) <= (2 * scale + rounding) * abs(said * multiple)
        for said in {claim.value, claim.in_base}
        for multiple in scales
    )


def agrees(claim: Value, value: float, multiples: tuple[float, ...] = ()) -> bool:
    """Whether a claim is what comes out, by its digits, cut off or rounded, in its unit."""
    exact = abs(value - claim.value) <= 2 * claim.half
    if not exact and exchanged(claim.value, value, claim.digits):
        # 59.6 for 56.9 is no amount in other units, though 1.024 squared is between them.
        return False
    scales = [1.0]
    for multiple in dict.fromkeys((*claim.multiples, *multiples)):
        scales += [multiple, 1 / multiple]
    return any(_same(claim, value, scale) for scale in scales)


def _same(claim: Value, value: float, scale: float) -> bool:
    printed, half = claim.value * scale, claim.half * scale * (1 + 1e-9)
    gap = abs(value - printed)
    if gap > 2 * half and exchanged(printed, value, claim.digits):
        return False
    if gap <= max(half, claim.tolerance * abs(value)):
        return True
    if not claim.digits and printed * value > 0:
        # A bare power of ten says no more than a size.
        return max(printed / value, value / printed) < SIZE
    if (
        claim.digits > 1
        and printed * (value - printed) >= 0
        and gap < 2 * half <= 0.1 * abs(printed)
    ):
        return True
    # Who prints 4.00 has not rounded 3.83 up to a whole number.
    is_whole = printed == round(printed) and not 0 < claim.half < HALF
    return is_whole and abs(value) >= 1 and round(printed) in {np.floor(value), np.ceil(value)}


def puts_in_known(worked: Sequence[float], values: Sequence[float], side: Node) -> bool:
    """Whether a chain was worked with values of a formula's letters, two perhaps in one number."""
    pairs = list(itertools.combinations(values, 2))
    joined = [joint for first, other in pairs for joint in (first + other, first * other)]
    # 0.75 is the ratio of what is computed.
    joined += [a / b for pair in pairs for a, b in (pair, pair[::-1]) if b]
    return all(
        any(_is_copied(number, known) for known in (*values, *joined, *printed_in(side)))
        for number in worked
    )


def puts_in_all(worked: Sequence[float], values: Sequence[float]) -> bool:
    """Whether the value of every letter is among the numbers of a chain, alone or in a product."""
    products = [(value, value * other) for value, other in itertools.permutations(values, 2)]
    ways = [*zip(values, values, strict=True), *products]
    each = {value for value, joint in ways if any(_is_copied(one, joint) for one in worked)}
    return len(worked) > 1 and each.issuperset(values)


def works_out_parts(worked: Sequence[float], side: Node, values: Mapping[str, float]) -> bool:
    """Whether all numbers of a chain but one are what parts of a formula come to.

    ``14 * (0.05 + 1.2)`` beside ``(k - 1) (a + n / (k b))``.
    """
    parts = [value for part in walk(side) if (value := evaluated(part, values)) is not None]
    near = [any(abs(part - number) <= WORKED_OUT * abs(part) for part in parts)
            for number in worked if number not in {0.0, 1.0, 2.0}]  # fmt: skip
    return near.count(True) > 1 and near.count(False) <= 1


def lacks_a_term(worked: Sequence[float], side: Node, values: Mapping[str, float]) -> float | None:
    """The one number of a sum that was worked out and is no term of a formula, all others being.

    ``1 - 0.0119 - 0.0027`` beside ``1 - f``: None where there is no such number.
    """
    parts = side.terms if isinstance(side, Sum) else (side,)
    terms = [evaluated(term, values) for term in parts]
    if len(worked) != len(terms) + 1 or None in terms:
        return None
    rest = [abs(number) for number in worked]
    for value in sorted((abs(term) for term in terms if term is not None), reverse=True):
        near = [number for number in rest if abs(number - value) <= WORKED_OUT * value]
        if not near:
            return None
        rest.remove(min(near, key=lambda number: abs(number - value)))
    return rest[0]


def _is_copied(number: float, known: float) -> bool:
    return abs(number - known) <= CLOSE * abs(known)


def printed_in(side: Node) -> list[float]:
    """The numbers that a formula prints."""
    return [float(part.value) for part in walk(side) if isinstance(part, Number)]
