"""Builds that are killed, that race, and that are stopped: nothing half written, nothing wrong."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from campaign import sized
from fixture_bread import CODE, edit, run

from derive.book import build
from derive.book.build import book_of
from derive.errors import BookNotMade
from derive.registry import load
from derive.workers import bar

KILLS = sized(3, 20)


def begun(folder, out):
    """A build in a process group of its own."""
    command = [sys.executable, "-c", CODE, "book", "--package", str(folder), "-o", str(out)]
    return subprocess.Popen(
        command, start_new_session=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="process groups are of Unix")
def test_a_build_that_is_killed_at_any_moment_is_taken_up_again(bread, tmp_path):
    out = tmp_path / "book.json"
    start = time.monotonic()
    assert b"" == begun(bread, out).communicate()[1]
    took = time.monotonic() - start
    right = out.read_bytes()
    moments = random.Random(7)
    for number in range(KILLS):
        out.unlink(missing_ok=True)
        edit(bread, "baking.py", f"n >= {number + 2}", f"n >= {number + 3}")
        build_ = begun(bread, out)
        time.sleep(moments.uniform(0.2, 1.0) * took)
        os.killpg(build_.pid, signal.SIGKILL)
        build_.communicate()
        assert not out.exists() or b"batch_time" in json.dumps(json.loads(out.read_text())).encode()
    edit(bread, "baking.py", f"n >= {KILLS + 2}", "n >= 2")
    last = begun(bread, out)
    said = last.communicate()[1]

    assert 0 == last.returncode
    assert b"" == said
    assert right == out.read_bytes()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="process groups are of Unix")
def test_children_do_not_outlive_a_build_that_is_killed(bread, tmp_path):
    build_ = begun(bread, tmp_path / "book.json")
    time.sleep(1.5)
    os.kill(build_.pid, signal.SIGKILL)
    build_.communicate()
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.killpg(build_.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a child is still there")


@pytest.mark.slow
def test_two_builds_at_once_write_the_same_book(bread, tmp_path):
    outs = [tmp_path / "one.json", tmp_path / "two.json"]
    builds = [begun(bread, out) for out in outs]

    assert [b"", b""] == [one.communicate()[1] for one in builds]
    assert [0, 0] == [one.returncode for one in builds]
    assert outs[0].read_bytes() == outs[1].read_bytes()
    after = run("book", "--package", bread)
    assert (0, "") == (after.returncode, after.stderr)
    assert outs[0].read_text() == after.stdout


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 5])
def test_any_number_of_children_gives_the_same_book(bread, workers):
    registry = load(bread)

    assert book_of(registry, "x") == book_of(registry, "x", workers=workers)


def test_a_piece_that_cannot_be_computed_is_named(bread, monkeypatch):
    compute = build.compute

    def failing(pen, piece):
        if piece.name == "batch_time":
            raise ValueError("no flour")
        return compute(pen, piece)

    monkeypatch.setattr("derive.book.entries.compute", failing)
    with pytest.raises(BookNotMade) as stop:
        book_of(load(bread), "x", workers=1)

    assert {"batch_time": "no flour"} == stop.value.failed
    rows = ["the book lacks 1 piece", "  batch_time: no flour",
            "if a record is at fault, `derive check` says what is wrong with it"]  # fmt: skip
    assert "\n".join(rows) == str(stop.value)


@pytest.mark.slow
def test_a_piece_that_takes_too_long_is_stopped_and_named(bread, monkeypatch):
    def sleeping(pen, piece):
        time.sleep(60 if piece.name == "oven_time" else 0)
        return {}

    monkeypatch.setattr("derive.book.entries.compute", sleeping)
    monkeypatch.setattr(build, "SECONDS", 1.0)
    with pytest.raises(BookNotMade) as stop:
        book_of(load(bread), "x", workers=2)

    assert {"oven_time": "it took too long and was stopped"} == stop.value.failed


@pytest.mark.slow
def test_nothing_is_written_but_the_cache_and_the_named_file(bread, tmp_path, monkeypatch):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    before = {file: file.stat().st_mtime_ns for file in bread.rglob("*") if file.is_file()}
    done = run("book", "--package", bread, "-o", "book.json", PYTHONDONTWRITEBYTECODE="1")

    assert 0 == done.returncode, done.stderr
    assert ["book.json"] == [one.name for one in here.iterdir()]
    assert {"bread", "cache", "here"} == {one.name for one in tmp_path.iterdir()}
    after = {file: file.stat().st_mtime_ns for file in bread.rglob("*") if file.is_file()}
    assert before == after


@pytest.mark.parametrize("output", ["no/such/folder/book.json", "."])
def test_an_output_that_cannot_be_written_is_told_before_the_work(bread, tmp_path, output):
    done = run("book", "--package", bread, "-o", tmp_path / output)

    assert 2 == done.returncode
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr
    assert not (tmp_path / "cache").exists()


def test_the_bar_fits_any_terminal():
    line = bar("computing", 1, 10, 80)

    assert line == "[###...........................]  computing  1 of 10"
    assert all(len(bar("computing", 7, 643, wide)) < max(wide, 1) for wide in range(1, 100))
    assert bar("computing", 5, 5, 80).startswith("[" + "#" * 30)
