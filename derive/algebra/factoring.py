"""The factors of a polynomial: one greatest common divisor where a letter has degree one."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.polys.rings import sring

from .standins import Expr

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
