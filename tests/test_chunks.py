"""Work in chunks: the same results in the same order, whoever did it, whatever became of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from cluster_work import DiesOnce, refused

from derive import workers
from derive.cli import main
from derive.workers import here, on_cores, rows_of_chunk

PLAN = ["plan", "--model", "llama-3-8b", "--gpu", "h100-sxm", "N_gpu=16", "B=32", "s=8192", "b=1,2"]
SWEEP = ["sweep", "zero3_memory", "ring_all_reduce_time", "Psi=1e9:2e9:60", "N_dp=1:100", "N=2:64"]
RING = ["n=1 GB", "alpha=5 us", "beta=50 GB/s"]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are started before the first chunk, and chunks are small."""
    monkeypatch.setattr(workers, "PATIENCE", -1.0)
    monkeypatch.setattr(workers, "FEWEST", 1 << 15)


@pytest.mark.parametrize("place", [here, on_cores])
@pytest.mark.parametrize("count", [0, 1, 2, 20])
def test_results_come_in_the_order_of_their_chunks(at_once, tmp_path: Path, place, count) -> None:
    work = DiesOnce(-1, str(tmp_path))

    assert [number**2 for number in range(count)] == list(place(work, count))


def test_what_a_killed_process_had_in_hand_is_done_all_the_same(at_once, tmp_path: Path) -> None:
    assert [number**2 for number in range(8)] == list(on_cores(DiesOnce(5, str(tmp_path)), 8))


def test_an_error_is_told_as_if_there_were_no_processes(at_once) -> None:
    with pytest.raises(ValueError, match="no 0"):
        list(on_cores(refused, 8))


@pytest.mark.parametrize(
    ("rows", "size"),
    [(1, 1 << 18), (10**6, 1 << 18), (10**8, 1 << 19), (10**9, 1 << 22), (10**12, 1 << 24)],
)
def test_the_size_of_a_chunk_follows_from_the_table_alone(rows, size) -> None:
    assert size == rows_of_chunk(rows)


@pytest.mark.slow
def test_a_sweep_on_all_cores_is_that_of_one(at_once, tmp_path: Path, monkeypatch) -> None:
    assert 0 == main([*SWEEP, *RING, "-o", str(tmp_path / "all.csv")])
    monkeypatch.setattr(workers, "AT_LEAST", 10**9)
    assert 0 == main([*SWEEP, *RING, "-o", str(tmp_path / "one.csv")])

    one = (tmp_path / "one.csv").read_bytes()
    assert 378_001 == one.count(b"\n")
    assert one == (tmp_path / "all.csv").read_bytes()


@pytest.mark.slow
def test_a_plan_on_all_cores_is_that_of_one(at_once, tmp_path: Path, monkeypatch, capsys) -> None:
    assert 0 == main([*PLAN, "--json", "-o", str(tmp_path / "all.csv")])
    every, _ = capsys.readouterr()
    monkeypatch.setattr(workers, "AT_LEAST", 10**9)
    assert 0 == main([*PLAN, "--json", "-o", str(tmp_path / "one.csv")])
    one, _ = capsys.readouterr()

    assert one.replace("one.csv", "all.csv") == every
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "all.csv").read_bytes()


def test_without_dask_it_is_told_how_to_install_it(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        import distributed  # noqa: F401
    except ImportError:
        assert 2 == main([*SWEEP, *RING, "--workers", "2"])
        assert (
            "need Dask, which is not installed\n  install it with: pip" in capsys.readouterr().err
        )


@pytest.mark.parametrize(
    "options", [["--workers", "-1"], ["--workers", "2", "--cluster", "tcp://127.0.0.1:8786"]]
)
def test_workers_here_or_a_cluster_there(options, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main([*SWEEP, *RING, *options])
    assert "give one of them" in capsys.readouterr().err
