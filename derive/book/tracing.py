"""A letter as a function of the others, as floats: in closed form, else from root to root."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from derive.programs.compiled import compiled
from derive.programs.data import from_data

from .calculating import CalculatorData

MOST_WIDENED, MOST_HALVED = 60, 60


def traced(data: CalculatorData, y: int, near: float) -> Callable[[Sequence[float]], float]:
    """The value of the letter at ``y`` where both sides are equal; ``near`` is the first guess.

    Not a number where there is none. The plot's script does the same.
    """
    if str(y) in data["alone"]:
        run = compiled(from_data(data["alone"][str(y)]))
        return lambda values: float(run(*values))
    left, right = (compiled(from_data(data["law"][side])) for side in ("left", "right"))
    last = near

    def found(values: Sequence[float]) -> float:
        nonlocal last
        inputs = list(values)

        def difference(value: float) -> float:
            inputs[y] = value
            return float(left(*inputs)) - float(right(*inputs))

        root = crossing(difference, last)
        last = last if math.isnan(root) else root
        return root

    return found


def crossing(difference: Callable[[float], float], near: float) -> float:
    """A change of sign near a guess: widen, then halve; none where it is a jump."""
    low = high = near
    below = above = difference(near)
    for _ in range(MOST_WIDENED):
        if not below * above > 0:
            break
        low, high = low / 1.3, high * 1.3
        below, above = difference(low), difference(high)
    if 0 in (below, above):
        return low if below == 0 else high
    if not below * above < 0:
        return math.nan
    size = abs(below) + abs(above)
    for _ in range(MOST_HALVED):
        middle = (low + high) / 2
        there = difference(middle)
        if there == 0:
            return middle
        low, high = (middle, high) if (there > 0) == (below > 0) else (low, middle)
    return math.nan if abs(difference(high) - difference(low)) > 1e-6 * size else (low + high) / 2
