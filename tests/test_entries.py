"""The store of entries: what is current is read, the rest is compiled, nothing breaks it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from fixture_bread import edit, run

from derive.answers import solve
from derive.entries import compiling, opening
from derive.entries.compiling import MAKERS, compile_whole
from derive.entries.knowledge import Knowledge
from derive.entries.opening import StoredRows, open_knowledge
from derive.entries.store import Store
from derive.errors import NotCompiled

ON_DEMAND = {"translation", "solution"}
"""Kinds of which a package has too many to compile what nobody may ask for."""
GIVENS = {"t_all": "10 s", "n": 5, "r": "1 byte/second"}
ASKED = ["evaluate", "batch_time", "n=5", "w=2 byte", "r=1 byte/second"]


def rows_of(package: Path) -> StoredRows:
    """The entries of a package as another process would find them."""
    return StoredRows(str(package), str(package))


def weight(rows: StoredRows) -> str:
    """The answer to a question about a law of the package."""
    return str(solve(Knowledge(rows), "batch_time", "w", GIVENS)).splitlines()[0]


def compiles(rows: StoredRows, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Every entry that is compiled from now on."""
    seen: list[tuple[str, str]] = []
    made = rows.compiler.get

    def get(kind: str, name: str) -> object:
        seen.append((kind, name))
        return made(kind, name)

    monkeypatch.setattr(rows.compiler, "get", get)
    return seen


def store_of(package: Path) -> Path:
    """The file in which the entries of a package lie."""
    found = opening.store_path(str(package))
    assert found is not None
    return Path(found)


def test_what_was_compiled_once_is_read_the_second_time(
    bread: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = weight(rows_of(bread))
    again = rows_of(bread)
    seen = compiles(again, monkeypatch)

    assert "w = 2 byte" == first == weight(again)
    assert [] == seen


@pytest.mark.slow
def test_an_edited_law_is_compiled_anew(bread: Path) -> None:
    before = run(*ASKED, "--package", bread).stdout.splitlines()[0]
    edit(bread, "baking.py", "n * w / r", "2 * n * w / r")
    after = run(*ASKED, "--package", bread).stdout.splitlines()[0]

    assert ("t_all = 10 s", "t_all = 20 s") == (before, after)


def test_an_edited_sentence_leaves_the_solved_laws_as_they_are(
    bread: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weight(rows_of(bread))
    edit(bread, "baking.py", "Time of a loaf.", "The time of a loaf.")
    again = rows_of(bread)
    seen = compiles(again, monkeypatch)
    weight(again)

    assert [] == [name for kind, name in seen if kind == "solved"]
    assert ("formula", "batch_time") in seen


def test_a_changed_unit_of_a_letter_is_no_change_of_another_law(bread: Path) -> None:
    """A key holds what a law depends on, and nothing else."""
    solved = ("solved", "batch_time.w"), ("solved", "shared_time.k")
    keys = [rows_of(bread).compiler.key(*one) for one in solved]
    edit(bread, "shared.py", '"ovens", "1", integer=True', '"ovens", "1"')
    # A package is imported once in a process: the changed one has another name.
    moved = bread.rename(bread.with_name("bread_of_today"))
    changed = [rows_of(moved).compiler.key(*one) for one in solved]

    assert keys[0] == changed[0]
    assert keys[1] != changed[1]


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.write_bytes(file.read_bytes()[:1000]),
        lambda file: file.write_bytes(os.urandom(5000)),
        lambda file: file.write_bytes(b""),
        lambda file: file.unlink(),
        lambda file: file.chmod(0o400),
    ],
    ids=["cut", "noise", "emptied", "gone", "read-only"],
)
def test_a_damaged_store_changes_no_answer(harm, bread: Path) -> None:
    expected = weight(rows_of(bread))
    harm(store_of(bread))

    assert expected == weight(rows_of(bread)) == weight(rows_of(bread))


def test_a_row_whose_digest_is_not_its_own_is_not_believed(bread: Path) -> None:
    expected = weight(rows_of(bread))
    with sqlite3.connect(store_of(bread)) as there:
        there.execute("UPDATE entry SET data = replace(data, '1', '2')")
    again = rows_of(bread)

    assert expected == weight(again)
    assert again.store is not None
    assert any("is not what was written" in one for one in again.store.troubles)


def test_a_store_that_one_thread_opened_is_read_and_written_by_another(tmp_path: Path) -> None:
    path = str(tmp_path / "entries.sqlite")
    with ThreadPoolExecutor(1) as other:
        store = other.submit(Store, path).result()
    store.put_meta({"seen": "yes"})

    assert "yes" == store.meta("seen")
    assert [] == store.troubles
    assert "yes" == Store(path, readonly=True).meta("seen")


def test_a_store_that_is_a_link_is_neither_read_nor_written(bread: Path, tmp_path: Path) -> None:
    expected = weight(rows_of(bread))
    victim, store = tmp_path / "victim", store_of(bread)
    victim.write_text("precious")
    store.unlink()
    store.symlink_to(victim)

    assert expected == weight(rows_of(bread))
    assert "precious" == victim.read_text()


@pytest.mark.slow
@pytest.mark.parametrize("home", ["a file", "x" * 300])
def test_a_cache_that_cannot_be_is_done_without(home: str, bread: Path, tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("mine")
    done = run(*ASKED, "--package", bread, DERIVE_CACHE=str(tmp_path / home))

    assert (0, "t_all = 10 s") == (done.returncode, done.stdout.splitlines()[0])
    assert "mine" == (tmp_path / "a file").read_text()


def test_several_entries_are_written_together_or_not_at_all(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "there" / "entries.sqlite"))
    store.put([("law", "one", "", [1]), ("law", "two", "", [2])])
    with pytest.raises(TypeError):
        store.put([("law", "three", "", [3]), ("law", "four", "", {1, 2})])

    assert ([1], [2], None) == tuple(store.get("law", name) for name in ("one", "two", "three"))


def test_names_that_a_disk_may_confuse_have_entries_of_their_own(tmp_path: Path) -> None:
    names = ["Loss", "loss", "l=oss", "../loss", "löss", "l" * 400, "'; DROP TABLE entry; --"]
    store = Store(str(tmp_path / "entries.sqlite"))
    store.put([("law", name, "", name) for name in names])

    assert names == [store.get("law", name) for name in names]
    assert None is store.get("law", "\udcff")


# --- compiled whole -----------------------------------------------------------


def test_a_package_that_was_compiled_whole_compiles_nothing_when_it_is_asked(
    bread: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count, path = compile_whole(str(bread))
    rows = rows_of(bread)
    seen = compiles(rows, monkeypatch)

    assert "w = 2 byte" == weight(rows)
    assert [] == seen
    assert path == str(store_of(bread))
    assert count > 10
    stored = {kind for kind in MAKERS if Store(path).keys(kind)}
    assert {"compare", "use", "runs", *ON_DEMAND} >= set(MAKERS) - stored


def test_what_is_current_is_not_compiled_again_and_travels_as_it_is(
    bread: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, again = tmp_path / "first.sqlite", tmp_path / "again.sqlite"
    compile_whole(str(bread), str(first))
    asked: list[object] = []
    monkeypatch.setattr(compiling, "in_children", lambda _, all_, **__: asked.append(all_) or [])
    compile_whole(str(bread), str(again))

    assert [[[("runs", "")]]] == asked  # of which a package without runs has none
    assert Store(str(first)).rows() == Store(str(again)).rows()


def test_an_entry_that_is_damaged_is_compiled_again(bread: Path, tmp_path: Path) -> None:
    count, path = compile_whole(str(bread))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE entry SET data = '{' WHERE kind = 'formula'")

    assert (count, path) == compile_whole(str(bread))
    assert Store(path).get("formula", "batch_time") is not None


def test_a_store_travels_with_the_knowledge_that_it_was_made_from(
    bread: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    travelling = tmp_path / "store" / "book.sqlite"
    compile_whole(str(bread), str(travelling))
    monkeypatch.setattr(opening, "BUNDLED", str(travelling))
    inside = tmp_path / "_bundled" / "formulas"
    shutil.copytree(bread, inside)
    monkeypatch.setattr(opening, "HERE", str(tmp_path))

    believed = opening.bundled_store(None, str(inside))
    (inside / "new.py").write_text("")

    assert believed is not None
    assert believed.get("solved", "batch_time.w") is not None
    assert None is believed.get("runs", "")
    assert opening.bundled_store(None, str(inside)) is None


def test_a_misspelt_name_needs_no_store_of_one_s_own_beside_the_travelling_one(
    bread: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    travelling = tmp_path / "book.sqlite"
    compile_whole(str(bread), str(travelling))
    rows = rows_of(bread)
    rows.bundled = Store(str(travelling), readonly=True)
    seen = compiles(rows, monkeypatch)

    assert None is rows.get("formula", "batch_tmie")
    assert [] == seen
    assert rows._store is None


def test_two_laws_are_equal_in_the_same_words_in_both_orders() -> None:
    knowledge = open_knowledge()
    ways = [("bubble_time", "dualpipe_bubble_time"), ("dualpipe_bubble_time", "bubble_time")]

    first, second = (knowledge.compare(*way) for way in ways)

    assert first.equal_when
    assert first.equal_when == second.equal_when


def test_an_entry_does_not_follow_the_order_of_a_set() -> None:
    """The letters of these come from sets of SymPy, whose order changes with the hash seed."""
    knowledge = open_knowledge()
    easier = list(knowledge.row("formula", "compute_optimal_parameters")["easier"])
    printed = list(knowledge.row("vocabulary", "printed"))

    assert easier == sorted(easier)
    # What a letter looks like, then its name.
    assert printed.index("x_qk") < printed.index("qk_dot")
    assert printed.index("x_score") < printed.index("score")


def test_what_whole_runs_are_composed_of_is_an_entry_like_any_other() -> None:
    data = open_knowledge().rows.get("runs", "")

    assert {"laws", "letters", "entries", "estimate", "plan"} <= set(data)


def test_a_store_that_cannot_be_written_is_told_by_what_compiles_a_whole_package(
    bread: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "file"))

    with pytest.raises(NotCompiled, match=r"was not compiled: .* cannot be used"):
        compile_whole(str(bread))
