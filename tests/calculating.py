"""Questions to the calculators by the thousand: drawn here, asked in a real browser."""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.book.build import unit_rows
from derive.book.making import read_book
from derive.book.starting import read
from derive.programs.exactly import Exact, exact
from derive.programs.program import Program, from_data
from derive.site.onward import bare
from derive.site.write import PARTS, lean

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ASSETS = Path(__file__).resolve().parent.parent / "templates/assets"
LONGEST = 10**1000
"""Of a power of thousands of digits no exact value is put in."""
MOST_TRIED = 5000
ZERO = Fraction(0)


def calculators() -> dict[str, Any]:
    """The data of every calculator, as its page has it."""
    pages = {name: one["calculator"] for name, one in read_book()["formulas"].items()}
    return {name: some[0]["data"] for name, some in pages.items() if some}


def scripts() -> str:
    """All scripts of the calculators in one, each after what it needs."""
    parts = ("solver.js", "calculator.js", "plot.js", "units.js")
    here = "window.deriveLoad = () => Promise.resolve();"
    return here + "".join(lean(ASSETS / file) for part in parts for file in PARTS[part])


@contextmanager
def empty_page(browser: Browser, registry: Any) -> Iterator[Page]:
    """An empty page with the scripts of the calculators in it, as the site ships them."""
    context = browser.new_context()
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.add_script_tag(content=f"window.deriveUnits={json.dumps(unit_rows(registry))};")
    opened.add_script_tag(content=scripts())
    opened.evaluate(HELPERS)
    yield opened
    context.close()
    assert [] == wrong


HELPERS = """() => {
  const N = window.deriveNumbers, C = window.deriveValues;
  const ends = (place) => place.exact ? [place.exact, place.exact] : [place.low, place.high];
  const shown = (place) => place ? ends(place).map(N.number) : null;
  const whole = (place) => place.exact ? place.exact.n + "/" + place.exact.d : "";
  window.answered = (data, target, values, bounds) => {
    const own = (k, text) => text && N.times(N.exact(text), N.exact(data.letters[k].factor));
    const ranges = {};
    bounds.forEach(([k, low, high]) => {
      const typed = { low: own(k, low), high: own(k, high), lowOpen: false, highOpen: false };
      ranges[k] = { ...typed, place: k, shown: [low, high] };
    });
    const found = N.solve(data, {
      target: target,
      values: data.letters.map((letter, k) => values[k] === undefined ? null : own(k, values[k])),
      ranges: ranges,
    });
    if (found.refused) return { refused: found.refused.join("") };
    return {
      root: shown(found.root), doubt: found.doubt, integer: found.integer,
      roots: found.roots.filter((one) => one.kept)
        .map((one) => [...shown(one.place), whole(one.place)]),
      spans: found.spans.map((one) => [shown(one.low), shown(one.high), one.lowOpen, one.highOpen]),
      told: found.told.map((one) => [one.says, one.holds]),
    };
  };
  window.readAs = (letter, text) => {
    try {
      const found = C.read(text, letter, letter.unit);
      const told = (a) => a ? a.n.toString() + "/" + a.d.toString() : "";
      return [found.shown ? told(found.low) + ".." + told(found.high) : told(found.value), ""];
    } catch (wrong) { return ["", wrong.message]; }
  };
}"""


@cache
def usual_value(registry: Any, name: str, text: str, factor: str) -> Fraction:
    """The usual value of a letter in its own unit; it is drawn around a million times."""
    return Fraction(read(registry, name, text).base) / Fraction(factor)


def drawn(
    registry: Any, letter: Any, draw: random.Random, *, doubled: bool = False
) -> Fraction | None:
    """A value near the usual one, in the letter's own unit, that it can take.

    ``doubled`` whole numbers are the usual one times a power of two: such numbers
    often divide each other, as conditions want it.
    """
    if not letter["value"]:
        return None
    note = registry.symbols[letter["id"]]
    usual = usual_value(registry, letter["id"], letter["value"], letter["factor"])
    for _ in range(40):
        if doubled and note.domain.integer:
            value = Fraction(max(1, round(usual))) * Fraction(2) ** draw.randint(-1, 1)
        else:
            value = Fraction(f"{float(usual) * math.exp(draw.uniform(-1, 1)):.4g}")
        value = Fraction(max(1, round(value))) if note.domain.integer else value
        if note.domain.contains(value):
            return value
    return usual


def bases(data: Any, values: dict[int, Fraction]) -> list[Fraction]:
    return [values.get(k, ZERO) * factor for k, factor in enumerate(factors(data))]


_READ: dict[int, tuple[Any, Any]] = {}
"""What was read from a part of a calculator's data, by the part's own place, which it keeps."""


def factors(data: Any) -> list[Fraction]:
    """The factors of a calculator's letters; values are put in by the hundred thousand."""
    return _once(
        data["letters"], lambda letters: [Fraction(letter["factor"]) for letter in letters]
    )


def program(data: Any) -> Program:
    """A program of a calculator, read once."""
    return _once(data, from_data)


def _once(data: Any, read_it: Callable[[Any], Any]) -> Any:
    if id(data) not in _READ:
        _READ[id(data)] = data, read_it(data)
    return _READ[id(data)][1]


def left_place(data: Any) -> int | None:
    """The letter that the law gives as it stands."""
    left = data["law"]["left"]["steps"]
    alone = len(left) == 1 and left[0][0] == "input" and data["law"]["op"] == "=="
    return left[0][1] if alone and str(left[0][1]) in data["alone"] else None


def needed(data: Any) -> list[int]:
    """The letters of the law itself; those of its conditions alone may be left out."""
    return [k for k, one in enumerate(data["letters"]) if not one["optional"]]


def questions(registry: Any, known: Any, draw: random.Random, each: int) -> list[Any]:
    """For every letter of every equation: values that belong together."""
    return [
        (name, target, values)
        for name, data in known.items()
        if data["law"]["op"] == "=="
        for target in needed(data)
        for _ in range(each)
        if (values := together(registry, data, draw)) is not None
    ]


def together(registry: Any, data: Any, draw: random.Random) -> dict[int, Fraction] | None:
    """Values of all letters under which an equation and its conditions hold.

    One letter is computed from the others: the one that the law gives, or, where
    that is seldom a value that it can take, any of which there is a closed form.
    """
    first = left_place(data)
    ways = [first] if first is not None else []
    ways += [k for k in map(int, data["alone"]) if k in needed(data) and k != first]
    for attempt in range(MOST_TRIED if ways else 0):
        giving = ways[0] if attempt < MOST_TRIED // 50 else draw.choice(ways)
        doubled = attempt > MOST_TRIED // 10
        values = {
            k: drawn(registry, data["letters"][k], draw, doubled=doubled) for k in needed(data)
        }
        point = {k: v for k, v in values.items() if v is not None and k != giving}
        own = given_by(data, giving, point)
        if own is None or not registry.symbols[data["letters"][giving]["id"]].domain.contains(own):
            continue
        point[giving] = own
        if not broken(data, point):
            return point
    return None


def broken(data: Any, values: dict[int, Fraction]) -> bool:
    """Whether a condition fails; not one about a letter that has no value."""
    point = bases(data, values)
    return any(
        set(condition["uses"]) <= set(values) and exact(program(condition["truth"]), point) is False
        for condition in data["conditions"]
    )


def given_by(data: Any, place: int, point: dict[int, Fraction]) -> Fraction | None:
    """What a letter's program gives, in its own unit: as it is, or to twelve digits."""
    gives = exact(program(data["alone"][str(place)]), bases(data, point))
    if not isinstance(gives, Exact):
        return None
    own = Fraction(gives.value if gives.exact else str(gives.value))
    own /= Fraction(data["letters"][place]["factor"])
    if abs(own) > sys.float_info.max:  # no page computes with such a number
        return None
    short = gives.exact and own.denominator < LONGEST
    return own if short else Fraction(f"{float(own):.12g}")


def comparisons(registry: Any, known: Any, draw: random.Random, each: int) -> list[Any]:
    """For every letter of every inequality: values, in every second question on its border."""
    return [
        (name, target, values)
        for name, data in known.items()
        if data["law"]["op"] != "=="
        for target in needed(data)
        for turn in range(each)
        if (values := compared(registry, data, draw, on_border=turn % 2 == 1)) is not None
    ]


def compared(
    registry: Any, data: Any, draw: random.Random, *, on_border: bool
) -> dict[int, Fraction] | None:
    """Values of all letters of an inequality that its conditions allow."""
    border = next(iter(map(int, data["alone"])), None) if on_border else None
    for _ in range(MOST_TRIED):
        values = {k: drawn(registry, data["letters"][k], draw) for k in needed(data)}
        point = {k: v for k, v in values.items() if v is not None}
        if border is not None:
            own = given_by(data, border, point)
            note = registry.symbols[data["letters"][border]["id"]]
            point |= {} if own is None or not note.domain.contains(own) else {border: own}
        if not broken(data, point):
            return point
    return None


def asked(page: Page, known: Any, cases: list[Any]) -> list[Any]:
    """All questions in one call; the data of each formula goes over once."""
    names = sorted({name for name, *_ in cases})
    plain = [
        [
            name,
            target,
            {str(k): str(v) for k, v in values.items() if k != target and k not in bounded},
            [[k, *ends(op, values[k])] for k, op in bounded.items()],
        ]
        for name, target, values, *rest in cases
        for bounded in [rest[0] if rest else {}]
    ]
    # As text: what goes over as an object is looked through twice, value by value.
    data = {name: bare(known[name]) for name in names}
    return list(json.loads(page.evaluate(ALL_ANSWERED, json.dumps([data, plain]))))


ALL_ANSWERED = """(text) => {
  const [data, all] = JSON.parse(text);
  const plain = (_, value) => typeof value === "number" && !isFinite(value) ? "#" + value : value;
  return JSON.stringify(all.map(([n, t, v, b]) => answered(data[n], t, v, b)), plain)
    .replace(/"#(-?Infinity|NaN)"/g, "$1");
}"""


def ends(given: str | tuple[Fraction, Fraction], value: Fraction) -> list[str]:
    """Both ends of a bound at a value, or of a range."""
    if isinstance(given, tuple):
        return [str(end) for end in given]
    return ["", str(value)] if given == "<=" else [str(value), ""]
