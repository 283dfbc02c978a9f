"""Written form: an expression as its author typed it, in LaTeX, MathML, text and Python.

An expression is read once into a tidy tree (``as_typed`` where rewriting was
off, ``as_settled`` where it was on); the printers walk the tree. Grouping
only: nothing is multiplied out, nothing is reordered.

Nothing is imported before it is used: printing a tree needs no SymPy, reading one does.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .glyphs import Glyph, Letters, LetterStyle, glyph, read_glyph
    from .latex_printer import latex
    from .mathml_printer import letter_mathml, mathml
    from .nodes import Letter, Negative, Node, Number, node_data, node_from_data, put_in
    from .python_printer import python, python_names
    from .reading import as_settled, as_typed
    from .spoken_printer import Spoken, spoken
    from .text_printer import text

__all__ = [
    "Glyph",
    "Letter",
    "LetterStyle",
    "Letters",
    "Negative",
    "Node",
    "Number",
    "Spoken",
    "as_settled",
    "as_typed",
    "glyph",
    "latex",
    "letter_mathml",
    "mathml",
    "node_data",
    "node_from_data",
    "put_in",
    "python",
    "python_names",
    "read_glyph",
    "spoken",
    "text",
]

_HOMES = {
    "Glyph": ".glyphs",
    "Letter": ".nodes",
    "LetterStyle": ".glyphs",
    "Letters": ".glyphs",
    "Negative": ".nodes",
    "Node": ".nodes",
    "Number": ".nodes",
    "Spoken": ".spoken_printer",
    "as_settled": ".reading",
    "as_typed": ".reading",
    "glyph": ".glyphs",
    "latex": ".latex_printer",
    "letter_mathml": ".mathml_printer",
    "mathml": ".mathml_printer",
    "node_data": ".nodes",
    "node_from_data": ".nodes",
    "put_in": ".nodes",
    "python": ".python_printer",
    "python_names": ".python_printer",
    "read_glyph": ".glyphs",
    "spoken": ".spoken_printer",
    "text": ".text_printer",
}


def __getattr__(name: str) -> Any:
    # A module of the package bears the name of its function: the function is meant.
    if name in _HOMES:
        found = getattr(import_module(_HOMES[name], __name__), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
