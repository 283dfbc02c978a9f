"""The units of printed formulas, letter by letter: what both sides are measured in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise, product
from math import prod
from operator import mul, truediv
from types import MappingProxyType

from derive.dimensions import PURE, Dimension
from derive.frozen import Record
from derive.notation import (
    Big,
    Call,
    Cases,
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
from derive.notation.nodes import children
from derive.units import Unit

from ..laws.probing import ROUNDINGS, letters_in
from ..project import Project
from ..texts.documents import Document

# What a bare number may be measured in: 2 bytes a parameter, 6 operations a token.
_CARRIED = frozenset(("information", "operations"))
_RATE = {"operations", "time"}
# A number under a root is measured by the root.
_ONCE = (1, Fraction(1, 2))
_SIDES_KEPT = frozenset(("max", "min", "ceil", "floor", "round", "abs"))
_PURE = frozenset(("log", "ln", "exp", "lg"))
_TIME = {"time": 1}


def _vector(**powers: int) -> Dimension:
    known = sorted((name, Fraction(power)) for name, power in powers.items() if power)
    return Dimension(tuple(known))


# Minutes, hours, days and weeks in seconds, as powers of what one of them has of the next.
_CLOCK = {
    60: _vector(sixty=1), 3600: _vector(sixty=2), 24: _vector(twenty_four=1),
    1440: _vector(sixty=1, twenty_four=1), 86400: _vector(sixty=2, twenty_four=1),
    604800: _vector(sixty=2, twenty_four=1, seven=1),
    365: _vector(days=1), 8760: _vector(twenty_four=1, days=1),
    31_536_000: _vector(sixty=2, twenty_four=1, days=1),
    31_557_600: _vector(sixty=2, twenty_four=1, days=1),
}  # fmt: skip
# A kilowatt-hour is 3.6 million joules; 1800 is 3600, and a two that was there beside it.
_CLOCK_NUMBERS: Mapping[Fraction, Dimension] = {
    **{Fraction(3600) * times: _CLOCK[3600] for times in (Fraction(1, 2), 2, 3, 6)},
    **{Fraction(number): powers for number, powers in _CLOCK.items()},
    Fraction(18, 5): _CLOCK[3600], Fraction(3_600_000): _CLOCK[3600],
}  # fmt: skip
_STEPS = {"sixty": 60, "twenty_four": 24, "seven": 7, "days": 365}
_NEEDED = _vector(needed=1)
BITS = 8
"""Of a byte."""


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
        waiting += [] if isinstance(node, Big | Cases) else children(node)


def strict(unit: Unit) -> Dimension:
    """What a unit measures, whatever it counts."""
    return Dimension(Dimension.of(unit).hard)


def fits(relation: Relation, units: Mapping[str, Dimension]) -> bool | None:
    """Whether two sides can be measured alike; None where a letter has no unit."""
    sides = _sides(relation, units)
    if sides is None:
        return None
    gap, carries = sides
    powers = dict(gap.hard or ())
    # A number may be bytes a parameter; it is hardly seconds squared.
    carried = powers.keys() <= _CARRIED and all(abs(each) in _ONCE for each in powers.values())
    return not powers or (carried and carries)


def _sides(
    relation: Relation,
    units: Mapping[str, Dimension],
    numbers: Mapping[Fraction, Dimension] = MappingProxyType({}),
) -> tuple[Dimension, bool] | None:
    """What the left side measures over the right one, and whether a number could carry more."""
    left, right = (_measured(side, units, numbers) for side in (relation.left, relation.right))
    if left is None or right is None:
        return None
    return left[0] / right[0], left[1] or right[1]


def dimensions_in(units: Mapping[str, Dimension], node: Node) -> Dimension | None:
    """What a side is measured in, where every letter has a unit and no number can carry another."""
    measured = _measured(node, units, {})
    return measured[0] if measured is not None and not measured[1] else None


def _measured(  # noqa: C901, PLR0911  one answer for each kind of node
    node: Node, units: Mapping[str, Dimension], numbers: Mapping[Fraction, Dimension]
) -> tuple[Dimension, bool] | None:
    """The dimensions of a part, and whether a number in it could carry some more.

    ``numbers`` are those that measure something themselves.
    """
    inside = [_measured(part, units, numbers) for part in children(node)]
    parts = [part for part in inside if part is not None]
    match node:
        case Number(value=value, unit="" | "%"):
            return numbers.get(value, PURE), value not in (0, 1, -1)
        case Letter(glyph=glyph):
            return (units[glyph], False) if glyph in units else None
        case Power(exponent=Number(value=power)):
            return (parts[0][0] ** power, parts[0][1]) if inside[0] is not None else None
        case Call(function="sqrt"):
            return (parts[0][0] ** Fraction(1, 2), parts[0][1]) if parts else None
        case Call(function=name) if name in _PURE:
            return PURE, True
        case Sum(terms=terms):
            # "1 + 4 / v" may be bytes, as the one may be: nothing in it is measured otherwise.
            pairs = zip(terms, inside, strict=True)
            all_carry = all(part and (part[1] or isinstance(term, Number)) for term, part in pairs)
            # Of "W + 2 W" the first is one byte of each, as the other two.
            own = letters_in(terms[0])
            carries = all_carry or any(
                part and part[1] and own <= letters_in(term)
                for term, part in zip(terms, inside, strict=True)
            )
            return (parts[0][0], parts[0][1] or carries) if parts else None
        case Call(function=name) if name in ROUNDINGS and parts and parts[0][0].hard:
            # Of days that are begun there are so many: what is rounded is a number of units.
            return None
        case Call(function=name) if name in _SIDES_KEPT:
            return inside[0] if inside else None
        case Negative():
            return inside[0]
        case Product() | Quotient() if len(parts) == len(inside):
            measured = [dimension for dimension, _ in parts]
            joined = reduce(mul if isinstance(node, Product) else truediv, measured)
            return joined, any(carries for _, carries in parts)
        case _:
            return None


def turns_clocks(relation: Relation) -> bool:
    """Whether a formula has a number that turns hours into seconds, or the like."""
    return any(
        isinstance(part, Number) and part.value in _CLOCK_NUMBERS
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
    printed = letters_of(relation) & units.keys()
    clocks = {glyph: _clock(units[glyph].factor) for glyph in printed}
    clocked = [units[glyph] for glyph in printed if clocks[glyph].hard]
    if not clocked:
        return None
    # A rate per hour times a time in seconds is what it is, where no formula puts numbers in.
    if not by_numbers and any(dict(unit.dimensions) != _TIME for unit in clocked):
        return None
    # 3600 seconds are one hour: the number grows as the unit shrinks.
    numbers = {number: dimension**-1 for number, dimension in _CLOCK_NUMBERS.items()}
    sides = _sides(relation, clocks, numbers)
    powers = dict(sides[0].hard or ()) if sides is not None else {}
    if not powers or any(power.denominator != 1 for power in powers.values()):
        return None
    steps = (Fraction(_STEPS[name]) ** int(power) for name, power in powers.items())
    return prod(steps, start=Fraction(1))


def counts_bits(unit: Unit) -> int:
    """The power of bits in a unit: 1 for bits a second, -1 for tokens per bit, 0 for bytes."""
    power = dict(unit.dimensions).get("information", 0)
    return (
        power if abs(power) == 1 and is_power_of_ten(unit.factor * Fraction(BITS) ** power) else 0
    )


def bits_in(node: Node, units: Mapping[str, Unit]) -> int | None:
    """1 where a side counts bits by its letters, 0 where it counts bytes; None for all else."""
    dimensions = _measured(node, {glyph: strict(unit) for glyph, unit in units.items()}, {})
    powers = {glyph: _vector(bits=counts_bits(unit)) for glyph, unit in units.items()}
    bits = _measured(node, powers, {})
    if dimensions is None or bits is None or dict(dimensions[0].hard or ()) != {"information": 1}:
        return None
    return int(dict(bits[0].hard or ()).get("bits", 0))


def keeps_bits(relation: Relation, bits: Mapping[str, int]) -> bool | None:
    """Whether two sides count bits alike, by the power that each letter has of them.

    None where a number beside them may be the factor 8, or has it in it.
    """
    powers = {glyph: _vector(bits=power) for glyph, power in bits.items()}
    sides = _sides(relation, powers, {Fraction(BITS): _vector(bits=1)})
    if sides is None:
        return None
    gap = dict(sides[0].hard or ()).get("bits", Fraction(0))
    return True if gap == 0 else None if sides[1] or abs(gap) != 1 else False


def letters_of(relation: Relation) -> frozenset[str]:
    """The letters of both sides."""
    return letters_in(relation.left) | letters_in(relation.right)


@lru_cache(maxsize=1024)
def _clock(unit: Fraction) -> Dimension:
    """The seconds that a unit of this factor counts in, as powers; a plain number for seconds.

    Of kWh/year the hours are over the seconds of a year.
    """
    clocks = {1: PURE, **{number: powers for number, powers in _CLOCK.items() if number > 24}}
    for first, second in sorted(product(clocks, repeat=2), key=lambda pair: 1 not in pair):
        if is_power_of_ten(unit * second / first):
            return clocks[first] / clocks[second]
    return PURE


def is_power_of_ten(factor: Fraction) -> bool:
    """Whether a factor is a power of ten, or one over one."""
    return set(f"{factor.numerator}{factor.denominator}") <= {"0", "1"} and 1 in {
        factor.numerator, factor.denominator
    }  # fmt: skip


def needed_unit(relation: Relation, glyph: str, units: Mapping[str, Dimension]) -> Dimension | None:
    """The dimensions of a letter with which a relation holds; None where it does not decide."""
    sides = _sides(relation, {**units, glyph: units[glyph] * _NEEDED})
    if sides is None:
        return None
    gap, carries = sides
    powers = dict(gap.hard or ())
    power = powers.pop("needed", Fraction(0))
    if abs(power) != 1:
        return None
    # A number may be seconds per byte; it is hardly that squared. Operations of each parameter
    # and token it is, beside a peak rate that lost its seconds.
    if carries and all(abs(each) <= 1 for each in powers.values()):
        if powers.keys() != _RATE or "operations" not in dict(units[glyph].hard or ()):
            return None
        del powers["operations"]
    return units[glyph] / Dimension(tuple(sorted(powers.items()))) ** power


def named(dimension: Dimension) -> str:
    """Dimensions as a person writes a unit of them."""
    return str(dimension) if dimension.hard else "a plain number"
