"""The executable formulary of training at scale.

>>> import derive
>>> book = derive.load()
>>> book["zero3_memory"].solve("N_dp", M_state=derive.at_most("80 GB"), Psi=70e9)

Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from .lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .errors import DeriveError
    from .plans import Plan, plan
    from .python import Book, FormulaView, load
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

_of_modules, _ = exports(
    __name__,
    {
        ".errors": "DeriveError",
        ".plans": "Plan plan",
        ".python": "Book FormulaView load",
        ".runs": "Run",
        ".units": "Interval Quantity at_least at_most between",
    },
)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("training-formulary")
    return _of_modules(name)


def __dir__() -> list[str]:
    return __all__
