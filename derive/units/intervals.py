"""Intervals and grids: the values between two ends, all of them or points."""

from __future__ import annotations

from fractions import Fraction

from ..frozen import Frozen, Record
from .quantity import Quantity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MOST_POINTS = 100_000


class Interval(Frozen):
    """All values between two ends; an end that is None is open to infinity.

    Before the unit is known the ends are as they were given (text, numbers);
    ``read_value`` turns them into quantities.

    >>> print(Interval("1 GB", "80 GB"), Interval(high="80 GB"), Interval(low=3, low_open=True))
    1..80 GB <= 80 GB > 3
    """

    __slots__ = _fields = ("low", "high", "low_open", "high_open")
    low: Any
    high: Any
    low_open: bool
    high_open: bool

    def __init__(
        self,
        low: Any = None,
        high: Any = None,
        low_open: bool = False,  # noqa: FBT001, FBT002  the order in which ends are written
        high_open: bool = False,  # noqa: FBT001, FBT002  as above
    ) -> None:
        self._set(low, high, low_open, high_open)

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "any value"
        if self.low is None:
            return f"{'<' if self.high_open else '<='} {self.high}"
        if self.high is None:
            return f"{'>' if self.low_open else '>='} {self.low}"
        low, high = str(self.low), str(self.high)
        number, _, unit = low.partition(" ")
        return f"{number if unit and high.endswith(f' {unit}') else low}..{high}"


class Grid(Record):
    """Values from ``low`` to ``high``: ``1:1024``, ``1:1024:log``, ``1:1024:7``.

    Without a number of points a count takes every whole number, any other
    quantity a hundred equal steps; ``log`` doubles from the low end.
    """

    low: Quantity
    high: Quantity
    points: int | None = None
    log: bool = False
    whole: bool = False

    def magnitudes(self) -> tuple[Fraction, ...]:
        """The points, in the unit of ``low``, in rising order, both ends included."""
        low, high = Fraction(self.low.magnitude), Fraction(self.high.magnitude)
        if self.log:
            return _doublings(low, high)
        steps = self.points - 1 if self.points else 100
        if self.whole and not self.points:
            steps = max(int(high - low), 1)
        exactly = [low + (high - low) * i / steps for i in range(steps + 1)]
        if self.whole:
            exactly = [Fraction(round(value)) for value in exactly]
        return tuple(sorted({value for value in exactly if low <= value <= high}))

    def __iter__(self) -> Iterator[Quantity]:
        return (Quantity(value, self.low.unit) for value in self.magnitudes())

    def __str__(self) -> str:
        last = ":log" if self.log else f":{self.points}" if self.points else ""
        return f"{self.low}:{self.high}{last}"


def at_most(value: Any) -> Interval:
    """Every value up to this one: ``at_most("80 GB")``."""
    return Interval(high=value)


def at_least(value: Any) -> Interval:
    """Every value from this one on: ``at_least("50 ms")``."""
    return Interval(low=value)


def between(low: Any, high: Any) -> Interval:
    """Every value from ``low`` to ``high``, both included."""
    return Interval(low=low, high=high)


def _doublings(low: Fraction, high: Fraction) -> tuple[Fraction, ...]:
    values = [low]
    while values[-1] * 2 <= high:
        values.append(values[-1] * 2)
    if values[-1] != high:
        values.append(high)
    return tuple(values)
