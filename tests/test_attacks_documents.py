"""Attacks on the doors for documents: file names, prose, word lists and baselines of strangers."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import markdown
import pytest
from campaign import EACH, sized

from derive.cli import main
from derive.markdown_extension import DeriveExtension

unix = pytest.mark.skipif(sys.platform == "win32", reason="names that Windows has not")
ESCAPE = "\x1b]0;owned\x07\x1b[31m\x9b5m\u202e"
WRONG = "The state is $M_{state} = 2 N$ and $M_{state}$ is the mood.\n"
TABLE = "| Symbol | Meaning |\n|---|---|\n| $N{0}$ | number of {0}ranks |\n| $N{0}$ | mood{0} |\n"


def obeyed(text: str) -> list[str]:
    """The characters that a terminal would act on."""
    return [one for one in text if not one.isprintable() and one not in "\n\t"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- the linter -----------------------------------------------------------------------

NAMES = [f"a{ESCAPE}.md", "a\nb.md", "-rf.md", "$(id).md", "a b'\"`.md", "ü\u200b.md", "<b>&.md"]


@pytest.mark.slow
@unix
@pytest.mark.parametrize("name", [*NAMES, os.fsdecode(b"\xff\xfe.md")], ids=ascii)
@pytest.mark.parametrize("form", [[], ["--json"], ["--sarif", "log.sarif"], ["--info"]])
def test_a_file_may_have_any_name(
    name: str, form: list[str], here: Path, capsys: pytest.CaptureFixture[str]
):
    (here / name).write_text(TABLE.format(""))
    found = main(["lint", *form, "--", f"./{name}"])
    told = capsys.readouterr()

    assert 1 == found
    assert "" == told.err
    assert [] == obeyed(told.out)
    if "--json" in form:
        assert json.loads(told.out)["findings"]
    if "--sarif" in form:
        [run] = json.loads((here / "log.sarif").read_text())["runs"]
        places = [one["locations"][0]["physicalLocation"] for one in run["results"]]
        uris = {one["artifactLocation"]["uri"] for one in places}
        assert [] == [one for one in uris if set(one) & set(' <>"\n\\') or not one.isascii()]


@pytest.mark.parametrize("form", [[], ["--json"], ["--info"]])
def test_nothing_in_a_document_steers_the_terminal(
    form: list[str], here: Path, capsys: pytest.CaptureFixture[str]
):
    (here / "a.md").write_text(
        TABLE.format(ESCAPE) + f"\n# {ESCAPE}\n\n{WRONG}{ESCAPE}$N{ESCAPE}$\n"
    )
    main(["lint", *form, "a.md"])
    told = capsys.readouterr()

    assert [] == obeyed(told.out)
    assert [] == obeyed(told.err)


@unix
def test_what_is_no_document_is_told_in_one_line(here: Path, capsys: pytest.CaptureFixture[str]):
    (here / "loop.md").symlink_to("loop.md")
    for name in ("nowhere.md", "loop.md", "\0.md", "n" * 300 + ".md", f"x{ESCAPE}.md"):
        assert 2 == main(["lint", name])
        told = capsys.readouterr()
        assert 1 == told.err.count("\n"), name
        assert [] == obeyed(told.err)


# --- baselines --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"7", b"null", b"\xff\xfe", b"{", b"[" * 100_000, b'{"schema": 1}',
        b'{"schema": 1, "findings": 7}', b'{"schema": 1, "findings": [7]}',
        b'{"schema": 1, "findings": {"a": 1}}',
        b'{"schema": 1, "findings": [{"fingerprint": "a", "count": 1e999}]}',
        b'{"schema": 1, "findings": [{"fingerprint": "a", "count": NaN}]}',
        b'{"schema": 1, "findings": [{"fingerprint": "a", "count": null}]}',
        b'{"schema": 1, "findings": [{"fingerprint": "a", "count": "' + b"9" * 5000 + b'"}]}',
        b'{"schema": "' + ESCAPE.encode().replace(b"\x1b", b"\\u001b").replace(b"\x07", b"")
        + b"x" * 5000 + b'", "findings": []}',
    ],
    ids=lambda one: ascii(one)[:40],
)  # fmt: skip
def test_a_baseline_that_is_none_is_refused_in_one_line(
    content: bytes, here: Path, capsys: pytest.CaptureFixture[str]
):
    (here / "a.md").write_text(TABLE.format(""))
    (here / "known.json").write_bytes(content)

    assert 2 == main(["lint", "a.md", "--baseline", "known.json"])
    told = capsys.readouterr()
    assert "" == told.out
    assert 1 == told.err.count("\n")
    assert len(told.err) < 400
    assert [] == obeyed(told.err)


def test_a_baseline_hides_no_more_than_it_counts(here: Path, capsys: pytest.CaptureFixture[str]):
    (here / "a.md").write_text(TABLE.format(""))
    main(["lint", "a.md", "--baseline", "known.json", "--write-baseline"])
    kept = json.loads((here / "known.json").read_text())
    kept["findings"] = [{**one, "count": -5} for one in kept["findings"]]
    (here / "known.json").write_text(json.dumps(kept))
    capsys.readouterr()

    assert 1 == main(["lint", "a.md", "--baseline", "known.json"])


# --- the Markdown extension ---------------------------------------------------------------

WORDS: dict[str, Any] = {
    "directory_urls": True,
    "names": {
        "N": {"kind": "symbol", "file": "symbols/n.md", "mathml": "<math><mi>N</mi></math>"},
        "zero": {"kind": "formula", "file": "formulas/zero.md", "title": "Zero"},
    },
    "terms": {"ring": {"file": "terms/ring.md", "lead": "A ring."}},
    "words": {"ring": "ring"},
    "acronyms": {},
}


def rendered(text: str, words: Any, folder: Path) -> str:
    file = folder / ".words.json"
    file.write_text(words if isinstance(words, str) else json.dumps(words))
    return markdown.markdown(text, extensions=[DeriveExtension(words=str(file))])


def changed(*path: str, value: Any) -> dict[str, Any]:
    """The words with one thing put otherwise."""
    words = json.loads(json.dumps(WORDS))
    at = words
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return dict(words)


def test_words_are_linked_as_they_should_be(here: Path):
    page = rendered("A `N` in a ring of `zero`.", WORDS, here)

    assert 'data-s="N"' in page
    assert 'class="d-term"' in page


@pytest.mark.parametrize(
    "words",
    [
        "", "[", "[]", "7", '"x"', "[" * 100_000, '{"names": 7}', '{"names": {"N": 7}}',
        '{"terms": {"ring": {}}}', '{"words": {"a": 7}}', '{"words": {"ring": "nothing"}}',
        changed("names", "N", value={"kind": "symbol"}),
        changed("names", "N", "mathml", value="<script>alert(1)</script>"),
        changed("names", "N", "mathml", value='<math onclick="x"></math>'),
        changed("names", "N", "file", value='x.md" onclick="alert(1)'),
        changed("names", "N", "file", value="javascript:alert(1)"),
        changed("names", "zero", "file", value="https://elsewhere.example/x.md"),
        changed("terms", "ring", "file", value="javascript:alert(1)//x.md"),
        changed("terms", "ring", "file", value="/etc/x.md"),
    ],
    ids=lambda one: ascii(one)[:50],
)  # fmt: skip
def test_a_list_of_words_of_another_shape_is_refused_by_name(words: Any, here: Path):
    with pytest.raises(ValueError, match=r"\.words\.json is no list of words"):
        rendered("A `N` in a ring of `zero`.", words, here)


def test_names_and_leads_are_text_and_no_markup(here: Path):
    evil = '"><script>alert(1)</script>'
    words = changed("names", evil, value=WORDS["names"]["N"])
    words["names"]["zero"]["title"] = evil
    words["terms"]["ring"]["lead"] = evil
    words["words"][evil] = "ring"
    page = rendered(f"A `` {evil} `` in a ring of `zero`, {evil}.", words, here)

    # What is in the prose itself is the author's own HTML, which Markdown hands on.
    assert rendered(evil, {}, here).count("<script>") == page.count("<script>")


@pytest.mark.slow
@pytest.mark.parametrize(
    "prose",
    [
        "<!--fs:begin-->\n" * sized(2_000, 5_000),
        "<!--fs:begin-->\nx\n" + "<!--fs:end-->\n" * 5_000,
        "<!--fs:page " + "x" * 100_000,
        "`" * 20_000,
        "ring " * 20_000,
        "ring-" * 20_000,
        "[ring](" * sized(1_200, 3_000),
        "\x02stx\x03 wzxhzdk:0 \x02wzxhzdk:0\x03 ring",
        "\0 ring \ud7ff",
        "<!--fs:page ../../../etc/passwd.md-->\n\n`N` ring",
    ],
    ids=lambda one: ascii(one)[:30],
)
def test_hostile_prose_is_rendered(prose: str, here: Path):
    page = rendered(prose, WORDS, here)

    assert "Traceback" not in page
    assert "etc/passwd" not in page


# --- pytest --------------------------------------------------------------------------------

pytest_plugins = ["pytester"]


@pytest.mark.slow
@unix
def test_manuscripts_of_any_name_are_tests(pytester: pytest.Pytester):
    folder = pytester.path / "book"
    folder.mkdir()
    for place, name in enumerate([*NAMES, "[x]::y.md", os.fsdecode(b"\xff.md")]):
        (folder / name).write_text(TABLE.format("") if place % 2 else WRONG)
    (folder / "loop.md").symlink_to("loop.md")
    pytester.makepyfile(
        test_of_somebody="""
        from derive.pytest_plugin import manuscripts

        test_book = manuscripts("book")
        """
    )
    # A process of its own would read all laws again, for seconds; in a campaign it does.
    run = pytester.runpytest_subprocess if EACH else pytester.runpytest_inprocess
    said = _judged(run("-q"))
    assert [] == obeyed(said)
    # Where pytest itself collects the files, it prints their names, if they are text, as they are.
    (folder / os.fsdecode(b"\xff.md")).unlink()
    plugin = ["-p", "derive.pytest_plugin", "-o", "derive_documents=book", "book"]
    _judged(run("-q", *plugin))


def _judged(result: pytest.RunResult) -> str:
    said = result.stdout.str() + result.stderr.str()
    assert 1 == result.ret, said[-2000:]
    assert "Traceback" not in said
    assert "INTERNALERROR" not in said
    return said
