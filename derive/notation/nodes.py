"""What a printed formula reads as: a tree with positions, in chains, with notes, and its limits.

The tree keeps the print: nothing is reordered, added up or cancelled, so that
messages can quote the author. Positions are offsets into the LaTeX text. Constants are
limited: no power, factorial or exponential beyond what can be computed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from derive.frozen import Record

Span: TypeAlias = tuple[int, int]


class Number(Record):
    """A printed number, exact; ``unit`` is what is printed right behind it."""

    value: Fraction
    text: str
    at: Span
    unit: str = ""


class Letter(Record):
    """A glyph in its normal form: base, subscript, decoration (``T_comm``, ``n^*``)."""

    glyph: str
    at: Span


class Call(Record):
    """A function and its arguments; ``T(n)`` keeps the letter ``T`` as function."""

    function: str
    arguments: tuple[Node, ...]
    at: Span


class Negative(Record):
    """A term with a minus sign."""

    body: Node
    at: Span


class Sum(Record):
    """Terms in printed order."""

    terms: tuple[Node, ...]
    at: Span


class Product(Record):
    """Factors in printed order; ``implicit`` if no sign stands between them."""

    factors: tuple[Node, ...]
    at: Span
    implicit: bool = False


class Quotient(Record):
    """A fraction, or a division written with a slash."""

    over: Node
    under: Node
    at: Span


class Power(Record):
    """A base with an exponent."""

    base: Node
    exponent: Node
    at: Span


class Big(Record):
    """A sum or product over an index, with its bounds where they are printed."""

    kind: Literal["sum", "product"]
    index: str
    low: Node | None
    high: Node | None
    body: Node
    at: Span


class Cases(Record):
    """Values by condition, ``(a, "<", b)``; a last value without one is for the rest."""

    values: tuple[Node, ...]
    conditions: tuple[tuple[Node, str, Node], ...]
    at: Span


Node: TypeAlias = Number | Letter | Call | Negative | Sum | Product | Quotient | Power | Big | Cases


class Note(Record):
    """Something a reader should know about how a span was read."""

    kind: str
    at: Span
    message: str


# Readings under these notes may be another's meaning: a caller that must not err asks first.
UNSURE = frozenset(
    "ambiguous-division argument braces call guess shape suffix transpose unread".split()
)


class Chain(Record):
    """Sides joined by relations, ``a = b ~ c``; one member alone is an expression.

    A span may print several: ``further`` holds the rows, conditions and list
    items behind the first.
    """

    members: tuple[Node, ...]
    operators: tuple[str, ...]
    at: Span
    notes: tuple[Note, ...] = ()
    further: tuple[Chain, ...] = ()

    @property
    def rows(self) -> tuple[Chain, ...]:
        """This chain and those behind it."""
        return (self, *self.further)


class Rejection(Record):
    """Why a span is not read: what kind of thing it is, where, in the reader's words."""

    kind: str
    at: Span
    message: str

    def __str__(self) -> str:
        return self.message


class Refused(Exception):
    """Carries a rejection up to the function that returns it; never leaves the package."""

    def __init__(self, kind: str, at: Span, message: str) -> None:
        super().__init__(kind)
        self.rejection = Rejection(kind, at, message)


class Limits(Record):
    """How much work one span may ask for; beyond it the span is rejected."""

    characters: int = 5000
    digits: int = 60
    exponent: int = 400
    magnitude: int = 400
    factorial: int = 200
    depth: int = 40
    run: int = 80
    branches: int = 24


LIMITS = Limits()


# A table, and not a match that asks for one class after another: all formulas come through here.
_PARTS: dict[type, Callable[[Any], tuple[Node, ...]]] = {
    Number: lambda _: (),
    Letter: lambda _: (),
    Call: lambda node: node.arguments,
    Negative: lambda node: (node.body,),
    Sum: lambda node: node.terms,
    Product: lambda node: node.factors,
    Quotient: lambda node: (node.over, node.under),
    Power: lambda node: (node.base, node.exponent),
    Big: lambda node: tuple(part for part in (node.low, node.high, node.body) if part is not None),
    Cases: lambda node: (
        *node.values,
        *(side for left, _, right in node.conditions for side in (left, right)),
    ),
}


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, in printed order."""
    return _PARTS[type(node)](node)


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it, in printed order."""
    yield node
    for child in children(node):
        yield from walk(child)


def glyphs_in(node: Node) -> tuple[str, ...]:
    """The letters and functions of a tree, each once, in printed order."""
    glyphs: dict[str, None] = {}
    for part in walk(node):
        if isinstance(part, Letter):
            glyphs[part.glyph] = None
        elif isinstance(part, Call):
            glyphs[part.function] = None
    return tuple(glyphs)


def renamed(node: Node, glyph: str, other: str) -> Node:
    """The same tree with another letter in the place of one."""
    if isinstance(node, Letter):
        return node.replaced(glyph=other) if node.glyph == glyph else node
    changes = {
        name: _renamed(value, glyph, other)
        for name in node._fields
        if isinstance(value := getattr(node, name), Record | tuple)
    }
    return node.replaced(**changes)


def _renamed(value: Any, glyph: str, other: str) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(part, glyph, other) for part in value)
    return renamed(value, glyph, other) if isinstance(value, Node) else value


def prefix(node: Node) -> object:
    """The tree as nested lists, operator first: plain data for tables and messages."""
    match node:
        case Number(value=value, unit=unit):
            return [str(value), unit] if unit else str(value)
        case Letter(glyph=glyph):
            return glyph
        case Negative(body=body):
            return ["-", prefix(body)]
        case Big(kind=kind, index=index):
            return [kind, index, *(prefix(part) for part in children(node))]
        case Cases(conditions=conditions):
            signs = [sign for _, sign, _ in conditions]
            return ["cases", signs, *(prefix(part) for part in children(node))]
        case Call(function=name):
            head = name
        case _:
            head = {Sum: "+", Product: "*", Quotient: "/", Power: "^"}[type(node)]
    return [head, *(prefix(part) for part in children(node))]


# --- limits on constants ----------------------------------------------------------


def bounded(node: Node) -> None:
    """Refuse a tree whose constants would take long to compute."""
    branches = _check(node)
    if branches > LIMITS.branches:
        raise Refused("limit", node.at, "more choices between values than are read")


def _check(node: Node) -> int:
    """Check a node and all below; counts the maxima, minima and roundings."""
    # SymPy compares the arguments of maxima and roundings with each other: many take very long.
    branches = sum(_check(child) for child in children(node))
    if isinstance(node, Power):
        _check_power(node)
    elif isinstance(node, Call):
        _check_call(node)
        branches += node.function in {"max", "min", "ceil", "floor", "round", "abs"}
        if len(node.arguments) > 16:
            raise Refused("limit", node.at, "more arguments than are read")
    elif isinstance(node, Quotient) and size(node.under) == -math.inf:
        raise Refused("operator", node.at, "a division by zero")
    return branches


def _check_power(node: Power) -> None:
    """Exponents stay small, and so do powers of numbers."""
    exponent = size(node.exponent)
    if exponent is None:
        return
    # A logarithm is rounded: the largest exponent that is allowed must not fail by that.
    if exponent > math.log10(LIMITS.exponent) + 1e-9:
        raise Refused("limit", node.at, f"an exponent beyond {LIMITS.exponent}")
    base = size(node.base)
    if base is not None and base != -math.inf and abs(base) * 10**exponent > LIMITS.magnitude:
        raise Refused("limit", node.at, f"a number beyond ten to the {LIMITS.magnitude}")


def _check_call(node: Call) -> None:
    """Factorials, binomials and exponentials of numbers stay small."""
    size_of = size(node.arguments[0]) if node.arguments else None
    if size_of is None:
        return
    allowed = {
        "factorial": LIMITS.factorial,
        "binomial": LIMITS.factorial,
        "exp": 2 * LIMITS.exponent,
        "sinh": 2 * LIMITS.exponent,
        "cosh": 2 * LIMITS.exponent,
    }.get(node.function)
    if allowed is not None and size_of > math.log10(allowed) + 1e-9:
        raise Refused("limit", node.at, f"{node.function} of a number beyond {allowed}")
    if size_of > LIMITS.magnitude:
        raise Refused("limit", node.at, f"a number beyond ten to the {LIMITS.magnitude}")


def size(node: Node) -> float | None:
    """The decimal logarithm of a constant's magnitude, at most; None if letters are in it."""
    match node:
        case Number(value=value):
            if value == 0:
                return -math.inf
            return math.log10(abs(value.numerator)) - math.log10(value.denominator)
        case Letter(glyph=glyph):
            return 0.5 if glyph == "pi" else None
        case Negative(body=body):
            return size(body)
        case Big():
            return None
        case Sum(terms=parts):
            sizes = [size(part) for part in parts]
            known = [s for s in sizes if s is not None]
            return _sum(node, known) if len(known) == len(sizes) else None
        case _:
            return _composed(node)


def _sum(node: Sum, sizes: list[float]) -> float:
    """The size of a sum: exact where floats can hold it, else an upper bound."""
    # Terms may cancel: where floats hold the sum, 1 - 1 is seen to be zero.
    if max(sizes) < 15:
        total = _float(node)
        if total is not None:
            return math.log10(abs(total)) if total else -math.inf
    return max(sizes) + math.log10(len(sizes))


def _float(node: Node) -> float | None:
    """The value of a plain sum of numbers, or None."""
    match node:
        case Number(value=value):
            return float(value)
        case Negative(body=body):
            inner = _float(body)
            return None if inner is None else -inner
        case Sum(terms=terms):
            values = [_float(term) for term in terms]
            known = [value for value in values if value is not None]
            return math.fsum(known) if len(known) == len(values) else None
        case _:
            return None


def _composed(node: Node) -> float | None:
    """Sizes of products, quotients, powers and functions."""
    sizes = [size(part) for part in children(node)]
    known = [s for s in sizes if s is not None]
    if len(known) != len(sizes) or not known:
        return None
    match node:
        case Product():
            total = -math.inf if -math.inf in known else sum(known)
        case Quotient():
            total = known[0] - known[1] if known[1] != -math.inf else math.inf
        case Power():
            total = _power_size(known[0], known[1])
        case Call():
            total = _call_size(node.function, known)
        case _:
            total = max(known)
    return total


def _call_size(function: str, known: list[float]) -> float:
    """The size of a function of numbers."""
    if function == "exp":
        return min(10 ** min(known[0], 4.0), 1e4)
    if function == "factorial":
        # 200! has 375 digits, and no larger factorial is let through.
        return 375.0
    if function in {"log", "ln", "lg"}:
        # The natural logarithm of ten is 2.303: it is the largest of the three.
        return math.log10(2.4 * max(abs(known[0]), 0.5)) if known[0] > -math.inf else math.inf
    return known[0] / 2 if function == "sqrt" else max(known)


def _power_size(base: float, exponent: float) -> float:
    """The size of a power; a zero base or exponent is harmless."""
    if base == -math.inf:
        return base
    return abs(base) * 10 ** min(exponent, 6.0) if exponent != -math.inf else 0.0
