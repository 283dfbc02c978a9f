"""Questions that cannot be answered: one clear message each, in whole."""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from derive.answers import evaluate, find, solve
from derive.cli import main
from derive.cli.interrupts import Interrupts
from derive.entries.knowledge import Knowledge
from derive.entries.opening import open_knowledge
from derive.errors import (
    ContradictoryGivens,
    DeriveError,
    MixedConventions,
    NotAnswerable,
    OutsideDomain,
    ShapesDiffer,
    TargetIsGiven,
    UnknownLetter,
    UnknownName,
    UnknownUnit,
    Unreachable,
    UnreadableValue,
    for_python,
)
from derive.units import between

pytestmark = pytest.mark.usefixtures("heeding_interrupts")

RUN = {"C": 1e24, "F": "400 TFLOP/s", "N_gpu": 1024, "MFU": 0.4}
RING = {"alpha": "5 us", "beta": "50 GB/s"}


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    """The formulary."""
    return open_knowledge()


def message(problem: type[DeriveError], ask: Any, *questions: Any) -> str:
    with pytest.raises(problem) as caught:
        ask(*questions)
    return str(caught.value)


# Target, givens, laws by name, the problem, the whole message.
SEARCHES: list[tuple[str, Mapping[str, Any], list[str], type[DeriveError], str]] = [
    (
        "T_train",
        {**RUN, "Psi": 70e9, "D": 1e12},
        [],
        ContradictoryGivens,
        (
            "C = 1 YFLOP and D = 1e12 token contradict each other: training_flops gives C = 420 "
            "ZFLOP from D = 1e12 token and Psi = 70e9 param; leave one of the two out"
        ),
    ),
    (
        "N_dp",
        {"Psi": 70e9, "M_state": "80 GB"},
        ["zero2_memory", "zero3_memory"],
        MixedConventions,
        (
            "zero2_memory and zero3_memory are two conventions for one quantity "
            "(Model-state memory by what is sharded); choose one of them"
        ),
    ),
    (
        "N_dp",
        {"Psi": 70e9, "M_state": np.array([8e10, 4e10])},
        [],
        NotAnswerable,
        (
            "a search for N_dp cannot answer that: M_state is an array, and one question has one "
            "answer; evaluate takes arrays, also for a letter of the right side"
        ),
    ),
    (
        "T_train",
        {"Psi": 70e9},
        [],
        Unreachable,
        (
            "nothing leads from these givens to T_train: wall_time_of_gpu_time would give it with "
            "T_gpu; compute_of_rate would give it with C and F_agg; failure_during_training would "
            "give it with MTBF and p_fail"
        ),
    ),
]

# Formula, target, givens, the problem, the whole message.
QUESTIONS: list[tuple[str, str, Mapping[str, Any], type[DeriveError], str]] = [
    (
        "zero3_memory",
        "N_dp",
        {"M_state": between("90 GB", "80 GB"), "Psi": 70e9},
        ContradictoryGivens,
        "M_state >= 90 GB and M_state <= 80 GB contradict each other: no number satisfies both",
    ),
    (
        "zero3_memory",
        "N_dp",
        {"M_state": "80 GB", "N_dp": 8, "Psi": 70e9},
        TargetIsGiven,
        "N_dp is what you ask for, but you also give N_dp = 8 GPU; leave one of the two out",
    ),
    (
        "ring_all_reduce_time",
        "n",
        {**RING, "T_ar": 1, "N": np.array([2, 4])},
        NotAnswerable,
        (
            "ring_all_reduce_time cannot answer that: N is an array, and one question has one "
            "answer; evaluate takes arrays, also for a letter of the right side"
        ),
    ),
]

# Givens of an all-reduce, the problem, the whole message.
ARRAYS: list[tuple[Mapping[str, Any], type[DeriveError], str]] = [
    (
        {"N": np.arange(2, 5), "n": np.ones((4, 1)) * 1e9, "alpha": np.ones(5), "beta": 1e9},
        ShapesDiffer,
        (
            "N has shape (3,), alpha has shape (5,) and n has shape (4, 1): these do not "
            "broadcast; sizes must agree or be 1, counted from the last axis"
        ),
    ),
    (
        {**RING, "N": np.array(["two", "four"]), "n": 1e9},
        UnreadableValue,
        "N: 'an array' is not a value: it must hold real numbers; give a number in rank",
    ),
]


@pytest.mark.parametrize(("target", "givens", "using", "problem", "words"), SEARCHES)
def test_a_search_that_cannot_be_made_says_why(
    knowledge: Knowledge,
    target: str,
    givens: Mapping[str, Any],
    using: list[str],
    problem: type[DeriveError],
    words: str,
) -> None:
    assert words == message(problem, find, knowledge, target, givens, using)


@pytest.mark.parametrize(("formula", "target", "givens", "problem", "words"), QUESTIONS)
def test_a_question_that_cannot_be_asked_says_why(
    knowledge: Knowledge,
    formula: str,
    target: str,
    givens: Mapping[str, Any],
    problem: type[DeriveError],
    words: str,
) -> None:
    assert words == message(problem, solve, knowledge, formula, target, givens)


@pytest.mark.parametrize(("givens", "problem", "words"), ARRAYS)
def test_arrays_that_do_not_fit_say_why(
    knowledge: Knowledge, givens: Mapping[str, Any], problem: type[DeriveError], words: str
) -> None:
    assert words == message(problem, evaluate, knowledge, "ring_all_reduce_time", givens)


def test_bounds_that_exclude_each_other_are_both_named(knowledge: Knowledge) -> None:
    givens = {"M_state": "<= 80 GB", "N_dp": "<= 8", "Psi": 70e9}

    answer = solve(knowledge, "zero3_memory", "N_dp", givens)

    assert answer.reason == "M_state <= 80 GB needs N_dp >= 14 GPU, but N_dp <= 8 GPU"
    assert not answer.found


def test_givens_that_agree_are_not_refused(knowledge: Knowledge) -> None:
    givens = {"C": 4.2e23, "F_agg": "400 PFLOP/s", "Psi": 70e9, "D": 1e12}

    found = find(knowledge, "T_train", givens, ["compute_of_rate"])

    assert found.answer is not None
    assert ("D", "Psi") == found.unused


def test_a_value_given_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["solve", "zero3_memory", "N_dp", "Psi=70e9", "Psi=7e9", "M_state=80GB"]

    assert main(asked) == 2
    assert capsys.readouterr().err == (
        "derive: Psi = 70e9 and Psi = 7e9 contradict each other: Psi is given twice\n"
    )


# --- facts --------------------------------------------------------------------

PROBLEMS: list[DeriveError] = [
    UnknownName("formula", "zero4_memory", ["zero3_memory"]),
    UnknownUnit("80 GX", "GX", guess="GB").of("M_state", ("GB", "GiB")),
    UnknownLetter("symbol", "x", (), "zero3_memory", [("Psi", "parameters", "param")]),
    for_python(OutsideDomain("--power-of", "-1", "an integer of at least 2")),
]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: type(problem).__name__)
def test_an_error_comes_out_of_another_process_as_it_went_in(problem: DeriveError) -> None:
    again = pickle.loads(pickle.dumps(problem))

    assert (type(problem), str(problem)) == (type(again), str(again))
    assert vars(problem) == vars(again)
    assert problem.args == again.args


@pytest.mark.parametrize(
    ("facts", "named"),
    [
        (["formula"], {}),
        (["formula", "x", (), "", "too many"], {}),
        (["formula", "x"], {"kind": "twice"}),
        (["formula", "x"], {"unheard": "of"}),
    ],
)
def test_an_error_takes_its_own_facts_and_all_of_them(facts: Any, named: Any) -> None:
    with pytest.raises(TypeError, match="UnknownName takes kind, name, guesses, among"):
        UnknownName(*facts, **named)


# --- interrupts ---------------------------------------------------------------

STOPPED = "derive: interrupted; nothing was written\n"


# What cannot be raised while a module's file is taken away is told by Python, and raised again.
@pytest.mark.slow
@pytest.mark.filterwarnings(
    r"ignore:Exception ignored in. <_io.FileIO name='.*[.]pyc?'"
    ":pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize(
    "asked",
    [
        ["check"],
        ["sweep", "ring_all_reduce_time", "N=2:5000", "n=1:1e9:5000", "alpha=5us", "beta=1 GB/s"],
    ],
    ids=lambda asked: asked[0],
)
def test_an_interrupted_run_says_so_in_one_line(
    asked: list[str], capsys: pytest.CaptureFixture[str], knowledge: Knowledge
) -> None:
    # Python swallows an interrupt inside a callback of the garbage collector; Hypothesis has one.
    callbacks, gc.callbacks[:] = gc.callbacks[:], []
    before = signal.getsignal(signal.SIGINT)

    def interrupt() -> None:
        # Once the command minds its interrupts: before that a callback may swallow one for good.
        deadline = time.monotonic() + 5
        while signal.getsignal(signal.SIGINT) is before and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    stop = threading.Thread(target=interrupt)
    stop.start()
    try:
        status = main(asked)
    finally:
        stop.join()
        gc.callbacks[:] = callbacks

    assert (status, capsys.readouterr().err) == (130, STOPPED)


def test_an_interrupt_inside_text_that_python_evaluates_is_told_like_any(tmp_path: Path) -> None:
    lines = (
        "import derive.cli",
        "def stop(*_):",
        "    eval('(_ for _ in ()).throw(KeyboardInterrupt)')",
        "derive.cli._own_program = stop",
    )
    (tmp_path / "sitecustomize.py").write_text("\n".join(lines), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "derive", "list"]

    run = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)

    assert (run.returncode, run.stderr) == (130, STOPPED)


@pytest.mark.slow
def test_an_interrupted_sweep_leaves_no_file(tmp_path: Path) -> None:
    output = tmp_path / "times.csv"
    grids = ["N=2:5000", "n=1:1e9:5000", "alpha=5us", "beta=1 GB/s"]
    command = [sys.executable, "-m", "derive", "sweep", "ring_all_reduce_time", *grids]
    with subprocess.Popen([*command, "-o", str(output)], stderr=subprocess.PIPE, text=True) as run:
        while not list(tmp_path.iterdir()) and run.poll() is None:
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate()

    assert (run.returncode, said) == (130, STOPPED)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_that_the_shell_has_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with Interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            handler = signal.getsignal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)

    assert handler is signal.SIG_IGN


def test_an_interrupt_that_a_library_swallows_is_one_all_the_same() -> None:
    def swallowed() -> None:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        except BaseException as stopped:
            raise TypeError("not supported between instances of 'ivmpf' and 'int'") from stopped

    with pytest.raises(KeyboardInterrupt), Interrupts():
        swallowed()


def test_an_interrupt_while_an_object_is_taken_away_comes_soon_after() -> None:
    class Held:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0)

    def interrupted() -> None:
        Held()
        time.sleep(30)

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), Interrupts():
        interrupted()

    assert time.monotonic() - begun < 2


@pytest.mark.slow
def test_an_interrupt_that_got_lost_is_raised_again() -> None:
    def lost() -> None:
        with contextlib.suppress(BaseException):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        time.sleep(30)

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), Interrupts():
        lost()

    assert time.monotonic() - begun < 20
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_integers_of_thousands_of_digits_are_no_obstacle(knowledge: Knowledge) -> None:
    scales = {"Psi_c": "1.51e13", "D_c": "5.04e13", "Psi": "1.19e8", "D": "1.56e9"}

    found = solve(
        knowledge,
        "size_and_data_loss",
        "alpha_size",
        {"loss": "2.58", "alpha_data": "0.096", **scales},
    )

    assert found.value is None
