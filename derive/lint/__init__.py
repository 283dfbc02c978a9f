"""The linter: manuscripts held to their own letters, to units and to what is known.

Nothing is imported before it is used: an unchanged manuscript is answered from
the last run, and needs neither SymPy nor the knowledge.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .catalogue import RULES
    from .documents import Document, Span
    from .project import Printed, Project
    from .reading import manuscripts, read_document
    from .rules import Sight, sight_at
    from .running import Item, allowed, items, lint, lint_files

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

_HOMES = {
    "allowed": ".running", "RULES": ".catalogue", "Document": ".documents", "Span": ".documents",
    "read_document": ".reading", "lint_files": ".running", "manuscripts": ".reading",
    "Printed": ".project", "Project": ".project", "Item": ".running", "items": ".running",
    "lint": ".running", "Sight": ".rules", "sight_at": ".rules",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name in _HOMES:
        return getattr(import_module(_HOMES[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
