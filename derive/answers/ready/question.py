"""A question put to an entry: letters found, values read, gaps filled, or ``NotReady``."""

from __future__ import annotations

from fractions import Fraction

from .numbers import NotReady
from .values import Interval, Letter, Quantity, Unit, read, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Question:
    """One formula, one letter that is asked for, and a value for every other letter."""

    def __init__(self, entry: dict[str, Any], target: str | None, typed: Typed) -> None:
        self.entry = entry
        self.units = {name: Unit(data) for name, data in entry["units"].items()}
        self.letters = {
            data["id"]: Letter(place, data, self.units[data["unit"]])
            for place, data in enumerate(entry["letters"])
        }
        self.unit_of_law = Unit(entry["unit_of_law"])
        self.in_law = list(self.letters.values())[: entry["in_law"]]
        self.target = self._letter(entry["left"] if target is None else target)
        if self.target not in self.in_law:
            raise NotReady
        self.givens: dict[str, Quantity | Interval] = {}
        for name, relation, text in typed:
            self._give(self._letter(name), relation, text)
        self.defaults = self._filled()
        self.bounds = [
            (self.letters[name], value)
            for name, value in self.givens.items()
            if isinstance(value, Interval)
        ]

    def _letter(self, name: str) -> Letter:
        known = self.entry["names"].get(name)
        if known is None:
            raise NotReady
        return self.letters[known]

    def _give(self, letter: Letter, relation: str, text: str) -> None:
        if letter.id in self.givens:
            raise NotReady
        value = read(letter, text)
        magnitude = Fraction(value.magnitude)
        if relation == "=":
            if letter is self.target or not letter.domain.contains(magnitude):
                raise NotReady
            self.givens[letter.id] = value
            return
        domain, bound = letter.domain, Interval(relation, value)
        low, high = domain.low, domain.high
        above = bound.low is not None and high is not None and magnitude > high
        if above or (bound.high is not None and low is not None and magnitude <= low):
            raise NotReady
        self.givens[letter.id] = bound

    def _filled(self) -> dict[str, Quantity]:
        """Defaults of the letters that were not given; each is read like a given."""
        found: dict[str, Quantity] = {}
        for letter in self.in_law:
            if letter is self.target or letter.id in self.givens:
                continue
            if letter.fitted or not letter.default:
                raise NotReady
            found[letter.id] = read(letter, letter.default)
        return found

    def points(self) -> dict[str, Quantity]:
        """Every letter that has one value."""
        both = {**self.defaults, **self.givens}
        return {name: value for name, value in both.items() if isinstance(value, Quantity)}

    def inputs(self, target: Any) -> list[Any]:
        """The inputs of the programs in base units; None where a letter has no value."""
        points = self.points()
        found: list[Any] = [points[name].base if name in points else None for name in self.letters]
        found[self.target.place] = target
        return found


Typed = list[tuple[str, str, str]]


def typed(
    givens: Iterable[str], at_most: Iterable[str] = (), at_least: Iterable[str] = ()
) -> Typed:
    """The givens of a command line as name, relation and text."""
    found = [split(text) for text in givens]
    for texts, relation in ((at_most, "<="), (at_least, ">=")):
        for text in texts:
            name, sign, value = split(text)
            if sign != "=":
                raise NotReady
            found.append((name, relation, value))
    return found
