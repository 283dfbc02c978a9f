"""Where relations in one letter hold: places, the stretches between them, and their ends."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key

from .numbers import DIVISION, Missing, NotReady, compare, settled, sign
from .ratios import Algebra, value_at, zeros

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .numbers import Number
    from .ratios import Powers
    from .values import Domain

DOMAIN = -1
HOLDS = {
    "==": lambda way: way == 0,
    "<=": lambda way: way <= 0,
    "<": lambda way: way < 0,
    ">=": lambda way: way >= 0,
    ">": lambda way: way > 0,
}


class Relation:
    """A relation in the letter asked for, and what names it in words and in LaTeX.

    ``letter`` is the one whose value the left side is.
    """

    def __init__(
        self,
        sides: Sequence[Any],
        says: str,
        latex: str = "",
        letter: str = "",
        *,
        own: bool = False,
    ) -> None:
        self.sign: str = sides[0]
        self.left = sides[1]
        self.right = sides[2]
        self.says = says
        self.latex = latex
        self.letter = letter
        self.condition = own
        self.above: Powers = {}
        self.below: Powers = {}
        self.zeros: list[Number] = []
        self.poles: list[Number] = []
        self.searched = False

    def drawn(self, inputs: list[Any], domain: Domain) -> None:
        """Bring both sides on one line and find where it is zero, and where it is not."""
        positive = domain.low is not None and domain.low >= 0
        algebra = Algebra(positive=positive)
        left, right = (algebra.run(side, inputs) for side in (self.left, self.right))
        if isinstance(left, Missing) or isinstance(right, Missing):
            raise NotReady
        gap = algebra.add(left, algebra.neg(right))
        if not gap.above or (set(gap.above) == {0} and set(gap.below) == {0}):
            raise NotReady
        self.above, self.below = gap.above, gap.below
        found = zeros(gap.above, positive=positive)
        self.searched = found.searched
        inside = domain if found.searched else None
        self.zeros = [settled(one) for one in found.places if not inside or _within(one, inside)]
        for below in algebra.poles:
            divided = zeros(below, positive=positive)
            self.poles += divided.places
            self.searched = self.searched or divided.searched
        if any(_meet(zero, pole) for zero in self.zeros for pole in self.poles):
            raise NotReady

    def way(self, place: Number) -> int | Missing:
        """The sign of left minus right at a place."""
        if any(_meet(place, pole) for pole in self.poles):
            if value_at(self.below, place) != 0:
                raise NotReady  # whether it divides by zero there depends on how it is written
            return DIVISION
        if any(_meet(place, zero) for zero in self.zeros):
            return 0
        return sign(value_at(self.above, place)) * sign(value_at(self.below, place))

    def truth(self, place: Number) -> bool | Missing:
        """Whether the relation holds at a place."""
        way = self.way(place)
        return way if isinstance(way, Missing) else HOLDS[self.sign](way)


def _within(place: Number, domain: Domain) -> bool:
    """Whether a search between the ends of a domain would have met a place."""
    low = domain.low is None or compare(place, domain.low) >= 0
    return low and (domain.high is None or compare(place, domain.high) <= 0)


def _order(one: Number, other: Number) -> int:
    return 0 if _meet(one, other) else compare(one, other)


def _meet(one: Number, other: Number) -> bool:
    return one is other or (type(one) is type(other) is Fraction and one == other)


class Piece:
    """One place, or the open stretch between two; what each relation says there."""

    __slots__ = ("high", "is_place", "low", "truths")

    def __init__(
        self, low: Number | None, high: Number | None, truths: list[Any], *, is_place: bool
    ) -> None:
        self.low = low
        self.high = high
        self.truths = truths
        self.is_place = is_place


class End:
    """Where a span ends, and which relations fail beyond; ``DOMAIN`` is the letter's own."""

    __slots__ = ("binds", "closed", "value")

    def __init__(self, value: Number | None, binds: tuple[int, ...], *, closed: bool) -> None:
        self.value = value
        self.binds = binds
        self.closed = closed


def pieces(relations: Sequence[Relation], domain: Domain) -> list[Piece]:
    """Places and stretches in ascending order, the ends of the domain included."""
    inner = [
        place
        for one in relations
        for place in (*one.zeros, *one.poles)
        if (domain.low is None or compare(place, domain.low) > 0)
        and (domain.high is None or compare(place, domain.high) < 0)
    ]
    places: list[Number] = []
    for place in sorted(inner, key=cmp_to_key(_order)):
        if not places or not _meet(place, places[-1]):
            places.append(place)
    ends = [domain.low, *places, domain.high]
    found: list[Piece] = []
    for number, end in enumerate(ends):
        if end is not None:
            found.append(Piece(end, end, [one.truth(end) for one in relations], is_place=True))
        if number + 1 < len(ends):
            spot = _between(end, ends[number + 1])
            truths = [one.truth(spot) for one in relations]
            found.append(Piece(end, ends[number + 1], truths, is_place=False))
    return found


def _between(low: Number | None, high: Number | None) -> Fraction:
    if low is None or high is None:
        known = Fraction(0 if low is None and high is None else low or high or 0)
        return known + 1 + abs(known) if high is None else known - 1 - abs(known)
    left, right = Fraction(low), Fraction(high)
    return ((left + right) / 2).limit_denominator(int(4 / (right - left)) + 1)


def spans(found: Sequence[Piece], domain: Domain) -> list[tuple[End, End]]:
    """Neighbouring pieces that hold, joined."""
    made: list[tuple[End, End]] = []
    run: list[int] = []
    for number, piece in enumerate(found):
        held = _holds(piece, domain)
        if held:
            run.append(number)
        if run and (not held or number == len(found) - 1):
            made.append((_end(found, run[0], -1, domain), _end(found, run[-1], 1, domain)))
            run = []
    return made


def counts(piece: Piece, domain: Domain) -> bool:
    """Whether a piece lies in the domain; the ends of an open one do not."""
    return not piece.is_place or piece.low is None or domain.inside(piece.low)


def _holds(piece: Piece, domain: Domain) -> bool:
    return counts(piece, domain) and all(truth is True for truth in piece.truths)


def _end(found: Sequence[Piece], number: int, way: int, domain: Domain) -> End:
    piece = found[number]
    value = piece.low if way < 0 else piece.high
    if value is None:
        return End(None, (), closed=False)
    beside = number + way
    outer = found[beside] if 0 <= beside < len(found) else None
    binds = () if outer is None else _failing(outer)
    beyond = outer is None or (
        outer.is_place and outer.low is not None and not domain.inside(outer.low)
    )
    return End(value, (DOMAIN, *binds) if beyond else binds, closed=piece.is_place)


def _failing(piece: Piece) -> tuple[int, ...]:
    return tuple(number for number, truth in enumerate(piece.truths) if truth is not True)
