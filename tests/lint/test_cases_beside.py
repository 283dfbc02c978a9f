"""A chapter against itself: cases beside, slips of digits, what is of all and of each."""

from __future__ import annotations

import pytest
from test_document_against_itself import REGISTRY, errors_in

from derive.lint import Project, lint, read_document
from derive.lint.texts.declarations import declarations_of

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
SHARDED = TABLE + (
    "| $P$ | parameters | weights of the model |\n| $K$ | ranks | ranks that share it |\n"
    "| $c$ | bytes/parameter | of a weight |\n| $g$ | bytes/parameter | of a gradient |\n"
    "| $o$ | bytes/parameter | of the optimizer |\n| $G$ | bytes | held by a rank |\n"
    "| $H$ | bytes | held by a rank at the next stage |\n"
    "| $U$ | bytes | sent at one stage |\n| $V$ | bytes | sent at the next one |\n\n"
    "Here $c = 2$, $g = 2$, $o = 12$, $P = 13 \\times 10^9$ and $K = 32$.\n\n"
)
SERVED = TABLE + (
    "| $t$ | seconds | time of a step |\n| $V$ | bytes | weights |\n| $n$ | requests | at once |\n"
    "| $q$ | bytes | cache of a request |\n| $b$ | bytes/second | memory bandwidth |\n"
    "| $n_@$ | requests | half of the limit |\n"
    "| $\\Theta$ | tokens/second | throughput of the whole job |\n"
    "| $\\theta$ | tokens/second | throughput of one GPU |\n\n"
    "Take $n = 64$, $V = 140$ GB, $q = 2.68$ GB and $b = 3350$ GB/s.\n\n"
)
COSTS = TABLE + (
    "| $\\phi$ | {} | work that a dollar buys |\n| $Q$ | dollars | cost of the run |\n"
    "| $X$ | FLOP | work of the run |\n| $R$ | FLOP/second | peak of a GPU |\n"
    "| $p$ | dollars/second | price of a GPU |\n\n"
)
STEPS = TABLE + (
    "| $S$ | tokens/sequence | length |\n| $P$ | parameters | weights |\n| $u$ | ratio | part |\n"
    "| $F$ | FLOP/second | peak |\n| $\\tau$ | tokens | tokens of a GPU |\n"
    "| $T$ | seconds | time |\n| $Z$ | seconds | time on the wall |\n"
    "| $X$ | bytes | message |\n| $w$ | bytes/second | link |\n| $\\gamma$ | ratio | kept |\n\n"
    "It has $P = 14 \\times 10^9$.\n\n\n\n\n\n\n"
)
RATIOS = TABLE + (
    "| $k$ | count | ranks |\n| $e$ | ratio | part |\n| $g$ | ratio | rest |\n"
    "| $h$ | ratio | both |\n\n"
)
CIRCLES = TABLE + (
    "| $c$ | FLOP/token | work of a token |\n| $P$ | parameters | weights |\n"
    "| $a$ | FLOP/token | work of its scores |\n| $w$ | count | width |\n"
    "| $l$ | tokens | length |\n| $r$ | ratio | part of the scores |\n"
    "| $e$ | ratio | part of the peak |\n| $R$ | tokens/second | rate |\n"
    "| $F$ | FLOP/second | peak |\n| $K$ | tokens | tokens of the run |\n"
    "| $X$ | FLOP | work of the run |\n| $Y$ | seconds | time of the run |\n\n"
)
ROWS = {
    # What is right, what is wrong instead, where that is told.
    "digits in another order are no bytes in other units": (
        SHARDED + "$$G = (c + g) P + \\frac{{o P}}{{K}}$$\n\nThat is $G = {}$ GB.",
        "56.9", "59.6", 17,
    ),
    "what is borne out of one letter is not of another one": (
        SHARDED + "$$U = \\frac{{K - 1}}{{K}} (c + g) P, \\qquad V = \\frac{{K - 1}}{{K}} "
        "({} + g) P$$\n\nThat is $U = 50.4$ GB and $V = 75.6$ GB.",
        "2 c", "c", 15,
    ),
    "a value that is chosen beside a result is told of another case": (
        RATIOS + "$$e = \\sqrt{{{}}}$$\n\nWith $g = 12$ and $h = 2$ that is $e = 2.45$; whole ones "
        "have $k = 3$ at $e = 1$ and $k = 5$ at $e = 2$.",
        "\\frac{{g}}{{h}}", "\\frac{{h}}{{g}}", 8,
    ),
    "half of a letter is a letter": (
        SERVED + "$$n_@ = {}$$\n\nThe limit is half reached at $n_@ \\approx 52$.",
        "\\frac{{V}}{{q}}", "\\frac{{q}}{{V}}", 14,
    ),
    "a number of a letter counts what the letter counts": (
        STEPS + "It takes $S = 500$ {} of the text.", "tokens", "steps", 21,
    ),
    "two formulas are not both upside down": (
        COSTS + "We compare $\\phi = R / p$, so that $Q = X / \\phi$.",
        "FLOP/dollar", "dollars/FLOP", 3,
    ),
    "three digits behind about were worked out": (
        STEPS + "The share of it is $32 / 17 \\approx {}$.", "1.88", "1.78", 21,
    ),
    "a value in days is told again": (
        STEPS + "The run takes $Z = T / \\gamma$. At $\\gamma = 0.856$:\n\n"
        "1. the work takes $T = 3.95 \\times 10^6$ s, or 45.7 days;\n"
        "2. the calendar shows $Z = {}$ days.\n",
        "53.4", "58.4", 24,
    ),
    "a row says of which a letter is": (
        SERVED + "That makes $\\Theta = 932$ tokens per second {}.", "in total", "per GPU", 14,
    ),
    "microseconds are no milliseconds": (
        STEPS + "A message of $X = 21.0$ MB crosses two stages in $T = X / w$, about 0.84 {} at "
        "$w = 25$ GB/s.",
        "milliseconds", "microseconds", 21,
    ),
    "what no letter of a formula counts is put into another one": (
        STEPS + "$$T = \\frac{{{} P \\tau}}{{u F}}$$\n\nFor 64 ranks, $\\tau = 8192$, $u = 0.4$ "
        "and $F = 989 \\times 10^{{12}}$ FLOP/s we get $T = 1.74$ s.",
        "6", "2", 21,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_a_chapter_is_held_against_itself(name: str) -> None:
    text, right, wrong, line = ROWS[name]
    right, wrong = (text.format(word).replace("@", "{1/2}") for word in (right, wrong))

    assert ([], [line]) == (errors_in(right), errors_in(wrong))


@pytest.mark.parametrize(
    "text",
    [
        # One paragraph takes another value, and all else as before.
        (
            SHARDED + "With $g = 4$, everything else as above, a parameter costs 18 bytes.\n\n"
            "$$K \\ge \\frac{(c + g + o) P}{H}$$\n\nWith $H = 24.2$ GB we need $K \\ge 8.6$, "
            "that is nine ranks."
        ),
        # The case is told in words, or stands before what it becomes.
        (
            SERVED + "$$t = \\frac{V + n q}{4 b}$$\n\nTwo of them:\n\n- one request alone: "
            "$t = 10.6$ ms.\n"
        ),
        (
            SHARDED.replace(" and $K = 32$", "") + "$$G = \\frac{(c + g + o) P}{K}$$\n\n"
            "With $K = 64$ our 6.5 GB shrink to 3.25 GB."
        ),
        # What is told about goes in circles, and the formulas that are exact do not.
        (
            CIRCLES + "$$c = 6 P + a$$\n\n$$a = 12 w l$$\n\n$$r = \\frac{a}{6 P}$$\n\nSolved for "
            "the length, $l \\approx P r / (2 w)$.\n\n$$e = \\frac{c R}{F}$$\n\nIt takes "
            "$X = c K$, and\n\n$$Y = \\frac{X}{e F} = \\frac{K}{R}$$"
        ),
        # 18 links have it in total, and what two have together is of each node.
        SERVED + "Of 18 links it has $\\theta = 450$ tokens per second in total.",
        STEPS + "That is 40 GB per GPU, and 2 GB in total for the cache.",
        # A thing that is put in has its number beside.
        (
            RATIOS + "$$g = e k$$\n\nFor $k = 2$ the "
            "ring has $e = 1$, and both agree.\n\nBy the result we have $k = 53.2$ and $g = 49.8$."
        ),
    ],
)  # fmt: skip
def test_what_is_right_is_let_be(text: str) -> None:
    assert [] == errors_in(text.replace("@", "{1/2}") + "\n")


PIPE = TABLE + (
    "| $n$ | micro-batches | micro-batches of a step |\n| $K$ | stages | stages |\n"
    "| $x$ | seconds | one of them on a stage |\n| $W$ | seconds | work |\n"
    "| $G$ | seconds | waiting |\n| $V$ | seconds | lost |\n| $c$ | count | chunks |\n"
    "| $c_0$ | count | the best of them |\n| $\\tau$ | seconds | one message |\n"
    "| $D$ | layers | layers |\n| $m$ | layers | layers of the deepest stage |\n"
    "| $b$ | ratio | waiting over work |\n| $E$ | bytes | kept by all |\n"
    "| $e$ | bytes | kept by a GPU |\n| $g$ | GPUs | GPUs that share it |\n"
    "| $a$ | FLOP/USD | work that a dollar buys |\n"
    "| $k$ | kilograms/kilowatt-hour | carbon of electricity |\n"
    "| $o$ | tokens | tokens of an answer |\n| $t$ | seconds | time of an answer |\n\n"
)


@pytest.mark.parametrize(
    "text",
    [
        # Of several formulas in a display the first amount is of the first.
        (
            "$$W = n x, \\qquad G = (K - 1) x, "
            "\\qquad V = W + G,$$\n\nfor our job 3.456 s of work, 540 ms of waiting and 3.996 s "
            "together. As a ratio\n\n$$b = \\frac{G}{W}$$\n\nthat is "
            "$15 / 96 \\approx 0.156$."
        ),
        # The best of something has a formula of its own.
        (
            "$$V = \\frac{G}{c} + 2 n \\tau c \\qquad \\text{best at} \\qquad "
            "c_0 = \\sqrt{\\frac{G}{2 n \\tau}}$$\n\nAt $c = c_0$ both are equal and "
            "$V = 2 \\sqrt{2 n \\tau G}$."
        ),
        # What holds when something is so says nothing of another sentence.
        (
            "With $K = 16$ the deepest has $m = \\lceil D / K \\rceil$. When $D = K m$ all are "
            "alike. Now at $D = 100$ it has $m = 7$."
        ),
        # What a dollar buys, and what each kilowatt-hour sets free, far behind.
        "A dollar buys $a = 5.93 \\times 10^{17}$ FLOP of it.",
        (
            "It has $k = 0.35$ kg of carbon dioxide and costs a price of 0.07 USD, both of them "
            "for each kilowatt-hour."
        ),
        # An amount behind two formulas is of the one that measures it.
        (
            "$$e = \\frac{E}{g} \\qquad \\text{so that} \\qquad g \\ge \\frac{E}{e}$$\n\nThat is "
            "58.0 GB on each of them."
        ),
        # One token is made in a step, and a second time is none.
        "The answer has $o = 512$ steps.",
    ],
)
def test_what_a_stranger_wrote_is_let_be(text: str) -> None:
    assert [] == errors_in(PIPE + text + "\n")


def test_a_quotient_of_a_sentence_may_be_a_term_of_what_it_tells() -> None:
    rows = (
        "| $h$ | bytes/element | held by an element |\n| $c$ | bytes | a scale |\n"
        "| $l$ | elements | elements of a block |\n\n"
    )
    example = "With $c = 4$ bytes for each $l = 128$ elements, $h = 1.03125$ bytes/element.\n"

    assert [] == errors_in(TABLE + rows + "$$h = 1 + \\frac{c}{l}$$\n\n" + example)


def test_a_second_time_is_no_time() -> None:
    row = "| $V$ | bytes | the same when inputs are gathered a second time |\n\nIt sends $V$.\n"
    project = Project([read_document("own.md", TABLE + row)], REGISTRY, notations={"own.md": None})

    assert [] == lint(project, ["meanings_and_units_agree"])


TWO_TABLES = (
    SERVED.split("Take")[0]
    + "$$V = n q$$\n\nThe cases:\n\n| | $n$ | $q$ | $b$ | $V$ |\n|---|---|---|---|---|\n"
    "| Alder | 2 | 3 | 1 | 6 |\n| Birch | 3 | 4 | 1 | 12 |\n| Cedar | 4 | 5 | 1 | 20 |\n\n"
    "They take:\n\n| | $t$ |\n|---|---|\n| Alder | 2 |\n| Birch | 4 |\n| Cedar | 9 |\n\n"
    "$$t = \\frac{V}{b} = \\frac{2 n q}{b}$$\n"
).replace("@", "{1/2}")


def test_tables_of_the_same_cases_may_have_columns_of_their_own() -> None:
    document = read_document("own.md", TWO_TABLES)
    project = Project([document], REGISTRY, notations={"own.md": None})

    assert [] == [found for found in lint(project) if "could not be checked" in found.message]


MATH_COLUMN = (
    "\\newcolumntype{{M}}{{>{{$}}l<{{$}}}}\n\\begin{{document}}\n"
    "\\begin{{tabular}}{{{}ll}}\n\\text{{Letter}} & Unit & Meaning \\\\\n\\midrule\n"
    "\\theta & seconds & start-up of a message \\\\\nX & {} & message \\\\\n"
    "w & bytes/second & link \\\\\nT & seconds & time of a message \\\\\n\\end{{tabular}}\n\n"
    "It takes $T = \\theta + X / w$, and for $X = 3$ bytes as long.\n"
)


@pytest.mark.parametrize("column", [">{$}c<{$}", "M", "*{1}{>{\\(}l<{\\)}}"])
def test_a_column_of_latex_may_be_one_of_formulas(column: str) -> None:
    text = MATH_COLUMN.format(column, "bytes")
    letters = declarations_of(read_document("own.tex", text))

    assert ["theta", "X", "w", "T"] == [letter.glyph for letter in letters]
    assert (["\\theta", 6, 1], []) == (
        [letters[0].latex, letters[0].line, letters[0].column],
        errors_in(text, path="own.tex"),
    )
    assert [7] == errors_in(MATH_COLUMN.format(column, "bytes/second"), path="own.tex")


def test_a_dollar_that_is_lost_is_told_where_it_is() -> None:
    text = (
        "\\begin{{document}}\nOne.\n\nTake $m = 26{}, so that a bucket has $z = 100$ bytes and\n"
        "$t = 3$ seconds, and a backward pass of\n$b = 4$.\n\nOther $x$.\n\\end{{document}}\n"
    )

    assert ([], [4]) == tuple(errors_in(text.format(mark), path="own.tex") for mark in ("$", ""))


VALUES = (
    "\\begin{{document}}\n\\begin{{tabular}}{{lll}}\nLetter & Unit & Meaning \\\\\n"
    "$r$ & count & ranks \\\\\n$u$ & bytes/second & bandwidth of a rank \\\\\n"
    "$U$ & bytes/second & bandwidth of all \\\\\n$v$ & bytes/second & bandwidth of a write \\\\\n"
    "\\end{{tabular}}\n\n\\[ v = \\{}(r u, U) \\]\n\n\\begin{{tabular}}{{lrlr}}\n"
    "$r$ & 1024 & $u$ & $2 \\times 10^9$ bytes/s \\\\\n"
    "$v$ & 50 GB/s & $U$ & $50 \\times 10^9$ bytes/s \\\\\n\\end{{tabular}}\n\\end{{document}}\n"
)


def test_letters_and_values_may_take_turns_in_a_row() -> None:
    assert ([], [10]) == tuple(
        errors_in(VALUES.format(word), path="own.tex") for word in ("min", "max")
    )


BOUND = TABLE + (
    "| $P$ | parameters | weights of the model |\n| $K$ | GPUs | GPUs |\n"
    "| $o$ | bytes/parameter | of the optimizer |\n| $C$ | bytes | memory |\n"
    "| $z$ | bytes | activations |\n\nAdam has $o = 12$, and plain descent has $o = 6$.\n\n"
    "Take $C = 80$ GB, $z = 30$ GB and $K = 32$. With the state sharded, $P \\le (C - z) / "
    "(4 + o / K)$, and on this\nmachine we stop at {} billion.\n"
)


@pytest.mark.parametrize(("said", "lines"), [("11.4", []), ("14.1", [12])])
def test_digits_in_another_order_are_told_though_no_word_ties_them(
    said: str, lines: list[int]
) -> None:
    assert lines == errors_in(BOUND.format(said))
