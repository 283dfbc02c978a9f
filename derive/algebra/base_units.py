"""Laws of SymPy as relations between base-unit magnitudes, with values put in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from ..records import Domain
from ..registry import Registry

FINE = 12
"""Roots up to this degree are left to SymPy."""

HIGH = 1 << 16
"""Powers of numbers up to so many bits are left to SymPy."""


def in_base(registry: Registry, expression: Any) -> Any:
    """The expression with constants as their numbers in base units (byte, second, FLOP, ...)."""
    free = expression.free_symbols
    values = {
        registry.letters[name]: rational(note.value * registry.unit(name).factor)
        for name, note in registry.constants.items()
        if registry.letters[name] in free
    }
    return expression.xreplace(values)


def put_in(registry: Registry, expression: Any, values: Mapping[str, Any]) -> Any:
    """The expression with exact quantities in place of their letters."""
    return filled(
        expression,
        {registry.letters[name]: rational(value.base) for name, value in values.items()},
    )


def filled(expression: Any, values: Mapping[Any, Any]) -> Any:
    """The expression with numbers for letters, powers such as 7**0.34781 left as they stand.

    SymPy would turn that power into the 100,000th root of 7**34781, a number
    of thirty thousand digits on which everything after it is slow.
    """
    if expression in values:
        return values[expression]
    if not expression.args or not (expression.free_symbols & set(values)):
        return expression
    parts = [filled(part, values) for part in expression.args]
    if any(part.has(sympy.Pow) and _fine(part) for part in parts) or _fine_power(expression, parts):
        return expression.func(*parts, evaluate=False)
    if expression.is_Pow and _is_high(*parts):
        return expression.func(*parts, evaluate=False)
    return expression.func(*parts)


def _fine(expression: Any) -> bool:
    return any(_fine_power(power, power.args) for power in expression.atoms(sympy.Pow))


def _fine_power(expression: Any, parts: Sequence[Any]) -> bool:
    """Whether this is a number raised to a fraction with many digits."""
    if not expression.is_Pow:
        return False
    base, exponent = parts
    return bool(base.is_Rational and exponent.is_Rational and exponent.q > FINE)


def _is_high(base: Any, exponent: Any) -> bool:
    """Whether a number in the base would have too many digits once raised to a whole power."""
    if not exponent.is_Integer:
        return False
    numbers = [factor for factor in sympy.Mul.make_args(base) if factor.is_Rational]
    bits = max((max(abs(number.p), number.q).bit_length() for number in numbers), default=0)
    return bits > 1 and bits * abs(int(exponent)) > HIGH


def rational(number: Any) -> sympy.Rational:
    """An exact number for SymPy."""
    exactly = Fraction(number)
    return sympy.Rational(exactly.numerator, exactly.denominator)


def domain_in_base(registry: Registry, name: str) -> Domain:
    """The domain of a letter, in base units."""
    return registry.symbols[name].domain.times(registry.unit(name).factor)
