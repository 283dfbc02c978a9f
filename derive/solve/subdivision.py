"""Sweeps patch by patch, for relations with more pieces than one sweep looks at.

``ceiling(P / x)`` has ever more steps towards 0, and ``ceiling(x / 8)`` never
ends. Most of these steps decide nothing: intervals settle whole patches at
once, the growth of both sides settles what lies far out, and only patches
that remain are swept, or cut again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from ..programs.enclosures import over_ranges
from ..programs.machine import Value
from ..programs.program import Program, Step, Undecided
from ..programs.ranges import TINY, Range, between, fails
from ..programs.zeros import Zero
from .asymptotics import far
from .decomposition import Place, Stretch, Sweep, TooManyPieces, order

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


Ends = tuple[Fraction | None, Fraction | None]
MOST_PATCHES = 600
MOST_LOOKS = 2500
PRICE_OF_SEARCH = 20
MOST_SWEPT = 12
NARROWEST = Fraction(1, 2**20)
WIDE = 64
"""Ends that differ by more than this factor are far apart."""
FARTHEST = Fraction(2) ** 300
COMPARISONS = frozenset({"lt", "le", "eq"})
TOO_FINE = Undecided("more steps than are looked at")


class Patches:
    """The relations as conditions in one input, and what is known about them so far."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self.programs = programs
        self.complete = True
        self.polynomial = True
        self.done = 0
        self.looks = 0
        self.known: dict[Any, list[Zero]] = {}
        self.decide = [over_ranges(program) for program in programs]
        self.equate = [_sides_meet(program) for program in programs]

    def pieces(self, low: Fraction | None, high: Fraction | None) -> list[Stretch | Place]:
        """Stretches and places in ascending order."""
        todo, kept = self.start(low, high)
        while todo:
            ends = todo.pop()
            self.done += 1
            patch = self.patch(ends)
            if patch is None:
                cut = _cut(*ends)
                assert cut is not None
                todo += [(cut, ends[1]), (ends[0], cut)]
            else:
                kept += patch
        return _in_order(kept)

    def start(
        self, low: Fraction | None, high: Fraction | None
    ) -> tuple[list[Ends], list[Stretch | Place]]:
        """The interval without what lies far out, if that is told by growth."""
        outlook = far(self.programs) if high is None else None
        if outlook is None:
            return [(low, high)], []
        border = Fraction(outlook.beyond)
        border = border if low is None else max(border, low + 1)
        equal = tuple(
            truth is True and program.steps[-1].operation == "eq"
            for truth, program in zip(outlook.truths, self.programs, strict=True)
        )
        return [(low, border)], [Stretch(Zero(border, border), None, outlook.truths, equal)]

    def patch(self, ends: Ends) -> list[Stretch | Place] | None:
        """The pieces of one patch; None if it is to be cut."""
        low, high = (None if end is None else Zero(end, end) for end in ends)
        truths = self.settled(ends)
        cut = _cut(*ends)
        # Past the allowance every patch that is left counts as open, so that a hard law ends in an
        # answer that says so.
        over = self.done > MOST_PATCHES or self.looks > MOST_LOOKS or cut is None
        if truths is None and over:
            self.complete = False
            truths = tuple(TOO_FINE for _ in self.programs)
        if truths is not None:
            equal = tuple(equate([_inside(ends)]) is True for equate in self.equate)
            return [*self.places(ends), Stretch(low, high, truths, equal)]
        if _wide(*ends) and (self.settled((ends[0], cut)) or self.settled((cut, ends[1]))):
            return None
        sweep = Sweep(self.programs, *ends, known=self.known, most=MOST_SWEPT)
        try:
            pieces = sweep.pieces()
        except TooManyPieces:
            return None
        finally:
            self.looks += sweep.looks + PRICE_OF_SEARCH * sweep.searches
        self.complete = self.complete and sweep.complete
        self.polynomial = self.polynomial and sweep.polynomial
        return pieces

    def settled(self, ends: Ends) -> tuple[Value, ...] | None:
        """What each relation says on all of a patch, by intervals; None if one is open."""
        truths = tuple(decide([_inside(ends)]) for decide in self.decide)
        if any(fails(truth) for truth in truths):
            return tuple(truth if truth is True else False for truth in truths)
        return None if None in truths else truths

    def places(self, ends: Ends) -> list[Place]:
        """The ends of a patch, looked at by themselves."""
        sweep = Sweep(self.programs, *ends, known=self.known)
        return [sweep.place(Zero(end, end)) for end in ends if end is not None]


def _sides_meet(program: Program) -> Callable[[Sequence[Range]], Value]:
    """Whether both sides of a relation are the same number throughout a range."""
    *sides, last = program.steps
    if last.operation not in COMPARISONS:
        return lambda _: None
    return over_ranges(Program(program.inputs, (*sides, Step("eq"))))


def _inside(ends: Ends) -> Range:
    """The range between two ends, both left out; 0 may be a pole."""
    low, high = ends
    return between(
        -math.inf if low is None else low or TINY, math.inf if high is None else high, whole=False
    )


def _cut(low: Fraction | None, high: Fraction | None) -> Fraction | None:
    """A simple number inside: 0, a power of two, or halfway; None if it is too narrow.

    Halfway is meant between the exponents where the ends are far apart.
    """
    if low is None or high is None:
        if low is None and high is None:
            return Fraction(0)
        end = high if low is None else low
        assert end is not None
        far_out = max(2 * abs(end), Fraction(1)) * 16
        return None if far_out > FARTHEST else -far_out if low is None else far_out
    if low < 0 < high:
        return Fraction(0)
    if low == 0 or high == 0:
        end = (low or high) / 16
        return end if abs(end) > 1 / FARTHEST else None
    if (high - low) < NARROWEST * max(abs(low), abs(high)):
        return None
    if _wide(low, high):
        near, far_out = sorted((abs(low), abs(high)))
        power = (_exponent(near) + _exponent(far_out)) // 2
        return Fraction(2) ** power if low > 0 else -(Fraction(2) ** power)
    middle = (low + high) / 2
    return middle.limit_denominator(max(1, math.ceil(8 / (high - low))))


def _exponent(number: Fraction) -> int:
    """About the binary exponent; right also beyond floats."""
    return number.numerator.bit_length() - number.denominator.bit_length()


def _wide(low: Fraction | None, high: Fraction | None) -> bool:
    """Whether the ends of a patch are far apart, as 1 and a million are."""
    if low is None or high is None or low <= 0 <= high:
        return True
    near, far_out = sorted((abs(low), abs(high)))
    return far_out > WIDE * near


def _in_order(pieces: list[Stretch | Place]) -> list[Stretch | Place]:
    """By place, each place once: two patches share an end."""
    once: dict[object, Stretch | Place] = {}
    for piece in pieces:
        once[(piece.zero.low, piece.zero.high) if isinstance(piece, Place) else id(piece)] = piece
    return sorted(once.values(), key=order)
