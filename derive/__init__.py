"""The executable formulary of training at scale.

>>> import derive
>>> book = derive.load()
>>> book["zero3_memory"].solve("N_dp", M_state=derive.at_most("80 GB"), Psi=70e9)

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .errors import DeriveError
    from .formula_view import FormulaView
    from .plans import Plan, plan
    from .python import Book, load
    from .runs import Run
    from .units import Interval, Quantity, at_least, at_most, between

__all__ = [
    "Book",
    "DeriveError",
    "FormulaView",
    "Interval",
    "Plan",
    "Quantity",
    "Run",
    "__version__",
    "at_least",
    "at_most",
    "between",
    "load",
    "plan",
]

_HOMES = {
    "Book": ".python",
    "FormulaView": ".formula_view",
    "load": ".python",
    "Run": ".runs",
    "Plan": ".plans",
    "plan": ".plans",
    "DeriveError": ".errors",
    "Interval": ".units",
    "Quantity": ".units",
    "at_least": ".units",
    "at_most": ".units",
    "between": ".units",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("training-formulary")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
