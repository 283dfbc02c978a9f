"""Rules about what formulas say: equal to what is known, to their numbers and to their units."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from derive.findings import Severity

from .accounting import formulas_are_held_against_the_registry
from .chains import numbers_in_a_chain_agree
from .comparing import formulas_agree_with_the_registry
from .conventions import conventions_are_not_mixed
from .degrees import formulas_hold_where_nothing_is_split
from .documents import Document
from .measures import units_agree_in_formulas
from .phrases import units_said_behind_formulas_fit
from .project import Project
from .sides import sides_of_a_chain_agree
from .sights import Sight
from .worked import worked_numbers_come_out

# Each with the severity that it has unless it says otherwise.
FORMULA_RULES: tuple[tuple[Callable[[Project, Document], Iterator[Sight]], Severity], ...] = (
    (formulas_agree_with_the_registry, "error"),
    (formulas_are_held_against_the_registry, "info"),
    (numbers_in_a_chain_agree, "error"),
    (sides_of_a_chain_agree, "error"),
    (worked_numbers_come_out, "error"),
    (units_said_behind_formulas_fit, "error"),
    (units_agree_in_formulas, "error"),
    (formulas_hold_where_nothing_is_split, "info"),
    (conventions_are_not_mixed, "warning"),
)
