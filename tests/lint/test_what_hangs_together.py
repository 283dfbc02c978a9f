"""What formulas, derivatives, tables and words say of each other, told where it breaks."""

from __future__ import annotations

import pytest
from provable import REGISTRY, lines_of, right_and_wrong

from derive.lint import Project, lint, read_document

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
RUN = TABLE + (
    "| $N$ | parameters | size of the model |\n| $D$ | tokens | training tokens |\n"
    "| $C$ | FLOP | work of the run |\n| $r$ | tokens/parameter | tokens for each parameter |\n"
    "| $n$ | tokens | tokens of a step |\n| $F$ | FLOP/second | speed |\n"
    "| $K$ | ranks | ranks |\n| $t$ | seconds | time of a step |\n"
    "| $U$ | bytes | sent in a step |\n| $V$ | bytes | sent by the other scheme |\n"
    "| $w$ | bytes/parameter | weights |\n| $g$ | bytes/parameter | gradients |\n\n"
)
MODELS = (
    "Our model has $N = 13 \\times 10^9$ on $K = 32$ ranks, with $w = 2$ and $g = 2$.\n\n"
    "# Others\n\nOne of $N = 70 \\times 10^9$ would not fit, and $N = 7 \\times 10^9$ is easy.\n\n"
    "# Traffic\n\n"
)
EXPERTS = TABLE + (
    "| $M$ | experts | experts of a layer |\n| $s$ | experts | shared ones |\n"
    "| $r$ | experts | those a token visits |\n| $p$ | parameters/expert | an expert |\n"
    "| $T$ | parameters | all experts |\n| $A$ | parameters | those a token passes |\n"
    "| $h$ | ratio | the former over the latter |\n\n"
)
LINKS = TABLE + (
    "| $S$ | bytes | vector |\n| $k$ | ranks | ranks of a node |\n| $H$ | nodes | nodes |\n"
    "| $B$ | count | buckets of one step |\n| $a$ | seconds | start-up |\n"
    "| $v$ | bytes/second | rate |\n| $t$ | seconds | inside |\n| $u$ | seconds | between |\n"
    "| $V$ | seconds | transfer of all |\n| $y$ | seconds | what stays visible |\n"
    "| $x$ | FLOP/token | work of a token |\n\n"
)
BROKEN = {
    # The text, what is right, what is wrong instead, and where it is told.
    "letters that are defined by each other": (
        RUN + "With a fixed $r = D / N$ insert $D = r N$,\n\n$$C = 6 N D = 6 {},$$\n\nfor all.",
        "r N^2", "r^2 N", 18,
    ),
    "a chain with a formula that has an example": (
        RUN + "The weights are $U = w N = 140$ GB. Then\n\n$$V = \\frac{{U + g N}}{{K}} = "
        "\\frac{{(w {} g) N}}{{K}}.$$",
        "+", "-", 18,
    ),
    "a formula that lacks a letter which its chain has": (
        EXPERTS + "$$T = {} p, \\qquad A = (r + s) p$$\n\nTheir quotient is $$h = \\frac{{T}}{{A}}"
        " = \\frac{{M + s}}{{r + s}},$$\n\nwhich for $M = 64$, $s = 2$ and $r = 6$ is 8.25.",
        "(M + s)", "M", 11,
    ),
    "a number of the running example, after others": (
        RUN + MODELS + "$$U = \\frac{{K - 1}}{{K}} (g + w) N$$\n\nFor the model above that is "
        "50.4 GB. The work takes\n\n$$t = \\frac{{6 N {}}}{{F}},$$\n\nwhich is 1.60 s for "
        "$n = 8192$ and $F = 400 \\times 10^{{12}}$.",
        "n", "", 28,
    ),
    "what a sentence says a letter is": (
        RUN + "With $K = 8$, $N = 10^9$ and $g = 2$ each rank sends\n\n$$U = {} \\frac{{g N}}"
        "{{K}},$$\n\nso that here $U$ is only 0.5 GB, which is little.",
        "2", "3", 18,
    ),
    "one of two forms of a relation": (
        RUN + "$$t = \\frac{{C}}{{K F}}, \\qquad\\text{{or}}\\qquad F = \\frac{{C}}{{{}t}}.$$",
        "K ", "", 16,
    ),
    "a number of a sentence whose other number is right": (
        LINKS + "The machine has $k = 8$, $H = 16$, $v = 3 \\times 10^{{11}}$ and $a = 3 \\times "
        "10^{{-6}}$.\n\n# Gathering\n\n$$u = (H - 1) \\left( a + \\frac{{S}}{{H v}} \\right)$$\n\n"
        "$$t = (k - 1) \\left( a + \\frac{{S}}{{{}v}} \\right)$$\n\nFor\n$S = 1.6 \\times 10^9$\n"
        "we see\nthe following\nnumbers:\n\n- The two stages take $u = 5.05$ ms and $t = 4.69$ ms."
        "\n- No others do.\n",
        "k ", "", 21,
    ),
    "a cell of a table that lies on its side": (
        ("Of $M = 64$ experts with $r = 6$ each, $m$ tokens touch $e$:\n\n$$e = M \\left( 1 - "
        "\\left( 1 - \\frac{{r}}{{M}} \\right)^m \\right)$$\n\n"
        "| $m$ | 1 | 4 | 16 | 64 |\n|---|---|---|---|---|\n| $e$ | 6 | {} | 50.8 | 63.9 |\n"),
        "20.8", "28.0", 7,
    ),
    "a rate for each of something else": (
        LINKS + "It needs $x \\approx 3.35 \\times 10^{{11}}$ FLOP per {}, all told.",
        "token", "step", 15,
    ),
    "a formula whose values stand in a column with units": (
        (
            "| Letter | Means | Unit | Ours |\n|---|---|---|---|\n| $N$ | weights | parameters "
            "| 70 billion |\n| $p$ | prompt | tokens | 2000 |\n| $M$ | memory | bytes | 80 GB |\n"
            "| $n$ | GPUs | count | 4 |\n| $F$ | speed | FLOP/second | $989 \\times 10^{{12}}$ |\n"
            "| $t$ | time of a prompt | seconds | |\n\n$$t = \\frac{{2 N p}}{{{}F}}$$\n\n"
            "that is 0.0708 s."
        ),
        "n ", "", 10,
    ),
    "a formula whose letters stand in the second column": (
        (
            "| Stands for | Letter | Unit | Ours |\n|---|---|---|---|\n| weights | $m$ | bytes | "
            "140 |\n| heads | $h$ | count | 8 |\n| layers | $L$ | count | 80 |\n"
            "| of one token | $c$ | bytes | |\n\n$$c = {} L h$$\n\nwhich is $c = 1280$ bytes."
        ),
        "2", "4", 8,
    ),
    "a letter that is a term of a sum, too": (
        (
            "With $N = 7$, $p = 20$, $F = 100$ and $k = 3$ we have $$t = \\frac{{{} N p}}{{F}}, "
            "\\qquad a = t + k N$$\n\nand $t = 2.80$, so that it takes $2.8 + 21 = 23.8$ seconds."
        ),
        "2", "3", 1,
    ),
    "a bracket that a fraction keeps open": (
        "We have $x = \\frac{{B}}{{k (p + o{}}}$ of them, with $B$, $k$, $p$ and $o$ as they were.",
        ")", "", 1,
    ),
    "what is per token, times tokens": (
        TABLE + "| $c$ | bytes/token | cache of one token |\n| $x$ | tokens | tokens of one "
        "request, prompt and answer |\n\nA conversation takes $c x$ bytes{}, which is much.",
        " per request", " per token", 6,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_does_not_hang_together_is_told_at_its_place(what: str) -> None:
    text, right, wrong, line = BROKEN[what]

    assert ([], [line]) == right_and_wrong(text, right, wrong)


def test_a_text_may_say_in_which_unit_all_columns_are() -> None:
    rows = "| $S$ | bytes | vector |\n| $k$ | count | buckets |\n| $c$ | seconds | one of them |\n"
    more = "| $T$ | seconds | all |\n| $x$ | bytes | size |\n| $w$ | bytes/second | rate |\n\n"
    text = TABLE + rows + more + (
        "$$c = \\frac{x}{w}, \\qquad T = k c = \\frac{k x}{w}$$\n\nWith $w = 25$ GB/s, and with "
        "all times in milliseconds,\n\n| $k$ | $x$ in MB | $c$ | $T$ |\n|---|---|---|---|\n"
        "| 1 | 2600 | 104 | 104 |\n| 4 | 650 | 26 | 104 |\n| 26 | 100 | 4 | 104 |\n"
    )  # fmt: skip

    assert [] == lines_of(text)


def test_a_value_given_behind_what_was_worked_out_is_of_another_case() -> None:
    text = (
        "Of $n$ chips with overhead $r$ the gain is $$g = \\frac{n}{1 + r}.$$\n\nWith $n = 8$ it "
        "is $g = 8 / 1.306 = 6.13$. Nobody should tolerate $r = 0.2$."
    )

    assert [] == lines_of(text)


def test_an_interval_need_not_close_as_it_opens() -> None:
    assert [] == lines_of("It is $\\frac{1}{2} x \\in [0, 1)$ and $f(\\frac{(a + b)}{c})$.")


COUNTED = TABLE + (
    "| $G$ | GPUs | GPUs of the job |\n| $s$ | stages | stages of the pipeline |\n"
    "| $B$ | count | size of a micro-batch |\n| $S$ | sequences | sequences of a step |\n"
    "| $x$ | FLOP/parameter | work |\n\n"
)


@pytest.mark.parametrize(
    "words",
    [
        "With $s = 8$ GPUs it is done.",
        "With $B = 8$ sequences it is done.",
        "It takes $x = 6$ FLOP per weight, all told.",
    ],
)
def test_nouns_that_may_stand_for_each_other_contradict_no_row(words: str) -> None:
    assert [] == lines_of(COUNTED + words)


SILENT = {
    "a value that a sentence gives for two places": (
        "| Letter | Unit | Meaning |\n|---|---|---|\n| $y$ | bytes | size |\n| $h$ | bytes | half "
        "size |\n| $q$ | seconds | start-up |\n| $v$ | bytes/second | rate |\n| $e$ | ratio | "
        "share |\n\n$$h = q v$$\n\nwhich is 1.35 MB inside a node and 0.4 MB between nodes. So\n\n"
        "$$y \\ge \\frac{e}{1 - e} h.$$\n\nFor $e = 0.9$ on the slow links that is 3.6 MB."
    ),
    "a table beside a number in millions": (
        TABLE + "| $P$ | parameters | of an expert |\n| $n$ | count | experts |\n| $y$ | ranks | "
        "ranks |\n| $S$ | bytes | kept |\n\nFor $n = 128$ it is $P = 18.9$ million.\n\n"
        "$$S = \\frac{16 n P}{y}$$\n\n| $y$ | $S$ in GB |\n|---|---|\n| 2 | 19.3 |\n| 8 | 4.83 |\n"
        "| 32 | 1.21 |\n| 128 | 0.302 |\n"
    ),
    "quantities side by side, in two of which rows keep a ratio": (
        "| $y$ | experts per rank | $V$ in GB | $S$ in GB |\n|---|---|---|---|\n"
        "| 2 | 64 | 0.134 | 19.3 |\n| 8 | 16 | 0.235 | 4.83 |\n| 32 | 4 | 0.260 | 1.21 |\n"
        "| 128 | 1 | 0.266 | 0.302 |\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SILENT)
def test_nothing_is_told_of(what: str) -> None:
    assert [] == lines_of(SILENT[what])


@pytest.mark.parametrize(
    "latex",
    [
        "\\log((1/2)^{100}) = 100 \\log(1/2)",
        "\\log\\big(1 - \\underbrace{D(G(z))\\big)}_{2}",
        "\\frac{1}{2} (a + b",
    ],
)
def test_only_brackets_that_cross_a_fraction_or_a_root_are_told(latex: str) -> None:
    assert [] == lines_of(f"We see ${latex}$ there.", "braces_come_in_pairs")


def test_a_letter_that_a_sentence_supposes_is_explained_there() -> None:
    rows = "".join(f"| ${name}$ | count | amount {name} |\n" for name in "abcdefgh")
    text = f"{TABLE}{rows}\n$$a = b c d e f g h$$\n\n" + "{} $x$ tokens; we need $a / x$ of them."

    def undeclared(words: str) -> bool:
        project = Project([read_document("t.md", text.format(words))], REGISTRY)
        return any(each.severity == "warning" for each in lint(project, ["letters_are_declared"]))

    assert not undeclared("Let a page hold")
    assert undeclared("We shall hold")
