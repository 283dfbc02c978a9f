"""A place in the tokens of a span, and what has been noticed so far."""

from __future__ import annotations

from collections.abc import Callable

from derive.frozen import Mutable, fresh

from .glyphs import Glyphs
from .lexer import REFUSED, Token
from .nodes import LIMITS, Node, Note, Refused, Span

END = Token("end", "", 0, 0)


class Cursor(Mutable):
    """Reads tokens from left to right between two bounds."""

    tokens: list[Token]
    partners: dict[int, int]
    glyphs: Glyphs
    read: Callable[[Cursor], Node]
    factor: Callable[[Cursor], Node]
    notes: list[Note] = fresh(factory=list)
    functions: set[str] = fresh(factory=set)
    seen: set[str] = fresh(factory=set)
    place: int = 0
    end: int = 0
    depth: int = 0
    bars: int = 0

    def peek(self, ahead: int = 0) -> Token:
        """The token to come, or an end mark."""
        place = self.place + ahead
        return self.tokens[place] if place < self.end else END

    def take(self) -> Token:
        """The next token; there must be one."""
        token = self.peek()
        if token is END:
            raise self.refused("operator", "something is missing at the end")
        self.place += 1
        return token

    def at(self, start: int) -> Span:
        """The span in the print from the token at ``start`` to the last one taken."""
        last = max(self.place - 1, start)
        return (self.tokens[start].start, self.tokens[last].end)

    def here(self) -> Span:
        """The span of the next token, or the end of the print so far."""
        token = self.peek()
        if token is END:
            last = self.tokens[self.end - 1].end if self.end else 0
            return (last, last)
        return token.at

    def note(self, kind: str, at: Span, message: str) -> None:
        """Remember something about the reading."""
        self.notes.append(Note(kind, at, message))

    def refused(self, kind: str, message: str, at: Span | None = None) -> Refused:
        """An exception that carries a rejection at this place."""
        return Refused(kind, at or self.here(), message)

    def deeper(self) -> None:
        """Count one more level of nesting."""
        self.depth += 1
        if self.depth > LIMITS.depth:
            raise self.refused("limit", f"nested more than {LIMITS.depth} levels deep")

    def inside(self, opening: int) -> Node:
        """Read all between a bracket and its partner as one expression, and step behind it."""
        closing = self.partners[opening]
        return self.between(opening + 1, closing, closing + 1)

    def between(self, start: int, end: int, behind: int) -> Node:
        """Read a stretch of tokens as one expression; go on at ``behind``."""
        outer, bars = self.end, self.bars
        self.place, self.end, self.bars = start, end, 0
        node = self.read(self)
        if self.place != end:
            raise stray(self)
        self.place, self.end, self.bars = behind, outer, bars
        return node

    def items(self, opening: int) -> list[Node]:
        """Read what stands between brackets as a list parted by commas; step behind it."""
        closing = self.partners[opening]
        nodes, start, place = [], opening + 1, opening + 1
        while place <= closing:
            if place == closing or self.tokens[place].kind == "comma":
                nodes.append(self.between(start, place, place + 1))
                start = place + 1
            place = self.partners.get(place, place) + 1
        self.place = closing + 1
        return nodes

    def has_comma(self, opening: int) -> bool:
        """Whether a comma stands between brackets, at their own level."""
        closing, place = self.partners[opening], opening + 1
        while place < closing:
            if self.tokens[place].kind == "comma":
                return True
            place = self.partners.get(place, place) + 1
        return False


def stray(cursor: Cursor) -> Refused:
    """What to say about a token that fits nowhere."""
    token = cursor.peek()
    match token.kind:
        case "relation":
            return cursor.refused("relation", "a relation inside an expression")
        case "currency":
            return cursor.refused("currency", "an amount of money, not a formula")
        case "comma":
            return cursor.refused("tuple", "several things parted by commas, not one quantity")
        case "split" | "text":
            return cursor.refused("prose", "words in the middle of a formula")
        case "bar":
            return cursor.refused(
                "probability", "a bar: conditional, or an absolute value left open"
            )
        case "end":
            return cursor.refused("operator", "something is missing here")
        case "command" if token.text in REFUSED:
            kind, name = REFUSED[token.text]
            return cursor.refused(kind, f"this is {name}, not one quantity")
        case _:
            return cursor.refused("operator", f"'{token.text}' does not fit here")
