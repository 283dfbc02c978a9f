"""The unit of an expression, and every place where units disagree.

Nothing is imported before it is used: exponent vectors need no SymPy, measuring does.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .measuring import Measured, measure
    from .vectors import ANY, PURE, Dimension, DimensionFinding, Repair, Severity, repairs

__getattr__, __dir__ = exports(
    __name__,
    {
        ".measuring": "Measured measure",
        ".vectors": "ANY Dimension DimensionFinding PURE Repair Severity repairs",
    },
)
