"""Work in children: all of it is done, and what must be stopped is stopped and named."""

from __future__ import annotations

import os
import threading
import time

import pytest

from derive.workers import Outcome, cores, in_children


def squares():
    return square


def square(number):
    return number * number


def moody():
    def work(word):
        if word == "sleep":
            time.sleep(60)
        if word == "die":
            os._exit(3)
        if word == "raise":
            raise ValueError("no good")
        return word.upper()

    return work


def who():
    return lambda _: (time.sleep(0.05), os.getpid())[1]


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_every_piece_of_work_is_done_once(workers):
    found = in_children(squares, range(20), seconds=60, workers=workers)

    assert [number**2 for number in range(20)] == sorted(one.result for one in found)


def test_nothing_to_do_starts_nothing():
    assert [] == list(in_children(squares, [], seconds=60))


def test_work_is_shared_among_children():
    pids = {one.result for one in in_children(who, range(8), seconds=60, workers=2)}

    assert 2 == len(pids)
    assert os.getpid() not in pids


@pytest.mark.slow
def test_what_fails_is_named_and_the_rest_is_done():
    words = ["a", "sleep", "b", "die", "c", "raise", "d"]
    found = {one.item: one for one in in_children(moody, words, seconds=1, workers=2)}

    assert set("ABCD") == {one.result for one in found.values() if one.result}
    assert "it took too long and was stopped" == found["sleep"].trouble
    assert "its process ended with status 3" == found["die"].trouble
    assert "no good" == found["raise"].trouble


def test_children_are_gone_when_nobody_listens_any_more():
    some = in_children(who, range(100), seconds=60, workers=2)
    pid = next(some).result
    some.close()

    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
def test_beside_another_thread_children_are_started_afresh():
    stop = threading.Event()
    other = threading.Thread(target=stop.wait)
    other.start()
    try:
        found = list(in_children(squares, [3], seconds=60, workers=1))
    finally:
        stop.set()
        other.join()

    assert [Outcome(3, 9)] == found


def test_there_is_a_core():
    assert cores() >= 1
