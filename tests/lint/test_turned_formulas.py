"""Formulas that stand upside down, by the number right behind them, and what only looks so."""

from __future__ import annotations

import pytest
from provable import lines_of

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
    return lines_of(text, "worked_numbers_come_out")


@pytest.mark.parametrize("what", TURNED)
def test_a_turned_formula_is_told_by_the_number_behind_it(what: str) -> None:
    law, right, turned, told = TURNED[what]

    assert ([], [17]) == (_lines(law.format(*right), told), _lines(law.format(*turned), told))


# A factor across the line gives 7.656, 540.9 or 2.958: with one digit that is chance.
@pytest.mark.parametrize(("told", "lines"), [("8", []), ("3", []), ("540.9", [17])])
def test_what_one_of_many_turns_may_give_by_chance_is_not_told(told: str, lines: list[int]) -> None:
    assert lines == _lines("m = \\frac{b}{a d c}", told)


@pytest.mark.parametrize(("told", "lines"), [("$m = 178.8$ %", []), ("$m = 178.8$", [17])])
def test_of_a_percentage_it_is_not_known_what_is_meant(told: str, lines: list[int]) -> None:
    head = HEAD.replace("| amount m | count |", "| amount m | ratio |")
    text = f"{head}## The bound\n\n$$m = \\frac{{b}}{{a d c}}$$\n\nHere {told} is left.\n"

    assert lines == lines_of(text, "worked_numbers_come_out")


@pytest.mark.parametrize(("sign", "lines"), [("-", []), ("", [19])])
def test_the_sign_below_an_exponential_is_told(sign: str, lines: list[int]) -> None:
    rows = (
        "| $p$ | probability | ratio |\n| $x$ | span | seconds |\n| $y$ | mean time | seconds |\n"
    )
    text = (
        f"{HEAD.rpartition('First')[0].rstrip()}\n{rows}| $w$ | all of it | seconds |\n\n"
        "Here $y = 28800$ and $w = 22118400$.\n\n"
        f"$$p = 1 - \\exp\\left( {sign} \\frac{{x}}{{y}} \\right)$$\n\n"
        "- One hour: $x = 3600$ gives $p = 0.118$.\n"
    )

    assert lines == lines_of(text, "worked_numbers_come_out")
