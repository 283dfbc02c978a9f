"""Long, damaged and hostile manuscripts: read in bounded time, without a crash."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from campaign import SEED, sized

from derive.lint import RULES, Project, lint, read_document
from derive.notation import Chain, Rejection, parse_span
from derive.registry import Registry, load

GOLD = Path(__file__).resolve().parents[1] / "gold"
MONEY_WORDS = "cloud budget spend price discount contract margin lease power revenue".split()


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


# --- manuscripts -------------------------------------------------------------------------


def money_book(luck: random.Random) -> str:
    """A text without mathematics and full of dollars."""

    def amount() -> str:
        return f"{luck.randint(1, 999)}{luck.choice(['', 'k', 'M', ',000', '.50'])}"

    def sentence() -> str:
        word = luck.choice(MONEY_WORDS)
        return luck.choice(
            [
                f"The {word} went from ${amount()} to ${amount()}, i.e. ${amount()}-${amount()}.",
                f"We paid ${amount()} per month, then ${amount()}/hr (vs. ${amount()}/hr on spot).",
                f"A${amount()}, C${amount()}, HK${amount()} and US${amount()}; in US$ terms less.",
                f"Between ${amount()} and $9 of {word} and $$ margin and so to make big $$ we go.",
                f"| Item | Cost |\n|---|---|\n| {word} | ${amount()} |\n| rent | ${amount()}/mo |",
                f"```sh\nexport COST=$((5*$RATE))\necho $COST$USD # {word}\n```",
                f"Set `$HOME` and `${{BUDGET}}` first; $NVDA rose, $AMD fell by {amount()}%.",
                f"{amount()}$ of compute, 10k$ of disks, 5$ for lunch, $ for nothing.",
                f"It is 'cheap' ($1) or *dear* ($$$), {word} aside.",
            ]
        )

    return "\n\n".join(sentence() for _ in range(400))


@pytest.mark.parametrize("turn", range(3))
def test_nothing_is_told_of_a_text_about_money(registry: Registry, turn: int) -> None:
    luck = random.Random(SEED)
    state = luck.getstate()[1][0]
    document = read_document("money.md", money_book(luck))

    assert () == document.spans, state
    assert [] == lint(Project([document], registry)), (turn, state)


MARKS = ("", "_1", "_{max}", r"_{\text{hbm}}")
LETTERS = [f"{base}{mark}" for base in "ABCDEFGHKLMNPQRSTVWXZabcdfghpqsuvwyz" for mark in MARKS]
LETTERS += [r"\alpha", r"\beta_k", r"\Phi", r"\mathbf{w}"]


def expression(luck: random.Random, depth: int) -> str:
    """A formula over letters that nobody declares."""
    if depth == 0 or luck.random() < 0.2:
        return luck.choice([luck.choice(LETTERS), str(luck.randint(2, 4096))])
    one, other = expression(luck, depth - 1), expression(luck, depth - 1)
    return luck.choice(
        [
            f"{one} + {other}",
            rf"{one} \cdot {other}",
            rf"\frac{{{one}}}{{{other}}}",
            rf"\max({one}, {other})",
            f"({one} - {other})^2",
            rf"\sqrt{{{one}}}",
            rf"\sum_{{i=1}}^{{n}} {other}",
            rf"\left\lceil {one} / {other} \right\rceil",
            rf"\begin{{bmatrix}} {one} & {other} \end{{bmatrix}}",
            rf"\frac{{\partial {one}}}{{\partial x}}",
            f"{one} \\log {other}",
        ]
    )


def formula_book(luck: random.Random, formulas: int, size: int) -> str:
    """A long manuscript in an unknown notation, inline, doubled and on lines of their own."""
    parts = ["---\ntitle: A book of letters\n---", "# A book of letters"]
    made, length = 0, 0
    while made < formulas or length < size:
        words = " ".join(luck.choices(["the", "model", "moves", "bytes", "over", "links"], k=60))
        if made < formulas:
            one = f"{luck.choice(LETTERS)} = {expression(luck, 3)}"
            words += luck.choice(
                [f" so ${one}$ holds", f" so $${one}$$ holds", f":\n\n$$\n{one}\n$$"]
            )
            made += 1
        parts.append(words)
        length += len(words)
    return "\n\n".join(parts)


@pytest.mark.slow
def test_a_long_manuscript_is_read_and_something_useful_is_told(registry: Registry) -> None:
    luck = random.Random(SEED)
    document = read_document("book.md", formula_book(luck, 2000, 100_000))
    shown = Project([document], registry).printed(document)
    read = sum(isinstance(printed.parsed, Chain) for printed in shown)
    # What is said of each formula grows with how often its letters are defined.
    shorter = read_document("book.md", formula_book(luck, sized(700, 2000), 100_000))
    found = lint(Project([shorter], registry))

    assert 2000 == len(document.spans)
    # Half of them: fewer formulas would miss that by chance for one seed in fifty.
    assert read > 1000
    assert any(one.rule == "letters_are_declared" for one in found)
    assert not [one for one in found if "could not be checked" in one.message]


@pytest.mark.benchmark(group="lint")
@pytest.mark.slow
def test_a_book_of_400_kB_is_linted(benchmark, registry: Registry) -> None:
    text = formula_book(random.Random(1), 800, 400_000)
    found = benchmark.pedantic(
        lambda: lint(Project([read_document("book.md", text)], registry)), rounds=1
    )

    assert found


# --- hostile text ---------------------------------------------------------------------------

HOSTILE = {
    "deep braces": "$" + "{" * 3000 + "x" + "}" * 3000 + "$",
    "deep brackets": "$" + "(" * 3000 + "x" + ")" * 3000 + "$",
    "tower of powers": "$9^{9^{9^{9^{9}}}}$",
    "many digits": "$" + "9" * 4000 + "$",
    "long word": "$" + "x" * 4900 + "$",
    "long span": "$" + "x + " * 20_000 + "y$",
    "factorial": "$99999!$",
    "many dollars": "$" * 50_000,
    "many bars": "|" * 20_000 + "\n|---|\n",
    "many brackets": "[" * 20_000 + "](" * 2000,
    "many backticks": "`" * 20_000 + "$x$",
    "open comment": "<!-- " * 3000 + "$x$",
    "open fence": "```\n" * 1001,
    "quotations": ">" * 3000 + " $x$",
    "lists": "".join(" " * place + "- $x$\n" for place in range(300)),
    "open environment": "\\begin{align} " * 2000,
    "code of Python": "$__import__('os').system('true')$",
    "controls": "$\x00\x1b[31m\ud7ff$ \u202e$x$",
    "words and stars": "**" * 10_000 + "$x$",
    "table of nothing": "| Symbol | Meaning |\n|---|---|\n" + "| | |\n" * 3000,
    "many letters": "| Symbol | Meaning |\n|---|---|\n"
    + "".join(f"| $x_{{{n}}}$ | word{n} other{n} |\n| $B$ | thing{n} |\n" for n in range(150))
    + "".join(f"\nSo $y_{{name{n}}} = z_{{b{n}}}$.\n" for n in range(150)),
    "macro bomb": "$\\newcommand{\\a}{\\b\\b}\\newcommand{\\b}{\\c\\c}\\newcommand{\\c}{"
    "\\a\\a}\\a$",
}


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["md", "tex"])
@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_text_is_read(registry: Registry, case: str, suffix: str) -> None:
    document = read_document(f"hostile.{suffix}", HOSTILE[case])
    found = lint(Project([document], registry))

    assert not [one for one in found if "could not be checked" in one.message], found


def gold_spans() -> list[str]:
    """Every span of the hand-written readings."""
    return [
        row["latex"]
        for path in sorted(GOLD.glob("notation_*.json"))
        for row in json.loads(path.read_text(encoding="utf-8"))["rows"]
    ]


SIGNS = [
    *"{}()[]$\\^_=<>+-*/|&%#!,.;:'\"~ \n\t0123456789abxyzABX", "\\frac", "\\begin{array}",
    "\\end{array}", "\\left", "\\right.", "\\sum_{i=1}^{n}", "\\\\", "\\text{", "\\x", "\\max_",
    "\\newcommand{\\x}[1]{#1}", "\\sqrt", "^{", "_{", "9" * 70, "(" * 50, "αβ", "𝔐", "\u200b",
    "\\mathbf{", "\\quad", "e^{", "\\cdot",
]  # fmt: skip


def mutated(luck: random.Random, latex: str) -> str:
    """A span with a few signs put in, taken out, doubled or moved."""
    for _ in range(luck.randint(1, 6)):
        place = luck.randint(0, len(latex))
        other = luck.randint(place, min(len(latex), place + 9))
        latex = luck.choice(
            [
                latex[:place] + luck.choice(SIGNS) + latex[place:],
                latex[:place] + latex[other:],
                latex[:other] + latex[place:],
                latex[place:] + latex[:place],
            ]
        )
    return latex


def test_mutated_formulas_are_read_or_refused_with_a_reason() -> None:
    luck = random.Random(SEED)
    spans = gold_spans()
    for _ in range(sized(3_000, 100_000)):
        latex = mutated(luck, luck.choice(spans))
        found = parse_span(latex)

        assert isinstance(found, Chain | Rejection), latex
        # What is refused has a kind of its own: never a slip of the reader.
        assert getattr(found, "kind", "") != "unreadable", (latex, found)


def test_mutated_manuscripts_are_linted(registry: Registry) -> None:
    luck = random.Random(SEED)
    cases = [
        path.read_text(encoding="utf-8")
        for path in sorted((Path(__file__).parent / "cases").glob("*.md"))
    ]
    for turn in range(sized(100, 1_500)):
        text = mutated(luck, luck.choice(cases))
        name = luck.choice(["x.md", "x.tex"])
        found = lint(Project([read_document(name, text)], registry, whole=True))

        assert not [one for one in found if "could not be checked" in one.message], (turn, text)
        assert {one.rule for one in found} <= {rule.name for rule in RULES}
