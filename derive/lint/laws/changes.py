"""The one change of a printed formula that would make it agree with a law.

Every part of the print knows what it would have to be (`needing.places`); a
change is a simple relation between that and what the part is: a factor or a
term more, a number, a sign, a turned quotient, another letter.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from derive.frozen import Record
from derive.notation import (
    Call,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    glyphs_in,
)

from .needing import Place, across_the_line, changed, places
from .probing import (
    CLOSE,
    EXTREMES,
    LEAST,
    MOST_ROWS,
    ROUNDINGS,
    Probe,
    Values,
    close,
    constant,
    parts_of,
    signed,
    simple,
    told,
)

Kind = Literal[
    "letter", "number", "sign", "function", "missing factor", "extra factor", "upside down",
    "missing term", "extra term", "exponent", "coefficient", "exchanged", "relation", "base",
]  # fmt: skip
LARGEST_TERM = 10**4
_LOST = (2, Fraction(1, 2))
"""The factor that is lost most often, with a direction, a round trip, or a half."""
_LOGARITHMS = {"ln 2": np.log(2.0), "1 / ln 2": 1 / np.log(2.0), "ln 10": np.log(10.0)}
_OPPOSITE = {"max": "min", "min": "max", "ceil": "floor", "floor": "ceil", "round": "ceil"}


class Ingredient(Record):
    """Something that a law is made of, as a message names it in our letters, and its values.

    ``extreme`` says that it is the largest or smallest of several, which one of them is not.
    """

    name: str
    values: Values
    letter: bool = False
    extreme: bool = False

    @property
    def extra(self) -> float:
        """A letter is a simpler thing to leave out than a whole part."""
        return 0.0 if self.letter else 0.2


class Change(Record):
    """What to change, where, into what; ``cost`` is lower the simpler it is.

    ``instead`` is set where the print has another shape than the law, so that
    only the law's own part can be named: the law has ``instead``, the print,
    so to say, ``by``.
    """

    kind: Kind
    node: Node
    by: str = ""
    cost: float = 1.0
    instead: str = ""
    # What changes places with the node.
    other: Node | None = None


Shelf = tuple[Values, Values]
"""Rows of values, and how far off each of them may be."""


class Pantry(Record, slots=False):
    """All ingredients as one table, so that a part is held against all of them at once."""

    items: tuple[Ingredient, ...]
    table: Values
    numbers: tuple[Fraction, ...] = ()

    @classmethod
    def of(cls, items: Sequence[Ingredient], size: int, numbers: Sequence[Fraction] = ()) -> Pantry:
        """Stack the values of ingredients; ``numbers`` are those of the law."""
        rows = [np.broadcast_to(item.values, (size,)) for item in items]
        return cls(tuple(items), np.array(rows).reshape(len(rows), size), tuple(numbers))

    @cached_property
    def own(self) -> Shelf:
        """The table."""
        return _shelf(self.table)

    @cached_property
    def factors(self) -> Shelf:
        """The table, its reciprocals, and both squared: what a ratio is held against, at once."""
        with np.errstate(all="ignore"):
            turned = np.where(self.table == 0, np.nan, 1 / self.table)
        return _shelf(np.concatenate([self.table, turned, self.table**2, turned**2]))

    @cached_property
    def terms(self) -> Shelf:
        """The table and its negative: what a difference is held against, at once."""
        return _shelf(np.concatenate([self.table, -self.table]))

    def like(self, values: Values) -> list[Ingredient]:
        """The ingredients with these values."""
        return [self.items[place] for place in _alike(self.own, values)]

    def factors_like(self, ratio: Values) -> list[tuple[Ingredient, int]]:
        """The ingredients of which these are a power: 1, -1, 2 or -2."""
        size = len(self.items)
        return [
            (self.items[place % size], (1, -1, 2, -2)[place // size])
            for place in _alike(self.factors, ratio)
        ]

    def terms_like(self, gap: Values) -> list[tuple[Ingredient, int]]:
        """The ingredients that these are, or are less than nothing, each with its sign."""
        size = len(self.items)
        return [
            (self.items[place % size], -1 if place >= size else 1)
            for place in _alike(self.terms, gap)
        ]


def _shelf(table: Values) -> Shelf:
    return table, CLOSE * np.abs(table)


def _alike(shelf: Shelf, values: Values) -> list[int]:
    """The rows of a table that have these values at most points."""
    table, slack = shelf
    known = np.isfinite(values)
    if (count := np.count_nonzero(known)) < LEAST or not table.size:
        return []
    if count < known.size:
        # Mostly all are known, and taking columns costs more than comparing them.
        table, slack, values = table[:, known], slack[:, known], values[known]
    own, enough = CLOSE * np.abs(values), max(LEAST, MOST_ROWS * count)
    # A row that is near at enough points misses so few that it is near at one of the first ones.
    first = slice(count - math.ceil(enough) + 1)
    apart = np.abs(table[:, first] - values[first])
    likely = np.flatnonzero((apart <= np.maximum(slack[:, first], own[first])).any(axis=1))
    near = np.abs(table[likely] - values) <= np.maximum(slack[likely], own)
    rows: list[int] = likely[np.count_nonzero(near, axis=1) >= enough].tolist()
    return rows


def nearest(probe: Probe, root: Node, wanted: Values, pantry: Pantry) -> Change | None:
    """The simplest single change after which a tree has the values wanted."""
    best: Change | None = None
    keep: dict[int, Values] = {}
    with np.errstate(all="ignore"):
        probe.kept(root, keep)
        for place in places(probe, root, wanted):
            for change, new in _candidates(place, keep, pantry):
                if best is not None and change.cost >= best.cost:
                    continue
                outcome = changed(probe, keep, (*place.path, place.node), new)
                if close(outcome, wanted) and _everywhere(outcome, wanted):
                    best = change
    return best


def _everywhere(outcome: Values, wanted: Values) -> bool:
    """Whether a changed print has a value where the law has one, and not only where it suits."""
    known = np.isfinite(wanted)
    return bool(
        np.count_nonzero(known & np.isfinite(outcome)) > MOST_ROWS * np.count_nonzero(known)
    )


def _candidates(
    place: Place, keep: dict[int, Values], pantry: Pantry
) -> Iterator[tuple[Change, Values]]:
    """Changes that fit at one place, each with the values it gives the part there."""
    node, shape = place.node, pantry.table.shape[1:]
    actual = np.broadcast_to(place.actual, shape)
    if place.wanted is None:
        yield from _guesses(node, actual, pantry)
        return
    wanted = np.broadcast_to(place.wanted, shape)
    if np.count_nonzero(np.isfinite(wanted)) < LEAST:
        return
    yield from _of_functions(node, keep, wanted)
    if isinstance(node, Letter):
        for item in pantry.like(wanted):
            if item.letter:
                yield Change("letter", node, item.name, 1.0), item.values
            elif item.extreme:
                yield Change("letter", node, item.name, 1.3), item.values
    if place.path and isinstance(place.path[-1], Sum) and _vanishes(wanted, actual):
        yield Change("extra term", node, cost=1.15), np.zeros_like(actual)
    yield from _by_ratio(node, actual, wanted, pantry)
    yield from _by_difference(node, actual, wanted, pantry)
    yield from _by_power(node, actual, wanted)
    yield from _exchanged(node, keep, actual)
    inverse = wanted * actual
    if not isinstance(node, Number) and close(inverse, np.ones_like(inverse)):
        yield Change("upside down", node, cost=1.1), 1 / actual
    for item in pantry.like(inverse):
        yield Change("upside down", node, item.name, 1.6), item.values / actual


def _guesses(node: Node, actual: Values, pantry: Pantry) -> Iterator[tuple[Change, Values]]:
    """Changes to try below a rounding, where nothing says what a part would have to be."""
    for item in pantry.items:
        factor, term = 1.1 + item.extra, 1.2 + item.extra
        if item.letter and isinstance(node, Letter):
            yield Change("letter", node, item.name, 1.0), item.values
        yield Change("missing factor", node, item.name, factor), actual * item.values
        yield Change("extra factor", node, item.name, factor), actual / item.values
        yield Change("missing term", node, signed(item.name), term), actual + item.values
        yield Change("missing term", node, signed(f"-{item.name}"), term), actual - item.values
    if not glyphs_in(node):
        for number in pantry.numbers:
            yield Change("number", node, told(number), 1.05), np.full_like(actual, float(number))
    for times in (2.0, 1 / 2, 3.0, 1 / 3, -1.0):
        yield from ((change, actual * times) for change in _by_number(node, times))
    for more in (1, -1):
        if isinstance(node, Number):
            yield Change("number", node, told(node.value + more), 1.05), actual + more
        else:
            yield Change("missing term", node, signed(str(more)), 1.25), actual + more
    if not isinstance(node, Number):
        yield Change("upside down", node, cost=1.1), 1 / actual
        for power in (2.0, 0.5):
            yield Change("exponent", node, told(Fraction(power)), 1.2), actual**power


def _vanishes(wanted: Values, actual: Values) -> bool:
    """Whether a part would have to be nothing."""
    known = np.isfinite(wanted)
    none = np.abs(wanted[known]) <= CLOSE * np.abs(actual[known])
    return bool(np.count_nonzero(none) >= MOST_ROWS * none.size)


def _of_functions(
    node: Node, keep: dict[int, Values], wanted: Values
) -> Iterator[tuple[Change, Values]]:
    """Max for Min, rounding up for rounding down."""
    if not isinstance(node, Call) or node.function not in _OPPOSITE:
        return
    other = _OPPOSITE[node.function]
    values = [keep[id(part)] for part in parts_of(node) if id(part) in keep]
    if not values:
        return
    new = functools.reduce(EXTREMES[other], values) if other in EXTREMES else values[0]
    if other in EXTREMES and close(functools.reduce(EXTREMES[node.function], values), new):
        # Where laws make both equal, the smaller is as good as the larger.
        return
    if other in ROUNDINGS:
        new = ROUNDINGS[other](new)
    if close(np.broadcast_to(new, wanted.shape), wanted):
        yield Change("function", node, other, 1.0), new


def _by_ratio(
    node: Node, actual: Values, wanted: Values, pantry: Pantry
) -> Iterator[tuple[Change, Values]]:
    """A factor more or less: a number, a letter, a part of the law."""
    ratio = wanted / actual
    number = constant(ratio)
    if number is not None and abs(number - 1) > CLOSE:
        yield from ((change, actual * number) for change in _by_number(node, number))
        return
    # A factor that is one at most points, as a maximum of one and more, is still a factor.
    for item, power in pantry.factors_like(ratio):
        kind: Kind = "missing factor" if power == 1 else "extra factor"
        if abs(power) == 1:
            yield Change(kind, node, item.name, 1.1 + item.extra), wanted
        else:
            yield Change("upside down", node, item.name, 1.4 + item.extra), wanted


def _exchanged(
    node: Node, keep: dict[int, Values], actual: Values
) -> Iterator[tuple[Change, Values]]:
    """A factor above the line and one below it, each in the other's place."""
    if not isinstance(node, Quotient):
        return
    for upper, lower in across_the_line(node):
        turned = actual * (keep[id(lower)] / keep[id(upper)]) ** 2
        yield Change("exchanged", upper, cost=1.2, other=lower), turned


def _by_number(node: Node, number: float) -> Iterator[Change]:
    """A factor that is a number."""
    for name, value in _LOGARITHMS.items():
        if abs(number / value - 1) < CLOSE:
            yield Change("base", node, name, 1.3)
    factor = simple(number)
    if factor is None or factor == 1:
        return
    if isinstance(node, Number):
        yield Change("number", node, told(node.value * factor), 1.0)
    elif factor == -1:
        yield Change("sign", node, cost=1.0 if isinstance(node, Negative) else 1.05)
    else:
        cost = 1.3 if isinstance(node, Product | Quotient | Letter) else 1.35
        if factor in _LOST and isinstance(node, Product | Quotient):
            cost = 1.15
        yield Change("coefficient", node, told(factor), cost)


def _by_difference(
    node: Node, actual: Values, wanted: Values, pantry: Pantry
) -> Iterator[tuple[Change, Values]]:
    """A term more or less."""
    gap = wanted - actual
    number = constant(gap)
    if number is not None and not isinstance(node, Number):
        term = simple(number)
        if term is not None and abs(term) <= LARGEST_TERM:
            yield Change("missing term", node, signed(told(term)), 1.2), actual + number
        return
    if constant(wanted / actual) is not None:
        return  # Twice as much is a factor lost, and not the part itself once more.
    cost = 1.2 if isinstance(node, Sum) else 1.25
    for item, sign in pantry.terms_like(gap):
        name = item.name if sign > 0 else f"-{item.name}"
        yield Change("missing term", node, signed(name), cost), wanted


def _by_power(node: Node, actual: Values, wanted: Values) -> Iterator[tuple[Change, Values]]:
    """Another exponent."""
    if isinstance(node, Number) or (isinstance(node, Power) and isinstance(node.exponent, Number)):
        return
    exponent = constant(np.log(wanted) / np.log(actual))
    power = simple(exponent) if exponent is not None else None
    if power is not None and power not in (1, -1) and abs(power) <= 6 and power.denominator <= 6:
        yield Change("exponent", node, told(power), 1.2), actual ** float(power)
