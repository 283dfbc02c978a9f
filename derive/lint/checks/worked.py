"""The rule about worked numbers: what the text computes beside a formula."""

from __future__ import annotations

from collections.abc import Iterator

from ..claims.claims import claims_that_do_not_come_out
from ..claims.table_misprints import formulas_that_tables_contradict
from ..project import Project
from ..rules import Sight
from ..texts.documents import Document
from .bound_directions import bounds_that_point_the_other_way
from .extremes_in_words import extremes_that_words_turn
from .inequalities import bounds_that_examples_turn, inequalities_that_values_contradict


def worked_numbers_come_out(project: Project, document: Document) -> Iterator[Sight]:
    """Worked numbers come out.

    What: the text gives values to all letters of a formula and says what it comes
    to; the formula gives another number. Values stand in formulas (`$d = 4096$`)
    or tables; the result is given to the formula's own letter, or words right
    behind the formula say it: "which is", "or 43 GB", or of its terms "1.8 + 1.5".
    Which of several values a letter has there need not be known, where the number
    follows after one turn of the formula and by chance would not. Letters that a
    sentence gives values to are not ordered the other way in it.

    Why: either the formula or the example is wrong, and the example is often
    what the author computed with the right formula.

    Example: a ratio `d (T - 1) / T` with `$d = 32768$ and $T = 16$ has a ratio
    of 2,185`: it gives 30720.
    """
    yield from claims_that_do_not_come_out(project, document)
    yield from inequalities_that_values_contradict(project, document)
    yield from bounds_that_examples_turn(project, document)
    yield from bounds_that_point_the_other_way(project, document)
    yield from extremes_that_words_turn(project, document)
    yield from formulas_that_tables_contradict(project, document)
