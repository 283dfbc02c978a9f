"""NumPy values, recognised without importing NumPy."""

from __future__ import annotations

import sys
from typing import Any

from ..errors import UnreadableValue
from .decimals import exact_number

MOST_NUMBERS = 10_000_000


def as_array(value: Any) -> Any:
    """A float array for an array or a list of numbers, else None; one of floats is not copied."""
    if isinstance(value, (list, tuple)):
        return _from_numbers(value)
    numpy = sys.modules.get("numpy")
    if numpy is None or not isinstance(value, numpy.ndarray) or value.ndim == 0:
        return None
    if value.dtype.kind not in "iuf":
        raise UnreadableValue("an array", "it must hold real numbers")
    numbers = value.astype(float, copy=False)
    if not _finite(numpy, numbers):
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


def _from_numbers(values: list[Any] | tuple[Any, ...]) -> Any:
    import numpy as np

    if not values or len(values) > MOST_NUMBERS:
        raise UnreadableValue("a list", "it must hold numbers")
    if any(isinstance(value, (list, tuple, str)) for value in values):
        raise UnreadableValue("a list", "it must hold numbers only")
    return np.array([float(exact_number(as_scalar(value))) for value in values])
