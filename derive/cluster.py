"""Work in chunks on a Dask cluster: a scheduler that is there already, or one of this machine.

Dask is an extra, and imported here alone. The work is handed over once, as
data; the cluster keeps it and hands it to workers that join later, too. What a
lost worker had in hand is done by another one.
"""

from __future__ import annotations

import functools
import importlib
import logging
import pickle
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from .errors import ClusterProblem
from .workers import Place

Result = TypeVar("Result")

INSTALL = "install it with: pip install 'training-formulary[dask]' or pip install distributed"
REACHED_IN = 10.0
"""Seconds in which a scheduler has to answer."""
JOINED_IN = 60.0
"""Seconds in which a first worker has to be there, also after all were lost."""
LOOK = 2.0
AHEAD = 3
"""Chunks that are handed out ahead, for each thread of the cluster: none of them waits for us,
and no more results wait for us than that."""


@contextmanager
def workers_here(count: int) -> Iterator[Place[Any]]:
    """A Dask cluster on this machine with so many processes; gone afterwards."""
    distributed = _dask()
    # Worker processes start afresh and must not answer an interrupt of ours with a traceback.
    with ExitStack() as stack:
        stack.enter_context(_quietly())
        cluster = distributed.LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            dashboard_address=None,
            # Without a dashboard it listens all the same: anywhere but on the port of a real one.
            scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
            silence_logs=logging.CRITICAL,
        )
        stack.callback(cluster.close, timeout=10)
        client = distributed.Client(cluster, set_as_default=False)
        stack.callback(client.close, timeout=5)
        yield functools.partial(_on, distributed, client, "the workers of this machine")


@contextmanager
def cluster_at(address: str) -> Iterator[Place[Any]]:
    """The cluster of a Dask scheduler, by its address such as ``tcp://host:8786``."""
    distributed = _dask()
    called = f"the Dask scheduler {address}"
    with ExitStack() as stack:
        stack.enter_context(_quietly())
        try:
            client = distributed.Client(address, timeout=REACHED_IN, set_as_default=False)
        except (OSError, ValueError, RuntimeError):
            raise ClusterProblem(
                called,
                f"does not answer within {REACHED_IN:g} seconds",
                "start one with: dask scheduler; and workers with: dask worker ADDRESS",
            ) from None
        stack.callback(client.close, timeout=5)
        yield functools.partial(_on, distributed, client, called)


def _dask() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise ClusterProblem(
            "--workers and --cluster", "need Dask, which is not installed", INSTALL
        ) from None


@contextmanager
def _quietly() -> Iterator[None]:
    """No logs of Dask: what a reader has to know is said once, by us."""
    # Dask gives some of its loggers a level of their own.
    known = [name for name in logging.root.manager.loggerDict if name.startswith("distributed.")]
    levels = {name: logging.getLogger(name).level for name in ("distributed", *known)}
    for name in levels:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    timeouts = {"distributed.comm.timeouts.connect": f"{REACHED_IN:g}s"}
    try:
        with importlib.import_module("dask").config.set(timeouts), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def _on(
    distributed: Any, client: Any, called: str, work: Callable[[int], Result], count: int
) -> Iterator[Result]:
    """The results in order; some chunks are handed out ahead."""
    job = client.submit(_received, pickle.dumps(work), pure=False)
    futures: deque[tuple[int, Any]] = deque()
    handed = 0
    try:
        while handed < count or futures:
            ahead = AHEAD * max(1, _threads(client, called)) if handed < count else 0
            while handed < count and len(futures) < ahead:
                futures.append((handed, client.submit(_chunk, job, handed, pure=False)))
                handed += 1
            number, future = futures.popleft()
            yield _result(distributed, client, called, work, number, future)
    finally:
        # Nobody wants the rest any more where this ends early.
        for _, future in futures:
            future.release()


def _received(pickled: bytes) -> Callable[[int], Any]:
    """The work, on a worker."""
    work: Callable[[int], Any] = pickle.loads(pickled)  # noqa: S301  from our own client
    return work


def _chunk(work: Callable[[int], Any], number: int) -> Any:
    """One chunk, on a worker."""
    return work(number)


def _threads(client: Any, called: str) -> int:
    """How many chunks the cluster works on at once."""
    if client.status != "running":
        raise _gone(called)
    try:
        return sum(client.nthreads().values())
    except Exception:  # noqa: BLE001  whatever the connection died of
        raise _gone(called) from None


def _gone(called: str) -> ClusterProblem:
    return ClusterProblem(called, "is gone", "nothing was written; start it, and ask again")


def _result(
    distributed: Any,
    client: Any,
    called: str,
    work: Callable[[int], Result],
    number: int,
    future: Any,
) -> Result:
    """One result, waited for as long as the cluster has a worker."""
    last_seen = time.monotonic()
    while True:
        try:
            result: Result = future.result(timeout=LOOK)
        except distributed.TimeoutError:
            if _threads(client, called):
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > JOINED_IN:
                raise ClusterProblem(
                    called,
                    f"has had no worker for {JOINED_IN:g} seconds",
                    "start some with: dask worker ADDRESS",
                ) from None
        except distributed.KilledWorker:
            raise ClusterProblem(
                called,
                f"lost every worker that took chunk {number}",
                "such a chunk needs more memory than they have",
            ) from None
        except Exception as wrong:  # noqa: BLE001  a worker may fail of anything
            # A connection may be found closed before the client has noticed that it is.
            closed = importlib.import_module("distributed.comm").CommClosedError
            if client.status != "running" or isinstance(
                wrong, (distributed.CancelledError, closed)
            ):
                raise _gone(called) from None
            raise _failed(called, work, number, wrong) from None
        else:
            return result


def _failed(
    called: str, work: Callable[[int], Any], number: int, wrong: Exception
) -> ClusterProblem:
    """What a worker failed of; an error of the work itself is raised as without a cluster."""
    work(number)
    says = " ".join(str(wrong).split()) or type(wrong).__name__
    return ClusterProblem(
        called,
        f"has a worker that cannot do what this machine can: {says[:200]}",
        "they need the same version of derive, and the same folder to write into",
    )
