"""Formulas that stand upside down, by the number right behind them, and what only looks so."""

from __future__ import annotations

import pytest

from derive.lint import lint, read_document
from derive.lint.project import Project
from derive.registry import load

HEAD = (
    "# Sizes\n\n| Letter | Meaning | Unit |\n|---|---|---|\n"
    + "".join(f"| ${letter}$ | amount {letter} | count |\n" for letter in "abcdkmn")
    + "\nFirst $a = 7$ was taken, and later $a = 37$; with it $b = 1480$, $c = 23$, $d = 311$.\n\n"
)
TURNED = {
    "the whole of it": ("m \\le \\frac{{{}}}{{{}}}", ("a d c", "b"), ("b", "a d c"), "178.8"),
    "under a root": (
        "m = \\sqrt{{\\frac{{{}}}{{{}}}}}", ("a d c", "b"), ("b", "a d c"), "13.37",
    ),
    "one factor": ("m = \\frac{{{}}}{{{}}}", ("a d c", "b"), ("a d", "b c"), "178.82"),
    "all but one": ("m = \\frac{{{}}}{{{}}}", ("a d", "b"), ("a b", "d"), "7.77500"),
    "max and min": ("m = {}(a, d) - b / {}", ("\\max", "c"), ("\\min", "c"), "246.6522"),
}  # fmt: skip


def _lines(law: str, told: str) -> list[int]:
    text = f"{HEAD}## The bound\n\n$${law}$$\n\nwhich is {told} here.\n"
    project = Project([read_document("sizes.md", text)], load())
    found = lint(project, ["worked_numbers_come_out"])
    return [one.line for one in found if one.severity == "error" and one.level == "provable"]


@pytest.mark.parametrize("what", TURNED)
def test_a_turned_formula_is_told_by_the_number_behind_it(what: str) -> None:
    law, right, turned, told = TURNED[what]

    assert ([], [17]) == (_lines(law.format(*right), told), _lines(law.format(*turned), told))


@pytest.mark.parametrize("told", ["1.05 %", "0.2", "33.333"])
def test_what_one_of_many_turns_may_give_by_chance_is_not_told(told: str) -> None:
    assert not _lines("m = \\frac{b}{a d c}", told)
