"""Which value of a letter holds where, and which formula a number is of."""

from __future__ import annotations

import pytest
from provable import lines_of, right_and_wrong

RUN = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $N$ | nodes | nodes |\n"
    "| $F_1$ | time between failures of one node | seconds |\n"
    "| $F$ | time between failures of the job | seconds |\n"
    "| $d$ | time that a checkpoint stops the job | seconds |\n| $x$ | best interval | seconds |\n"
    "| $t$ | interval | seconds |\n| $Z$ | size of a checkpoint | bytes |\n"
    "| $S$ | bandwidth of the store | bytes/second |\n| $y$ | time of a restart | seconds |\n\n"
)
STATES = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $P$ | weights | parameters |\n"
    "| $w$ | bytes of a weight | bytes/parameter |\n| $g$ | bytes of a gradient | "
    "bytes/parameter |\n"
    "| $r$ | ranks | ranks |\n| $A$ | memory of a rank, nothing shared | bytes |\n"
    "| $B$ | memory of a rank, all shared | bytes |\n| $E$ | traffic of a rank | bytes |\n"
    "| $s$ | sent by a rank | bytes/second |\n| $m$ | measured of a rank | bytes/second |\n\n"
)
PRODUCT = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $r$ | rows | count |\n| $k$ | depth | count |\n"
    "| $c$ | columns | count |\n| $e$ | bytes of an element | bytes |\n| $F$ | operations | "
    "FLOP |\n"
    "| $Q$ | traffic | bytes |\n| $I$ | intensity | FLOP/byte |\n\n"
)
CACHE = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $K$ | cache of one token | bytes/token |\n"
    "| $e$ | bytes of an element | bytes |\n| $w$ | width | count |\n| $s$ | tokens | tokens |\n"
    "| $M$ | memory | bytes |\n| $x$ | most sequences | sequences |\n\nEach token takes\n\n"
)
RATE = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $Y$ | sequences of a step | sequences |\n"
    "| $\\ell$ | length | tokens/sequence |\n| $T$ | one step | seconds |\n"
    "| $G$ | throughput | {}/second |\n\n"
)
PARTED = (
    "At $t = 600$ s a failure loses half an interval plus the time of the copy,\n\n"
    "$$ w = \\frac{{d}}{{t}} + \\frac{{1}}{{F}} \\left(\\frac{{t}}{{2}} {} y\\right) $$\n\n"
    "so that with $d = 6$, $F = 9000$ and $y = 90$ it is $w = 0.0533$.\n"
)
LISTED = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $a$ | first | count |\n| $b$ | second | "
    "count |\n\n"
)
# Text with a place for what is right, that, what is wrong, and the line that is blamed.
CASES = {
    "a sentence that gives all that its formula takes": (
        STATES + "$$ E = \\frac{{r - 1}}{{r}} ({} w + g) P $$\n\nWith $r = 40$, $P = 6.65 \\times "
        "10^9$, $w = 2$ and $g = 2$ a rank sends $E = 38.9$ GB, one and a half times as much.\n",
        "2",
        "4",
        13,
    ),
    "digits that follow as far as the number before was rounded": (
        STATES + "$$ s = \\frac{{E}}{{t}}, \\qquad m = 2 \\frac{} s $$\n\nFor $r = 64$ they are "
        "$s = 12.6$ GB/s and $m = 24.9$ GB/s.\n",
        "{r - 1}{r}",
        "{r}{r - 1}",
        13,
    ),
    "the formula of a display that its last row contradicts": (
        PRODUCT + "$$\\begin{{align}}\nF &= 2 r k c \\\\\nQ &= e (r k + k c{}) \\\\\n"
        "I &= \\frac{{F}}{{Q}} = \\frac{{2 r k c}}{{e (r k + k c + r c)}}\n\\end{{align}}$$\n\n"
        "When all are equal this is $$ I = \\frac{{2 r}}{{3 e}} $$\n\nWith $k = c = 8192$ and "
        "$e = 2$:\n\n| $r$ | $I$ |\n|---|---|\n| 1 | 1.00 |\n| 64 | 63.0 |\n| 256 | 240.9 |\n"
        "| 1024 | 819.2 |\n",
        " + r c",
        "",
        13,
    ),
    "bits that are no value of the letter beside them": (
        CACHE
        + "$$ K = 2 w e $$\n\nIn the example $K = 2 \\cdot 81920 \\cdot 2 = 327680$ bytes per "
        "token. A cache in 8 bits, $e = 1$, halves $K$ to 163840 bytes.\n\nThe batch is at most\n\n"
        "$$ x = \\left\\lfloor \\frac{{M}}{{K s}} \\right\\rfloor $$\n\nWith $s = 8192$ and "
        "$M = 158$ GB it is $x = 58$.\n\n- With twice the GPUs, $M = 436$ GB and $x = {}$.\n",
        "162",
        "126",
        22,
    ),
    "an input of the clause before, and not of the next": (
        STATES + "$$ E = \\left( P {} \\frac{{g - 1}}{{r}} \\right) w $$\n\nOurs has $P = 32$ "
        "and $g = 4$."
        "\n\n## A step\n\nWith $w = 0.1$ (all included) and $r = 1$ it lasts $E = 3.5$, so that "
        "$s = 1.2 "
        "\\times 10^6$ bytes per second go through, or 1170 bytes per second and GPU.\n",
        "+",
        "-",
        13,
    ),
    "a unit that the text gives otherwise": (
        RATE + "$$ G = \\frac{{Y \\ell}}{{T}} $$\n\nHere it is $G = 1.20 \\times 10^6$ tokens per "
        "second for the job.\n",
        "tokens",
        "sequences",
        6,
    ),
    "a column over what another side of a chain says": (
        STATES + "$$ A = w P + g P = 2 \\frac{{r - 1}}{{r}} P $$\n\nWe have $P = 1.75 \\times "
        "10^9$.\n\n"
        "| $r$ | $A / P$ |\n|---|---|\n| 2 | 1.000 |\n| 8 | 1.750 |\n| 16 | {} |\n| 64 | 1.969 |\n",
        "1.875",
        "1.857",
        21,
    ),
    "a sentence that a displayed formula parts": (
        PARTED,
        "+",
        "-",
        3,
    ),
    "a number behind its formula, whatever the sentence before chose": (
        RUN + "The lost share is $$ u = \\frac{{d}}{{t}} + \\frac{{t}}{{2 F}} $$\n\nWith $d = "
        "1$ and $F = 2$ it is 1.25 at $t = 1$. It is least at\n\n$$ x = \\sqrt{} $$\n\nand "
        "$x = 2$ for these values.\n",
        "{2 d F}",
        "{d F / 2}",
        17,
    ),
}


@pytest.mark.parametrize(("text", "right", "wrong", "line"), CASES.values(), ids=CASES)
def test_the_one_at_fault_is_told(text: str, right: str, wrong: str, line: int) -> None:
    assert right_and_wrong(text, right, wrong) == ([], [line])


RIGHT = {
    "the value of another letter, told once more in hours": (
        RUN + "$$ u = \\frac{N}{F_1} $$\n\nThe mean time between two failures of the job is one "
        "over it,\n\n$$ F = \\frac{1}{u} = \\frac{F_1}{N} $$\n\nOurs has $N = 2048$ nodes. A node "
        "fails once in $F_1 = 1.8432 \\times 10^8$ s, which is 51,200 hours or 5.8 years. The job "
        "then has $F = 90{,}000$ s, that is 25 hours, and $u = 1.11 \\times 10^{-5}$ per second.\n"
    ),
    "a value that was worked out with what has another formula since": (
        RUN + "$$ x = \\sqrt{2 d F} $$\n\nWith $d = 50$ s and $F = 90{,}000$ s it is $x = 3000$ s."
        "\n\n## In the background\n\nTraining stands still only for\n\n$$ d = \\frac{Z}{N v} $$\n\n"
        "which is $d = 0.0137$ s. The interval that one can use is\n\n"
        "$$ t = \\max\\left(x, \\frac{Z}{S}\\right) $$\n\nwhich is 50 s here, for $Z = 5.6 \\times "
        "10^{12}$ bytes and $S = 1.12 \\times 10^{11}$ bytes/second.\n"
    ),
    "a row that says what it is measured in": (
        STATES + "$$ A = (w + g) P $$\n\n$$ B = \\frac{(w + g) P}{r} $$\n\nFor $P = 6.65 \\times "
        "10^9$, $r = 40$, $w = 2$ and $g = 4$:\n\n| State | $A$ | $B$ |\n|---|---|---|\n"
        "| GB on one rank | 39.9 | 0.9975 |\n"
    ),
    "a root of the bytes of an element": (PRODUCT + "$$ k = \\sqrt{\\frac{2 r c}{Q}} $$\n"),
    "a share that follows from what the text counts": (
        "- $n$: length of one sequence [tokens]\n- $H$: width of the residual stream [count]\n"
        "- $L$: transformer layers [layers]\n"
        "- $W$: parameters of the model, embeddings left out [parameters]\n"
        "- $F$: FLOPs of the attention scores of one layer, forward, one sequence [FLOP/layer]\n"
        "- $K$: training FLOPs of the attention scores per token [FLOP/token]\n"
        "- $\\rho$: attention scores over matrix products, in FLOPs [ratio]\n\n"
        "Where masked pairs are skipped, $$ F = 2 n^2 H $$ and $$ K = \\frac{3 L F}{n} = 6 L n "
        "H $$ "
        "for each token. Here $W = 12 L H^2 = 6.44 \\times 10^{10}$. The ratio is\n\n"
        "$$ \\rho = \\frac{K}{6 W} = \\frac{L n H}{W} = \\frac{n}{12 H} $$\n"
    ),
    "a value of the cases of a table": (
        "Ours has $N = 64$ and $G = 8$. You have probably seen $k = \\sqrt{N}$ instead. That is "
        "the "
        "special case $a = b$, and\n$2\\sqrt{N a b}$ comes to 4.427 GB, and $k = 2$ misses it by "
        "0.05%.\n\n| $k$ | $M(k)$ |\n|---|---|\n| 1 | 5.44 GB |\n| 2 | 4.43 GB |\n"
        "| 4 | 5.64 GB |\n"
    ),
    "a share of the peak, by operations told before": (
        "A block takes about $7.15 \\times 10^{12}$ operations. In 2 ms on eight GPUs that is "
        "447 TFLOP/s per GPU.\n"
    ),
    "what a host has, behind what it needs": (
        "| Letter | Meaning | Unit | Ours |\n|---|---|---|---|\n"
        "| $P$ | parameters | parameters | $32.5 \\times 10^9$ |\n| $D$ | GPUs | GPUs | 32 |\n"
        "| $g$ | GPUs of a host | GPUs | 8 |\n| $H$ | memory of a host | bytes | |\n\n"
        "Offloading all of it puts\n\n$$ H = \\frac{12\\, g\\, P}{D} $$\n\non each of the four "
        "hosts: 97.5 GB. A host has 1 TB, so this is just under a tenth of it.\n"
    ),
    "the largest number of another format": (
        "$$ F = (2 - 2^{-m})\\, 2^{b} $$\n\n| Format | $m$ | $b$ | $F$ |\n|---|---|---|---|\n"
        "| FP16 | 10 | 15 | 65504 |\n| E5M2 | 2 | 15 | 57344 |\n| E4M3 | 3 | 7 | 448 |\n\n"
        "In E4M3 the largest exponent is usable and $F = 1.75 \\cdot 2^8 = 448$.\n\n## "
        "Scaling\n\nA power is\n\n"
        "$$ S = 2^{k}, \\qquad k = \\lfloor \\log_2 \\frac{F}{g} \\rfloor $$\n\nFor $g = 0.35$ the "
        "logarithm is $17.51$, thus $k = 17$ and $S = 131072$.\n"
    ),
    "a list of what is supposed, without a comma": (
        "Graphs with a prime $q$ have routers of degree $d = (3 q - 1) / 2$. With $q = 5$, $d = "
        "7$. "
        "For $q = 13$ the share is 0.934. A graph needs a diameter of $\\log(H / p) / \\log(d - "
        "1)$; "
        "for $H/p = 10^6$ and $d = 33$ this is $3.99$, so four hops.\n"
    ),
    "a logarithm that the text says to be binary": (
        "There are $p$ ranks, and $\\lg$ is the logarithm to base two. The tree has "
        "$\\lceil \\lg 12 \\rceil = 4$ rounds.\n"
    ),
    "units before the amount": (
        "The allocator hands out large blocks: a tensor of $z$ bytes takes "
        "$2^{21} \\lceil z / 2^{21} \\rceil$. For $z = 20$ MB that is 10 units, 20.97 MB.\n"
    ),
    "what is told of each of two cases, by turns": (
        "A run of $f = 0.2$ of its steps costs less, and so does one of $f = 0.1$. For a ladder "
        "that "
        "never ends the ratio tends to $(1 + f)/2$, so 60% resp. 55%.\n"
    ),
    "points of a hundred": "The least difference is $2.8\\sqrt{0.12/164} = 7.6$ points.\n",
    "a sum of percentages, of which the last says so": (
        "In all $w = 0.47 + 0.47 + 0.16 + 1.00 = 2.10\\%$ are lost.\n"
    ),
    "a value of other weights, behind a semicolon": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $C$ | peak | FLOP/second |\n"
        "| $B$ | bandwidth | bytes/second |\n| $w$ | bytes of a weight | bytes |\n\n"
        "With $C = 989 \\times 10^{12}$ and $B = 3.35 \\times 10^{12}$ it is $w C / (2 B)$, or 295 "
        "sequences for two-byte weights (where it happens to equal the ratio $C / B$; for one-byte "
        "weights it is 148).\n"
    ),
    "more than before, which is no number of the sentence": (
        "On $p = 4$ we have $b = 81$, 47% more than before.\n"
    ),
    "a relation that some of the rows have": (
        "| model | $s$ | $h$ |\n|---|---|---|\n| Basil | 4096 | 4096 |\n| Sage | 4096 | 8192 |\n"
        "| Thyme | 8192 | 16384 |\n\nThat is 2.6% for Sage and Thyme (both have $h = 2s$).\n"
    ),
    "more than the formula, told in words": (
        "> **Example.** A model with $p = 13 \\times 10^9$ on $g = 8$ GPUs, with $o = 12$.\n\n"
        "$$ t = \\frac{o\\,p}{c} + \\frac{o\\,p}{d} $$\n\nWith four drives, $c = 28 \\times "
        "10^9$ and "
        "$d = 16 \\times 10^9$ bytes per second, that is\n$156/28 + 156/16 = 5.57 + 9.75 = "
        "15.32$ s, "
        "less than before. With the update and the crossing it makes\n17.53 s, half a second too "
        "much to hide.\n"
    ),
    "a second doubling": (
        "$$ m = \\frac{S}{D u} $$\n\nThe example has $S = 256$, $D = 8$ and $u = 1$. With twice "
        "the GPUs, "
        "$D = 16$ and $m = 16$: the step takes 1035 ms.\nA third doubling from there, no, a second "
        "one, gives $m = 8$, $T = 675$ ms and 46.7 %.\n"
    ),
    "the rate at which an amount takes so long": (
        "Restoring reads 2940 GB, which is 29.4 s at 100 GB/s instead of 9.8 s.\n"
    ),
    "a bound, and no count": "A vocabulary of 65,536 or less fits in 2 bytes: 30 TB.\n",
    "money behind its amount": (
        "| leaves $n$ | cost (M$) | cost per GPU ($) |\n|---|---|---|\n| 32 | 3.917 | 3,825 |\n\n"
        "So it costs 48.7 % of the other, a saving of 2.01 M$. (It is no mistake.)\n"
    ),
    "a number that is no name": (
        LISTED + "A day without any has the probability $e^{-24/37.5}$.\n"
    ),
    "a column that begins with nothing": (
        "$$ T = a b $$\n\nFor $b = 2$:\n\n| $a$ | $T$ |\n|---|---|\n| 1 | 0 |\n| 2 | 4.31 |\n"
        "| 3 | 6.52 |\n| 4 | 8.43 |\n"
    ),
    "a cell of a column that says nothing": (
        "$$ T = a b $$\n\nFor $b = 2.15$:\n\n| $a$ | $T$ |\n|---|---|\n| 1 | 2.15 |\n| 2 | 4.30 |\n"
        "| 3 | 0 |\n| 4 | 8.60 |\n"
    ),
    "points of a list, which have no sentence in common": (
        "Both obey\n\n$$ T = a b $$\n\nIt is so for\n\n- the first with $a = 2.5$ and $b = 3.1$\n"
        "- a second one that takes $T = 8.4$ s\n"
    ),
    "a column with the letter of another one in its header": (
        RUN + "$$ x = \\sqrt{2 d F} $$\n\n$$ t = \\min\\left(x, \\frac{Z}{S}\\right) $$\n\nWith "
        "$x = 3000$, $Z = 5.6 \\times 10^{12}$ and $S = 1.12 \\times 10^{11}$:\n\n"
        "| $t$ | $d / t$ |\n|---|---|\n| 600 | 0.0833 |\n| 1500 | 0.0333 |\n| 3000 | 0.0167 |\n"
        "| 6000 | 0.0083 |\n"
    ),
    "things that the sentence counts": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $n$ | sequences | sequences |\n| $t_f$ | "
        "time of the arithmetic | seconds |\n| $F$ | peak of all GPUs | FLOP/second |\n| $P$ | "
        "weights | parameters |\n\n$$ t_f = \\frac{2 P n}{F} $$\n\nFor $n = 256$, $P = 3.44 "
        "\\times 10^{10}$ and $F = 2.376 \\times 10^{15}$ five tokens need $t_f = 37.06$ ms.\n"
    ),
    "what a rate makes of many": (
        "One step in $G + 1$ is thrown away:\n\n$$w = \\frac{1}{G + 1}$$\n\nOver 100,000 steps "
        "with $G = 2000$ that is 50 skipped steps or so.\n"
    ),
    "a power that gives its letter a value": (
        LISTED + "$$ s = a + \\frac{b (1 + g^2)}{2} $$\n\n1. All equal, $g = 0$: 2,000 tokens.\n"
        "2. Measured, $g^2 = 0.8$: 3,200 tokens.\n"
    ),
    "a unit that the numbers of a formula make": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $P$ | power | kW |\n| $u$ | load | ratio |\n"
        "\nSo $P = 2920$ kW. With $u = 0.8$ each 0.01 is worth\n\n"
        "$$ 0.01 \\cdot 8.76\\,u\\,P \\approx 205\\ \\text{MWh} $$\n\nor 14,700 USD a year.\n"
    ),
    "what is said behind a formula and its helper": (
        "Twenty GPUs serve $r = 12$ requests per second.\n\n$$ b = \\frac{q v W}{H - q z}, \\qquad "
        "q = \\frac{r}{5} $$\n\nwhich is 16.0, and a token takes 22.2 ms.\n"
    ),
    "a whole number that is put in": (
        LISTED + "$$ b = 2 a + 7 $$\n\nWith $a = 6$ it is $b = 19$. Take $a = 5$ now: in a list of "
        "$b = 33$ all is full.\n"
    ),
    "micro-batches that stages hold": (
        "| Letter | Meaning | Unit |\n|---|---|---|\n| $P$ | stages | stages |\n| $m$ | "
        "micro-batches | count |\n\nStage $i$ has $$ n_i = \\min(m, P - i) $$ in flight.\n"
        "\nThe first one holds $P$ micro-batches.\n"
    ),
    "letters that are equal": (
        "$$ r = \\frac{X + z}{a + z} $$\n\nWith $X = 64$, $a = 6$ and $z = 1$ it is $r = 9.29$.\n\n"
        "With $X = a$ every expert is visited and $r = 1$: a dense model.\n"
    ),
    "a case in which nothing is left": (
        "$$ V = T k \\frac{n - 1}{n} $$\n\nwhich is 19.5 MB for eight boxes, with $T = 128$ and "
        "$k = 174000$. A large domain has $n = 1$, and nothing leaves it.\n"
    ),
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert lines_of(text) == []
