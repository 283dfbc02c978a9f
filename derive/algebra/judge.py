"""Put candidates back: which satisfy the relation, and which lie in the domain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import sympy

from derive.records import Domain

from .equal import FINE, Strength, equal_on, in_exponents, points
from .evaluate import Undefined, Value, real, same, truth, value
from .field import Field
from .rewriting import corner
from .signs import sign_of
from .standins import LESS, MORE, WHOLE, Expr, Ground, plainly

Method = Literal["closed", "numeric", "set", "none"]


@dataclass(frozen=True, slots=True)
class Branch:
    """One way to satisfy the relation.

    ``statement`` says it in full: ``N = ...``, ``TP <= ...`` or an interval;
    ``expression`` is the value, or the end of a bound, or None for an
    interval. ``inside`` tells whether it lies in the domain of the target
    (None: that depends on the numbers); ``note`` says why, or what is special.
    """

    statement: Any
    expression: Expr | None
    conditions: tuple[Any, ...] = ()
    strength: Strength = "tested"
    inside: bool | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rearrangement:
    """A relation rearranged for one letter.

    ``branches`` satisfy the relation, those inside the domain first;
    ``rejected`` came up on the way and do not, with the reason as their note.
    """

    target: Any
    method: Method
    branches: tuple[Branch, ...] = ()
    rejected: tuple[Branch, ...] = ()
    reason: str = ""

    @property
    def inside(self) -> tuple[Branch, ...]:
        """The branches that can lie in the domain of the target."""
        return tuple(branch for branch in self.branches if branch.inside is not False)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate in stand-ins, not yet judged.

    ``sign`` and ``facts`` (expressions above zero) are known by theorem;
    ``whole`` are letters of its own that stand for whole numbers.
    """

    value: Expr | None
    conditions: tuple[Any, ...] = ()
    note: str = ""
    sign: int | None = None
    statement: Any = None
    facts: tuple[Expr, ...] = ()
    whole: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a route found, or why it stopped."""

    method: Method
    candidates: tuple[Candidate, ...] = ()
    reason: str = ""


class Stuck(Exception):
    """A route does not lead on; the next one is tried, or the reason handed out."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


TRIPS = 6


def judged(
    outcome: Outcome, lhs: Expr, rhs: Expr, letter: Any, ground: Ground
) -> tuple[list[Branch], list[Branch]]:
    """The branches of an outcome that satisfy the relation, and the others."""
    pairs = [judge(candidate, lhs, rhs, letter, ground) for candidate in outcome.candidates]
    satisfy, others = ([branch for branch, good in pairs if good is kept] for kept in (True, False))
    return satisfy, others


def judge(
    candidate: Candidate, lhs: Expr, rhs: Expr, letter: Any, ground: Ground
) -> tuple[Branch, bool]:
    """The branch, and whether it satisfies the relation."""
    if candidate.value is None:
        return Branch(
            candidate.statement, None, candidate.conditions, "exact", None, candidate.note
        ), True
    root: Expr = candidate.value
    statement = sympy.Eq(letter, root, evaluate=False)
    if sympy.false in candidate.conditions:
        note = "it asks for a root or logarithm of something that is never positive"
        return Branch(statement, root, (), "exact", inside=False, note=note), False
    known = ground.also(*candidate.conditions)
    known = Ground(
        {**known.domains, **dict.fromkeys(candidate.whole, WHOLE)},
        known.conditions,
        (*known.positive, *candidate.facts),
    )
    # A condition may tie a letter to one number.
    ties = [tie for tie in candidate.conditions if isinstance(tie, sympy.Eq)]
    fixed = {tie.lhs: tie.rhs for tie in ties if tie.lhs.is_Symbol and tie.rhs.is_Rational}
    there = {letter: root, **fixed}
    field = Field(known)
    verdict = equal_on(lhs.xreplace(there), rhs.xreplace(there), known, field)
    conditions = tuple(
        condition for condition in candidate.conditions if condition is not sympy.true
    )
    if not verdict:
        note = f"put back, the sides differ: {verdict.reason}"
        return Branch(statement, root, conditions, verdict.strength, None, note), False
    inside, why = _inside(root, candidate.sign, letter, field)
    if inside is None and not why and corner(lhs - rhs, letter) is None:
        inside, why = _tried(root, lhs, rhs, letter, known)
    note = "; ".join(text for text in (candidate.note, why) if text)
    return Branch(statement, root, conditions, verdict.strength, inside, note), True


def _inside(root: Expr, sign: int | None, letter: Any, field: Field) -> tuple[bool | None, str]:
    """Whether the root lies in the domain of the letter, as far as its sign tells."""
    domain = field.ground.domain(letter)
    if domain.low is None and domain.high is None:
        return True, ""
    if root.is_Rational:
        at = Fraction(int(root.p), int(root.q))
        held = domain.contains(at)
        return held, "" if held else f"{at} is not {domain}"
    sign = sign if sign is not None else sign_of(root, field)
    if sign == -1 and domain.low is not None and domain.low >= 0:
        return False, "always negative"
    if sign == 0 and domain.low is not None and (domain.low > 0 or domain.low_open):
        return False, "always zero"
    broken = _broken(root, letter, field)
    if broken is not None:
        return False, f"never {plainly(broken)}"
    return (True, "") if sign == 1 and domain.low == 0 and domain.high is None else (None, "")


def _broken(root: Expr, letter: Any, field: Field) -> Any:
    """A given condition on the letter that the root can never satisfy."""
    for condition in field.ground.conditions:
        if not condition.has(letter) or not isinstance(condition, LESS + MORE):
            continue
        gap = condition.lhs - condition.rhs
        sign = sign_of(gap.xreplace({letter: root}), field)
        if sign is not None and sign == (1 if isinstance(condition, LESS) else -1):
            return condition
    return None


def _tried(root: Expr, lhs: Expr, rhs: Expr, letter: Any, known: Ground) -> tuple[bool | None, str]:
    """Round trips: from a value in the domain through the relation and back to a root."""
    side, other = (lhs, rhs) if lhs.is_Symbol and not rhs.has(lhs) else (rhs, lhs)
    if not side.is_Symbol or side == letter or other.has(side):
        return None, ""
    returned = within = looked = 0
    letters = (other.free_symbols | root.free_symbols) - {side}
    # What names the side waits for its value; all else is met while a point is drawn.
    waiting = tuple(condition for condition in known.conditions if condition.has(side))
    ahead = tuple(condition for condition in known.conditions if not condition.has(side))
    for point in points(Ground(known.domains, ahead), letters, in_exponents(lhs, rhs, root)):
        if looked >= TRIPS:
            break
        try:
            full = {**point, side: value(other, point, FINE)}
            if not all(truth(condition, full) for condition in waiting):
                continue
            back = value(root, full, FINE)
            returned += same(back, full[letter])
            within += in_reach(back, known.domain(letter))
            looked += 1
        except Undefined:
            continue
    if looked and not within:
        return False, f"outside the domain at all of {looked} points"
    return (True, "") if looked and returned == looked else (None, "")


def in_reach(number: Value, domain: Domain) -> bool:
    """Whether a value lies between the ends of a domain; whole or not."""
    below = domain.low is not None and real(number) < real(domain.low)
    above = domain.high is not None and real(number) > real(domain.high)
    return not (below or above)
