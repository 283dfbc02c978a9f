"""Places where nothing can be put are told before any work is done, in one line."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from fixture_bread import run

from derive.cli import main, outputs
from derive.cli.outputs import marked_unfinished, put, room_for, room_for_site
from derive.errors import UnreadableCommand
from derive.site.layout import read_address

unix = pytest.mark.skipif(sys.platform == "win32", reason="devices and links of Unix")
COMMANDS = [
    ["book", "-o"],
    ["book", "--schema", "-o"],
    ["lint", "x.md", "--sarif"],
    ["lint", "x.md", "--write-baseline", "--baseline"],
    ["notation", "draft", "x.md", "-o"],
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DERIVE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("x.md").write_text("Words.\n")
    Path("folder").mkdir()
    return tmp_path / "here"


@pytest.fixture
def answering(here: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder for commands that answer: what all tests keep need not be computed anew."""
    monkeypatch.setenv("DERIVE_CACHE", str(own_cache))
    return here


@unix
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("/dev/full", "no space left on device"),
        ("nowhere/x", "there is no folder"),
        ("folder", "it is a folder"),
        ("x.md/x", "not a directory"),
        ("loop", "symbolic links"),
        ("n" * 300, "name too long"),
        ("\0", "null"),
        ("no\x1b[31m/x", r"there is no folder"),
        ("socket", "a disk or a socket"),
    ],
    ids=lambda one: ascii(one)[:20],
)
def test_where_nothing_can_be_put_is_told_before_the_work(
    command: list[str], output: str, why: str, here: Path, capsys: pytest.CaptureFixture[str]
):
    Path("loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("socket")
        before = sorted(here.rglob("*"))

        assert 2 == main([*command, output])
    said = capsys.readouterr()
    assert "" == said.out
    assert 1 == said.err.count("\n")
    assert why in said.err
    assert "cannot be written" in said.err
    assert "\x1b" not in said.err
    assert before == sorted(here.rglob("*"))
    assert not (here.parent / "cache").exists()


@unix
@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("/dev/full", "is no folder"),
        ("x.md", "is no folder"),
        ("x.md/site", "not a directory"),
        ("n" * 300, "name too long"),
        (".", "it holds other files"),
    ],
)
def test_a_site_is_not_built_where_it_cannot_be_or_would_do_harm(
    output: str, why: str, here: Path, capsys: pytest.CaptureFixture[str]
):
    assert 2 == main(["site", "-o", output])
    assert why in capsys.readouterr().err
    assert ["folder", "x.md"] == sorted(one.name for one in here.iterdir())


@pytest.mark.parametrize(
    "address",
    [
        "example.org", "ftp://example.org/", "https://", "https:///x", "https://exa mple.org",
        "https://example.org/?q=1", "https://example.org/#x", "https://example.org:99999/",
        "https://[1", 'https://example.org/"><script>', "https://example.org/}", "https://ä.org",
        "javascript:alert(1)", "https://example.org/\x1b[2J", "https://example.org/" + "a\n",
    ],
)  # fmt: skip
def test_an_address_that_is_none_is_told_before_anything_is_built(
    address: str, here: Path, capsys: pytest.CaptureFixture[str]
):
    assert 2 == main(["site", "-o", "new", "--url", address])
    said = capsys.readouterr().err
    assert "is no address of a site\n  write it whole, as in --url https://" in said
    assert "\x1b" not in said
    assert not (here / "new").exists()


def test_an_address_ends_with_a_slash(here: Path):
    for typed in ("https://example.org/f", "https://example.org/f/", "https://example.org/f//"):
        assert "https://example.org/f/" == read_address(typed)


def test_a_site_may_take_the_place_of_a_site_or_of_nothing(here: Path):
    (here / "old").mkdir()
    (here / "old/sitemap.xml").write_text("")
    (here / "old/index.html").write_text("")

    for name in ("old", "folder", "new/below"):
        assert (here / name).resolve() == room_for_site(name)
    assert not (here / "new").exists()


def test_a_build_that_was_killed_can_be_begun_again(here: Path):
    folder = here / "killed"
    with suppress(KeyboardInterrupt), marked_unfinished(folder):
        (folder / "page.html").write_text("")
        raise KeyboardInterrupt

    assert folder.resolve() == room_for_site("killed")
    with marked_unfinished(folder):
        (folder / "sitemap.xml").write_text("")
    assert ["page.html", "sitemap.xml"] == sorted(one.name for one in folder.iterdir())


@pytest.mark.slow
@unix
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
@pytest.mark.parametrize("words", ["list", "solve bubble_fraction m f_bubble=0.05 p=8", "show x"])
def test_a_stream_that_the_shell_closed_takes_the_answer_and_says_nothing(
    words: str, closed: str, answering: Path
):
    command = f'"{sys.executable}" -m derive {words} {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)

    assert (2 if words == "show x" else 0) == done.returncode
    assert "Traceback" not in done.stderr


@unix
def test_a_device_and_a_pipe_are_written_to_and_stay_what_they_are(here: Path):
    os.mkfifo("pipe")
    reader = os.open("pipe", os.O_RDONLY | os.O_NONBLOCK)
    put(room_for("pipe"), b"{}", "pipe")

    assert b"{}" == os.read(reader, 10)
    os.close(reader)
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    put(room_for(os.devnull), b"{}", os.devnull)
    assert Path("/dev/null").is_char_device()


@unix
def test_a_link_is_replaced_and_what_it_points_at_stays(here: Path):
    Path("folder/file").write_text("precious")
    Path("link").symlink_to("folder/file")
    put(room_for("link"), b"new", "link")

    assert "precious" == Path("folder/file").read_text()
    assert "new" == Path("link").read_text()
    assert not Path("link").is_symlink()


def test_room_that_is_lost_in_the_meantime_is_told_as_well(here: Path):
    file = room_for("folder/file")
    Path("folder").rmdir()
    with pytest.raises(UnreadableCommand, match="folder/file cannot be written: no such file"):
        put(file, b"", "folder/file")


@unix
@pytest.mark.slow
@pytest.mark.parametrize("command", [["list"], ["book", "--schema"], ["show", "zero3_memory"]])
def test_a_full_standard_output_is_told_in_one_line(command: list[str], answering: Path):
    with Path("/dev/full").open("w") as full:
        done = run(*command, output=full)

    assert 2 == done.returncode
    assert "derive: the answer cannot be written: no space left on device\n" == done.stderr


def test_what_cannot_be_replaced_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept"
    file.write_text("old")

    def shut(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(outputs, "_rename", shut)
    with pytest.raises(OSError, match="No space"):
        outputs.replace(file, b"new")

    assert ["kept"] == [one.name for one in tmp_path.iterdir()]
    assert "old" == file.read_text()
