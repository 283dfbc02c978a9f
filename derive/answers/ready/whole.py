"""Whole numbers of an answer, decided by the relations themselves at the neighbours."""

from __future__ import annotations

import math
from fractions import Fraction

from ..sentences import at_integer, runs_note, verdict
from .numbers import Missing, NotReady
from .running import SCALAR, run
from .values import Quantity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .chart import End, Relation
    from .numbers import Number
    from .question import Question
    from .values import Unit

    Run = tuple[int | None, int | None]


class Neighbour:
    """What one relation says at one integer."""

    __slots__ = ("at", "holds", "sentence", "sides")

    def __init__(self, at: int, sides: tuple[str, str], sentence: str, *, holds: bool) -> None:
        self.at = at
        self.sides = sides
        self.sentence = sentence
        self.holds = holds


class Whole:
    """The integers of a range, or beside a root."""

    def __init__(self) -> None:
        self.smallest: int | None = None
        self.largest: int | None = None
        self.below: int | None = None
        self.above: int | None = None
        self.neighbours: tuple[Neighbour, ...] = ()
        self.note = ""
        self.empty = False


def beside(question: Question, relations: Sequence[Relation], root: Number) -> Whole:
    """The integers around the root of an equation."""
    below, above = math.floor(root), math.ceil(root)
    whole, domain = Whole(), question.target.domain
    inside = [one for one in dict.fromkeys((below, above)) if domain.contains(Fraction(one))]
    whole.below = below if below in inside else None
    whole.above = above if above in inside else None
    whole.neighbours = tuple(_neighbour(question, relations, one, 0) for one in inside)
    return whole


def within(
    question: Question, relations: Sequence[Relation], spans: Sequence[tuple[End, End]]
) -> Whole:
    """The integers of a range, with the neighbours that prove its ends."""
    runs = _runs(spans)
    if not runs:
        raise NotReady
    whole = Whole()
    whole.smallest, whole.largest = runs[0][0], runs[-1][1]
    proofs = [
        *_proof(question, relations, whole.smallest, -1),
        *_proof(question, relations, whole.largest, 1),
    ]
    whole.neighbours = tuple(proofs)
    whole.note = runs_note(runs)
    return whole


def _runs(spans: Sequence[tuple[End, End]]) -> list[Run]:
    found: list[Run] = []
    for low, high in spans:
        first = None if low.value is None else math.ceil(low.value)
        last = None if high.value is None else math.floor(high.value)
        if first is not None and first == low.value and not low.closed:
            first += 1
        if last is not None and last == high.value and not high.closed:
            last -= 1
        if first is not None and last is not None and first > last:
            continue
        before = found[-1][1] if found else None
        if found and before is not None and first is not None and first <= before + 1:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def _proof(
    question: Question, relations: Sequence[Relation], end: int | None, way: int
) -> list[Neighbour]:
    if end is None or not question.target.domain.contains(Fraction(end + way)):
        return []
    if not _holds(relations, end):
        raise NotReady
    truths = [one.truth(Fraction(end + way)) for one in relations]
    false = [number for number, truth in enumerate(truths) if truth is False]
    void = [number for number, truth in enumerate(truths) if isinstance(truth, Missing)]
    fails = next(iter([*false, *void]), 0)
    return [_neighbour(question, relations, one, fails) for one in (end, end + way)]


def _holds(relations: Sequence[Relation], value: int) -> bool:
    return all(one.truth(Fraction(value)) is True for one in relations)


def _neighbour(
    question: Question, relations: Sequence[Relation], value: int, number: int
) -> Neighbour:
    """One integer with both sides of one relation."""
    one = relations[number]
    unit = question.letters[one.letter].unit if one.letter else question.unit_of_law
    inputs = question.inputs(Fraction(value))
    left, right = (_side(run(side, inputs, SCALAR), unit) for side in (one.left, one.right))
    sign = "" if one.condition and one.sign != "==" else one.sign
    holds = one.truth(Fraction(value)) is True
    says = verdict(one.says, sign, (left, right), one.letter, holds=holds)
    name = question.target.id
    sentence = at_integer(name, value, says)
    return Neighbour(value, (left, right), sentence, holds=_holds(relations, value))


def _side(value: Number | Missing, unit: Unit) -> str:
    if isinstance(value, Missing):
        return f"undefined, {value.why}"
    if isinstance(value, Fraction):
        return Quantity(value / unit.factor, unit).format(6)
    return Quantity(float(value) / float(unit.factor), unit).format(6)
