"""The site: a book as Markdown pages, and what turns them into HTML.

``pages`` is a pure function from a book to ``{path: Markdown}``. ``documents``
adds style, script, font, the pages written by hand and the words that the
Markdown extension links; ``write`` puts them where MkDocs or Zensical read.
Nothing heavy is imported before it is used: the extension lives next door.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy import exports

if TYPE_CHECKING:
    from .building import Project as Project
    from .building import build as build
    from .building import markdown_files as markdown_files
    from .building import missing_pages as missing_pages
    from .building import serve as serve

__getattr__, __dir__ = exports(
    __name__,
    {".building": "Project build markdown_files missing_pages serve"},
)
