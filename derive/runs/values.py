"""Values with units, as text or quantities, for letters of a run."""

from __future__ import annotations

import functools
from typing import Any

from derive.entries.opening import open_knowledge
from derive.errors import UnreadableRun
from derive.units import Interval, Quantity, UnitTable, read_value

from .laws import Letter


@functools.cache
def _table() -> UnitTable:
    return open_knowledge().units


def with_unit(letter: Letter, given: Any, *, interval: bool = False) -> Any:
    """A text such as ``80 GB`` or ``70B``, or a quantity, in base units.

    With ``interval`` a text such as ``2..8`` is read as well, and comes back as it is.
    """
    table = _table()
    unit = table.unit(letter.unit)
    value = read_value(given, unit=unit, table=table, symbol=letter.name, count=unit.is_count)
    if interval and isinstance(value, Interval):
        return value
    if not isinstance(value, Quantity):
        what = "an interval" if isinstance(value, Interval) else "a grid"
        raise UnreadableRun(letter.name, f"{what}, where a run has one value")
    return value.base if value.ndim else float(value.base)
