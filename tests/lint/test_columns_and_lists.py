"""What columns count, what cases are called, and what the items of a list say of two letters."""

from __future__ import annotations

import pytest
from provable import lines_of

TABLE = "| Letter | Meaning | Unit |\n|---|---|---|\n"
RANKS = TABLE + (
    "| $n$ | ranks that share the experts | ranks |\n| $x$ | bytes that a rank sends | bytes |\n"
    "| $g$ | bytes of all tokens | bytes |\n\nOne copy in $n$ stays.\n\n"
    "$$x = g \\, {}$$\n\nHere $n = 32$ and $g = 268.4 \\times 10^6$.\n\n"
    "| Ranks | $x$ |\n|--:|--:|\n| 8 | 234.9 MB |\n| 32 | 260.0 MB |\n| 128 | {} MB |\n"
)
MODELS = TABLE + (
    "| $l$ | layers | layers |\n| $w$ | width | count |\n| $e$ | tables | parameters |\n"
    "| $b$ | weights of a layer | parameters |\n| $p$ | weights of the model | parameters |\n"
    "| $z$ | GPUs | GPUs |\n| $y$ | state of one of them | bytes |\n\n"
    "$$b = 12 w^2$$\n\n$$p = {}$$\n\n$$y = 4 p + \\frac{{12 p}}{{z}}$$\n\n"
    "| | small | large |\n|:--|--:|--:|\n| $l$ | 24 | 48 |\n| $w$ | 2048 | 4096 |\n"
    "| $e$ | 262,668,288 | 1,050,673,152 |\n| $b$ | 50,331,648 | 201,326,592 |\n"
    "| $p$ | 1,470,627,840 | 10,714,349,568 |\n\n"
    "| Large model, state in GB | $y$ |\n|:--|--:|\n| $z = 8$ | 58.9 |\n| $z = 64$ | {} |\n"
)
ITEMS = (
    "- $f$ is the time of a forward pass and $d$ that of a backward pass, both in seconds.\n"
    "- $m$ is the number of micro-batches, a count.\n"
    "- $r$ for the degree (ranks) and $c$ for the size of a copy (bytes),\n"
    "- $q$ for the bandwidth of a link (bytes/second).\n- $h$ is the time of a copy, in {}.\n\n"
    "$$h = \\frac{{c}}{{q}}, \\qquad t = m (f + d)$$\n\nWith $r = 8$ it is shorter.\n"
)
CASES = {
    # The text, what is right in it, what is wrong instead, where that is told.
    "a column of counts is the letter of its formula that counts them": (
        RANKS, ("\\frac{n - 1}{n}", "266.3"), ("\\frac{n - 1}{n}", "263.6"), [17],
    ),
    "so a formula that no row follows is told": (
        RANKS, ("\\frac{n - 1}{n}", "266.3"), ("\\frac{n}{n - 1}", "266.3"), [9],
    ),
    "two cases side by side tell a term that is lost, to the last digit": (
        MODELS, ("l b + e", "44.9"), ("l b", "44.9"), [13],
    ),
    "a table about one case takes its letters from the table of all": (
        MODELS, ("l b + e", "44.9"), ("l b + e", "49.4"), [28],
    ),
    "one over a speed is a formula of the speed": (
        ("Here $c = 8$, $k = 450 \\times 10^9$ and $q = 50 \\times 10^9$.\n\n"
        "$$\\frac{{1}}{{s}} = \\frac{{{}}}{{c}} \\left( \\frac{{1}}{{k}} + \\frac{{1}}{{q}} "
        "\\right)$$\n\nwhich comes to $s = 180 \\times 10^9$.\n"),
        ("2",), ("1",), [3],
    ),
    "what one sentence gives goes together": (
        ("Of $p = c u$ ranks there are $p = 128$, with eight in a node ($c = 8$) and $u = 16$.\n\n"
        "Larger ones shift it. With $c = 64$ and $u = 2$ they are as many.\n\n## Tests\n\n"
        "$$a = \\frac{{y}}{{t}}, \\qquad b = 2 \\, {} \\, a$$\n\nFrom $y = 14 \\times 10^9$ and "
        "$t = 0.1204$ follow $a = 116 \\times 10^9$ and $b = 231 \\times 10^9$.\n"),
        ("\\frac{p - 1}{p}",), ("\\frac{p}{p - 1}",), [7],
    ),
    "what opens a sentence is put into what it tells": (
        TABLE + "| $j$ | tokens of a batch | tokens |\n| $k$ | experts of a token | count |\n"
        "| $g$ | experts | count |\n| $q$ | part that is left | ratio |\n\nHere $k = 8$ and "
        "$g = 128$.\n\n$$q = \\left( 1 {} \\frac{{k}}{{g}} \\right)^j$$\n\n"
        "Sixteen tokens leave one alone with $q = 0.356$; with $j = 64$ it is 0.016.\n",
        ("-",), ("+",), [10],
    ),
    "a part in words is a share": (
        ("A node that fails after $x$ seconds and is repaired in $y$ works for the part $a$ of its "
        "life:\n\n$$a = \\frac{{x}}{{x {} y}}$$\n"),
        ("+",), ("-",), [3],
    ),
    "what counts all entries is not of each": (
        TABLE + "| $u$ | sequences of a batch | sequences |\n| $l$ | length | tokens/sequence |\n"
        "| $w$ | width | count |\n\nA layer keeps $34 u l w$ bytes, that is {} bytes per entry "
        "of the stream.\n",
        ("34",), ("$34 u l w$",), [7],
    ),
    "an item says what two letters are, and in which unit both": (
        ITEMS, ("seconds",), ("bytes",), [5],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_wrong_is_told_at_its_line_and_what_is_right_is_not(name: str) -> None:
    text, right, wrong, lines = CASES[name]

    assert [[], lines] == [lines_of(text.format(*form)) for form in (right, wrong)]


RIGHT = {
    "a rate below sums is the mean of those above it": (
        "| Model | hours | energy | tons per energy |\n|---|---|---|---|\n"
        "| one | 1.46 | 1022 | 0.411 |\n| two | 7.0 | 4900 | 0.416 |\n"
        "| three | 30.84 | 21588 | 0.414 |\n| sum | 39.3 | 27510 | 0.414 |\n"
    ),
    "times grow tenfold where two rates keep step": (
        "| Size | ms | GB/s | bus, GB/s |\n|---|--:|--:|--:|\n| 256 MiB | 14.20 | 18.90 | 37.22 |\n"
        "| 1 GiB | 47.00 | 22.85 | 44.98 |\n| 4 GiB | 179.50 | 23.93 | 47.11 |\n"
    ),
    "one share stays where all amounts grow tenfold": (
        "| Stage | FLOP | MFU | hours | cost |\n|---|--:|--:|--:|--:|\n"
        "| main | 2.17e23 | 42% | 144,899 | 340,513 |\n| last | 2.17e22 | 42% | 14,490 | 34,051 |\n"
        "| long | 7.48e21 | 40% | 5,255 | 12,349 |\n"
    ),
    "milliseconds are added to seconds": (
        "A stage takes 121 ms, not 108 ms: $32 \\cdot 121.3 + 7 \\cdot 108 \\approx 4.64$ s.\n"
    ),
    "so many in a box are bytes": (
        "$$k = 2 \\cdot 80 \\cdot 8 \\cdot 256 = 327\\,680\\ \\text{B} = 320\\ \\text{KiB}$$\n"
    ),
    "so is one byte of each": (
        "It moves $8192 \\times 4 \\times 4096 \\times 1\\ \\text{B} \\approx 134$ MB in all.\n"
    ),
    "what follows per micro-batch is of several layers": (
        "We budget $34 s b h$ bytes per layer, which is 272 MiB, so 2.656 GiB per micro-batch.\n"
    ),
    "a port is told once more in brackets": (
        "It moves 128 MiB, or 16 MiB per rank; on a 400 Gb/s port (50 GB/s) that is 0.34 ms.\n"
    ),
    "a semicolon begins another reckoning": (
        "For the three it adds 1.8%, 0.9% and 0.5%; doing all again adds one third, or 33%.\n"
    ),
    "a later case of a paragraph has values of its own": (
        "$$d = m f + e, \\qquad p = 1 - \\frac{e}{d}$$\n\nWith $f = 0.18$ s and $e = 40.4$ ms a "
        "single one yields $p = 0.817$. Four give $d = 0.7604$ s and $p = 0.947$.\n"
    ),
    "who has no biases leaves them out": (
        "There are no biases anywhere. It takes $6Pb/F$, and $6P/W$ for large $N$. $P$ cancels.\n"
    ),
    "dollars may be the unit of a column": (
        "| If ... | k$ (with all) | Change |\n|---|---|---|\n| it is 38% | +48.8 | +3.3% |\n"
    ),
    "sums of squares beside hops": (
        TABLE + "| $n$ | ranks | ranks |\n| $L$ | all hops | seconds |\n| $S$ | work | seconds |\n"
        "| $a$ | time | seconds |\n| $f$ | time of a pair | seconds |\n\n"
        "$$L = (n - 1) a$$\n\n$$S = n (n + 1) (2 n + 1) / 6$$\n\n$$f = \\frac{1}{2} n (n + 1) a$$\n"
    ),
    "a star takes what a ring takes once less": (
        TABLE + "| $n$ | ranks | ranks |\n| $a$ | time of a hop | seconds |\n"
        "| $b$ | rest | seconds |\n| $t$ | ring | seconds |\n| $u$ | star | seconds |\n\n"
        "$$t = (n - 1) a + b$$\n\n$$u = n a + b$$\n"
    ),
    "what is used of a memory grows": (
        TABLE + "| $M$ | memory of one GPU | bytes |\n| $W$ | weights | bytes |\n"
        "| $A$ | activations | bytes |\n| $P$ | peak | bytes |\n| $T$ | buffers | bytes |\n\n"
        "$$M = W + A$$\n\n$$P = M + T$$\n"
    ),
    "what is saved is added to room": (
        TABLE + "| $H$ | memory of one GPU | bytes |\n| $W$ | weights | bytes |\n"
        "| $Q$ | bytes of weights that quantization saves | bytes |\n| $r$ | room | bytes |\n\n"
        "$$r = H - W + Q$$\n"
    ),
    "a letter is a probability for a while": (
        "Dropout zeroes a unit with probability $p$.\n\n" + "More.\n\n" * 6
        + "# Stages\n\nThe pipeline degree is $p = 8$.\n"
    ),
    "a remark in brackets is no unit": (
        TABLE + "| $m$ | size | bytes |\n| $w$ | bandwidth | bytes/second |\n"
        "| $n$ | ranks | ranks |\n\nThe time $t$ is that of the slowest worker (rank):\n\n"
        "$$t = m / w$$\n\nA message of $z$ bytes is sent once in each iteration (steps).\n"
    ),
    "some share a board": (
        TABLE + "| $W$ | weights | GB |\n| $n$ | ranks | ranks |\n| $x$ | weights of one | GB |\n\n"
        "$$x = W / n$$\n\nHere $W = 80$ and $n = 8$. Four ranks share a board, where each holds "
        "$x = 10$.\n"
    ),
    "entries of a table are others": (
        TABLE + "| $b$ | sequences | sequences |\n| $s$ | length | tokens/sequence |\n\n"
        "The loss takes $2 b s$ bytes per entry of the vocabulary.\n"
    ),
    "what both must fit on takes the larger number": (
        "The weights and the cache must both fit, so the number of GPUs is $N = \\max(a, b)$. "
        "Both are lower bounds; the better of the two is $t = \\max(a, b)$.\n"
    ),
    "layers may be all of them": (
        TABLE + "| $l$ | layers of a stage | layers |\n| $a$ | time of a layer | seconds |\n"
        "| $t$ | time of a stage | seconds |\n\n$$t = l a$$\n\nWith four stages and $a = 2$:\n\n"
        "| Layers | $t$ |\n|--:|--:|\n| 16 | 8 |\n| 32 | 16 |\n| 64 | 32 |\n"
    ),
    "a factor stands before a quotient": (
        "Each sends 1.875 · 2 GiB / 8 = 480 MiB, or 503.3 MB.\n"
    ),
    "the last of many is one of them": (
        TABLE + "| $n$ | stages | stages |\n| $f_r$ | seconds | time of stage $r$ |\n"
        "| $t$ | seconds | time of the slowest |\n| $w$ | seconds | rest |\n"
        "| $x$ | seconds | all |\n\n$$t = \\max(f_0, f_{n - 1} + w)$$\n\n$$x = t + w$$\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_may_be_meant_otherwise_is_let_be(name: str) -> None:
    assert [] == lines_of(RIGHT[name])


WRONG = {
    "milliseconds of something else": (
        "A step takes 40 s, of which the copy is 5 ms. All take $500 \\cdot 40 = 20$ s.\n", 1,
    ),
    "bytes in a box, a thousand times too many": (
        "It is $4096 \\times 2\\ \\text{B} = 8.2\\ \\text{MB}$ in all.\n", 1,
    ),
    "what follows behind a semicolon": (
        "The weights take 84.2 GB, the cache takes 14.3 GB; so we need 89.5 GB.\n", 1,
    ),
    "likewise the same": ("Here $n = 8$, $V = 64$ and $x = V / n$. Likewise $x = 9$.\n", 1),
    "a total among its parts": (
        ("| Cell | one | two | Total, GB |\n|---|--:|--:|--:|\n| w | 12 | 20 | 32 |\n"
        "| x | 14 | 36 | 50 |\n| y | 31 | 22 | 53 |\n| z | 10 | 62 | 27 |\n"), 6,
    ),
    "slashes begin no comment of Markdown": ("// This says that $2 \\cdot 3 = 7$ again.\n", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_no_excuse_covers_what_is_wrong(name: str) -> None:
    text, line = WRONG[name]

    assert [line] == lines_of(text)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONG = {
    "an item of many letters": "- " + ", ".join(f"${one}$ (ranks)" for one in LETTERS) + ".\n",
    "an item of blanks": "- $a$ is the time )" + " " * 20_000 + "x $b$ of it\n",
    "many tables of cases": (
        "| | small | large |\n|--|--:|--:|\n| $w$ | 2 | 4 |\n| $e$ | 5 | 6 |\n\n" * 300
    ),
    "many values of many letters": (
        "$$y = " + " + ".join("abcdefghijkl") + "$$\n\n$$x = 2 y$$\n\n"
        + "".join(
            f"With {', '.join(f'${one} = {n + 2}$' for one in 'abcdefghijkl')} it goes on.\n\n"
            for n in range(4)
        )
        + "This gives $x = 99$.\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_long_items_and_many_tables_are_read_through(name: str) -> None:
    # What took minutes once must end at all: no time is asserted.
    assert isinstance(lines_of(LONG[name]), list)
