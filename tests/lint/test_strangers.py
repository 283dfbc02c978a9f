"""What strangers write and is right: classes of false errors in repositories never tuned on.

Beside each class stands what is still wrong; the sentences are made up.
"""

from __future__ import annotations

import pytest

from derive.findings import Finding
from derive.lint import Project, lint, read_document
from derive.registry import Registry, load

DAMAGE = ("dollars_come_in_pairs", "latex_stands_inside_formulas")


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary, for units."""
    return load()


def errors(registry: Registry, text: str, *rules: str, name: str = "a.md") -> list[Finding]:
    """The errors at the default level."""
    told = lint(Project([read_document(name, text)], registry), rules or None)
    return [one for one in told if one.severity == "error" and one.level == "provable"]


# Short words among signs are letters; some dialects print blanks inside dollars; a shell puts in
# variables; amounts stand behind signs; what MyST does not print is no prose.
WHOLE = [
    ("${avexpr}_i = mean\\_expr$", ["{avexpr}_i = mean\\_expr"]),
    (r"The line $ax + by = c$ is $By - Ax$ long.", ["ax + by = c", "By - Ax"]),
    (r"The edge $(v, to)$ ends in $to$.", ["(v, to)", "to"]),
    (r"So $\mathtt{low}[to] > \mathtt{tin}[v]$.", [r"\mathtt{low}[to] > \mathtt{tin}[v]"]),
    (r"From ($0-th$) to $i-th$.", ["0-th", "i-th"]),
    (r"There are $2mn$ of them.", ["2mn"]),
    (r"$len(v) - low(v) + 1 = len(v) - (1 + len(link(v))) + 1$", None),
    (r"For $ i \ge 4j + 3 $ (or $ i \ge 1 $).", [r" i \ge 4j + 3 ", r" i \ge 1 "]),
    (r"In the $ m < n$ case $X$ and $ Y$ differ.", [" m < n", "X", " Y"]),
    ("It is $ \\sum_t \\beta^t\nu(c_t) $ then.", [" \\sum_t \\beta^t\nu(c_t) "]),
    ("Take $\nZ = \\begin{matrix}\na\n\\end{matrix}\n$ now.", None),
    ("$$\n\n\\begin{aligned}\n\na &= \\beta\n\n\\end{aligned}\n\n$$\n", None),
    (
        r"All $ (stmt, witn) \in \mathcal{R} $ of $ \mathcal{A} $s output.",
        [r" (stmt, witn) \in \mathcal{R} ", r" \mathcal{A} "],
    ),
    (r"So $tout_v] > tout_u$ as was said.", ["tout_v] > tout_u"]),
    (r"We regress ${logpgp}_i$ on ${avexpr}_{t}$.", ["{logpgp}_i", "{avexpr}_{t}"]),
    ("$$\n\\frac{a}{b}\n  + \\mathrm r\n$$ {#eq-one}\n", None),
    # A line of a formula may begin as a list or an underline does.
    ("For $z = x\n+ y_1$ it is real.", ["z = x\n+ y_1"]),
    ("We set $$\nx_1 = \\sum_i y_i\n- n y_n\n$$ for all of them.", None),
    ("That is\n$$\n\\hat a\n=\n\\hat b\n$$\n", None),
    ("They are\n$$\\begin{array}{l}\n0. & a_1 \\\\\n1. & a_2\n\\end{array}$$\n", None),
    (r"It is $ 5×5×1+1$ and $ p(x)δx$.", [" 5×5×1+1", " p(x)δx"]),
    ("$ Actor  $和$Actor_{old}$ and $g_\ni $.", [" Actor  ", "Actor_{old}", "g_\ni "]),
    # Braces round a letter with its index are no variable of a shell.
    (r"Given${x_1}, {x_n} \in \mathbb{R}^d$there.", [r"{x_1}, {x_n} \in \mathbb{R}^d"]),
    ("In the forward pass, $2vy/x$ seconds of work.", ["2vy/x"]),
    # The page's own Markdown takes these backslashes away.
    (r"Let \$\alpha\in(0,1)\$ and \$c\$ cost \$5 or \$6.", [r"\alpha\in(0,1)", "c"]),
    # Pandoc reads an environment over blank lines.
    ("\\begin{align*}\na &= \\frac{b}{c}\n\n&= d\n\\end{align*}\n", None),
    # Behind a number, a sign or a degree.
    (r"It is $-$5 there.", ["-"]),
    (r"It is 70$^\circ$F there.", [r"^\circ"]),
]


@pytest.mark.parametrize(("text", "latex"), WHOLE)
def test_what_a_dialect_prints_as_a_formula_is_one(
    registry: Registry, text: str, latex: list[str] | None
) -> None:
    spans = [one.latex for one in read_document("a.md", text).spans]

    assert len(spans) == 1 if latex is None else spans == latex
    assert errors(registry, text, *DAMAGE) == []


NAMES = [
    (r"It lowers ${Loss}(w) + \lambda c$ and ${Rain} = {false}$.", 2),
    (r"Of ${Can}(c)$, ${Big} \lor {Small}$ and ${Pulse}{}_t$ one is known.", 3),
    (r"In 100$N$ steps it is $\mbox{the price of {\it n} that is told}$.", 2),
    ("Put ${HOME} into it, or ${LINK}, and call it.", 0),
]


@pytest.mark.parametrize(("text", "count"), NAMES)
def test_a_name_in_braces_may_begin_a_formula(registry: Registry, text: str, count: int) -> None:
    assert count == len(read_document("a.md", text).spans)
    assert errors(registry, text, *DAMAGE) == []


NO_FORMULAS = [
    "- $GLOBAL_BATCH_SIZE = 512\n- at $six_ALL_STORE/x and $SEQ_LEN (always), :$LD_LIBRARY_PATH\n",
    "- After: 1M series + aggregates = $800/month\n- 14% gain = $100M+ a year, <$0.10 each\n",
    "| Staff (9+y) | $350k-500k+ | $320k-480k+ |\n",
    "It is 'cheap' ($1) or *dear* ($$$), this aside.",
    "% \\newcommand{\\pde}{\\mathcal{P}}  % operators\n",
    "They paid $5 for it and later $ for nothing.",
    r"They paid \$x and then \$y, of \$100 in all: \$20 of \$HOME/a.",
    'Years > 5 AND Hits > 100, then salary = $X".',
    "set(VERSION ${NCCL_MAJOR} * 100 + ${link}_name)\n",
    "\\newcommand{\\trace}{\\operatorname{trace}}\n\nThese notes help.",
    "- the $5 item = x\n- the $6 item = y\n",
]


@pytest.mark.parametrize("text", NO_FORMULAS)
def test_money_variables_and_remarks_are_none(registry: Registry, text: str) -> None:
    assert read_document("a.md", text).spans == ()
    assert errors(registry, text, *DAMAGE) == []


@pytest.mark.parametrize(
    "text",
    [
        "The tensor T$ is partitioned across ranks with $x = 3$.",
        r"The power x^2$ is known, and $y$.",
        r"It takes O(n \log n) steps.",
        r"Reading costs no life, hence $o\,p and not $2\,o\,p$.",
        "The first holds $D + (D - 1)/c micro-batches, $15.7$ in the example.",
    ],
)
def test_a_lost_dollar_is_still_told(registry: Registry, text: str) -> None:
    assert len(errors(registry, text, *DAMAGE)) == 1


# Vectors, matrices, complex numbers, inverse functions, functions of products, other letters'
# indices, words of bits, sums of rounded length, differentials, columns of an align.
AGREE = [
    r"$x = a \times b = -(b \times a)$",
    r"$c = \mathbf a \times (\mathbf b + \mathbf c) = \mathbf c \times \mathbf a$",
    r"$P = -\lambda J J^T + J = J - \lambda J^T \Delta + J$",
    (
        r"$z = (\cos x + i \sin x)(\cos y + i \sin y) = \cos x \cos y - \sin x \sin y "
        r"+ i \cos x \sin y + i \sin x \cos y$"
    ),
    r"$y = 10^{\log a + \log b} = \log^{-1}(\log a + \log b)$",
    r"$t = \phi(a b) = \phi(a) \cdot \phi(b)$",
    r"$t = \text{DFT}(A \cdot B) = \text{DFT}(A) \cdot \text{DFT}(B)$",
    r"$y = -x = 2^{32} - x$",
    r"$$S = \sum_{k=0}^{\log n} (\log n - k) = \sum_{k=0}^{\log n} k$$",
    r"$a = e^{-\rho t} (dZ - \rho Z dt) = e^{-\rho t} dt$",
    r"$m = \ell^0 = \ell^1$",
    (
        "$$\\begin{align}\n\\mu &= \\frac{1}{p} &\\sigma^2 &= \\frac{1-p}{p^2} "
        "&\\sigma &= \\sqrt{\\frac{1-p}{p^2}}\n\\end{align}$$"
    ),
    (
        "$t = 2 S (p-1) / (p B)$ and $b = s / t$, so $B = (S / t) (2 (p-1)/p)$.\n\n"
        "Then $x = (S/t)((p-1)/p) = b ((p-1)/p)$."
    ),
    (
        r"With $s_n = \frac{n}{2} s_{n-1} + n$ we get $r_n = \frac{s_n}{n} = "
        r"\frac{1}{n} \left(\frac{n+1}{n} s_{n-1} + n\right)$."
    ),
    # Numbers of a difference are rounded; a sign of Markdown is escaped.
    r"$d = \frac{500}{44925} - \frac{505}{44910} = 0.01113 - 0.01125 = -0.00012$",
    r"$n = 0\!=1$, $a = 4\! = 24$",
    r"$$100 = 2 \\times 2 \\times 25$$",
    # Functions of the document's own, roundings of whole numbers, products that do not commute.
    r"The $LR = 1.8$. So $LR(a, b; x) = 1 / LR(b, a; x)$.",
    r"$y = \lfloor \frac{x + n}{m} \rfloor = \lfloor \frac{\lfloor x \rfloor + n}{m} \rfloor$",
    r"$k = i j = - j i$ and $t = r^k s = s r^{-k}$",
    r"$a^{-33} = a^{30}$",
    # Ideals, cycles, residues; from where to where; claims; rounded factors.
    r"$(2) = (3)$, $(2 \cdot 3 \cdot 5) = (60)$, $(126)(35)(4) = (126)(35)$, $2 \cdot 4 \equiv 0$",
    r"As $5 = 0$ there, and $1 = -1$.",
    r"From $-2^{7} \sim 2^{7}-1$ or $0 \sim 2^{8}-1$.",
    r"The claim that $2+2 = 5$ is false. Our $2+2 = 5$ needs no sign.",
    r"$F = \frac{1.73}{0.09} = 18.6$",
    r"So SE = sd/$\sqrt{40} \approx 0.36$.",
]


@pytest.mark.parametrize("text", AGREE)
def test_chains_of_other_things_than_numbers_agree(registry: Registry, text: str) -> None:
    found = errors(registry, text, "sides_of_a_chain_agree", "numbers_in_a_chain_agree")

    assert found == []


PREFIXES = [
    (1, r"That is $16 \times 7 \times 10^9 = 112$ MB."),
    (1, r"A 7B model keeps $16 \times 7 \times 10^9 = 112$ TB."),
    (1, r"That is $2 \times 70{,}000{,}000{,}000 = 140$ MB."),
    (1, r"That is $4 \times 10^6 \times 8 = 32\,\text{GB}$."),
    (1, r"That is $2 \times 7 \times 10^9 = 14$ kB for each GPU."),
    (0, r"That is $16 \times 7 \times 10^9 = 112$ GB."),
    (0, r"That is $16 \times 7 \times 10^9 = 104.3$ GiB."),
    (0, r"That is $2 \times 7 \times 10^9 = 14{,}000$ MB."),
    (0, r"That is $4 \times 10^6 \times 8 = 32\,\text{MB}$."),
    # The factors do not say what they are counted in, or are divided by it, or the text does.
    (0, r"With billions left out it is $16 \times 7 = 112$ MB."),
    (0, r"That is $16 \times 7 \times 10^9 / 10^6 = 112{,}000$ MB."),
    (0, r"That is $16 \times 7 \times 10^9 / 2^{30} = 104.3$ GiB."),
    (0, r"Counted in kB it is $16 \times 7 \times 10^9 = 112$ TB."),
    (0, r"That is $2 \times 10^9 \times 8 = 16$ GB/s."),
    (0, r"There are only $5^{10} \times 5^{15} \approx 10^{17}$ states."),
    (1, r"There are only $5^{10} \times 5^{15} \approx 10^{16}$ states."),
    (0, r"Of $g = 8$, $h = 4$ and $m = 2$ it makes $4 \times 16 = 64$."),
]


@pytest.mark.parametrize(("wrong", "text"), PREFIXES)
def test_bytes_are_told_in_the_multiple_that_their_factors_give(
    registry: Registry, wrong: int, text: str
) -> None:
    assert wrong == len(errors(registry, text, "numbers_in_a_chain_agree"))


ORDERS = [
    (1, r"With $M_s = 112$ GB and $M_g = 80$ GB we have $M_s < M_g$, so it does not fit."),
    (1, "With $p = 8$ and $m = 32$ we have $m < p$."),
    (1, r"With $p = 8$ and $m = 32$ we have $m \le 2 p$."),
    (1, "With $T_c = 300$ ms and $T_x = 0.5$ s we have $T_c > T_x$."),
    (0, r"With $M_s = 112$ GB and $M_g = 80$ GB we have $M_s > M_g$, so it does not fit."),
    (0, "With $p = 8$ and $m = 32$ we have $m > p$."),
    (0, r"With $p = 8$ and $m = 8$ we have $m \le p$."),
    (0, "With $T_c = 300$ ms and $T_x = 0.5$ s we have $T_c < T_x$."),
    # Wanted, asked, denied; of two units that nothing turns into each other; of other examples.
    (0, "With $p = 8$ and $m = 32$ the rule $m < p$ must hold."),
    (0, "With $p = 8$ and $m = 32$, is $m < p$?"),
    (0, r"Here $U_k = U$ for $k = 1$, and for $k \geq 2$ it follows from the one before."),
    (0, "With $p = 8$ and $m = 32$ it is not true that $m < p$."),
    (0, "With $B = 4$ M tokens and $b = 800$ sequences we have $b < B$."),
    (0, "With $p = 8$ and $m = 32$ the bubble is small. Elsewhere $m < p$."),
]


@pytest.mark.parametrize(("wrong", "text"), ORDERS)
def test_letters_are_ordered_as_their_values_are(registry: Registry, wrong: int, text: str) -> None:
    assert wrong == len(errors(registry, text, "worked_numbers_come_out"))


DIFFER = [
    r"$x = \frac{z}{x - z a + y n} = \frac{z (x - y a) - y z n}{(x - y a)^2 - y^2 n^2}$",
    r"$A = B^{2^{2^{2}}} = B B B B B B B B$",
    r"$y = \lambda a^2 - x = \lambda a - x$",
    r"$7 = 2 \times 2 + 1$",
    r"$$126 = 2 \\times 3 \\times 7$$",
    r"$d = \frac{500}{44925} - \frac{505}{44910} = 0.01113 - 0.01145$",
    r"$$\begin{align} a &= 2 \times 3 &b &= 3 \times 4 = 13 &c &= 1 \end{align}$$",
]


@pytest.mark.parametrize("text", DIFFER)
def test_chains_that_differ_are_still_told(registry: Registry, text: str) -> None:
    found = errors(registry, text, "sides_of_a_chain_agree", "numbers_in_a_chain_agree")

    assert len(found) == 1


EXERCISES = r"""
We have $n = 4$ groups of people, as was said.

{between}

The error is $S = \sqrt{{\frac{{p (1 - p)}}{{n}}}}{worked} = 0.023$ where $p = 0.127$.
"""


@pytest.mark.parametrize(
    ("worked", "wrong"), [(r" = \sqrt{\frac{0.127 (1 - 0.127)}{212}}", 0), ("", 1)]
)
def test_a_number_worked_in_its_own_chain_needs_no_others(
    registry: Registry, worked: str, wrong: int
) -> None:
    text = EXERCISES.replace("{{", "{").replace("}}", "}").replace("{between}", "Words.")

    assert wrong == len(errors(registry, text.replace("{worked}", worked),
                               "worked_numbers_come_out"))  # fmt: skip


def test_a_number_in_the_chain_of_the_formula_is_its_result(registry: Registry) -> None:
    text = r"So $$Z = 0.84 = \frac{x - 1100}{200} \quad\to\quad x = 1268$$ in increments of 10."

    assert errors(registry, text, "worked_numbers_come_out") == []


@pytest.mark.parametrize(
    "text",
    [
        # The number of the next display is that of its own letter.
        r"""It has $N = 13 \times 10^9$ parameters and sees
$$
D = 20 N = 260 \times 10^9 ,
$$
so that
$$
C = 6 \cdot 13 \times 10^9 \cdot 260 \times 10^9 = 2.028 \times 10^{22} \,\mathrm{FLOP} .
$$
""",
        # Bytes that came out, and how long they take.
        r"""With $v = 566 \times 10^6$ bytes, the exchange is
$$
V = 4 v \approx 2.26 \ \text{GB}
$$
per layer, or 45.3 ms.
""",
    ],
)
def test_a_number_of_something_else_is_no_result(registry: Registry, text: str) -> None:
    assert errors(registry, text, "worked_numbers_come_out") == []


def test_what_is_true_of_a_letter_does_not_declare_it_twice(registry: Registry) -> None:
    rule = "a_letter_means_one_thing_at_a_time"
    same = r"""
\begin{enumerate}
  \item $F$ is an equivalence of categories.
  \item $F$ is fully faithful and onto.
\end{enumerate}
"""
    roles = (
        "* $U$ is the matrix of left singular vectors\n* $V$ is the matrix of right ones\n\n"
        "Of these\n\n* $U$ is a decoder of the data\n* $V$ is an encoder of the data\n"
    )
    twice = "* $U$: number of stages\n* $U$: hidden size\n"

    assert errors(registry, same, rule, name="a.tex") == []
    assert errors(registry, roles, rule) == []
    assert len(errors(registry, twice, rule)) == 1


# Values from all of the document, where it gives one alone; units to the letter, where both are
# told; numbers that a chain works out from values given before; three digits behind "about".
FAR_AWAY = r"""
# Start

Let $N = 8 \times 10^9$ be the parameters.

# Prompt

A prompt costs $C = {factor} N p$ operations: $p = 2048$ costs $C \approx 3.28 \times 10^{{13}}$.

The fit gave $\alpha = 0.34$ and $\beta = 0.28$.

The exponent is $$a = \frac{{{letter}}}{{\alpha + \beta}}$$ for short. Here
$a = 0.28 / 0.62 \approx 0.452$, as it should be.

A dispatch sends

$$V = 2 q r$$

bytes per rank. For $q = 7168$ and $r = 16384$ we find $V = 235$ {unit}.
"""


@pytest.mark.parametrize(
    ("factor", "letter", "unit", "wrong"),
    [
        ("2", r"\beta", "MB", 0),
        ("6", r"\beta", "MB", 1),
        ("2", r"\alpha", "MB", 1),
        ("2", r"\beta", "GB", 1),
    ],
)
def test_worked_numbers_are_held_against_what_stands_far_away(
    registry: Registry, factor: str, letter: str, unit: str, wrong: int
) -> None:
    text = FAR_AWAY.format(factor=factor, letter=letter, unit=unit)

    assert wrong == len(errors(registry, text, "worked_numbers_come_out"))


def test_a_value_that_the_document_gives_twice_is_not_borrowed(registry: Registry) -> None:
    text = FAR_AWAY.format(factor="6", letter=r"\beta", unit="MB")
    text = text.replace("# Prompt", "# Small\n\nA small one has $N = 10^9$.\n\n# Prompt")

    assert errors(registry, text, "worked_numbers_come_out") == []


@pytest.mark.parametrize(
    ("chain", "wrong"),
    [
        (r"450/989 \approx 0.545", 1),
        (r"450/989 \approx 0.46", 0),
        (r"450/989 \approx 0.5", 0),
        (r"32/0.0153 \approx 2130", 0),
        (r"1000/7 \approx 150", 0),
        # Two digits of which the last is none that people round to.
        (r"12 \cdot 5.07 \approx 71", 1),
        (r"12 \cdot 5.07 \approx 70", 0),
        # A product of whole numbers in full is exact; rounded it ends in zeros.
        (r"1024 \cdot 4096 = 4196304", 1),
        (r"1024 \cdot 4096 = 4194304", 0),
        (r"1024 \cdot 4096 = 4194000", 0),
        (r"2 \cdot 70 \times 10^9 = 141 \text{ GB}", 0),
        # What ends the sentence may stand in the box of the unit.
        (r"1.5 + 16.3 = 18.7 \text{ ms.}", 1),
        (r"1.5 + 16.3 = 17.8 \text{ ms,}", 0),
    ],
)
def test_three_digits_behind_about_were_worked_out(
    registry: Registry, chain: str, wrong: int
) -> None:
    assert wrong == len(errors(registry, f"So ${chain}$.", "numbers_in_a_chain_agree"))


YOUNG = (
    "Young's formula is $t^*=\\sqrt{2\\delta M}$ with the time to save $\\delta$ "
    "and the mean time between failures $M$.\n\n"
)


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("", r"With $\delta = 1$ min and $M = 3$ h we get $t^* = 19$ min."),
        ("", r"With $\delta = 60$ s and $M = 3$ h we get $t^* = 19$ min."),
        ("1138", r"With $\delta = 60$ s and $M = 3$ h we get $t^* = 200$ s."),
        ("18.97", r"With $\delta = 1$ min and $M = 3$ h we get $t^* = 25$ min."),
    ],
)
def test_minutes_and_hours_are_put_in_as_one_unit(registry: Registry, says: str, text: str) -> None:
    told = errors(registry, YOUNG + text)

    assert [says] * bool(says) == [one.guess.split()[1].strip(",") for one in told]


# A factor outside the formula, a prefix spelt out, K for 1024, a column of relative numbers, a
# size that all terms have, a quotient of counts in five digits.
GOES_ON = [
    (0, r"It takes 12 bytes each × $3.5 \times 10^9 \approx 42$ GB."),
    (0, r"With two of 16 layers $8 \times 4 = 32$ × 2 blocks."),
    (1, r"It takes 12 bytes each, so $12 \times 3.5 \times 10^9 \approx 82$ GB."),
    (0, r"A layer does $2 \times 512 \times 48{,}000 \approx 49.2$ MegaFLOPs."),
    (1, r"A layer does $2 \times 512 \times 48{,}000 \approx 59.2$ MegaFLOPs."),
    (0, "The window is $n = 32K = 32,768$ long."),
    (0, r"So $4 \times 8\text{K} = 32{,}768$ of them."),
    (1, "The window is $n = 32K = 36,768$ long."),
    (0, "| Size | Relative loss |\n|---|---|\n| 9B | $(9\\text{B})^{-0.3} = 1.0$ |\n"),
    (0, r"Together $4.59 + 1.12 + 0.06 \approx 5.76 \text{ trillion}$ tokens."),
    (1, r"Together $4.59 + 1.12 + 0.06 = 7.57 \text{ trillion}$ tokens."),
    (0, r"With 64 ranks the factor is $2 \cdot 63 / 64 = 1.96875$."),
    (1, r"With 64 ranks the factor is $2 \cdot 63 / 64 = 1.9375$."),
    (1, "| Size | Loss |\n|---|---|\n| 9B | $(9\\text{B})^{-0.3} = 1.0$ |\n"),
]


@pytest.mark.parametrize(("wrong", "text"), GOES_ON)
def test_chains_are_judged_with_what_stands_beside_them(
    registry: Registry, wrong: int, text: str
) -> None:
    assert wrong == len(errors(registry, text, "numbers_in_a_chain_agree"))


# What stands before the first factor may be a factor that has no number here.
IN_PROSE = [
    (0, "- comms = `5 * 4 * 60 / 30` = 40 sec"),
    (1, "- comms = `5 * 4 * 60 / 30` = 60 sec"),
    (0, "- All devices = 8 × 4 × 2 = 64"),
    (1, "- All devices = 8 × 4 × 2 = 46"),
    (0, "Together n × 8 × 4 = 96 of them run."),
    (0, "At 30 - 4 * 5 = 10 it stops, and 3 + 3 x 4 = 15 nodes are left."),
    (0, "Each of them reads 128K × 1,024 × 2 bytes = 268 MB of it."),
    (0, "The array takes 1024 * 4096 * 8 = 34MB."),
    (0, "The state takes 3168 * 1600 = 5.0MB per layer."),
    (1, "The array takes 1024 * 4096 * 8 = 54MB."),
    (0, "A 9B model in halves: 9B × 2 = 18GB."),
    (1, "A 9B model in halves: 9B × 2 = 81GB."),
    (0, "There are 4096 * 127 kB = 509 MB of it."),
    (1, "There are 4096 * 127 kB = 590 MB of it."),
    (0, "It holds up to 1.4 MB, or 1,474,560 bytes."),
    (1, "It holds up to 1.44 MB, or 1,744,560 bytes."),
    (0, "It increased by 1.48% from 2010 to 2017."),
    (1, "It increased by 1.48% from 310 GB to 417 GB."),
    (0, "We were back (01:52 + 20 min = 02:12) at last."),
    (0, "- Compute: 70 ms\n- Network: 50 ms\n- Total: 90 ms\n\nHow much of it overlaps?"),
    (0, "* `id` - 6 bytes\n* `amount` - 9 bytes\n* `total_cost` - 5 bytes"),
    (0, "Llama 2 models are trained on 2 trillion tokens (40% more data than before)."),
    (0, "One recipe serves the whole family (1B, 8B, 70B) of them."),
    (1, "It takes 84 GB of weights and 14 GB of cache, so we need 89 GB."),
    (0, "A port sold as 400 gigabits per second therefore enters as 50 gigabytes per second."),
    (1, "A port sold as 400 gigabits per second therefore enters as 50 gigabits per second."),
    (0, "It needs 640,000 GPU hours, or 312.5 hours for each GPU."),
    (1, "It needs 640,000 GPU hours for each GPU."),
    (0, "Weights and gradients take 2 bytes each, so $2 + 2 + 12 = 16$ bytes for each parameter."),
    (1, "Weights and gradients take 2 bytes each, so $2 + 2 + 12 = 16$ bytes for each GPU."),
    (0, "Every rank sends its number and its load, 4 + 4 = 8 bytes per rank."),
    (0, "For 13B, $V = 68.25$ GB over NVLink and $W = 6.30$ GB over the network."),
    (0, "A token costs $3.21 \\times 10^{-7}$ USD, which is 32 cents for a million tokens."),
    (1, "A token costs $3.21 \\times 10^{-7}$ USD, which is 32 cents for a thousand tokens."),
    (0, "It uses $W = 3.55 \\times 10^{11}$ joules, or 98.6 megawatt hours in all."),
    (1, "It uses $W = 3.55 \\times 10^{11}$ joules, or 98.6 kilowatt hours in all."),
    (0, "- It dropped 5% at once\n- It dropped 7% later\n- Total decline: 18% by then"),
]


@pytest.mark.parametrize(("wrong", "text"), IN_PROSE)
def test_prose_is_reckoned_as_far_as_it_is_read(registry: Registry, wrong: int, text: str) -> None:
    assert wrong == len(errors(registry, text, "numbers_of_a_sentence_agree"))


# A sum over whole numbers, a mean, values put in for letters.
SAME_LETTERS = [
    (0, r"$$L = b \cdot \sum_{i=1}^{F} \frac{1}{F^2} = b \cdot F \cdot \frac{1}{F^2}$$"),
    (1, r"$$L = b \cdot \sum_{i=1}^{F} \frac{1}{F^2} = b \cdot \frac{1}{F^2}$$"),
    (0, r"$$v = \frac{1}{n} \sum_{i=1}^{n} (y_i - m)^2 = \frac{1}{n} \sum_{i=1}^{n} y_i^2 - m^2$$"),
    (1, r"$$v = \frac{1}{n} \sum_{i=1}^n m (y_i + z_i) = \frac{m}{n} \sum_{i=1}^n (y_i - z_i)$$"),
    (
        0,
        """With $c = w / 4$ it shrinks; elsewhere $W = a b = 4096$.

$$F = n \\cdot 2 \\cdot c \\cdot W = n \\cdot 2 \\cdot 256 \\cdot 4096$$""",
    ),
    (0, "$$u_0 = s + w_0 = s$$\n\n$$u_1 = v_1 + s = k u_0 + s = (1 + k) s$$"),
    (1, "$$u_0 = s + w$$\n\n$$u_1 = v_1 + s = k u_0 + s = k s + k w + 2 s$$"),
    (0, "Let $\\hat{B} = B / h$ and $z = Q^{-1} r$, so $z = Q^{-1} \\hat{B} Q z = E z$."),
    (
        0,
        "$$\\begin{aligned}\n 3p - 5q = 10 \\\\\n -5p + 2q = 7 \\\\\n -p + q = 5\n\\end{aligned}$$",
    ),
]


@pytest.mark.parametrize(("wrong", "text"), SAME_LETTERS)
def test_sums_and_values_put_in_are_no_other_formulas(
    registry: Registry, wrong: int, text: str
) -> None:
    assert wrong == len(errors(registry, text, "sides_of_a_chain_agree"))


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        (".. math:: T = a\n          + b\n   :label: x\n", ["T = a + b"]),
        (".. math:: T = a\n          - b\n", ["T = a - b"]),
        (".. math:: T = a\n   :label: y\n\n   R = b\n", ["T = a", "R = b"]),
    ],
)
def test_options_behind_a_formula_of_a_directive_are_none_of_it(
    text: str, formulas: list[str]
) -> None:
    assert formulas == [
        " ".join(span.latex.split()) for span in read_document("a.rst", f"A.\n\n{text}\nB.\n").spans
    ]


@pytest.mark.parametrize(
    "text",
    [
        "0.2 + 0.05 = $ 0.25/hr/GPU",
        "Both, since $prefix and $exec_prefix are the same.",
        "> MAX_JOBS=$(nproc) pip install . and PATHS=$(echo $OTHER | tr x y) behind it",
        r"Avoid \\text{} in formulas.",
        "* $m_t = q_{t+1} - q_t $ lies between $t$ and $ t+1$;",
        "| Mill |   $y_1$  |   0.4$y_1$  | 0.1$y_2$ |\n",
        "| $RS_0R, RRS_0$   | $RRR$, $S_0R$ |\n",
    ],
)
def test_amounts_variables_and_talk_of_commands_are_no_damage(
    registry: Registry, text: str
) -> None:
    assert errors(registry, text, *DAMAGE) == []


WHERE = """| object | symbol | where |
|---|---|---|
| expected demand | $q$ | {{doc}}`markets_one` |
| planned supply | $q$ | {{doc}}`{other}` |
"""


@pytest.mark.parametrize(("other", "wrong"), [("markets_two", 0), ("markets_one", 1)])
def test_a_table_may_say_in_its_own_words_where_a_letter_holds(
    registry: Registry, other: str, wrong: int
) -> None:
    rule = "a_letter_means_one_thing_at_a_time"

    assert wrong == len(errors(registry, WHERE.format(other=other), rule))


RINGS = """In the quotient, cosets of the subgroup are added: $3 + N = 103 + N$.

Modulo eight, $2 \\cdot 4 = 0$. With $g = 3$ and modulo 17, $g^8 = -1$.
"""
FACTORS = "$$x = a (b + c) = a b + c$$"


@pytest.mark.parametrize(
    ("text", "firm"),
    [
        (RINGS, 0),
        (RINGS + FACTORS, 0),
        (FACTORS, 1),
        ("We count bytes modulo 64. " + FACTORS, 1),
        ("我们 用 公式 来 计算 内存：其中 因子 相乘。显然 展开。括号 里面 相加。\n\n" + FACTORS, 0),
    ],
)
def test_where_letters_need_not_be_numbers_nothing_is_proved(
    registry: Registry, text: str, firm: int
) -> None:
    """Two words of algebra in a text, or a language of which no word is read."""
    rules = "sides_of_a_chain_agree", "numbers_in_a_chain_agree", "worked_numbers_come_out"

    assert firm == len(errors(registry, text, *rules))


LETTERS = "| Letter | Meaning |\n|---|---|\n" + "".join(
    f"| ${letter}$ | number {letter} of all |\n" for letter in "abckmnu"
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (r"It is $a b c k m n u = \frac{\text{padding}}{\text{real tokens}}$.", []),
        ("| which | number |\n|---|---|\n| all, $ab$ of $c k m n u$ | 12 |\n", []),
        (r"On a device it is $\text{on one device:} a = b c k m n u$.", []),
        (r"It is $a = b c k m n u \text{seqlen}$.", ["warning"]),
        (r"It is $a = b c k m n u \text{MFU}$.", ["warning"]),
        ("It is $a = b c k m n u$ ($\\mu$s).", []),
        (r"It is $a = b c k m n u$ in $\mu$ of all.", ["warning"]),
    ],
)
def test_words_and_prefixes_of_units_are_no_letters(
    registry: Registry, text: str, told: list[str]
) -> None:
    project = Project([read_document("a.md", f"{LETTERS}\n{text}\n")], registry, notations={})
    found = lint(project, ["letters_are_declared"])

    assert told == [one.severity for one in found if one.severity != "info"]


@pytest.mark.parametrize(
    "text",
    [
        r"\newcommand{\us}{\,\mu\mathrm{s}} It costs $a = b + c = 756\us$ of $k m n$.",
        r"\newcommand{\bb}{b_{1/2}} With $b_{1/2} = b c$ it is $a = k m n\bb$.",
        r"Of all $a b c k m n$ there are $u_\mathrm{o}$.",
    ],
)
def test_letters_of_latex_are_told_apart(registry: Registry, text: str) -> None:
    rows = "".join(rf"${one}$ & number {one} of all \\" for one in ("a b c k m n".split()))
    rows += r"$u_\mathrm{o}$ & all of them \\"
    table = rf"\begin{{tabular}}{{ll}} Letter & Meaning \\ {rows} \end{{tabular}}"
    document = read_document("a.tex", f"{table}\n\n{text}\n")
    found = lint(Project([document], registry, notations={}), ["letters_are_declared"])

    assert [] == [one.message for one in found if one.severity != "info"]


@pytest.mark.parametrize(("told", "wrong"), [(r"2.50\pow{6}", 0), (r"5.20\pow{6}", 1)])
def test_cells_of_latex_are_read_as_their_macros_print_them(
    registry: Registry, told: str, wrong: int
) -> None:
    text = (
        r"\newcommand{\pow}[1]{\times 10^{#1}} $$T = \frac{G}{k p}$$" "\n\n"
        r"With $G = 10^{24}$ and $p = 4\pow{14}$:" "\n\n"
        r"\begin{tabular}{ll} $k$ & $T$ \\ $1\pow{3}$ & $" + told + r"$ \\ "
        r"$2\pow{3}$ & $1.25\pow{6}$ \\ $4\pow{3}$ & $6.25\pow{5}$ \\ "
        r"$5\pow{3}$ & $5.0\pow{5}$ \\ \end{tabular}"
    )  # fmt: skip
    project = Project([read_document("a.tex", text)], registry, notations={})
    found = lint(project, ["numbers_of_a_table_agree", "worked_numbers_come_out"])

    assert wrong == len({one.line for one in found if one.severity == "error"})
