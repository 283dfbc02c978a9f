"""Feasible sets: every interval, what ends it, and every root with its fate."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from as_programs import as_programs
from campaign import sized
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import (
    Abs,
    Eq,
    Ge,
    Gt,
    Integer,
    Le,
    Lt,
    Max,
    Min,
    Ne,
    Piecewise,
    Rational,
    ceiling,
    exp,
    floor,
    log,
    sin,
    sqrt,
)

from derive.programs.exactly import exactly
from derive.programs.program import Undecided, Undefined
from derive.programs.translate import program_of
from derive.records import Domain
from derive.solve import feasible_set
from derive.solve.decomposition import Place, Stretch, swept
from derive.solve.feasible_set import DOMAIN, Feasible, easier

x = sympy.Symbol("x")
POSITIVE = Domain()
COUNT = Domain(Fraction(1), None, low_open=False, integer=True)
ANY = Domain(None, None, low_open=False)
LOSS = Rational(4064, 10) / x ** Rational(34, 100) + 17 * Integer(70) ** Rational(28, 100) / 9
ALL_REDUCE = 2 * (x - 1) * (Rational(1, 10**6) + Integer(10) ** 8 / (x * 10**11))


def feasible(relations: Any, letter: Any, domain: Domain) -> Feasible:
    """Where relations of SymPy hold together."""
    return feasible_set.feasible(as_programs(relations, letter, domain), letter.name, domain)


def unsettled(relation: Any) -> list[tuple[Fraction | None, Fraction | None]]:
    """The parts of the positive numbers about which nothing is known."""
    (condition,) = as_programs(relation, x, POSITIVE)
    _, _, pieces = swept([easier(condition).program(["x"])], POSITIVE)
    stretches = [piece for piece in pieces if isinstance(piece, Stretch)]
    return [
        (None if part.low is None else part.low.high, None if part.high is None else part.high.low)
        for part in stretches
        if any(isinstance(truth, Undecided) for truth in part.truths)
    ]


def shown(answer: Feasible) -> str:
    """Intervals as one writes them: [2, 15.7] (20, inf)."""
    parts = []
    for span in answer.spans:
        low, high = (
            "inf" if end.value is None else f"{float(end.value):.6g}"
            for end in (span.low, span.high)
        )
        low = "-inf" if span.low.value is None else low
        left, right = "(["[span.low.closed], ")]"[span.high.closed]
        parts.append(f"{{{low}}}" if span.single else f"{left}{low}, {high}{right}")
    return " ".join(parts)


# (log2(N) alpha + (1 - 1/N) n / beta = T): beyond 2**1024 no float holds the outlook.
HALVING = log(x) / log(2) * Rational(398, 10**8) + (x - 1) / x * Rational(3180, 1230000)
TOKENS = Integer(187) ** (Rational(89, 200) / x) * (Rational(185000, 979) * x) ** (1 / x)

TABLE: list[tuple[Any, Domain, str, str, str]] = [
    (Eq(10, ceiling(log(x) / log(2)), evaluate=False), COUNT, "(512, 1024]", "set", "certified"),
    (Eq(0, floor(x / 10**10), evaluate=False), POSITIVE, "(0, 1e+10)", "set", "exact"),
    (
        Eq(189, ceiling(x / 10**10), evaluate=False),
        POSITIVE,
        "(1.88e+12, 1.89e+12]",
        "set",
        "exact",
    ),
    (Eq(45, Min(x, 45), evaluate=False), COUNT, "[45, inf)", "set", "exact"),
    (Eq(HALVING, Rational(12966629, 10**10), evaluate=False), COUNT, "{2}", "numeric", "certified"),
    (Eq(Integer(10) ** 40, TOKENS), POSITIVE, "{0.000542423} {0.0495629}", "numeric", "certified"),
    (
        (Eq(Rational(412001, 10**6), Rational(412, 1000) / (1 - Rational(99, 100) ** x)), Ge(x, 1)),
        Domain(Fraction(0), None, low_open=False),
        "{1286.4}",
        "numeric",
        "certified",
    ),
    (Ge(32768 / (x - 1), Rational(20000, 9)), COUNT, "(1, 15.7456]", "closed", "exact"),
    (
        Le(32 * x * 4096 * (34 + Rational(5, 128) * x), 4 * 10**10),
        COUNT,
        "[1, 2393.56]",
        "closed",
        "exact",
    ),
    (Eq(ALL_REDUCE, Rational(3, 1000)), COUNT, "{502.988}", "closed", "exact"),
    ((x > 2, x <= 7), POSITIVE, "(2, 7]", "closed", "exact"),
    (sympy.And(x > 2, x <= 7), POSITIVE, "(2, 7]", "closed", "exact"),
    (sympy.Or(x < 2, x > 7), POSITIVE, "(0, 2) (7, inf)", "closed", "exact"),
    ((x > 7, x < 2), POSITIVE, "", "closed", "exact"),
    (Ne(x, 3), POSITIVE, "(0, 3) (3, inf)", "closed", "exact"),
    (Le((x - 5) ** 2, 0), POSITIVE, "{5}", "closed", "exact"),
    (Gt((x - 5) ** 2, 0), POSITIVE, "(0, 5) (5, inf)", "closed", "exact"),
    (Ge(x**2, 4), ANY, "(-inf, -2] [2, inf)", "closed", "exact"),
    (Ge((x - 1) * (x - 2) * (x - 3), 0), POSITIVE, "[1, 2] [3, inf)", "closed", "exact"),
    (Eq((x**2 - 1) / (x - 1), 2), POSITIVE, "", "closed", "exact"),
    (Ge(1 / (x - 3), 0), POSITIVE, "(3, inf)", "closed", "exact"),
    (Lt(1 / (x - 3) ** 2, 4), POSITIVE, "(0, 2.5) (3.5, inf)", "closed", "exact"),
    (Eq(x**5 - x - 1, 0), POSITIVE, "{1.1673}", "closed", "exact"),
    (Le(sqrt(x), 7), POSITIVE, "(0, 49]", "closed", "exact"),
    (Le(sqrt(x) - 3 * x ** Rational(1, 3) + 2, 0), POSITIVE, "[1, 415.846]", "closed", "exact"),
    (Eq(x ** Rational(-17, 50), Rational(1, 100)), POSITIVE, "{762699}", "closed", "exact"),
    (Le(LOSS, 8), POSITIVE, "[8.45437e+06, inf)", "numeric", "certified"),
    (Le(exp(-x) + x / 10, Rational(1, 2)), POSITIVE, "[0.888893, 4.92756]", "numeric", "certified"),
    (Ge(log(x, 2), 10), POSITIVE, "[1024, inf)", "numeric", "certified"),
    (
        Ge(sin(x), 0),
        Domain(Fraction(0), Fraction(7)),
        "(0, 3.14159] [6.28319, 7]",
        "numeric",
        "certified",
    ),
    (Le(sqrt(x + 1), 3), POSITIVE, "(0, 8]", "numeric", "certified"),
    (Le(Max(x, 100 / x), 25), POSITIVE, "[4, 25]", "set", "exact"),
    (Eq(Min(x, 12), 12), POSITIVE, "[12, inf)", "set", "exact"),
    (Le(Abs(x - 5), 2), POSITIVE, "[3, 7]", "set", "exact"),
    (Ge(Piecewise((x, x < 3), (10 - x, True)), 2), POSITIVE, "[2, 8]", "set", "exact"),
    (Le(ceiling(x / 8), 3), POSITIVE, "(0, 24]", "set", "exact"),
    (Eq(ceiling(x / 8), 6), POSITIVE, "(40, 48]", "set", "exact"),
    (Ge(floor(x / 8), 3), POSITIVE, "[24, inf)", "set", "exact"),
    (Le(ceiling(100 / x), 3), POSITIVE, "[33.3333, inf)", "set", "exact"),
    (Le(ceiling(log(x, 2)), 5), POSITIVE, "(0, 32]", "set", "certified"),
    (Le(Max(ceiling(x / 8), 40 / x), 5), POSITIVE, "[8, 40]", "set", "exact"),
    (Le(x + exp(-x), x + exp(-x), evaluate=False), POSITIVE, "(0, inf)", "closed", "exact"),
    (Lt(x + exp(-x), x + exp(-x), evaluate=False), POSITIVE, "", "closed", "exact"),
    (Le(2 * x + exp(-x), exp(-x) + 6, evaluate=False), POSITIVE, "(0, 3]", "numeric", "certified"),
    (sympy.true, POSITIVE, "(0, inf)", "closed", "exact"),
    (sympy.false, POSITIVE, "", "closed", "exact"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("relations", "domain", "expected", "method", "proof"), TABLE, ids=str)
def test_sets_that_are_known(
    relations: Any, domain: Domain, expected: str, method: str, proof: str
) -> None:
    answer = feasible(relations, x, domain)

    assert (expected, method, proof) == (shown(answer), answer.method, answer.proof)


def test_rational_ends_are_exact_and_others_are_bracketed() -> None:
    (span,) = feasible((Ge(x**2, 2), Le(3 * x, 7)), x, POSITIVE).spans

    assert Fraction(7, 3) == span.high.value
    assert span.high.exact
    assert span.low.low is not None
    assert span.low.high is not None
    assert span.low.low**2 < 2 < span.low.high**2
    assert span.low.high - span.low.low < Fraction(1, 10**50)


def test_each_end_names_what_binds_there() -> None:
    (span,) = feasible((x >= 2, x <= 9, 3 * x <= 30), x, POSITIVE).spans
    (whole,) = feasible(x <= 9, x, COUNT).spans

    assert ((0,), (1,)) == (span.low.binds, span.high.binds)
    assert ((DOMAIN,), (0,)) == (whole.low.binds, whole.high.binds)


def test_rejected_roots_say_why() -> None:
    kept = {
        round(float(root.value), 2): (root.kept, root.why)
        for root in feasible(Eq(ALL_REDUCE, Rational(3, 1000)), x, COUNT).roots
    }

    assert {
        -1.99: (False, "negative: x is an integer of at least 1"),
        502.99: (True, ""),
    } == kept


def test_roots_outside_the_domain_or_against_a_condition_are_rejected() -> None:
    ratio = Domain(Fraction(0), Fraction(1), low_open=False)
    (outside,) = feasible(Eq(2 * x, 3), x, ratio).roots
    against = feasible((Eq(x**2, 9 * x - 14), x >= 3), x, POSITIVE).roots

    assert "x is a number from 0 to 1" == outside.why
    assert [(2, False, "another condition fails there"), (7, True, "")] == [
        (root.value, root.kept, root.why) for root in against if root.relation == 0
    ]


def test_poles_are_places_without_a_value_and_say_why() -> None:
    (condition,) = as_programs(Ge(32768 / (x - 1), 1), x, COUNT)
    _, _, pieces = swept([condition.program(["x"])], COUNT)
    places = [piece for piece in pieces if isinstance(piece, Place)]

    assert [(1.0, "division by zero")] == [
        (float(place.zero.middle), truth.why)
        for place in places for truth in place.truths if isinstance(truth, Undefined)
    ]  # fmt: skip


def test_a_root_at_a_pole_is_rejected() -> None:
    (root,) = feasible(Eq((x**2 - 1) / (x - 1), 2), x, POSITIVE).roots

    assert ("division by zero", False) == (root.why, root.kept)


@pytest.mark.slow
def test_what_is_not_settled_is_said() -> None:
    relation = Le(ceiling(x / 8) * 8 - x, 3)
    answer = feasible(relation, x, POSITIVE)

    assert answer.proof == "tested"
    assert unsettled(relation)
    assert answer.says


numbers = st.builds(Rational, st.integers(-60, 60), st.integers(1, 9))
lines = st.builds(lambda a, b: a * x + b, numbers, numbers)
curves = st.one_of(
    lines,
    st.builds(lambda a, b, c: a * x**2 + b * x + c, numbers, numbers, numbers),
    st.builds(lambda a, b, c: (a * x + b) / (x - c), numbers, numbers, numbers),
    st.builds(lambda a, b: a * sqrt(x) + b * x, numbers, numbers),
    st.builds(Max, lines, lines),
    st.builds(lambda a, b: Abs(a) - b, lines, lines),
    st.builds(lambda a, k: a * ceiling(x / k), numbers, st.integers(1, 9)),
    st.builds(lambda a, b: a * exp(-x / 5) + b, numbers, lines),
)
relations = st.builds(
    lambda kind, left, right: kind(left, right, evaluate=False),
    st.sampled_from([Le, Lt, Ge, Gt]),
    curves,
    curves,
)
places = st.fractions(Fraction(1, 50), 500, max_denominator=60)


@pytest.mark.slow
@settings(max_examples=sized(40, 300), deadline=None)
@given(relations, st.lists(places, min_size=5, max_size=15))
def test_a_number_is_in_the_set_if_the_relation_holds_for_it(
    relation: Any, tried: list[Fraction]
) -> None:
    answer = feasible(relation, x, POSITIVE)
    holds = exactly(program_of(relation, [x]))
    open_parts = unsettled(relation)
    for place in tried:
        if any((a is None or a <= place) and (b is None or place <= b) for a, b in open_parts):
            continue
        truth = holds([place]) is True
        assert truth == any(_within(place, span) for span in answer.spans)


def _within(place: Fraction, span: Any) -> bool:
    above = span.low.value is None or place > span.low.value
    below = span.high.value is None or place < span.high.value
    at_low = span.low.closed and place == span.low.value
    at_high = span.high.closed and place == span.high.value
    return (above or at_low) and (below or at_high)
