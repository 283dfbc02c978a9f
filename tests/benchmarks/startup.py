"""How long a command takes from start to end, beside other programs, in one run.

    python tests/benchmarks/startup.py [--rounds 15] [--calculator PROGRAM]

Prints ratios to a bare start of Python; asserts nothing. Programs take turns,
so that a busy machine is busy for all of them; of each the quickest round
counts, in processor time of the program and all that it starts. Python's own
cache of compiled modules is used as after an installation, in a folder of its
own. ``--calculator`` names the Python of an environment that holds a public
calculator, llm-analysis of PyPI, which is then asked for one inference.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
SOLVE = ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9"]
RING = ["N=8", "n=1 GB", "alpha=5 us", "beta=50 GB/s"]
DERIVE = [sys.executable, "-m", "derive"]
MANUSCRIPT = CHECKOUT / "tests/lint/manuscripts/chat_cache.md"
NEW = "{a copy}"
"""Stands for a manuscript that no run has seen, so that no kept finding answers for it."""

COMMANDS: Mapping[str, Sequence[str]] = {
    "python -c pass": [sys.executable, "-c", "pass"],
    'python -c "import argparse, json, hashlib"': [
        sys.executable,
        "-c",
        "import argparse, json, hashlib",
    ],
    "derive --help": [*DERIVE, "--help"],
    "derive list": [*DERIVE, "list"],
    "derive show zero3_memory": [*DERIVE, "show", "zero3_memory"],
    "derive solve, warm": [*DERIVE, *SOLVE],
    "derive evaluate, warm": [*DERIVE, "evaluate", "ring_all_reduce_time", *RING],
    "derive lint, a new file": [*DERIVE, "lint", NEW],
    'python -c "import sympy"': [sys.executable, "-c", "import sympy"],
}
CALCULATOR = ["-m", "llm_analysis.analysis", "infer", "--model_name", "facebook_opt-125m"]


def used(command: Sequence[str], variables: Mapping[str, str]) -> tuple[float, float]:
    """Processor time and wall time of one run, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(MANUSCRIPT, folder) if NEW in command else ""
        words = [copy if word == NEW else word for word in command]
        before, start = _children(), time.perf_counter()
        subprocess.run(words, check=False, cwd=CHECKOUT, env=variables, capture_output=True)
        return _children() - before, time.perf_counter() - start


def _children() -> float:
    """Processor time of all programs that were started and have ended."""
    try:
        import resource
    except ImportError:  # Windows, which counts in steps of 16 ms
        times = os.times()
        return times.children_user + times.children_system
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--calculator", default="", metavar="PYTHON")
    chosen = options.parse_args()
    commands = {**COMMANDS}
    if chosen.calculator:
        commands["llm-analysis infer"] = [chosen.calculator, *CALCULATOR]
    with tempfile.TemporaryDirectory() as folder:
        variables = {**os.environ, "DERIVE_CACHE": f"{folder}/kept"}
        variables["PYTHONPYCACHEPREFIX"] = f"{folder}/compiled"
        variables.pop("PYTHONDONTWRITEBYTECODE", None)
        used(DERIVE + SOLVE, {**variables, "DERIVE_CACHE": f"{folder}/other"})
        cold = used(DERIVE + SOLVE, variables)
        for command in commands.values():
            used(command, variables)
        rounds = [
            {name: used(command, variables) for name, command in commands.items()}
            for _ in range(chosen.rounds)
        ]
    _print(rounds, cold)


def _print(rounds: Sequence[Mapping[str, tuple[float, float]]], cold: tuple[float, float]) -> None:
    names = list(rounds[0])
    best = {name: min(turn[name][0] for turn in rounds) for name in names}
    walls = {name: sorted(turn[name][1] for turn in rounds)[len(rounds) // 2] for name in names}
    bare = best[names[0]]
    width = max(map(len, names))
    print(f"{'':<{width}}  processor   ratio   wall (median)")
    for name in names:
        ms, wall = best[name] * 1000, walls[name] * 1000
        print(f"{name:<{width}}  {ms:6.1f} ms  {best[name] / bare:5.1f}x   {wall:6.1f} ms")
    print(f"first question about a formula, nothing kept: {cold[0]:.2f} s, wall {cold[1]:.2f} s")


if __name__ == "__main__":
    main()
