"""A few exact rewrites: the shortest form; Max and Min in one spelling; relations case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy

from .standins import Expr, symbolic
from .tidy import factored

if TYPE_CHECKING:
    from .field import Field


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


# --- corners ----------------------------------------------------------------------


CORNERS = (sympy.Max, sympy.Min, sympy.ceiling, sympy.floor, sympy.Abs, sympy.Piecewise)
MOST_CASES = 24


@dataclass(frozen=True, slots=True)
class Case:
    """One case: what stands for the corner, and the conditions for it."""

    replaced: Expr
    conditions: tuple[Any, ...]
    whole: Any = None  # the letter for the value of a ceiling or floor


def corner(expression: Expr, letter: Any) -> Expr | None:
    """An innermost corner that holds the letter."""
    held = [
        part
        for part in sympy.postorder_traversal(expression)
        if isinstance(part, CORNERS) and part.has(letter)
    ]
    return held[0] if held else None


def bound_of_a_sum(expression: Expr, letter: Any) -> bool:
    """Whether the letter is where a sum or product begins or ends."""
    return any(
        limit.has(letter)
        for total in expression.atoms(sympy.Sum, sympy.Product)
        for limits in total.limits
        for limit in limits[1:]
    )


def cases(node: Expr, taken: set[Any]) -> list[Case]:
    """The cases of one corner; together they cover every value."""
    if isinstance(node, sympy.Max | sympy.Min):
        order = sympy.Ge if isinstance(node, sympy.Max) else sympy.Le
        parts = sorted(node.args, key=sympy.default_sort_key)
        return [
            Case(part, tuple(order(part, other) for other in parts if other is not part))
            for part in parts
        ]
    if isinstance(node, sympy.Piecewise):
        return _piecewise(node)
    inner = node.args[0]
    if isinstance(node, sympy.Abs):
        return [Case(inner, (sympy.Ge(inner, 0),)), Case(-inner, (sympy.Lt(inner, 0),))]
    whole = _fresh(taken)
    if isinstance(node, sympy.ceiling):
        return [Case(whole, (sympy.Gt(inner, whole - 1), sympy.Le(inner, whole)), whole)]
    return [Case(whole, (sympy.Ge(inner, whole), sympy.Lt(inner, whole + 1)), whole)]


def _piecewise(node: Expr) -> list[Case]:
    pieces: list[Case] = []
    before: list[Any] = []
    for piece, condition in node.args:
        pieces.append(Case(piece, (*(sympy.Not(c) for c in before), condition)))
        before.append(condition)
    return pieces


def _fresh(taken: set[Any]) -> Any:
    """A letter for a whole number that nobody uses yet."""
    names = {letter.name for letter in taken}
    name = next(
        name for name in ("k", "j", "i", *(f"k{n}" for n in range(99))) if name not in names
    )
    return sympy.Symbol(name)


MOST_PARTS = 6


def pruned(field: Field, parts: list[Expr], sense: int) -> list[Expr]:
    """The parts that none of the others beats wherever the ground holds."""
    kept = list(dict.fromkeys(parts))
    if len(kept) > MOST_PARTS:
        return kept
    for part in list(kept):
        others = [other for other in kept if other is not part]
        if any(field.sign(sense * (other - part)) in (0, 1) for other in others):
            kept.remove(part)
    return kept


def common_factor(field: Field, parts: list[Expr]) -> tuple[Expr, list[Expr]]:
    """A positive factor that all parts share, and the parts without it.

    The parts are summed with a marker each, so that one factorisation finds
    what they have in common.
    """
    markers = [sympy.Symbol(f"·u{at}") for at in range(len(parts))]
    marked = sympy.Add(*(marker * part for marker, part in zip(markers, parts, strict=True)))
    fraction = field.tidy(marked)
    common, rest = sympy.S.One, sympy.S.One
    for factor, times in factored(fraction.numerator):
        shared = not factor.free_symbols & set(markers)
        plain = fraction.original(factor)
        if shared and field.sign(plain) == 1:
            common *= plain**times
        else:
            rest *= factor**times
    below = fraction.original(fraction.denominator)
    if field.sign(below) == 1:
        common /= below
    else:
        rest /= fraction.denominator
    spread = sympy.expand(rest)
    return common, [fraction.original(spread.coeff(marker)) for marker in markers]


def whole_part(field: Field, formal: Expr) -> Expr:
    """The terms that are whole numbers anyway: a ceiling or floor lets them out."""
    fraction = field.tidy(formal)
    if fraction.back:
        return sympy.S.Zero
    numerator, below = fraction.numerator, fraction.denominator
    letters = sorted(numerator.free_symbols | below.free_symbols, key=str)
    if not letters:
        return sympy.floor(formal)
    quotient = numerator / below
    if below.free_symbols:
        (quotient,), _ = sympy.reduced(numerator, [below], *letters)
    total = sympy.S.Zero
    for powers, coefficient in sympy.Poly(quotient, *letters).terms():
        held = [letter for letter, power in zip(letters, powers, strict=True) if power]
        if all(letter in field.bounds and field.bounds[letter].integer for letter in held):
            monomial = sympy.Mul(*(x**power for x, power in zip(letters, powers, strict=True)))
            total += sympy.floor(coefficient) * monomial
    return total
