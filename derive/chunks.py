"""Work in chunks, the results in their order: in this process, or in others of this machine.

A piece of work is a function of the number of a chunk that can be pickled. It
gives the same wherever it runs, and who runs it changes nothing but the time:
``cluster`` has the same for a Dask cluster.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

Result = TypeVar("Result")
Place = Callable[[Callable[[int], Result], int], Iterator[Result]]
"""Where chunks are worked on: takes the work and how many chunks there are."""

FEWEST, MOST = 1 << 18, 1 << 24
"""Rows of a chunk: enough to be worth a message, and no more than some seconds of work."""
PARTS = 256
HOURS = 24 * 3600.0
PATIENCE = 1.0
"""Seconds after which more processes are started."""
AT_LEAST = 2
"""Chunks that are left for them."""


def rows_of_chunk(rows: int) -> int:
    """How many rows a chunk of a table has; the last one may have fewer.

    It follows from the table alone, never from who works on it, so that the
    parts of a dataset are the same files wherever they were made.
    """
    size = FEWEST
    while size < MOST and size * PARTS < rows:
        size *= 2
    return size


def here(work: Callable[[int], Result], count: int) -> Iterator[Result]:
    """One chunk after the other, in this process."""
    return map(work, range(count))


def on_cores(work: Callable[[int], Result], count: int, workers: int = 0) -> Iterator[Result]:
    """On the cores of this machine, in processes that end with this one.

    They are started once a question has taken a second: most are answered by
    then, and what was compiled for the first chunks is there for all others.
    What a process could not do, because it failed or was killed, is done here:
    nothing is lost, and an error is told as it would be without processes.
    """
    wanted, started = 0, time.monotonic()
    while wanted < count and time.monotonic() - started < PATIENCE:
        yield work(wanted)
        wanted += 1
    if count - wanted < AT_LEAST:
        yield from map(work, range(wanted, count))
        return
    # What starts processes takes longer to import than a small question takes.
    from .workers import in_children

    early: dict[int, Any] = {}
    rest = range(wanted, count)
    prepare = functools.partial(_itself, work)
    for outcome in in_children(prepare, rest, seconds=HOURS, workers=workers):
        early[outcome.item] = outcome
        while wanted in early:
            # In their order, so that of several errors the first chunk's is the one that is told.
            done = early.pop(wanted)
            yield work(wanted) if done.trouble else done.result
            wanted += 1


def _itself(work: Callable[[int], Result]) -> Callable[[int], Result]:
    return work
