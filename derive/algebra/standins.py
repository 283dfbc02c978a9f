"""Stand-ins: the same relation in letters that SymPy knows nothing about.

Algebra on letters with assumptions loses roots (a positive integer has no
root 502.99) and decides conditions too early. So every question of this
floor is first put into plain letters, with their domains beside them, and
its answer is put back at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy
from sympy.core.relational import Relational

from derive.laws import with_put
from derive.records import Constant, Domain
from derive.records import Symbol as Letter

Expr = Any  # a SymPy expression; SymPy ships no types
Domains = Mapping[Any, Domain]

LESS = (sympy.Le, sympy.Lt)
MORE = (sympy.Ge, sympy.Gt)
ANY_NUMBER = Domain(None, None, low_open=False)
WHOLE = Domain(None, None, low_open=False, integer=True)


@dataclass(frozen=True, slots=True)
class Ground:
    """What may be taken for granted: the domain of every letter, and conditions.

    ``positive`` holds expressions that are known to be above zero; they come
    from conditions and let roots and logarithms be taken exactly.
    """

    domains: Domains
    conditions: tuple[Any, ...] = ()
    positive: tuple[Expr, ...] = ()

    def domain(self, letter: Expr) -> Domain:
        """The domain of a letter; a letter nobody declared may be any number."""
        return self.domains.get(letter, ANY_NUMBER)

    def also(self, *conditions: Any) -> Ground:
        """The same ground with more conditions taken for granted."""
        kept = tuple(c for c in conditions if c is not sympy.true and c not in self.conditions)
        return ground(self.domains, (*self.conditions, *kept))


@dataclass(frozen=True, slots=True)
class Standins:
    """A table of letters and their stand-ins, to go there and back."""

    plain: Mapping[Any, Any]
    domains: Domains
    original: Mapping[Any, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "original", {there: here for here, there in self.plain.items()})

    def strip(self, thing: Any) -> Any:
        """An expression or relation in stand-ins; typed constants become numbers."""
        return with_put(thing, {**constants(thing), **self.plain})

    def back(self, thing: Any) -> Any:
        """An expression or condition in its own letters again."""
        return thing.xreplace(self.original)

    def sides(self, relation: Any) -> tuple[Expr, Expr]:
        """Both sides of a relation in stand-ins; they cannot collapse to True."""
        return self.strip(relation.lhs), self.strip(relation.rhs)

    def ground(self, conditions: Iterable[Any] = ()) -> Ground:
        """The ground in stand-ins."""
        return ground(self.domains, tuple(self.strip(condition) for condition in conditions))


def symbolic(*things: Any) -> None:
    """Refuse anything but SymPy's own objects: many of its functions would run a text."""
    for thing in things:
        if not isinstance(thing, sympy.Basic):
            raise TypeError(f"a SymPy object is needed here, not {type(thing).__name__}")


def stand_in(things: Iterable[Any], domains: Domains) -> Standins:
    """Stand-ins for every letter of ``things``; two letters never share one."""
    things = list(things)
    symbolic(*things)
    letters = {letter for thing in things for letter in thing.free_symbols}
    plain: dict[Any, Any] = {}
    taken: set[Any] = set()
    for letter in sorted(letters, key=_order):
        if isinstance(letter, Constant):
            continue
        name, copies = letter.name, 1
        while _stand_in(name) in taken:
            copies += 1
            name = f"{letter.name}_{copies}"
        plain[letter] = _stand_in(name)
        taken.add(plain[letter])
    return Standins(plain, {there: domain_of(here, domains) for here, there in plain.items()})


@lru_cache(maxsize=1 << 14)
def _stand_in(name: str) -> Any:
    """One object for each name: SymPy's own cache is emptied, and equal letters compare slowly."""
    return sympy.Symbol(name)


def domain_of(letter: Any, domains: Domains) -> Domain:
    """The declared domain, or what the letter itself says about its values."""
    if letter in domains:
        return domains[letter]
    note = getattr(letter, "note", None) if isinstance(letter, Letter) else None
    if isinstance(getattr(note, "domain", None), Domain):
        return note.domain  # type: ignore[union-attr, no-any-return]  # checked just above
    whole = bool(letter.is_integer)
    if letter.is_positive:
        return Domain(Fraction(1), None, low_open=False, integer=True) if whole else Domain()
    if letter.is_nonnegative:
        return Domain(low_open=False, integer=whole)
    return Domain(None, None, low_open=False, integer=whole)


def constants(thing: Any) -> dict[Any, Any]:
    """The numbers behind the typed constants of an expression."""
    return {
        letter: rational(letter.note.value)
        for letter in thing.free_symbols
        if isinstance(letter, Constant)
    }


def plain_relation(relation: Any) -> Any:
    """A relation with numbers for its typed constants, left as it is otherwise."""
    if not isinstance(relation, Relational):
        return relation
    there = constants(relation)
    sides = (relation.lhs.xreplace(there), relation.rhs.xreplace(there))
    return relation.func(*sides, evaluate=False)


def plainly(relation: Any) -> str:
    """A relation in plain text, as in ``T = a + b``."""
    if not isinstance(relation, Relational):
        return str(relation)
    sign = "=" if isinstance(relation, sympy.Eq) else relation.rel_op
    return f"{relation.lhs} {sign} {relation.rhs}"


def rational(value: Any) -> Any:
    """A Fraction as a SymPy number."""
    return sympy.Rational(value.numerator, value.denominator)


def ground(domains: Domains, conditions: tuple[Any, ...] = ()) -> Ground:
    """Domains tightened by those conditions that bound one letter by a number."""
    tight = dict(domains)
    positive: list[Expr] = []
    for condition in _flat(conditions):
        if not isinstance(condition, LESS + MORE):
            continue
        low, high = condition.lts, condition.gts
        strict = isinstance(condition, sympy.Gt | sympy.Lt)
        if high.is_Symbol and low.is_Rational:
            tight[high] = _raised(tight.get(high, ANY_NUMBER), _fraction(low), strict=strict)
        elif low.is_Symbol and high.is_Rational:
            tight[low] = _lowered(tight.get(low, ANY_NUMBER), _fraction(high), strict=strict)
        else:
            positive.append(high - low)
    return Ground(tight, conditions, tuple(positive))


def _flat(conditions: Iterable[Any]) -> Iterable[Any]:
    for condition in conditions:
        if isinstance(condition, sympy.And):
            yield from _flat(condition.args)
        elif isinstance(condition, Relational):
            yield condition


def _raised(domain: Domain, low: Fraction, *, strict: bool) -> Domain:
    # Of two equal ends the open one is the tighter.
    if domain.low is not None and (domain.low, domain.low_open) >= (low, strict):
        return domain
    return Domain(low, domain.high, strict, domain.high_open, domain.integer)


def _lowered(domain: Domain, high: Fraction, *, strict: bool) -> Domain:
    if domain.high is not None and (-domain.high, domain.high_open) >= (-high, strict):
        return domain
    return Domain(domain.low, high, domain.low_open, strict, domain.integer)


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def _order(letter: Any) -> tuple[str, str, str]:
    facts = sorted((key, str(value)) for key, value in letter.assumptions0.items())
    return letter.name, type(letter).__name__, str(facts)
