"""The working of an answer, line by line, as it would stand in a textbook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from ..entries.knowledge import Knowledge
from ..entries.laws import Law, Solved
from ..solve.feasible_set import Root
from ..units import ONE, Quantity
from ..written import Letter, LetterStyle, Negative, Node, Number, latex, put_in, text
from .answer import Step
from .question import Question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .constraints import Constraints


def steps(
    knowledge: Knowledge, question: Question, held: Constraints, shape: Solved, root: Root | None
) -> Iterator[Step]:
    """The law, the law with values, the law rearranged, and the value."""
    law = question.law
    yield Step("the law", law.text, law.latex)
    points = {n: v for n, v in question.values().items() if isinstance(v, Quantity)}
    if points:
        yield with_values(knowledge, law, points)
    if held.kind == "range":
        for constraint in held.binding[:4]:
            if constraint.says != law.text:
                yield Step("what must hold", constraint.says, constraint.latex)
    for branch in shape.inside[:2]:
        if branch.statement is not None and law.gives != question.target.id:
            yield Step(f"solved for {question.target.id}", *branch.statement)
    if root is not None:
        unit = knowledge.unit(question.target.id)
        value = Quantity(root.value / unit.factor, unit)
        yield Step(
            "the value",
            f"{question.target.id} = {value.format(6)}",
            f"{question.target.latex} = {value_latex(value)}",
        )
        check = with_values(knowledge, law, {**points, question.target.id: value})
        yield check.replaced(says="the check: both sides with the value put back")


def with_values(knowledge: Knowledge, law: Law, points: Mapping[str, Quantity]) -> Step:
    """The law with every value in place of its letter, units written out."""
    put: dict[str, Node] = {}
    looks = styles(knowledge, law.letters)
    drawn: dict[str, str] = {}
    for name, value in points.items():
        shown = shown_value(value)
        if isinstance(shown, int):
            put[name] = Negative(Number(str(-shown))) if shown < 0 else Number(str(shown))
            continue
        # The printer draws letters, so a stand-in is drawn first and its LaTeX changed after.
        stand_in = rf"\mathrm{{value{''.join(chr(97 + int(digit)) for digit in str(len(drawn)))}}}"
        put[name], looks[shown] = Letter(shown), LetterStyle(latex=stand_in)
        drawn[stand_in] = latex_of_value(shown)
    tree = put_in(law.written, put)
    return Step("with the values", text(tree), _with_values_drawn(latex(tree, looks), drawn))


def shown_value(value: Quantity) -> int | str:
    """A value as it stands in a law: a whole number of things bare, else as text."""
    counted = not value.unit.dimensions
    whole = isinstance(value.magnitude, Fraction) and value.base.denominator == 1
    if counted and whole and abs(value.base) < MOST_WRITTEN:
        return int(value.base.numerator)
    # Tokens and layers are counted, like the numbers of the law: both stand bare.
    said = Quantity(value.base, ONE) if counted else value
    return said.format(6)


# --- values put into LaTeX ---------------------------------------------------------


MOST_WRITTEN = 10**6
"""Whole numbers below this are written out; above it ``70e9`` reads better."""

FACTOR = r"(\s*\\,)?\s+(?=[A-Za-z(]|\\(?!,|le\b|ge\b|ne\b|cdot\b|right|mid\b|text|\\))"
"""What follows a value in LaTeX where the next thing is a factor."""


def _with_values_drawn(line: str, values: Mapping[str, str]) -> str:
    """LaTeX with values for its stand-ins: dots beside them, brackets under an exponent."""
    if not values:
        return line

    def put(stand_in: re.Match[str]) -> str:
        value, power = values[stand_in["name"]], stand_in["power"] or ""
        if power and not value.isdigit():
            value = rf"\left({value}\right)"
        before = stand_in["before"].rstrip(" ,\\") + r" \cdot " if stand_in["before"] else ""
        after = r" \cdot " if stand_in["after"] and not power else ""
        return before + value + power + after

    anyone = "|".join(map(re.escape, values))
    before = r"(?P<before>[0-9)}]\s*(\\,)?\s*)?"
    return re.sub(rf"{before}(?P<name>{anyone})(?P<power>\^)?(?P<after>{FACTOR})?", put, line)


def value_latex(value: Quantity) -> str:
    """A quantity as LaTeX: number, thin space, upright unit."""
    return latex_of_value(value.format(6))


def latex_of_value(text: str) -> str:
    """The same from the text of a quantity: ``80 GB``."""
    number, _, unit = text.partition(" ")
    unit = unit.replace("%", r"\%").replace(" ", r"\,")
    mantissa, sign, exponent = number.partition("e")
    written = rf"{mantissa} \times 10^{{{int(exponent)}}}" if sign else mantissa
    return rf"{written}\,\mathrm{{{unit}}}" if unit else written


# --- letters as declared -----------------------------------------------------------


def styles(knowledge: Knowledge, names: Iterable[str]) -> dict[str, LetterStyle]:
    """How some letters are shown; whatever else a law names is a constant and shows its number."""
    return {
        name: LetterStyle(latex=knowledge.symbols[name].latex)
        for name in names
        if name in knowledge.symbols
    }


def written_latex(knowledge: Knowledge, node: Node, names: Iterable[str]) -> str:
    """A tree as LaTeX, in the letters of the knowledge."""
    return latex(node, styles(knowledge, names))


def number_in_words(value: Fraction) -> str:
    """A fraction as it is written by itself: a decimal where that was surely meant."""
    above, below = value.numerator, value.denominator
    if below == 1:
        return str(above)
    published = below % 5 == 0 and (below >= 25 or abs(above) >= 100)
    shift = next((k for k in range(1, 7) if 10**k % below == 0), 0)
    if not (published and shift):
        return f"{above}/{below}"
    digits = str(abs(above) * 10**shift // below).rjust(shift + 1, "0")
    return f"{'-' if above < 0 else ''}{digits[:-shift]}.{digits[-shift:]}"
