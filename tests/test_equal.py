"""Two expressions are equal, or a point shows that they are not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from algebra_laws import (
    D,
    N,
    Psi,
    a,
    alpha,
    alpha_N,
    b,
    beta,
    beta_D,
    change,
    i,
    m,
    p,
    share,
    t,
    x,
    y,
    z,
)
from hypothesis import assume, given, settings
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
    Piecewise,
    Rational,
    Sum,
    Symbol,
    ceiling,
    exp,
    floor,
    log,
    sqrt,
)

from derive.algebra.equal import equal
from derive.algebra.evaluate import Undefined, value
from derive.algebra.relations import implied, same_relation
from derive.algebra.rewriting import shortest
from derive.algebra.standins import stand_in
from derive.records import Domain

EXACT = [
    ((x + y) ** 2, x**2 + 2 * x * y + y**2),
    (x / (x + y) + y / (x + y), Integer(1)),
    ((x * y) ** alpha, x**alpha * y**alpha),
    (x**alpha * x**beta, x ** (alpha + beta)),
    ((x**alpha) ** (1 / alpha), x),
    (x ** (alpha / (alpha + beta)) * x ** (beta / (alpha + beta)), x),
    (sqrt(8 * x), 2 * sqrt(2) * sqrt(x)),
    (sqrt(x**2 + 2 * x * y + y**2), x + y),
    (((x + y) * z) ** alpha, (x + y) ** alpha * z**alpha),
    ((x / 6) ** alpha, x**alpha * 2**-alpha * 3**-alpha),
    ((p - 1) ** (alpha + 1) / (p - 1), (p - 1) ** alpha),
    (log(x**alpha * y), alpha * log(x) + log(y)),
    (exp(alpha * log(x)), x**alpha),
    (x ** (log(y) / log(x)), y),
    (exp(x + y), exp(x) * exp(y)),
    (1 / (1 + exp(-x)), exp(x) / (1 + exp(x))),
    (Sum(i, (i, 1, N)), N * (N + 1) / 2),
    (Sum(2**i, (i, 0, N - 1)), 2**N - 1),
    (Sum(i**3, (i, 1, N)), Sum(i, (i, 1, N)) ** 2),
    (sqrt(change) ** 2, change),
    (ceiling(x / y + 1), ceiling((x + y) / y)),
    (ceiling(N + x), N + ceiling(x)),
    (Max(x * y / N, x / N), x / N * Max(y, 1)),
    (Min(x, x + y), x),
    (Max(x, y) / z, Max(y / z, x / z)),
]
TESTED = [
    (floor(N / 2) + ceiling(N / 2), N),
    (Piecewise((x, Gt(x, y)), (y, True)), Max(x, y)),
    (Min(x, y) + Max(x, y), x + y),
]
UNEQUAL = [
    (x / (y + 1), x / y),
    (2 * x, 2 * x * (1 + Rational(1, 10**7))),
    (x**alpha, x**beta),
    (log(x * y), log(x) * log(y)),
    (sqrt(change**2), change),
    (ceiling(x), floor(x) + 2),
    (Sum(i, (i, 1, N)), N**2 / 2),
    (p - 1, p),
]


@pytest.mark.parametrize(("left", "right"), EXACT)
def test_one_normal_form_is_an_exact_proof(left, right):
    verdict = equal(left, right, {})

    assert (verdict.equal, verdict.strength) == (True, "exact"), verdict.reason


@pytest.mark.parametrize(("left", "right"), TESTED)
def test_what_has_no_normal_form_is_tested_and_keeps_its_points(left, right):
    verdict = equal(left, right, {})

    assert (verdict.equal, verdict.strength) == (True, "tested")
    assert len(verdict.points) >= 8
    assert all(value(left, point) == value(right, point) for point in verdict.points)


@pytest.mark.parametrize(("left", "right"), UNEQUAL)
def test_a_difference_is_shown_at_a_point_of_the_domain(left, right):
    verdict = equal(left, right, {})

    assert verdict.equal is False
    assert verdict.left != verdict.right
    (point,) = verdict.points
    assert value(left, point) == verdict.left
    assert all(letter.note.domain.contains(at) for letter, at in point.items())


def test_the_same_question_gets_the_same_points():
    first = equal(floor(N / 2) + ceiling(N / 2), N, {})

    assert first == equal(floor(N / 2) + ceiling(N / 2), N, {})
    assert first.points


def test_a_domain_can_make_things_equal():
    plain = Symbol("q")

    assert not equal(sqrt(plain**2), plain, {plain: Domain(None, None)})
    assert equal(sqrt(plain**2), plain, {plain: Domain()}).strength == "exact"


def test_a_condition_lets_a_root_be_taken():
    inside = t - z - beta / D**beta_D
    left, right = (inside ** (1 / alpha_N)) ** alpha_N, inside

    assert equal(left, right, {}, given=[Gt(inside, 0)]).strength == "exact"


def test_a_condition_decides_a_maximum():
    verdict = equal(Max(x, y), x, {}, given=[Ge(x, y)])

    assert verdict.strength == "exact"
    assert not equal(Max(x, y), x, {})


def test_conditions_hold_at_every_point():
    verdict = equal(Max(x, y) + floor(N / 2) + ceiling(N / 2), x + N, {}, given=[Ge(x, y)])

    assert verdict.strength == "tested"
    assert all(point[x] >= point[y] for point in verdict.points)


def test_unknown_is_not_equal():
    verdict = equal(log(x - 1), log(x - 1) + 1, {}, given=[Lt(x, 1)])

    assert verdict.equal is None
    assert not verdict


def test_cancelled_digits_are_not_a_difference():
    tiny = Rational(1, 10**60)

    verdict = equal(sqrt(change**2 + 1) ** 2 + ceiling(tiny), change**2 + 2, {})

    assert verdict.equal


def test_letters_of_one_name_stay_apart():
    one, other = Symbol("q", positive=True), Symbol("q", negative=True)

    standins = stand_in([one + other], {})

    assert len(set(standins.plain.values())) == 2
    assert standins.back(standins.strip(one - other)) == one - other


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (x / y + z / y, (x + z) / y),
        ((x**2 - y**2) / (x - y), x + y),
        (-x / (x - 1), x / (1 - x)),
        (x * y + x * z, x * (y + z)),
    ],
)
def test_the_shortest_form_is_equal(expression, expected):
    form = shortest(expression)

    assert expected == form
    assert "exact" == equal(expression, form, {}).strength
    assert equal(expression, form, {})


SAME = [
    (Eq(x, (p - 1) / m), Eq(x * m, p - 1)),
    (Eq(x, (p - 1) / m), Eq(m, (p - 1) / x)),
    (Eq(x / (1 - x), y), Eq(x, y / (1 + y))),
    (Eq(x**2, y), Eq(x, sqrt(y))),
    (Eq(log(x), y), Eq(x, exp(y))),
    (Eq(x + y, Max(alpha, beta)), Eq(x, Max(alpha - y, beta - y))),
    (Le(x, y * z), Ge(y, x / z)),
    (Le(p * x, y), Le(p, y / x)),
]
DIFFERENT = [
    (Eq(x, (p - 1) / m), Eq(m, p / x)),
    (Eq(x, y), Eq((x - y) * (x - z), 0)),
    (Le(x, y * z), Ge(y, 2 * x / z)),
    (Le(x, y), Lt(x, y)),
    (Ge((p - 1) * x, (p - 1) * y), Ge(x, y)),
    (Eq((p - 1) * (x - y), 0), Eq(x, y)),
    (Le(x, y), Ge(x, y)),
    (Eq(x, y), Le(x, y)),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_relations_with_the_same_solutions_are_the_same(one, other):
    assert same_relation(one, other, {})
    assert same_relation(other, one, {})


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_relations_with_other_solutions_are_not_the_same(one, other):
    assert not same_relation(one, other, {})
    assert not same_relation(other, one, {})


def test_a_bound_implies_a_weaker_one():
    two = Ge(p, 2, evaluate=False)

    assert implied(Gt(p, 1, evaluate=False), {}, given=[two])
    assert implied(Ge(p, 1, evaluate=False), {})
    assert not implied(two, {})


def test_outside_the_real_numbers_there_is_no_value():
    for expression in (log(change), sqrt(change), 1 / (change + 1)):
        with pytest.raises(Undefined):
            value(expression, {change: Fraction(-1)})


def test_ceilings_are_taken_of_exact_numbers():
    third = Rational(1, 3)

    assert value(ceiling(third * N), {N: Fraction(3)}) == 1
    assert value(ceiling(sqrt(x)), {x: Fraction(9)}) == 3


LEAVES = st.one_of(
    st.sampled_from([x, y, z, N, Psi]),
    st.integers(-5, 5).map(Integer),
    st.fractions(-3, 3, max_denominator=7).map(lambda q: Rational(q.numerator, q.denominator)),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: pair[0] + pair[1]),
        st.tuples(inner, inner).map(lambda pair: pair[0] * pair[1]),
        st.tuples(inner, st.integers(1, 3)).map(lambda pair: pair[0] ** pair[1]),
    ),
    max_leaves=8,
)


def degree(tree):
    """The degree of a tree, multiplied out."""
    if tree.is_Add or tree.is_Mul:
        degrees = [degree(part) for part in tree.args]
        return max(degrees) if tree.is_Add else sum(degrees)
    return degree(tree.base) * int(tree.exp) if tree.is_Pow else int(tree.is_Symbol)


@settings(deadline=None, max_examples=40)
@given(TREES, TREES)
def test_rational_laws_multiplied_out_are_equal_exactly(one, other):
    # Beyond, multiplying out takes more work than is spent: points are tried instead.
    assume(degree(one * other) <= 12)
    left, right = one * (other + share), one * other + one * share

    assert equal(left, right, {}).strength == "exact"
    assert equal(left, right + 1, {}).equal is False
    assert a != b
