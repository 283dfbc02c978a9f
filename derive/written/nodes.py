"""The tidy tree of a relation, free of how SymPy stores it; as plain data and back."""

from __future__ import annotations

from operator import is_

from ..errors import DamagedProgram, UnsupportedExpression
from ..frozen import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction
    from typing import Any, Literal, TypeAlias


Comparison: TypeAlias = 'Literal["=", "!=", "<", "<=", ">", ">="]'


class Number(Record):
    """A number without a sign; ``id`` names the constant that it stands for, if any."""

    digits: str
    id: str = ""


class Letter(Record):
    """A symbol, by id."""

    id: str


class Known(Record):
    """A name of mathematics: pi, e, infinity, true, false."""

    name: str


class Term(Record):
    """One term of a sum, with its sign."""

    negative: bool
    body: Node


class Sum(Record):
    """Terms in the order in which they were typed."""

    terms: tuple[Term, ...]


class Negative(Record):
    """A minus sign in front of one thing."""

    body: Node


class Product(Record):
    """Factors in the order in which they were typed."""

    factors: tuple[Node, ...]


class Quotient(Record):
    """A fraction."""

    top: Node
    bottom: Node


class Power(Record):
    """A base with an exponent."""

    base: Node
    exponent: Node


class Root(Record):
    """A square root."""

    body: Node


class Log(Record):
    """A logarithm; without a base it is the natural one."""

    body: Node
    base: Node | None


class Call(Record):
    """A function from a short list: max, min, exp, cos, ceil, floor, abs, mod, divides, W."""

    name: str
    arguments: tuple[Node, ...]


class Series(Record):
    """A sum or a product over an integer from ``low`` to ``high``."""

    kind: Literal["sum", "product"]
    index: Letter
    low: Node
    high: Node
    body: Node


class Branch(Record):
    """One line of a definition by cases; no condition means otherwise."""

    value: Node
    condition: Node | None


class Cases(Record):
    """A definition by cases, the first that holds wins."""

    branches: tuple[Branch, ...]


class Relation(Record):
    """Two sides and the sign between them."""

    sign: Comparison
    left: Node
    right: Node


class Logic(Record):
    """Conditions joined by ``and`` or ``or``."""

    word: Literal["and", "or"]
    parts: tuple[Node, ...]


class Not(Record):
    """The opposite of a condition."""

    body: Node


Node: TypeAlias = (
    "Number | Letter | Known | Sum | Negative | Product | Quotient | Power | Root | Log "
    "| Call | Series | Cases | Relation | Logic | Not"
)

ONE = Number("1")
MOST_BITS = 2048


def times(left: Node, right: Node) -> Node:
    """The product, with a leading minus sign kept in front and factors in one row.

    Brackets around ``2 b`` in ``a (2 b)`` stay: without them a dot would be needed.
    """
    if isinstance(left, Negative):
        return Negative(times(left.body, right))
    before = left.factors if isinstance(left, Product) else (left,)
    opened = isinstance(right, Product) and not opens_with_digit(right)
    after = right.factors if isinstance(right, Product) and opened else (right,)
    return Product(before + after)


def opens_with_digit(node: Node) -> bool:
    """Whether the first mark of the written node is a digit."""
    if isinstance(node, Product):
        return opens_with_digit(node.factors[0])
    return isinstance(node, Number) or (isinstance(node, Power) and isinstance(node.base, Number))


def over(left: Node, right: Node) -> Node:
    """The quotient ``left / right`` as one reads it from left to right.

    ``a / b / c`` is one fraction over ``b c``; in ``a / b * c / d`` only the
    ``c`` goes over the ``d``, so that fractions stand side by side.
    """
    if isinstance(left, Negative):
        return Negative(over(left.body, right))
    if isinstance(left, Quotient) and not isinstance(right, Quotient):
        return Quotient(left.top, times(left.bottom, right))
    if isinstance(left, Product):
        cut = 1 + max(
            (i for i, factor in enumerate(left.factors) if isinstance(factor, Quotient)), default=-1
        )
        if cut == len(left.factors) and not isinstance(right, Quotient):
            return Product((*left.factors[:-1], over(left.factors[-1], right)))
        if 0 < cut < len(left.factors):
            return Product((*left.factors[:cut], over(product(left.factors[cut:]), right)))
    return Quotient(left, right)


def product(factors: tuple[Node, ...]) -> Node:
    """The product of one or more factors."""
    return factors[0] if len(factors) == 1 else Product(factors)


def term(node: Node) -> Term:
    """The node as a term: its minus sign, if it has one, becomes the sign of the term."""
    return (
        Term(negative=True, body=node.body)
        if isinstance(node, Negative)
        else Term(negative=False, body=node)
    )


def put_in(node: Node, values: Mapping[str, Node]) -> Node:
    """The tree with other nodes for some of its letters, everything in its place.

    SymPy would sort the arguments of a maximum anew by what is put in.
    """
    filled: Node = _put(node, values)
    return filled


def _put(part: Any, values: Mapping[str, Node]) -> Any:
    if isinstance(part, Letter):
        return values.get(part.id, part)
    if isinstance(part, tuple):
        parts = [_put(item, values) for item in part]
        return part if all(map(is_, part, parts)) else tuple(parts)
    if isinstance(part, str | bool | None):
        return part
    names = part.__match_args__
    before = [getattr(part, name) for name in names]
    after = [_put(item, values) for item in before]
    if all(map(is_, before, after)):
        return part
    kept = dict(zip(names, after, strict=True))
    if isinstance(part, Series):
        kept["index"] = part.index
    return type(part)(**kept)


def signed_number(value: Fraction, *, decimal: bool = False, id: str = "") -> Node:  # noqa: A002  the field's name
    """A number, its minus sign in front, a fraction or, where it ends soon, a decimal."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        raise UnsupportedExpression("Rational", f"a number of more than {MOST_BITS} bits")
    if value < 0:
        return Negative(signed_number(-value, decimal=decimal, id=id))
    if value.denominator == 1:
        return Number(str(value.numerator), id)
    shift = next((k for k in range(1, 7) if 10**k % value.denominator == 0), 0)
    if decimal and shift:
        digits = str(value.numerator * 10**shift // value.denominator).rjust(shift + 1, "0")
        return Number(f"{digits[:-shift]}.{digits[-shift:]}", id)
    return Quotient(Number(str(value.numerator), id), Number(str(value.denominator), id))


KINDS: Mapping[str, type] = {
    kind.__name__: kind
    for kind in (
        Number, Letter, Known, Term, Sum, Negative,
        Product, Quotient, Power, Root, Log, Call,
        Series, Branch, Cases, Relation, Logic, Not,
    )
}  # fmt: skip
DEEPEST = 200


def node_data(node: Any) -> Any:
    """A tree as JSON holds it: the name of each node, then its fields."""
    if isinstance(node, tuple):
        return [node_data(part) for part in node]
    if isinstance(node, str | bool | None):
        return node
    return {type(node).__name__: [node_data(getattr(node, name)) for name in node.__match_args__]}


def node_from_data(data: Any) -> Node:
    """Read a tree; raises DamagedProgram at anything that is none."""
    node: Node = _read(data, 0)
    if type(node).__name__ not in KINDS:
        raise DamagedProgram("it is no written law")
    return node


def _read(data: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise DamagedProgram("its written form is nested too deeply")
    if isinstance(data, list):
        return tuple(_read(part, depth + 1) for part in data)
    if isinstance(data, str | bool | None):
        return data
    if not isinstance(data, dict) or len(data) != 1:
        raise DamagedProgram("its written form has another shape")
    ((name, fields),) = data.items()
    kind = KINDS.get(name)
    if kind is None or not isinstance(fields, list):
        raise DamagedProgram("its written form names an unknown mark")
    try:
        return kind(*(_read(field, depth + 1) for field in fields))
    except TypeError:
        raise DamagedProgram("its written form has another shape") from None
