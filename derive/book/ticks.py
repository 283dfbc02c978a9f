"""Ticks of an axis as people write numbers: 1, 3, 10, 30, with units; never 3e0."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

from derive.units import number_text

from .calculating import CalculatorLetter

SUFFIXES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
NEAR = 1e-9


def ticks(
    letter: CalculatorLetter, low: float, high: float, *, log: bool
) -> list[tuple[float, str]]:
    """Values in base units with their labels."""
    unit = natural(letter, math.sqrt(low * high) if log else high or low)
    factor = float(Fraction(unit[1]))
    found = _places(low / factor, high / factor, log=log)
    return [(value * factor, label(letter, unit, value)) for value in found]


def _places(low: float, high: float, *, log: bool) -> list[float]:
    decades = math.log10(high / low) if log else 0.0
    made = _decades(low, high, decades) if decades > 0.9 else _steps(low, high)
    slack = NEAR * abs(high - low)
    return [value for value in made if low - slack <= value <= high + slack]


def _decades(low: float, high: float, decades: float) -> list[float]:
    steps = (1,) if decades > 4 else (1, 3) if decades > 1.6 else (1, 2, 5)
    stride = math.ceil(decades / 6) if decades > 7 else 1
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [float(f"{step}e{power}") for power in powers if power % stride == 0 for step in steps]


def _steps(low: float, high: float) -> list[float]:
    raw = (high - low) / 5
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(one for one in (1, 2, 5, 10) if raw / size <= one + NEAR) * size
    first = math.ceil(low / step - NEAR)
    return [float(f"{k * step:.10g}") for k in range(first, math.floor(high / step + NEAR) + 1)]


def natural(letter: CalculatorLetter, base: float) -> list[Any]:
    """The printed unit in which a value reads best."""
    own = next(one for one in letter["units"] if one[0] == letter["unit"])
    ladder = [one for one in letter["units"] if one[2]]
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
        if abs(math.log10(ratio) - round(math.log10(ratio))) < NEAR:
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
