"""What every calculator answers, asked at random in a real browser, beside exact arithmetic."""

from __future__ import annotations

import math
import operator
import random
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest
from calculating import (
    asked,
    bases,
    broken,
    calculators,
    comparisons,
    empty_page,
    left_place,
    needed,
    program,
    questions,
    together,
)

from derive.answers import solve
from derive.entries.compiling import knowledge_of
from derive.programs.exactly import Exact, exact
from derive.programs.precise import precisely
from derive.programs.program import Program
from derive.registry import load
from derive.units import Interval, Quantity, at_least, at_most

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]
EACH = 5
"""How often every letter of every equation is asked for."""
MOST_ROUNDS = 8
"""How often every letter is asked for at most."""


@pytest.fixture(scope="module")
def registry() -> Any:
    return load()


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """The data of every calculator."""
    return calculators()


@pytest.fixture(scope="module")
def page(browser: Browser, registry) -> Iterator[Page]:
    with empty_page(browser, registry) as opened:
        yield opened


def test_every_calculator_finds_what_was_put_in(page, registry, known):
    cases = questions(registry, known, random.Random(11), each=EACH)

    found = asked(page, known, cases)

    wrong = [
        (name, known[name]["letters"][target]["id"], values, got)
        for (name, target, values), got in zip(cases, found, strict=True)
        if not holds_it(known[name], target, values, got)
    ]
    asked_of = Counter((name, target) for name, target, _ in cases)
    equations = {name: data for name, data in known.items() if data["law"]["op"] == "=="}
    seldom = [
        (name, data["letters"][k]["id"])
        for name, data in equations.items()
        for k in needed(data)
        if asked_of[name, k] < EACH
    ]
    assert [] == seldom
    assert [] == wrong[:3], len(wrong)
    assert sum(got["doubt"] for got in found) < len(cases) / 100


@pytest.mark.parametrize("bits", [11, 12, 13])
def test_a_letter_that_a_law_gives_is_found_beyond_the_end_of_floats(page, known, bits):
    letters = [letter["id"] for letter in known["ieee_format_maximum"]["letters"]]
    values = {"x_max": Fraction(1), "w_exp": Fraction(bits), "w_man": Fraction(12)}
    given = {letters.index(name): value for name, value in values.items()}

    (got,) = asked(page, known, [("ieee_format_maximum", letters.index("x_max"), given)])

    largest = Fraction(2) ** (2 ** (bits - 1) - 1) * (2 - Fraction(1, 2**12))
    assert [f"{largest.numerator}/1"] == [whole for _, _, whole in got["roots"]]
    assert not got["doubt"]


def test_a_power_too_long_to_be_worked_out_is_in_doubt_and_not_without_a_value(page, known):
    letters = [letter["id"] for letter in known["ieee_format_maximum"]["letters"]]
    given = {letters.index("w_exp"): Fraction(30), letters.index("w_man"): Fraction(12)}
    given[letters.index("x_max")] = Fraction(1)

    (got,) = asked(page, known, [("ieee_format_maximum", letters.index("x_max"), given)])

    assert got["doubt"]


def holds_it(data: Any, target: int, values: dict[int, Fraction], got: Any) -> bool:
    """Whether the answer holds the value from which the question was made, and nothing wrong."""
    point = bases(data, values)
    value = float(point[target])
    if got["doubt"]:
        return True
    if flat(data, target, point) and not holds_exactly(data, target, point, point[target]):
        return not got["spans"]  # where the letter does nothing, rounded values leave no answer
    near = 1e-9 * abs(value) + 1e-300
    inside = any(
        (low is None or low[0] - near <= value) and (high is None or value <= high[1] + near)
        for low, high, *_ in got["spans"]
    )
    # Values were rounded to 12 digits: that can move a root over an end of the domain, and far
    # where the law is nearly flat. What is found must satisfy the law in any case.
    found = bool(got["roots"]) or at_an_end(data["letters"][target], values[target])
    right = all(satisfies(data, target, point, root) for root in got["roots"])
    return right and (inside or found or lost(data, target, point))


def lost(data: Any, target: int, point: list[Fraction]) -> bool:
    """Whether doubling a letter moves the sides by less than rounding to 12 digits does."""
    twice = [*point[:target], 2 * point[target], *point[target + 1 :]]
    for side in ("left", "right"):
        here, there = (precisely(program(data["law"][side]))(at) for at in (point, twice))
        if not isinstance(here, Decimal) or not isinstance(there, Decimal):
            return False
        if abs(here - there) > Decimal("1e-12") * abs(here):
            return False
    return True


def flat(data: Any, target: int, point: list[Fraction]) -> bool:
    """Whether a letter may be doubled without a change of the two sides."""
    if not point[target]:
        return False
    twice = [*point[:target], 2 * point[target], *point[target + 1 :]]
    sides = [program(data["law"][side]) for side in ("left", "right")]
    return all(precisely(side)(point) == precisely(side)(twice) for side in sides)


def at_an_end(letter: Any, value: Fraction) -> bool:
    return any(letter[end] and value == Fraction(letter[end]) for end in ("low", "high"))


def satisfies(data: Any, target: int, point: list[Fraction], root: list[Any]) -> bool:
    """Within 1e-12 x max(1, condition number): the law changes its sign that near to the root."""
    middle = Fraction(root[2] or (Fraction(root[0]) + Fraction(root[1])) / 2)
    if root[2] and holds_exactly(data, target, point, middle):
        return True
    ends = []
    for way in (1 - 1e-12, 1, 1 + 1e-12):
        moved = [*point]
        moved[target] = middle * Fraction(way)
        sides = [precisely(program(data["law"][side]))(moved) for side in ("left", "right")]
        if not all(isinstance(side, Decimal) for side in sides):
            return True
        ends.append((sides[0] - sides[1], max(abs(side) for side in sides)))
    if ends[0][0] * ends[2][0] <= 0:
        return True
    gap, size = ends[1]
    return bool(abs(gap) <= Decimal("1e-12") * size)


def holds_exactly(data: Any, target: int, point: list[Fraction], root: Fraction) -> bool:
    at = [root if k == target else value for k, value in enumerate(point)]
    left, right = (exact(program(data["law"][side]), at) for side in ("left", "right"))
    return isinstance(left, Exact) and left.exact and left == right


def test_questions_on_the_border_of_a_whole_number_are_decided_exactly(page, registry, known):
    """The bound is the very value that the law gives at a whole number; a thousand of them."""
    draw = random.Random(5)
    count = 1000
    cases = [
        (name, target, values, {left_place(known[name]): draw.choice(["<=", ">="])})
        for name, target, values in islice(on_borders(registry, known, draw), count)
    ]

    found = asked(page, known, cases)

    wrong = [
        (name, known[name]["letters"][target]["id"], values, bounded, got)
        for (name, target, values, bounded), got in zip(cases, found, strict=True)
        if not decided(registry, known[name], target, values, bounded, got)
    ]
    assert len(cases) == count
    assert [] == wrong[:3], len(wrong)
    assert sum(got["doubt"] for got in found) <= len(cases) / 10


def test_every_inequality_holds_where_its_calculator_says_and_nowhere_else(page, registry, known):
    """Values around the drawn one are put into law and conditions, in exact arithmetic."""
    cases = comparisons(registry, known, random.Random(17), each=6)

    found = asked(page, known, cases)

    wrong, tried = [], 0
    for (name, target, values), got in zip(cases, found, strict=True):
        for value in around_it(registry, known[name]["letters"][target], values[target]):
            holds = law_holds(known[name], {**values, target: value})
            if holds is None or got["doubt"]:
                continue
            tried += 1
            told = told_of(known[name]["letters"][target], value, got)
            if holds != told and not (told and has_holes(known[name], target)):
                wrong.append((name, known[name]["letters"][target]["id"], values, value, got))
    inequalities = [data for data in known.values() if data["law"]["op"] != "=="]
    assert len(cases) == 6 * sum(len(needed(data)) for data in inequalities)
    assert [] == wrong[:3], len(wrong)
    assert tried > 5 * len(cases)


def has_holes(data: Any, target: int) -> bool:
    """Whether not every whole number between the smallest and the largest is one."""
    return any(target in one["uses"] and not one["op"] for one in data["conditions"])


def around_it(registry: Any, letter: Any, value: Fraction) -> Iterator[Fraction]:
    """A value and others on both sides that the letter can take."""
    domain = registry.symbols[letter["id"]].domain
    whole = [value + step for step in (-2, -1, 0, 1, 2)]
    parts = [
        value * Fraction(times) for times in ("1/1000", "1/2", "9/10", "1", "11/10", "2", "1000")
    ]
    yield from (one for one in (whole if domain.integer else parts) if domain.contains(one))


COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def law_holds(data: Any, values: dict[int, Fraction]) -> bool | None:
    """Whether law and conditions hold; None where both sides are the same to twelve digits."""
    point = bases(data, values)
    sides = [exact(program(data["law"][side]), point) for side in ("left", "right")]
    if not all(isinstance(side, Exact) for side in sides):
        return False
    left, right = (Fraction(str(side.value)) for side in sides)
    settled = all(side.exact for side in sides)
    if not settled and abs(left - right) <= Fraction("1e-12") * abs(right):
        return None
    holds = COMPARED[data["law"]["op"]](left, right)
    return holds and not broken(data, values)


def told_of(letter: Any, value: Fraction, got: Any) -> bool:
    """Whether the answer holds a value: among its whole numbers, or in one of its spans."""
    whole = got["integer"]
    if whole is not None:
        low, high = whole["smallest"], whole["largest"]
        return (
            not whole["empty"] and (low is None or low <= value) and (high is None or value <= high)
        )
    return any(in_span(value * Fraction(letter["factor"]), *span) for span in got["spans"])


def in_span(value: Fraction, low: Any, high: Any, *is_open: bool) -> bool:
    """Whether a value is in a span; of an end the two floats around it are known."""
    ends = zip((low, high), (value.__gt__, value.__lt__), is_open, strict=True)
    return all(
        end is None or (not shut_out if float(value) in end else within(Fraction(end[0])))
        for end, within, shut_out in ends
    )


def on_borders(
    registry: Any, known: Any, draw: random.Random
) -> Iterator[tuple[str, int, dict[int, Fraction]]]:
    """Questions for whole numbers at which the law's value is a fraction, letter after letter."""
    places = [
        (name, target)
        for name, data in known.items()
        if left_place(data) is not None
        for target in needed(data)
        if target != left_place(data) and data["letters"][target]["whole"]
    ]
    for _ in range(MOST_ROUNDS):
        for name, target in draw.sample(places, len(places)):
            values = together(registry, known[name], draw)
            if values is not None and on_border(known[name], values):
                yield name, target, values


def on_border(data: Any, values: dict[int, Fraction]) -> bool:
    """Whether the law's value is the very fraction that the letter on its left has."""
    left = left_place(data)
    assert left is not None
    gives = exact(program(data["alone"][str(left)]), bases(data, values))
    factor = Fraction(data["letters"][left]["factor"])
    return isinstance(gives, Exact) and gives.exact and gives.value == values[left] * factor


def decided(
    registry: Any, data: Any, target: int, values: dict[int, Fraction], bounded: Any, got: Any
) -> bool:
    """Whether the answer holds those numbers around the border that exact arithmetic holds."""
    ((left, op),) = bounded.items()
    law = program(data["alone"][str(left)])
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
    return not broken(data, values)


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
    answer = solve(knowledge_of(registry), data["id"], name, given)
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
    if left in (None, target) or draw.random() < 0.4:
        return {k: (low, high)}
    return {k: (low, high), left: draw.choice(["<=", ">="])}


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
    if "whole numbers" in answer.reason:  # the terminal leaves out what lies between them
        ours = [(inwards(math.ceil, low), inwards(math.floor, high)) for low, high in ours]
    return len(theirs) == len(ours) and all(
        math.isclose(a, b, rel_tol=1e-9)
        for one, other in zip(theirs, ours, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def inwards(rounded: Callable[[float], int], number: float) -> float:
    return rounded(number) if math.isfinite(number) else number


def end(found: Any, none: float) -> float:
    """An end of an interval: of a quantity, or of the two floats around it."""
    if found is None:
        return none
    return float(found[0]) if isinstance(found, list) else float(found.base)
