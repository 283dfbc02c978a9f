"""``derive lint`` and ``derive notation draft`` from the terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from campaign import EACH

from derive.cli import main
from derive.lint import RULES, Project, lint_files, read_document
from derive.lint.notation_files import read_notation
from derive.lint.running import lint_project
from derive.registry import Registry, load

CHECKOUT = Path(__file__).resolve().parents[2]
GUIDE = CHECKOUT / "docs" / "how-to" / "check-your-manuscript.md"

COLLIDING = """\
| Symbol | Meaning | Unit |
|---|---|---|
| $B$ | Global batch size | sequences |
| $B$ | Link bandwidth | bytes/s |
"""
WARNING = "| Symbol | Meaning |\n|---|---|\n| $B$ | Global batch size |\n\nHere $B = x$.\n"


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a chapter that collides and one that warns; the work is done there."""
    (tmp_path / "bad.md").write_text(COLLIDING, encoding="utf-8")
    (tmp_path / "warns.md").write_text(WARNING, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """The exit status and the output of a command."""
    status = main(["lint", *words])
    return status, capsys.readouterr().out


def findings(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    """What a command tells, as data."""
    main(["lint", "--json", *words])
    return list(json.loads(capsys.readouterr().out)["findings"])


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("bad.md",), 1),
        (("warns.md",), 0),
        (("warns.md", "--strict"), 0),
        (("warns.md", "--strict", "--level", "all"), 1),
        (("bad.md", "--rule", "rows_say_one_thing"), 0),
        ((".",), 1),
        (("missing.md",), 2),
        (("bad.md", "--rule", "no_such_rule"), 2),
        (("bad.md", "--notation", "no-such-notation"), 2),
        (("bad.md", "--notation", "none"), 1),
        (("bad.md", "--write-baseline"), 2),
    ],
)
def test_the_status_tells_errors(
    capsys: pytest.CaptureFixture[str], book: Path, words: tuple[str, ...], status: int
) -> None:
    assert status == run(capsys, *words)[0]


def test_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    (one,) = (each for each in findings(capsys, "bad.md") if each["severity"] == "error")

    assert ("bad.md", 4, 4, "a_letter_means_one_thing_at_a_time") == tuple(
        one[key] for key in ("file", "line", "column", "rule")
    )
    assert "Global batch size" in one["message"]
    assert "Link bandwidth" in one["quote"]


def test_text_shows_the_line_what_is_true_and_what_to_write(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    _, out = run(capsys, "bad.md")

    assert "bad.md:4:4  B  [a_letter_means_one_thing_at_a_time]" in out
    assert "| $B$ | Link bandwidth | bytes/s |" in out
    assert "Give the link bandwidth a letter of its own" in out
    assert re.search(r"\n1 finding: 1 error\.\n|\n\d+ findings: 1 error, ", out)


def test_information_is_counted_and_shown_where_it_is_wanted(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    (book / "info.md").write_text("| Symbol | Meaning | Unit |\n|---|---|---|\n| $N$ | Chips | "
                                  "count |\n", encoding="utf-8")  # fmt: skip
    silent = run(capsys, "info.md")[1]

    assert "(1 info not shown; --info shows them)" in silent
    assert "does not say of what" not in silent
    assert "does not say of what" in run(capsys, "info.md", "--info")[1]


def test_formulas_that_are_not_read_are_counted(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    (book / "odd.md").write_text("It is $\\frac{\\partial L}{\\partial w}$.", encoding="utf-8")

    assert "Inconclusive: 1 of 1 formulas were not read" in run(capsys, "odd.md")[1]


LATEX = r"""
\documentclass{book}
\newcommand{\mem}[1]{M_{\text{#1}}}
\begin{document}
\part{Memory}
\begin{tabular}{lll}
Symbol & Meaning & Unit \\
\hline
$B$ & Global batch size & sequences \\
$\mem{act}$ & Activation memory & seconds \\
$B$ & Link bandwidth & bytes/s \\
$T$ & Steps or seconds, depending on context & \\
\end{tabular}

\begin{align}
  \mem{act} &= B \cdot q \\
  \mem{all} &= \mem{act} / B T
\end{align}
\end{document}
"""


def test_latex_is_held_to_the_same_rules(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    (book / "a.tex").write_text(LATEX.lstrip("\n"), encoding="utf-8")
    told = {
        (one["line"], one["column"], one["rule"])
        for one in findings(capsys, "a.tex", "--notation", "none", "--level", "all")
        if one["severity"] != "info"
    }

    assert {
        (9, 2, "meanings_and_units_agree"),
        (10, 2, "a_letter_means_one_thing_at_a_time"),
        (11, 2, "rows_say_one_thing"),
        (15, 24, "letters_are_declared"),
        (16, 28, "divisions_are_unambiguous"),
    } <= told


# --- what authors allow -------------------------------------------------------------

ALLOWED = {
    "with its letter": ("allow a_letter_means_one_thing_at_a_time B because both are quoted", 0),
    "for the table below": ("allow a_letter_means_one_thing_at_a_time because of reasons", 0),
    "without a reason": ("allow a_letter_means_one_thing_at_a_time B", 1),
    "another letter": ("allow a_letter_means_one_thing_at_a_time C because of reasons", 1),
    "another rule": ("allow rows_say_one_thing B because of reasons", 1),
}


@pytest.mark.parametrize("case", ALLOWED)
def test_a_comment_allows(capsys: pytest.CaptureFixture[str], book: Path, case: str) -> None:
    words, status = ALLOWED[case]
    (book / "a.md").write_text(f"<!-- derive: {words} -->\n\n{COLLIDING}", encoding="utf-8")

    assert status == run(capsys, "a.md")[0]


def test_an_allowance_without_a_letter_ends_with_its_block(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    allow = "<!-- derive: allow letters_are_declared because of reasons -->\n"
    (book / "a.md").write_text(f"{allow}\nHere $x = y$.\n\nThere $z = u$.\n", encoding="utf-8")
    told = [
        one["name"] for one in findings(capsys, "a.md", "--level", "all")
        if one["severity"] == "warning"
    ]  # fmt: skip

    assert ["u"] == told


def test_latex_allows_in_its_own_comments(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    (book / "a.tex").write_text(
        "% derive: allow letters_are_declared y because it is known\nHere $x = y$.\n",
        encoding="utf-8",
    )

    told = findings(capsys, "a.tex", "--level", "all")

    assert not [one for one in told if one["severity"] == "warning"]


def test_hidden_text_fails_nothing(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    (book / "a.md").write_text(f"{{% comment %}}\n{COLLIDING}\n{{% endcomment %}}\n", "utf-8")
    status, out = run(capsys, "a.md")

    assert 0 == status
    assert "in a comment, error: B means two things" in out


# --- baselines and SARIF --------------------------------------------------------------


def test_a_baseline_leaves_out_what_it_holds(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    assert 0 == run(capsys, "bad.md", "--baseline", "old.json", "--write-baseline")[0]
    assert 0 == run(capsys, "bad.md", "--baseline", "old.json")[0]

    # Lines may move; what is new is told.
    more = "A line more.\n\n" + COLLIDING + "| $B$ | Bias of a neuron | count |\n"
    (book / "bad.md").write_text(more, encoding="utf-8")
    status, out = run(capsys, "bad.md", "--baseline", "old.json")

    assert 1 == status
    assert "Bias of a neuron" in out
    assert "bad.md:6:4" not in out


def test_a_baseline_holds_from_any_folder(
    capsys: pytest.CaptureFixture[str], book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "bad.md", "--baseline", "old.json", "--write-baseline")
    (book / "below").mkdir()
    monkeypatch.chdir(book / "below")

    assert 0 == run(capsys, "../bad.md", "--baseline", "../old.json")[0]
    assert 0 == run(capsys, str(book / "bad.md"), "--baseline", str(book / "old.json"))[0]


def test_a_baseline_tells_what_no_longer_applies(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    run(capsys, "bad.md", "--baseline", "old.json", "--write-baseline")
    assert "no longer" not in run(capsys, "bad.md", "--baseline", "old.json")[1]

    (book / "bad.md").write_text("Nothing is left.\n", encoding="utf-8")
    status, out = run(capsys, "bad.md", "--baseline", "old.json")

    assert 0 == status
    assert "1 entry of old.json no longer apply" in out
    assert "bad.md  B  [a_letter_means_one_thing_at_a_time]" in out


def test_a_level_shows_what_is_as_sure(capsys: pytest.CaptureFixture[str], book: Path) -> None:
    told = {
        level: [one for one in findings(capsys, ".", "--level", level) if one["severity"] != "info"]
        for level in ("provable", "likely", "all")
    }

    assert {"provable"} == {one["level"] for one in told["provable"]}
    assert {"provable", "likely"} >= {one["level"] for one in told["likely"]}
    assert len(told["provable"]) <= len(told["likely"]) <= len(told["all"])
    assert all(one["evidence"] for one in told["all"])


@pytest.mark.parametrize("text", ["", "[]", '{"schema": 1, "findings": []}', '{"findings": 3}'])
def test_a_baseline_that_is_none_is_refused(
    capsys: pytest.CaptureFixture[str], book: Path, text: str
) -> None:
    (book / "old.json").write_text(text, encoding="utf-8")

    assert 2 == main(["lint", "bad.md", "--baseline", "old.json"])
    assert "the baseline 'old.json' cannot be read" in capsys.readouterr().err


def test_sarif_holds_every_finding_with_its_rule(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    run(capsys, ".", "--sarif", "log.sarif")
    log = json.loads((book / "log.sarif").read_text(encoding="utf-8"))
    (one_run,) = log["runs"]
    rules = [rule["id"] for rule in one_run["tool"]["driver"]["rules"]]

    assert "2.1.0" == log["version"]
    assert [rule.name for rule in RULES] == rules
    assert all(rules[one["ruleIndex"]] == one["ruleId"] for one in one_run["results"])
    assert {"error", "warning", "note"} >= {one["level"] for one in one_run["results"]}
    for one in one_run["results"]:
        place = one["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] in {"bad.md", "warns.md"}
        assert place["region"]["startLine"] >= 1 <= place["region"]["startColumn"]


# --- many files -------------------------------------------------------------------------


@pytest.mark.slow
def test_children_find_what_one_process_finds(registry: Registry) -> None:
    texts = [COLLIDING + f"\nSo $x_{{{place}}} = B + {place}$.\n\n" + "words " * 30_000
             for place in range(3)]  # fmt: skip
    documents = [read_document(f"{place}.md", text) for place, text in enumerate(texts)]
    alone = lint_project(Project(documents, registry), jobs=1)

    assert alone == lint_project(Project(documents, registry), jobs=2)
    assert len([one for one in alone if one.severity == "error"]) == 3


def test_a_whole_project_tells_what_is_unused(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    (book / "more.md").write_text("| Symbol | Meaning |\n|---|---|\n| $Q$ | Queue |\n", "utf-8")

    def unused(*words: str) -> set[str]:
        told = findings(capsys, ".", *words)
        return {one["name"] for one in told if one["rule"] == "declared_letters_are_used"}

    assert set() == unused()
    assert {"Q"} == unused("--project")


# --- notations -----------------------------------------------------------------------------

TABLE = """\
---
title: My Book
---

## Symbols (All Parts)

| Symbol | Meaning | Unit |
|---|---|---|
| $N$ | Number of model parameters | count |
| $s$ | Sequence length | tokens |
| $Q$ | Quality of the coffee | |

## Network (Part II)

| Symbol | Meaning | Unit |
|---|---|---|
| $\\beta$ | Network bandwidth | bytes/s |

A run takes $T = N z$.
"""


def test_a_draft_says_what_it_knows_and_marks_what_it_does_not(
    capsys: pytest.CaptureFixture[str], book: Path
) -> None:
    (book / "book.md").write_text(TABLE, encoding="utf-8")
    assert 0 == main(["notation", "draft", "book.md"])
    text = capsys.readouterr().out

    assert 'Row("N", "Psi", "Number of model parameters", "count", line=9),  # guessed\n' in text
    assert 'Row("s", "s", "Sequence length", "tokens", line=10),  # guessed\n' in text
    assert re.search(r'Row\("Q", "", "Quality of the coffee", line=11, note="[^"]+"\),  # \?', text)
    assert 'Row("z", "", note="declared nowhere"),  # ?' in text
    assert 'Scope("network_part_ii", "Network (Part II)", parts=(2, 2), within="symbols' in text


def test_a_draft_is_read_back(
    capsys: pytest.CaptureFixture[str], book: Path, registry: Registry
) -> None:
    (book / "book.md").write_text(TABLE, encoding="utf-8")
    main(["notation", "draft", "book.md", "-o", "mine.py"])
    notation = read_notation(book / "mine.py", registry)

    assert ("My Book",) == notation.titles
    assert {"N": "Psi", "s": "s", "Q": "", "T": "", "z": ""} == {
        row.glyph: row.means for row in notation.rows["symbols_all_parts"]
    }
    assert 0 == run(capsys, "book.md", "--notation", "mine.py")[0]


READ = 'Notation("x", source=Source("x", "X"), titles=("X",), scopes=(), rows={"": (%s,)})'
ROWS = {
    'Row("a", "Psi")': "Psi",
    'Row(r"\\beta", 1 / beta)': "1/beta",
    'Row("M", 2 * Psi + D**2)': "D**2 + 2*Psi",
}
REFUSED = {
    'Row("a", __import__("os"))': "is no record of a notation",
    'Row("a", open("x").read())': "is no record of a notation",
    'Row("a", Psy)': "there is no symbol Psy; did you mean Psi?",
    'Row("a", 9**9**9)': "write the value itself",
    'Row("a", Psi**99)': "write the value itself",
    'Row("a", "x" * 3)': "only symbols and numbers are computed with",
    'Row("a", (lambda: 1)())': "this is no record of a notation",
    'Row("a", f"{1}")': "only records, texts, numbers and symbols are read here",
    'Row("a", wrong=1)': "unexpected keyword argument",
    'Row("a", ' + "(" * 70 + "1" + ",)" * 70 + ")": "it is nested too deep",
}


@pytest.mark.parametrize("row", ROWS)
def test_a_notation_file_is_read_as_data(registry: Registry, row: str) -> None:
    (found,) = read_notation(Path("x.py"), registry, READ % row).rows[""]

    assert ROWS[row] == str(found.means)


@pytest.mark.parametrize("row", REFUSED)
def test_a_notation_file_is_never_run(registry: Registry, row: str) -> None:
    from derive.errors import UnreadableNotation

    with pytest.raises(UnreadableNotation, match=re.escape(REFUSED[row])):
        read_notation(Path("x.py"), registry, READ % row)


# --- the guide -------------------------------------------------------------------------------

FILES = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```python\n(from derive\.pytest_plugin.*?)^```$", re.MULTILINE | re.DOTALL)
RUNS = re.compile(r"<!-- run: pytest -q -->\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WORKERS = ("-n", "2") if EACH else ()


@pytest.mark.slow
def test_the_book_of_the_guide_fails_as_it_says_by_settings_and_by_a_test_file(
    tmp_path: Path,
) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    ((shown,), (code,)) = RUNS.findall(text), CODE.findall(text)
    for name, content in [*FILES.findall(text), ("test_book.py", code)]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *WORKERS, "-p", "no:cacheprovider"],
        cwd=tmp_path, check=False, capture_output=True, text=True,
    )  # fmt: skip

    assert 1 == run.returncode, run.stdout
    assert "2 failed" in run.stdout
    for line in shown.strip().splitlines():
        assert line.strip() in run.stdout
    assert "test_book[a_letter_means_one_thing_at_a_time]" in run.stdout
    assert "book/network.md:" in run.stdout


@pytest.mark.slow
def test_our_own_prose_passes(registry: Registry) -> None:
    made = CHECKOUT / "docs" / "generated"
    pages = [page for page in (CHECKOUT / "docs").rglob("*.md") if made not in page.parents]
    pages += [CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    told = [one for one in lint_files(pages, registry, jobs=1) if one.severity == "error"]

    assert [] == told


def too_large(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(50_000_001)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (os.mkfifo, "it is a device or a pipe, not a file"),
        (too_large, "it is larger than 50 MB"),
    ],
    ids=["a pipe", "too large"],
)
def test_what_is_no_manuscript_is_refused_unread(tmp_path, capsys, make, why):
    file = tmp_path / "book.md"
    make(file)

    assert 2 == main(["lint", str(file)])
    assert why in capsys.readouterr().err
