"""However a text gives values and tells results, a wrong number is told and no right one."""

from __future__ import annotations

import itertools
import re

import pytest
from provable import lines_of, right_and_wrong

ROWS = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $T$ | time of a copy | seconds |\n"
    "| $S$ | size of a copy | bytes |\n| $w$ | bandwidth of the link | bytes/second |\n"
    "| $k$ | copies | count |\n| $U$ | time of all copies | seconds |\n"
    "| $f$ | share of the day | ratio |\n| $D$ | length of the day | seconds |\n\n"
)
TAKES = "A copy takes\n\n$$ T = \\frac{S}{w} $$\n\n"
VALUES = {
    "with": "With $S = 3470$ and $w = 25$",
    "of letters in units": "A copy of $S = 3470$ bytes over a link of $w = 25$ bytes/second:",
    "in a unit with a prefix": "With $S = 3.47$ kB and $w = 25$ B/s",
    "in sentences of their own": "Take $S = 3470$ and $w = 25$. Then",
    "in brackets": "In the example ($S = 3470$, $w = 25$)",
    "in words": "If $S$ is 3470 bytes and $w$ is 25 bytes/second, then",
    "set": "Setting $S$ to 3470 and $w$ to 25,",
    "in points of a list": "We have\n\n- $S = 3470$ bytes,\n- $w = 25$ bytes/second.\n\nThen",
    "behind colons": "We have:\n\n- $S$: 3470 bytes\n- $w$: 25 bytes/second\n\nThen",
    "in rows of a table": "| Letter | Value |\n|--|--|\n| $S$ | 3470 |\n| $w$ | 25 |\n\nThen",
    "in columns of a table": "| $S$ | $w$ |\n|--|--|\n| 3470 | 25 |\n\nThen",
    "beside names in a table": (
        "| Quantity | Value |\n|--|--|\n| size, $S$ | 3470 bytes |\n"
        "| bandwidth, $w$ | 25 bytes/second |\n\nThen"
    ),
    "a paragraph before": (
        "We have $S = 3470$ and $w = 25$.\n\nMuch is copied at night, as the link is free.\n\nThere"
    ),
}
RESULTS = {
    "of its letter": "$T = {}$ s.",
    "in a display": "\n\n$$ T = {} $$",
    "with its numbers": "$T = 3470 / 25 = {}$ s.",
    "it is": "it is {} s.",
    "that is": "that is {} seconds.",
    "we get": "we get {} s.",
    "hence": "hence $T = {}$ s.",
    "takes": "a copy takes {} s.",
    "the time is": "the time is {} s.",
    "comes to": "the time comes to {} s.",
}
# What a sentence sets holds in its paragraph, and a display stands in the next one.
UNTOLD = {("set", "in a display")}


@pytest.mark.parametrize("values", VALUES)
def test_a_result_is_told_however_its_values_are_given(values: str) -> None:
    texts = {
        (result, number): f"# Copies\n\n{ROWS}{TAKES}{VALUES[values]} {form.format(number)}\n"
        for (result, form), number in itertools.product(RESULTS.items(), ("138.8", "183.8"))
    }
    told = {key for key, text in texts.items() if lines_of(text)}

    wrong = {(result, "183.8") for result in RESULTS if (values, result) not in UNTOLD}

    assert wrong == told


EXAMPLE = (
    f"# Copies\n\n{ROWS}The example has $S = 3470$ bytes, $w = 25$ bytes/second, $k = 16$ and "
    "$D = 86400$ s.\n\n## Time\n\n"
)
ALL = f"{TAKES}All of them take\n\n$$ U = k\\, T $$\n\n"
DAY = f"{ALL}Of the day this is the share\n\n$$ f = \\frac{{U}}{{D}} $$\n\n"
FAR = {
    "of the letter, in the example": (f"{TAKES}In the example $T = @$ s.", "138.8", "183.8"),
    "words right behind the formula": (f"{TAKES}For our copies that is @ s.", "138.8", "183.8"),
    "words in a later paragraph": (
        f"{TAKES}No start-up time is in it.\n\nIn the example a copy takes @ s.", "138.8", "183.8",
    ),
    "words in a later section": (
        f"{TAKES}## The example\n\nThere a copy takes @ s.", "138.8", "183.8",
    ),
    "words in a point of a list": (
        f"{TAKES}In the example:\n\n- a copy takes @ s,\n- which is long.", "138.8", "183.8",
    ),
    "what would be with another value": (f"{TAKES}At $w = 40$ it would be @ s.", "86.75", "87.65"),
    "in brackets": ("A copy takes $T = S / w$ (@ s in the example).", "138.8", "183.8"),
    "before its formula": (
        "In the example a copy takes $T = @$ s, since\n\n$$ T = \\frac{S}{w} $$", "138.8", "183.8",
    ),
    "of a formula of a formula": (f"{ALL}In the example this is @ s.", "2220.8", "2202.8"),
    "a percentage": (f"{DAY}and in the example @ %.", "2.57", "2.75"),
    "with a part of the formula first": (
        f"{ALL}With $S / w = 138.8$ s this is @ s, most of an hour.", "2220.8", "2202.8",
    ),
    "rounded": (f"{TAKES}which rounds to @ in the example.", "139", "193"),
    "in another unit": (f"{TAKES}In the example that is @ minutes.", "2.313", "3.213"),
    "in a table of results": (
        f"{ALL}| Quantity | Value |\n|--|--|\n| one, $T$ | @ s |\n| all, $U$ | 2220.8 s |",
        "138.8", "183.8",
    ),
}  # fmt: skip


OF_ANOTHER_CASE = {
    # Numbers that do not follow from the values of the example, and are right.
    "where a letter of the formula is bounded": (
        "If it must end within a minute ($T \\le 60$), the formula turns round to\n\n"
        "$$ w \\ge \\frac{S}{T} $$\n\nwhich asks for 57.8 bytes per second."
    ),
    "of what the sentence before spoke of": (
        "$$ T = \\frac{S}{w}, \\qquad z = \\frac{T^2}{4} $$\n\nWith $S = 400$ and $w = 25$ the "
        "time is $T = 16$ s and the root of $z$ is 8.00.\n"
        "With $S = 900$ they are $T \\approx 36.0$ and 18.0."
    ),
}


def test_what_rests_on_a_changed_letter_is_not_put_in_as_it_was() -> None:
    text = (
        "Unless a paragraph says otherwise we use one model throughout: $w = 1$, $\\ell = 4096$,\n"
        "$d = 8192$, $n = 64$, $c = 8$.\n$$ Y_s = \\frac{34\\, w \\ell d}{c} $$\n"
        "or 0.143 GB. A kernel adds one number per head and position, $4 n / d = 0.03125$ units\n"
        "- Two sequences per micro-batch, $w = 2$ and $\\mu = 16$, double every entry.\n"
        "$$ \\omega = \\min \\left( 1, \\frac{\\beta t_g}{Y_s} \\right) $$\n\n"
        "With $\\beta = 50 \\times 10^9$ bytes/second the layer takes $t_g = 2.23$ ms and\n"
        "$\\omega = 0.783$. All of it would hide from $\\beta = 63.9 \\times 10^9$ bytes/second "
        "on.\nLonger sequences help: with $\\ell = 8192$ the layer takes 4.81 ms and "
        "$\\omega = 0.843$.\n"
    )

    assert lines_of(text) == []


def test_a_point_where_two_are_equal_gives_no_value_in_any_markup() -> None:
    display = "C = 6 N D + 2 N Y"
    words = (
        "With $N = 7 \\times 10^{10}$, $D = 1.4 \\times 10^{12}$ and $Y = 2 \\times 10^{12}$,\n"
        "training takes $5.88 \\times 10^{23}$ FLOP and serving $2.8 \\times 10^{23}$ FLOP,\n"
        "so that $C = 8.68 \\times 10^{23}$.\nServing overtakes training at $Y = 3 D$, that is at "
        "4.2 trillion tokens served.\n"
    )
    dollars = f"$${display}$$\n\n{words}"
    roles = f".. math:: {display}\n\n" + re.sub(r"\$([^$]*)\$", r":math:`\1`", words)

    assert (lines_of(dollars), lines_of(roles, path="text.rst")) == ([], [])


def test_a_formula_is_held_against_the_numbers_that_stand_for_its_letters() -> None:
    text = (
        EXAMPLE + "$$ U = {} k \\frac{{S}}{{w}} $$\n\nIn a plain network, with $w = 25$, this is "
    )
    text += "$2 \\cdot 16 \\cdot 3470 / 25 = 4441.6$."

    assert right_and_wrong(text, "2", "3") == ([], [17])


@pytest.mark.parametrize("name", OF_ANOTHER_CASE)
def test_a_number_of_another_case_is_not_told(name: str) -> None:
    assert (
        lines_of(EXAMPLE + f"{TAKES}In the example $T = 138.8$ s.\n\n" + OF_ANOTHER_CASE[name])
        == []
    )


@pytest.mark.parametrize("name", FAR)
def test_a_result_is_told_far_from_its_values(name: str) -> None:
    text, right, wrong = FAR[name]
    told = [bool(lines_of(EXAMPLE + text.replace("@", number) + "\n")) for number in (right, wrong)]

    assert [False, True] == told
