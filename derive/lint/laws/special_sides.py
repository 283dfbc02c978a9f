"""Sides of a chain that are equal only where more is known than their letters."""

from __future__ import annotations

import math
import re
from collections.abc import Container, Iterator
from itertools import groupby

from derive.notation import (
    Big,
    Call,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    glyphs_in,
    prefix,
    walk,
)
from derive.notation.lexer import FUNCTIONS
from derive.notation.nodes import children

from .amounts import EQUAL, half_digit
from .probing import ROUNDINGS, letters_in

LEAST_BITS = 4


def is_filled_in(left: Node, right: Node) -> bool:
    """Whether the right side is the left one with numbers for some of its letters.

    Of any part of it where the number has a point: ``v - u`` comes to -0.025.
    """
    bare = right.body if isinstance(right, Negative) else right
    if isinstance(bare, Number) and "." in bare.text and letters_in(left):
        return True
    if isinstance(left, Letter):
        return isinstance(right, Number) or (
            isinstance(right, Letter) and left.glyph == right.glyph
        )
    if isinstance(left, Number):
        return isinstance(right, Number) and left.value == right.value
    mine, theirs = children(left), children(right)
    return (
        type(left) is type(right)
        and getattr(left, "function", "") == getattr(right, "function", "")
        and len(mine) == len(theirs)
        and all(is_filled_in(one, other) for one, other in zip(mine, theirs, strict=True))
    )


def takes_deviations(part: Node) -> bool:
    """Whether a sum over an index subtracts from its letters one that has no index."""
    if not isinstance(part, Big):
        return False
    over = re.compile(rf"[_,{{]{re.escape(part.index)}(?![A-Za-z])")
    sums = [inner for inner in walk(part.body) if isinstance(inner, Sum)]
    return any(
        len({over.search(glyph) is None for glyph in glyphs_in(inner)}) > 1 for inner in sums
    )


def bounds_of(side: Node) -> Iterator[Node]:
    """The bounds of the sums and products of a side."""
    for part in walk(side):
        if isinstance(part, Big):
            yield from (bound for bound in (part.low, part.high) if bound is not None)


def adds_letters(node: Node) -> bool:
    """Whether a side is a sum of letters, as `T_a + T_b`, each perhaps several times."""
    plain = isinstance(node, Sum) and all(
        isinstance(part, Letter | Number | Sum | Product | Negative) for part in walk(node)
    )
    terms = node.terms if isinstance(node, Sum) else ()
    return plain and all(len(letters_in(term)) == 1 for term in terms)


def have_the_same_letters(left: Node, right: Node) -> bool:
    """Whether both sides are composed, of the same letters, and have numbers for values."""
    letters = free_letters(left)
    return are_composed(left, right) and bool(letters) and letters == free_letters(right)


def free_letters(side: Node) -> set[str]:
    """The letters and functions of a side, but the indices of its sums."""
    return {*glyphs_in(side)} - {part.index for part in walk(side) if isinstance(part, Big)}


def are_composed(left: Node, right: Node) -> bool:
    """Whether both sides are more than one letter or number, and have letters."""
    return all(not isinstance(side, Letter | Number) and letters_in(side) for side in (left, right))


def is_complement(left: Node, gap: float | None) -> bool:
    """Whether a negative number is written as what words of so many bits hold: ``2^32 - x``."""
    if not isinstance(left, Negative) or gap is None or gap <= 0:
        return False
    bits = math.log2(gap)
    return bool(bits >= LEAST_BITS and abs(bits - round(bits)) < 1e-9)


def are_numbered(left: Node, right: Node) -> bool:
    """Whether two sides are of a row, with their numbers above: `x^0 = x^1`."""
    return all(
        isinstance(side, Power) and isinstance(side.exponent, Number | Negative)
        for side in (left, right)
    )


def calls_differ(left: Node, right: Node) -> bool:
    """Whether a function of the document's own is called twice, with different arguments."""
    calls: dict[str, set[str]] = {}
    for part in (*walk(left), *walk(right)):
        if isinstance(part, Call) and part.function not in FUNCTIONS:
            calls.setdefault(part.function, set()).add(str([*map(prefix, part.arguments)]))
    return any(len(arguments) > 1 for arguments in calls.values())


def rounded_away(left: Node, right: Node) -> float:
    """What the rounded terms of a difference may be off by, where the other side has them in full.

    ``500/44925 - 505/44910 = 0.01113 - 0.01125``: of what is left two digits are right.
    """
    terms = right.terms if isinstance(right, Sum) else ()
    plain = [term.body if isinstance(term, Negative) else term for term in terms]
    numbers = [term for term in plain if isinstance(term, Number) and not term.unit]
    if not terms or len(numbers) < len(terms) or not isinstance(left, Sum):
        return 0.0
    if all(isinstance(term, Number | Negative) for term in left.terms):
        return 0.0
    return sum(half_digit(number) for number in numbers if "." in number.text) * (1 + EQUAL)


def rounded_factors(side: Node, given: Container[float] = ()) -> float:
    """How far off, relative to it, the rounded factors of a product or quotient let it be.

    What is ``given`` is not rounded.
    """
    return sum(
        half_digit(part) / abs(float(part.value))
        for part in walk(side)
        if isinstance(side, Product | Quotient)
        and isinstance(part, Number)
        and "." in part.text
        and part.value
        and float(part.value) not in given
    )


def whole_letters(left: Node, right: Node) -> frozenset[str]:
    """Letters that count: in the bounds of sums, and in what is rounded to whole numbers."""
    sides = [part for side in (left, right) for part in walk(side)]
    counted = [part for side in (left, right) for bound in bounds_of(side) for part in walk(bound)]
    if any(isinstance(part, Call) and part.function in ROUNDINGS for part in sides):
        counted = sides
    return frozenset(part.glyph for part in counted if isinstance(part, Letter))


def reorders(left: Node, right: Node) -> bool:
    """Whether two products have their letters in another order: such may not commute."""
    orders = [[glyph for glyph, _ in groupby(_in_order(side))] for side in (left, right)]
    return orders[0] != orders[1] and {*orders[0]} == {*orders[1]}


def _in_order(side: Node) -> Iterator[str]:
    """The letters of a product from left to right, but those of exponents."""
    if isinstance(side, Letter):
        yield side.glyph
    elif isinstance(side, Negative):
        yield from _in_order(side.body)
    elif isinstance(side, Power):
        yield from _in_order(side.base)
    elif isinstance(side, Product):
        for factor in side.factors:
            yield from _in_order(factor)
