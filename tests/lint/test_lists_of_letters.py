"""The forms in which manuscripts declare letters: in each of them a wrong unit is told."""

from __future__ import annotations

import pytest
from provable import lines_of

LETTERS = (
    ("T", "time of one copy", "seconds"),
    ("S", "bytes of one copy", "bytes"),
    ("w", "bandwidth of a link", "@"),
    ("k", "copies", "count"),
)
RIGHT, WRONG = "bytes/second", "seconds/byte"
USES = {
    "md": "$$ T = \\frac{S}{w} $$",
    "rst": ".. math::\n\n   T = \\frac{S}{w}",
    "adoc": "[stem]\n++++\nT = \\frac{S}{w}\n++++",
    "tex": "\\[ T = \\frac{S}{w} \\]",
}
INSIDE = {"md": "${}$", "rst": ":math:`{}`", "adoc": "stem:[{}]", "tex": "${}$"}
# The dialect, what stands before the letters, what says one of them (letter, meaning, unit), what
# stands behind them.
FORMS = {
    "a table of Markdown": (
        "md", "| Letter | Meaning | Unit |\n|--|--|--|\n", "| {} | {} | {} |\n", "",
    ),
    "points that say what a letter is for": ("md", "", "- ${}$ for the {} ({})\n", ""),
    "points whose verb is left out": ("md", "", "- ${}$ the {} ({}),\n", ""),
    "sentences with the unit in brackets": ("md", "", "Let ${}$ be the {} ({}).\n", ""),
    "a unit in square brackets behind the meaning": (
        "md", "| Letter | Meaning |\n|--|--|\n", "| {} | {} [{}] |\n", "",
    ),
    "a unit in brackets behind the meaning": (
        "md", "| Letter | Meaning |\n|--|--|\n", "| {} | {} ({}) |\n", "",
    ),
    "points of a list with a dash": ("md", "", "- {} — {} ({})\n", ""),
    "points of a list with the unit before the colon": ("md", "", "- {0} [{2}]: {1}\n", ""),
    "points of a list with the unit first": ("md", "", "- {0} [{2}] {1}\n", ""),
    "points of a list, in a unit": ("md", "", "- {}: {}, in {}\n", ""),
    "points of a list with the unit last": ("md", "", "- {}, {}, {}\n", ""),
    "points of a list with the letter last": ("md", "", "- {1} ({0}, {2})\n", ""),
    "a list of definitions of Pandoc": ("md", "", "{}\n:   {} [{}]\n\n", ""),
    "a glossary of MyST": ("md", ":::{{glossary}}\n", "{}\n  {} [{}]\n\n", ":::\n"),
    "a list table of MyST": (
        "md", ":::{{list-table}}\n* - Letter\n  - Meaning\n  - Unit\n", "* - {}\n  - {}\n  - {}\n",
        ":::\n",
    ),
    "a table of comma separated values": (
        "rst", ".. csv-table::\n   :header: Letter, Meaning, Unit\n\n", '   {}, "{}", {}\n', "",
    ),
    "a table of values that bars part": (
        "rst", ".. csv-table::\n   :header: Letter, Meaning, Unit\n   :delim: |\n\n",
        "   {} | {} | {}\n", "",
    ),
    "a list table of Sphinx": (
        "rst", ".. list-table::\n\n   * - Letter\n     - Meaning\n     - Unit\n",
        "   * - {}\n     - {}\n     - {}\n", "",
    ),
    "a simple table of reStructuredText": (
        "rst", "{rule}Letter     Meaning                 Unit\n{rule}", "{:<10} {:<23} {}\n",
        "{rule}",
    ),
    "a list of definitions of reStructuredText": ("rst", "", "{}\n   {} [{}]\n\n", ""),
    "points of a list of reStructuredText": ("rst", "", "- {0} ({2}): {1}\n", ""),
    "a table of AsciiDoc": ("adoc", "|===\n|Letter |Meaning |Unit\n\n", "|{} |{} |{}\n", "|===\n"),
    "a table of AsciiDoc with a cell in a line": (
        "adoc", "|===\n|Letter |Meaning |Unit\n\n", "|{}\n|{}\n|{}\n\n", "|===\n",
    ),
    "a list of definitions of AsciiDoc": ("adoc", "", "{}:: {} [{}]\n", ""),
    "a table of LaTeX": (
        "tex", "\\begin{{tabular}}{{lll}}\nLetter & Meaning & Unit \\\\\n\\hline\n",
        "{} & {} & {} \\\\\n", "\\end{{tabular}}\n",
    ),
    "a description": (
        "tex", "\\begin{{description}}\n", "\\item[{}] {} [{}]\n", "\\end{{description}}\n",
    ),
    "a description with the unit beside the letter": (
        "tex", "\\begin{{description}}\n", "\\item[{0} ({2})] {1}\n", "\\end{{description}}\n",
    ),
    "a nomenclature": ("tex", "", "\\nomenclature{{{}}}{{{} \\nomunit{{{}}}}}\n", ""),
    "a glossary of LaTeX": (
        "tex", "", "\\newglossaryentry{{x}}{{name={{{}}},description={{{} [{}]}}}}\n", "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_letters_are_read_in_every_form_of_declaring_them(name: str) -> None:
    dialect, before, one, behind = FORMS[name]
    rule = "========== ======================= ============\n"
    inside = INSIDE[dialect].format
    rows = "".join(one.format(inside(letter), meaning, unit) for letter, meaning, unit in LETTERS)
    listed = before.format(rule=rule) + rows + behind.format(rule=rule)
    text = f"Copies\n\n{listed}\nOne of {inside('k')} copies takes\n\n{USES[dialect]}\n"
    told = [lines_of(text.replace("@", unit), path=f"copies.{dialect}") for unit in (RIGHT, WRONG)]

    assert [False, True] == [bool(lines) for lines in told]
