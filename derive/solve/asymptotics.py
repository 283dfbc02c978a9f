"""What relations say of all large values of their letter, ceilings included.

Far out the fastest growth decides. Functions are quotients of sums of terms ``c x**a log(x)**b``.
A ceiling that grows is its argument plus something between 0 and 1, one that settles is a
number; so factors are known as ranges here, and a sign is told where the range of the leading
one keeps away from zero. The same is asked of the letter's inverse to know what happens close to 0.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce

from ..frozen import Record
from ..programs import reals
from ..programs.exactly import EXACT
from ..programs.machine import LOGIC, MISSING, Arithmetic, Value, by_sign, runner, settled
from ..programs.program import Program, Undecided
from .ratios import NotRational, Ratio

Range = tuple[Fraction, Fraction]
Growth = tuple[Fraction, Fraction]
"""The power of the letter, and that of its logarithm, which counts less."""

Terms = Mapping[Growth, Range]
NOTHING, ONE = Fraction(0), Fraction(1)
FLAT: Growth = (NOTHING, NOTHING)
UNIT: Terms = {FLAT: (ONE, ONE)}
MOST_TERMS = 60
DIGITS = 50


class Unsettled(NotRational):
    """The growth of a function is not told."""


def _both(left: Growth, right: Growth) -> Growth:
    return left[0] + right[0], left[1] + right[1]


def _times(left: Range, right: Range) -> Range:
    if left[0] == left[1] and right[0] == right[1]:
        return left[0] * right[0], left[0] * right[0]
    corners = [a * b for a in left for b in right]
    return min(corners), max(corners)


class GrowthRatio(Ratio):
    """What stands above and below the line, by growth."""

    joined = plus = staticmethod(_both)
    times = staticmethod(_times)
    minus = staticmethod(lambda part: (-part[1], -part[0]))
    nothing = (NOTHING, NOTHING)
    unit = UNIT
    most = MOST_TERMS

    def constant(self) -> Fraction | None:
        """The value of a ratio that is one known fraction."""
        low, high = self.above.get(FLAT, (NOTHING, NOTHING))
        fixed = set(self.above) <= {FLAT} and self.below == UNIT and low == high
        return low if fixed else None


LETTER = GrowthRatio({(ONE, NOTHING): (ONE, ONE)}, UNIT)
LOGARITHM = GrowthRatio({(NOTHING, ONE): (ONE, ONE)}, UNIT)


def between(low: Fraction, high: Fraction) -> GrowthRatio:
    """Something between two fractions."""
    return GrowthRatio(GrowthRatio.kept({FLAT: (low, high)}), UNIT)


def number(value: reals.Number) -> GrowthRatio:
    """A number as a ratio; one that is no fraction is known as a narrow range."""
    return between(*enclosed(value))


def enclosed(value: reals.Number) -> Range:
    """Two fractions around a number."""
    if isinstance(value, Fraction):
        return value, value
    inside = reals.enclosure(value, DIGITS)
    if not inside.low.is_finite() or not inside.high.is_finite():
        raise Unsettled
    return Fraction(inside.low), Fraction(inside.high)


def raised(terms: Terms, power: Fraction) -> Terms:
    """One positive term to a power that is no integer."""
    if len(terms) != 1:
        raise Unsettled
    ((growth, (low, high)),) = terms.items()
    ends = [enclosed(reals.power(end, power)) for end in (low, high)]
    return {(growth[0] * power, growth[1] * power): (ends[0][0], ends[1][1])}


# --- far out ------------------------------------------------------------------------


MOST_POWER = 12
FARTHEST = 4000.0
"""How far out a horizon may lie, as a power of two."""

NARROW = Fraction(1, 2**64)
HARD = Undecided("a function whose growth is not told")


class Far(Record):
    """What each relation says of every value above ``beyond``, a power of two."""

    beyond: int
    truths: tuple[Value, ...]


def far(programs: Sequence[Program]) -> Far | None:
    """The truths of conditions in one letter far out; None where that is not told."""
    horizon = Horizon()
    truths = horizon.run(programs, LETTER)
    if any(isinstance(truth, Undecided) for truth in truths):
        return None
    return Far(2 ** math.ceil(horizon.power), truths)


def settles(program: Program, *, inward: bool = False) -> Fraction | None:
    """A bound beyond which a function has no zero; ``inward``: one below which it has none."""
    horizon = Horizon()
    (value,) = horizon.run([program], LETTER.inverse() if inward else LETTER)
    try:
        if isinstance(value, MISSING) or horizon.sign(value) == 0:
            return None
    except (NotRational, reals.Open):
        return None
    bound = Fraction(2) ** math.ceil(horizon.power)
    return 1 / bound if inward else bound


class Horizon:
    """Decides signs far out, and keeps how far that is, as a power of two."""

    def __init__(self) -> None:
        self.power = 2.0

    def run(self, programs: Sequence[Program], letter: GrowthRatio) -> tuple[Value, ...]:
        """The values of programs far out."""
        arithmetic = self.arithmetic()
        return tuple(runner(program, arithmetic)([letter]) for program in programs)

    def sign(self, ratio: GrowthRatio) -> int:
        """The sign for all large values; the horizon moves out to where it holds."""
        if not ratio.above:
            return 0
        return self.lead(ratio.above)[1] * self.lead(ratio.below)[1]

    def lead(self, terms: Terms) -> tuple[Growth, int]:
        """The fastest growth and its sign, from where it is four times all others together."""
        # Growths compare as tuples: by the power of the letter, then by that of its logarithm.
        lead = max(terms)
        low, high = terms[lead]
        if low <= 0 <= high:
            raise Unsettled
        size = _log(min(abs(low), abs(high)))
        for growth, part in terms.items():
            other = max(abs(part[0]), abs(part[1]))
            if growth != lead and other:
                self.reach(lead, growth, _log(other) - size + math.log2(len(terms)) + 2)
        return lead, 1 if low > 0 else -1

    def reach(self, lead: Growth, other: Growth, gap: float) -> None:
        """Move out to where one growth outweighs another, ``2**gap`` times as large at first."""
        faster, logs = float(lead[0] - other[0]), float(other[1] - lead[1])
        if faster == 0:
            if gap / -logs > math.log2(FARTHEST):
                raise Unsettled
            self.power = max(self.power, 2 ** (gap / -logs) / math.log(2))
            return
        power = max(self.power, gap / faster, logs / faster / math.log(2))
        while power * faster < gap + logs * math.log2(power * math.log(2)):
            power *= 1.5
            if power > FARTHEST:
                raise Unsettled
        if power > FARTHEST:
            raise Unsettled
        self.power = power

    def arithmetic(self) -> Arithmetic:
        """The operations on ratios."""
        table = {
            name: settled(function, (NotRational, reals.Open), HARD)
            for name, function in self.functions().items()
        }
        return Arithmetic(number, table, lambda *_: HARD)

    def functions(self) -> dict[str, Callable[..., Value]]:
        """The table by operation."""
        return {
            "add": lambda *ratios: reduce(operator.add, ratios),
            "mul": lambda *ratios: reduce(operator.mul, ratios),
            "sub": operator.sub,
            "neg": operator.neg,
            "div": self.div,
            "pow": self.pow,
            "sqrt": lambda ratio: self.pow(ratio, number(Fraction(1, 2))),
            "abs": lambda ratio: -ratio if self.sign(ratio) < 0 else ratio,
            "max": lambda *ratios: reduce(self.larger, ratios),
            "min": lambda *ratios: -reduce(self.larger, map(operator.neg, ratios)),
            "floor": self.floor,
            "ceil": lambda ratio: -self.floor(-ratio),
            "log": self.log,
            "log2": lambda ratio: self.div(self.log(ratio), number(reals.log(Fraction(2)))),
            "exp": self.exp,
            **{name: _of_number(name) for name in ("sin", "cos")},
            **by_sign(lambda left, right: self.sign(left - right)),
            **LOGIC,
            "pi": lambda: number(reals.PI),
        }

    def div(self, above: GrowthRatio, below: GrowthRatio) -> GrowthRatio:
        """Quotient by what is not zero far out."""
        if self.sign(below) == 0:
            raise Unsettled
        return above * below.inverse()

    def pow(self, base: GrowthRatio, exponent: GrowthRatio) -> GrowthRatio:
        """A power with a fixed exponent."""
        power = exponent.constant()
        if power is None or self.sign(base) == 0:
            raise Unsettled
        if power < 0:
            return self.pow(base.inverse(), number(-power))
        if power.denominator == 1 and power <= MOST_POWER:
            return reduce(operator.mul, [base] * int(power), number(ONE))
        if self.sign(base) < 0:
            raise Unsettled
        return GrowthRatio(raised(base.above, power), raised(base.below, power))

    def log(self, ratio: GrowthRatio) -> GrowthRatio:
        """A logarithm: that of the leading term, and less than 1 for the others."""
        if self.sign(ratio) <= 0:
            raise Unsettled
        (top, _), (bottom, _) = self.lead(ratio.above), self.lead(ratio.below)
        if top[1] != bottom[1]:
            raise Unsettled
        slack = Fraction(0 if len(ratio.above) == len(ratio.below) == 1 else 1)
        (low, _), (_, high) = ratio.above[top], ratio.below[bottom]
        (_, most), (least, _) = ratio.above[top], ratio.below[bottom]
        ends = number(reals.log(low / high)), number(reals.log(most / least))
        grown = number(top[0] - bottom[0]) * LOGARITHM
        lowest, highest = (end.above.get((NOTHING, NOTHING), (NOTHING, NOTHING)) for end in ends)
        return grown + between(lowest[0] - slack, highest[1] + slack)

    def exp(self, ratio: GrowthRatio) -> GrowthRatio:
        """An exponential that fades out, that of a number, or of what tends to 0."""
        fixed = ratio.constant()
        if fixed is not None:
            value = EXACT.apply["exp"](fixed)
            if isinstance(value, MISSING):
                raise Unsettled
            return number(value)
        if ratio.above and max(ratio.above) < max(ratio.below):
            return self.near_one(ratio)
        if self.sign(ratio + number(Fraction(45))) < 0:
            return between(NOTHING, NARROW)
        raise Unsettled

    def near_one(self, small: GrowthRatio) -> GrowthRatio:
        """``exp(r)`` of what tends to 0: from ``1 + r`` to ``1 + r + r**2`` while r is below 1."""
        if min(self.sign(number(ONE) - small), self.sign(number(ONE) + small)) < 1:
            raise Unsettled
        return number(ONE) + small + small * small * between(NOTHING, ONE)

    def larger(self, left: GrowthRatio, right: GrowthRatio) -> GrowthRatio:
        """The larger of two far out."""
        return left if self.sign(left - right) >= 0 else right

    def floor(self, ratio: GrowthRatio) -> GrowthRatio:
        """A floor that settles is a number, one that grows loses up to 1."""
        if not ratio.above or max(ratio.above) <= max(ratio.below):
            return number(self.settled(ratio))
        return ratio + between(-ONE, NOTHING)

    def settled(self, ratio: GrowthRatio) -> Fraction:
        """The integer below a ratio that tends to a number."""
        lead = max(ratio.below)
        top, bottom = ratio.above.get(lead, (NOTHING, NOTHING)), ratio.below[lead]
        if top[0] != top[1] or bottom[0] != bottom[1]:
            raise Unsettled
        whole = Fraction(math.floor(top[0] / bottom[0]))
        if self.sign(ratio - number(whole)) < 0:
            whole -= 1
        inside = self.sign(ratio - number(whole)) >= 0
        if not inside or self.sign(ratio - number(whole + 1)) >= 0:
            raise Unsettled
        return whole


def _of_number(name: str) -> Callable[[GrowthRatio], Value]:
    def value(ratio: GrowthRatio) -> Value:
        fixed = ratio.constant()
        result = HARD if fixed is None else EXACT.apply[name](fixed)
        return result if isinstance(result, MISSING) else number(result)

    return value


def _log(size: Fraction) -> float:
    return math.log2(size.numerator) - math.log2(size.denominator)
