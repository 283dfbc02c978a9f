"""The linter: manuscripts held to their own letters, to units and to what is known."""

from .catalogue import RULES
from .documents import Document, Span, read_document
from .project import Printed, Project
from .running import Item, items, lint
from .sights import Sight, sight_at

__all__ = [
    "RULES",
    "Document",
    "Item",
    "Printed",
    "Project",
    "Sight",
    "Span",
    "items",
    "lint",
    "read_document",
    "sight_at",
]
