"""SymPy expressions -> the tidy tree, as typed or in a settled order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, Literal, TypeAlias

import sympy
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from derive.errors import UnsupportedExpression
from derive.records import Constant, divides

from .nodes import (
    ONE,
    Branch,
    Call,
    Cases,
    Comparison,
    Known,
    Letter,
    Log,
    Logic,
    Negative,
    Node,
    Not,
    Power,
    Product,
    Quotient,
    Relation,
    Root,
    Series,
    Sum,
    over,
    product,
    signed_number,
    term,
    times,
)

Read: TypeAlias = Callable[[Any], Node]
HALF = sympy.Rational(1, 2)


def settled_sum(expression: Any) -> Node:
    """The terms in SymPy's order of display, one without a minus sign first if there is one."""
    terms = [term(as_settled(part)) for part in expression.as_ordered_terms()]
    # A leading minus sign is easily overlooked.
    first = next((place for place, candidate in enumerate(terms) if not candidate.negative), 0)
    return Sum((terms[first], *terms[:first], *terms[first + 1 :]))


def settled_product(expression: Any) -> Node:
    """One fraction: its sign in front, numbers first, negative powers below the line."""
    number, rest = expression.as_coeff_Mul()
    ordered = sorted(rest.as_ordered_factors(), key=lambda factor: not isinstance(factor, Constant))
    factors, logs = _logs_to_a_base(ordered)
    size = as_settled(abs(number))
    top, bottom = (size.top, size.bottom) if isinstance(size, Quotient) else (size, ONE)
    above, below = [top, *logs], [bottom]
    above += _under_one_root([factor for factor in factors if not goes_below(factor)])
    below += _under_one_root([1 / factor for factor in factors if goes_below(factor)])
    body = _in_one_row(above)
    if any(node != ONE for node in below):
        body = Quotient(body, _in_one_row(below))
    return Negative(body) if number.is_negative else body


def goes_below(factor: Any) -> bool:
    """Whether a factor is a power whose exponent carries a minus sign."""
    return isinstance(factor, sympy.Pow) and bool(factor.exp.as_coeff_Mul()[0].is_negative)


def power(base: Any, exponent: Any, read: Read) -> Node:
    """A power; the first power is the base itself and the half power a root."""
    if exponent is sympy.S.One:
        return read(base)
    return Root(read(base)) if exponent == HALF else Power(read(base), read(exponent))


def _under_one_root(factors: Sequence[Any]) -> list[Node]:
    """The factors, those that are roots of what is not negative as one: SymPy takes them apart."""
    roots = [
        factor
        for factor in factors
        if isinstance(factor, sympy.Pow) and factor.exp == HALF and factor.base.is_nonnegative
    ]
    if len(roots) < 2:
        return [as_settled(factor) for factor in factors]
    place = factors.index(roots[0])
    joined = Root(_in_one_row([as_settled(root.base) for root in roots]))
    nodes = [as_settled(factor) for factor in factors if factor not in roots]
    return [*nodes[:place], joined, *nodes[place:]]


def _in_one_row(nodes: Sequence[Node]) -> Node:
    """The product of the nodes: factors of factors opened, a 1 left out."""
    flat = [
        part
        for node in nodes
        for part in (node.factors if isinstance(node, Product) else (node,))
        if part != ONE
    ]
    return product(tuple(flat)) if flat else ONE


def _logs_to_a_base(factors: list[Any]) -> tuple[list[Any], list[Node]]:
    """Take ``log(x) / log(2)``, SymPy's form of a logarithm to a base, out of the factors."""
    above = [factor for factor in factors if isinstance(factor, sympy.log)]
    below = [
        factor
        for factor in factors
        if isinstance(factor, sympy.Pow)
        and factor.exp is sympy.S.NegativeOne
        and isinstance(factor.base, sympy.log)
        and factor.base.args[0].is_Integer
    ]
    if len(above) != 1 or len(below) != 1:
        return factors, []
    kept = [factor for factor in factors if factor not in (above[0], below[0])]
    return kept, [Log(as_settled(above[0].args[0]), as_settled(below[0].base.args[0]))]


def as_typed(expression: Any) -> Node:
    """The tree of an expression that was built with rewriting off.

    Nothing is multiplied out and nothing is reordered: ``x * y**-1`` is a
    fraction again, and the signs are where the author put them.
    """
    return read(expression, typed=True)


def as_settled(expression: Any) -> Node:
    """The tree of an ordinary SymPy expression: terms ordered, one fraction a product."""
    return read(expression, typed=False)


@singledispatch
def read(expression: Any, *, typed: bool) -> Node:
    """The tree; whatever has no form of its own here is refused, never guessed."""
    del typed
    raise UnsupportedExpression(type(expression).__name__, str(expression))


# --- letters and numbers ----------------------------------------------------


@read.register(sympy.Symbol)
def _symbol(expression: Any, *, typed: bool) -> Node:
    del typed
    return Letter(str(expression.name))


@read.register(Constant)
def _constant(expression: Constant, *, typed: bool) -> Node:
    del typed
    note = getattr(expression, "note", None)
    if note is None:  # one that was pickled has left its note with its registry
        raise UnsupportedExpression("A constant without its note", expression.name)
    return signed_number(Fraction(note.value), decimal=True, id=expression.name)


@read.register(sympy.Rational)
def _rational(expression: Any, *, typed: bool) -> Node:
    number = Fraction(int(expression.p), int(expression.q))
    # 2032/5 came out of a published 406.4 and says more as one; 1/5 is fine as it is.
    as_published = number.denominator % 5 == 0 and (
        number.denominator >= 25 or number.numerator >= 100
    )
    return signed_number(number, decimal=not typed and as_published)


_KNOWN = {
    type(sympy.pi): "pi", type(sympy.E): "e", type(sympy.oo): "infinity", BooleanTrue: "true",
    BooleanFalse: "false",
}  # fmt: skip


def _known(expression: Any, *, typed: bool) -> Node:
    del typed
    return Known(_KNOWN[type(expression)])


for _kind in _KNOWN:
    read.register(_kind, _known)


@read.register(type(-sympy.oo))
def _minus_infinity(expression: Any, *, typed: bool) -> Node:
    del expression, typed
    return Negative(Known("infinity"))


# --- sums, products, powers -------------------------------------------------


@read.register(sympy.Add)
def _sum(expression: Any, *, typed: bool) -> Node:
    if not typed:
        return settled_sum(expression)
    return Sum(tuple(term(as_typed(part)) for part in _row(expression)))


def _row(expression: Any) -> list[Any]:
    """The terms of ``a + b + c``, which is stored as ``(a + b) + c``."""
    first, *rest = expression.args
    return [*(_row(first) if isinstance(first, sympy.Add) else [first]), *rest]


@read.register(sympy.Mul)
def _product(expression: Any, *, typed: bool) -> Node:
    if not typed:
        return settled_product(expression)
    first, *rest = expression.args
    if first is sympy.S.NegativeOne and rest:
        return Negative(_in_a_row(rest))
    return _in_a_row(expression.args)


def _in_a_row(factors: Sequence[Any]) -> Node:
    """Factors from left to right, where ``y**-1`` divides what stands before it."""
    node = read(factors[0], typed=True)
    for factor in factors[1:]:
        if isinstance(factor, sympy.Pow) and factor.exp is sympy.S.NegativeOne:
            node = over(node, read(factor.base, typed=True))
        else:
            node = times(node, read(factor, typed=True))
    return node


@read.register(sympy.Pow)
def _pow(expression: Any, *, typed: bool) -> Node:
    inner = as_typed if typed else as_settled
    base, exponent = expression.args
    if exponent is sympy.S.NegativeOne:
        return Quotient(ONE, inner(base))
    if not typed and goes_below(expression):
        return Quotient(ONE, power(base, -exponent, inner))
    return power(base, exponent, inner)


# --- functions --------------------------------------------------------------

_CALLS = {
    sympy.Max: "max", sympy.Min: "min", sympy.exp: "exp", sympy.cos: "cos", sympy.ceiling: "ceil",
    sympy.floor: "floor", sympy.Abs: "abs", sympy.Mod: "mod", sympy.LambertW: "W",
    divides: "divides",
}  # fmt: skip


def _call(expression: Any, *, typed: bool) -> Node:
    name = _CALLS[type(expression)]
    if name == "W" and len(expression.args) != 1:
        raise UnsupportedExpression("LambertW", str(expression))
    return Call(name, tuple(read(part, typed=typed) for part in expression.args))


for _kind in _CALLS:
    read.register(_kind, _call)


@read.register(sympy.log)
def _log(expression: Any, *, typed: bool) -> Node:
    body, *base = (read(part, typed=typed) for part in expression.args)
    return Log(body, base[0] if base else None)


def _series(expression: Any, *, typed: bool) -> Node:
    kind: Literal["sum", "product"]
    kind = "product" if isinstance(expression, sympy.Product) else "sum"
    body = read(_without_one(expression.function), typed=typed)
    # SymPy names the innermost index first.
    for index, low, high in expression.limits:
        letter = Letter(str(index.name))
        body = Series(kind, letter, read(low, typed=typed), read(high, typed=typed), body)
    return body


def _without_one(body: Any) -> Any:
    """The body of a sum without the factor 1 that SymPy leaves there with rewriting off."""
    while isinstance(body, sympy.Mul) and len(body.args) == 2 and body.args[0] is sympy.S.One:
        body = body.args[1]
    return body


read.register(sympy.Sum, _series)
read.register(sympy.Product, _series)


@read.register(sympy.Piecewise)
def _cases(expression: Any, *, typed: bool) -> Node:
    return Cases(tuple(_branch(pair, typed=typed) for pair in expression.args))


def _branch(pair: ExprCondPair, *, typed: bool) -> Branch:
    otherwise = pair.cond == sympy.true
    return Branch(read(pair.expr, typed=typed), None if otherwise else read(pair.cond, typed=typed))


# --- relations and conditions -----------------------------------------------

_SIGNS: dict[Any, Comparison] = {
    sympy.Eq: "=", sympy.Ne: "!=", sympy.Lt: "<", sympy.Le: "<=", sympy.Gt: ">", sympy.Ge: ">=",
}  # fmt: skip


def _relation(expression: Any, *, typed: bool) -> Node:
    return Relation(
        _SIGNS[type(expression)],
        read(expression.lhs, typed=typed),
        read(expression.rhs, typed=typed),
    )


for _kind in _SIGNS:
    read.register(_kind, _relation)


@read.register(sympy.And)
def _and(expression: Any, *, typed: bool) -> Node:
    return Logic("and", tuple(read(part, typed=typed) for part in expression.args))


@read.register(sympy.Or)
def _or(expression: Any, *, typed: bool) -> Node:
    return Logic("or", tuple(read(part, typed=typed) for part in expression.args))


@read.register(sympy.Not)
def _not(expression: Any, *, typed: bool) -> Node:
    return Not(read(expression.args[0], typed=typed))
