"""All zeros of a function on an interval, with a proof that none was missed.

The interval is cut until each part has no zero (its values keep away from 0)
or at most one (its slope does), in which case the signs at both ends decide.
Parts that stay open when they are too small, or when the work is used up, are
handed back as such. Cuts are made in the logarithm, so that 1e-12 and 1e12
are both near.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from fractions import Fraction

from ..frozen import Record
from .exactly import exactly
from .interval_arithmetic import interval_arithmetic, interval_sign
from .machine import MISSING
from .precise import certainly
from .program import Program, Undefined
from .ranges import TINY
from .reals import Open, with_certain_sign
from .slopes import with_slope
from .zeros import Zero

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_PARTS = 4000
MOST_ZEROS = 200
SMALLEST = 2.0**-36
FARTHEST = 2.0**400
CERTIFIED = 80
"""Digits of the intervals that certify a sign."""

Part = tuple[float, float]


class Search(Record):
    """The zeros in ascending order, and the parts that were not settled."""

    zeros: tuple[Zero, ...]
    open: tuple[Part, ...]

    @property
    def complete(self) -> bool:
        """Whether it is certain that no zero was missed."""
        return not self.open


def certain_value_at(program: Program) -> Callable[[Fraction], Any]:
    """A program of one input as a function whose sign is certain; raises Open, where it is not."""
    fast, slow = certainly(program, CERTIFIED), exactly(program)
    middle = interval_arithmetic(CERTIFIED).middle

    def value(point: Fraction) -> Any:
        near = fast([point])
        if not isinstance(near, MISSING) and interval_sign(near):
            return middle(near)
        result = slow([point])
        if isinstance(result, MISSING):
            raise Open
        return with_certain_sign(result)

    return value


def search(program: Program, low: Fraction | None, high: Fraction | None) -> Search:
    """Zeros of a program of one input between two bounds, which belong to the interval."""
    value, run = certain_value_at(program), with_slope(program)
    ends = _float(low, -math.inf), _float(high, math.inf)
    if _vanishes(value, *ends):
        return Search((), (ends,))
    todo, zeros, left = deque([ends]), _at_zero(value, ends), list[Part]()
    for _ in range(MOST_PARTS):
        if not todo or len(zeros) > MOST_ZEROS:
            break
        part = todo.popleft()  # the widest first: what is hard near a pole must not starve the rest
        pair = run((part[0] or TINY, part[1], True, False))
        verdict = _look(pair)
        if verdict == "none":
            continue
        # No cut helps where the values leave the floats, and decimals still tell them from 0.
        if _leaves_floats(pair) and _away(program, part, low, high):
            continue
        if isinstance(verdict, int) and (settled := _signs(value, part, verdict)) is not None:
            zeros += settled
        elif (cut := _cut(*part)) is not None:
            todo += [(part[0], cut), (cut, part[1])]
        elif not _away(program, part, low, high):
            left.append(part)
    return Search(_tidy(program, zeros, left), (*left, *todo))


def _vanishes(value: Callable[[Fraction], Any], low: float, high: float) -> bool:
    """Whether the function is 0 at a few places that nothing distinguishes."""
    bottom, top = max(low, -1e6), min(high, 1e6)
    # A function that is 0 throughout has no zero that could be isolated; three places that no law
    # favours are witness enough to leave the interval open instead of searching it.
    shares = (Fraction(2, 7), Fraction(5, 11), Fraction(7, 9))
    try:
        return bottom < top and all(
            value(Fraction(bottom) + share * (Fraction(top) - Fraction(bottom))) == 0
            for share in shares
        )
    except Open:
        return False


def _at_zero(value: Callable[[Fraction], Any], ends: Part) -> list[Zero]:
    """The zero at the lower end 0, which the parts above it leave out."""
    nothing = Fraction(0)
    try:
        met = ends[0] == 0 and value(nothing) == 0
    except Open:
        return []
    return [Zero(nothing, nothing)] if met else []


def _look(pair: Any) -> int | str:
    """What a part shows: ``none``, no zeros; ``open``; or the sign of all slopes."""
    if isinstance(pair, Undefined):
        return "none"
    values, slopes = pair
    if values[0] > 0 or values[1] < 0:
        return "none"
    # Where the slope keeps its sign there is one zero at most, and the signs at both ends tell.
    if slopes[2] and values[2] and (slopes[0] > 0 or slopes[1] < 0):
        return 1 if slopes[0] > 0 else -1
    return "open"


def _leaves_floats(pair: Any) -> bool:
    """Whether the values on a part are infinite for floats, though the function is defined."""
    (low, high, *_), _slopes = pair
    return math.inf in (-low, high)


def _away(program: Program, part: Part, low: Fraction | None, high: Fraction | None) -> bool:
    """Whether values keep away from 0 when they are computed with many digits.

    Bounds that no float can hold are taken as they are.
    """
    ends = [
        bound if math.isinf(end) else Fraction(end)
        for end, bound in zip(part, (low, high), strict=True)
    ]
    if None in ends:
        return False
    values = certainly(program)([tuple(ends)])
    return not isinstance(values, MISSING) and interval_sign(values) in {-1, 1}


def _float(bound: Fraction | None, without: float) -> float:
    """A bound as a float; infinite where there is none, or none that a float can hold."""
    if bound is None or abs(bound) > Fraction(FARTHEST):
        return without
    return float(bound)


def _signs(value: Callable[[Fraction], Any], part: Part, slope: int = 0) -> list[Zero] | None:
    """The zero of a monotone part, by the signs at its ends; None if that is not told.

    Towards infinity, and towards a pole at 0, a function that moves away from
    zero has none.
    """
    if math.inf in (-part[0], part[1]):
        return _one_sided(value, part, slope)
    low, high = Fraction(part[0]), Fraction(part[1])
    try:
        left, right = value(low), value(high)
    except Open:
        return _one_sided(value, part, slope) if low == 0 else None
    if left == 0 or right == 0:
        return [Zero(end, end) for end, sign in ((low, left), (high, right)) if sign == 0]
    return [Zero(low, high, value)] if (left > 0) != (right > 0) else []


def _one_sided(value: Callable[[Fraction], Any], part: Part, slope: int) -> list[Zero] | None:
    """A monotone part of which one end has no value."""
    upward = part[1] == math.inf
    if not slope or (upward and part[0] == -math.inf):
        return None
    end = Fraction(part[0] if upward else part[1])
    try:
        sign = value(end)
    except Open:
        return None
    if sign == 0:
        return [Zero(end, end)]
    rises = slope > 0 if upward else slope < 0
    return [] if (sign > 0) == rises else None


def _cut(low: float, high: float) -> float | None:
    """Where to cut a part: at 0, then halfway in the logarithm; None if it is too small."""
    if low < 0 < high:
        return 0.0
    if high <= 0:
        mirrored = _cut(-high, -low)
        return None if mirrored is None else -mirrored
    if low == 0:
        cut = min(1.0, high * 2.0**-32)
        return cut if cut > 1 / FARTHEST else None
    if high == math.inf:
        cut = max(1.0, low * 2.0**32)
        return cut if cut < FARTHEST else None
    if high - low < SMALLEST * high:
        return None
    cut = math.sqrt(low) * math.sqrt(high)
    return cut if low < cut < high else None


def _tidy(program: Program, zeros: list[Zero], left: list[Part]) -> tuple[Zero, ...]:
    """Zeros once each and narrow; a small open part across which the sign changes holds one."""
    value = certain_value_at(program)
    for part in left:
        if math.inf not in (-part[0], part[1]) and _defined(program, part):
            brackets = _signs(value, part) or []
            zeros += [Zero(z.low, z.high, z.function, certain=False) for z in brackets]
    once = {(zero.low, zero.high): zero for zero in zeros}
    return tuple(sorted((recognised(z) for z in once.values()), key=lambda zero: zero.middle))


def _defined(program: Program, part: Part) -> bool:
    """Whether the function has a value on all of a part, so that no pole lies in it."""
    return not isinstance(certainly(program)([part]), MISSING)


def recognised(zero: Zero) -> Zero:
    """A narrow zero; one at a simple fraction is found to be there exactly."""
    narrow = zero.narrowed()
    if narrow.exact or narrow.function is None:
        return narrow
    # Only a candidate (the best short fraction, by continued fractions): putting it in proves it.
    guess = narrow.middle.limit_denominator(10**9)
    if narrow.low <= guess <= narrow.high:
        try:
            if narrow.function(guess) == 0:
                return Zero(guess, guess, None, narrow.crosses, narrow.certain)
        except Open:
            pass
    return narrow
