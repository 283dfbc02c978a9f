"""The calculators: what they read, what they answer, and how they are used."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mpmath
import pytest
from fixture_book import small_book
from serving import served_folder
from test_browser import build_site

import derive
from derive.answers import solve
from derive.answers.values import read_given
from derive.book.binding import unit_rows
from derive.book.calculator import calculator_data, with_closed_forms
from derive.book.entries import Piece, compute
from derive.book.opening import calculator_view
from derive.book.pen import Pen
from derive.book.solutions import solved
from derive.book.starting import read
from derive.errors import DeriveError
from derive.numeric.programs import Exact, Program, exact, from_data, precisely
from derive.site.assets import PARTS, lean
from derive.site.layout import layout_of
from derive.site.templating import bare, environment
from derive.units import Interval, Quantity, at_least, at_most

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

ASSETS = Path(__file__).resolve().parent.parent / "templates/assets"
FORMULA = "formulas/memory/zero3_memory/"


@pytest.fixture(scope="module")
def registry():
    return derive.load().registry


@pytest.fixture(scope="module")
def known(registry) -> dict[str, Any]:
    """The data of every calculator."""
    made = {one.id: calculator_data(registry, one) for one in registry.formulas.values()}
    return {name: data for name, data in made.items() if data is not None}


def scripts() -> str:
    """All scripts of the calculators in one, each after what it needs."""
    parts = ("solver.js", "calculator.js", "plot.js", "units.js")
    here = "window.deriveLoad = () => Promise.resolve();"
    return here + "".join(lean(ASSETS / file) for part in parts for file in PARTS[part])


@pytest.fixture(scope="module")
def page(browser: Browser, registry) -> Iterator[Page]:
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


# --- reading and showing -----------------------------------------------------------

TYPED = [
    ("M_state", "80 GB"), ("M_state", "80"), ("M_state", "1.5e3 GiB"), ("M_state", "640 Gbit"),
    ("M_state", "32,768 kB"), ("M_state", "80 GB/GPU"), ("M_state", "1_000 MB"),
    ("Psi", "70B"), ("Psi", "7.5e9"), ("Psi", "128k"), ("Psi", "1.3 billion"),
    ("N_dp", "64"), ("N_dp", "64 GPUs"), ("N_dp", "64 ranks"), ("N_dp", "1/2"),
    ("T_ar", "5 us"), ("T_ar", "2 hours"), ("T_ar", "12 ms"), ("T_ar", "1.5 µs"), ("T_ar", "-1 s"),
    ("beta", "400 Gbit/s"), ("beta", "900 GB/s"), ("beta", "50 Gbps"),
    ("f_bubble", "5 %"), ("f_bubble", "0.05"), ("f_bubble", "1.2"), ("f_bubble", "−0.1"),
    ("M_state", "eighty"), ("M_state", "80 gb"), ("M_state", "80 Gb"), ("M_state", "80 KB"),
    ("M_state", "80 parsecs"), ("M_state", "80 GB/s"), ("M_state", ""), ("M_state", "1,00 GB"),
    ("M_state", "80 GB^2"), ("M_state", "80 GB)"), ("M_state", "80 (GB"), ("M_state", "80 GB*"),
    ("M_state", "80 GB/s/s"), ("M_state", "10**9"), ("M_state", "1e999"), ("M_state", "9" * 61),
    ("M_state", "40..80 GB"), ("M_state", "800 MB .. 2 GB"), ("M_state", "40.."),
    ("Psi", "7B..70B"), ("beta", "400..500 Gbit/s"), ("Psi", "7..70B"), ("N_dp", "8..64"),
    ("M_state", "..80 GB"),
    ("M_state", "80..40 GB"), ("M_state", "4..8..9 GB"), ("M_state", ".."), ("M_state", "40..GB"),
    ("M_state", "40 GB..80 s"), ("Psi", "7B..70 GB"), ("f_bubble", "1..5 %"), ("N_dp", "-4..8"),
    ("M_state", "80 <b>"), ("N_dp", "2.5"), ("N_dp", "0"), ("Psi", "70 tokens"), ("Psi", "7__0"),
]  # fmt: skip


def test_values_are_read_as_the_terminal_reads_them(page, registry, known):
    letters = {
        one["id"]: one for data in known.values() for one in data["letters"]
    }  # fmt: skip
    found = page.evaluate(
        "all => all.map(([letter, text]) => readAs(letter, text))",
        [[letters[name], text] for name, text in TYPED],
    )

    wrong = [
        (name, text, said, got)
        for (name, text), got in zip(TYPED, found, strict=True)
        if (said := in_terminal(registry, name, text)) != tuple(got)
    ]
    assert [] == wrong


def in_terminal(registry: Any, name: str, text: str) -> tuple[str, str]:
    try:
        value = read_given(registry, name, text)
    except DeriveError as problem:
        return "", str(problem)
    ends = (value.low, value.high) if isinstance(value, Interval) else (value,)
    return "..".join("" if end is None else whole_text(Fraction(end.base)) for end in ends), ""


def whole_text(base: Fraction) -> str:
    return f"{base.numerator}/{base.denominator}"


def test_values_are_shown_as_the_terminal_shows_them(page, registry, known):
    draw = random.Random(3)
    letters = list({one["id"]: one for data in known.values() for one in data["letters"]}.values())
    cases = [
        [letter, float(f"{10 ** draw.uniform(-9, 18) * float(Fraction(letter['factor'])):.5g}")]
        for letter in draw.sample(letters, 200)
        for _ in range(5)
    ]
    found = page.evaluate("all => all.map(([l, v]) => deriveShowing.format(l, v, 6))", cases)

    wrong = [
        (letter["id"], base, said, got)
        for (letter, base), got in zip(cases, found, strict=True)
        if (said := shown(registry, letter, base)) != got
    ]
    assert [] == wrong


def shown(registry: Any, letter: Any, base: float) -> str:
    unit = registry.unit(letter["id"])
    return Quantity(Fraction(repr(base)) / unit.factor, unit).format(6)


# --- answers ---------------------------------------------------------------------------


def drawn(registry: Any, letter: Any, draw: random.Random) -> Fraction | None:
    """A value near the usual one, in the letter's own unit, that it can take."""
    if not letter["value"]:
        return None
    note = registry.symbols[letter["id"]]
    usual = Fraction(read(registry, letter["id"], letter["value"]).base) / Fraction(
        letter["factor"]
    )
    for _ in range(40):
        value = Fraction(f"{float(usual) * math.exp(draw.uniform(-1, 1)):.4g}")
        value = Fraction(max(1, round(value))) if note.domain.integer else value
        if note.domain.contains(value):
            return value
    return usual


def bases(data: Any, values: dict[int, Fraction]) -> list[Fraction]:
    return [
        values.get(k, Fraction(0)) * Fraction(one["factor"])
        for k, one in enumerate(data["letters"])
    ]


def left_place(data: Any) -> int | None:
    """The letter that the law gives as it stands."""
    left = data["law"]["left"]["steps"]
    alone = len(left) == 1 and left[0][0] == "input" and data["law"]["op"] == "=="
    return left[0][1] if alone and str(left[0][1]) in data["alone"] else None


LONGEST = 10**1000
"""Of a power of thousands of digits no exact value is put in."""


def questions(registry: Any, known: Any, draw: random.Random, each: int) -> list[Any]:
    """For every letter of every law that gives one: values that belong together."""
    made = []
    for name, data in known.items():
        left = left_place(data)
        needed = [k for k, one in enumerate(data["letters"]) if not one["optional"]]
        for target in needed if left is not None else []:
            for _ in range(each):
                values = {k: drawn(registry, data["letters"][k], draw) for k in needed}
                point = {k: v for k, v in values.items() if v is not None and k != left}
                gives = exact(from_data(data["alone"][str(left)]), bases(data, point))
                if not isinstance(gives, Exact):
                    continue
                factor = Fraction(data["letters"][left]["factor"])
                own = Fraction(str(gives.value)) if not gives.exact else Fraction(gives.value)
                short = gives.exact and own.denominator < LONGEST
                own = own / factor if short else Fraction(f"{float(own / factor):.12g}")
                if registry.symbols[data["letters"][left]["id"]].domain.contains(own):
                    made.append((name, target, {**point, left: own}))
    return made


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
    script = "([data, all]) => all.map(([n, t, v, b]) => answered(data[n], t, v, b))"
    return list(page.evaluate(script, [{name: bare(known[name]) for name in names}, plain]))


def ends(given: str | tuple[Fraction, Fraction], value: Fraction) -> list[str]:
    """Both ends of a bound at a value, or of a range."""
    if isinstance(given, tuple):
        return [str(end) for end in given]
    return ["", str(value)] if given == "<=" else [str(value), ""]


@pytest.mark.slow
def test_every_calculator_finds_what_was_put_in(page, registry, known):
    cases = questions(registry, known, random.Random(11), each=5)

    found = asked(page, known, cases)

    wrong = [
        (name, known[name]["letters"][target]["id"], values, got)
        for (name, target, values), got in zip(cases, found, strict=True)
        if not holds_it(known[name], target, values, got)
    ]
    assert len(cases) > 9000
    assert [] == wrong[:3], len(wrong)
    assert sum(got["doubt"] for got in found) < len(cases) / 100


def holds_it(data: Any, target: int, values: dict[int, Fraction], got: Any) -> bool:
    """Whether the answer holds the value from which the question was made, and nothing wrong."""
    point = bases(data, values)
    if any(truth(one, point) is False for one in data["conditions"]):
        return True
    value = float(point[target])
    if got["doubt"]:
        return True
    near = 1e-9 * abs(value) + 1e-300
    inside = any(
        (low is None or low[0] - near <= value) and (high is None or value <= high[1] + near)
        for low, high, *_ in got["spans"]
    )
    # Values were rounded to 12 digits: that can move a root over an end of the domain, and far
    # where the law is nearly flat. What is found must satisfy the law in any case.
    found = bool(got["roots"]) or at_an_end(data["letters"][target], values[target])
    right = all(satisfies(data, target, point, root) for root in got["roots"])
    return right and (inside or found)


def at_an_end(letter: Any, value: Fraction) -> bool:
    return any(letter[end] and value == Fraction(letter[end]) for end in ("low", "high"))


def truth(condition: Any, point: list[Fraction]) -> object:
    return exact(from_data(condition["truth"]), point)


def satisfies(data: Any, target: int, point: list[Fraction], root: list[Any]) -> bool:
    """Within 1e-12 x max(1, condition number): the law changes its sign that near to the root."""
    middle = Fraction(root[2] or (Fraction(root[0]) + Fraction(root[1])) / 2)
    if root[2] and holds_exactly(data, target, point, middle):
        return True
    ends = []
    for way in (1 - 1e-12, 1, 1 + 1e-12):
        moved = [*point]
        moved[target] = middle * Fraction(way)
        sides = [precisely(from_data(data["law"][side]))(moved) for side in ("left", "right")]
        if not all(hasattr(side, "real") for side in sides):
            return True
        ends.append((sides[0] - sides[1], max(abs(side) for side in sides)))
    if ends[0][0] * ends[2][0] <= 0:
        return True
    gap, size = ends[1]
    return bool(abs(gap) <= mpmath.mpf("1e-12") * size)


def holds_exactly(data: Any, target: int, point: list[Fraction], root: Fraction) -> bool:
    at = [root if k == target else value for k, value in enumerate(point)]
    left, right = (exact(from_data(data["law"][side]), at) for side in ("left", "right"))
    return isinstance(left, Exact) and left.exact and left == right


@pytest.mark.slow
def test_a_thousand_questions_on_the_border_of_a_whole_number_are_decided_exactly(
    page, registry, known
):
    """The bound is the very value that the law gives at a whole number."""
    draw = random.Random(5)
    cases = []
    pool = [one for one in questions(registry, known, draw, each=6) if on_border(known, *one)]
    for name, target, values in draw.sample(pool, min(len(pool), 1000)):
        left = left_place(known[name])
        cases.append((name, target, values, {left: draw.choice(["<=", ">="])}))

    found = asked(page, known, cases)

    wrong = [
        (name, known[name]["letters"][target]["id"], values, bounded, got)
        for (name, target, values, bounded), got in zip(cases, found, strict=True)
        if not decided(registry, known[name], target, values, bounded, got)
    ]
    assert len(cases) >= 1000
    assert [] == wrong[:3], len(wrong)
    assert sum(got["doubt"] for got in found) <= len(cases) / 10


def on_border(known: Any, name: str, target: int, values: dict[int, Fraction]) -> bool:
    """Whether a whole number is asked for, and the law's value there is a fraction."""
    data = known[name]
    left = left_place(data)
    if left is None or target == left or not data["letters"][target]["whole"]:
        return False
    gives = exact(from_data(data["alone"][str(left)]), bases(data, values))
    factor = Fraction(data["letters"][left]["factor"])
    return isinstance(gives, Exact) and gives.exact and gives.value == values[left] * factor


def decided(
    registry: Any, data: Any, target: int, values: dict[int, Fraction], bounded: Any, got: Any
) -> bool:
    """Whether the answer holds those numbers around the border that exact arithmetic holds."""
    ((left, op),) = bounded.items()
    law = from_data(data["alone"][str(left)])
    bound = values[left] * Fraction(data["letters"][left]["factor"])
    whole, here = got["integer"], int(values[target])
    if got["doubt"]:
        return True
    for n in range(max(1, here - 3), here + 4):
        if not registry.symbols[data["letters"][target]["id"]].domain.contains(Fraction(n)):
            continue
        if whole["empty"]:
            inside = False
        else:
            low, high = whole["smallest"], whole["largest"]
            inside = (low is None or low <= n) and (high is None or n <= high)
        if member(data, law, target, {**values, target: Fraction(n)}, (op, bound)) != inside:
            runs = len(got["spans"]) > 1 or any(not c["op"] for c in data["conditions"])
            if not (inside and runs):
                return False
    return True


def member(
    data: Any, law: Program, target: int, values: dict[int, Fraction], bound: tuple[str, Fraction]
) -> bool:
    point = bases(data, values)
    gives = exact(law, point)
    if not isinstance(gives, Exact):
        return False
    if not (gives.value <= bound[1] if bound[0] == "<=" else gives.value >= bound[1]):
        return False
    known_letters = [k for k, one in enumerate(data["letters"]) if not one["optional"]]
    return all(
        truth(one, point) is not False
        for one in data["conditions"]
        if target in one["uses"] and set(one["uses"]) <= set(known_letters)
    )


@pytest.mark.slow
def test_answers_are_those_of_the_terminal(page, registry, known):
    """A sample in full: value or set, whole numbers, conditions."""
    draw = random.Random(23)
    names = draw.sample(sorted(known), 25)
    cases = questions(registry, {name: known[name] for name in names}, draw, each=1)

    found = asked(page, known, cases)

    wrong = []
    for (name, target, values), got in zip(cases, found, strict=True):
        said = terminal(registry, known[name], target, values, {})
        if said is not None and not agree(said, got):
            wrong.append((name, known[name]["letters"][target]["id"], values, said, got))
    assert [] == wrong[:3], len(wrong)


def terminal(
    registry: Any, data: Any, target: int, values: dict[int, Fraction], bounded: Any
) -> Any:
    limits = {"<=": at_most, ">=": at_least}
    given: dict[str, Any] = {}
    for k, value in values.items():
        name, how = data["letters"][k]["id"], bounded.get(k)
        unit = registry.unit(name)
        if isinstance(how, tuple):
            given[name] = Interval(*(Quantity(one, unit) for one in how))
        else:
            quantity = Quantity(value, unit)
            given[name] = limits[how](quantity) if how else quantity
    name = data["letters"][target]["id"]
    given.pop(name, None)
    answer = solve(registry, data["id"], name, given)
    return None if "settled" in answer.reason else answer


def agree(answer: Any, got: Any) -> bool:
    if answer.value is not None and got["root"] is not None:
        value, root = float(answer.value.base), got["root"][0]
        if abs(value - root) > 1e-9 * max(abs(value), abs(root)):
            return False
        ends = None if answer.integer is None else (answer.integer.below, answer.integer.above)
        ours = got["integer"] and (got["integer"]["below"], got["integer"]["above"])
        return ends is None or ends == (ours or (None, None))
    if answer.value is not None:
        value = float(answer.value.base)
        return any(
            (low is None or low[0] <= value * (1 + 1e-9))
            and (high is None or value <= high[1] * (1 + 1e-9))
            for low, high, *_ in got["spans"]
        )
    return (not answer.intervals) == (not got["spans"]) or got["doubt"]


@pytest.mark.slow
def test_ranges_lead_where_the_terminal_says(page, registry, known):
    """One letter from 4/5 to 5/4 of a value, with or without a bound on what the law gives."""
    draw = random.Random(31)
    names = draw.sample(sorted(known), 60)
    cases = [
        (name, target, values, uncertain)
        for name, target, values in questions(
            registry, {name: known[name] for name in names}, draw, each=1
        )
        if (uncertain := around(registry, known[name], target, values, draw))
    ]

    found = asked(page, known, cases)

    wrong, answered = [], 0
    for (name, target, values, uncertain), got in zip(cases, found, strict=True):
        if "refused" in got or got["doubt"]:
            continue
        answered += 1
        said = terminal(registry, known[name], target, values, uncertain)
        if said is not None and not same_range(said, got):
            wrong.append((name, known[name]["letters"][target]["id"], values, uncertain, got))
    assert [] == wrong[:3], len(wrong)
    assert answered > 0.8 * len(cases) > 100


def around(
    registry: Any, data: Any, target: int, values: dict[int, Fraction], draw: random.Random
) -> dict[int, Any]:
    """A range for one letter, and for some questions a bound on the letter that the law gives."""
    left = left_place(data)
    others = [k for k in values if k not in (target, left)]
    if not others:
        return {}
    k = draw.choice(others)
    domain = registry.symbols[data["letters"][k]["id"]].domain
    low, high = values[k] * Fraction(4, 5), values[k] * Fraction(5, 4)
    if domain.integer:
        low, high = Fraction(max(1, math.floor(low))), Fraction(math.ceil(high))
    if not (domain.contains(low) and domain.contains(high)):
        return {}
    bounded = {} if target == left or draw.random() < 0.4 else {left: draw.choice(["<=", ">="])}
    return {k: (low, high), **bounded}


def same_range(answer: Any, got: Any) -> bool:
    """Whether intervals are those of the terminal to nine digits, and whole numbers the same."""
    theirs = [(end(one.low, 0.0), end(one.high, math.inf)) for one in answer.intervals]
    if answer.value is not None:
        theirs = [(float(answer.value.base),) * 2]
    ours = [(end(low, 0.0), end(high, math.inf)) for low, high, *_ in got["spans"]]
    whole, found = answer.integer, got["integer"]
    numbers = [whole.smallest, whole.largest] if whole is not None and not whole.empty else []
    if numbers and found and numbers != [found["smallest"], found["largest"]]:
        return False
    return len(theirs) == len(ours) and all(
        math.isclose(a, b, rel_tol=1e-9)
        for one, other in zip(theirs, ours, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def end(found: Any, none: float) -> float:
    """An end of an interval: of a quantity, or of the two floats around it."""
    if found is None:
        return none
    return float(found[0]) if isinstance(found, list) else float(found.base)


# --- every calculator before and after its script ------------------------------------


@pytest.fixture(scope="module")
def views(registry, known) -> dict[str, Any]:
    """How every calculator looks before its script runs."""
    pen = Pen.of(registry)
    return {name: calculator_view(pen, registry.formula(name), known[name]) for name in known}


@pytest.mark.slow
def test_no_calculator_begins_where_a_condition_fails(known, views):
    failing = [
        (name, one["says"], shown["state"])
        for name, view in views.items()
        for one, shown in zip(known[name]["conditions"], view["conditions"], strict=True)
        if shown["state"] != "holds"
        and not any(known[name]["letters"][place]["value"] == "" for place in one["uses"])
    ]

    assert [] == failing


@pytest.mark.slow
def test_every_calculator_has_a_first_plot_unless_its_law_is_a_number(known, views):
    without = [name for name, view in views.items() if not view["plot"]]

    assert without
    assert [] == [name for name in without if len(known[name]["letters"]) > 1]


@pytest.mark.slow
def test_the_first_answer_of_every_calculator_stays_when_its_script_runs(
    browser, registry, known, views
):
    book: Any = small_book()
    macro = environment(book, layout_of(book)).get_template("blocks/calculator.html").module
    opened = browser.new_page()
    opened.add_script_tag(content=f"window.deriveUnits={json.dumps(unit_rows(registry))};")
    opened.add_script_tag(content=scripts())
    changed = []
    for name, view in views.items():
        found = opened.evaluate(STARTED, str(macro.calculator(known[name], view)))
        changed += [(name, *pair) for pair in found if pair[0] != pair[1]]
    opened.close()

    assert [] == changed


STARTED = r"""(markup) => {
  document.body.innerHTML = markup;
  const box = document.querySelector(".d-calc");
  const told = () => [".d-answer", ".d-command code", ".d-result:not([hidden])", ".d-conditions"]
    .map((one) => (box.querySelector(one)?.textContent ?? "").replace(/\s+/g, " ").trim());
  const before = told();
  new deriveCalculator(box);
  return told().map((after, k) => [before[k], after]);
}"""


# --- on a page -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory, registry) -> Path:
    """The folder of the small site with the calculators of two real formulas."""
    book: Any = small_book()
    book["units"] = unit_rows(registry)
    pen = Pen.of(registry)
    for name in ("zero3_memory", "ring_all_reduce_time"):
        pages = compute(pen, Piece("calculator", name, ""))["pages"]
        found = solved(pen, registry.law(name))
        book["formulas"][name]["calculator"] = [with_closed_forms(one, found) for one in pages]
    root = tmp_path_factory.mktemp("calculators")
    build_site(root, "http://127.0.0.1/", book)
    return root / "site"


@pytest.fixture(scope="module")
def site(built) -> Iterator[str]:
    """The address of the same."""
    with served_folder(built) as address:
        yield address


@pytest.fixture
def opened(browser: Browser, site) -> Iterator[Page]:
    """A page of that site that fails the test for any error and any request that leaves it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    made = context.new_page()
    wrong: list[str] = []
    made.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    home = (site, "file:", "blob:")
    made.on("request", lambda one: None if one.url.startswith(home) else wrong.append(one.url))
    yield made
    context.close()
    assert [] == wrong


def begun(page: Page) -> None:
    """Touch the calculator, and wait until it runs."""
    page.locator(".d-calc .d-outcome").hover()
    page.wait_for_function("document.querySelector('.d-calc').calculator")


def letters_of(page: Page, selector: str) -> str:
    """Text with the indices of its letters behind a low line."""
    return page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map((one) => {
          const copy = one.cloneNode(true);
          copy.querySelectorAll("msub > :nth-child(2)").forEach((low) => low.prepend("_"));
          return copy.textContent.replace(/\\s+/g, " ").trim();
        }).join(" | ")""",
        selector,
    )


def test_the_first_answer_is_there_before_any_script_and_stays(browser, opened, site):
    still = browser.new_context(java_script_enabled=False)
    first = still.new_page()
    first.goto(site + FORMULA)
    before = first.locator(".d-answer").inner_text(), first.locator(".d-command code").inner_text()
    assert first.locator(".d-frame path:visible").count() == 1
    still.close()

    opened.goto(site + FORMULA)
    begun(opened)

    assert before == (
        opened.locator(".d-answer").inner_text(),
        opened.locator(".d-command code").inner_text(),
    )
    assert "GB" in before[0]


def test_nothing_of_the_calculator_is_fetched_before_its_reader_touches_it(opened, site):
    asked_for: list[str] = []
    opened.on("request", lambda one: asked_for.append(one.url.rpartition("/")[2]))
    opened.goto(site + FORMULA)
    opened.wait_for_load_state("networkidle")

    assert "calculator.js" not in asked_for
    begun(opened)
    assert "calculator.js" in asked_for
    assert "units.js" not in asked_for


def test_units_beyond_a_letters_own_are_fetched_when_one_is_typed(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)
    opened.fill("[aria-label='Value of N_dp']", "64 GPUs")
    opened.keyboard.press("Tab")

    opened.wait_for_function("window.deriveWords && !document.querySelector('[aria-invalid=true]')")
    assert "64" == opened.input_value("[aria-label='Value of N_dp']")


def test_a_question_is_asked_with_the_keyboard_alone(opened, site):
    opened.goto(site + FORMULA)
    opened.keyboard.press("Tab")
    for _ in range(200):
        if opened.evaluate("!!document.activeElement.closest('.d-calc .d-pick')"):
            break
        opened.keyboard.press("Tab")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    while opened.evaluate("document.activeElement.value") != "N_dp":
        opened.keyboard.press("ArrowDown")
    opened.keyboard.press("Tab")
    typed = {"Value of Psi": "70B", "Value of M_state": "<= 80 GB"}
    for _ in range(60):
        label = opened.evaluate("document.activeElement.getAttribute('aria-label')") or ""
        if label in typed:
            opened.keyboard.press("Control+A")
            opened.keyboard.type(typed.pop(label))
        if not typed:
            break
        opened.keyboard.press("Shift+Tab")
    opened.keyboard.press("Tab")

    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")
    reasons = letters_of(opened, ".d-reasons li")
    assert "𝑁_dp = 14: 𝑀_state = 80 GB, so 𝑀_state ≤ 80 GB holds" in reasons
    assert "𝑁_dp = 13: 𝑀_state = 86.1538 GB, so 𝑀_state ≤ 80 GB does not hold" in reasons
    command = opened.locator(".d-command code").inner_text()
    assert command.startswith("derive solve zero3_memory N_dp 'M_state <= 80 GB'")


def test_a_question_is_shared_by_its_address(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi=70B")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")

    opened.fill("[aria-label='Value of M_state']", "40 GB")
    opened.keyboard.press("Tab")
    opened.click(".d-link")
    link = opened.evaluate("navigator.clipboard.readText()")
    opened.goto("about:blank")
    opened.goto(link)
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "smallest 𝑁_dp = 28" == letters_of(opened, ".d-answer")


def test_what_cannot_be_read_is_told_beside_its_field(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)

    opened.fill("[aria-label='Value of Psi']", "70 GB")

    # The table of all units is fetched when a unit is typed that the letter does not name.
    opened.wait_for_selector("[aria-label='Value of Psi'][aria-invalid='true']")
    field = opened.locator("[aria-label='Value of Psi']")
    assert "true" == field.get_attribute("aria-invalid")
    described = (field.get_attribute("aria-describedby") or "").split()
    said = " ".join(opened.locator(f"[id='{one}']").inner_text() for one in described)
    assert "Psi: '70 GB' is in GB, but param is measured here" in said
    assert "One of the values cannot be read." == opened.locator(".d-answer").inner_text()


def test_a_preset_fills_its_fields_and_a_kept_curve_stays(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)
    opened.click(".d-keep")

    opened.select_option(".d-preset >> nth=0", index=2)

    assert opened.locator(".d-curve").count() == 2
    assert opened.locator(".d-legend").is_visible()


def test_it_works_from_a_disk(opened, built):
    page = (built / FORMULA / "index.html").as_uri()
    opened.goto(page + "#solve=N_dp&M_state<=80%20GB&Psi=70B")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")

    opened.fill("[aria-label='Value of Psi']", "140e9 params")
    opened.keyboard.press("Tab")

    opened.wait_for_function("document.querySelector('.d-answer').textContent.includes('28')")
    assert "smallest 𝑁_dp = 28" == letters_of(opened, ".d-answer")
    assert opened.url.startswith(page + "#solve=N_dp")
    assert "140e9%20param" in opened.url


def test_it_works_on_pages_that_the_theme_swaps_in(opened, site):
    opened.goto(site + "symbols/n-cap/")
    opened.click("a.d-card-title >> nth=0")
    opened.wait_for_selector(".d-calc")
    begun(opened)

    opened.fill("[aria-label='Value of N']", "16")

    assert "ring_all_reduce_time" in opened.locator(".d-command code").inner_text()
    assert "N=16" in opened.locator(".d-command code").inner_text().replace("'", "")


def test_a_range_leads_to_a_range(opened, site):
    opened.goto(site + FORMULA)
    begun(opened)

    opened.fill("[aria-label='Value of Psi']", "7e9..70e9")
    opened.fill("[aria-label='Value of N_dp']", "64")
    opened.keyboard.press("Tab")

    assert "1.75 GB ≤ 𝑀_state ≤ 17.5 GB" == letters_of(opened, ".d-answer")
    reasons = letters_of(opened, ".d-reasons li")
    assert "all that Ψ can lead to; its ends lie at ends of what was given" in reasons
    command = opened.locator(".d-command code").inner_text()
    assert "'Psi=7e9..70e9 param' 'N_dp=64 GPU'" in command


def test_a_bound_is_met_for_every_value_of_a_range(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi=7e9..70e9%20param")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")
    reasons = letters_of(opened, ".d-reasons li")
    assert "safe: holds for every value of Ψ" in reasons
    assert "possible: smallest 𝑁_dp = 2, for some value of Ψ" in reasons
    assert "𝑀_state ≤ 80 GB at Ψ = 70e9 param does not hold" in reasons


def test_bounds_on_several_letters_are_met_together_and_the_binding_one_is_named(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi=70B&N_dp>=20")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")
    assert "smallest 𝑁_dp = 20" == letters_of(opened, ".d-answer")
    assert "𝑁_dp ≥ 20 GPU does not hold" in letters_of(opened, ".d-reasons li")

    opened.goto(site + FORMULA + "#solve=Psi&M_state<=80%20GB&N_dp=8..16%20GPU")
    opened.reload()
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "Ψ ≤ 40e9 param" == letters_of(opened, ".d-answer")
    assert "upper end set by 𝑀_state ≤ 80 GB at 𝑁_dp = 8 GPU" in letters_of(opened, ".d-reasons li")


def test_a_range_without_an_end_where_it_matters_is_refused_with_words(opened, site):
    opened.goto(site + FORMULA + "#solve=N_dp&M_state<=80%20GB&Psi>=7e9%20param")
    opened.wait_for_function("document.querySelector('.d-calc').calculator")

    assert "Ψ has no upper end here" in letters_of(opened, ".d-answer")
    assert "'Psi >= 7e9 param'" in opened.locator(".d-command code").inner_text()


def test_what_is_known_on_the_page_find_is_filled_in(opened, site):
    opened.goto(site + "find/")
    opened.locator("#d-have").fill("Psi=70B")
    opened.wait_for_selector(".d-find.d-ready")
    opened.keyboard.press("Enter")
    opened.locator("#d-have").fill("M_state")
    opened.keyboard.press("Enter")
    opened.locator(".d-chips input").nth(1).fill("<= 80 GB")
    opened.locator("#d-want").fill("N_dp")
    asked = opened.url
    opened.locator(".d-ways a", has_text="ZeRO-3").first.click()
    opened.wait_for_function("(document.querySelector('.d-calc') || {}).calculator")

    assert "smallest 𝑁_dp = 14" == letters_of(opened, ".d-answer")
    command = opened.locator(".d-command code").inner_text()
    assert "derive solve zero3_memory N_dp" in command
    assert all(word in command for word in ("'M_state <= 80 GB'", "Psi=70B"))

    opened.goto(asked)
    opened.reload()
    opened.locator(".d-ways li").first.wait_for()
    fields = opened.locator(".d-chips input").all()
    assert ["70B", "<= 80 GB"] == [field.input_value() for field in fields]
