"""What a layout has to satisfy: a product that divides another one, or a letter between ends."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Condition:
    """A product that divides another one (plus something), or a letter with bounds."""

    says: str
    product: Sequence[str] = ()
    divides: Sequence[str] = ()
    plus: float = 0
    letter: str = ""
    low: Any = None
    high: Any = None
    """Ends of the letter: numbers, or letters."""
    among: Sequence[float] = ()
    when: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The choices under which it has to hold, each with its alternatives."""

    @property
    def above(self) -> tuple[str, ...]:
        """What is held against the others: the factors of the divisor, or the letter."""
        return (*self.product, *((self.letter,) if self.letter else ()))

    @property
    def below(self) -> tuple[str, ...]:
        """What that is held against: the factors of the number, or the letters that are ends."""
        return (*self.divides, *(end for end in (self.low, self.high) if isinstance(end, str)))

    @property
    def letters(self) -> tuple[str, ...]:
        """What must be known to judge it."""
        return (*self.above, *self.below)

    def holds(self, known: Mapping[str, Any]) -> Any:
        """Whether it holds: for numbers, or for each row; of letters with stages every one counts.

        The remainder is exact, where that of a rounded quotient is not.
        """
        if self.product:
            divisor = math.prod(known[name] for name in self.product)
            return (math.prod(known[name] for name in self.divides) + self.plus) % divisor == 0
        value = known[self.letter]
        if self.among:
            import numpy as np

            return np.isin(value, self.among)
        good: Any = True
        if self.low is not None:
            good = good & (value >= known.get(self.low, self.low))
        if self.high is not None:
            good = good & (value <= known.get(self.high, self.high))
        return good.all(axis=0) if getattr(good, "ndim", 0) > 1 else good

    def told(self, known: Mapping[str, Any]) -> str:
        """Why a layout fails, in numbers."""
        if self.product:
            products = " x ".join(f"{name}={known[name]:g}" for name in self.product)
            numbers = " x ".join(f"{name}={known[name]:g}" for name in self.divides)
            plus = f" + {self.plus:g}" if self.plus else ""
            return f"{self.says}: {products} does not divide {numbers}{plus}"
        return self.says


ENDS = {"at_least": "low", "at_most": "high"}


def condition_of(row: Mapping[str, Any]) -> Condition:
    """A condition as a package says it."""
    if "divisor" in row:
        divisor, number = row["divisor"], row["number"]
        says = f"{divisor} does not divide {number}: {row['says']}"
        return Condition(says, (divisor,), (number,))
    return Condition(**{ENDS.get(key, key): value for key, value in row.items()})


def taken(when: Mapping[str, Any], choices: Mapping[str, str]) -> bool:
    """Whether the choices are those under which something holds; one that is open is not."""
    return all(choices.get(name) in alternatives for name, alternatives in when.items())
