"""Values that cannot be read."""

from __future__ import annotations

from ..quoting import listing, shown
from .root import DeriveError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self


class ValueProblem(DeriveError):
    """A value that cannot be read; knows the symbol and what it would accept."""

    text: str
    symbol = ""
    accepts = tuple[str, ...]()

    def of(self, symbol: str, accepts: Sequence[str] = ()) -> Self:
        """The same problem, now with the symbol whose value it is and the units it accepts."""
        self.symbol, self.accepts = symbol, tuple(accepts)
        return self

    def complaint(self) -> str:
        """What is wrong, without the place and the accepted units."""
        return f"{shown(self.text)} is not a value"

    def __str__(self) -> str:
        where = f"{self.symbol}: " if self.symbol else ""
        return f"{where}{self.complaint()}{self.wanted()}"

    def wanted(self) -> str:
        """What would be accepted; a symbol without a unit takes a plain number."""
        if not self.accepts:
            return ""
        if self.accepts == ("1",):
            return "; give a plain number"
        return f"; give a number in {listing(self.accepts)}"


class UnreadableValue(ValueProblem):
    """Text that is not a number with a unit."""

    why: str = ""

    def complaint(self) -> str:
        """What is wrong, with the reason where one is known."""
        return f"{shown(self.text)} is not a value" + (f": {self.why}" if self.why else "")


class UnknownUnit(ValueProblem):
    """A unit that the table does not list, with the nearest one that it does."""

    unit: str
    guess: str = ""

    def complaint(self) -> str:
        """The unit, and the one that was probably meant."""
        guess = f" (did you mean {self.guess}?)" if self.guess else ""
        return f"there is no unit {shown(self.unit)}{guess}"


class WrongUnit(ValueProblem):
    """A known unit that measures another thing."""

    unit: str
    expected: str
    note: str = ""

    def complaint(self) -> str:
        """Both units, and the slip that is likely behind them."""
        note = f" ({self.note})" if self.note else ""
        return (
            f"{shown(self.text)} is in {self.unit}, which does not convert to {self.expected}{note}"
        )


class NotAPlainNumber(ValueProblem, TypeError):
    """A quantity with a unit where Python wants a bare number; ``float()`` promises a TypeError."""

    unit: str

    def complaint(self) -> str:
        """The quantity, and how to get its number."""
        return (
            f"{shown(self.text)} is in {self.unit}, so it is not a plain number; "
            f"name the unit: .to({self.unit!r}).magnitude"
        )
