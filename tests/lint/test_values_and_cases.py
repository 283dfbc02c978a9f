"""A chapter against itself: units of rows, values of an example, cases that are supposed."""

from __future__ import annotations

import pytest
from provable import REGISTRY
from provable import lines_of as errors_in

from derive.lint import Project, lint, read_document

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
BILL = TABLE + (
    "| $P$ | watts/GPU | power of one GPU |\n| $Y$ | GPU hours | time of all GPUs |\n"
    "| $u$ | ratio | power usage effectiveness |\n| $E$ | kWh | energy of the run |\n"
    "| $j$ | joules/token | energy of a trained token |\n| $H$ | hours | use that pays it back |\n"
    "| $b$ | USD/GPU | price of a GPU |\n| $r$ | USD/(GPU hour) | rent |\n"
    "| $o$ | USD/(GPU hour) | staff |\n| $p$ | USD/kWh | price of electricity |\n\n"
    "It has $P = 1050$ W, $Y = 409{,}000$ GPU hours, $u = 1.2$ and $p = 0.09$ USD/kWh.\n\n"
)
SERVER = TABLE + (
    "| $N$ | parameters | weights |\n| $p$ | bytes/parameter | size of a weight |\n"
    "| $\\Phi$ | FLOP/second | peak |\n| $\\beta$ | bytes/second | bandwidth |\n"
    "| $x$ | tokens | prompt |\n| $t$ | seconds | time of a prompt |\n"
    "| $S$ | count | sequences that balance |\n\n"
    "The example has these values:\n\n| $N$ | $p$ | $\\Phi$ | $\\beta$ | $x$ |\n|--|--|--|--|--|\n"
    "| $70 \\times 10^9$ | 2 | $989 \\times 10^{12}$ | $3.35 \\times 10^{12}$ | 2048 |\n\n"
    "## Prefill\n\n"
)
LAYER = TABLE + (
    "| $z$ | sequences | sequences |\n| $S$ | tokens | length |\n| $H$ | count | width |\n"
    "| $k$ | ranks | ranks of a layer |\n| $a$ | bytes | kept by one rank alone |\n"
    "| $c$ | bytes | kept by each of them |\n| $N_h$ | count | heads |\n"
    "| $\\rho$ | ratio | heads of a group |\n| $g$ | count | groups |\n\n"
    "It has $z = 2$, $S = 4096$, $H = 8192$, $k = 8$, $N_h = 64$ and $g = 8$.\n\n"
)
STEP = TABLE + (
    "| $A$ | count | accumulated |\n| $v$ | seconds | one micro-batch |\n"
    "| $w$ | seconds | the exchange |\n| $T$ | seconds | a step |\n"
    "| $p$ | ratio | share of the reads |\n| $U$ | bytes | cache |\n| $S$ | bytes | data |\n\n"
    "Here $A = 8$, $v = 0.295$ s, $w = 0.5$ s, $U = 1.92 \\times 10^{12}$ and "
    "$S = 6 \\times 10^{12}$.\n\n$$T = A v + w, \\qquad p = \\min(1, U / S)$$\n\n"
)

TWO_FORMS = {
    # What is right, what is wrong instead, where that is told.
    "a formula that turns watts into kilowatts takes the units of its rows": (
        BILL + "$$E = \\frac{@ P Y}{1000}$$\n\nWith $u = 1.2$ this comes to $E = 516{,}000$ "
        "kWh, as much as 147 homes.", "u", "", 16,
    ),
    "a sign in such a formula": (
        BILL + "$$H = \\frac{b}{r - o @ u P p / 1000}$$\n\nWith $b = 30000$, $o = 0.25$ and "
        "$r = 2.20$, $H = 16{,}300$ hours.", "-", "+", 16,
    ),
    "a total is no rate, where another letter is": (
        BILL + "The run takes $@$ joules per token.", "j", "E", 16,
    ),
    "letters side by side are a product, and have its unit": (
        BILL + "The rent is $rY$ dollars @.", "in all", "per GPU hour", 16,
    ),
    "letters that head a table of one row have its values": (
        SERVER + "$$S = \\frac{@}$$\n\nThat is $S = 295$.",
        "p \\Phi#2 \\beta", "p \\Phi#4 \\beta", 19,
    ),
    "several amounts behind several formulas are of them in their order": (
        LAYER + "$$a = 34 z S H, \\qquad c = z S H \\left( 10 + \\frac{24}{k} \\right)$$\n\n"
        "The two are 2.28 GB and @ MB.", "872", "827", 17,
    ),
    "who prints a tenth has not rounded up to a whole number": (
        "It has $52.8 / 7.52 = @$ times as many.", "7.02", "8.0", 1,
    ),
    "a tenth behind about was worked out": (
        "It has $52.8 / 7.52 \\approx @$ times as many.", "7.0", "8.0", 1,
    ),
    "a digit of many that breaks the step of a column": (
        (
            "| batch | ms | tokens/s |\n|---|---|---|\n| 1 | 5.25 | 190 |\n| 8 | 5.45 | 1468 |\n"
            "| 32 | 6.13 | 5224 |\n| 128 | 8.83 | @ |\n| 512 | 19.65 | 26060 |\n"
        ),
        "14496", "11496", 6,
    ),
    "a condition that gives values puts them in": (
        STEP + "$$T = (A - 1) (v @ w)$$\n\nIf $v = w = 15$ ms, this is 210 ms.", "+", "-", 15,
    ),
    "what is said here is of the one formula before it": (
        STEP.split("$$")[0] + "A cache answers the share $p = \\@(1, U / S)$ of reads, here 0.32.",
        "min", "max", 13,
    ),
    "each of two formulas near a number may have lost a term": (
        LAYER + "$$\\rho \\ge \\frac{g k}{N_h@}$$\n\nwhile others want $\\rho \\ge g / k$. With "
        "$g = 8$, $z = 20.1$, $k = 8$ and $N_h = 64$ it wants $\\rho \\ge 1.458$.", " - z", "", 15,
    ),
    "a column may keep step with a root": (
        (
            "| nodes | hours | minutes |\n|---|---|---|\n| 32 | 156 | 137 |\n| 128 | 39.1 | @ |\n"
            "| 512 | 9.77 | 34.2 |\n| 2048 | 2.44 | 17.1 |\n"
        ),
        "68.5", "86.5", 4,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TWO_FORMS)
def test_the_wrong_form_is_told_at_its_line_and_the_right_one_is_not(name: str) -> None:
    text, right, wrong, line = TWO_FORMS[name]
    forms = [text.replace("@", form).replace("#", "}{") for form in (right, wrong)]

    assert ([], [line]) == tuple(errors_in(form + "\n") for form in forms)


TABLES = {
    "one digit for another is no slip in a straight line through three rows": (
        "| before | after |\n|---|---|\n| 1.42 s | 1.10 s |\n| 18.13 s | 13.75 s |\n"
        "| 49.05 s | 37.83 s |\n| 94.42 s | 71.49 s |\n"
    ),
    "rows that say the same make no straight line surer": (
        "| printed | computed |\n|---|---|\n| 4.7 million | 4718592 |\n"
        "| 37.7 million | 37.7487 million |\n| 300,000 | 294912 |\n| 800,000 | 786432 |\n"
        "| 4.7 million | 4718592 |\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_a_table_whose_rows_may_all_be_right_is_let_be(name: str) -> None:
    assert [] == errors_in(TABLES[name])


def test_a_column_headed_by_a_drawing_is_told_by_its_number() -> None:
    rows = ((2.4, 1.2), (4.8, 2.4), (9.6, 4.8), (91.2, 9.6))
    cells = "".join(f"<tr><td>{first}</td><td>{second}</td></tr>\n" for first, second in rows)
    head = "<tr><th>T</th><th><math><mi>t</mi></math></th></tr>"
    page = read_document("page.md", f"<table>\n{head}\n{cells}</table>\n")
    (finding,) = lint(Project([page], REGISTRY))

    assert "By its step with column 2 in all other rows this is 19.2" in finding.message


LET_BE = {
    "what a batch does from one size to another is no ratio of the sizes": (
        "It is nearly proportional: from 64 to 128 sequences it rises by a factor of 1.93."
    ),
    "what follows a supposition in words is of that case": (
        "Suppose now that the GPUs are doubled and $A$ is halved. The batch remains, and $T$ falls "
        "to 1.68 s. Then $T = 1.68$ s."
    ),
    "a sentence that begins with a condition is of that case": (
        "If each node reads only its own part of the set, everything fits and $p = 1$."
    ),
    "of two cases the first may be told in words": (
        "$$T = A v$$\n\nFor $v = 5$ ms this is 5 ms in the plain scheme and 40 ms at $A = 8$."
    ),
    "a list of values begins a sentence": (
        "With $v = 0.3$ s and the values found above, $T = 4$ s and $w = 1$ s, the rest is small."
    ),
    "a step of its own may be chosen": "A step of $T = 4$ s is far above.",
    "a point of a list has a choice of its own": (
        "1. *Exactly.* With $T = A v$ nothing is lost.\n2. *In steps* of $T = 4$ s."
    ),
}


@pytest.mark.parametrize("name", LET_BE)
def test_another_case_is_let_be(name: str) -> None:
    assert [] == errors_in(STEP + LET_BE[name] + "\n")


def test_a_special_case_in_brackets_is_let_be() -> None:
    text = "With $\\rho = N_h / g$, separate heads ($\\rho = 1$) give the familiar one.\n"

    assert [] == errors_in(LAYER + text)


def test_what_a_formula_works_out_is_no_product_of_the_words_before_it() -> None:
    rows = "| $W$ | parameters | weights |\n| $k$ | ranks | ranks |\n\nHere $k = 8$.\n\n"
    text = (
        "The weights number $W = 5.15 \\times 10^{10}$. At 16 bytes per parameter the state on one "
        "rank is $16 W / k = 103$ GB.\n"
    )

    assert [] == errors_in(TABLE + rows + text)


def test_operations_that_cancel_need_no_row_of_their_own() -> None:
    rows = (
        "| $x$ | FLOP/byte | work for each byte |\n| $c$ | count | inner width |\n"
        "| $z$ | bytes | an element |\n| $n$ | count | GPUs |\n\n"
    )

    assert [] == errors_in(TABLE + rows + "$$x = \\frac{c}{z\\,(n - 1)}$$\n")


def test_a_quotient_beside_both_of_its_columns_holds_in_each_row() -> None:
    text = (
        "| ranks | flat | in two levels | gain |\n|---|---|---|---|\n| 8 | 0.553 | 0.116 | 4.77 |\n"
        "| 64 | 0.569 | 0.125 | 4.57 |\n| 512 | 0.642 | 0.135 | 4.77 |\n"
    )

    assert [] == errors_in(text)
