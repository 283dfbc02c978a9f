"""Which of a formula, a value and a number is at fault; and bounds that point the other way."""

from __future__ import annotations

import pytest
from provable import REGISTRY, lines_of, right_and_wrong

from derive.lint import Project, lint, read_document


def warned(text: str) -> list[int]:
    """The lines with a warning at the default level."""
    project = Project([read_document("text.md", text)], REGISTRY, notations={"text.md": None})
    found = lint(project)
    return [each.line for each in found if (each.severity, each.level) == ("warning", "provable")]


TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
SHARDS = TABLE + (
    "| $P$ | parameters | size of the model |\n| $n$ | count | ranks |\n| $w$ | bytes/parameter | "
    "weights |\n| $g$ | bytes/parameter | gradients |\n| $a$ | bytes/parameter | moments |\n"
    "| $X$ | bytes | all of it |\n| $Y$ | bytes | the same without the moments |\n"
    "| $H$ | bytes | memory of a GPU |\n\n"
)
LAYER = TABLE + (
    "| $n$ | tokens | tokens |\n| $q$ | count | length |\n| $w$ | count | width |\n"
    "| $C$ | FLOP | work of the matrices |\n| $E$ | FLOP | work of the scores |\n"
    "| $t$ | seconds | time |\n| $f$ | FLOP/second | speed |\n| $u$ | ratio | ratio of both |\n\n"
)
LINK = TABLE + (
    "| $S$ | bytes | vector |\n| $B$ | bytes/second | rate of a link |\n| $L$ | seconds | "
    "start-up |\n"
    "| $m$ | count | nodes |\n| $g$ | count | GPUs of a node |\n| $T$ | seconds | flat ring |\n"
    "| $U$ | seconds | many rings |\n| $V$ | seconds | one message |\n\n"
)
COUNTS = (
    TABLE + "".join(f"| ${name}$ | count | amount {name} |\n" for name in "TUVBgmSLqwnCX") + "\n"
)
FAULTS = {
    # The text, what is right, what is wrong instead, and where it is told.
    "a value that is put in further on": (
        LINK + "The flat ring takes $T = {}$ ms. With $g = 8$ rings it is $U = T / g = 4.99$ ms.",
        "39.9", "93.9", 12,
    ),
    "a formula that lacks the hours of a day": (
        ("The run lasts $d$ days, $$d = \\frac{{H}}{{{}n}}.$$\n\nWith $H = 621000$ on $n = 2048$ "
        "GPUs "
        "it takes $d = 12.6$."),
        "24 ", "", 1,
    ),
    "a formula that lacks a term of the one beside it": (
        SHARDS + "Without and with the move a GPU holds\n\n$$X = w P + \\frac{{(g + a) "
        "P}}{{n}},$$\n\n"
        "$$Y = w P{}.$$\n\nTake $P = 13 \\times 10^9$, $n = 8$, $w = 2$, $g = 2$ and $a = 12$. "
        "Then "
        "$X = 48.75$ GB, and it shrinks to $Y = 29.25$ GB.",
        " + \\frac{g P}{n}", "", 16,
    ),
    "a formula whose quotient with another is borne out": (
        LAYER + "$$C = 24 n w^2 = 6 n (4 w^2), \\qquad E = {} n q w$$\n\nTheir quotient is $E / "
        "C = q / (6 w)$, and "
        "for $q = 2048$ and $w = 12288$ it is $E / C = 0.0278$.",
        "4", "2", 12,
    ),
    "one term less than what was added up": (
        TABLE + "| $g$ | ratio | goodput |\n| $f$ | ratio | waste |\n| $r$ | ratio | restarts "
        "|\n\n"
        "$$g = 1 - f{}$$\n\nWith $f = 0.0119$ it is $g = 1 - 0.0119 - 0.0027 = 0.9854$.",
        " - r", "", 7,
    ),
    "a term that a chain loses on the way": (
        COUNTS + "A step takes $T = w m + n q$, and\n\n"
        "$$B = \\frac{{n}}{{T}} = \\frac{{n}}{{{}n q}}.$$",
        "w m + ", "", 19,
    ),
    "bytes in another thousand than all rows have": (
        LAYER.replace("| $t$ | seconds | time |", "| $Z$ | bytes | hidden tensor |\n"
                      "| $e$ | bytes | one element |")
        + "$$Z = e n w$$\n\nWith $e = 2$, $n = 4096$ and $w = 12288$ it has $Z = "
        "100.7\\,\\text{{{}}}$.",
        "MB", "GB", 15,
    ),
    "a column that its header works out": (
        LAYER + "| $q$ | $u$ | share, $u / (1 + u)$ |\n|---|---|---|\n| 2048 | 0.083 | 7.7 % |\n"
        "| 8192 | 0.333 | {} % |\n| 24576 | 1.000 | 50.0 % |\n| 131072 | 5.333 | 84.2 % |\n",
        "25.0", "52.0", 15,
    ),
    "rounds that each row has of its own": (
        TABLE + "| $P$ | count | ranks |\n| $S$ | bytes | vector |\n| $w$ | bytes/second | rate "
        "|\n"
        "| $d$ | count | rounds |\n| $t$ | seconds | time |\n\nA tree has $d = \\lceil \\log_2 P "
        "\\rceil$ "
        "rounds, $$t = 2 d \\frac{{S}}{{w}}.$$\n\nWith $w = 25 \\times 10^9$:\n\n| $P$ | $S$ | "
        "$t$ |\n"
        "|---|---|---|\n| 8 | 1 GB | 240 ms |\n| 64 | 1 GB | {} ms |\n| 1024 | 1 GB | 800 ms |\n"
        "| 1024 | 2 GB | 1600 ms |\n",
        "480", "408", 16,
    ),
    "two digits that five rows add up": (
        ("| case | one | two | three | all |\n|---|---|---|---|---|\n| a | 10.0% | 0.7% | 2.0% | "
        "12.7% |\n"
        "| b | 5.0% | 1.3% | 2.0% | 8.3% |\n| c | 2.6% | 2.6% | 2.0% | 7.2% |\n"
        "| d | 1.7% | 4.0% | 2.0% | 7.7% |\n| e | 0.8% | {}% | 2.0% | 10.8% |\n"),
        "8.0", "6.0", 7,
    ),
    "hours told again in days": (
        "With the best interval it takes {} hours, 48.5 days, and then it is done.",
        "1163", "1136", 1,
    ),
    "days for what are hours": (
        "The run takes $1.48 \\times 10^6$ seconds, a little over 17 {}.", "days", "hours", 1,
    ),
    "a bound solved the wrong way": (
        SHARDS + "A rank must hold it, $w P n \\le H$, hence\n\n$$n \\{} \\frac{{H}}{{w P}}.$$",
        "le", "ge", 14,
    ),
    "a bound on what is to stay within a limit": (
        SHARDS + "One rank keeps $w P / n$ bytes. To stay within $H$,\n\n$$n \\{} \\frac{{w "
        "P}}{{H}}.$$",
        "ge", "le", 14,
    ),
    "a bound that leaves out the number concluded": (
        SHARDS + "With $H = 436 \\times 10^9$, $w = 2$ and $P = 5.37 \\times 10^9$\n\n"
        "$$n \\{} \\frac{{H}}{{w P}}$$\n\nof them fit, here 40.",
        "le", "ge", 14,
    ),
    "units of a list in brackets": (
        ("- $R$, tokens of a second (unit: tokens/second)\n- $w$, rate of the memory (unit: {})\n"
        "- $c$, cache of a token (unit: bytes/token)\n- $t$, tokens of a sequence (unit: "
        "tokens)\n\n"
        "$$R = \\frac{{w}}{{c}}$$"),
        "bytes/second", "seconds", 6,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_what_is_at_fault_is_told_at_its_place(what: str) -> None:
    text, right, wrong, line = FAULTS[what]

    assert ([], [line]) == right_and_wrong(text, right, wrong)


WARNED = {
    "a variant of a letter that is nowhere else": (
        TABLE + "| $k$ | count | steps |\n| $k_w$ | count | steps of warm-up |\n| $t$ | count | "
        "step |\n| $p$ | ratio | part of it |\n| $h$ | ratio | height |\n\n"
        "$$p = \\frac{{t - k_w}}{{k - k_{}}}$$\n\nand $h = p$.",
        "w", "d", 9,
    ),
    "a row that leaves open what it means": (
        TABLE + "| $x$ | ratio | share that is hidden{} |\n\nWe use $x$.",
        "", " or that stays visible, as the case may be", 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WARNED)
def test_what_is_left_open_is_warned_of(what: str) -> None:
    text, right, wrong, line = WARNED[what]

    assert ([], [line]) == (warned(text.format(right)), warned(text.format(wrong)))


SILENT = {
    "a value put into a root": LAYER + (
        "$$C = 6 n w, \\qquad u = \\frac{q}{n}$$\n\nThe rule of thumb $u = 20$ makes it "
        "$t = \\sqrt{C / (6 u)} = \\sqrt{C / 120}$."
    ),
    "letters that a sentence makes one": SHARDS + (
        "$$X = n (2 w + g) P, \\qquad Y = (w + g) P$$\n\nWith $w = g$ the ratio is\n\n"
        "$$\\frac{X}{Y} = \\frac{n (2 w + g)}{w + g} = \\frac{3 n}{2}$$"
    ),
    "an example that only begins": LINK + (
        "$$T = L + \\frac{S}{B}$$\n\nWith $L = 1$, $S = 8$ and $B = 4$ it is $T = 3$.\n\n# "
        "Later\n\n"
        "Take a run with $T = 700$ and $m = 2$."
    ),
    "a point of a list with a relation of its own": COUNTS + (
        "With $S = 208$, $g = 1024$, $L = 0.0214$ and $B = 100$:\n\n- Elsewhere it is "
        "$m = S / (g L) = 9.49$.\n- Here it is $1/m = B / S + g L / S$, and $m = 1.71$.\n"
    ),
    "a share of the whole beside a ratio": (
        "| $p$ | ratio | share |\n|---|---|---|\n| 4 | 18.8 % | 15.8 % |\n| 8 | 43.8 % | 30.4 % "
        "|\n"
        "| 9 | 21.9 % | 17.9 % |\n| 10 | 10.9 % | 9.9 % |\n| 16 | 23.4 % | 19.0 % |\n"
    ),
    "where a letter comes first": (
        "| Symbol | Meaning | Unit | First in |\n|---|---|---|---|\n| $n$ | batch | count | 9.2 "
        "|\n"
        "| $c$ | critical one | count | 9.5 |\n| $k$ | steps | count | 9.5 |\n"
        "| $m$ | all | count | 9.5 |\n\n$$m = 4 n c$$\n\n| $n$ | $m$ |\n|---|---|\n| 1 | 4096 |\n"
        "| 2 | 8192 |\n| 3 | 12288 |\n"
    ),
    "the plain case in the first row": COUNTS + (
        "For $m \\ge 2$ it is $T = g + \\frac{g - 1}{m}$. With $g = 8$:\n\n| $m$ | $T$ "
        "|\n|---|---|\n"
        "| 1 | 8 |\n| 2 | 11.5 |\n| 5 | 9.4 |\n| 10 | 8.7 |\n"
    ),
    "products that stand alone": COUNTS + (
        "Of $n$, $q$ and $w$ each of the $qw$ entries is one.\n\n$$C = \\frac{n q w}{n q + n w + "
        "qw}$$"
        "\n\nWith $n = q = w$ we get $C = n / 3$."
    ),
    "a value of the next sentence's case": LINK + (
        "It is hidden when $$T \\ge \\frac{S}{B}.$$\n\nOurs have $S = 160 \\times 10^{12}$, and "
        "the "
        "test shows 40 GB/s. So $T \\ge 4000$. Others have $S = 400 \\times 10^{12}$ and "
        "$B = 350 \\times 10^9$."
    ),
    "a price in an hour beside watts": TABLE + (
        "| $T$ | hours | use |\n| $B$ | USD | price |\n| $p$ | USD/hour | rent |\n"
        "| $P$ | watts | draw |\n| $e$ | USD/kWh | electricity |\n\n"
        "$$T = \\frac{B}{p - P e}$$\n\nWith $B = 35000$, $p = 2.40$, $P = 1320$ and $e = 0.09$ "
        "it is "
        "$T = 15343$."
    ),
    "sums of what was rounded": "We have $0.2 + 3.8 = 4.1$ of them, and $7.0 = 4 \\cdot 1.75$.",
    "letters that are one, beside another formula of one of them": TABLE
    + (
        "| $m$ | bytes/parameter | master copy |\n| $f$ | bytes/parameter | first moment |\n"
        "| $v$ | bytes/parameter | second moment |\n| $c$ | bytes | scale |\n"
        "| $k$ | parameters | block |\n\nPlain Adam has $m = f = v = 4$. With a scale\n\n"
        "$$f = v = 1 + \\frac{c}{k}.$$"
    ),
    "what one dollar buys": TABLE
    + (
        "| $C$ | FLOP | work |\n| $p$ | dollars | price |\n| $F$ | FLOP/dollar | what money buys |"
        "\n\n$$F = \\frac{C}{p}$$\n\nWe see that one dollar buys $F = 7.1 \\times 10^{17}$ FLOP."
    ),
    "a point at which two things are equal": TABLE
    + (
        "| $x$ | tokens | length |\n| $w$ | count | width |\n| $r$ | ratio | ratio |\n\n"
        "We take $w = 8192$. Both cost the same at $x = 12 w$, here $x = 98304$.\n\n"
        "# Long ones\n\nWith $x = 131072$ we hold $r = 16$ of them."
    ),
    "letters multiplied behind a digit": (
        "While it computes $6P\\tau$ FLOPs, $2aP/n$ bytes move on its behalf."
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SILENT)
def test_nothing_is_told_of(what: str) -> None:
    assert [] == lines_of(SILENT[what])
