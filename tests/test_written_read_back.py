"""The LaTeX that is written, read by the reader of other people's documents, means the same."""

from __future__ import annotations

import pytest
import sympy
from campaign import each
from hypothesis import given, settings
from hypothesis import strategies as st
from test_written import (
    N,
    a,
    b,
    c,
    outcome,
    plain_expressions,
    same,
    steps_over,
    value_of,
)

from derive.laws import numbers
from derive.notation import Glyphs, Rejection, normal_form, parse_span, relations, to_sympy
from derive.registry import load
from derive.written import LetterStyle, as_settled, as_typed, latex

LETTERS = {letter.name: letter for letter in (a, b, c, N)}
GLYPHS = Glyphs.from_data({"letters": list(LETTERS)})


def read_back(line):
    chain = parse_span(line, GLYPHS)
    if isinstance(chain, Rejection):
        return chain
    return to_sympy(chain.members[0], LETTERS, evaluate=False)


@pytest.mark.slow
@settings(deadline=None, max_examples=200)
@given(st.data())
def test_what_is_written_is_read_with_the_same_grouping(data):
    with sympy.evaluate(x=False):
        expression = data.draw(plain_expressions)
    expected = outcome(lambda: value_of(expression))
    if expected is None or steps_over(expression):
        return

    line = latex(as_typed(expression))
    back = read_back(line)

    assert not isinstance(back, Rejection), (line, back)
    assert same(expected, outcome(lambda: value_of(back))), line


def at_a_point(expression):
    """The value where every letter is another square root of a prime."""
    letters = sorted(expression.free_symbols, key=str)
    return sympy.N(
        expression.xreplace({x: sympy.sqrt(sympy.prime(i + 5)) for i, x in enumerate(letters)}), 30
    )


@pytest.mark.slow
@pytest.mark.parametrize("view", [as_typed, as_settled], ids=["typed", "settled"])
@each("law", lambda: load().laws, usual=150)
def test_every_formula_is_read_back_as_itself(law, view):
    styles = {one.name: LetterStyle(load().symbols[one.name].latex) for one in law.symbols}
    shown = law.typed if view is as_typed else numbers(law.relation)
    line = latex(view(shown), styles)

    ours = {normal_form(styles[letter.name].latex): letter for letter in law.symbols}
    expected = numbers(law.relation)
    chain = parse_span(line, Glyphs.from_data({"letters": list(ours)}))
    branches = [branch for cases in expected.atoms(sympy.Piecewise) for branch in cases.args]
    if any(isinstance(condition, sympy.And | sympy.Or) for _, condition in branches):
        assert isinstance(chain, Rejection)  # a case has one condition, or it is a table
        assert chain.kind == "environment"
        return
    assert not isinstance(chain, Rejection), (line, chain)
    (back,) = relations(chain, [to_sympy(member, ours) for member in chain.members])

    assert expected.rel_op.replace("==", "=") == back.operator
    difference = at_a_point(back.left - back.right) - at_a_point(expected.lhs - expected.rhs)
    assert abs(difference) < 1e-20, line
