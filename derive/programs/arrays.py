"""Programs on NumPy arrays: in blocks that stay in the cache, on several threads."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .compiled import ArrayWriter, Function, function
from .program import MOST_TERMS, Program

Array = NDArray[np.float64]
BLOCK = 1 << 15
"""Numbers per block: a few blocks of doubles fit the second cache, and NumPy reuses what it
made on the way only from this size on."""
PARALLEL = 1 << 18
"""From this size on, threads pay."""


def over_arrays(program: Program) -> Callable[..., Any]:
    """A function of arrays (or floats) that broadcast; ``nan`` where undefined, no warnings."""
    fast = function(program, ArrayWriter(), ARRAYS)
    careful = function(program, ArrayWriter(careful=True), ARRAYS | CAREFUL)

    def evaluate(*inputs: ArrayLike) -> Any:
        arrays = [np.asarray(values, dtype=np.float64) for values in inputs]
        shape = np.broadcast_shapes(*(values.shape for values in arrays))
        size = int(np.prod(shape))
        if size <= BLOCK:
            return _block(fast, careful, arrays, shape)
        return _blocks(fast, careful, arrays, shape)

    return evaluate


def _block(fast: Function, careful: Function, arrays: Sequence[Array], shape: Any) -> Any:
    """One block; a division by zero anywhere in it sends it the careful way."""
    try:
        with np.errstate(divide="raise", over="ignore", under="ignore", invalid="ignore"):
            result = fast(*arrays)
    except FloatingPointError:
        with np.errstate(all="ignore"):
            result = careful(*arrays)
    return np.broadcast_to(result, shape) if np.shape(result) != shape else result


def _blocks(fast: Function, careful: Function, arrays: Sequence[Array], shape: Any) -> Any:
    """Large arrays block by block, so that what lies in between stays small."""
    size = int(np.prod(shape))
    flat = [
        values if values.ndim == 0 else np.broadcast_to(values, shape).reshape(-1)
        for values in arrays
    ]
    out = np.empty(size)

    def fill(start: int) -> None:
        part = [values if values.ndim == 0 else values[start : start + BLOCK] for values in flat]
        stop = min(size, start + BLOCK)
        out[start:stop] = _block(fast, careful, part, (stop - start,))

    def fill_all(starts: range) -> None:
        for start in starts:
            fill(start)

    workers = (os.cpu_count() or 1) if size >= PARALLEL else 1
    starts = range(0, size, BLOCK)
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(fill_all, (starts[first::workers] for first in range(workers))))
    return out.reshape(shape)


def _many(pair: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *values: functools.reduce(pair, values)


def _divide(above: Any, below: Any) -> Any:
    return np.where(np.equal(below, 0), np.nan, np.divide(above, below))


def _log(logarithm: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: np.where(np.greater(value, 0), logarithm(value), np.nan)


def _power(base: Any, exponent: Any) -> Any:
    wrong = np.equal(base, 0) & np.less(exponent, 0)
    return np.where(wrong, np.nan, np.power(base, exponent))


def _loop(join: Callable[[Any, Any], Any], start: float) -> Callable[..., Any]:
    """Run the body for every index that any element needs."""

    def run(low: Any, high: Any, body: Callable[[float], Any]) -> Any:
        first, last = np.min(low), np.max(high)
        if not last - first < MOST_TERMS:
            return np.nan
        total = np.full(np.broadcast_shapes(np.shape(low), np.shape(high)), start)
        for index in np.arange(np.floor(first), np.floor(last) + 1):
            needed = (low <= index) & (index <= high)
            total = np.where(needed, join(total, body(index)), total)
        whole = np.equal(low, np.floor(low)) & np.equal(high, np.floor(high))
        return np.where(whole, total, np.nan)

    return run


ARRAYS: dict[str, Any] = {
    "errors": (),
    "nan": np.nan,
    "pow": np.power,
    **{name: getattr(np, name) for name in "sqrt exp log log2 sin cos tanh floor ceil abs".split()},
    "asin": np.arcsin,
    "acos": np.arccos,
    "max": _many(np.maximum),
    "min": _many(np.minimum),
    "and": _many(np.logical_and),
    "or": _many(np.logical_or),
    "not": np.logical_not,
    "select": np.where,
    "sum": _loop(np.add, 0.0),
    "product": _loop(np.multiply, 1.0),
}
CAREFUL: dict[str, Any] = {
    "div": _divide,
    "pow": _power,
    "log": _log(np.log),
    "log2": _log(np.log2),
}
