"""The units of printed formulas, letter by letter: what both sides are measured in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from derive.frozen import Record
from derive.notation import (
    Call,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Rejection,
    Sum,
    walk,
)
from derive.units import BASE_UNITS, Unit

from .documents import Document
from .project import Project
from .system import letters_in

Dimensions = dict[str, Fraction]
# What a bare number may be measured in: 2 bytes a parameter, 6 operations a token.
_CARRIED = frozenset(("information", "operations"))
_NOTHING: Mapping[int, Dimensions] = {}
_SIDES_KEPT = frozenset(("max", "min", "ceil", "floor", "round", "abs"))
# Minutes, hours, days and weeks in seconds, as powers of what one of them has of the next.
_TIME = {"time": 1}
_PURE = frozenset(("log", "ln", "exp", "lg"))
_CLOCK: dict[int, Dimensions] = {
    60: {"60": Fraction(1)}, 3600: {"60": Fraction(2)}, 24: {"24": Fraction(1)},
    1440: {"60": Fraction(1), "24": Fraction(1)}, 86400: {"60": Fraction(2), "24": Fraction(1)},
    604800: {"60": Fraction(2), "24": Fraction(1), "7": Fraction(1)},
}  # fmt: skip


class Relation(Record):
    """Two sides, or two terms of a sum, that must be measured alike."""

    left: Node
    right: Node
    line: int
    shown: str


def relations_of(project: Project, document: Document) -> Iterator[Relation]:
    """All pairs of sides and of terms in the formulas of a document."""
    for printed in project.printed(document):
        if isinstance(printed.parsed, Rejection):
            continue
        for row in printed.parsed.rows:
            line, _ = document.at(printed.span, row.at[0])
            shown = printed.span.latex[slice(*row.at)].strip()
            for (left, right), operator in zip(pairwise(row.members), row.operators, strict=True):
                # A condition is often printed after units were cancelled out of it.
                if operator in {"=", "~"} and letters_in(left) and letters_in(right):
                    yield Relation(left, right, line, shown)
            yield from _terms(row, line, shown)


def _terms(row: Chain, line: int, shown: str) -> Iterator[Relation]:
    """The first term of each sum, or of what is the largest or smallest, with every other."""
    waiting = list(row.members)
    while waiting:
        node = waiting.pop()
        alike = node.terms if isinstance(node, Sum) else ()
        if isinstance(node, Call) and node.function in {"max", "min"}:
            alike = node.arguments
        yield from (Relation(alike[0], other, line, shown) for other in alike[1:])
        waiting += _parts(node)


def _parts(node: Node) -> tuple[Node, ...]:
    match node:
        case Negative(body=body):
            return (body,)
        case Sum(terms=parts) | Product(factors=parts) | Call(arguments=parts):
            return parts
        case Quotient(over=one, under=two) | Power(base=one, exponent=two):
            return (one, two)
        case _:
            return ()


def dimensions_of(unit: Unit) -> Dimensions:
    """The strict dimensions of a unit."""
    return {name: Fraction(power) for name, power in unit.dimensions}


def fits(relation: Relation, units: Mapping[str, Dimensions]) -> bool | None:
    """Whether two sides can be measured alike; None where a letter has no unit."""
    left, right = _measured(relation.left, units), _measured(relation.right, units)
    if left is None or right is None:
        return None
    gap = {
        name: left[0].get(name, Fraction(0)) - right[0].get(name, Fraction(0))
        for name in left[0].keys() | right[0].keys()
    }
    gap = {name: power for name, power in gap.items() if power}
    if not gap:
        return True
    # A number may be bytes a parameter; it is hardly seconds squared.
    carried = set(gap) <= _CARRIED and all(abs(power) == 1 for power in gap.values())
    return carried and (left[1] or right[1])


def dimensions_in(units: Mapping[str, Dimensions], node: Node) -> Dimensions | None:
    """What a side is measured in, where every letter has a unit and no number can carry another."""
    measured = _measured(node, units)
    return measured[0] if measured is not None and not measured[1] else None


def _measured(  # noqa: PLR0911  one answer for each kind of node
    node: Node, units: Mapping[str, Dimensions], numbers: Mapping[int, Dimensions] = _NOTHING
) -> tuple[Dimensions, bool] | None:
    """The dimensions of a part, and whether a number in it could carry some more.

    ``numbers`` are those that measure something themselves.
    """
    match node:
        case Number(value=value, unit=unit):
            own = numbers.get(int(value), {}) if value.denominator == 1 else {}
            return (own, value not in (0, 1, -1)) if unit in {"", "%"} else None
        case Letter(glyph=glyph):
            return (units[glyph], False) if glyph in units else None
        case Negative(body=body):
            return _measured(body, units, numbers)
        case Power(base=base, exponent=Number(value=power)):
            inner = _measured(base, units, numbers)
            return inner and (
                {name: power_of * power for name, power_of in inner[0].items()},
                inner[1],
            )
        case Sum(terms=parts):
            return next(
                (measured for part in parts if (measured := _measured(part, units, numbers))), None
            )
        case Call(function=name, arguments=parts):
            if name in _SIDES_KEPT:
                return _measured(parts[0], units, numbers) if parts else None
            return ({}, True) if name in _PURE else None
        case Product(factors=parts):
            return _joined([(_measured(part, units, numbers), 1) for part in parts])
        case Quotient(over=over, under=under):
            return _joined(
                [(_measured(over, units, numbers), 1), (_measured(under, units, numbers), -1)]
            )
        case _:
            return None


def _joined(
    parts: list[tuple[tuple[Dimensions, bool] | None, int]],
) -> tuple[Dimensions, bool] | None:
    total: Dimensions = {}
    carries = False
    for part, sign in parts:
        if part is None:
            return None
        for name, power in part[0].items():
            total[name] = total.get(name, Fraction(0)) + sign * power
        carries |= part[1]
    return {name: power for name, power in total.items() if power}, carries


def turns_clocks(relation: Relation) -> bool:
    """Whether a formula has a number that turns hours into seconds, or the like."""
    return any(
        isinstance(part, Number) and part.value in _CLOCK
        for side in (relation.left, relation.right)
        for part in walk(side)
    )


def lost_clock(
    relation: Relation, units: Mapping[str, Unit], *, by_numbers: bool
) -> Fraction | None:
    """How many seconds of one side are one of the other, by units and numbers; None if one is one.

    Asked only where a letter is measured in minutes, hours or days: ``Z = N T / 60`` with Z in
    hours and T in seconds is off by sixty. ``by_numbers`` says that the document's formulas take
    numbers, and turn clocks themselves.
    """
    clocks = {glyph: _clock(unit) for glyph, unit in units.items()}
    clocked = [units[glyph] for glyph in letters_of(relation) if clocks.get(glyph)]
    if not clocked:
        return None
    # A rate per hour times a time in seconds is what it is, where no formula puts numbers in.
    if not by_numbers and any(dict(unit.dimensions) != _TIME for unit in clocked):
        return None
    # 3600 seconds are one hour: the number grows as the unit shrinks.
    numbers = {
        number: {name: -power for name, power in powers.items()}
        for number, powers in _CLOCK.items()
    }
    left, right = (_measured(side, clocks, numbers) for side in (relation.left, relation.right))
    if left is None or right is None:
        return None
    ratio = Fraction(1)
    for name in left[0].keys() | right[0].keys():
        gap = left[0].get(name, Fraction(0)) - right[0].get(name, Fraction(0))
        if gap.denominator != 1:
            return None
        ratio *= Fraction(int(name)) ** int(gap)
    return None if ratio == 1 else ratio


def letters_of(relation: Relation) -> frozenset[str]:
    """The letters of both sides."""
    return letters_in(relation.left) | letters_in(relation.right)


def _clock(unit: Unit) -> Dimensions:
    """The seconds that a unit counts in, as powers; empty for seconds."""
    for seconds, powers in _CLOCK.items():
        for factor, sign in ((unit.factor / seconds, 1), (unit.factor * seconds, -1)):
            if seconds > 24 and _is_power_of_ten(factor):
                return {name: sign * power for name, power in powers.items()}
    return {}


def _is_power_of_ten(factor: Fraction) -> bool:
    return set(f"{factor.numerator}{factor.denominator}") <= {"0", "1"} and 1 in {
        factor.numerator, factor.denominator
    }  # fmt: skip


def needed_unit(
    relation: Relation, glyph: str, units: Mapping[str, Dimensions]
) -> Dimensions | None:
    """The dimensions of a letter with which a relation holds; None where it does not decide."""
    marked = {**units, glyph: {**units[glyph], "?": Fraction(1)}}
    sides = _measured(relation.left, marked), _measured(relation.right, marked)
    if sides[0] is None or sides[1] is None:
        return None
    names = sides[0][0].keys() | sides[1][0].keys()
    gap = {
        name: sides[0][0].get(name, Fraction(0)) - sides[1][0].get(name, Fraction(0))
        for name in names
    }
    power = gap.pop("?", Fraction(0))
    carries = sides[0][1] or sides[1][1]
    # A number may be seconds per byte; it is hardly that squared.
    if abs(power) != 1 or (carries and all(abs(each) <= 1 for each in gap.values())):
        return None
    needed = {
        name: units[glyph].get(name, Fraction(0)) - gap.get(name, Fraction(0)) / power
        for name in units[glyph].keys() | gap.keys()
    }
    return {name: exponent for name, exponent in needed.items() if exponent}


def named(dimensions: Dimensions) -> str:
    """Dimensions as a person writes a unit of them."""
    above = [_power(name, power) for name, power in sorted(dimensions.items()) if power > 0]
    below = [_power(name, -power) for name, power in sorted(dimensions.items()) if power < 0]
    if not dimensions:
        return "a plain number"
    unit = " ".join(above) or "1"
    return f"{unit}/({' '.join(below)})" if len(below) > 1 else "/".join([unit, *below])


def _power(name: str, power: Fraction) -> str:
    return BASE_UNITS[name] + (f"^{power}" if power != 1 else "")
