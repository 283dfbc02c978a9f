"""Fractions as powers of primes, as far as small divisors tell."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache

MOST_TRIAL = 1 << 14


@cache
def factors(number: Fraction) -> dict[int, int]:
    """A positive fraction as primes with exponents.

    A cofactor without small divisors stays as it is, apart from being a
    power: that can hide a tie, never invent one.
    """
    powers: dict[int, int] = {}
    for part, sign in ((number.numerator, 1), (number.denominator, -1)):
        rest = part
        divisor = 2
        while divisor * divisor <= rest and divisor < MOST_TRIAL:
            while rest % divisor == 0:
                powers[divisor] = powers.get(divisor, 0) + sign
                rest //= divisor
            divisor += 1 if divisor == 2 else 2
        if rest > 1:
            base, count = _root(rest)
            powers[base] = powers.get(base, 0) + sign * count
    return {prime: count for prime, count in powers.items() if count}


def prime_factors(number: int) -> dict[int, int]:
    """All prime factors of a positive integer with their exponents."""
    powers: dict[int, int] = {}
    todo = [(part, count) for part, count in factors(Fraction(number)).items()]
    while todo:
        part, count = todo.pop()
        divisor = part if part < MOST_TRIAL**2 or is_prime(part) else _divisor(part)
        if divisor == part:
            powers[part] = powers.get(part, 0) + count
        else:
            todo += [(divisor, count), (part // divisor, count)]
    return powers


WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""Bases that leave no doubt below 3.3e24 (Sorenson and Webster, 2015)."""


def is_prime(number: int) -> bool:
    """Miller and Rabin's test; certain for numbers below 3.3e24."""
    if number < 2 or any(number % prime == 0 for prime in WITNESSES):
        return number in WITNESSES
    twos = ((number - 1) & (1 - number)).bit_length() - 1
    odd = (number - 1) >> twos
    for witness in WITNESSES:
        power = pow(witness, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def _divisor(number: int) -> int:
    """A proper divisor of a composite number: Pollard's rho, started anew where it fails."""
    shift = 1
    while True:
        slow = fast = 2
        divisor = 1
        while divisor == 1:
            slow = (slow * slow + shift) % number
            fast = (fast * fast + shift) % number
            fast = (fast * fast + shift) % number
            divisor = math.gcd(slow - fast, number)
        if divisor != number:
            return divisor
        shift += 1


def _root(number: int) -> tuple[int, int]:
    """The smallest base of which a number is a power, and the exponent."""
    for degree in (2, 3, 5, 7):
        root = integer_root(number, degree)
        if root**degree == number:
            base, count = _root(root)
            return base, count * degree
    return number, 1


def integer_root(number: int, degree: int) -> int:
    """The largest integer whose power is not above a number that is not negative."""
    if number < 2 or degree == 1:
        return number
    if degree == 2:
        return math.isqrt(number)
    # Newton's iteration from above falls until it reaches the floor of the root.
    guess = 1 << -(-number.bit_length() // degree)
    while True:
        better = ((degree - 1) * guess + number // guess ** (degree - 1)) // degree
        if better >= guess:
            return guess
        guess = better
