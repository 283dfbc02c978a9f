"""What other people's automatic checks take from here: hooks, an action, a template."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from derive.cli.parser import parse

ROOT = Path(__file__).resolve().parents[2]
BAD = "$$4 + 4 + 4 = 14$$\n"


def read(name: str) -> Any:
    """A configuration as data."""
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


ACTION = read("action.yml")
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "name" in step}
CHECK = STEPS["Check the manuscripts"]


@pytest.mark.parametrize("hook", read(".pre-commit-hooks.yaml"), ids=lambda hook: hook["id"])
def test_every_hook_is_a_command_that_is_understood(hook: dict[str, Any]) -> None:
    program, *words = shlex.split(hook["entry"])
    options = parse([*words, *hook.get("args", []), "chapter.md"])

    assert "derive" == program
    assert "lint" == options.command
    assert {"markdown", "tex"} == set(hook["types_or"])
    assert "python" == hook["language"]


def test_what_callers_of_the_action_write_is_no_part_of_its_scripts() -> None:
    scripts = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]

    assert "composite" == ACTION["runs"]["using"]
    assert [] == [script for script in scripts if "${{" in script]


def test_every_input_of_the_action_is_used() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = set(re.findall(r"inputs\.(\w+)", text))

    assert set(ACTION["inputs"]) == used


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment in which ``derive`` is this checkout."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "derive"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m derive "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the action runs its steps in bash")
def test_the_action_fails_where_a_number_is_wrong_and_writes_its_log(
    tmp_path: Path, shell: dict[str, str]
) -> None:
    (tmp_path / "bad one.md").write_text(BAD, encoding="utf-8")
    given = {name: str(one["default"]) for name, one in ACTION["inputs"].items()}
    variables = {
        name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: given[match[1]], value)
        for name, value in CHECK["env"].items()
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", CHECK["run"]],
        cwd=tmp_path, env={**shell, **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    log = json.loads((tmp_path / given["sarif"]).read_text(encoding="utf-8"))

    assert 1 == done.returncode, done.stderr
    assert ["numbers_in_a_chain_agree"] == [
        one["ruleId"] for one in log["runs"][0]["results"] if one["level"] == "error"
    ]


def test_the_template_for_gitlab_runs_a_command_that_is_understood() -> None:
    (job,) = read("ci/derive-lint.gitlab-ci.yml").values()
    line = next(one for one in job["script"] if one.startswith("derive "))
    for name, value in job["variables"].items():
        line = line.replace(f'"${name}"', shlex.quote(value)).replace(f"${name}", value)
    options = parse(shlex.split(line)[1:])

    assert ("lint", "provable", ["."]) == (options.command, options.level, options.files)
    assert [options.sarif] == job["artifacts"]["paths"]
