"""Search as people type: one index of the book, asked by the terminal, Python and the pages alike.

The rows of the index are plain data, so that the pages carry the same ones;
``templates/assets/ranking.js`` is this package once more, for the browser, and
a frozen set of queries holds both together.
"""

from .ranking import NO_GUIDES as NO_GUIDES
from .ranking import Index as Index
from .ranking import Record as Record
from .ranking import guide_rows as guide_rows
from .words import tables as tables
