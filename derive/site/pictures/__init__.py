"""Pictures that explain, drawn when the site is made from the values of a page's calculator.

A knowledge package says in ``pictures.toml`` which picture stands on which pages and what its
letters are called there; the functions here know drawings, and no formula.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from derive.book.shapes import Book
from derive.programs.floats import floats
from derive.programs.program import from_data
from derive.site.figures import ratio

from .bars import checkpoints, layer, schedule, tensor_parallel, zero
from .collectives import experts, hierarchy, ring, tree
from .curves import contours, roofline, valley
from .drawing import WIDTH, Picture

TABLE = "pictures.toml"
DRAWN: Mapping[str, Callable[[Mapping[str, float], str], Picture]] = {
    "schedule": schedule,
    "ring": ring,
    "tree": tree,
    "hierarchy": hierarchy,
    "experts": experts,
    "zero": zero,
    "layer": layer,
    "tensor-parallel": tensor_parallel,
    "roofline": roofline,
    "checkpoints": checkpoints,
}
OF_A_LAW = ("contours", "valley")
"""Drawings of a law as a function of some of its letters, instead of values alone."""


def read_pictures(folder: Path) -> list[dict[str, Any]]:
    """The pictures that a package asks for; none where it has no such table."""
    file = folder / TABLE
    if not file.is_file():
        return []
    rows: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["pictures"]
    return rows


class Pictures:
    """Which pictures stand on which pages of a book."""

    def __init__(self, rows: list[dict[str, Any]], book: Book, run: Mapping[str, float]) -> None:
        self.rows, self.book, self.run = rows, book, run

    def on(self, kind: str, name: str) -> list[dict[str, Any]]:
        """The pictures of the page of a formula, term or subject, as its template draws them."""
        return [
            _data(self._drawn(row, kind, name), f"{name}-{place}")
            for place, row in enumerate(self.rows)
            if name in row.get(f"{kind}s", ())
        ]

    def _drawn(self, row: Mapping[str, Any], kind: str, name: str) -> Picture:
        lends = kind == "formula" and not row.get("of_run")
        own = calculator_values(self.book, name) if lends else {}
        letters: Mapping[str, str] = row.get("letters", {})
        values = {role: float(value) for role, value in row.get("fixed", {}).items()}
        for role, letter in letters.items():
            if letter in own or (role not in values and letter in self.run):
                values[role] = own.get(letter, self.run.get(letter, 0.0))
        match row["draws"]:
            case "contours":
                return contours(self._function(row, values), values.get("size", 70e9))
            case "valley":
                parts = [
                    (part["title"], self._function(row, {**values, **part["given"]}))
                    for part in row["parts"]
                ]
                return valley(self._function(row, values), parts)
            case draws:
                return DRAWN[draws](values, row.get("kind", ""))

    def _function(
        self, row: Mapping[str, Any], values: Mapping[str, float]
    ) -> Callable[..., float]:
        """The law of a picture as a function of the letters that it is drawn ``over``.

        The other letters have the picture's own values, else those of the law's calculator.
        """
        data = self.book["formulas"][row["law"]]["calculator"][0]["data"]
        names = [letter["id"] for letter in data["letters"]]
        known = {**calculator_values(self.book, row["law"]), **values}
        run = floats(from_data(data["alone"][str(data["target"])]))
        inputs = [known.get(name, 0.0) for name in names]
        places = [names.index(name) for name in row["over"]]

        def value(*over: float) -> float:
            for place, one in zip(places, over, strict=True):
                inputs[place] = one
            return run(inputs)

        return value


def calculator_values(book: Book, formula: str) -> dict[str, float]:
    """The values that a formula's calculator opens with, in base units."""
    page = book["formulas"].get(formula)
    found: dict[str, float] = {}
    for calculator in page["calculator"] if page else ():
        letters = calculator["data"]["letters"]
        for field, letter in zip(calculator["view"]["fields"], letters, strict=True):
            factor = next((one[1] for one in letter["units"] if one[0] == field["unit"]), "1")
            if field["text"]:
                found[letter["id"]] = _number(field["text"]) * ratio(factor)
    return found


def _number(text: str) -> float:
    scale = {"k": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}.get(text[-1:], 1.0)
    return ratio(text.rstrip("kMBT ")) * scale


def _data(picture: Picture, name: str) -> dict[str, Any]:
    return {
        "id": f"picture-{name}",
        "title": picture.title,
        "says": picture.says,
        "width": f"{WIDTH:g}",
        "height": f"{picture.height:g}",
        "shapes": picture.shapes,
    }


__all__ = ["DRAWN", "OF_A_LAW", "Picture", "Pictures", "calculator_values", "read_pictures"]
