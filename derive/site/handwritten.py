"""The pages written by hand, copied with the formulas that they ask for.

A line ``<!--fs:zero3_memory/law-->`` becomes that formula, ``<!--fs:counts-->``
and ``<!--fs:subjects-->`` what the book holds, ``<!--fs:instrument-->`` the
instrument of the front page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from jinja2 import Environment
from markdown.extensions.toc import slugify

from derive.book.shapes import Book
from derive.errors import UnknownName
from derive.search.guides import QUESTION

from .commands import CONSOLE, links

MARK = re.compile(r"^<!--fs:(?:(\w+)/)?(\w+)-->$", re.MULTILINE)
REMARK = re.compile(r"^(<!--(?!fs:).*-->)\n(?=```)", re.MULTILINE)
"""A remark right above a listing: without a line between, Markdown makes both one paragraph."""
FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
TABLE = re.compile(r"^(?P<rows>\|.*\n\|[-| :]+\|\n(?:\|.*\n?)+)", re.MULTILINE)
FOLDED_IN, MOST_ROWS, NAMED = "reference", 24, 4
"""Where tables of many rows are read on demand, from how many, and how many the fold names."""
LOOKED_UP_IN, MOST_LINES = ("reference", "how-to"), 480
"""Where pages are looked up, not read through, and from how many lines on one shows its sections
by their headings alone."""
SECTION, BELOW = re.compile(r"^## +(.+)$"), re.compile(r"^### +(.+)$")
PARTS = {"law": "law", "card": "card", "picture": "pictured", "calculator": "calculated"}
BLOCKS = ("counts", "subjects", "instrument", "questions")


def as_written(folder: Path) -> dict[str, str | bytes]:
    """Every file below ``folder`` but the generated ones; pages as text, as they were left."""
    return {
        file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8")
        if file.suffix == ".md"
        else file.read_bytes()
        for file in sources(folder)
    }


def handwritten(
    written: Mapping[str, str | bytes], book: Book, templates: Environment
) -> dict[str, str | bytes]:
    """The files that were written by hand, ready for the site."""
    return {
        name: expanded(text, name, book, templates) if isinstance(text, str) else text
        for name, text in written.items()
    }


def sources(folder: Path) -> Iterator[Path]:
    """The files written by hand below a folder of documents."""
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        hidden = any(part.startswith(".") for part in parts)
        if file.is_file() and parts[0] != "generated" and not hidden:
            yield file


def expanded(text: str, name: str, book: Book, templates: Environment) -> str:
    """A hand-written page with its own path on top and its marks replaced."""

    def block(found: re.Match[str]) -> str:
        return (
            f"<!--fs:begin-->\n{_block(found[1], found[2], name, book, templates)}\n<!--fs:end-->"
        )

    def opened(found: re.Match[str]) -> str:
        """A block of commands, and below it where they can be asked without a terminal."""
        leads = links(found["body"], book)
        if not leads:
            return found[0]
        below = templates.get_template("blocks/opens.html").render(file=name, links=leads).strip()
        return f"{found[0]}\n<!--fs:begin-->\n{below}\n<!--fs:end-->\n"

    front = FRONT.match(text)
    head = front[0] if front else ""
    body = REMARK.sub(r"\1\n\n", text[len(head) :])
    body = CONSOLE.sub(opened, MARK.sub(block, body))
    folder = name.partition("/")[0]
    if folder == FOLDED_IN:
        body = TABLE.sub(_folded, body)
    if folder in LOOKED_UP_IN and text.count("\n") > MOST_LINES:
        body = "\n".join(_sections(body))
    return f"{head}\n<!--fs:page {name}-->\n\n{body}"


def _folded(found: re.Match[str]) -> str:
    """A table of many rows as a part of a page that is opened, headed by its first names."""
    rows = found["rows"].strip().split("\n")[2:]
    if len(rows) <= MOST_ROWS:
        return found[0]
    first = [row.split("|")[1].strip(" `") for row in rows[:NAMED]]
    says = f"{len(rows)} rows: {', '.join(first)}, …"
    return (
        f'<!--fs:begin-->\n<details class="d-fold d-rows"><summary>{html.escape(says)}</summary>'
        f"\n<!--fs:end-->\n\n{found['rows'].strip()}\n\n<!--fs:begin-->\n</details>\n<!--fs:end-->\n"
    )


def _sections(body: str) -> Iterator[str]:
    """The parts of a page whose sections are opened on demand; a listing may hold ``##``."""
    part: list[str] = []
    listing = False
    for line in body.split("\n"):
        listing ^= line.startswith("```")
        if not listing and SECTION.match(line):
            yield _section(part)
            part = []
        part.append(line)
    yield _section(part)


def _section(lines: list[str]) -> str:
    """A section with the headings inside it beside its own; what stands before any is left alone.

    The anchor of a heading stays where the builder sees it: other pages link to it.
    """
    heading = SECTION.match(lines[0]) if lines else None
    if heading is None:
        return "\n".join(lines)
    title = heading[1].replace("`", "")
    inside = [below[1] for below in map(BELOW.match, lines) if below]
    names = ", ".join(inside[:NAMED]) + (", …" if len(inside) > NAMED else "")
    questions = len(QUESTION.findall("\n".join(lines)))
    names = names or (f"{questions} questions" if questions > 1 else "")
    more = f'<span class="d-glyphs">{html.escape(names)}</span>' if names else ""
    head = f"<summary><h2>{html.escape(title)}</h2>{more}</summary>"
    body = "\n".join(lines[1:])
    return (
        f'<!--fs:begin-->\n<details class="d-fold">{head}\n<!--fs:end-->\n\n'
        f'<div id="{slugify(title, "-")}"></div>\n{body}\n\n'
        "<!--fs:begin-->\n</details>\n<!--fs:end-->\n"
    )


def _block(record: str | None, part: str, name: str, book: Book, templates: Environment) -> str:
    """The HTML that a mark stands for."""
    known = PARTS if record else BLOCKS
    if part not in known:
        raise UnknownName("part of a page", part, tuple(known), name)
    if record and record not in book["formulas"]:
        raise UnknownName("formula", record, (), name)
    it = book["formulas"][record] if record else None
    return (
        templates.get_template(f"blocks/{PARTS[part] if record else part}.html")
        .render(file=name, it=it)
        .strip()
    )
