"""The Markdown extension: finished HTML kept whole, names and terms made links.

A page opens with ``<!--fs:page formulas/memory/zero3_memory.md-->``, which
tells where it is; what stands between ``<!--fs:begin-->`` and
``<!--fs:end-->`` is HTML and never read as Markdown. Inline code that is the
name of a record becomes a link to it, and so does the first mention of a term
in each section, unless it or something around it is marked ``.nolink``.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET  # builds elements, reads none

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from .book.schema import called, is_mathml
from .site.layout import final, relative

PAGE = re.compile(r"^<!--fs:page (\S+?)(?: \S+)?-->$", re.MULTILINE)
BLOCK = re.compile(r"^<!--fs:begin-->\n(.*?)\n<!--fs:end-->$", re.MULTILINE | re.DOTALL)
HREF = re.compile(r'href="([^":#?]+\.md(?:#[^"]*)?)"')
OWN = re.compile(r"(?!/)(?:(?!\.\.)[^\s\"'<>&:?\\])+\.md(?:#[^\s\"'<>&]*)?")
"""The path of a page of the site itself."""

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
SILENT = HEADINGS | {"a", "code", "pre", "math", "button", "script", "style", "svg"}


class DeriveExtension(Extension):
    """Reads the names and terms of a book from the file ``words``."""

    def __init__(self, **options: Any) -> None:
        self.config = {"words": ["docs/generated/.words.json", "the names and terms of the book"]}
        super().__init__(**options)

    def extendMarkdown(self, md: Markdown) -> None:
        """Blocks before HTML is looked for (20), links once ``.nolink`` is set (8)."""
        words = Words.read(Path(self.getConfig("words")))
        blocks = Blocks(md, words)
        md.preprocessors.register(blocks, "derive-blocks", 28)
        md.treeprocessors.register(Links(md, blocks, words), "derive-links", 6)


def makeExtension(**options: Any) -> DeriveExtension:  # Python-Markdown looks for it
    """What Python-Markdown calls when the extension is named by its module."""
    return DeriveExtension(**options)


class Words:
    """The names and terms of one book, and the pattern that finds the terms."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.directory_urls: bool = data.get("directory_urls", True)
        self.names: Mapping[str, Mapping[str, str]] = data.get("names", {})
        self.terms: Mapping[str, Mapping[str, str]] = data.get("terms", {})
        self.loose: Mapping[str, str] = data.get("words", {})
        self.exact: Mapping[str, str] = data.get("acronyms", {})
        choices = [f"(?i:{_any(self.loose)})" if self.loose else "", _any(self.exact)]
        either = "|".join(choice for choice in choices if choice)
        self.pattern = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])") if either else None

    @staticmethod
    def read(file: Path) -> Words:
        """The words of a file, read again when it changed; none where there is no file."""
        if not file.is_file():
            return Words({})
        return _read(file, file.stat().st_mtime_ns)

    def meant(self, text: str) -> str | None:
        """The id of the term that a mention means."""
        return self.exact.get(text) or self.loose.get(text.lower())


@lru_cache(maxsize=2)
def _read(file: Path, _changed: int) -> Words:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if _are_words(data):
            return Words(data)
    except (ValueError, RecursionError):
        pass
    raise ValueError(f"{file.name} is no list of words; build the site anew")


def _are_words(data: Any) -> bool:
    """Whether data is what the writer of the pages leaves: its markup goes into pages as it is."""
    if not isinstance(data, dict):
        return False
    parts = [data.get(part, {}) for part in ("names", "terms", "words", "acronyms")]
    if not all(isinstance(part, dict) for part in parts):
        return False
    names, terms, *spelled = parts
    return (
        all(map(_is_record, names.values()))
        and all(_has(term, "lead") for term in terms.values())
        and all(
            isinstance(name, str) and name in terms for names in spelled for name in names.values()
        )
    )


def _is_record(record: Any) -> bool:
    if not _has(record, "kind"):
        return False
    return (
        is_mathml(str(record.get("mathml")))
        if record["kind"] == "symbol"
        else _has(record, "title")
    )


def _has(record: Any, part: str) -> bool:
    """Whether something has a page of its own, and a text."""
    if not isinstance(record, dict) or not isinstance(record.get(part), str):
        return False
    return isinstance(record.get("file"), str) and OWN.fullmatch(record["file"]) is not None


def _any(words: Mapping[str, str]) -> str:
    """Any of some words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


class Blocks(Preprocessor):
    """Takes the page's own path and the finished HTML out of the text."""

    def __init__(self, md: Markdown, words: Words) -> None:
        super().__init__(md)
        self.words = words
        self.file = "index.md"

    def run(self, lines: list[str]) -> list[str]:
        """Put each block away; Python-Markdown puts it back at the end."""
        text = "\n".join(lines)
        place = PAGE.search(text)
        if place:
            self.file = place[1]
            text = text.replace(place[0], "", 1)
        return BLOCK.sub(self._keep, text).split("\n")

    def _keep(self, block_match: re.Match[str]) -> str:
        block = HREF.sub(lambda link: f'href="{self.final(link[1])}"', block_match[1])
        return f"\n{self.md.htmlStash.store(block)}\n"

    def final(self, href: str) -> str:
        """A link between Markdown files as an address, in HTML that MkDocs never looks at.

        Zensical does look, and resolves the link itself; it is known by the
        preprocessor that tells its own extensions about the page.
        """
        if "rendering_context" in self.md.preprocessors:
            return href
        return final(href, self.file, directory_urls=self.words.directory_urls)


class Links(Treeprocessor):
    """Turns the names of records, and first mentions of terms, into links."""

    def __init__(self, md: Markdown, blocks: Blocks, words: Words) -> None:
        super().__init__(md)
        self.blocks = blocks
        self.words = words

    def run(self, root: ET.Element) -> None:
        """Names first: a link is then no longer looked at for terms."""
        for element in list(root.iter("code")):
            self._name(element)
        own = [key for key, term in self.words.terms.items() if term["file"] == self.blocks.file]
        self.seen = set(own)
        self.own = frozenset(own)
        if self.words.pattern:
            self._walk(root)

    def _name(self, element: ET.Element) -> None:
        """Inline code that is a name: a symbol is typeset, anything else keeps its look."""
        name = html.unescape(str(element.text or ""))
        record = self.words.names.get(name)
        if record is None or len(element) or "nolink" in element.get("class", ""):
            return
        href = self._relative(record["file"])
        if record["kind"] == "symbol":
            label = html.escape(called(record["mathml"], name))
            data = f'data-s="{html.escape(name)}" aria-label="{label}"'
            link = f'<a href="{self.blocks.final(href)}" {data}>'
            shown = f"{link}{record['mathml']}</a>"
            element.tag = "span"
            element.text = AtomicString(self.md.htmlStash.store(shown))
            return
        inner = ET.Element("code")
        inner.text = AtomicString(html.escape(name, quote=False))
        element.tag, element.text = "a", None
        element.attrib = {"href": href, "data-tip": record["title"]}
        element.insert(0, inner)

    def _walk(self, element: ET.Element) -> None:
        """Look for terms in the text of an element and after each of its children."""
        if element.tag in HEADINGS:
            self.seen = set(self.own)
        if element.tag in SILENT or "nolink" in element.get("class", ""):
            return
        children = list(element)
        element.text, links = self._linked(element.text)
        for place, link in enumerate(links):
            element.insert(place, link)
        for child in children:
            self._walk(child)
            child.tail, links = self._linked(child.tail)
            place = list(element).index(child) + 1
            for offset, link in enumerate(links):
                element.insert(place + offset, link)

    def _linked(self, text: str | None) -> tuple[str | None, list[ET.Element]]:
        """Text up to the first new term, and the links that follow with their tails."""
        if not text or isinstance(text, AtomicString):
            return text, []
        links: list[ET.Element] = []
        start = text
        end = 0
        for mention, term in self._mentions(text):
            between = text[end : mention.start()]
            if links:
                links[-1].tail = between
            else:
                start = between
            links.append(self._link(mention[0], term))
            end = mention.end()
        if links:
            links[-1].tail = text[end:]
        return start, links

    def _mentions(self, text: str) -> Iterator[tuple[re.Match[str], str]]:
        """Each mention of a term that this section has not linked yet."""
        assert self.words.pattern is not None
        for mention in self.words.pattern.finditer(text):
            term = self.words.meant(mention[0])
            if term and term not in self.seen:
                self.seen.add(term)
                yield mention, term

    def _link(self, text: str, term: str) -> ET.Element:
        record = self.words.terms[term]
        href = self._relative(record["file"])
        link = ET.Element("a", {"href": href, "class": "d-term", "data-tip": record["lead"]})
        link.text = AtomicString(text)
        return link

    def _relative(self, file: str) -> str:
        """A Markdown file as seen from this page; the site builder makes it an address."""
        return relative(file, self.blocks.file)
