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
    from .glyphs import Letters as Letters
    from .glyphs import LetterStyle as LetterStyle
    from .glyphs import glyph as glyph
    from .glyphs import read_glyph as read_glyph
    from .latex_printer import latex as latex
    from .mathml_printer import letter_mathml as letter_mathml
    from .mathml_printer import mathml as mathml
    from .nodes import (
        Letter as Letter,
    )
    from .nodes import (
        Negative as Negative,
    )
    from .nodes import (
        Node as Node,
    )
    from .nodes import (
        Number as Number,
    )
    from .nodes import (
        node_data as node_data,
    )
    from .nodes import (
        node_from_data as node_from_data,
    )
    from .nodes import (
        put_in as put_in,
    )
    from .nodes import (
        signed_number as signed_number,
    )
    from .reading import as_settled as as_settled
    from .reading import as_typed as as_typed
    from .spoken_printer import spoken as spoken
    from .text_printer import python as python
    from .text_printer import python_names as python_names
    from .text_printer import text as text

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
