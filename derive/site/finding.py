"""What the page "Find" searches: every record by its words and letters, as data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derive.book.shapes import Book, SymbolPage

from .layout import Layout, url
from .prose import plain

Where = Callable[[str], str]


def index(book: Book, layout: Layout, *, directory_urls: bool) -> dict[str, Any]:
    """Symbols, formulas, terms, sources, catalogue; a formula names its symbols by their number.

    ``formulas`` rows are id, title, address, subject, numbers of the symbols,
    number of the symbol that it gives (-1: none), names of its variant groups.
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
    }


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
