"""Trials by numbers alone: a hidden value is found again, a root is shown in its bracket."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derive.algebra.equal import sorted_point
from derive.algebra.evaluate import DIGITS, Undefined, Value, context, fraction, real, value
from derive.programs.relations import Relation
from derive.records import Domain
from derive.solve.feasible_set import Feasible, Root, feasible
from derive.solve.integer_answer import integer_answer

from .bench import Bench, Place

SHOWN = 12


@dataclass(frozen=True, slots=True)
class Told:
    """What one point told: all is well, something is wrong, or (None) nothing."""

    well: bool | None
    says: str = ""


def written(point: Mapping[Any, Value]) -> str:
    """A point as one reads it: ``N = 12, beta = 5/97``."""
    return ", ".join(f"{letter} = {written_number(at)}" for letter, at in sorted_point(point))


def written_number(number: Value) -> str:
    """A number in at most twelve digits."""
    text = str(number) if isinstance(number, Fraction) else ""
    return text if text and len(text) <= SHOWN else str(context(SHOWN).nstr(real(number), SHOWN))


TYPED = 20
"""Digits of a value as somebody may type it."""
NEAR = Fraction(1, 10**9)
"""How far beside a value, as a part of it, the law is looked at."""


def found_again(here: Bench, letter: Any, places: Sequence[Place]) -> Iterator[Told]:
    """Values that satisfy the law are hidden, and looked for by numbers alone."""
    for place in places:
        wanted, domain = fraction(place.at()[letter]), here.domains[letter]
        if place.rounded and (wanted in (domain.low, domain.high) or _is_flat(here, letter, place)):
            continue  # a rounded given moves the root off the end of the domain, or off the plain
        # Twenty digits are what one types; where digits cancel, more are needed.
        well = _looked_for(here, letter, place, TYPED)
        if well is False and place.rounded:
            well = _looked_for(here, letter, place, DIGITS)
        yield Told(well, "" if well else f"not found again by numbers: {written(place.at())}")


def _is_flat(here: Bench, letter: Any, place: Place) -> bool:
    """Whether the law holds on with a value beside that of the letter."""
    wanted = fraction(place.at()[letter])
    beside = (wanted * (1 - NEAR), wanted * (1 + NEAR))
    return any(here.true(place.moved(letter, other)) for other in beside)


def _looked_for(here: Bench, letter: Any, place: Place, digits: int) -> bool | None:
    """Whether a hidden value is found; None where a part of the domain was not settled."""
    wanted, domain = fraction(place.at()[letter]), here.domains[letter]
    asked = _hidden(here, letter, place, digits)
    # Only the number is asked for: no closed form takes part, so that this trial is independent.
    answer = feasible([asked], letter.name, domain)
    if _among(answer, wanted):
        return True
    if domain.integer and _whole_among(asked, letter, domain, wanted):
        return True
    return None if answer.proof == "tested" else False


def certified(here: Bench, letter: Any) -> Iterator[Told]:
    """A change of sign around each hidden value, else all values are looked for by numbers."""
    for place in here.places:
        # A continuous difference that changes its sign has a root between (Bolzano).
        if here.equation and crosses(here, letter, place):
            yield Told(well=True)
            continue
        trials = list(found_again(here, letter, [place]))
        yield from trials
        if any(trial.well is None for trial in trials):
            return


def crosses(here: Bench, letter: Any, place: Place) -> bool:
    """Whether the difference of both sides changes its sign around the value of a letter."""
    wanted = fraction(place.at()[letter])
    signs = set()
    try:
        for end in (wanted * (1 - NEAR), wanted * (1 + NEAR)):
            at = {**place.at(), letter: end}
            left, right = (real(value(side, at)) for side in (here.lhs, here.rhs))
            signs.add(0 if left == right else 1 if left > right else -1)
    except Undefined:
        return False
    return signs == {1, -1}


def shown_root(here: Bench, letter: Any) -> str:
    """One numeric root in its bracket, with the signs that prove it."""
    for place in here.places[:1]:
        wanted = fraction(place.at()[letter])
        near = _around(wanted, here.domains[letter])
        roots = feasible([_hidden(here, letter, place)], letter.name, near).roots
        for root in roots:
            if abs(root.value - wanted) <= abs(wanted) * NEAR:
                others = {other: at for other, at in place.at().items() if other != letter}
                return f"{letter} = {_bracket(root)} where {written(others)}"
    return ""


def _around(wanted: Fraction, domain: Domain) -> Domain:
    """The part of a domain within a factor of two of a value."""
    low, high = sorted((wanted / 2, wanted * 2))
    low = low if domain.low is None else max(low, domain.low)
    high = high if domain.high is None else min(high, domain.high)
    return Domain(low, high, low_open=False, high_open=False, integer=domain.integer)


def _bracket(root: Root) -> str:
    if root.exact:
        return written_number(root.low)
    width = float(abs((root.high - root.low) / root.value)) if root.value else 0.0
    return f"{written_number(root.value)} (a change of sign, bracketed to {width:.0e} of it)"


def _hidden(here: Bench, letter: Any, place: Place, digits: int = TYPED) -> Relation:
    """The law with the values of all letters but one, as decimals where they are not rational."""
    known = {other.name: _typed(at, digits) for other, at in place.at().items() if other != letter}
    return here.program(letter).bound(known)


def _typed(number: Value, digits: int) -> Fraction:
    """A number as one can type it: a few digits of what is not rational."""
    if isinstance(number, Fraction):
        return number
    return Fraction(str(context(digits).nstr(number, digits)))


def _among(answer: Feasible, wanted: Fraction) -> bool:
    """Whether a value lies in the intervals, or next to their ends."""
    slack = abs(wanted) * NEAR
    for span in answer.spans:
        low, high = span.low.low, span.high.high
        if (low is None or low - slack <= wanted) and (high is None or wanted <= high + slack):
            return True
    return False


def _whole_among(asked: Relation, letter: Any, domain: Domain, wanted: Fraction) -> bool:
    """The same among whole numbers, which are found where intervals are not."""
    runs = integer_answer([asked], letter.name, domain).runs
    return any(
        (low is None or low <= wanted) and (high is None or wanted <= high) for low, high in runs
    )
