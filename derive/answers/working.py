"""The working of an answer, line by line, as it would stand in a textbook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from .. import written
from ..entries.knowledge import Knowledge
from ..entries.laws import Law, Solved
from ..solve.feasible_set import Root
from ..units import ONE, Quantity
from ..written import Letter, LetterStyle, Negative, Node, Number, latex, text
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


def with_values(knowledge: Knowledge, law: Law, points: dict[str, Quantity]) -> Step:
    """The law with every value in place of its letter, units written out."""
    shown = {name: shown_value(value) for name, value in points.items()}
    numbers = {name: value for name, value in shown.items() if isinstance(value, int)}
    texts = {name: value for name, value in shown.items() if isinstance(value, str)}
    line, parts = put_in(knowledge, law, numbers, texts)
    values = {name: latex_of_value(value) for name, value in texts.items()}
    return Step("with the values", line, filled(parts, values))


def shown_value(value: Quantity) -> int | str:
    """A value as it stands in a law: a whole number of things bare, else as text."""
    counted = not value.unit.dimensions
    whole = isinstance(value.magnitude, Fraction) and value.base.denominator == 1
    if counted and whole and abs(value.base) < MOST_WRITTEN:
        return int(value.base.numerator)
    # Tokens and layers are counted, like the numbers of the law: both stand bare.
    said = Quantity(value.base, ONE) if counted else value
    return said.format(6)


def put_in(
    knowledge: Knowledge, law: Law, numbers: Mapping[str, int], texts: Mapping[str, str]
) -> tuple[str, list[Part]]:
    """A law with numbers and texts for its letters: as text, and as LaTeX with holes."""
    looks: dict[str, LetterStyle] = styles(knowledge, law.letters)
    put: dict[str, Node] = {name: _whole_node(number) for name, number in numbers.items()}
    drawn = {}
    for place, (name, shown) in enumerate(texts.items()):
        # The printer draws letters, so a stand-in is drawn first and its LaTeX changed after.
        put[name] = Letter(shown)
        looks[shown] = LetterStyle(latex=stand_in(place))
        drawn[stand_in(place)] = name
    filled_in = written.put_in(law.written, put)
    return text(filled_in), holes(latex(filled_in, looks), drawn)


def _whole_node(number: int) -> Node:
    return Negative(Number(str(-number))) if number < 0 else Number(str(number))


# --- values put into LaTeX ---------------------------------------------------------


MOST_WRITTEN = 10**6
"""Whole numbers below this are written out; above it ``70e9`` reads better."""

FACTOR = r"(\s*\\,)?\s+(?=[A-Za-z(]|\\(?!,|le\b|ge\b|ne\b|cdot\b|right|mid\b|text|\\))"
"""What follows a value in LaTeX where the next thing is a factor."""

Part = str | tuple[str, bool]
"""Literal LaTeX, or a hole: the name of its letter, and whether an exponent follows."""


def stand_in(place: int) -> str:
    """LaTeX that is drawn like a letter until a value takes its place."""
    return rf"\mathrm{{value{''.join(chr(97 + int(digit)) for digit in str(place))}}}"


def holes(written: str, names: Mapping[str, str]) -> list[Part]:
    """LaTeX taken apart at its stand-ins, with the dots that values need beside them.

    ``names`` gives the letter behind each stand-in.
    """
    if not names:
        return [written]
    anyone = "|".join(re.escape(name) for name in names)
    pattern = (
        rf"(?P<before>[0-9)}}]\s*(\\,)?\s*)?(?P<one>{anyone})(?P<power>\^)?(?P<after>{FACTOR})?"
    )
    parts: list[Part] = []
    done = 0
    for hole in re.finditer(pattern, written):
        power = bool(hole["power"])
        before = hole["before"].rstrip(" ,\\") + r" \cdot " if hole["before"] else ""
        parts += [written[done : hole.start()] + before, (names[hole["one"]], power)]
        after = r" \cdot " if hole["after"] and not power else ""
        parts.append((hole["power"] or "") + after)
        done = hole.end()
    return [*parts, written[done:]]


def filled(parts: Iterable[Part], values: Mapping[str, str]) -> str:
    """The LaTeX with its values, in brackets under an exponent."""
    return "".join(
        part if isinstance(part, str) else _put(values[part[0]], part[1]) for part in parts
    )


def _put(value: str, power: bool) -> str:  # noqa: FBT001  one half of a hole
    return rf"\left({value}\right)" if power and not value.isdigit() else value


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
