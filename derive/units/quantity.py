"""A quantity: a number with its unit, to compute with, to compare and to print."""

from __future__ import annotations

import operator
import re
from decimal import Decimal
from fractions import Fraction

from ..errors import NotAPlainNumber, UnreadableValue, WrongUnit
from ..frozen import Frozen
from .decimals import (
    computed,
    exact_number,
    formatted,
    largest,
    magnitude_text,
    number_text,
    rounded,
    scaled,
)
from .unit import ONE, Unit, contradicts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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


# What Python's own numbers take, but for "d" and "s", which are a day and a second here.
NUMBER_FORMAT = r"[+\- ]?#?0?[0-9]*[,_]?(?:\.[0-9]+)?[eEfFgGn]?"
ALIGNMENT = r"(?:.?[<>^])?[0-9]*"


class Quantity(Elements):
    """A magnitude in a unit; the magnitude is exact unless it was computed.

    ``magnitude`` is a Fraction, a float or a NumPy array. ``read_as`` says
    how a typed value was understood where that needs saying ("70B read as
    70e9"). Here ``units`` is the table of a book, ``book.knowledge.units``.

    >>> link = units.quantity("400 Gbit/s")
    >>> size = units.quantity("80 GB")
    >>> print(size / link, size / 4, 3 * size + units.quantity("1 TB"))
    1.6 s 20 GB 1.24 TB
    >>> size > units.quantity("80e9 byte"), size == units.quantity("80e9 byte")
    (False, True)
    >>> f"{size}, {size:MB}, {link:.3g}, {link:.1f GB/s}, {size:>8}"
    '80 GB, 80000 MB, 400 Gbit/s, 50.0 GB/s,    80 GB'
    >>> float(size / units.quantity("1 TB"))
    0.08
    """

    __slots__ = ("magnitude", "read_as", "unit")
    _fields: tuple[str, ...] = ("magnitude", "unit", "read_as")
    # NumPy leaves arithmetic with an array to the methods below.
    __array_ufunc__ = None
    magnitude: Any
    unit: Unit
    read_as: str

    def __init__(self, magnitude: Any, unit: Unit, read_as: str = "") -> None:
        if not isinstance(unit, Unit):
            # Which units there are, a table of units says, and each book has its own.
            raise TypeError(f'ask a book for it: book.quantity("{magnitude} {unit}")')
        self._set(magnitude, unit, read_as)

    @property
    def base(self) -> Any:
        """The magnitude in base units: byte, second, FLOP, USD, joule, kilogram.

        >>> units.quantity("2 min").base
        Fraction(120, 1)
        """
        return scaled(self.magnitude, self.unit.factor)

    # --- other units ---------------------------------------------------------

    def to(self, unit: Unit | str) -> Quantity:
        """The same quantity in another unit.

        >>> units.quantity("400 Gbit/s").to("GB/s").magnitude
        Fraction(50, 1)
        """
        wanted = self._unit_named(unit) if isinstance(unit, str) else unit
        crossed = contradicts(self.unit, wanted) and contradicts(wanted, self.unit)
        if not self.unit.compatible(wanted) or crossed:
            raise WrongUnit(str(self), str(self.unit), str(wanted))
        if self.unit.factor == wanted.factor:
            return Quantity(self.magnitude, wanted, self.read_as)
        factor = self.unit.factor / wanted.factor
        return Quantity(scaled(self.magnitude, factor), wanted, self.read_as)

    def _unit_named(self, text: str) -> Unit:
        if self.unit.table is None:
            raise UnreadableValue(text, "this quantity's unit belongs to no table of units")
        return self.unit.table.unit(text)

    def natural(self, digits: int = 4) -> Quantity:
        """The same quantity in the unit that reads best once rounded to ``digits``.

        >>> print(units.quantity("0.0032 ms").natural().unit)
        us
        """
        if self.unit.table is None:
            return self
        size = largest(self.magnitude)
        if size - size == 0:  # finite
            size = Fraction(rounded(size, digits))
        return self.to(self.unit.table.natural(size, self.unit))

    def to_pint(self, registry: Any = None) -> Any:
        """A quantity of Pint with a float magnitude, in a registry of Pint's.

        Without a registry, in one that knows exactly the units of the table.
        Needs the extra ``pint``.
        """
        from .interchange import to_pint

        return to_pint(self, registry)

    def to_astropy(self) -> Any:
        """A quantity of astropy, where astropy has the unit."""
        from .interchange import to_astropy

        return to_astropy(self)

    # --- as text -------------------------------------------------------------

    def format(self, digits: int = 4) -> str:
        """The value in its natural unit, to so many significant digits.

        >>> units.quantity("58469 MB/s").format(3)
        '58.5 GB/s'
        """
        best = self.natural(digits)
        return with_unit(
            magnitude_text(best.magnitude, lambda n: number_text(n, digits)), best.unit
        )

    def __format__(self, spec: str) -> str:
        """``.3g`` formats the number, ``GB`` names the unit, ``.1f GB`` does both."""
        if re.fullmatch(ALIGNMENT, spec):
            return format(str(self), spec)
        number, _, unit = spec.partition(" ")
        if not re.fullmatch(NUMBER_FORMAT, number):
            number, unit = "", spec
        shown = self.to(unit) if unit else self.natural()
        text_of = (lambda value: formatted(value, number)) if number else number_text
        return with_unit(magnitude_text(shown.magnitude, text_of), shown.unit)

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return f"Quantity({self})"

    # --- arithmetic ----------------------------------------------------------

    def __add__(self, other: Any) -> Quantity:
        second = self._same_measure(other)
        if second is None:
            return NotImplemented
        return Quantity(computed(operator.add, self.magnitude, second.magnitude), self.unit)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Quantity:
        second = self._same_measure(other)
        return NotImplemented if second is None else self + -second

    def __rsub__(self, other: Any) -> Quantity:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Quantity:
        second = as_quantity(other)
        if second is None:
            return NotImplemented
        product = computed(operator.mul, self.magnitude, second.magnitude)
        return _reduced(product, self.unit * second.unit)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Quantity:
        second = as_quantity(other)
        if second is None:
            return NotImplemented
        quotient = computed(operator.truediv, self.magnitude, second.magnitude)
        return _reduced(quotient, self.unit / second.unit)

    def __rtruediv__(self, other: Any) -> Quantity:
        first = as_quantity(other)
        return NotImplemented if first is None else first / self

    def __pow__(self, power: int) -> Quantity:
        if not isinstance(power, int):
            return NotImplemented
        return Quantity(self.magnitude**power, self.unit**power)

    def __neg__(self) -> Quantity:
        return Quantity(-self.magnitude, self.unit)

    def __abs__(self) -> Quantity:
        return Quantity(abs(self.magnitude), self.unit)

    def __float__(self) -> float:
        if self.unit.dimensions:
            raise NotAPlainNumber(str(self), str(self.unit))
        return float(self.base)

    def _same_measure(self, other: Any) -> Quantity | None:
        """The other operand in this one's unit; zero fits any unit, other numbers plain ones."""
        second = as_quantity(other)
        if second is None:
            return None
        if second is not other and self.unit.dimensions:
            if not isinstance(other, (int, float, Fraction, Decimal)) or other != 0:
                raise NotAPlainNumber(str(self), str(self.unit))
            return Quantity(second.magnitude, self.unit)
        return second.to(self.unit)

    # --- comparison ----------------------------------------------------------

    def __eq__(self, other: object) -> Any:
        second = as_quantity(other)
        if second is None:
            return NotImplemented
        if (self.unit.dimensions, self.unit.kinds) != (second.unit.dimensions, second.unit.kinds):
            return False
        return self.base == second.base

    def __hash__(self) -> int:
        # A plain number equals its quantity, so both have one hash.
        if not self.unit.dimensions and not self.unit.kinds:
            return hash(self.base)
        return hash((self.base, self.unit.dimensions, self.unit.kinds))

    def __lt__(self, other: Any) -> Any:
        return self._compared_to(other, operator.lt)

    def __le__(self, other: Any) -> Any:
        return self._compared_to(other, operator.le)

    def __gt__(self, other: Any) -> Any:
        return self._compared_to(other, operator.gt)

    def __ge__(self, other: Any) -> Any:
        return self._compared_to(other, operator.ge)

    def _compared_to(self, other: Any, comparison: Callable[[Any, Any], Any]) -> Any:
        second = self._same_measure(other)
        return NotImplemented if second is None else comparison(self.base, second.base)


def as_quantity(value: Any) -> Quantity | None:
    """A quantity as it is, a number or an array as a plain one; None for anything else."""
    if isinstance(value, Quantity):
        return value
    if isinstance(value, (int, float, Fraction)) and not isinstance(value, bool):
        return Quantity(value, ONE)
    if isinstance(value, Decimal):
        return Quantity(exact_number(value), ONE)
    return Quantity(value, ONE) if hasattr(value, "dtype") else None


def _reduced(magnitude: Any, unit: Unit) -> Quantity:
    """The quantity in base units if words of its unit cancel: ``GB hour/s`` is so many bytes."""
    table = unit.table
    if table is None:
        return Quantity(magnitude, unit)
    measures: list[str] = []
    for word, _ in unit.parts if unit.name != ONE.name else ():
        entry = table.entry(word)
        measures += [name for name, _ in (*entry.dimensions, *entry.kinds)] or [""]
    plain = len(measures) > 1 and "" in measures
    base = table.base_unit(unit) if plain or len(set(measures)) < len(measures) else None
    if base is None:
        return Quantity(magnitude, unit)
    return Quantity(scaled(magnitude, unit.factor), base)


def with_unit(text: str, unit: Unit) -> str:
    """A printed number with its unit behind it; a plain number has none."""
    return text if unit.is_plain else f"{text} {unit}"


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
