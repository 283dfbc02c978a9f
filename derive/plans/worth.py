"""From which value of a letter on something is worth it: TP 16 by the bandwidth, say.

Two plans are compared, the best with it and the best without, each free in
everything else. The value at which two layouts are equal is solved through
their laws; there both plans are made again, since other layouts may be best
by then. This ends where the two that were solved for are still the best, or
where the one that fits only from there on begins to fit.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from derive.errors import UnknownName, UnreadableRun
from derive.names import guesses
from derive.runs.estimate import CAPACITY, Estimate
from derive.runs.false_position import solved_in_logarithms
from derive.runs.wording import quantity
from derive.workers import Place, here

from .evaluator import Layout
from .question import SHORT, Question, read_worth
from .search import Search
from .space import columns_of
from .wording import listing, own, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .answer import Plan


TIMES = (1.5, 3.0, 10.0, 100.0, 1000.0)
"""How many times its own value, and what part of it, a letter is tried at, from the nearest on:
what is worth it with a little more memory need not be with any amount."""
EQUAL = 1e-6
STEP = 1e-3
"""How far beyond a value where both are equal it has to be better, of the way to where it is."""
ROUNDS = 24


@dataclass(frozen=True, slots=True)
class Pair:
    """The best with and without it at a value of the letter, and their estimates there."""

    value: float
    layouts: tuple[Layout | None, Layout | None]
    estimates: tuple[Estimate | None, Estimate | None]
    """Nothing for a side of which no layout fits."""
    ratio: float
    """The aim with it over the aim without it, so that below 1 it is worth it."""

    @property
    def excess(self) -> float:
        """The logarithm of the ratio: above 0 it is not worth it, below it is."""
        return math.log(self.ratio) if 0 < self.ratio < math.inf else self.ratio or -math.inf


@dataclass(frozen=True)
class Worth:
    """The answer: the value where both are equal, or none, and how it is at others."""

    plan: Plan
    what: str
    """What may be worth it, as typed: ``TP=16``."""
    by: str
    now: Pair
    equal: Pair | None
    ends: tuple[Pair, ...]
    """Where nothing makes them equal: the largest and the least value that were tried."""

    def __bool__(self) -> bool:
        return self.equal is not None

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON writes it."""
        return to_data(self)

    def __str__(self) -> str:
        return text(self)


def worth(plan: Plan, what: str, by: str, place: Place[Any] | None = None) -> Worth:
    """Where ``what`` begins, or ceases, to be worth it as the letter ``by`` changes."""
    letter = _letter(plan.question, by)
    sides = _sides(plan.question, what)
    asked = Asked(plan, letter, sides, place or here)
    own = float(plan.question.run.letters[letter])
    now = asked.at(own)
    if abs(now.excess) <= EQUAL:
        return Worth(plan, what, letter, now, now, ())
    tried = [now]
    for values in _outward(own, _highest(plan.question, letter)):
        near = now
        for value in values:
            far = asked.at(value)
            if not any(far.estimates):
                break
            if far.excess * now.excess < 0:
                return Worth(plan, what, letter, now, _crossing(asked, near, far), ())
            near = far
        tried.append(near)
    return Worth(plan, what, letter, now, None, tuple(tried[1:]))


def _outward(own: float, high: float) -> tuple[list[float], list[float]]:
    """Values above a letter's own, up to its end, and below it."""
    above = [own * times for times in TIMES if own * times < high]
    return ([*above, high] if own < high < math.inf else above), [own / times for times in TIMES]


@dataclass(frozen=True, slots=True)
class Asked:
    """Both sides of a question, to be planned at any value of a letter."""

    plan: Plan
    letter: str
    sides: tuple[Question, Question]
    place: Place[Any]

    def at(self, value: float) -> Pair:
        """The best of each side at a value."""
        layouts = tuple(self._best(question, value) for question in self.sides)
        return self.pair((layouts[0], layouts[1]), value)

    def pair(self, layouts: tuple[Layout | None, Layout | None], value: float) -> Pair:
        """Two layouts at a value."""
        run, aim = self.plan.question.run, self.plan.aim
        first, second = (
            run.changed({**layout.letters, self.letter: value}, layout.choices).estimate()
            if layout
            else None
            for layout in layouts
        )
        if not (first and second):
            return Pair(value, layouts, (first, second), 0.0 if first else math.inf)
        ratio = max(first.stages(aim)) / max(second.stages(aim))
        ratio = ratio if self.plan.question.sign > 0 else 1 / ratio
        return Pair(value, layouts, (first, second), ratio)

    def _best(self, question: Question, value: float) -> Layout | None:
        run = question.run.changed({self.letter: value})
        question = dataclasses.replace(question, run=run)
        kept = Search(question, self.plan.aim, 1).run(self.place)
        return kept.best[0][1] if kept.best else None


def _crossing(asked: Asked, low: Pair, high: Pair) -> Pair:
    """The value between two, of unlike verdicts, at which the verdict changes.

    Where both sides fit, they are equal there; else it is the side on which it is worth it.
    """
    for _ in range(ROUNDS):
        if abs(math.log(high.value / low.value)) <= EQUAL:
            break
        middle = asked.at(_between(asked, low, high))
        if abs(middle.excess) <= EQUAL:
            better = low if low.excess < 0 else high
            beyond = asked.at(middle.value * (better.value / middle.value) ** STEP)
            if beyond.excess < 0 and beyond.ratio < 1:
                return middle
            # Equal over a stretch is no gain yet.
            low, high = (beyond, high) if better is high else (low, beyond)
            continue
        low, high = (middle, high) if middle.excess * low.excess > 0 else (low, middle)
    return low if low.excess < 0 else high


def _between(asked: Asked, low: Pair, high: Pair) -> float:
    """Where the layouts of one end are equal or begin to fit, if that is between; or the middle."""
    first, last = sorted((low.value, high.value))
    for end in (low, high):
        if all(end.estimates):

            def ratio(value: float, end: Pair = end) -> float:
                return asked.pair(end.layouts, value).ratio

            value = solved_in_logarithms(ratio, end.value, 1.0)
            if value is not None and first < value < last:
                return value
    for end in (low, high):
        # What fits into this much may not fit into less: the least step shows it.
        for estimate in end.estimates:
            need = estimate.memory if estimate and asked.letter in CAPACITY else math.nan
            for value in (need, need * (1 - EQUAL / 2)):
                if first < value < last * (1 - EQUAL / 4):
                    return value
    return math.sqrt(first * last)


def _letter(question: Question, by: str) -> str:
    run = question.run
    letter = run.composition.laws.letter(SHORT.get(by, by))
    if letter is None:
        known = run.composition.laws.letters()
        raise UnknownName("letter", by, guesses(by, known))
    free = {row["letter"] for row in run.composition.space["letters"]} | {*question.lists}
    if letter.name in free or not run.letters.get(letter.name):
        raise UnreadableRun(letter.name, "the run has no value of it that could change")
    return letter.name


def _highest(question: Question, letter: str) -> float:
    """The end of the letter's domain: a share of a peak ends at 1."""
    note = question.run.composition.laws.letter(letter)
    end = note.domain.high if note else None
    return math.inf if note is None or end is None else float(end) * note.factor


def _sides(question: Question, what: str) -> tuple[Question, Question]:
    """The question with what may be worth it settled, and with it excluded."""
    name, value = read_worth(question, what)
    if isinstance(value, str):
        known = question.choices.get(name, (question.run.choices[name],))
        words = tuple(other_word for other_word in known if other_word != value)
        with_it, without = (
            dataclasses.replace(question, choices={**question.choices, name: alternatives})
            for alternatives in ((value,), words)
        )
        left = len(words)
    else:
        values = tuple(
            other_value for other_value in _values(question, name) if other_value != value
        )
        with_it, without = (
            dataclasses.replace(question, lists={**question.lists, name: taken})
            for taken in ((value,), values)
        )
        left = len(values)
    if not left:
        raise UnreadableRun(what, f"the question leaves no other {name} to compare it with")
    return with_it, without


def _values(question: Question, name: str) -> tuple[float, ...]:
    """Every value that a letter of the layout takes under any of the choices."""
    runs = [question.run]
    for choice, words in question.choices.items():
        runs += [question.run.changed({}, {choice: word}) for word in words]
    values: dict[float, None] = {}
    for run in runs:
        values |= dict.fromkeys(dict(columns_of(run, question.lists, question.bounds))[name])
    return tuple(sorted(values))


def parts(pair: Pair) -> Mapping[str, tuple[float, float]]:
    """The parts of the step with it and without it, where both fit."""
    first, second = pair.estimates
    if not (first and second):
        return {}
    known = {part.letter: part.value for part in second.parts("time")}
    return {part.letter: (part.value, known.get(part.letter, 0.0)) for part in first.parts("time")}


# --- in words and as JSON -----------------------------------------------------------


SCHEMA = 1
FEW = 0.05
"""Parts of the step that move by less than this share of the largest are not told."""


def text(worth: Worth) -> str:
    """The whole answer."""
    return "\n".join(_lines(worth))


def _lines(worth: Worth) -> Iterator[str]:
    plan = worth.plan
    now = own(plan, worth.by, worth.now.value)
    origin = plan.question.run.origins.get(worth.by, "")
    meaning = plan.question.run.composition.laws.meaning(worth.by, worth.by)
    if worth.equal is None:
        verdict = "is worth it" if worth.now.excess < 0 else "is not worth it"
        yield f"{worth.what} {verdict}, and no value of {worth.by} was found that changes that"
        yield f"  {worth.by}: {meaning}"
        for pair in (worth.now, *worth.ends):
            yield f"  at {own(plan, worth.by, pair.value)}: {_verdict(pair)}"
    elif worth.equal is worth.now:
        yield f"{worth.what} is as good as the best without it, with {worth.by} as it is: {now}"
        yield f"  {_verdict(worth.now)}"
    else:
        upward = (worth.equal.value >= worth.now.value) == (worth.now.excess > 0)
        word = "from" if upward else "up to"
        times = worth.equal.value / worth.now.value
        value = own(plan, worth.by, worth.equal.value)
        yield f"{worth.what} is worth it {word} {worth.by} = {value}"
        yield f"  {worth.by}: {meaning}, {now} now ({origin}); {times:.4g} times that"
        yield f"  now: {_verdict(worth.now)}"
        yield f"  there: {_verdict(worth.equal)}"
        layouts = [layout for layout in worth.equal.layouts if layout]
        yield from (f"    {line}" for line in table(listing(plan, layouts)))
    yield from _moved(worth, worth.equal or worth.now)


def _verdict(pair: Pair) -> str:
    with_it, without = (
        f"{quantity(estimate.time, 'second')} a step" if estimate else "no layout that fits"
        for estimate in pair.estimates
    )
    word = "the same"
    if abs(pair.excess) > EQUAL:
        share = f"{abs(pair.ratio - 1):.1%} " if all(pair.estimates) else ""
        word = f"{share}{'worse' if pair.excess > 0 else 'better'}"
    return f"{word}, {with_it} with it and {without} without it"


def _moved(worth: Worth, pair: Pair) -> Iterator[str]:
    """What it costs and what it saves, in parts of the step."""
    moved = {letter: with_it - without for letter, (with_it, without) in parts(pair).items()}
    largest = max(map(abs, moved.values()), default=0.0)
    for letter, change in sorted(moved.items(), key=lambda row: -abs(row[1])):
        if largest and abs(change) > FEW * largest:
            meaning = worth.plan.question.run.composition.laws.meaning(letter)
            word = "more" if change > 0 else "less"
            says = f", {meaning}" if meaning else ""
            yield f"  with it {quantity(abs(change), 'second')} {word} of {letter}{says}"


def to_data(worth: Worth) -> dict[str, Any]:
    """The answer with units."""
    return {
        "schema": SCHEMA,
        "what": worth.what,
        "by": worth.by,
        "now": _data(worth, worth.now),
        "equal": None if worth.equal is None else _data(worth, worth.equal),
        "ends": [_data(worth, pair) for pair in worth.ends],
    }


def _data(worth: Worth, pair: Pair) -> dict[str, Any]:
    laws = worth.plan.question.run.composition.laws
    names = ("with", "without")
    return {
        "value": laws.quantity(worth.by, pair.value),
        "ratio": pair.ratio if all(pair.layouts) else None,
        "layouts": {
            name: {"letters": dict(layout.letters), "choices": dict(layout.choices)}
            for name, layout in zip(names, pair.layouts, strict=True)
            if layout
        },
    }
