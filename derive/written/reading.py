"""SymPy expressions -> the tidy tree, as typed or in a settled order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any, Literal, TypeAlias

import sympy
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
    return read(expression, as_typed)


def as_settled(expression: Any) -> Node:
    """The tree of an ordinary SymPy expression: terms ordered, one fraction a product."""
    return read(expression, as_settled)


@singledispatch
def read(expression: Any, inner: Read) -> Node:
    """The tree, its parts read by ``inner``, one of the two above; what has no form is refused."""
    del inner
    raise UnsupportedExpression(type(expression).__name__, str(expression))


# --- letters and numbers ----------------------------------------------------


def _constant(expression: Constant, _: Read) -> Node:
    note = getattr(expression, "note", None)
    if note is None:  # one that was pickled has left its note with its registry
        raise UnsupportedExpression("A constant without its note", expression.name)
    return signed_number(Fraction(note.value), decimal=True, id=expression.name)


def _rational(expression: Any, inner: Read) -> Node:
    number = Fraction(int(expression.p), int(expression.q))
    # 2032/5 came out of a published 406.4 and says more as one; 1/5 is fine as it is.
    as_published = number.denominator % 5 == 0 and (
        number.denominator >= 25 or number.numerator >= 100
    )
    return signed_number(number, decimal=inner is as_settled and as_published)


# --- sums, products, powers -------------------------------------------------


def _sum(expression: Any, inner: Read) -> Node:
    if inner is as_settled:
        return settled_sum(expression)
    return Sum(tuple(term(as_typed(part)) for part in _row(expression)))


def _row(expression: Any) -> list[Any]:
    """The terms of ``a + b + c``, which is stored as ``(a + b) + c``."""
    first, *rest = expression.args
    return [*(_row(first) if isinstance(first, sympy.Add) else [first]), *rest]


def _product(expression: Any, inner: Read) -> Node:
    if inner is as_settled:
        return settled_product(expression)
    first, *rest = expression.args
    if first is sympy.S.NegativeOne and rest:
        return Negative(_in_a_row(rest))
    return _in_a_row(expression.args)


def _in_a_row(factors: Sequence[Any]) -> Node:
    """Factors from left to right, where ``y**-1`` divides what stands before it."""
    node = as_typed(factors[0])
    for factor in factors[1:]:
        if isinstance(factor, sympy.Pow) and factor.exp is sympy.S.NegativeOne:
            node = over(node, as_typed(factor.base))
        else:
            node = times(node, as_typed(factor))
    return node


def _pow(expression: Any, inner: Read) -> Node:
    base, exponent = expression.args
    if exponent is sympy.S.NegativeOne:
        return Quotient(ONE, inner(base))
    if inner is as_settled and goes_below(expression):
        return Quotient(ONE, power(base, -exponent, inner))
    return power(base, exponent, inner)


# --- functions and conditions -----------------------------------------------

_CALLS = {
    sympy.Max: "max", sympy.Min: "min", sympy.exp: "exp", sympy.cos: "cos", sympy.ceiling: "ceil",
    sympy.floor: "floor", sympy.Abs: "abs", sympy.Mod: "mod", sympy.LambertW: "W",
    divides: "divides",
}  # fmt: skip
_SIGNS: dict[Any, Comparison] = {
    sympy.Eq: "=", sympy.Ne: "!=", sympy.Lt: "<", sympy.Le: "<=", sympy.Gt: ">", sympy.Ge: ">=",
}  # fmt: skip
_KNOWN = {
    type(sympy.pi): "pi", type(sympy.E): "e", type(sympy.oo): "infinity", BooleanTrue: "true",
    BooleanFalse: "false",
}  # fmt: skip


def _call(expression: Any, inner: Read) -> Node:
    name = _CALLS[type(expression)]
    if name == "W" and len(expression.args) != 1:
        raise UnsupportedExpression("LambertW", str(expression))
    return Call(name, tuple(map(inner, expression.args)))


def _log(expression: Any, inner: Read) -> Node:
    body, *base = map(inner, expression.args)
    return Log(body, base[0] if base else None)


def _series(expression: Any, inner: Read) -> Node:
    kind: Literal["sum", "product"]
    kind = "product" if isinstance(expression, sympy.Product) else "sum"
    body = inner(_without_one(expression.function))
    # SymPy names the innermost index first.
    for index, low, high in expression.limits:
        body = Series(kind, Letter(str(index.name)), inner(low), inner(high), body)
    return body


def _without_one(body: Any) -> Any:
    """The body of a sum without the factor 1 that SymPy leaves there with rewriting off."""
    while isinstance(body, sympy.Mul) and len(body.args) == 2 and body.args[0] is sympy.S.One:
        body = body.args[1]
    return body


def _cases(expression: Any, inner: Read) -> Node:
    return Cases(
        tuple(
            Branch(inner(value), None if condition == sympy.true else inner(condition))
            for value, condition in expression.args
        )
    )


_RULES: dict[Any, Callable[[Any, Read], Node]] = {
    sympy.Symbol: lambda letter, _: Letter(str(letter.name)),
    Constant: _constant,
    sympy.Rational: _rational,
    **dict.fromkeys(_KNOWN, lambda name, _: Known(_KNOWN[type(name)])),
    type(-sympy.oo): lambda _infinity, _: Negative(Known("infinity")),
    sympy.Add: _sum,
    sympy.Mul: _product,
    sympy.Pow: _pow,
    **dict.fromkeys(_CALLS, _call),
    sympy.log: _log,
    sympy.Sum: _series,
    sympy.Product: _series,
    sympy.Piecewise: _cases,
    **dict.fromkeys(
        _SIGNS, lambda law, inner: Relation(_SIGNS[type(law)], inner(law.lhs), inner(law.rhs))
    ),
    sympy.And: lambda both, inner: Logic("and", tuple(map(inner, both.args))),
    sympy.Or: lambda either, inner: Logic("or", tuple(map(inner, either.args))),
    sympy.Not: lambda opposite, inner: Not(inner(opposite.args[0])),
}
for _kind, _rule in _RULES.items():
    read.register(_kind, _rule)
