"""Unwind a letter that stands in one place: undo what was done to it, outside in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from .field import Field
from .judge import Found
from .signs import sign_of
from .standins import Expr, Ground, symbolic
from .tidy import TooWide


def occurrences(expression: Expr, letter: Any) -> int:
    """How often a letter is written in an expression."""
    symbolic(expression)
    return sum(1 for part in sympy.preorder_traversal(expression) if part == letter)


def isolate(side: Expr, other: Expr, letter: Any, field: Field) -> list[Found] | None:
    """Solve ``side = other`` where the letter stands once in ``side``; None if stuck."""
    paths: list[tuple[Expr, Expr, tuple[Any, ...]]] = [(side, other, ())]
    done: list[Found] = []
    while paths:
        outer, known, conditions = paths.pop(0)
        if outer == letter:
            done.append(Found(known, conditions))
            continue
        inner = _undone(outer, known, letter, field)
        if inner is None:
            return None
        paths.extend((part, value, (*conditions, *new)) for part, value, new in inner)
    return done


Step = tuple[Expr, Expr, tuple[Any, ...]]


def _undone(outer: Expr, known: Expr, letter: Any, field: Field) -> list[Step] | None:
    """The inner part, what it equals, and under which conditions."""
    if outer.is_Add or outer.is_Mul:
        inner = next(part for part in outer.args if part.has(letter))
        rest = outer.func(*(part for part in outer.args if part is not inner))
        if outer.is_Add:
            return [(inner, known - rest, ())]
        return [(inner, known / rest, nonzero(rest, field))]
    if outer.is_Pow and outer.base is not sympy.E:
        base = outer.base
        if not outer.exp.has(letter):
            return _from_base(outer, known, field)
        clear = (*above_zero(known, field), *above_zero(base, field), *nonzero(base - 1, field))
        return [(outer.exp, sympy.log(known) / sympy.log(base), clear)]
    if isinstance(outer, sympy.exp) or (outer.is_Pow and outer.base is sympy.E):
        return [(outer.exp, sympy.log(known), above_zero(known, field))]
    if isinstance(outer, sympy.log) and len(outer.args) == 1:
        return [(outer.args[0], sympy.exp(known), ())]
    return None


def _from_base(outer: Expr, known: Expr, field: Field) -> list[Step]:
    base, exponent = outer.base, outer.exp
    inverse = 1 / exponent
    if exponent == -1:
        return [(base, 1 / known, nonzero(known, field))]
    if not exponent.is_Integer:
        clear = () if exponent.is_Rational else nonzero(exponent, field)
        return [(base, known**inverse, (*above_zero(known, field), *clear))]
    # An odd root exists for every real number, but SymPy's principal one is complex below zero.
    if exponent.is_odd:
        if sign_of(known, field) == 1 or sign_of(base, field) == 1:
            return [(base, known**inverse, above_zero(known, field))]
        return [
            (base, known**inverse, (sympy.Ge(known, 0),)),
            (base, -((-known) ** inverse), (sympy.Lt(known, 0),)),
        ]
    conditions = above_zero(known, field)
    return [(base, known**inverse, conditions), (base, -(known**inverse), conditions)]


def nonzero(expression: Expr, field: Field) -> tuple[Any, ...]:
    """The conditions that something is not zero; none where the domain sees to it."""
    symbolic(expression)
    conditions: list[Any] = []
    for factor in sympy.Mul.make_args(expression):
        base = factor.as_base_exp()[0] if factor.is_Pow and factor.exp.is_Rational else factor
        inner = base.args[0] - 1 if isinstance(base, sympy.log) else base
        conditions += [_apart(part, sympy.Ne) for part in _open_factors(inner, field)]
    return tuple(dict.fromkeys(conditions))


def above_zero(expression: Expr, field: Field) -> tuple[Any, ...]:
    """The condition that something is positive, without the factors that are anyway."""
    sign = sign_of(expression, field)
    if sign is not None:
        return () if sign == 1 else (sympy.false,)
    left = sympy.S.One
    for factor in sympy.Mul.make_args(expression):
        known = sign_of(factor, field)
        left *= factor if known is None else known
    if left.is_Mul:
        coefficient, rest = left.as_coeff_Mul()
        left = rest * sympy.sign(coefficient)
    return (_apart(1 / left if left.is_Pow and left.exp == -1 else left, sympy.Gt),)


def _open_factors(expression: Expr, field: Field) -> list[Expr]:
    """The factors that may be zero somewhere on the domain, as they were written."""
    try:
        if field.never_zero(field.formal(expression)):
            return []
        pairs = field.factors(field.formal(expression))
        left = [field.render(part) for part, _ in pairs if not field.never_zero(part)]
    except (TooWide, sympy.PolynomialError):
        return [expression]
    return left if len(left) > 1 else [expression]


def _apart(expression: Expr, relation: Any) -> Any:
    """``a - b > 0`` as ``a > b``, which is how it is read."""
    terms = sympy.Add.make_args(expression.primitive()[1])
    below = [term for term in terms if term.could_extract_minus_sign()]
    above = [term for term in terms if not term.could_extract_minus_sign()]
    if not above:
        return relation(0, sympy.Add(*(-term for term in below)))
    return relation(sympy.Add(*above), sympy.Add(*(-term for term in below)))


def where_zero(condition: Any, ground: Ground) -> dict[Any, Expr] | None:
    """The value of a letter for which a condition ``a != b`` fails, inside its domain."""
    gap = condition.lhs - condition.rhs
    for letter in sorted(gap.free_symbols, key=str):
        slope = gap.diff(letter)
        if slope.is_Rational and slope != 0:
            value = sympy.expand(letter - gap / slope)
            domain = ground.domain(letter)
            if not value.is_Rational or domain.contains(Fraction(int(value.p), int(value.q))):
                return {letter: value}
    return None
