"""The one change of a formula after which it gives the number beside it.

A number that follows as soon as one sign, factor or fraction of the formula is
changed was computed with the right formula, which the text then prints wrongly.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Container, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from derive.dimensions import Dimension
from derive.notation import (
    Call,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    prefix,
)

from ..laws.needing import across_the_line, changed
from ..laws.probing import EXTREMES, Probe, Unknown, evaluated, parts_of
from .lacking import Alteration, Words, lacking, letters_paired, said, valued_parts

SPREAD, MOST_CHANCE = math.log(100), 0.01
"""Numbers of one kind lie within two decades: a chance number is anywhere in there, and so often
one may have the digits that some change of a formula gives."""
# Factors that get lost or doubled: directions, halves, thirds, the 4 and 6 of training costs, bits.
_FACTORS = (2.0, 1 / 2, 3.0, 1 / 3, 4.0, 1 / 4, 6.0, 1 / 6, 8.0, 1 / 8)
# What is counted for each weight and token: passes, operations, bytes.
_COEFFICIENTS = (2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)
# Four passes where three count: quotients of two numbers next to each other.
_SMALL_QUOTIENTS = [pair for n in range(2, 9) for pair in ((n, n - 1), (n - 1, n))]
LOST = 1e-6
"""A term that is so small a part of a sum is as good as left out."""
TURNED = "takes the wrong one of max and min"
OPPOSITE = {"max": "min", "min": "max"}
NOTHING_KNOWN: Mapping[str, Dimension] = MappingProxyType({})


Outcome = tuple[float, Words]
"""What a formula gives after a change, and what was changed, in words for its print."""


def change_for(
    side: Node,
    values: Mapping[str, float],
    beside: Mapping[str, float],
    fits: Callable[[float], bool],
    latex: str,
    *,
    paired: bool = False,
    settled: Container[str] = (),
) -> str:
    """The one change of a formula after which it gives what fits, in words; empty without one.

    ``beside`` are letters that the formula does not have, of which it may lack one; where
    ``paired``, also over or times one of its own. Quotients that are ``settled``, in prefix
    form, are not what is wrong.
    """

    def is_settled(path: tuple[Node, ...]) -> bool:
        inner = (part for part in path[1:] if isinstance(part, Quotient))
        return any(str(prefix(part)) in settled for part in inner)

    def tried(keep: Mapping[int, float]) -> Iterator[Alteration]:
        # With letters beside the formula only they are tried: all else was, and failed.
        terms = dict(letters_paired(beside, values)) if paired else {}
        ways = (
            lacking(side, (), keep, beside, terms, {})
            if beside
            else _changes(side, (), keep, values)
        )
        return (way for way in ways if not is_settled(way[0]))

    exchanges = () if beside else exchanges_of(side, values)
    outcomes = itertools.chain(_outcomes(side, values, tried), exchanges)
    words = next((words for gives, words in outcomes if fits(gives)), None)
    return words(latex) if words else ""


def exchanges_of(
    side: Node, values: Mapping[str, float], measures: Mapping[str, Dimension] = NOTHING_KNOWN
) -> Iterator[Outcome]:
    """What a formula gives where two letters stand in each other's place: ``(u - 1) / k``.

    Letters that measure different things, as far as that is known, are not taken for each other.
    """
    as_it_is = evaluated(side, values)
    for left, right in itertools.combinations(sorted(values), 2):
        # Where one is nothing, its terms only vanish.
        is_alike = measures.get(left) == measures.get(right)
        if not is_alike or not values[left] or not values[right] or values[left] == values[right]:
            continue
        gives = evaluated(side, {**values, left: values[right], right: values[left]})
        # Two factors of a product may stand in any order.
        if gives is not None and as_it_is is not None and not math.isclose(gives, as_it_is):
            yield gives, _said(f"{left} and {right} change places")


def _said(words: str) -> Words:
    """Words that are the same however a formula is printed."""
    return lambda _: words


def changes_of(side: Node, values: Mapping[str, float]) -> Iterator[Outcome]:
    """What a formula gives after each change in its own letters."""
    return _outcomes(side, values, lambda keep: _changes(side, (), keep, values))


def turns_of(side: Node, values: Mapping[str, float]) -> Iterator[Outcome]:
    """What a formula gives when one part of it is turned."""

    def tried(keep: Mapping[int, float]) -> Iterator[Alteration]:
        for path in _paths(side, (), keep):
            for new, words in _turned(path[-1], keep[id(path[-1])], keep):
                yield path, new, words

    return _outcomes(side, values, tried)


def lacks_of(
    side: Node,
    values: Mapping[str, float],
    beside: Mapping[str, float],
    dimensions: Mapping[str, Dimension],
) -> Iterator[Outcome]:
    """What a formula gives with one letter more, as a factor, a divisor or a term of a part.

    Factors are plain numbers, and terms measure what they are added to, as far as that is known.
    """
    return _outcomes(side, values, lambda keep: lacking(side, (), keep, beside, {}, dimensions))


def lacks_product_of(
    side: Node, values: Mapping[str, float], beside: Mapping[str, float]
) -> Iterator[Outcome]:
    """What a formula gives with a product of two letters more as a term of a sum."""
    pairs = itertools.combinations({**values, **beside}.items(), 2)
    terms = {f"{left} {right}": first * second for (left, first), (right, second) in pairs
             if left in beside or right in beside}  # fmt: skip
    return _outcomes(side, values, lambda keep: lacking(side, (), keep, {}, terms, {}))


def _outcomes(
    side: Node,
    values: Mapping[str, float],
    tried: Callable[[Mapping[int, float]], Iterator[Alteration]],
) -> Iterator[Outcome]:
    """What a formula gives after each change of one part, where that is a number.

    The changes are asked for with the values that its parts have.
    """
    probe = Probe({glyph: np.float64(value) for glyph, value in values.items()})
    keep: dict[int, float] = {}
    try:
        with np.errstate(all="ignore"):
            probe.kept(side, keep)
            for path, new, words in tried(keep):
                gives = float(changed(probe, keep, path, new))
                if np.isfinite(gives):
                    yield gives, words
    except (Unknown, TypeError, ValueError):
        return


def _paths(
    node: Node, path: tuple[Node, ...], keep: Mapping[int, float]
) -> Iterator[tuple[Node, ...]]:
    """The way to every part of a tree."""
    here = (*path, node)
    yield here
    for part in valued_parts(node, keep):
        yield from _paths(part, here, keep)


def _changes(
    node: Node, path: tuple[Node, ...], keep: Mapping[int, float], values: Mapping[str, float]
) -> Iterator[tuple[tuple[Node, ...], float, Words]]:
    """Single changes of a tree, each as the new value of one of its parts, simple ones first."""
    here = (*path, node)
    own = keep[id(node)]
    yield from ((here, new, words) for new, words in _of_node(node, own, keep))
    if isinstance(node, Letter):
        for glyph, value in values.items():
            if glyph != node.glyph and value != own:
                yield here, value, said(f"{{}} should be {glyph}", node)
    for part in valued_parts(node, keep):
        yield from _changes(part, here, keep, values)
    whole = abs(keep[id(path[-1])]) if path and isinstance(path[-1], Sum) else 0.0
    yield from _factors(node, here, own, values, LOST * whole)


def _of_node(  # noqa: C901  a table of what may be done to each kind of node
    node: Node, own: float, keep: Mapping[int, float]
) -> Iterator[tuple[float, Words]]:
    """Another sign, another way up, another function, another number."""
    parts = valued_parts(node, keep)
    inner = [keep[id(part)] for part in parts]
    yield from _turned(node, own, keep)
    match node:
        case Sum():
            # Degrees that multiply, printed with a plus between them.
            if all(isinstance(part, Letter) for part in parts):
                yield float(np.prod(inner)), said("{} is a product, not a sum", node)
        case Quotient():
            if inner[1]:
                yield inner[0] * inner[1], said("{} is multiplied, not divided", parts[1])
            if all(isinstance(part, Number) for part in parts):
                for over, under in _SMALL_QUOTIENTS:
                    yield over / under, said(f"{{}} should be {over}/{under}", node)
        case Product():
            yield from _powers_exchanged(node, own, keep)
        case Call() if node.function == "exp" and own:
            yield 1 / own, said("the sign of {} is wrong", parts[0])
        case Number() if node.text:
            others = _COEFFICIENTS if own in _COEFFICIENTS else ()
            for other in dict.fromkeys((*(own * factor for factor in _FACTORS), *others)):
                yield other, said(f"{{}} should be {other:g}", node)
            for term in (1.0, -1.0):
                yield own + term, said(f"{{}} should be {own + term:g}", node)


def _turned(node: Node, own: float, keep: Mapping[int, float]) -> Iterator[tuple[float, Words]]:
    """Another way up, or sign, a factor or two across the line, the other of max and min."""
    parts = valued_parts(node, keep)
    inner = [keep[id(part)] for part in parts]
    match node:
        case Quotient():
            if inner[0]:
                yield inner[1] / inner[0], said("{} stands upside down", node)
            yield from _upside_down_but_for(node, own, keep)
            yield from _exchanged(node, keep)
            terms = node.under.terms if isinstance(node.under, Sum) else ()
            if any(prefix(term) == prefix(node.over) for term in terms):
                # A share of a whole, for what is left of it.
                yield 1 - own, said("{} and the rest of the sum change places", node.over)
        case Product():
            for part, value in zip(parts, inner, strict=True):
                if value and not isinstance(part, Number):
                    yield own / value**2, said("{} belongs across the line", part)
        case Sum():
            yield from _signs_turned(node, own, keep)
        case Power():
            yield from _root_for_power(node, keep)
        case Call() if node.function in OPPOSITE:
            other = OPPOSITE[node.function]
            extreme = functools.reduce(EXTREMES[other], inner)
            yield extreme, said(f"{{}} {TURNED}: {other}", node)


def _signs_turned(
    node: Sum, own: float, keep: Mapping[int, float]
) -> Iterator[tuple[float, Words]]:
    """A sum with the sign of a term turned, and a difference taken the other way round."""
    for part in node.terms:
        yield own - 2 * keep[id(part)], said("the sign of {} is wrong", part)
    if len(node.terms) == 2 and sum(isinstance(part, Negative) for part in node.terms) == 1:
        yield -own, said("{} is the wrong way round", node)


def _root_for_power(node: Power, keep: Mapping[int, float]) -> Iterator[tuple[float, Words]]:
    """A power whose exponent, a letter or what is made of some, stands upside down."""
    base, exponent = keep[id(node.base)], keep[id(node.exponent)]
    if base > 0 and exponent and not isinstance(node.exponent, Number):
        words = said("the exponent {} stands upside down", node.exponent)
        yield base ** (1 / exponent), words


def _upside_down_but_for(
    node: Quotient, own: float, keep: Mapping[int, float]
) -> Iterator[tuple[float, Words]]:
    """A quotient of which all turned but one factor above the line."""
    factors = parts_of(node.over) if isinstance(node.over, Product) else ()
    for factor in factors:
        if own and not isinstance(factor, Number):
            words = said("{} stands upside down but for {}", node, factor)
            yield keep[id(factor)] ** 2 / own, words


def _exchanged(node: Quotient, keep: Mapping[int, float]) -> Iterator[tuple[float, Words]]:
    """A factor above the line and one below it, each in the other's place."""
    for upper, lower in across_the_line(node):
        first, second = keep[id(upper)], keep[id(lower)]
        if first and second:
            words = said("{} and {} change places", upper, lower)
            yield keep[id(node)] * (second / first) ** 2, words


def _powers_exchanged(
    product: Product, own: float, keep: Mapping[int, float]
) -> Iterator[tuple[float, Words]]:
    """Two factors of which the other one has the power: `a^2 b` for `a b^2`."""
    powers = [part for part in product.factors if isinstance(part, Power)]
    plain = [part for part in product.factors if isinstance(part, Letter)]
    for power, other in itertools.product(powers, plain):
        base, exponent = keep[id(power.base)], keep[id(power.exponent)]
        if base > 0 and keep[id(other)] > 0:
            value = own * (keep[id(other)] / base) ** (exponent - 1)
            yield value, said("the power belongs to {}", other)


def _factors(
    node: Node, here: tuple[Node, ...], own: float, values: Mapping[str, float], least: float
) -> Iterator[tuple[tuple[Node, ...], float, Words]]:
    """A factor or a term that is missing, or one too many, at one part of a formula.

    A term is no less than ``least``: of two numbers of bytes, one over the other leaves the other.
    """
    above = here[-2] if len(here) > 1 else None
    if isinstance(above, Product | Negative) or isinstance(node, Number):
        return
    for factor, words in ((2.0, "twice"), (0.5, "half")):
        yield here, own * factor, said(f"{{}} should be {words} as much", node)
    if own > 0 and not isinstance(node, Letter):
        yield here, own**0.5, said("the root of {} is meant", node)
        yield here, own**2, said("the square of {} is meant", node)
    yield from ((here, own + term, words) for term, words in _terms(node, values))
    for glyph, value in values.items():
        if value not in (0.0, 1.0) and not (isinstance(node, Letter) and node.glyph == glyph):
            yield here, own * value, said(f"{{}} lacks the factor {glyph}", node)
            if abs(own / value) >= least:
                yield here, own / value, said(f"{{}} has a factor {glyph} too many", node)
        if above is None:
            yield here, own + value, said(f"{{}} lacks the term {glyph}", node)


def _terms(node: Node, values: Mapping[str, float]) -> Iterator[tuple[float, Words]]:
    """Terms that a part may lack: one, or another product of two letters among such products."""
    if isinstance(node, Sum | Letter):
        for term, sign in ((1.0, "+"), (-1.0, "-")):
            yield term, said(f"{{}} lacks the term {sign} 1", node)
    if isinstance(node, Sum) and all(map(_is_of_two, node.terms)):
        for (left, first), (right, second) in itertools.combinations(values.items(), 2):
            yield first * second, said(f"{{}} lacks the term {left} {right}", node)


def _is_of_two(term: Node) -> bool:
    """Whether a term is a product of two letters."""
    return isinstance(term, Product) and [*map(type, term.factors)] == [Letter, Letter]
