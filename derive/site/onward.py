"""Where a page leads: to laws that bound its letter, and to what uses its figures or its term."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from derive.book.calculating import CalculatorData, inputs_of
from derive.book.shapes import Book, CatalogueEntry, TermPage

from .figures import typed
from .indexes import figures_of, most_wanted
from .layout import Layout

NEEDED = ("id", "target", "law", "conditions", "alone")
ALWAYS_OWN = ("value", "optional")
"""What a law says of a letter; all else is the letter's own."""


class Limits:
    """The inequalities of a book, by the letters in them.

    Their programs travel in one script, which a calculator fetches when its question has a range
    for an answer.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        self.laws: dict[str, CalculatorData] = {
            name: page["calculator"][0]["data"]
            for name, page in book["formulas"].items()
            if page["calculator"] and page["calculator"][0]["data"]["law"]["op"] != "=="
        }
        self.bounding: dict[str, list[str]] = {}
        for name, data in self.laws.items():
            for letter in letters_of(data):
                self.bounding.setdefault(letter, []).append(name)

    def on(self, data: CalculatorData) -> dict[str, Any]:
        """The other laws that bound what a calculator asks for first.

        ``letters`` tells whether any of its letters is bounded by another law:
        an equation is one among limits only while something is bounded.
        """
        asked = data["letters"][data["target"]]["id"]
        others = [
            name for name in letters_of(data) if {*self.bounding.get(name, ())} - {data["id"]}
        ]
        names = self.bounding.get(asked, ()) if data["id"] in self.laws else ()
        laws = [self.book["formulas"][name] for name in names if name != data["id"]]
        return {"letters": others, "laws": laws}

    def data(self, layout: Layout) -> dict[str, Any]:
        """Every inequality as the script reads it; what is said of a letter is said once."""
        letters: dict[str, Any] = {}
        laws = []
        for name, data in self.laws.items():
            kept = {key: bare(value) for key, value in data.items() if key in NEEDED}
            kept["letters"] = []
            for row in data["letters"]:
                letters[row["id"]] = {k: v for k, v in row.items() if k not in ALWAYS_OWN}
                kept["letters"].append([row["id"], row["value"], row["optional"]])
            page = self.book["formulas"][name]
            where = layout.url(page["address"])
            laws.append({**kept, "title": page["title"], "address": where})
        return {"letters": letters, "laws": laws}


def letters_of(data: CalculatorData) -> list[str]:
    """The letters of a law itself, not those of its conditions alone."""
    used = inputs_of([*data["law"]["left"]["steps"], *data["law"]["right"]["steps"]])
    return [row["id"] for place, row in enumerate(data["letters"]) if place in used]


def bare(data: Any) -> Any:
    """Data in which a program is its steps alone: all of a calculator's have the same inputs."""
    if isinstance(data, dict):
        whole = data.keys() == {"inputs", "steps"}
        return data["steps"] if whole else {name: bare(part) for name, part in data.items()}
    return [bare(part) for part in data] if isinstance(data, list) else data


MOST = 8
FEWEST_LETTERS = 2
"""Letters of an entry that a law needs to be worth opening with its figures, if others do."""


class Onward:
    """What is looked for once for all pages of a book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.wanted = most_wanted(book)
        self.replayed = _replayed(book)

    def opened(self, entry: CatalogueEntry) -> list[dict[str, str]]:
        """The calculators in which most figures of an entry stand, filled with them.

        None for a model: its letters do not tell which laws of a shape are its own.
        """
        if entry["shelf"] == "model":
            return []
        figures = figures_of(entry)
        calculators = []
        for formula in self.book["formulas"].values():
            for page in formula["calculator"][:1]:
                data = page["data"]
                target = data["letters"][data["target"]]["id"]
                filled = {
                    letter["id"]: typed(figures[letter["id"]], letter)
                    for letter in data["letters"]
                    if letter["id"] in figures
                }
                if filled and target not in figures:
                    words = [target, *(quote(f"{k}={v}") for k, v in filled.items())]
                    calculators.append((len(filled), formula, "#solve=" + "&".join(words)))
        calculators.sort(key=lambda row: (-row[0], -self.wanted.get(row[1]["id"], 0)))
        several = [row for row in calculators if row[0] >= FEWEST_LETTERS]
        return [
            {"address": formula["address"], "title": formula["title"], "hash": question}
            for _, formula, question in (several or calculators)[:MOST]
        ]

    def beside(self, term: TermPage) -> list[dict[str, str]]:
        """The terms that are declared in the same file."""
        file = term["declared"].partition(":")[0]
        return [
            {"address": other["address"], "title": other["name"]}
            for other in self.book["terms"].values()
            if other["declared"].partition(":")[0] == file and other["id"] != term["id"]
        ]


def _replayed(book: Book) -> dict[str, list[Any]]:
    """Formulas by the letters that their derivations have besides their own."""
    formulas: dict[str, list[Any]] = {}
    for formula in book["formulas"].values():
        own = {row["id"] for row in formula["symbols"]}
        seen = {
            part.partition('"')[0]
            for derivation in formula["derivations"]
            for step in derivation["steps"]
            for part in step["mathml"].split('data-s="')[1:]
        }
        link = {"address": formula["address"], "title": formula["title"]}
        for name in sorted(seen - own):
            formulas.setdefault(name, []).append(link)
    return formulas
