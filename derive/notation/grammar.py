"""Expressions: sums of products of factors, as printed mathematics binds them.

Factors side by side bind tighter than a slash; a reading of ``a / b c`` or
``a / b * c`` is noted, since books differ.
"""

from __future__ import annotations

import re
from fractions import Fraction

from . import commands, letters
from .cursor import END, Cursor, stray
from .glyphs import word_form
from .lexer import SCALES, UNIT, Token
from .nodes import LIMITS, Call, Letter, Negative, Node, Number, Power, Product, Quotient, Sum, size
from .series import DOTS, to_the_last

_OPERANDS = frozenset("number letters text open group command".split())
MANY_BYTES = 10_000
"""From so many on "327,680 B" are bytes, and no billions."""
_MICRO = frozenset("s m W J g sec".split())
_STOPPING = frozenset("to rightarrow leftarrow mapsto in notin pm mp land lor".split())


def expression(cursor: Cursor) -> Node:
    """Terms with their signs."""
    # Recursive descent, from what binds loosest to what binds tightest: a function for each level.
    start = cursor.place
    terms = [_product(cursor)]
    while cursor.peek().kind == "sign" and cursor.peek().text in "+-":
        minus = cursor.take().text == "-"
        place = cursor.place
        if not minus and cursor.peek().kind == "command" and cursor.peek().text in DOTS:
            return to_the_last(cursor, terms, start, _product)
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
            raise cursor.refused("fragment", "a factor without what it multiplies", sign.at)
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
            raise cursor.refused("operator", "a remainder has no reading here", sign.at)
    return left


def _refuse_derivative(cursor: Cursor, slash: Token, at: tuple[int, int]) -> None:
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
    return Quotient(over, under, at)


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
            cursor.note("guess", token.at, "a number behind a letter, read as a factor")
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


def factor(cursor: Cursor) -> Node:
    """One operand with its exponent and factorial; counts the nesting."""
    cursor.deeper()
    start = cursor.place
    node = _operand(cursor)
    while True:
        token = cursor.peek()
        if token.kind == "sup":
            node = _power(cursor, node, start)
        elif token.kind == "factorial":
            cursor.take()
            node = Call("factorial", (node,), cursor.at(start))
        elif token.kind == "sub":
            raise cursor.refused("subscript", "a subscript on something that is no letter")
        else:
            break
    cursor.depth -= 1
    return node


def _power(cursor: Cursor, base: Node, start: int) -> Node:
    """An exponent on a number, a bracket or a function."""
    if isinstance(base, Power) and cursor.tokens[cursor.place - 1].kind != "close":
        raise cursor.refused("operator", "two exponents at one place")
    mark = cursor.take()
    opening = cursor.place
    if opening >= cursor.end:
        raise cursor.refused("operator", "an exponent without anything in it", mark.at)
    inner = cursor.tokens[opening]
    behind = cursor.partners[opening] + 1 if inner.kind == "group" else opening + 1
    content = [t.text for t in cursor.tokens[opening:behind] if t.kind not in {"group", "endgroup"}]
    number = isinstance(base, Sum) and any(isinstance(term, Number) for term in base.terms)
    transposed = content == ["T"] and cursor.glyphs.get("T") is None and not number
    if content == ["top"] or transposed:
        raise cursor.refused("matrix", "a transposed array, not a number", cursor.at(start))
    if content in (["*"], ["prime"], ["circ"], ["dagger"]):
        raise cursor.refused("operator", "a mark above something that is no letter")
    exponent = letters.exponent(cursor, opening, behind)
    cursor.place = behind
    return Power(base, exponent, cursor.at(start))


def _operand(cursor: Cursor) -> Node:
    """What can stand alone."""
    token = cursor.peek()
    match token.kind:
        case "number":
            return _number(cursor)
        case "letters":
            return letters.run(cursor)
        case "text":
            return letters.word(cursor)
        case "group":
            return _group(cursor)
        case "open":
            return commands.cases(cursor) if token.text == "cases" else _brackets(cursor)
        case "bar":
            return _bars(cursor)
        case "command":
            return commands.read(cursor)
        case _:
            raise stray(cursor)


def _number(cursor: Cursor) -> Node:
    """A number, with a unit or a scale that is printed right behind it."""
    token = cursor.take()
    text = re.sub(r"\{,\}|\\[, ]", ",", token.text)
    value = Fraction(text.replace(",", ""))
    if any(mark in text and cursor.glyphs.get(mark) for mark in "eE"):
        cursor.note("guess", token.at, "read as a power of ten")
    number = Number(value, text, token.at)
    following = cursor.peek()
    if following.kind == "text" and following.text in {"e", "E"}:
        number = _upright_exponent(cursor, number)
        following = cursor.peek()
    scripted = cursor.peek(1).kind in {"sub", "sup", "prime", "open"}
    if following.kind == "percent":
        cursor.take()
        return Number(value, text, cursor.at(cursor.place - 2), "%")
    if following.kind in {"letters", "text"} and not scripted:
        return _suffixed(cursor, number, following, adjacent=following.start == token.end)
    if following.text == "mu" and cursor.glyphs.get("mu") is None:
        return _micro(cursor, number)
    return number


def _upright_exponent(cursor: Cursor, number: Number) -> Number:
    """``8.2\\text{e}11``: a power of ten as calculators print it."""
    exponent = cursor.peek(1)
    if exponent.kind != "number" or not exponent.text.isdigit():
        return number
    if len(exponent.text) > 4 or int(exponent.text) > LIMITS.exponent:
        raise cursor.refused("limit", "a number with more digits than are read", exponent.at)
    cursor.place += 2
    value = number.value * 10 ** int(exponent.text)
    return Number(value, f"{number.text}e{exponent.text}", (number.at[0], exponent.end))


def _suffixed(cursor: Cursor, number: Number, token: Token, *, adjacent: bool) -> Number:
    """Units and scales: ``80 \\text{GB}``, ``10ms``, ``8k``, ``7 \\text{ billion}``."""
    words = without_stop(token)
    upright = token.kind == "text"
    single = upright and len(words) == 1 and UNIT.fullmatch(words) is not None
    if cursor.glyphs.get(word_form(words)) is not None and not single:
        if words in SCALES and adjacent and number.value != 1:
            cursor.note("suffix", token.at, f"{words} read as the letter, not as a power of ten")
        return number
    # Nobody counts 327,680 billions: so many are bytes.
    many = words == "B" and upright and number.value >= MANY_BYTES
    if words in SCALES and (upright or adjacent) and not many:
        cursor.take()
        cursor.note("suffix", token.at, f"{words} read as ten to the power {SCALES[words]}")
        value = number.value * 10 ** SCALES[words]
        scaled = Number(value, f"{number.text} {words}", (number.at[0], token.end))
        follower = cursor.peek()
        if follower.kind == "text" and UNIT.fullmatch(without_stop(follower)):
            return _with_unit(cursor, scaled, without_stop(follower))
        return scaled
    if UNIT.fullmatch(words) and (upright or len(words) > 1):
        return _with_unit(cursor, number, words)
    return number


def without_stop(token: Token) -> str:
    """The words of a token; what ends the sentence may stand in its box: ``\\text{ms.}``."""
    words = token.text.strip()
    return words.rstrip(" .,;:") if token.kind == "text" else words


def _with_unit(cursor: Cursor, number: Number, unit: str) -> Number:
    """Take the next token as the number's unit; ``GB/s`` may go on behind a slash."""
    token = cursor.take()
    unit, end = unit_below(cursor, token, unit)
    cursor.note("unit", (token.start, end), unit)
    return Number(number.value, number.text, (number.at[0], end), unit)


def unit_below(cursor: Cursor, token: Token, unit: str) -> tuple[str, int]:
    """A unit that was taken, with the one printed below a slash in the same type: ``FLOP/s``."""
    slash, other = cursor.peek(), cursor.peek(1)
    same = token.kind in {other.kind, "letters"}
    if slash.text != "/" or not same or not UNIT.fullmatch(other.text.strip()):
        return unit, token.end
    cursor.place += 2
    return f"{unit}/{other.text.strip()}", other.end


def _micro(cursor: Cursor, number: Number) -> Number:
    """``560\\mu s``: microseconds, unless the document has a letter mu."""
    unit = cursor.peek(1)
    if unit.kind not in {"letters", "text"} or unit.text.strip() not in _MICRO:
        return number
    cursor.take()
    return _with_unit(cursor, number, "u" + unit.text.strip())


def _group(cursor: Cursor) -> Node:
    """Braces print nothing: what is in them counts as one, and a sum in them is noted."""
    start = cursor.place
    opening = cursor.tokens[start + 1] if start + 1 < cursor.end else cursor.peek()
    if cursor.partners[start] == start + 1:
        raise cursor.refused("operator", "empty braces")
    node = cursor.inside(start)
    if isinstance(node, Letter) and cursor.peek().kind in {"sub", "sup"}:
        return letters.scripted(cursor, node.glyph, start)
    if isinstance(node, Sum) and _touches(cursor, start):
        at = opening.at
        cursor.note("braces", at, "braces are not printed, yet read as brackets")
    return node


def _touches(cursor: Cursor, start: int) -> bool:
    """Whether a group has neighbours that bind tighter than a sum."""
    before = cursor.tokens[start - 1] if start else None
    after = cursor.peek()
    edges = {"open", "group", "close", "endgroup", "relation", "comma", "end"}
    left_free = before is None or before.kind in edges or before.text == "+"
    return not (left_free and (after.kind in edges or after.text in "+-"))


def _brackets(cursor: Cursor) -> Node:
    """Brackets around an expression; a list in them is something else."""
    start = cursor.place
    token = cursor.peek()
    at = (token.start, cursor.tokens[cursor.partners[start]].end)
    if token.text == "set":
        raise cursor.refused("set", "a set, not one quantity", at)
    if token.text == "angle":
        raise cursor.refused("tuple", "several things in angle brackets, not one quantity", at)
    if cursor.has_comma(start):
        if token.text == "[":
            raise cursor.refused("interval", "an interval or a list, not one quantity", at)
        raise cursor.refused("tuple", "several things parted by commas, not one quantity", at)
    if cursor.partners[start] == start + 1:
        raise cursor.refused("operator", "empty brackets", at)
    node = cursor.inside(start)
    if token.text in {"ceil", "floor", "abs"}:
        return Call(token.text, (node,), at)
    return node


def _bars(cursor: Cursor) -> Node:
    """An absolute value between bars."""
    start = cursor.place
    closing = next(
        (i for i in range(start + 1, cursor.end) if cursor.tokens[i].kind == "bar"), None
    )
    if closing is None:
        raise stray(cursor)
    cursor.note("guess", cursor.here(), "bars read as an absolute value")
    node = cursor.between(start + 1, closing, closing + 1)
    return Call("abs", (node,), cursor.at(start))
