"""The unit of an expression, and every place where units disagree.

Exponent vectors, each of which may be unknown, need no SymPy; measuring does, and is imported
when it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from ..lazy import exports
from ..units import BASE_UNITS, Unit, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .measuring import Measured as Measured
    from .measuring import measure as measure


Vector = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Dimension:
    """What an expression measures.

    ``hard`` are the strict dimensions, ``kinds`` the counts (per token, per
    GPU). None means that it is not known, or fits anything: zero, infinity, a
    letter nobody declared.
    """

    hard: Vector | None = ()
    kinds: Vector | None = ()

    @classmethod
    def of(cls, unit: Unit) -> Dimension:
        """The dimension that a unit measures."""
        return cls(
            tuple((name, Fraction(exponent)) for name, exponent in unit.dimensions),
            tuple((name, Fraction(exponent)) for name, exponent in unit.kinds),
        )

    def __mul__(self, other: Dimension) -> Dimension:
        return Dimension(_sum(self.hard, other.hard), _sum(self.kinds, other.kinds))

    def __truediv__(self, other: Dimension) -> Dimension:
        return self * other**-1

    def __pow__(self, power: int | Fraction) -> Dimension:
        return Dimension(_times(self.hard, power), _times(self.kinds, power))

    @property
    def is_pure(self) -> bool:
        """Whether it may stand in an exponent: no strict dimension, or not known."""
        return not self.hard

    def agrees(self, other: Dimension) -> bool:
        """Whether the strict dimensions can be the same."""
        return self.hard is None or other.hard is None or self.hard == other.hard

    def counts(self, places: frozenset[str] = frozenset()) -> Vector:
        """The kinds that say what is counted; places (GPU, stage) only say where."""
        return tuple((name, power) for name, power in self.kinds or () if name not in places)

    def kinds_differ(self, other: Dimension, places: frozenset[str] = frozenset()) -> bool:
        """Whether both count something, and not the same."""
        own, others = self.counts(places), other.counts(places)
        return bool(own) and bool(others) and own != others

    def __str__(self) -> str:
        if self.hard is None:
            return "unknown"
        base = [(BASE_UNITS[name], exponent) for name, exponent in self.hard]
        return named([*base, *(self.kinds or ())])


PURE = Dimension()
"""A plain number."""

ANY = Dimension(None, None)
"""What fits everything: zero, infinity, the unknown."""


def _sum(left: Vector | None, right: Vector | None) -> Vector | None:
    return None if left is None or right is None else _tidy([*left, *right])


def _times(vector: Vector | None, power: int | Fraction) -> Vector | None:
    if vector is None:
        return None
    return _tidy((name, exponent * power) for name, exponent in vector)


def _tidy(pairs: Iterable[tuple[str, Fraction]]) -> Vector:
    total: dict[str, Fraction] = {}
    for name, exponent in pairs:
        total[name] = total.get(name, Fraction(0)) + exponent
    return tuple(sorted((name, exponent) for name, exponent in total.items() if exponent))


Severity = Literal["error", "warning", "note"]

SENTENCES = {
    "sides_disagree": "the two sides are measured in different units",
    "terms_disagree": "the terms are measured in different units",
    "kinds_disagree": "these count different things",
    "not_a_number": "this must be a plain number",
    "base_not_a_number": "a power with a letter in its exponent needs a base that is a number",
    "rounded_dimension": "rounding depends on the unit that the value is written in",
    "unknown_symbol": "this letter has no unit",
    "unknown_expression": "the unit of this cannot be determined",
}
"""Every rule with the sentence that is true where it is broken."""


@dataclass(frozen=True, slots=True)
class DimensionFinding:
    """One place where units disagree: the rule, the expression, its parts with units.

    ``where`` and the first members of ``terms`` are SymPy objects. ``ratio``
    is right over left where a factor is missing, so that a symbol with that
    unit can be proposed.
    """

    rule: str
    severity: Severity
    where: Any
    terms: tuple[tuple[Any, Dimension], ...] = ()
    ratio: Dimension | None = None

    @property
    def sentence(self) -> str:
        """What is wrong, without the parts."""
        return SENTENCES[self.rule]

    def __str__(self) -> str:
        parts = "; ".join(f"{term}: {dimension}" for term, dimension in self.terms)
        return f"{self.sentence}: {parts or self.where}"


class Repair(NamedTuple):
    """A symbol whose unit is what is missing, and what to do with it on the right side."""

    symbol: Any
    verb: Literal["divide", "multiply"]


def repairs(ratio: Dimension, units: Mapping[Any, Unit]) -> list[Repair]:
    """The symbols by which to divide or multiply the right side.

    ``ratio`` is right over left, as a finding carries it. Symbols whose kinds
    fit too come first; for a ratio without strict dimensions the kinds decide.
    """
    fitting: list[tuple[int, str, Repair]] = []
    for symbol, unit in units.items():
        dimension = Dimension.of(unit)
        for verb, wanted in (("divide", ratio), ("multiply", ratio**-1)):
            if dimension.hard != wanted.hard or not (dimension.hard or dimension.kinds):
                continue
            kinds_fit = dimension.kinds == wanted.kinds
            if kinds_fit or dimension.hard:
                repair = Repair(symbol, "divide" if verb == "divide" else "multiply")
                fitting.append((0 if kinds_fit else 1, symbol.name, repair))
    return [repair for _, _, repair in sorted(fitting, key=lambda item: item[:2])]


__getattr__, __dir__ = exports(__name__, {".measuring": "Measured measure"})
