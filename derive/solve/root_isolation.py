"""Polynomials with integer coefficients, and all their real roots, exactly.

A polynomial is a tuple of integers, the constant first. Roots are told apart
with Descartes' rule on shrinking intervals, which cannot miss any; a root
that is a fraction is found as one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from ..programs.zeros import Zero, narrow

Polynomial = tuple[int, ...]
ROOT_BITS = 64


def primitive(coefficients: Sequence[Fraction | int]) -> Polynomial:
    """Integers without a common divisor in the same proportions; the last one is not 0."""
    rest = [Fraction(c) for c in coefficients]
    while rest and rest[-1] == 0:
        rest.pop()
    if not rest:
        return ()
    scale = math.lcm(*(c.denominator for c in rest))
    whole = [c.numerator * (scale // c.denominator) for c in rest]
    common = math.gcd(*whole)
    return tuple(c // common for c in whole)


def of_powers(terms: Mapping[int, Fraction]) -> Polynomial:
    """The polynomial with these coefficients by power."""
    return primitive([terms.get(power, Fraction(0)) for power in range(max(terms, default=-1) + 1)])


def at(polynomial: Polynomial, point: Fraction) -> Fraction:
    """The value at a fraction."""
    p, q = point.numerator, point.denominator
    total, scale = 0, 1
    for coefficient in reversed(polynomial):
        total = total * p + coefficient * scale
        scale *= q
    return Fraction(total, scale // q) if polynomial else Fraction(0)


def derivative(polynomial: Polynomial) -> Polynomial:
    """The derivative, up to a positive factor."""
    return primitive([power * c for power, c in enumerate(polynomial)][1:])


def divided(polynomial: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder, each up to a factor."""
    rest = [Fraction(c) for c in polynomial]
    lead, size = divisor[-1], len(divisor)
    quotient: list[Fraction] = []
    while len(rest) >= size:
        factor = rest[-1] / lead
        quotient.append(factor)
        for place, c in enumerate(divisor):
            rest[len(rest) - size + place] -= factor * c
        rest.pop()
    return primitive(quotient[::-1]), primitive(rest)


def common(left: Polynomial, right: Polynomial) -> Polynomial:
    """The greatest common divisor."""
    while right:
        left, right = right, divided(left, right)[1]
    return left


def factors(polynomial: Polynomial) -> list[tuple[Polynomial, int]]:
    """Factors without repeated roots, each with the number of times it occurs."""
    parts = []
    # Musser's square-free factorization: `single` holds each root once, `repeated` what is
    # left of them, and what both share occurs at least once more.
    repeated = common(polynomial, derivative(polynomial))
    single = divided(polynomial, repeated)[0]
    times = 1
    while len(single) > 1:
        shared = common(single, repeated)
        once = divided(single, shared)[0]
        if len(once) > 1:
            parts.append((once, times))
        single, repeated = shared, divided(repeated, shared)[0]
        times += 1
    return parts


def roots(polynomial: Polynomial) -> list[Zero]:
    """All real roots in ascending order, repeated ones once."""
    zeros = []
    for factor, times in [(polynomial, 1)] if len(polynomial) <= 2 else factors(polynomial):
        rest = factor
        while len(rest) > 1:
            brackets = _isolated(rest)
            met = [low for low, high in brackets if low == high]
            if not met:
                zeros += [_zero(rest, low, high, crosses=times % 2 == 1) for low, high in brackets]
                break
            # Divided out before any bracket is believed: a bracket could end at such a root.
            zeros += [Zero(root, root, None, times % 2 == 1) for root in met]
            for root in met:
                rest = divided(rest, (-root.numerator, root.denominator))[0]
    return sorted(zeros, key=lambda zero: zero.middle)


def _zero(polynomial: Polynomial, low: Fraction, high: Fraction, *, crosses: bool) -> Zero:
    """A bracketed root; a fraction among the roots has the leading number below its line."""
    function: Callable[[Fraction], Fraction] = lambda x: at(polynomial, x)  # noqa: E731
    low, high = narrow(function, low, high, ROOT_BITS)
    # The rational root theorem: below the line of a root that is a fraction stands a divisor of
    # the leading coefficient. So a bracket narrower than 1/lead holds one candidate at most.
    lead = abs(polynomial[-1])
    bits = ROOT_BITS
    while (high - low) * lead >= 1:
        bits *= 2
        low, high = narrow(function, low, high, bits)
    candidate = Fraction(math.ceil(low * lead), lead)
    if low < candidate < high and at(polynomial, candidate) == 0:
        low = high = candidate
    return Zero(low, high, function, crosses)


def _isolated(polynomial: Polynomial) -> list[tuple[Fraction, Fraction]]:
    """Brackets around all roots, or some roots that were met exactly (to be divided out)."""
    if len(polynomial) == 2:
        root = Fraction(-polynomial[0], polynomial[1])
        return [(root, root)]
    if polynomial[0] == 0:
        return [(Fraction(0), Fraction(0))]
    mirrored = tuple(-c if power % 2 else c for power, c in enumerate(polynomial))
    brackets = _positive(polynomial) + [(-high, -low) for low, high in _positive(mirrored)]
    met = [bracket for bracket in brackets if bracket[0] == bracket[1]]
    return met or brackets


def _positive(polynomial: Polynomial) -> list[tuple[Fraction, Fraction]]:
    """Brackets around the positive roots, none of which is 0."""
    changes = variations(polynomial)
    if changes == 0:
        return []
    top = _bound(polynomial)
    # Descartes' rule is exact for one change of sign: one root, between both bounds.
    if changes == 1:
        return [(1 / Fraction(2) ** _bound(polynomial[::-1]), Fraction(2) ** top)]
    scaled = _scaled(polynomial, top)
    size = Fraction(2) ** top
    return [(low * size, high * size) for low, high in _split(scaled)]


def variations(numbers: Sequence[int]) -> int:
    """How often the sign changes along the numbers, zeros left out."""
    signs = [number > 0 for number in numbers if number]
    return sum(left != right for left, right in itertools.pairwise(signs))


def _bound(polynomial: Polynomial) -> int:
    """A power of two above all roots: Fujiwara's bound, by the lengths of the numbers."""
    degree, lead = len(polynomial) - 1, abs(polynomial[-1]).bit_length()
    sizes = [
        -((lead - 1 - abs(c).bit_length()) // (degree - power))
        for power, c in enumerate(polynomial[:-1])
        if c
    ]
    return max(sizes) + 1


def _scaled(polynomial: Polynomial, power: int) -> list[int]:
    """The polynomial of ``2**power x``, times a power of two."""
    degree = len(polynomial) - 1
    if power >= 0:
        return [c << (power * place) for place, c in enumerate(polynomial)]
    return [c << (-power * (degree - place)) for place, c in enumerate(polynomial)]


def _shifted(coefficients: Sequence[int]) -> list[int]:
    """The polynomial of ``x + 1``."""
    shifted = list(coefficients)
    for start in range(len(shifted) - 1):
        for place in range(len(shifted) - 2, start - 1, -1):
            shifted[place] += shifted[place + 1]
    return shifted


def _split(coefficients: list[int]) -> list[tuple[Fraction, Fraction]]:
    """Brackets of the roots of a polynomial inside (0, 1)."""
    brackets: list[tuple[Fraction, Fraction]] = []
    todo = [(coefficients, Fraction(0), Fraction(1))]
    while todo:
        numbers, low, high = todo.pop()
        # The roots in (0, 1) are the positive ones after x -> 1/(1 + x), and Descartes' rule counts
        # those (Collins and Akritas). Where it counts two or more, the interval is halved.
        changes = variations(_shifted(numbers[::-1]))
        if changes == 1:
            brackets.append((low, high))
        if changes < 2:
            continue
        middle = (low + high) / 2
        degree = len(numbers) - 1
        left = [c << (degree - place) for place, c in enumerate(numbers)]
        right = _shifted(left)
        # The middle is a root itself, and neither half may claim it.
        if right[0] == 0:
            brackets.append((middle, middle))
            right = right[1:]
        todo += [(left, low, middle), (right, middle, high)]
    return brackets
