"""A quantity that keeps the unit in which somebody typed it."""

from __future__ import annotations

from .quantity import Quantity
from .unit import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class AsTyped(Quantity):
    """A quantity that is printed in the unit in which it was typed: ``10 GiB``, not 10.74 GB."""

    __slots__ = ("shown",)
    _fields = (*Quantity._fields, "shown")
    shown: Unit | None

    def __init__(
        self, magnitude: Any, unit: Unit, read_as: str = "", shown: Unit | None = None
    ) -> None:
        self._set(magnitude, unit, read_as, shown)

    def natural(self, digits: int = 4) -> Quantity:
        """The same quantity in the unit that was typed."""
        del digits
        plain = Quantity(self.magnitude, self.unit, self.read_as)
        return plain if self.shown is None else plain.to(self.shown)
