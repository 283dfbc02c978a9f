"""A sweep: laws over the product of some axes, as a table whose rows are computed when asked for.

It is plain data, axes and programs: whoever gets one computes any of its rows
and needs no knowledge package for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from ..frozen import Record
from ..programs.program import Program
from ..units import Quantity

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
