"""Sweeps: laws over grids and lists of letters, as a table whose rows are computed when asked for.

The table is plain data, axes and programs: whoever gets one computes any of its rows
and needs no knowledge package for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from ..entries.knowledge import Knowledge
from ..entries.laws import Law
from ..errors import (
    MissingGivens,
    NotAnswerable,
    OutsideDomain,
    TargetIsGiven,
    TooMuchWork,
    UnknownName,
)
from ..frozen import Record
from ..programs.program import Program
from ..programs.relations import bound, over
from ..units import Grid, Quantity, read_value
from ..units.interchange import as_array
from .givens import inside, is_count, read_given
from .question import Question, Wish, alone, left_letter, named, read_question, unit_shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.float64]


BLOCK = 1 << 15
"""Rows that are computed at once: what lies in between stays in the cache of a core."""


class Axis(Record):
    """One letter that is swept, with its values in the letter's own unit."""

    name: str
    unit: str
    values: tuple[float, ...]
    factor: float
    """What one of its unit is in base units."""


class Result(Record):
    """A column that is computed: a law's program over the axes, in base units."""

    name: str
    unit: str
    formula: str
    program: Program
    factor: float
    truth: bool
    """Whether it tells that an inequality holds (1 or 0)."""


class Sweep(Record):
    """Laws over the product of several axes; rows are computed as they are asked for.

    Iterating gives one row after the other by name. pandas, Polars and Arrow
    take it as it is where pyarrow is installed, for them it is a stream of
    Arrow data; without, ``arrays()`` is what a data frame is made of.

    ``conditions`` are those of the laws, which rows need not satisfy.
    """

    axes: tuple[Axis, ...]
    results: tuple[Result, ...]
    fixed: Mapping[str, Quantity]
    defaults: Mapping[str, Quantity]
    conditions: tuple[str, ...]

    @property
    def formula(self) -> str:
        """The id of the law; those of several with commas between them."""
        return ", ".join(dict.fromkeys(result.formula for result in self.results))

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Name and unit of every column, the results last."""
        letters = tuple((axis.name, axis.unit) for axis in self.axes)
        return (*letters, *((result.name, result.unit) for result in self.results))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return prod(len(axis.values) for axis in self.axes)

    def chunks(
        self, size: int = BLOCK, start: int = 0, stop: int | None = None
    ) -> Iterator[list[Column]]:
        """The columns, so many rows at a time; the last axis runs fastest."""
        import numpy as np

        values = [np.array(axis.values) for axis in self.axes]
        lengths = [len(axis) for axis in values]
        last = self.rows if stop is None else stop
        for first in range(start, last, size):
            index = np.arange(first, min(last, first + size))
            places = np.unravel_index(index, lengths)
            columns = [axis[place] for axis, place in zip(values, places, strict=True)]
            bases = [column * axis.factor for column, axis in zip(columns, self.axes, strict=True)]
            for result in self.results:
                value = np.asarray(_compiled(result.program)(*bases)) * (1.0 / result.factor)
                columns.append(np.broadcast_to(value, index.shape))
            yield columns

    def __repr__(self) -> str:
        over = ", ".join(axis.name for axis in self.axes)
        of = ", ".join(result.name for result in self.results)
        return f"<sweep of {of} over {over}: {self.rows:,} rows>"

    def __len__(self) -> int:
        return self.rows

    def __iter__(self) -> Iterator[dict[str, float]]:
        names = [name for name, _ in self.columns]
        for columns in self.chunks():
            for row in zip(*(column.tolist() for column in columns), strict=True):
                yield dict(zip(names, row, strict=True))

    def to_arrow(self) -> Any:
        """An Arrow table with the units of its columns; needs the extra ``tables``."""
        import pyarrow as pa

        units = [pa.field(n, "float64", metadata={"units": u}) for n, u in self.columns]
        schema = pa.schema(units, metadata={"formula": self.formula})
        return pa.table(self.arrays(), schema=schema)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as Arrow's interface hands it to other libraries."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def arrays(self) -> dict[str, Column]:
        """All columns at once."""
        import numpy as np

        parts = list(self.chunks())
        names = [name for name, _ in self.columns]
        return {name: np.concatenate([p[n] for p in parts]) for n, name in enumerate(names)}


@lru_cache(maxsize=256)
def _compiled(program: Program) -> Callable[..., Any]:
    """A program over arrays; compiled once in every process that computes rows."""
    from ..programs.arrays import over_arrays

    return over_arrays(program)


# --- what a sweep is asked ----------------------------------------------------------


GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?(\s*\S+)?")
BARE = re.compile(r"[\d.]+(?:[eE][+-]?\d+)?")
MOST_ROWS = 200_000_000


class Points(Record):
    """Values that were listed one by one: ``TP=1,2,4``."""

    values: tuple[Quantity, ...]

    @property
    def low(self) -> Quantity:
        """The first of them."""
        return self.values[0]

    def magnitudes(self) -> tuple[Fraction, ...]:
        """Their magnitudes in the unit of the first, in the order in which they were listed."""
        unit = self.low.unit
        return tuple(Fraction(value.to(unit).magnitude) for value in self.values)


def sweep(
    knowledge: Knowledge,
    formulas: str | Sequence[str],
    givens: Mapping[str, Any],
    target: str | None = None,
    wish: Wish | None = None,
    *,
    most: int = MOST_ROWS,
) -> Sweep:
    """Laws over grids, ``N=1:1024:log``, or lists, ``N=1,2,4``; other letters as in any question.

    Without a target the left side of each is computed; for an inequality, whether it holds.
    Several laws share their grids, a column each.
    """
    names = [formulas] if isinstance(formulas, str) else list(formulas)
    laws = [knowledge.law(knowledge.formula_id(name)) for name in dict.fromkeys(names)]
    by_name = _by_letter(knowledge, laws, givens)
    grids = {name: grid for name, v in by_name.items() if (grid := _grid(knowledge, name, v))}
    rows = prod(len(grid.magnitudes()) for grid in grids.values())
    if rows > most:
        raise TooMuchWork("a sweep of that many rows", f"{most:,} rows")
    asked = [_asked(knowledge, law, by_name, grids, target, wish) for law in laws]
    counts = Counter(name for _, name in asked)
    results = [
        _result(knowledge, question, list(grids), name, alone=bool(name) and counts[name] == 1)
        for question, name in asked
    ]
    if len(results) == 1:
        results = [results[0].replaced(name=asked[0][1] or "holds")]
    fixed: dict[str, Quantity] = {}
    defaults: dict[str, Quantity] = {}
    conditions: dict[str, None] = {}
    for question, _ in asked:
        points = question.points().keys() - grids.keys()
        fixed |= {
            name: value
            for name, value in question.givens.items()
            if name in points and isinstance(value, Quantity)
        }
        defaults |= {name: v for name, v in question.defaults.items() if name in points}
        of = f"{question.law.id}: " if len(asked) > 1 else ""
        conditions |= dict.fromkeys(of + condition.says for condition in question.law.conditions)
    axes = tuple(
        Axis(
            name,
            knowledge.symbols[name].unit,
            tuple(float(x) for x in grid.magnitudes()),
            float(knowledge.unit(name).factor),
        )
        for name, grid in grids.items()
    )
    return Sweep(axes, tuple(results), fixed, defaults, tuple(conditions))


def _by_letter(
    knowledge: Knowledge, laws: Sequence[Law], givens: Mapping[str, Any]
) -> dict[str, Any]:
    """What is given by letter; each name has to be a letter of one of the laws, the same in all."""
    by_letter: dict[str, Any] = {}
    for name, value in givens.items():
        meant = {}
        for law in laws:
            try:
                meant[named(knowledge, name, list(law.letters), law.id).id] = law.id
            except UnknownName:
                if law is laws[-1] and not meant:
                    raise
        if len(meant) > 1:
            readings = " and ".join(f"{letter} in {law}" for letter, law in meant.items())
            raise NotAnswerable(
                ", ".join(law.id for law in laws), f"{name} is {readings}", "write the one you mean"
            )
        by_letter[next(iter(meant))] = value
    return by_letter


def _asked(
    knowledge: Knowledge,
    law: Law,
    by_name: Mapping[str, Any],
    grids: Mapping[str, Grid | Points],
    target: str | None,
    wish: Wish | None,
) -> tuple[Question, str]:
    """The question for one law at the first point of the grids, and the letter it computes."""
    letters = list(law.letters)
    own = {name: grid for name, grid in grids.items() if name in letters}
    if not own:
        raise MissingGivens(law.id, [("a grid", "such as N=1:1024:log or N=1,2,4", "")])
    is_limit = not law.relation.is_equation
    asked = "" if is_limit and target is None else target or left_letter(law)
    asked = asked and named(knowledge, asked, letters, law.id).id
    if asked in by_name:
        raise TargetIsGiven(asked, str(by_name[asked]))
    first = {
        name: Quantity(Fraction(grid.low.magnitude), grid.low.unit) for name, grid in own.items()
    }
    rest = {name: v for name, v in by_name.items() if name in letters and name not in own}
    stand_in = asked or next(iter(own))
    filled = {n: v for n, v in {**first, **rest}.items() if n != stand_in}
    question = read_question(knowledge, law.id, stand_in, filled, wish)
    if question.intervals():
        name, bounds = next(iter(question.intervals().items()))
        raise OutsideDomain(name, str(bounds), "one value or a grid here")
    return question, asked


def _grid(knowledge: Knowledge, name: str, value: Any) -> Grid | Points | None:
    """The grid or the list that a value is; None for a single value."""
    listed = _listed(value)
    if listed:
        return Points(tuple(_one(knowledge, name, item) for item in listed))
    if not isinstance(value, str | Grid) or (isinstance(value, str) and ":" not in value):
        return None
    note, unit = knowledge.symbols[name], knowledge.unit(name)
    read = read_value(
        value, unit=unit, table=knowledge.units, symbol=name, count=is_count(unit, note)
    )
    if not isinstance(read, Grid):
        return None
    for point in (read.low, read.high):
        inside(note, point)
    return read


def _listed(value: Any) -> list[Any]:
    """The values of a list; commas that group the digits of one number make none.

    A unit at the end counts for all: ``10, 20, 40 GB``.
    """
    if isinstance(value, list | tuple | range) or (isinstance(value, Quantity) and value.ndim):
        return list(value)
    if hasattr(value, "__array__") and not isinstance(value, Quantity):
        array = as_array(value)
        return [] if array is None else array.tolist()
    if not isinstance(value, str) or "," not in value or GROUPED.fullmatch(value.strip()):
        return []
    items = [item.strip() for item in value.split(",")]
    unit = items[-1].lstrip("0123456789.eE+-")
    return [f"{item}{unit}" if BARE.fullmatch(item) else item for item in items]


def _one(knowledge: Knowledge, name: str, value: Any) -> Quantity:
    """One value of a list."""
    read = read_given(knowledge, name, value)
    if not isinstance(read, Quantity):
        raise OutsideDomain(name, str(value), "one value in each place of a list")
    return read


def _result(
    knowledge: Knowledge, question: Question, axes: Sequence[str], asked: str, *, alone: bool
) -> Result:
    """The column of one law, named by its letter where no other law gives the same one."""
    points = {name: value for name, value in question.points().items() if name not in axes}
    program = over(bound(_function(knowledge, question, asked), points), axes)
    plain = knowledge.units.unit("1")
    shown = unit_shown(knowledge, asked, question.wish) if asked else plain
    return Result(
        asked if alone else question.law.id,
        shown.name if asked else "1",
        question.law.formula,
        program,
        float(shown.factor),
        not asked,
    )


def _function(knowledge: Knowledge, question: Question, asked: str) -> Program:
    """What is computed: the truth of the law itself, or its one closed form for the target."""
    law = question.law
    if not asked:
        return law.relation.program(sorted(law.relation.letters))
    try:
        function = alone(knowledge, question, asked)
    except NotAnswerable:
        raise NotAnswerable(
            law.id,
            f"it has no single closed form for {asked}, which a sweep needs",
            "sweep its left side, or solve it value by value",
        ) from None
    return knowledge.solved(law, asked).steady or function
