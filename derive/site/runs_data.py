"""What the script of the front page reads: the composition of an estimate, with its programs."""

from __future__ import annotations

from typing import Any

from .instrument import Instrument, ratio
from .layout import final
from .onward import inputs_of


def runs_data(instrument: Instrument, *, directory_urls: bool) -> dict[str, Any]:
    """The composition as the script reads it."""
    asked, compiled = instrument.table, instrument.runs.compiled
    laws, estimate = compiled["laws"], compiled["estimate"]
    named = laws.keys() | {row["by"] for row in [*asked["steps"], *asked["bounds"]]}
    base = instrument.runs.run()
    wanted = {row["letter"] for row in asked["fields"]}
    catalogue = instrument.book["catalogue"]

    def beyond(**entry: str) -> dict[str, Any]:
        """What naming an entry of the catalogue adds to a run."""
        run = instrument.runs.run(**entry)
        return {
            "letters": {k: v for k, v in run.letters.items() if base.letters.get(k) != v},
            "choices": {k: v for k, v in run.choices.items() if base.choices.get(k) != v},
        }

    def own(model: str) -> dict[str, str]:
        """What a model brings for the fields of the page, as its source writes it."""
        figures = catalogue[model]["figures"] if model in catalogue else []
        return {row["symbol"]: row["value"] for row in figures if row["symbol"] in wanted}

    return {
        "steps": [
            {name: value for name, value in row.items() if value != {}} for row in estimate["steps"]
        ],
        "after": asked["steps"],
        "bounds": asked["bounds"],
        "laws": {
            name: [law["gives"], law["program"]["inputs"], law["program"]["steps"]]
            for name, law in laws.items()
        }
        | {row["by"]: _law(instrument, row["by"]) for row in asked["steps"]},
        "bounded": {row["by"]: _inequality(instrument, row["by"]) for row in asked["bounds"]},
        "pages": {
            name: _page(instrument, name, directory_urls=directory_urls)
            for name, page in instrument.book["formulas"].items()
            if name in named and page["calculator"]
        },
        "base": {"letters": base.letters, "choices": base.choices},
        "models": {name: beyond(model=name) for name in asked["models"]},
        "gpus": {name: beyond(gpu=name) for name in asked["gpus"]},
        "letters": _letters(instrument, wanted),
        "own": {name: own(name) for name in asked["models"]},
        "memory": estimate["parts"]["memory"],
        "divisions": estimate["divisions"],
        **{key: asked[key] for key in ("whole", "figures", "parts", "layouts", "asked")},
    }


def _law(instrument: Instrument, name: str) -> list[Any]:
    """A law that follows an estimate, with the inputs that its program reads alone."""
    data = instrument.calculator(name)
    names = [letter["id"] for letter in data["letters"]]
    steps = data["alone"][str(data["target"])]["steps"]
    used = sorted(inputs_of(steps))
    return [names[data["target"]], [names[place] for place in used], _moved(steps, used)]


def _inequality(instrument: Instrument, name: str) -> list[Any]:
    data = instrument.calculator(name)
    law, names = data["law"], [letter["id"] for letter in data["letters"]]
    return [names, law["op"], law["left"]["steps"], law["right"]["steps"]]


def _page(instrument: Instrument, name: str, *, directory_urls: bool) -> list[Any]:
    """Where a law is, each of its letters with the unit it is told in, and what it gives."""
    data, here = instrument.calculator(name), instrument.page
    link = instrument.layout.href(instrument.book["formulas"][name]["address"], here)
    rows = [[row["id"], ratio(row["factor"]), row["unit"]] for row in data["letters"]]
    gives = data["letters"][data["target"]]["id"]
    return [final(link, here, directory_urls=directory_urls), rows, gives]


def _letters(instrument: Instrument, wanted: set[str]) -> dict[str, Any]:
    """The letters that the page asks, as calculators read them."""
    letters: dict[str, Any] = {}
    for formula in instrument.book["formulas"].values():
        for page in formula["calculator"]:
            for letter in page["data"]["letters"]:
                if letter["id"] in wanted:
                    letters.setdefault(letter["id"], letter)
    return letters


def _moved(steps: Any, used: list[int]) -> list[Any]:
    """A program with those inputs alone: a calculator's programs have all of its letters."""
    moved: list[Any] = []
    for step in steps:
        if step[0] == "input":
            moved.append(["input", used.index(step[1])])
        elif len(step) > 1 and isinstance(step[1], list):
            moved.append([step[0], _moved(step[1], used)])
        else:
            moved.append(step)
    return moved
