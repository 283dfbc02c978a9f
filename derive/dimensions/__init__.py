"""The unit of an expression, and every place where units disagree."""

from .measuring import Measured, measure
from .vectors import ANY, PURE, Dimension, DimensionFinding, Repair, Severity, repairs

__all__ = [
    "ANY",
    "PURE",
    "Dimension",
    "DimensionFinding",
    "Measured",
    "Repair",
    "Severity",
    "measure",
    "repairs",
]
