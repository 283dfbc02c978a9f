"""Long manuscripts that a generator writes: many formulas, and many dollars without any."""

from __future__ import annotations

import random
import string

import pytest
from campaign import SEED, sized

from derive.findings import Finding
from derive.lint import Project, lint, read_document
from derive.registry import load

REGISTRY = load()
FORMULAS = sized(300, 800)
LETTERS = [*string.ascii_letters, *(rf"\{name}" for name in "alpha beta gamma eta Psi rho".split())]
WORDS = (
    "the run costs about as much as all of them together and then some more because nobody knows "
    "how long it takes or what a month of it is worth when prices fall again next year"
).split()
SHAPES = (
    r"{a} = {b} {c} + \frac{{{d}}}{{{e}}}",
    r"{a}_{{\text{{{word}}}}} = \max({b}, {c} \cdot {d}^2)",
    r"{a} \approx \frac{{{b} ({c} - 1)}}{{{d}}} = \frac{{{b} {c}}}{{{d}}} - \frac{{{b}}}{{{d}}}",
    r"{a} = \sum_{{i=1}}^{{{b}}} {c}_i",
    r"{a} \le \lceil {b} / {c} \rceil \quad \text{{for }} {d} > {n}",
    r"{a} = {n} \times {m} = {product}",
    r"\begin{{aligned}} {a} &= {b} + {c} \\ &= {c} + {b} \end{{aligned}}",
    r"{a}({b}) = {c} e^{{-{d} {b}}}",
)
BROKEN = (r"\frac{{{a}}}{{", r"{a} = = {b}", r"{a}^^{b}", r"\left( {a}", r"\unknown{{{a}}} = {b}")


def prose(source: random.Random) -> str:
    """A sentence of no meaning."""
    return " ".join(source.choices(WORDS, k=source.randint(8, 60))).capitalize() + "."


def formula(source: random.Random, *, broken: bool) -> str:
    """A formula in letters that nobody explains; now and then one that is no formula."""
    letters = dict(zip("abcde", source.sample(LETTERS, 5), strict=True))
    n, m = source.randint(2, 99), source.randint(2, 99)
    shape = source.choice(BROKEN if broken else SHAPES)
    return shape.format(**letters, n=n, m=m, product=n * m, word=source.choice(WORDS))


def long_book(source: random.Random) -> str:
    """Sections of prose with formulas of every kind, a few of them broken."""
    lines = ["# A book in letters of its own", ""]
    for number in range(FORMULAS):
        if number % 40 == 0:
            lines += [f"## Chapter {number // 40 + 1}", ""]
        latex = formula(source, broken=source.random() < 0.03)
        mark = "$$" if source.random() < 0.7 else "$"
        lines += [prose(source), "", f"{prose(source)} {mark}{latex}{mark}", ""]
    return "\n".join(lines)


def money_book(source: random.Random) -> str:
    """Prices, ranges of prices and tables of prices, and no formula at all."""
    lines = ["# What it costs", ""]
    for _ in range(400):
        low, high = sorted(source.sample(range(2, 900), 2))
        paid = f"It was ${low} per hour, then ${high}.{low % 90 + 10}; some paid ${high}k to"
        rest = f"${high + low}k, or US${low}M, for $ {high} of it ({prose(source)})"
        table = f"| Item | Price |\n|---|---|\n| {source.choice(WORDS)} | ${low} |"
        lines += [f"{prose(source)} {paid} {rest}", "", table, f"| more | ${high}/h |", ""]
    return "\n".join(lines)


def told(text: str, notation: str = "") -> list[Finding]:
    """Every finding on a manuscript."""
    document = read_document("book.md", text)
    chosen = {"book.md": REGISTRY.notations[notation] if notation else None}
    return lint(Project([document], REGISTRY, notations=chosen))


def stopped(findings: list[Finding]) -> list[Finding]:
    """Rules that gave up."""
    return [one for one in findings if "could not be checked" in one.message]


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["", "megatron-2021", "minimal-formalism"])
def test_a_long_book_of_any_letters_stops_no_rule_and_is_summed_up(notation):
    findings = told(long_book(random.Random(SEED)), notation)
    rules = {one.rule for one in findings}

    assert stopped(findings) == []
    assert {"formulas_are_held_against_the_registry", "letters_are_declared"} <= rules


@pytest.mark.slow
def test_wrong_chains_are_found_in_a_long_book():
    source = random.Random(SEED)
    lines = long_book(source).split("\n")
    place = source.randrange(10, len(lines))
    lines[place:place] = ["", r"So $$y = 12 \times 12 = 184$$", ""]

    wrong = [one for one in told("\n".join(lines)) if one.rule == "numbers_in_a_chain_agree"]

    assert [place + 2] == [one.line for one in wrong]


@pytest.mark.slow
def test_nothing_is_said_about_a_book_of_dollars():
    assert told(money_book(random.Random(SEED))) == []
