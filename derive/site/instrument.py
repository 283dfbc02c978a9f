"""The front page: a whole run in the browser, from the programs of its laws, and some questions.

The script of the page gets the composition of an estimate as data and walks it
step by step; here the same composition answers for the values that the page
opens with, so that the answer stands there before any script runs.
"""

from __future__ import annotations

import math
import operator
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from derive import answers
from derive.answers import Answer
from derive.book.calculating import inputs_of, moved
from derive.book.shapes import Book
from derive.entries.opening import open_knowledge
from derive.programs.floats import floats
from derive.programs.program import from_data
from derive.runs import Run
from derive.runs.composition import Composition
from derive.runs.estimate import Estimate
from derive.runs.laws import compiled
from derive.units import at_least, at_most

from .figures import amount, ratio, short
from .layout import Layout, final

TABLE = "runs/instrument.toml"
MOST_DEGREE = 4096
SIDES: Mapping[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Runs:
    """The runs of a package: how an estimate is composed, and what its front page asks."""

    package: str | Path | None
    table: Mapping[str, Any]
    compiled: Mapping[str, Any]

    @staticmethod
    def read(package: str | Path | None, folder: Path) -> Runs | None:
        """What a package says of whole runs; none where it has no such table."""
        file = folder / TABLE
        if not file.is_file():
            return None
        return Runs(package, tomllib.loads(file.read_text(encoding="utf-8")), compiled(package))

    def run(self, **given: Any) -> Run:
        """A run of the package."""
        return Run(package=self.package, **given)


def first_run(runs: Runs) -> Run:
    """The run that the page opens with."""
    table = runs.table
    said = {row["letter"]: row["value"] for row in table["fields"]}
    said |= {row["choice"]: row["value"] for row in table["choices"]}
    return runs.run(model=table["model"], gpu=table["gpu"], **said)


class Instrument:
    """The instrument of one book: its data for the script, its first look for the template."""

    def __init__(self, runs: Runs, book: Book, layout: Layout, page: str = "index.md") -> None:
        self.runs, self.book, self.layout, self.page = runs, book, layout, page
        self.table = runs.table
        self.estimate: Estimate = first_run(runs).estimate()
        self.composition: Composition = self.estimate.run.composition
        self.values: dict[str, Any] = dict(self.estimate.values)
        self.by: dict[str, Mapping[str, Any]] = {
            step.of: {
                "by": step.by,
                "with": step.renamed,
                "same": step.same,
                "largest": step.largest,
            }
            for step in self.estimate.steps
        }
        for row in self.table["steps"]:
            self.values[row["of"]] = self._value(row)
            self.by[row["of"]] = row
        for row in self.table["bounds"]:
            if self._holds(row):
                self.values[row["of"]] = self._bound(row)
                self.by[row["of"]] = row

    def _holds(self, row: Mapping[str, Any]) -> bool:
        settled = self.estimate.run.choices
        return all(settled[choice] in names for choice, names in row.get("when", {}).items())

    def calculator(self, formula: str) -> Any:
        """The data of a formula's calculator."""
        return self.book["formulas"][formula]["calculator"][0]["data"]

    def _inputs(self, row: Mapping[str, Any], data: Any) -> list[Any]:
        renamed = row.get("with", {})
        names = [renamed.get(letter["id"], letter["id"]) for letter in data["letters"]]
        return [self.at(name) for name in names]

    def _value(self, row: Mapping[str, Any]) -> float:
        data = self.calculator(row["by"])
        place = next(str(i) for i, one in enumerate(data["letters"]) if one["id"] == row["of"])
        return floats(from_data(data["alone"][place]))(self._inputs(row, data))

    def _bound(self, row: Mapping[str, Any]) -> float:
        """The largest whole number that an inequality admits, tried in the inequality itself."""
        data = self.calculator(row["by"])
        sides = [floats(from_data(data["law"][side])) for side in ("left", "right")]
        place = next(i for i, one in enumerate(data["letters"]) if one["id"] == row["letter"])
        inputs, holds, most = self._inputs(row, data), SIDES[data["law"]["op"]], 1
        for degree in range(2, MOST_DEGREE):
            inputs[place] = float(degree)
            if not holds(sides[0](inputs), sides[1](inputs)):
                break
            most = degree
        return float(most)

    def at(self, letter: str) -> float:
        """A letter on the fullest stage; not a number where the run does not have it."""
        value = self.values.get(letter, math.nan)
        return float(value[self.estimate.stage] if isinstance(value, list) else value)

    def href(self, letter: str) -> str:
        """The calculator of the law behind a letter, filled in with the run's values."""
        row = self.by.get(letter)
        while row and not row.get("by"):
            row = self.by.get(row.get("same") or row.get("largest") or "")
        if not row or row["by"] not in self.book["formulas"]:
            return ""
        formula = self.book["formulas"][row["by"]]
        if not formula["calculator"]:
            return ""
        return self.layout.href(formula["address"], self.page) + "#" + self._question(row, formula)

    def _question(self, row: Mapping[str, Any], formula: Any) -> str:
        data, renamed = formula["calculator"][0]["data"], row.get("with", {})
        asked = row.get("letter") or data["letters"][data["target"]]["id"]
        words = [asked]
        for letter in data["letters"]:
            value = self.at(renamed.get(letter["id"], letter["id"]))
            if letter["id"] == asked or math.isnan(value):
                continue
            words.append(f"{letter['id']}={_in_unit(value, letter)}")
        return "solve=" + "&".join(quote(word, safe="") for word in words)

    def view(self) -> dict[str, Any]:
        """What the page shows before its script runs."""
        capacity, memory = self.estimate.capacity or 0.0, self.estimate.memory
        room = max(capacity, memory)
        parts = [
            {
                "letter": part.letter,
                "name": self.table["parts"].get(part.letter, part.name),
                "text": amount(part.value, "bytes"),
                "share": 100 * part.value / room,
                "href": self.href(part.letter),
            }
            for part in self.estimate.parts("memory")
            if part.value
        ]
        return {
            "models": self._titles("models", self.table["model"]),
            "gpus": self._titles("gpus", self.table["gpu"]),
            "fields": self.table["fields"],
            "choices": self.table["choices"],
            "parts": parts,
            "memory": amount(memory, "bytes"),
            "href": self.href("M_gpu"),
            "capacity": amount(capacity, "bytes"),
            "fits": memory <= capacity,
            "spare": amount(abs(capacity - memory), "bytes"),
            "full": 100 * capacity / room,
            "figures": [self._figure(row) for row in self.table["figures"]],
            "command": self.command(),
        }

    def _titles(self, shelf: str, chosen: str) -> list[dict[str, Any]]:
        entries = self.composition.laws.entries
        return [
            {"id": name, "title": entries[name]["title"], "chosen": name == chosen}
            for name in self.table[shelf]
        ]

    def _figure(self, row: Mapping[str, Any]) -> dict[str, Any]:
        return {**row, "text": amount(self.at(row["of"]), row["as"]), "href": self.href(row["of"])}

    def command(self) -> str:
        """The same run for the command line, as far as it estimates."""
        known = {step.of for step in self.estimate.steps} | self.estimate.run.letters.keys()
        words = ["derive estimate", "--model", self.table["model"], "--gpu", self.table["gpu"]]
        words += [
            f"{row['letter']}={row['value']}"
            for row in self.table["fields"]
            if row["letter"] in known and row["letter"] in self.table["asked"]
        ]
        words += [f"{row['choice']}={row['value']}" for row in self.table["choices"]]
        return " ".join(words)


def _in_unit(value: float, letter: Any) -> str:
    number = f"{value / ratio(letter['factor']):.12g}"
    return number if letter["unit"] == "1" else f"{number} {letter['unit']}"


SIGNS = ("<=", ">=")


def answered(
    questions: list[Mapping[str, Any]], book: Book, package: str | Path | None
) -> list[dict[str, str]]:
    """Each question with its answer, and the calculator that gives it."""
    knowledge = open_knowledge(package)
    shown = []
    for row in questions:
        page, givens = book["formulas"][row["formula"]], _givens(row["givens"])
        answer = answers.solve(knowledge, row["formula"], row["target"], givens, answers.Wish())
        shown.append(
            {
                "asks": row["asks"],
                "answer": row["says"].format(_figure(answer)),
                "title": page["title"],
                "address": page["address"],
                "hash": question(row["target"], row["givens"]),
            }
        )
    return shown


def question(target: str, givens: Mapping[str, str]) -> str:
    """A question as the address of a calculator holds it."""
    words = [target]
    words += [
        name + text if text[:2] in SIGNS else f"{name}={text}" for name, text in givens.items()
    ]
    return "solve=" + "&".join(quote(word, safe="") for word in words)


def _givens(said: Mapping[str, str]) -> dict[str, Any]:
    bound = {"<=": at_most, ">=": at_least}
    return {
        name: bound[text[:2]](text[2:]) if text[:2] in SIGNS else text
        for name, text in said.items()
    }


def _figure(answer: Answer) -> str:
    """The figure that answers: the end of a range of whole numbers, or the value."""
    whole = answer.integer
    if whole is not None:
        ends = [end for end in (whole.largest, whole.smallest) if end is not None]
        return short(float(ends[0]))
    assert answer.value is not None, f"{answer.formula} has no single answer"
    return short(float(answer.value.magnitude))


# --- for the script ---------------------------------------------------------------


def runs_data(instrument: Instrument) -> dict[str, Any]:
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
            name: _page(instrument, name)
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
    places = {place: new for new, place in enumerate(used)}
    return [names[data["target"]], [names[place] for place in used], moved(steps, places)]


def _inequality(instrument: Instrument, name: str) -> list[Any]:
    data = instrument.calculator(name)
    law, names = data["law"], [letter["id"] for letter in data["letters"]]
    return [names, law["op"], law["left"]["steps"], law["right"]["steps"]]


def _page(instrument: Instrument, name: str) -> list[Any]:
    """Where a law is, each of its letters with the unit it is told in, and what it gives."""
    data, layout = instrument.calculator(name), instrument.layout
    link = layout.href(instrument.book["formulas"][name]["address"], instrument.page)
    rows = [[row["id"], ratio(row["factor"]), row["unit"]] for row in data["letters"]]
    gives = data["letters"][data["target"]]["id"]
    return [final(link, instrument.page, directory_urls=layout.directory_urls), rows, gives]


def _letters(instrument: Instrument, wanted: set[str]) -> dict[str, Any]:
    """The letters that the page asks, as calculators read them."""
    letters: dict[str, Any] = {}
    for formula in instrument.book["formulas"].values():
        for page in formula["calculator"]:
            for letter in page["data"]["letters"]:
                if letter["id"] in wanted:
                    letters.setdefault(letter["id"], letter)
    return letters
