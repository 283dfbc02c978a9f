"""How a span is laid out: wrappers undone, rows, conditions and lists told apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .lexer import BRANCHES, CONNECTIVES, ROWS, Token
from .nodes import Refused


class Stretch(NamedTuple):
    """A stretch of tokens, and what stood before it: nothing, row, gap, implies, comma, word."""

    before: str
    start: int
    end: int


def arranged(tokens: list[Token]) -> list[Token]:
    """Tokens without environments that only arrange, and without bold or boxes around."""
    kept: list[Token] = []
    for token in tokens:
        if token.kind in {"begin", "end"}:
            if token.text in BRANCHES:
                kind = "open" if token.kind == "begin" else "close"
                kept.append(token._replace(kind=kind, text="cases"))
            elif token.text not in ROWS:
                raise Refused("environment", token.at, "a table or array, not one formula")
        else:
            kept.append(token)
    if not any(token.kind == "wrap" for token in kept):
        return kept
    return _unwrapped(kept)


def _unwrapped(tokens: list[Token]) -> list[Token]:
    """Drop bold and boxes; their braces too, unless a script applies to the whole."""
    partners = matches(tokens)
    dropped: set[int] = set()
    for place, token in enumerate(tokens):
        if token.kind != "wrap":
            continue
        dropped.add(place)
        opening = place + 1
        while opening < len(tokens) and tokens[opening].kind == "wrap":
            opening += 1
        if opening >= len(tokens) or tokens[opening].kind != "group":
            continue
        closing = partners[opening]
        behind = tokens[closing + 1].kind if closing + 1 < len(tokens) else ""
        if token.text in {"underbrace", "overbrace"} and behind in {"sub", "sup"}:
            dropped.update(range(closing + 1, _script_end(tokens, partners, closing + 2)))
            behind = ""
        inside = closing - opening - 1
        if (behind not in {"sub", "sup"} or inside == 1) and not _is_argument(tokens, place):
            dropped.update((opening, closing))
    return [token for place, token in enumerate(tokens) if place not in dropped]


def _is_argument(tokens: list[Token], place: int) -> bool:
    """Whether the wrapper is the unbraced argument of a script, whose braces must stay."""
    return place > 0 and tokens[place - 1].kind in {"sub", "sup", "wrap"}


def _script_end(tokens: list[Token], partners: dict[int, int], place: int) -> int:
    """The index behind a script's argument."""
    if place < len(tokens) and tokens[place].kind == "group":
        return partners[place] + 1
    return min(place + 1, len(tokens))


def matches(tokens: list[Token]) -> dict[int, int]:
    """Each opening bracket's closing one."""
    partners: dict[int, int] = {}
    stack: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind in {"group", "open"}:
            stack.append(place)
        elif token.kind in {"endgroup", "close"}:
            opening = stack.pop() if stack else -1
            if opening < 0 or not _pair(tokens[opening], token):
                raise _unpaired(tokens[opening] if opening >= 0 else token, token)
            partners[opening] = place
    if stack:
        token = tokens[stack[-1]]
        raise Refused("unbalanced", token.at, "a bracket is opened and never closed")
    return partners


def _pair(opening: Token, closing: Token) -> bool:
    """Whether two brackets belong together."""
    if opening.kind == "group":
        return closing.kind == "endgroup"
    return closing.kind == "close" and opening.text == closing.text


def _unpaired(opening: Token, closing: Token) -> Refused:
    """What to say of two brackets that do not belong together."""
    at = (opening.start, closing.end)
    if {opening.text, closing.text} == {"(", "["} and opening is not closing:
        return Refused("interval", at, "an interval, not one quantity")
    return Refused("unbalanced", at, "brackets that do not match")


def split_rows(
    tokens: list[Token], partners: dict[int, int], declared: Callable[[str], bool]
) -> list[Stretch]:
    """Split at row breaks, wide gaps, implications, commas and connecting words.

    ``declared`` tells which upright words the document has as a glyph.
    """
    rows: list[Stretch] = []
    before, start, place = "", 0, 0
    while place < len(tokens):
        kind = _separator(tokens, place, declared)
        if kind:
            rows.append(Stretch(before, start, place))
            fresh = place > start or before in {"", "comma"} or kind == "word"
            before = kind if fresh else before
            start = place + 1
        # Brackets are stepped over whole: a comma in them parts arguments, not formulas.
        place = partners.get(place, place) + 1
    rows.append(Stretch(before, start, len(tokens)))
    return [row for row in rows if row.end > row.start]


def _separator(tokens: list[Token], place: int, declared: Callable[[str], bool]) -> str:
    """What kind of break a token is, if any; words do not part where an operand must stand."""
    token = tokens[place]
    if token.kind == "split":
        return token.text
    if token.kind == "comma":
        return "comma"
    before = tokens[place - 1].kind if place else "split"
    if token.kind != "text" or before in {"sub", "sup", "sign", "relation"}:
        return ""
    if declared(token.text):
        return ""
    sentence = before not in {"split", "comma"} and len(token.text.split()) > 2
    return "word" if sentence or is_connective(token.text) else ""


def is_connective(words: str) -> bool:
    """Whether upright words join or qualify formulas: ``when``, ``for large``."""
    first = words.strip().split(maxsplit=1)
    return bool(first) and first[0].casefold().strip(".,:;") in CONNECTIVES


def trimmed(tokens: list[Token]) -> list[Token]:
    """Without the punctuation of the sentence around."""
    while tokens and tokens[-1].kind in {"stop", "comma", "split", "colon"}:
        tokens = tokens[:-1]
    while tokens and tokens[0].kind in {"split", "comma"}:
        tokens = tokens[1:]
    return tokens
