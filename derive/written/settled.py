"""Products and sums that SymPy has already reordered, put into a settled order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import sympy

from derive.records import Constant

from .nodes import ONE, Log, Negative, Node, Power, Product, Quotient, Root, Sum, product, term

Read: TypeAlias = Callable[[Any], Node]
HALF = sympy.Rational(1, 2)


def settled_sum(expression: Any, read: Read) -> Node:
    """The terms in SymPy's order of display, one without a minus sign first if there is one."""
    terms = [term(read(part)) for part in expression.as_ordered_terms()]
    # A leading minus sign is easily overlooked.
    first = next((place for place, candidate in enumerate(terms) if not candidate.negative), 0)
    return Sum((terms[first], *terms[:first], *terms[first + 1 :]))


def settled_product(expression: Any, read: Read) -> Node:
    """One fraction: its sign in front, numbers first, negative powers below the line."""
    number, rest = expression.as_coeff_Mul()
    ordered = sorted(rest.as_ordered_factors(), key=lambda factor: not isinstance(factor, Constant))
    factors, logs = _logs_to_a_base(ordered, read)
    size = read(abs(number))
    top, bottom = (size.top, size.bottom) if isinstance(size, Quotient) else (size, ONE)
    above, below = [top, *logs], [bottom]
    upper, lower = [], []
    for factor in factors:
        if goes_below(factor):
            lower.append(1 / factor)
        else:
            upper.append(factor)
    above += _under_one_root(upper, read)
    below += _under_one_root(lower, read)
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


def _under_one_root(factors: Sequence[Any], read: Read) -> list[Node]:
    """The factors, those that are roots of what is not negative as one: SymPy takes them apart."""
    roots = [
        factor
        for factor in factors
        if isinstance(factor, sympy.Pow) and factor.exp == HALF and factor.base.is_nonnegative
    ]
    if len(roots) < 2:
        return [read(factor) for factor in factors]
    place = factors.index(roots[0])
    joined = Root(_in_one_row([read(root.base) for root in roots]))
    nodes = [read(factor) for factor in factors if factor not in roots]
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


def _logs_to_a_base(factors: list[Any], read: Read) -> tuple[list[Any], list[Node]]:
    """Take ``log(x) / log(2)``, SymPy's form of a logarithm to a base, out of the factors."""
    above = [factor for factor in factors if isinstance(factor, sympy.log)]
    below = [factor for factor in factors if _divides_by_log(factor)]
    if len(above) != 1 or len(below) != 1:
        return factors, []
    kept = [factor for factor in factors if factor not in (above[0], below[0])]
    return kept, [Log(read(above[0].args[0]), read(below[0].base.args[0]))]


def _divides_by_log(factor: Any) -> bool:
    """Whether a factor is one over the logarithm of an integer."""
    return (
        isinstance(factor, sympy.Pow)
        and factor.exp is sympy.S.NegativeOne
        and isinstance(factor.base, sympy.log)
        and bool(factor.base.args[0].is_Integer)
    )
