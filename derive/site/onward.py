"""Where a page leads that lists no laws of its own: what uses a figure, a letter, a term."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from derive.book.shapes import Book, CatalogueEntry, TermPage

from .figures import typed

MOST = 8
FEWEST_LETTERS = 2
"""Letters of an entry that a law needs to be worth opening with its figures, if others do."""


class Onward:
    """What is looked for once for all pages of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.wanted = {
            row["id"]: row["prior"] for row in book["search"] if row["kind"] == "formula"
        }
        self.replayed = _replayed(book)

    def opened(self, entry: CatalogueEntry) -> list[dict[str, str]]:
        """The calculators in which most figures of an entry stand, filled with them.

        None for a model: its letters do not tell which laws of a shape are its own.
        """
        if entry["shelf"] == "model":
            return []
        first = next(iter(entry["choices"].values()), [])
        figures = {one["symbol"]: one["value"] for one in [*first, *entry["figures"]]}
        found = []
        for formula in self.book["formulas"].values():
            for page in formula["calculator"][:1]:
                data = page["data"]
                target = data["letters"][data["target"]]["id"]
                letters = [
                    (one["id"], typed(figures[one["id"]], one))
                    for one in data["letters"]
                    if one["id"] in figures
                ]
                if letters and target not in figures:
                    found.append((letters, target, formula))
        found.sort(key=lambda one: (-len(one[0]), -self.wanted.get(one[2]["id"], 0)))
        several = [one for one in found if len(one[0]) >= FEWEST_LETTERS]
        return [
            {
                "address": formula["address"],
                "title": formula["title"],
                "hash": _asked(target, dict(letters)),
            }
            for letters, target, formula in (several or found)[:MOST]
        ]

    def beside(self, term: TermPage) -> list[dict[str, str]]:
        """The terms that are declared in the same file."""
        file = term["declared"].partition(":")[0]
        return [
            {"address": one["address"], "title": one["name"]}
            for one in self.book["terms"].values()
            if one["declared"].partition(":")[0] == file and one["id"] != term["id"]
        ]


def _asked(target: str, figures: Mapping[str, str]) -> str:
    """A calculator's question in an address."""
    return "#solve=" + "&".join([target, *(quote(f"{k}={v}") for k, v in figures.items())])


def _replayed(book: Book) -> dict[str, list[Any]]:
    """Formulas by the letters that their derivations have besides their own."""
    found: dict[str, list[Any]] = {}
    for formula in book["formulas"].values():
        own = {row["id"] for row in formula["symbols"]}
        steps = (step for one in formula["derivations"] for step in one["steps"])
        seen = {
            part.partition('"')[0]
            for step in steps
            for part in step["mathml"].split('data-s="')[1:]
        }
        for name in sorted(seen - own):
            found.setdefault(name, []).append(
                {"address": formula["address"], "title": formula["title"]}
            )
    return found
