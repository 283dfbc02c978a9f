"""Symbol tables in every shape that authors give them."""

from __future__ import annotations

from typing import Any

import pytest

from derive.lint import lint, read_document
from derive.lint.project import Project

TABLES = {
    "HTML": r"""
<table class="wide">
<tr><th>Symbol</th><th align="left">Meaning</th><th>Unit</th></tr>
<tr><td>$L$</td><td>number of layers</td><td>&ndash;</td></tr>
<tr><td><i>h</i></td><td>hidden size</td><td></td></tr>
<tr><td>d<sub>ff</sub></td><td>feed-forward
width</td><td></td></tr>
</table>
""",
    "a grid": r"""
+------------+-----------------------+------+
| Symbol     | Meaning               | Unit |
+============+=======================+======+
| $L$        | number of layers      | –    |
+------------+-----------------------+------+
| $h$        | hidden size           |      |
+------------+-----------------------+------+
| $d_{ff}$   | feed-forward width,   |      |
|            | a multiple of $z$     |      |
+------------+-----------------------+------+
""",
    "bars, names in backticks": r"""
| Name | What it is |
|---|---|
| `L` | number of layers |
| `h` | hidden size |
| `d_ff` | feed-forward width |

A layer has $2 h d_{ff}$ weights, all have $L$ times that.
""",
    "a list of MyST": r"""
:::{list-table} Symbols
:header-rows: 1

* - Symbol
  - Meaning
  - Unit
* - {math}`L`
  - number of layers
  - –
* - $h$
  - hidden size
  -
* - {math}`d_{ff}`
  - feed-forward width
:::
""",
    "a list of MyST between backticks": r"""
```{list-table}
* - Symbol
  - Meaning
* - $L$
  - number of layers
* - $h$
  - hidden size
* - $d_{ff}$
  - feed-forward width
```
""",
    "bars without dollars": r"""
Symbol | Meaning
--- | ---
L | number of layers
*h* | hidden size
d<sub>ff</sub> | feed-forward width
""",
}


def declared(text: str) -> Any:
    document = read_document("tables.md", text)
    return Project([document]).declarations(document)


@pytest.mark.parametrize("shape", TABLES)
def test_letters_of_a_table_are_declared(shape: str) -> None:
    found = [one for one in declared(TABLES[shape]) if one.kind == "table"]

    assert ["L", "h", "d_ff"] == [one.glyph for one in found]
    assert [True] * 3 == [
        TABLES[shape].split("\n")[one.line - 1][one.column - 1 :].startswith(one.latex[0])
        for one in found
    ]


@pytest.mark.parametrize("shape", ["HTML", "a grid"])
def test_a_dash_is_no_unit_and_no_complaint(shape: str) -> None:
    first = next(one for one in declared(TABLES[shape]) if one.glyph == "L")

    assert "–" == first.unit


def test_what_a_grid_holds_in_further_lines_is_still_read() -> None:
    document = read_document("grid.md", TABLES["a grid"])

    assert "z" in [span.latex for span in document.spans]


def test_options_of_a_program_are_no_letters() -> None:
    text = (
        "| Option | Default |\n|---|---|\n| `lr` | size of a step |\n| `bs` | of a batch |\n\n$x$\n"
    )

    assert [] == [one for one in declared(text) if one.kind == "table"]


SCOPED = """
| Symbol | Meaning | Where |
|---|---|---|
| $p$ | number of pipeline stages | Part I |
| $p$ | probability of a failure | Part II |
| $q$ | queue length | all |
"""


def test_a_column_says_where_a_letter_holds() -> None:
    first, second, third = declared(SCOPED)

    assert not first.reach.overlaps(second.reach)
    assert third.reach.throughout


@pytest.mark.parametrize(
    ("first", "second", "severity"),
    [("Part I", "Part II", "warning"), ("Part A", "Part B", "warning"), ("Aims", "Ends", "error")],
)
def test_parts_by_number_or_letter_are_stretches_of_their_own(
    first: str, second: str, severity: str
) -> None:
    table = "| Symbol | Meaning |\n|---|---|\n| $k$ | {} |\n"
    text = f"## {first}\n\n{table.format('experts')}\n## {second}\n\n{table.format('neighbours')}"
    told = lint(Project([read_document("a.md", text)]), ["a_letter_means_one_thing_at_a_time"])

    assert [severity] == [one.severity for one in told]


@pytest.mark.parametrize(
    ("first", "second", "findings"),
    [("x", r"\mathbf{x}", 0), ("P(X)", "P(X=x)", 0), ("x", "x", 1), ("f(x)", "f(x)", 1)],
)
def test_a_bold_letter_and_a_function_of_another_thing_are_others(
    first: str, second: str, findings: int
) -> None:
    text = f"- ${first}$: a scalar\n- ${second}$: the distribution\n"
    told = lint(Project([read_document("a.md", text)]), ["a_letter_means_one_thing_at_a_time"])

    assert findings == len(told)
