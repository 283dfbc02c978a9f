"""Whether the links of a built site lead somewhere."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Links(HTMLParser):
    """The links and anchors of a page, and the tags that are open at each."""

    def __init__(self) -> None:
        # Nobody reads the text, and looking for characters in it is slow.
        super().__init__(convert_charrefs=False)
        self.hrefs: list[str] = []
        self.ids: set[str] = set()
        self.nested = 0
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.ids |= {value for value in (said.get("id"), said.get("name")) if value}
        if tag == "a" and said.get("href"):
            self.nested += self.depth > 0
            self.depth += 1
            self.hrefs.append(str(said["href"]))

    def handle_endtag(self, tag: str) -> None:
        if tag == "a" and self.depth:
            self.depth -= 1


def read_links(file: Path) -> Links:
    found = Links()
    found.feed(file.read_text(encoding="utf-8"))
    return found


def lost_links(site: Path) -> list[tuple[str, str]]:
    """Links of a built site that lead nowhere, anchors included."""
    site = site.resolve()
    read = {path: read_links(path) for path in site.rglob("*.html") if path.name != "404.html"}

    @cache
    def page(folder: Path, address: str) -> Path | None:
        """The file behind an address; a page names the same ones again and again."""
        target = (folder / unquote(address)).resolve()
        target = target / "index.html" if target.is_dir() else target
        return target if target.is_file() else None

    lost = []
    for path, links in read.items():
        for href in sorted(set(links.hrefs)):
            parts = urlsplit(href)
            if parts.scheme or parts.netloc:
                continue
            target = page(path.parent, parts.path) if parts.path else path
            found = read.get(target) if target else None
            # What a calculator is filled with stands behind the same sign, as `letter=value`.
            anchor = "" if "=" in parts.fragment else parts.fragment
            anchored = not anchor or (found and anchor in found.ids)
            if not target or not anchored:
                lost.append((str(path.relative_to(site)), href))
    return lost
