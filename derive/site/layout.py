"""Where pages lie, how one names another, and what leads in from outside and back out."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import quote, urlsplit

from derive.book.shapes import Book
from derive.errors import UnreadableCommand
from derive.names import shown

INDEXES = ("find", "formulas", "symbols", "terms", "catalogue", "sources", "errata", "notation")


@dataclass(frozen=True, slots=True)
class Layout:
    """The addresses that are folders, all others being files; and what pages become.

    ``site`` is where it is published, with a slash at its end; empty where nobody knows it.
    """

    folders: frozenset[str] = field(default_factory=lambda: frozenset(INDEXES))
    directory_urls: bool = True
    site: str = ""

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

    def url(self, address: str) -> str:
        """Where an address ends up, below the root of the site."""
        target, mark, anchor = address.partition("#")
        return url(self.file(target), directory_urls=self.directory_urls) + mark + anchor

    def built(self, address: str) -> str:
        """The HTML file that the page of an address becomes."""
        return built(self.file(address), directory_urls=self.directory_urls)

    def published(self, file: str) -> str:
        """The whole address of a Markdown file's page; empty where the site's is not known."""
        return self.site and self.site + quote(url(file, directory_urls=self.directory_urls))


def layout_of(book: Book, *, directory_urls: bool = True, site: str = "") -> Layout:
    """The layout of a book: its indexes and subjects are folders."""
    folders = frozenset({*INDEXES, *(subject["address"] for subject in book["subjects"])})
    return Layout(folders, directory_urls, site)


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


ADDRESS = "DERIVE_SITE_URL"
"""The variable that hands an address to the builder's plugin."""
SCHEMES = ("http", "https")
UNSAFE = frozenset(" \"'<>\\^`{|}")


def read_address(text: str) -> str:
    """An address as people type it, with a slash at its end; raises ``UnreadableCommand``."""
    try:
        parts = urlsplit(text)
        whole = parts.scheme in SCHEMES and parts.hostname and not parts.query + parts.fragment
        _ = parts.port
    except ValueError:
        whole = False
    if not whole or not text.isascii() or not text.isprintable() or UNSAFE & set(text):
        raise UnreadableCommand(
            f"{shown(text, 60)} is no address of a site",
            "write it whole, as in --url https://example.org/formulary/",
        )
    return text.rstrip("/") + "/"


@dataclass(frozen=True, slots=True)
class Report:
    """A link template with ``{id}``, ``{title}``, ``{page}`` and ``{repo}``.

    Without a template the link goes to the repository's new issue, and without
    a repository to the page of this site that says how to report.
    """

    template: str = ""
    repo: str = ""

    def link(self, identifier: str, title: str, page: str, fallback: str) -> str:
        """The address of the report for one record; ``fallback`` is our own page."""
        repo = self.repo.rstrip("/")
        link = self.template or (repo and "{repo}/issues/new?title={id}")
        if not link or ("{repo}" in link and not repo):
            return fallback
        link = link.replace("{repo}", repo)
        for name, fact in (("id", identifier), ("title", title), ("page", page)):
            link = link.replace("{" + name + "}", quote(fact, safe=""))
        return link
