"""One value from plain floats: the law's program, the same line by hand, and llm-analysis."""

from __future__ import annotations

import math
import os
import subprocess
import timeit
from collections.abc import Callable
from typing import Any

import pytest

from derive.algebra.programs_of import in_base
from derive.programs.floats import floats
from derive.programs.translate import program_of
from derive.registry import Registry


def ring(N, alpha, beta, n):
    return 2 * (N - 1) * (alpha + n / (N * beta))


def loss(A_N, B_D, D, Psi, alpha_N, beta_D, loss_floor):
    return loss_floor + A_N / Psi**alpha_N + B_D / D**beta_D


def forward(L, V, h, s):
    return 24 * L * s * h**2 * (1 + s / (6 * h) + V / (12 * L * h))


def padded(TP, V, V_unit):
    return V_unit * TP * math.ceil(V / (V_unit * TP))


CASES: list[tuple[str, Callable[..., float], dict[str, float]]] = [
    ("ring_all_reduce_time", ring, {"N": 64, "alpha": 5e-6, "beta": 5e10, "n": 1e9}),
    (
        "scaling_law_loss",
        loss,
        {
            "A_N": 406.4,
            "B_D": 410.7,
            "D": 1.4e12,
            "Psi": 7e10,
            "alpha_N": 0.34,
            "beta_D": 0.28,
            "loss_floor": 1.69,
        },
    ),
    ("gpt_sequence_forward_flops", forward, {"L": 96, "V": 51200, "h": 12288, "s": 2048}),
    ("padded_vocabulary", padded, {"TP": 8, "V": 50257, "V_unit": 128}),
]


def of_law(registry: Registry, formula: str) -> tuple[tuple[str, ...], Callable[..., float]]:
    """The names of the inputs, and the right side as a function of them."""
    right = in_base(registry, registry.law(formula).relation.rhs)
    program = program_of(right, sorted(right.free_symbols, key=str))
    run = floats(program)
    return program.inputs, lambda *values: run(values)


@pytest.mark.parametrize(("formula", "hand", "values"), CASES, ids=[case[0] for case in CASES])
@pytest.mark.parametrize("way", ["by_hand", "derive"])
def test_scalar(
    benchmark: Any,
    registry: Registry,
    formula: str,
    hand: Callable[..., float],
    values: dict[str, float],
    way: str,
) -> None:
    names, ours = of_law(registry, formula)
    at = tuple(float(values[name]) for name in names)
    benchmark.group = formula
    assert tuple(values) == names
    assert math.isclose(hand(*at), ours(*at), rel_tol=1e-12)

    benchmark(hand if way == "by_hand" else ours, *at)


THEIRS = """
import timeit
from llm_analysis.analysis import LLMAnalysis
from llm_analysis.config import (
    get_dtype_config_by_name, get_gpu_config_by_name, ModelConfig, ParallelismConfig
)
model = ModelConfig("gpt3", 96, 96, 12288, 51200, 2048, expansion_ratio=4)
gpu, dtype = get_gpu_config_by_name("a100-sxm-80gb"), get_dtype_config_by_name("w16a16e16")
theirs = LLMAnalysis(model, gpu, dtype, ParallelismConfig()).get_num_flops_fwd_total
print(theirs(1, 2048), min(timeit.repeat(lambda: theirs(1, 2048), number=2000, repeat=20)) / 2000)
"""


def test_llm_analysis(benchmark: Any, registry: Registry, said: list[str]) -> None:
    """The forward operations of GPT-3, counted by both; llm-analysis has a Python of its own."""
    python = os.environ.get("DERIVE_LLM_ANALYSIS")
    if not python:
        pytest.skip(
            "llm-analysis pins old packages: install it in an environment of its own "
            "and name that environment's Python in DERIVE_LLM_ANALYSIS"
        )
    benchmark.group = "llm-analysis"
    shape = next(values for formula, _, values in CASES if formula == "gpt_sequence_forward_flops")
    _, ours = of_law(registry, "gpt_sequence_forward_flops")
    run = subprocess.run([python, "-c", THEIRS], capture_output=True, text=True, check=True)
    value, seconds = map(float, run.stdout.split()[-2:])
    at = tuple(map(float, shape.values()))
    assert math.isclose(value, ours(*at), rel_tol=1e-12)

    benchmark(ours, *at)

    mine = min(timeit.repeat(lambda: ours(*at), number=2000, repeat=20)) / 2000
    said.append(
        f"llm-analysis: {seconds * 1e9:.0f} ns for the forward operations of GPT-3; "
        f"ours {mine * 1e9:.0f} ns, {seconds / mine:.1f} times as fast"
    )
