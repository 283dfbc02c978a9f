"""Work on all cores, in children that can be stopped; in chunks, their results in order.

Each child does one piece of work at a time. A piece that takes longer than it
may, or takes its child down, is an outcome with a reason, and a new child goes
on with the rest. The results come as they are ready; whoever needs an order
sorts them. Progress is told on standard error.

A chunk of a table is a number, and what works on it a function that can be pickled.
It gives the same wherever it runs, and who runs it changes nothing but the time:
``cluster`` has the same for a Dask cluster.
"""

from __future__ import annotations

import functools
import gc
import os
import shutil
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .frozen import Mutable, Record

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess


Item = TypeVar("Item")
Work = Callable[[Any], Any]

RARELY = (200_000, 20, 100)
"""A quarter of the time of a build went into looking for circles, of which there are few."""


class Outcome(Record, Generic[Item]):
    """What became of one piece of work: a result, or the reason why there is none."""

    item: Item
    result: Any = None
    trouble: str = ""


class Child(Mutable):
    """A process with the piece of work that it has in hand."""

    process: BaseProcess
    line: Connection
    item: Any = None
    busy: bool = False
    until: float = 0.0


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def rarely_collected() -> Iterator[None]:
    """Look for circles of objects rarely, while much is made of which little falls away."""
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def beside(work: Callable[[], Any], seconds: float = 60.0) -> Iterator[Callable[[], Outcome[None]]]:
    """Do one thing in a child while this process goes on; the outcome is waited for when asked.

    Where no child can be forked, it is done in this process then.
    """
    if not forks():
        yield lambda: Outcome(None, *_done(lambda _: work(), None))
        return
    child = _started(lambda: lambda _: work(), ())
    _hand(child, None, seconds)
    try:
        yield lambda: next(_settled([child]))[1]
    finally:
        _stop(child)


@contextmanager
def meanwhile(work: Callable[[], Item], seconds: float = 600.0) -> Iterator[Callable[[], Item]]:
    """Do one thing in a child; what it could not do is done here, and its error told from here."""
    with beside(work, seconds) as outcome:

        def result() -> Item:
            done = outcome()
            return work() if done.trouble else done.result

        yield result


def in_children(
    prepare: Callable[[], Work], items: Sequence[Item], *, seconds: float, workers: int = 0
) -> Iterator[Outcome[Item]]:
    """Do every piece of work in children, at most ``seconds`` each.

    ``prepare`` runs once in each child and gives the function that does the
    work. Where children are started afresh instead of forked, it must be
    picklable; so must items and results.
    """
    todo = deque(items)
    count = min(workers or cores(), len(items))
    children = [_started(prepare, ()) for _ in range(min(1, count))]
    try:
        children += [_started(prepare, children) for _ in range(count - 1)]
        while todo or any(child.busy for child in children):
            for child in children:
                if todo and not child.busy:
                    _hand(child, todo.popleft(), seconds)
            for place, outcome in _settled(children):
                if outcome.trouble and not children[place].process.is_alive():
                    children[place] = _started(prepare, children)
                yield outcome
    finally:
        for child in children:
            _stop(child)


def _hand(child: Child, item: Any, seconds: float) -> None:
    child.item, child.busy, child.until = item, True, time.monotonic() + seconds
    with suppress(BrokenPipeError, ConnectionError):  # it is gone; the next look says so
        child.line.send(item)


def _settled(children: list[Child]) -> Iterator[tuple[int, Outcome[Any]]]:
    """The pieces that are done, or that have to be given up, after some waiting."""
    busy = [child for child in children if child.busy]
    first = min(child.until for child in busy)
    from multiprocessing.connection import wait

    ready = wait([child.line for child in busy], max(0.0, first - time.monotonic()))
    for place, child in enumerate(children):
        if not child.busy:
            continue
        if child.line in ready:
            child.busy = False
            yield place, _received(child)
        elif time.monotonic() >= child.until:
            child.busy = False
            _stop(child)
            yield place, Outcome(child.item, trouble="it took too long and was stopped")


def _received(child: Child) -> Outcome[Any]:
    try:
        result, trouble = child.line.recv()
    except (EOFError, OSError):
        _stop(child)
        code = child.process.exitcode
        return Outcome(child.item, trouble=f"its process ended with status {code}")
    return Outcome(child.item, result, trouble)


# --- children -------------------------------------------------------------------


def forks() -> bool:
    """Whether a child may be forked: it shares what was imported, and any lock of a thread."""
    return sys.platform.startswith("linux") and threading.active_count() == 1


def _started(prepare: Callable[[], Work], others: Sequence[Child]) -> Child:
    forked = forks()
    import multiprocessing

    context: Any = multiprocessing.get_context("fork" if forked else "spawn")
    ours, theirs = context.Pipe()
    inherited = [ours, *(child.line for child in others)] if forked else []
    process = context.Process(target=_serve, args=(prepare, theirs, inherited), daemon=True)
    process.start()
    theirs.close()
    return Child(process, ours)


def _serve(prepare: Callable[[], Work], line: Connection, inherited: Sequence[Connection]) -> None:
    """Work until the parent hangs up."""
    # The parent answers an interrupt; a child that did as well would print a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Were the parent's ends open here, a child would never notice that the parent died.
    for other in inherited:
        other.close()
    work = prepare()
    while True:
        try:
            item = line.recv()
        except (EOFError, OSError):
            return
        line.send(_done(work, item))


def _done(work: Work, item: Any) -> tuple[Any, str]:
    try:
        return work(item), ""
    except Exception as wrong:  # noqa: BLE001  one piece of work must not end the others
        notes = getattr(wrong, "__notes__", [])
        return None, "\n".join([str(wrong) or type(wrong).__name__, *notes])


def _stop(child: Child) -> None:
    child.line.close()
    child.process.kill()
    child.process.join()


# --- how far it has come ----------------------------------------------------------


WIDTH = 30
LINES = 10
"""How many lines a whole piece of work says where nothing can be drawn over."""


class Bar:
    """A bar that is written over itself in a terminal; elsewhere a line for each tenth."""

    def __init__(self, says: str = "computing") -> None:
        self.says = says
        self.drawn = sys.stderr.isatty()

    def __call__(self, done: int, count: int) -> None:
        """Show how many pieces are done, of how many."""
        if self.drawn:
            end = "\n" if done == count else ""
            line = bar(self.says, done, count, shutil.get_terminal_size().columns)
            sys.stderr.write(f"\r{line}{end}")
            sys.stderr.flush()
        elif LINES * done // count > LINES * (done - 1) // count:
            sys.stderr.write(f"{self.says} {done} of {count}\n")
            sys.stderr.flush()


def bar(says: str, done: int, count: int, columns: int) -> str:
    """The line, no longer than the terminal is wide; any console can show it."""
    words = f"{says} {done:>{len(str(count))}} of {count}"
    width = min(WIDTH, columns - len(words) - 5)
    if width < 3:
        return words[: max(columns - 1, 0)]
    full = width * done // count
    return f"[{'#' * full}{'.' * (width - full)}]  {words}"


def complain(says: str) -> None:
    """Tell once, in one line, what is wrong with the cache."""
    sys.stderr.write(f"derive: {says}\n")


# --- chunks -----------------------------------------------------------------------


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
