"""The shortest form of an expression among a few exact rewrites."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import sympy

from .standins import Expr, symbolic

MOST_OPS = 250
MOST_LETTERS = 10
MOST_COLLECTED = 24
TRIED_LETTERS = 4


def shortest(expression: Expr) -> Expr:
    """The shortest of the forms, which are equal by construction."""
    symbolic(expression)
    return _shortest(expression)


@lru_cache(maxsize=4096)
def _shortest(expression: Expr) -> Expr:
    return _least([expression, *forms(expression)])


def _least(choices: Iterable[Expr]) -> Expr:
    """The shortest to read; ties are broken in one fixed way."""
    sizes = {choice: length(choice) for choice in choices}
    least = min(sizes.values())
    tied = [choice for choice, size in sizes.items() if size == least]
    return tied[0] if len(tied) == 1 else min(tied, key=str)


@lru_cache(maxsize=8192)
def length(expression: Expr) -> tuple[int, int]:
    """How long an expression is to read: its operations and leaves, and its leaves."""
    symbolic(expression)
    leaves = sum(1 for part in sympy.preorder_traversal(expression) if not part.args)
    return int(sympy.count_ops(expression)) + leaves, leaves


def forms(expression: Expr) -> Iterator[Expr]:
    """Other ways to write an expression; long ones are left as they are."""
    symbolic(expression)
    if sympy.count_ops(expression) > MOST_OPS or not expression.free_symbols:
        return
    makers: list[Callable[[Expr], Any]] = [sympy.cancel, sympy.together, sympy.factor_terms]
    if len(expression.free_symbols) <= MOST_LETTERS:
        makers += [sympy.factor]
    makers += [_by_letters, sympy.powsimp]
    for make in makers:
        try:
            form = make(expression)
            yield form
            yield from _turned(form)
        except (sympy.PolynomialError, NotImplementedError):
            continue


def _turned(expression: Expr) -> Iterator[Expr]:
    """``-f/(f - 1)`` as ``f/(1 - f)``: the minus sign moved into one sum."""
    if expression.is_Add:
        turned = [next(_turned(term), term) for term in expression.args]
        yield sympy.Add(*turned)
        return
    coefficient, rest = expression.as_coeff_Mul()
    if not coefficient.is_negative:
        return
    for factor in sympy.Mul.make_args(rest):
        base, power = factor.as_base_exp()
        if base.is_Add and power.is_Integer and power.is_odd:
            flipped = sympy.Add(*(-term for term in base.args)) ** power
            yield -coefficient * flipped * (rest / factor)


def _by_letters(expression: Expr) -> Expr:
    """Collected by the letter that shortens it most."""
    expanded = sympy.expand(expression)
    terms = sympy.Add.make_args(expanded)
    if len(terms) > MOST_COLLECTED:
        return expression
    shared = {x: sum(term.has(x) for term in terms) for x in expression.free_symbols}
    often = sorted(shared, key=lambda letter: (-shared[letter], str(letter)))
    choices = [_collected(expanded, x) for x in often[:TRIED_LETTERS]]
    return _least([expression, *choices])


def _collected(expanded: Expr, letter: Any) -> Expr:
    """A sum of powers of one letter, what stands before each power in factors."""
    shares: dict[Any, list[Expr]] = {}
    sums: dict[Expr, Expr] = {}
    for term in sympy.Add.make_args(expanded):
        power, rest = _apart(term, letter, sums)
        if not power.is_Rational:
            return sympy.collect(expanded, letter, _taken_out)
        shares.setdefault(power, []).append(rest)
    return sympy.Add(
        *(_taken_out(sympy.Add(*rest)) * letter**power for power, rest in shares.items())
    )


@lru_cache(maxsize=8192)
def _taken_out(total: Expr) -> Expr:
    """A sum with what its terms share before it; SymPy's own is slow, and asked for often."""
    return sympy.factor_terms(total)


def _apart(term: Expr, letter: Any, sums: dict[Expr, Expr]) -> tuple[Expr, Expr]:
    """The power of a letter in a product, and the rest with its own sums collected."""
    power, rest = sympy.S.Zero, []
    for factor in sympy.Mul.make_args(term):
        base, exponent = factor.as_base_exp()
        if base == letter:
            power += exponent
        elif base.is_Add and base.has(letter):
            if base not in sums:
                sums[base] = _collected(base, letter)
            rest.append(sums[base] ** exponent)
        else:
            rest.append(factor)
    return power, sympy.Mul(*rest)


MOST_DEGREE = 6


def closed_sums(*expressions: Expr) -> dict[Expr, Expr]:
    """The closed forms of those sums in some expressions that have one."""
    totals = set().union(*(expression.atoms(sympy.Sum) for expression in expressions))
    forms = {total: closed_sum(total) for total in totals}
    return {total: form for total, form in forms.items() if form is not None}


def closed_sum(total: Any) -> Expr | None:
    """The closed form of a sum over one index, or None where no rule applies.

    Valid for every upper bound that is at least the lower one minus one, where
    the sum is empty; a geometric sum also needs a ratio other than 1.
    """
    if len(total.limits) != 1 or len(total.limits[0]) != 3:
        return None
    index, low, high = total.limits[0]
    parts = []
    for term in sympy.Add.make_args(sympy.expand(total.function)):
        part = _term(term, index, low, high)
        if part is None:
            return None
        parts.append(part)
    return sympy.Add(*parts)


def _term(term: Expr, index: Any, low: Expr, high: Expr) -> Expr | None:
    # What varies is ``k**degree * ratio**k``: powers alone are summed by Faulhaber's formula, a
    # ratio alone as a geometric series, and both together stay a sum.
    constant, varying = term.as_independent(index, as_Add=False)
    degree, ratio, start = 0, sympy.S.One, sympy.S.One
    for factor in sympy.Mul.make_args(varying):
        base, exponent = factor.as_base_exp()
        if base == index and exponent.is_Integer and 0 < exponent <= MOST_DEGREE:
            degree += int(exponent)
            continue
        slope = sympy.diff(exponent, index)
        if base.has(index) or slope.has(index) or slope == 0:
            return None if factor != 1 else constant * (high - low + 1)
        ratio *= base**slope
        start *= base ** (exponent - slope * index)
    if ratio == 1:
        return constant * (_powers(degree, high) - _powers(degree, low - 1))
    if degree:
        return None
    return constant * start * (ratio ** (high + 1) - ratio**low) / (ratio - 1)


def _powers(degree: int, last: Expr) -> Expr:
    """The sum of ``k**degree`` for k from 1 to ``last`` (Faulhaber)."""
    upper = sympy.Integer(degree + 1)
    parts = [
        sympy.binomial(upper, k)
        * (sympy.bernoulli(k) if k != 1 else sympy.Rational(1, 2))
        * last ** (upper - k)
        for k in range(degree + 1)
    ]
    return sympy.Add(*parts) / upper
