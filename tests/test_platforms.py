"""Other systems, simulated: consoles without UTF-8, disks that ignore case, Windows' names."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import PureWindowsPath

import pytest
from campaign import each
from fixture_bread import edit

from derive.book.build import book_of
from derive.book.making import book_bytes
from derive.book.pen import address
from derive.entries.opening import store_path
from derive.registry import load

RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"com{n}" for n in range(10)),
    *(f"lpt{n}" for n in range(10)),
}
FORBIDDEN = set('<>:"|?*\\')


def run(*words, encoding, folder):
    """A command at a console of some encoding, as bytes."""
    return subprocess.run(
        [sys.executable, "-m", "derive", *map(str, words)],
        capture_output=True, check=False, cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
    )  # fmt: skip


@pytest.fixture
def greek_bread(bread):
    """A package whose words no old console can show."""
    edit(bread, "shared.py", '"time of a loaf"', '"τ of a λoaf"')
    return bread


@pytest.mark.slow
@each("encoding", {name: name for name in ("ascii", "cp437", "cp1252", "utf-16")}, usual=1)
def test_a_console_without_utf8_gets_an_answer_and_no_traceback(greek_bread, checkout, encoding):
    for words in (["show", "oven_time"], ["list"], ["show", "no_such_τ"]):
        done = run(*words, "--package", greek_bread, encoding=encoding, folder=checkout)

        assert done.returncode == (2 if "no_such_τ" in words else 0)
        assert b"Traceback" not in done.stderr


@pytest.mark.slow
@each("encoding", {name: name for name in ("ascii", "cp1252", "utf-8")}, usual=1)
def test_json_is_utf8_whatever_the_console_speaks(greek_bread, checkout, encoding):
    done = run("book", "--package", greek_bread, encoding=encoding, folder=checkout)

    assert "τ of a λoaf" == json.loads(done.stdout.decode("utf-8"))["symbols"]["t"]["meaning"]


def test_capitals_make_no_two_files_one(bread, tmp_path):
    edit(bread, "shared.py", "k = symbol", 'T = symbol("T", "another time", "second")\nk = symbol')
    edit(bread, "baking.py", "@derives", '''@formula(source=BOOK.at("page 9"))
def Oven_time():
    """Another time."""
    return Eq(T, 2 * t)


@derives''')  # fmt: skip
    book_bytes(bread)
    files = [one for one in (tmp_path / "cache").rglob("*") if one.is_file()]
    book = book_of(load(bread), "x")
    shelves = (book["formulas"], book["symbols"])
    addresses = [page["address"] for shelf in shelves for page in shelf.values()]

    assert {"oven_time", "Oven_time"} <= set(book["formulas"])
    assert len(files) == len({str(one).lower() for one in files})
    assert len(addresses) == len({one.lower() for one in addresses})


@pytest.mark.parametrize(
    "name", ["con", "aux", "N", "a" * 300, "x.y", "a b", "ψ", "..", "a/b", "c:d", "", "nul."]
)
def test_files_of_stores_have_names_that_windows_takes(name):
    file = PureWindowsPath(store_path(name) or "").name

    assert not set(file) & FORBIDDEN
    assert file.split(".")[0].lower() not in RESERVED
    assert len(file) < 120


@pytest.mark.parametrize("name", ["con", "Aux", "N", "nul"])
def test_addresses_are_below_a_folder_and_in_lower_case(name):
    assert address("symbol", name).startswith("symbols/")
    assert address("symbol", name) == address("symbol", name).lower()


def test_places_in_files_are_written_with_slashes(bread):
    book = book_of(load(bread), "x")

    assert "baking.py:10" == book["formulas"]["oven_time"]["declared"]
    assert "\\" not in json.dumps([page["declared"] for page in book["symbols"].values()])
