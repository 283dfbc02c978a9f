"""Whether a print is exactly a law: both as quotients of polynomials, or by SymPy."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import add, mul

from derive.notation import (
    Call,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)
from derive.programs.program import from_data
from derive.programs.rational_functions import (
    RationalFunction,
    Undecidable,
    applied,
    rational_function,
)

from .holding import Holder, Pair
from .index import Entry

Values = dict[str, RationalFunction]


def is_exact(holder: Holder, entry: Entry, pair: Pair) -> bool:
    """Whether both sides have one normal form where the law's left letter is what the law says."""
    try:
        ones = {name: RationalFunction.number(Fraction(1)) for name in entry.fixed}
        law = rational_function(from_data(entry.program), ones)
        left, right = (_value(side, holder, {entry.lhs: law}) for side in (pair.left, pair.right))
        equal = left.equals(right)
    except Undecidable:
        equal = None
    if equal is not None:
        return equal
    # Functions of other things, whose laws (of logarithms, of roots) SymPy knows.
    from .symbolic import is_proved

    return is_proved(entry, pair, holder.meaning, holder.index.registry.symbolic)


def _value(  # noqa: C901  one branch for each kind of node
    node: Node, holder: Holder, values: Values
) -> RationalFunction:
    """A printed tree over our letters; raises ``Undecidable``."""
    if isinstance(node, Letter):
        quantity = holder.meaning.ours.get(node.glyph)
        if quantity is None:
            raise Undecidable
        return rational_function(quantity.program, values)
    if isinstance(node, Number):
        if node.unit not in {"", "%"}:
            raise Undecidable
        return RationalFunction.number(node.value / 100 if node.unit else node.value)
    match node:
        case Negative(body=body):
            return -_value(body, holder, values)
        case Sum(terms=parts):
            return reduce(add, (_value(part, holder, values) for part in parts))
        case Product(factors=parts):
            return reduce(mul, (_value(part, holder, values) for part in parts))
        case Quotient(over=over, under=under):
            return _value(over, holder, values) / _value(under, holder, values)
        case Power(base=base, exponent=exponent):
            return _value(base, holder, values) ** _value(exponent, holder, values)
        case Call(function=name, arguments=parts) if name in _FUNCTIONS and not any(
            glyph.partition("(")[0] == name for glyph in holder.meaning.ours
        ):
            return applied(_FUNCTIONS[name], [_value(part, holder, values) for part in parts])
        case _:
            raise Undecidable


_FUNCTIONS = {
    "max": "max", "min": "min", "ceil": "ceil", "floor": "floor", "abs": "abs",
    "exp": "exp", "ln": "log", "sqrt": "sqrt",
}  # fmt: skip
