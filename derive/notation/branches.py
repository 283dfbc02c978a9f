"""A quantity that is given case by case: values, each with the condition under which it holds."""

from __future__ import annotations

from .cursor import Cursor
from .layout import is_connective
from .nodes import Cases, Node

_STOPS = frozenset({"comma", "stop", "split"})
Condition = tuple[Node, str, Node]


def cases(cursor: Cursor) -> Node:
    """Read the rows of ``cases``; the last may stand for all that is left."""
    opening = cursor.place
    closing = cursor.partners[opening]
    values: list[Node] = []
    conditions: list[Condition] = []
    for start, end in _rows(cursor, opening + 1, closing):
        if len(values) > len(conditions):
            raise _refused(cursor, opening)
        cut = next((at for at in _outer(cursor, start, end) if _parts(cursor, at)), end)
        values.append(cursor.between(start, cut, end))
        while cut < end and _parts(cursor, cut):
            cut += 1
        if cut < end:
            conditions.append(_condition(cursor, opening, cut, end))
    if len(values) < 2:
        raise _refused(cursor, opening)
    cursor.place = closing + 1
    return Cases(tuple(values), tuple(conditions), cursor.at(opening))


def _rows(cursor: Cursor, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches between row breaks, without the punctuation at their ends."""
    breaks = [
        at
        for at in _outer(cursor, start, end)
        if cursor.tokens[at].kind == "split" and cursor.tokens[at].text == "row"
    ]
    stretches = []
    for first, last in zip([start, *(at + 1 for at in breaks)], [*breaks, end], strict=True):
        kept = [at for at in range(first, last) if cursor.tokens[at].kind not in _STOPS]
        if kept:
            stretches.append((first, kept[-1] + 1))
    return stretches


def _outer(cursor: Cursor, start: int, end: int) -> list[int]:
    """The places of a stretch that stand in no bracket of its own."""
    places, place = [], start
    while place < end:
        places.append(place)
        place = cursor.partners.get(place, place) + 1
    return places


def _parts(cursor: Cursor, place: int) -> bool:
    """Whether a token stands between a value and its condition: a column, a comma, ``if``."""
    token = cursor.tokens[place]
    return token.kind in {"split", "comma"} or (token.kind == "text" and is_connective(token.text))


def _condition(cursor: Cursor, opening: int, start: int, end: int) -> Condition:
    """One relation; a condition of more, or in words, is not read."""
    signs = [at for at in _outer(cursor, start, end) if cursor.tokens[at].kind == "relation"]
    prop = any(cursor.tokens[at].text == "prop" for at in signs)
    if len(signs) != 1 or prop or signs[0] in {start, end - 1}:
        raise _refused(cursor, opening)
    left = cursor.between(start, signs[0], signs[0])
    right = cursor.between(signs[0] + 1, end, end)
    return left, cursor.tokens[signs[0]].text, right


def _refused(cursor: Cursor, opening: int) -> Exception:
    at = (cursor.tokens[opening].start, cursor.tokens[cursor.partners[opening]].end)
    return cursor.refused("environment", "cases whose conditions are not read", at)
