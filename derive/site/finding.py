"""What the search knows: every record and every page by its words and letters, as data."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from derive.book.shapes import Book, SymbolPage

from .layout import Layout, url
from .prose import plain

Where = Callable[[str], str]
FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
FIELD = re.compile(r"^(title|description): *(.+)$", re.MULTILINE)
HEADING = re.compile(r"^(#+) +(.*?)(?: *\{:.*\})?$", re.MULTILINE)
LISTING = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<[^>]*>|\]\([^)]*\)")
WORD = re.compile(r"[^\W\d_][\w'-]{2,}")


def index(
    book: Book,
    layout: Layout,
    *,
    directory_urls: bool,
    by_hand: Mapping[str, str | bytes] | None = None,
) -> dict[str, Any]:
    """Symbols, formulas, terms, sources, catalogue; a formula names its symbols by their number.

    ``formulas`` rows are id, title, address, subject, numbers of the symbols,
    number of the symbol that it gives (-1: none), names of its variant groups,
    and what it says. ``guides`` are the pages of prose, ``by_hand`` those
    written by hand, by their file.
    """

    def where(address: str) -> str:
        page, mark, part = address.partition("#")
        return url(layout.file(page), directory_urls=directory_urls) + mark + part

    numbers = {name: number for number, name in enumerate(book["symbols"])}
    gives = {
        card["formula"]["id"]: numbers[symbol["id"]]
        for symbol in book["symbols"].values()
        for card in symbol["gives"]
    }
    return {
        "symbols": [_symbol(symbol, where) for symbol in book["symbols"].values()],
        "formulas": [
            [
                formula["id"],
                formula["title"],
                where(formula["address"]),
                formula["subject"]["title"],
                [numbers[row["id"]] for row in formula["symbols"]],
                gives.get(formula["id"], -1),
                [group["id"] for group in formula["variants"]],
                plain(f"{formula['lead']} {formula['says']}"),
            ]
            for formula in book["formulas"].values()
        ],
        "terms": [
            [term["name"], where(term["address"]), plain(term["lead"]), _also(term)]
            for term in book["terms"].values()
        ],
        "sources": [
            [source["title"], where(source["address"]), source["short"], source["authors"]]
            for source in book["sources"].values()
        ],
        "entries": [
            [
                entry["title"],
                where(entry["address"]),
                f"--{entry['shelf']} {entry['id']}",
                [entry["id"], *entry["aliases"]],
            ]
            for entry in book["catalogue"].values()
        ],
        "guides": [
            *_guides(by_hand or {}, directory_urls=directory_urls),
            *(
                [page["source"]["title"], where(page["address"]), says, "", ""]
                for pages, says in (
                    (book["notations"].values(), "its letters"),
                    (book["errata"].values(), "its errata"),
                )
                for page in pages
            ),
        ],
    }


def _guides(by_hand: Mapping[str, str | bytes], *, directory_urls: bool) -> list[list[str]]:
    """Title, address, description, headings and all other words of each page written by hand."""
    made = []
    for file, text in by_hand.items():
        if isinstance(text, str) and file.endswith(".md") and file != "index.md":
            made.append(_guide(text, url(file, directory_urls=directory_urls)))
    return made


def _guide(text: str, address: str) -> list[str]:
    front = FRONT.match(text)
    said = dict(FIELD.findall(front[1])) if front else {}
    body = MARK.sub(" ", LISTING.sub(" ", text[front.end() :] if front else text))
    headings = [(len(marks), words) for marks, words in HEADING.findall(body)]
    title = said.get("title") or next((words for level, words in headings if level == 1), address)
    parts = " ".join(words for level, words in headings if level > 1)
    words = " ".join(sorted({word.lower() for word in WORD.findall(body)}))
    return [title, address, said.get("description", ""), parts, words]


def _also(term: Any) -> str:
    return " ".join([term["acronym"], *term["synonyms"]]).strip()


def _symbol(symbol: SymbolPage, where: Where) -> list[Any]:
    """Id, letter, meaning, address, unit, default, and other names to find it by."""
    foreign = [one["latex"] for one in symbol["elsewhere"]]
    others = dict.fromkeys([*symbol["aliases"], symbol["latex"], *foreign])
    return [
        symbol["id"],
        symbol["letter"] or symbol["id"],
        symbol["meaning"],
        where(symbol["address"]),
        symbol["unit"],
        symbol["default"],
        " ".join(others),
    ]
