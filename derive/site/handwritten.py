"""The pages written by hand, copied with the formulas that they ask for.

A line ``<!--fs:zero3_memory/law-->`` becomes that formula, ``<!--fs:counts-->``
and ``<!--fs:subjects-->`` what the book holds, ``<!--fs:instrument-->`` the
instrument of the front page. Commands become addresses: a reader without a terminal
presses a link below one and finds its values filled in.
"""

from __future__ import annotations

import html
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment
from markdown.extensions.toc import slugify

from derive.book.shapes import Book
from derive.errors import UnknownName
from derive.search.ranking import QUESTION

CONSOLE = re.compile(r"^```console\n(?P<body>\$ derive .*?)^```\n", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (derive [^\n]*)$", re.MULTILINE)
GIVEN = re.compile(r"^(\w+)\s*(<=|>=|<|>|=)\s*(.+)$")
SHELVES = ("model", "gpu", "link")
ANCHORS = {"show": "", "explain": "#derivation", "compare": "#variants", "sweep": ""}


@dataclass(slots=True)
class Asked:
    """A command taken apart."""

    verb: str
    names: list[str] = field(default_factory=list)
    givens: dict[str, tuple[str, str]] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)


def parsed(command: str) -> Asked:
    """The words of a command: names, givens with their signs, options with their values."""
    words = shlex.split(command)[1:]
    asked = Asked(words.pop(0))
    while words:
        word = words.pop(0)
        given = GIVEN.match(word)
        if word.startswith("--"):
            takes = words and not words[0].startswith("--") and not GIVEN.match(words[0])
            asked.options[word[2:]] = words.pop(0) if takes else ""
        elif given:
            asked.givens[given[1]] = (given[2], given[3])
        else:
            asked.names.append(word)
    return asked


def address(command: str, book: Book) -> tuple[str, str] | None:
    """The page that answers a command, and its address from ``#`` on; none where none does."""
    try:
        asked = parsed(command)
    except ValueError:
        return None
    if asked.verb == "find" and asked.names[:1] and asked.names[0] in book["symbols"]:
        known = dict.fromkeys([*asked.givens, *(name for name, _ in _figures(asked, book))])
        words = [asked.names[0], *(name for name in known if name in book["symbols"])]
        return "find", "#know=" + "&".join(quote(word, safe="") for word in words)
    if not asked.names or asked.names[0] not in book["formulas"]:
        return None
    formula = book["formulas"][asked.names[0]]
    if asked.verb in ANCHORS:
        return formula["address"], ANCHORS[asked.verb]
    if asked.verb not in ("solve", "evaluate") or not formula["calculator"]:
        return None
    data = formula["calculator"][0]["data"]
    letters = [letter["id"] for letter in data["letters"]]
    target = asked.names[1] if len(asked.names) > 1 else letters[data["target"]]
    givens = _filled(asked, book, letters)
    if target not in letters or any(name not in letters for name in givens):
        return None
    words = [
        target,
        *(name + sign + text for name, (sign, text) in givens.items() if name != target),
    ]
    return formula["address"], "#solve=" + "&".join(quote(word, safe="") for word in words)


def _filled(asked: Asked, book: Book, letters: list[str]) -> dict[str, tuple[str, str]]:
    """The givens of a command, with the figures of what it names from the catalogue."""
    figures = {name: ("=", text) for name, text in _figures(asked, book) if name in letters}
    return figures | asked.givens


def _figures(asked: Asked, book: Book) -> Iterator[tuple[str, str]]:
    """Figures of the entries and fitted constants that a command names."""
    fitted = book["constant_sets"].get(asked.options.get("constants", ""))
    if fitted:
        yield from fitted["values"].items()
    for shelf in SHELVES:
        name, _, choice = asked.options.get(shelf, "").lower().partition(":")
        for entry in book["catalogue"].values():
            aliases = [entry["id"], *(alias.lower() for alias in entry["aliases"])]
            if name and entry["shelf"] == shelf and name in aliases:
                chosen = entry["choices"].get(choice) or next(iter(entry["choices"].values()), [])
                for figure in [*entry["figures"], *chosen]:
                    yield figure["symbol"], figure["value"]


def links(body: str, book: Book) -> list[dict[str, str]]:
    """Where the commands of one block lead, each with the words of its link."""
    addresses = (address(command, book) for command in COMMAND.findall(body))
    return [
        {"address": page, "hash": anchor, "says": _says(anchor)}
        for page, anchor in filter(None, addresses)
    ]


def _says(anchor: str) -> str:
    if anchor.startswith("#solve="):
        return "Open the calculator with these values"
    return "Ask it in the browser" if anchor.startswith("#know=") else "Open the formula"


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
        inner = _block(found[1], found[2], name, book, templates)
        return f"<!--fs:begin-->\n{inner}\n<!--fs:end-->"

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
    template = templates.get_template(f"blocks/{PARTS[part] if record else part}.html")
    return template.render(file=name, it=it).strip()
