"""Letters, runs of letters and upright words, with their scripts and arguments."""

from __future__ import annotations

import re

from .cursor import Cursor
from .glyphs import Piece, compose, cover, script_form, word_form
from .lexer import FUNCTIONS, GREEK, Token
from .nodes import LIMITS, Call, Letter, Node, Power, Product

_ORDERS = frozenset(("O", "o", "calO", "Theta", "Omega", "O^tilde", "calO^tilde"))
_PLAIN = frozenset("a an and the of or in is are to so be we you it that this for with".split())
_CALLED = re.compile(r"\s*([A-Za-z]\w*)\(([\w,\s]+)\)\s*")


def run(cursor: Cursor) -> Node:
    """A run of letters: one glyph, or several side by side."""
    start = cursor.place
    token = cursor.take()
    if len(token.text) > LIMITS.run:
        raise cursor.refused("limit", "a word too long to be read", token.at)
    if token.text in FUNCTIONS and cursor.peek().text == "(" and not _declared(cursor, token.text):
        return call(cursor, token.text, start)
    pieces = cover(token.text, _tail(cursor), cursor.glyphs, cursor.seen)
    # A letter that stood alone is one: "ab" behind a lone a is more likely a product.
    cursor.seen.update(piece.text for piece in pieces if len(piece.text) == 1)
    _note_run(cursor, token.text, pieces, token.at)
    factors: list[Node] = []
    offset = token.start
    for piece in pieces[:-1]:
        at = (offset, offset + len(piece.text))
        offset = at[1]
        factors.append(Letter(known(cursor, piece.text, at, noted=True), at))
    last = scripted(cursor, pieces[-1].text, start, noted=len(token.text) > 1)
    if not factors:
        return last
    return Product((*factors, last), cursor.at(start), implicit=True)


def _declared(cursor: Cursor, glyph: str) -> bool:
    """Whether the document declares the glyph."""
    return cursor.glyphs.get(glyph) is not None


def _tail(cursor: Cursor) -> str:
    """The subscript behind a run, as the normal form writes it."""
    if cursor.peek().kind != "sub":
        return ""
    form = script_form(_script_tokens(cursor, cursor.place + 1))
    return f"_{form}" if form else ""


def _note_run(cursor: Cursor, text: str, pieces: list[Piece], at: tuple[int, int]) -> None:
    """Record how a run was split, and refuse a sentence."""
    if len(text) < 2:
        return
    if text.casefold() in _PLAIN and not pieces[0].known:
        raise cursor.refused("prose", "words of a sentence, not a formula", at)
    names = " ".join(piece.text for piece in pieces)
    if len(pieces) > 1:
        kind = "split" if all(piece.known for piece in pieces) else "guess"
        cursor.note(kind, at, f"read as the product {names}")
    elif not pieces[0].known:
        cursor.note("guess", at, f"read as one word, {names}, which nobody declared")
        _note_prose(cursor, at)


def _note_prose(cursor: Cursor, at: tuple[int, int]) -> None:
    """Refuse when the third undeclared word in a row comes."""
    words = [
        t
        for t in cursor.tokens[max(0, cursor.place - 3) : cursor.place]
        if t.kind == "letters" and len(t.text) > 1 and not _declared(cursor, t.text)
    ]
    if len(words) == 3:
        raise cursor.refused("prose", "words of a sentence, not a formula", at)


def word(cursor: Cursor) -> Node:
    """Upright words as one glyph, or as a function with its arguments."""
    start = cursor.place
    token = cursor.take()
    content = token.text.strip()
    inner = _CALLED.fullmatch(content)
    if inner and (inner[1] in FUNCTIONS or cursor.glyphs.is_function(inner[1])):
        at = token.at
        arguments = tuple(Letter(name.strip(), at) for name in inner[2].split(","))
        return Call(inner[1], arguments, at)
    if content in FUNCTIONS and cursor.peek().text == "(" and not _declared(cursor, content):
        return call(cursor, content, start)
    glyph = word_form(content)
    if not glyph or len(content.split()) > 6:
        raise cursor.refused("prose", "words of a sentence", token.at)
    return scripted(cursor, glyph, start)


def scripted(
    cursor: Cursor, base: str, start: int, *, accent: str = "", noted: bool = False
) -> Node:
    """A base with its accent, subscript, decoration or exponent, and its arguments."""
    sub, primes = "", ""
    sup: tuple[int, int] | None = None
    while cursor.peek().kind in {"sub", "sup", "prime"}:
        mark = cursor.take()
        if mark.kind == "prime":
            primes += "'"
            continue
        opening = cursor.place
        if (mark.kind == "sub" and sub) or (mark.kind == "sup" and sup is not None):
            raise cursor.refused("operator", "two scripts at one place", mark.at)
        if mark.kind == "sup":
            sup = (opening, _behind(cursor, opening))
        else:
            sub = _subscript(cursor, opening)
        cursor.place = _behind(cursor, opening)
    glyph = compose(base, sub, accent + primes)
    if sup is None:
        return _called(cursor, glyph, start, noted=noted)
    return _raised(cursor, glyph, sup, start, noted=noted)


def _subscript(cursor: Cursor, opening: int) -> str:
    """The normal form of a subscript."""
    form = script_form(_script_tokens(cursor, opening))
    if not form:
        raise cursor.refused("subscript", "a subscript that is more than a name")
    return form


def _script_tokens(cursor: Cursor, opening: int) -> list[Token]:
    """The tokens of a script's argument."""
    return cursor.tokens[opening : _behind(cursor, opening)]


def _behind(cursor: Cursor, opening: int) -> int:
    """The index behind a script's argument."""
    if opening >= cursor.end:
        raise cursor.refused("operator", "a script without anything in it")
    if cursor.tokens[opening].kind == "group":
        return cursor.partners[opening] + 1
    return opening + 1


def _raised(cursor: Cursor, glyph: str, sup: tuple[int, int], start: int, *, noted: bool) -> Node:
    """A letter with something above it: a decoration, or an exponent."""
    place = cursor.place
    inner = [t for t in cursor.tokens[slice(*sup)] if t.kind not in {"group", "endgroup"}]
    form = {"top": "T", "star": "*", "ast": "*"}.get(script_form(inner) or "", script_form(inner))
    # Behind an accent as in the normal form: ``W_q^tildeT``.
    decorated = (glyph + (form or "?")) if "^" in glyph else compose(glyph, "", form or "?")
    at = cursor.at(start)
    if _declared(cursor, decorated) or _decorates(cursor, inner):
        return _called(cursor, decorated, start, noted=noted)
    if form == "T" and (not _declared(cursor, "T") or inner[0].kind == "command"):
        cursor.note("transpose", at, "read as a transpose; sizes are multiplied as numbers")
        return Letter(decorated, at)
    # An e that no document declares is Euler's number, where something stands above it.
    if glyph == "e" and not _declared(cursor, "e"):
        above = exponent(cursor, *sup)
        cursor.place = place
        return Call("exp", (above,), at)
    base = Letter(known(cursor, glyph, at, noted=noted), at)
    above = exponent(cursor, *sup)
    cursor.place = place
    return Power(base, above, at)


def exponent(cursor: Cursor, opening: int, behind: int) -> Node:
    """Read an exponent."""
    if cursor.tokens[opening].kind == "group":
        return cursor.inside(opening)
    token = cursor.tokens[opening]
    if token.kind in {"number", "letters"} and len(token.text) > 1:
        cursor.note("guess", token.at, "without braces only the first sign is printed raised")
    return cursor.between(opening, behind, behind)


def _decorates(cursor: Cursor, inner: list[Token]) -> bool:
    """Whether what stands above a letter is a mark and no exponent."""
    if not inner:
        raise cursor.refused("operator", "an exponent without anything in it")
    if all(t.kind == "prime" for t in inner):
        return True
    if _enclosed(inner):
        return True
    if len(inner) > 1:
        return False
    token = inner[0]
    if token.kind == "text":
        return not _declared(cursor, word_form(token.text))
    marks = token.kind == "command" and token.text in {"dagger", "prime", "circ", "dag"}
    return marks or token.kind == "sign"


def _enclosed(tokens: list[Token]) -> bool:
    """Whether one pair of brackets holds all of them, as in ``x^{(i)}``; ``(a)/(b)`` is no such."""
    depth = 0
    for place, token in enumerate(tokens):
        depth += {"open": 1, "close": -1}.get(token.kind, 0)
        if depth == 0:
            return place == len(tokens) - 1 and token.kind == "close"
    return False


def known(cursor: Cursor, glyph: str, at: tuple[int, int], *, noted: bool = False) -> str:
    """The declared spelling of a glyph; records variants and what nobody declared."""
    if _declared(cursor, glyph) or glyph in cursor.functions:
        return glyph
    variant = cursor.glyphs.variant(glyph)
    if variant:
        cursor.note("variant", at, f"{glyph} is another spelling of {variant}")
        return variant
    base = glyph.partition("_")[0].partition("^")[0]
    if base != glyph and base in cursor.glyphs.bases:
        cursor.note("derived", at, f"{glyph} is not declared, but {base} is")
    elif not noted:
        cursor.note("undeclared", at, f"nobody declared {glyph}")
    return glyph


def _called(cursor: Cursor, glyph: str, start: int, *, noted: bool) -> Node:
    """A letter, or a call if brackets follow that hold arguments."""
    at = cursor.at(start)
    opening = cursor.place
    token = cursor.peek()
    if token.kind == "open" and token.text == "[" and token.end - token.start == 1:
        raise cursor.refused("tensor", "an array with indices in brackets", at)
    if token.text != "(" or token.kind != "open":
        return Letter(known(cursor, glyph, at, noted=noted), at)
    if glyph in _ORDERS and not _declared(cursor, glyph):
        raise cursor.refused("order", "an order of growth; constants are left out on purpose", at)
    declared = cursor.glyphs.is_function(glyph) or glyph in cursor.functions
    if not declared and not _looks_called(cursor, glyph, start, opening):
        if _lone(cursor, opening):
            cursor.note(
                "call", at, f"{glyph}(...) is read as a product; declare {glyph} as a function"
            )
        return Letter(known(cursor, glyph, at, noted=noted), at)
    if not declared:
        cursor.note("call", at, f"{glyph}(...) is read as a function of its arguments")
        glyph = known(cursor, glyph, at, noted=noted)
        # Read as a function once, it stays one for the rest of the formula.
        cursor.functions.add(glyph)
    return call(cursor, glyph, start)


def _looks_called(cursor: Cursor, glyph: str, start: int, opening: int) -> bool:
    """A list of arguments, a whole side ``T(n) =`` or ``= T(n)``, or an undeclared word."""
    if cursor.has_comma(opening):
        return True
    behind = cursor.partners[opening] + 1
    leads = start == 0 or cursor.tokens[start - 1].kind in {"split", "comma"}
    follows = behind < len(cursor.tokens) and cursor.tokens[behind].kind == "relation"
    if leads and follows and _lone(cursor, opening):
        return True
    ends = behind == len(cursor.tokens) or cursor.tokens[behind].kind in {"split", "comma", "end"}
    if (
        ends
        and start > 0
        and cursor.tokens[start - 1].kind == "relation"
        and _lone(cursor, opening)
    ):
        return True
    base = glyph.partition("_")[0]
    return len(base) > 1 and base not in GREEK and base not in cursor.glyphs.bases


def _lone(cursor: Cursor, opening: int) -> bool:
    """Whether brackets hold a single letter."""
    inner = cursor.tokens[opening + 1 : cursor.partners[opening]]
    return bool(inner) and all(
        t.kind in {"letters", "sub", "group", "endgroup", "text"} or t.kind == "command"
        for t in inner
    )


def call(cursor: Cursor, name: str, start: int) -> Node:
    """A function with the arguments in the brackets that follow."""
    arguments = cursor.items(cursor.place)
    return Call(name, tuple(arguments), cursor.at(start))
