"""Columns that keep step: the one number that breaks it is told, and chance is not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from derive.lint import lint, read_document
from derive.lint.project import Project
from derive.registry import load

Rows = Sequence[Sequence[str]]

BROKEN: dict[str, tuple[Rows, str, str]] = {
    "a number times another column": (
        [["2", "58.7"], ["16", "496.8"], ["14", "411.0"]], "496.8", "469.8",
    ),
    "a number over another column": (
        [["2", "36.0 s"], ["4", "18.0 s"], ["8", "0.9 s"], ["16", "4.5 s"]], "0.9 s", "9",
    ),
    "250 MB beside 16 GB": (
        [["1", "16 GB"], ["64", "250 MB"], ["250", "46 MB"], ["640", "25 MB"]], "46 MB", "64",
    ),
    "one amount more": (
        [["1.20", "9.84"], ["1.20", "9.84"], ["0.30", "8.94"], ["0.56", "9.02"]], "9.02", "9.2",
    ),
    "a straight line": (
        [["1", "0.633"], ["64", "0.917"], ["250", "1.260"], ["640", "2.243"]], "0.917", "0.791",
    ),
    "a straight line over one over": (
        [["1", "26.98"], ["2", "19.04"], ["4", "7.65"], ["8", "4.43"]], "19.04", "14.09",
    ),
    "the share beside the overhead": (
        [["0.0290", "0.972"], ["0.0685", "0.936"], ["0.1786", "0.884"]], "0.884", "0.848",
    ),
    "a number over exact settings": (
        [["0.4", "3.71"], ["0.6", "2.74"], ["0.8", "1.85"], ["1.0", "1.48"]], "2.74", "2.47",
    ),
    "one column over another, in three rows": (
        [["5.16e9", "3.23e11", "62.6"], ["1.46e10", "1.14e12", "87.2"],
         ["4.13e10", "4.04e12", "97.7"]], "87.2", "78.2",
    ),
    "one amount more, in full": (
        [["33", "47"], ["575", "589"], ["1479", "1943"]], "1943", "1493",
    ),
    "one amount more, to four digits": (
        [["0.165", "1.749"], ["0.055", "1.693"], ["0.065", "1.649"]], "1.693", "1.639",
    ),
    "a product of two columns": (
        [["26.2", "1.875", "49.2"], ["6.24", "1.875", "17.1"], ["52.5", "0.9375", "49.2"],
         ["34.3", "1.5", "51.4"]], "17.1", "11.7",
    ),
}  # fmt: skip

SILENT: dict[str, Rows] = {
    "scores that differ alike by chance": [
        ["34.0", "77.3", "78.0"], ["2.0", "13.9", "14.5"], ["17.8", "57.1", "58.7"],
    ],
    "heads that are as many as layers in two models of three": [
        ["32", "32"], ["40", "40"], ["80", "8"],
    ],
    "a number that does not look mistyped": [["8", "64"], ["16", "128"], ["32", "200"]],
    "a column that says one thing": [
        ["480.0", "118.8"], ["123.8", "118.8"], ["64.4", "118.8"], ["5.0", "181.1"],
    ],
    "numbers near a line that were measured": [
        ["22.41", "7.48"], ["43.1", "14.38"], ["107.74", "35.95"], ["113.33", "37.74"],
    ],
    "a table whose columns hold quantities of several kinds": [
        ["1", "208", "208", "208"], ["8", "71.5", "572", "26"], ["32", "56.9", "1820", "6.5"],
        ["128", "53.2", "6812", "1.625"],
    ],
    "a number that would begin with zero": [
        ["18", "4.4", "4.09"], ["180", "8", "22.5"], ["1620", "40", "40.5"],
        ["18000", "404", "44.55"], ["180000", "4004", "44.96"],
    ],
    "three rows that a quotient keeps but for a power of ten": [
        ["0.1", "8192", "256", "3.2"], ["0.001", "4096", "256", "0.016"],
        ["0.001", "1536", "2048", "0.00075"],
    ],
    "scores that are nearly the same": [
        ["83.3", "72.1", "86.7"], ["83.1", "71.0", "86.3"], ["83.4", "71.4", "86.1"],
    ],
    "times that were measured, three of them on a line": [
        ["6.80", "3.68", "11.75"], ["6.48", "3.97", "12.08"], ["6.69", "4.07", "12.27"],
        ["7.01", "4.56", "13.10"],
    ],
    "a column that two others add up to": [
        ["1.31%", "0.04%", "1.35%"], ["2.61%", "0.17%", "2.78%"], ["5.23%", "0.68%", "5.91%"],
        ["10.45%", "2.73%", "13.18%"],
    ],
    "a column that another one bears out": [
        ["1", "12", "24"], ["2", "24", "48"], ["3", "63", "126"], ["4", "48", "96"],
    ],
}  # fmt: skip


def _told(rows: Rows) -> list[str]:
    width = len(rows[0])
    head = f"| {' | '.join('ABCD'[:width])} |\n|{'---|' * width}\n"
    text = f"# Results\n\n{head}" + "".join(f"| {' | '.join(row)} |\n" for row in rows)
    project = Project([read_document("results.md", text)], load())
    return [found.message for found in lint(project, ["numbers_of_a_table_agree"])]


@pytest.mark.parametrize("what", BROKEN)
def test_a_number_that_breaks_a_step_is_told(what: str) -> None:
    rows, printed, right = BROKEN[what]

    (message,) = _told(rows)

    assert f"in all other rows this is {right}; the table says {printed}." in message


@pytest.mark.parametrize("what", SILENT)
def test_what_keeps_step_by_chance_is_not_told(what: str) -> None:
    assert not _told(SILENT[what])


def test_a_total_of_nothing_is_told_as_well() -> None:
    table = (
        "| Kind | Old | New | Total |\n|---|---|---|---|\n| a | 1 GB | 8 GB | 9 GB |\n"
        "| b | 2 GB | 5 GB | 0 GB |\n| c | 3 GB | 4 GB | 7 GB |\n"
    )
    project = Project([read_document("totals.md", table)], load())
    (found,) = lint(project, ["numbers_of_a_table_agree"])

    assert "2 + 5 comes to 7; the table says 0 GB." == found.message
