"""Cases that tables put side by side, and values that hold in one point, sentence or example."""

from __future__ import annotations

import pytest
from provable import lines_of

LETTERS = "| Letter | Meaning | Unit |\n|---|---|---|\n"
NAMES = "| Setting | Alder | Birch | Cedar |\n|---|---|---|---|\n"


def _rows(*letters: str, unit: str = "count") -> str:
    return "".join(f"| ${letter}$ | amount {letter} | {unit} |\n" for letter in letters)


RUNS = (
    LETTERS + _rows("n", "p") + _rows("f", "g", "s", unit="seconds") + "\n## The runs\n\n" + NAMES
    + "| $p$ | 4 | 8 | 16 |\n| $n$ | 32 | 48 | 64 |\n| $f$ | 9 ms | 14 ms | 20 ms |\n"
    "| $g$ | 18 ms | 27 ms | 40 ms |\n\n## Waiting\n\nIt waits $$s = {law}$$\n\n" + NAMES
    + "| $s$ | 81 ms | {told} ms | 900 ms |\n"
)  # fmt: skip


@pytest.mark.parametrize(
    ("law", "told", "lines"),
    [
        ("(p - 1)(f + g)", "287", []),
        ("(p - 1)(f + g)", "328", [24]),
        ("(p + 1)(f + g)", "287", [20]),
    ],
)
def test_cases_keep_their_values_from_table_to_table(law: str, told: str, lines: list[int]) -> None:
    assert lines == lines_of(RUNS.replace("{law}", law).replace("{told}", told))


@pytest.mark.parametrize(("told", "lines"), [("0.248", []), ("0.284", [16])])
def test_a_header_may_name_what_its_letter_counts(told: str, lines: list[int]) -> None:
    text = (
        LETTERS
        + _rows("r")
        + _rows("x", unit="bytes")
        + _rows("t", "a", unit="seconds")
        + _rows("w", unit="bytes/second")
        + "\nIt is $$t = r (a + x / w)$$\n\n"
        "Here $r = 8$, $a = 6 \\times 10^{-6}$ and $w = 40 \\times 10^9$:\n\n"
        f"| Vector $x$ | $t$ |\n|---|---|\n| 16 kB | 0.0512 ms |\n| 1 MB | {told} ms |\n"
        "| 320 MB | 64.05 ms |\n| 640 MB | 128.05 ms |\n"
    )

    assert lines == lines_of(text)


CACHE = (
    LETTERS + _rows("k", "d", "e", "m", "n")
    + "\nOne server runs through the chapter: $d = 131072$, $e = 2$, $m = 76 \\times 10^9$.\n\n"
    "$$k = d e$$\n\n- A cache of small numbers, $e = 1$: half of it, $k = 131072$.\n\n"
    "The number with room in it is\n\n$$n = \\frac{m}{4096 k}$$\n\nthat is, "
)  # fmt: skip


def test_a_point_of_a_list_is_a_case() -> None:
    assert not lines_of(f"{CACHE}70.8 here.\n")


@pytest.mark.parametrize(("given", "lines"), [("$c / a = 2.5$ and ", []), ("", [12])])
def test_a_part_of_a_formula_may_be_given(given: str, lines: list[int]) -> None:
    text = (
        LETTERS
        + _rows("r", "c", "a", "u")
        + "\nHere $a = 406.4$ and $c = 731.7$. The best ratio is\n\n"
        f"$$r = (c/a)^{{1/u}}$$\n\nA fit with {given}$u = 0.31$ has $r = 19.2$.\n"
    )

    assert lines == lines_of(text)


@pytest.mark.parametrize(
    ("below", "lines"), [("g h w", []), ("h w", [11])], ids=["a share", "the whole"]
)
def test_what_a_text_adds_up_is_told_of_each_term(below: str, lines: list[int]) -> None:
    text = (
        LETTERS + _rows("g", "h") + _rows("t", "a", unit="seconds") + _rows("x", unit="bytes")
        + _rows("v", "w", unit="bytes/second")
        + "\n$$t = 2 (g - 1) \\left( a + \\frac{x}{g v} \\right) "
        f"+ 2 (h - 1) \\frac{{x}}{{{below}}}$$\n\n"
        "For $g = 8$, $h = 4$, $a = 2 \\times 10^{-6}$, $v = 4 \\times 10^{11}$, "
        "$w = 5 \\times 10^{10}$ and $x = 4 \\times 10^8$ the parts are $1.778 + 1.5 = 3.278$ ms.\n"
    )  # fmt: skip

    assert lines == lines_of(text)


@pytest.mark.parametrize(("told", "lines"), [("133", []), ("140", [1])])
def test_what_a_sentence_gives_is_not_rounded(told: str, lines: list[int]) -> None:
    assert lines == lines_of(
        f"For $x = 0.05$ it would need $7 \\cdot 0.95 / 0.05 = {told}$ of them.\n"
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("It has 48 ranks with $64 \\times 10^9$ bytes each (59.6 GiB).", []),
        ("It has ranks with $64 \\times 10^9$ bytes each (95.6 GiB).", [1]),
        ("It takes $7.15 \\times 10^{12}$ FLOP, or $0.893$ TFLOP on each of the eight ranks.", []),
        ("It takes $7.15 \\times 10^{12}$ FLOP, or $71.5$ TFLOP.", [1]),
    ],
)
def test_an_amount_in_two_units_may_be_of_each(text: str, lines: list[int]) -> None:
    assert lines == lines_of(text + "\n")
