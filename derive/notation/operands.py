"""Factors: numbers, letters, brackets and what stands above and behind them."""

from __future__ import annotations

from fractions import Fraction

from . import branches, commands, letters
from .cursor import Cursor, stray
from .glyphs import word_form
from .lexer import Token
from .nodes import Call, Letter, Node, Number, Power, Sum
from .words import SCALES, UNIT


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
        raise cursor.refused("operator", "an exponent without anything in it", mark[2:4])
    inner = cursor.tokens[opening]
    behind = cursor.partners[opening] + 1 if inner.kind == "group" else opening + 1
    content = [t.text for t in cursor.tokens[opening:behind] if t.kind not in {"group", "endgroup"}]
    if content in (["top"], ["T"]) and (content == ["top"] or cursor.glyphs.get("T") is None):
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
            return branches.cases(cursor) if token.text == "cases" else _brackets(cursor)
        case "bar":
            return _bars(cursor)
        case "command":
            return commands.read(cursor, factor)
        case _:
            raise stray(cursor)


def _number(cursor: Cursor) -> Node:
    """A number, with a unit or a scale that is printed right behind it."""
    token = cursor.take()
    text = token.text.replace("{,}", ",")
    value = Fraction(text.replace(",", ""))
    if any(mark in text and cursor.glyphs.get(mark) for mark in "eE"):
        cursor.note("guess", token[2:4], "read as a power of ten")
    number = Number(value, text, token[2:4])
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
    if len(exponent.text) > 4 or int(exponent.text) > cursor.limits.exponent:
        raise cursor.refused("limit", "a number with more digits than are read", exponent[2:4])
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
            cursor.note("suffix", token[2:4], f"{words} read as the letter, not as a power of ten")
        return number
    if words in SCALES and (upright or adjacent):
        cursor.take()
        cursor.note("suffix", token[2:4], f"{words} read as ten to the power {SCALES[words]}")
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
    if unit.kind not in {"letters", "text"} or unit.text.strip() not in {
        "s",
        "m",
        "W",
        "J",
        "g",
        "sec",
    }:
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
        at = (opening.start, opening.end)
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
