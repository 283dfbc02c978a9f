"""Pages of prose as rows of the index: each page, and each question that it answers."""

from __future__ import annotations

import re

from .words import different_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NO_GUIDES = frozenset({"generated", "decisions"})
"""Folders of documents that are pages of records, or notes for those who change the engine."""

FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
FIELD = re.compile(r"^(title|description): *(.+)$", re.MULTILINE)
HEADING = re.compile(r"^(#+) +(.*?)(?: *\{:.*\})?$", re.MULTILINE)
LISTING = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<[^>]*>|\]\([^)]*\)|[*`\[]")
QUESTION = re.compile(r"^\*\*(?:\d+\. )?((?:(?!\*\*).)+\?)\*\*", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (derive (?:.*\\\n)*.*)$", re.MULTILINE)


def guide_rows(pages: Mapping[str, str]) -> Iterator[list[object]]:
    """The rows of pages by their file below the folder of documents, and of their questions."""
    for file in sorted(pages):
        if file.endswith(".md") and file != "index.md" and file.partition("/")[0] not in NO_GUIDES:
            yield _page(file, pages[file])
            yield from _questions(file, pages[file])


def _page(file: str, text: str) -> list[object]:
    front = FRONT.match(text)
    said = dict(FIELD.findall(front[1])) if front else {}
    body = MARK.sub(" ", LISTING.sub(" ", text[front.end() :] if front else text))
    headings = [(len(marks), title.strip()) for marks, title in HEADING.findall(body)]
    first = next((title for level, title in headings if level == 1), file)
    title = said.get("title", "") or first
    below = [heading for level, heading in headings if level > 1]
    # Whoever has seen the address, or the menu, asks by its words.
    file_words = file.removesuffix(".md").rpartition("/")[2].replace("-", " ")
    more, names = said.get("description", ""), list(dict.fromkeys([title, file_words, *below]))
    return ["page", file.removesuffix(".md"), title, more, names, different_words(more, names)]


def _questions(file: str, text: str) -> Iterator[list[object]]:
    """Each question in bold, with the heading above it and the first command below it."""
    asked = list(QUESTION.finditer(text))
    ends = [*(one.start() for one in asked[1:]), len(text)]
    for here, end in zip(asked, ends, strict=False):
        part = text[here.end() : end]
        command = COMMAND.search(part)
        above = [title for _, title in HEADING.findall(LISTING.sub(" ", text[: here.start()]))]
        place = f"{file.removesuffix('.md')}#{_anchor(above[-1]) if above else ''}"
        question = " ".join(MARK.sub("", here[1]).split())
        said = command[1] if command else ""
        yield ["question", place, question, said, [question], different_words(said)]


def _anchor(heading: str) -> str:
    """The part of an address that Python-Markdown gives a heading."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
