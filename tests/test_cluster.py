"""A Dask cluster gives what one machine gives, whatever happens to its processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster_work import DiesOnce, Elsewhere, refused
from extras import extra

distributed = extra("distributed")
extra("pyarrow")

from derive.cluster import cluster_at  # noqa: E402  after the check for Dask
from derive.errors import ClusterProblem  # noqa: E402  as above

# Dask closes some of its sockets when they are collected.
pytestmark = [
    pytest.mark.extras,
    pytest.mark.slow,
    pytest.mark.usefixtures("heeding_interrupts"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

CHECKOUT = Path(__file__).resolve().parent.parent
PLAN = ["plan", "--model", "llama-3-8b", "--gpu", "h100-sxm", "N_gpu=16", "B=32", "s=8192", "b=1,2"]
SWEEP = ["sweep", "zero3_memory", "ring_all_reduce_time", "tree_all_reduce_time"]
SWEEP += ["Psi=7e9,70e9", "N=2,4,8", "N_dp=1:500", "n=1 MB:1 GB:400", "alpha=5 us", "beta=50 GB/s"]
ROWS = 2 * 3 * 500 * 400
ENDLESS = ["N_dp=1:100000" if word.startswith("N_dp") else word for word in SWEEP]
LONG = [*SWEEP[:-3], "n=1 MB:1 GB:2000", "alpha=5 us", "beta=50 GB/s"]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{CHECKOUT}{os.pathsep}{CHECKOUT / 'tests'}"}


def started(*words: str, **options: Any) -> subprocess.Popen[str]:
    """A program of this environment, the leader of its own group of processes."""
    return subprocess.Popen(
        [sys.executable, *words], env=environment(), text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
    )  # fmt: skip


def derive(*words: str) -> tuple[int, str, str]:
    """Status, output and messages of a command."""
    program = started("-m", "derive", *words)
    out, err = program.communicate(timeout=120)
    return program.returncode, out, err


def ended(group: int) -> bool:
    """Whether all processes of a group end within some seconds."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def wait_for_a_part(program: subprocess.Popen[str], folder: Path) -> None:
    """Wait until a first chunk is written somewhere below a folder."""
    for _ in range(900):
        if any(folder.rglob("part-*.parquet")):
            return
        if program.poll() is not None:
            break
        time.sleep(0.1)
    program.kill()
    pytest.fail(f"no chunk was written: {program.communicate()}")


class Cluster:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        file = folder / "scheduler.json"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
        common = {"env": environment(), **quiet}
        dask = [sys.executable, "-m", "dask"]
        alone = ["scheduler", "--scheduler-file", str(file), "--host", "127.0.0.1", "--port", "0"]
        self.scheduler = subprocess.Popen([*dask, *alone, "--no-dashboard"], **common)
        worker = ["worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny"]
        worker += ["--no-dashboard", "--local-directory", str(folder)]
        self.workers = [subprocess.Popen([*dask, *worker], **common) for _ in range(2)]
        for _ in range(600):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.1)
        self.address = json.loads(file.read_text())["address"]

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers that no test takes down."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A scheduler with two workers of which a test may take any down."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


def contents(path: Path) -> dict[str, bytes]:
    """The files of a folder, or the file."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    return {file.name if path.is_dir() else "": file.read_bytes() for file in files}


def test_a_cluster_and_workers_here_write_what_one_machine_writes(lasting, tmp_path) -> None:
    from pyarrow import parquet

    places = {"here": [], "there": ["--cluster", lasting.address], "workers": ["--workers", "2"]}
    files = {}
    for name, options in places.items():
        status, said, wrong = derive(*SWEEP, *options, "-o", str(tmp_path / name))
        assert 0 == status, wrong
        assert f"{ROWS:,} rows" in said
        files[name] = contents(tmp_path / name)
    file = tmp_path / "there.parquet"
    assert 0 == derive(*SWEEP, *places["there"], "-o", str(file))[0]

    assert files["here"] == files["there"] == files["workers"]
    assert 5 == len(contents(tmp_path / "here"))
    table = parquet.read_table(tmp_path / "here")
    assert table.equals(parquet.read_table(file))
    assert ROWS == table.num_rows


def test_a_plan_is_the_same_on_a_cluster(lasting, tmp_path) -> None:
    said = {}
    for name, options in {"here": [], "there": ["--cluster", lasting.address]}.items():
        status, out, wrong = derive(*PLAN, "--json", *options, "-o", str(tmp_path / name))
        assert 0 == status, wrong
        said[name] = out.replace(str(tmp_path / name), "")

    assert said["here"] == said["there"]
    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_a_worker_killed_in_the_middle_loses_nothing(cluster, tmp_path) -> None:
    program = started(
        "-m", "derive", *LONG, "--cluster", cluster.address, "-o", str(tmp_path / "there")
    )
    wait_for_a_part(program, tmp_path)
    cluster.workers[1].kill()
    _, wrong = program.communicate(timeout=200)
    assert 0 == program.returncode, wrong
    assert 0 == derive(*LONG, "-o", str(tmp_path / "here"))[0]

    assert contents(tmp_path / "here") == contents(tmp_path / "there")


def test_a_chunk_that_took_one_worker_down_is_done_by_another(cluster, tmp_path) -> None:
    with cluster_at(cluster.address) as place:
        assert [0, 1, 4, 9] == list(place(DiesOnce(2, str(tmp_path)), 4))
    assert 1 == sum(worker.poll() is None for worker in cluster.workers)


def test_an_error_of_the_work_is_told_as_without_a_cluster(lasting) -> None:
    with cluster_at(lasting.address) as place, pytest.raises(ValueError, match="no 0"):
        list(place(refused, 4))


def test_what_only_a_worker_cannot_do_is_told_in_a_sentence(lasting) -> None:
    with cluster_at(lasting.address) as place, pytest.raises(ClusterProblem) as caught:
        list(place(Elsewhere(os.getpid()), 4))

    assert "cannot do what this machine can: there is no such folder here" in str(caught.value)


def test_a_scheduler_that_is_not_there_is_told_in_a_sentence(tmp_path) -> None:
    nowhere = "tcp://127.0.0.1:9"
    status, said, wrong = derive(*SWEEP, "--cluster", nowhere, "-o", str(tmp_path / "table"))

    assert (2, "") == (status, said)
    assert f"derive: the Dask scheduler {nowhere} does not answer within" in wrong
    assert 2 == len(wrong.splitlines())
    assert [] == list(tmp_path.iterdir())


def test_a_scheduler_that_is_lost_is_told_in_a_sentence(cluster, tmp_path) -> None:
    program = started(
        "-m", "derive", *ENDLESS, "--cluster", cluster.address, "-o", str(tmp_path / "there")
    )
    wait_for_a_part(program, tmp_path)
    cluster.scheduler.kill()
    _, wrong = program.communicate(timeout=120)
    *progress, problem, hint = wrong.splitlines()

    assert 2 == program.returncode
    assert f"derive: the Dask scheduler {cluster.address} is gone" == problem
    assert "nothing was written" in hint
    assert [] == [line for line in progress if not line.startswith("chunk ")]
    assert [] == list(tmp_path.iterdir())


def test_an_interrupt_leaves_no_process_and_no_file(tmp_path) -> None:
    program = started("-m", "derive", *ENDLESS, "--workers", "2", "-o", str(tmp_path / "table"))
    wait_for_a_part(program, tmp_path)
    os.killpg(program.pid, signal.SIGINT)
    _, wrong = program.communicate(timeout=60)

    assert 130 == program.returncode
    assert "derive: interrupted; nothing was written" == wrong.splitlines()[-1]
    assert [] == list(tmp_path.iterdir())
    assert ended(program.pid)
