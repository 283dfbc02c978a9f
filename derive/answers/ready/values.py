"""Givens as typed, read by tables that were made by the full reader; quantities as printed."""

from __future__ import annotations

from fractions import Fraction

from ...units.decimals import number_text, read_number, read_scale, rounded
from ...units.ladders import best_step
from .numbers import NotReady

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .numbers import Number

MOST_CHARACTERS = 100
RELATIONS = ("<=", ">=", "<", ">", "=")


class Unit:
    """A unit with the multiples in which its values are printed."""

    __slots__ = ("factor", "factors", "ladder", "name", "plain", "shown", "spelled", "strict")

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["name"]
        self.factor = Fraction(*data["factor"])
        self.strict: bool = data["strict"]
        self.plain: bool = data["plain"]
        self.shown: list[Any] = data["shown"]
        self.ladder: list[list[Any]] = data["ladder"]
        self.factors = [Fraction(above, below) for above, below, *_ in self.ladder]
        self.spelled: dict[str, list[Any]] = data["spelled"]

    def best(self, size: Fraction) -> list[Any]:
        """The multiple in which a magnitude reads best: its factor, its name, whether it is 1."""
        if size == 0 or not self.ladder:
            return self.shown
        return self.ladder[best_step(abs(size) * self.factor, self.factors)]


class Quantity:
    """A magnitude in a unit; ``typed`` is the unit in which it is printed, if it was typed."""

    __slots__ = ("magnitude", "read_as", "typed", "unit")

    def __init__(
        self,
        magnitude: Fraction | float,
        unit: Unit,
        read_as: str = "",
        typed: list[Any] | None = None,
    ) -> None:
        self.magnitude = magnitude
        self.unit = unit
        self.read_as = read_as
        self.typed = typed

    @property
    def base(self) -> Fraction:
        """The magnitude in base units."""
        return Fraction(self.magnitude) * self.unit.factor

    def format(self, digits: int = 4) -> str:
        """The value in the unit it was typed in, or in that in which it reads best."""
        if self.typed is not None:
            above, below, name = self.typed
            return f"{number_text(self._in(Fraction(above, below)), digits)} {name}"
        size = Fraction(rounded(self.magnitude, digits))
        above, below, name, plain = self.unit.best(size)
        text = number_text(self._in(Fraction(above, below)), digits)
        return text if plain else f"{text} {name}"

    def _in(self, factor: Fraction) -> Fraction | float:
        if factor == self.unit.factor:
            return self.magnitude
        ratio = self.unit.factor / factor
        exact = isinstance(self.magnitude, Fraction)
        return self.magnitude * (ratio if exact else float(ratio))

    def __str__(self) -> str:
        return self.format()


class Interval:
    """All values up to an end, or from an end on."""

    __slots__ = ("high", "high_open", "low", "low_open", "relation")

    def __init__(self, relation: str, end: Quantity) -> None:
        self.relation = relation
        self.low = end if relation[0] == ">" else None
        self.high = end if relation[0] == "<" else None
        self.low_open = relation == ">"
        self.high_open = relation == "<"

    def __str__(self) -> str:
        return f"{self.relation} {self.low or self.high}"


def split(text: str) -> tuple[str, str, str]:
    """A given taken apart: ``M_state <= 80 GB`` is name, relation and value."""
    if len(text) > MOST_CHARACTERS or not text.isascii() or not text.isprintable():
        raise NotReady
    starts = [place for place in map(text.find, "<>=") if place >= 0]
    if not starts:
        raise NotReady
    start = min(starts)
    relation = text[start : start + 2] if text[start : start + 2] in RELATIONS else text[start]
    name, value = text[:start].strip(), text[start + len(relation) :].strip()
    if not name or not value or any(sign in value for sign in "<>=:*^") or ".." in value:
        raise NotReady
    return name, relation, value


class Letter:
    """A letter of the formula: unit, domain, and whether it counts things."""

    __slots__ = ("base", "count", "default", "domain", "fitted", "id", "latex", "place", "unit")

    def __init__(self, place: int, data: dict[str, Any], unit: Unit) -> None:
        self.place = place
        self.id: str = data["id"]
        self.latex: str = data["latex"]
        self.unit = unit
        self.count: bool = data["count"]
        self.domain = Domain(data["domain"])
        self.base = Domain(data["base"])
        self.default: str = data["default"]
        self.fitted: bool = data["fitted"]


class Domain:
    """The values that a letter may take."""

    __slots__ = ("high", "high_open", "integer", "low", "low_open", "says")

    def __init__(self, data: dict[str, Any]) -> None:
        self.low = None if data["low"] is None else Fraction(*data["low"])
        self.high = None if data["high"] is None else Fraction(*data["high"])
        self.low_open: bool = data["low_open"]
        self.high_open: bool = data["high_open"]
        self.integer: bool = data["integer"]
        self.says: str = data["says"]

    def inside(self, value: Number) -> bool:
        """Whether a number lies between the ends, whole or not."""
        if self.low is not None and (value < self.low or (self.low_open and value == self.low)):
            return False
        return self.high is None or not (
            value > self.high or (self.high_open and value == self.high)
        )

    def contains(self, value: Fraction) -> bool:
        """Whether the letter may take a value."""
        return self.inside(value) and not (self.integer and value.denominator != 1)


def read(letter: Letter, text: str) -> Quantity:
    """A value as typed, in the unit of its letter."""
    unit = letter.unit
    try:
        number, rest = read_number(text)
        echo = ""
        if letter.count:
            scale, echo, rest = read_scale(text, rest)
            number *= scale
    except Exception as refused:
        raise NotReady from refused  # the full engine says why
    word = rest.strip()
    if not word:
        return Quantity(number, unit, echo)
    known = unit.spelled.get(word)
    if known is None:
        raise NotReady
    above, below, typed, noted = known
    made = Quantity(number * Fraction(above, below), unit, echo, typed)
    if noted and not echo:
        plain = Quantity(made.magnitude, unit)
        made.read_as = f"{text} read as {plain}"
    return made
