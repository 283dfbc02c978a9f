"""Whole-number answers against every integer up to 10,000, over the whole formulary.

Each law is asked for each of its whole-number letters: as an equation, with a
bound from above and one from below, for divisors and for powers. The integers
are tried one by one: with floats where these are clear, and in exact
arithmetic wherever two sides, or the inside of a ceiling and an integer, come
near each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
from campaign import SEED, room, sized, some
from law_points import Point, output, point_of, quantity
from numpy.typing import NDArray

from derive.answers import Wish, read_question, solve
from derive.answers.answer import Span
from derive.answers.constraints import constraints
from derive.entries.compiling import knowledge_of
from derive.laws import Law
from derive.programs.arrays import over_arrays
from derive.programs.exactly import exactly
from derive.programs.precise import certainly
from derive.programs.program import TOO_LARGE, Program, Step, Undecided, arguments
from derive.programs.relations import Relation, over
from derive.records import Domain
from derive.registry import Registry, load
from derive.solve.integer_answer import IntegerAnswer, integer_answer
from derive.units import Interval

Truths = NDArray[np.bool_]
MOST = 10_000
CLEAR = 1e-9
ORDERS = {"<=": np.less_equal, "<": np.less, ">=": np.greater_equal, ">": np.greater}
WISHES = [{}, {"divides": 720}, {"power_of": 2}, {"divides": 4096}, {"power_of": 3}]
SHARES = sized(1, 8)
INCOMPLETE: set[tuple[str, str]] = set()
"""Pairs of which some answer was not complete, and said so."""
BEYOND: set[int] = set()
"""Integers of one question at which a power is too large to be written out: nobody tried them."""


@pytest.fixture(scope="module")
def registry() -> Registry:
    """The formulary."""
    return load()


def holds(relation: Relation, letter: str, numbers: NDArray[np.float64]) -> Truths:
    """Where a relation in one letter holds, each integer decided for sure."""
    if relation.sign == "divides":
        divisor, number = (_values(side, letter, numbers) for side in relation.sides)
        return np.asarray((divisor != 0) & (np.mod(number, np.where(divisor, divisor, 1)) == 0))
    found = np.zeros(numbers.shape, dtype=bool)
    near = np.ones(numbers.shape, dtype=bool)
    if relation.is_comparison:
        left, right = (_values(side, letter, numbers) for side in relation.sides)
        with np.errstate(all="ignore"):
            near = ~(np.abs(left - right) > CLEAR * (np.abs(left) + np.abs(right)))
            if relation.sign in ORDERS:
                found = ORDERS[relation.sign](left, right)
            elif relation.sign == "!=":
                found = ~near
        near |= _doubtful(relation, letter, numbers)
    program = relation.program([letter])
    tiers = [certainly(program, 40), certainly(program, 600), exactly(program)]
    for place in np.flatnonzero(near):
        at = [Fraction(int(numbers[place]))]
        every = [tier(at) for tier in tiers]
        told = next((one for one in every if not isinstance(one, Undecided)), None)
        if told is None and all(one == TOO_LARGE for one in every):
            BEYOND.add(int(numbers[place]))
        else:
            assert told is not None, f"{relation} at {at} is not told"
        found[place] = told is True
    return found


def _values(side: Program, letter: str, numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(over_arrays(over(side, [letter]))(numbers), dtype=float)


def _doubtful(relation: Relation, letter: str, numbers: NDArray[np.float64]) -> Truths:
    """Where something inside a ceiling or floor is so near an integer that floats may slip."""
    doubt = np.zeros(numbers.shape, dtype=bool)
    for side in relation.sides:
        for rounded in _rounded(side):
            inside = _values(rounded, letter, numbers)
            doubt |= np.abs(inside - np.round(inside)) <= CLEAR * np.maximum(1, np.abs(inside))
    return doubt


def _rounded(program: Program) -> Iterator[Program]:
    """The parts of a program that stand inside a ceiling or floor."""
    stack: list[tuple[Step, ...]] = []
    for step in program.steps:
        first = len(stack) - arguments(step)
        taken = tuple(inner for part in stack[first:] for inner in part)
        if step.operation in {"ceil", "floor"}:
            yield Program(program.inputs, taken)
        stack[first:] = [(*taken, step)]


def tried(
    relations: list[Relation], letter: str, domain: Domain, wish: dict[str, int]
) -> list[int]:
    """Every integer up to 10,000 that satisfies all relations and the wish."""
    first = 1 if domain.low is None else int(np.ceil(float(domain.low)))
    last = MOST if domain.high is None else min(MOST, int(domain.high))
    numbers = np.arange(first, last + 1, dtype=float)
    for relation in relations:
        numbers = numbers[holds(relation, letter, numbers)]
    found = [int(n) for n in numbers if domain.contains(Fraction(int(n)))]
    if "divides" in wish:
        found = [n for n in found if n > 0 and wish["divides"] % n == 0]
    if "power_of" in wish:
        powers = {wish["power_of"] ** k for k in range(64)}
        found = [n for n in found if n in powers]
    return found


def members(answer: IntegerAnswer, allowed: list[int]) -> list[int]:
    """Which of the allowed integers lie in the runs of an answer."""
    return [
        n
        for n in allowed
        if any((a is None or a <= n) and (b is None or n <= b) for a, b in answer.runs)
    ]


def questions(law: Law, point: Point, target: str, number: int) -> Iterator[tuple[Any, dict]]:
    """Bounds on what the law gives (none for an inequality), each with a wish."""
    given = output(law)
    wish = WISHES[number % len(WISHES)]
    if not given or given == target:
        yield None, {}
        yield None, wish
        return
    yield "=", {}
    yield "<=", wish if number % 2 else {}
    yield ">=", {} if number % 2 else wish


def differences(registry: Registry, law: Law, target: str, number: int) -> Iterator[str]:
    """Where the answers for one letter of a law differ from trying every integer."""
    point = point_of(registry, law, Random(f"{law.formula_id} {target}"), most={target: 3000})
    if point is None:
        return
    knowledge = knowledge_of(registry)
    domain, given = knowledge.domain(target), output(law)
    for sign, wish in questions(law, point, target, number):
        givens: dict[str, Any] = {
            n: quantity(registry, n, v) for n, v in point.items() if n not in (target, given)
        }
        if given and given != target:
            v = quantity(registry, given, point[given])
            bounds = {"=": v, "<=": Interval(high=v), ">=": Interval(low=v)}
            givens[given] = bounds[sign]
        question = read_question(knowledge, law.formula_id, target, givens, Wish(**wish))
        relations = constraints(knowledge, question).all_relations()
        BEYOND.clear()
        brute = tried(relations, target, domain, wish)
        lattice = [one for one in relations if not one.is_comparison]
        allowed = [n for n in tried(lattice, target, domain, wish) if n not in BEYOND]
        answer = integer_answer(relations, target, domain, **wish)
        INCOMPLETE.update([] if answer.complete else [(law.formula_id, target)])
        bound = f"{given} {sign} {givens[given]}" if given in givens else ""
        asked = f"{law.formula_id} for {target}, {bound} {wish}"
        yield from _compared(asked, answer, allowed, brute)
        if number % 8 == 0 and sign != "=" and given != target:
            whole = solve(knowledge, law.formula_id, target, givens, Wish(**wish)).integer
            assert whole is not None
            if (whole.smallest, whole.largest) != (answer.smallest, answer.largest):
                yield f"{asked}: told {whole.smallest} to {whole.largest}"


def _compared(
    asked: str, answer: IntegerAnswer, allowed: list[int], brute: list[int]
) -> Iterator[str]:
    """Runs hold all allowed integers between their ends; the ends are told apart."""
    if answer.complete and members(answer, allowed) != brute:
        yield f"{asked}: {answer.runs[:4]}, not {brute[:4]} ... {brute[-1:]}"
    if brute and answer.smallest != brute[0]:
        yield f"{asked}: smallest {answer.smallest}, not {brute[0]}"
    untried = answer.smallest is None or answer.smallest > MOST or answer.smallest in BEYOND
    if not brute and not untried:
        yield f"{asked}: smallest {answer.smallest}, not none"


@pytest.mark.slow
@pytest.mark.parametrize("share", range(SHARES))
def test_whole_numbers_are_those_that_trying_each_finds(registry: Registry, share: int) -> None:
    pairs = some(
        (
            (law, letter.name)
            for law in registry.laws.values()
            for letter in law.symbols
            if registry.symbols[letter.name].domain.integer
        ),
        20,
    )
    INCOMPLETE.clear()

    found = [
        one
        for number, (law, target) in enumerate(pairs)
        if number % SHARES == share
        for one in differences(registry, law, target, number // SHARES)
    ]

    assert [] == found
    assert len(INCOMPLETE) <= room(len(pairs) // SHARES, 0.01), sorted(INCOMPLETE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("formula", "target"),
    [
        ("zero3_memory", "N_dp"),
        ("ring_all_reduce_time", "N"),
        ("tp_product_hides_communication", "TP"),
        ("heads_per_rank", "TP"),
        ("bubble_fraction", "m"),
        ("fewest_gpus_for_memory", "N_gpu"),
    ],
)
def test_some_whole_numbers_are_those_that_trying_each_finds(
    registry: Registry, formula: str, target: str
) -> None:
    for number in (8, 9, 10):
        assert [] == list(differences(registry, registry.laws[formula], target, number))


PADDED = [("padded_vocabulary", "V_unit", "V_pad", {"TP": "3", "V": "{size}"}),
          ("rounded_ffn_width", "d_unit", "d_ffn", {"h": "{size}"})]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("formula", "letter", "padded", "givens"), PADDED)
def test_a_step_that_divides_by_the_letter_shows_every_run_of_whole_numbers(
    registry: Registry, formula: str, letter: str, padded: str, givens: dict[str, str]
) -> None:
    source = Random(f"{formula} {SEED}")
    knowledge = knowledge_of(registry)
    for _ in range(sized(1, 60)):
        size = source.randrange(200, 3000)
        said = {name: text.format(size=size) for name, text in givens.items()}
        whole = solve(knowledge, formula, padded, {**said, letter: "1"})
        assert whole.value is not None
        least = int(float(whole.value.magnitude)) + source.randrange(1, 9)
        answer = solve(knowledge, formula, letter, {**said, padded: f">= {least}"})
        for number in range(1, 2 * least, max(1, least // 40)):
            value = solve(knowledge, formula, padded, {**said, letter: str(number)}).value
            assert value is not None
            inside = any(_within(span, number) for span in answer.intervals)
            assert inside == (value.magnitude >= least), (said, least, number)


def _within(span: Span, number: int) -> bool:
    """Whether an interval has a number; an open end is no part of it."""
    low, high = span.low, span.high
    above = low is None or low.magnitude < number or (low.magnitude == number and not span.low_open)
    below = (
        high is None or number < high.magnitude or (number == high.magnitude and not span.high_open)
    )
    return above and below
