"""Relations with corners: Max and Min in one spelling, and every relation case by case."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import sympy

from .standins import Expr
from .tidy import factored

if TYPE_CHECKING:
    from .field import Field


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
