"""Written form: an expression as its author typed it, in LaTeX, MathML, text and Python.

An expression is read once into a tidy tree (``as_typed`` where rewriting was
off, ``as_settled`` where it was on); the printers walk the tree. Grouping
only: nothing is multiplied out, nothing is reordered.

Nothing is imported before it is used: printing a tree needs no SymPy, reading one does.
"""

from __future__ import annotations

from ..lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .glyphs import Letters, LetterStyle, glyph, read_glyph
    from .latex_printer import latex
    from .mathml_printer import letter_mathml, mathml
    from .nodes import (
        Letter,
        Negative,
        Node,
        Number,
        node_data,
        node_from_data,
        put_in,
        signed_number,
    )
    from .reading import as_settled, as_typed
    from .spoken_printer import spoken
    from .text_printer import python, python_names, text

__getattr__, __dir__ = exports(
    __name__,
    {
        ".glyphs": "LetterStyle Letters glyph read_glyph",
        ".latex_printer": "latex",
        ".mathml_printer": "letter_mathml mathml",
        ".nodes": "Letter Negative Node Number node_data node_from_data put_in signed_number",
        ".reading": "as_settled as_typed",
        ".spoken_printer": "spoken",
        ".text_printer": "python python_names text",
    },
)
