"""Boxes -> LaTeX, as an author writes it."""

from __future__ import annotations

from . import layout
from .glyphs import Letters, latex_of
from .nodes import Node

SIGNS = {
    "+": "+", "-": "-", "slash": "/", "dot": r"\cdot", "=": "=", "!=": r"\ne", "<": "<",
    "<=": r"\le", ">": ">", ">=": r"\ge", "mod": r"\bmod", "divides": r"\mid",
}  # fmt: skip
NAMES = {
    "pi": r"\pi", "e": r"\mathrm{e}", "infinity": r"\infty", "true": r"\text{true}",
    "false": r"\text{false}",
}  # fmt: skip
WORDS = {"max": r"\max", "min": r"\min", "log": r"\log", "exp": r"\exp", "cos": r"\cos", "W": "W"}
SAID = {
    "if": r"\text{if }", "otherwise": r"\text{otherwise}", "and": r"\text{ and }",
    "or": r"\text{ or }", "not": r"\text{not }",
}  # fmt: skip
OPERATORS = {"sum": r"\sum", "product": r"\prod"}
ROW_BREAK = r" \\ "
FENCES = {
    "round": ("(", ")"),
    "ceil": (r"\lceil ", r" \rceil"),
    "floor": (r"\lfloor ", r" \rfloor"),
    "abs": ("|", "|"),
}


def latex(node: Node, letters: Letters | None = None) -> str:
    """The LaTeX of a tree, without delimiters.

    ``letters`` gives the LaTeX of each letter by id; a letter that it does not
    list is written after its id.
    """
    return draw(layout.lay_out(node, letters or {}), letters or {})


def draw(box: layout.Box, letters: Letters) -> str:  # noqa: PLR0911  one arm for each kind of box
    """The LaTeX of a box."""
    match box:
        case layout.Token():
            return _token(box)
        case layout.Drawn():
            return latex_of(box.id, letters)
        case layout.Row():
            return _row(box, letters)
        case layout.Fence():
            (left, right), body = FENCES[box.kind], draw(box.body, letters)
            tall = layout.is_tall(box.body)
            return rf"\left{left}{body}\right{right.strip()}" if tall else f"{left}{body}{right}"
        case layout.Frac():
            return rf"\frac{{{draw(box.top, letters)}}}{{{draw(box.bottom, letters)}}}"
        case layout.Script():
            mark = "^" if box.above else "_"
            return f"{draw(box.base, letters)}{mark}{{{draw(box.script, letters)}}}"
        case layout.Radical():
            return rf"\sqrt{{{draw(box.body, letters)}}}"
        case layout.Limits():
            low, high = draw(box.low, letters), draw(box.high, letters)
            return f"{OPERATORS[box.kind]}_{{{low}}}^{{{high}}}"
        case layout.Lines():
            rows = (f"{draw(value, letters)} & {draw(when, letters)}" for value, when in box.rows)
            return rf"\begin{{cases}} {ROW_BREAK.join(rows)} \end{{cases}}"


def _token(box: layout.Token) -> str:
    tables = {"name": NAMES, "word": WORDS, "sign": SIGNS, "prefix": SIGNS, "said": SAID}
    if box.kind == "space":
        return r"\," if box.text == "thin" else ""
    return tables.get(box.kind, {}).get(box.text, box.text)


def _row(box: layout.Row, letters: Letters) -> str:
    line = ""
    tight = True
    for part in box.parts:
        kind = part.kind if isinstance(part, layout.Token) else ""
        text = draw(part, letters)
        if not text:
            continue
        slash = part == layout.SLASH
        line += text if tight or slash or kind == "comma" else f" {text}"
        tight = slash or kind == "prefix" or _is_word(part)
    return line


def _is_word(box: layout.Box) -> bool:
    """Whether the box is the name of a function, which its bracket follows at once."""
    return (isinstance(box, layout.Token) and box.kind == "word") or (
        isinstance(box, layout.Script) and not box.above and _is_word(box.base)
    )
