"""Hostile input at every door: one message, no traceback, no hang, nothing obeyed, nothing written.

What is trusted and what is not is said in ``docs/explanation/safety.md``.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import derive
from derive import answers
from derive.cli import main
from derive.entries.opening import open_knowledge
from derive.entries.store import Store
from derive.errors import DamagedProgram, DeriveError, ValueProblem
from derive.programs.program import from_data
from derive.registry import load

PATIENCE = 120
"""Seconds after which a door hangs; a busy machine may take its time."""

ESCAPE = "\x1b[31mred\x1b]0;title\x07"
HOSTILE_NAMES = [
    ESCAPE,
    "N\nx",
    "N\r\n",
    "\x9b31m",
    "N\0",
    "\u202eN",
    "\u2028",
    "\udcff",
    "\N{COLLISION SYMBOL}",
    "../../etc/passwd",
    "__class__",
    "{0.__class__}",
    "%s%n",
    "<script>alert(1)</script>",
    r"$\input{/etc/passwd}$",
    "a" * 100_000,
    "",
]
HOSTILE_VALUES = [
    "NaN",
    "nan GB",
    "inf",
    "-inf",
    "1e309",
    "1e999999999",
    "1e-999999999",
    "9" * 100_000,
    "10**10**8",
    "1 byte**9**9**9",
    "1 byte^9^9^9",
    "1 " + "(" * 5000,
    "1 " + "GB/" * 5000,
    "1 GB" * 20,
    "1 " + "a" * 90,
    "0x10",
    "１２",
    "٣",
    "½",
    "1_000__0",
    "1e5e5",
    " ",
    "..",
    "1..",
    "1:1e9",
    "1:2:999999999",
    f"1 {ESCAPE}",
    "1 GB\n2",
    "1 G\0B",
    "1 \udcff",
    "__import__('os').system('touch marker')",
]
SOLVE = ["solve", "zero3_memory", "N_dp"]


@pytest.fixture(autouse=True)
def no_hang() -> Iterator[None]:
    """A door that hangs is a failure, not a stuck test run."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(*_: Any) -> None:
        raise TimeoutError(f"still busy after {PATIENCE} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def obeyed(text: str) -> list[str]:
    """The characters that a terminal would act on."""
    return [one for one in text if not one.isprintable() and one not in "\n\t"]


def short(one: str) -> str:
    """An id of a test case that a terminal can show."""
    return ascii(one)[:24]


# --- the terminal ---------------------------------------------------------------


def survived(words: list[str], capsys: pytest.CaptureFixture[str]) -> int:
    """The status of a command that said what it had to say and no more."""
    status = main(words)
    out, err = capsys.readouterr()

    assert [] == obeyed(out + err)
    assert len(out + err) < 4000
    assert err.startswith("derive: ") if status == 2 else not err
    return status


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A command that must be refused, or find nothing."""
    assert survived(words, capsys) in (1, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=short)
@pytest.mark.parametrize(
    "words",
    [
        ["solve", "NAME", "N_dp"],
        ["solve", "zero3_memory", "NAME", "Psi=1"],
        [*SOLVE, "NAME=3"],
        [*SOLVE, "Psi=70e9", "M_state=80 GB", "--in", "NAME"],
        [*SOLVE, "--constants", "NAME"],
        [*SOLVE, "--gpu", "NAME"],
        [*SOLVE, "--divides", "NAME"],
        ["show", "NAME"],
        ["show", "zero3_memory", "--notation", "NAME~"],
        ["list", "NAME~"],
        ["list", "memory", "NAME~"],
        ["list", "--package", "NAME~"],
        ["compare", "NAME", "zero3_memory"],
        ["find", "NAME~"],
        ["new", "formula", "NAME~"],
        ["NAME~"],
        ["--NAME~"],
    ],
    ids=" ".join,
)
def test_a_hostile_name_is_refused_in_one_message(
    words: list[str], name: str, capsys: pytest.CaptureFixture[str]
):
    # Where an empty word means "none was given", something stands after the name.
    put = [word.replace("NAME~", name + "~").replace("NAME", name) for word in words]
    if "--in" in words and not name:
        return

    refused(put, capsys)


@pytest.mark.parametrize("value", HOSTILE_VALUES, ids=short)
@pytest.mark.parametrize(
    "words",
    [
        [*SOLVE, "M_state <= 80 GB", "Psi=VALUE"],
        ["solve", "zero3_memory", "Psi", "M_state=VALUE", "N_dp=4"],
        [*SOLVE, "Psi=7e9", "--at-most", "M_state=VALUE"],
        ["evaluate", "zero3_memory", "Psi=7e9", "N_dp=VALUE"],
        ["find", "M_state", "Psi=VALUE", "N_dp=4"],
        [*SOLVE, "M_state <= 80 GB", "Psi=7e9", "--power-of", "VALUE"],
    ],
    ids=" ".join,
)
def test_a_hostile_value_is_refused_or_read_for_what_it_is(
    words: list[str], value: str, capsys: pytest.CaptureFixture[str]
):
    survived([word.replace("VALUE", value) for word in words], capsys)


def test_an_answer_beyond_every_float_is_still_json(capsys: pytest.CaptureFixture[str]):
    words = ["solve", "zero3_memory", "Psi", "M_state=1e309 GB", "N_dp=4", "--json"]

    assert 0 == main(words)
    assert 10**318 == json.loads(capsys.readouterr().out)["givens"]["M_state"]["magnitude"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["solve", "size_limited_loss", "Psi", "loss=3.9", "Psi_c=4e13", "alpha_size=1e400"],
        ["solve", "size_limited_loss", "Psi", "loss<=3.9", "Psi_c=4e13", "alpha_size=1e9"],
        ["evaluate", "size_limited_loss", "Psi=8e9", "Psi_c=4e13", "alpha_size=1e40"],
    ],
    ids=" ".join,
)
def test_a_power_that_nobody_could_write_down_is_not_computed(
    words: list[str], capsys: pytest.CaptureFixture[str]
):
    assert survived(words, capsys) in (0, 1)


@pytest.mark.parametrize(
    "output",
    ["a" * 300 + ".csv", "\0.csv", "nowhere/x.csv", ".", "x.csv/../y.csv", "folder.csv"],
    ids=short,
)
def test_an_output_that_cannot_be_is_refused_and_nothing_is_left(
    output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()

    refused(["sweep", "zero3_memory", "Psi=7e9", "N_dp=1:4", "-o", output], capsys)

    assert ["folder.csv"] == [path.name for path in tmp_path.iterdir()]


def test_an_output_is_written_where_it_was_named_and_nowhere_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "inside").mkdir()
    monkeypatch.chdir(tmp_path / "inside")

    assert 0 == main(["sweep", "zero3_memory", "Psi=7e9", "N_dp=1:4", "-o", "../x\x1b.csv"])
    assert [] == obeyed(capsys.readouterr().out)
    assert {"inside", "x\x1b.csv"} == {path.name for path in tmp_path.iterdir()}
    assert [] == list((tmp_path / "inside").iterdir())


def test_an_output_that_is_a_link_takes_the_place_of_the_link(tmp_path: Path):
    victim, link = tmp_path / "victim.csv", tmp_path / "out.csv"
    victim.write_text("precious")
    link.symlink_to(victim)

    assert 0 == main(["sweep", "zero3_memory", "Psi=7e9", "N_dp=1:4", "-o", str(link)])
    assert "precious" == victim.read_text()
    assert not link.is_symlink()


# --- Python -----------------------------------------------------------------------

LIAR = type("Liar", (), {"__float__": lambda _: 1.0, "__str__": lambda _: ESCAPE})


@pytest.mark.parametrize(
    "value",
    [
        *(text for text in HOSTILE_VALUES[:11] if text != "1e309"),
        float("nan"),
        float("inf"),
        10**100_000,
        True,
        None,
        b"80 GB",
        LIAR(),
        {"magnitude": 3},
        [1, "x"],
        [[1]],
        [float("nan")],
        1j,
    ],
    ids=lambda one: (
        f"{type(one).__name__} {ascii(one)[:16]}" if not isinstance(one, int) else "int"
    ),
)
def test_python_refuses_a_hostile_value_by_name(value: Any):
    with pytest.raises(DeriveError) as caught:
        derive.load()["zero3_memory"].solve("Psi", M_state=value, N_dp=4)

    assert [] == obeyed(str(caught.value))
    assert len(str(caught.value)) < 2000


def test_a_unit_bomb_is_refused_before_it_is_computed():
    registry = load()
    bombs = ["(GB^9)^9", "GB^9 * GB^9", "GB^99", "GB^-9/GB^9", "GB " * 30, "/".join(["GB"] * 30)]

    for bomb in bombs:
        with pytest.raises(ValueProblem):
            registry.units.unit(bomb)


# --- the cache --------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"inputs": [], "steps": [["exec", "1"]]},
        {"inputs": ["x"], "steps": [["input", 5]]},
        {"inputs": ["x"], "steps": [["const", "9" * 5000]]},
        {"inputs": ["x"], "steps": [["const", "1/0"]]},
        {"inputs": ["x"], "steps": [["const", float("nan")]]},
        {"inputs": ["x"], "steps": [["const", 1]] * 100_000},
        {"inputs": ["__class__", "__class__"], "steps": [["const", 1]]},
        {"inputs": ["x"], "steps": [["const", 0], ["const", 1], ["sum", [["sum", []]]]]},
    ],
    ids=short,
)
def test_a_program_that_is_none_is_refused(data: Any):
    with pytest.raises(DamagedProgram):
        from_data(data)


def test_the_stores_own_reader_believes_no_stranger(tmp_path: Path):
    store = Store(str(tmp_path / "entries.sqlite"))
    store.put([("law", "one", "", {"a": 1})])

    assert {"a": 1} == store.get("law", "one")
    for text in ("[" * 100_000, '{"a": ' + "9" * 100_000 + "}"):
        store.put_lasting([("law", "one", text)])

        assert None is store.get("law", "one")


# --- what is written ----------------------------------------------------------------


def test_an_answer_in_markdown_and_latex_repeats_no_markup():
    givens = answers.gather(["Psi=70e9", "M_state=80 GB"])
    answer = answers.solve(open_knowledge(), "zero3_memory", "N_dp", givens)

    assert "<" not in answer.markdown().replace("\\<", "")
    assert r"\input" not in answer.working()
