"""A fresh environment for each extra: its size, the seconds to install, the first answer.

    python tests/benchmarks/installing.py dist/training_formulary-*.whl [EXTRA ...]

Packages come from the index that pip is set up with, nothing from pip's cache. Each environment
has no pip of its own, is held against `pip check`, asked one question with no cache of answers,
and thrown away. The wheel should hold the compiled book (docs/decisions/wheel-layout.md).
"""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent.parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
QUESTION = ["solve", "zero3_memory", "N_dp", "M_state <= 80 GB", "Psi=70e9"]


def megabytes(folder: Path) -> float:
    """What the files below a folder take, links not followed."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def seconds(words: list[str], env: dict[str, str]) -> float:
    """The time of a command, which must succeed."""
    start = time.perf_counter()
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")
    return time.perf_counter() - start


def measured(wheel: Path, extra: str) -> tuple[float, int, float, float]:
    """Megabytes, packages, seconds to install, seconds to the first answer."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        venv.create(home / "env", with_pip=False, symlinks=True)
        programs = home / "env" / "bin"
        clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        clean["DERIVE_CACHE"] = str(home / "cache")
        pip = [sys.executable, "-m", "pip", "--python", str(programs / "python")]
        asked = f"{wheel}[{extra}]" if extra else str(wheel)
        installing = seconds([*pip, "install", "--quiet", "--no-cache-dir", asked], clean)
        seconds([*pip, "check"], clean)
        answering = seconds([str(programs / "derive"), *QUESTION], clean)
        (packages,) = (home / "env").glob("lib/python*/site-packages")
        count = len(list(importlib.metadata.distributions(path=[str(packages)])))
        return megabytes(home / "env"), count, installing, answering


def main() -> None:
    """Print a row of a table for each extra."""
    wheel, *wanted = sys.argv[1:]
    extras = wanted or ["", *(name for name in PROJECT["optional-dependencies"] if name != "dev")]
    for extra in extras:
        size, count, installing, answering = measured(Path(wheel).resolve(), extra)
        name = extra or "none"
        row = f"| `{name}` | {size:.0f} MB | {count} | {installing:.0f} s | {answering:.2f} s |"
        print(row, flush=True)


if __name__ == "__main__":
    main()
