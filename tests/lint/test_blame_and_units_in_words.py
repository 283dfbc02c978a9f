"""What words around a formula say: units, values of one case, and which of two is to blame."""

from __future__ import annotations

import pytest
from test_document_against_itself import HEAD, REGISTRY, errors_in

from derive.lint import Project, lint, read_document

EXPERTS = (
    HEAD + "| $g$ | expert-parallel degree | ranks |\n| $P$ | weights of a token | parameters |\n"
    "| $F$ | work for one token | FLOP/token |\n| $v$ | throughput | tokens/second |\n"
    "| $n$ | devices | count |\n| $q$ | how often it happens | ratio |\n\n{}\n"
)
# What is right, what is wrong, and the line at which that is told.
SENTENCES = {
    "the letter of another count": (
        "It is cut over $g$ ranks, each of them with a batch.",
        "It is cut over $g$ tokens, each of them with a batch.",
    ),
    "a letter that is a share counts nothing": (
        "Of all steps a share $q$ is lost.",
        "In each round $q$ steps are lost.",
    ),
    "the unit of a quotient": (
        "With $v = 4000$ and $n = 8$ it is $v / n = 500$ tokens per second.",
        "With $v = 4000$ and $n = 8$ it is $v / n = 500$ tokens per step.",
    ),
    "the unit of what a formula gives": (
        "With $P = 7 \\times 10^9$ it is $F = 6 P$. This is $4.2 \\times 10^{10}$ FLOP per token.",
        "With $P = 7 \\times 10^9$ it is $F = 6 P$. This is $4.2 \\times 10^{10}$ FLOP per second.",
    ),
    "a bound in words": (
        "With $a = 6$ and $b = 2$ the rule $w \\ge a / b$ holds from $w = 3$ on.",
        "With $a = 6$ and $b = 2$ the rule $w \\ge a / b$ holds from $w = 12$ on.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SENTENCES)
def test_words_say_what_a_letter_or_a_number_is(name: str) -> None:
    right, wrong = SENTENCES[name]

    assert ([], [10]) == (errors_in(EXPERTS.format(right)), errors_in(EXPERTS.format(wrong)))


@pytest.mark.parametrize(
    "sentence",
    [
        # Experts differ.
        "With $K = 4$ and $c = 2$ some have $f_i = 0.2$, the others $f_i = 0.1$; then $J = 1.4$.",
        # The number before "which" is of the time.
        "With $K = 4$ and $c = 2$ it takes $T = 43{,}200$ seconds, which is 12 hours.",
        # A weight is no expert.
        "A token meets 4 experts and fetches 13.3 GB, two bytes for each weight.",
    ],
)
def test_what_is_said_of_something_else_is_not_held_against_a_formula(sentence: str) -> None:
    text = f"Let $J = c \\sum_{{i=1}}^{{K}} f_i$, and let $W = c K$.\n\n{sentence}\n"

    assert [] == errors_in(text)


FAR = (
    "The network has $\\ell = 30$ layers, $d = 4096$ and $a = 4$ choices for each token.\n\n"
    "# Far away\n\nA device sends $S = {} d v T$ bytes.\n\n"
    "At $v = 2$ and $T = 8192$ this is $S = 268{{,}}435{{,}}456$ bytes.\n"
)


@pytest.mark.parametrize(("factor", "lines"), [("a", []), ("", [5])])
def test_a_letter_of_another_section_may_be_the_one_that_a_formula_lacks(
    factor: str, lines: list[int]
) -> None:
    assert lines == errors_in(FAR.format(factor))


def test_nothing_follows_from_a_number_that_its_own_chain_refutes() -> None:
    text = (
        "Take $K = 64$ and $C = 640$; of $A = 32{,}768$ choices "
        "$D = 8 \\cdot (960 - 640) = 2650$ are lost.\n\n"
        "What stays empty is $V = K C - (A + D)$, or 10,752 here.\n"
    )

    assert [1, 3] == errors_in(text)


RENT = (
    HEAD + "| $c$ | rent of a device | dollars/hour |\n| $n$ | devices | count |\n"
    "| $T$ | time of the run | seconds |\n| $h$ | the same in hours | hours |\n"
    "| $C$ | rent of all | dollars |\n\n{}\n"
)


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        # A quantity times a quantity is one, whatever their units.
        ("It costs $C = c n T$.", []),
        # Who turns seconds into hours in one formula puts numbers in.
        ("Here $h = T / 3600$.\n\nIt costs $C = c n T$.", [11]),
        ("Here $h = T / 3600$.\n\nIt costs $C = c n T / 3600$.", []),
    ],
)
def test_a_rate_per_hour_needs_hours_where_formulas_take_numbers(
    sentence: str, lines: list[int]
) -> None:
    assert lines == errors_in(RENT.format(sentence))


BILL = r"""
\section{{Power}}
\begin{{tabular}}{{lll}}
Letter & Stands for & Measured in \\
$P$ & drawn by the site & watts \\
$G$ & devices & count \\
$w$ & drawn by a device & watts \\
$\kappa$ & overhead of the building & ratio \\
$T$ & time & seconds \\
$E$ & electricity & {} \\
\end{{tabular}}

The site draws
\begin{{equation}}
  P = {} G w, \qquad E = P T .
\end{{equation}}
For $G = 2048$, $w = 950$ and $\kappa = 1.2$ the bill reads

\begin{{tabular}}{{lr}}
Power of the site, $P$ & \qty{{2.33}}{{\mega\watt}} \\
Peak & \qty{{989}}{{\tera\FLOP\per\second}} \\
\end{{tabular}}
"""


@pytest.mark.parametrize(
    ("unit", "factor", "lines"),
    [("joules", r"\kappa", []), ("joules", "", [15]), ("watts", r"\kappa", [10])],
)
def test_a_table_of_results_bears_formulas_out(unit: str, factor: str, lines: list[int]) -> None:
    assert lines == errors_in(BILL.format(unit, factor), path="bill.tex")


def test_about_behind_a_displayed_formula_is_what_it_comes_to() -> None:
    text = (
        "Take $D = 12$, $T = 4$, $P = 2$ and $F = {}$. The speed is\n"
        "\\begin{{equation}}\n  v = \\frac{{D}}{{T}} = \\frac{{F}}{{6 P}} ,\n\\end{{equation}}\n"
        "about 3.00 in our case.\n"
    )

    assert ([], [3]) == (
        errors_in(text.format(36), path="v.tex"), errors_in(text.format(72), path="v.tex")
    )  # fmt: skip


ROOFLINE = (
    "A product moves $Q = 2 ({})$ bytes, and its intensity is\n\n"
    "$$I = \\frac{{2 r c z}}{{Q}} = \\frac{{r c z}}{{r c + c z + r z}}.$$\n\n"
    "Where $H = 8192$, it has $r = 8192$, $c = H$ and $z = 4096$; so $I = 2048$.\n"
)


@pytest.mark.parametrize(("moved", "line"), [("r c + c z + r z", 0), ("r c + c z", 1)])
def test_a_formula_may_lack_a_product_and_a_letter_may_stand_for_another(
    moved: str, line: int
) -> None:
    found = errors_in(ROOFLINE.format(moved))

    assert found == [] if not line else line in found


@pytest.mark.parametrize(("unit", "lines"), [("tokens", []), ("steps", [5])])
def test_counts_that_are_divided_away_leave_one(unit: str, lines: list[int]) -> None:
    text = (
        "- $w$ — length of the warm-up, counted in updates (steps)\n"
        "- $t$ — length of the warm-up, counted in text ({})\n"
        "- $b$ — tokens of a batch (tokens/step)\n\nIt lasts $t = w b$.\n"
    )

    assert lines == errors_in(text.format(unit))


ROWS = r"""
\begin{{align}}
  X = \frac{{2 a}}{{c}} &\approx \frac{{(p - 1) u}}{{3 h b}} \cdot \frac{{1}}{{1 + l / (6 h)}} \\
    &= \frac{{2 (p - 1) u}}{{b ({} h + l)}}.
\end{{align}}
"""


@pytest.mark.parametrize(("factor", "lines"), [("6", []), ("3", [4])])
def test_a_chain_goes_on_in_the_next_row(factor: str, lines: list[int]) -> None:
    assert lines == errors_in(ROWS.format(factor), path="x.tex")


@pytest.mark.parametrize(
    "sentence",
    [
        "With $C = 1.2$ and $T = 6$ it is $c = C / T = 0.2$. For $c = 0.1$ one waits longer.",
        "One is slow with the chance $\\pi = 0.002$, one of 64 with $1 - (1 - \\pi)^{64} = 0.12$.",
    ],
)
def test_what_is_supposed_or_named_like_a_constant_is_no_claim(sentence: str) -> None:
    head = HEAD + "| $\\pi$ | chance that a node is slow | ratio |\n| $c$ | share | ratio |\n\n"

    assert [] == errors_in(head + sentence + "\n")


LOSS = (
    "A part is lost: $f = \\frac{{s}}{{I}} + \\frac{{I}}{{2 M}}{}$.\n\n"
    "Take $s = 8$, $I = 2400$ and $M = 360000$. With $D = 720$ we get $f = 0.0087$.\n\n"
    "Elsewhere $I = 60$.\n"
)


@pytest.mark.parametrize(("term", "lines"), [(" + \\frac{D}{M}", []), ("", [1])])
def test_a_letter_that_the_sentence_gives_is_what_the_formula_lacks(
    term: str, lines: list[int]
) -> None:
    assert lines == errors_in(LOSS.format(term))


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("we write $\\eta = a / b$ for the latency of a hop", [6]),
        ("we write $\\eta = a / b$ for the utilisation of a device", []),
        ("we get $\\eta = a / b$ for the latency of a hop", []),
    ],
)
def test_a_sentence_that_writes_a_letter_for_something_declares_it(
    words: str, lines: list[int]
) -> None:
    text = HEAD + f"| $\\eta$ | utilisation of the device | ratio |\n\n\nThen {words}.\n"
    project = Project([read_document("own.md", text)], REGISTRY, notations={"own.md": None})

    assert lines == [found.line for found in lint(project, ["sentences_agree_with_tables"])]


def test_who_counts_two_things_with_one_letter_in_one_sentence_means_it() -> None:
    table = "| Letter | Unit | Meaning |\n|---|---|---|\n| $p$ | stages | stages |\n\n"

    assert [5] == errors_in(table + "A stage keeps $p$ micro-batches.\n")
    assert [] == errors_in(table + "The first of $p$ stages keeps $p$ micro-batches.\n")
