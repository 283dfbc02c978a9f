"""A law on the bench: in stand-ins, with random points at which it holds.

The points are drawn from the domains, by a seed and the names of the letters,
so that a trial can be repeated anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

import sympy

from derive.algebra.evaluate import DIGITS, Undefined, Value, fraction, truth, value
from derive.algebra.judge import Branch
from derive.algebra.programs_of import easier_forms, in_base, relation_of
from derive.algebra.rearrange import rearrange
from derive.algebra.sample import in_exponents, points
from derive.algebra.standins import Ground, stand_in
from derive.laws import Law
from derive.programs.relations import Relation
from derive.registry import Registry

from .records import domains_of

ENOUGH = 20
LOOKED_AT = 1200
FINE = 400
"""Digits that decide where fifty do not tell two numbers apart."""


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
        plain = self._programs
        easier = self._easier.get(letter.name)
        return plain if easier is None else Relation(plain.sign, *plain.sides, easier)

    @cached_property
    def _programs(self) -> Relation:
        return relation_of(self.relation)

    @cached_property
    def _easier(self) -> Mapping[str, Relation]:
        return easier_forms(self.relation, dict(self.domains))

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

    def holds(self, place: Place) -> bool:
        """Whether the law and its conditions hold there, all letters inside their domains."""
        return self.inside(place) and (place.given is not None or self.true(place))

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
            if self.holds(place):
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
