"""Units and quantities: ``80 GB`` in, ``3.2 us`` out, everything exact between.

Uses the standard library alone; Pint is imported where a Pint quantity is asked
for. Nothing is imported before it is used.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .decimals import exact_number, number_text
    from .quantity import Quantity
    from .reading import (
        Given,
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
    from .unit import BASE_UNITS, ONE, Exponents, Unit, contradicts, named

__getattr__, __dir__ = exports(
    __name__,
    {
        ".decimals": "exact_number number_text",
        ".quantity": "Quantity",
        ".reading": "Given Grid Interval at_least at_most between read_value related split_given",
        ".table": "UnitTable",
        ".unit": "BASE_UNITS Exponents ONE Unit contradicts named",
    },
)
