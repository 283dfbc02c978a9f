"""How long a question takes: in a new process, the first time, and again; and the whole matrix."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from derive.answers import find, solve
from derive.check.stats import solve_matrix
from derive.entries.compiling import Compiler, knowledge_of
from derive.entries.knowledge import Knowledge
from derive.registry import Registry, load
from derive.units import Interval

SMALL = Path(__file__).parents[1] / "wrong" / "nothing_wrong"
QUESTIONS: list[tuple[str, str, dict[str, Any]]] = [
    ("zero3_memory", "N_dp", {"M_state": Interval(high="80 GB"), "Psi": 70e9}),
    (
        "ring_all_reduce_time",
        "N",
        {"alpha": "5 us", "n": "1 GB", "beta": "50 GB/s", "T_ar": "50 ms"},
    ),
    (
        "tree_all_reduce_time",
        "N",
        {"alpha": "5 us", "n": "1 GB", "beta": "50 GB/s", "T_ar": "0.4 s"},
    ),
]


@pytest.mark.parametrize(("formula", "target", "givens"), QUESTIONS, ids=[q[0] for q in QUESTIONS])
def test_solve_warm(
    benchmark: Any, registry: Registry, formula: str, target: str, givens: dict[str, Any]
) -> None:
    benchmark.group = "solve, warm"
    benchmark(solve, knowledge_of(registry), formula, target, givens)


@pytest.mark.parametrize(("formula", "target", "givens"), QUESTIONS, ids=[q[0] for q in QUESTIONS])
def test_solve_first(
    benchmark: Any, registry: Registry, formula: str, target: str, givens: dict[str, Any]
) -> None:
    """SymPy still remembers what it worked out; the entries are made anew."""
    benchmark.group = "solve, the law not yet compiled"

    def uncompiled() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (Knowledge(Compiler(registry)), formula, target, givens), {}

    benchmark.pedantic(solve, setup=uncompiled, rounds=1)


def test_solve_cold(benchmark: Any) -> None:
    benchmark.group = "solve, a new process"
    asked = ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9"]
    command = [sys.executable, "-m", "derive", *asked]
    benchmark.pedantic(subprocess.run, (command,), {"capture_output": True}, rounds=1)


def test_find(benchmark: Any, registry: Registry) -> None:
    benchmark.group = "find, warm"
    givens = {"C": 1e24, "F": "400 TFLOP/s", "N_gpu": 1024, "MFU": 0.4}
    benchmark.pedantic(find, (knowledge_of(registry), "T_train", givens), rounds=1, warmup_rounds=1)


def test_matrix(benchmark: Any, registry: Registry, said: list[str], form: str) -> None:
    """Every law for each of its letters, in letters, in one process."""
    benchmark.group = "the whole matrix"
    laws = load(SMALL) if form == "smallest" else registry
    figures = benchmark.pedantic(solve_matrix, (laws,), rounds=1).to_dict()
    said.append(f"the matrix has {figures['pairs']} pairs; slowest {figures['slowest']}")
