"""One fraction of two polynomials from an expression with rational powers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy
from sympy.polys.rings import PolyRing, sring

from .standins import Expr, symbolic

MOST_OPS = 1500
MOST_WIDE = 6000
FACTOR_OPS = 240
FACTOR_LETTERS = 12
REMEMBERED = 8192


class TooWide(ArithmeticError):
    """The normal form would take more work than is allowed."""


@dataclass(frozen=True, slots=True)
class Tidy:
    """A fraction of polynomials in letters whose powers are whole.

    ``back`` maps each such letter to the root of a generator that it is.
    """

    numerator: Expr
    denominator: Expr
    back: Mapping[Any, Expr]

    @property
    def parts(self) -> tuple[Expr, Expr]:
        """What stands above and below the line."""
        return self.numerator, self.denominator

    def original(self, expression: Expr) -> Expr:
        """An expression of these letters in the generators again."""
        return expression.xreplace(dict(self.back))


def tidy(formal: Expr, roots: Mapping[Any, Expr]) -> Tidy:
    """Clear the roots, bring everything over one denominator, reduce by the roots."""
    symbolic(formal)
    if sympy.count_ops(formal) > MOST_OPS:
        raise TooWide("a long expression")
    finer, back, reductions = _lattice(formal, roots)
    whole = formal.xreplace(finer)
    numerator, denominator = _over_one(whole)
    for letter, degree, atom in reductions:
        numerator = _reduced(numerator, letter, degree, atom)
        denominator = _reduced(denominator, letter, degree, atom)
    if reductions:
        numerator, denominator = _over_one(numerator / denominator)
    return Tidy(numerator, denominator, back)


@lru_cache(maxsize=REMEMBERED)
def lowest(formal: Expr, roots: tuple[tuple[Any, Expr], ...]) -> Tidy:
    """One fraction in lowest terms. The letters of one law are asked about one after the other."""
    return cancelled(tidy(formal, dict(roots)))


def _over_one(formal: Expr) -> tuple[Expr, Expr]:
    """Numerator and denominator, both multiplied out, with whole coefficients."""
    letters = sorted(formal.free_symbols, key=sympy.default_sort_key)
    if not letters:
        return (sympy.Integer(formal.p), sympy.Integer(formal.q))
    ring = PolyRing(letters, sympy.ZZ)
    gens = dict(zip(letters, ring.gens, strict=True))
    top, below = _quotient(formal, gens, ring.one)
    return top.as_expr(), below.as_expr()


def _quotient(formal: Expr, gens: Mapping[Any, Any], one: Any) -> tuple[Any, Any]:
    """The two polynomials, as elements of a ring: what SymPy's ``together`` does on trees."""
    if formal.is_Symbol:
        return gens[formal], one
    if formal.is_Rational:
        return one * int(formal.p), one * int(formal.q)
    if formal.is_Mul:
        top, below = one, one
        for part in formal.args:
            above, under = _quotient(part, gens, one)
            top, below = _product(top, above), _product(below, under)
        return top, below
    if formal.is_Pow and formal.exp.is_Integer:
        top, below = _quotient(formal.base, gens, one)
        if formal.exp < 0:
            top, below = below, top
        return _power(top, abs(int(formal.exp))), _power(below, abs(int(formal.exp)))
    if not formal.is_Add:
        raise sympy.PolynomialError(f"{formal} is no fraction of polynomials")
    # Terms with one denominator are added before denominators are multiplied.
    sums: dict[Any, Any] = {}
    for part in formal.args:
        top, below = _quotient(part, gens, one)
        sums[below] = sums[below] + top if below in sums else top
    above, under = one * 0, one
    for below, top in sums.items():
        shared, own, other = under.cofactors(below)
        above = _product(above, other) + _product(top, own)
        under = _product(_product(own, other), shared)
    return above, under


def _product(one: Any, other: Any) -> Any:
    if len(one) * len(other) > MOST_WIDE:
        raise TooWide("too many terms")
    return one * other


def _power(base: Any, times: int) -> Any:
    if len(base) > 1 and len(base) ** min(times, 16) > MOST_WIDE:
        raise TooWide("too many terms")
    return base**times


def cancelled(fraction: Tidy) -> Tidy:
    """The same fraction in lowest terms; the numerator zero stays zero."""
    if fraction.numerator == 0:
        return Tidy(sympy.S.Zero, sympy.S.One, fraction.back)
    if not fraction.denominator.is_Rational:
        ops = sympy.count_ops(fraction.numerator) + sympy.count_ops(fraction.denominator)
        if ops > MOST_OPS:
            raise TooWide("a common divisor of long polynomials")
        _, (above, below) = sring(fraction.parts)
        above, below = above.cancel(below)
        quotient = above.as_expr() / below.as_expr()
    else:
        quotient = fraction.numerator / fraction.denominator
    top, below = sympy.fraction(quotient)
    return Tidy(sympy.expand(top), sympy.expand(below), fraction.back)


def factored(polynomial: Expr) -> list[tuple[Expr, int]]:
    """Factors with their multiplicities, the rational content first."""
    return list(_factored(polynomial))


@lru_cache(maxsize=REMEMBERED)
def _factored(polynomial: Expr) -> list[tuple[Expr, int]]:
    content, rest = polynomial.as_content_primitive() if polynomial.is_Add else (1, polynomial)
    letters = rest.free_symbols
    if not letters:
        return [(polynomial, 1)]
    if len(letters) > FACTOR_LETTERS or sympy.count_ops(rest) > FACTOR_OPS:
        return _monomial_out(rest, content)
    coefficient, factors = factor_list(rest)
    return [(coefficient * content, 1), *factors]


def width(expression: Expr) -> int:
    """A bound on the number of terms after multiplying out."""
    # Counted before anything is multiplied out, which is the work that it guards.
    if expression.is_Add:
        return min(MOST_WIDE + 1, sum(width(part) for part in expression.args))
    if expression.is_Mul:
        product = 1
        for part in expression.args:
            product = min(MOST_WIDE + 1, product * width(part))
        return product
    if expression.is_Pow and expression.exp.is_Integer and expression.base.is_Add:
        inner = width(expression.base)
        return min(MOST_WIDE + 1, int(inner ** min(int(abs(expression.exp)), 16)))
    return 1


def _lattice(
    formal: Expr, roots: Mapping[Any, Expr]
) -> tuple[dict[Any, Expr], dict[Any, Expr], list[tuple[Any, int, Expr]]]:
    """Letters fine enough that every power of them is whole."""
    degrees: dict[Any, int] = {}
    queue, seen = [formal], set()
    while queue:
        part = queue.pop()
        for power in part.atoms(sympy.Pow):
            if power.base.is_Symbol and power.exp.is_Rational:
                known = degrees.get(power.base, 1)
                degrees[power.base] = int(sympy.ilcm(known, power.exp.q))
        for letter in part.free_symbols & set(roots):
            if letter not in seen:
                seen.add(letter)
                queue.append(roots[letter])
    fine = {
        letter: sympy.Symbol(f"{letter.name}'{degree}", positive=True)
        for letter, degree in degrees.items()
        if degree > 1
    }
    finer = {letter: fine[letter] ** degrees[letter] for letter in fine}
    back = {fine[letter]: letter ** sympy.Rational(1, degrees[letter]) for letter in fine}
    # An outer root may hold inner ones, so the roots made last are reduced first.
    reductions = [
        (fine[letter], degrees[letter], roots[letter].xreplace(finer))
        for letter in reversed(list(roots))
        if letter in fine
    ]
    return finer, back, reductions


def _reduced(polynomial: Expr, letter: Any, degree: int, atom: Expr) -> Expr:
    """Replace ``letter ** degree`` by what the root is a root of."""
    if not polynomial.has(letter):
        return polynomial
    terms = [
        coefficient * atom ** (power // degree) * letter ** (power % degree)
        for (power,), coefficient in sympy.Poly(polynomial, letter).terms()
    ]
    total = sympy.Add(*terms)
    if width(total) > MOST_WIDE:
        raise TooWide("too many terms")
    return sympy.expand(total)


def _monomial_out(rest: Expr, content: Expr) -> list[tuple[Expr, int]]:
    """The cheap factors of a long polynomial: its content and its single letters."""
    poly = sympy.Poly(rest)
    powers, smaller = poly.terms_gcd()
    letters = [(letter, power) for letter, power in zip(poly.gens, powers, strict=True) if power]
    return [(content, 1), *letters, (smaller.as_expr(), 1)]


def factor_list(polynomial: Expr) -> tuple[Expr, list[tuple[Expr, int]]]:
    """The rational content and the factors of a primitive polynomial, as SymPy orders them."""
    if polynomial.is_Add:
        ring, element = sring(polynomial)
        if ring.domain.is_ZZ and _is_irreducible(element):
            sign = -1 if element.LC < 0 else 1
            return sympy.Integer(sign), [((sign * element).as_expr(), 1)]
    coefficient, factors = sympy.factor_list(polynomial)
    return coefficient, [(factor, int(times)) for factor, times in factors]


def _is_irreducible(element: Any) -> bool:
    """Whether a primitive polynomial has no factors, as far as one letter tells.

    Gauss's lemma: ``A x + B`` has none where A and B have no divisor in common. Most laws have
    such a letter, so that one gcd takes the place of a general factorization.
    """
    degrees = list(zip(*element.keys(), strict=True))
    linear = [at for at, powers in enumerate(degrees) if max(powers) == 1]
    if not linear or any(min(powers) for powers in degrees):
        return False
    at = min(linear, key=lambda place: sum(degrees[place]))
    slope, constant = {}, {}
    for powers, coefficient in element.items():
        if powers[at]:
            slope[(*powers[:at], 0, *powers[at + 1 :])] = coefficient
        else:
            constant[powers] = coefficient
    # Without a common monomial, a single term has no divisor in common with the rest.
    if len(slope) == 1 or len(constant) == 1:
        return True
    ring = element.ring
    return bool(ring.from_dict(slope).gcd(ring.from_dict(constant)).is_ground)
