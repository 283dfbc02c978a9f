"""The solve matrix: nothing is left unanswered, and a wrong answer does not pass."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import sympy
from campaign import EACH, SEED, campaign, some

from derive.algebra.judge import Branch, Rearrangement
from derive.algebra.programs_of import in_base
from derive.algebra.rearrange import rearrange
from derive.check import matrix_text, solve_matrix
from derive.check.bench import ENOUGH, Place, bench
from derive.check.rules import domains_of
from derive.check.stats import METHODS, UNANSWERED, Matrix, Row, pairs
from derive.check.stats import solved as solved_row
from derive.check.trials import Trial, contains, tried
from derive.cli import main
from derive.registry import Registry, load

# All of them ask first whether each law says something at all.
pytestmark = pytest.mark.slow

SMALL = Path(__file__).parent / "wrong" / "nothing_wrong"


def drawn_matrix() -> Matrix:
    """The rows of a usual run, or the whole matrix."""
    registry = load()
    if EACH:
        return solve_matrix(registry, solve=True, workers=0)
    numbers = some(range(len(pairs(registry))), 50)
    return Matrix(tuple(solved_row(registry, SEED, number) for number in numbers), SEED)


def test_every_letter_of_every_law_has_an_answer_and_none_is_wrong() -> None:
    """What is not closed has its reason, numeric roots their bracket."""
    matrix = drawn_matrix()
    reasons = [row for row in matrix.rows if row.method in ("numeric", "none")]

    assert [] == [row.name for row in matrix.unanswered]
    assert [] == [(row.name, row.trial.says) for row in matrix.ended("failed") if row.trial]
    assert [] == [row.name for row in reasons if not row.reason]
    assert {ENOUGH} >= {row.trial.points for row in matrix.rows if row.trial} - few(matrix)
    assert len(matrix.rows) == sum(matrix.counted()[method] for method in METHODS)


def few(matrix: Matrix) -> set[int]:
    """The numbers of points of rows that are named because they have fewer."""
    return {trial.points for _, trial in [*matrix.fewer(), *matrix.tried("open")]}


# --- a wrong answer does not pass ---------------------------------------------


def solved(formula: str, name: str) -> tuple[Registry, object, object, Rearrangement]:
    registry = load()
    (made, letter) = next(
        (made, letter)
        for made, letter in pairs(registry)
        if (made.formula_id, letter.name) == (formula, name)
    )
    relation = in_base(registry, made.relation)
    solution = rearrange(relation, letter, domains_of(registry), given=made.conditions)
    return registry, made, letter, solution


def test_two_roundings_may_both_be_zero() -> None:
    registry, law, letter, solution = solved("layers_of_stage_by_cost", "p")
    here = bench(registry, law, 1)
    values = {"L": 18, "L_st": 1, "i_stage": 7, "p": 2357, "r_table": 74, "x_in": 1, "x_out": 0}
    letters = {here.standins.strip(registry.letters[name]): name for name in values}
    point = Place({stand_in: Fraction(values[name]) for stand_in, name in letters.items()})

    assert any(
        contains(here.stripped(branch), here.standins.strip(letter), point)
        for branch in solution.branches
    )


def twice(branch: Branch) -> Branch:
    assert branch.expression is not None
    return replace(branch, expression=2 * branch.expression)


def open_end(branch: Branch) -> Branch:
    """The same bounds, the upper ones gone."""
    return replace(branch, statement=branch.statement.args[0])


def turned(branch: Branch) -> Branch:
    """A bound that points the other way."""
    flipped = sympy.Le if isinstance(branch.statement, sympy.Ge) else sympy.Ge
    return replace(branch, statement=flipped(*branch.statement.args, evaluate=False))


WRONG = [
    ("zero3_memory", "N_dp", lambda kept: [twice(one) for one in kept], "put back"),
    ("ring_all_reduce_time", "N", lambda kept: kept[1:], "leaves out"),
    ("pages_per_sequence", "s", lambda kept: [open_end(one) for one in kept], "takes in"),
    ("pages_per_sequence", "s_page", lambda kept: kept[:1], "leaves out"),
    ("overlapped_step_time", "T_comp", lambda kept: kept[1:], "leaves out"),
    ("step_time_at_least", "T_step", lambda kept: [turned(one) for one in kept], "wrong"),
]


@pytest.mark.parametrize(("formula", "letter", "change", "why"), WRONG)
def test_a_wrong_answer_is_caught(formula, letter, change, why) -> None:
    registry, made, own, solution = solved(formula, letter)
    wrong = replace(solution, branches=tuple(change(list(solution.branches))))

    assert "verified" == tried(registry, made, own, solution, 1).verdict
    assert "failed" == tried(registry, made, own, wrong, 1).verdict
    assert why in tried(registry, made, own, wrong, 1).says


@pytest.mark.parametrize(
    ("formula", "letter"),
    [
        # Nine seconds for one of five.
        pytest.param("expert_exchange_time", "EP", marks=campaign),
        ("two_level_all_gather_time", "G_node"),
        ("exposed_context_ring_time", "CP"),
        ("exposed_gradient_time", "L"),
        ("uneven_bubble_time", "p"),
    ],
)
def test_a_bound_whose_divisor_may_be_negative_says_so(formula, letter) -> None:
    """Its end leaves the domain through a pole; beyond it every value does, or none."""
    registry, made, own, solution = solved(formula, letter)

    for seed in range(1, 6):
        trial = tried(registry, made, own, solution, seed)
        assert ("verified", "") == (trial.verdict, trial.says), seed


def test_a_rounded_value_on_a_plain_is_not_looked_for_by_numbers() -> None:
    """From two stages on the wait does not depend on their number, so a rounded one fits none."""
    registry, made, own, solution = solved("slowest_host_time", "p")

    for seed in range(1, 6):
        assert "verified" == tried(registry, made, own, solution, seed).verdict, seed


def test_a_numeric_root_is_shown_in_its_bracket() -> None:
    registry, made, letter, solution = solved("scatter_gather_broadcast_time", "N")
    trial = tried(registry, made, letter, solution, 1)

    assert ("numeric", "verified", ENOUGH) == (solution.method, trial.verdict, trial.points)
    assert trial.root.startswith("N = ")
    assert "change of sign" in trial.root


# --- how it is run ------------------------------------------------------------


def told(matrix: Matrix) -> list[Row]:
    """The rows without what depends on the machine."""
    return [replace(row, seconds=0.0) for row in matrix.rows]


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_rows_do_not_depend_on_the_number_of_workers(workers: int) -> None:
    registry = load(SMALL)
    alone = solve_matrix(registry, solve=True)

    assert told(alone) == told(solve_matrix(registry, solve=True, workers=workers))


def test_the_seed_decides_the_points() -> None:
    registry, made, letter, solution = solved("scatter_gather_broadcast_time", "N")
    first, again, other = (tried(registry, made, letter, solution, seed) for seed in (1, 1, 2))

    assert first == again
    assert first.root != other.root


def test_a_pair_that_takes_too_long_is_named() -> None:
    matrix = solve_matrix(load(SMALL), solve=True, workers=2, seconds=0.0)

    # On a busy machine a pair may be answered before anybody looks at the clock.
    stopped = [row for row in matrix.rows if row.method == UNANSWERED]
    assert {"it took too long and was stopped"} == {row.reason for row in stopped}
    assert stopped[0].name in matrix_text(matrix)


def test_the_listing_names_what_needs_a_reason() -> None:
    rows = (
        Row("law", "x", "closed", trial=Trial("verified", ENOUGH)),
        Row("law", "y", "none", "y cancels out", trial=Trial("verified", ENOUGH)),
        Row("law", "z", "numeric", "z stands twice", trial=Trial("open", 3, "too flat")),
    )
    text = matrix_text(Matrix(rows, 1))

    assert "law for x" not in text.split("tried at")[1]
    assert "y cancels out" in text
    assert "too flat" in text
    assert "seed 1" in text


def test_progress_is_told_in_lines_where_there_is_no_terminal(capsys) -> None:
    status = main(["check", str(SMALL), "--solve", "--workers", "1"])
    printed = capsys.readouterr()

    assert status == 0
    assert "solving pair 7 of 7" in printed.err
    assert "verified        7" in printed.out
