"""The same question, the same words: under any hash seed, from any folder, wrong ones too."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from campaign import each, sized
from questions import Asker

from derive.entries.opening import open_knowledge

RUN = """
import json, sys
from derive.cli import main
for words in json.loads(sys.stdin.read()):
    for stream in (sys.stdout, sys.stderr):
        print("$", *words, file=stream)
    print("status", main(words), flush=True)
"""
WRONG = [
    ["solve", "zero3_memry", "N_dp", "Psi=1"],
    ["solve", "zero3_memory", "N_pd", "Psi=1"],
    ["solve", "zero3_memory", "N_dp", "M_sate=1 GB", "Psi=7e9"],
    ["solve", "zero3_memory", "N_dp"],
    ["solve", "zero3_memory", "N_dp", "M_state=80 GBB", "Psi=70e9"],
    ["solve", "zero3_memory", "N_dp", "M_state=80 s", "Psi=70e9"],
    ["solve", "zero3_memory", "N_dp", "M_state<=80 GB", "Psi=70e9", "--divides", "x"],
    ["solve", "zero3_memory", "N_dp", "M_state<=80 GB", "Psi=70e9", "--in", "GB"],
    ["solve", "zero3_memory", "M_state", "N_dp=64", "Psi=70e9", "--in", "furlong"],
    ["solve", "zero3_memory", "M_state", "N_dp=64", "Psi=70e9", "--as", "prose"],
    ["solve", "zero3_memory", "M_state", "N_dp=64", "Psi=70e9", "--gpu", "h1000"],
    ["solve", "zero3_memory", "M_state", "N_dp=64", "Psi=70e9", "--constants", "hofman"],
    ["find", "T_stepp", "Psi=1"],
    ["compare", "bubble_ratio", "zero3_memory"],
    ["show", "zero", "--as", "latx"],
    ["list", "memry"],
    ["nonsense"],
]

# Four degrees are taken to be 1, and told.
TAKEN = ["find", "F_ach", "F_agg <= 2.8 PFLOP/s"]

FORMS: list[list[str]] = [
    [], ["--json"], ["--as", "text"], ["--as", "latex"], ["--as", "markdown"], ["--in", "MB"],
]  # fmt: skip


def questions() -> list[list[str]]:
    knowledge = open_knowledge()
    asker, luck = Asker(knowledge, 11), random.Random(11)
    formulas = list(knowledge.formulas)
    drawn = [asker.wrong(luck.choice(formulas)).command for _ in range(sized(6, 25))]
    return [*WRONG, TAKEN, *drawn]


@pytest.mark.slow
def test_wrong_questions_are_answered_in_the_same_words(tmp_path: Path):
    asked = json.dumps(questions())
    told = set()
    for seed in ("0", "77", "1")[: sized(2, 3)]:
        folder = tmp_path / seed
        folder.mkdir()
        done = subprocess.run(
            [sys.executable, "-c", RUN], input=asked, capture_output=True, text=True, check=True,
            cwd=folder, env={**os.environ, "PYTHONHASHSEED": seed, "DERIVE_CACHE": str(folder)},
        )  # fmt: skip
        told.add((done.stdout, done.stderr))

    assert 1 == len(told)
    assert "status 2" in done.stdout


@pytest.mark.slow
@each("form", {" ".join(form): form for form in FORMS}, usual=2)
def test_the_second_answer_of_a_program_is_the_first(form: list[str], tmp_path: Path):
    """The first one is computed, the second may come from what the first one kept."""
    words = ["solve", "zero3_memory", "M_state", "N_dp=64", "Psi=70e9", *form]
    told = [
        subprocess.run(
            [sys.executable, "-m", "derive", *words], capture_output=True, text=True, check=False,
            env={**os.environ, "DERIVE_CACHE": str(tmp_path)},
        )
        for _ in range(2)
    ]  # fmt: skip

    assert 0 == told[0].returncode, told[0].stderr
    assert (told[0].stdout, told[0].stderr) == (told[1].stdout, told[1].stderr)
