"""How a function behaves on a whole box of values: whether it rises or falls, and its interval.

Coefficients that share a sign tell the slope of quotients of sums of powers; else
slopes are enclosed part by part, also across steps, maxima and minima. Where no corner
is known to be the end, the interval of an answer is found by branch and bound.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..programs.enclosures import over_ranges
from ..programs.machine import MISSING, Arithmetic, runner
from ..programs.program import Program
from ..programs.ranges import INF, TINY, Range, between, down, up
from ..programs.relations import bound, breaks, letters, over
from ..programs.slopes import ONE, SLOPES, ZERO
from ..records.notes import Domain
from ..solve.rational_functions import slope_sign
from ..units import Quantity
from ..units.quantity import AsTyped
from .answer import Answer, Condition, Span, Step, Uncertainty, Whole
from .boxes import Box, box_of
from .question import Question, unit_shown
from .working import with_values

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


# --- the interval of an answer ------------------------------------------------------


MOST_BOUNDED = 3000
NEAR = 1e-6


def enclosed(knowledge: Knowledge, question: Question) -> Answer | None:
    """The interval of the left side of an equation, if that is what was asked; else None."""
    law = question.law
    if not law.relation.is_equation or law.gives != question.target.id or question.also:
        return None
    points = {n: v for n, v in question.values().items() if isinstance(v, Quantity)}
    function = bound(law.relation.right, question.points())
    if breaks(function):
        return None
    box = box_of(knowledge, question)
    bounds = enclosure(function, box)
    if bounds is None:
        return None
    low, high, slack = bounds
    shown = unit_shown(knowledge, question.target.id, question.wish)
    ends: list[Quantity] = [
        AsTyped(Fraction(end) / shown.factor, shown, "", shown)
        if question.wish.unit
        else Quantity(Fraction(end) / shown.factor, shown)
        for end in (low, high)
    ]
    span = Span(ends[0], ends[1], low_open=False, high_open=False)
    letters = tuple(sorted(box.free(function.inputs)))
    whole = _whole_numbers(low, high) if question.target.domain.integer else None
    return Answer(
        formula=law.formula,
        target=question.target.id,
        kind="range",
        method="numeric",
        intervals=(span,),
        integer=whole,
        conditions=tuple(
            Condition(condition.says, None, f"{' and '.join(letters)} is uncertain")
            for condition in law.conditions
        ),
        givens=question.givens,
        defaults=question.defaults,
        steps=(Step("the law", law.text, law.latex), with_values(knowledge, law, points)),
        law=law.text,
        constants=question.wish.constants,
        origins=question.origins,
        latex=question.target.latex,
        uncertain=Uncertainty(letters, "ranges", "some", (span,), whole, slack),
    )


def _whole_numbers(low: float, high: float) -> Whole:
    smallest, largest = -((-Fraction(low)) // 1), Fraction(high) // 1
    return Whole(int(smallest), int(largest), empty=smallest > largest)


def enclosure(function: Program, box: Box) -> tuple[float, float, float] | None:
    """Bounds on a function over a box, and how much too wide they may be (relative)."""
    start = tuple(range_of(box.values[name]) for name in function.inputs)
    least, most = (_Search(function, sign).least(start) for sign in (1.0, -1.0))
    if least is None or most is None:
        return None
    slack = max((near - sure) / (abs(near) or 1.0) for sure, near in (least, most))
    return least[0], -most[0], slack


class _Search:
    """Looks for the least value of a program, or of minus the program, part by part."""

    def __init__(self, program: Program, sign: float) -> None:
        self.run = over_ranges(program)
        self.slopes = runner(program, SLOPES)
        self.sign = sign

    def least(self, start: tuple[Range, ...]) -> tuple[float, float] | None:
        """A lower bound, and a value that is reached; None where it has no value somewhere."""
        # Branch and bound: the part with the lowest bound is cut next, so its bound holds for all.
        queue = [(self.bound(start), 0, start)]
        reached, count = INF, 0
        while count < MOST_BOUNDED:
            bound, _, part = queue[0]
            here = self._signed(self.run(tuple(map(_point, part))))[1]
            reached = min(reached, here)
            if bound > -INF and reached - bound <= NEAR * max(abs(reached), abs(bound)):
                break
            cut = halves(part)
            if cut is None:
                break
            heapq.heappop(queue)
            for half in cut:
                count += 1
                heapq.heappush(queue, (self.bound(half), count, half))
        bound = queue[0][0]
        return (bound, reached) if -INF < bound <= reached < INF else None

    def bound(self, part: tuple[Range, ...]) -> float:
        """A lower bound on one part: by its range, and by its slopes around the middle."""
        # The mean value form: the value in the middle, less the steepest slope times the way to
        # the edge. On narrow parts it is far sharper than the range, which counts a letter anew
        # wherever it stands; on wide ones the range wins.
        plain = self._signed(self.run(part))[0]
        middles = tuple(map(_point, part))
        centre = self._signed(self.run(middles))[0]
        if plain == -INF or centre == -INF:
            return plain
        for place, (side, mid) in enumerate(zip(part, middles, strict=True)):
            pair = self.slopes([(r, ONE if n == place else ZERO) for n, r in enumerate(part)])
            if isinstance(pair, MISSING):
                return plain
            steepest = max(abs(pair[1][0]), abs(pair[1][1]))
            reach = max(mid[1] - side[0], side[1] - mid[0])
            centre = down(centre - up(steepest * reach)) if reach else centre
        return plain if math.isnan(centre) else max(plain, centre)

    def _signed(self, value: Any) -> tuple[float, float]:
        """Both bounds on the signed value; infinite where there may be none."""
        if isinstance(value, MISSING) or not value[2]:
            return -INF, INF
        return (value[0], value[1]) if self.sign > 0 else (-value[1], -value[0])


def _point(side: Range) -> Range:
    low, high = side[0], side[1]
    place = low if low == high else middle(low, high)
    if side[3]:
        place = float(round(place))
    return between(min(max(place, low), high), min(max(place, low), high), whole=side[3])
