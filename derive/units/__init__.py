"""Units and quantities: ``80 GB`` in, ``3.2 us`` out, everything exact between.

Uses the standard library alone; Pint is imported where a Pint quantity is asked
for. Nothing is imported before it is used.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .decimals import number_text as number_text
    from .quantity import Quantity as Quantity
    from .reading import (
        Grid as Grid,
    )
    from .reading import (
        Interval as Interval,
    )
    from .reading import (
        at_least as at_least,
    )
    from .reading import (
        at_most as at_most,
    )
    from .reading import (
        between as between,
    )
    from .reading import (
        read_value as read_value,
    )
    from .reading import (
        related as related,
    )
    from .reading import (
        split_given as split_given,
    )
    from .table import UnitTable as UnitTable
    from .unit import BASE_UNITS as BASE_UNITS
    from .unit import ONE as ONE
    from .unit import Unit as Unit
    from .unit import named as named

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
