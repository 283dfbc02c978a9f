"""Numbers that no word ties to a formula, rows named by values, and one slip of a chain."""

from __future__ import annotations

import pytest
from provable import lines_of, right_and_wrong

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
VALUES = "| Letter | Unit | Meaning | Our run |\n|---|---|---|---|\n"
RUN = (
    "| $N$ | parameters | size | $3 \\times 10^{10}$ |\n| $b$ | tokens | batch | $2^{23}$ |\n"
    "| $F$ | FLOP/second | peak | $989 \\times 10^{12}$ |\n| $u$ | ratio | share of it | 0.4 |\n"
    "| $r$ | tokens/second | speed | – |\n| $t$ | seconds | time of a step | – |\n\n"
)
ROOM = (
    "| $M$ | bytes | memory of one | 80 GB |\n| $n$ | count | devices | 4 |\n"
    "| $k$ | count | replicas | a dozen |\n"
    "| $w$ | bytes | weights | 137.6 GB |\n| $B$ | bytes | room for the cache | – |\n\n"
)
RING = TABLE + (
    "| $n$ | ranks | ranks |\n| $a$ | seconds | start-up |\n| $S$ | bytes | vector |\n"
    "| $v$ | bytes/second | rate |\n| $t$ | seconds | scatter |\n| $g$ | seconds | gather |\n"
    "| $T$ | seconds | all of it |\n| $k$ | count | buckets |\n| $x$ | bytes | a bucket |\n"
    "| $c$ | seconds | time of one |\n| $V$ | seconds | time of all |\n\n"
    "Here $n = 64$, $a = 8 \\times 10^{-6}$ s and $v = 25 \\times 10^9$ bytes/second.\n\n"
)
RING_IN_BRACES = RING.replace("{", "{{").replace("}", "}}")
STATES = TABLE + (
    "| $P$ | parameters | size |\n| $D$ | ranks | replicas |\n"
    "| $s$ | bytes | states |\n| $z$ | bytes | shares |\n\n"
    "Here $P = 13 \\times 10^9$.\n\n"
    "$$s = 4 P + \\frac{{12 P}}{{D}}, \\qquad z = \\frac{{16 P}}{{D}}$$"
    "\n\n| In GB | $D = 8$ | $D = 16$ | $D = 64$ |\n|---|---|---|---|\n"
    "| $s$ | 71.5 | {} | 54.4 |\n| $z$ | 26.0 | 13.0 | 3.25 |\n"
)
BROKEN = {
    # The text, what is right, what is wrong instead, and where it is told.
    "a number behind a display that no word ties to it": (
        VALUES + ROOM + "$$B = n M {} w$$\n\nWith so much to fill, 182.4 GB remain for the cache.",
        "-", "+", 9,
    ),
    "an amount that lost what it is counted per": (
        TABLE + "| $N$ | parameters | size |\n| $W$ | bytes | weights |\n"
        "| $e$ | bytes/parameter | a weight |\n\nHere $N = 35.1 \\times 10^9$ and $e = 2$.\n\n"
        "The weights take $W = e {}$, or 70.2 GB.", "N", "", 9,
    ),
    "a number behind a colon, of what the running example counts": (
        TABLE + "| $Q$ | count | micro-batches in a step |\n| $z$ | tokens | a micro-batch |\n"
        "| $Y$ | seconds | time of a step |\n| $R$ | tokens/second | speed |\n\n"
        "**Running example.** Twelve stages, 96 micro-batches, $z = 8192$.\n\nWith $Q = 8$ it is "
        "less.\n\n# Speed\n\nA replica trains $R = Q z / Y$ tokens in a second: "
        "${} \\times 10^3$ with $Y = 5.778$ s.", "136.1", "163.1", 14,
    ),
    "a power of ten that words tell right behind a formula": (
        TABLE + "| $q$ | tokens | length |\n| $v$ | count | vocabulary |\n"
        "| $Y$ | bytes | logits |\n\nHere $q = 4096$.\n\nThe logits, $Y = 4 q v$, take "
        "$1.07 \\times 10^{}$ bytes at $v = 65536$, which is one GiB.", "9", "8", 9,
    ),
    "a value with which a point of a list ends": (
        ("- $P$: parameters (parameters); $8 \\times 10^9$\n- $m$: bytes for one parameter "
         "(bytes/parameter); 2\n- $W$: memory of the weights (bytes); computed below\n\n"
         "$$W = m P$$\n\nHence $W = {} \\times 10^9$ bytes."), "16.0", "61.0", 7,
    ),
    "a value in a table before the section that has a formula for it": (
        TABLE + "| $N$ | parameters | size |\n| $n$ | GPUs | degree |\n| $q$ | GPUs | group |\n"
        "| $r$ | groups | groups |\n| $S$ | bytes | share |\n\n| | | | |\n|---|---|---|---|\n"
        "| $N$ | $13 \\times 10^9$ | $n$ | 64 |\n\n$$S = \\frac{{16 N}}{{n}}$$\n\n"
        "Hence $S = {}$ GB.\n\n# Groups\n\nGroups of $q$ have $n = q r$.", "3.25", "3.52", 15,
    ),
    "a number that something is computed for": (
        TABLE + "| $Y$ | FLOP | work |\n| $F$ | FLOP/second | rate |\n| $t$ | seconds | time "
        "|\n\nHere $Y = 1.75 \\times 10^{{12}}$ and $t = Y / F$. At $F = 4 \\times 10^{{14}}$ it "
        "computes for $t = {} \\times 10^{{-3}}$ seconds.", "4.38", "3.48", 7,
    ),
    "a formula that is worked out behind a word that supposes": (
        TABLE + "| $H$ | GPU hours | work |\n| $J$ | GPUs | GPUs |\n\nHere $H = 95857$, and "
        "$J = 1024$ GPUs do nothing else for $H / J = {}$ hours.", "93.61", "96.31", 6,
    ),
    "a sum of a coarse and a fine term": (
        "We keep $0.5 + 0.0625 = {}$ bytes.", "0.5625", "0.5265", 1,
    ),
    "a table whose columns are values of a letter": (
        STATES, "61.8", "68.1", 14,
    ),
    "a table whose columns are amounts": (
        RING_IN_BRACES + "$$T = 2 (n - 1) \\left( a + \\frac{{S}}{{n v}} \\right)$$\n\n"
        "| Vector | 64 kB | 1 MB | 12.8 MB | 2.6 GB |\n|---|---|---|---|---|\n"
        "| $T$ in ms | 1.01 | 1.09 | {} | 205.8 |\n",
        "2.02", "2.20", 21,
    ),
    "a term of a chain that lost a factor": (
        RING_IN_BRACES + "Buckets of $x = S / k$ take $$c = 2 n a + \\frac{{2 x}}{{v}}$$\n\n"
        "each, and all of them\n\n"
        "$$V = k c = 2 {}n a + \\frac{{2 S}}{{v}}$$",
        "k ", "", 21,
    ),
    "the third side of a chain of which two agree": (
        ("$$N = M \\left( 1 + \\frac{{z}}{{x}} \\right)$$\n\nTherefore\n\n"
        "$$x N = M (x + z) = M z \\left( 1 + {} \\right)$$"),
        "\\frac{x}{z}", "\\frac{z}{x}", 5,
    ),
    "a chain that lost the terms with a letter": (
        RING_IN_BRACES + "$$t = g = (n - 1) \\left( a + \\frac{{S}}{{n v}} \\right)$$\n\n"
        "$$T = t + g = {}\\frac{{2 (n - 1) S}}{{n v}}$$",
        "2 (n - 1) a + ", "", 19,
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_no_word_ties_is_told_by_its_digits(what: str) -> None:
    text, right, wrong, line = BROKEN[what]

    assert ([], [line]) == right_and_wrong(text, right, wrong)


SILENT = {
    "a number that is of something else": (
        VALUES + RUN + "$$r = \\frac{u F}{6 N}$$\n\nLast year's machine had 1750 tokens/second."
    ),
    "letters that one unit has twice": (
        TABLE + "| $v$ | heads | heads of keys |\n| $u$ | key heads | heads of queries |\n\n"
        "If every head has its own, ($v = u$), then $u = 64$. Elsewhere $v = 8$."
    ),
    "what is neglected is said": (
        RING + "$$t = g = (n - 1) \\left( a + \\frac{S}{n v} \\right)$$\n\n"
        "Neglecting the start-up, $$T = t + g = \\frac{2 (n - 1) S}{n v}$$"
    ),
    "as with another value": (
        TABLE + "| $d$ | ports | down |\n| $u$ | ports | up |\n| $w$ | ratio | of both |\n\n"
        "$$w = \\frac{d}{u}$$\n\nWith $d = 48$ and $u = 16$ there are half as many again as "
        "with $w = 1$, on fewer of them."
    ),
    "a display of several formulas": (
        TABLE + "| $e$ | ends | ends |\n| $s$ | boxes | boxes |\n| $r$ | ports | ports |\n"
        "| $l$ | tiers | tiers |\n\n"
        "$$e = 2 (r / 2)^l, \\qquad s = (2 l - 1) (r / 2)^{l - 1}$$\n\n"
        "With $l = 3$ it is $r^3 / 4$."
    ),
    "a formula told by the way, and the number of another": (
        TABLE + "| $T$ | seconds | time |\n| $q$ | tokens | tokens |\n| $j$ | tokens | length |\n"
        "| $a$ | count | sequences |\n| $k$ | seconds/token | time of one |\n\n"
        "It takes $T = k q$ with $q = a j$, which is 9.83 s."
    ),
    "half of what an hour has": (
        TABLE + "| $q$ | USD/token | price |\n| $r$ | USD/hour | rent |\n"
        "| $h$ | tokens/second | speed |\n| $M$ | FLOP/token | work |\n"
        "| $F$ | FLOP/second | rate |\n\n"
        "With $h = F / (2 M)$ it is $$q = \\frac{r}{3600 h} = \\frac{M r}{1800 F}$$"
    ),
    "a fit has letters of its own": (
        TABLE + "| $m$ | parameters | size |\n| $n$ | layers | layers |\n| $e$ | count | width |\n"
        "| $a$ | none | first of the fit |\n| $b$ | none | second |\n| $K$ | FLOP | work |\n"
        "| $t$ | tokens | text |\n\nHere $m = 12 n e^2$ and $K = 6 m t$.\n\nThe optimum has "
        "$a m^2 = b t$, so that\n\n$$m = \\frac{b}{a} \\cdot \\frac{K}{6}$$"
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SILENT)
def test_nothing_is_told_of(what: str) -> None:
    assert [] == lines_of(SILENT[what])
