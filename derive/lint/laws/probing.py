"""The values of a printed formula at many points at once, and what each part would have to be."""

from __future__ import annotations

import functools
import math
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from derive.frozen import Record
from derive.notation import (
    Big,
    Call,
    Cases,
    Letter,
    Negative,
    Node,
    Number,
    Product,
    Quotient,
    Sum,
    glyphs_in,
)
from derive.notation.lexer import FUNCTIONS
from derive.notation.nodes import children

Values: TypeAlias = Any  # floats at many points, or one float
# A sum is run term by term; a longer one would take more time than all else in its document.
MOST_TERMS = 400
_KNOWN: dict[str, Callable[..., Any]] = {
    "exp": np.exp, "ln": np.log, "log": np.log, "lg": np.log10, "sqrt": np.sqrt, "abs": np.abs,
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh,
    "tanh": np.tanh, "arctan": np.arctan,
}  # fmt: skip
_CONSTANTS = {"pi": np.pi, "e": np.e}
# The factorial of 171 is beyond a float.
MOST_FACTORIAL = 170
EXTREMES = {"max": np.maximum, "min": np.minimum}
ROUNDINGS: dict[str, Callable[[Any], Any]] = {"ceil": np.ceil, "floor": np.floor, "round": np.round}


_COMPARED: dict[str, Callable[..., Any]] = {
    "=": np.equal, "~": np.isclose, "!=": np.not_equal, "<": np.less, "<=": np.less_equal,
    "<<": np.less, ">": np.greater, ">=": np.greater_equal, ">>": np.greater,
}  # fmt: skip


class Unknown(Exception):
    """A part of a formula that has no value here, and why; never leaves the package."""

    def __init__(self, node: Node, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


class Probe(Record):
    """Evaluates printed trees; ``letters`` holds the values of each glyph at the points.

    A call is looked up as ``sizeof(fp8)`` first, then by its name alone.
    """

    letters: Mapping[str, Values]

    def value(self, node: Node) -> Values:
        """The values of a tree; ``nan`` where it has none. Raises Unknown."""
        with np.errstate(all="ignore"):
            return self.kept(node, {})

    def kept(self, node: Node, keep: dict[int, Values]) -> Values:
        """The same; every part's values stay in ``keep`` under its identity."""
        named = isinstance(node, Call) and self.named(node) is not None
        parts = [] if named else [self.kept(part, keep) for part in parts_of(node)]
        values = self.applied(node, parts)
        keep[id(node)] = values
        return values

    def named(self, node: Node) -> Any:
        """The values of a call that the document names as a whole."""
        if not isinstance(node, Call):
            return None
        for key in call_keys(node):
            if key in self.letters:
                return key
        return None

    def applied(self, node: Node, parts: list[Any]) -> Values:
        """One operation on the values of its parts."""
        match node:
            case Number(value=value, unit=unit):
                if unit and unit != "%":
                    raise Unknown(node, f"a number in {unit}")
                values = np.float64(float(value) / (100 if unit else 1))
            case Letter(glyph=glyph):
                values = self.letter(node, glyph)
            case Call():
                values = self.call(node, parts)
            case Big():
                values = self.big(node)
            case _:
                values = _arithmetic(node, parts)
        return values

    def letter(self, node: Node, glyph: str) -> Values:
        """A letter of the document, or a number that is a letter on paper."""
        if glyph in self.letters:
            return self.letters[glyph]
        if glyph in _CONSTANTS:
            return np.float64(_CONSTANTS[glyph])
        raise Unknown(node, f"{glyph} has no meaning in this document")

    def call(self, node: Call, parts: list[Any]) -> Values:
        """A function that everybody knows, or what the document means by it."""
        key = self.named(node)
        if key is not None:
            return self.letters[key]
        if node.function == "sizeof":
            return np.float64(size_of(node))
        values = _function(node.function, parts)
        if values is None:
            raise Unknown(node, f"{node.function} is not a function known here")
        return values

    def big(self, node: Big) -> Values:
        """A sum or product over an index, term by term."""
        if node.low is None or node.high is None:
            raise Unknown(node, "a sum whose bounds are not printed")
        low, high = self.value(node.low), self.value(node.high)
        first, last = np.min(low), np.max(high)
        if not last - first < MOST_TERMS:
            raise Unknown(node, "a sum of too many terms")
        start = 0.0 if node.kind == "sum" else 1.0
        total = np.full(np.broadcast_shapes(np.shape(low), np.shape(high)), start)
        for index in np.arange(np.ceil(first), np.floor(last) + 1):
            here: dict[str, Values] = {node.index: np.asarray(index)}
            # The index hides a letter of the same name; what is outside is only read.
            letters: Any = ChainMap(here, self.letters)  # type: ignore[arg-type]
            body = Probe(letters).value(node.body)
            joined = total + body if node.kind == "sum" else total * body
            total = np.where((low <= index) & (index <= high), joined, total)
        return total


def _arithmetic(node: Node, parts: list[Any]) -> Values:
    """What the four operations and powers make of the values of their parts."""
    match node:
        case Negative():
            return -parts[0]
        case Sum():
            return functools.reduce(np.add, parts)
        case Product():
            return functools.reduce(np.multiply, parts)
        case Cases():
            return np.select(
                [*chosen(node, parts)], np.broadcast_arrays(*parts[: len(node.values)]), np.nan
            )
        case Quotient():
            return np.where(np.equal(parts[1], 0), np.nan, np.divide(parts[0], parts[1]))
        case _:
            return np.power(np.asarray(parts[0], dtype=float), parts[1])


def chosen(node: Cases, parts: Sequence[Any]) -> Iterator[Any]:
    """For each value of cases, where its condition is the first that holds."""
    sides = parts[len(node.values) :]
    left = np.ones(np.broadcast_shapes(*map(np.shape, parts)), dtype=bool)
    for place, (_, operator, _) in enumerate(node.conditions):
        holds = _COMPARED[operator](sides[2 * place], sides[2 * place + 1])
        yield left & holds
        left = left & ~holds
    if len(node.values) > len(node.conditions):
        yield left


def _function(name: str, parts: list[Any]) -> Values | None:
    """A function of numbers that everybody knows; None if it is none."""
    if name in EXTREMES and parts:
        return functools.reduce(EXTREMES[name], parts)
    if name in {"factorial", "binomial"} and all(map(_countable, parts)):
        counted = math.factorial if name == "factorial" else math.comb
        return np.float64(counted(*(int(part) for part in parts)))
    if len(parts) == 2 and name in {"log", "root"}:
        argument, other = parts
        if name == "log":
            return np.log(argument) / np.log(other)
        return np.power(np.asarray(argument, dtype=float), 1 / other)
    if len(parts) != 1:
        return None
    if name in ROUNDINGS:
        return _rounded(name, parts[0])
    return _KNOWN[name](parts[0]) if name in _KNOWN else None


def _countable(value: Values) -> bool:
    """Whether a value is one small whole number, from which arrangements can be counted."""
    return np.ndim(value) == 0 and 0 <= value <= MOST_FACTORIAL and float(value).is_integer()


def _rounded(name: str, value: Values) -> Values:
    """A rounded value; just beside a whole number the digits of a float decide nothing."""
    near = np.round(value)
    close = np.abs(value - near) < 1e-9 * np.maximum(1, np.abs(near))
    return np.where(close, near, ROUNDINGS[name](value))


def parts_of(node: Node) -> tuple[Node, ...]:
    """The parts whose values make a node's value; what an index runs over has none of its own."""
    return () if isinstance(node, Big) else children(node)


def call_keys(node: Call) -> tuple[str, str]:
    """The names under which a document may declare a call."""
    names = ", ".join(a.glyph if isinstance(a, Letter) else "?" for a in node.arguments)
    return f"{node.function}({names})", node.function


def size_of(node: Call) -> float:
    """Bytes of a number format, by the bits in its name."""
    argument = node.arguments[0] if len(node.arguments) == 1 else None
    digits = (
        argument.glyph.lstrip("abcdefghijklmnopqrstuvwxyz") if isinstance(argument, Letter) else ""
    )
    if not digits.isdigit() or len(digits) > 3:
        raise Unknown(node, "the size of something whose format is not named")
    return int(digits) / 8


# Formulas are compared as in polynomial identity testing (Schwartz and Zippel): two that agree at
# a dozen drawn points are one formula, but for chance. Floats lose a few of their 16 digits.
CLOSE = 1e-9
LEAST = 4
MOST_DENOMINATOR = 120
MOST_ROWS = 0.6
"""The share of points at which a part must fit; whether the change is right, all points decide."""


def close(values: Values, other: Values) -> bool:
    """Whether two rows of values agree wherever both exist, at enough points."""
    both = np.isfinite(values) & np.isfinite(other)
    if np.count_nonzero(both) < LEAST:
        return False
    a, b = np.broadcast_to(values, both.shape)[both], np.broadcast_to(other, both.shape)[both]
    return bool(np.all(np.abs(a - b) <= CLOSE * np.maximum(np.abs(a), np.abs(b))))


def constant(values: Values) -> float | None:
    """The number that most values are, if they are one; some may have lost their digits."""
    known = np.asarray(values)[np.isfinite(values)]
    if known.size < LEAST:
        return None
    middle = float(np.sort(known)[known.size // 2])
    near = np.abs(known - middle) <= CLOSE * abs(middle)
    return (
        middle if middle and np.count_nonzero(near) >= max(LEAST, MOST_ROWS * known.size) else None
    )


def simple(number: float) -> Fraction | None:
    """A float as the simple fraction that it surely is."""
    fraction = Fraction(number).limit_denominator(MOST_DENOMINATOR)
    if fraction and abs(float(fraction) / number - 1) < CLOSE and abs(fraction.numerator) < 10**7:
        return fraction
    turned = 1 / Fraction(number) if number else Fraction(0)
    if turned and abs(turned - round(turned)) < CLOSE * abs(turned) and abs(turned) < 10**13:
        return Fraction(1, round(turned))
    whole = round(number)
    return Fraction(whole) if whole and abs(whole / number - 1) < 1e-12 else None


def signed(name: str) -> str:
    """A term with its sign in front."""
    return f"- {name[1:]}" if name.startswith("-") else f"+ {name}"


def told(number: Fraction) -> str:
    """A number as a person writes it."""
    plain = f"{float(number):.6g}"
    exact = "e" not in plain and Fraction(plain) == number
    return plain if exact and len(plain) <= 7 else str(number)


_NOT_LETTERS = FUNCTIONS | {"pi", "e", "factorial", "binomial", "root", "infty"}


def evaluated(side: Node, values: Mapping[str, float]) -> float | None:
    """The value of a side; None where it has none."""
    try:
        found = Probe({glyph: np.float64(value) for glyph, value in values.items()}).value(side)
    except Unknown:
        return None
    return float(found) if np.ndim(found) == 0 and np.isfinite(found) else None


def letters_in(node: Node, own: frozenset[str] = frozenset()) -> frozenset[str]:
    """The letters of a side that need a value; a root or a logarithm needs none.

    ``own`` are letters of the document that are constants elsewhere, such as e.
    """
    return frozenset(glyphs_in(node)) - (_NOT_LETTERS - own)
