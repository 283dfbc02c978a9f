"""Columns that keep step in all rows but one: a constant ratio, difference, or a straight line.

What steps the columns keep nobody says; rows that bear each other out to their last printed
digits do. The row that breaks it is told only where its cell holds the digits that the step
asks for in another order, or a power of ten off: other columns may keep step by chance.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from derive.frozen import Record

from .cell_slips import CLEAR, COARSE, ROUGH, Interval, TableNumber, mistyped
from .digits import MANY_DIGITS, digits_in

MOST_ROWS, MOST_COLUMNS = 16, 8
"""Of a table that is searched for more than ratios of two columns."""
LEAST_OF_A_RATIO, LEAST_OF_A_LINE = 2, 3
NEARLY = 0.3
"""Over what it should be, a number of which some digits moved."""
VARIED = 0.02
"""How far apart the causes of a ratio are at least."""
SURE_DIGITS, TWICE = 5, 2


class Step(Record):
    """What a step asks for in a row, and the columns that it is kept with.

    A line through two rows fits many; a ratio that all rows keep is ``strict``. What is just
    the product or quotient of two others, in whatever unit, is ``plain``.
    """

    beside: tuple[int, ...]
    wanted: Interval
    strict: bool = True
    plain: bool = False


class Broken(Record):
    """A row whose number breaks a step: the columns that it keeps step with, and what it gives."""

    row: int
    beside: tuple[int, ...]
    wanted: float


ONE = Interval(1.0, 1.0)


def broken_steps(
    columns: Mapping[int, Sequence[TableNumber]], place: int, *, of_one_kind: bool
) -> Iterator[Broken]:
    """The rows of a column that alone break its step with others, one for each step.

    Where a column holds quantities of several kinds, a table read by its rows,
    only ratios are a step.
    """
    asked = [_printed(number) for number in columns[place]]
    if not all(each.low > 0 for each in asked):
        return
    causes = {
        other: [_printed(number, exact=number.counted) for number in some]
        for other, some in columns.items()
        if other != place and all(number.value > number.half for number in some)
    }
    rows = range(len(asked))
    yield from _of_settings(columns, place, asked)
    # Another column keeps step with it in every row, the odd one included, or two add up to it.
    if any([*_in_ratio(cause, asked, 0, rows)] for cause in causes.values()):
        return
    if _is_a_sum(causes.values(), asked):
        return
    alike = {other for other in causes if columns[other][0].unit == columns[place][0].unit}
    for row, number in enumerate(columns[place]):
        # Of quantities side by side two bear out a ratio only if a third has digits enough.
        few = len(asked) <= LEAST_OF_A_LINE and digits_in(number.digits) < SURE_DIGITS
        if few and not of_one_kind:
            continue
        small = len(asked) <= LEAST_OF_A_LINE and digits_in(number.digits) < MANY_DIGITS
        steps = list(_wanted(causes, asked, row, alike if of_one_kind else None, columns[place]))
        # A row that keeps one of the steps is no slip in another.
        if any(_holds(step.wanted, asked[row]) for step in steps):
            continue
        # What a rough step lets pass the finest of them may rule out.
        finest = min((step.wanted.room for step in steps), default=0.0)
        for step in steps:
            sure = step.strict and len(asked) > LEAST_OF_A_LINE
            fine = step.wanted.room <= TWICE * finest
            plain = step.plain and len(asked) >= LEAST_OF_A_LINE
            right = mistyped(number, step.wanted, sure=sure, plain=plain) if fine else None
            # A model of 80 layers has 8 heads, after two of as many heads as layers; and of several
            # quantities in a table read by its rows one may stay where all others grow tenfold.
            if (
                right
                and (small or not of_one_kind)
                and right in {number.value * 10, number.value / 10}
            ):
                continue
            # "$G = T_1 / T_2$" stands beside both: each row follows, whatever two have alike.
            if right is not None and not any(
                _is_once(cause, asked) for _, cause in _joined(causes, rows)
            ):
                yield Broken(row, step.beside, right)


def _of_settings(
    columns: Mapping[int, Sequence[TableNumber]], place: int, asked: Sequence[Interval]
) -> Iterator[Broken]:
    """The row that breaks a ratio to a column of settings, 0.4, 0.6 and 0.8, which are exact."""
    for other, some in columns.items():
        coarse = all(0 < digits_in(number.digits) < MANY_DIGITS for number in some)
        if other == place or not coarse or all(number.counted for number in some):
            continue
        exact = [_printed(number, exact=True) for number in some]
        for cause in (exact, [ONE.over(each) for each in exact]):
            for row, number in enumerate(columns[place]):
                rest = [at for at in range(len(asked)) if at != row]
                if len(rest) < LEAST_OF_A_LINE or _repeats([asked[at] for at in rest]):
                    continue
                for wanted in _in_ratio(cause, asked, row, rest):
                    right = mistyped(number, wanted, sure=True)
                    if right is not None and not _holds(wanted, asked[row]):
                        yield Broken(row, (other,), right)


def _is_a_sum(causes: Iterable[Sequence[Interval]], asked: Sequence[Interval]) -> bool:
    """Whether a column is the sum of two others in every row, as far as their digits go."""
    return any(
        all(a.low + b.low <= each.high and each.low <= a.high + b.high
            for a, b, each in zip(one, other, asked, strict=True))
        for one, other in itertools.combinations(causes, 2)
    )  # fmt: skip


def _is_once(cause: Sequence[Interval], asked: Sequence[Interval]) -> bool:
    """Whether a column is another one, in whatever unit, in every row."""
    steps = [wanted.over(each) for wanted, each in zip(asked, cause, strict=True)]
    low, high = max(each.low for each in steps), min(each.high for each in steps)
    return low <= high and low <= 10.0 ** round(math.log10((low + high) / 2)) <= high


def _holds(wanted: Interval, printed: Interval) -> bool:
    """Whether a printed number may be the one that a step asks for, and the step asks for one."""
    return wanted.room <= COARSE and wanted.low <= printed.high and printed.low <= wanted.high


def _printed(number: TableNumber, *, exact: bool = False) -> Interval:
    half = 0.0 if exact else number.half
    return Interval(number.value - half, number.value + half)


def _repeats(some: Sequence[Interval]) -> bool:
    return len({each.middle for each in some}) == 1


def _wanted(
    causes: Mapping[int, Sequence[Interval]],
    asked: Sequence[Interval],
    row: int,
    alike: Container[int] | None,
    columns: Sequence[TableNumber],
) -> Iterator[Step]:
    """What the number of a row would be by each step that all other rows keep."""
    rows = [place for place in range(len(asked)) if place != row]
    # 0.8 % may be nearly anything beside 84.4 %.
    rest = [place for place in rows if asked[place].room <= COARSE]
    if len(rest) < min(len(rows), LEAST_OF_A_LINE) or _repeats([asked[at] for at in rest]):
        return
    for place, plain in causes.items():
        for cause in (plain, [ONE.over(each) for each in plain]):
            # The best time between checkpoints grows with the root of that between failures.
            for turned in (cause, [each.root for each in cause]):
                yield from (Step((place,), each) for each in _in_ratio(turned, asked, row, rest))
    if alike is None:
        return
    # Of numbers of four digits no other is so far apart by chance.
    exact = all(digits_in(number.digits) > MANY_DIGITS for number in columns)
    exact = exact or (digits_in(columns[row].digits) > MANY_DIGITS and columns[row].counted)
    over = [ONE.over(each) for each in asked]
    for place in (place for place in causes if place in alike):
        cause = causes[place]
        yield from (Step((place,), each) for each in _apart(cause, asked, row, rest, exact=exact))
        # A share, and what it is of the whole: 1 / (1 + w), or w / (1 + w).
        for one in (cause, [ONE.over(each) for each in cause]):
            yield from (Step((place,), ONE.over(each)) for each in _apart(one, over, row, rest))
    if len(asked) <= MOST_ROWS and len(causes) <= MOST_COLUMNS:
        yield from _of_two_columns(causes, asked, row, rest)
        yield from _of_lines(causes, asked, row, rest) if len(rest) >= LEAST_OF_A_LINE else ()


def _of_two_columns(
    causes: Mapping[int, Sequence[Interval]],
    asked: Sequence[Interval],
    row: int,
    rest: Sequence[int],
) -> Iterator[Step]:
    """The steps to a product or a quotient of two columns.

    Two rows bear out no more than that a column is just this, in whatever unit, and that some
    digits of a number moved.
    """
    few = len(rest) < LEAST_OF_A_LINE
    for beside, cause in _joined(causes, rest):
        plain = _is_once([cause[at] for at in rest], [asked[at] for at in rest])
        if few and not plain:
            continue
        yield from (
            Step(beside, each, plain=plain) for each in _in_ratio(cause, asked, row, rest)
            if not few or NEARLY < each.middle / asked[row].middle < 1 / NEARLY
        )  # fmt: skip


def _of_lines(
    causes: Mapping[int, Sequence[Interval]],
    asked: Sequence[Interval],
    row: int,
    rest: Sequence[int],
) -> Iterator[Step]:
    """The steps along a straight line over another column, of a number or of one over it."""
    over = [ONE.over(each) for each in asked]
    for place, cause in causes.items():
        # Of times that were measured three lie on a line by chance; not over 1, 2 and 10 copies.
        if len(rest) == LEAST_OF_A_LINE and any(cause[at].room for at in rest):
            continue
        for turned in (cause, [ONE.over(each) for each in cause]):
            lines = _on_a_line(turned, asked, row, rest)
            yield from (Step((place,), each, strict=False) for each in lines)
        below = _on_a_line(cause, over, row, rest)
        yield from (Step((place,), ONE.over(each), strict=False) for each in below if each.low > 0)


def _joined(
    causes: Mapping[int, Sequence[Interval]], rest: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], list[Interval]]]:
    """The products and quotients of two columns of which each varies."""
    varied = {
        place: cause for place, cause in causes.items()
        if not _repeats([cause[row] for row in rest])
    }  # fmt: skip
    for one, other in itertools.permutations(varied, 2):
        both = list(zip(varied[one], varied[other], strict=True))
        yield (one, other), [first.over(second) for first, second in both]
        if one < other:
            yield (one, other), [first.times(second) for first, second in both]


def _in_ratio(
    cause: Sequence[Interval], asked: Sequence[Interval], row: int, rest: Sequence[int]
) -> Iterator[Interval]:
    """A number of a column that is one number times another column in all other rows."""
    # Rows that say nearly the same, or that agree because they are rough, prove nothing: scores
    # of 83.1 and 83.4 are in ratio to any other two.
    causes = sorted(cause[place].middle for place in rest)
    if len({*causes}) < LEAST_OF_A_RATIO or causes[-1] < causes[0] * (1 + VARIED):
        return
    steps = [asked[place].over(cause[place]) for place in rest]
    step = Interval(max(each.low for each in steps), min(each.high for each in steps))
    if step.low <= step.high:
        yield step.times(cause[row])


def _apart(
    cause: Sequence[Interval], asked: Sequence[Interval], row: int, rest: Sequence[int],
    *, exact: bool = False,
) -> Iterator[Interval]:  # fmt: skip
    """A number of a column that is one amount more than another column in all other rows."""
    if len({cause[place].middle for place in rest}) < LEAST_OF_A_RATIO:
        return
    low = max(asked[place].low - cause[place].high for place in rest)
    high = min(asked[place].high - cause[place].low for place in rest)
    # Scores of two tests are as far apart as those of two others by chance.
    telling = len(rest) >= LEAST_OF_A_LINE or low <= 1 <= high <= 1 + CLEAR or exact
    if telling and low <= high and low + cause[row].low > 0:
        yield Interval(low + cause[row].low, high + cause[row].high)


def _on_a_line(
    cause: Sequence[Interval], asked: Sequence[Interval], row: int, rest: Sequence[int]
) -> Iterator[Interval]:
    """A number of a column that lies on a straight line over another one in all other rows."""
    ordered = sorted(rest, key=lambda place: cause[place].middle)
    if len({cause[place].middle for place in rest}) < LEAST_OF_A_LINE:
        return
    first, last = ordered[0], ordered[-1]
    others = [_between(cause, asked, first, last, place) for place in ordered[1:-1]]
    borne = all(
        each.room <= ROUGH and each.low <= asked[place].high and each.high >= asked[place].low
        for each, place in zip(others, ordered[1:-1], strict=True)
    )
    if borne:
        yield _between(cause, asked, first, last, row)


def _between(
    cause: Sequence[Interval], asked: Sequence[Interval], first: int, last: int, row: int
) -> Interval:
    """What lies on the line through two rows where a third one has its cause."""
    start, width = cause[first].middle, cause[last].middle - cause[first].middle
    along = (cause[row].middle - start) / width
    steep = (asked[last].middle - asked[first].middle) / width
    middle = asked[first].middle + along * (asked[last].middle - asked[first].middle)
    half = (
        abs(1 - along) * (asked[first].high - asked[first].middle)
        + abs(along) * (asked[last].high - asked[last].middle)
        + abs(steep) * (cause[row].high - cause[row].middle)
        + abs(steep * (1 - along)) * (cause[first].high - cause[first].middle)
        + abs(steep * along) * (cause[last].high - cause[last].middle)
    )
    return Interval(middle - half, middle + half)
