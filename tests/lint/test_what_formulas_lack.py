"""Formulas that lack a letter, by their numbers and units; and texts that only look so."""

from __future__ import annotations

import pytest
from provable import REGISTRY, lines_of, right_and_wrong

from derive.lint import Project, lint, read_document
from derive.records import Notation, Row, Scope, Source

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
RING = TABLE + (
    "| $K$ | count | ranks |\n| $M$ | bytes | vector |\n| $w$ | bytes/second | rate of a link |\n"
    "| $a$ | seconds | start-up |\n| $t$ | seconds | time |\n| $q$ | count | vectors at once |\n\n"
)
POWER = TABLE + (
    "| $J$ | joules | energy of all |\n| $p$ | watts | draw of one device |\n"
    "| $d$ | seconds | time |\n| $K$ | count | devices |\n| $v$ | ratio | overhead |\n\n"
)
JOB = TABLE + (
    "| $G$ | count | micro-batches |\n| $K$ | stages | stages |\n| $c$ | count | chunks |\n"
    "| $e$ | ratio | share that waits |\n| $R$ | tokens/second | throughput |\n"
    "| $n$ | tokens | tokens of a micro-batch |\n| $D$ | seconds | one step |\n\n"
)
FIT = TABLE + (
    "| $Q$ | FLOP | work |\n| $n$ | parameters | best size |\n| $g$ | 1 | how it grows |\n"
    "| $u$ | 1 | one exponent |\n| $v$ | 1 | the other |\n| $a$ | 1 | factor |\n| $b$ | 1 | "
    "other |\n\n"
    "With $u = 0.3478$, $v = 0.3658$, $a = 482.01$ and $b = 2085.43$ one finds\n\n"
)
HERON = (
    "| Letter | Stands for | In | Heron |\n|---|---|---|---|\n"
    "| $N$ | all | parameters | see 2 |\n| $w$ | width | numbers | 6144 |\n"
    "| $f$ | inner width | numbers | 16384 |\n| $g$ | size of a head | numbers | 128 |\n"
    "| $H$ | heads | heads | 56 |\n\n"
)
TEXTS = {
    # What is right, what is wrong instead, where that is told.
    "one of its own letters": (
        RING + "With $K = 2$ it is less. With $K = 32$, $M = 12.8 \\times 10^9$, $w = 25 "
        "\\times 10^9$ and $a = 10^{{-5}}$:\n\n"
        "$$t = 2 (K - 1) \\left( a + \\frac{{M}}{{{}}} \\right)$$\n\nwhich gives $t = 0.99262$ "
        "s.\n",
        "K w", "w", 12,
    ),
    "a letter that the example gives": (
        RING + "Here $K = 64$, $q = 5$ and $a = 10$.\n\n$$M = 2 {} K a$$\n\nFor $K = 5120$, $a "
        "= 40$ and $q = 3$:\n\n"
        "1. Of this the first has $M = 1228800$.\n",
        "q", "", 12,
    ),
    "a letter of another section, by the units": (
        POWER + "# One\n\nThe job runs on $K = 512$ devices with $v = 1.15$.\n\n# Two\n\n"
        "$$J = {} p d$$\n\nand for $p = 700$ and $d = 86400$ it is $J = 3.0966 \\times "
        "10^{{10}}$.\n",
        "K", "", 15,
    ),
    "no factor, but it stands upside down": (
        RING + "With $M = 304$, $w = 3040$ and $K = 10$ the bound is\n\n$$q \\ge \\frac{{{}}}$$\n\n"
        "that is, $q \\ge 1000.1$ of them.\n",
        "K^2 w}{M", "M}{K^2 w", 12,
    ),
    "a number in its unit, a power of ten before it": (
        RING + "With $K = 2$ it is less. With $K = 8$, $M = 4 \\times 10^7$, $w = 25 \\times "
        "10^9$ and $a = 10^{{-5}}$:\n\n"
        "$$t = (K - 1) \\left( a + \\frac{{M}}{{{}}} \\right)$$\n\n"
        "or $t = 1.47 \\times 10^{{-3}}\\,\\mathrm{{s}}$.\n",
        "K w", "w", 12,
    ),
    "the other way up, by a table and an exponent worked out again": (
        FIT + "$$n = \\left( \\frac{{{}}} \\right)^{{1 / (u + v)}} \\left( \\frac{{Q}}{{6}} "
        "\\right)^{{g}},"
        " \\qquad g = \\frac{{v}}{{u + v}}$$\n\nso that $g = 0.513$.\n\n| $Q$ | $n$ |\n|---|---|\n"
        "| $10^{{21}}$ | $2.780 \\times 10^9$ |\n| $10^{{22}}$ | $9.050 \\times 10^9$ |\n"
        "| $10^{{23}}$ | $2.946 \\times 10^{{10}}$ |\n",
        "u a}{v b", "v b}{u a", 13,
    ),
    "a number that a stage does, in its unit": (
        JOB + "$$D = (K - 1) (a {} b)$$\n\nWith $K = 8$, $a = 27$ s and $b = 9$ s a stage "
        "waits 126 s.\n",
        "-", "+", 11,
    ),
    "terms told in millions, by a column of values with references": (
        HERON + "$$N = 2 w g H + {} w f + 2 w$$\n\nIn millions Heron has "
        "$88.08 + 301.99 + 0.01 = 390.08$.\n",
        "3", "2", 9,
    ),
    "two parts, in words": (
        RING + "With $K = 8$, $M = 6000$, $w = 20$ and $a = 3$:\n\n"
        "$$t = 2 (K - 1) a + {} \\frac{{M}}{{w}}$$\n\nThe two parts are $42$ and $6 \\times "
        "10^{{2}}$ seconds.\n",
        "2", "3", 12,
    ),
    "a coefficient of training": (
        RING + "With $K = 8$ and $q = 3.875$ it is\n\n$$M = {} K q$$\n\nwhich gives $M = 186$.\n",
        "6", "8", 12,
    ),
    "what is no more than either": (
        RING + "A cautious run takes $q = \\{}(K, 4 M)$ vectors and no more.\n", "min", "max", 10,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TEXTS)
def test_a_formula_lacks(what: str) -> None:
    text, right, wrong, line = TEXTS[what]

    assert ([], [line]) == right_and_wrong(text, right, wrong)


@pytest.mark.parametrize(("unit", "lines"), [("tokens/second", []), ("tokens", [7])])
def test_what_words_behind_a_formula_measure_its_letter_is_measured_in(
    unit: str, lines: list[int]
) -> None:
    text = JOB.replace("| $R$ | tokens/second |", f"| $R$ | {unit} |")

    assert lines == lines_of(text + "It is $R = n G / D$ tokens per second.\n")


# With 4 micro-batches it would be 0.4375.
@pytest.mark.parametrize(("elsewhere", "lines"), [("G = 40", []), ("G = 44", [19])])
def test_what_is_only_put_in_leaves_room_for_what_the_text_has(
    elsewhere: str, lines: list[int]
) -> None:
    text = (
        f"{JOB}My job has ${elsewhere}$ and $K = 8$.\n\n# Waiting\n\n"
        "It is $e = (K - 1) / G$, so that with $G = 4$ I get $e = 1.75$.\n\n"
        "With chunks it is $$e = \\frac{K - 1}{c G}.$$\n\nFor $c = 4$ this is $e = 0.04375$.\n"
    )

    assert lines == lines_of(text, "worked_numbers_come_out")


SERVER = TABLE + (
    "| $t$ | seconds | time of a step |\n| $y$ | bytes/parameter | width |\n"
    "| $W$ | parameters | weights |\n| $m$ | count | requests |\n| $w$ | bytes/second | rate |\n"
    "| $k$ | bytes | cache of one |\n| $r$ | ratio | what is lost |\n| $D$ | days | days |\n"
    "| $d$ | seconds | time that is kept |\n"
    "| $B$ | bytes | disk |\n\n"
)
SHARDS = TABLE + (
    "| $H$ | parameters | model |\n| $y$ | count | ranks |\n| $C$ | bytes | room |\n"
    "| $w$ | bytes/parameter | weights |\n| $g$ | bytes/parameter | gradients |\n"
    "| $o$ | bytes/parameter | optimizer |\n| $m_2$ | bytes | second |\n| $m_3$ | bytes | "
    "third |\n\n"
    "$$m_2 = w H + \\frac{(g + o) H}{y}$$\n\n$$m_3 = \\frac{(w + g + o) H}{y}$$\n\n"
)
COUNTS = TABLE + "".join(f"| ${name}$ | count | amount {name} |\n" for name in "KMwqabcd") + "\n"
SILENT = {
    "a special case from which a unit has gone": TABLE
    + "| $F$ | FLOP/second | peak |\n| $w$ | bytes/second | rate |\n"
    "| $g$ | bytes/parameter | width |\n| $b$ | count | batch |\n\n"
    "They meet at $b = g F / (2 w)$. With $g = 2$ this is just $b = F / w$.\n",
    "sums of what was rounded": "Of $0.2 + 3.8 = 4.1$ and $64 + 75.2 = 139$ and "
    "$600 + 424 = 1.02$ TB the terms were rounded.\n",
    "a table beside a width that is supposed once": SERVER
    + "Here $y = 2$, $W = 70 \\times 10^9$, $k = 10^9$ and $w = 10^{13}$.\n\n"
    "$$t = \\frac{y W + m k}{w}$$\n\nIt is half with $y = 1$ and no requests.\n\n"
    "| $m$ | $t$ |\n|---|---|\n| 16 | 0.0156 |\n| 64 | 0.0204 |\n| 128 | 0.0268 |\n",
    "seconds lost for each second": SERVER
    + "Per second of work the job loses $r = t / d$ seconds.\n",
    "days that are begun": SERVER + "The disk holds $B = 5 k + y W \\lceil D \\rceil$ in all.\n",
    "what an exercise asks for": RING
    + "With $w = 4$ and $K = 16$ it is $q = 2 w K = 128$.\n\n"
    "A host has $w = 1$. Which $K$ keeps $q = 128$ there?\n",
    "what limits something before it is given": RING
    + "With $w = 50$ and $M = 400$:\n\n$$q \\le \\frac{w K}{M}$$\n\n"
    "so 25 ms with $K = 80$ allow $q \\le 10$.\n",
    "the last of what is supposed": COUNTS
    + "Here $w = 0.02$ and $K = 4$, and about $q = w K$, which is 0.08.\n\n"
    "For $M = 256$ and $q = 0.815$, that is 314.\n",
    "a letter of another paper": RING
    + "The paper by others writes $\\Psi$ for our $K$. So $q = 2 K$ holds.\n",
    "a table of what letters come to": SERVER
    + "| What is kept | Letter | Size |\n|---|---|---|\n| weights, caches | $B$ | 12.9 GB |\n"
    "| all of the rest | $k$ | 3.1 GB |\n",
    "what follows from a special case": COUNTS
    + "All is $K = a (2 b^2 + 2 b c d)$, so that $w = K / (a c d)$.\n\n"
    "A plain one has $K = 12 a b^2$, hence $w = 12 b$.\n",
    "a letter solved from another formula than the one before": SHARDS
    + "$$y \\ge \\frac{(g + o) H}{C - w H}$$\n\nof the second, and of the third\n\n"
    "$$H \\le \\frac{y C}{w + g + o}$$\n",
    "one byte for a token": SHARDS
    + "A token has some bytes, so that $H = C / g$. With bytes alone one would have $g = 1$, hence "
    "$H = C$ in numbers.\n",
    "a unit that is defined": COUNTS + "Decimal $\\mathrm{GB} = 10^9$ is meant. So $K = 2 M$.\n",
    "what is said of two formulas": COUNTS
    + "It crosses $c K - 1$ borders rather than $K - 1$, so 11 rather than 5 for $c = 2$ and "
    "$K = 6$.\n",
    "a number worked on that is another day's": COUNTS
    + "$$q = \\exp\\left(-\\frac{a}{b}\\right)$$\n\nWith $a = 720$ and $b = 12.5$ it is small. "
    "A single "
    "day has $q = \\exp(-1.92) \\approx 0.147$.\n",
    "a limit from other numbers": COUNTS
    + "$$q \\ge (K - 1) \\frac{1 - w}{w}$$\n\nWith $K = 12$ and $w = 0.28$ it is more.\n\n"
    "With 40 GB to spare it would be limited to $q \\le 40 / 1.4$, so 28 of them.\n",
    "a second number of which nothing is known": COUNTS
    + "Before, $w = 2000$ was meant, and $M = 1900$, and $K = 4$.\n\n$$q \\ge \\frac{K M}{w}$$\n\n"
    "For 336 hours and $K = 5$ this is $q \\ge 29$. Repeat it with 0.0627: $q \\ge 31$.\n",
    "a message size whose delay is meant": TABLE
    + "| $m$ | B | message size whose transfer lasts as long as its delay |\n",
    "what comes behind an inequality of letters": TABLE
    + "| $x$ | tokens | critical batch |\n| $y$ | tokens | batch |\n\n"
    "For $y \\ll x$ the steps fall, and for $y \\gg x$ the steps stay.\n",
    "a sentence that reckons by a formula with more letters": TABLE
    + "| $C$ | bytes | file |\n| $w$ | bytes/second | rate |\n| $j$ | count | writers |\n\n"
    "The copy takes $C / (j w)$: with $C = 980$ GB and $w = 25$ GB/s it is 0.0096 s.\n",
    "what stands before a heading": "A batch takes 36.96 s.\n\n# The price\n\n"
    "At 2.50 dollars an hour the tokens cost 0.20 dollars.\n",
    "a row that keeps another step": "| D | r | o |\n|---|---|---|\n| 3 | 64 | 0.167 |\n"
    "| 6 | 32 | 0.208 |\n| 12 | 16 | 0.229 |\n| 24 | 8 | 0.240 |\n",
    "an exponent worked out": TABLE
    + "| $r$ | 1 | ratio |\n| $F$ | 1 | work |\n| $p$ | 1 | one |\n| $q$ | 1 | other |\n"
    "| $u$ | 1 | first |\n| $v$ | 1 | second |\n| $x$ | 1 | top |\n| $y$ | 1 | bottom |\n\n"
    "With $u = \\frac{q}{p + q}$, $v = \\frac{p}{p + q}$, $x = F^v$ and $y = F^u$ it is\n\n"
    "$$r = \\frac{x}{y} = F^{v - u} = F^{-0.0252}$$\n",
    "a unit that nobody knows": TABLE
    + "| $b$ | bits | bits |\n| $R$ | dB | ratio |\n| $k$ | 1 | load |\n\n"
    "Here $R = 40.83$ and $k = 4$.\n\n$$b \\ge 1 + \\log_2 \\left( 1 + k \\, 10^{R / 20} \\right)$$"
    "\n\nso 20 dB take $b \\ge 6.36$, that is 7 bits.\n",
    "a letter with the last index": TABLE
    + "| $K$ | stages | stages |\n| $j$ | index | number of a stage |\n"
    "| $y_j$ | count | held by stage $j$ |\n| $G$ | count | all |\n| $a$ | count | other |\n\n"
    "$$y_j = \\min(G, K - j + a)$$\n\nThe last stage has $y_K = 1$.\n",
    "a common slip": RING
    + "Its time is $t = 2 (K - 1) \\left( a + M / (K w) \\right)$.\n\n"
    "A common slip is to write $t = (K - 1) \\left( a + M / (K w) \\right)$, which forgets half.\n",
    "a column in millions beside a letter in ones": TABLE
    + "| $N$ | count | experts |\n| $x$ | count | width |\n| $s$ | count | shared |\n"
    "| $P$ | parameters | one |\n| $A$ | parameters | all |\n\n$$A = (N + s) P + N x$$\n\n"
    "At $x = 4096$, in millions:\n\n| Design | $N$ | $s$ | $P$ | $A$ |\n|---|---|---|---|---|\n"
    "| coarse | 8 | 0 | 176.2 | 1409.6 |\n| fine | 64 | 0 | 22.0 | 1408 |\n| odd | 64 | 2 | "
    "22.0 | 1452 |\n",
}  # fmt: skip


@pytest.mark.parametrize("what", SILENT)
def test_nothing_is_told_of(what: str) -> None:
    found = lint(Project([read_document("text.md", SILENT[what])], REGISTRY))

    assert [] == [each for each in found if each.severity != "info" and each.level == "provable"]


BOOK = Notation(
    "book",
    source=Source("book", "Sizes", kind="document"),
    titles=("Sizes",),
    scopes=(Scope("document"),),
    rows={
        "document": (
            Row("L", "M_logit", "logits of a micro-batch", "bytes", 3),
            Row("T", "s", "tokens of a sequence", "tokens/sequence", 4),
            Row("v", "V", "vocabulary", "tokens", 5),
            Row("m", "b", "sequences of a micro-batch", "sequences", 6),
        ),
    },
)
LOGITS = "# Sizes\n\n{}They take $$L = 4 T v$$ and for $T = 8192$ and $v = 65536${} 2.15 GB.\n"


# Of one sequence the law is right; of those that the text has, it is not.
@pytest.mark.parametrize(
    ("before", "behind", "lines"),
    [("", "", []), ("Here $m = 3$. ", "", [3]), ("", " and $m = 1$", [3])],
)
def test_a_law_lacks_a_letter_that_the_text_does_not_take_to_be_one(
    before: str, behind: str, lines: list[int]
) -> None:
    document = read_document("text.md", LOGITS.format(before, behind))
    project = Project([document], REGISTRY, notations={"text.md": BOOK})
    found = lint(project, ["formulas_agree_with_the_registry"])

    assert lines == [each.line for each in found if each.level == "provable"]


@pytest.mark.parametrize(("time", "lines"), [("127", []), ("172", [8])])
def test_quantities_of_siunitx_are_read_in_words(time: str, lines: list[int]) -> None:
    rows = "$t$ & s & time \\\\ $M$ & B & vector \\\\ $w$ & B/s & rate \\\\\n"
    text = (
        "\\begin{tabular}{lll}\nSymbol & Unit & Meaning \\\\\n" + rows + "\\end{tabular}\n\n"
        "With $M = \\num{1.27e9}$ and $w = \\num{1e10}$ the time is\n\n"
        f"\\[ t = \\frac{{M}}{{w}} \\] which is \\qty{{{time}}}{{\\milli\\second}}.\n"
    )

    assert lines == lines_of(text, path="text.tex")


# With one rank there is nothing to send, whatever the formula.
@pytest.mark.parametrize(("factor", "lines"), [("2", []), ("4", [12])])
def test_rows_that_are_nothing_say_nothing_of_a_formula(factor: str, lines: list[int]) -> None:
    rows = "".join(f"| {ranks} | {6 * (ranks - 1)} |\n" for ranks in (1, 2, 3, 4))
    text = (
        f"{RING}With $a = 3$ it takes\n\n$$t = {factor} (K - 1) a$$\n\n| $K$ | $t$ |\n|---|---|\n"
    )
    found = lint(Project([read_document("text.md", text + rows)], REGISTRY))

    assert lines == [each.line for each in found if each.severity in {"error", "warning"}]


def test_an_amount_of_nothing_may_be_worked_out() -> None:
    text = (
        COUNTS + "One has $q = a b$; here $a = 0$, $b = 3$ and $q = 0$.\n\n$$M = q + K$$\n\n"
        "| $K$ | $M$ |\n|---|---|\n| 10 | 10 |\n| 20 | 20 |\n| 35 | 35 |\n"
    )
    found = lint(Project([read_document("text.md", text)], REGISTRY))

    assert [] == [each for each in found if each.severity in {"error", "warning"}]


@pytest.mark.parametrize(("told", "lines"), [("139.2", []), ("137.2", [1])])
def test_what_is_only_added_is_told_by_its_digits(told: str, lines: list[int]) -> None:
    text = f"Memory has to move $64 + 75.2 = {told}$ GB.\n"

    assert lines == lines_of(text, "numbers_in_a_chain_agree")
