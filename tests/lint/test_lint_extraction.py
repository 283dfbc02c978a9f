"""Formulas, tables and headings of manuscripts, each at its line and column."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from derive.errors import NoSuchDocument
from derive.lint import read_document
from derive.lint.texts.declarations import declarations_of

# --- Markdown --------------------------------------------------------------------

# Text, and its formulas: line, column, LaTeX, whether it stands alone.
MARKDOWN = {
    "inline": ("Let $x$ be $y_1$.", [(1, 6, "x", False), (1, 13, "y_1", False)]),
    "display": ("It is\n\n$$\na = b\n$$\n", [(4, 1, "\na = b\n", True)]),
    "display on one line": ("$$a = b$$", [(1, 3, "a = b", True)]),
    "kramdown, doubled inline": ("So $$a$$ and $$b$$.", [(1, 6, "a", False), (1, 16, "b", False)]),
    "over two lines": ("So $a +\nb$ it is.", [(1, 5, "a +\nb", False)]),
    "in a list": ("1. One:\n   $$a = 1$$\n", [(2, 6, "a = 1", True)]),
    "in a quotation": ("> It is $a$\n> and $b$.", [(1, 10, "a", False), (2, 8, "b", False)]),
    "in a heading": ("## The $k$ way", [(1, 9, "k", False)]),
    "in an admonition": ("!!! note\n\n    Here $q$ is it.\n", [(3, 11, "q", False)]),
    "in bold": ("**$16\\Psi$** bytes", [(1, 4, "16\\Psi", False)]),
    "in a table": ("| a | $x|y$ |\n|---|---|\n| $b$ | c |", [(1, 8, "x|y", False),
                                                               (3, 4, "b", False)]),
    "table behind a list": ("- one\nwords\n| $a$ | b |\n|---|---|\n| c | $d$ |",
                            [(3, 4, "a", False), (5, 8, "d", False)]),
    "role": ("It is {math}`a_1` there.", [(1, 14, "a_1", False)]),
    "backticks in dollars": ("It is $`a_1`$ there.", [(1, 9, "a_1", False)]),
    "math fence": ("```math\na = b\n```\n", [(2, 1, "a = b\n", True)]),
    "math directive": ("```{math}\na = b\n```\n", [(2, 1, "a = b\n", True)]),
    "colon fence": (":::{math}\n:label: one\n\na = b\n:::\n", [(4, 1, "a = b\n", True)]),
    "labelled": ("$$\na = b\n$$ (one)\n", [(2, 1, "\na = b\n", True)]),
    "brackets": ("Is \\(a_1\\) and \\[b = c\\].", [(1, 6, "a_1", False), (1, 18, "b = c", False)]),
    "environment": ("\\begin{equation}\na = b\n\\end{equation}", [(2, 1, "\na = b\n", True)]),
    "two doubled ones": ("$$a$$ $$b$$", [(1, 3, "a", False), (1, 9, "b", False)]),
    "front matter": ("---\ntitle: costs $x$\n---\nIt is $y$.", [(4, 8, "y", False)]),
    "code": ("`$x$` and $y$", [(1, 12, "y", False)]),
    "fence": ("```\n$x$\n```\n$y$", [(4, 2, "y", False)]),
    "fence of tildes": ("~~~sh\necho $x $y$\n~~~\n\n$y$", [(5, 2, "y", False)]),
    "comment": ("<!-- $x$ -->\n\n$y$", [(3, 2, "y", False)]),
    "comment in code": ("`<!--` and $y$, `{% comment %}`", [(1, 13, "y", False)]),
    "comment over lines": ("a <!-- $x$\n$z$ --> b $y$", [(2, 12, "y", False)]),
    "code of HTML": ("<code>\\frac{$x$}</code> and $y$", [(1, 30, "y", False)]),
    "attributes": ('<a title="$x$ \\frac">b</a> and $y$', [(1, 33, "y", False)]),
    "less than": ("$a <b$ and $c> d$", [(1, 2, "a <b", False), (1, 13, "c> d", False)]),
    "escaped dollar": ("\\$x$ and $y$ cost \\$5", [(1, 11, "y", False)]),
    "money": ("It costs $5 now and $10 later, US$7 or $1.5M/$2M.", []),
    "money and words": ("We have $$ margin and so in order to make big $$ today.", []),
    "money around words": ("From ($5/GPU-hour) to A$6, $x$ remains.", [(1, 29, "x", False)]),
    "a paragraph ends a formula": ("A $ b\n\nc $ d", []),
    "Windows lines": ("one\r\n$x$\r\n", [(2, 2, "x", False)]),
    "no line at the end": ("$x$", [(1, 2, "x", False)]),
    "a space before the end": ("It is $W^* $ and $R_j = $ GenRM.", [(1, 8, "W^* ", False),
                                                                    (1, 19, "R_j = ", False)]),
    "capitals side by side": ("It takes $4BD / W$ or $2(B/X)DF$ s.", [(1, 11, "4BD / W", False),
                                                                     (1, 24, "2(B/X)DF", False)]),
    "Zola, in a line": ("Of {% katex() %} p_g {% end %}, x", [(1, 18, "p_g", False)]),
    "Zola, a block": ("{% katex(block=true) %}\na = b\n{% end %}\n", [(2, 1, "\na = b\n", True)]),
    "Zola, a body": ('Of {{ katex(body="2^k") }} x', [(1, 19, "2^k", False)]),
    "Hugo": ("Of {{< katex >}}p_g{{< /katex >}}, x", [(1, 17, "p_g", False)]),
    "AsciiDoc": ("Of stem:[p_g], and\n\n[stem]\n++++\na = b\n++++\n",
                 [(1, 10, "p_g", False), (5, 1, "a = b\n", True)]),
    "Sphinx": ("Of :math:`p_g`, and\n\n.. math::\n   :label: x\n\n   a = b\n\nMore.",
               [(1, 11, "p_g", False), (6, 4, "   a = b", True)]),
    "Sphinx, two equations": (".. math::\n\n   a = b\n\n   c = d\n\nMore.",
                              [(3, 4, "   a = b", True), (5, 4, "\n\n   c = d", True)]),
    "Obsidian comments": ("One %% hidden $x$ %% and $y$.", [(1, 27, "y", False)]),
    "a label of Quarto": ("$$\na = b\n$$ {#eq-one}\n", [(2, 1, "\na = b\n", True)]),
    "a block that never ends": ("{% katex(block=true) %} a", []),
    "nothing": ("", []),
}  # fmt: skip


@pytest.mark.parametrize("case", MARKDOWN)
def test_formulas_of_markdown_stand_where_they_stand(case: str) -> None:
    text, expected = MARKDOWN[case]
    spans = read_document("a.md", text).spans

    assert expected == [(one.line, one.column, one.latex, one.display) for one in spans]


def test_liquid_comments_are_read_and_marked() -> None:
    document = read_document("a.md", "$a$\n{% comment %}\n$b$\n{% endcomment %}\n$c$")

    assert [("a", False), ("b", True), ("c", False)] == [
        (one.latex, one.commented) for one in document.spans
    ]


def test_what_is_masked_keeps_its_length_and_its_lines() -> None:
    text = (
        "---\ntitle: x\n---\n# One\n\n```\ncode $x$\n```\n\n<!-- $y$ -->\n\n| a | b |\n|---|---|\n"
    )
    document = read_document("a.md", text)

    assert len(text) == len(document.masked)
    assert text.count("\n") == document.masked.count("\n")
    assert "code" not in document.masked


PROSE = st.text(alphabet="ab $\\|`#*-_\n0123(){}[]<>!~", max_size=160)


@given(PROSE)
def test_any_text_is_read_with_places_that_hold(text: str) -> None:
    document = read_document("a.md", text)

    assert len(document.masked) == len(document.text)
    for span in document.spans:
        assert span.latex == document.text[span.start : span.end]
        assert document.place(span.start)[0] <= span.line


@given(st.lists(st.sampled_from(
    ["$a$", "$b_1 = 2$", "words", "and", "`$c$`", "x", "$$d$$", "**bold**", "\n", "\n\n",
     "- item", "(see $e$)", "costs", "$f$,", "> "]), max_size=12))  # fmt: skip
def test_inline_formulas_are_those_of_the_library(words: list[str]) -> None:
    # Money is left out, which the library pairs with code. A word comes first: of a text
    # that begins with a dollar, the library looks at the last sign.
    text = " ".join(["So", *words])
    # Two doubled ones on a line of their own are one formula to the library.
    assume(not re.search(r"\$\$d\$\$[^\n]*\$\$d\$\$", text))
    parser = MarkdownIt("commonmark", {"html": False})
    dollarmath_plugin(parser, allow_space=False, allow_digits=False, double_inline=True)
    parser.block.ruler.disable("code")
    expected = [
        child.content.strip()
        for token in parser.parse(text)
        for child in [token, *(token.children or [])]
        if child.type in {"math_inline", "math_inline_double", "math_block"}
    ]

    assert expected == [one.latex.strip() for one in read_document("a.md", text).spans]


# --- LaTeX -----------------------------------------------------------------------

LATEX = {
    "dollars": ("It is $x$.", [(1, 8, "x")]),
    "brackets": (r"It is \(x\) and \[ y \].", [(1, 9, "x"), (1, 20, " y ")]),
    "environment": ("\\begin{equation}\n  a = b\n\\end{equation}", [(2, 3, "\n  a = b\n")]),
    "label": ("\\begin{align*}\\label{e}\n a = b\n\\end{align*}", [(2, 2, "\\label{e}\n a = b\n")]),
    "comment": ("50\\% of $x$ % and $y$\n", [(1, 10, "x")]),
    "verbatim": ("\\verb|$x$| and $y$ \\begin{verbatim}$z$\\end{verbatim}", [(1, 17, "y")]),
    "money": ("It costs \\$5 and \\$6 for $x$", [(1, 27, "x")]),
    "preamble": ("\\newcommand{\\a}{$x$}\n\\begin{document}\n$y$\n\\end{document}", [(3, 2, "y")]),
}


@pytest.mark.parametrize("case", LATEX)
def test_formulas_of_latex_stand_where_they_stand(case: str) -> None:
    text, expected = LATEX[case]

    assert expected == [
        (one.line, one.column, one.latex) for one in read_document("a.tex", text).spans
    ]


MACROS = {
    "plain": (r"\newcommand{\x}{\alpha}", r"$\x + 1$", r"\alpha  + 1"),
    "argument": (r"\newcommand{\m}[1]{M_{\text{#1}}}", r"$\m{act}$", r"M_{\text{act}}"),
    "two": (r"\newcommand\f[2]{\frac{#1}{#2}}", r"$\f{a}{b c}$", r"\frac{a}{b c}"),
    "default": (r"\newcommand{\m}[2][x]{#1_#2}", r"$\m{i} \m[y]{j}$", "x_i y_j"),
    "nested": (r"\newcommand{\a}{\b}\newcommand{\b}{c}", r"$\a$", "c "),
    "def": (r"\def\n{N_{dp}}", r"$\n$", "N_{dp}"),
    "operator": (r"\DeclareMathOperator{\bub}{bubble}", r"$\bub$", r"\operatorname{bubble}"),
    "endless": (r"\newcommand{\a}{\a \a}", r"$\a$", r"\a"),
}


@pytest.mark.parametrize("case", MACROS)
def test_macros_are_expanded(case: str) -> None:
    definition, use, expected = MACROS[case]
    (span,) = read_document("a.tex", f"{definition}\n\\begin{{document}}\n{use}\n").spans

    assert expected.split() == span.latex.split()


QUANTITIES = [
    (r"\num{13e9}", "13e9"), (r"\num{1.5E-3}", "1.5e-3"), (r"\num{12 345,6}", "12345.6"),
    (r"\SI{26}{\giga\byte}", r"26\,\text{GB}"), (r"\qty{2}{\byte}", r"2\,\text{byte}"),
    (r"\qty[mode = text]{900}{\giga\byte\per\second}", r"900\,\text{GB/s}"),
    (r"\qty{400}{Gbit/s}", r"400\,\text{Gbit/s}"), (r"\SI{45}{\percent}", r"45\%"),
    # More than one number and one unit: left as it is.
    (r"\num{3 +- 1}", r"\num{3 +- 1}"), (r"\qtyrange{2}{8}{GB}", r"\qtyrange{2}{8}{GB}"),
    (r"\qty{3}{\metre\squared}", r"\qty{3}{\metre\squared}"), (r"\number{3}", r"\number{3}"),
]  # fmt: skip


@pytest.mark.parametrize(("use", "expected"), QUANTITIES)
def test_quantities_of_siunitx_are_written_out(use: str, expected: str) -> None:
    (span,) = read_document("a.tex", f"\\begin{{document}}\nA ${use} + x$.\n").spans

    assert f"{expected} + x" == span.latex


def test_what_a_macro_is_given_keeps_its_place() -> None:
    text = "\\newcommand{\\m}[1]{M_{\\text{#1}}}\n\\begin{document}\n$a + \\m{act} + b$\n"
    document = read_document("a.tex", text)
    (span,) = document.spans
    at = {sign: document.at(span, span.latex.index(sign)) for sign in ("a", "act", "M", " + b")}

    assert {"a": (3, 2), "act": (3, 9), "M": (3, 6), " + b": (3, 13)} == at


def test_named_files_are_told_and_not_read() -> None:
    document = read_document("a.tex", "one\n\\input{chapters/two}\n")

    assert ((2, "chapters/two"),) == document.skipped


def test_tables_of_latex_have_cells() -> None:
    text = (
        "\\begin{tabular}{l|l}\n\\toprule\nSymbol & Meaning \\\\\n\\midrule\n"
        "$N$ & Number of \\& ranks \\\\[2pt]\n$M_{a}$ & Memory \\\\\n\\bottomrule\n\\end{tabular}\n"
    )
    document = read_document("a.tex", text)

    assert [("N", "Number of \\& ranks", 5), ("M_a", "Memory", 6)] == [
        (one.glyph, one.meaning, one.line) for one in declarations_of(document)
    ]


# --- what letters are said to mean ------------------------------------------------

HEAD = "| Symbol | Meaning | Unit |\n|---|---|---|\n"
DECLARED = {
    "table": (HEAD + "| $N$ | ranks | count |", [("N", "ranks")]),
    "two in a cell": (HEAD + "| $A, B$ | constants | |", [("A", "constants"), ("B", "constants")]),
    "and": (HEAD + "| $A$ and $B$ | constants | |", [("A", "constants"), ("B", "constants")]),
    "without dollars": (HEAD + "| N | ranks | |\n| MFU | share | |", [("N", "ranks"),
                                                                      ("MFU", "share")]),
    "greek": (HEAD + "| α | latency | |", [("alpha", "latency")]),
    "bold and sub": (HEAD + "| **d**<sub>model</sub> | width | |", [("d_model", "width")]),
    "escaped and in brackets": (HEAD + r"| d\_model (D) | width | |", [("d_model", "width"),
                                                                       ("D", "width")]),
    "arguments": (HEAD + "| $L(w)$ | loss | |", [("L", "loss")]),
    "escaped bar": (HEAD + "| $n$ | size \\| norm | |", [("n", "size \\| norm")]),
    "no header that says so": ("| So | Things |\n|---|---|\n| $a$ | area |\n| $b$ | base |",
                               []),
    "values": ("| Symbol | Value |\n|---|---|\n| $N$ | 64 |\n| $B$ | 4M |", []),
    "no letters": ("| Stage | Memory |\n|---|---|\n| One | $2\\Psi$ |\n| Two | $\\Psi$ |", []),
    "bullet": ("- $N$: the number of ranks", [("N", "the number of ranks")]),
    "bullet with a dash": ("* $d_{ff}$ — inner width", [("d_ff", "inner width")]),
    "two in a bullet": ("- $a$, $b$: both", [("a", "both"), ("b", "both")]),
    "bold bullets": ("- **N**: number of ranks\n- **model**: no letter\n- **t_f** — time",
                     [("N", "number of ranks"), ("t_f", "time")]),
    "one bold bullet": ("- **N**: number of ranks", []),
    "questions and answers": ("- **Q**: why?\n- **A**: because", []),
    "a value is no meaning": ("- $N$: 64\n- $k = 12$: default", []),
    "a gloss beside": (HEAD + "| $N$ (ranks) | their number | |", [("N", "their number")]),
    "options of a program": ("| Parameter | Description |\n|---|---|\n| steps | how many |", []),
    "signs of a program": ("| Symbol | Layer |\n|---|---|\n| `M` | Mamba |\n| `*` | attention |",
                           []),
    "letters in backticks": ("$M$\n\n| Symbol | Meaning |\n|---|---|\n| `M` | memory |",
                             [("M", "memory")]),
    "what is so": ("- $F$ is continuous\n- $g$ is non-decreasing\n- $k$ is the number of experts",
                   [("k", "the number of experts")]),
    "letter second": ("| Quantity | Symbol |\n|---|---|\n| Ranks | $N$ |", [("N", "Ranks")]),
    "label of LaTeX": ("\\item[$k$] number of experts", [("k", "number of experts")]),
    "item of LaTeX": ("\\item $k$ is the number of experts", [("k", "the number of experts")]),
}  # fmt: skip


@pytest.mark.parametrize("case", DECLARED)
def test_tables_and_lists_declare(case: str) -> None:
    text, expected = DECLARED[case]
    found = declarations_of(read_document("a.md", text))

    assert expected == [(one.glyph, one.meaning) for one in found if one.firm]


def test_nomenclature_of_latex_declares() -> None:
    document = read_document("a.tex", "\\nomenclature{$N$}{number of ranks}\n")

    assert [("N", "number of ranks")] == [
        (one.glyph, one.meaning) for one in declarations_of(document) if one.firm
    ]


SENTENCES = {
    "The batch size ($B$) is large.": ["B"],
    "where $n$ is the number of ranks": ["n"],
    "with $L$ layers": ["L"],
    "over $k$ (the multiplier) bytes": ["k"],
    "where $t_f$ and $t_b$ are times": ["t_f", "t_b"],
    "Let $q$ be a size.": ["q"],
    "the hidden dimension $h$": ["h"],
    "$w$, the width of a layer": ["w"],
    "layers whose stream is $w$ wide": ["w"],
    "the time to send $m$ bytes": [],
    "we see that $x$ and $y$ differ": [],
    "where $a$ is an area, $b$ is breadth and $c$ is cost": ["a", "b", "c"],
    "use $z$ here": [],
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentences_suggest(sentence: str) -> None:
    found = declarations_of(read_document("a.md", sentence))

    assert SENTENCES[sentence] == [one.glyph for one in found]
    assert not any(one.firm for one in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2$\\times$ as fast, 10$\\times$", ["\\times"] * 2),
        ("5$ and 6$", []),
        ("US$5 or 6$\\%", []),
    ],
)
def test_a_command_between_dollars_stands_behind_a_digit(text: str, expected: list[str]) -> None:
    assert expected == [one.latex for one in read_document("a.md", f"It is {text}.").spans]


# --- notebooks --------------------------------------------------------------------

CELLS = [
    {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "\n", "So $1 + 1 = 3$."]},
    {"cell_type": "code", "execution_count": 1, "metadata": {},
     "outputs": [{"name": "stdout", "output_type": "stream", "text": ["It is $2 + 2 = 5$.\n"]}],
     "source": ["print('$3 + 3 = 7$')"]},
    {"cell_type": "markdown", "metadata": {}, "source": []},
    {"cell_type": "markdown", "metadata": {}, "source": ['So $1 + 1 = 3$, "twice".\n']},
]  # fmt: skip


def notebook(indent: int | None) -> str:
    """A notebook as Jupyter saves it, or squeezed into one line."""
    return json.dumps({"cells": CELLS, "metadata": {}, "nbformat": 4}, indent=indent)


def test_formulas_of_a_notebook_stand_in_the_lines_of_the_file() -> None:
    text = notebook(1)
    spans = read_document("a.ipynb", text).spans

    assert ["1 + 1 = 3"] * 2 == [span.latex for span in spans]
    assert [n for n, line in enumerate(text.split("\n"), 1) if "1 + 1" in line] == [
        span.line for span in spans
    ]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cells": 3}', notebook(None), "[" * 100_000])
def test_what_is_no_notebook_in_lines_is_refused(text: str) -> None:
    with pytest.raises(NoSuchDocument):
        read_document("a.ipynb", text)


NOTE = """# A page

````{admonition} Letters
:class: note

- $S$: size of a copy, in bytes

```{math}
:label: eq-time
T = S / w
```
````

```{note}
Here $S = 8$.
```

```python
ignored = "$x$"
```

The $y$ behind it.
"""


def test_what_stands_in_a_note_is_text_and_what_stands_in_code_is_none() -> None:
    document = read_document("a.md", NOTE)

    assert ["S", "T = S / w", "S = 8", "y"] == [span.latex.strip() for span in document.spans]
    assert ["S"] == [letter.glyph for letter in declarations_of(document) if letter.firm]


@pytest.mark.parametrize(
    ("front", "printed"),
    [
        ("'\\share': '\\frac{r - 1}{r}'", "\\frac{r - 1}{r}"),
        ('"\\\\share": "\\\\frac{r - 1}{r}"', "\\frac{r - 1}{r}"),
        ("\\share: \\frac{r - 1}{r}", "\\frac{r - 1}{r}"),
    ],
)
def test_macros_of_the_front_matter_are_expanded(front: str, printed: str) -> None:
    text = f"---\ntitle: A page\nmath:\n  {front}\n---\n\nIt is $\\share S$.\n"

    assert [f"{printed} S"] == [span.latex for span in read_document("a.md", text).spans]


def test_macros_of_the_front_matter_take_arguments() -> None:
    text = "---\nmath:\n  '\\best': '#1_{\\star}'\n---\n\nIt is $\\best{x}$.\n"

    assert ["x_{\\star}"] == [span.latex for span in read_document("a.md", text).spans]


def test_a_fence_that_a_note_leaves_open_ends_with_the_note() -> None:
    text = "# T\n\n```{note}\nText.\n\n~~~\ncode\n```\n\nBehind it $x$.\n"

    assert ["x"] == [span.latex for span in read_document("a.md", text).spans]
