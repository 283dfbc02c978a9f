"""Where relations in one letter hold: places and the open stretches between them.

The sweep looks at the relations from one place, finds how far all decisions
taken there stay the same, and goes on with what is left on both sides. On a
stretch everything holds or fails throughout; each place between two
stretches is looked at by itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ..frozen import Mutable, Record, fresh
from ..programs import reals
from ..programs.enclosures import over_ranges
from ..programs.machine import Value
from ..programs.program import Program, Step, Undecided
from ..programs.ranges import between
from ..programs.zeros import BITS, Zero
from ..records.notes import Domain
from .forms import Form, roots_of_form, ruled, turns
from .local_branch import Look
from .quotients import polynomial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .subdivision import Patches

MOST_PIECES = 64
MOST_SEARCHES = 12


class TooManyPieces(Exception):  # not a mistake: another road is taken
    """The relations break into more pieces than are looked at."""


class Stretch(Record):
    """An open interval, what each relation says on all of it, and whether its sides are equal."""

    low: Zero | None
    high: Zero | None
    truths: tuple[Value, ...]
    equal: tuple[bool, ...]


class Place(Record):
    """One number, what each relation says there, and whether its sides are equal."""

    zero: Zero
    truths: tuple[Value, ...]
    equal: tuple[bool, ...]


class Sweep(Mutable):
    """The relations as conditions in one input, on an interval of the reals.

    ``open`` lists parts in which zeros may have been missed. ``known`` holds
    zeros that are exact and all there are, so that sweeps over other intervals
    may share it; ``near`` those searched for in this one.
    """

    programs: Sequence[Program]
    low: Fraction | None
    high: Fraction | None
    known: dict[Any, list[Zero]] = fresh(factory=dict)
    near: dict[Any, list[Zero]] = fresh(factory=dict)
    last: dict[int, Form] = fresh(factory=dict)
    open: list[tuple[float, float]] = fresh(factory=list)
    undecided: bool = False
    looks: int = 0
    searches: int = 0
    most: int = MOST_PIECES

    @property
    def positive(self) -> bool:
        """Whether the letter is never negative."""
        return self.low is not None and self.low >= 0

    def pieces(self) -> list[Stretch | Place]:
        """Stretches and the places between them, in ascending order, ends included."""
        ends = [None if end is None else Zero(end, end) for end in (self.low, self.high)]
        todo, held = [(ends[0], ends[1])], list[Stretch]()
        while todo:
            low, high = todo.pop()
            if low is not None and high is not None and low.apart_from(high) >= 0:
                continue
            stretch, rest = self.stretch(low, high)
            todo += rest
            if stretch is not None:
                held.append(stretch)
        borders = _distinct([end for s in held for end in (s.low, s.high) if end is not None])
        return sorted([*held, *map(self.place, borders)], key=order)

    def stretch(
        self, low: Zero | None, high: Zero | None
    ) -> tuple[Stretch | None, list[tuple[Zero | None, Zero | None]]]:
        """The stretch around one place between two others, and what it leaves over."""
        here = sample(low, high)
        truths, looks = self.look(here)
        spot = Zero(here, here)
        zeros = [z for look in looks for form in look.decided.values() for z in self.zeros(form)]
        inside = [z for z in zeros if _between(low, z, high)]
        if any(z.apart_from(spot) == 0 for z in inside):
            # A decision is balanced on the sample itself, which then speaks for neither side of it.
            return None, [(low, spot), (spot, high)]
        below = [z for z in inside if z.apart_from(spot) < 0]
        above = [z for z in inside if z.apart_from(spot) > 0]
        left = max(below, key=lambda z: z.middle) if below else low
        right = min(above, key=lambda z: z.middle) if above else high
        rest = ([(low, left)] if below else []) + ([(right, high)] if above else [])
        return Stretch(left, right, truths, tuple(_equal(look) for look in looks)), rest

    def place(self, zero: Zero) -> Place:
        """What holds at one number."""
        truths, looks = self.look(zero)
        return Place(zero, truths, tuple(_equal(look) for look in looks))

    def boundary(self, number: int) -> list[Zero]:
        """All zeros known of the difference between the two sides of a relation."""
        last = self.last.get(number)
        if last is None:
            return []
        return self.known.get(last.key) or self.near.get(last.key, [])

    def look(self, place: Fraction | Zero) -> tuple[tuple[Value, ...], list[Look]]:
        """What each relation says at a place."""
        self.looks += 1
        if self.looks > self.most:
            raise TooManyPieces
        at = place.low if isinstance(place, Zero) and place.exact else place
        looks = [Look(at, self.zeros, positive=self.positive) for _ in self.programs]
        truths = tuple(
            look.run(program) for look, program in zip(looks, self.programs, strict=True)
        )
        self.last |= {number: look.last for number, look in enumerate(looks) if look.last}
        if any(isinstance(truth, Undecided) for truth in truths):
            self.undecided = True
        return truths, looks

    def zeros(self, form: Form) -> list[Zero]:
        """All zeros of a form: over the reals for polynomials, else inside the interval."""
        for table in (self.known, self.near):
            if form.key in table:
                return table[form.key]
        exact = self.exactly(form)
        if exact is not None:
            self.known[form.key] = exact
            return exact
        self.near[form.key] = self.searched(form)
        return self.near[form.key]

    def exactly(self, form: Form) -> list[Zero] | None:
        """The zeros of a polynomial, also of one in a root of the letter."""
        if form.quotient is None:
            return None
        terms = form.quotient.above
        if not terms:
            return []
        converted = polynomial(terms)
        if converted is not None:
            return roots_of_form(form, *converted)
        return [] if self.positive and not turns(terms) else None

    def searched(self, form: Form) -> list[Zero]:
        """The zeros in the interval, without what growth tells about its ends."""
        # Most laws are polynomials, and nothing is searched for.
        from ..programs.search import search
        from .asymptotics import settles

        # Growth bounds the search from both ends; without, it goes on to 2**400.
        low, high = ruled(self.programs, self.low, self.high)
        if self.positive and (first := settles(form.program, inward=True)) is not None:
            low = max(low or first, first)
        if high is None and (last := settles(form.program)) is not None:
            high = last
        if low is not None and high is not None and low > high:
            return []
        self.searches += 1
        if self.searches > MOST_SEARCHES:
            raise TooManyPieces
        result = search(form.program, low, high)
        if len(result.zeros) > self.most:
            raise TooManyPieces
        self.open += result.open
        return list(result.zeros)

    @property
    def complete(self) -> bool:
        """Whether no border can have been missed."""
        return not self.open and not self.undecided

    @property
    def polynomial(self) -> bool:
        """Whether nothing had to be searched for."""
        return self.searches == 0


def _equal(look: Look) -> bool:
    """Whether the two sides that were compared last are equal here."""
    try:
        return look.last is not None and look.sign(look.last) == 0
    except reals.Open:
        return False


def sample(low: Zero | None, high: Zero | None) -> Fraction:
    """A simple fraction between two places."""
    left = None if low is None else low.high
    right = None if high is None else high.low
    if low is not None and high is not None and low.high >= high.low:
        # Brackets that touch share a number at which neither zero lies.
        left, right = low.narrowed(2 * BITS).high, high.narrowed(2 * BITS).low
        if left == right:
            return left
    if left is None or right is None:
        if left is None and right is None:
            return Fraction(1)
        if right is None:
            assert left is not None
            return Fraction(max(1, 2 * math.floor(left) + 2)) if left >= 0 else Fraction(1)
        return Fraction(min(-1, 2 * math.ceil(right) - 2)) if right <= 0 else right / 2
    if left >= 0 and right > 64 * max(left, Fraction(1)):
        return Fraction(2 * math.floor(left) + 2)
    middle = (left + right) / 2
    return middle.limit_denominator(max(1, math.ceil(4 / (right - left))))


def _between(low: Zero | None, zero: Zero, high: Zero | None) -> bool:
    return (low is None or low.apart_from(zero) < 0) and (high is None or zero.apart_from(high) < 0)


def _distinct(zeros: list[Zero]) -> list[Zero]:
    kept: list[Zero] = []
    for zero in sorted(zeros, key=lambda z: z.middle):
        if not kept or kept[-1].apart_from(zero) != 0:
            kept.append(zero)
    return kept


def order(piece: Stretch | Place) -> tuple[float, Fraction, int]:
    """By place; a stretch comes after the place at its lower end."""
    if isinstance(piece, Place):
        return 0, piece.zero.middle, 0
    if piece.low is None:
        return -1, Fraction(0), 1
    return 0, piece.low.middle, 1


ALWAYS = Program(
    ("x",), (Step("const", number=Fraction(0)), Step("const", number=Fraction(0)), Step("le"))
)


def implied(program: Program, domain: Domain) -> bool:
    """Whether intervals show that a relation holds on the whole domain."""
    low = -math.inf if domain.low is None else domain.low
    high = math.inf if domain.high is None else domain.high
    return over_ranges(program)([between(low, high, whole=False)]) is True


def swept(
    programs: list[Program], domain: Domain
) -> tuple[Sweep, Sweep | Patches, list[Stretch | Place]]:
    """The sweep that knows the borders, the one that came to an end, and its pieces."""
    known = Sweep(programs, domain.low, domain.high)
    try:
        return known, known, known.pieces()
    except TooManyPieces:
        # Few relations break into so many pieces.
        from .subdivision import Patches

        patches = Patches(programs)
        return known, patches, patches.pieces(domain.low, domain.high)
