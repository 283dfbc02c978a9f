"""Printed formulas are read as their authors meant them, or not at all."""

from __future__ import annotations

import ast
import json
import math
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from derive.notation import (
    EMPTY,
    UNSURE,
    Chain,
    Glyphs,
    Rejection,
    normal_form,
    parse_span,
    prefix,
    relations,
    to_sympy,
)

GOLD = Path(__file__).parent / "gold"
DOCUMENTS = ("000", "001", "003")


def gold(document: str) -> dict[str, Any]:
    return dict(json.loads((GOLD / f"notation_{document}.json").read_text(encoding="utf-8")))


def glyphs_of(book: dict[str, Any]) -> Glyphs:
    return Glyphs.from_data({key: book[key] for key in ("letters", "functions")})


def mistakes(row: dict[str, Any], read: Chain | Rejection) -> list[str]:
    """What a reading gets wrong, against the row worked by hand."""
    if isinstance(read, Rejection):
        return [] if row.get("rejected") == read.kind else [f"rejected as {read.kind}"]
    if "rejected" in row:
        return ["not rejected"]
    if "letters" in row:
        got = [prefix(chain.members[0]) for chain in read.rows if not chain.operators]
        return [] if got == row["letters"] else [f"letters {got}"]
    wrong = [f"no note {kind}" for kind in row.get("notes", ()) if kind not in kinds(read)]
    if len(read.rows) != len(row["chains"]):
        return [*wrong, f"{len(read.rows)} chains"]
    for chain, expected in zip(read.rows, row["chains"], strict=True):
        wrong += chain_mistakes(chain, expected)
    return wrong


def chain_mistakes(chain: Chain, expected: dict[str, Any]) -> list[str]:
    if list(chain.operators) != expected["operators"]:
        return [f"relations {chain.operators}"]
    wrong = []
    for check in expected["checks"]:
        at = {glyph: Fraction(value) for glyph, value in check["at"].items()}
        for member, value in zip(chain.members, check["gives"], strict=True):
            got = to_sympy(member, at)
            if isinstance(got, Rejection):
                wrong.append(got.message)
            elif not math.isclose(float(got), float(Fraction(value)), rel_tol=1e-12):
                wrong.append(f"{prefix(member)} is {got}, not {value}")
    return wrong


def kinds(read: Chain) -> list[str]:
    return [note.kind for note in read.notes]


def all_rows() -> list[tuple[Glyphs, dict[str, Any]]]:
    return [(glyphs_of(book), row) for book in map(gold, DOCUMENTS) for row in book["rows"]]


# --- the three documents ------------------------------------------------------


def test_at_least_98_percent_of_the_gold_is_right() -> None:
    rows = all_rows()
    right = sum(not mistakes(row, parse_span(row["latex"], glyphs)) for glyphs, row in rows)

    assert len(rows) == 208
    assert right / len(rows) >= 0.98


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_row_of_the_gold_is_wrong(document: str) -> None:
    book = gold(document)
    glyphs = glyphs_of(book)
    wrong = {
        (row["line"], row["latex"]): found
        for row in book["rows"]
        if (found := mistakes(row, parse_span(row["latex"], glyphs)))
    }

    assert wrong == {}


def test_without_a_dictionary_a_wrong_reading_is_never_silent() -> None:
    silent = []
    for _, row in all_rows():
        read = parse_span(row["latex"], EMPTY)
        if isinstance(read, Chain) and mistakes(row, read) and not UNSURE & set(kinds(read)):
            silent.append(row["latex"])

    assert silent == []


def test_positions_point_into_the_print() -> None:
    for glyphs, row in all_rows():
        read = parse_span(row["latex"], glyphs)
        start, end = read.at
        assert 0 <= start < end <= len(row["latex"])


# --- what else is printed ------------------------------------------------------

LETTERS = Glyphs.from_data(
    {
        "letters": "L h s a b N D n p m alpha beta TP T_step Psi C x y W A B E seqlen L^2".split(),
        "functions": ["f"],
    }
)

READINGS = {
    r"C \approx 6ND": ["C", "~", ["*", "6", "N", "D"]],
    r"sbh\left(34 + 5\frac{as}{h}\right)": [
        ["*", "s", "b", "h", ["+", "34", ["*", "5", ["/", ["*", "a", "s"], "h"]]]]
    ],
    r"e^{-\alpha x}": [["exp", ["-", ["*", "alpha", "x"]]]],
    r"L^2": ["L^2"],
    r"h^2": [["^", "h", "2"]],
    r"N^{*}_{opt}": ["N_opt^*"],
    r"x^2_i": [["^", "x_i", "2"]],
    r"x^{(l)}": ["x^l"],
    r"\hat{y}_i": ["y_i^hat"],
    r"-x^2": [["-", ["^", "x", "2"]]],
    r"2^{-10}": [["^", "2", ["-", "10"]]],
    r"\log_2 N": [["log", "N", "2"]],
    # A space that is set ends what a logarithm is of, and a product goes on without one.
    r"\log_2 N\, t": [["*", ["log", "N", "2"], "t"]],
    r"\ln 2N": [["ln", ["*", "2", "N"]]],
    r"\max\{a, \min(b, 2)\}": [["max", "a", ["min", "b", "2"]]],
    r"\left\lceil N/8 \right\rceil": [["ceil", ["/", "N", "8"]]],
    r"\sqrt[3]{x}": [["root", "x", "3"]],
    r"1/2 x": [["/", "1", ["*", "2", "x"]]],
    r"\frac12 x": [["*", ["/", "1", "2"], "x"]],
    r"\binom{n}{2}": [["binomial", "n", "2"]],
    r"n!": [["factorial", "n"]],
    r"\sum_{i=1}^{n} i^2 + 1": [["+", ["sum", "i", "1", "n", ["^", "i", "2"]], "1"]],
    # The terms tell how a series goes on.
    r"1 + x + x^2 + \dots + x^n": [["sum", "dots", "0", "n", ["^", "x", "dots"]]],
    r"x + x^2 + \cdots + x^{n - 1}": [
        ["sum", "dots", "1", ["+", "n", ["-", "1"]], ["^", "x", "dots"]]
    ],
    r"1 + 2 + \cdots + n": [["sum", "dots", "1", "n", "dots"]],
    r"\varkappa + 1": [["+", "varkappa", "1"]],
    # A factor in large square brackets; a base that counts from one is no array.
    r"N \left[ a + b \right]": [["*", "N", ["+", "a", "b"]]],
    r"\left(1 - \frac{a}{b}\right)^{T}": [["^", ["+", "1", ["-", ["/", "a", "b"]]], "T"]],
    r"f(x) + 1": [["+", ["f", "x"], "1"]],
    r"L(N, D) = E + {A}": [["L", "N", "D"], "=", ["+", "E", "A"]],
    r"\begin{align} T &= a + b \\ &= x \end{align}": ["T", "=", ["+", "a", "b"], "=", "x"],
    r"a \\ &\quad + b": [["+", "a", "b"]],
    r"\boxed{a = b}.": ["a", "=", "b"],
    r"a \stackrel{def}{=} b": ["a", "=", "b"],
    r"\underbrace{a + b}_{\text{both}} + x": [["+", "a", "b", "x"]],
    r"32{,}768": ["32768"],
    r"3 \times 10^{14}": [["*", "3", ["^", "10", "14"]]],
    r"1.97E+14": ["197000000000000"],
    r"t = 560\mu s": ["t", "=", ["560", "us"]],
    r"80 \text{ GB}": [["80", "GB"]],
    r"B = 900 GB/s": ["B", "=", ["900", "GB/s"]],
    r"8k": ["8000"],
    r"8.2\text{e}11": ["820000000000"],
    r"\log f_0(x)": [["log", ["f_0", "x"]]],
    r"7 \text{ billion}": ["7000000000"],
    r"50\%": [["50", "%"]],
    r"\text{Name}(x, y)": [["Name", "x", "y"]],
    r"2 \cdot \text{Name}(x)": [["*", "2", ["Name", "x"]]],
    r"\text{seqlen}(a + b)": [["*", "seqlen", ["+", "a", "b"]]],
    r"α + n/β": [["+", "alpha", ["/", "n", "beta"]]],
    r"$a = b$": ["a", "=", "b"],
    r"M_\mathrm{per\ rank}\approx C/N": ["M_per_rank", "~", ["/", "C", "N"]],
    r"a=\mathrm{reduce\ scatter}+\mathrm{all\ gather}": [
        "a",
        "=",
        ["+", "reduce_scatter", "all_gather"],
    ],
    r"\tilde L=sL": ["L^tilde", "=", ["*", "s", "L"]],
    r"g_{t-1} - 1": [["+", "g_t-1", ["-", "1"]]],
    r"\eta_\max t": [["*", "eta_max", "t"]],
    r"a = 1/B\ \text{only in this regime}": ["a", "=", ["/", "1", "B"]],
    r"a = \begin{cases} b & \text{if } n \le 2 \\ 3 c, & \text{otherwise.} \end{cases}": [
        "a",
        "=",
        ["cases", ["<="], "b", ["*", "3", "c"], "n", "2"],
    ],
    r"1 + \begin{dcases} 0 & t < T \\ b & t \geq T \end{dcases}": [
        ["+", "1", ["cases", ["<", ">="], "0", "b", "t", "T", "t", "T"]]
    ],
}


@pytest.mark.parametrize("latex", READINGS)
def test_reads(latex: str) -> None:
    read = parse_span(latex, LETTERS)
    assert isinstance(read, Chain), read
    shown: list[object] = [prefix(read.members[0])]
    for operator, member in zip(read.operators, read.members[1:], strict=True):
        shown += [operator, prefix(member)]

    assert shown == READINGS[latex]
    assert read.further == ()


REJECTIONS = {
    "derivative": [
        r"\frac{dL}{dX}",
        r"\frac{\partial L}{\partial w}",
        r"\frac{d}{dx} f",
        r"\frac{\mathrm{d}L}{\mathrm{d}x}",
        "dL/dX",
        r"\nabla L",
    ],
    "order": ["O(BTSN)", r"\mathcal{O}(n^2)", r"O(n \log n)", r"\tilde{O}(n)"],
    "tuple": [r"(\alpha, \beta)", "x = 5, 6", "a, b > 0", r"\langle a, b \rangle"],
    "interval": ["[0, 1)", "[a, b]"],
    "set": [r"\{1, 2\}", r"x \in \mathbb{R}^n", r"\mathbb{R}"],
    "tensor": ["X[i, j]", r"A \otimes B"],
    "matrix": ["(AB)^T"],
    "environment": [
        r"\begin{array}{c} a \end{array}",
        r"\begin{cases} a \end{cases}",
        r"a = \begin{cases} b & 1 < n < 3 \\ c & \text{otherwise} \end{cases}",
        r"a = \begin{cases} b & \text{on one node} \\ c & \text{on more} \end{cases}",
    ],
    "arrow": [r"A \rightarrow B", r"a \to b"],
    "ellipsis": [r"x_1, \ldots, x_n", r"a_1 + a_2 + \cdots + a_n", r"1 + 3 + \dots + n"],
    "prose": [
        "margin and so in order to make big",
        "a of the b",
        r"L(\mathrm{tokens})At small scale, this may feel like bookkeeping",
        r"\text{a b c d e f g h}",
    ],
    "currency": [r"\$100", "5 $ + 6"],
    "limit": [
        r"10^{10^{10}}",
        r"9^{9^{9^{9}}}",
        r"\sqrt{9^{99999999}}",
        "201!",
        "3!!!!!!",
        r"\exp(\exp(\exp(10)))",
        "1" * 61,
        "{" * 41 + "x" + "}" * 41,
        "(" * 2400 + "x" + ")" * 2400,
        "x^{" * 1000 + "}" * 1000,
        "a" * 100,
    ],
    "too-long": ["x+" * 2501],
    "limit-of": [r"\lim_{x \to 0} x"],
    "integral": [r"\int_0^1 x"],
    "index-operator": [r"\max_j x_j", r"\arg\max x", r"\sum_{i \in S} x_i"],
    "norm": [r"\|x\|"],
    "expectation": [r"\mathbb{E}[x]"],
    "probability": ["P(a|b)", r"\Pr(a)"],
    "plus-minus": [r"a \pm b"],
    "fragment": [r"2\times", "= 5", r"\approx 3", "a ="],
    "unbalanced": ["(a", "a)", r"\frac{a}{b", "{a", r"\begin{align", "\\"],
    "operator": ["a +", "x + * y", "1/0", "x^2^3", "2 3", "()", "x_1_2"],
    "command": [r"\foo{a}", r"\overline{a + b}"],
    "empty": ["", "  ", r"\quad", "."],
}


@pytest.mark.parametrize(
    ("kind", "latex"), [(kind, latex) for kind, all_ in REJECTIONS.items() for latex in all_]
)
def test_rejects_with_its_kind(kind: str, latex: str) -> None:
    read = parse_span(latex, LETTERS)

    assert isinstance(read, Rejection), read
    assert kind == read.kind
    assert read.message


NOTES = {
    "ambiguous-division": ["a / b x", r"a / b \times x", "1/2 m"],
    "transpose": ["W^T", r"x^\top"],
    "shape": [r"N \times N"],
    "label": ["C/C", r"\frac{C}{C}"],
    "suffix": ["70B", "8k"],
    "unit": [r"560\mu s", r"2\Psi \text{ bytes}"],
    "split": ["ND"],
    "guess": ["bubble", "10^12", r"\Delta t"],
    "call": ["g(x)", r"\text{Name}(x)", "T(n) = 1"],
    "undeclared": ["z"],
    "derived": ["p_1"],
    "variant": [r"\text{seq-len}"],
    "condition": [r"a = b \quad \text{when } n \gg 1"],
    "unread": [r"a = b \quad (1)", r"a = b \quad \text{for large } n"],
    "log-base": [r"\log N"],
    "braces": ["{a+b}x"],
}


@pytest.mark.parametrize(
    ("kind", "latex"), [(kind, latex) for kind, all_ in NOTES.items() for latex in all_]
)
def test_notes_what_a_reader_should_know(kind: str, latex: str) -> None:
    read = parse_span(latex, LETTERS)

    assert isinstance(read, Chain), read
    assert kind in kinds(read)


def test_one_glyph_has_one_normal_form() -> None:
    spellings = {
        "M_act": [r"M_{\text{act}}", r"M_{act}", r"M_{\mathrm{act}}", r"\mathbf{M}_{act}", "M_act"],
        "tp_all_gather_size": [r"\text{tp-all-gather-size}", r"tp\_all\_gather\_size"],
        "n_kv_heads": [r"n_{kv\_heads}", r"\text{n\_kv\_heads}"],
        "d_ffn_MoE": ["d_{ffn, MoE}"],
        "L_infty": [r"L_\infty"],
        "W_times": [r"W_\times", r"W_{\times}", r"W_{\text{times}}"],
        "W_*": [r"W_\star", r"W_{\ast}", "W_*"],
        "tau_lim": [r"\tau_{\lim}", r"\tau_{\text{lim}}"],
        "n^*": ["n^*", r"n^{\star}", r"n^{*}"],
        "nabla_L": [r"\nabla L(w)"],
        "ell": [r"\ell", r"\ell(w; x_i)"],
        "calL": [r"\mathcal{L}"],
        "y^hat": [r"\hat{y}"],
    }

    assert {form: {normal_form(s) for s in all_} for form, all_ in spellings.items()} == {
        form: {form} for form in spellings
    }


def test_a_conversion_maps_a_glyph_to_an_expression() -> None:
    alpha, beta, n = sympy.symbols("alpha beta n", positive=True)
    read = parse_span(r"\alpha + \beta m", Glyphs.from_data({"letters": ["alpha", "beta", "m"]}))
    assert isinstance(read, Chain)

    ours = to_sympy(read.members[0], {"alpha": alpha, "beta": 1 / beta, "m": n})
    assert alpha + n / beta == ours


def test_a_chain_becomes_relations_between_neighbours() -> None:
    read = parse_span(r"x = 2 \cdot 3 \leq 7", LETTERS)
    assert isinstance(read, Chain)
    sides = [to_sympy(member, {"x": 6}) for member in read.members]
    found = relations(read, sides)

    assert [("=", 6, 6), ("<=", 6, 7)] == [(r.operator, r.left, r.right) for r in found]


def test_what_has_no_meaning_is_rejected_by_name() -> None:
    read = parse_span(r"x + y", LETTERS)
    assert isinstance(read, Chain)
    built = to_sympy(read.members[0], {"x": 1})

    assert isinstance(built, Rejection)
    assert ("letter", "y") == (built.kind, built.message.split()[0])


def test_a_number_in_a_unit_is_rejected() -> None:
    read = parse_span(r"80 \text{ GB}", LETTERS)
    assert isinstance(read, Chain)

    assert isinstance(to_sympy(read.members[0], {}), Rejection)


# --- what another printer writes ------------------------------------------------

PRINTED = {
    "N": "N",
    "n": "n",
    "alpha": r"\alpha",
    "T_step": r"T_{\text{step}}",
    "M_act": r"M_{\mathrm{act}}",
    "seqlen": r"\text{seqlen}",
}
SYMBOLS = {name: sympy.Symbol(name, positive=True) for name in PRINTED}
STYLES: list[dict[str, Any]] = [
    {},
    {"fold_short_frac": True},
    {"mul_symbol": "dot"},
    {"mul_symbol": "times"},
    {"fold_frac_powers": True},
]


def grown(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Sums, products, quotients, powers and functions of smaller expressions."""
    pair = st.tuples(leaves, leaves)
    return st.one_of(
        pair.map(lambda p: p[0] + p[1]),
        pair.map(lambda p: p[0] - 2 * p[1]),
        pair.map(lambda p: p[0] * p[1]),
        pair.map(lambda p: p[0] / (1 + p[1] ** 2)),
        pair.map(lambda p: sympy.Max(*p)),
        leaves.map(lambda x: x ** sympy.Rational(3, 2)),
        leaves.map(lambda x: sympy.log(2 + x**2)),
        leaves.map(lambda x: sympy.exp(1 / (1 + x**2))),
        leaves.map(sympy.ceiling),
    )


EXPRESSIONS = st.recursive(
    st.sampled_from(list(SYMBOLS.values())) | st.integers(1, 9).map(sympy.Integer),
    grown,
    max_leaves=8,
)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS, st.sampled_from(STYLES), st.lists(st.integers(2, 9), min_size=6, max_size=6))
def test_what_sympy_prints_is_read_back(
    expression: Any, style: dict[str, Any], numbers: list[int]
) -> None:
    values = dict(zip(SYMBOLS, map(sympy.Rational, numbers), strict=True))
    expected = expression.xreplace({SYMBOLS[name]: value for name, value in values.items()})
    # Roots of negative numbers and numbers beyond the limits are none of a formula's business.
    assume(expected.is_real and expected.is_finite and not expression.has(sympy.I))
    names = {symbol: PRINTED[name] for name, symbol in SYMBOLS.items()}
    latex = sympy.latex(expression, symbol_names=names, **style)
    read = parse_span(latex, Glyphs.from_data({"letters": list(PRINTED)}))
    assume(not isinstance(read, Rejection) or read.kind != "limit")
    assert isinstance(read, Chain), (latex, read)
    got = to_sympy(read.members[0], values)
    assume(not isinstance(got, Rejection) or got.kind != "limit")

    assert abs(sympy.N(got - expected, 30)) <= 1e-15 * (1 + abs(sympy.N(expected))), latex


# --- hostile documents --------------------------------------------------------

MARKER = "__import__('pathlib').Path('{}').touch()"


def test_no_text_is_ever_executed(tmp_path: Path) -> None:
    marker = tmp_path / "executed"
    code = MARKER.format(marker)
    for shape in ("{}", r"\text{{{}}}", r"\operatorname{{{}}}(x)", "x_{{{}}} = 1", r"f({}) = {}"):
        latex = shape.format(*[code] * shape.count("{}"))
        read = parse_span(latex, Glyphs.from_data({"letters": [code], "functions": [code]}))
        if isinstance(read, Chain):
            for chain in read.rows:
                for member in chain.members:
                    to_sympy(member, {code: 1, "x": code})

    assert not marker.exists()


BOMBS = [
    r"\max(" + ", ".join(f"x_{{{i}}}^2" for i in range(16)) + ")",
    "+".join(r"\max(x, y)" for _ in range(24)),
    r"\frac{" * 39 + "1" + "}{x}" * 39,
    r"\sqrt{" * 39 + "10^{400}" + "}" * 39,
    "(x+1)^{400}" * 300,
    "10^{400}" * 500,
    r"(3^{399}+1)^{1/2}" * 100,
    r"\lfloor (3^{399}+1)^{1/3} \rfloor",
    r"\lceil \pi^{399} \rceil",
    r"\log(10^{400}+1)" * 50,
    r"\exp(700.5)\exp(-700.5)",
    "((((((200)!)))))",
    r"\binom{200}{100}",
    r"\sum_{i=1}^{10^{300}} i^{399}",
    r"\prod_{i=1}^{10^{60}} i",
    "a" * 4999,
    "|" * 4999,
    r"\left(" * 800,
    "{" * 4999,
    r"\text{" * 800,
    r"\frac" * 1000,
    "x'" * 2000,
    "-" * 4998 + "x",
    "1," * 2400 + "1",
    r"\begin{" * 700,
    "x_{" * 1600,
    "T(n)" * 1200,
    "$" * 4000,
]


@pytest.mark.slow
@pytest.mark.parametrize("latex", BOMBS, ids=range(len(BOMBS)))
def test_a_bomb_is_read_or_rejected_before_it_goes_off(latex: str) -> None:
    letters = Glyphs.from_data({"letters": ["x", "y", "a"]})
    read = parse_span(latex, letters)
    if isinstance(read, Chain):
        for chain in read.rows:
            for member in chain.members:
                to_sympy(member, dict.fromkeys("xya", 3))


def test_mapped_numbers_cannot_blow_up_a_power() -> None:
    for latex in ("x^y", "2^x", "x!", r"\binom{x}{y}"):
        read = parse_span(latex, LETTERS)
        assert isinstance(read, Chain)
        built = to_sympy(read.members[0], {"x": 10**30, "y": 10**30})
        assert isinstance(built, Rejection)
        assert built.kind == "limit"


ALPHABET = [*r"\{}()[]^_+-*/=<>!|,;.'&%$~ 0123456789xyTdeO",
    r"\frac", r"\sqrt", r"\text{", r"\left", r"\right", r"\max", r"\sum", r"\begin{align}",
    r"\end{align}", r"\\", r"\quad", r"\alpha", r"\mathbf{", r"\log", r"\hat", r"\nabla", r"\over",
    "α", "μ", "…", "\x00", "😀",
]  # fmt: skip


def read_fully(latex: str, glyphs: Glyphs) -> None:
    """Read and build; whatever happens must be a value."""
    read = parse_span(latex, glyphs)
    assert isinstance(read, Chain | Rejection)
    if isinstance(read, Rejection):
        assert read.kind != "unreadable", (latex, read)
        return
    for chain in read.rows:
        for member in chain.members:
            built = to_sympy(member, dict.fromkeys(("x", "y", "T", "alpha"), 3))
            assert not (isinstance(built, Rejection) and built.kind == "unreadable"), (latex, built)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(ALPHABET), max_size=40).map("".join))
@example(r"\begin{")
@example(r"\begin")
def test_any_text_is_read_or_rejected(latex: str) -> None:
    read_fully(latex, LETTERS)


def mutated(latex: str, chance: random.Random) -> str:
    """A printed formula with a few signs dropped, doubled, swapped or replaced."""
    signs = list(latex)
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(signs) + 1)
        action = chance.randrange(4)
        if action == 0:
            signs[place : place + chance.randint(1, 4)] = []
        elif action == 1:
            signs[place:place] = signs[place : place + chance.randint(1, 8)]
        elif action == 2:
            signs.insert(place, chance.choice(ALPHABET))
        else:
            other = chance.randrange(len(signs) + 1)
            signs[place : place + 2], signs[other : other + 2] = (
                signs[other : other + 2],
                signs[place : place + 2],
            )
    return "".join(signs)


@pytest.mark.slow
def test_mutated_formulas_are_read_or_rejected() -> None:
    chance = random.Random(20)
    rows = all_rows()
    for _ in range(20_000):
        glyphs, row = chance.choice(rows)
        read_fully(mutated(row["latex"], chance), glyphs)


FORBIDDEN = {"eval", "exec", "compile", "sympify", "parse_expr", "lambdify", "S", "symbols", "N"}


def test_the_package_calls_nothing_that_evaluates_text() -> None:
    package = Path(parse_span.__code__.co_filename).parent
    found = []
    for file in package.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                owner = getattr(getattr(node.func, "value", None), "id", "")
                if name in FORBIDDEN and owner != "re":
                    found.append((file.name, node.lineno, name))

    assert found == []


@pytest.mark.parametrize("latex", [r"\bar{p}_i", r"\hat p_{ij}", r"\tilde{W}_q^T", r"\bar{x}_n'"])
def test_a_letter_is_read_in_formulas_as_a_table_names_it(latex: str) -> None:
    read = parse_span(f"{latex} = 2 b")

    assert not isinstance(read, Rejection)
    assert str(prefix(read.members[0])) == normal_form(latex)
