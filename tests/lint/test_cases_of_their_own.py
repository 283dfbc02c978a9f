"""What a text says of a case, a row or a list of its own contradicts nothing."""

from __future__ import annotations

import pytest
from provable import REGISTRY, lines_of

from derive.lint import Project, lint, read_document

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
COPY = TABLE + (
    "| $T$ | seconds | time of a copy |\n| $S$ | bytes | its size |\n"
    "| $w$ | bytes/second | bandwidth |\n| $k$ | count | copies |\n| $v$ | bytes/second | slow "
    "|\n\n"
    "$$T = \\frac{S}{w}$$\n\nIt has $S = 3470$ and $w = 25$.\n\n"
)
GROUPS = TABLE + (
    "| $Q$ | count | hosts |\n| $y$ | count | hosts of a router |\n| $a$ | count | routers |\n"
    "| $z$ | count | links of a router |\n| $g$ | count | groups |\n\n"
)

LET_BE = {
    "another letter in place of one": (
        COPY + "With $v$ in place of $w$ the copy has $T = 86.75$ s."
    ),
    "two letters that a chain makes one": (
        GROUPS + "$$g = a z + 1, \\qquad Q = y\\,a\\,g$$\n\nUsual is $a = 2 y = 2 z$, and "
        "then\n\n"
        "$$Q = 2 y^2 (2 y^2 + 1) = 4 y^4 + 2 y^2$$"
    ),
    "a letter that is another one in a case": (
        COPY + "If the other link is slow, $w = v$ counts, with $v = 40$ bytes/second, and there "
        "$T = 86.75$ s."
    ),
    "what is supposed later": (
        COPY.replace(" and $w = 25$", "") + "The copy has $T = 138.8$ s. A slow link, say "
        "$w = 2.5$, would be no misprint."
    ),
    "what a formula above comes to": (
        COPY + "$$T = \\frac{k S}{w}$$\n\nFor $S = 0.3 \\times 10^9$ bytes that is 28.8 GB."
    ),
    "words that count another number": (
        TABLE + "| $m$ | count | micro-batches |\n| $G$ | count | batch |\n| $p$ | stages | "
        "degree |"
        "\n\n$$m = G p$$\n\nWith $p = 4$ and $G = 8$ it is $m = 32$.\n\n"
        "For this batch eight stages have $m = 64$."
    ),
    "a number in dollars that counts what a letter does": (
        "Each of $D$ ranks takes $b$ sequences $a$ times.\n\n"
        "$$a = \\left\\lceil \\frac{B}{b D} \\right\\rceil$$\n\nWith $b = 4$, $D = 64$ and "
        "$B = 1024$ we get $a = 4$. On $96$ ranks the same request yields $a = 3$."
    ),
    "a value that heads a point of a list": (
        COPY + "- $T = 3$: 2 sequences per second on 64 ranks;\n- $T = 138.8$: 7 of them.\n"
    ),
    "a point that is headed by another size": (
        COPY + "- Half of the bandwidth: $T = 277.6$ s, and the link sets the pace.\n"
        "- A link twice as fast: 69.4 again. $T$ is then 69.4 s.\n"
    ),
    "a value from which another number follows": (
        COPY + "Now $k = 4$. $$x = \\frac{\\min(k, 8) S}{w} = 555.2$$\n\n"
        "- Half of the bandwidth: $x = 1110$, too slow.\n"
    ),
    "twice as many of something": (
        COPY + "Twice the machines would bring $T = 69.4$ s to all of them."
    ),
    "a value before the section that has a formula for its letter": (
        TABLE + "| $p$ | stages | stages |\n| $m$ | count | micro-batches |\n\n"
        "# Data\n\nThere are $p = 8$ stages and $m = 32$ micro-batches.\n\n# A fixed cluster\n\n"
        "On it $$m = 8 p$$"
    ),
    "billions of tokens in a letter behind the formula": (
        "It is trained on $D = 1500$ B tokens, in steps of $B = 4{,}194{,}304$ tokens.\n\n"
        "$$n = \\left\\lceil \\frac{D}{B} \\right\\rceil = 357{,}628$$"
    ),
    "what a formula divides": (
        "- $v$: size of a sample, 180 kB\n- $n$: nodes, 64\n- $w$: workers of a node, 24\n\n"
        "With bandwidth $W$ it is $$t = \\frac{n w B v}{W}$$\n\nWith $B = 5000$ that is 1.38 TB. "
        "The store gives $W = 2.5$ GB/s, so 553 s."
    ),
    "a price for a million": (
        "The month processed $1.2 \\times 10^{12}$ tokens, so a million tokens cost 0.705 kWh, or "
        "2.54 J per token."
    ),
    "a relation that only a case has": (
        COPY + "With $k = 2 w$ it is worse.\n\n# Elsewhere\n\nThere $w = 25$, and it could have "
        "been had with $k = 312.5$ of them."
    ),
    "a value that a sentence opens with": (
        COPY.replace(" and $w = 25$", "") + "They are alike at\n\n$$k = \\frac{S}{64}$$\n\n"
        "At $k = 8192$ all is much slower, and a copy waits for others."
    ),
    "what a step of a derivation takes": (
        TABLE + "| $W$ | parameters | size |\n| $l$ | layers | layers |\n| $d$ | count | width |\n"
        "\nHere $l = 80$, $d = 8192$ and $W = 70 \\times 10^9$.\n\n# Ratio\n\n"
        "$$r = \\frac{W}{l}$$\n\nwhere the last step takes $W \\approx 12 l d^2$. It is large."
    ),
    "a list in one unit, of the first of two formulas": (
        TABLE + "| $T$ | ms | time |\n| $r$ | ratio | overhead |\n| $f$ | ms | forward |\n\n"
        "With $m = 128$ and $p = 8$:\n\n"
        "$$T = m f + \\frac{(p - 1) f}{v}, \\qquad r = \\frac{p - 1}{v m}.$$\n\n"
        "(With $v = 1$ we are back.) For $v = 1, 2, 4$ we get 3510, 3195 and 3037.5 ms, and more."
    ),
    "a value in the unit of the next one": (
        TABLE + "| $c$ | seconds | piece |\n| $E$ | seconds | what is seen |\n"
        "| $Q$ | seconds | product |\n| $K$ | count | pieces |\n\n"
        "$$E = c + (K - 1) \\max(0, c - \\frac{Q}{K})$$\n\nA product takes $Q = 397$ "
        "microseconds.\n\n- $K = 8$: $c = 37.3$ against 49.6, $E = 37.3$ microseconds.\n"
    ),
    "values of several letters in a row": (
        TABLE + "| $t$ | seconds | time |\n\nWe take\n\n| Quantity | Value |\n|---|---|\n"
        "| $c_w$, $c_g$, $c_o$ | 2, 2 and 12 bytes/parameter |\n| $q$ | 13 |\n\nMoments in 8 bits "
        "($c_o = 4 + 1 + 1 = 6$) are smaller.\n\n# Flash\n\n$$t = \\frac{2 c_o q}{n}$$\n\nWith "
        "$n = 12$ a node needs $t = 26$ s."
    ),
    "a model with two numbers": (
        "For any model $D = 20 N$.\n\nA model with $N = 8 \\times 10^9$ and $D = 1.5 \\times "
        "10^{13}$ has 1875 tokens per parameter."
    ),
    "what the next paragraph begins with": (
        TABLE + "| $q$ | seconds | time |\n\n- failures: $q = 600$\n\nTokens and more of them"
    ),
    "what is said of each before": (
        TABLE + "| $E$ | joules | energy |\n| $C$ | FLOP | compute |\n\n"
        "Per operation the run spends $E / C$ joules."
    ),
    "what all layers have": (
        "With $H = 8192$ a layer has\n\n$$w = 12 H^2,$$\n\nand $w = 805{,}306{,}368$. All layers "
        "together have $64.4 \\times 10^9$ weights."
    ),
    "a maximum of two numbers": (
        TABLE + "| $T$ | seconds | time |\n\nThen $\\max(0, 47.06 - 40) = 7.06$ ms are seen."
    ),
    "numbers of one byte": (
        TABLE + "| $S$ | bytes | buffer |\n| $x$ | tokens | tokens |\n| $k$ | count | copies |\n"
        "| $h$ | count | width |\n\nA layer sends $S = x k h$ bytes in 8-bit precision."
    ),
    "a number as rounded as its exponent": (
        TABLE + "| $M$ | parameters | size |\n| $C$ | count | compute |\n| $x$ | ratio | slope "
        "|\n"
        "| $g$ | count | at one |\n\n$$M = g \\left( \\frac{C}{6} \\right)^{x}$$\n\nThe fit "
        "gives "
        "$x = 0.452$ and $g = 1.345$, hence $M = 3.22 \\times 10^{10}$ for $C = 5.76 \\times "
        "10^{23}$."
    ),
    "three times of a list": "It keeps windows of 15 minutes, 1 hour, and 24 hours.",
    "a value beside an amount of all and of each": (
        "With $k = 1536$ this is $514 \\times 10^3$ tokens/s in all, or about 2006 tokens/s on "
        "each "
        "GPU."
    ),
    "a step of a recursion": (
        TABLE + "| $a$ | ratio | load |\n| $n$ | count | servers |\n| $s$ | count | all "
        "servers |\n"
        "| $Q$ | ratio | chance of waiting |\n| $r$ | ratio | load of one |\n\n"
        "It starts at $B_0 = 1$ with\n\n$$B_n = \\frac{a B_{n-1}}{n + a B_{n-1}}$$\n\nand ends "
        "in\n\n"
        "$$Q = \\frac{B_s}{1 - r\\,(1 - B_s)}$$"
    ),
    "a unit that nobody knows": (
        TABLE + "| $q$ | kelvin | rise |\n\nWith $q = 10\\,\\text{kelvin}$ it is warm."
    ),
    "several formulas of one letter": (
        TABLE + "| $n$ | count | patches |\n| $l$ | count | tokens |\n| $R$ | count | side |\n"
        "| $q$ | count | side of a patch |\n| $v$ | count | shrinking |\n| $f$ | count | "
        "frames |\n\n"
        "$$n = \\left( \\frac{R}{q} \\right)^2$$\n\n## Video\n\n"
        "$$n = f \\left( \\frac{R}{q} \\right)^2$$\n\n## Latents\n\n"
        "$$l = n = \\left( \\frac{R}{v q} \\right)^2$$"
    ),
    "a cell from which another one of its row follows": (
        TABLE + "| $F$ | seconds | forward |\n| $G$ | seconds | backward |\n| $n$ | count | "
        "layers |\n"
        "| $c$ | seconds | a layer |\n\n$$F = c n, \\qquad G = 2 F$$\n\nWith $c = 5$, the last "
        "with the "
        "output:\n\n| $n$ | $F$ | $G$ |\n|--|--|--|\n| 12 | 60 | 120 |\n| 13 | 65 | 130 |\n"
        "| 11 | 55 | 110 |\n| 11 | 65 | 130 |"
    ),
    "a cell that the text says again": (
        TABLE + "| $H$ | count | largest |\n| $f$ | count | bits |\n| $B$ | count | bias |\n\n"
        "$$H = (2 - 2^{-f})\\, 2^{B}$$\n\n| $f$ | $B$ | $H$ |\n|--|--|--|\n| 10 | 15 | 65504 |\n"
        "| 2 | 15 | 57344 |\n| 4 | 6 | 124 |\n| 3 | 7 | 448 |\n\nThe last row breaks the rule, "
        "which gives 240; it reaches $1.75 \\cdot 2^8 = 448$."
    ),
    "a unit for a whole sentence": (
        TABLE + "| $A$ | bytes | one set |\n| $n$ | count | sets |\n| $Q$ | bytes | all sets |\n"
        "| $P$ | count | stages |\n| $V$ | bytes | half of them |\n\n$$Q = n A, \\qquad V = P "
        "A$$\n\n"
        "It has $A = 1.14 \\times 10^9$ bytes, $n = 32$ and $P = 8$.\n\n"
        "In gigabytes this is $Q \\approx 36.5$ and $V \\approx 9.12$."
    ),
    "a tenth in words": (
        TABLE + "| $P$ | count | stages |\n| $n$ | count | parts |\n| $f$ | ratio | idle share "
        "|\n\n"
        "$$f = \\frac{P - 1}{n + P - 1}$$\n\nWith $P = 8$ and $n = 32$ it is $f = 0.179$. To get "
        "$f$ down to a tenth one needs $n \\ge (P - 1)(1 - f)/f = 63$ parts."
    ),
    "a value to be reached": (
        TABLE + "| $i$ | ratio | intensity |\n| $r$ | bytes/second | rate |\n| $F$ | FLOP/second | "
        "peak |\n| $x$ | ratio | share |\n\n$$x = \\frac{i r}{i r + F}$$\n\nAt $i = 16384$, "
        "$r = 25 \\times 10^9$ and $F = 1.6 \\times 10^{14}$ it is $x = 0.72$.\n\nTo reach "
        "$x = 0.9$ one GPU alone would need a rate of 88 GB/s."
    ),
    "what passes each second": (
        TABLE + "| $n$ | count | servers |\n| $w$ | watts | power |\n| $z$ | joules/kilogram | "
        "heat |\n"
        "| $j$ | kilograms/second | water |\n\nAll of it is\n\n$$j = \\frac{n w}{z}$$\n\n"
        "kilograms have to pass each second."
    ),
    "the best of two letters": (
        TABLE + "| $C$ | FLOP | compute |\n| $M$ | parameters | size |\n| $T$ | tokens | data |\n"
        "| $g$ | tokens/parameter | data of each |\n\n$$C = 6 M T$$\n\nIt sees $g = T / M$. If "
        "we fix "
        "$g$, then\n\n$$M_* = \\sqrt{\\frac{C}{6 g}}, \\qquad T_* = g M_* = \\sqrt{\\frac{g "
        "C}{6}}$$"
    ),
    "one byte of each without its one": (
        TABLE + "| $W$ | parameters | size |\n| $R$ | ranks | ranks |\n| $D$ | bytes | memory |\n\n"
        "$$D = W + 2 W + \\frac{8 W}{R}$$"
    ),
    "cases of a table below their letter": (
        TABLE + "| $P$ | parameters | size |\n| $k$ | ranks | ranks |\n| $X$ | bytes | traffic "
        "|\n\n"
        "$$X = \\frac{4 P}{k}$$\n\nWith $P = 13 \\times 10^9$ and $k = 16$ it is small.\n\n"
        "| Case | $k$ | Traffic |\n|---|---|---|\n| alone, $X$ | 1 | 52 GB |\n| many, $X$ | 16 "
        "| 3.25 GB |"
    ),
    "a letter e with values": (
        TABLE + "| $e$ | count | width |\n| $D$ | bytes | two layers |\n\nA layer has $12 e^2$ "
        "weights of "
        "2 bytes, hence\n\n$$D = 2 \\cdot 2 \\cdot 12 e^2 = 48 e^2,$$\n\nwhich for $e = 5120$ "
        "is 1.26 GB."
    ),
    "a bill and its price for many": "It costs 120492 USD, or 0.12 USD for a million tokens.",
}  # fmt: skip


@pytest.mark.parametrize("name", LET_BE)
def test_a_case_of_its_own_is_let_be(name: str) -> None:
    assert [] == lines_of(LET_BE[name] + "\n")


def test_a_bound_may_turn_with_a_letter_below_one() -> None:
    text = (
        "$$\n\\left[1 + \\frac{s a^2}{1 - b}\\right]^{-1} < \\frac{1}{b}\n$$\n\n"
        "which is $s > -(1 - b)^2 / a^2$.\n"
    )

    assert [] == lines_of(text)


def test_cells_of_siunitx_are_values_and_no_meanings() -> None:
    text = (
        "\\begin{tabular}{lll}\nSymbol & Stands for & Unit \\\\\n\\midrule\n"
        "$G$ & accelerators & count \\\\\n$w$ & power of one & \\unit{\\watt} \\\\\n"
        "$J$ & power of all & \\unit{\\watt} \\\\\n\\end{tabular}\n\n"
        "\\begin{equation}\n  J = G w\n\\end{equation}\n\n"
        "\\begin{tabular}{ll}\nSymbol & Value \\\\\n\\midrule\n$G$ & \\num{4096} \\\\\n"
        "$w$ & \\qty{650}{\\watt} \\\\\n\\end{tabular}\n\nThey draw $J = "
        "\\qty{@}{\\mega\\watt}$.\n"
    )
    told = [lines_of(text.replace("@", number), path="p.tex") for number in ("2.66", "6.26")]

    assert [[], [20]] == told


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (".. math:: @\n", [3]),
        (".. math::\n\n   @\n", [5]),
    ],
)
def test_a_formula_may_stand_in_the_line_of_its_directive(text: str, lines: list[int]) -> None:
    chain = "w = 1 - \\frac{U}{A} = \\frac{A - U}{%}"
    told = [
        lines_of("Padding\n\n" + text.replace("@", chain.replace("%", below)), path="p.rst")
        for below in ("A", "U")
    ]

    assert [[], lines] == told


UNCERTAIN = {
    "a row that leaves it to the section": (
        "| $X$ | tokens | all tokens or distinct ones, depending on the section |\n\n$X = 3$", 3,
    ),
    "a row that leaves it to the context": (
        "| $X$ | tokens | examples or tokens, as the context demands |\n\nHere $X = 3$.", 3,
    ),
    "one of several times that nobody names": (
        ("| $T_g$ | seconds | generation |\n| $T_t$ | seconds | training |\n"
         "| $T_w$ | seconds | weights |\n| $T_s$ | seconds | both |\n| $r$ | ratio | share |\n\n"
         "$$T_s = \\max(T_g, T_r) + T_w$$\n\nThe share of it is $r = T_w / T_s$."), 9,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNCERTAIN)
def test_a_letter_that_says_nothing_certain_is_told(name: str) -> None:
    text, line = UNCERTAIN[name]
    page = read_document("page.md", TABLE + text + "\n")
    found = lint(Project([page], REGISTRY, notations={"page.md": None}))

    assert line in {each.line for each in found if each.severity != "info"}


RIGHT_AND_WRONG = {
    "two formulas before their numbers": (
        TABLE + "| $Q$ | count | experts |\n| $S$ | count | shared |\n| $r$ | count | used |\n"
        "| $X$ | parameters | weights |\n| $y$ | parameters | stored |\n"
        "| $z$ | parameters | used |\n\n$$y = (Q + S) X, \\qquad z = (r + S) X$$\n\nThe ratio\n\n"
        "$$\\frac{y}{z} = \\frac{@} = \\frac{66}{8} = 8.25$$",
        "Q + S}{r + S", "r + S}{Q + S", 14,
    ),
    "the number of Euler": (
        TABLE + "| $p$ | ratio | probability of a failure |\n| $x$ | seconds | span |\n"
        "| $M$ | seconds | time between failures |\n\n$$p = 1 - e^{-x/M}$$\n\n"
        "where $e$ is Euler's number. With $M = 90000$ s and $x = 86400$ s we have $p \\approx @$.",
        "0.617", "0.671", 9,
    ),
    "a sum of sequences and tokens": (
        TABLE + "| $B$ | sequences | batch |\n| $c$ | @ | critical batch |\n"
        "| $E$ | sequences | data |\n| $M$ | sequences | least data |\n| $J$ | count | steps |\n\n"
        "$$c = \\frac{M}{J}, \\qquad E = J (B + c)$$",
        "sequences", "tokens", 4,
    ),
    "tokens in seconds": (
        TABLE + "| $B$ | @ | tokens in one optimizer step |\n| $D$ | tokens | tokens "
        "|\n\n$B < D$.",
        "tokens", "seconds", 3,
    ),
    "dollars for a million": (
        "It makes a token for $2.14 \\times 10^{-7}$ USD, or 0.214 USD for a @ tokens.",
        "million", "thousand", 1,
    ),
    "a table of values far from its claim": (
        TABLE + "| $t$ | seconds | time |\n| $p$ | count | ranks |\n| $S$ | bytes | message |\n"
        "| $b$ | bytes/second | bandwidth |\n\n| Quantity | Value |\n|--|--|\n| ranks, $p$ | 8 "
        "|\n"
        "| message, $S$ | 2000 |\n| bandwidth, $b$ | 25 |\n\n## One\n\n$$t = \\frac{S (@)}{p "
        "b}$$\n\n"
        "Inside a node, $t = 70$ seconds.",
        "p - 1", "p + 1", 16,
    ),
    "a sum with one more term than its formula": (
        TABLE + "| $w$ | ratio | loss |\n| $d$ | seconds | write |\n| $f$ | seconds | failures "
        "|\n"
        "| $r$ | seconds | restart |\n\n$$w = \\sqrt{\\frac{2 d}{f}}@$$\n\nWith $d = 18$, $f = "
        "14400$ and "
        "$r = 360$ it is $w = 0.05 + 0.025 = 0.075$.",
        " + \\frac{r}{f}", "", 8,
    ),
    "a value that a sentence brings about": (
        TABLE + "| $u$ | count | micro-batches |\n| $s$ | count | stages |\n| $p$ | ratio | "
        "share |\n\n"
        "With $s = 4$, to bring $p$ down to 0.05, stages need "
        "$u \\ge (s - 1)(1 - p) / p = @$ micro-batches.",
        "57", "75", 7,
    ),
    "a formula at the point that is the best": (
        TABLE + "| $x_*$ | seconds | best interval |\n| $d$ | seconds | write |\n"
        "| $f$ | seconds | failures |\n\nIt is least at $x_* = \\sqrt{2 d f}$. Here $d = 18$ and "
        "$f = 7200$.\n\nThere $x_* = @$ s.",
        "509", "590", 9,
    ),
    "counts are printed in full": (
        TABLE + "| $g$ | count | groups |\n| $a$ | count | routers |\n| $z$ | count | links |\n\n"
        "$$g = a z@$$\n\nWith $a = 16$ and $z = 8$ there are $g = 129$ groups.",
        " + 1", "", 9,
    ),
    "an exponent upside down": (
        TABLE + "| $c$ | count | batch |\n| $b$ | count | at one |\n| $x$ | ratio | loss |\n"
        "| $y$ | ratio | slope |\n\n$$c = \\frac{b}{x^{@}}$$\n\nWith $b = 48828$, $x = 3$ and "
        "$y = 0.21$ "
        "it is $c = 261$.",
        "1/y", "y", 8,
    ),
    "a difference the wrong way round": (
        TABLE + "| $x$ | seconds | excess |\n| $t$ | seconds | input |\n| $s$ | seconds | step "
        "|\n\n"
        "$$x = \\max(0, @)$$\n\nWith $t = 14.35$ and $s = 10$ it is $x = 4.35$ seconds.",
        "t - s", "s - t", 7,
    ),
    "a root of what is no time": (
        TABLE + "| $x$ | seconds | best |\n| $d$ | @ | write |\n| $f$ | seconds | failures |\n\n"
        "$$x = \\sqrt{2 d f}$$",
        "seconds", "bytes", 7,
    ),
    "two digits of a cell in two columns of runs": (
        TABLE + "| $N$ | count | GPUs |\n| $t$ | seconds | time |\n| $G$ | GPU-hours | time of "
        "all |\n\n"
        "$$G = \\frac{N t}{3600}$$\n\n| Letter | small | large |\n|--|--|--|\n| $N$ | 512 | "
        "2048 |\n"
        "| $t$ | $6.418 \\times 10^5$ | $1.541 \\times 10^6$ |\n| $G$ | 91,282 | @ |",
        "876,515", "867,515", 13,
    ),
    "a part of a column with its total below": (
        ("| Part | Weights |\n|---|---|\n| attention | 1.342 |\n| networks | 0.302 |\n"
         "| experts | @ |\n| routers | 0.016 |\n| all of it | 2.226 |"),
        "0.566", "0.656", 5,
    ),
    "a worked number of three parts": (
        TABLE + "| $T$ | seconds | time |\n| $k$ | count | sites |\n| $l$ | seconds | start-up "
        "|\n"
        "| $z$ | bytes | message |\n| $w$ | bytes/second | bandwidth |\n\n$$T = @(k - 1) "
        "\\left( l + "
        "\\frac{z}{k w} \\right)$$\n\nWe have $k = 8$, $l = 0.05$, $z = 12$ and $w = "
        "1.25$.\n\n## Copies\n\n"
        "One takes $T = 14 \\cdot (0.05 + 1.2) = 17.5$ seconds.",
        "2 ", "", 9,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT_AND_WRONG)
def test_a_wrong_form_is_told_at_its_line(name: str) -> None:
    text, right, wrong, line = RIGHT_AND_WRONG[name]
    told = [lines_of(text.replace("@", form) + "\n") for form in (right, wrong)]

    assert [[], [line]] == told
