"""Formulas solved for a letter, held against the relations of the text they were solved from."""

from __future__ import annotations

import pytest
from test_document_against_itself import REGISTRY, errors_in

from derive.lint import Project, lint, read_document

TABLE = (
    "| Letter | Unit | Meaning |\n|---|---|---|\n"
    "| $S$ | bytes | model state |\n| $m$ | bytes/token | kept for a token |\n"
    "| $x$ | tokens | tokens of a micro-batch |\n| $Q$ | bytes | what is kept |\n"
    "| $D$ | bytes | memory of a device |\n| $r$ | ratio | share of it that may be filled |\n"
    "| $v$ | bytes/second | rate of the disk |\n| $C$ | seconds | time of a save |\n"
    "| $Y$ | seconds | time between saves |\n| $e$ | ratio | idle share |\n"
    "| $p$ | stages | stages |\n| $k$ | micro-batches | micro-batches |\n"
    "| $h$ | ratio | idle share that is accepted |\n| $T$ | seconds | time between failures |\n\n"
)
KEPT = "A device keeps $$Q = S + m x$$\n\n"
SOLVED = {
    # What the text says first, what follows from it, what is printed instead.
    "a limit in the unit of what it limits": (KEPT, "x \\le (D - S) / m", "x \\le (D + S) / m"),
    "a share of a limit": (KEPT, "x \\le (r D - S) / m", "x \\le (r D - S) m"),
    "a rounded solution": (
        KEPT, "x = \\lfloor (D - S) / m \\rfloor", "x = \\lfloor (D + S) / m \\rfloor",
    ),
    "a special value of a letter": (KEPT, "x_0 = (D - S) / m", "x_0 = (D + S) / m"),
    "a printed condition, with formulas put in": (
        "A save lasts $C = S / v$, and $C / Y \\le h$ is wanted.\n\n",
        "v \\ge S / (h Y)", "v \\ge h S / Y",
    ),
    "factors that change places": (
        "Idle is $$e = \\frac{p - 1}{k + p - 1}$$\n\n",
        "k \\ge \\frac{(p - 1) (1 - h)}{h}", "k \\ge \\frac{(p - 1) h}{1 - h}",
    ),
    "a letter that another one stands for": (
        "A step lasts $Y = p x + C$, of which $e = p x / Y$ is work. With $C = S$, e follows.\n\n",
        "x \\ge \\frac{e}{1 - e} \\cdot \\frac{S}{p}",
        "x \\ge \\frac{1 - e}{e} \\cdot \\frac{S}{p}",
    ),
    "a letter that cancels": (
        "Start-up is to be short, $k C \\le h S / v$. With $k = S / x$ this means a bound.\n\n",
        "x \\ge v C / h", "x \\ge h v C",
    ),
    "a formula put in for a letter of the solution": (
        "A run keeps $D = m k$ and lasts $$Y = \\frac{m k}{p v e}$$\n\n",
        "p \\ge \\frac{D}{v e Y}", "p \\ge \\frac{v e Y}{D}",
    ),
    "two terms that balance": (
        "Idle is $$e = \\frac{C}{Y} + \\frac{Y}{2 T}$$\n\nIt is least where both are equal: ",
        "Y_* = \\sqrt{2 C T}", "Y_* = 2 \\sqrt{C T}",
    ),
    "words for the least of a sum": (
        "Idle is $$e = \\frac{C}{Y} + \\frac{Y}{2 T}$$\n\nIt is lowest at ",
        "Y_* = \\sqrt{2 C T}", "Y_* = 2 \\sqrt{C T}",
    ),
    "a letter that only a formula explains": (
        "Some $$w = k S / D$$\n\nof it is kept.\n\n",
        "k \\le w D / S", "k \\le w S / D",
    ),
    "a bound far from where it was drawn": (
        "Hours make it $$Y = \\frac{Q}{3600 p v}$$\n\nwith $Q = 6 m k$.\n\n",
        "k \\le 600 Y p v / m", "k \\le 600 Y p m / v",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SOLVED)
def test_a_formula_that_was_solved_follows(name: str) -> None:
    before, right, wrong = SOLVED[name]
    texts = [f"{TABLE}{before}So $${side}$$ at most.\n" for side in (right, wrong)]
    line = texts[1].split("So $$")[0].count("\n") + 1

    assert ([], [line]) == tuple(errors_in(text, "solved_formulas_follow") for text in texts)


@pytest.mark.parametrize(
    "text",
    [
        # Two bounds of one letter are of two cases, and follow from nothing.
        "Who accepts more has $h \\le r e$, and who accepts less $h \\ge e / r$.",
        # A share may be one of what limits, or what limits one of it.
        "$$Q = D / x$$\n\nWe keep to $$x \\le r D / S, \\qquad Q \\ge S / r$$",
        # Other letters, another quantity.
        KEPT + "A bucket has $$x = (S + Q) / v$$",
        KEPT + "Nearly all of it is free: $$x \\approx D / m$$",
        # A limit may be one for each of what a letter counts.
        "All is $$Q = m x$$\n\nEach has $$D = r S - \\frac{S}{k}, \\qquad x \\le \\frac{k D}{m}$$",
        # At most four of what is at most one elsewhere.
        "It is read $$e = \\frac{m x}{S}$$ times, four at most: $$x \\le 4 \\frac{S}{m}$$",
        "Read $$e=\\frac{m x}{S}$$ times. At $e \\le 1$ it is new, else $$x \\le \\frac{4 S}{m}$$",
        # Two terms are equal where a sum is least, whether words say so or not.
        (
            "A bucket has $$C = \\frac{T}{k}$$\n\nand all have\n$$Q = k Y + \\frac{T}{k}, \\qquad "
            "k_* = \\sqrt{T / Y}$$"
        ),
        # Two shares of one thing do not limit each other.
        "Of all $e = C / Y$ and $h = C / T$ are lost, so $$T = Y (1 + e)$$",
        # Two formulas of one letter are of two cases.
        (
            "$$Y = 2 (p - 1) C + 2 \\frac{p - 1}{p} \\cdot \\frac{S}{v}$$\n\n$p = 2$: "
            "$Y = 2 C + S / v$. Both terms are equal when $S = p C v$."
        ),
        # What another case of a letter is does not follow from what the letter is.
        "A save costs $$C = p (x + m)$$\n\nWith a second buffer it costs $$C_1 = p (x - m)$$",
    ],
)
def test_what_was_not_solved_is_let_be(text: str) -> None:
    assert [] == errors_in(TABLE + text + "\n", "solved_formulas_follow")


def test_a_letter_with_a_row_of_its_own_is_no_special_value_of_another() -> None:
    text = (
        "A share $h = Y / T$ of $T = k (C + Q)$ is idle, so $p \\le 1 + k h$ will do.\n\n"
        "In parts it is $$Y_0 = (p - 1)(C - Q)$$\n"
    )
    own = TABLE.rstrip() + "\n| $Y_0$ | seconds | idle where the second part fills the gaps |\n\n"

    assert [] == errors_in(own + text, "solved_formulas_follow")


def test_what_is_wrong_itself_is_no_ground_for_another_finding() -> None:
    text = TABLE + KEPT + "So $$x \\le (D + S) / m$$\n\nand $$D \\ge m x + S$$\n"

    assert [20] == errors_in(text, "solved_formulas_follow")


def test_the_relation_is_named_and_the_change() -> None:
    text = TABLE + KEPT + "So $$x \\le (D + S) / m$$\n"
    project = Project([read_document("own.md", text)], REGISTRY, notations={"own.md": None})

    (found,) = lint(project, ["solved_formulas_follow"])

    assert "Line 18 solved for x, with Q at D, does not give this" in found.message
    assert "the sign of S is wrong" in found.message


SCORES = (
    "| Letter | Unit | Meaning |\n|---|---|---|\n| $h$ | ratio | scores over products |\n"
    "| $e$ | ratio | scores as a share |\n| $x$ | tokens | length |\n"
    "| $S$ | parameters | weights |\n| $m$ | count | width |\n| $k$ | heads | heads |\n"
    "| $Q$ | FLOPs | scores |\n| $D$ | FLOPs | all |\n\n{} in the ratio\n"
    "$$ h = \\frac{{2 k m x}}{{S}} $$\n\nThe share is $e = Q / D$. Choose\n"
    "$$ x \\le \\frac{{e}}{{1 - e}} \\cdot \\frac{{S}}{{2 k m}} $$\n"
)


@pytest.mark.parametrize(
    ("before", "lines"), [("All is $D = 2 x S + Q$,", []), ("They stand", [16])]
)
def test_a_share_of_what_is_asked_for_limits_no_ratio(before: str, lines: list[int]) -> None:
    assert lines == errors_in(SCORES.format(before), "solved_formulas_follow")
