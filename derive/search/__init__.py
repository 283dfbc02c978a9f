"""Search as people type: one index of the book, asked by the terminal, Python and the pages alike.

The rows of the index are plain data, so that the pages carry the same ones;
``templates/assets/ranking.js`` is this package once more, for the browser, and
a frozen set of queries holds both together.
"""

from .guides import NO_GUIDES, guide_rows
from .ranking import Index, Record
from .words import tables

__all__ = ["NO_GUIDES", "Index", "Record", "guide_rows", "tables"]
