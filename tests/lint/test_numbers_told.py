"""Numbers that sentences, tables and examples tell: what does not follow is found, the rest not."""

from __future__ import annotations

import pytest
from provable import lines_of, right_and_wrong

from derive.lint import Project, lint, read_document
from derive.records import Notation, Row, Scope, Source
from derive.registry import load

REGISTRY = load()
HEAD = "| Symbol | Meaning | Unit |\n|---|---|---|\n"


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
    "values each in a unit of its own": (
        ("$$T = 2 (N - 1) (\\alpha + \\frac{{n}}{{N \\beta}})$$\n\nFor $n = 1$ MB, $N = 16$, "
        "$\\beta = 50$ GB/s and $\\alpha = 5$ $\\mu$s it is $T = {}$ $\\mu$s."),
        "187.5", "287.5", 3,
    ),
    "bits beside bytes": (
        ("$$T = 2 (N - 1) (\\alpha + \\frac{{n}}{{N \\beta}})$$\n\nFor $n = 1$ MB, $N = 16$, "
        "$\\beta = 400$ Gb/s and $\\alpha = 5$ us it is $T = {}$ ms."), "0.1875", "0.2875", 3,
    ),
    "this, right behind the values": (
        ("$$M = 4 \\Psi + \\frac{{12 \\Psi}}{{N_d}}$$\n\nWith $\\Psi = 7 \\times 10^9$ and "
        "$N_d = 64$ this is {} GB."), "29.3", "39.3", 3,
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

    assert ([], [line]) == right_and_wrong(text, right, wrong, path)


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


# Sentences with a place for a number, the right one and a wrong one, by what is reckoned in them.
RECKONED = {
    "parts and a total": [
        ("The states take 40 GB, the activations 12 GB and the buffers 4 GB, in total {} GB.",
         "56", "66"),
        ("The states take 40 GB, the activations 12 GB and the buffers 4 GB, which sums to {} GB.",
         "56", "65"),
        ("Weights of 14 GB, gradients of 14 GB and an optimizer of 84 GB are together {} GB.",
         "112", "122"),
        ("Forward takes 1.2 s, backward 2.4 s and the optimizer 0.3 s, {} s in total.",
         "3.9", "4.9"),
        ("We rent 32 GPUs, 64 GPUs and 16 GPUs, altogether {} GPUs.", "112", "121"),
        ("The run costs $1,200 and the storage $300, in total ${}.", "1,500", "1,700"),
        ("The parts are 512 MB, 1.25 GB and 2.25 GB, adding up to {} GB.", "4.0", "5.0"),
        ("We store $14$ GB of weights and $28$ GB of moments, a total of ${}$ GB.", "42", "52"),
    ],
    "a share": [
        ("Of the 80 GB of the GPU, 56 GB are used by states, that is {} %.", "70", "75"),
        ("Of a step of 1.4 s the exchange of 0.49 s is {} %.", "35", "45"),
        ("Of 512 GPUs, 32 are spare ({} %).", "6.25", "8.25"),
        ("56 GB of the 80 GB are taken, or {} %.", "70", "75"),
        ("We use 12 out of 64 GPUs ({} %).", "19", "28"),
        ("The reader loses 300 s of the 3,600 s, which is {} %.", "8.3", "9.8"),
        ("40 % of the 80 GB is {} GB.", "32", "36"),
        ("40 % of 1,200 hours are {} hours.", "480", "408"),
        ("The routed experts have 37 billion of 671 billion parameters ({} %).", "5.5", "7.5"),
        ("Out of 1000 steps 25 are repeated, that is {} %.", "2.5", "5"),
        ("Checkpoints cost 36 s of 3,600 s, i.e. {} %.", "1", "10"),
        ("This is 12 GB, {} % of the 80 GB.", "15", "25"),
    ],
    "what is left, and a change": [
        ("Doubling the degree from 32 to 64 halves the memory from 3.5 GB to {} GB.",
         "1.75", "1.25"),
        ("Of the 80 GB of a card, 56 GB are used by states, which leaves {} GB.", "24", "34"),
        ("Of the 80 GB, 56 GB are taken, so {} GB are left.", "24", "26"),
        ("56 GB of the 80 GB leaves {} GB.", "24", "34"),
        ("80 GB less 56 GB is {} GB.", "24", "34"),
        ("Of 256 GPUs, 16 GPUs are kept for repairs, which leaves {} GPUs.", "240", "224"),
        ("Of 512 GPUs, 32 GPUs are spare, leaving {} GPUs.", "480", "448"),
        ("The context doubles from 4096 to {} tokens.", "8192", "9182"),
        ("The time falls from 120 s to 30 s, a factor of {}.", "4", "6"),
        ("It is {} times faster, from 120 s to 60 s.", "2", "4"),
        ("The memory is cut by a factor of {}, from 112 GB to 28 GB.", "4", "8"),
        ("Throughput grows by {} %, from 4,000 tokens/s to 5,000 tokens/s.", "25", "50"),
        ("The step drops from 1.20 s to 0.40 s, {} times faster.", "3", "5"),
    ],
    "a product": [
        ("A fleet of 1000 GPUs with 50,000 hours each fails every 50,000 / 1000 = {} hours.",
         "50", "500"),
        ("512 GPUs at 2 USD per GPU-hour for 10 hours is {} USD.", "10,240", "12,040"),
        ("8 GPUs with 80 GB each have {} GB.", "640", "600"),
        ("At 2 USD per GPU-hour, 58,982 GPU-hours cost {} USD.", "117,964", "171,964"),
        ("At 140 TFLOP/s per GPU, 64 GPUs reach {} PFLOP/s.", "8.96", "9.86"),
        ("That is 58,982 GPU-hours; at 2 USD per GPU-hour the bill is {} USD.",
         "117,964", "171,964"),
        ("512 x 80 GB = {} GB.", "40,960", "49,960"),
        ("16 nodes with 8 GPUs each are {} GPUs.", "128", "182"),
        ("32 experts of 1.2 GB each take {} GB.", "38.4", "48.4"),
        ("We rent 64 GPUs at $2.50 per GPU-hour for 100 hours, which is ${}.", "16,000", "61,000"),
        ("40 GB + 12 GB + 4 GB = {} GB.", "56", "66"),
        ("The quotient is 112 / 80 = {}.", "1.4", "1.6"),
        ("4 GPUs have 80 GB each, {} GB in total.", "320", "340"),
        ("64 times 2 GB is {} GB.", "128", "182"),
        ("Every node draws 10 kW, so 32 nodes draw {} kW.", "320", "230"),
        ("Each GPU has 80 GB, so 8 GPUs have {} GB.", "640", "460"),
        ("Reading 980 GB at 20 GB/s takes {} s.", "49", "94"),
        ("At 20 GB/s, 980 GB take {} s.", "49", "94"),
        ("A row has 4096 × 4096 = {} weights.", "16,777,216", "17,677,216"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", RECKONED)
def test_what_words_reckon_is_reckoned_again(kind: str) -> None:
    found = {
        (text, told): bool(lines_of(text.format(told)))
        for text, *both in RECKONED[kind]
        for told in both
    }
    wanted = {
        (text, told): told is wrong for text, right, wrong in RECKONED[kind]
        for told in (right, wrong)
    }  # fmt: skip

    assert wanted == found


# Sentences with the same words and numbers that claim nothing which does not follow.
UNRECKONED = {
    "parts and a total": [
        "The states do not take 40 GB and 12 GB, in total 60 GB.",
        "Do the states take 40 GB and the activations 12 GB, in total 60 GB?",
        "If the states took 40 GB and the activations 12 GB, in total 60 GB, we would be lost.",
        "Each of 8 GPUs holds 40 GB and 12 GB, in total 416 GB.",
        "Of the 80 GB, 40 GB are states and 12 GB activations, in total 52 GB.",
        "The states take 40 GB, of which 12 GB are weights, in total 40 GB.",
        "Reading takes 3 s and computing 4 s, overlapped together 4 s.",
        "The states take 40 GB, the rest 12 GB and overheads, in total 60 GB.",
        "States take about 40 GB and activations about 12 GB, together roughly 50 GB.",
        "The parts are 0.333 s, 0.333 s and 0.333 s, in total 1.0 s.",
        "The states take 40 GB and the run 12 hours, in total 60 GB.",
        "We tried 3 models with 7 GPUs and 8 GPUs, in total 45 runs.",
        "The states take 40 GB. Other things take 12 GB and more. Together they take 62 GB.",
        "In 2021 we had 40 GPUs, in 2022 64 GPUs and in total 200 GPUs in 2023.",
        "The kernel uses 12 GB and 4 GB instead of 20 GB, in total 24 GB.",
        "- states: 40 GB\n- activations: 12 GB\n  - of which attention: 4 GB\n- total: 52 GB",
    ],
    "a share": [
        "746GBps out of 900GBps (82.8%) - very similar to NVLink.",
        "Of 512 GPUs 32 fail, that is 3 % per day.",
        "Of the 80 GB, 56 GB are used, that is 20 % more than before.",
        "Of the 80 GB at most 60 GB are used, that is 70 %.",
        "We use 12 of 64 GPUs (3 nodes, 90 % utilization).",
        "56 GB of 80 GB, or 30 % less.",
        "Use 12 of 64 heads (5 % slower).",
        "The H100 reaches 400 TFLOP/s of 989 TFLOP/s, which is 40 %.",
        "10 of 80 GB per layer are taken, or 25 % of the traffic.",
        "Of a run of 10 hours 2 hours are lost; that is 80 % goodput.",
        "40 % of the 80 GB is more than 12 GB.",
        "The step lasts 2.5 s. Of these two, 0.6 s are hidden, or 34 %, in each half.",
        "Training on 2 of 8 GPUs is 40 % slower.",
        "Of the 80 GB, 56 GB are not used, that is 20 %.",
    ],
    "what is left, and a change": [
        "It would be 4 times faster, from 120 s to 60 s.",
        "The batch doubles from 4 to 8 while the rate goes from 3 to 4.",
        "Memory nearly halves from 80 GB to 42 GB.",
        "The degree goes from 32 to 64, 3 times more work each.",
        "It takes 120 s to 30 s, a factor of 6 in price.",
        "Throughput grows from 100 to 150 tokens/s, 2 times less memory.",
        "Of the 80 GB, 56 GB are taken by states and 10 GB by buffers, which leaves 14 GB.",
        "Of 80 GB, 56 GB are taken and 4 GB leak, which leaves 20 GB.",
        "Of the 80 GB, 3 GB are states and 52 GB taken, 55 GB in total. That leaves 15 GB, not 25.",
        "An 80 GB GPU has 34 GB left.",
        "A GPU of 80 GB therefore has 34 GB left.",
        "Doubling the degree from 32 to 68 GPUs does not halve the time from 8 s to 7 s.",
        "Halving takes the loss from 4 to 3.",
        "The state halves each time from 80 GB to 20 GB.",
    ],
    "a product": [
        "At 140 TFLOP/s per GPU, 64 GPUs reach 7.9 PFLOP/s on a bad link.",
        "At 140 TFLOP/s per node, 64 GPUs reach 1.12 PFLOP/s.",
        "On one pod it takes 44 days \\* 8960 / 225 = 1752 days.",
        "On one pod it takes 44 days * 8960 / 225 = 1752 days.",
        "In the usual recipe that is 2 + 2 + 12 = 16 bytes for each of the parameters.",
        "That makes 2 + 4 = 6 operations, and a run of tokens is done.",
        "PCIe load: we're loading chunks of 16GB / 2 = 8GB over 8 PCIe links, each of 16 lanes.",
        "This gives us 2 + 8 = 10 bytes per parameters.",
        "Over the node that is 7.75GiB / 400GBps = 20.8ms, within 6% of the 22.05 ms measured.",
        "8 GPUs with 80 GB each have 1 TB/s of bandwidth.",
        "8 nodes with 8 GPUs each have 80 GB.",
        "8 GPUs with 80 GB each have 512 GB free.",
        "512 GPUs at 2 USD per GPU-hour for 10 hours with a discount cost 8,000 USD.",
        "64 GPUs at 2 USD per hour for 10 hours is 20 USD.",
        "The dates 10/11 = 12 are odd; a / 2 = 3; version 3.5 / 7 = 0.6.",
        "Use TP 8 x PP 4 = 32 GPUs and 2 x 3 x 4 = 24.",
        "16 / 8 = 2 bytes. 7 x 2 = 14 GB. 1024 x 1024 x 4 = 4 MB.",
        "100 / 3 = 33. 2/3 = 0.67. 400 Gbit/s / 8 = 50 GB/s. 1 / 3 = 33 %.",
        "3 + 4 × 5 = 23. (3 + 4) × 5 = 35. 2 × (3 + 4) = 14.",
        "3 x 24 hours = 72 hours. 3 × 24 = 3 days. 8 x 80 GB = 0.64 TB.",
        "6 × 7B × 2T = 8.4e22. 70B / 8 = 8.75B. 2^10 x 2 = 2048 bytes.",
        "Each GPU has 80 GB, so 8 nodes have 460 GB.",
        "Each GPU draws 700 W, so 8 GPUs draw 5.6 kW.",
        "Reading 980 GB at 20 Gbit/s takes 392 s; at 20 GB/s, 980 GB take 49 s.",
        "Reading 980 GB at 20 GB/s each takes 12 s.",
        "It is wrong that 8 GPUs with 80 GB each have 600 GB.",
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", UNRECKONED)
def test_words_that_only_look_like_reckoning_are_left_alone(kind: str) -> None:
    assert [] == [text for text in UNRECKONED[kind] if lines_of(text)]


USES = (
    "| Symbol | Meaning | Unit |\n|---|---|---|\n| $C$ | time to write a checkpoint | seconds |\n"
    "| $M$ | mean time between failures | seconds |\n"
    "| $T_b$ | best time between checkpoints | seconds |\n\n"
    "Here $M = 10800$ s and $C = 22.5$ s.\n\n## The best time\n\n{}\n\n"
    "Our numbers give $T_b = \\sqrt{{22.5 \\times 10800}} = 493$ s.\n"
)


@pytest.mark.parametrize(
    ("law", "line"),
    [("$$T_b = \\sqrt{2 C M}$$", 13), ("$$T_b = \\sqrt{3 C M}$$", 11)],
    ids=["a law as everybody has it is used wrongly", "a law that nobody has is wrong"],
)
def test_what_uses_a_law_with_all_its_values_is_held_against_it(law: str, line: int) -> None:
    # The registry is asked by the document's own words.
    project = Project([read_document("uses.md", USES.format(law))], REGISTRY)

    errors = [one.line for one in lint(project) if one.severity == "error"]

    assert [line] == errors


GIVEN = (
    "| Symbol | Meaning | Unit |\n|---|---|---|\n| $P$ | parameters | parameters |\n"
    "| $K$ | bytes of a parameter | bytes/parameter |\n| $C$ | memory | bytes |\n\n"
    "Our example has $P = 13 \\times 10^9$ and $K = 12$ bytes on $C = 80 \\times 10^9$ bytes. "
)
CASES = {
    "a given value is no result": GIVEN
    + "The largest that fits is\n\n$$P = \\frac{C}{K},$$\n\nso.",
    "a case with its own result": GIVEN
    + "Two of them would hold $P = 2 C / K = 13.3 \\times 10^9$.",
    "a number with its power": GIVEN.replace("$P = 13 \\times 10^9$ and ", "")
    + "The largest is\n\n$$P = \\frac{C}{K}$$\n\nparameters, or $6.67 \\times 10^9$ here.",
}


@pytest.mark.parametrize("name", CASES)
def test_values_of_other_cases_are_no_claims(name: str) -> None:
    assert [] == lines_of(CASES[name])


# A text with a place, what is right there, what is not, and the line of the mistake.
FORMULAS = {
    "a quotient that cancels": (
        HEAD + "| $k$ | layers | layers |\n| $w$ | width | count |\n| $n$ | length | tokens |\n\n"
        "$$\\frac{{12 k n w}}{{72 k w^2}} = \\frac{{n}}{{{} w}}$$",
        "6", "8", 7,
    ),
    "a bound and what an example concludes": (
        ("$$G {} \\frac{{F}}{{u r D}}$$\n\naccelerators are needed: with $F = 5.88 \\times "
         "10^{{23}}$, $u = 0.4$, $r = 989 \\times 10^{{12}}$ and $D = 604800$ we need "
         "$G \\ge 2458$."),
        "\\ge", "\\le", 1,
    ),
    "a letter that a column has and the formula lacks": (
        ("With $d = 128$ it is $m = 2 d {}$.\n\n| $k$ | $m$ |\n|---|---|\n| 64 | 16384 |\n"
         "| 8 | 2048 |\n| 1 | 256 |"),
        "k", "", 1,
    ),
    "one of three rows": (
        ("With $d = 54$ one has $t = \\sqrt{{2 d m}}$.\n\n| $m$ | $t$ |\n|---|---|\n"
         "| 172800 | 4320 |\n| 43200 | 2160 |\n| 10800 | {} |"),
        "1080", "1800", 7,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FORMULAS)
def test_a_formula_is_held_against_all_that_is_said_of_it(case: str) -> None:
    text, right, wrong, line = FORMULAS[case]

    assert ([], [line]) == right_and_wrong(text, right, wrong)


def test_a_row_is_held_against_its_formula_as_the_others_correct_it() -> None:
    text = (
        "With $d = 54$ one has $t = \\sqrt{d m}$, so at $m = 43200$ $t = 2160$.\n\n| $m$ | $t$ |\n"
        "|---|---|\n| 172800 | 4320 |\n| 43200 | 2160 |\n| 10800 | 1800 |"
    )

    assert [1, 7] == lines_of(text)


def test_a_bare_number_of_another_size_is_about_something_else() -> None:
    text = (
        "| $F$ | arithmetic of the run | FLOP |\n| $P$ | weights | parameters |\n"
        "| $D$ | tokens | tokens |\n| $n$ | length | tokens |\n| $d$ | width | count |\n\n"
        "$$F = 6 P D (1 + \\frac{n}{6 d})$$\n\nWith $P = 7 \\times 10^{10}$, $D = 1.4 \\times "
        "10^{12}$, $n = 8192$ and $d = 8192$ the bracket is 1.17. At $n = 2048$ it is only 1.04."
    )

    assert [] == lines_of(HEAD + text)


def test_what_everyone_assumes_of_a_layer_is_not_called_wrong() -> None:
    rows = (
        "| $A$ | activation memory of one layer | bytes |\n| $s$ | sequence length | tokens |\n"
        "| $b$ | micro-batch size | sequences |\n| $h$ | hidden size | count |\n\n"
    )
    told = {}
    for law in ("34", "43"):
        text = HEAD + rows + f"$$A = {law} s b h$$"
        project = Project([read_document("layer.md", text)], REGISTRY)
        told[law] = {
            one.severity for one in lint(project, ["formulas_agree_with_the_registry"])
        }  # fmt: skip

    assert "info" in told["34"] or not told["34"]
    assert {"error", "warning"} & told["43"]


def test_a_letter_without_a_counterpart_keeps_the_unit_of_its_row() -> None:
    text = HEAD + (
        "| $I$ | intensity | FLOP/byte |\n| $R$ | peak rate | FLOP/second |\n"
        "| $\\beta$ | bandwidth | bytes/second |\n\n$$I = \\frac{\\beta}{R}$$"
    )
    for counterpart in ("", "B_hbm"):
        rows = (
            Row("I", "", "intensity", "FLOP/byte", 3, wanted="intensity"),
            Row("R", "", "peak rate", "FLOP/second", 4, wanted="rate"),
            Row("\\beta", counterpart, "bandwidth", "bytes/second", 5, wanted="bandwidth"),
        )
        book = Notation(
            "roofline", source=Source("roofline", "Roofline", kind="document"),
            titles=("Roofline",), scopes=(Scope("document"),), rows={"document": rows},
        )  # fmt: skip
        path = "roofline.md"
        project = Project([read_document(path, text)], REGISTRY, notations={path: book})
        told = list(lint(project, ["units_agree_in_formulas"]))

        assert [("error", 7)] == [(one.severity, one.line) for one in told]
        assert "their" not in str(told[0])


@pytest.mark.parametrize(("extreme", "lines"), [("min", []), ("max", [3])])
def test_stages_may_be_counted_from_one(extreme: str, lines: list[int]) -> None:
    rows = (
        Row("n_j", "n_fly", "micro-batches in flight", "micro-batches", 1),
        Row("M", "m", "micro-batches of a step", "micro-batches", 1),
        Row("P", "p", "pipeline stages", "stages", 1),
    )
    book = Notation(
        "flight", source=Source("flight", "Flight", kind="document"), titles=("Flight",),
        scopes=(Scope("document"),), rows={"document": rows},
    )  # fmt: skip
    text = f"# Flight\n\n$$n_j = \\{extreme}(M, P - j + 1)$$\n"
    project = Project([read_document("flight.md", text)], REGISTRY, notations={"flight.md": book})
    found = lint(project, ["formulas_agree_with_the_registry"])

    assert lines == [each.line for each in found if each.severity == "error"]
