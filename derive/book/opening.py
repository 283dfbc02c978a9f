"""How a calculator looks before any script runs: its fields, the first answer, the first curve."""

from __future__ import annotations

import math
import shlex
from fractions import Fraction

from derive.answers import Answer, Span, evaluate, solve
from derive.entries.compiling import knowledge_of
from derive.errors import DeriveError
from derive.programs.exactly import exact
from derive.programs.floats import floats
from derive.programs.program import from_data
from derive.records import Formula
from derive.registry import Registry
from derive.units import Quantity, number_text

from .calculating import (
    CalculatorData,
    CalculatorLetter,
    CalculatorView,
    ConditionView,
    FieldView,
    HeadView,
    ShelfView,
)
from .curves import first_plot
from .pen import Pen
from .starting import read

SHELF_NAMES = {"gpu": "Accelerator", "link": "Link", "model": "Model"}
DIGITS = 6
MOST_SPANS = 3
MORE = {"<": ">", "≤": "≥"}


def calculator_view(pen: Pen, formula: Formula, data: CalculatorData) -> CalculatorView:
    """The calculator with its starting values filled in and answered."""
    registry, target = pen.registry, data["letters"][data["target"]]
    fields = [_field(pen, data, place) for place in range(len(data["letters"]))]
    head, value = _answered(registry, formula, data)
    fields[data["target"]]["text"] = ""
    fields[data["target"]]["unit"] = head["unit"] or target["unit"]
    bases = _bases(registry, data)
    if value is not None:
        bases[data["target"]] = value
    return {
        "fields": fields,
        "head": head,
        "conditions": _conditions(pen, formula, data, bases),
        "command": _command(registry, data),
        "shelves": _shelves(data),
        "plot": first_plot(data, bases),
    }


def _field(pen: Pen, data: CalculatorData, place: int) -> FieldView:
    letter, note = data["letters"][place], pen.registry.symbols[data["letters"][place]["id"]]
    number, unit = _parted(pen.registry, letter)
    return {
        "id": letter["id"],
        "mathml": pen.letter(letter["id"])["mathml"],
        "meaning": note.meaning,
        "text": number,
        "unit": unit,
        "units": offered(pen.registry, letter, unit),
        "asked": place == data["target"],
        "optional": letter["optional"],
        "hint": str(note.domain),
    }


def _parted(registry: Registry, letter: CalculatorLetter) -> tuple[str, str]:
    """A starting value as number and unit: ``80 GB``; ``70B`` stays as it is typed."""
    number, _, unit = letter["value"].partition(" ")
    if unit and unit not in (name for name, _, _ in letter["units"]):
        try:
            given = registry.units.unit(unit)
        except DeriveError:
            return letter["value"], letter["unit"]
        same = (name for name, factor, _ in letter["units"] if Fraction(factor) == given.factor)
        unit = next(same, str(given))
    return (number, unit) if unit else (letter["value"], letter["unit"])


def offered(registry: Registry, letter: CalculatorLetter, unit: str) -> list[str]:
    """The units of a drop-down: those in which usual values have readable numbers."""
    known = letter["typical"]
    if not known and letter["value"]:
        base = float(read(registry, letter["id"], letter["value"]).base)
        known = [abs(base), abs(base)]
    low, high = known or [1.0, 1.0]
    kept = {letter["unit"], unit}
    units = [
        name
        for name, factor, printed in letter["units"]
        if name in kept
        or (
            high / float(Fraction(factor)) >= (0.1 if printed else 1)
            and low / float(Fraction(factor)) <= (1e5 if printed else 1e4)
        )
    ]
    return units if unit in units else [unit, *units]


def _bases(registry: Registry, data: CalculatorData) -> list[Fraction | None]:
    """The starting values in base units; None where there is none."""
    bases: list[Fraction | None] = []
    for letter in data["letters"]:
        value = read(registry, letter["id"], letter["value"]) if letter["value"] else None
        bases.append(Fraction(value.base) if isinstance(value, Quantity) else None)
    return bases


def _answered(
    registry: Registry, formula: Formula, data: CalculatorData
) -> tuple[HeadView, Fraction | None]:
    """The first answer, and its value in base units where it is one."""
    target = data["letters"][data["target"]]["id"]
    given = {
        letter["id"]: letter["value"]
        for place, letter in enumerate(data["letters"])
        if place != data["target"] and letter["value"]
    }
    try:
        law = data["law"]
        if law["op"] == "==" and law["left"]["steps"] == [["input", data["target"]]]:
            return _head(evaluate(knowledge_of(registry), formula.id, given))
        answer = solve(knowledge_of(registry), formula.id, target, given)
    except DeriveError as problem:
        refusal: HeadView = {"parts": [str(problem)], "number": "–", "unit": ""}
        return _by_floats(registry, data) or (refusal, None)
    if answer.value is not None:
        return _head(answer.value)
    return _ranged(registry, answer, target)


def _by_floats(registry: Registry, data: CalculatorData) -> tuple[HeadView, Fraction | None] | None:
    """The value of a closed form that is too large to be written out exactly."""
    place = data["target"]
    bases = _bases(registry, data)
    if str(place) not in data["alone"] or None in bases:
        return None
    run = floats(from_data(data["alone"][str(place)]))
    value = run([float(base or 0) for base in bases])
    unit = registry.unit(data["letters"][place]["id"])
    return _head(Quantity(Fraction(value) / unit.factor, unit)) if math.isfinite(value) else None


def _head(value: Quantity) -> tuple[HeadView, Fraction | None]:
    shown = value.natural(DIGITS)
    number = number_text(shown.magnitude, DIGITS)
    unit = "" if shown.unit.is_plain else str(shown.unit)
    parts = ["", f" = {number} {unit}".rstrip()]
    return {"parts": parts, "number": number, "unit": str(shown.unit)}, Fraction(value.base)


def _ranged(registry: Registry, answer: Answer, target: str) -> tuple[HeadView, Fraction | None]:
    """A range in words; its first end stands for it in the curve."""
    ends = [end for span in answer.intervals for end in (span.low, span.high) if end is not None]
    base = next((Fraction(end.base) for end in ends if end.base), None)
    unit, whole = registry.unit(target), answer.integer
    if whole is not None and not whole.empty:
        number = whole.largest if whole.largest is not None else whole.smallest
        base = base if number is None else Fraction(number)
    shown = None if base is None else Quantity(base / unit.factor, unit).natural(DIGITS)
    number_shown = "–" if shown is None else number_text(shown.magnitude, DIGITS)
    head: HeadView = {
        "parts": _in_parts(answer, shown, low=registry.symbols[target].domain.low),
        "number": _brief(answer, shown) or number_shown,
        "unit": "" if shown is None else str(shown.unit),
    }
    return head, base


def _brief(answer: Answer, shown: Quantity | None) -> str:
    """The whole answer in a few signs, for the letter's own row: 2 to 4, ≥ 14."""
    whole = answer.integer
    if shown is None or not answer.intervals:
        return ""
    if whole is not None and (whole.smallest, whole.largest) != (None, None):
        ends = [None if end is None else str(end) for end in (whole.smallest, whole.largest)]
    else:
        span, unit = answer.intervals[0], shown.unit
        ends = [
            None if end is None else number_text(end.to(unit).magnitude, DIGITS)
            for end in (span.low, span.high)
        ]
        if span.high is not None and span.low is not None and span.low.base == 0:
            ends[0] = None
    low, high = ends
    if low == high:
        return low or ""
    return f"{low} to {high}" if low and high else f"≥ {low}" if low else f"≤ {high}"


def _in_parts(answer: Answer, shown: Quantity | None, *, low: Fraction | None) -> list[str]:
    """What the script says of a range: whole numbers by their ends, others as intervals."""
    whole = answer.integer
    if not answer.intervals or (whole is not None and whole.empty):
        return ["No ", "", " satisfies this"]
    if whole is not None and (whole.smallest, whole.largest) != (None, None):
        if whole.smallest == whole.largest:
            return ["", f" = {whole.smallest}"]
        if whole.largest is None:
            return ["smallest ", "", f" = {whole.smallest}"]
        if whole.smallest is None:
            return ["largest ", "", f" = {whole.largest}"]
        return ["", f" = {whole.smallest} to {whole.largest}; largest {whole.largest}"]
    parts: list[str] = []
    for place, span in enumerate(answer.intervals[:MOST_SPANS]):
        parts += [", or "] if place else []
        parts += _span(span, shown, zero=low == 0)
    more = len(answer.intervals) - MOST_SPANS
    return [*parts, f", and {more} more"] if more > 0 else parts


def _span(span: Span, shown: Quantity | None, *, zero: bool) -> list[str]:
    """One interval; an end at zero, where the letter begins, goes without saying."""

    def value(end: Quantity) -> str:
        unit = end.unit if shown is None else shown.unit
        number = number_text(end.to(unit).magnitude, DIGITS)
        return number if unit.is_plain else f"{number} {unit}"

    low = None if zero and span.low is not None and span.low.base == 0 else span.low
    under, over = "<" if span.low_open else "≤", "<" if span.high_open else "≤"
    if low is not None and low == span.high:
        return ["", f" = {value(low)}"]
    if span.high is not None:
        return [
            *([f"{value(low)} {under} "] if low is not None else []),
            "",
            f" {over} {value(span.high)}",
        ]
    return ["any ", ""] if low is None else ["", f" {MORE[under]} {value(low)}"]


def _conditions(
    pen: Pen, formula: Formula, data: CalculatorData, bases: list[Fraction | None]
) -> list[ConditionView]:
    law = pen.registry.law(formula.id)
    states = {True: "holds", False: "does not hold"}
    views: list[ConditionView] = []
    for written, condition in zip(law.conditions, data["conditions"], strict=True):
        values = [bases[place] for place in condition["uses"]]
        missing = [data["letters"][k]["id"] for k in condition["uses"] if bases[k] is None]
        state = f"open: {' and '.join(missing)} not given" if missing else "not decided here"
        if None not in values:
            truth = exact(from_data(condition["truth"]), [base or Fraction(0) for base in bases])
            state = states[truth] if isinstance(truth, bool) else state
        views.append({"mathml": pen.typed(written)["mathml"], "state": state})
    return views


def _command(registry: Registry, data: CalculatorData) -> str:
    """The same question in the terminal."""
    words = ["derive", "solve", data["id"], data["letters"][data["target"]]["id"]]
    for place, letter in enumerate(data["letters"]):
        if place != data["target"] and letter["value"]:
            number, unit = _parted(registry, letter)
            shown = number if unit == "1" else f"{number} {unit}"
            words.append(f"{letter['id']}={shown}")
    return shlex.join(words)


def _shelves(data: CalculatorData) -> list[ShelfView]:
    """The catalogue's entries, by shelf, as the drop-downs show them."""
    return [
        {
            "title": title,
            "entries": [
                {"place": place, "title": preset["title"]}
                for place, preset in enumerate(data["presets"])
                if preset["shelf"] == shelf
            ],
        }
        for shelf, title in SHELF_NAMES.items()
        if any(preset["shelf"] == shelf for preset in data["presets"])
    ]
