"""Every letter of every law: the right method, every branch put back."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from algebra_laws import (
    A_N,
    B_D,
    LAWS,
    TP,
    C,
    D,
    F,
    M,
    N,
    Psi,
    Psi_opt,
    T,
    T_ar,
    T_c,
    T_m,
    V,
    V_pad,
    alpha,
    alpha_N,
    b,
    beta,
    beta_D,
    change,
    delta,
    f,
    h,
    i,
    loss,
    loss_floor,
    m,
    n,
    p,
    r,
    share,
    t,
    tau,
    v,
    x,
    y,
    z,
)
from sympy import And, Eq, Ge, Gt, Le, Lt, Max, Ne, Piecewise, ceiling, exp, log, sqrt

from derive.algebra.equal import equal, in_exponents, points
from derive.algebra.evaluate import Undefined, same, truth, value
from derive.algebra.rearrange import rearrange
from derive.algebra.standins import stand_in
from derive.records import Domain

PAIRS = [
    (name, letter)
    for name, law in LAWS.items()
    for letter in sorted(law.free_symbols - {i}, key=str)
]
DIGITS = 200
METHODS = {
    ("optimum", alpha_N): "numeric",
    ("optimum", beta_D): "numeric",
    ("three_powers", z): "numeric",
    ("logarithm", x): "numeric",
    ("overlap", T_c): "set",
    ("overlap", T_m): "set",
    ("padded", V): "set",
    ("padded", t): "set",
    ("nodes", x): "set",
    ("nodes", y): "set",
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "letter"), PAIRS)
def test_every_letter_has_its_method(name, letter):
    solution = rearrange(LAWS[name], letter, {})

    assert solution.method == METHODS.get((name, letter), "closed")
    assert solution.reason if solution.method == "numeric" else solution.branches


@pytest.mark.parametrize(
    ("name", "letter"), [pair for pair in PAIRS if pair not in METHODS and pair[0] != "hides"]
)
def test_a_letter_comes_back_from_its_own_law(name, letter):
    """Evaluate the law, solve for an input: one branch is that input again."""
    law = LAWS[name]
    solution = rearrange(law, letter, {})
    standins = stand_in([law], {})
    met = 0
    for plain in points(standins.ground(), standins.domains, in_exponents(standins.strip(law.rhs))):
        point = {standins.original[k]: at for k, at in plain.items()}
        point[law.lhs] = value(law.rhs, point, DIGITS)
        try:
            found = [
                branch
                for branch in solution.inside
                if all(truth(c, point) for c in branch.conditions)
                and same(value(branch.expression, point, DIGITS), point[letter])
            ]
        except Undefined:
            continue
        if all(truth(c, point) for branch in solution.inside for c in branch.conditions):
            assert len(found) == 1
            met += 1
        if met == 6:
            break
    assert met == 6


CLOSED = [
    (LAWS["bubble_ratio"], m, (p - 1) / (r * v)),
    (LAWS["bubble_fraction"], p, 1 + f * m / (1 - f)),
    (LAWS["all_reduce"], n, N * beta * (T_ar / (2 * (N - 1)) - alpha)),
    (LAWS["loss"], alpha_N, log(A_N / (loss - loss_floor - B_D / D**beta_D)) / log(Psi)),
    (LAWS["loss"], Psi, (A_N / (loss - loss_floor - B_D / D**beta_D)) ** (1 / alpha_N)),
    (
        LAWS["optimum"],
        C,
        6 * Psi_opt ** (1 + alpha_N / beta_D) * (beta_D * B_D / (alpha_N * A_N)) ** (1 / beta_D),
    ),
    (LAWS["young"], M, tau**2 / (2 * delta)),
    (LAWS["warm_up"], z, -y * log(1 - T / x)),
]


@pytest.mark.parametrize(("law", "letter", "wanted"), CLOSED)
def test_closed_forms_are_the_known_ones(law, letter, wanted):
    (branch,) = rearrange(law, letter, {}).inside

    assert equal(branch.expression, wanted, {}, given=branch.conditions)
    assert branch.strength == "exact"


def test_a_quadratic_has_two_branches_and_one_is_outside():
    solution = rearrange(LAWS["all_reduce"], N, {})

    inside, outside = solution.branches
    assert inside.inside is True
    assert (outside.inside, outside.note) == (False, "always negative")
    assert {inside.strength, outside.strength} == {"exact"}


def test_two_numbers_put_back_pick_the_root():
    branch = rearrange(LAWS["all_reduce"], N, {}).inside[0]
    given = {T_ar: "0.003", n: "1e8", beta: "1e11", alpha: "1e-6"}
    point = {letter: Fraction(text) for letter, text in given.items()}

    assert float(value(branch.expression, point)) == pytest.approx(502.99, abs=0.01)


@pytest.mark.parametrize(
    ("law", "letter", "condition"),
    [
        (LAWS["bubble_ratio"], m, Ne(p, 1)),
        (LAWS["bubble_fraction"], p, Ne(f, 1)),
        (LAWS["loss"], alpha_N, Ne(Psi, 1)),
        (LAWS["loss"], Psi, Gt(loss, loss_floor + B_D / D**beta_D)),
    ],
)
def test_a_branch_carries_its_conditions(law, letter, condition):
    (branch,) = rearrange(law, letter, {}).inside

    assert condition in branch.conditions


@pytest.mark.parametrize(
    ("law", "letter", "statement"),
    [
        (LAWS["hides"], TP, Le(TP, 1 + 2 * beta * h / (F * b), evaluate=False)),
        (LAWS["hides"], F, Le(F, 2 * beta * h / (b * (TP - 1)), evaluate=False)),
        (Le(x * y, z), y, Le(y, z / x, evaluate=False)),
        (Lt(x / y, z), y, Gt(y, x / z, evaluate=False)),
        (Ge(change * 2, x), change, Ge(change, x / 2, evaluate=False)),
    ],
)
def test_a_monotone_bound_points_the_right_way(law, letter, statement):
    (branch,) = rearrange(law, letter, {}).inside

    assert branch.statement == statement
    assert "over its whole domain" in branch.note


def test_a_bound_without_direction_is_left_open():
    solution = rearrange(Ge(x + 1 / x, y), x, {})

    assert all(isinstance(branch.statement, Eq) for branch in solution.branches)
    assert "branches" in solution.reason


def test_a_maximum_has_a_value_or_an_interval():
    value_branch, interval = sorted(
        rearrange(LAWS["overlap"], T_c, {}).branches, key=lambda one: one.expression is None
    )

    assert (value_branch.expression, value_branch.conditions) == (T, (Ge(T, T_m),))
    assert interval.statement == And(Le(T_c, T_m))


def test_a_ceiling_is_an_interval():
    (branch,) = rearrange(LAWS["nodes"], x, {}).branches

    assert branch.statement == And(Le(x, y * N), Gt(x, y * (N - 1)))


def test_a_letter_inside_and_outside_a_ceiling_is_a_family():
    (branch,) = rearrange(LAWS["padded"], t, {}).branches

    (whole,) = branch.expression.free_symbols - {V_pad}
    assert equal(branch.expression, V_pad / (128 * whole), {})
    assert "for each whole number" in branch.note


def test_pieces_are_taken_one_by_one():
    law = Eq(y, Piecewise((2 * x, Le(x, 1)), (x + 1, True)))

    found = {(branch.expression, branch.conditions) for branch in rearrange(law, x, {}).branches}

    assert found == {(y / 2, (Le(y / 2, 1),)), (y - 1, (Gt(y - 1, 1),))}


def test_a_negative_root_of_a_root_is_rejected_with_its_reason():
    solution = rearrange(LAWS["two_powers"], z, {})

    (kept,), (rejected,) = solution.branches, solution.rejected
    assert kept.strength == "exact"
    assert "never positive" in rejected.note


@pytest.mark.parametrize(
    ("law", "letter", "reason"),
    [
        (LAWS["optimum"], alpha_N, "alpha_N stands both in an exponent and outside it"),
        (LAWS["logarithm"], x, "x stands inside a logarithm and outside it"),
        (LAWS["three_powers"], z, "a polynomial of degree 4 in sqrt(z) that does not factor"),
        (Eq(T, x**alpha + x**beta), x, "x stands under several powers"),
        (Eq(T, x**5 + x), x, "a polynomial of degree 5 in x that does not factor"),
    ],
)
def test_what_needs_numbers_says_why(law, letter, reason):
    solution = rearrange(law, letter, {})

    assert solution.method == "numeric"
    assert reason in solution.reason


@pytest.mark.parametrize(
    ("law", "letter", "reason"),
    [
        (Eq(x, y), z, "z does not occur in it"),
        (Eq(x * (y + 1), x * y + z + x), y, "y cancels out"),
    ],
)
def test_a_letter_that_is_not_there_has_no_answer(law, letter, reason):
    solution = rearrange(law, letter, {})

    assert (solution.method, solution.reason) == ("none", reason)


@pytest.mark.parametrize(
    ("law", "letter", "roots"),
    [
        (Eq(x**4 - 5 * x**2 + 4, 0), x, {1, 2}),
        (Eq(change**4 - 5 * change**2 + 4, 0), change, {1, 2, -1, -2}),
        (Eq((change - x) * (change - y) * (change - 1), 0), change, {x, y, 1}),
        (Eq(share * (share - 2), 0), share, {0}),
        (Eq(exp(2 * change) - 3 * exp(change) + 2, 0), change, {0, log(2)}),
        (Eq(log(x) ** 2, 1), x, {exp(1), exp(-1)}),
        (Eq(sqrt(x + 2), x), x, {2}),
    ],
)
def test_polynomials_in_disguise_are_solved(law, letter, roots):
    assert {branch.expression for branch in rearrange(law, letter, {}).inside} == roots


def test_the_end_of_a_sum_is_found_through_its_closed_form():
    (branch,) = rearrange(LAWS["sum"], N, {}).inside

    assert equal(branch.expression, (-1 + sqrt(1 + 8 * T / x)) / 2, {})


def test_a_given_condition_settles_what_the_domain_leaves_open():
    open_branch = rearrange(LAWS["bubble_ratio"], m, {}).inside[0]
    settled = rearrange(LAWS["bubble_ratio"], m, {}, given=[Ge(p, 2, evaluate=False)]).inside[0]

    assert open_branch.conditions
    assert not settled.conditions


def test_a_root_that_breaks_a_given_condition_is_outside():
    pairs = Eq(n, x * (2 * y - x + 1) / 2)

    inside, outside = rearrange(pairs, x, {}, given=[Le(x, y)]).branches

    assert (inside.inside, outside.inside) == (True, False)
    assert outside.note == "never x <= y"


def test_nested_corners_are_all_taken():
    law = Eq(T, Max(x, 2 * Max(x, y)) + x)

    solution = rearrange(law, x, {})

    assert solution.method == "set"
    assert {branch.expression for branch in solution.branches} >= {T / 3, T - 2 * y}
    assert T_c != T_m


FROM_ZERO = Domain(Fraction(0), None, low_open=False)
COUNT = Domain(Fraction(1), None, low_open=False, integer=True)


def test_where_a_bound_divides_by_zero_the_other_one_is_left():
    """``n = ceiling(y / x)``: with one page there is no upper bound that could fail."""
    domains = {n: COUNT, x: Domain(), y: Domain()}
    usual, single = rearrange(Eq(n, ceiling(y / x)), x, domains).branches

    assert And(Ge(x, y / n), Lt(x, y / (n - 1))) == usual.statement
    assert Ge(x, y) == single.statement
    assert (Ne(n, 1), Eq(n, 1)) == (usual.conditions[-1], single.conditions[0])


def test_where_a_square_drops_out_the_one_root_is_left():
    domains = {V: FROM_ZERO, x: Domain(), y: Domain()}
    *_, flat = rearrange(Eq(V, 4 * y * (x - 1) / x**2), x, domains).branches

    assert (1, (Eq(V, 0),)) == (flat.expression, flat.conditions)


def test_a_bound_says_when_its_end_is_where_the_letter_can_be():
    """``T >= 2 (N - 1) n / (N B)``: with ``T B`` above ``2 n`` it holds for every N."""
    duration, size, speed = sympy.symbols("T n B", positive=True)
    count = sympy.Symbol("N", positive=True, integer=True)
    law = sympy.Ge(duration, 2 * (count - 1) * size / (count * speed))
    (branch,) = rearrange(law, count, {}, given=[count >= 2]).branches

    assert isinstance(branch.statement, sympy.Le)
    assert (2 * size > duration * speed,) == branch.conditions
