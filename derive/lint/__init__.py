"""The linter: manuscripts held to their own letters, to units and to what is known.

Nothing is imported before it is used: an unchanged manuscript is answered from
the last run, and needs neither SymPy nor the knowledge.
"""

from __future__ import annotations

from derive.lazy import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .catalogue import RULES
    from .project import Printed, Project
    from .rules import Sight, sight_at
    from .running import Item, allowed, items, lint, lint_files
    from .texts.documents import Document, Span
    from .texts.reading import manuscripts, read_document

__all__ = [
    "RULES",
    "Document",
    "Item",
    "Printed",
    "Project",
    "Sight",
    "Span",
    "allowed",
    "items",
    "lint",
    "lint_files",
    "manuscripts",
    "read_document",
    "sight_at",
]

__getattr__, __dir__ = exports(
    __name__,
    {
        ".catalogue": "RULES",
        ".texts.documents": "Document Span",
        ".project": "Printed Project",
        ".texts.reading": "manuscripts read_document",
        ".rules": "Sight sight_at",
        ".running": "Item allowed items lint lint_files",
    },
)
