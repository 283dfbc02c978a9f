"""Programs on NumPy arrays: in blocks that stay in the cache, on several threads."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .machine import Arithmetic, Value, runner
from .program import MOST_TERMS, Program, nearest

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]
Run = Callable[[Sequence[Value]], Value]
BLOCK = 1 << 15
"""Numbers per block: a few blocks of doubles fit the second cache."""
PARALLEL = 1 << 18
"""From this size on, threads pay."""
_SMALL = frozenset((2.0, 3.0, 4.0))


def over_arrays(program: Program) -> Callable[..., Any]:
    """A function of arrays (or floats) that broadcast; ``nan`` where undefined, no warnings."""
    fast = runner(program, FAST)

    def evaluate(*inputs: ArrayLike) -> Any:
        arrays = [np.asarray(values, dtype=np.float64) for values in inputs]
        shape = np.broadcast_shapes(*(values.shape for values in arrays))
        size = math.prod(shape)
        if size <= BLOCK:
            return _block(program, fast, arrays, shape)
        return _blocks(program, fast, arrays, shape)

    return evaluate


def _block(program: Program, fast: Run, arrays: Sequence[Array], shape: Any) -> Any:
    """One block; a division by zero anywhere in it sends it the careful way."""
    try:
        with np.errstate(divide="raise", over="ignore", under="ignore", invalid="ignore"):
            result = fast(arrays)
    except FloatingPointError:
        with np.errstate(all="ignore"):
            result = runner(program, CAREFUL)(arrays)
    return np.broadcast_to(result, shape) if np.shape(result) != shape else result


def _blocks(program: Program, fast: Run, arrays: Sequence[Array], shape: Any) -> Any:
    """Large arrays block by block, so that what lies in between stays small."""
    size = math.prod(shape)
    flat = [
        values if values.ndim == 0 else np.broadcast_to(values, shape).reshape(-1)
        for values in arrays
    ]
    out = np.empty(size)

    def fill(start: int) -> None:
        part = [values if values.ndim == 0 else values[start : start + BLOCK] for values in flat]
        stop = min(size, start + BLOCK)
        out[start:stop] = _block(program, fast, part, (stop - start,))

    def fill_all(starts: range) -> None:
        for start in starts:
            fill(start)

    from concurrent.futures import ThreadPoolExecutor

    workers = (os.cpu_count() or 1) if size >= PARALLEL else 1
    starts = range(0, size, BLOCK)
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(fill_all, (starts[first::workers] for first in range(workers))))
    return out.reshape(shape)


def _many(pair: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *values: functools.reduce(pair, values)


def _power(base: Any, exponent: Any) -> Any:
    """A small whole power is multiplied out: the power of NumPy takes twenty times as long."""
    if type(exponent) is float and exponent in _SMALL:
        return functools.reduce(np.multiply, [base] * int(exponent))
    return np.power(base, exponent)


def _divide(above: Any, below: Any) -> Any:
    return np.where(np.equal(below, 0), np.nan, np.divide(above, below))


def _log(logarithm: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: np.where(np.greater(value, 0), logarithm(value), np.nan)


def _careful_power(base: Any, exponent: Any) -> Any:
    wrong = np.equal(base, 0) & np.less(exponent, 0)
    return np.where(wrong, np.nan, _power(base, exponent))


def _loop(name: str, low: Any, high: Any, body: Callable[[Any], Any]) -> Any:
    """The body for every index that any element needs."""
    join, start = (np.add, 0.0) if name == "sum" else (np.multiply, 1.0)
    first, last = np.min(low), np.max(high)
    if not last - first < MOST_TERMS:
        return np.nan
    total = np.full(np.broadcast_shapes(np.shape(low), np.shape(high)), start)
    for index in np.arange(np.floor(first), np.floor(last) + 1):
        needed = (low <= index) & (index <= high)
        total = np.where(needed, join(total, body(index)), total)
    whole = np.equal(low, np.floor(low)) & np.equal(high, np.floor(high))
    return np.where(whole, total, np.nan)


_OPERATIONS: dict[str, Callable[..., Any]] = {
    **{name: getattr(np, name) for name in "sqrt exp log log2 sin cos floor ceil abs".split()},
    "add": _many(np.add),
    "mul": _many(np.multiply),
    "sub": np.subtract,
    "div": np.divide,
    "pow": _power,
    "neg": np.negative,
    "pi": lambda: math.pi,
    "max": _many(np.maximum),
    "min": _many(np.minimum),
    "lt": np.less,
    "le": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "and": _many(np.logical_and),
    "or": _many(np.logical_or),
    "not": np.logical_not,
    "true": lambda: True,
    "false": lambda: False,
    "select": np.where,
    "undefined": lambda: np.nan,
}
FAST = Arithmetic(nearest, _OPERATIONS, _loop)
CAREFUL = Arithmetic(
    nearest,
    _OPERATIONS | {
        "div": _divide,
        "pow": _careful_power,
        "log": _log(np.log),
        "log2": _log(np.log2),
    },
    _loop,
)  # fmt: skip
