"""Expressions: sums of products of factors, as printed mathematics binds them.

Factors side by side bind tighter than a slash; a reading of ``a / b c`` or
``a / b * c`` is noted, since books differ.
"""

from __future__ import annotations

from fractions import Fraction

from .bounds import size
from .cursor import END, Cursor, stray
from .lexer import Token
from .nodes import Negative, Node, Number, Product, Quotient, Span, Sum
from .operands import factor, unit_below, without_stop
from .words import UNIT

_OPERANDS = frozenset("number letters text open group command".split())
_STOPPING = frozenset("to rightarrow leftarrow mapsto in notin pm mp land lor".split())


def expression(cursor: Cursor) -> Node:
    """Terms with their signs."""
    # Recursive descent, from what binds loosest to what binds tightest: a function for each level.
    start = cursor.place
    terms = [_product(cursor)]
    while cursor.peek().kind == "sign" and cursor.peek().text in "+-":
        minus = cursor.take().text == "-"
        place = cursor.place
        term = _product(cursor)
        terms.append(Negative(term, cursor.at(place)) if minus else term)
    return terms[0] if len(terms) == 1 else Sum(tuple(terms), cursor.at(start))


def _product(cursor: Cursor) -> Node:
    """Factors joined by times and divided-by signs, from left to right."""
    start = cursor.place
    left = _signed(cursor)
    divided = False
    while cursor.peek().kind == "sign" and cursor.peek().text in ("*", "/", "mod"):
        sign = cursor.take()
        place = cursor.place
        if sign.text == "*" and cursor.peek() is END:
            raise cursor.refused("fragment", "a factor without what it multiplies", sign[2:4])
        right = _signed(cursor)
        at = cursor.at(start)
        if sign.text == "*":
            if divided:
                _note_division(cursor, (sign.start, cursor.at(place)[1]))
            if isinstance(left, Product) and not left.implicit:
                left = Product((*left.factors, right), at)
            else:
                left = Product((left, right), at)
            _note_shape(cursor, left)
        elif sign.text == "/":
            divided = True
            _refuse_derivative(cursor, sign, at)
            left = _divided(cursor, left, right)
        else:
            raise cursor.refused(
                "operator", "a remainder has no reading here", (sign.start, sign.end)
            )
    return left


def _refuse_derivative(cursor: Cursor, slash: Token, at: Span) -> None:
    """``dL/dX`` is a derivative unless the document declares one of the two."""
    place = cursor.tokens.index(slash)
    around = (cursor.tokens[place - 1], cursor.tokens[min(place + 1, len(cursor.tokens) - 1)])
    if all(
        t.kind == "letters"
        and 1 < len(t.text) < 4
        and t.text[0] == "d"
        and cursor.glyphs.get(t.text) is None
        for t in around
    ):
        raise cursor.refused("derivative", "a derivative, not one quantity", at)


def _divided(cursor: Cursor, over: Node, under: Node) -> Node:
    """A division by what follows the slash, factors side by side included."""
    at = (over.at[0], under.at[1])
    if isinstance(under, Product) and under.implicit and not _bracketed(cursor, under):
        _note_division(cursor, under.at)
    if _same(over, under):
        cursor.note("label", at, "a ratio of a thing to itself is a name, not a value")
    return Quotient(over, under, at, slash=True)


def _bracketed(cursor: Cursor, node: Node) -> bool:
    """Whether a node stands in brackets of its own, which say how far the division reaches."""
    before = [token for token in cursor.tokens[: cursor.place] if token.end <= node.at[0]]
    return bool(before) and before[-1].kind == "open"


def _note_division(cursor: Cursor, at: tuple[int, int]) -> None:
    """Say that the reach of a slash is a matter of taste here."""
    cursor.note("ambiguous-division", at, "books differ on how far the division reaches here")


def _note_shape(cursor: Cursor, product: Product) -> None:
    """``N \\times N`` alone may be the shape of an array."""
    first, last = product.factors[0], product.factors[-1]
    if len(product.factors) == 2 and _same(first, last):
        cursor.note("shape", product.at, "may be the shape of an array instead of a product")


def _same(first: Node, second: Node) -> bool:
    """Whether two nodes print the same letter."""
    # Two defaults that differ, so that nodes without a glyph are never the same.
    return getattr(first, "glyph", 1) == getattr(second, "glyph", 2)


def _signed(cursor: Cursor) -> Node:
    """Factors side by side, with the signs before them."""
    start, minus = cursor.place, False
    while cursor.peek().kind == "sign" and cursor.peek().text in "+-":
        minus ^= cursor.take().text == "-"
    node = _beside(cursor)
    return Negative(node, cursor.at(start)) if minus else node


def _beside(cursor: Cursor) -> Node:
    """Factors without a sign between them."""
    start = cursor.place
    factors = [factor(cursor)]
    while _starts_operand(cursor):
        token = cursor.peek()
        if token.kind == "text" and _unit_phrase(cursor, factors):
            continue
        if token.kind == "number":
            if isinstance(factors[-1], Number):
                raise cursor.refused("operator", "two numbers side by side")
            cursor.note(
                "guess", (token.start, token.end), "a number behind a letter, read as a factor"
            )
        factors.append(factor(cursor))
    if cursor.peek().kind not in {"end", "sign", "relation", "bar"}:
        raise stray(cursor)
    if len(factors) == 1:
        return factors[0]
    flat = [
        part
        for node in factors
        for part in (node.factors if isinstance(node, Product) and node.implicit else (node,))
    ]
    return Product(tuple(flat), cursor.at(start), implicit=True)


def _starts_operand(cursor: Cursor) -> bool:
    """Whether another factor follows without a sign."""
    token = cursor.peek()
    if token is END or token.kind not in _OPERANDS:
        return token.kind == "bar" and not cursor.bars and _closes(cursor)
    return not (token.kind == "command" and token.text in _STOPPING)


def _closes(cursor: Cursor) -> bool:
    """Whether a bar has a partner further on."""
    return any(t.kind == "bar" for t in cursor.tokens[cursor.place + 1 : cursor.end])


def _unit_phrase(cursor: Cursor, factors: list[Node]) -> bool:
    """Upright unit words: a factor behind numbers, a remark behind ``2\\Psi \\text{ bytes}``."""
    token = cursor.peek()
    words = without_stop(token)
    scripted = cursor.peek(1).kind in {"sub", "sup", "open"}
    numbers = all(size(node) is not None for node in factors)
    declared = cursor.glyphs.get(words) is not None and not (numbers and len(words) == 1)
    if scripted or declared or not UNIT.fullmatch(words):
        return False
    cursor.take()
    unit, end = unit_below(cursor, token, words)
    at = (token.start, end)
    cursor.note("unit", at, unit)
    if numbers:
        factors.append(Number(Fraction(1), "", at, unit))
    return True
