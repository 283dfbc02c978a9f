"""Quantities and numbers of other libraries: NumPy, Pint, astropy, unyt.

A foreign object is recognised by what it offers. Nothing is imported for it
but where one has to be made.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import lru_cache

from ..errors import UnknownUnit, UnreadableValue
from .decimals import exact_number, scaled
from .quantity import Quantity
from .unit import BASE_UNITS, MOST_EXPONENT, ONE, Unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .table import UnitTable

MOST_NUMBERS = 10_000_000

# --- numbers ---------------------------------------------------------------------


def as_array(value: Any) -> Any:
    """A float array for an array or a list of numbers, else None; one of floats is not copied.

    A column of pandas, Polars or Arrow is an array by NumPy's protocol.
    """
    if isinstance(value, (list, tuple, range)):
        return _from_numbers(value)
    if not hasattr(value, "__array__"):
        return None
    import numpy as np

    value = np.asarray(value)
    if value.ndim == 0:
        return None
    if value.dtype.kind not in "iuf":
        raise UnreadableValue("an array", "it must hold real numbers")
    numbers = value.astype(float, copy=False)
    if not _finite(np, numbers):
        raise UnreadableValue("an array", "it holds a number that is not finite")
    return numbers


def _finite(numpy: Any, numbers: Any) -> bool:
    """Whether all numbers are finite; a finite sum tells that without a second array."""
    with numpy.errstate(over="ignore", invalid="ignore"):
        total = numbers.sum()
    return bool(numpy.isfinite(total) or numpy.isfinite(numbers).all())


def as_scalar(value: Any) -> Any:
    """A NumPy scalar as a Python number; everything else as it is."""
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, (numpy.generic, numpy.ndarray)) and value.ndim == 0:
        # 0.1 in single precision means one tenth, not its nearest double.
        if isinstance(value, numpy.floating) and not isinstance(value, float):
            return float(str(value))
        return value.item()
    return value


def _from_numbers(values: list[Any] | tuple[Any, ...] | range) -> Any:
    import numpy as np

    if not values or len(values) > MOST_NUMBERS:
        raise UnreadableValue("a list", "it must hold numbers")
    if any(isinstance(value, (list, tuple, str)) for value in values):
        raise UnreadableValue("a list", "it must hold numbers only")
    return np.array([float(exact_number(as_scalar(value))) for value in values])


# --- foreign quantities, in ---------------------------------------------------------


def foreign_quantity(value: Any, table: UnitTable) -> Quantity | None:
    """A quantity of another library in units of ours; None for anything else.

    Pint's have ``magnitude`` and ``units``, astropy's ``value`` and ``unit``,
    unyt's ``value`` and ``units``. Their units are read word by word in our
    table, and one that it does not list by what it is made of.
    """
    unit = getattr(value, "units", None)
    unit = getattr(value, "unit", None) if unit is None else unit
    if unit is None or isinstance(value, (str, Quantity)):
        return None
    magnitude = getattr(value, "magnitude", None)
    magnitude = getattr(value, "value", None) if magnitude is None else magnitude
    if magnitude is None:
        return None
    try:
        factor, ours = _unit_from(value, unit, table)
    except UnknownUnit:
        if not hasattr(value, "to_root_units"):
            raise
        value = value.to_root_units()
        magnitude = value.magnitude
        factor, ours = _unit_from(value, value.units, table)
    array = as_array(magnitude)
    number = exact_number(as_scalar(magnitude)) if array is None else array
    return Quantity(scaled(number, factor), ours)


def _unit_from(value: Any, unit: Any, table: UnitTable) -> tuple[Fraction, Unit]:
    """A scale and a unit of the table for a foreign unit."""
    if hasattr(value, "unit_items"):  # Pint
        return Fraction(1), _product(table, value.unit_items())
    if hasattr(unit, "bases") and hasattr(unit, "powers"):  # astropy
        return _astropy_parts(unit, table)
    return Fraction(1), table.unit(str(unit))


def _astropy_parts(unit: Any, table: UnitTable) -> tuple[Fraction, Unit]:
    """A unit of astropy: its own names first, then what it decomposes into."""
    factor = exact_number(float(getattr(unit, "scale", 1)))
    total: Unit | None = None
    for base, power in zip(unit.bases, unit.powers, strict=True):
        name = next((name for name in getattr(base, "names", ()) if table.find(name)), "")
        if name:
            scale, part = Fraction(1), table.unit(name)
        else:
            smaller = base.decompose()
            if list(smaller.bases) == [base]:
                raise UnknownUnit(str(unit), str(base))
            scale, part = _astropy_parts(smaller, table)
        exponent = _whole(power)
        factor *= scale**exponent
        total = part**exponent if total is None else total * part**exponent
    return factor, total or table.unit(ONE.name)


def _product(table: UnitTable, words: Iterable[tuple[str, Any]]) -> Unit:
    unit = table.unit(ONE.name)
    for word, power in words:
        unit = unit * table.unit(str(word)) ** _whole(power)
    return unit


def _whole(power: Any) -> int:
    """An exponent as a small whole number, or the reason why it is refused."""
    if power != int(power) or not 0 < abs(power) <= MOST_EXPONENT:
        raise UnreadableValue(str(power), "a unit's exponent is a small whole number")
    return int(power)


# --- our quantities, out --------------------------------------------------------------


def to_pint(quantity: Quantity, registry: Any = None) -> Any:
    """The quantity in a registry of Pint's; its unit is handed over word by word, not as text."""
    registry = pint_registry(quantity.unit.table) if registry is None else registry
    unit = registry.Unit("dimensionless")
    for spellings, exponent in _words(quantity):
        known = next((word for word in spellings if word in registry), None)
        if known is None:
            raise UnknownUnit(str(quantity), spellings[0])
        unit = unit * registry.Unit(known) ** exponent
    return registry.Quantity(_number(quantity), unit)


@lru_cache(maxsize=4)
def pint_registry(table: UnitTable | None) -> Any:
    """A Pint registry that knows the units of a table, made from its checked data."""
    import pint

    registry: Any = pint.UnitRegistry(None, cache_folder=None)
    entries = table.entries if table is not None else ()
    bases = dict(BASE_UNITS) | {kind: kind for entry in entries for kind, _ in entry.kinds}
    for dimension, name in bases.items():
        registry.define(f"{name} = [{dimension}]")
    for entry in entries:
        if entry.name in bases.values():
            continue
        terms = "".join(f" * {bases[d]} ** {e}" for d, e in (*entry.dimensions, *entry.kinds))
        scale = f"{entry.factor.numerator} / {entry.factor.denominator}"
        symbol = f" = {entry.symbol}" if entry.symbol else ""
        registry.define(f"{entry.name} = {scale}{terms}{symbol}")
    return registry


def to_astropy(quantity: Quantity) -> Any:
    """The quantity as one of astropy's; a unit that astropy does not have is refused."""
    from astropy import units

    unit = units.dimensionless_unscaled
    for spellings, exponent in _words(quantity):
        for spelling in spellings:
            known = units.Unit(spelling, parse_strict="silent")
            if not isinstance(known, units.UnrecognizedUnit):
                unit = unit * known**exponent
                break
        else:
            raise UnknownUnit(str(quantity), spellings[0])
    return units.Quantity(_number(quantity), unit)


def _words(quantity: Quantity) -> Iterable[tuple[tuple[str, ...], int]]:
    """Each word of a unit in all its spellings, with its exponent."""
    table, unit = quantity.unit.table, quantity.unit
    for word, exponent in unit.parts if unit.name != ONE.name else ():
        yield (table.entry(word).spellings if table is not None else (word,)), exponent


def _number(quantity: Quantity) -> Any:
    magnitude = quantity.magnitude
    return float(magnitude) if isinstance(magnitude, (Fraction, int)) else magnitude
