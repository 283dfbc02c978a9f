"""A law over a grid of values: rows chunk by chunk, so that memory stays bounded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from sympy import Eq

from ..algebra.steady import steady
from ..errors import MissingGivens, NotAnswerable, OutsideDomain, TargetIsGiven, TooMuchWork
from ..programs.translate import program_of
from ..registry import Registry
from ..units import Grid, Quantity, read_value
from .claims import alone
from .question import Question, Wish, left_letter, named, read_question
from .relations import in_base, put_in
from .values import inside, is_count
from .wording import law_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.float64]

CHUNK = 1 << 16
MOST_ROWS = 200_000_000


@dataclass(frozen=True, slots=True)
class Axis:
    """One letter that is swept, with its values in the letter's own unit."""

    name: str
    unit: str
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Sweep:
    """A law over the product of several axes; rows are computed as they are asked for.

    ``truth`` tells that the last column says whether an inequality holds (1 or 0);
    ``conditions`` are those of the law, which rows need not satisfy.
    """

    formula: str
    target: str
    unit: str
    axes: tuple[Axis, ...]
    fixed: Mapping[str, Quantity]
    defaults: Mapping[str, Quantity]
    truth: bool
    conditions: tuple[str, ...]
    _run: Any
    _scale: tuple[float, ...]

    @property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """Name and unit of every column, the result last."""
        return (*((axis.name, axis.unit) for axis in self.axes), (self.target, self.unit))

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return prod(len(axis.values) for axis in self.axes)

    def chunks(self, size: int = CHUNK) -> Iterator[list[Column]]:
        """The columns, so many rows at a time; the last axis runs fastest."""
        import numpy as np

        values = [np.array(axis.values) for axis in self.axes]
        lengths = [len(one) for one in values]
        for start in range(0, self.rows, size):
            index = np.arange(start, min(self.rows, start + size))
            places = np.unravel_index(index, lengths)
            columns = [one[place] for one, place in zip(values, places, strict=True)]
            bases = [column * s for column, s in zip(columns, self._scale, strict=False)]
            result = np.asarray(self._run(*bases)) * self._scale[-1]
            yield [*columns, np.broadcast_to(result, index.shape)]

    def arrays(self) -> dict[str, Column]:
        """All columns at once."""
        import numpy as np

        parts = list(self.chunks())
        names = [name for name, _ in self.columns]
        return {name: np.concatenate([p[n] for p in parts]) for n, name in enumerate(names)}


def sweep(
    registry: Registry,
    formula: str,
    givens: Mapping[str, Any],
    target: str | None = None,
    wish: Wish | None = None,
) -> Sweep:
    """A law over grids: ``N=1:1024:log`` and the like; all other letters as in any question.

    Without a target the left side is computed; for an inequality, whether it holds.
    """
    chosen = registry.formula(formula)
    law = registry.law(chosen.id)
    letters = [letter.name for letter in law.symbols]
    by_name = {named(registry, name, letters, chosen.id).id: v for name, v in givens.items()}
    grids = {name: grid for name, v in by_name.items() if (grid := _grid(registry, name, v))}
    if not grids:
        raise MissingGivens(chosen.id, [("a grid", "such as N=1:1024:log", "")])
    is_limit = not isinstance(law.relation, Eq)
    asked = "" if is_limit and target is None else target or left_letter(law)
    asked = asked and named(registry, asked, letters, chosen.id).id
    if asked in by_name:
        raise TargetIsGiven(asked, str(by_name[asked]))
    first = {
        name: Quantity(Fraction(grid.low.magnitude), grid.low.unit) for name, grid in grids.items()
    }
    rest = {name: v for name, v in by_name.items() if name not in grids}
    stand_in = asked or next(iter(grids))
    filled = {n: v for n, v in {**first, **rest}.items() if n != stand_in}
    question = read_question(registry, chosen.id, stand_in, filled, wish)
    if question.intervals():
        name, bounds = next(iter(question.intervals().items()))
        raise OutsideDomain(name, str(bounds), "one value or a grid here")
    return _made(registry, question, grids, asked)


def _grid(registry: Registry, name: str, value: Any) -> Grid | None:
    if not isinstance(value, str | Grid) or (isinstance(value, str) and ":" not in value):
        return None
    note, unit = registry.symbols[name], registry.unit(name)
    read = read_value(
        value, unit=unit, table=registry.units, symbol=name, count=is_count(unit, note)
    )
    if not isinstance(read, Grid):
        return None
    for point in (read.low, read.high):
        inside(note, point)
    return read


def _made(registry: Registry, question: Question, grids: Mapping[str, Grid], asked: str) -> Sweep:
    axes = tuple(
        Axis(name, registry.symbols[name].unit, tuple(float(x) for x in grid.magnitudes()))
        for name, grid in grids.items()
    )
    rows = prod(len(axis.values) for axis in axes)
    if rows > MOST_ROWS:
        raise TooMuchWork("a sweep of that many rows", f"{MOST_ROWS:,} rows")
    expression = _expression(registry, question, asked)
    points = {
        n: v for n, v in question.values().items() if isinstance(v, Quantity) and n not in grids
    }
    put = put_in(registry, expression, points)
    letters = [registry.letters[axis.name] for axis in axes]
    own = registry.unit(asked) if asked else registry.units.unit("1")
    shown = registry.units.unit(question.wish.unit) if question.wish.unit and asked else own
    Quantity(Fraction(1), own).to(shown)
    scale = [float(registry.unit(axis.name).factor) for axis in axes]
    from ..programs.arrays import over_arrays

    return Sweep(
        question.formula.id,
        asked or "holds",
        "1" if not asked else shown.name,
        axes,
        {n: v for n, v in question.givens.items() if n in points and isinstance(v, Quantity)},
        {n: v for n, v in question.defaults.items() if n in points},
        not asked,
        tuple(law_text(question.law, one) for one in question.law.conditions),
        over_arrays(program_of(put, letters)),
        (*scale, 1.0 / float(shown.factor)),
    )


def _expression(registry: Registry, question: Question, asked: str) -> Any:
    """What is computed: the law itself, or its one closed form for the target."""
    relation = question.law.relation
    if not asked:
        sides = [in_base(registry, side) for side in relation.args]
        return relation.func(*sides, evaluate=False)
    try:
        return in_base(registry, steady(alone(registry, question, asked)))
    except NotAnswerable:
        raise NotAnswerable(
            question.formula.id,
            f"it has no single closed form for {asked}, which a sweep needs",
            "sweep its left side, or solve it value by value",
        ) from None
