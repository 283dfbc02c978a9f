"""A quantity of many numbers, item by item and as a column: a length, items, NumPy's protocol."""

from __future__ import annotations

from ..errors import NotAPlainNumber
from ..frozen import Frozen
from .unit import Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Self


class Elements(Frozen):
    """A magnitude in a unit, taken item by item or as a column of a data frame."""

    __slots__ = ()
    if TYPE_CHECKING:
        magnitude: Any
        unit: Unit
        base: Any

    @property
    def ndim(self) -> int:
        """The dimensions of the magnitude; with none, data frames take it for a single value."""
        return getattr(self.magnitude, "ndim", 0)

    def __bool__(self) -> bool:
        # Not its length, nor whether it is zero: `if quantity` asks whether there is one.
        return True

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError(f"{self} is one quantity and has no items")
        return len(self.magnitude)

    def __iter__(self) -> Iterator[Self]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: Any) -> Self:
        if not self.ndim:
            raise TypeError(f"{self} is one quantity and has no items")
        part = self.magnitude[index]
        return self.replaced(magnitude=part if part.ndim else part.item())

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """Plain numbers; what has a unit is refused, as by ``float()``."""
        import numpy as np

        if self.unit.dimensions:
            raise NotAPlainNumber(str(self), str(self.unit))
        return np.array(self.base, dtype=dtype or float)
