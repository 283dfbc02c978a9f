"""Numbers of cells: what each may stand for, and what it may be a slip of."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from derive.frozen import Record

from ..texts.documents import Cell
from .digits import MANY_DIGITS, digits_in, half_of

COARSE, ROUGH, FINE = 0.05, 0.015, 3e-3
"""How rough a cell, and a number that a step gives, may be; and which may have any digit moved."""
CLEAR = 0.01
"""How far off a number is that was not computed otherwise, or measured."""
TWO_DIGITS = 2


class TableNumber(Record):
    """A number of a cell in the unit of its column, and half a unit of its last digit."""

    value: float
    half: float
    digits: str
    cell: Cell
    unit: str = ""

    @property
    def scale(self) -> float:
        """What one is in the print; of a power of ten alone no digit is rounded."""
        return self.half / half_of(self.digits) if self.half else self.value / float(self.digits)

    @property
    def counted(self) -> bool:
        """Whether it is a whole number, which as the cause of another one stands as it is."""
        return "." not in self.digits


class Interval(Record):
    """The numbers that a printed one may stand for: ``low`` to ``high``.

    Floats do: the last digit of a print is wider than any rounding of theirs.
    """

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The number in the middle."""
        return (self.low + self.high) / 2

    @property
    def room(self) -> float:
        """Half of its width, relative to its middle."""
        return abs((self.high - self.low) / 2 / self.middle) if self.middle else math.inf

    @property
    def root(self) -> Interval:
        """The square root of a positive number."""
        return Interval(math.sqrt(self.low), math.sqrt(self.high))

    def over(self, other: Interval) -> Interval:
        """A quotient of positive numbers."""
        return Interval(self.low / other.high, self.high / other.low)

    def times(self, other: Interval) -> Interval:
        """A product of positive numbers."""
        return Interval(self.low * other.low, self.high * other.high)


def mistyped(
    number: TableNumber, wanted: Interval, *, sure: bool, plain: bool = False
) -> float | None:
    """The number that a step asks for, if a cell holds its digits moved, or its power of ten.

    Or one digit for another, where three rows or more keep the step, and it is ``sure``. Where
    they keep a ``plain`` product or quotient, two digits moved are telling, too.
    """
    if wanted.low <= 0 or wanted.room > COARSE:
        return None
    # A step that is known roughly says no more than the digits in its middle.
    known = wanted if wanted.room <= ROUGH else Interval(wanted.middle, wanted.middle)
    low, high = known.low - number.half, known.high + number.half
    apart = max(low - number.value, number.value - high) / wanted.middle
    if apart < CLEAR:
        return None
    shift = math.log10(number.value / wanted.middle)
    if abs(shift) > 0.5 and abs(shift - round(shift)) < max(0.005, wanted.room):
        return number.value / 10.0 ** round(shift)
    written = itertools.chain(
        _moved(number, wanted.room, TWO_DIGITS if plain else MANY_DIGITS),
        with_a_digit_replaced(number)
        if sure and wanted.room <= FINE and digits_in(number.digits) > MANY_DIGITS else (),
    )  # fmt: skip
    right = [value for value in written if low <= value <= high]
    return min(right, key=lambda value: abs(value - wanted.middle)) if right else None


def _moved(number: TableNumber, room: float, least: int) -> Iterator[float]:
    """The numbers that a cell holds with two digits exchanged, or all of few in any order."""
    text = number.digits
    places = [place for place, digit in enumerate(text) if digit != "."]
    shown = "".join(text[place] for place in places)
    if len(shown.lstrip("0")) < (TWO_DIGITS if room <= FINE else least):
        return
    orders = {
        "".join(shown[at] for at in _exchange(len(shown), one, other))
        for one, other in itertools.combinations(range(len(shown)), 2)
    }
    if room <= FINE and len(shown.lstrip("0")) == MANY_DIGITS:
        orders |= {"".join(order) for order in itertools.permutations(shown)}
    behind = len(text.partition(".")[2])
    # 044 is no number that anyone prints.
    printed = {order for order in orders if order[0] != "0" or shown[0] == "0"}
    for order in sorted(printed - {shown}):
        yield int(order) / 10**behind * number.scale


def with_a_digit_replaced(number: TableNumber) -> Iterator[float]:
    """The numbers that a cell holds with one of its digits typed as another."""
    behind = len(number.digits.partition(".")[2])
    whole = int(number.digits.replace(".", ""))
    for place in range(len(str(whole))):
        digit = whole // 10**place % 10
        for other in range(10):
            if other != digit:
                yield (whole + (other - digit) * 10**place) / 10**behind * number.scale


def _exchange(length: int, one: int, other: int) -> list[int]:
    order = list(range(length))
    order[one], order[other] = other, one
    return order
