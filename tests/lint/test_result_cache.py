"""Findings that are kept from run to run: quickly told, and never those of another text."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from derive.cli import main
from derive.entries.files import package_folder
from derive.entries.opening import StoredRows
from derive.lint import result_cache

WRONG = "A layer holds $4 + 4 = 9$ GB.\n"
RIGHT = "A layer holds $4 + 4 = 8$ GB.\n"
OURS = """\
Notation(
    "mine",
    source=Source("mine", "Mine"),
    scopes=(Scope("all"),),
    rows={"all": (Row("T", "T"), Row("k", "%s"))},
)
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one manuscript and a cache of its own; the work is done there."""
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text(WRONG, encoding="utf-8")
    return tmp_path


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One word for each run that was computed and not taken from the cache."""
    from derive.cli import checking

    runs: list[str] = []
    compute = checking._everything

    def counting(options: object) -> object:
        runs.append("computed")
        return compute(options)  # type: ignore[arg-type]

    monkeypatch.setattr(checking, "_everything", counting)
    return runs


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit status and the output of the checker."""
    status = main(["lint", *words])
    return status, capsys.readouterr().out


def test_an_unchanged_file_is_told_the_same_without_being_read_again(
    capsys: pytest.CaptureFixture[str], computed: list[str]
) -> None:
    runs = [told(capsys, "a.md", "--json", "--level", "all") for _ in range(3)]

    assert (1, True) == (runs[0][0], "comes to 8" in runs[0][1])
    assert runs[0] == runs[1] == runs[2]
    assert ["computed"] == computed


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda place: (place / "a.md").write_text(RIGHT, encoding="utf-8"), ("a.md",)),
        (lambda place: (place / "b.md").write_text(RIGHT, encoding="utf-8"), (".",)),
        (lambda place: (place / "a.md").rename(place / "c.md"), (".",)),
        (lambda place: (place / "own.py").write_text(OURS % "D", encoding="utf-8"),
         ("a.md", "--notation", "own.py")),
    ],
)  # fmt: skip
def test_a_change_is_computed_anew(
    capsys: pytest.CaptureFixture[str],
    place: Path,
    computed: list[str],
    change: Callable[[Path], object],
    words: tuple[str, ...],
) -> None:
    (place / "own.py").write_text(OURS % "N", encoding="utf-8")
    told(capsys, *words)
    change(place)
    told(capsys, *words)

    assert ["computed"] * 2 == computed


@pytest.mark.parametrize("words", [("--rule", "rows_say_one_thing"), ("--project",),
                                   ("--notation", "none")])  # fmt: skip
def test_other_options_are_another_question(
    capsys: pytest.CaptureFixture[str], computed: list[str], words: tuple[str, ...]
) -> None:
    told(capsys, "a.md")
    told(capsys, "a.md", *words)

    assert ["computed"] * 2 == computed


def test_levels_share_what_was_computed(
    capsys: pytest.CaptureFixture[str], computed: list[str]
) -> None:
    for level in ("provable", "likely", "all"):
        told(capsys, "a.md", "--level", level)

    assert ["computed"] == computed


def test_a_file_saved_during_the_run_is_not_kept(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from derive.cli import checking

    compute = checking._everything

    def saving(options: object) -> object:
        (place / "a.md").write_text(RIGHT, encoding="utf-8")
        return compute(options)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(checking, "_everything", saving)
        told(capsys, "a.md")
    (place / "a.md").write_text(WRONG, encoding="utf-8")

    assert "comes to 8" in told(capsys, "a.md")[1]


def test_the_store_holds_no_more_than_its_bound(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_cache, "MOST_KEPT", 3)
    for number in range(7):
        (place / f"{number}.md").write_text("Plain words.\n", encoding="utf-8")
        told(capsys, f"{number}.md")
    store = StoredRows(None, package_folder(None)).store

    assert store is not None
    assert 1 <= len(store.keys(result_cache.KIND)) <= 3


@pytest.mark.slow
def test_an_unchanged_file_needs_neither_sympy_nor_the_knowledge(place: Path) -> None:
    program = (
        "import sys; from derive.cli import main; main(['lint', 'a.md']); "
        "print({name.partition('.')[0] for name in sys.modules} & {'sympy', 'numpy', 'mpmath'})"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=place, capture_output=True, text=True, check=True,
        ).stdout.splitlines()[-1]
        for _ in range(2)
    ]  # fmt: skip

    assert [True, False] == ["sympy" in one for one in runs]


HELD = """\
Let $n$ be the message size in bytes, $N$ the number of GPUs and $T$ the time of a ring all-reduce.

$$T = \\frac{%s n}{N}$$
"""


@pytest.mark.slow
def test_laws_are_put_at_points_once_and_looked_up_by_the_next_file(place: Path) -> None:
    program = (
        "import sys; from derive.cli import main; main(['lint', sys.argv[1]]); "
        "print('derive.entries.compiling' in sys.modules)"
    )

    def compiled(name: str, factor: str) -> str:
        (place / name).write_text(HELD % factor, encoding="utf-8")
        made = subprocess.run(
            [sys.executable, "-c", program, name], capture_output=True, text=True, check=True
        )
        return made.stdout.splitlines()[-1]

    assert ["True", "False"] == [compiled("a.md", "2"), compiled("b.md", "3")]
