"""What the search and the page "Find" know of the book, as data for the browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from derive.book.shapes import Book, SearchRow, SymbolPage
from derive.search import guide_rows, tables

from .layout import Layout, url

Where = Callable[[str], str]


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

    def where(address: str) -> str:
        page, mark, part = address.partition("#")
        return url(layout.file(page), directory_urls=directory_urls) + mark + part

    numbers = {name: number for number, name in enumerate(book["symbols"])}
    gives = {
        card["formula"]["id"]: numbers[symbol["id"]]
        for symbol in book["symbols"].values()
        for card in symbol["gives"]
    }
    rows = {(row["kind"], row["id"]): row for row in book["search"]}
    pages = {file: text for file, text in (by_hand or {}).items() if isinstance(text, str)}
    return {
        "tables": tables(),
        "symbols": [
            [*_symbol(symbol, where), *_searched(rows["symbol", symbol["id"]])[:2]]
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
            *_others(book, where),
            *(
                [*row[:6], "", 0, [], _guide_address(str(row[1]), directory_urls=directory_urls)]
                for row in guide_rows(pages)
            ),
        ],
    }


def _searched(row: SearchRow) -> list[Any]:
    """Names besides the title, words, law and weight of a record."""
    names = [name for name in row["names"] if name != row["title"]]
    return [names, row["words"], row["law"], row["prior"]]


def _others(book: Book, where: Where) -> Iterator[list[Any]]:
    """Records besides formulas and symbols, each with its address."""
    pages: dict[str, Mapping[str, Any]] = {
        "term": book["terms"],
        "entry": book["catalogue"],
        "source": book["sources"],
        "notation": book["notations"],
        "errata": book["errata"],
    }
    for row in book["search"]:
        if row["kind"] in pages:
            address = where(pages[row["kind"]][row["id"]]["address"])
            yield [*row.values(), address]


def _guide_address(name: str, *, directory_urls: bool) -> str:
    """The address of a page written by hand, or of a heading in it."""
    page, mark, part = name.partition("#")
    return url(f"{page}.md", directory_urls=directory_urls) + mark + part


def _symbol(symbol: SymbolPage, where: Where) -> list[Any]:
    """Id, letter, meaning, address, unit and default."""
    return [
        symbol["id"],
        symbol["letter"] or symbol["id"],
        symbol["meaning"],
        where(symbol["address"]),
        symbol["unit"],
        symbol["default"],
    ]
