"""Boxes -> MathML Core, every letter a link."""

from __future__ import annotations

import unicodedata
from html import escape

from .glyphs import Glyph, Letters, LetterStyle, Mark
from .layout import Box, Drawn, Fence, Frac, Limits, Lines, Radical, Row, Script, Token, lay_out
from .nodes import Node

SIGNS = {
    "+": "+", "-": "−", "slash": "/", "dot": "⋅", "=": "=", "!=": "≠", "<": "<", "<=": "≤",
    ">": ">", ">=": "≥", "mod": "mod", "divides": "∣",
}  # fmt: skip
ROOM = {"mod": ' lspace="0.222em" rspace="0.222em"', "slash": ' lspace="0" rspace="0"'}
NAMES = {"pi": "π", "e": "e", "infinity": "∞", "true": "true", "false": "false"}
OPERATORS = {"sum": "∑", "product": "∏"}
FENCES = {"round": "()", "ceil": "⌈⌉", "floor": "⌊⌋", "abs": "||"}
ACCENTS = {"\u0302": "ˆ", "\u0303": "˜", "\u0304": "¯", "\u0307": "˙", "\u20d7": "→"}
GAP = '<mspace width="0.167em"/>'
NBSP = "\u00a0"
PLAIN = LetterStyle()


def mathml(node: Node, letters: Letters | None = None, *, display: bool = False) -> str:
    """The ``<math>`` element of a tree, on one line of its own when ``display``.

    A letter with an address becomes ``<mtext><a>``: the one place in MathML
    where validators allow a link and browsers follow it. The number of a
    constant carries its meaning as a tooltip in the same way.
    """
    block = ' display="block"' if display else ""
    return f"<math{block}>{draw(lay_out(node, letters or {}), letters or {})}</math>"


def letter_mathml(id: str, glyph: Glyph, style: LetterStyle) -> str:  # noqa: A002  the letter's own word
    """One letter, without the ``<math>`` around it."""
    base = _mark(glyph.base, id, style)
    if glyph.accent:
        sign = ACCENTS[glyph.accent]
        base = f'<mover accent="true">{base}<mo stretchy="false">{sign}</mo></mover>'
    below, above = (
        _one([_mark(mark, id, style) for mark in marks]) for marks in (glyph.below, glyph.above)
    )
    if below and above:
        return f"<msubsup>{base}{below}{above}</msubsup>"
    if below:
        return f"<msub>{base}{below}</msub>"
    return f"<msup>{base}{above}</msup>" if above else base


def _mark(mark: Mark, id: str, style: LetterStyle) -> str:  # noqa: A002
    text = escape("".join(italic(c) for c in mark.text) if mark.italic else mark.text)
    title = f' title="{escape(style.tooltip)}"' if style.tooltip else ""
    if style.href or title:
        return f'<mtext class="symbol">{_linked(id, style, title, text)}</mtext>'
    # A single letter in <mi> is set in italics unless told otherwise.
    upright = "" if mark.italic or len(text) != 1 else ' mathvariant="normal"'
    return f"<mi{upright}>{text}</mi>"


def _linked(id: str, style: LetterStyle, title: str, text: str) -> str:  # noqa: A002
    """A text that leads to its page, or has its meaning alone."""
    name = f'data-s="{escape(id)}"{title}'
    if style.href:
        return f'<a href="{escape(style.href)}" {name}>{text}</a>'
    return f"<span {name}>{text}</span>"


def italic(character: str) -> str:
    """The mathematical italic of a letter: h and a few others have a place of their own."""
    if character == "h":
        return "ℎ"
    case = "SMALL" if character.islower() else "CAPITAL"
    if character.isascii() and character.isalpha():
        return unicodedata.lookup(f"MATHEMATICAL ITALIC {case} {character.upper()}")
    return ITALIC_GREEK.get(character, character)


# The letters from alpha to omega stand in the alphabet's order, final sigma
# among them; the variants follow in an order of their own.
ITALIC_GREEK = {chr(0x3B1 + k): chr(0x1D6FC + k) for k in range(25)} | {
    "ϵ": "\U0001d716",
    "ϑ": "\U0001d717",
    "ϕ": "\U0001d719",
    "ϱ": "\U0001d71a",
}


def _one(parts: list[str]) -> str:
    """One element: several are put in a row, none is none."""
    if len(parts) < 2:
        return "".join(parts)
    return f"<mrow>{''.join(parts)}{_ballast(parts)}</mrow>"


def _ballast(parts: list[str]) -> str:
    """An empty letter for a row in which a sign stands among links only.

    MathML counts ``<mtext>`` as room, and takes a sign with nothing but room
    around it for one wide sign: it would be spaced on the outside.
    """
    things = [part for part in parts if not part.startswith(("<mtext", "<mspace"))]
    return "<mi></mi>" if len(things) == 1 and things[0].startswith("<mo") else ""


def draw(box: Box, letters: Letters) -> str:  # noqa: PLR0911  one arm for each kind of box
    """The MathML of a box, always one element."""
    match box:
        case Token():
            return _token(box, letters)
        case Drawn():
            return letter_mathml(box.id, box.glyph, letters.get(box.id, PLAIN))
        case Row():
            return _one([draw(part, letters) for part in box.parts])
        case Fence():
            left, right = (
                f'<mo fence="true" form="{form}" stretchy="true">{sign}</mo>'
                for form, sign in zip(("prefix", "postfix"), FENCES[box.kind], strict=True)
            )
            return f"<mrow>{left}{draw(box.body, letters)}{right}</mrow>"
        case Frac():
            return f"<mfrac>{draw(box.top, letters)}{draw(box.bottom, letters)}</mfrac>"
        case Script():
            tag = "msup" if box.above else "msub"
            return f"<{tag}>{draw(box.base, letters)}{draw(box.script, letters)}</{tag}>"
        case Radical():
            return f"<msqrt>{draw(box.body, letters)}</msqrt>"
        case Limits():
            sign = f'<mo movablelimits="false">{OPERATORS[box.kind]}</mo>'
            bounds = f"{draw(box.low, letters)}{draw(box.high, letters)}"
            return f"<munderover>{sign}{bounds}</munderover>"
        case Lines():
            return _lines(box, letters)


def _token(box: Token, letters: Letters) -> str:
    if box.kind == "number":
        return _number(box, letters)
    if box.kind == "sign":
        room = ROOM.get(box.text, "")
        return f'<mo form="infix"{room}>{escape(SIGNS[box.text])}</mo>'
    if box.kind == "prefix":
        return '<mo form="prefix">−</mo>'
    if box.kind == "said":
        # Blanks at the edge of <mtext> collapse, so they have to be hard ones.
        left = NBSP if box.text in ("and", "or") else ""
        right = "" if box.text == "otherwise" else NBSP
        return f"<mtext>{left}{box.text}{right}</mtext>"
    if box.kind == "space":
        return GAP
    if box.kind == "comma":
        return '<mo separator="true">,</mo>'
    text = NAMES.get(box.text, box.text)
    return f'<mi mathvariant="normal">{text}</mi>' if len(text) == 1 else f"<mi>{text}</mi>"


def _number(box: Token, letters: Letters) -> str:
    style = letters.get(box.id, PLAIN) if box.id else PLAIN
    if not (style.href or style.tooltip):
        return f"<mn>{box.text}</mn>"
    title = f' title="{escape(style.tooltip)}"' if style.tooltip else ""
    return f'<mtext class="constant">{_linked(box.id, style, title, box.text)}</mtext>'


def _lines(box: Lines, letters: Letters) -> str:
    cell = '<mtd style="text-align:left">'
    rows = "".join(
        f"<mtr>{cell}{draw(value, letters)}</mtd>{cell}{draw(when, letters)}</mtd></mtr>"
        for value, when in box.rows
    )
    brace = '<mo fence="true" form="prefix" stretchy="true">{</mo>'
    return f"<mrow>{brace}<mtable>{rows}</mtable></mrow>"
