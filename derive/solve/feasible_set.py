"""The numbers that satisfy relations in one letter: intervals, and what ends each of them.

Nothing is solved symbolically. The relations are swept over the letter's
domain (``decomposition.py``): exact for quotients of polynomials, also in roots of the
letter; certified by intervals of values and slopes otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..frozen import Record
from ..programs.machine import MISSING
from ..programs.program import UNSETTLED, Program, Step, Undefined
from ..programs.relations import Relation
from ..programs.zeros import Zero
from ..records.notes import Domain
from .decomposition import ALWAYS, Place, Stretch, Sweep, implied, swept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias


CORNERS = frozenset({"max", "min", "abs", "floor", "ceil", "select", "sum", "product"})
BORDERS = tuple(Step(name) for name in ("lt", "le", "eq"))
Pieces = Sequence[Stretch | Place]


class Root(Record):
    """A number at which both sides of a relation are equal; kept, or rejected and why."""

    relation: int
    low: Fraction
    high: Fraction
    kept: bool
    why: str = ""

    @property
    def exact(self) -> bool:
        """Whether the root is known as a fraction."""
        return self.low == self.high

    @property
    def value(self) -> Fraction:
        """The root, or the middle of its bracket."""
        return (self.low + self.high) / 2


def has_corners(program: Program) -> bool:
    """Whether a program chooses between branches, so that it may have several pieces."""
    return any(step.operation in CORNERS for step in program.steps)


def holds(piece: Stretch | Place, domain: Domain) -> bool:
    """Whether all relations hold on a piece, and the domain takes it in."""
    if isinstance(piece, Place) and piece.zero.exact and not inside(piece.zero.low, domain):
        return False
    return all(truth is True for truth in piece.truths)


def inside(value: Fraction, domain: Domain) -> bool:
    """Whether a number lies in the domain, taken as an interval."""
    return Domain(domain.low, domain.high, domain.low_open, domain.high_open).contains(value)


def roots_of(sweep: Sweep, pieces: Pieces, letter: str, domain: Domain) -> list[Root]:
    """All numbers at which a relation's sides meet, also those outside the domain."""
    places = [piece for piece in pieces if isinstance(piece, Place)]
    roots = []
    for number, program in enumerate(sweep.programs):
        if program.steps[-1] not in BORDERS:
            continue
        met = _met(pieces, number, equation=program.steps[-1].operation == "eq")
        roots += [_judged(number, place.zero, place, letter, domain) for place in met]
        for zero in [] if has_corners(program) else sweep.boundary(number):
            if all(zero.apart_from(place.zero) != 0 for place in met):
                here = next((p for p in places if p.zero.apart_from(zero) == 0), None)
                roots.append(_judged(number, zero, here, letter, domain))
    return sorted(roots, key=lambda root: (root.relation, root.value))


def _met(pieces: Pieces, number: int, *, equation: bool) -> list[Place]:
    """The places where the sides are equal, without those inside of stretches where they are.

    The ends of such a stretch are no roots of an equation: the stretch answers it.
    """
    met = []
    of_stretch = any if equation else all
    for before, piece, after in zip([None, *pieces], pieces, [*pieces[1:], None], strict=False):
        if isinstance(piece, Place) and piece.equal[number]:
            beside = [side.equal[number] for side in (before, after) if side is not None]
            if not beside or not of_stretch(beside):
                met.append(piece)
    return met


def _judged(number: int, zero: Zero, place: Place | None, letter: str, domain: Domain) -> Root:
    """A root, kept or rejected with the reason."""
    why = _reason(zero, place, letter, domain)
    return Root(number, zero.low, zero.high, not why, why)


def _reason(zero: Zero, place: Place | None, letter: str, domain: Domain) -> str:
    if not inside(zero.middle, domain):
        negative = zero.middle < 0 and domain.low is not None and domain.low >= 0
        return ("negative: " if negative else "") + f"{letter} is {domain}"
    if place is None:
        return "outside the part of the domain that was looked at"
    for truth in place.truths:
        if isinstance(truth, Undefined):
            return truth.why
    fails = any(t is False and not e for t, e in zip(place.truths, place.equal, strict=True))
    return "another condition fails there" if fails else ""


Method: TypeAlias = 'Literal["closed", "numeric", "set", "none"]'
Proof: TypeAlias = 'Literal["exact", "certified", "tested"]'
DOMAIN = -1
"""Stands for the letter's own domain where the others are counted from 0."""


class End(Record):
    """Where an interval ends: a fraction, a narrow bracket around it, or infinity.

    ``binds`` numbers the relations that end it, -1 for the domain.
    """

    low: Fraction | None
    high: Fraction | None
    closed: bool
    binds: tuple[int, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the end is known as a fraction, or is infinity."""
        return self.low == self.high

    @property
    def value(self) -> Fraction | None:
        """The end, or the middle of its bracket; None for infinity."""
        return None if self.low is None or self.high is None else (self.low + self.high) / 2


class Span(Record):
    """One interval of the answer; a single number where both ends are the same."""

    low: End
    high: End

    @property
    def single(self) -> bool:
        """Whether the interval is one number."""
        return self.low.low is not None and (self.low.low, self.low.high) == (
            self.high.low,
            self.high.high,
        )


class Feasible(Record):
    """The intervals in ascending order, and how they are known.

    ``proof`` is *exact* where all borders are roots of polynomials, *certified*
    where intervals show that no border was missed, *tested* where a part of
    the domain was too hard to settle, which ``spans`` leave out. ``counted``
    tells that only whole numbers were looked at.
    """

    spans: tuple[Span, ...]
    method: Method
    proof: Proof
    roots: tuple[Root, ...] = ()
    says: str = ""
    counted: bool = False


def feasible(relations: Sequence[Relation], letter: str, domain: Domain) -> Feasible:
    """Where relations in one letter hold together, inside its domain.

    Every other letter has been replaced by an exact number. A letter that only
    takes integers is treated as a real number here; ``integer_answer.py`` goes on.
    """
    programs = [easier(relation).program([letter]) for relation in relations]
    corners = any(map(has_corners, programs))
    # Bounds that the domain implies end nothing, and where their sides only touch (a
    # probability of 1 at the end of its domain) no search would settle them.
    programs[1:] = [ALWAYS if implied(program, domain) else program for program in programs[1:]]
    equations = sum(relation.is_equation for relation in relations)
    steps = {n for n, relation in enumerate(relations) if equations and relation.sign == "divides"}
    # Whether one number divides another has ever more steps. An equation is met at a few
    # places; only these are asked, where they are all that is left.
    eased = [ALWAYS if number in steps else program for number, program in enumerate(programs)]
    known, sweep, pieces = swept(eased, domain)
    if steps and any(isinstance(piece, Stretch) and holds(piece, domain) for piece in pieces):
        known, sweep, pieces = swept(programs, domain)
    elif steps:
        full = Sweep(programs, domain.low, domain.high, known=known.known, near=known.near)
        pieces = [
            full.place(piece.zero) if isinstance(piece, Place) and holds(piece, domain) else piece
            for piece in pieces
        ]
    spans, roots = _spans(pieces, domain), roots_of(known, pieces, letter, domain)
    reconcilable = not spans and relations[0].is_equation and equations > 1
    if reconcilable and (root := reconciled(relations, letter, roots)):
        end = End(root.low, root.high, closed=True)
        spans, roots = [Span(end, end)], [Root(0, root.low, root.high, kept=True, why=ROUNDED)]
    return Feasible(
        spans=tuple(spans),
        method="set" if corners else "closed" if sweep.polynomial else "numeric",
        proof="tested" if not sweep.complete else "exact" if sweep.polynomial else "certified",
        roots=tuple(roots),
        says="" if sweep.complete else UNSETTLED,
    )


def easier(relation: Relation) -> Relation:
    """The form of a relation in which its borders are looked for."""
    return relation if relation.easier is None else relation.easier


def _spans(pieces: Sequence[Stretch | Place], domain: Domain) -> list[Span]:
    """Neighbouring pieces that hold, joined."""
    spans: list[Span] = []
    run: list[int] = []
    for place, piece in enumerate(pieces):
        if holds(piece, domain):
            run.append(place)
        if run and (not holds(piece, domain) or place == len(pieces) - 1):
            spans.append(_span(pieces, run[0], run[-1], domain))
            run = []
    return spans


def _span(pieces: Sequence[Stretch | Place], first: int, last: int, domain: Domain) -> Span:
    before = pieces[first - 1] if first else None
    after = pieces[last + 1] if last + 1 < len(pieces) else None
    low, high = pieces[first], pieces[last]
    left = low.zero if isinstance(low, Place) else low.low
    right = high.zero if isinstance(high, Place) else high.high
    return Span(
        _end(left, before, domain, closed=isinstance(low, Place)),
        _end(right, after, domain, closed=isinstance(high, Place)),
    )


def _end(zero: Zero | None, outer: Stretch | Place | None, domain: Domain, *, closed: bool) -> End:
    """An end, and which relations fail beyond it."""
    if zero is None:
        return End(None, None, closed=False)
    binds = (
        ()
        if outer is None
        else tuple(number for number, truth in enumerate(outer.truths) if truth is not True)
    )
    outside = outer is None or (isinstance(outer, Place) and not inside(outer.zero.middle, domain))
    return End(zero.low, zero.high, closed, (DOMAIN, *binds) if outside else binds)


# --- how far the sides of a law are apart at a root ---------------------------------


DIGITS = 50
MORE = (200, 1000)
"""Digits to work with, where fifty are too few; where these are, an answer is withheld."""
MOST_STEPS = 1000
NEVER = Fraction(1)
"""The relative difference where a side has no value: an answer there is none."""


def gap(law: Relation, letter: str, value: Fraction, digits: int = DIGITS) -> Fraction:
    """The relative difference of both sides of a law at a number."""
    from ..programs.precise import precisely  # a range has no root to be put back

    put = law.bound({letter: value})
    sides = [precisely(side, digits)([]) for side in put.sides]
    if any(isinstance(side, MISSING) for side in sides):
        return NEVER
    left, right = map(Fraction, sides)
    size = max(abs(left), abs(right))
    return abs(left - right) / size if size else abs(left - right)


def sharpened(law: Relation, letter: str, root: Root, most: Fraction) -> tuple[Root, Fraction]:
    """A root whose sides differ by at most so much, and by how much; else the last one tried."""
    off = gap(law, letter, root.value)
    for digits in MORE:
        if off <= most or root.exact:
            break
        low, high = _narrowed(law, letter, root.low, root.high, digits)
        root = Root(root.relation, low, high, root.kept, root.why)
        off = gap(law, letter, root.value, digits)
    return root, off


def _narrowed(
    law: Relation, letter: str, low: Fraction, high: Fraction, digits: int
) -> tuple[Fraction, Fraction]:
    """The bracket halved until it is as narrow as so many digits tell; as it was if it is none."""
    from ..programs.precise import certainly

    def rises(place: Fraction) -> bool | None:
        # Intervals: beside a root, a power may be beyond all numbers that can be written.
        put = law.bound({letter: place})
        left, right = (certainly(side, digits)([]) for side in put.sides)
        if isinstance(left, MISSING) or isinstance(right, MISSING):
            return None
        return True if left.low > right.high else False if left.high < right.low else None

    first, last = rises(low), rises(high)
    if first is None or last is None or first == last:
        return low, high
    width = Fraction(1, 10 ** (digits - 10)) * max(abs(low), abs(high))
    for _ in range(MOST_STEPS * 4):
        if high - low <= width:
            break
        middle = (low + high) / 2
        above = rises(middle)
        if above is None:
            return middle, middle
        if above == first:
            low = middle
        else:
            high = middle
    return low, high


# --- rounded givens ------------------------------------------------------------

NEAR = Fraction(5, 10**7)
"""Roots that differ by less, relative to their size, print alike in the six digits of an answer."""
ROUNDED = "the givens are rounded, and a condition asks for this number"


def reconciled(relations: Sequence[Relation], letter: str, roots: Sequence[Root]) -> Root | None:
    """The exact root of a condition that the first relation, an equation, misses by a hair.

    A condition may be an equation too (``g = a``). Where a given was rounded, the law
    asks for 142.0000000001 heads and the condition for 142: nothing satisfies both, and
    142 is meant. Every relation but the first has to hold there.
    """
    first = [root for root in roots if root.relation == 0 and not root.kept]
    exact = [root for root in roots if root.relation > 0 and root.exact]
    for root in first:
        for other in exact:
            apart = abs(root.value - other.value)
            if apart <= NEAR * abs(root.value) and all(
                relation.truth({letter: other.value}) is True for relation in relations[1:]
            ):
                return other
    return None
