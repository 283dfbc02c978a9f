"""Questions are light: with a store that is current, nothing large is imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

QUESTIONS = {
    "solve": ["zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9"],
    "evaluate": ["ring_all_reduce_time", "N=8", "n=1 GB", "alpha=5 us", "beta=50 GB/s"],
    "find": ["T_comp", "C_op=1e18", "F=989 TFLOP/s"],
    "sweep": ["zero3_memory", "Psi=70e9", "N_dp=1:8"],
    "compare": ["bubble_ratio", "bubble_fraction"],
    "explain": ["ring_all_reduce_time"],
    "show": ["zero3_memory"],
    "list": [],
    "search": ["how", "many", "gpus"],
    "symbols": ["--of", "zero3_memory"],
    "catalog": ["h100"],
    "estimate": [
        "--model=llama-3-8b",
        "--gpu=h100-sxm",
        "--sharding=zero3",
        "N_gpu=16",
        "B=32",
        "s=8192 token",
    ],
}
LARGE = frozenset({"sympy", "mpmath", "pint", "numpy", "networkx", "rich", "click"})
LARGE |= {"derive.units.definitions"}  # reading the table of units takes a tenth of a second
SLOW = frozenset({"typing", "_hashlib", "dataclasses", "inspect"})
"""What a question can do without, and what takes a quarter of a start of Python or more."""
ARRAYS = frozenset({"numpy"}) | SLOW
"""What a sweep may import besides: it computes over arrays."""
BESIDES = {"sweep": ARRAYS, "estimate": SLOW}

PROGRAM = """
import json, sys
from derive.cli import main
status = max(main(words) for words in json.loads(sys.argv[1]))
loaded = sorted({*sys.modules, *(name.partition(".")[0] for name in sys.modules)})
print("\\n" + json.dumps([status, loaded]))
"""


def asked(*commands: str) -> set[str]:
    """The modules that are loaded after some questions in a process of their own."""
    words = json.dumps([[command, *QUESTIONS[command]] for command in commands])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, words], capture_output=True, text=True, check=True
    )
    status, loaded = json.loads(done.stdout.splitlines()[-1])
    assert 0 == status, done.stdout
    return set(loaded)


@pytest.fixture(scope="module")
def loaded() -> dict[str, set[str]]:
    """What every kind of question loads when it is asked for the second time."""
    asked(*QUESTIONS)
    return {command: asked(command) for command in QUESTIONS}


@pytest.mark.slow
@pytest.mark.parametrize("command", QUESTIONS)
def test_a_question_imports_nothing_large_while_its_entries_are_current(
    command: str, loaded: dict[str, set[str]]
) -> None:
    allowed = BESIDES.get(command, frozenset())

    assert set() == loaded[command] & ((LARGE | SLOW) - allowed)


def linted(manuscript: Path) -> set[str]:
    """The modules that are loaded after a manuscript was checked in a process of its own."""
    words = json.dumps([["lint", str(manuscript)]])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, words], capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1])[1])


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "Eight GPUs hold 80 GB each, so 640 GB together.\n",
        "The weights take $2 \\times 70 \\times 10^9 = 140$ GB.\n",
        "Then $x = y + 2$, whatever they are.\n",
    ],
)
def test_a_new_manuscript_that_declares_no_letter_imports_no_knowledge(
    text: str, tmp_path: Path
) -> None:
    for name in ("before.md", "new.md"):
        (tmp_path / name).write_text(f"# Sizes\n\n{text}", encoding="utf-8")
    linted(tmp_path / "before.md")

    assert set() == linted(tmp_path / "new.md") & {"sympy", "mpmath", "pint", "derive.registry"}


LETTERS = """# Sizes

| Symbol | Meaning | Unit |
|---|---|---|
| $P$ | number of parameters of the model | parameters |
| $D$ | number of training tokens | tokens |
| $C$ | training compute | FLOP |

Training costs $C = 6 P D$.

With $P = 7 \\times 10^9$ and $D = 10^{12}$ it is $C = 4.2 \\times 10^{22}$.
"""


@pytest.mark.slow
def test_a_manuscript_is_held_against_laws_without_sympy(tmp_path: Path) -> None:
    for name in ("before.md", "new.md"):
        (tmp_path / name).write_text(f"{LETTERS}\nIn {name}.\n", encoding="utf-8")
    linted(tmp_path / "before.md")
    loaded = linted(tmp_path / "new.md")

    assert "derive.lint.laws.index" in loaded
    assert set() == loaded & {"sympy", "mpmath", "pint", "networkx"}
