"""The plane of a plot: where an inequality holds in it, and the ticks of its axes.

The plane is cut into columns. In each of them the law and its conditions are
tried at steps as high as a few pixels, and every change is halved down. The
plot's script does the same. Ticks are numbers as people write them: 1, 3, 10,
30, with units; never 3e0.
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from derive.programs.floats import floats
from derive.programs.program import from_data
from derive.units import number_text

from .calculating import CalculatorData, CalculatorLetter
from .pieces import Program

COLUMNS, STEPS, MOST_HALVED = 40, 64, 24
COMPARES: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
}  # fmt: skip

Interval = tuple[float, float]
Strip = list[tuple[float, float, float]]
"""Neighbouring columns: where each stands, its lower and its upper end, as shares of the axes."""


def holding(data: CalculatorData) -> Callable[[Sequence[float]], bool] | None:
    """Whether an inequality and its comparisons hold at a point; none for an equation."""
    law = data["law"]
    if law["op"] not in COMPARES:
        return None
    claims = [_claim(law["op"], law["left"], law["right"])]
    claims += [
        _claim(condition["op"], condition["left"][0], condition["right"][0])
        for condition in data["conditions"]
        if condition["op"] in COMPARES
        and not any(data["letters"][k]["optional"] for k in condition["uses"])
    ]
    return lambda values: all(claim(values) for claim in claims)


def _claim(op: str, left: Program, right: Program) -> Callable[[Sequence[float]], bool]:
    compare, sides = COMPARES[op], [floats(from_data(side)) for side in (left, right)]
    return lambda values: compare(*(side(values) for side in sides))


def intervals(holds: Callable[[float], bool]) -> list[Interval]:
    """The stretches of one column, from 0 to 1, in which something holds."""
    places = [step / STEPS for step in range(STEPS + 1)]
    truths = [holds(place) for place in places]
    ends = [0.0] if truths[0] else []
    for (low, before), (high, after) in pairwise(zip(places, truths, strict=True)):
        if before != after:
            ends.append(_changed(holds, low, high))
    ends += [1.0] if truths[-1] else []
    return list(zip(ends[::2], ends[1::2], strict=True))


def _changed(holds: Callable[[float], bool], low: float, high: float) -> float:
    """Where what holds on one side alone begins or ends."""
    below = holds(low)
    for _ in range(MOST_HALVED):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) == below else (low, middle)
    return (low + high) / 2


def strips(column: Callable[[float], list[Interval]]) -> Iterator[Strip]:
    """The parts of a plane that hold together; ``column`` are the stretches at a place across.

    Where their number changes between two columns, a strip ends and others begin.
    """
    last, before = 0.0, column(0.0)
    running: list[Strip] = [[(0.0, *interval)] for interval in before]
    for step in range(1, COLUMNS + 1):
        at = step / COLUMNS
        here = column(at)
        if len(here) != len(before):
            (last, before), (begin, first) = _split(column, (last, before), (at, here))
            yield from _joined(running, last, before)
            running = [[(begin, *interval)] for interval in first]
        if len(running) == len(here):
            running = list(_joined(running, at, here))
        last, before = at, here
    yield from running


def _split(
    column: Callable[[float], list[Interval]],
    start: tuple[float, list[Interval]],
    end: tuple[float, list[Interval]],
) -> tuple[tuple[float, list[Interval]], tuple[float, list[Interval]]]:
    """The last column like the first, and the next one that is like the second."""
    (low, before), (high, after) = start, end
    for _ in range(MOST_HALVED):
        middle = (low + high) / 2
        intervals = column(middle)
        if len(intervals) == len(before):
            low, before = middle, intervals
        elif len(intervals) == len(after):
            high, after = middle, intervals
        else:
            break
    return (low, before), (high, after)


def _joined(running: Sequence[Strip], at: float, intervals: Sequence[Interval]) -> Iterator[Strip]:
    for strip, ends in zip(running, intervals, strict=True):
        yield [*strip, (at, *ends)]


def outline(strip: Strip, place: Callable[[float, float], tuple[float, float]]) -> str:
    """A strip as the path of a drawing."""
    upper = [place(at, high) for at, _, high in strip]
    lower = [place(at, low) for at, low, _ in reversed(strip)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in [*upper, *lower]) + "Z"


def in_words(interval: Interval, text: Callable[[float], str]) -> str:
    """A stretch of a column in words: up to 45, from 2 to 45; an end of the axis is none."""
    low, high = (
        "" if math.isclose(end, side) else text(end)
        for end, side in zip(interval, (0.0, 1.0), strict=True)
    )
    if low and high:
        return f"from {low} to {high}"
    return f"from {low} on" if low else f"up to {high}" if high else "everywhere"


SUFFIXES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
NEAR = 1e-9


def ticks(
    letter: CalculatorLetter, low: float, high: float, *, log: bool
) -> list[tuple[float, str]]:
    """Values in base units with their labels."""
    unit = natural(letter, math.sqrt(low * high) if log else high or low)
    factor = float(Fraction(unit[1]))
    places = _places(low / factor, high / factor, log=log)
    return [(value * factor, label(letter, unit, value)) for value in places]


def _places(low: float, high: float, *, log: bool) -> list[float]:
    decades = math.log10(high / low) if log else 0.0
    values = _decades(low, high, decades) if decades > 0.9 else _steps(low, high)
    slack = NEAR * abs(high - low)
    return [value for value in values if low - slack <= value <= high + slack]


def _decades(low: float, high: float, decades: float) -> list[float]:
    steps = (1,) if decades > 4 else (1, 3) if decades > 1.6 else (1, 2, 5)
    stride = math.ceil(decades / 6) if decades > 7 else 1
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [float(f"{step}e{power}") for power in powers if power % stride == 0 for step in steps]


def _steps(low: float, high: float) -> list[float]:
    raw = (high - low) / 5
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(multiple for multiple in (1, 2, 5, 10) if raw / size <= multiple + NEAR) * size
    first = math.ceil(low / step - NEAR)
    return [float(f"{k * step:.10g}") for k in range(first, math.floor(high / step + NEAR) + 1)]


def natural(letter: CalculatorLetter, base: float) -> list[Any]:
    """The printed unit in which a value reads best."""
    own = next(unit for unit in letter["units"] if unit[0] == letter["unit"])
    ladder = [unit for unit in letter["units"] if unit[2]]
    if not base or len(ladder) < 2 or not math.isfinite(base):
        return own
    best, size = ladder[0], abs(float(f"{base:.6g}"))
    for below, here in itertools.pairwise(ladder):
        value = size / float(Fraction(here[1]))
        step = math.log10(Fraction(here[1]) / Fraction(below[1]))
        smooth = min(abs(step - round(step)), abs(value - round(value))) < NEAR
        if value >= (1 if smooth else 2) * (1 - NEAR):
            best = here
    return best


def label(letter: CalculatorLetter, unit: list[Any], value: float) -> str:
    """One tick."""
    size, name, text = abs(value), unit[0], _plain(value)
    if letter["count"] and size >= 1e4:
        return next(
            (f"{_plain(value / scale)}{suffix}" for scale, suffix in SUFFIXES if size >= scale),
            text,
        )
    measured = bool(letter["dimensions"])
    if measured and value and not 0.1 <= size < 1e3 and len(letter["units"]) > 2:
        best = natural(letter, value * float(Fraction(unit[1])))
        ratio = Fraction(unit[1]) / Fraction(best[1])
        # A prefix that is too long to be shown would leave 1 where 1000 is meant.
        if abs(math.log10(ratio) - round(math.log10(ratio))) < NEAR and len(best[0]) < 8:
            text, name, size = _plain(value * float(ratio)), best[0], abs(value * float(ratio))
    if value and not 1e-3 <= size < 1e5:
        head, power = f"{value:.2e}".split("e")
        mark = "" if float(head) == 1 else f"{_plain(float(head))}·"
        text = f"{mark}10{str(int(power)).translate(RAISED)}"
    return f"{text} {name}" if measured and name != "1" and len(name) < 8 else text


def _plain(value: float) -> str:
    return f"{float(f'{value:.4g}'):.12g}"


def short(letter: CalculatorLetter, base: float) -> str:
    """A value with its unit, to four digits."""
    unit = natural(letter, base)
    text = number_text(base / float(Fraction(unit[1])), 4)
    return text if unit[0] == "1" else f"{text} {unit[0]}"
