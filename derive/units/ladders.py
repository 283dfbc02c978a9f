"""Which of the multiples of a unit a value reads best in. Standard library only."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction


def best_step(size: Fraction, factors: Sequence[Fraction]) -> int:
    """The place of the largest multiple in which a size in base units is at least 1.

    Where the step to the next multiple is no power of ten (minutes, days),
    the value must be 2, or a whole number: 90 s and 36 hours stay as they are.
    """
    best = 0
    for place in range(1, len(factors)):
        value = size / factors[place]
        smooth = _power_of_ten(factors[place] / factors[place - 1]) or value.denominator == 1
        if value >= (1 if smooth else 2):
            best = place
    return best


def _power_of_ten(ratio: Fraction) -> bool:
    return ratio.denominator == 1 and str(ratio.numerator).strip("0") == "1"
