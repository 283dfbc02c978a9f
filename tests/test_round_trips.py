"""Round trips over the whole formulary: evaluate a law, then solve it for each of its inputs."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import pytest
import sympy
from campaign import sized, some
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from law_points import Point, in_base_units, output, point_of, quantity

from derive.algebra.programs_of import in_base
from derive.answers import Answer, Span, solve
from derive.answers.sensitivity import elasticities
from derive.entries.compiling import knowledge_of
from derive.laws import Law
from derive.programs.exactly import exactly
from derive.programs.program import TOO_FAR
from derive.programs.translate import program_of
from derive.registry import Registry, load

NEAR = Fraction(1, 10**12)
EPSILON = Fraction(1, 2**52)
LOST = Fraction(10) ** 30
"""The condition of a letter that the computed side does not change with."""
SHARES = sized(1, 8)


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


@lru_cache(maxsize=1024)
def is_rational(law: Law) -> bool:
    """Whether both sides are quotients of polynomials with rational coefficients."""
    parts = sympy.preorder_traversal(law.relation)
    return all(
        part.is_Symbol
        or part.is_Rational
        or part.is_Add
        or part.is_Mul
        or (part.is_Pow and part.exp.is_Integer)
        or part is law.relation
        for part in parts
    )


def condition_number(registry: Registry, law: Law, point: Point, target: str) -> Fraction:
    """How much a relative error of the computed side grows on the way back to a letter."""
    at = {letter.name: value for letter, value in in_base_units(registry, point).items()}
    (found,) = elasticities(knowledge_of(registry).law(law.formula_id), target, at, [output(law)])
    if found.value is None:
        lost = found.note == TOO_FAR.why or is_flat(registry, law, point, target)
        return LOST if lost else Fraction(1)
    return abs(Fraction(found.value))


def is_flat(registry: Registry, law: Law, point: Point, target: str) -> bool:
    """Whether the computed side is the same on both sides of the letter's value (a plateau)."""
    relation = in_base(registry, law.relation)
    at = in_base_units(registry, point)
    letters = sorted(relation.free_symbols, key=str)
    program = program_of(relation.lhs - relation.rhs, letters)
    beside = [
        exactly(program)([at[x] * (factor if x.name == target else 1) for x in letters])
        for factor in (1 - NEAR, Fraction(1), 1 + NEAR)
    ]
    return len({str(value) for value in beside}) == 1


def allowed_error(registry: Registry, law: Law, point: Point, target: str) -> Fraction:
    """The relative error: nothing where the law is rational, else 1e-12 times the condition."""
    if is_rational(law) or not output(law):
        return Fraction(0 if is_rational(law) else NEAR)
    return NEAR * max(Fraction(1), condition_number(registry, law, point, target))


def contains(answer: Answer, value: Fraction, slack: Fraction) -> bool:
    """Whether an answer is a value, or holds it among its roots or in its intervals."""
    roots = [root.value.magnitude for root in answer.roots if root.kept]
    if any(abs(root - value) <= slack for root in roots):
        return True
    return any(within(span, value, slack) for span in answer.intervals)


def within(span: Span, value: Fraction, slack: Fraction) -> bool:
    """Whether a value lies in an interval, up to some slack at its ends."""
    low = None if span.low is None else span.low.magnitude
    high = None if span.high is None else span.high.magnitude
    above = low is None or low < value + slack or (low == value and not span.low_open)
    below = high is None or value - slack < high or (high == value and not span.high_open)
    return above and below


def asked(registry: Registry, law: Law, point: Point, target: str) -> Answer:
    """The answer for one letter from the values of all others."""
    givens = {n: quantity(registry, n, v) for n, v in point.items() if n != target}
    return solve(knowledge_of(registry), law.formula_id, target, givens)


def wrong(registry: Registry, law: Law, point: Point, target: str) -> str:
    """What is wrong with the answer for a letter at a point, or nothing."""
    slack = allowed_error(registry, law, point, target)
    if slack * EPSILON >= NEAR:
        return ""  # the computed side has lost the letter: 1 - 0.5**9000 is 1 as a float
    answer, value = asked(registry, law, point, target), point[target]
    held = bool(output(law)) or holds(registry, law, point)
    if contains(answer, value, slack * abs(value)) == held or (
        slack and pushed_out(registry, target, answer, value)
    ):
        return ""
    values = ", ".join(f"{name}={float(one):.17g}" for name, one in point.items())
    return f"{law.formula_id} for {target} at {values}: {answer.reason or answer}"


def holds(registry: Registry, law: Law, point: Point) -> bool:
    """Whether a law holds at a point, exactly."""
    relation = in_base(registry, law.relation)
    at = in_base_units(registry, point)
    letters = sorted(relation.free_symbols, key=str)
    return exactly(program_of(relation, letters))([at[x] for x in letters]) is True


def pushed_out(registry: Registry, target: str, answer: Answer, value: Fraction) -> bool:
    """Whether a rounded side has moved the root from the end of its domain out of it."""
    domain = registry.symbols[target].domain
    return not answer.found and value in (domain.low, domain.high)


@pytest.mark.slow
@settings(max_examples=sized(20, 60))
@given(seed=st.integers(0, 2**32), data=st.data())
def test_solving_returns_what_was_put_in(registry: Registry, seed: int, data: Any) -> None:
    law = registry.laws[data.draw(st.sampled_from(sorted(registry.laws)), "law")]
    target = data.draw(st.sampled_from(sorted(letter.name for letter in law.symbols)), "target")
    point = point_of(registry, law, Random(seed), tries=20)
    assume(point is not None)
    assert point is not None

    assert wrong(registry, law, point, target) == ""


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_every_law_returns_each_of_its_letters(registry: Registry, share: int) -> None:
    names = some(sorted(registry.laws), 20)[share::SHARES]
    laws = [registry.laws[name] for name in names]
    points = {law: point_of(registry, law, Random(law.formula_id)) for law in laws}

    missed = [
        found
        for law, point in points.items()
        for letter in law.symbols
        if point is not None and (found := wrong(registry, law, point, letter.name))
    ]

    assert [] == missed
    assert {law.formula_id for law, point in points.items() if point is None} <= WITHOUT_A_POINT


WITHOUT_A_POINT = {"steps_against_examples"}
"""Laws that give no letter from the others, so that no point is known beforehand."""


def test_a_law_that_gives_no_letter_returns_what_was_found(registry: Registry) -> None:
    law = registry.laws["steps_against_examples"]
    givens = {"S_min": 1000, "E_min": "2e9", "n_steps": 1500}
    found = solve(knowledge_of(registry), law.formula_id, "E_ex", givens)
    assert found.value is not None
    point = {name: Fraction(value) for name, value in givens.items()}
    point["E_ex"] = found.value.magnitude

    assert [""] * 4 == [wrong(registry, law, point, letter.name) for letter in law.symbols]
