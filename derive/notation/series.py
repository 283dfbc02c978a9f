"""Series whose terms tell what is left out: ``1 + x + \\dots + x^n``, ``1 + 2 + \\dots + n``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from .cursor import Cursor, stray
from .nodes import Big, Letter, Node, Number, Power, Span, prefix

DOTS = frozenset("ldots cdots dots dotsc dotsb".split())
SHOWN = 2
"""So many terms tell how a series goes on."""
INDEX = "dots"
"""The index of the sum, which no document has as a letter."""


def to_the_last(
    cursor: Cursor, terms: list[Node], start: int, read: Callable[[Cursor], Node]
) -> Node:
    """A sum that goes on with dots; refused where its terms do not tell how."""
    place, dots = cursor.place, cursor.peek().at
    if cursor.peek(1).text == "+":
        cursor.place += 2
        series = _series(terms, read(cursor), dots, cursor.at(start))
        if series is not None:
            return series
        cursor.place = place
    raise stray(cursor)


def _series(terms: Sequence[Node], last: Node, dots: Span, at: Span) -> Node | None:
    """The sum that terms, dots and a last term are; None where they do not tell it."""
    if len(terms) < SHOWN:
        return None
    index = Letter(INDEX, dots)
    if all(prefix(term) == str(place) for place, term in enumerate(terms, 1)):
        return Big("sum", INDEX, terms[0], last, index, at)
    if not isinstance(last, Power):
        return None
    powers = [_power_of(term, last.base) for term in terms]
    low = powers[0]
    if low is None or powers != [*range(low, low + len(terms))]:
        return None
    first = Number(Fraction(low), str(low), terms[0].at)
    return Big("sum", INDEX, first, last.exponent, Power(last.base, index, dots), at)


def _power_of(term: Node, base: Node) -> int | None:
    """Which power of a base a term is: 1, x or x^2."""
    if isinstance(term, Number) and term.value == 1:
        return 0
    if prefix(term) == prefix(base):
        return 1
    if not isinstance(term, Power) or prefix(term.base) != prefix(base):
        return None
    exponent = term.exponent
    whole = isinstance(exponent, Number) and exponent.value.denominator == 1
    return int(exponent.value) if whole and isinstance(exponent, Number) else None
