"""Values for the letters of a chain: from a document's definitions, and drawn ones for the rest."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from derive.notation import Node

from ..laws.probing import Probe, Unknown, Values, close, letters_in
from .statements import Definition

POINTS = 24


class Expansion(Mapping[str, Values]):
    """Values for letters: of those that are defined, what their definitions give.

    ``given`` are letters with values of their own, whatever is said of them; ``drawn`` are those
    of letters that nothing is said of.
    """

    def __init__(
        self,
        chosen: Mapping[str, Definition],
        *,
        otherwise: frozenset[str] = frozenset(),
        given: Mapping[str, Values] | None = None,
        drawn: Mapping[str, Values] | None = None,
    ) -> None:
        self.chosen, self.otherwise = chosen, otherwise
        self.given = given or {}
        self.drawn = Drawn() if drawn is None else drawn
        self.bases: set[str] = set()
        self.used: dict[str, Definition] = {}
        self._above: frozenset[str] = frozenset()
        self._kept: dict[tuple[str, frozenset[str]], tuple[Values, Expansion]] = {}
        self._behind: dict[str, frozenset[str]] = {}

    def __getitem__(self, glyph: str) -> Values:
        if glyph in self.given:
            return self.given[glyph]
        definition = self.chosen.get(glyph)
        if definition is None or glyph in self._above:
            self.bases.add(glyph)
            # Another value for what is thought to cancel: whether it does, the outcome tells.
            return self.drawn[glyph + "'" if glyph in self.otherwise else glyph]
        # A letter that many others rest on is computed once, not once on each way to it.
        key = glyph, self._above & self._letters_behind(glyph)
        if key not in self._kept:
            inner = self._below(glyph)
            self._kept[key] = Probe(inner).value(definition.side), inner
        value, inner = self._kept[key]
        self.bases |= inner.bases
        self.used |= {glyph: definition, **inner.used}
        return value

    def _below(self, glyph: str) -> Expansion:
        """Values inside the definition of a letter: a ring of definitions ends at the letter."""
        inner = Expansion(self.chosen, otherwise=self.otherwise, given=self.given, drawn=self.drawn)
        inner._above = self._above | {glyph}
        inner._kept, inner._behind = self._kept, self._behind
        return inner

    def _letters_behind(self, glyph: str) -> frozenset[str]:
        """All letters that a letter rests on, with definitions put in."""
        if glyph not in self._behind:
            behind, waiting = set[str](), [glyph]
            while waiting:
                new = self.chosen[waiting.pop()].needs - behind
                behind |= new
                waiting += new & self.chosen.keys()
            self._behind[glyph] = frozenset(behind)
        return self._behind[glyph]

    def __contains__(self, glyph: object) -> bool:
        return glyph in self.drawn or glyph in self.chosen or glyph in self.given

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def is_free_of(
    side: Node, letters: frozenset[str], chosen: Mapping[str, Definition] = MappingProxyType({})
) -> bool:
    """Whether the value of a side, with formulas put in, does not depend on some letters.

    Not where it has no value.
    """
    try:
        values, again = (
            np.broadcast_to(Probe(Expansion(chosen, otherwise=turned)).value(side), (POINTS,))
            for turned in (frozenset[str](), letters)
        )
    except Unknown:
        return False
    return close(values, again)


class Drawn(Mapping[str, Values]):
    """Values for any letter, the same at each run; ``whole`` ones count something."""

    def __init__(self, whole: frozenset[str] = frozenset()) -> None:
        self.whole = whole

    def __getitem__(self, glyph: str) -> Values:
        return _drawn(glyph, 0 if glyph in self.whole else 3)

    def __contains__(self, glyph: object) -> bool:
        return isinstance(glyph, str) and "(" not in glyph and glyph not in _FUNCTION_NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@lru_cache(maxsize=4096)
def _drawn(glyph: str, digits: int) -> Values:
    """Values that follow from a name; they are shared, so nobody may write into them."""
    # Drawn from the name: `hash` of a string differs from run to run. Between 2 and 9, since
    # wrong formulas agree with right ones at 0 and 1, and powers of large numbers overflow.
    drawn = random.Random(hashlib.sha256(glyph.encode()).digest())  # noqa: S311  no secret
    values = np.array([round(drawn.uniform(2.0, 9.0), digits) for _ in range(POINTS)])
    values.flags.writeable = False
    return values


_FUNCTION_NAMES = frozenset(
    "max min log ln lg exp sqrt ceil floor abs round sin cos tan sinh cosh tanh arctan root "
    "binomial factorial sizeof gcd lcm".split()
)


def reached(
    names: frozenset[str], chosen: Mapping[str, Definition], own: frozenset[str]
) -> frozenset[str]:
    """Some letters, and those of what is put in for them."""
    reached = set(names)
    waiting = [name for name in names if name in chosen]
    while waiting:
        more = letters_in(chosen[waiting.pop()].side, own) - reached
        reached |= more
        waiting += [name for name in more if name in chosen]
    return frozenset(reached)
