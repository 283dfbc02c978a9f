"""What is at fault, a number or the formula beside it, by all that the text says besides."""

from __future__ import annotations

import pytest
from provable import lines_of, right_and_wrong

LINKS = (
    "| Letter | Meaning | Unit | Ours |\n|---|---|---|---|\n"
    "| $L$ | line rate of one link | bits/second | $400 \\times 10^9$ |\n"
    "| $B$ | bandwidth of one host | bytes/second | |\n"
    "| $z$ | size of a message | bytes | |\n"
    "| $\\lambda$ | latency of a path | seconds | $4 \\times 10^{{-6}}$ |\n"
    "| $T$ | time of a message | seconds | |\n| $n$ | ranks | ranks | |\n"
    "| $v$ | bytes that one rank sends | bytes | |\n| $C$ | time of a step | seconds | |\n\n"
)
RING = (
    LINKS + "$$ T = 2 (n - 1) \\lambda + 2 \\frac{{n - 1}}{{n}} \\frac{{z}}{{B}} $$\n\nand\n\n"
    "$$ v = 2 \\frac{{n - 1}}{{n}} z $$\n\n"
    "With $n = 16$, $z = 0.8 \\times 10^9$, and $B = 40 \\times 10^9$ "
    "it takes $T = 37.62 \\times 10^{{-3}}$ seconds, and $v = {} \\times 10^9$ bytes.\n"
)
EXPERTS = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $H$ | parameters of one expert | parameters |\n"
    "| $e$ | experts of a layer | experts |\n| $r$ | shared experts | experts |\n"
    "| $w$ | width | count |\n| $X$ | parameters of a layer | parameters |\n"
    "| $g$ | tokens of a batch | tokens |\n| $Y$ | bytes that are sent | bytes |\n\n"
)
PATHS = (
    "| Letter | Meaning | Unit | Ours |\n|---|---|---|---|\n"
    "| $a$ | delay of the cards | seconds | $1.2 \\times 10^{{-6}}$ |\n"
    "| $b$ | delay of a switch | seconds | $0.3 \\times 10^{{-6}}$ |\n"
    "| $h$ | switches | count | |\n| $\\ell$ | cable | meters | |\n"
    "| $p$ | delay of the cable | seconds/meter | $5 \\times 10^{{-9}}$ |\n"
    "| $T$ | latency of a path | seconds | |\n\n"
)
DRAWN = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $S$ | power that the cluster draws | watts |\n"
    "| $\\eta$ | power per accelerator | watts/accelerator |\n\n"
)
# Text with a place for what is right, that, what is wrong, and the line that is blamed.
CASES = {
    "a number beside a quotient that another example bears out": (RING, "1.5", "1.6", 18),
    "a number of eight digits that nearly follows": (
        EXPERTS + "$$X = (e {} r) H + e w$$\n\nWith $e = 256$, $r = 1$, $w = 7168$ and "
        "$H = 44{{,}}040{{,}}192$ it is $X = 11{{,}}320{{,}}164{{,}}352$.\n",
        "+", "-", 11,
    ),
    "digits in another order of what was rounded before": (
        EXPERTS + "$$Y = 2.5 g$$\n\nIn all it is $g = 4.42 \\times 10^6$.\n\nThat makes "
        "$Y = {} \\times 10^6$.\n",
        "11.06", "11.60", 15,
    ),
    "bits for bytes, behind a formula that divides by eight": (
        LINKS + "A byte has eight bits, so $B = L / 8$. Our links carry $400 / 8 = 50$ giga{} per "
        "second each way.\n",
        "bytes", "bits", 12,
    ),
    "the larger of two, printed as the smaller": (
        LINKS + "A step of $C = 30 \\times 10^{{-3}}$ s and a message of "
        "$T = 37.62 \\times 10^{{-3}}$ s take\n$\\{}(C, T) = 37.62 \\times 10^{{-3}}$ s.\n",
        "max", "min", 13,
    ),
    "a product that the rows of a table have besides": (
        PATHS + "$$ T = a + b h{} $$\n\n| Path | $h$ | $\\ell$ (meters) | $T$ (microseconds) |\n"
        "|---|---|---|---|\n| leaf | 1 | 10 | 1.55 |\n| pod | 3 | 60 | 2.40 |\n"
        "| far | 5 | 160 | 3.50 |\n",
        " + p \\ell", "", 10,
    ),
    "a row that is named by an amount": (
        PATHS + "With $h = 3$, $$ T = a + b h + p \\ell $$\n\n| cable | $T$ |\n|---|---|\n"
        "| $\\ell = 10$ | 2.15 us |\n| $\\ell = 60$ | {} us |\n| $\\ell = 160$ | 2.90 us |\n",
        "2.40", "2.04", 15,
    ),
    "the example, and not the toy case before": (
        EXPERTS + "$$Y = 2 g w$$\n\nOur model has $w = 7168$ and $g = 4096$.\n\nA toy case to "
        "check code against: $w = 2$ and $g = 16$ give $Y = 64$.\n\n## Sizes\n\nWith $w = 7168$ "
        "it sends $Y = {} \\times 10^6$ bytes.\n",
        "58.7", "57.8", 19,
    ),
    "a total of the cluster, said of one accelerator": (
        DRAWN + "Our example draws $S = 10.8 \\times 10^6$ watts{}.\n",
        "", " per accelerator", 6,
    ),
    "a bracket that is still open behind an equals sign": (
        "All in all the rate tends to $8 / (c x{} = 3120$ tokens/s.", ")", "", 1,
    ),
    "a port of bytes, and what it moves behind it": (
        "Each GPU has a port of 400 giga{} per second, $b = 50 \\times 10^9$ bytes per second.",
        "bits", "bytes", 1,
    ),
    "a port of bytes, behind what it moves": (
        "- $w = 25 \\times 10^9$ bytes/second, that is a port of 200 giga{} per second.",
        "bits", "bytes", 1,
    ),
    "the last cell of a table": (
        PATHS + "With $h = 3$, $$ T = a + b h + p \\ell $$\n\n| $\\ell$ | $T$ (microseconds) |\n"
        "|---|---|\n| 10 | 2.15 |\n| 60 | 2.40 |\n| 160 | {} |",
        "2.90", "2.09", 16,
    ),
    "a number beside a formula that its chain says twice": (
        ("| Letter | Meaning | Unit |\n|---|---|---|\n| $J$ | intensity | ratio |\n"
        "| $H$ | width | count |\n| $n$ | length | count |\n| $t$ | degree | count |\n\n"
        "$$J = \\frac{{24 n H^2 / t}}{{4 n H (t - 1) / t}} = \\frac{{6 H}}{{t - 1}}$$\n\n"
        "For $t = 8$ and $H = 7168$ the formula gives $J = {}$.\n"),
        "6144", "5376", 10,
    ),
    "an amount behind the unit of its formula": (
        ("| Letter | Meaning | Unit |\n|---|---|---|\n| $S$ | checkpoint | bytes |\n"
        "| $P$ | weights | parameters |\n| $w$ | bytes of each | bytes/parameter |\n\n"
        "Take $P = 70 \\times 10^9$ and $w = 14$. It has $$S = w P$$ bytes, {} GB in our run.\n"),
        "980", "890", 7,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "right", "wrong", "line"), CASES.values(), ids=CASES)
def test_the_one_at_fault_is_told(text: str, right: str, wrong: str, line: int) -> None:
    assert ([], [line]) == right_and_wrong(text, right, wrong)


# Chapters that are right, and were once told to be wrong.
RIGHT = {
    "a tree for a power of two": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $n$ | number of ranks | ranks |\n"
        "| $\\lambda$ | latency of one message | seconds |\n| $M$ | size of a message | bytes |\n"
        "| $B$ | bandwidth of one link | bytes/second |\n"
        "| $E$ | time of an all-reduce on a tree | seconds |\n\n"
        "For $n$ a power of two a tree has $\\log_2 n$ levels up and as many down:\n\n"
        "$$ E = 2 \\log_2 n \\left( \\lambda + \\frac{M}{B} \\right) $$\n"
    ),
    "a blank between thousands": "A GPU runs for 1.8e8 seconds (50 000 hours, almost six years).",
    "how far two amounts are apart": (
        LINKS.replace("{{", "{").replace("}}", "}") + "$$ v = n z $$\n\nWith $n = 16$ and "
        "$z = 10^6$ all is sent. The bytes that a rank sends hurt (27.4 MB more in one row).\n"
    ),
    "a value that a sentence opens with": (
        EXPERTS + "When all send to all, $w = (e - r)/(e - 1)$. For $e = 3072$ and $r = 48$ this "
        "is $w \\approx 0.985$.\nWith $w = 0.25$ the product $g w = 0.75$ stays below one.\n"
    ),
    "a row beside one that is rounded": (
        "$$ O = (2 - 2^{-m})\\,2^{b} $$\n\n| Format | $m$ | $b$ | $O$ |\n|---|---|---|---|\n"
        "| FP32 | 23 | 127 | 3.40e38 |\n| BF16 | 7 | 127 | 3.39e38 |\n| FP16 | 10 | 15 | 65504 |\n"
    ),
    "bytes of each of so many numbers": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $u$ | sequences | sequences |\n"
        "| $s$ | length | tokens |\n| $h$ | width | count |\n| $K$ | hidden tensor | bytes |\n\n"
        "A hidden tensor has $K = 2 u s h$ bytes. A layer keeps, in units of $u s h$ bytes:\n"
    ),
    "as many micro-batches as stages": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $q$ | pipeline stages | stages |\n\n"
        "In such a schedule the first stage has $q$ micro-batches in flight.\n"
    ),
    "a table of the example, behind another one": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $D$ | stages | stages |\n"
        "| $c$ | chunks | count |\n| $y$ | layers held | layers |\n\n"
        "Our example has $D = 8$.\n\n## Chunks\n\nA toy has $D = 4$. The first stage holds\n\n"
        "$$ y = 96 \\left( 1 + \\frac{D - 1}{D c} \\right) $$\n\n"
        "| $c$ | $y$ |\n|---|---|\n| 2 | 138 |\n| 4 | 117 |\n| 6 | 110 |\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert [] == lines_of(text)


def test_a_list_may_tell_units_before_meanings() -> None:
    rows = "\\begin{{description}}\n\\item[$x$] [{}] intensity\n\\item[$f$] [FLOP] work\n"
    text = (
        rows + "\\item[$z$] [bytes] traffic\n\\end{{description}}\n\n\\[ x = \\frac{{f}}{{z}} \\]\n"
    )

    assert ([], [7]) == right_and_wrong(text, "FLOP/byte", "byte/FLOP", path="text.tex")


def test_a_role_without_its_last_backquote_is_told() -> None:
    text = "* batch: :math:`B = 1024{};\n* width: :math:`d = 8192`;\n"

    assert ([], [1]) == right_and_wrong(text, "`", "", path="text.rst")


def test_a_unit_that_is_upside_down_is_no_unit_of_its_row() -> None:
    row = "| $c$ | bytes of one token | {} |\n\nUse $c$.\n"
    text = "| Letter | Meaning | Unit |\n|---|---|---|\n" + row

    assert ([], [3]) == right_and_wrong(text, "bytes/token", "tokens/byte")


SHARES = (
    "| Quantity | synchronous | asynchronous |\n|---|---:|---:|\n"
    "| best interval | 799 s | 212 s |\n| saving | 0.0355 | 0.0094 |\n"
    "| work done twice | 0.0355 | 0.0119 |\n| restarts | {} | 0.0267 |\n| total | {} | {} |\n"
)


@pytest.mark.parametrize(
    ("cells", "lines"),
    [
        (("0.0267", "0.0977", "0.0480"), []),
        (("0.0367", "0.0977", "0.0480"), [6]),
        (("0.0267", "0.0877", "0.0480"), [7]),
        # No other column says that these rows are the parts; the largest of them is no sum.
        (("0.0367", "0.0977", "0.0512"), []),
        (("0.0267", "0.0355", "0.0480"), []),
    ],
    ids=["right", "a part", "the total", "no other column", "the largest"],
)  # fmt: skip
def test_the_rows_above_a_total_add_up_as_in_the_other_column(
    cells: tuple[str, ...], lines: list[int]
) -> None:
    assert lines == lines_of(SHARES.format(*cells))
