"""Commands that build operands: fractions, roots, functions, sums, accents."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from . import letters
from .cursor import Cursor, stray
from .glyphs import normal_form
from .layout import is_connective
from .lexer import ACCENTS, ALPHABETS, FUNCTIONS, GREEK, REFUSED, Token
from .nodes import Big, Call, Cases, Letter, Node, Number, Power, Product, Quotient


def read(cursor: Cursor) -> Node:
    """The operand that a command opens."""
    token = cursor.peek()
    name = token.text
    if name in GREEK:
        return _greek(cursor)
    if name in {"frac", "dfrac", "tfrac", "cfrac"}:
        return _fraction(cursor)
    if name == "sqrt":
        return _root(cursor)
    if name in {"sum", "prod"}:
        return _big(cursor, "sum" if name == "sum" else "product")
    if name in FUNCTIONS:
        return _function(cursor)
    if name in {"binom", "dbinom", "tbinom"}:
        start = cursor.place
        cursor.take()
        pair = (_argument(cursor), _argument(cursor))
        return Call("binomial", pair, cursor.at(start))
    if name in ACCENTS or name in ALPHABETS or name == "nabla":
        return _marked(cursor)
    return _refuse(cursor, token)


def _refuse(cursor: Cursor, token: Token) -> Node:
    """Say what a command makes of the span."""
    if token.text in REFUSED:
        raise stray(cursor)
    at = token.at
    raise cursor.refused("command", f"the command {token.text} has no reading here", at)


def _greek(cursor: Cursor) -> Node:
    """A Greek letter with its scripts; a difference ``\\Delta t`` is one glyph."""
    start = cursor.place
    name = cursor.take().text
    after = cursor.peek()
    if name == "Delta" and after.kind == "letters" and cursor.glyphs.get("Delta") is None:
        cursor.take()
        name = f"Delta_{after.text}"
        cursor.note("guess", cursor.at(start), f"read as the one glyph {name}")
    return letters.scripted(cursor, name, start)


def _argument(cursor: Cursor) -> Node:
    """The argument of a command: a group, or the next sign."""
    token = cursor.peek()
    if token.kind == "group":
        if cursor.partners[cursor.place] == cursor.place + 1:
            raise cursor.refused("operator", "an empty argument")
        return cursor.inside(cursor.place)
    if token.kind == "number" and len(token.text) > 1:
        raise cursor.refused("operator", "arguments without braces")
    return cursor.factor(cursor)


def _fraction(cursor: Cursor) -> Node:
    """A fraction; a derivative prints as one and is none."""
    start = cursor.place
    cursor.take()
    if _differential(cursor, cursor.place) and _differential(cursor, _behind(cursor, cursor.place)):
        raise cursor.refused("derivative", "a derivative, not one quantity", cursor.at(start))
    digits = cursor.peek()
    if digits.kind == "number" and len(digits.text) == 2 and digits.text.isdigit():
        # Without braces a command takes one digit: \frac12.
        cursor.take()
        numerator, denominator = (Number(Fraction(d), d, digits.at) for d in digits.text)
        return Quotient(numerator, denominator, cursor.at(start))
    over = _argument(cursor)
    under = _argument(cursor)
    at = cursor.at(start)
    if isinstance(over, Letter) and isinstance(under, Letter) and over.glyph == under.glyph:
        cursor.note("label", at, "a ratio of a thing to itself is a name, not a value")
    return Quotient(over, under, at)


def _behind(cursor: Cursor, place: int) -> int:
    """The index behind an argument."""
    return cursor.partners.get(place, place) + 1


def _differential(cursor: Cursor, place: int) -> bool:
    """Whether an argument begins with the d of a derivative."""
    if place < cursor.end and cursor.tokens[place].kind == "group":
        place += 1
    if place + 1 >= cursor.end:
        return False
    token, after = cursor.tokens[place], cursor.tokens[place + 1]
    if token.kind == "command":
        return token.text == "partial"
    if token.kind not in {"letters", "text"} or after.kind == "sub":
        return False
    if token.text == "d":
        return after.kind in {"letters", "command", "endgroup", "sup", "text"}
    return (
        token.text[:1] == "d" and 1 < len(token.text) < 4 and cursor.glyphs.get(token.text) is None
    )


def _root(cursor: Cursor) -> Node:
    """A square root, or a root with its index in brackets."""
    start = cursor.place
    cursor.take()
    index: Node | None = None
    if cursor.peek().kind == "open" and cursor.peek().text == "[":
        index = cursor.inside(cursor.place)
    body = _argument(cursor)
    return Call(
        "sqrt" if index is None else "root", (body, *([index] if index else [])), cursor.at(start)
    )


LOGARITHMS = frozenset(("log", "ln", "lg"))


def _function(cursor: Cursor) -> Node:
    """``\\max(a, b)``, ``\\log_2 N``, ``\\exp(x)``, ``\\ln^2 x``."""
    start = cursor.place
    name = cursor.take().text
    base, power = _function_scripts(cursor, name)
    token = cursor.peek()
    if token.kind == "open" and token.text in {"(", "[", "set"}:
        arguments = cursor.items(cursor.place)
    elif token.kind == "group":
        arguments = [cursor.inside(cursor.place)]
    elif name in {"max", "min"}:
        raise cursor.refused("index-operator", f"{name} without a list in brackets")
    else:
        arguments = [_bare_argument(cursor, ends_apart=name in LOGARITHMS)]
    if name == "log" and base is None:
        cursor.note(
            "log-base", cursor.at(start), "a logarithm without a base, read as the natural one"
        )
    call = Call(name, (*arguments, *([base] if base else [])), cursor.at(start))
    return call if power is None else Power(call, power, cursor.at(start))


def _function_scripts(cursor: Cursor, name: str) -> tuple[Node | None, Node | None]:
    """The base of a logarithm and the power of a function."""
    base: Node | None = None
    power: Node | None = None
    while cursor.peek().kind in {"sub", "sup"}:
        mark = cursor.take()
        if mark.kind == "sub" and name not in {"log", "lg"}:
            raise cursor.refused("index-operator", f"{name} over an index, not one quantity")
        if mark.kind == "sub":
            base = _argument(cursor)
        else:
            power = _argument(cursor)
    return base, power


def _bare_argument(cursor: Cursor, *, ends_apart: bool = False) -> Node:
    """The argument of a function without brackets: the factors side by side that follow.

    With ``ends_apart`` only those before a space that is set: ``\\log_2 P\\, \\theta``.
    """
    start = cursor.place
    factors = [cursor.factor(cursor)]
    last = factors[0]
    if isinstance(last, Letter) and cursor.peek().kind == "open" and cursor.peek().text == "(":
        if not cursor.glyphs.is_function(last.glyph) and _holds_a_sum(cursor):
            return last
        # log p(x) is never log(p) times x; log p (x + y) is.
        factors = [letters.call(cursor, last.glyph, start)]
    while _goes_on(cursor.peek()) and not (ends_apart and cursor.peek().apart):
        factors.append(cursor.factor(cursor))
    if len(factors) == 1:
        return factors[0]
    cursor.note("argument", cursor.at(start), "read as reaching over all factors that follow")
    return Product(tuple(factors), cursor.at(start), implicit=True)


def _holds_a_sum(cursor: Cursor) -> bool:
    """Whether the brackets that follow hold a sum, as they do behind a factor."""
    inner = cursor.tokens[cursor.place + 1 : cursor.partners[cursor.place]]
    return any(token.kind == "sign" and token.text in {"+", "-"} for token in inner)


def _goes_on(token: Token) -> bool:
    """Whether a factor side by side still belongs to a function's argument."""
    if token.kind == "command":
        return token.text in GREEK or token.text in {"frac", "sqrt"}
    return token.kind in {"letters", "number"}


def _big(cursor: Cursor, kind: Literal["sum", "product"]) -> Node:
    """A sum or product over an index; its body is the product that follows."""
    start = cursor.place
    cursor.take()
    index, low, high = "", None, None
    while cursor.peek().kind in {"sub", "sup"}:
        mark = cursor.take()
        if mark.kind == "sub":
            index, low = _bounds(cursor)
        else:
            high = _argument(cursor)
    if low is not None and high is None:
        raise cursor.refused(
            "index-operator", "a sum that says where it begins and not where it ends"
        )
    body = _body(cursor)
    return Big(kind, index, low, high, body, cursor.at(start))


def _bounds(cursor: Cursor) -> tuple[str, Node | None]:
    """The index under a sum and its first value: ``i=1``, or ``i`` alone."""
    opening = cursor.place
    if cursor.peek().kind != "group":
        token = cursor.take()
        return token.text, None
    closing = cursor.partners[opening]
    inner = cursor.tokens[opening + 1 : closing]
    sign = next((i for i, t in enumerate(inner) if t.kind == "relation"), None)
    if len(inner) == 1 and inner[0].kind in {"letters", "command"}:
        cursor.place = closing + 1
        return inner[0].text, None
    if sign != 1 or inner[1].text != "=" or inner[0].kind != "letters":
        raise cursor.refused(
            "index-operator", "a sum over a range that is not counted from a number"
        )
    low = cursor.between(opening + 3, closing, closing + 1)
    return inner[0].text, low


def _body(cursor: Cursor) -> Node:
    """What is summed: factors side by side, and those joined by a times sign."""
    start = cursor.place
    factors = [_bare_argument(cursor)]
    while cursor.peek().kind == "sign" and cursor.peek().text == "*":
        cursor.take()
        factors.append(_bare_argument(cursor))
    while cursor.peek().kind in {"open", "command", "group"}:
        factors.append(cursor.factor(cursor))
    if cursor.peek().kind == "sign" and cursor.peek().text == "/":
        raise cursor.refused("operator", "a slash behind a sum; its reach is not clear")
    return (
        factors[0]
        if len(factors) == 1
        else Product(tuple(factors), cursor.at(start), implicit=True)
    )


def _marked(cursor: Cursor) -> Node:
    """A letter with an accent, in another alphabet, or under nabla, as one glyph."""
    start = cursor.place
    mark = cursor.take()
    prefix, accent = ALPHABETS.get(mark.text, ""), mark.text if mark.text in ACCENTS else ""
    if mark.text == "nabla":
        return _gradient(cursor, start)
    place = cursor.place
    opened = cursor.peek().kind == "group"
    behind = _behind(cursor, place) if place < cursor.end else place
    inner = cursor.tokens[place + opened : behind - opened]
    if len(inner) != 1 or inner[0].kind not in {"letters", "command", "text"}:
        raise cursor.refused("command", "a mark above more than one letter", cursor.at(start))
    if prefix == "bb":
        kind = ("expectation", "an expectation") if inner[0].text == "E" else ("set", "a set")
        raise cursor.refused(kind[0], f"{kind[1]}, not one quantity", cursor.at(start))
    if inner[0].kind == "command" and inner[0].text not in GREEK:
        cursor.place += opened
        return _refuse(cursor, inner[0])
    cursor.place = behind
    return letters.scripted(cursor, prefix + inner[0].text, start, accent=accent)


def _gradient(cursor: Cursor, start: int) -> Node:
    """``\\nabla L`` where the document declares it as a glyph of its own."""
    behind = _behind(cursor, cursor.place)
    inner = cursor.tokens[cursor.place : behind]
    name = normal_form("".join(t.text for t in inner if t.kind in {"letters", "text"}))
    glyph = f"nabla_{name}"
    if not name or cursor.glyphs.get(glyph) is None:
        raise cursor.refused("derivative", "a gradient, not one quantity", cursor.at(start))
    cursor.place = behind
    return letters.scripted(cursor, glyph, start)


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
