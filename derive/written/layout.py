"""The tidy tree -> boxes: what is drawn where, decided once for LaTeX and MathML alike."""

from __future__ import annotations

from collections.abc import Sequence

from ..frozen import Record
from . import nodes
from .glyphs import Glyph, Letters, glyph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

Kind: TypeAlias = 'Literal["number", "name", "word", "sign", "prefix", "comma", "said", "space"]'


class Token(Record):
    """One mark on the page; ``id`` names the constant behind a number.

    A *word* is the name of a function, *said* a word of the sentence such as
    "if", a *prefix* a minus sign that belongs to what follows, and *space*
    either thin or the room that LaTeX gives words and fractions by itself.
    """

    kind: Kind
    text: str
    id: str = ""


class Drawn(Record):
    """A letter."""

    id: str
    glyph: Glyph


class Row(Record):
    """Boxes side by side."""

    parts: tuple[Box, ...]


class Fence(Record):
    """Brackets that grow with what they hold."""

    kind: Literal["round", "ceil", "floor", "abs"]
    body: Box


class Frac(Record):
    """One box over another."""

    top: Box
    bottom: Box


class Script(Record):
    """A box with another at its upper or lower right."""

    base: Box
    script: Box
    above: bool


class Radical(Record):
    """The sign of the square root."""

    body: Box


class Limits(Record):
    """A large operator with boxes under and over it."""

    kind: Literal["sum", "product"]
    low: Box
    high: Box


class Lines(Record):
    """The lines after a brace: a value and, in words, when it holds."""

    rows: tuple[tuple[Box, Box], ...]


Box: TypeAlias = "Token | Drawn | Row | Fence | Frac | Script | Radical | Limits | Lines"

DOT = Token("sign", "dot")
SLASH = Token("sign", "slash")
THIN = Token("space", "thin")
WORD_SPACE = Token("space", "word")
COMMA = Token("comma", ",")


def row(parts: Sequence[Box]) -> Box:
    """Boxes side by side, rows among them opened."""
    flat = tuple(
        inner for part in parts for inner in (part.parts if isinstance(part, Row) else (part,))
    )
    return flat[0] if len(flat) == 1 else Row(flat)


def is_tall(box: Box) -> bool:
    """Whether brackets around the box have to grow."""
    if isinstance(box, Row):
        return any(is_tall(part) for part in box.parts)
    if isinstance(box, Fence):
        return is_tall(box.body)
    if isinstance(box, Script):
        return is_tall(box.base)
    return isinstance(box, Frac | Radical | Limits | Lines)


class Look(Record):
    """How things are drawn here; in an exponent fractions are slashed to stay readable."""

    letters: Letters
    slashed: bool = False


def lay(node: nodes.Node, look: Look) -> Box:  # noqa: C901, PLR0911, PLR0912  one arm for each kind
    """The boxes of a node."""
    match node:
        case nodes.Number():
            return Token("number", node.digits, node.id)
        case nodes.Letter():
            return Drawn(node.id, glyph(node.id, look.letters))
        case nodes.Known():
            return Token("name", node.name)
        case nodes.Sum():
            return _sum(node, look)
        case nodes.Negative():
            return row([Token("prefix", "-"), bracketed(node.body, look, when=is_loose(node.body))])
        case nodes.Product():
            return _product(node, look)
        case nodes.Quotient():
            return _quotient(node, look)
        case nodes.Power():
            return _power(node, look)
        case nodes.Root():
            return Radical(lay(node.body, look))
        case nodes.Log():
            return _log(node, look)
        case nodes.Call():
            return _call(node, look)
        case nodes.Series():
            return _series(node, look)
        case nodes.Cases():
            return Lines(
                tuple((lay(b.value, look), _when(b.condition, look)) for b in node.branches)
            )
        case nodes.Relation():
            return row([lay(node.left, look), Token("sign", node.sign), lay(node.right, look)])
        case nodes.Logic():
            return _logic(node, look)
        case nodes.Not():
            return row([Token("said", "not"), Fence("round", lay(node.body, look))])


def lay_out(node: nodes.Node, letters: Letters) -> Box:
    """The boxes of a whole tree."""
    return lay(node, Look(letters))


def bracketed(node: nodes.Node, look: Look, *, when: bool) -> Box:
    """The boxes of a node, in brackets where it needs them."""
    box = lay(node, look)
    return Fence("round", box) if when else box


# --- sums and products ------------------------------------------------------


def is_loose(node: nodes.Node) -> bool:
    """Whether the node falls apart when it stands inside a product or after a sign."""
    return isinstance(node, nodes.Sum | nodes.Negative) or (
        isinstance(node, nodes.Call) and node.name == "mod"
    )


def is_open(node: nodes.Node) -> bool:
    """Whether the node would swallow what follows it."""
    if isinstance(node, nodes.Product):
        return is_open(node.factors[-1])
    return isinstance(node, nodes.Series | nodes.Cases)


def _sum(node: nodes.Sum, look: Look) -> Box:
    parts: list[Box] = []
    last = len(node.terms) - 1
    for place, term in enumerate(node.terms):
        if place or term.negative:
            parts.append(Token("sign" if place else "prefix", "-" if term.negative else "+"))
        needed = is_loose(term.body) or (place < last and is_open(term.body))
        parts.append(bracketed(term.body, look, when=needed))
    return row(parts)


def _product(node: nodes.Product, look: Look) -> Box:
    last = len(node.factors) - 1
    parts: list[Box] = []
    for place, factor in enumerate(node.factors):
        slashed = look.slashed and isinstance(factor, nodes.Quotient)
        whole = is_loose(factor) or isinstance(factor, nodes.Product)
        needed = whole or slashed or (place < last and is_open(factor))
        box = bracketed(factor, look, when=needed)
        if parts:
            parts.extend(_between(node.factors[place - 1], parts[-1], factor, box))
        parts.append(box)
    return row(parts)


def _between(left: nodes.Node, before: Box, right: nodes.Node, after: Box) -> list[Box]:
    """What separates two factors: a dot before digits, room beside words, mostly nothing."""
    if isinstance(after, Fence) and isinstance(right, nodes.Product):
        return [THIN] if isinstance(_edge(before), Drawn) else []
    if nodes.opens_with_digit(right) or (_is_number(left) and _is_number(right)):
        return [DOT]
    takes_room = isinstance(right, nodes.Call | nodes.Log) and not isinstance(after, Fence)
    if takes_room or isinstance(before, Frac) or isinstance(after, Frac):
        return [WORD_SPACE]
    if isinstance(left, nodes.Number):
        return [THIN] if _is_word(after) else []
    is_letter = isinstance(_edge(before), Drawn)
    if is_letter and isinstance(after, Fence):
        return [THIN]
    return [THIN] if _is_word(before) or _is_word(after) else []


def _is_number(node: nodes.Node) -> bool:
    """A number, or a fraction of numbers: ``2 1/2`` must not read as two and a half."""
    if isinstance(node, nodes.Quotient):
        return isinstance(node.top, nodes.Number) and isinstance(node.bottom, nodes.Number)
    return isinstance(node, nodes.Number)


def _is_word(box: Box) -> bool:
    """Whether a letter of several letters, ``MTBF``, meets the neighbour."""
    edge = _edge(box)
    return isinstance(edge, Drawn) and edge.glyph.is_word


def _edge(box: Box) -> Box:
    """The letter that meets the neighbour: that of a power is its base."""
    return _edge(box.base) if isinstance(box, Script) else box


def _quotient(node: nodes.Quotient, look: Look) -> Box:
    if not look.slashed:
        return Frac(lay(node.top, look), lay(node.bottom, look))
    below = is_loose(node.bottom) or isinstance(
        node.bottom, nodes.Product | nodes.Quotient | nodes.Series | nodes.Cases
    )
    above = is_loose(node.top) or isinstance(node.top, nodes.Quotient) or is_open(node.top)
    top, bottom = bracketed(node.top, look, when=above), bracketed(node.bottom, look, when=below)
    return row([top, SLASH, bottom])


# --- powers and functions ---------------------------------------------------


def _power(node: nodes.Power, look: Look) -> Box:
    base = lay(node.base, look)
    if not _holds_a_script(node.base, base):
        base = Fence("round", base)
    return Script(base, lay(node.exponent, look.replaced(slashed=True)), above=True)


def _holds_a_script(node: nodes.Node, box: Box) -> bool:
    """Whether an exponent set at the node is plainly the node's own."""
    if isinstance(box, Drawn):
        return not box.glyph.above
    return isinstance(node, nodes.Number | nodes.Known | nodes.Root) or isinstance(box, Fence)


def _log(node: nodes.Log, look: Look) -> Box:
    word: Box = Token("word", "log")
    if node.base is not None:
        word = Script(word, lay(node.base, look.replaced(slashed=True)), above=False)
    return Row((word, Fence("round", lay(node.body, look))))


def _call(node: nodes.Call, look: Look) -> Box:
    inner = [lay(part, look) for part in node.arguments]
    if node.name in ("ceil", "floor", "abs"):
        return Fence(
            "ceil" if node.name == "ceil" else "floor" if node.name == "floor" else "abs", inner[0]
        )
    if node.name in ("mod", "divides"):
        sides = [bracketed(part, look, when=is_loose(part)) for part in node.arguments]
        return row([sides[0], Token("sign", node.name), sides[1]])
    listed: list[Box] = [inner[0]]
    for part in inner[1:]:
        listed += [COMMA, part]
    return Row((Token("word", node.name), Fence("round", row(listed))))


def _series(node: nodes.Series, look: Look) -> Box:
    start = row([lay(node.index, look), Token("sign", "="), lay(node.low, look)])
    small = look.replaced(slashed=True)
    body = bracketed(node.body, look, when=is_loose(node.body))
    return row([Limits(node.kind, start, lay(node.high, small)), body])


def _when(condition: nodes.Node | None, look: Look) -> Box:
    """When a value holds, in words."""
    if condition is None:
        return Token("said", "otherwise")
    return row([Token("said", "if"), lay(condition, look)])


def _logic(node: nodes.Logic, look: Look) -> Box:
    parts: list[Box] = []
    for part in node.parts:
        if parts:
            parts.append(Token("said", node.word))
        parts.append(bracketed(part, look, when=isinstance(part, nodes.Logic)))
    return row(parts)
