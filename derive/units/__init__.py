"""Units and quantities: ``80 GB`` in, ``3.2 us`` out, everything exact between.

Uses the standard library alone; Pint is imported where a Pint quantity is asked
for. Nothing is imported before it is used.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .decimals import number_text
    from .quantity import Quantity
    from .reading import (
        Grid,
        Interval,
        at_least,
        at_most,
        between,
        read_value,
        related,
        split_given,
    )
    from .table import UnitTable
    from .unit import BASE_UNITS, ONE, Unit, named

__getattr__, __dir__ = exports(
    __name__,
    {
        ".decimals": "number_text",
        ".quantity": "Quantity",
        ".reading": "Grid Interval at_least at_most between read_value related split_given",
        ".table": "UnitTable",
        ".unit": "BASE_UNITS ONE Unit named",
    },
)
