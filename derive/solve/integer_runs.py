"""Runs of integers for which conditions hold, found without trying each integer.

Whole ranges are decided by interval arithmetic, and cut in two until they
are, down to single integers, which exact arithmetic decides. That needs no
monotone functions; ceilings and sums are ranges like any other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..frozen import Record
from ..programs.enclosures import over_ranges
from ..programs.exactly import exactly
from ..programs.machine import Value
from ..programs.program import LOOPS, UNSETTLED, Program, Undecided, Undefined
from ..programs.ranges import between, fails
from ..programs.relations import Relation
from ..programs.zeros import Zero
from .decomposition import Place, Stretch, Sweep, TooManyPieces

Run = tuple[int | None, int | None]
"""First and last integer; None where it goes on for ever."""

STEPPED = frozenset({"floor", "ceil", "sum", "product"})
MOST_RANGES = 30_000
MOST_RUNS = 256
PRICE_OF_LOOPS = 100
"""A sum at one integer costs as much as that many ranges."""

REACH = 1 << 24
"""How far is looked where nothing tells what happens for ever."""


class Truths:
    """Conditions in one input, at single integers and on ranges of them."""

    def __init__(self, programs: Sequence[Program]) -> None:
        self.programs = programs
        self.looked = 0
        loops = any(step.operation in LOOPS for p in programs for step in p.steps)
        self._price = PRICE_OF_LOOPS if loops else 1
        self._points = [exactly(program) for program in programs]
        self._ranges = [over_ranges(program) for program in programs]

    @property
    def stepped(self) -> bool:
        """Whether ceilings or sums make so many pieces that ranges are the better road."""
        return any(step.operation in STEPPED for p in self.programs for step in p.steps)

    def each(self, value: int) -> tuple[Value, ...]:
        """What each condition says of one integer, exactly."""
        return tuple(point([Fraction(value)]) for point in self._points)

    def bounded(self, value: int) -> tuple[bool | None, ...]:
        """What is certain of each condition at one integer by interval arithmetic."""
        inside = between(value, value, whole=True)
        truths = (decide([inside]) for decide in self._ranges)
        return tuple(False if fails(truth) else True if truth is True else None for truth in truths)

    @property
    def spent(self) -> bool:
        """Whether all the work that is allowed has been done."""
        return self.looked > MOST_RANGES

    def at(self, value: int) -> bool | None:
        """Whether all conditions hold for one integer; None if that is not told."""
        self.looked += self._price
        truths = self.each(value)
        if any(truth is False or isinstance(truth, Undefined) for truth in truths):
            return False
        return None if any(isinstance(truth, Undecided) for truth in truths) else True

    def on(self, low: float, high: float) -> bool | None:
        """Whether all hold on a range of integers, or one of them nowhere; None: cut further."""
        self.looked += 1
        inside, verdict = between(low, high, whole=True), True
        for decide in self._ranges:
            truth = decide([inside])
            if fails(truth):
                return False
            verdict = verdict and truth is True
        return True if verdict else None


class Runs(Record):
    """Runs in ascending order. If not ``complete``, ``says`` tells what is missing.

    ``known_to`` is the last integer of which anything is known, None if all are.
    """

    runs: tuple[Run, ...]
    complete: bool = True
    says: str = ""
    known_to: int | None = None


def runs_between(truths: Truths, low: int, high: int | None) -> Runs:
    """The runs between two integers, both included; None is without end."""
    top, endless, complete = (high, False, True) if high is not None else _horizon(truths, low)
    runs: list[Run] = []
    for first, last in holding(truths, low, top):
        if runs and runs[-1][1] == first - 1:
            runs[-1] = (runs[-1][0], last)
        else:
            runs.append((first, last))
        if len(runs) > MOST_RUNS:
            break
    says = "" if complete else f"nothing is known of what lies above {top}"
    known_to = None if complete else top
    if len(runs) > MOST_RUNS or truths.spent:
        runs, says = _with_last(truths, runs, low, top), TOO_MANY
    if endless:
        runs = _continued(runs, top)
    return Runs(tuple(runs), not says, says, known_to)


TOO_MANY = "there are too many runs to find and list them all"


def _continued(runs: list[Run], top: int) -> list[Run]:
    """The runs, where everything above the top holds."""
    if runs and runs[-1][1] == top:
        return [*runs[:-1], (runs[-1][0], None)]
    return [*runs, (top + 1, None)]


def _with_last(truths: Truths, runs: list[Run], low: int, top: int) -> list[Run]:
    """The first runs, and the last one, looked for from above."""
    truths.looked = 0
    for last in itertools.islice(holding(truths, low, top, upward=False), 1):
        return [*runs, last] if not runs or last[0] > (runs[-1][1] or 0) else runs
    return runs


def _horizon(truths: Truths, low: int) -> tuple[int, bool, bool]:
    """From where on all is the same, whether it holds there, and whether that is certain."""
    # Farther out ranges decide more easily. Growth is asked last: it costs a run of its own, but
    # settles ceilings, whose ranges never close.
    for power in (6, 12, 20, 32, 48, 80, 160):
        start = max(low, 1 << power)
        verdict = truths.on(start, float("inf"))
        if verdict is not None:
            return start, verdict, True
    from .asymptotics import far

    outlook = far(truths.programs)
    if outlook is not None:
        return max(low, outlook.beyond), all(t is True for t in outlook.truths), True
    return low + REACH, False, False


def holding(
    truths: Truths, low: int, high: int, *, upward: bool = True
) -> Iterator[tuple[int, int]]:
    """Ranges of integers on which all holds, from below or from above."""
    todo = [(low, high)]
    while todo and not truths.spent:
        # Depth first: the half that comes next is taken next, so runs come in order and a caller
        # may stop early.
        first, last = todo.pop()
        if first > last:
            continue
        verdict = truths.on(first, last)
        if verdict is None and first == last:
            verdict = truths.at(first)
        if verdict:
            yield first, last
        elif verdict is None and first < last:
            cut = _cut(first, last)
            halves = [(first, cut), (cut + 1, last)]
            todo += halves[::-1] if upward else halves


def _cut(low: int, high: int) -> int:
    """Halfway, in the logarithm where a range spans more than two octaves."""
    if low > 0 and high > 4 * low:
        return min(high - 1, low << ((high // low).bit_length() // 2))
    return (low + high) // 2


SMALL = 1e-6
WIDE = 4096
"""More integers than this are not tried one by one."""


def runs_of(
    conditions: Sequence[Relation], letter: str, low: int | None, high: int | None, truths: Truths
) -> Runs | None:
    """The runs, by sweeping the reals; None where there are too many pieces.

    A stretch is decided as a whole. Integers on a border, or inside the
    bracket of one, are put into the conditions themselves.
    """
    programs = [condition.program([letter]) for condition in conditions]
    bottom, top = (None if end is None else Fraction(end) for end in (low, high))
    sweep = Sweep(programs, bottom, top)
    if low is not None and low == high:
        return Runs(((low, low),) if truths.at(low) else ())
    if low is not None and high is not None and low > high:
        return Runs(())
    try:
        pieces = sweep.pieces()
    except TooManyPieces:
        return None
    kept: list[Run] = []
    sure = not sweep.undecided
    for piece in pieces:
        runs = _runs(piece, truths)
        sure = sure and runs is not None
        for run in runs or ():
            _join(kept, run)
    for part in sweep.open:
        if part[1] - part[0] > min(SMALL * max(1.0, abs(part[0])), WIDE):
            sure = False
        else:
            kept = _corrected(kept, part, truths)
    return Runs(tuple(kept), sure, "" if sure else UNSETTLED)


def _corrected(runs: list[Run], part: tuple[float, float], truths: Truths) -> list[Run]:
    """The runs after the integers of a small open part were tried by themselves.

    Both sides of such a part agree, or a zero was found in it; so what happens
    inside matters to no other integer.
    """
    for value in range(math.ceil(part[0]), math.floor(part[1]) + 1):
        split = [piece for run in runs for piece in _without(run, value)]
        runs = []
        split += [(value, value)] if truths.at(value) else []
        for run in sorted(split, key=lambda run: -math.inf if run[0] is None else run[0]):
            _join(runs, run)
    return runs


def _without(run: Run, value: int) -> list[Run]:
    """A run without one integer."""
    first, last = run
    if (first is not None and value < first) or (last is not None and value > last):
        return [run]
    left: list[Run] = [] if first == value else [(first, value - 1)]
    return left if last == value else [*left, (value + 1, last)]


def _runs(piece: Stretch | Place, truths: Truths) -> list[Run] | None:
    """The integers of one piece for which all conditions hold; None if that is not told."""
    if isinstance(piece, Place):
        return _around(piece.zero, truths)
    if not all(truth is True for truth in piece.truths):
        return []
    # The first integer above one border and the last below the other, outside both brackets.
    first = None if piece.low is None else math.floor(piece.low.high) + 1
    last = None if piece.high is None else math.ceil(piece.high.low) - 1
    if first is not None and last is not None and first > last:
        return []
    return [(first, last)]


def _around(zero: Zero, truths: Truths) -> list[Run] | None:
    """The integers in the bracket of a zero for which all conditions hold.

    Beyond 2**190 a bracket that is narrow as numbers go holds more integers
    than can be tried: it is narrowed to a few, and on either side of those
    all agree.
    """
    first, last = math.ceil(zero.low), math.floor(zero.high)
    inner = zero
    if last - first > WIDE:
        inner = zero.narrowed(max(abs(first), abs(last)).bit_length() + 8)
    low, high = math.ceil(inner.low), math.floor(inner.high)
    if high - low > WIDE:
        return None
    sides = [(first, low - 1), (high + 1, last)]
    wholes = [(a, b) for a, b in sides if a <= b and truths.at(a)]
    return sorted(
        [*wholes, *((value, value) for value in range(low, high + 1) if truths.at(value))]
    )


def _join(runs: list[Run], run: Run) -> None:
    """Add a run; one that follows without a gap lengthens the last."""
    if runs and runs[-1][1] is not None and run[0] is not None and run[0] <= runs[-1][1] + 1:
        runs[-1] = (runs[-1][0], run[1])
    else:
        runs.append(run)
