"""A chapter against itself: special values, tables of results, bounds, larger and smaller."""

from __future__ import annotations

import pytest
from test_document_against_itself import REGISTRY, errors_in

from derive.lint import Project, lint, read_document

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
RUN = TABLE + (
    "| $G$ | FLOP | work of the run |\n| $k$ | count | devices |\n| $p$ | FLOP/second | peak |\n"
    "| $e$ | ratio | ratio to the peak |\n| $g$ | ratio | ratio that is kept |\n"
    "| $d$ | seconds | time allowed |\n| $T$ | seconds | time |\n| $H$ | bytes | what is kept |\n\n"
)
TREES = TABLE + (
    "| $a$ | seconds | start-up time |\n| $w$ | bytes/second | rate of a link |\n"
    "| $x$ | bytes | message |\n| $R$ | seconds | time on a ring |\n"
    "| $B$ | seconds | time on a tree |\n"
    "| $Y$ | seconds | time by the faster of ring and tree |\n\n"
)
COUNTS = TABLE + (
    "| $s$ | {} | price of a token |\n| $n$ | tokens | tokens of a request |\n"
    "| $J$ | {} | cache of a request |\n| $u$ | requests | requests |\n"
    "| $S$ | bytes | cache of all |\n| $q$ | {} | tokens per weight |\n"
    "| $P$ | parameters | weights |\n"
    "| $b$ | bytes/parameter | bytes of a weight |\n| $c$ | bytes/parameter | of a gradient |\n"
    "| $o$ | {} | of the optimizer |\n| $M$ | bytes | memory |\n\n"
)
EXAMPLE = (
    "| Letter | Unit | Meaning | Example |\n|---|---|---|---|\n"
    "| $n$ | bytes | message | 6000 |\n"
    "| $b$ | bytes/second | rate | 20 |\n| $t$ | seconds | time | - |\n\n\n\n\n\n\n"
)
PORTS = TABLE + (
    "| $d$ | ports | ports that go down |\n| $u$ | ports | ports that go up |\n"
    "| $c$ | ratio | oversubscription |\n\n"
)
ROWS = {
    # What is right, what is wrong instead, where that is told.
    "a value that is supposed once is no example's": (
        RUN + "$$k \\ge \\frac{{{}}}$$\n\nFor $g = 0.9$ it takes longer, and for $g = 1$ "
        "nothing is lost. With $G = 10^{{24}}$, $e = 0.4$, $p = 10^{{15}}$ and "
        "$d = 2 \\times 10^6$ that is $k \\ge 1389$.",
        "G}{g e p d", "g G}{e p d", 12,
    ),
    "from a value on, in its unit": (
        RUN + "It is enough as soon as $$k \\ge {}$$ With $G = 10^{{24}}$, $e = 0.4$, "
        "$p = 10^{{15}}$ and $d = 2 \\times 10^6$ that is from $k = 1250$ devices on.",
        "G / (e p d)", "e p d / G", 12,
    ),
    "the running example holds where nothing nearer does": (
        RUN + "**Running example.** It has $k = 16$ and $p = 10^{{15}}$.\n\n# Two\n\nIn pairs, "
        "with $k = 2$, it is less. The rate is\n$$e = {}$$\n\n"
        "In numbers $e = 1.875 \\times 10^{{15}}$.",
        "2 \\frac{{k - 1}}{{k}} p", "2 \\frac{{k}}{{k - 1}} p", 17,
    ),
    "one value and what it is rounded to": (
        RUN + "# One\n\nHere $k = 12.84$, or $k = 13$.\n\n# Two\n\n$$d \\ge {}(e, g) k$$\n\n"
        "For $e = 0.2$ and $g = 0.4$ that is $d \\ge 5.2$.",
        "\\max", "\\min", 18,
    ),
    "a bracket behind a logarithm is a factor": (
        RUN + "$$T = \\log_2 k \\left( d + {} \\right)$$\n\nWith $k = 16$, $d = 2$, $G = 6$ "
        "and $p = 3$ that is $T = 16.0$.",
        "\\frac{{G}}{{p}}", "\\frac{{G}}{{2 p}}", 12,
    ),
    "what asks for a value supposes none": (
        RUN + "Then $$k \\ge {}$$\n\nFor $d = 2 \\times 10^6$, with $G = 10^{{24}}$, $e = 0.4$ and "
        "$p = 10^{{15}}$, this asks for $k \\ge 1250$.",
        "G / (e p d)", "e p d / G", 12,
    ),
    "a table of results names its letters behind words": (
        RUN + "$$T = \\frac{{G}}{{k e p}}$$\n\nTake $G = 10^{{24}}$, $k = 1000$, "
        "$e = 0.4$ and $p = 10^{{15}}$.\n\n| Way | Letter | Amount |\n|---|---|---|\n"
        "| all at once | $T$ | ${} \\times 10^6$ seconds |\n",
        "2.50", "5.20", 18,
    ),
    "a table of results has numbers of LaTeX": (
        RUN + "$$T = \\frac{{G}}{{k e p}}$$\n\nTake $G = 10^{{24}}$, $k = 1000$, "
        "$e = 0.4$ and $p = 10^{{15}}$.\n\n| Item | Amount |\n|---|---|\n"
        "| $T$ | ${} \\times 10^6$ seconds |\n",
        "2.50", "5.20", 18,
    ),
    "values behind a claim are its own": (
        RUN + "$$T = \\frac{{G}}{{k e p}}$$\n\nWith $G = 10^{{24}}$, $e = 0.4$ and $p = 10^{{15}}$ "
        "it is $T = 2500000$ for $k = 1000$ and $T = {}$ for $k = 2000$.",
        "1250000", "2150000", 14,
    ),
    "a bound that is solved for a letter": (
        RUN + "Then $k \\ge {}$. With $G = 10^{{24}}$, $e = 0.4$, $p = 10^{{15}}$ and "
        "$d = 2 \\times 10^6$ that is 1250 devices.",
        "G / (e p d)", "e p d / G", 12,
    ),
    "a bound whose chain goes on": (
        RUN + "With $G = 10^{{24}}$, $e = 0.4$, $p = 10^{{15}}$ and $d = 2 \\times 10^6$ we need "
        "$k \\ge \\lceil G / (e p d) \\rceil = {}$.",
        "1250", "1520", 12,
    ),
    "an amount is not below zero": (
        RUN + "What does not fit is $H = 2 {}(0, d - T)$.", "\\max", "\\min", 12,
    ),
    "whichever is less": (
        RUN + "It keeps as much as fits or as there is, whichever is less: $H = {}(d, 2 d)$.",
        "\\min", "\\max", 12,
    ),
    "a row says that it is the faster": (
        TREES + "$$R = a + x / w$$\n\n$$Y = {}(R, B)$$",
        "\\min", "\\max", 12,
    ),
    "a table in a unit that the text says": (
        TREES + "$$R = a + \\frac{{x}}{{w}}$$\n\nWith $a = 4 \\times 10^{{-6}}$ and "
        "$w = 25 \\times 10^9$, in microseconds:\n\n| $x$ | $R$ |\n|---|---|\n| 1 MB | 44 |\n"
        "| 2 MB | 84 |\n| 5 MB | {} |\n| 10 MB | 404 |\n",
        "204", "240", 18,
    ),
    "units of cells and headers": (
        TREES + "$$R = \\frac{{x}}{{w}}$$\n\n| $x$ in MB | $w$ in GB/s | $R$ |\n|---|---|---|\n"
        "| 100 | 25 | 4 ms |\n| 200 | 50 | 4 ms |\n| 400 | 25 | {} ms |\n| 600 | 50 | 12 ms |\n",
        "16", "61", 16,
    ),
    "what a header supposes": (
        RUN + "Then $T = \\frac{{G}}{{k p}}$.\n\n| $G$ | $T$ at $k = 100$ and $p = 10^{{15}}$ |\n"
        "|---|---|\n| $10^{{22}}$ | {} |\n| $10^{{23}}$ | 1000000 |\n| $10^{{24}}$ | 10000000 |\n"
        "| $10^{{25}}$ | 100000000 |\n",
        "100000", "150000", 16,
    ),
    "thousands with a thin space": (
        RUN + "With $G = 3 \\times 10^8$ and $p = 10^4$ it is $T = G / p = 30\\,000$, or "
        "$2 \\cdot 15\\,000 = {}$.",
        "30\\,000", "31\\,000", 12,
    ),
    "a side that one change makes equal": (
        RUN + "$$G = k p (d + T)$$\n\nWhat remains is $$G - k p d = {}$$",
        "k p T", "k d T", 14,
    ),
    "a letter of Greek that no function is": (
        RUN.replace("$g$", "$\\gamma$")
        + "$$G = k p (\\gamma (d + T) + \\gamma (T + 2 d))$$\n\n"
        "What remains is $$G - k p \\gamma (d + T) = k p \\gamma ({})$$",
        "T + 2 d", "T + 2 T", 14,
    ),
    "parts that add up to a whole": (
        TREES + "$$Y = a + \\frac{{x}}{{w}}, \\quad R = \\frac{{x}}{{2 w}}, \\quad B = {}$$\n\n"
        "so that $R + B = Y$.",
        "a + \\frac{x}{2 w}", "a - \\frac{x}{2 w}", 10,
    ),
    "a sum over the whole of an index": (
        RUN + "$$\\sum_{{r=0}}^{{k-1}} (k - r) = {}$$",
        "\\frac{k (k + 1)}{2}", "\\frac{k (k - 1)}{2}", 12,
    ),
    "a letter that cancels on one side": (
        RUN + "$$e = \\frac{{4 k^2 d H}}{{72 k d H^2 + 12 k^2 d H}} = \\frac{{k}}{{18 H + {} k}}$$",
        "3", "4", 12,
    ),
    "twice a letter": (
        RUN + "$$T = d + \\frac{{G}}{{p}}$$\n\nThere and back take $2 T = 2 d + {} G / p$.",
        "2", "", 14,
    ),
    "rows that are one over their formula": (
        PORTS + "$$c = \\frac{{{}}}$$\n\n| $d$ | $u$ | $c$ |\n|---|---|---|\n"
        "| 32 | 32 | 1 |\n| 48 | 16 | 3 |\n",
        "d}{u", "u}{d", 7,
    ),
    "sides that are a letter apart": (
        RUN + "The work is $G = d p$.\n\n$$e = \\frac{{G}}{{k p g}} = \\frac{{d}}{{{} g}}$$",
        "k", "", 14,
    ),
    "a bound that names its letter": (
        RUN + "$$k \\ge T = {}$$\n\nWith $G = 10^{{24}}$, $p = 10^{{15}}$ and $e = 0.4$ this is "
        "$T = 2.5 \\times 10^9$.",
        "\\frac{G}{e p}", "\\frac{e G}{p}", 12,
    ),
    "a column of values with dashes": (
        EXAMPLE + "$$t = {}$$\n\nFor us that is 300 seconds.",
        "\\frac{n}{b}", "\\frac{2 n}{b}", 12,
    ),
    "what a reference has, in a column": (
        EXAMPLE.replace("Example", "Reference") + "$$t = {}$$\n\nFor us that is 300 seconds.",
        "\\frac{n}{b}", "\\frac{2 n}{b}", 12,
    ),
    "one column more makes the rows right": (
        TREES + "$$R = {} + \\frac{{x}}{{w}}$$\n\nFor $a = 2$, $x = 600$ and $w = 20$:\n\n"
        "| $K$ | $R$ |\n|---|---|\n| 1 | 32 |\n| 10 | 50 |\n| 40 | 110 |\n| 80 | 190 |\n",
        "K a", "a", 10,
    ),
    "whole numbers that are added are not rounded": (
        RUN + "A restart takes $420 + 431 + 49 = {}$ s.", "900", "910", 12,
    ),
    "letters that share one value": (
        RUN + "$$T = \\frac{{G}}{{k e p}}$$\n\nWith $e = g = 0.5$, $k = 1000$, $G = 10^{{24}}$ and "
        "$p = 10^{{15}}$ that is $T = {}$.", "2000000", "20000000", 14,
    ),
    "the example that runs through a text": (
        RUN + "$$T = \\frac{{G}}{{k e p}}$$\n\nOur running example has $k = 1000$, $e = 0.4$, "
        "$G = 10^{{24}}$ and $p = 10^{{15}}$.\n\n## More\n\nTwice that, $k = 2000$, halves it.\n\n"
        "## Results\n\n| Item | Amount |\n|---|---|\n| $T$ | {} seconds |\n",
        "2500000", "5200000", 24,
    ),
    "the larger of two, with their values": (
        RUN + "It takes $T = 3$ s, and $d = 2$ s are allowed. No less than ${}(T, d) = 3$ s pass.",
        "\\max", "\\min", 12,
    ),
    "a quotient of small numbers": (
        RUN + "Recomputed it is $$g = \\frac{{{}}} e$$\n\nand we report $e = 0.50$ or $g = 0.67$.",
        "4}{3", "3}{2", 12,
    ),
    "cases side by side": (
        RUN + "|  | one | two | three |\n|---|---|---|---|\n| step (s) | 4.78 | 4.33 | 4.11 |\n"
        "| speed (tokens/s) | 658240 | {} | 765244 |\n", "725909", "752909", 15,
    ),
    "letters at the side of a table": (
        RUN + "$$T = \\frac{{G}}{{k e p}}$$\n\nAll have $e = 0.4$.\n\n"
        "|  | old | new |\n|---|---|---|\n| $G$ | $10^{{24}}$ | $10^{{24}}$ |\n"
        "| $k$ | 1000 | 400 |\n"
        "| $p$ | $10^{{15}}$ | $2 \\times 10^{{15}}$ |\n| $T$ | 2500000 | {} |\n",
        "3125000", "3215000", 21,
    ),
    "a column that three rows add up to": (
        RUN + "| case | state | rest | all |\n|---|---|---|---|\n"
        "| a | 64.4 GB | 11.4 GB | 75.8 GB |\n"
        "| b | 32.2 GB | 11.4 GB | {} GB |\n| c | 8.1 GB | 11.4 GB | 19.5 GB |\n"
        "| d | 32.2 GB | 22.8 GB | 55.0 GB |\n", "43.6", "46.3", 15,
    ),
    "a factor behind which nothing is multiplied": (
        RUN + "At eight they count $8 / 7 = {}$ times as much as we do.", "1.143", "1.134", 12,
    ),
    "a letter that words explain in its cell": (
        RUN + "$$T = \\frac{{G}}{{k e p}}$$\n\nTake $G = 10^{{24}}$, $k = 1000$, $e = 0.4$ and "
        "$p = 10^{{15}}$.\n\n| Item | seconds |\n|---|---|\n| $T$, arithmetic | {} |\n",
        "2500000", "5200000", 18,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_a_chapter_is_held_against_itself(name: str) -> None:
    text, right, wrong, line = ROWS[name]

    assert ([], [line]) == (errors_in(text.format(right)), errors_in(text.format(wrong)))


FORMULAS = "$$J = s n$$\n\n$$S = u J$$\n\n$$q = n / P$$\n\n$$M = (b + c + o) P$$\n"


@pytest.mark.parametrize(
    ("units", "lines"),
    [
        (("bytes/token", "bytes", "tokens/parameter", "bytes/parameter"), []),
        (("bytes/token", "bytes/token", "tokens/parameter", "bytes/parameter"), [5]),
        (("bytes/token", "bytes", "parameters/token", "bytes/parameter"), [8]),
        (("bytes/token", "bytes", "tokens/parameter", "bytes"), [12]),
    ],
)
def test_a_row_counts_what_its_formulas_count(units: tuple[str, ...], lines: list[int]) -> None:
    assert lines == errors_in(COUNTS.format(*units) + FORMULAS)


@pytest.mark.parametrize(
    "sentence",
    [
        # Hours and seconds, converted beside the formulas.
        "A failure comes every $T = 4$ h, or 14,400 s, a pause is $d = 72$ s: $e = d / T$.",
        "With $e = g = 0.45$ both are the same, and with $e = 0.5$ they are not.",
        "At $g = 1$ a tenth is lost; at $g = k / 2$ nothing is, as $e = 1 / 2$. Else $e = g / k$.",
        "Daly's rule is for $d < 2 T$.",
        # A case beside the example, and a bound without the share that makes it wider.
        "At $e = 0.5$ the share is $g = e / 2 = 0.25$. A case beside it ($e = 1$) has 0.5.",
        "$$e = g / 2$$\n\nWith $g = 0.4$ it is $e = 0.2$; who reports $e = 0.36$ has one of 0.72.",
        (
            "$$g = e / k$$\n\nWith $e = 0.8$ and $k = 2$ that is $g = 0.4$. (Whoever has one, at "
            "$k = 1$, has 0.8.)\n\nFor us it stays $g = 0.4$."
        ),
        # What is said of another case, or of the next example.
        "With $g = 0.5$, $e = 0.875$ says it. So $e = g / k$. At $k = 4$, $g = 2$, $e = 0.5$.",
        "Work is $G = k p d$ here, and for units of one it is simply $p \\approx d$.",
        (
            "| size | told | found |\n|---|---|---|\n| 16 | 17.6 billion | 17.58 billion |\n"
            "| 16 | 61.6 billion | 61.55 billion |\n| 14 | 167 billion | 167.3 billion |\n"
            "| 16 | 362 billion | 361.0 billion |"
        ),
        "For $k = 1$ and seconds of one byte, $d = 1$, the work is simply $G = H$.",
        # An equation to be solved, and a sum of which nobody says where it ends.
        "$$G = k p (d + e d)$$\n\nBoth are as long where $G - k p d = k p g d$.",
        "$$\\sum_{r=0}^{k-1} e r + g = \\frac{k (e (k - 1) + 2 g)}{2}$$",
        # Two points of a list are two cases.
        "- while it loads, $e = d / T$;\n- later it takes pairs, hence\n  $e = 2 k g$.",
        # A value that was there before the formula is put into it.
        (
            "With $k = 32$ it is fast. Half of that is reached at $k = G / (p d)$. For $G = 10^6$, "
            "$p = 10^3$ and $d = 36$ and at $k = 32$ we have $e = 0.5$."
        ),
        # What is said with its case behind it.
        (
            "$$e = g / k$$\n\nWith $g = 0.5$ and $k = 2$ it is $e = 0.25$. It is $e = 0.125$ with "
            "tied shares ($k = 4$) and 0.5 without."
        ),
        # Of a letter that is put in, and that its own sentence works out.
        (
            "With $g = 0.6$ let $e = g / (1 + g)$ and\n\n$$k = 10^6 2^e$$\n\nNote that the "
            "exponent grows. Here it is\n$0.6 / (1 + 0.6) = 0.6 / 1.6 \\approx 0.375$, a small one."
        ),
        # Of a rate something else is said, and of a count a share of others.
        "$$p = \\frac{G}{d}$$\n\nOne does $p = 7$ of it a second; in a day that makes 322 GB.",
        (
            "$$k = \\frac{G}{p d}$$\n\nWith $G = 10^6$, $p = 10^3$ and $d = 50$ this $k$ is 20. "
            "That is 4.7 % of all nodes."
        ),
        # Behind the value of a letter that a formula does not take, something else is said.
        (
            "With $g = 1$ the bracket is $k (k + 1) / 2$. For $p = 4096$ and $k = 131072$ it is "
            "528,484,352."
        ),
        # What is printed as nearly equal is, and may be put in later.
        (
            "$$G = p d (1 - e) \\approx p d$$\n\nFor $d = 100$, $p = 1000$ and $e = 0.02$ it is "
            "$G = 9.80 \\times 10^4$."
        ),
        # A product may be supposed as well as a letter.
        "With $k = 2.5$ it is slow. At $g k = 1$ all is lost; at $g = 2 / k = 0.8$ it breaks.",
        # What "then" follows from stands in the sentence before.
        (
            "$$G = p d$$\n\nHere $p = 3 \\times 10^{14}$ and $d = 2$. Now the peak goes to "
            "$6.2 \\times 10^{14}$. Then $G = 1.24 \\times 10^{15}$."
        ),
        (
            "It asks for $k \\ge 312$ devices. They would then take $4 k^2 = 389376$ bytes; that "
            "is full at $k = 256$."
        ),
        # A chain gives each of its letters the value.
        "$$G = (1 + e) p d + g p d$$\n\nWith $e = g = 2$ it is $G = 3 p d + 2 p d = 5 p d$.",
        # Two formulas have a number each, and two cases a value each.
        "It is $e / (3 g)$, or with itself $e / (3 g + e)$. For $e = g = 64$ it is 33.3 % or 25 %.",
        (
            "$$g = \\frac{k}{1 + k e}$$\n\nAt $k = 4$ and $e = 0.05$ the limits are $g = 0.83$ and "
            "$g = 4.17$."
        ),
        # In powers of 1024 something else was given before.
        (
            "At $e = 128256$, of $H = 131072000$ bytes one may take $k \\le H / (4 e)$. A buffer "
            "of 256 MiB allows $k \\le 523$; with $e = 32000$ it would be $k \\le 2097$."
        ),
        # One of a hundred is a number, too; so is what stands "against" another.
        (
            "$$g \\approx \\frac{1}{e k}, \\qquad k \\ge \\frac{1}{e g}$$\n\nwhich is 2 % for "
            "$k = 512$ and $e = 0.0977$. To come to 1 % one needs $k \\ge 1024$."
        ),
        "$$g = \\frac{e}{k}$$\n\nWith $e = 2.2$ and $k = 3$ we have $g = 0.687$ against $0.661$.",
        # What words say before it is given as well; another clause has another case.
        (
            "On $k = 512$ at $p = 4 \\times 10^{14}$ it is $d = 287109$ for "
            "$G = 5.88 \\times 10^{22}$. To be done in two days we need $k \\ge G / (d p)$, "
            "that is 851."
        ),
        (
            "$$g = \\sqrt{\\frac{e}{k}}$$\n\nAt $e = 0.2275$ the large one has $g = 0.40$ %, a "
            "small one with $k = 1319$ has 1.31 %."
        ),
        "Again it is $k = 2$, nothing won; at $G = 4 \\times 10^9$ it is $k \\ge 2.67$.",
        # What is rounded up to a value has it.
        (
            "$$k = 12 e + g$$\n\nThis is $k \\approx 12.84$; we round it up to $k = 13$. All take "
            "$H = 16 k$, here 208 bytes."
        ),
        # What was worked out on the way may be of another case.
        (
            "$$e = \\frac{g}{1 + g}$$\n\n$$k = 1000 e$$\n\nRented, a share $g = 0.25$ is idle. For "
            "what is owned it comes to $k = 284.5$."
        ),
        # In a unit that is another's, behind other values.
        ("$$d = \\frac{G}{e p}$$\n\nOurs has $e = 0.4$ and $p = 10^{15}$, that is 250 GB in all."),
        # A fraction, and what stands between a formula and "which".
        "The one needs $4 k + 6 e$ against $6 k$, and the limit is 2/3. Here $k = 100$.",
        (
            "$$k \\ge \\frac{e g}{e - 2 g}$$\n\nAt $e = 8$ and $g = 3$ it fits. As "
            "$k \\to \\infty$, $d \\to e^4 / 2$, which is 2048 and 910."
        ),
        # Of one case, said once; and of a bound that has a formula of its own.
        (
            "$$g = e k$$\n\nFor $p = 2$ the ring has $e = 1$, and both agree.\n\nBy the result we "
            "have $k = 53.2$ and $g = 49.8$."
        ),
        (
            "$$k \\le \\frac{G}{p}$$\n\nWith $G = 5600$ and $p = 2$ that is 2800. If $d$ may be "
            "5 s at most, $k \\le 67 d / p = 167.5$ in all."
        ),
        # Another column keeps step with this one in all rows.
        (
            "| kind | $k$ | kept | of one | ms |\n|---|---|---|---|---|\n"
            "| many | 64 | 1280 | 160 | 51.28 |\n"
            "| some | 8 | 160 | 20 | 6.41 |\n| one | 1 | 20 | 20 | 6.41 |\n"
        ),
        # Something else begins to do something; what would be is imagined; one clause has a case.
        "One may take $$k \\le \\frac{G}{p}$$\n\nso 10 MW feed 838 of them.",
        "Here $e = 8$, $g = 56$. Were $e$ as large, $e = g = 56$, it would be $g / e = 7$ times.",
        (
            "With $k = 8$ and $p = 4$ it began.\n\n# Two\n\n$k = 1$ removes the first, "
            "$p = 1$ removes the second; for many it goes to $4 G / (k p) = 8.05$ of $G = 64.4$."
        ),
        # Two amounts have one unit.
        (
            "With $T = 0.000833$ and $e = 0.000522$ let\n$$d = 3600 T, \\qquad p = e$$\n\n"
            "or 2.999 and 5.998 ks of it."
        ),
        # Each of several what-ifs is a case, and so is one "gives".
        (
            "With $k = 16$, $e = 0.25$ and $p = 3$ let $g = k e$, or $g = 4$.\n\n"
            "**What if?** (i) At $k = 48$ it is $g = 12.0$. (ii) At $e = 0.5$ it is $g = 8.00$."
        ),
        (
            "Here $k = 31$.\n\n# Two\n\nA single one, $k = 1$, gives nothing. In the end it is "
            "$2 (k - 1) e$, here 30, at $e = 0.5$."
        ),
        # What an exercise gives and concludes holds in it alone.
        (
            "With $k = 16$ and $e = 0.25$ let $g = k e$, or $g = 4$.\n\n# Exercises\n\n1. Let "
            "$k = 48$. *Answer:* $g = 12$.\n2. With $e = 0.5$ it is $g = k e = 8$.\n"
            "3. It is $e = k / 4$."
        ),
        # What an example begins with is no result of the formula before it.
        "$$e = g / k$$\n\nIn our example 16 copies hold it, with $g = 0.5$ and $k = 2$.",
        "| For $k = 64$ and $T = 5$ | bytes |\n|---|---|\n| all | 12 |",
        "A result of $\\max(e, g) = 0.5$ against 0.4 is what we expect of $e = 0.5$ and $g = 0.4$.",
    ],
)
def test_what_is_right_is_let_be(sentence: str) -> None:
    text = RUN.replace("| $T$ | seconds", "| $T$ | hours") + sentence + "\n"

    assert [] == errors_in(text)


def test_the_side_that_lacks_a_letter_is_named() -> None:
    text = RUN + "The work is $G = d p$.\n\n$$e = \\frac{G}{k p g} = \\frac{d}{g}$$\n"
    turned = text.replace("\\frac{G}{k p g} = \\frac{d}{g}", "\\frac{d}{g} = \\frac{G}{k p g}")

    for version in (text, turned):
        project = Project([read_document("own.md", version)], REGISTRY, notations={"own.md": None})
        (found,) = lint(project, ["sides_of_a_chain_agree"])
        assert "Put k into \\frac{d}{g}," in found.guess


FORMAT = TABLE + "| $z$ | bits | width |\n| $m$ | bits | mantissa |\n| $x$ | bits | exponent |\n\n"


def test_bits_in_an_exponent_are_counted() -> None:
    text = FORMAT + "The width is $z = 1 + m + x$, and the largest number $$2^{2^{x - 1}}$$\n"

    assert [] == errors_in(text)


def test_rows_of_latex_may_end_with_another_command() -> None:
    rows = "$T$ & time & seconds {}\n$n$ & message & bytes {}\n$n$ & ranks & count {}\n"
    table = "\\begin{{longtable}}{{lll}}\nLetter & Meaning & Unit {}\n" + rows
    text = table + "\\end{{longtable}}\nA transfer of $n$ bytes takes $T$.\n"
    ends = ("\\\\", "\\tabularnewline")

    assert [[5], [5]] == [errors_in(text.format(*[end] * 4), path="own.tex") for end in ends]


@pytest.mark.parametrize(("value", "lines"), [("5.31", []), ("5.13", [16])])
def test_what_a_letter_at_one_would_be_is_no_example(value: str, lines: list[int]) -> None:
    steps = TABLE + (
        "| $s$ | stages | stages |\n| $m$ | count | micro-batches |\n"
        "| $x$ | seconds | time of one |\n| $T$ | seconds | time of all |\n\n"
        "# Case\n\nIt has $s = 12$, $m = 48$ and $x = 0.09$.\n\n# Length\n\n"
        "$$T = (m + s - 1) x$$\n\nLimits: $s = 1$ has no idle time. Else $T = {}$ seconds.\n"
    )

    assert lines == errors_in(steps.format(value))


def test_what_is_a_letter_apart_may_be_equal_at_a_value_of_it() -> None:
    stages = TABLE + (
        "| $P$ | bytes | state of a model |\n| $D$ | ranks | ranks |\n"
        "| $S_1$ | bytes | first stage |\n| $S_2$ | bytes | second stage |\n\n"
        "The stages keep $S_1 = P / D$ and $S_2 = S_1$.\n\n"
    )

    assert [] == errors_in(stages + "At $D = 1$ nothing is saved: $S_2 = S_1 = P$.\n")
    assert [10] == errors_in(stages + "In all cases $S_2 = S_1 = P$.\n")


RATES = TABLE + (
    "| $a$ | ratio | first rate |\n| $b$ | ratio | second rate |\n"
    "| $x$ | sequences | first batch |\n| $y$ | sequences | second batch |\n"
    "| $z$ | sequences | noise scale |\n\n"
)
PAIRS = "Of all $z^2$ pairs half is kept.\n\n$$b = \\frac{4 a z^2}{2 z y} = \\frac{%d a z}{y}$$"
NEARLY = "With $b = 1 + z / x$ use this%s to write\n$$a = y \\frac{1}{b} = y (1 - z / x)$$"
SIDES = {
    "two formulas of one letter are of two cases": (
        ("- In proportion, $b = a y / x$.\n- By the root, $b = a \\sqrt{y / x}$.\n\n"
         "By the square\n$$\\frac{b}{a} = \\frac{y^2}{x^2}$$"), [],
    ),
    "one formula of a letter is that of all": (
        "In proportion $b = a y / x$.\n\nAt once\n$$\\frac{b}{a} = \\frac{x}{y}$$", [12],
    ),
    "a power that stands alone is no letter": (PAIRS % 2, []),
    "a power that stands alone is a power": (PAIRS % 4, [11]),
    "letters are numbered above": (
        "Of $z^1$ and $z^2$ it is $$b = \\frac{4 a z^2}{2 z^1 y} = \\frac{4 a z^2}{z^1 y}$$", [9],
    ),
    "one is a number of letters above": ("Who has all has $z^1 = 1$ and $z^2 = 0$.", []),
    "a side of three has values put in": (
        ("Let $x = (2 a + b) z$ and $y = 11 z$. For $a = 2$ and $b = 1$\n"
         "$$y - z = 2 x = 10 z$$"), [],
    ),
    "a side of three is not what the others are": (
        "Let $x = 4 z$ and $y = 11 z$.\n\nThen $$y - z = 2 x = 10 z$$", [11],
    ),
    "what is nearly equal is put in": (
        "Here $y = x (x + 1) / z \\approx x^2 / z$, so $$b = \\frac{y}{z} = \\frac{x^2}{z^2}$$", [],
    ),
    "what is put in is equal": (
        "Here $y = x (x + 1) / z$.\n\nLater $$b = \\frac{y}{z} = \\frac{x^2}{z^2}$$", [11],
    ),
    "a factor of one and a letter is lost": ("It is $y = x b = x b (1 + a)$.", [9]),
    "at nothing it is one": ("At $a = 0$ it is $y = x b = x b (1 + a)$.", []),
    "a letter stands for another": ("It is $y = x a \\frac{z}{x} = x a$.", [9]),
    "letters that a row sets equal are one": (
        "Let $$y = z = 2 x$$\n\nand $$b = y + z = 3 x$$", [11],
    ),
    "text stands between rows": (
        ("$$\\begin{align}\ny &= z \\\\\n\\intertext{where $a$ is $b$, so}\n"
         "y &= x a \\frac{z}{x} = x a\n\\end{align}$$"), [12],
    ),
    "an approximation is written with a sign of equality": (NEARLY % " approximation", []),
    "what is no approximation is not": (NEARLY % "", [10]),
    "a letter times a matrix may be itself": ("In the end $x b^2 = x b = x$ for all.", []),
    "a letter times a number is not": ("In the end $y = x b^2 = x b$ for all.", [9]),
}  # fmt: skip


@pytest.mark.parametrize("name", SIDES)
def test_sides_are_read_as_they_are_meant(name: str) -> None:
    text, lines = SIDES[name]

    assert lines == errors_in(RATES + text + "\n", "sides_of_a_chain_agree")


@pytest.mark.parametrize(("told", "lines"), [("352", []), ("320", [20])])
def test_the_rows_of_a_table_tell_which_value_is_meant(told: str, lines: list[int]) -> None:
    rows = TABLE + (
        "| $r$ | ranks | ranks |\n| $l$ | count | rounds |\n| $k$ | seconds | start-up |\n"
        "| $w$ | bytes/second | rate |\n| $x$ | bytes | message |\n| $D$ | seconds | time |\n\n"
        "Here $r = 16$, $k = 4 \\times 10^{-6}$ and $w = 25 \\times 10^9$.\n\n"
        "$l = \\lceil \\log_2 r \\rceil$ rounds take $$D = 2 l (k + x / w)$$\n\n"
        "With $r = 2$ it is least. For more:\n\n"
        "| $x$ | $D$ (microseconds) |\n|---|---|\n| $10^4$ | 35.2 |\n| $10^5$ | 64 |\n"
        f"| $10^6$ | {told} |\n| $10^8$ | 32032 |\n"
    )

    assert lines == errors_in(rows)


@pytest.mark.parametrize(("law", "lines"), [("u = w / 20", []), ("u > w", [15])])
def test_a_letter_that_is_made_of_a_column_moves_with_its_rows(law: str, lines: list[int]) -> None:
    rows = "".join(f"| ${letter}$ | count | number {letter} |\n" for letter in "uvw")
    cells = "| 100 | 110 |\n| 200 | 210 |\n| 400 | 440 |\n| 800 | 810 |\n"
    text = f"$$v = w + 2 u$$\n\nHere ${law}$. With $u = 5$:\n\n| $w$ | $v$ |\n|---|---|\n{cells}"

    assert lines == errors_in(f"{TABLE}{rows}\n{text}", "numbers_of_a_table_agree")


@pytest.mark.parametrize(("says", "lines"), [("Put", []), ("It is", [12])])
def test_what_is_only_put_in_is_no_formula_of_a_table(says: str, lines: list[int]) -> None:
    rows = "| 1000 | 1 | 1000000 |\n| 2000 | 1.5 | 750000 |\n| 4000 | 2 | 500000 |\n"
    text = f"{says} $T = G / (k p)$ into it, with $G = 10^{{24}}$ and $p = 10^{{15}}$.\n\n"

    assert lines == errors_in(
        RUN + text + "| $k$ | $g$ | $T$ |\n|---|---|---|\n" + rows + "| 5000 | 3 | 600000 |\n"
    )


@pytest.mark.parametrize(
    ("item", "lines"),
    [
        ("two operations forward and four backward for each weight and token; scores are left", []),
        ("bytes that are kept", [6]),
    ],
)
def test_a_long_item_is_a_remark_on_a_letter_that_has_a_row(item: str, lines: list[int]) -> None:
    text = (
        "| $F$ | FLOP | work of one step |\n| $D$ | tokens | tokens |\n\n- $F$: {}\n- $D$: tokens\n"
    )

    assert lines == errors_in(TABLE + text.format(item))


@pytest.mark.parametrize(
    ("head", "lines"), [("Policy | Letter | Memory", []), ("Meaning | Letter | Memory", [7])]
)
def test_a_table_that_compares_declares_no_letters(head: str, lines: list[int]) -> None:
    rows = "| $S$ | bytes | kept where scores are dropped |\n\n"
    results = f"| {head} |\n|---|---|---|\n| recompute | $S$ | 9.7 GB |\n| drop | $R$ | 5 GB |\n"

    assert lines == errors_in(TABLE + rows + results)


@pytest.mark.parametrize(("meaning", "lines"), [("change of what is kept", []), ("kept", [8])])
def test_a_change_may_be_below_zero(meaning: str, lines: list[int]) -> None:
    rows = f"| $c$ | bytes | {meaning} |\n| $u$ | bytes | before |\n| $v$ | bytes | behind |\n\n"

    assert lines == errors_in(TABLE + rows + "\nOf it $c = \\min(0, u - v)$ is told.\n")
