"""Values for every letter of a registry, the same at each run."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ..records.notes import Domain

if TYPE_CHECKING:
    from ..registry import Registry
    from .vocabulary import Vocabulary

Values = Any

SUPPLY = 512
GENERIC = 12
AT_ONE = 4
NARROW = 14


class Supply:
    """Values for every letter of a registry: the same at each run, inside the letter's domain.

    The last rows put whole numbers at the lower end of their domain, where
    the degree of something is one and many formulas break down.
    """

    def __init__(self, registry: Registry | Vocabulary) -> None:
        self.registry = registry
        self.kept: dict[str, Values] = {}

    def __getitem__(self, name: str) -> Values:
        if name not in self.kept:
            self.kept[name] = self._drawn(name)
        return self.kept[name]

    def _drawn(self, name: str) -> Values:
        constant = self.registry.constants.get(name)
        if constant is not None:
            return np.full(SUPPLY, float(constant.value))
        note = self.registry.symbols.get(name)
        seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
        source = np.random.default_rng(seed)
        return drawn(note.domain if note else Domain(), source)


def drawn(domain: Domain, source: np.random.Generator) -> Values:
    """Values inside a domain, moderate first, some of them far apart later."""
    low = None if domain.low is None else float(domain.low)
    high = None if domain.high is None else float(domain.high)
    wide = np.arange(SUPPLY) >= SUPPLY // 2
    if domain.integer:
        start = low if low is not None else -9.0
        start += float(domain.low_open and low is not None)
        if low is not None and high is not None and high - start < NARROW:
            # A switch is on and off, and not where a wide draw is cut.
            return source.integers(int(start), int(high) + 1, SUPPLY).astype(float)
        spread = np.where(wide, source.integers(2, 120, SUPPLY), source.integers(1, 14, SUPPLY))
        values = start + spread
        ones = slice(GENERIC, GENERIC + AT_ONE)
        values[ones] = np.where(source.random(AT_ONE) < 0.6, start, values[ones])
        return np.minimum(values, high) if high is not None else values
    if low is not None and high is not None:
        return low + (high - low) * np.round(0.03 + 0.94 * source.random(SUPPLY), 4)
    reach = np.where(wide, 3.0, 1.0)
    size = np.round(np.exp(reach * source.uniform(-0.9, 2.1, SUPPLY)), 4)
    if low is not None:
        return low + size
    if high is not None:
        return high - size
    return size * source.choice([-1.0, 1.0], SUPPLY)
