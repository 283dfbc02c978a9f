"""The first curve of a calculator, as plain numbers for a drawing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from derive.programs.floats import floats
from derive.programs.program import from_data

from .calculating import CalculatorData, CalculatorLetter, PlotView, TickView
from .plane import holding, in_words, intervals, outline, short, strips, ticks

MOST_WIDENED, MOST_HALVED = 60, 60


def traced(data: CalculatorData, y: int, near: float) -> Callable[[Sequence[float]], float]:
    """The value of the letter at ``y`` where both sides are equal; ``near`` is the first guess.

    Not a number where there is none. The plot's script does the same.
    """
    if str(y) in data["alone"]:
        return floats(from_data(data["alone"][str(y)]))
    left, right = (floats(from_data(data["law"][side])) for side in ("left", "right"))
    last = near

    def found(values: Sequence[float]) -> float:
        nonlocal last
        inputs = list(values)

        def difference(value: float) -> float:
            inputs[y] = value
            return left(inputs) - right(inputs)

        root = crossing(difference, last)
        last = last if math.isnan(root) else root
        return root

    return found


def crossing(difference: Callable[[float], float], near: float) -> float:
    """The change of sign nearest to a guess: widen on both sides, then halve.

    A jump, as at a pole, is passed over.
    """
    low = high = near
    below = above = difference(near)
    if below == 0:
        return near
    for _ in range(MOST_WIDENED):
        lower, higher = low / 1.3, high * 1.3
        under, over = difference(lower), difference(higher)
        if 0 in (under, over):
            return lower if under == 0 else higher
        for first, last, start, end in ((lower, low, under, below), (high, higher, above, over)):
            root = _halved(difference, (first, last), start, end) if start * end < 0 else math.nan
            if not math.isnan(root):
                return root
        low, high, below, above = lower, higher, under, over
    return math.nan


def _halved(
    difference: Callable[[float], float], ends: tuple[float, float], below: float, above: float
) -> float:
    """The root between two ends of different sign; none where it is a jump."""
    low, high = ends
    size = abs(below) + abs(above)
    for _ in range(MOST_HALVED):
        middle = (low + high) / 2
        there = difference(middle)
        if there == 0:
            return middle
        low, high = (middle, high) if (there > 0) == (below > 0) else (low, middle)
    near = abs(difference(high) - difference(low)) <= 1e-6 * size
    return (low + high) / 2 if near else math.nan


WIDTHS, HEIGHT = (922, 358), 300
"""The plot of a wide page and that of a phone."""

LEFT, RIGHT, TOP, LOW = 74, 18, 14, 34
LETTER, GAP, EDGE = 6.4, 10, 40
"""The width of a letter, what parts two labels, and how near the edge one ends at its tick."""
POINTS = 97
WIDE = 20
"""From this ratio of its ends on an axis is logarithmic."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One letter from low to high, in base units."""

    letter: CalculatorLetter
    low: float
    high: float
    log: bool

    def share(self, value: float) -> float:
        """Where a value lies between the ends."""
        if self.log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def value(self, share: float) -> float:
        """The value at a share of the way between the ends."""
        if self.log:
            return self.low * float((self.high / self.low) ** share)
        return self.low + share * (self.high - self.low)


def first_plot(data: CalculatorData, bases: Sequence[Fraction | None]) -> list[PlotView]:
    """The target against the letter that moves it most widely; none where nothing can be drawn."""
    y = data["target"]
    if bases[y] is None:
        return []
    values = [math.nan if base is None else float(base) for base in bases]
    run = traced(data, y, values[y])
    best: tuple[float, int, Axis, list[tuple[float, float]]] | None = None
    for x, letter in enumerate(data["letters"]):
        if x == y or math.isnan(values[x]):
            continue
        axis = across(letter, values[x])
        points = _sampled(run, values, x, axis)
        heights = [value for _, value in points]
        if len(heights) > steps(axis) // 3 and max(heights) > min(heights):
            width = axis.high / max(axis.low, axis.high * 1e-6, 1e-300)
            if best is None or width > best[0] * 1.0001:
                best = width, x, axis, points
    if best is None:
        return []
    if data["law"]["op"] != "==":
        # The point lies on the boundary: a whole number that the law allows may lie inside.
        edge = run(values)
        values[y] = edge if math.isfinite(edge) else values[y]
    return [_drawn(data, values, best[1], best[2], best[3], width=width) for width in WIDTHS]


def across(letter: CalculatorLetter, now: float) -> Axis:
    """The usual range of a letter, widened to hold its value."""
    low, high = letter["typical"] or (now / 10, now * 10)
    low, high = min(low, now), max(high, now)
    factor = float(Fraction(letter["factor"]))
    if letter["low"]:
        low = max(low, float(Fraction(letter["low"])) * factor)
    if letter["high"]:
        high = min(high, float(Fraction(letter["high"])) * factor)
        low = low if letter["typical"] else min(low, 0.0)
    if not low < high:
        low, high = now - 1, now + 1
    return Axis(letter, low, high, low > 0 and high / low > WIDE)


def steps(axis: Axis) -> int:
    """The stretches of a curve: one from each whole number to the next where they are few."""
    few = axis.letter["whole"] and axis.high - axis.low < POINTS
    return math.floor(axis.high) - math.ceil(axis.low) if few else POINTS - 1


def _sampled(
    run: Callable[[Sequence[float]], float], values: Sequence[float], x: int, axis: Axis
) -> list[tuple[float, float]]:
    inputs, points = list(values), []
    count = steps(axis)
    for step in range(count + 1):
        at = axis.value(step / (count or 1))
        at = inputs[x] = float(round(at)) if axis.letter["whole"] else at
        value = run(inputs)
        if math.isfinite(value):
            points.append((at, value))
    return points


def upward(letter: CalculatorLetter, values: Sequence[float]) -> Axis:
    """An axis that holds all values."""
    low, high = min(values), max(values)
    if low > 0 and high / low > 30:
        return Axis(letter, low, high, log=True)
    return Axis(letter, 0.0 if 0 < low < 0.6 * high else low, high, log=False)


def _inside(width: int, share: float, height: float) -> tuple[float, float]:
    """A place between the axes, by its shares of them, in the units of the drawing."""
    return LEFT + share * (width - LEFT - RIGHT), TOP + (1 - height) * (HEIGHT - TOP - LOW)


def _drawn(
    data: CalculatorData,
    values: Sequence[float],
    x: int,
    axis: Axis,
    points: Sequence[tuple[float, float]],
    *,
    width: int,
) -> PlotView:
    y = data["target"]
    up = upward(data["letters"][y], [*(value for _, value in points), values[y]])

    def place(at: float, value: float) -> tuple[float, float]:
        return _inside(width, axis.share(at), up.share(value))

    drawn = [place(*point) for point in points]
    here = place(values[x], values[y])
    region, words, sign = _feasible(data, values, x, axis, up, width=width)
    text = sign + short(up.letter, values[y])
    high, room = here[1] < TOP + 24, len(text) * 7 + 16
    rises = points[-1][1] > points[0][1]
    right = here[0] > (LEFT + room if rises != high else width - RIGHT - room)
    return {
        "width": width,
        "height": HEIGHT,
        "left": LEFT,
        "right": width - RIGHT,
        "top": TOP,
        "bottom": HEIGHT - LOW,
        "x": x,
        "y": y,
        "log_x": axis.log,
        "log_y": up.log,
        "across": _apart(
            (
                (place(value, values[y])[0], label)
                for value, label in ticks(axis.letter, axis.low, axis.high, log=axis.log)
            ),
            width,
        ),
        "upward": [
            {"at": round(place(axis.low, value)[1], 1), "label": label, "anchor": "end"}
            for value, label in ticks(up.letter, up.low, up.high, log=up.log)
        ],
        "region": region,
        "says": words,
        "path": "M" + "L".join(f"{at:.1f} {value:.1f}" for at, value in drawn),
        "point": [round(here[0], 1), round(here[1], 1)],
        "label": text,
        "label_at": [
            round(here[0] + (-10 if right else 10), 1),
            round(here[1] + (20 if high else -10), 1),
        ],
        "label_end": right,
    }


def _feasible(
    data: CalculatorData, values: Sequence[float], x: int, across: Axis, up: Axis, *, width: int
) -> tuple[str, str, str]:
    """Where an inequality holds: the region as a path, in words, and the sign at the point."""
    letters, y, holds = data["letters"], data["target"], holding(data)
    says = f"{letters[y]['id']} against {letters[x]['id']}"
    if holds is None:
        return "", says, ""
    inputs, truth = list(values), holds

    def column(share: float) -> list[tuple[float, float]]:
        inputs[x] = across.value(share)

        def at(height: float) -> bool:
            inputs[y] = up.value(height)
            return truth(inputs)

        return intervals(at)

    path = "".join(outline(strip, partial(_inside, width)) for strip in strips(column))
    here = column(across.share(values[x]))
    spoken = [in_words(interval, lambda end: short(up.letter, up.value(end))) for interval in here]
    where = f"where {letters[x]['id']} is {short(across.letter, values[x])}"
    says += f"; the shaded region is where the law holds: {where}, {letters[y]['id']} "
    ends = [end for interval in here for end in interval]
    near = min(range(len(ends)), key=lambda k: abs(ends[k] - up.share(values[y])), default=None)
    sign = "" if near is None else "≤ " if near % 2 else "≥ "
    return path, says + (" or ".join(spoken) or "nowhere on this axis"), sign


def _apart(labelled: Iterable[tuple[float, str]], width: int) -> list[TickView]:
    """Ticks across; a label that would touch the one before is left out.

    Labels stand below the middle of their ticks, but end at those near the edge.
    """
    ticks: list[TickView] = []
    free = 0.0
    for at, label in labelled:
        half, ends = len(label) * LETTER / 2, at > width - EDGE
        start = at - half * (2 if ends else 1)
        shown = start >= free
        free = start + 2 * half + GAP if shown else free
        anchor = "end" if ends else "middle"
        ticks.append({"at": round(at, 1), "label": label if shown else "", "anchor": anchor})
    return ticks
