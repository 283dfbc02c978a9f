"""A law on the bench: random points at which it holds, and whether numbers alone find them again.

The points are drawn from the domains, by a seed and the names of the letters,
so that a trial can be repeated anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

import sympy

from derive.algebra.equal import in_exponents, points, sorted_point
from derive.algebra.evaluate import (
    DIGITS,
    Undefined,
    Value,
    context,
    fraction,
    real,
    truth,
    value,
)
from derive.algebra.judge import Branch
from derive.algebra.programs_of import easier_forms, in_base, relation_of
from derive.algebra.rearrange import rearrange
from derive.algebra.standins import Ground, stand_in
from derive.laws import Law
from derive.programs.relations import Relation
from derive.records import Domain
from derive.registry import Registry
from derive.solve.feasible_set import Root, feasible
from derive.solve.integer_answer import integer_answer

from .rules import domains_of

ENOUGH = 20
LOOKED_AT = 1200
FINE = 400
"""Digits that decide where fifty do not tell two numbers apart."""
SHOWN = 12
TYPED = 20
"""Digits of a value as somebody may type it."""
NEAR = Fraction(1, 10**9)
"""How far beside a value, as a part of it, the law is looked at."""


@dataclass(frozen=True, slots=True)
class Place:
    """A point at which a law holds; one letter may be computed from the others."""

    point: Mapping[Any, Value]
    given: Any = None
    by: Any = None
    known: dict[int, Mapping[Any, Value]] = field(default_factory=dict, compare=False, repr=False)

    def at(self, digits: int = DIGITS) -> Mapping[Any, Value]:
        """The value of every letter, a computed one with that many digits; asked for often."""
        if self.given is None:
            return self.point
        if digits not in self.known:
            self.known[digits] = {**self.point, self.given: value(self.by, self.point, digits)}
        return self.known[digits]

    @property
    def rounded(self) -> bool:
        """Whether a value is not rational, so that only some of its digits are known."""
        return not all(isinstance(at, Fraction) for at in self.at().values())

    def moved(self, letter: Any, to: Value) -> Place:
        """The same point with another value for one letter."""
        return Place({**self.at(FINE), letter: to})


class Bench:
    """One law in stand-ins, and up to twenty points at which it holds."""

    def __init__(self, registry: Registry, law: Law, seed: int) -> None:
        relation = in_base(registry, law.relation)
        self.standins = stand_in([relation, *law.conditions], domains_of(registry))
        self.domains = self.standins.domains
        self.lhs, self.rhs = self.standins.sides(relation)
        self.relation = relation.func(self.lhs, self.rhs, evaluate=False)
        self.conditions = tuple(self.standins.strip(condition) for condition in law.conditions)
        self.seed = str(seed)
        self.places = tuple(islice(self._places(), ENOUGH))

    @property
    def equation(self) -> bool:
        """Whether the law says that both sides are equal."""
        return isinstance(self.relation, sympy.Eq)

    def program(self, letter: Any) -> Relation:
        """The law as programs, with the form in which its borders in a letter are found."""
        plain, forms = self._programs
        easier = forms.get(letter.name)
        return plain if easier is None else Relation(plain.sign, *plain.sides, easier)

    @cached_property
    def _programs(self) -> tuple[Relation, Mapping[str, Relation]]:
        return relation_of(self.relation), easier_forms(self.relation, dict(self.domains))

    def stripped(self, branch: Branch) -> Branch:
        """A branch in the stand-ins."""
        strip = self.standins.strip
        return replace(
            branch,
            statement=None if branch.statement is None else strip(branch.statement),
            expression=None if branch.expression is None else strip(branch.expression),
            conditions=tuple(strip(condition) for condition in branch.conditions),
        )

    def drawn(self, letters: Iterable[Any], conditions: Iterable[Any]) -> Iterator[Any]:
        """Random points of the domains that meet conditions."""
        ground = Ground(self.domains, tuple(conditions))
        # Letters in exponents are drawn small, or most points would overflow.
        tame = in_exponents(self.lhs, self.rhs)
        return islice(points(ground, letters, tame, self.seed), LOOKED_AT)

    def inside(self, place: Place) -> bool:
        """Whether the letters lie in their domains and the conditions hold."""
        try:
            at = place.at()
            known = all(
                self.domains[letter].contains(fraction(number)) for letter, number in at.items()
            )
            return known and all(truth(condition, at) for condition in self.conditions)
        except Undefined:
            return False

    def true(self, place: Place) -> bool:
        """Whether the law itself holds."""
        try:
            return truth(self.relation, place.at())
        except Undefined:
            return False

    def _places(self) -> Iterator[Place]:
        # No random point meets an equation: one of its letters is computed from the others.
        given, by = self._solved() if self.equation else (None, None)
        letters = set(self.domains) - {given}
        early = [
            condition for condition in self.conditions if given is None or not condition.has(given)
        ]
        for point in self.drawn(letters, early):
            place = Place(point, given, by)
            if self.inside(place) and (given is not None or self.true(place)):
                yield place

    def _solved(self) -> tuple[Any, Any]:
        """A letter of an equation with what computes it: as it stands, or rearranged."""
        if self.lhs.is_Symbol and not self.rhs.has(self.lhs):
            return self.lhs, self.rhs
        for letter in sorted(self.domains, key=str):
            solution = rearrange(self.relation, letter, self.domains, given=self.conditions)
            if solution.method == "closed" and len(solution.inside) == 1:
                return letter, solution.inside[0].expression
        return None, None


@lru_cache(maxsize=32)
def bench(registry: Registry, law: Law, seed: int) -> Bench:
    """The bench of a law; its letters are tried one after the other."""
    return Bench(registry, law, seed)


# --- trials by numbers alone -----------------------------------------------------


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
    ends = [(span.low.low, span.high.high) for span in answer.spans]
    if _within(ends, wanted, abs(wanted) * NEAR):
        return True
    # Whole numbers are found where intervals are not.
    if domain.integer and _within(integer_answer([asked], letter.name, domain).runs, wanted, 0):
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


def _within(
    stretches: Iterable[tuple[Fraction | int | None, Fraction | int | None]],
    wanted: Fraction,
    slack: Fraction | int,
) -> bool:
    """Whether a value lies in a stretch that may be open-ended, or next to its ends."""
    return any(
        (low is None or low - slack <= wanted) and (high is None or wanted <= high + slack)
        for low, high in stretches
    )
