"""Programs: data and back, and one value from every way to run them."""

from __future__ import annotations

import json
import math
import warnings
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy
from campaign import sized
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Eq,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Mod,
    Piecewise,
    Product,
    Rational,
    Sum,
    ceiling,
    cos,
    exp,
    floor,
    log,
    pi,
    sqrt,
)

from derive.errors import DamagedProgram, DeriveError, NoEvaluator
from derive.programs.arrays import over_arrays
from derive.programs.enclosures import over_ranges
from derive.programs.exactly import Exact, exact
from derive.programs.floats import floats
from derive.programs.precise import certainly, precisely
from derive.programs.program import OPERATIONS, Program, Undecided, Undefined, from_data, to_data
from derive.programs.ranges import between
from derive.programs.slopes import with_slope
from derive.programs.translate import program_of
from derive.records import constant, divides

x, y, i, j = sympy.symbols("x y i j")
TREE = Sum(Sum(i * j, (i, 1, j)), (j, 1, x))

VALUES = [
    (x / 7 - Rational(2, 3), 4, Fraction(-2, 21)),
    (-x - 3, 4, Fraction(-7)),
    (2 * (x - 1) / x, 8, Fraction(7, 4)),
    (x**3 - 2 * x**-2, 2, Fraction(15, 2)),
    (sqrt(x), 49, Fraction(7)),
    (sqrt(x) - 2 * sqrt(Integer(2)), 8, Fraction(0)),
    (1 / (sqrt(x) - 1) - sqrt(x) - 1, 2, Fraction(0)),
    (x ** Rational(2, 3), 27, Fraction(9)),
    (log(x, 2), 1024, Fraction(10)),
    (3 * log(x, 2) / 2, 8, Fraction(9, 2)),
    (log(x**2) - 2 * log(x), 7, Fraction(0)),
    (exp(x * log(2)), 5, Fraction(32)),
    (2**x, 10, Fraction(1024)),
    (cos(pi * x), 3, Fraction(-1)),
    (ceiling(x / 3), 4, Fraction(2)),
    (ceiling(log(x, 2)), 9, Fraction(4)),
    (floor(-x / 3), 4, Fraction(-2)),
    (Mod(x, 3), 11, Fraction(2)),
    (Max(x, 3, x**2), 2, Fraction(4)),
    (Min(x, 3, x**2), 2, Fraction(2)),
    (Abs(3 - x), 5, Fraction(2)),
    (Piecewise((1 / x, x > 0), (0, True)), 4, Fraction(1, 4)),
    (Piecewise((1 / x, x > 0), (0, True)), 0, Fraction(0)),
    (Sum(i**2, (i, 1, x)), 4, Fraction(30)),
    (Product(i, (i, 1, x)), 5, Fraction(120)),
    (TREE, 3, Fraction(25)),
    (Sum(i, (i, 3, x)), 2, Fraction(0)),
]

TRUTHS = [
    (Le(x ** Rational(3, 2), 27), 9, True),
    (Lt(x ** Rational(3, 2), 27), 9, False),
    (Eq(sqrt(Integer(2)) * sqrt(x), 4), 8, True),
    (divides(x, Integer(12)), 4, True),
    (divides(x, Integer(12)), 5, False),
    (sympy.And(x > 2, x < 5), 3, True),
    (sympy.Or(x > 20, x < 5), 7, False),
    (sympy.Ne(x, 3), 3, False),
    (sympy.Not(Eq(Mod(x, 2), 0)), 3, True),
]

MISSING = [
    (1 / (x - 3), 3, "division by zero"),
    (x**-2, 0, "division by zero"),
    (log(x - 3), 3, "logarithm of a number that is not positive"),
    (sqrt(x - 4), 3, "root of a negative number"),
    ((x - 4) ** Rational(1, 3), 3, "power that is no real number"),
    (Piecewise((x, x > 5)), 3, "no branch of the definition applies"),
    (Sum(i, (i, 1, x / 2)), 3, "sum whose bounds are no integers"),
]


@pytest.mark.parametrize(("expression", "at", "value"), VALUES, ids=str)
def test_one_value_however_it_is_computed(expression: Any, at: int, value: Fraction) -> None:
    program = from_data(json.loads(json.dumps(to_data(program_of(expression, [x])))))
    near = pytest.approx(float(value), rel=1e-13, abs=1e-13)

    assert Exact(value, exact=True) == exact(program, [Fraction(at)])
    assert near == floats(program)([float(at)])
    assert [near, near] == over_arrays(program)(np.array([float(at)] * 2)).tolist()
    assert abs(float(precisely(program)([at])) - float(value)) < 1e-14
    low, high, sure, _ = over_ranges(program)([between(at, at, whole=True)])
    assert low <= value <= high or not sure


@pytest.mark.parametrize(("condition", "at", "truth"), TRUTHS, ids=str)
def test_conditions_are_programs_too(condition: Any, at: int, truth: Any) -> None:
    program = program_of(condition, [x])

    assert program.gives == "truth"
    assert exact(program, [Fraction(at)]) is truth
    assert over_ranges(program)([between(at, at, whole=True)]) in (truth, None)


@pytest.mark.parametrize(("expression", "at", "why"), MISSING, ids=str)
def test_what_has_no_value_says_why(expression: Any, at: int, why: str) -> None:
    program = program_of(expression, [x])

    assert Undefined(why) == exact(program, [Fraction(at)])
    assert Undefined(why) == precisely(program)([at])
    assert math.isnan(floats(program)([float(at)]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert np.isnan(over_arrays(program)(np.array([at, at + 0.0]))).all()


def test_an_irrational_value_comes_with_fifty_digits() -> None:
    result = exact(program_of(x ** Rational(34, 100), [x]), [Fraction(7)])

    assert isinstance(result, Exact)
    assert not result.exact
    with mpmath.workdps(60):
        expected = mpmath.mpf(7) ** (mpmath.mpf(34) / 100)
        assert abs(mpmath.mpf(str(result.value)) - expected) < mpmath.mpf(10) ** -50


def test_intervals_hold_the_value_or_leave_it_open() -> None:
    third = certainly(program_of(x / 3, [x]))([1])

    assert Fraction(third.low) < Fraction(1, 3) < Fraction(third.high)
    assert isinstance(certainly(program_of(1 / (x - 1), [x]))([(0, 2)]), Undecided)


def test_constants_with_units_become_their_numbers() -> None:
    six = constant("six", 6, "FLOP/(param token)", "FLOPs per parameter and token")

    assert Exact(Fraction(12), exact=True) == exact(program_of(six * x, [x]), [Fraction(2)])


@pytest.mark.parametrize("what", [sympy.Symbol("z"), sympy.zoo, sympy.gamma(x), sympy.I * x])
def test_what_has_no_operation_is_refused_by_name(what: Any) -> None:
    with pytest.raises(NoEvaluator):
        program_of(what, [x])


DAMAGED: list[Any] = [
    None,
    [],
    {"inputs": ["x"]},
    {"inputs": ["x"], "steps": [], "more": 1},
    {"inputs": ["x"], "steps": []},
    {"inputs": ["x", "x"], "steps": [["input", 0]]},
    {"inputs": ["x y"], "steps": [["input", 0]]},
    {"inputs": [3], "steps": [["input", 0]]},
    {"inputs": ["x"], "steps": [["input", 1]]},
    {"inputs": ["x"], "steps": [["input", -1]]},
    {"inputs": ["x"], "steps": [["input", True]]},
    {"inputs": ["x"], "steps": [["input"]]},
    {"inputs": ["x"], "steps": [["input", 0], ["input", 0]]},
    {"inputs": ["x"], "steps": [["input", 0], ["add", 2]]},
    {"inputs": ["x"], "steps": [["input", 0], ["add", 1]]},
    {"inputs": ["x"], "steps": [["input", 0], ["neg", 1]]},
    {"inputs": ["x"], "steps": [["import", "os"]]},
    {"inputs": ["x"], "steps": [["__class__"]]},
    {"inputs": ["x"], "steps": [["const", 1.5]]},
    {"inputs": ["x"], "steps": [["const", "2/4"]]},
    {"inputs": ["x"], "steps": [["const", "1/0"]]},
    {"inputs": ["x"], "steps": [["const", "1e9"]]},
    {"inputs": ["x"], "steps": [["const", " 1"]]},
    {"inputs": ["x"], "steps": [["const", "9" * 2000]]},
    {"inputs": ["x"], "steps": [["const", 2**60]]},
    {"inputs": ["x"], "steps": [["index", 0]]},
    {"inputs": ["x"], "steps": [["true"], ["neg"]]},
    {"inputs": ["x"], "steps": [["input", 0], ["input", 0], ["input", 0], ["select"]]},
    {"inputs": ["x"], "steps": [["const", 1], ["input", 0], ["sum", []]]},
    {"inputs": ["x"], "steps": [["const", 1], ["input", 0], ["sum", [["index", 1]]]]},
    {"inputs": ["x"], "steps": [["const", 1], ["input", 0], ["sum", [["true"]]]]},
    {"inputs": ["x"], "steps": [["input", 0]] * 30_000},
]


@pytest.mark.parametrize("data", DAMAGED, ids=lambda data: str(data)[:60])
def test_what_is_not_a_program_is_refused(data: Any) -> None:
    with pytest.raises(DamagedProgram):
        from_data(data)


def test_deep_nesting_is_refused() -> None:
    steps: Any = [["index", 0]]
    for _ in range(50):
        steps = [["const", 1], ["const", 2], ["sum", steps]]

    with pytest.raises(DamagedProgram):
        from_data({"inputs": [], "steps": steps})


def test_every_operation_says_what_it_does() -> None:
    assert all(operation.says for operation in OPERATIONS.values())


leaves = st.one_of(
    st.just(x), st.just(y), st.builds(Rational, st.integers(-9, 9), st.integers(1, 9))
)


def grown(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Larger expressions out of smaller ones."""
    return st.one_of(
        st.builds(lambda a, b: a + b, parts, parts),
        st.builds(lambda a, b: a - b, parts, parts),
        st.builds(lambda a, b: a * b, parts, parts),
        st.builds(lambda a, b: a / (b**2 + 1), parts, parts),
        st.builds(lambda a: sqrt(a**2 + 1), parts),
        st.builds(Max, parts, parts),
        st.builds(ceiling, parts),
        st.builds(lambda a: log(a**2 + 2, 2), parts),
    )


expressions = st.recursive(leaves, grown, max_leaves=8)
numbers = st.fractions(-50, 50, max_denominator=64)


@pytest.mark.slow
@settings(max_examples=sized(80, 150), deadline=None)
@given(expressions, numbers, numbers)
def test_all_runners_agree(expression: Any, a: Fraction, b: Fraction) -> None:
    try:
        program = program_of(expression, [x, y])
    except DeriveError:
        return
    result = exact(program, [a, b])
    if not isinstance(result, Exact):
        return
    value = float(result.value)
    close = pytest.approx(value, rel=1e-8, abs=1e-8)
    precise = precisely(program)([a, b])
    if not expression.has(ceiling):
        assert close == float(precise)
        assert close == floats(program)([float(a), float(b)])
        assert close == float(over_arrays(program)(np.array([float(a)]), float(b))[0])
    low, high, _, _ = over_ranges(program)([between(a, a, whole=False), between(b, b, whole=False)])
    assert low <= result.value <= high
    assert from_data(json.loads(json.dumps(to_data(program)))) == program


@pytest.mark.slow
@settings(max_examples=sized(80, 150), deadline=None)
@given(expressions, numbers, numbers, st.fractions(0, 1, max_denominator=16))
def test_ranges_hold_all_values_inside_them(
    expression: Any, a: Fraction, b: Fraction, share: Fraction
) -> None:
    expression = expression.xreplace({y: Rational(1, 3)})
    low, high = sorted((a, b))
    program = program_of(expression, [x])
    inside = exact(program, [low + share * (high - low)])
    pair = with_slope(program)(between(low, high, whole=False))
    if isinstance(inside, Exact):
        values = over_ranges(program)([between(low, high, whole=False)])
        assert values[0] <= inside.value <= values[1]
        assert pair[0][0] <= inside.value <= pair[0][1]


@pytest.mark.parametrize(
    ("expression", "slope"),
    [
        (Min(x, 5), 1),
        (Min(5, x), 1),
        (Min(x, 1), 0),
        (Max(x, 5), 0),
        (Max(5, 2 * x), 2),
        (Abs(-3 * x), 3),
    ],
)
def test_corners_have_the_slope_of_their_branch(expression: Any, slope: int) -> None:
    _, (low, high, _, _) = with_slope(program_of(expression, [x]))(between(3, 4, whole=False))

    assert low <= slope <= high < low + 0.1


def test_slopes_hold_the_derivative() -> None:
    expression = sqrt(x) * log(x) - exp(-x) / x + x ** Rational(34, 100) + cos(x)
    _, slope = with_slope(program_of(expression, [x]))(between(2, Fraction(201, 100), whole=False))
    derivative = exact(program_of(expression.diff(x), [x]), [Fraction(401, 200)])

    assert isinstance(derivative, Exact)
    assert slope[0] <= derivative.value <= slope[1]


def test_arrays_broadcast_and_large_ones_go_in_blocks() -> None:
    function = over_arrays(program_of(x / y + x, [x, y]))
    wide = np.linspace(1.0, 2.0, 300_000)

    assert (3, 2) == function(np.ones((3, 1)), np.ones(2)).shape
    assert np.array_equal(wide / 7.0 + wide, function(wide, 7.0))
    assert 1 == np.isnan(function(wide, np.where(wide == 1.0, 0.0, 1.0))).sum()


def test_a_sum_of_too_many_terms_stays_open() -> None:
    program = program_of(Sum(i, (i, 1, x)), [x])

    assert isinstance(exact(program, [Fraction(10**9)]), Undecided)
    assert math.isnan(floats(program)([1e9]))


def test_a_power_too_large_to_write_out_stays_open() -> None:
    program = program_of(x ** (x**x), [x])

    assert isinstance(exact(program, [Fraction(10)]), Undecided)


def test_programs_compare_by_what_they_say() -> None:
    assert program_of(x + 1, [x]) == program_of(x + 1, [x])
    assert isinstance(program_of(x, [x]), Program)
