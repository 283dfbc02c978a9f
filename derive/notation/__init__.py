"""Printed mathematics: LaTeX read through a document's letters, without evaluating text.

What builds SymPy objects from it is imported when it is used, and not before.
"""

from ..lazy import exports
from .glyphs import EMPTY, Entry, Glyphs, normal_form, variant_key
from .nodes import (
    UNSURE,
    Big,
    Call,
    Cases,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Rejection,
    Sum,
    glyphs_in,
    prefix,
    walk,
)
from .reading import parse_span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .build import relations, to_sympy

__getattr__ = exports(__name__, {".build": "relations to_sympy"})[0]
