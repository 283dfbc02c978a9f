"""Where pages lie, and how one names another."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import lru_cache

from derive.book.shapes import Book

INDEXES = (
    "find",
    "formulas",
    "symbols",
    "terms",
    "catalogue",
    "sources",
    "errata",
    "notation",
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The addresses that are folders; all others are files."""

    folders: frozenset[str] = field(default_factory=lambda: frozenset(INDEXES))

    def file(self, address: str) -> str:
        """The Markdown file of an address, below the folder of documents."""
        return f"{address}/index.md" if address in self.folders else f"{address}.md"

    def href(self, address: str, page: str) -> str:
        """The link from the Markdown file ``page`` to an address, ``a/b`` or ``a/b#c``.

        It names the Markdown file, as links between documents do; whoever
        builds the site knows what that file becomes.
        """
        target, mark, anchor = address.partition("#")
        return relative(self.file(target), page) + mark + anchor


def layout_of(book: Book) -> Layout:
    """The layout of a book: its indexes and subjects are folders."""
    return Layout(frozenset({*INDEXES, *(subject["address"] for subject in book["subjects"])}))


@lru_cache(maxsize=100_000)
def relative(target: str, source: str) -> str:
    """The path or address ``target`` as seen from ``source``."""
    path = posixpath.relpath(target or ".", posixpath.dirname(source) or ".")
    return f"{path}/" if target.endswith("/") or not target else path


def url(file: str, *, directory_urls: bool) -> str:
    """Where a Markdown file ends up, below the root of the site.

    With ``directory_urls`` a page is ``a/b/``, without ``a/b.html``.
    """
    stem = file.removesuffix(".md")
    if not directory_urls:
        return f"{stem}.html"
    folder, _, name = stem.rpartition("/")
    stem = folder if name == "index" else stem
    return f"{stem}/" if stem else ""


def built(file: str, *, directory_urls: bool) -> str:
    """The HTML file that a Markdown file becomes."""
    address = url(file, directory_urls=directory_urls)
    return f"{address}index.html" if directory_urls else address


@lru_cache(maxsize=100_000)
def final(href: str, page: str, *, directory_urls: bool) -> str:
    """A link between Markdown files, as the address that a browser follows."""
    path, mark, anchor = href.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
    made = [url(file, directory_urls=directory_urls) for file in (target, page)]
    return relative(*made) + mark + anchor
