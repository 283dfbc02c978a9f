"""Whether a function rises or falls with a letter on a whole box of values.

Coefficients that share a sign tell it for quotients of sums of powers; else
slopes are enclosed part by part, also across steps, maxima and minima.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from ..programs.machine import MISSING, Arithmetic, runner
from ..programs.program import Program
from ..programs.ranges import INF, TINY, Range, between
from ..programs.relations import letters, over
from ..programs.slopes import ONE, SLOPES, ZERO
from ..records.domains import Domain
from ..solve.rational_functions import slope_sign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_PARTS = 512
NARROWEST = 2.0**-30


def slope_on_box(program: Program, name: str, box: Mapping[str, Domain]) -> int | None:
    """1 where a function rises with a letter on the whole box, -1 where it falls.

    0 where it does not contain the letter, None where neither is certain. The
    box must hold every letter of the function.
    """
    if name not in letters(program):
        return 0
    sign = slope_sign(program, name, box)
    return by_ranges(program, name, box) if sign is None else sign


def by_ranges(program: Program, name: str, box: Mapping[str, Domain]) -> int | None:
    """The same by interval arithmetic, also for steps, maxima and minima."""
    names = sorted(letters(program))
    run = runner(over(program, names), STEADY)
    place = names.index(name)
    todo = [tuple(range_of(box[name]) for name in names)]
    seen: set[int] = set()
    for _ in range(MOST_PARTS):
        if not todo:
            break
        part = todo.pop()
        pair = run([(r, ONE if n == place else ZERO) for n, r in enumerate(part)])
        sign = _slope(pair)
        if sign is not None:
            seen.add(sign)
        elif (cut := halves(part)) is None:
            return None
        else:
            todo += cut
        # It rises on one part and falls on another: more cuts change nothing.
        if len(seen - {0}) > 1:
            return None
    if todo:
        return None
    return (seen - {0} or {0}).pop()


def _slope(pair: Any) -> int | None:
    if isinstance(pair, MISSING):
        return None
    value, slope = pair
    if not value[2] or not slope[2]:
        return None
    if slope[0] == 0 == slope[1]:
        return 0
    return 1 if slope[0] >= 0 else -1 if slope[1] <= 0 else None


def range_of(domain: Domain) -> Range:
    """A domain as a range of the arithmetic of ranges."""
    low = -INF if domain.low is None else domain.low
    high = INF if domain.high is None else domain.high
    if domain.low == 0 and domain.low_open:
        low = TINY
    if isinstance(low, float) or isinstance(high, float):
        below, above = between(low, low, whole=False), between(high, high, whole=False)
        return below[0], above[1], True, domain.integer
    return between(low, high, whole=domain.integer)


def halves(part: tuple[Range, ...]) -> list[tuple[Range, ...]] | None:
    """The part cut across its widest side, measured in the logarithm where it is positive."""
    widths = [_width(side) for side in part]
    widest = max(range(len(part)), key=lambda place: widths[place])
    if widths[widest] < NARROWEST:
        return None
    low, high, sure, whole = part[widest]
    cut = middle(low, high)
    if not low < cut < high:
        return None
    cuts = ((low, cut, sure, whole), (cut, high, sure, whole))
    return [(*part[:widest], half, *part[widest + 1 :]) for half in cuts]


def _width(side: Range) -> float:
    low, high = side[0], side[1]
    if low == high:
        return 0.0
    if low > 0:
        return math.log(min(high, 1e300)) - math.log(max(low, 1e-300))
    return min(high - low, 1e300)


def middle(low: float, high: float) -> float:
    """A number between two ends, halfway between their logarithms where they are positive."""
    if low > 0:
        return math.sqrt(max(low, 1e-300)) * math.sqrt(min(high, 1e300))
    if high == INF:
        return max(1.0, 2 * low)
    if low == -INF:
        return min(-1.0, 2 * high)
    return (low + high) / 2


def _steady_jump(name: str) -> Callable[[Any], Any]:
    """A ceiling rises where its argument does, if only in steps."""
    plain = SLOPES.apply[name]

    def applied(inner: Any) -> Any:
        pair = plain(inner)
        if isinstance(pair, MISSING):
            return pair
        value, slope = pair[0], inner[1]
        if value[0] == value[1]:
            return value, ZERO
        low = 0.0 if slope[0] >= 0 else -INF
        high = 0.0 if slope[1] <= 0 else INF
        return value, (low, high, slope[2], False)

    return applied


STEADY = Arithmetic(
    SLOPES.constant,
    {**SLOPES.apply, **{name: _steady_jump(name) for name in ("floor", "ceil")}},
    SLOPES.loop,
)
