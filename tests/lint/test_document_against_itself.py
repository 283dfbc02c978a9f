"""A document held against itself: units, values and words, and which of two is to blame."""

from __future__ import annotations

import pytest
from provable import lines_of as errors_in

from derive.lint import Project, lint, read_document
from derive.registry import load

REGISTRY = load()
HEAD = "| Symbol | Meaning | Unit |\n|---|---|---|\n"


# A table and what follows it, with a place for a unit; the right one, a wrong one, its line.
ROOF = (
    HEAD + "| $R$ | peak of the device | FLOP/second |\n"
    "| $q$ | reads of its memory | bytes/second |\n"
    "| $I$ | work for what is read | FLOP/byte |\n| $A$ | what is allowed | {} |\n\n"
    "The device is no faster than $A = \\min(R, I q)$.\n"
)
POWER = (
    HEAD + "| $Q$ | taken from the grid | joules |\n| $W$ | drawn by one device | {} |\n"
    "| $T$ | how long it runs | seconds |\n| $S$ | how long a step takes | seconds |\n"
    "| $n$ | steps | count |\n\nIt runs for $T = n S$ and takes $Q = W T$.\n\n"
    "That is $Q = 10^9$ joules.\n"
)
KEPT = (
    HEAD + "| $R$ | rate | tokens/second |\n| $Q$ | rate that is kept | {} |\n"
    "| $I$ | share | ratio |\n\nOf it $Q = I R$ is kept, or $Q = 3 \\times 10^6$ tokens/second.\n"
)
UNITS = {
    "a rate by its value, whatever formulas say of others": (KEPT, "tokens/second", "tokens", 4),
    "a rate by the others of a minimum": (ROOF, "FLOP/second", "FLOP/byte", 6),
    "a power by an energy and a time": (POWER, "watts", "joules", 4),
}


@pytest.mark.parametrize("name", UNITS)
def test_the_row_whose_unit_alone_is_wrong_is_told(name: str) -> None:
    text, right, wrong, line = UNITS[name]

    assert ([], [line]) == (errors_in(text.format(right)), errors_in(text.format(wrong)))


def test_a_value_in_another_unit_stands_at_the_wrong_letter_where_formulas_bear_the_row_out() -> (
    None
):
    text = (
        HEAD + "| $H$ | time of a layer | seconds |\n| $w$ | work of it | FLOP |\n"
        "| $F$ | what a device does | FLOP/second |\n\nA layer takes $H = w / F$.\n\n"
        "A device with {} 80 GB is enough.\n"
    )

    assert ([], [9]) == (
        errors_in(text.format("")),
        errors_in(text.format("$H =$").replace("$H =$ 80", "$H = 80$")),
    )


HOURS = (
    HEAD + "| $Z$ | device time that is lost | hours |\n| $N$ | devices | count |\n"
    "| $T$ | time of the run | seconds |\n\nWhat is lost is $Z = {}$.\n"
)


@pytest.mark.parametrize(
    ("side", "lines"), [("N T / 3600", []), ("N T / 60", [7]), ("N T", [7]), ("T N / 3600", [])]
)
def test_hours_and_seconds_need_the_factor_between_them(side: str, lines: list[int]) -> None:
    assert lines == errors_in(HOURS.format(side), "units_agree_in_formulas")


BEHIND = (
    HEAD + "| $S$ | size of a checkpoint | bytes |\n| $t$ | time between two | seconds |\n"
    "| $N$ | number of requests in flight | requests |\n| $x$ | length of each | tokens/request |\n"
    "| $k$ | cache of a token | bytes/token |\n\n{}\n"
)


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        ("It absorbs $S / t$ bytes per second.", []),
        ("It absorbs $S / t$ bytes per checkpoint.", [9]),
        ("The cache needs $x k$ bytes per request.", []),
        ("The cache needs $N x k$ bytes per request.", [9]),
        ("The cache needs $N x k$ bytes.", []),
    ],
)
def test_the_words_behind_a_formula_measure_what_it_gives(sentence: str, lines: list[int]) -> None:
    assert lines == errors_in(BEHIND.format(sentence), "units_said_behind_formulas_fit")


# What follows from the values of a text, and what does not: a place, right, wrong, and the line.
LEAVES = (
    "Our model has $P = 20 \\times 10^9$, $w = 2$, $x = 4096$ and $k = 2 \\times 10^5$.\n\n"
    "# Half\n\nHalf of the limit is reached at\n\n$$N = {}$$\n\nor 48.8 requests.\n"
)
STEPS = (
    "A prompt takes $D = 0.174$ s.\n\nThe answer is there after $$E = D + (y {} 1) t.$$\n\n"
    "For $y = 256$ and $t = 0.02$ s this gives $E = 0.174 + 5.1 = 5.27$ s.\n"
)
MANY = (
    "The example has $P = 2 \\times 10^9$, $l = 48$ and $q = 6144$.\n\n# Step\n\n"
    "A step needs $F = N (2 P + 4 l q {})$.\n\nTake $x = 4096$ and $N = 38$. Then "
    "$F = 3.36 \\times 10^{{11}}$. A lone one ($N = 1$) is cheap.\n"
)
ROOT = (
    "With $d = 35$ and $m = 18000$ the best is\n\n"
    "$$t = \\sqrt{{2 d m}}, \\qquad u = \\sqrt{{2 d m}} - d,$$\n\n"
    "which is $t \\approx {}$ and $u = 1087$.\n"
)
VALUES = {
    "a formula upside down, by the number in words": (
        LEAVES, "\\frac{w P}{x k}", "\\frac{x k}{w P}", 7,
    ),
    "a sign that shows in the third digit": (STEPS, "-", "+", 3),
    "a letter that is lost, by the nearest values": (MANY, "x", "", 5),
    "a number whose formula another one uses": (ROOT, "1122", "794", 5),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_what_does_not_follow_is_told_where_it_is_wrong(name: str) -> None:
    text, right, wrong, line = VALUES[name]

    assert ([], [line]) == (errors_in(text.format(right)), errors_in(text.format(wrong)))


ENERGY = (
    HEAD + "| $E$ | energy | kWh |\n| $W$ | draw | watts |\n| $D$ | duration | hours |\n"
    "| $d$ | the same | seconds |\n| $F$ | work | FLOP |\n| $a$ | work for a joule | FLOP/joule |\n"
    "| $y$ | price | USD |\n| $N$ | service life | years |\n| $Y$ | loss | USD/hour |\n"
    "| $Q$ | energy of a year | kWh/year |\n| $X$ | carbon | kg/year |\n"
    "| $i$ | carbon of it | kg/kWh |\n"
    "| $K$ | width of a moment | bytes/parameter |\n| $v$ | entries of a block | count |\n\n"
    "It takes $E = W D / 1000$, in seconds $d = 3600 D$.\n\n"
)


@pytest.mark.parametrize(
    ("formula", "lines"),
    [
        # A number may turn kilowatt-hours into joules, and be bytes where a letter is.
        ("$$a = \\frac{F}{3.6 \\times 10^6 E}$$", []),
        ("$$a = \\frac{F}{1000 E}$$", [20]),
        ("$$K = 1 + \\frac{4}{v}$$", []),
        # So many hours are a year, and years may be an exponent.
        ("$$Y = \\frac{y}{8760 N}$$", []),
        # Hours stand in an energy and seconds in a year; and what is so much a year is told so.
        ("$$X = i Q$$", []),
        ("A year takes $Q = 6900$ kWh.", []),
        ("A year takes $W = 6900$ kWh.", [20]),
        ("$$Y = \\frac{y}{N}$$", [20]),
        ("$$Y = \\frac{y}{8760 N} (1 - v)^N$$", []),
        ("$$K = \\frac{D}{v}$$", [15]),
    ],
)
def test_numbers_are_measured_in_what_makes_them_fit(formula: str, lines: list[int]) -> None:
    assert lines == errors_in(f"{ENERGY}{formula}\n")


@pytest.mark.parametrize(("unit", "lines"), [("FLOP/byte", []), ("seconds", [10])])
def test_operations_for_each_byte_may_be_a_plain_number(unit: str, lines: list[int]) -> None:
    rows = "".join(f"| ${letter}$ | side {letter} of a matrix | count |\n" for letter in "rqs")
    rows += f"| $x$ | what is done | {unit} |\n| $F$ | work | FLOP |\n| $D$ | for it | bytes |\n"
    text = "\nAll is $x = F / D$, and a product has $$x = \\frac{r q s}{r q + q s + r s}$$\n"

    assert lines == errors_in(HEAD + rows + text)


@pytest.mark.parametrize(("what", "lines"), [("tokens of a round", []), ("rounds", [4])])
def test_a_plain_count_may_count_what_another_row_says(what: str, lines: list[int]) -> None:
    text = HEAD + (
        f"| $Y$ | duration of a round | seconds |\n| $D$ | latency | seconds/token |\n"
        f"| $L$ | {what} | count |\n| $W$ | time of a reply | seconds |\n"
        "| $m$ | rounds of a reply | count |\n\nIt is $D = Y / L$, so $W = m D$.\n"
    )

    assert lines == errors_in(text)


def test_any_value_of_the_paragraph_may_be_the_one_that_is_meant() -> None:
    text = (
        "The rule is $r = 20$. Since $K = 6 r P^2$, it leads to $$P = \\sqrt{K / (6 r)}$$ and with "
        "$K = 5.41 \\times 10^{23}$ to $P = 6.71 \\times 10^{10}$, close to ours ($r = 21.7$).\n"
    )

    assert [] == errors_in(text)


# A chain, the formulas before it, and whether its sides differ once they are put in.
CHAINS = [
    ("$k = 2 l g d$", "I = \\frac{4 l q d x N}{N x k} = \\frac{2 q}{g}", False),
    ("$k = 2 l g d$", "I = \\frac{4 l q d x N}{N x k} = \\frac{q}{g}", True),
    (
        "$t = \\max(Y / b, F / p)$ and $Y = w + N x$",
        "z = \\frac{N}{t} = \\frac{N b}{w + N x}",
        False,
    ),
    (
        "$K \\approx 6 P D$ and $R \\approx 8 P D$",
        "h = \\frac{R}{K} v \\approx \\frac{4}{3} v",
        False,
    ),
    (
        "$K \\approx 6 P D$ and $R \\approx 10 P D$",
        "h = \\frac{R}{K} v \\approx \\frac{4}{3} v",
        True,
    ),
]


@pytest.mark.parametrize(("known", "chain", "differs"), CHAINS)
def test_sides_differ_only_where_no_reading_makes_them_equal(
    known: str,
    chain: str,
    differs: bool,  # noqa: FBT001  a column of the table
) -> None:
    text = f"Here {known}.\n\nThen ${chain}$.\n"

    assert ([3] if differs else []) == errors_in(text, "sides_of_a_chain_agree")


def test_what_was_worked_out_for_another_case_is_not_put_in() -> None:
    text = (
        "Here $V = 4 u K w$ and $t = V / B$.\n\n"
        "Take $B = 50 \\times 10^9$, $w = 128$ and $u = 8192$. "
        "With $K = 8$ it sends $V = 33{,}554{,}432$ bytes in $t \\approx 6.71 \\times 10^{-4}$ "
        "s; with $K = 64$ they are longer. Now $t \\approx 5.37 \\times 10^{-3}$ s and $x = 3$ s.\n"
    )

    assert [] == errors_in(text)


def test_no_row_is_doubted_for_a_condition_whose_units_were_cancelled() -> None:
    text = (
        HEAD + "| $u$ | tokens of a piece | tokens |\n| $G$ | what a device does | FLOP/second |\n"
        "| $B$ | bandwidth | bytes/second |\n\nIt is hidden if $u \\ge G / B$.\n"
    )

    assert [] == errors_in(text)


def test_letters_that_are_made_of_each_other_end() -> None:
    text = (
        HEAD + "| $c$ | cost of a run | dollars |\n| $d$ | days of a run | days |\n"
        "| $a$ | rate of a run | dollars/day |\n| $b$ | half of it | dollars/day |\n\n"
        "It costs $$c = a d$$ where $a = 2 b$, and $$b = a / 2$$\n\n"
        "| $d$ | $c$ |\n|---|---|\n| 10 | 200 |\n| 20 | 400 |\n| 30 | 610 |\n| 40 | 800 |\n"
    )
    project = Project([read_document("own.md", text)], REGISTRY, notations={"own.md": None})

    assert [] == [found.message for found in lint(project) if "not be checked" in found.message]
