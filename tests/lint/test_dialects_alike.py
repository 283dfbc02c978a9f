"""A text says the same whatever opens its formulas, in its tables and in its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from provable import REGISTRY, lines_of, right_and_wrong

from derive.lint import Project, lint, read_document

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
STATE = TABLE + (
    "| $W$ | parameters | weights of the model |\n| $z$ | GPUs | GPUs of the group |\n"
    "| $a$ | bytes/parameter | bytes per weight of the gradient |\n"
    "| $o$ | bytes/parameter | bytes per weight of the optimizer |\n"
    "| $w$ | bytes/parameter | bytes per weight of the working copy |\n"
    "| $S$ | bytes | state of a GPU |\n| $Y$ | bytes | memory of a device |\n"
    "| $f$ | ratio | share of the memory that tensors may occupy |\n\n"
    "Here $w = 2$, $a = 4$ and $o = 12$.\n\n"
)
LAYER = TABLE + (
    "| $l$ | layers | layers |\n| $h$ | count | width |\n| $s$ | tokens/sequence | length |\n"
    "| $b$ | sequences | sequences |\n| $v$ | count | vocabulary |\n"
    "| $K$ | bytes | input of a layer, kept as a checkpoint |\n| $G$ | bytes | logits |\n"
    "| $A$ | bytes | scores |\n| $F$ | bytes | feed-forward part |\n| $M$ | bytes | all |\n\n"
    "With $h = 6144$, $s = 2048$ and $v = 50304$ "
)
WRONG: Mapping[str, tuple[str, str | tuple[str, ...], str | tuple[str, ...], int]] = {
    # The text, what is right, what is wrong instead, and where it is told.
    "columns headed by values": (
        STATE + "$$S = (w + {}) W + \\frac{{{} W}}{{z}}$$\n\nWith $W = 22 \\times 10^9$:\n\n"
        "| State | $z = 32$ | $z = 256$ |\n|---|---:|---:|\n| $S$ | 140.25 GB | 133.0 GB |\n",
        ("a", "o"), ("o", "a"), 14,
    ),
    "a share above one": (
        STATE + "Of the $Y$ bytes a share $f = {}$ may be used.\n", "0.92", "92", 14
    ),
    "a bound of what must stay below a product": (
        STATE + "$$S = \\frac{{(w + a + o) W}}{{z}}$$\n\nA job must stay below $f Y$. We have\n\n"
        "$$W {} \\frac{{f Y z}}{{w + a + o}}$$\n", "\\le", "\\ge", 18,
    ),
    "an upper bound of what the text calls the least": (
        TABLE + "| $J$ | GPUs | GPUs |\n| $K$ | FLOP | work of the run |\n"
        "| $p$ | FLOP/second | peak |\n| $u$ | ratio | utilization |\n"
        "| $Z$ | seconds | time allowed |\n\nA deadline asks for\n\n"
        "$$J {} \\frac{{K}}{{p u Z}}$$\n\nWith $K = 5.88 \\times 10^{{23}}$, "
        "$p = 3.12 \\times 10^{{14}}$, $u = 0.5$ and $Z = 2.592 \\times 10^6$ it asks for "
        "$J = 1455$ or more.\n", "\\ge", "\\le", 11,
    ),
    "a utilization in percent": (
        TABLE + "| $u$ | ratio | utilization of the peak |\n\nWe reach $u = {}$.\n",
        "0.48", "48", 5,
    ),
    "a share whose digits are told as percent": (
        "What went away is $160 / 194 \\approx 0.825$ here: it made up {} % of the block.\n",
        "82.5", "0.825", 1,
    ),
    "too few for what was worked out": (
        (
            "A GPU holds 73.6 GB. 396 GB divided by 73.6 GB per GPU is 5.38, so that our 22 "
            "billion weights need at least {} GPUs.\n"
        ), "6", "5", 1,
    ),
    "hours for days before words that leave something out": (
        "They fill $1.637 \\times 10^6$ s, or 18.9 {} without any failure.\n", "days", "hours", 1
    ),
    "what these are at a value of the formula before": (
        LAYER + "the loss is computed from logits, $G = {} b s v$ bytes.\nAt $b = 2$ these are "
        "0.82 GB, a spike.\n", "4", "2", 14,
    ),
    "a prefix of an amount that its row names": (
        LAYER + "there are $b = 2$ of them.\n\nOf each layer we keep $K = 2 b s h$.\n\n"
        "# Later\n\nThe time is short.\n\nHere a checkpoint has 50.3 {}.\n", "MB", "GB", 22,
    ),
    "a number beside a formula that its chain says twice": (
        LAYER + "$b = 2$ there are\n\n$$A = 11 b s h, \\qquad F = 23 b s h$$\n\n"
        "$$M = A + F = 34 b s h$$\n\nTwo sequences ($b = 2$) make $M = {} \\times 10^8$ bytes.\n",
        "8.56", "6.58", 20,
    ),
}  # fmt: skip
DIALECTS: Mapping[str, Callable[[re.Match[str]], str]] = {
    "dollars": lambda said: said.group(),
    "parentheses": lambda said: f"\\({said[1]}\\)",
    "roles of MyST": lambda said: f"{{math}}`{said[1]}`",
    "dollars and backticks": lambda said: f"$`{said[1]}`$",
}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_told_in_every_dialect_and_what_is_right_in_none(
    name: str, dialect: str
) -> None:
    text, right, wrong, line = WRONG[name]
    inline = re.compile(r"(?<!\$)\$([^$\n]+)\$(?!\$)")
    said = [
        text.format(*([parts] if isinstance(parts, str) else parts)) for parts in (right, wrong)
    ]

    assert [[], [line]] == [lines_of(inline.sub(DIALECTS[dialect], each)) for each in said]


RIGHT = {
    "a root that is another letter's": (
        TABLE + "| $a$ | bytes | part |\n| $c$ | bytes | other part |\n| $j$ | count | best |\n"
        "| $P$ | bytes | lowest |\n\n$$j = \\sqrt{\\frac{a}{c}}$$\n\n"
        "There the peak is $P = 2 \\sqrt{a c}$. With $a = 288$ and $c = 102$ "
        "the root is $j = 1.68$.\n"
    ),
    "from a point on": (
        TABLE + "| $n$ | tokens | window |\n| $y$ | count | width |\n| $g$ | ratio | quotient |\n\n"
        "$$g = \\frac{n}{6 y}$$\n\nAt $y = 8192$:\n\n| $n$ | $g$ |\n|--:|--:|\n| 2048 | 0.042 |\n"
        "| 8192 | 0.167 |\n| 32768 | 0.667 |\n\nFrom $n = 6 y$ on, here at 49152 tokens, it is "
        "above one.\n"
    ),
    "a whole number that reaches what was worked out": (
        "That is 5.98, so that they need at least 6 GPUs, and 4.02, so that at most 4 fit.\n"
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_is_let_be(name: str) -> None:
    assert [] == lines_of(RIGHT[name])


def test_a_percentage_is_no_share_above_one() -> None:
    text = STATE + "Of the $Y$ bytes we use $f = {}$.\n"

    assert ([], [14]) == right_and_wrong(text, "92\\,\\%", "92")


def test_a_sentence_names_what_a_list_has_another_letter_for() -> None:
    text = (
        "Letters:\n\n- $k$ is the number of ranks that take part;\n- $X$ is the size of a vector, "
        "in bytes.\n\nThe vector is cut into ${0}$ pieces, ${0}$ being the number of ranks that "
        "take part.\n"
    )
    documents = [read_document("text.md", text.format(letter)) for letter in "kn"]
    told = [
        [each.line for each in lint(Project([document], REGISTRY))
         if each.rule == "one_thing_has_one_letter" and each.level == "provable"]
        for document in documents
    ]  # fmt: skip

    assert [[], [6]] == told
