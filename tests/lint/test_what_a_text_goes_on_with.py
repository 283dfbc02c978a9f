"""What a chapter goes on with: values of its run, named parts, what words suppose and bound."""

from __future__ import annotations

import pytest
from provable import lines_of

TABLE = "| Letter | Unit | Meaning |\n|---|---|---|\n"
RUN = (
    "Let $w$ be the number of weights and $z$ the number of tokens. The compute $C$ is\n\n"
    "$$C = 6 w z$$\n\nAnother model had $w = 7 \\times 10^{10}$ and $z = 1.4 \\times 10^{12}$, "
    "hence $C = 5.88 \\times 10^{23}$.\n\nOurs has $w = 3.2 \\times 10^{10}$ and "
    "$z = 6.4 \\times 10^{12}$. It takes $C = 1.2288 \\times 10^{24}$ FLOP.\n\n## Days\n\n"
    "A run on $g$ devices at $p$ FLOP per second lasts\n\n$$t = \\frac{C}{g p}$$\n\nseconds. "
    "With $g = 2048$ and $p = 4 \\times 10^{14}$ this is $t = @ \\times 10^6$ seconds.\n\n"
    "## Steps\n\nWith $b = 16{,}777{,}216$ tokens in a step the run has $n = z / b$ steps, here "
    "$n = 381{,}470$. A copy has $S = 14 w$ bytes, that is 448 GB.\n"
)
LAYERS = TABLE + (
    "| $H$ | count | width |\n| $F$ | count | inner width |\n| $L$ | layers | layers |\n"
    "| $N$ | parameters | weights |\n| $q$ | tokens | length |\n| $n$ | count | heads |\n"
    "| $A$ | bytes | activations of a layer |\n\n$$N = L (4 H^2 + 2 H F)$$\n\n"
    "For $H = 4096$, $F = 16384$ and $L = 32$ "
)
SCORES = LAYERS + (
    "that is 6.44 billion.\n\n$$A = q H \\left(34 + \\frac{5 n q}{H}\\right)$$\n\n"
    "With $n = 32$ and $q = 8192$, "
)
SHARDS = TABLE + (
    "| $W$ | bytes | state of the model |\n| $J$ | GPUs | GPUs of the job |\n"
    "| $K$ | nodes | nodes of the job |\n| $B$ | sequences | sequences of a step |\n"
    "| $C$ | FLOP | work of a step |\n\n"
)
SPREAD = TABLE + (
    "| $x$ | tokens | length of a sequence |\n| $u$ | sequences | sequences of a micro-batch |\n"
    "| $r$ | ranks | context-parallel degree |\n| $q$ | ranks | tensor-parallel degree |\n"
    "| $M$ | parameters | weights of a layer |\n| $P$ | FLOP | work of one rank |\n"
    "| $e$ | bytes | size of one element |\n| $A$ | bytes | tensor of one rank |\n"
    "| $o$ | count | width |\n\n"
    "Let one sequence of 32,768 tokens be spread over four context ranks with eight tensor "
    "ranks each. With $M = 855{,}638{,}016$ and $o = 8192$ the work is\n\n"
)
IDLE = (
    "A stage needs $x$ seconds for a micro-batch. Of $K$ stages with $n$ micro-batches each, the "
    "share of time that is lost is $\\xi$:\n\n$$\\xi = \\frac{K - 1}{n + K - 1}$$\n\n"
    "For $K = 8$ and $n = 48$ it is 0.127. "
)
RING = TABLE + (
    "| $P$ | ranks | ranks |\n| $s$ | seconds | start-up |\n| $v$ | bytes | vector |\n"
    "| $w$ | bytes/second | bandwidth |\n| $A$ | seconds | all-reduce |\n\n"
    "$$A = 2 (P - 1) \\left( s + \\frac{v}{P w} \\right)$$\n\nThere are $P = 128$ of them. "
)
CHAIN = TABLE + (
    "| $P$ | ranks | ranks |\n| $s$ | seconds | start-up |\n| $v$ | bytes | vector |\n"
    "| $w$ | bytes/second | bandwidth |\n| $k$ | count | pieces |\n| $B$ | seconds | broadcast |\n"
    "| $k_*$ | count | best number of pieces |\n\n"
    "Here $P = 128$, $s = 12 \\times 10^{-6}$ s, $v = 10^9$ and $w = 5 \\times 10^{10}$.\n\n"
    "$$B = (P + k - 2) \\left( s + \\frac{v}{k w} \\right)$$\n\nThe best number is\n\n"
    "$$k_* = @{\\frac{(P - 2) v}{s w}}$$\n\nFor a gigabyte that is $k_* \\approx 458$ and "
    "$B = 32.5$ ms. In one piece ($k = 1$) it would take 2.54 s.\n"
)
RATE = (
    "| Letter | Meaning | Unit |\n|---|---|---|\n| $r$ | learning rate | ratio |\n"
    "| $a$ | its maximum | ratio |\n| $b$ | its minimum | ratio |\n| $x$ | progress | ratio |\n\n"
    "$$r = b + \\frac{1}{2} (a - b) (1 @ \\cos \\pi x)$$\n\nFor $a = 3 \\times 10^{-4}$ and "
    "$b = 3 \\times 10^{-5}$ the rate is $6.95 \\times 10^{-5}$ at $x = 3/4$.\n"
)
FORMS = {
    # What is right, what is wrong instead, where that is told.
    "a later section goes on with the run that came last": (RUN, "1.500", "1.050", 15),
    "a bracket that is named": (SCORES + "the bracket comes to @.", "354", "345", 17),
    "a fraction that is named": (SCORES + "the fraction is @.", "320", "230", 17),
    "a term that is named by its place": (
        LAYERS + "the first term is 67.1 million and the second is @ million.",
        "134.2", "67.1", 11,
    ),
    "what is divided among GPUs is of no node": (
        SHARDS + "Each holds its part: $W / @$ bytes for each node.", "K", "J", 9,
    ),
    "nor is it with its number": (
        SHARDS + "With $W = 1456$ GB and $J = 64$, it is $W/J = 22.75$ GB on each @.",
        "GPU", "node", 9,
    ),
    "what is divided by sequences is of no token": (
        SHARDS + "It spends $C / B$ FLOP per @.", "sequence", "token", 9,
    ),
    "counts in words are values of the letters whose rows count such things": (
        SPREAD + "$$P = \\frac{2 u x M}{q r}$$\n\nthat is, $P = @ \\times 10^{12}$.",
        "1.75", "1.57", 17,
    ),
    "a precision in words is the size of an element": (
        SPREAD + "$$A = e u \\frac{x}{r} o$$\n\nor, in 16-bit precision, $A = @$.",
        "134 MB", "143 MB", 17,
    ),
    "nobody writes MiB for a million bytes": (
        SPREAD + "$$A = e u \\frac{x}{r} o$$\n\nor, in 16-bit precision, $A = @$.",
        "128$ MiB. $A > 0", "134$ MiB. $A > 0", 17,
    ),
    "who tolerates a share at most needs so many at least": (
        IDLE + "Whoever tolerates a share of at most $\\xi$ must provide\n\n"
        "$$n \\@ (K - 1) \\left( \\frac{1}{\\xi} - 1 \\right)$$", "ge", "le", 7,
    ),
    "a sum is never less than one of its parts": (
        RING + "It obeys\n\n$$A \\@ 2 \\frac{P - 1}{P} \\frac{v}{w}$$", "ge", "le", 13,
    ),
    "what is best is what the example takes": (CHAIN, "\\sqrt", "", 17),
    "a word of its row says what a number is": (RATE, "+", "-", 8),
    "what adds up is known to the last digit": (
        "These are 17.28 s of work and @ s of waiting, which add up to 19.80 s.",
        "2.52", "2.88", 1,
    ),
    "a price is of what was told before": (
        "We pay for 1.022 GWh. At 0.08 dollars per @ this is 82 thousand dollars.",
        "kilowatt-hour", "megawatt-hour", 1,
    ),
    "two digits of a quotient of two columns": (
        (
            "| plan | idle | step | share |\n|---|---|---|---|\n| one | 2.52 | 19.80 | 0.127 |\n"
            "| two | 0.84 | 18.12 | 0.046 |\n| three | 0.98 | 18.26 | @ |\n"
            "| four | 0.21 | 17.49 | 0.012 |"
        ), "0.054", "0.045", 5,
    ),
    "what is divided by eight was in bits": (
        "Its card runs at 400 G@/s, hence $w = 400 \\times 10^9 / 8 = 50 \\times 10^9$ bytes/s.",
        "bit", "B", 1,
    ),
    "bits are no value of a letter in bytes": (
        RING + "A card of 400 Gbit/s has $w = @ \\times 10^9$.", "50", "400", 11,
    ),
    "what a formula becomes with another one put in": (
        (
            "Let $w$ be the number of weights and $z$ the number of tokens. The compute $C$ is\n\n"
            "$$C = 6 w z$$\n\nAbout twenty tokens per weight are best, $z = 20 w$. Put in, this "
            "gives\n\n$$C = @ w^2$$\n"
        ), "120", "26", 7,
    ),
    "an amount that opens a sentence is of the one letter that measures it": (
        RING + "With $s = 12 \\times 10^{-6}$ s and $w = 5 \\times 10^{10}$ bytes/second it is "
        "quick. For 64 MB we get $A = @$ ms.", "5.59", "5.95", 11,
    ),
    "a count that opens a sentence is of the one letter that counts it": (
        TABLE + "| $u$ | sequences | sequences of a batch |\n| $c$ | bytes | cache of one |\n"
        "| $M$ | bytes | cache |\n\nHere $c = 2.5 \\times 10^9$.\n\n$$M = u c$$\n\n"
        "With 48 sequences that makes @ GB.", "120", "102", 11,
    ),
    "words that limit a count want the smaller one": (
        "Of $K$ stages, each holding $n$, it limits the count to\n\n$$a = \\@(n, K)$$",
        "min", "max", 3,
    ),
    "a column headed by a unit alone is in it": (
        LAYERS + "it is as follows:\n\n| Letter | Billions |\n|---|---|\n| $N$ | @ |\n",
        "6.44", "6.64", 17,
    ),
    "so many times a letter is so many times its formula": (
        "The forward pass takes $W = 4 j m n$, and the backward pass $\\frac{5}{2} W = @ j m n$.",
        "10", "8", 1,
    ),
    "a number of siunitx is read in sentences": (
        "The budget is used up after \\num{7.26e5} seconds, or @ days.", "8.4", "4.8", 1,
    ),
    "a share is no more than the whole": (
        "The waste falls to a share of @, nearly all of it restarts.", "0.031", "3.1", 1,
    ),
    "a ratio in words is that of its letter": (
        TABLE + "| $k$ | tokens/parameter | data for each weight |\n\nA rule fixes $k$ instead. "
        "At 20 @ it is soon said.", "tokens per parameter", "parameters per token", 5,
    ),
    "a letter without a row counts one kind of things": (
        "Each of $j$ heads has $j$ query heads.\n\nWhen $@$ sequences are decoded, it reads all.",
        "q", "j", 3,
    ),
    "what a formula comes to may come on top of the rest": (
        LAYERS + "they are 6.44 billion. The logits, $Y = 4 q H$, with $q = 2048$ fill another @ "
        "MB.", "33.6", "36.3", 13,
    ),
    "what each does is what the row of its letter says": (
        TABLE + "| $K$ | bytes | snapshot |\n| $n$ | count | accelerators |\n"
        "| $r$ | bytes | part of a snapshot that one accelerator owns |\n\n"
        "Here $K = 5.67 \\times 10^{12}$ and $n = 12288$.\n\n$$r = \\frac{K}{n}$$\n\n"
        "Each part measures 461 @.", "MB", "GB", 11,
    ),
    "counts that open a sentence go on with what they are of": (
        TABLE + "| $u$ | sequences | sequences of a micro-batch |\n| $Q$ | sequences | those of a "
        "step |\n| $l$ | tokens/sequence | length |\n| $w$ | parameters | weights |\n"
        "| $p$ | FLOP/second | speed |\n| $F$ | seconds | forward pass |\n\n"
        "Here $w = 7 \\times 10^9$.\n\n$$F = \\frac{2 w u l}{p}$$\n\nWith four sequences of 4096 "
        "tokens and $p = 4 \\times 10^{14}$ we get $F = @$ s.", "0.573", "0.537", 14,
    ),
    "another letter that the sentence has may be meant": (
        (
            "It is\n\n$$f = c + \\frac{u}{m^{a}} + \\frac{g}{q^{@}}$$\n\nWe use $c = 1.8172$, "
            "$u = 482.01$, $g = 2085.43$, $a = 0.3478$ and $b = 0.3658$. A model with "
            "$m = 7 \\times 10^{10}$ and $q = 1.4 \\times 10^{12}$ is then to end at "
            "$1.8172 + 0.0815 + 0.0752 = 1.9739$."
        ), "b", "a", 3,
    ),
    "milliseconds are put in as seconds where what comes out is negative": (
        (
            "A stage takes $x = 120$ ms, $y = 130$ ms and $z = 110$ ms; $K = 8$ of them. It idles "
            "for\n\n$$G = (K - 1)(x + y - @ z)$$\n\nHere $G = 0.21$ s."
        ), "2", "3", 3,
    ),
    "a product of numbers says what the letters of the product before it are": (
        TABLE + "| $N$ | ranks | ranks of the job |\n| $t$ | ranks | tensor-parallel degree |\n"
        "| $p$ | stages | pipeline stages |\n| $d$ | ranks | data-parallel degree |\n"
        "| $P$ | parameters | weights |\n| $v$ | bytes | bytes that a rank sends |\n\n"
        "We run four stages. Degrees multiply, $N = t p d$, and here\n\n$$8 \\cdot 4 \\cdot 64 = "
        "2048$$\n\n$$v = \\frac{6 P}{t p} \\cdot \\frac{d - 1}{d}$$\n\n"
        "For $P = 7 \\times 10^{10}$ that is $v = @ \\times 10^9$ bytes.", "12.92", "12.29", 16,
    ),
    "eight-way tensor parallelism is a degree of eight": (
        TABLE + "| $t$ | ranks | tensor-parallel degree |\n| $P$ | parameters | weights |\n"
        "| $s$ | parameters | weights of a rank |\n\nWe take eight-way tensor parallelism.\n\n"
        "$$s = \\frac{P}{t}$$\n\nFor $P = 7 \\times 10^{10}$ that is $s = @ \\times 10^9$.",
        "8.75", "7.85", 11,
    ),
    "who prints decimals has not rounded to a whole number": (
        ("A step takes $t = 3.65$ s, of which $x = 0.184$ s and $b = 0.166$ s come on top:\n\n"
        "$$T = t + x@$$\n\nThe sum is $T = 4.00$ s."), " + b", "", 3,
    ),
    "bytes of each of several things are of the formula": (
        LAYERS + "it has 6.44 billion. Inputs alone take $C = 2 q H$ bytes each, here @ MB with "
        "$q = 2048$.", "16.8", "18.6", 13,
    ),
    "an amount that all of it comes to is of the formula": (
        LAYERS + "it has 6.44 billion. With $q = 2048$ it sends $S = @ q H$ in all: "
        "67.1 MB.",
        "8", "6", 13,
    ),
    "what a share leaves is another one": (
        ("The share that this saves is\n\n$$z = \\frac{@}{34 d + 5 h t}$$\n\nWith $d = 5120$, "
        "$h = 40$ and $t = 4096$ that is $z = 160/194 \\approx 0.825$."), "5 h t", "34 d", 3,
    ),
    "a column is headed by what it is of, and its letter": (
        TABLE + "| $k$ | count | micro-batches |\n| $C$ | bytes | sent by a rank |\n"
        "| $g$ | bytes | sent once |\n\nHere $g = 59.5 \\times 10^9$.\n\n$$C = 3 k g$$\n\n"
        "| Micro-batches | Stage 3, $C$ |\n|---|---|\n| $k = 1$ | 178.5 GB |\n"
        "| $k = 2$ | 357.0 GB |\n| $k = 4$ | @ GB |\n", "714.0", "741.0", 15,
    ),
    "two chains that fail in one way blame the formula that mends both": (
        (
            "A reduce-scatter takes\n\n$$R = (r - 1) e + \\frac{r - 1}{r} \\frac{y}{w}$$\n\nand an "
            "all-gather\n\n$$H = @\\frac{r - 1}{r} \\frac{y}{w}$$\n\nOne after the other,\n\n"
            "$$A = R + H = 2 (r - 1) \\left( e + \\frac{y}{r w} \\right)$$\n\nSharded training "
            "needs $2 H + R = \\frac{3}{2} A$.\n"
        ), "(r - 1) e + ", "", 7,
    ),
    "two formulas are equal where words say that they cross": (
        TABLE + "| $w$ | ranks | ranks |\n| $d$ | count | rounds |\n| $a$ | seconds | start-up |\n"
        "| $v$ | bytes | vector |\n| $b$ | bytes/second | bandwidth |\n"
        "| $R$ | seconds | ring |\n| $D$ | seconds | doubling |\n"
        "| $v_\\times$ | bytes | where both take equally long |\n\n"
        "$$R = 2 (w - 1) a + 2 \\frac{w - 1}{w} \\frac{v}{b}$$\n\n"
        "$$D = d \\left( a + \\frac{v}{b} \\right)$$\n\nRing and doubling take equally long at\n\n"
        "$$v_\\times = a b \\frac{2 (w - 1) @ d}{d - 2 (w - 1) / w}$$\n", "-", "+", 18,
    ),
    "of limits that are all to be kept the tighter one binds": (
        "Heads cannot be split, hence $k \\le \\@(p, r)$ unless keys are copied.", "min", "max", 1,
    ),
    "sequences of so many tokens are of one letter": (
        TABLE + "| $q$ | tokens/sequence | length of a sequence |\n| $J$ | sequences | those of a "
        "step |\n| $H$ | seconds | time of a step |\n| $R$ | tokens/second | throughput |\n\n"
        "$$R = \\frac{J q}{H}$$\n\nWith $J = 1024$ and $H = 4.26$ s sequences of 4096 tokens "
        "flow at $R = @ \\times 10^5$ tokens/second.", "9.85", "8.95", 10,
    ),
    "a sentence that says the unit of a letter declares it": (
        ("A message has $B$ bytes.\n\n- $B$: size of a message, in bytes\n\nIf $a$ is the start-up "
        "time of a message in seconds and $s$ the bandwidth of the link in @, it takes\n\n"
        "$$\\phi = a + \\frac{B}{s}$$"), "bytes/second", "seconds/byte", 5,
    ),
    "hours and kilowatts are told in the unit behind the formula": (
        "It takes $700\\ \\text{h} \\times 0.7\\ \\text{kW} = @$ kWh.", "490", "940", 1,
    ),
    "what a part holds with a value is worked out with it": (
        TABLE + "| $P$ | parameters | weights of a rank |\n| $t$ | ranks | ranks |\n\n"
        "Here $w = 8192$.\n\n$$P = \\frac{12 w^2 + 7 w}{t} + @ w$$\n\nWith $t = 8$ a rank holds "
        "$P = 100{,}719{,}616$ parameters of the block.", "6", "3", 8,
    ),
    "a sum is no term of it, whatever the sentence says of the term": (
        (
            "It is\n\n$$y = 6 u + 6 k n@$$\n\nOurs has $u = 30 \\times 10^9$, $k = 64$, $w = 6144$ "
            "and $n = 8192$. The first term amounts to $1.8 \\times 10^{11}$, so "
            "$y = 1.993 \\times 10^{11}$."
        ), " w", "", 3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_the_wrong_form_is_told_at_its_line_and_the_right_one_is_not(name: str) -> None:
    text, right, wrong, line = FORMS[name]
    lines = [lines_of(text.replace("@", form) + "\n") for form in (right, wrong)]

    assert [[], [line]] == lines


RIGHT = {
    "a mean may be bounded by the larger of its parts": (
        "The mean cannot exceed the larger of its parts, $m \\le \\max(a, b)$.\n\nAnother bound is "
        "$m \\ge \\min(a, b)$.\n"
    ),
    "ways that do not fit are none of the example": (
        TABLE + "| $t$ | ranks | tensor-parallel degree |\n"
        "| $p$ | ranks | pipeline-parallel degree |\n"
        "| $N$ | ranks | ranks of the job |\n\n$$N = t p$$\n\nTwo-way tensor parallelism does not "
        "fit. With $p = 4$ we need $N = 32$ ranks.\n"
    ),
    "a product of other things gives letters no values": (
        TABLE + "| $t$ | ranks | tensor-parallel degree |\n"
        "| $p$ | ranks | pipeline-parallel degree |\n"
        "| $d$ | ranks | data-parallel degree |\n| $N$ | ranks | ranks of the job |\n\n"
        "$$N = t p d$$\n\nWith $d = 64$ that is $N = 2048$. Each head keeps "
        "$8 \\cdot 16 \\cdot 64 = 8192$ numbers.\n"
    ),
    "what holds then is of a case": (
        TABLE + "| $L$ | seconds | time of all stages |\n| $K$ | stages | stages |\n"
        "| $x$ | seconds | forward pass |\n| $y$ | seconds | backward pass |\n\n"
        "Here $K = 12$, $x = 0.03$ s and $y = 0.06$ s, and the waiting is $d = 0.99$ s.\n\n"
        "For equal stages this is the old result, since then $L = K (x + y)$. In our run the last "
        "stage took 0.105 s and the other eleven 0.09 s. Hence $L = 1.095$ s.\n"
    ),
    "those two gigabytes are what was reckoned before": (
        "A kernel reads and writes $5 (g - 1) n / g$ bytes. On a 3.35 TB/s H100 those 2 GB cost "
        "2.61 ms.\n"
    ),
    "an all-reduce of so many bytes is any one": (
        "Here $a = 5 \\times 10^{-6}$ and $B = 5 \\times 10^{10}$.\n\n"
        "1. Now both take equally long at $n = 160 a B = 40$ MB.\n"
        "2. For $q = 16$ nodes of $g = 8$ GPUs, a two-level all-reduce of\n   $n = 2$ GB spends "
        "7.78 ms inside.\n"
    ),
    "a point where sending is slower has no limit": (
        TABLE + "| $s$ | seconds | until all is sent |\n| $B$ | seconds | backward pass |\n"
        "| $k$ | count | buckets |\n| $t$ | seconds | time of one bucket |\n"
        "| $x$ | seconds | what shows |\n\nOf this $x = s - B$ is to blame. When sending is the "
        "slower of the two,\n\n$$s = \\frac{B}{k} + k t$$\n"
    ),
    "the root is a part of the larger of two": (
        TABLE + "| $t$ | seconds | interval |\n| $d$ | seconds | stop |\n| $M$ | seconds | between "
        "failures |\n| $Y$ | bytes | copy |\n| $s$ | bytes/second | store |\n\n"
        "Here $d = 0.0158$, $M = 14063$, $Y = 4.86 \\times 10^{12}$ and "
        "$s = 1.5 \\times 10^{11}$.\n\n"
        "$$t = \\max\\left( \\sqrt{2 d M}, \\frac{Y}{s} \\right)$$\n\n"
        "The root is only 21.1 seconds here, so $t = 32.4$.\n"
    ),
    "a plain case of a table has a formula of its own": (
        TABLE + "| $z$ | count | chunks |\n| $Y$ | stages | stages |\n| $n$ | layers | layers |\n"
        "| $x$ | layers | what the output costs |\n| $G$ | layers | held by the first stage |\n\n"
        "Our model has $n = 79$ layers, $x = 1$ and $Y = 8$.\n\nWithout chunks it is just n; for "
        "$z \\ge 2$ it is\n\n$$G = n \\left( 1 + \\frac{Y - 1}{Y z} \\right)$$\n\n"
        "With $n = 80$ and all else as before:\n\n| $z$ | $G$ |\n|---|---|\n| 1 | 80 |\n"
        "| 2 | 115 |\n| 5 | 94 |\n"
    ),
    "so many tokens for each parameter are no tokens": (
        "The loss is\n\n$$f = c + \\frac{u}{q^a}$$\n\n- $q$: tokens\n\nWith $c = 1.82$, "
        "$u = 2085$, $a = 0.366$ and $q = 1.5 \\times 10^{12}$ our choice has 50 tokens per "
        "parameter and $f = 1.886$.\n"
    ),
    "a case by its name is one of many": (
        TABLE + "| $f_i$ | ratio | share of expert $i$ |\n| $p_i$ | ratio | its probability |\n"
        "| $G$ | count | experts |\n| $z$ | count | experts of a token |\n\nThere are $G = 128$ "
        "with $z = 8$. The loss is\n\n$$B = G \\sum_{i=1}^{G} f_i p_i$$\n\n"
        "Perfect balance, $f_i = p_i = 1 / G$, gives $B = 1$. A router that "
        "always picks the same eight has $f_i = p_i = 1/8$ for those.\n"
    ),
    "a plain formula stands above a table of another variant": (
        TABLE + "| $m$ | count | micro-batches |\n| $p$ | stages | stages |\n"
        "| $x$ | seconds | time of one |\n| $T$ | seconds | time of a step |\n"
        "| $v$ | count | chunks of a stage |\n\n"
        "Here $m = 128$, $p = 8$ and $x = 0.063$ s.\n\n$$T = (m + p - 1) x$$\n\n"
        "| $v$ | $T$ |\n|---|---|\n| 1 | 8.51 s |\n| 2 | 8.29 s |\n| 5 | 8.15 s |\n"
        "| 10 | 8.11 s |\n"
    ),
    "a rule of what is best does not say what a run takes": (
        "About twenty tokens per weight are best, $z = 20 w$.\n\nWe train $w = 32 \\times 10^9$ "
        "weights on $z = 6.4 \\times 10^{12}$ tokens, ten times the rule.\n"
    ),
    "a number in brackets may be a factor of what follows": (
        "Both terms are equal at $n_* = p a B$. Inside a node ($p = 8$, $a = 2$ µs, "
        "$B = 450$ GB/s) this is 7.2 MB.\n"
    ),
    "letters that are one before a display are one in it": (
        "$$V = (2 r p + g) w$$\n\n$$U = 2 g w$$\n\nCompared with it, and for $p = g$, that is\n\n"
        "$$x = \\frac{V}{U} = \\frac{2 r p + g}{2 g} = r + \\frac{1}{2}$$\n"
    ),
    "an index runs beyond any bound of it": (
        "The loop runs up to $i = n - 1$. Then only $x_i$ for $i \\ge n + 1$ is of interest.\n"
    ),
    "a rate with blanks around its slash is one": (
        "The bandwidth is 3.35 TB/s, or 3.35e12 bytes / second.\n"
    ),
    "as many micro-batches as stages are no other letter": (
        "Of $p$ stages each holds a part, and $p$ stages wait. The first holds $p$ micro-batches.\n"
    ),
    "what holds below a point is no bound of the point where both are equal": (
        "Both terms of a ring are equal at $n = p a / b$. Doubling beats it as long as\n\n"
        "$$n < \\frac{a}{b} \\cdot \\frac{c}{c - 2 (p - 1) / p}$$\n\nwith $p = 64$ and $c = 6$.\n"
    ),
    "it may be another thing that is read": (
        "A checkpoint is 420 GB. At 7 GB/s it takes 85 s in all.\n"
    ),
    "what a formula does not speak of bounds it at any size": (
        TABLE
        + "| $W$ | parameters | weights |\n| $e$ | count | width |\n| $X$ | bytes | memory |\n"
        "| $R$ | ranks | ranks |\n\nThey fit if\n\n$$W \\le \\frac{R X}{16}$$\n\nand\n\n"
        "$$W = 12 e^2$$\n"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_what_may_be_meant_otherwise_is_let_be(name: str) -> None:
    assert [] == lines_of(RIGHT[name])
