"""The linter: manuscripts held to their own letters, to units and to what is known."""

from .allowing import allowed
from .catalogue import RULES
from .documents import Document, Span, read_document
from .files import lint_files, manuscripts
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
    "allowed",
    "items",
    "lint",
    "lint_files",
    "manuscripts",
    "read_document",
    "sight_at",
]
