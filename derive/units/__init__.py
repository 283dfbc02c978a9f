"""Units and quantities: ``80 GB`` in, ``3.2 us`` out, everything exact between.

Uses the standard library alone; Pint is imported where a definitions file is
read or a Pint quantity is asked for. Nothing is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .decimals import exact_number, number_text
    from .givens import Given, related, split_given
    from .quantity import Grid, Interval, Quantity, at_least, at_most, between
    from .reading import read_value
    from .spelling import named
    from .table import UnitTable
    from .units import BASE_UNITS, ONE, Exponents, Unit, contradicts

__all__ = [
    "BASE_UNITS",
    "ONE",
    "Exponents",
    "Given",
    "Grid",
    "Interval",
    "Quantity",
    "Unit",
    "UnitTable",
    "at_least",
    "at_most",
    "between",
    "contradicts",
    "exact_number",
    "named",
    "number_text",
    "read_value",
    "related",
    "split_given",
]

_HOMES = {
    "BASE_UNITS": ".units",
    "Exponents": ".units",
    "Given": ".givens",
    "Grid": ".quantity",
    "Interval": ".quantity",
    "ONE": ".units",
    "Quantity": ".quantity",
    "Unit": ".units",
    "UnitTable": ".table",
    "at_least": ".quantity",
    "at_most": ".quantity",
    "between": ".quantity",
    "contradicts": ".units",
    "exact_number": ".decimals",
    "named": ".spelling",
    "number_text": ".decimals",
    "read_value": ".reading",
    "related": ".givens",
    "split_given": ".givens",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
