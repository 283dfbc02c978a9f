"""Written form: an expression as its author typed it, in LaTeX, MathML, text and Python.

An expression is read once into a tidy tree (``as_typed`` where rewriting was
off, ``as_settled`` where it was on); the printers walk the tree. Grouping
only: nothing is multiplied out, nothing is reordered.
"""

from .glyphs import Glyph, Letters, LetterStyle, glyph, read_glyph
from .latex import latex
from .mathml import letter_mathml, mathml
from .nodes import Letter, Negative, Node, Number, put_in
from .python import python, python_names
from .reading import as_settled, as_typed
from .spoken import Spoken, spoken
from .text import text

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
    "put_in",
    "python",
    "python_names",
    "read_glyph",
    "spoken",
    "text",
]
