"""Rules about what formulas say: equal to what is known, to their numbers and to their units."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from derive.findings import Severity

from .comparing import formulas_agree_with_the_registry
from .documents import Document
from .project import Project
from .sights import Sight

# Each with the severity that it has unless it says otherwise.
FORMULA_RULES: tuple[tuple[Callable[[Project, Document], Iterator[Sight]], Severity], ...] = (
    (formulas_agree_with_the_registry, "error"),
)
