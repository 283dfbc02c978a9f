"""Numbers that sentences, tables and examples tell: what does not follow is found, the rest not."""

from __future__ import annotations

import pytest

from derive.lint import Project, lint, read_document
from derive.registry import load

REGISTRY = load()
HEAD = "| Symbol | Meaning | Unit |\n|---|---|---|\n"


def lines_of(text: str, path: str = "numbers.md") -> list[int]:
    """The lines in which an error is provable."""
    project = Project([read_document(path, text)], REGISTRY, notations={path: None})
    return sorted(
        {one.line for one in lint(project) if one.severity == "error" and one.level == "provable"}
    )


# Text with a place for a number, the right one, a wrong one, and the line of the wrong one.
TOLD = {
    "an amount in two units": ("The cache takes $42.9$ GB, or {} GiB.", "40", "46", 1),
    "seconds and hours": ("It lasts $1.00 \\times 10^5$ seconds, or {} hours.", "27.8", "2.78", 1),
    "bits and bytes": ("At \\SI{{400}}{{Gbit/s}}, that is \\SI{{{}}}{{GB/s}}.", "50", "400", 1),
    "shares and their total": (
        "The terms are 1.85 %, 1.85 % and 0.34 %, together {} % of the time.", "4.0", "5.0", 1,
    ),
    "a share of a number": (
        "The adapter has 131,072 weights, which is {} % of the 16,777,216 weights.",
        "0.78", "7.8", 1,
    ),
    "a share of what is subtracted from": (
        "This saves $112 - 70 = 42$ GB, which is {} % of the whole.", "37.5", "35.7", 1,
    ),
    "digits in another order": ("The largest is $(2 - 2^{{-10}}) \\cdot 2^{{15}} = {}$.",
                                "65504", "65540", 1),
    "digits in another order, about": ("In seconds $48.8 \\cdot 3600 \\approx {} \\times 10^5$.",
                                       "1.76", "1.67", 1),
    "a total": (
        ("| Format | Sign | Exponent | Fraction | In all |\n|---|--:|--:|--:|--:|\n"
        "| FP32 | 1 | 8 | 23 | 32 |\n| BF16 | 1 | 8 | {} | 16 |\n| FP16 | 1 | 5 | 10 | 16 |"),
        "7", "10", 4,
    ),
    "columns that keep step": (
        ("| Weights | Tokens |\n|---|---|\n| 1.3 billion | 26 billion |\n"
        "| 7 billion | {} billion |\n| 70 billion | 1.4 trillion |"), "140", "104", 4,
    ),
    "columns against each other": (
        "| Context | Sequences |\n|---|---|\n| 2048 | 745 |\n| 4096 | {} |\n| 8192 | 186 |",
        "372", "732", 4,
    ),
    "an expression": ("With $a = 64$ query heads and $g = 8$ others it is $a / g = {}$.",
                      "8", "6", 1),
    "a value of another section": (
        ("# One\n\nA token takes $c = 327680$ bytes.\n\n# All\n\n$$Q = y n c$$\n\n"
        "For $y = 16$ and $n = 8192$ it is $Q \\approx {}$ GB."), "42.9", "49.2", 9,
    ),
    "a gigabyte beside bytes": (
        ("$$T = \\frac{{2 P + Q}}{{S}}$$\n\nWith $P = 70 \\times 10^9$, $Q = 42.9$ GB and "
        "$S = 26.8 \\times 10^{{12}}$ the step takes $T \\approx {} \\times 10^{{-3}}$ seconds."),
        "6.83", "8.63", 3,
    ),
    "the same number in another unit": (
        ("$$K = 2 \\Phi$$\n\nHere $\\Phi = 9 \\times 10^{{21}}$.\n\n$$t = K / u$$\n\n"
        "At $u = 2 \\times 10^{{17}}$ it takes $t \\approx {} \\times 10^4$ seconds, or 25 hours."),
        "9.0", "7.0", 7,
    ),
    "about, in four digits": (
        "$$r = y / T$$\n\nWith $y = 16$ and $T = 0.00683$ it is $r \\approx {}$.",
        "2343", "2434", 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TOLD)
def test_a_number_that_does_not_follow_is_found(case: str) -> None:
    text, right, wrong, line = TOLD[case]
    path = "numbers.tex" if "\\SI" in text else "numbers.md"

    assert ([], [line]) == (lines_of(text.format(right), path), lines_of(text.format(wrong), path))


# Formulas whose examples follow from another one, and the line of the formula.
AT_FAULT = {
    "a root": (("$$h = \\frac{K}{6 r}$$\n\nFor $K = 10^{24}$ and $r = 20$ it is "
               "$h \\approx 9.13 \\times 10^{10}$."), 1),
    "a letter": (("Let $P = 13 \\times 10^9$ be the weights.\n\n$$R = \\frac{G u}{6}$$\n\n"
                 "With $G = 512$ and $u = 3.956 \\times 10^{14}$ $R \\approx 2.597 \\times 10^6$."),
                 3),
    "a term": (("$$M = (a + c) N$$\n\nWith $a = 2$, $b = 4$, $c = 12$ and $N = 7000$ it is "
               "$M = 126000$."), 1),
}  # fmt: skip


@pytest.mark.parametrize("case", AT_FAULT)
def test_a_formula_that_its_example_contradicts_is_found(case: str) -> None:
    text, line = AT_FAULT[case]

    assert [line] == lines_of(text)


def test_what_follows_from_a_wrong_number_is_no_second_mistake() -> None:
    text = (
        "$$s = x t$$\n\n$$w = 8 s$$\n\nWith $x = 1.25$ and $t = 1024$ it is $s = 1820$, and so "
        "$w = 10240$."
    )

    assert [5] == lines_of(text)


QUIET = {
    "alternatives": "Take 80 GB or 1 TB, or 16 GB. It runs 10 minutes, or 3 hours.",
    "a call": "We have $f = 0.5$, $f(0.51) = 0.26$ and $f(2) \\approx 4$.",
    "a size": "$$h = u^{1/3}$$\n\nWith $u = 2.2 \\times 10^{-16}$ one takes $h = 10^{-5}$.",
    "an example and another value": "$S = \\frac{34 h}{a} = \\frac{34 \\cdot 4096}{32} = 4352$ for "
    "$h = 4096$ and $a = 32$. At $S \\approx 4096$ both are equal.",
    "what is left of a difference": "With $a = 1.23457$ and $b = 1.23457$, $a - b = 10^{-15}$.",
    "a price": HEAD + "| $g$ | price of one accelerator | dollars/hour |\n\n"
    "At $g = 2.50$ dollars it is cheap.",
    "a column that is nearly in step": "| T | Sum |\n|---|---|\n| 10.0 | 10.1 |\n| 25.0 | 25.1 |\n"
    "| 50.0 | 50.001 |\n| 100.0 | 100.1 |",
    "rows without a step": "| GPUs | Batch |\n|---|---|\n| 8 | 64 |\n| 16 | 128 |\n| 32 | 200 |",
}


@pytest.mark.parametrize("case", QUIET)
def test_what_is_right_is_not_told(case: str) -> None:
    assert [] == lines_of(QUIET[case])


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (HEAD + "| $L$ | bandwidth between host and device | bytes |", "units.md"),
        ("\\begin{description}\n\\item[$t$] latency of one message (bytes)\n\\end{description}",
         "units.tex"),
    ],
)  # fmt: skip
def test_a_unit_that_does_not_measure_the_quantity_is_found(text: str, path: str) -> None:
    project = Project([read_document(path, text)], REGISTRY, notations={path: None})

    assert "provable" in [
        one.level for one in lint(project) if one.rule == "meanings_and_units_agree"
    ]


def test_hours_in_seconds_are_no_mistake_of_a_law() -> None:
    text = "$$Y = \\gamma G \\frac{\\tau}{3600}$$\n"
    rows = (
        "| $Y$ | cost of the run | dollars |\n| $\\gamma$ | price of GPU time | dollars/hour |\n"
        "| $G$ | number of GPUs | count |\n| $\\tau$ | time of the training run | seconds |\n\n"
    )
    project = Project([read_document("c.md", HEAD + rows + text)], REGISTRY)

    assert [] == [
        one.message for one in lint(project, ["formulas_agree_with_the_registry"])
        if one.severity in {"error", "warning"}
    ]  # fmt: skip


def test_a_span_of_code_shows_a_text_and_claims_nothing() -> None:
    assert [] == lines_of("It is told of `42.9 GB, or 46 GiB` on a line, and of `1 s` elsewhere.")
