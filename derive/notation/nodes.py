"""What a printed formula reads as: a tree with positions, in chains, with notes.

The tree keeps the print: nothing is reordered, added up or cancelled, so that
messages can quote the author. Positions are offsets into the LaTeX text.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, TypeAlias

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


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, in printed order."""
    match node:
        case Call(arguments=parts) | Sum(terms=parts) | Product(factors=parts):
            return parts
        case Negative(body=body):
            return (body,)
        case Quotient(over=first, under=second) | Power(base=first, exponent=second):
            return (first, second)
        case Big(low=low, high=high, body=body):
            return tuple(part for part in (low, high, body) if part is not None)
        case Cases(values=values, conditions=conditions):
            return (*values, *(side for left, _, right in conditions for side in (left, right)))
        case _:
            return ()


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
