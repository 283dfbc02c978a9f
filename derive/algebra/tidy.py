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


Factors = list[tuple[Any, int]]
Powers = list[tuple[Expr, int]]


def factor_list(polynomial: Expr) -> tuple[Expr, Powers]:
    """The rational content and the factors, in the order and signs of ``sympy.factor_list``."""
    if not polynomial.is_Add:
        return _of_product(polynomial)
    ring, element = sring(polynomial)
    if not ring.domain.is_ZZ:
        return _by_sympy(polynomial)
    lowest = [min(powers) for powers in zip(*element.keys(), strict=True)]
    letters = sympy.Mul(*(x**n for x, n in zip(ring.symbols, lowest, strict=True)))
    _, rest = sring(_shifted(element, lowest).as_expr()) if any(lowest) else (ring, element)
    parts = _split(rest)
    if parts is None:
        return _by_sympy(polynomial)
    sign = sympy.prod((-1) ** times for part, times in parts if part.LC < 0)
    positive = [(-part if part.LC < 0 else part, times) for part, times in parts]
    ordered = [(_order(part, n), part.as_expr(), n) for part, n in positive]
    # A letter alone is sorted as a polynomial in itself, as SymPy does it.
    ordered += [((2, 1, n, [1, 0]), letter, n) for letter, n in _of_product(letters)[1]]
    ordered.sort(key=lambda part: part[0])
    return sympy.Integer(sign), [(factor, times) for _, factor, times in ordered]


def _by_sympy(polynomial: Expr) -> tuple[Expr, Powers]:
    coefficient, factors = sympy.factor_list(polynomial)
    return coefficient, [(factor, int(times)) for factor, times in factors]


def _of_product(product: Expr) -> tuple[Expr, Powers]:
    """A product of powers of letters is in factors already."""
    coefficient, rest = product.as_coeff_Mul()
    pairs = [part.as_base_exp() for part in sympy.Mul.make_args(rest) if part != 1]
    if not all(base.is_Symbol and times.is_Integer and times > 0 for base, times in pairs):
        return _by_sympy(product)
    return coefficient, sorted(((b, int(times)) for b, times in pairs), key=lambda pair: pair[1])


def _split(element: Any) -> Factors | None:
    """The factors of a primitive polynomial; None where no letter has degree one."""
    lowest = [min(powers) for powers in zip(*element.keys(), strict=True)]
    gens = zip(element.ring.gens, lowest, strict=True)
    kept: Factors = [(gen, power) for gen, power in gens if power]
    rest = _shifted(element, lowest)
    if len(rest) == 1:
        return kept if rest.LC == 1 else None
    # Gauss's lemma: a polynomial ``A x + B`` without common divisors of A and B has no factors.
    # Most laws have such a letter, so one gcd takes the place of a general factorization.
    at = _once(rest)
    if at is None:
        return None
    slope, constant = _parts(rest, at)
    # Without a common monomial, a single term has no divisor in common with the rest.
    if len(slope) == 1 or len(constant) == 1:
        return [*kept, (rest, 1)]
    shared = slope.gcd(constant)
    if shared.is_ground:
        return [*kept, (rest, 1)]
    others = _split(shared)
    return None if others is None else [*kept, *others, (rest.exquo(shared), 1)]


def _shifted(element: Any, lowest: list[int]) -> Any:
    """The polynomial divided by a monomial that all its terms share."""
    if not any(lowest):
        return element
    terms = {
        tuple(power - less for power, less in zip(powers, lowest, strict=True)): coefficient
        for powers, coefficient in element.items()
    }
    return element.ring.from_dict(terms)


def _once(element: Any) -> int | None:
    """Of the letters of degree one the one that stands in the fewest terms."""
    count: dict[int, int] = {}
    for at, degrees in enumerate(zip(*element.keys(), strict=True)):
        if max(degrees) == 1:
            count[at] = sum(degrees)
    return min(count, key=lambda at: (count[at], at), default=None)


def _parts(element: Any, at: int) -> tuple[Any, Any]:
    """``A`` and ``B`` of ``A x + B`` for the letter at a place."""
    slope, constant = {}, {}
    for powers, coefficient in element.items():
        if powers[at]:
            slope[(*powers[:at], 0, *powers[at + 1 :])] = coefficient
        else:
            constant[powers] = coefficient
    return element.ring.from_dict(slope), element.ring.from_dict(constant)


def _order(part: Any, times: int) -> tuple[int, int, int, Any]:
    """The order of SymPy: by degree in the first letter, letters, times, coefficients."""
    ring = part.ring
    poly = sympy.Poly.from_dict(dict(part), *ring.symbols, domain=ring.domain)
    dense = poly.rep.to_list()
    return len(dense), len(ring.symbols), times, dense
