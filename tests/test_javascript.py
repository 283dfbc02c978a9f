"""Programs as JavaScript: what is printed, and what it computes beside Python."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
import sympy
from campaign import sized, some
from sympy import (
    Abs,
    Integer,
    Le,
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
    sqrt,
)

from derive.algebra.programs_of import in_base
from derive.book.checks import solved
from derive.book.pen import Pen
from derive.book.starting import starting_values
from derive.errors import NoEvaluator
from derive.programs.floats import floats
from derive.programs.javascript import javascript
from derive.programs.precise import SPARE, precisely
from derive.programs.program import Program, from_data
from derive.programs.translate import program_of
from derive.registry import load

POINTS = 5
x, y, i, lam = (sympy.Symbol(name) for name in ("x", "y", "i", "lambda"))

PRINTED = [
    (x - Max(y, 1) / 2, "x - Math.max(1, y) / 2"),
    (x / (y * 3), "x / (3 * y)"),
    ((x + 1) * y, "y * (1 + x)"),
    (-x - 1, "-(1 + x)"),
    (2 * x, "2 * x"),
    (log(x, 2), "Math.log2(x)"),
    (x**3, "Math.pow(x, 3)"),
    (x / 7, "x / 7"),
    (x * Rational(7, 20), "7 * x / 20"),
    (x + 2**60, "1.152921504606847e+18 + x"),
    (Mod(x, 3), "x - 3 * Math.floor(x / 3)"),
    (Max(x, 3, y), "Math.max(3, x, y)"),
    (Piecewise((1, x > 2), (y, True)), "2 < x ? 1 : y"),
    (Sum(i * x, (i, 1, y)), "sum(1, y, (i) => i * x)"),
    (exp(1 / x), "Math.exp(finite(1 / x))"),
    (1 / (1 + 1 / x), "1 / (1 + finite(1 / x))"),
]


@pytest.mark.parametrize(("expression", "text"), PRINTED, ids=str)
def test_an_expression_is_printed_as_people_write_it(expression: Any, text: str) -> None:
    written = javascript(program_of(expression, [x, y]), "law")

    assert f"  return finite({text});" in written.splitlines()


def test_a_function_has_its_inputs_in_order_and_reserved_words_get_an_underscore() -> None:
    written = javascript(program_of(2 * lam + x, [sympy.Symbol("in"), x, lam]), "new")

    assert "function new_(in_, x, lambda) {" in written
    assert "x + 2 * lambda" in written


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(NoEvaluator):
        javascript(Program(("x y",), program_of(x, [x]).steps), "law")


COMPUTED = [
    (Mod(x, 3), -7, 2.0),
    (Mod(x, -3), 7, -2.0),
    (log(x, 2), 8, 3.0),
    (ceiling(log(x, 2)), 8, 3.0),
    (floor(-x / 3), 4, -2.0),
    (Sum(i**2, (i, 1, x)), 4, 30.0),
    (Sum(i, (i, 3, x)), 2, 0.0),
    (Sum(i, (i, 1, x / 2)), 3, math.nan),
    (Product(i, (i, 1, x)), 5, 120.0),
    (Sum(Sum(i * y, (y, 1, i)), (i, 1, x)), 3, 25.0),
    (Piecewise((1 / x, x > 0), (0, True)), 0, 0.0),
    (Piecewise((x, x > 5)), 3, math.nan),
    (Le(x, 3), 3, True),
    (x + 2**60 - 2**60, 1, 1.0),
    (Integer(10) ** 400 * x, 1, math.nan),
    (1 / (1 + 1 / (x - 3)), 3, math.nan),
    (Min(1, 1 / (x - 3)), 3, math.nan),
    ((x - 4) ** Rational(1, 3), 3, math.nan),
    (sqrt(x - 4), 3, math.nan),
    (exp(-log(x)), 0, math.nan),
    (Abs(cos(sympy.pi * x)), 3, 1.0),
]


def in_node(scripts: Sequence[str], points: Sequence[Sequence[Any]]) -> list[Any]:
    """Each function at its point; numbers that are none come back as None."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on the path; tests/test_calculator.py asks Chromium")
    parts = [f"(() => {{{text}\nreturn law;}})()" for text in scripts]
    script = f"const laws = [{','.join(parts)}];\nconst points = {json.dumps(points)};\n"
    script += "console.log(JSON.stringify(laws.map((law, k) => law(...points[k]))));\n"
    run = subprocess.run([node, "-"], input=script, capture_output=True, text=True, check=True)
    return list(json.loads(run.stdout))


def test_what_is_printed_computes_what_python_computes() -> None:
    programs = [program_of(expression, [x]) for expression, _, _ in COMPUTED]

    found = in_node([javascript(p, "law") for p in programs], [[at] for _, at, _ in COMPUTED])

    wrong = [
        (str(expression), value, got)
        for (expression, _, value), got in zip(COMPUTED, found, strict=True)
        if got != (None if isinstance(value, float) and math.isnan(value) else value)
    ]
    assert [] == wrong


def test_a_power_of_two_is_told_exactly_by_its_logarithm() -> None:
    program = program_of(ceiling(log(x, 2)), [x])

    points = (8, 9, 32, 1024, 2**40)
    assert [3, 4, 5, 10, 40] == [floats(program)([float(n)]) for n in points]
    assert [3, 4, 5, 10, 40] == [precisely(program)([Fraction(n)]) for n in points]


@pytest.mark.slow
def test_three_evaluators_agree_on_every_law_of_the_book() -> None:
    """Fifty digits, Python's floats and JavaScript's, at random points of every law."""
    registry = load()
    draw = random.Random(7)
    programs: list[Program] = []
    points: list[list[float]] = []
    for formula in some(registry.formulas.values(), 150):
        law = registry.law(formula.id)
        values = starting_values(registry, formula)
        letters = list(law.symbols)
        for side in law.relation.args:
            program = program_of(in_base(registry, side), letters)
            for _ in range(3):
                programs.append(program)
                points.append(
                    [moved(registry, one.name, values[one.name], draw) for one in letters]
                )
    found = in_node([javascript(p, "law") for p in programs], points)

    wrong = [
        (program.inputs, point, ours, theirs)
        for program, point, theirs in zip(programs, points, found, strict=True)
        if not agree(program, point, ours := floats(program)(point), theirs)
    ]
    assert [] == wrong


@pytest.mark.slow
def test_three_evaluators_agree_on_every_closed_form() -> None:
    """The same for laws solved for each of their letters, as the book has them."""
    registry = load()
    draw = random.Random(8)
    programs: list[Program] = []
    points: list[list[float]] = []
    pen = Pen.of(registry)
    for law in some(registry.laws.values(), 40):
        values = starting_values(registry, registry.formula(law.formula_id))
        branches = [one for row in solved(pen, law) for one in row["branches"]]
        for data in (data for branch in branches for data in branch["program"]):
            program = from_data(data)
            programs += [program] * POINTS
            points += [
                [moved(registry, one, values[one], draw) for one in program.inputs]
                for _ in range(POINTS)
            ]
    found = in_node([javascript(p, "law") for p in programs], points)

    wrong = [
        (program.inputs, point, ours, theirs)
        for program, point, theirs in zip(programs, points, found, strict=True)
        if not agree(program, point, ours := floats(program)(point), theirs)
    ]
    assert len(programs) > sized(300, 10_000)
    assert [] == wrong


def moved(registry: Any, name: str, text: str, draw: random.Random) -> float:
    """A value near the usual one that the letter can take."""
    from derive.book.starting import read

    value = float(Fraction(read(registry, name, text).base)) * draw.uniform(0.6, 1.7)
    return float(max(1, round(value))) if registry.symbols[name].domain.integer else value


def agree(program: Program, point: list[float], ours: float, theirs: float | None) -> bool:
    """Within 1e-12 of fifty digits, more where digits cancel; none where there is no value."""
    exactly = precisely(program)([Fraction(one) for one in point])
    if not isinstance(exactly, Decimal):
        return theirs is None and math.isnan(ours)
    if theirs is None:
        return not math.isfinite(ours)
    value = float(exactly)
    off = max(abs(ours - value), abs(theirs - value)) / max(abs(value), 1e-300)
    # Few points need what follows, and the condition number is dear.
    return (
        off <= 1e-12
        or off <= 1000 * lost_in_floats(program, point, value)
        or off <= 1e-12 * condition(program, point, value)
    )


def lost_in_floats(program: Program, point: list[float], value: float) -> float:
    """What cancels inside: the relative error of decimals with as many digits as a float has."""
    short = precisely(program, sys.float_info.dig + 1 - SPARE)([Fraction(one) for one in point])
    return abs(float(short) - value) / max(abs(value), 1e-300) if short else math.inf


def condition(program: Program, point: list[float], value: float) -> float:
    """How much a relative change of the inputs grows, by differences of fifty digits."""
    total = 0.0
    for place, at in enumerate(point):
        step = Fraction(1, 10**12)
        ends = []
        for sign in (1, -1):
            near = [Fraction(one) for one in point]
            near[place] = Fraction(at) * (1 + sign * step)
            ends.append(precisely(program)(near))
        try:
            total += abs(float((ends[0] - ends[1]) / (2 * Decimal(10) ** -12)))
        except (TypeError, AttributeError):
            return math.inf
    return total / abs(value) if value else math.inf
