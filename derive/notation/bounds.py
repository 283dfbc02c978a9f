"""Limits on constants: no power, factorial or exponential beyond what can be computed."""

from __future__ import annotations

import math

from .nodes import (
    Big,
    Call,
    Letter,
    Limits,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Refused,
    Sum,
    children,
)


def bounded(node: Node, limits: Limits) -> None:
    """Refuse a tree whose constants would take long to compute."""
    branches = _check(node, limits)
    if branches > limits.branches:
        raise Refused("limit", node.at, "more choices between values than are read")


def _check(node: Node, limits: Limits) -> int:
    """Check a node and all below; counts the maxima, minima and roundings."""
    # SymPy compares the arguments of maxima and roundings with each other: many take very long.
    branches = sum(_check(child, limits) for child in children(node))
    if isinstance(node, Power):
        _check_power(node, limits)
    elif isinstance(node, Call):
        _check_call(node, limits)
        branches += node.function in {"max", "min", "ceil", "floor", "round", "abs"}
        if len(node.arguments) > 16:
            raise Refused("limit", node.at, "more arguments than are read")
    elif isinstance(node, Quotient) and size(node.under) == -math.inf:
        raise Refused("operator", node.at, "a division by zero")
    return branches


def _check_power(node: Power, limits: Limits) -> None:
    """Exponents stay small, and so do powers of numbers."""
    exponent = size(node.exponent)
    if exponent is None:
        return
    # A logarithm is rounded: the largest exponent that is allowed must not fail by that.
    if exponent > math.log10(limits.exponent) + 1e-9:
        raise Refused("limit", node.at, f"an exponent beyond {limits.exponent}")
    base = size(node.base)
    if base is not None and base != -math.inf and abs(base) * 10**exponent > limits.magnitude:
        raise Refused("limit", node.at, f"a number beyond ten to the {limits.magnitude}")


def _check_call(node: Call, limits: Limits) -> None:
    """Factorials, binomials and exponentials of numbers stay small."""
    size_of = size(node.arguments[0]) if node.arguments else None
    if size_of is None:
        return
    allowed = {
        "factorial": limits.factorial,
        "binomial": limits.factorial,
        "exp": 2 * limits.exponent,
        "sinh": 2 * limits.exponent,
        "cosh": 2 * limits.exponent,
    }.get(node.function)
    if allowed is not None and size_of > math.log10(allowed) + 1e-9:
        raise Refused("limit", node.at, f"{node.function} of a number beyond {allowed}")
    if size_of > limits.magnitude:
        raise Refused("limit", node.at, f"a number beyond ten to the {limits.magnitude}")


def size(node: Node) -> float | None:
    """The decimal logarithm of a constant's magnitude, at most; None if letters are in it."""
    match node:
        case Number(value=value):
            if value == 0:
                return -math.inf
            return math.log10(abs(value.numerator)) - math.log10(value.denominator)
        case Letter(glyph=glyph):
            return 0.5 if glyph == "pi" else None
        case Negative(body=body):
            return size(body)
        case Big():
            return None
        case Sum(terms=parts):
            sizes = [size(part) for part in parts]
            known = [s for s in sizes if s is not None]
            return _sum(node, known) if len(known) == len(sizes) else None
        case _:
            return _composed(node)


def _sum(node: Sum, sizes: list[float]) -> float:
    """The size of a sum: exact where floats can hold it, else an upper bound."""
    # Terms may cancel: where floats hold the sum, 1 - 1 is seen to be zero.
    if max(sizes) < 15:
        total = _float(node)
        if total is not None:
            return math.log10(abs(total)) if total else -math.inf
    return max(sizes) + math.log10(len(sizes))


def _float(node: Node) -> float | None:
    """The value of a plain sum of numbers, or None."""
    match node:
        case Number(value=value):
            return float(value)
        case Negative(body=body):
            inner = _float(body)
            return None if inner is None else -inner
        case Sum(terms=terms):
            values = [_float(term) for term in terms]
            known = [value for value in values if value is not None]
            return math.fsum(known) if len(known) == len(values) else None
        case _:
            return None


def _composed(node: Node) -> float | None:
    """Sizes of products, quotients, powers and functions."""
    sizes = [size(part) for part in children(node)]
    known = [s for s in sizes if s is not None]
    if len(known) != len(sizes) or not known:
        return None
    match node:
        case Product():
            total = -math.inf if -math.inf in known else sum(known)
        case Quotient():
            total = known[0] - known[1] if known[1] != -math.inf else math.inf
        case Power():
            total = _power_size(known[0], known[1])
        case Call():
            total = _call_size(node.function, known)
        case _:
            total = max(known)
    return total


def _call_size(function: str, known: list[float]) -> float:
    """The size of a function of numbers."""
    if function == "exp":
        return min(10 ** min(known[0], 4.0), 1e4)
    if function == "factorial":
        # 200! has 375 digits, and no larger factorial is let through.
        return 375.0
    if function in {"log", "ln", "lg"}:
        # The natural logarithm of ten is 2.303: it is the largest of the three.
        return math.log10(2.4 * max(abs(known[0]), 0.5)) if known[0] > -math.inf else math.inf
    return known[0] / 2 if function == "sqrt" else max(known)


def _power_size(base: float, exponent: float) -> float:
    """The size of a power; a zero base or exponent is harmless."""
    if base == -math.inf:
        return base
    return abs(base) * 10 ** min(exponent, 6.0) if exponent != -math.inf else 0.0
