"""Where a site is published, if anybody said so: its pages can then be named from outside."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from derive.errors import UnreadableCommand
from derive.quoting import shown

from .layout import url

ADDRESS = "DERIVE_SITE_URL"
"""The variable that hands an address to the builder's plugin."""
SCHEMES = ("http", "https")
UNSAFE = frozenset(" \"'<>\\^`{|}")


@dataclass(frozen=True, slots=True)
class Published:
    """The address of a site, with a slash at its end; empty where nobody knows it."""

    address: str = ""
    directory_urls: bool = True

    def page(self, file: str) -> str:
        """The whole address of a Markdown file's page; empty where the site's is not known."""
        return self.address and self.address + quote(url(file, directory_urls=self.directory_urls))


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
