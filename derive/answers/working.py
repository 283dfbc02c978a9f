"""The working of an answer, line by line, as it would stand in a textbook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import sympy

from ..algebra.branches import Rearrangement
from ..algebra.feasible import Root
from ..laws import Law
from ..records import Symbol
from ..records.symbols import revive
from ..registry import Registry
from ..units import ONE, Quantity
from ..written import LetterStyle, as_settled, as_typed, latex, text
from .answer import Step
from .claims import output
from .constraints import Constraints
from .question import Question
from .wording import (
    is_composed,
    law_latex,
    law_text,
    settled_latex,
    settled_text,
    styles,
    value_latex,
)

FACTOR = r"(\s*\\,)?\s+(?=[A-Za-z(]|\\(?!,|le\b|ge\b|ne\b|cdot\b|right|mid\b|text|\\))"
"""What follows a value in LaTeX where the next thing is a factor."""

MOST_WRITTEN = 10**6
"""Whole numbers below this are written out; above it ``70e9`` reads better."""


def steps(
    registry: Registry,
    question: Question,
    held: Constraints,
    shape: Rearrangement,
    root: Root | None,
) -> Iterator[Step]:
    """The law, the law with values, the law rearranged, and the value."""
    yield Step("the law", law_text(question.law), law_latex(registry, question.law))
    points = {n: v for n, v in question.values().items() if isinstance(v, Quantity)}
    if points:
        yield with_values(registry, question.law, points)
    if held.kind == "range":
        for one in held.binding[:4]:
            if one.says != law_text(question.law):
                yield Step("what must hold", one.says, one.latex)
    for branch in shape.inside[:2]:
        if branch.statement is not None and output(question) != question.target.id:
            yield Step(
                f"solved for {question.target.id}",
                settled_text(branch.statement),
                settled_latex(registry, branch.statement),
            )
    if root is not None:
        unit = registry.unit(question.target.id)
        value = Quantity(root.value / unit.factor, unit)
        yield Step(
            "the value",
            f"{question.target.id} = {value.format(6)}",
            f"{question.target.latex} = {value_latex(value)}",
        )
        yield replace(
            with_values(registry, question.law, {**points, question.target.id: value}),
            says="the check: both sides with the value put back",
        )


def with_values(registry: Registry, law: Law, points: dict[str, Quantity]) -> Step:
    """The law with every value in place of its letter, units written out."""
    typed = law.typed
    looks: dict[str, LetterStyle] = dict(styles(registry))
    put, drawn = {}, {}
    for place, (name, value) in enumerate(points.items()):
        counted = not value.unit.dimensions
        whole = isinstance(value.magnitude, Fraction) and value.base.denominator == 1
        if counted and whole and abs(value.base) < MOST_WRITTEN:
            put[registry.letters[name]] = sympy.Integer(value.base.numerator)
            continue
        # Tokens and layers are counted, like the numbers of the law: both stand bare.
        said = Quantity(value.base, ONE) if counted else value
        shown = said.format(6)
        put[registry.letters[name]] = revive(Symbol, shown, {})
        # The printer draws letters, so a stand-in is drawn first and its LaTeX changed after.
        number = "".join(chr(97 + int(digit)) for digit in str(place))
        stand_in = rf"\mathrm{{value{number}}}"
        looks[shown] = LetterStyle(latex=stand_in)
        drawn[stand_in] = value_latex(said)
    with sympy.evaluate(x=False):
        filled = typed.xreplace(put)
    tree = as_settled(filled) if is_composed(law) else as_typed(filled)
    return Step("with the values", text(tree), _drawn(latex(tree, looks), drawn))


def _drawn(written: str, drawn: Mapping[str, str]) -> str:
    """LaTeX with values for their stand-ins: dots beside them, brackets under an exponent."""
    if not drawn:
        return written
    anyone = "|".join(re.escape(one) for one in drawn)

    def put(found: re.Match[str]) -> str:
        value = drawn[found["one"]]
        if found["power"] and not value.isdigit():
            value = rf"\left({value}\right)"
        before = found["before"].rstrip(" ,\\") + r" \cdot " if found["before"] else ""
        after = r" \cdot " if found["after"] and not found["power"] else ""
        return before + value + (found["power"] or "") + after

    return re.sub(
        rf"(?P<before>[0-9)}}]\s*(\\,)?\s*)?(?P<one>{anyone})(?P<power>\^)?(?P<after>{FACTOR})?",
        put,
        written,
    )
