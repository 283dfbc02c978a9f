"""Units of a printed formula that agree plainly, so that nobody need look closer."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Sequence
from itertools import pairwise

from derive.dimensions import PURE, Dimension
from derive.notation import (
    Big,
    Call,
    Cases,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    glyphs_in,
)
from derive.notation.nodes import children

Dimensions = Mapping[str, Dimension | None]
UNMEASURED = frozenset(("prop", "!="))
"""Relations whose sides need not be measured alike."""
_CONSTANTS = frozenset(("pi", "infty", "e"))


def is_unread(chain: Chain, known: Dimensions) -> bool:
    """Whether nothing is compared, or a letter outside calls and sums has no meaning."""
    waiting = list(chain.members) if chain.operators else []
    while waiting:
        node = waiting.pop()
        if isinstance(node, Letter) and node.glyph not in known and node.glyph not in _CONSTANTS:
            return True
        if not isinstance(node, Call | Big | Cases):
            waiting += children(node)
    return not chain.operators


def agree_plainly(chain: Chain, known: Dimensions, places: frozenset[str]) -> bool:
    """Whether all units agree; False also where that takes a closer look."""
    sides = [side for member in chain.members if (side := _measured(member, known)) is not None]
    return len(sides) == len(chain.members) and all(
        sign in UNMEASURED
        # Whoever gives a letter a number may leave its unit out.
        or Number in map(type, printed)
        or (left.agrees(right) and not left.kinds_differ(right, places))
        for printed, (left, right), sign in zip(
            pairwise(chain.members), pairwise(sides), chain.operators, strict=True
        )
    )


def _measured(  # noqa: PLR0911  one answer for each kind of node
    node: Node, known: Dimensions
) -> Dimension | None:
    """What a part measures; None where its own parts disagree, or may."""
    inner = children(node)
    parts = [part for each in inner if (part := _measured(each, known)) is not None]
    if len(parts) < len(inner):
        return None
    match node:
        case Number(value=value, unit=unit):
            return PURE if value and unit in {"", "%"} else None
        case Letter(glyph=glyph):
            return known.get(glyph)
        case Negative():
            return parts[0]
        case Sum(terms=terms):
            return _shared(terms, parts)
        case Call(function="max" | "min", arguments=terms) if node.function not in known:
            return _shared(terms, parts)
        case Product():
            return functools.reduce(operator.mul, parts)
        case Quotient():
            return parts[0] / parts[1]
        case Power(exponent=Number(value=power, unit="")):
            return parts[0] ** power
        case _:
            return None


def _shared(terms: Sequence[Node], measured: Sequence[Dimension]) -> Dimension | None:
    """What terms measure that measure the same; a bare number counts nothing."""
    kinds = {part.kinds for term, part in zip(terms, measured, strict=True) if glyphs_in(term)}
    if len({part.hard for part in measured}) > 1 or len(kinds) > 1:
        return None
    return Dimension(measured[0].hard, kinds.pop() if kinds else ())
