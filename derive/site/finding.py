"""What the search, the page "Find" and the Markdown extension know of the book, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from derive.book.shapes import Book, SearchRow, TermPage
from derive.book.words import cased
from derive.search import guide_rows, tables

from .layout import Layout, url
from .prose import plain
from .templating import INNER, named


def index(
    book: Book,
    layout: Layout,
    *,
    directory_urls: bool,
    by_hand: Mapping[str, str | bytes] | None = None,
) -> dict[str, Any]:
    """Formulas, symbols, and all other records that can be found.

    ``formulas`` rows are id, title, address, subject, numbers of the symbols,
    number of the symbol that it gives (-1: none), names of its variant
    groups; ``symbols`` rows are id, letter, meaning, address, unit, default.
    Both end with names, words and, of a formula, law and weight. ``others``
    are whole rows of the search with an address. ``by_hand`` are the pages
    written by hand, by their file, ``tables`` what the ranking goes by.
    """
    place = partial(url, directory_urls=directory_urls)

    def where(address: str) -> str:
        page, mark, part = address.partition("#")
        return place(layout.file(page)) + mark + part

    numbers = {name: number for number, name in enumerate(book["symbols"])}
    gives = {
        card["formula"]["id"]: numbers[symbol["id"]]
        for symbol in book["symbols"].values()
        for card in symbol["gives"]
    }
    rows = {(row["kind"], row["id"]): row for row in book["search"]}
    pages = {file: text for file, text in (by_hand or {}).items() if isinstance(text, str)}
    other: dict[str, Mapping[str, Any]] = {
        "term": book["terms"],
        "entry": book["catalogue"],
        "source": book["sources"],
        "notation": book["notations"],
        "errata": book["errata"],
    }
    return {
        "tables": tables(),
        "symbols": [
            [
                symbol["id"],
                symbol["letter"] or symbol["id"],
                symbol["meaning"],
                where(symbol["address"]),
                symbol["unit"],
                symbol["default"],
                *_searched(rows["symbol", symbol["id"]])[:2],
            ]
            for symbol in book["symbols"].values()
        ],
        "formulas": [
            [
                formula["id"],
                formula["title"],
                where(formula["address"]),
                formula["subject"]["title"],
                [numbers[row["id"]] for row in formula["symbols"]],
                gives.get(formula["id"], -1),
                [group["id"] for group in formula["variants"]],
                *_searched(rows["formula", formula["id"]]),
            ]
            for formula in book["formulas"].values()
        ],
        "others": [
            *(
                [*row.values(), where(other[row["kind"]][row["id"]]["address"])]
                for row in book["search"]
                if row["kind"] in other
            ),
            *(
                [*row[:6], "", 0, [], place(f"{page}.md") + mark + part]
                for row in guide_rows(pages)
                for page, mark, part in [str(row[1]).partition("#")]
            ),
        ],
    }


def _searched(row: SearchRow) -> list[Any]:
    """Names besides the title, words, law and weight of a record."""
    names = [name for name in row["names"] if name != row["title"]]
    return [names, row["words"], row["law"], row["prior"]]


def words(book: Book, layout: Layout, *, directory_urls: bool = True) -> dict[str, Any]:
    """Names with their files, terms with their hover cards, and how each is spelled."""
    names = named(book)
    spelled = [(word, term["id"]) for term in book["terms"].values() for word in spellings(term)]
    clear = Counter(word.lower() for word, _ in set(spelled))
    return {
        "directory_urls": directory_urls,
        "names": {name: _name(record, layout) for name, record in names.items()},
        "terms": {
            name: {"file": layout.file(term["address"]), "lead": plain(term["lead"], names)}
            for name, term in book["terms"].items()
        },
        "words": {
            word.lower(): term
            for word, term in spelled
            if clear[word.lower()] == 1 and not cased(word)
        },
        "acronyms": {
            word: term for word, term in spelled if clear[word.lower()] == 1 and cased(word)
        },
    }


def spellings(term: TermPage) -> list[str]:
    """The ways in which prose mentions a term; none for a word that is too common to link."""
    return [*term["spellings"]] if term["autolink"] else []


def _name(record: dict[str, str], layout: Layout) -> dict[str, str]:
    file = layout.file(record["address"])
    name = {"kind": record["kind"], "title": record["title"], "file": file}
    if "mathml" in record:
        name["mathml"] = INNER.sub(r"\1", record["mathml"])
    return name
