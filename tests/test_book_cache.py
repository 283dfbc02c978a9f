"""The book in its store: what is believed, what is not, what is computed again after an edit."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from fixture_bread import CODE, edit, run

from derive.book.entries import pieces
from derive.book.making import book_bytes, book_roots, store_of
from derive.entries import store as store_module
from derive.entries.files import listing, package_folder
from derive.entries.store import Store, cache_home, digest_of
from derive.registry import load

# Each starts processes of its own, some forty in all.
pytestmark = pytest.mark.slow
KINDS = ("page", "calculator", "variants", "errata")


def keys(folder):
    """The key of every formula, as a new process would find it."""
    return {one.name: one.key for one in pieces(load(folder, fresh=True)) if one.kind == "page"}


def store_file(folder):
    """The file in which the book of a package lies."""
    return Path(store_of(folder).path)


def rows(folder):
    """Everything that lasts of a package: kind, name, the day on which it was needed, data."""
    with closing(sqlite3.connect(store_file(folder))) as there:
        return there.execute("SELECT kind, name, used, data FROM entry WHERE used").fetchall()


def write_rows(folder, statement, *values):
    """Change what lies there, past the store."""
    with closing(sqlite3.connect(store_file(folder))) as there, there:
        there.execute(statement, values)


def forge(folder, kind, name, text):
    """A row whose digest is right."""
    write_rows(
        folder, "UPDATE entry SET digest = ?, data = ? WHERE kind = ? AND name = ?",
        digest_of(text), text, kind, name,
    )  # fmt: skip


def made(folder, **options):
    """The book, and how many of its pieces were computed for it."""
    counts = [0]
    load(folder, fresh=True)
    told = []
    content = book_bytes(
        folder, progress=lambda _, count: counts.append(count), tell=told.append, **options
    )
    return content.decode(), max(counts), told


# --- what an edit computes again -------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("baking.py", "Eq(t, w / r)", "Eq(t, 2 * w / r)", {"oven_time", "batch_time"}),
        ("baking.py", "Eq(t_all, n * w / r)", "Eq(t_all, w * n / r)", {"batch_time"}),
        ("baking.py", "n >= 2", "n >= 3", {"batch_time"}),
        ("baking.py", '"each loaf"', '"loaf by loaf"', {"batch_time"}),
        ("baking.py", '"page 3"', '"page 4"', {"shared_time"}),
        ("baking.py", "Add up the loaves.", "Add them up.", {"batch_time"}),
        ("baking.py", "in several ovens.", "in many ovens.", {"shared_time"}),
        ("shared.py", "whole / parts", "whole * parts", {"shared_time"}),
        ("shared.py", '"ovens"', '"hot ovens"', {"shared_time"}),
        ("shared.py", '"rate"', '"speed"', {"oven_time", "batch_time"}),
        ("shared.py", "A book of bread", "Bread", {"oven_time", "batch_time", "shared_time"}),
        ("shared.py", "A part of a whole.", "A share.", set()),
        ("baking.py", "\n\n\n@formula", "\n\n\n# a remark\n\n\n@formula", set()),
    ],
)
def test_an_edit_changes_the_keys_of_what_depends_on_it_and_no_other(
    bread, file, old, new, changed
):
    before = keys(bread)
    edit(bread, file, old, new)
    after = keys(bread)

    assert changed == {name for name, key in after.items() if before[name] != key}


def test_the_title_of_a_premise_is_said_on_other_pages(bread):
    before = keys(bread)
    edit(bread, "baking.py", "Time of a loaf.", "Time in the oven.")

    assert {"oven_time", "batch_time"} == {
        name for name, key in keys(bread).items() if before[name] != key
    }


def test_only_what_an_edit_touches_is_computed_again(bread):
    first, computed, _ = made(bread)
    edit(bread, "baking.py", '"page 3"', '"page 4"')
    second, again, _ = made(bread)

    assert 2 * len(json.loads(first)["formulas"]) == computed  # each with its calculator
    assert 1 <= again <= 2
    assert "page 4" in second
    assert (second, 0) == made(bread, fresh=False)[:2]


def test_a_book_from_the_cache_is_the_book_computed_anew(bread):
    first, _, _ = made(bread)
    edit(bread, "baking.py", "n >= 2", "n >= 3")
    second, _, _ = made(bread)
    edit(bread, "baking.py", "n >= 3", "n >= 2")
    third, computed, _ = made(bread)
    fresh, _, _ = made(bread, fresh=True)

    assert first != second
    assert first == third == fresh
    assert 0 == computed


def test_unchanged_knowledge_is_not_imported(bread):
    made(bread)
    code = (
        "import sys; from derive.book.making import book_bytes; book_bytes(sys.argv[1]); "
        "print('sympy' in sys.modules, any('baking' in name for name in sys.modules))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code, str(bread)], capture_output=True, text=True, check=True
    )

    assert "False False" == found.stdout.strip()


@pytest.mark.parametrize(("days", "swept"), [(29, False), (31, True)])
def test_entries_that_nothing_names_are_swept_after_a_month(bread, days, swept):
    made(bread)
    today = int(time.time() // 86_400)
    named = {(kind, name) for kind, name, _, _ in rows(bread) if kind in KINDS}
    write_rows(bread, "INSERT INTO entry VALUES ('page', 'old 0', '', 1, '', '')")
    write_rows(bread, "UPDATE entry SET used = ?", today - days)
    edit(bread, "baking.py", '"page 3"', '"page 4"')
    made(bread)
    used = {(kind, name): day for kind, name, day, _ in rows(bread)}

    assert swept is (("page", "old 0") not in used)
    kept = [one for one in named if used.get(one) == today]
    assert len(named) - 2 == len(kept)  # the edited formula has new ones


def test_a_file_that_changed_without_changing_size_or_time_is_seen(bread):
    made(bread)
    file = bread / "baking.py"
    stamp = file.stat()
    edit(bread, "baking.py", "page 3", "page 5")
    os.utime(file, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))

    assert "page 5" in made(bread)[0]


def test_a_touched_file_with_the_same_content_is_no_change(bread):
    made(bread)
    os.utime(bread / "baking.py", (1, 1))
    code = "import sys; from derive.book.making import book_bytes; book_bytes(sys.argv[1]); "
    code += "print('sympy' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code, str(bread)], capture_output=True, text=True, check=True
    )

    assert "False" == found.stdout.strip()


# --- the same bytes ----------------------------------------------------------------


@pytest.mark.slow
def test_the_same_knowledge_gives_the_same_bytes(bread, tmp_path):
    other = tmp_path / "elsewhere" / "bread"
    other.mkdir(parents=True)
    for file in bread.glob("*.py"):
        (other / file.name).write_bytes(file.read_bytes())
    books = []
    for seed, folder in (("1", bread), ("2", other), ("3", bread)):
        out = tmp_path / f"book-{seed}.json"
        kept = str(tmp_path / f"cache-{seed}")
        done = run("book", "--package", folder, "-o", out, PYTHONHASHSEED=seed, DERIVE_CACHE=kept)
        assert 0 == done.returncode, done.stderr
        books.append(out.read_bytes())

    assert 1 == len(set(books))
    assert str(tmp_path).encode() not in books[0]


# --- what is not believed ------------------------------------------------------------


def cut(file):
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2])


def emptied(file):
    file.write_bytes(b"")


def noise(file):
    file.write_bytes(b"\x00\xff" * 500)


def linked(file):
    copy = file.with_suffix(".copy")
    file.rename(copy)
    file.symlink_to(copy)


def foldered(file):
    file.unlink()
    file.mkdir()


def changed(file):
    with closing(sqlite3.connect(file)) as there, there:
        there.execute("UPDATE entry SET data = replace(data, 'page', 'rage') || ' '")


def nested(file):
    text = "[" * 100_000
    with closing(sqlite3.connect(file)) as there, there:
        there.execute("UPDATE entry SET data = ?, digest = ?", (text, digest_of(text)))


@pytest.mark.slow
@pytest.mark.parametrize("harm", [cut, noise, changed, linked, foldered, nested])
def test_a_damaged_store_is_told_once_and_computed_anew(bread, harm):
    book, _, _ = made(bread)
    harm(store_file(bread))
    again, computed, told = made(bread)

    assert book == again
    assert computed
    assert 1 == len(told)
    assert "computing anew" in told[0]


@pytest.mark.parametrize("harm", [emptied, Path.unlink])
def test_a_store_that_was_emptied_is_a_new_one(bread, harm):
    book, _, _ = made(bread)
    harm(store_file(bread))
    again, computed, told = made(bread)

    assert book == again
    assert computed
    assert [] == told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<math", "<script>alert(1)</script><math"),
        ('"inputs"', '"code"'),
        ('["input",0]', '["system",0]'),
        ('"strength":"exact"', '"strength":7'),
        ('"gives"', '"takes"'),
    ],
)
def test_content_of_another_shape_is_not_believed_though_its_digest_is_right(bread, old, new):
    book, _, _ = made(bread)
    for kind, name, _, text in rows(bread):
        if kind in KINDS or name == "content":
            forge(bread, kind, name, text.replace(old, new))
    again, computed, told = made(bread)

    assert book == again
    assert computed
    assert told


def test_a_forged_book_is_not_believed(bread):
    book, _, _ = made(bread)
    text = book.replace("<math", "<img src=x onerror=alert(1)><math", 1)
    forge(bread, "book", "content", text)

    assert book == made(bread)[0]


def test_markup_that_was_put_into_a_kept_book_is_not_bound_again(bread):
    book, _, _ = made(bread)
    assert "<mi>" in book
    forge(bread, "book", "content", book.replace("<mi>", "<hr>"))
    edit(bread, "baking.py", "several ovens", "many ovens")

    again = made(bread)[0]

    assert "many ovens" in again
    assert "<hr>" not in again


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "getuid"), reason="users are of Unix")
def test_files_of_another_user_are_not_believed(bread, monkeypatch):
    book, _, _ = made(bread)
    user = os.getuid()
    monkeypatch.setattr(store_module.os, "getuid", lambda: user + 1)
    again, computed, told = made(bread)

    assert book == again
    assert computed
    assert 1 == len(told)


def test_a_link_out_of_the_cache_is_neither_followed_nor_written_through(bread, tmp_path):
    made(bread)
    outside = tmp_path / "outside"
    outside.mkdir()
    entries = tmp_path / "cache" / "entries"
    entries.rename(tmp_path / "moved")
    entries.symlink_to(outside)
    edit(bread, "baking.py", "n >= 2", "n >= 4")
    text, _, told = made(bread)

    assert "batch_time" in text
    assert told
    assert [] == list(outside.iterdir())


# --- a cache that cannot be used ---------------------------------------------------------


def test_without_a_cache_everything_works(bread, tmp_path, monkeypatch):
    book, _, _ = made(bread)
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setenv("DERIVE_CACHE", str(blocked / "cache"))
    again, _, told = made(bread)

    assert book == again
    assert 1 == len(told)
    assert "cannot be" in told[0]


def test_a_full_disk_is_told_once_and_leaves_no_part_of_an_entry(bread, tmp_path, monkeypatch):
    book, _, _ = made(bread)
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "full"))
    with monkeypatch.context() as patch:
        opened = Store._open

        def small(store):
            opened(store)
            store._connection.execute("PRAGMA max_page_count = 12")

        patch.setattr(Store, "_open", small)
        again, _, told = made(bread)

    assert book == again
    assert ["disk is full" in one for one in told] == [True]
    assert [] == list((tmp_path / "full").rglob("*-journal"))
    assert (book, []) == made(bread)[::2]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits on files are of Unix")
def test_a_limit_on_the_size_of_files_is_survived(bread, tmp_path):
    import resource

    limited = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
        f"{CODE}"
    )
    assert resource.RLIM_INFINITY
    done = subprocess.run(
        [sys.executable, "-c", limited, "book", "--package", str(bread)],
        capture_output=True, text=True, check=False,
        env={**os.environ, "DERIVE_CACHE": str(tmp_path / "small")},
    )  # fmt: skip

    assert 0 == done.returncode, done.stderr
    assert 1 == done.stderr.count("computing anew")
    assert {"oven_time", "batch_time", "shared_time"} == set(json.loads(done.stdout)["formulas"])


# --- where it lies -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/c"}, "/c/training-formulary"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "~/.cache/training-formulary"),
        ("linux", {}, "~/.cache/training-formulary"),
        ("darwin", {}, "~/Library/Caches/training-formulary"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/training-formulary/Cache"),
        ("win32", {}, "~/AppData/Local/training-formulary"),
        ("linux", {"DERIVE_CACHE": "/d", "XDG_CACHE_HOME": "/c"}, "/d"),
    ],
)
def test_the_cache_lies_where_the_platform_keeps_caches(platform, variables, folder):
    assert Path(folder).expanduser() == Path(cache_home(variables, platform))


def test_names_of_entries_are_safe_on_every_disk(bread):
    made(bread)
    home = Path(cache_home())
    names = [file.relative_to(home).as_posix() for file in home.rglob("*") if file.is_file()]

    assert len(names) == len({name.lower() for name in names})
    assert [] == [name for name in names if set(name) & set('<>:"\\|?* ')]
    assert max(map(len, names)) < 150


def test_a_package_is_found_by_name_without_importing_it(tmp_path, monkeypatch):
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner.parent, inner):
        (folder / "__init__.py").write_text("raise ImportError('imported')")
    monkeypatch.syspath_prepend(str(tmp_path))

    assert str(inner) == package_folder("outer.inner")
    assert package_folder("no_such_package_here") is None
    assert package_folder("../outer") is None


def test_the_words_of_the_search_are_a_part_of_a_book():
    files = map(Path, listing(book_roots("")))

    assert [] != [file for file in files if file.parts[-2:] == ("search", "words.py")]


# --- another copy of the same package ---------------------------------------------


@pytest.fixture
def copy(bread, tmp_path):
    """The package once more, in another folder."""
    folder = tmp_path / "elsewhere" / bread.name
    shutil.copytree(bread, folder)
    return folder


def test_another_copy_of_a_package_computes_nothing_again(bread, copy):
    content, count, _ = made(bread)

    assert count > 0
    assert (content, 0, []) == made(copy)
    assert store_file(copy) != store_file(bread)
    assert {(kind, name) for kind, name, *_ in rows(copy)} == {
        (kind, name) for kind, name, *_ in rows(bread)
    }


def test_an_edited_copy_computes_what_the_edit_changed(bread, copy):
    content, whole, _ = made(bread)
    edit(copy, "baking.py", "n >= 2", "n >= 3")
    edited, count, _ = made(copy)

    assert content != edited
    assert 0 < count < whole
    assert edited == made(copy, fresh=True)[0]


def test_a_damaged_store_of_another_copy_is_done_without(bread, copy):
    content, *_ = made(bread)
    store_file(bread).write_bytes(b"no database")

    assert (content, []) == made(copy)[::2]


def test_what_another_copy_keeps_in_another_shape_is_not_taken(bread, copy):
    content, *_ = made(bread)
    (name,) = (
        name for kind, name, *_ in rows(bread) if (kind, name[:10]) == ("page", "batch_time")
    )
    forge(bread, "page", name, '{"page": 1}')

    assert content == made(copy)[0]


def test_who_believes_nothing_that_was_kept_believes_no_other_copy(bread, copy):
    made(bread)

    assert made(copy, fresh=True)[1] > 0
