"""Integer answers: right against every integer tried, and proved by their neighbours."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from as_programs import as_programs
from campaign import sized, some
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Eq,
    Ge,
    Gt,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Ne,
    Rational,
    Sum,
    ceiling,
    floor,
    log,
    sqrt,
)

from derive.programs.exactly import exactly
from derive.programs.floats import floats
from derive.programs.translate import program_of
from derive.records import Domain, divides
from derive.solve import integer_answer as integers
from derive.solve.asymptotics import far
from derive.solve.feasible_set import feasible
from derive.solve.integer_answer import IntegerAnswer

x = sympy.Symbol("x")
i = sympy.Symbol("i")
COUNT = Domain(Fraction(1), None, low_open=False, integer=True)
MOST = 10_000
BOUNDED = Domain(Fraction(1), Fraction(MOST), low_open=False, integer=True)

TP = (Ge(2 * Integer(32768) / (2 * (x - 1)), Rational(4 * 10**15, 18 * 10**11)), Ge(x, 2))
ALL_REDUCE = 2 * (x - 1) * (Rational(1, 10**6) + Integer(10) ** 8 / (x * 10**11))


def integer_answer(relations: Any, letter: Any, domain: Domain, **options: int) -> IntegerAnswer:
    """The integers for which relations of SymPy hold together."""
    programs = as_programs(relations, letter, domain)
    return integers.integer_answer(programs, letter.name, domain, **options)


def beside_the_root(relation: Any) -> tuple[integers.Neighbour, ...]:
    """The integers around the one root of a relation that is kept."""
    programs = as_programs(relation, x, COUNT)
    (root,) = (root for root in feasible(programs, x.name, COUNT).roots if root.kept)
    return integers.integers_beside(programs, x.name, COUNT, root)


def brute(relations: Any, most: int = MOST) -> list[int]:
    """Every integer up to a bound, one by one: by floats where they are clear, else exactly."""
    found = range(1, most + 1)
    for relation in relations:
        exact = exactly(program_of(relation, [x]))
        gap = floats(program_of(relation.lhs - relation.rhs, [x]))
        size = floats(program_of(sympy.Abs(relation.lhs) + sympy.Abs(relation.rhs), [x]))
        up = isinstance(relation, Ge | Gt)
        kept = []
        for n in found:
            difference = gap([float(n)])
            if abs(difference) > 1e-6 * (1 + size([float(n)])) and not relation.has(ceiling, floor):
                holds = (difference > 0) == up
            else:
                holds = exact([Fraction(n)]) is True
            if holds:
                kept.append(n)
        found = kept
    return list(found)


def members(answer: IntegerAnswer, most: int = MOST) -> list[int]:
    """The integers of all runs up to a bound."""
    found: list[int] = []
    for first, last in answer.runs:
        assert first is not None
        found += range(first, (most if last is None else min(last, most)) + 1)
    return found


@pytest.mark.parametrize(
    ("relations", "options", "smallest", "largest"),
    [
        (TP, {}, 2, 15),
        (TP, {"power_of": 2}, 2, 8),
        (TP, {"divides": 96}, 2, 12),
        ((*TP, divides(x, Integer(40))), {}, 2, 10),
        ((*TP, divides(Integer(4), x)), {}, 4, 12),
        ((*TP, divides(Integer(3), x)), {"power_of": 2}, None, None),
        ((Le(Integer(16) * 70 * 10**9 / x, 80 * 10**9),), {}, 14, None),
        ((Le(30 * 10**9 + 90 * 10**9 / x, 32 * 10**9),), {}, 45, None),
        ((Le(7 / (x + 7), Rational(1, 20)),), {}, 133, None),
        ((Le(32 * x * 4096 * (34 + Rational(5 * 32, 4096) * x), 40 * 10**9),), {}, 1, 2393),
        ((Ge((x - 5) * (x - 9) * (x - 30), 0),), {}, 5, None),
        ((Gt(x, 7), Lt(x, 8)), {}, None, None),
        ((Le(sqrt(x), 100),), {}, 1, 10_000),
        ((Ge(x ** Rational(3, 2), 1000),), {}, 100, None),
        ((Gt(x ** Rational(3, 2), 1000),), {}, 101, None),
        ((Ge(log(x) / log(2), 10),), {}, 1024, None),
        ((Le(ceiling(log(x) / log(2)), 10),), {}, 1, 1024),
        ((Le(Sum(i, (i, 1, x)), 5050),), {}, 1, 100),
        ((Le(Max(x, 400 / x), 50),), {}, 8, 50),
        ((Le(ceiling(1000 / x), 10),), {}, 100, None),
        ((Le(8 * ceiling(x / 8) / 3 + 5, 100),), {}, 1, 280),
        ((Ne(x, 1), Le(x, 3)), {}, 2, 3),
    ],
)
def test_answers_that_are_known(
    relations: Any, options: dict[str, int], smallest: int | None, largest: int | None
) -> None:
    answer = integer_answer(relations, x, COUNT, **options)

    assert (smallest, largest) == (answer.smallest, answer.largest)
    assert answer.complete


def test_the_neighbours_prove_the_answer() -> None:
    answer = integer_answer(Le(Integer(1120) / x, 80), x, COUNT)

    assert answer.lower is not None
    assert answer.lower.beyond is not None
    held, failed = answer.lower.answer, answer.lower.beyond
    assert (14, True, Fraction(80)) == (held.value, held.holds, held.sides[0].left.value)
    assert (13, False, Fraction(1120, 13)) == (
        failed.value,
        failed.holds,
        failed.sides[0].left.value,
    )
    assert answer.upper is None


def test_the_domain_needs_no_neighbour_beyond_it() -> None:
    answer = integer_answer(Le(x, 15), x, COUNT)

    assert answer.lower is not None
    assert answer.lower.beyond is None


def test_a_root_between_integers_shows_both() -> None:
    below, above = beside_the_root(Eq(ALL_REDUCE, Rational(3, 1000)))

    assert (502, 503) == (below.value, above.value)
    assert Fraction(376251, 125500000) == below.sides[0].left.value
    assert integer_answer(Eq(ALL_REDUCE, Rational(3, 1000)), x, COUNT).empty


def test_a_root_that_is_an_integer_has_no_neighbours_but_itself() -> None:
    answer = integer_answer(Eq(x**2, 144), x, COUNT)

    assert [12] == [integer.value for integer in beside_the_root(Eq(x**2, 144))]
    assert (12, 12) == (answer.smallest, answer.largest)


def test_a_pole_is_not_an_answer() -> None:
    answer = integer_answer(Ge(1 / (x - 1), 0), x, COUNT)

    assert answer.lower is not None
    assert answer.lower.beyond is not None
    assert answer.lower.beyond.sides[0].left.why == "division by zero"


def test_what_comes_again_and_again_is_not_said_to_end() -> None:
    answer = integer_answer(Le(ceiling(x / 8) * 8 - x, 3), x, COUNT)

    assert (5, None) == (answer.smallest, answer.largest)
    assert not answer.complete
    assert "too many" in answer.says


def test_a_curve_that_only_touches_holds_where_it_touches() -> None:
    wave = 5000 * sympy.cos(sympy.pi * (1000 - x) / 3000) + 5000
    answer = integer_answer(Ge(wave, 10_000), x, BOUNDED)

    assert ((1000, 1000), (7000, 7000)) == answer.runs
    assert answer.complete


def test_waves_without_end_are_said_to_come_again() -> None:
    answer = integer_answer(Ge(sympy.sin(x / 10), 0), x, COUNT)

    assert (1, 31) == answer.runs[0]
    assert (1, None, False) == (answer.smallest, answer.largest, answer.complete)


@pytest.mark.slow
def test_every_bubble_question_is_right() -> None:
    """(p - 1) / (m + p - 1) <= f for p up to 64 and all two-digit f."""
    differences = []
    for p in some(range(1, 65), 8):
        for percent in range(1, 100):
            least = max(1, -(-(p - 1) * (100 - percent) // percent))
            relation = Le(Integer(p - 1) / (x + p - 1), Rational(percent, 100))
            if integer_answer(relation, x, COUNT).smallest != least:
                differences.append((p, percent))

    assert [] == differences


fractions = st.builds(Rational, st.integers(-400, 400), st.integers(1, 40))
positive = st.builds(Rational, st.integers(1, 4000), st.integers(1, 40))
small = st.integers(1, 12).map(Integer)
halves = st.sampled_from(
    [Rational(1, 2), Rational(3, 2), Rational(1, 3), Rational(-1, 2), Integer(2)]
)
comparison = st.sampled_from([Le, Ge, Lt, Gt])
lines = st.builds(lambda a, b: a * x + b, fractions, fractions)
rational = st.one_of(
    lines,
    st.builds(lambda a, b, c: a * x + b / (x + c), fractions, fractions, small),
    st.builds(lambda a, b, c: a * x**2 + b * x + c, fractions, fractions, fractions),
    st.builds(lambda a, b, c: (a * x + b) / (x - c), fractions, fractions, st.integers(1, 60)),
    st.builds(lambda a, b, c: a * (x - b) * (x - c) * (x - 7) / x, fractions, small, small),
)
powers = st.builds(lambda a, e, b, f: a * x**e + b * x**f, fractions, halves, fractions, halves)
steps = st.one_of(
    st.builds(lambda e, k: ceiling(e) * k, st.one_of(lines, rational), fractions),
    st.builds(lambda a, k, b: a * ceiling(x / k) * k + b / x, positive, small, fractions),
    st.builds(lambda a, b: floor(a / x) * x + b * x, positive, fractions),
    st.builds(lambda a, k: ceiling(a / x) + ceiling(x / k), positive, small),
)
corners = st.one_of(
    st.builds(Max, rational, rational),
    st.builds(Min, lines, rational),
    st.builds(lambda a, b: sympy.Abs(a) - b, lines, rational),
    st.builds(lambda a, b, c: Max(a, b) - Min(b, c), lines, rational, lines),
)


def relation_of(kind: Any, left: Any, right: Any) -> Any:
    return kind(left, right, evaluate=False)


def same_as_trying(relation: Any) -> None:
    answer = integer_answer([relation], x, BOUNDED)
    tried = brute([relation])
    if answer.complete:
        assert tried == members(answer)
    assert (tried[0] if tried else None) == answer.smallest
    assert (tried[-1] if tried else None) == answer.largest


@pytest.mark.slow
@settings(max_examples=sized(20, 60), deadline=None)
@given(st.builds(relation_of, comparison, rational, fractions))
def test_rational_functions_agree_with_every_integer_tried(relation: Any) -> None:
    same_as_trying(relation)


@pytest.mark.slow
@settings(max_examples=sized(8, 25), deadline=None)
@given(st.builds(relation_of, comparison, powers, fractions))
def test_powers_agree_with_every_integer_tried(relation: Any) -> None:
    same_as_trying(relation)


@pytest.mark.slow
@settings(max_examples=sized(20, 60), deadline=None)
@given(st.builds(relation_of, comparison, corners, fractions))
def test_corners_agree_with_every_integer_tried(relation: Any) -> None:
    same_as_trying(relation)


@pytest.mark.slow
@settings(max_examples=sized(20, 60), deadline=None)
@given(st.builds(relation_of, comparison, steps, fractions))
def test_steps_agree_with_every_integer_tried(relation: Any) -> None:
    same_as_trying(relation)


@pytest.mark.slow
@settings(max_examples=sized(20, 60), deadline=None)
@given(st.builds(relation_of, comparison, st.one_of(rational, steps, corners), fractions))
def test_what_lies_far_out_agrees_with_samples(relation: Any) -> None:
    """Without an upper bound: nothing is claimed that a far integer contradicts."""
    answer = integer_answer([relation], x, COUNT)
    test = exactly(program_of(relation, [x]))
    if answer.complete:
        for n in (MOST, 10**6 + 7, 10**9 + 1, 3 * 10**12, 10**15 + 3):
            inside = any(a <= n and (b is None or n <= b) for a, b in answer.runs)  # type: ignore[operator]
            assert (test([Fraction(n)]) is True) == inside


@settings(max_examples=sized(20, 60), deadline=None)
@given(
    st.integers(2, 5000),
    st.sampled_from(
        [
            lambda n: (Le(Rational(7 * n, 3) / x, Rational(7, 3)), n, None),
            lambda n: (Lt(Rational(7 * n, 3) / x, Rational(7, 3)), n + 1, None),
            lambda n: (Ge(x ** Rational(3, 2), sqrt(Integer(n) ** 3)), n, None),
            lambda n: (Gt(x ** Rational(3, 2), sqrt(Integer(n) ** 3)), n + 1, None),
            lambda n: (Le(x ** Rational(1, 3), Integer(n) ** Rational(1, 3)), 1, n),
            lambda n: (Lt(log(x), log(Integer(n))), 1, n - 1),
        ]
    ),
)
def test_questions_on_an_integer_border(number: int, question: Any) -> None:
    relation, smallest, largest = question(number)
    answer = integer_answer(relation, x, COUNT)

    assert (smallest, largest) == (answer.smallest, answer.largest)


@pytest.mark.slow
def test_a_thousand_borders_of_plain_decimals() -> None:
    """a / x <= c with a = c n, c a decimal: n holds exactly, n - 1 does not."""
    wrong = []
    for n in some(range(2, 1002), 60):
        c = Rational(n * 7 % 997 + 1, 1000)
        answer = integer_answer(Le(c * n / x, c), x, COUNT)
        if answer.smallest != n or answer.lower is None or answer.lower.beyond is None:
            wrong.append(n)

    assert [] == wrong


@pytest.mark.parametrize(
    ("relation", "smallest", "largest"),
    [
        (Le(log(x, 2) / 250 + 300 * (x - 1) / x, Rational(299877919, 1000000)), 1, 1813),
        (Ge(420 * x / (log(x, 2) - 1), 5000), 58, None),
        (
            Le(x * (x - log(x, 2) - 1) / (625 * (x * log(x, 2) - x + 1)), Rational(10591, 40000)),
            2,
            1609,
        ),
        (Le(2 ** (x - 1) - 1, Integer(2) ** 1500), 1, 1501),
        (Lt(2 ** (1 - x), Rational(1, 2**1000)), 1002, None),
        (Gt(x / log(x), 1000), 9119, None),
        (Le(sympy.exp(-x / 5) * 1000, 1), 35, None),
        (Le(x * sqrt(log(x, 2)) + ceiling(x / 8), 10_000), 1, 2846),
    ],
    ids=str,
)
def test_logarithms_and_exponentials_are_settled_to_infinity(
    relation: Any, smallest: int, largest: int | None
) -> None:
    answer = integer_answer(relation, x, COUNT)

    assert (smallest, largest) == (answer.smallest, answer.largest)
    assert answer.complete


grown = st.one_of(
    rational,
    steps,
    corners,
    st.builds(lambda a, b: a * x / log(x + 2) + b * sqrt(x), positive, fractions),
    st.builds(lambda a, k: a * ceiling(log(x, 2)) + x / k, fractions, small),
    st.builds(lambda a, e: ceiling(a / x) + e, positive, powers),
)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.builds(relation_of, comparison, grown, fractions), st.integers(1, 10**6))
def test_what_growth_tells_holds_beyond_its_bound(relation: Any, further: int) -> None:
    program = program_of(relation, [x])
    outlook = far([program])
    if outlook is not None and outlook.beyond < 10**30:
        (truth,) = outlook.truths
        for place in (1, Fraction(1, 7), Fraction(further, 13), further):
            assert (exactly(program)([outlook.beyond + Fraction(place)]) is True) == (truth is True)
