"""Real numbers that are not fractions, kept in a normal form so that ties are seen.

A number is a sum of terms, a term a fraction times powers of atoms: primes,
the circle number, e, logarithms of primes, or any other value as a whole
(``log(1 + sqrt(2))``). Primes are raised to exponents from 0 to below 1, so
that ``sqrt(8) - 2 sqrt(2)`` has no terms left and *is* zero.

The sign of a number is certain or left open: what differs from zero is told apart
by enclosures of 50, 100, 200 and 400 digits, what is zero by its normal form; what
neither cancels nor separates stays open, and is said to be.
"""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from functools import reduce

from ..frozen import Record, text_of
from .interval_arithmetic import UNIT, Interval, context, interval_arithmetic, interval_sign
from .primes import factors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_BITS = 1 << 18
MOST_TERMS = 64
MOST_POWER = 8


class Atom(Record):
    """What powers are taken of: ``kind`` prime, pi, e, log (of a prime), or an operation."""

    kind: str
    of: tuple[Any, ...] = ()

    def order(self) -> tuple[str, str]:
        """Any order will do as long as it is one."""
        return self.kind, text_of(self.of)


Monomial = tuple[tuple[Atom, Fraction], ...]


class Real(Record):
    """A sum of terms, at least one of them not a fraction."""

    terms: tuple[tuple[Monomial, Fraction], ...]


Number = Fraction | Real
PI: Number = Real(((((Atom("pi"), Fraction(1)),), Fraction(1)),))


class Open(Exception):  # a question left open, caught by the runner
    """A sign or an integer that no enclosure settles."""


def from_terms(terms: dict[Monomial, Fraction]) -> Number:
    """The number with these terms: a fraction where nothing else is left."""
    kept = {monomial: factor for monomial, factor in terms.items() if factor}
    if not kept:
        return Fraction(0)
    if len(kept) == 1 and () in kept:
        return kept[()]
    if len(kept) > MOST_TERMS:
        raise Open
    # Terms in one order, so that numbers which are equal are the same.
    order = sorted(kept, key=lambda monomial: [(atom.order(), power) for atom, power in monomial])
    return Real(tuple((monomial, kept[monomial]) for monomial in order))


def _terms(number: Number) -> dict[Monomial, Fraction]:
    return {(): number} if isinstance(number, Fraction) else dict(number.terms)


def _term(atoms: dict[Atom, Fraction], factor: Fraction) -> tuple[Monomial, Fraction]:
    """One term; whole powers of primes move into its factor."""
    kept = []
    for atom, power in atoms.items():
        rest = power
        if atom.kind == "prime":
            whole = math.floor(power)
            rest = power - whole
            if abs(whole) > MOST_BITS:
                raise Open
            factor *= Fraction(atom.of[0]) ** whole
        if rest:
            kept.append((atom, rest))
    return tuple(sorted(kept, key=lambda item: item[0].order())), factor


def add(left: Number, right: Number) -> Number:
    """One number plus another."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left + right
    terms = _terms(left)
    for monomial, factor in _terms(right).items():
        terms[monomial] = terms.get(monomial, Fraction(0)) + factor
    return from_terms(terms)


def mul(first: Number, other: Number) -> Number:
    """One number times another."""
    if isinstance(first, Fraction) and isinstance(other, Fraction):
        return first * other
    terms: dict[Monomial, Fraction] = {}
    for left, factor in _terms(first).items():
        for right, again in _terms(other).items():
            atoms = dict(left)
            for atom, power in right:
                atoms[atom] = atoms.get(atom, Fraction(0)) + power
            monomial, scaled = _term(atoms, factor * again)
            terms[monomial] = terms.get(monomial, Fraction(0)) + scaled
    return from_terms(terms)


def neg(number: Number) -> Number:
    """Minus a number."""
    return mul(Fraction(-1), number)


def power(base: Number, exponent: Fraction) -> Number:
    """A positive number to a fraction, or any number but 0 to an integer."""
    if isinstance(base, Fraction):
        return _rational_power(base, exponent)
    if len(base.terms) == 1 and (exponent.denominator == 1 or base.terms[0][1] > 0):
        monomial, factor = base.terms[0]
        raised = _term({atom: p * exponent for atom, p in monomial}, Fraction(1))
        return mul(_rational_power(factor, exponent), from_terms(dict([raised])))
    if exponent.denominator == 1 and 0 < exponent <= MOST_POWER:
        copies: list[Number] = [base] * int(exponent)
        return reduce(mul, copies)
    return _whole_sum(base, exponent)


def _whole_sum(base: Real, exponent: Fraction) -> Number:
    """A sum that cannot be taken apart, as one atom with the first factor drawn out."""
    lead = abs(base.terms[0][1])
    scaled = mul(1 / lead, base)
    atom = Atom("sum", (scaled,))
    return mul(_rational_power(lead, exponent), from_terms({((atom, exponent),): Fraction(1)}))


def _rational_power(base: Fraction, exponent: Fraction) -> Number:
    if exponent.denominator == 1:
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        if bits * abs(exponent) > MOST_BITS:
            raise Open
        return base ** int(exponent)
    atoms: dict[Atom, Fraction] = {}
    for prime, count in factors(base).items():
        atoms[Atom("prime", (prime,))] = count * exponent
    return from_terms(dict([_term(atoms, Fraction(1))]))


def log(number: Number) -> Number:
    """The natural logarithm of a positive number."""
    if isinstance(number, Real) and (len(number.terms) != 1 or number.terms[0][1] < 0):
        return opaque("log of", number)
    monomial, factor = ((), number) if isinstance(number, Fraction) else number.terms[0]
    total: Number = Fraction(0)
    for prime, count in factors(factor).items():
        total = add(total, mul(Fraction(count), _log_atom(Atom("prime", (prime,)))))
    for atom, exponent in monomial:
        total = add(total, mul(exponent, _log_atom(atom)))
    return total


def _log_atom(atom: Atom) -> Number:
    if atom.kind == "e":
        return Fraction(1)
    kind = "log" if atom.kind == "prime" else "log of"
    of = atom.of if atom.kind == "prime" else (from_terms({((atom, Fraction(1)),): Fraction(1)}),)
    return from_terms({((Atom(kind, of), Fraction(1)),): Fraction(1)})


def exp(number: Number) -> Number:
    """The exponential of a number; logarithms of primes turn back into primes."""
    result: Number = Fraction(1)
    for monomial, factor in _terms(number).items():
        if monomial == ():
            atoms = {Atom("e"): factor}
        elif len(monomial) == 1 and monomial[0][0].kind == "log" and monomial[0][1] == 1:
            atoms = {Atom("prime", monomial[0][0].of): factor}
        else:
            atoms = {Atom("exp of", (from_terms({monomial: Fraction(1)}),)): factor}
        result = mul(result, from_terms(dict([_term(atoms, Fraction(1))])))
    return result


def opaque(operation: str, number: Number) -> Number:
    """A function of which only the value is known."""
    return from_terms({((Atom(operation, (number,)), Fraction(1)),): Fraction(1)})


# --- enclosures and signs ----------------------------------------------------------


DIGITS = (50, 100, 200, 400)
SPARE = 5
"""Digits that rounding may eat."""


def enclosure(number: Number, digits: int) -> Interval:
    """An interval that surely holds the number."""
    own = interval_arithmetic(digits + SPARE)
    if isinstance(number, Fraction):
        return own.constant(number)
    total = own.constant(0)
    for monomial, factor in number.terms:
        term = own.constant(factor)
        for atom, exponent in monomial:
            base = _enclosed(atom, digits)
            if exponent.denominator == 1:
                raised = own.power(base, int(exponent))
            elif exponent.denominator == 2:
                raised = own.power(own.sqrt(base), exponent.numerator)
            else:
                raised = own.exp(own.multiply(own.ln(base), own.constant(exponent)))
            term = own.multiply(term, raised)
        total = own.add(total, term)
    return total


def _enclosed(atom: Atom, digits: int) -> Interval:
    from . import interval_functions

    own = interval_arithmetic(digits + SPARE)
    if atom.kind == "pi":
        return interval_functions.pi(own)
    if atom.kind == "e":
        return own.exp(UNIT)
    prime = atom.kind in {"prime", "log"}
    inner = own.constant(atom.of[0]) if prime else enclosure(atom.of[0], digits)
    name = atom.kind.removesuffix(" of")
    if name in {"prime", "sum"}:
        return inner
    if name in interval_functions.FUNCTIONS:
        return interval_functions.FUNCTIONS[name](own, inner)
    return own.ln(inner) if name == "log" else own.exp(inner)


def decimal(number: Number) -> Decimal:
    """A decimal of fifty digits, and ten to spare."""
    digits = DIGITS[0] + 10
    middle = interval_arithmetic(digits + SPARE).middle(enclosure(number, digits))
    return context(digits, ROUND_HALF_EVEN).plus(middle)


def sign(number: Number) -> int:
    """-1, 0 or 1; raises Open where that cannot be settled."""
    near = with_certain_sign(number)
    return int(near > 0) - int(near < 0)


def with_certain_sign(number: Number) -> Fraction | Decimal:
    """The number, or a decimal near it whose sign is certain; raises Open where none is."""
    if isinstance(number, Fraction):
        return number
    for digits in DIGITS:
        inside = enclosure(number, digits)
        if interval_sign(inside):
            return interval_arithmetic(digits + SPARE).middle(inside)
        if digits == DIGITS[0] and _cleared(number) == 0:
            return Fraction(0)
    raise Open


def _cleared(number: Real) -> Number:
    """The number times those sums that stand below a line in it."""
    below: dict[Atom, int] = {}
    for monomial, _ in number.terms:
        for atom, exponent in monomial:
            if atom.kind == "sum" and exponent < 0 and exponent.denominator == 1:
                below[atom] = max(below.get(atom, 0), int(-exponent))
    result: Number = Fraction(0)
    for monomial, factor in number.terms:
        atoms = dict(monomial)
        term: Number = factor
        for atom, most in below.items():
            left = most + atoms.pop(atom, Fraction(0))
            term = mul(term, power(atom.of[0], left)) if left else term
        result = add(result, mul(term, from_terms({tuple(atoms.items()): Fraction(1)})))
    return result


def floor(number: Number) -> int:
    """The largest integer that is not above a number."""
    if isinstance(number, Fraction):
        return math.floor(number)
    for digits in DIGITS:
        inside = enclosure(number, digits)
        low, high = (end.to_integral_value(ROUND_FLOOR) for end in (inside.low, inside.high))
        if low == high:
            return int(low)
    raise Open
