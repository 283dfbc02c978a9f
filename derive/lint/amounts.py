"""What numbers of a chain come to, with their units and the digits that are printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

import numpy as np

from derive.errors import DeriveError
from derive.notation import Negative, Node, Number, walk
from derive.registry import Registry

from .probing import Probe, Unknown

EXACTLY, ABOUT = 0.02, 0.25
SMALL = 1000
COARSEST = 0.05
"""No number is read as rounded more than this, however many zeros it ends in."""
MULTIPLES = tuple(10.0**power for power in (3, 6, 9, 12, 15, 18)) + tuple(
    1024.0**power for power in (1, 2, 3, 4, 5)
)
"""What a unit may be told in: thousands, millions, KiB, MiB and so on."""


@dataclass(frozen=True, slots=True)
class Amount:
    """What numbers come to; ``scale`` and ``unit`` if units are printed with them."""

    value: float
    scale: float = 1.0
    unit: str = ""
    printed: Number | None = None
    whole: bool = False

    @property
    def unit_told(self) -> str:
        """The unit as a message shows it."""
        return f" {self.unit}" if self.unit else ""

    @property
    def step(self) -> float:
        """Half a unit of the last digit that is printed; 0 for what is computed."""
        if self.printed is None:
            return 0.0
        digits = self.printed.text.replace(",", "").lower().partition("e")[0]
        _, point, behind = digits.partition(".")
        zeros = len(digits) - len(digits.rstrip("0")) if not point else -len(behind)
        scale = self.printed.value / _fraction(digits) if _fraction(digits) else 1
        half = float(scale) * 10.0**zeros / 2
        return half if zeros <= 0 else max(min(half, COARSEST * abs(self.value)), 0.5 * scale)


def _fraction(digits: str) -> Any:
    try:
        return Fraction(digits)
    except ValueError:
        return Fraction(0)


def amount(node: Node, registry: Registry | None) -> Amount | None:
    """The value of a side without letters, units apart; None where it has none."""
    units = {part.unit for part in walk(node) if isinstance(part, Number) and part.unit} - {"%"}
    if len(units) > 1:
        return None
    try:
        value = Probe({}).value(_without_units(node))
    except Unknown:
        return None
    if not np.all(np.isfinite(value)):
        return None
    inner = node.body if isinstance(node, Negative) else node
    printed = inner if isinstance(inner, Number) else None
    numbers = [part for part in walk(node) if isinstance(part, Number)]
    whole = all(part.value.denominator == 1 and not part.unit for part in numbers)
    unit = next(iter(units), "")
    return Amount(float(value), _scale(unit, registry), unit, printed, whole)


def _without_units(node: Node) -> Node:
    """The same numbers without what is printed behind them."""
    if isinstance(node, Number):
        return replace(node, unit="%" if node.unit == "%" else "")
    changed: dict[str, Any] = {}
    for one in fields(node):
        value = getattr(node, one.name)
        if isinstance(value, tuple) and value and not isinstance(value[0], int):
            changed[one.name] = tuple(_without_units(part) for part in value)
        elif hasattr(value, "at") and not isinstance(value, str):
            changed[one.name] = _without_units(value)
    return replace(node, **changed)


def _scale(unit: str, registry: Registry | None) -> float:
    """The factor of a unit to its base unit; nan where it is not known."""
    if not unit:
        return 1.0
    if registry is None:
        return float("nan")
    try:
        return float(registry.units.unit(unit).factor)
    except DeriveError:
        return float("nan")


def apart(one: Amount, other: Amount, *, about: bool) -> float | None:
    """How far two amounts are apart, relative to the first; None where they agree."""
    best: float | None = None
    for left, right, half in _readings(one, other):
        gap = abs(left - right) / abs(left) if left else abs(right)
        step = half * (1 + 1e-9)
        allowed = ABOUT if about else EXACTLY
        rounded = abs(left - right) <= step or _whole(left, right)
        strict = not about and one.whole and other.whole and abs(left) < SMALL
        if rounded or (gap <= allowed and not strict):
            return None
        best = gap if best is None else min(best, gap)
    return best


def _readings(one: Amount, other: Amount) -> Iterator[tuple[float, float, float]]:
    """Both values in one unit, and half of the last digit of either in it.

    With one unit missing, in any multiple of the other's.
    """
    if one.unit and other.unit and one.unit != other.unit:
        if np.isfinite(one.scale) and np.isfinite(other.scale):
            yield _in_units(one, other, one.scale, other.scale)
        return
    yield _in_units(one, other)
    if bool(one.unit) != bool(other.unit):
        for scale in (1.0, *MULTIPLES):
            yield _in_units(one, other, scale)
            yield _in_units(one, other, 1.0, scale)


def _in_units(
    one: Amount, other: Amount, mine: float = 1.0, theirs: float = 1.0
) -> tuple[float, float, float]:
    step = max(one.step * mine, other.step * theirs)
    return one.value * mine, other.value * theirs, step


def _whole(left: float, right: float) -> bool:
    """Whether one is the other rounded to a whole number, up or down."""
    return any(
        abs(b - round(b)) < 1e-9 and round(b) in {np.floor(a), np.ceil(a)} and abs(a) >= 1
        and abs(a - round(a)) > 1e-9
        for a, b in ((left, right), (right, left))
    )  # fmt: skip


def proposed(one: Amount, other: Amount) -> str:
    """What the second side would have to be, in its own unit."""
    value = one.value
    if one.unit and other.unit:
        value = one.value * one.scale / other.scale
    elif other.unit:
        value = min(
            (one.value / scale for scale in (1.0, *MULTIPLES)), key=lambda v: _away(v, other.value)
        )
    return f"{value:.4g}{other.unit_told or one.unit_told}"


def _away(value: float, printed: float) -> float:
    """How many times apart two values are."""
    return abs(np.log(abs(value / printed))) if value and printed else float("inf")
