"""Numbers away from the values that they follow from; cases of strangers' text that stay silent."""

from __future__ import annotations

import pytest
from test_numbers_told import HEAD, REGISTRY, lines_of

from derive.lint import Project, lint, read_document
from derive.records import Notation, Row, Scope, Source

# Text with a place, what is right there, what is wrong, and the line that is told.
TOLD = {
    "a factor upside down, beside other numbers": (
        ("With $\\mu = 0.42$ the run lasts long.\n\nThe hardware executes 8 FLOPs where the model "
        "needs 6, and $\\eta = \\frac{{{}}} \\mu = 0.56$."), "4}{3", "3}{4", 3,
    ),
    "a power that belongs to the other letter": (
        "$$N \\approx {}$$\n\nwhich for $c = 60$ and $d = 6656$ is $3.19 \\times 10^{{10}}$.",
        "12 c d^2", "12 c^2 d", 1,
    ),
    "a formula that no row is near": (
        ("$$P = \\left( \\frac{{K}}{{120}} \\right)^{{1/{}}}$$\n\n| $K$ | $P$ |\n|---|---|\n"
        "| $10^{{21}}$ | $2.89 \\times 10^9$ |\n| $10^{{22}}$ | $9.13 \\times 10^9$ |\n"
        "| $10^{{23}}$ | $2.89 \\times 10^{{10}}$ |"), "2", "3", 1,
    ),
    "results beside shares": (
        ("$$S = p N + \\frac{{g N}}{{D}}$$\n\nFor $N = 32 \\times 10^9$, $D = 128$, $p = 2$ and "
        "$g = 16$:\n\n| Stage | Per rank | Saved |\n|---|---|---|\n| $S$ | {} GB | 88 % |"),
        "68", "86", 7,
    ),
    "a term that is not divided": (
        ("$$S = p N + {}$$\n\nFor $N = 32 \\times 10^9$, $D = 128$, $p = 4$ and $g = 12$:\n\n"
        "| Stage | Per rank | Saved |\n|---|---|---|\n| $S$ | 131 GB | 77 % |"),
        "\\frac{g N}{D}", "g N", 1,
    ),
    "terms that the text works out": (
        ("Here $n = 63$, $p = 4$, $c = 0.2761$, $Q = 3.94$ and $r = 50$.\n\n# Steps\n\n"
        "$$Z = (n + p) c {} \\frac{{Q}}{{r}}$$\n\nthat is $Z = 18.50 + 0.08 = 18.58$ s."),
        "+", "-", 5,
    ),
    "a small sum with a zero at its end": (
        "The stages hold $6 + 5 + 4 + 3 + 2 + 1 = {}$ of them.", "21", "20", 1,
    ),
    "hours of seconds": (
        ("A token costs $$C = \\frac{{D}}{{{}}}$$\n\nWith $D = 2.40$ and $v = 808$ that is "
        "$C = 8.25 \\times 10^{{-7}}$."),
        "3600 v", "v", 1,
    ),
    "a bound that is then rounded": (
        ("A batch keeps $$m \\le \\frac{{R {}}}{{k}}$$\n\nWith $R = 134000$, $S = 64000$ and "
        "$k = 2147$ it allows $m \\le 32.6$, hence 32."),
        "- S", "+ S", 1,
    ),
    "bits are no number of their own": (
        ("We take $k = 4$ stages and $r = 8$ ranks.\n\n# Gradients\n\nIn 16 bits they are\n\n"
        "$$g = \\frac{{2 P}}{{{}}}$$\n\nthat is, with 16 bits each, $g = 4.375 \\times 10^9$ "
        "bytes for $P = 70 \\times 10^9$."), "k r", "k", 7,
    ),
}  # fmt: skip

SILENT = {
    "two cases of time": "The rates at time $t=0$ and time $t\\geq1$ differ.",
    "conditions between two cases": "Note how they differ between $t=0$ and $t \\geq 1$.",
    "a choice": (
        "Setting it to $P = (F - 1)/2$ keeps the size.\n\n"
        "Here no padding is used, $P = 0$, and the filter has $F = 3$."
    ),
    "differentials": (
        "$$\\sigma = 2 \\lambda + 1$$\n\n$$\\tau = 3 \\lambda + \\alpha$$\n\n"
        "We set $d\\sigma = d\\tau = d\\alpha = 0$."
    ),
    "a digit behind a sign": "The weights are $\\sim$6000 times smaller in size.",
    "a name of a program": 'We removed the call "__gpu$xla.gpu.triton" from the list.',
    "an integrand": "If you can integrate $2x~dx$, that will do it.",
    "another case without values": (
        "$$P = 1 - \\exp\\left( -\\frac{t}{\\Omega} \\right)$$\n\nWith $\\Omega = 10265$ s and "
        "$t = 3600$ s this is $P = 0.296$. Over a span of one $\\Omega$ it is $P = 0.632$."
    ),
    "other values of the section": (
        "Links of $B = 450$ and chips of $P = 90$ allow $$k \\le 1 + B / P$$\n\n"
        "that is $k \\le 6$. Between nodes, with $B = 45$, it is $k \\le 1.5$. "
        "Chips that reach only $P / 3$ allow $k \\le 16$ inside one."
    ),
    "an earlier value of what a letter is made of": (
        "With $\\lambda = 0.048$ the share is $$G = \\frac{1}{1 + \\lambda}$$\n\n"
        "of the rate $$R = G c$$\n\nwhere $c = 580$. For $\\lambda = 0.03$ disks must be faster. "
        "What stays arrives at $R = 553.4$."
    ),
    "a case that words open": (
        "Suppose $u = 64$ and $w = 1024$.\n\n"
        "When the second batch is just twice the first, $w = 2 u$, all weights are plain."
    ),
    "a case that a formula opens": (
        "Our running example has $w = 5120$ and $f = 13824$.\n\n"
        "A gate that keeps $f = 4 w$ gives more, and nobody has it."
    ),
    "where something begins to hold": (
        "Our running example has $m = 2048$, $q = 16$ and $l = 4096$.\n\n"
        "Half of it is scores from $l = 34 m / (5 q)$ on."
    ),
    "small numbers that are rounded": "It is $2 \\cdot 28672 / 2550 = 22$, or some 100 / 7 = 14.",
    "what is counted for each": (
        HEAD + "| $i$ | arithmetic of the scores | FLOPs/byte |\n\n"
        "The example reaches $i = 5$ FLOPs for each byte that is read."
    ),
    "the next case of a sentence": (
        "$$\\lambda = \\frac{a}{1 + c / y}$$\n\nWith $a = 12$ and $c = 3072$ the first job gets "
        "$\\lambda = 3$, and $y = 256$ gets $\\lambda = 0.923$. For $y = 256$ that is little."
    ),
    "twice the ranks": (
        "A message takes $T = c N$ seconds, with $c = 0.25$ and $N = 8$.\n\n# Later\n\n"
        "On the larger machine of 16 nodes we saw $T = 4.00$."
    ),
}


@pytest.mark.parametrize(("text", "right", "wrong", "line"), TOLD.values(), ids=TOLD)
def test_what_does_not_follow_is_told_where_it_stands(
    text: str, right: str, wrong: str, line: int
) -> None:
    assert [] == lines_of(text.format(right))
    assert [line] == lines_of(text.format(wrong))


@pytest.mark.parametrize("text", SILENT.values(), ids=SILENT)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert [] == lines_of(text)


def test_what_is_called_so_sometimes_has_one_meaning() -> None:
    meaning = "minus the variance divided by the mean, an object that is sometimes called a price"
    text = HEAD + f"| $q$ | {meaning} | 1 |\n"
    project = Project([read_document("price.md", text)], REGISTRY)

    assert [] == list(lint(project, ["rows_say_one_thing"]))


def test_a_unit_may_have_a_bracket_behind_its_slash() -> None:
    text = HEAD + "| $z$ | price of one accelerator for one hour | dollars/(GPU hour) |\n"
    project = Project([read_document("price.md", text)], REGISTRY)

    assert [] == list(lint(project, ["units_of_tables_exist"]))


NOTATION = Notation(
    "steps", source=Source("steps", "Steps", kind="document"), titles=("Steps",),
    scopes=(Scope("document"),),
    rows={"document": (
        Row("q", "m", "micro-batches", "count", 3),
        Row("k", "p", "stages", "stages", 4),
        Row("f", "t_f", "forward time", "seconds", 5),
        Row("b", "t_b", "backward time", "seconds", 6),
        Row("Z", "T_step", "time of a step", "seconds", 7),
        Row("S_1", "M_state", "model state of a rank in stage 1", "bytes", 8),
        Row("S_2", "M_state", "model state of a rank in stage 2", "bytes", 9),
        Row("e", "T_exp", "communication that nothing hides", "seconds", 10),
        Row("E", "EP", "ranks of a set of experts", "GPUs", 13),
        Row("g", "G_node", "GPUs of a node", "GPUs", 14),
        Row("v", "n_xnode", "nodes of a set of experts", "count", 15),
        Row("l", "L", "layers", "layers", 16),
        Row("A", "M_layer", "activations of one layer", "bytes", 17),
        Row("M", "M_act", "activations of a GPU", "bytes", 18),
        Row("P", "p_fail", "probability of a failure", "ratio", 19),
        Row("u", "MTBF", "time between failures", "seconds", 20),
        Row("w", "h", "hidden size", "count", 21),
        Row("U", "Psi_layer", "parameters of a layer", "count", 22),
        Row("Q", "a", "attention heads", "heads", 11),
        Row("G", "g", "key-value heads", "heads", 12),
    )},
)  # fmt: skip
ROWS = "".join(
    f"| ${row.glyph}$ | {row.says} | {row.unit} |\n" for row in NOTATION.rows["document"]
)


def told_with_a_notation(text: str) -> list[tuple[str, str]]:
    path = "steps.md"
    project = Project(
        [read_document(path, HEAD + ROWS + text)], REGISTRY, notations={path: NOTATION}
    )
    return [
        (one.rule, one.level) for one in lint(project)
        if one.severity in {"error", "warning"} and one.level in {"provable", "likely"}
    ]  # fmt: skip


def test_a_sum_that_counts_something_else_is_no_misprint() -> None:
    assert [] == told_with_a_notation("\n$$Z = (q + k - 1)(f + b) + e$$\n")


def test_one_quantity_in_two_cases_may_have_two_letters() -> None:
    assert [] == told_with_a_notation("\nStage 1 keeps $S_1$, and stage 2 keeps $S_2$.\n")


def test_a_ratio_of_one_model_is_no_bound() -> None:
    assert [] == told_with_a_notation("\nThat both are as large is due to $Q = 4 G$.\n")


def test_the_part_of_a_maximum_that_decides_may_stand_for_it() -> None:
    assert [] == told_with_a_notation("\nA larger group covers $v = E / g$ nodes.\n")


def test_what_a_law_makes_of_a_letter_may_stand_for_it() -> None:
    assert [] == told_with_a_notation("\nThe first stage keeps\n\n$$M = k \\frac{l}{k} A = l A$$\n")


def test_a_number_may_stand_for_a_letter_of_a_law() -> None:
    assert [] == told_with_a_notation("\nA day has $P = 1 - \\exp(-86400 / u)$.\n")


def test_a_relation_is_no_better_for_the_law_beside_it() -> None:
    text = "\n$$l = e + A, \\qquad U = 12 w^2$$\n"

    assert [("units_agree_in_formulas", "provable")] == told_with_a_notation(text)


@pytest.mark.parametrize(
    ("print_", "level"), [("16 w^2", "provable"), ("4 w^2 + 12 w^2 = 16 w^2", "likely")]
)
def test_nobody_slips_twice_alike(print_: str, level: str) -> None:
    text = f"\nA layer holds $U = {print_}$.\n"

    assert [("formulas_agree_with_the_registry", level)] == told_with_a_notation(text)
