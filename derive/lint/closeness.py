"""When values at many points are the same, one number, or a simple fraction."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from .probing import Values

CLOSE = 1e-9
LEAST = 4
MOST_DENOMINATOR = 120
MOST_ROWS = 0.6
"""The share of points at which a part must fit; whether the change is right, all points decide."""


def close(one: Values, other: Values) -> bool:
    """Whether two rows of values agree wherever both exist, at enough points."""
    both = np.isfinite(one) & np.isfinite(other)
    if np.count_nonzero(both) < LEAST:
        return False
    a, b = np.broadcast_to(one, both.shape)[both], np.broadcast_to(other, both.shape)[both]
    return bool(np.all(np.abs(a - b) <= CLOSE * np.maximum(np.abs(a), np.abs(b))))


def constant(values: Values) -> float | None:
    """The number that most values are, if they are one; some may have lost their digits."""
    known = np.asarray(values)[np.isfinite(values)]
    if known.size < LEAST:
        return None
    middle = float(np.sort(known)[known.size // 2])
    near = np.abs(known - middle) <= CLOSE * abs(middle)
    return (
        middle if middle and np.count_nonzero(near) >= max(LEAST, MOST_ROWS * known.size) else None
    )


def simple(number: float) -> Fraction | None:
    """A float as the simple fraction that it surely is."""
    found = Fraction(number).limit_denominator(MOST_DENOMINATOR)
    if found and abs(float(found) / number - 1) < CLOSE and abs(found.numerator) < 10**7:
        return found
    turned = 1 / Fraction(number) if number else Fraction(0)
    if turned and abs(turned - round(turned)) < CLOSE * abs(turned) and abs(turned) < 10**13:
        return Fraction(1, round(turned))
    whole = round(number)
    return Fraction(whole) if whole and abs(whole / number - 1) < 1e-12 else None


def signed(name: str) -> str:
    """A term with its sign in front."""
    return f"- {name[1:]}" if name.startswith("-") else f"+ {name}"


def told(number: Fraction) -> str:
    """A number as a person writes it."""
    plain = f"{float(number):.6g}"
    exact = "e" not in plain and Fraction(plain) == number
    return plain if exact and len(plain) <= 7 else str(number)
