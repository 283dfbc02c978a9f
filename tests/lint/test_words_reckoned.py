"""What sentences, tables and inequalities reckon in words: what does not follow is found."""

from __future__ import annotations

import pytest
from provable import lines_of

from derive.registry import load

REGISTRY = load()
HEAD = "| Symbol | Meaning | Unit |\n|---|---|---|\n"
VALUED = "| Letter | Meaning | Unit | Ours |\n|---|---|---|---|\n"


CACHE = (
    VALUED + "| $Y$ | layers | layers | 32 |\n| $g$ | key-value heads | heads | 8 |\n"
    "| $w$ | width of a head | count | 128 |\n| $\\nu$ | cache for one token | bytes/token | |\n\n"
)
RING = (
    VALUED + "| $P$ | ranks of the ring | GPUs | 16 |\n| $n$ | message | bytes | 1,000,000 |\n"
    "| $v$ | bytes that one rank sends | bytes | |\n\n"
)
FAILS = (
    VALUED
    + "| $G$ | nodes | nodes | 512 |\n| $m$ | mean time between failures of one node | hours "
    "| 20,000 |\n| $q$ | mean time between failures of the job | seconds | |\n\n"
)
ROWS = (
    HEAD
    + "| $N$ | parameters | parameters |\n| $D$ | tokens | tokens |\n| $C$ | compute | FLOP |\n\n"
    "$$C = 6 N D$$\n\n| $N$ ($10^9$) | $D$ ($10^{{{}}}$) | $C$ ($10^{{21}}$ FLOP) |\n"
    "|---|---|---|\n"
    "| 1 | 20 | 0.12 |\n| 7 | 140 | {} |\n| 13 | 260 | 20.3 |\n| 70 | 1400 | 588 |\n"
)
STEP = (
    VALUED
    + "| $S$ | pipeline stages | stages | 8 |\n| $M$ | micro-batches | micro-batches | 64 |\n"
    "| $b$ | time of one micro-batch | seconds | 0.25 |\n| $T$ | time of one step | seconds | |\n"
    "| $B$ | share of a step that is bubble | ratio | |\n| $u$ | utilization | ratio | |\n\n"
)
# Text with a place for what is right, that, what is wrong, and the line that is blamed.
WORDS = {
    "percent of the first": (
        "The plain kernel takes 50 ms, and the fused one 40 ms, which is {} % less.", "20", "25", 1,
    ),
    "percent more than the first": (
        "With one link it is 40 GB/s, but two of them give a total of 48 GB/s, that is {} % more.",
        "20", "16.7", 1,
    ),
    "percent of a change": (
        "The step shrinks from 12.0 ms to 9.0 ms, by {}\\,%.", "25", "33", 1,
    ),
    "a port in bits": ("A port of 400 Gb/s gives $w = {} \\times 10^9$ bytes/s.", "50", "400", 1),
    "a rate in bits, spelt out": (
        "A port of 200 gigabit per second gives $\\beta = {} \\times 10^9$ bytes/second.",
        "25", "200", 1,
    ),
    "a saving": ("It costs 24 GB instead of 96 GB, a saving of {} %.", "75", "25", 1),
    "a saving, with powers": (
        "It takes $2 \\times 10^{{9}}$ FLOP instead of $16 \\times 10^{{9}}$, saving {}\\,%.",
        "87.5", "12.5", 1,
    ),
    "gigabits": ("Each GPU gets 200 Gbit/s, that is $b = {}$ bytes/s.", "25 \\times 10^9",
                 "200 \\times 10^9", 1),
    "gigabits, or": ("The port carries 100 Gbit/s, or $B = {} \\times 10^9$ bytes/second.",
                     "12.5", "100", 1),
    "a transfer": ("That is 250 MB per step, or {} ms at 400 Gbit/s.", "5.0", "0.625", 1),
    "a transfer that takes": ("One block is 1.2 GB, which takes {} ms over 100 GB/s.",
                              "12", "96", 1),
    "seconds and days": ("The run lasts $2.16 \\times 10^6$ s or {} days.", "25", "36", 1),
    "a formula that a spoken result contradicts": (
        CACHE + "$$\\nu = {} Y g w$$\n\nbytes, or 131,072 bytes per token.", "4", "2", 8,
    ),
    "an upside-down share": (
        RING + "$$v = 2 n \\frac{{{}}}$$\n\nFor us that is 1.875 MB.", "P - 1}{P", "P}{P - 1", 7,
    ),
    "hours as seconds": (
        FAILS + "The job fails every $q = {} m / G$ seconds, which is 140,625 seconds.",
        "3600 \\,", "", 7,
    ),
    "a sum with another sign": (
        STEP + "$$T = (M + S {} 1) b$$\n\nWith the values above that is 17.75 seconds.",
        "-", "+", 10,
    ),
    "a spoken result with its digits exchanged": (
        STEP + "$$T = (M + S - 1) b$$\n\nFor us that is {} seconds.", "17.75", "17.57", 12,
    ),
    "a spoken share": (
        STEP + "$$B = \\frac{{S - 1}}{{M + S - 1}}$$\n\nor {} %.", "9.9", "12.9", 12,
    ),
    "a spoken share of another formula": (
        STEP + "$$B = \\frac{{S - 1}}{{M + S{}}}$$\n\nor 9.86 %.", " - 1", "", 10,
    ),
    "a day": ("It lasts $1.33 \\times 10^7$ s, which is {} days.", "154", "145", 1),
    "a row of letters": (ROWS, ("9", "5.88"), ("9", "8.58"), 12),
}  # fmt: skip


def put(template: str, value: object) -> str:
    """A text with its places filled."""
    return template.format(*value) if isinstance(value, tuple) else template.format(value)


@pytest.mark.parametrize("name", WORDS)
def test_what_does_not_follow_is_found_and_what_does_is_not(name: str) -> None:
    template, right, wrong, line = WORDS[name]
    for value, expected in ((right, []), (wrong, [line])):
        found = lines_of(put(template, value))

        assert found == expected, put(template, value)


# Sentences that look alike, and claim nothing of the kind or are right in another way.
HARMLESS = {
    "percent in between": "It takes 50 ms, and with the patch 44 ms, of which 25 % less is copied.",
    "two numbers, and a share": "We have 50 GB, and need 40 GB, which is about 80 % of it.",
    "percent of another thing": (
        "A run takes 50 days, and a second one 40 days, which is 31 % less than planned."
    ),
    "from and to, by two steps": "It grew from 8 to 64 GPUs by 100 % of the budget each year.",
    "instead, with what it saves": "It costs 24 GB instead of 96 GB, a saving of 72 GB.",
    "instead, and something else": "We use 16 GPUs instead of 64, a saving of 40 % on the bill.",
    "other weights": "It has 13 billion parameters. In bf16 the weights of one head take 3 MB.",
    "two rates": "The link has 400 Gbit/s, or 40 GB/s after encoding.",
    "choices": "We wait 500 ms or 1 s between two tries.",
    "choices of time": "A run of 90 s or 5 minutes is too short.",
    "who takes each": "At $Z = 2.5 \\times 10^{10}$ each takes 0.3 s, together 0.6 s.",
    "a transfer each way": "That is 250 MB per step, or 10 ms each way at 400 Gbit/s.",
    "a transfer at a share": "That is 250 MB per step, or 7.1 ms at 70 % of 400 Gbit/s.",
    "per another thing": CACHE + "$$\\nu = 4 Y g w$$\n\nbytes, or 4,096 bytes per layer.",
    "with another value": CACHE
    + "$$\\nu = 4 Y g w$$\n\nbytes. For 16 layers this is 65,536 bytes.",
    "twice as much": CACHE
    + "$$\\nu = 4 Y g w$$\n\nbytes. In fp32, twice as much, this is 262,144 bytes.",
    "a value that another one gives": "With $m = 50,000$ hours (180,000,000 s) it is fine. So "
    "$m = 180,000,000$ s (50,000 hours) gives $M = 21973$ s (6.10 hours) at $K = 8192$.",
    "a curve that tails off": "| GPUs | Speed (x) |\n|---|---|\n| 1 | 1 |\n| 2 | 2 |\n| 4 | 4 |\n"
    "| 8 | 7.1 |",
    "rows that saturate": HEAD + "| $N$ | parameters | parameters |\n| $C$ | compute | FLOP |\n"
    "| $D$ | tokens | tokens |\n\n$$C = 6 N D$$\n\nMeasured, not computed:\n\n"
    "| $N$ ($10^9$) | $D$ ($10^9$) | $C$ ($10^{21}$ FLOP) |\n|---|---|---|\n| 1 | 20 | 0.13 |\n"
    "| 7 | 140 | 6.3 |\n| 13 | 260 | 21.9 |\n| 70 | 1400 | 601 |",
    "a write of another thing": "A checkpoint is 420 GB. At 7 GB/s it takes 85 s in all.",
    "bytes of another model": "It has 30 billion parameters. The 7B one has 14 bytes per "
    "parameter, i.e. 98 GB.",
    "a result for another case": STEP
    + "$$T = (M + S - 1) b$$\n\nFor twice the stages that is 19.75 seconds.",
    "a result that would be": STEP
    + "$$T = (M + S - 1) b$$\n\nWithout the bubble it would be 16 seconds.",
}  # fmt: skip


@pytest.mark.parametrize("name", HARMLESS)
def test_what_only_looks_like_it_is_left_alone(name: str) -> None:
    assert lines_of(HARMLESS[name]) == []


# A sentence with a place for the number that follows, and one that does not.
SENTENCES = {
    "per token, before the amount": (
        "The cache per token is 327,680 bytes, so 8192 tokens take 2.68 {}.", "GB", "TB"
    ),
    "so many of each": ("We have 64 nodes of 8 GPUs, so {} GPUs.", "512", "1024"),
    "what a step does beside": (
        "A step takes 12 s and handles 4 million tokens, that is {} tokens per second.",
        "333,000", "250,000",
    ),
    "so many of them": (
        "Each GPU delivers 989 TFLOP/s, so 1024 of them deliver {} PFLOP/s.", "1,013", "101"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SENTENCES)
def test_a_sentence_that_reckons_for_each_is_reckoned_again(name: str) -> None:
    text, right, wrong = SENTENCES[name]

    assert lines_of(text.format(right)) == []
    assert lines_of(text.format(wrong)) == [1]


PLAIN_SENTENCES = {
    "what a formula works out itself": (
        "The ring all-reduce of a 140 GB gradient at 50 GB/s takes $2 \\cdot 140 / 50 = 5.6$ s."
    ),
    "across each boundary": (
        "Eight GPUs share the cards, so the node sends 28 GB, where the flat ring sends 47.25 GB "
        "across each node boundary."
    ),
    "the next case behind a semicolon": (
        "At 80 GB/s per node the outer part takes 0.35 s; at 360 GB/s the inner part takes about "
        "0.117 s."
    ),
    "each way": (
        "A GPU has 18 links of 50 GB/s per direction, that is 900 GB/s each way, or 1.8 TB/s when "
        "a data sheet adds both."
    ),
    "what was measured so many times": (
        "It takes 934 µs ± 1.42 µs per loop (mean ± std. dev. of 7 runs, 1,000 loops each)."
    ),
    "a share of nothing": "Of the 0 GB of 80 GB it is 12 %, or 40 % of it.",
}


@pytest.mark.parametrize("text", PLAIN_SENTENCES.values(), ids=PLAIN_SENTENCES)
def test_a_sentence_that_reckons_otherwise_is_left_alone(text: str) -> None:
    assert lines_of(text) == []
