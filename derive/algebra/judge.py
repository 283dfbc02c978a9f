"""Put candidates back: which satisfy the relation, and which lie in the domain."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy

from derive.records import Domain

from .arithmetic import Undefined, Value, real, same
from .branches import Branch, Found
from .corners import corner
from .equal import FINE, equal_on
from .evaluate import truth, value
from .field import Field
from .isolate import sign_of
from .sample import in_exponents, points
from .standins import WHOLE, Expr, Ground, plainly

TRIPS = 6
LESS = (sympy.Le, sympy.Lt)
MORE = (sympy.Ge, sympy.Gt)


def judge(
    candidate: Found, lhs: Expr, rhs: Expr, letter: Any, ground: Ground
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
    known = _known(candidate, ground)
    there = {letter: root, **_fixed(candidate.conditions)}
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


def _fixed(conditions: tuple[Any, ...]) -> dict[Any, Expr]:
    """The letters that a condition ties to one number."""
    equations = [condition for condition in conditions if isinstance(condition, sympy.Eq)]
    return {
        equation.lhs: equation.rhs
        for equation in equations
        if equation.lhs.is_Symbol and equation.rhs.is_Rational
    }


def _known(candidate: Found, ground: Ground) -> Ground:
    """The ground with what holds for this candidate."""
    known = ground.also(*candidate.conditions)
    domains = {**known.domains, **dict.fromkeys(candidate.whole, WHOLE)}
    return Ground(domains, known.conditions, (*known.positive, *candidate.facts))


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
    met = within = looked = 0
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
            met += same(back, full[letter])
            within += in_reach(back, known.domain(letter))
            looked += 1
        except Undefined:
            continue
    if looked and not within:
        return False, f"outside the domain at all of {looked} points"
    return (True, "") if looked and met == looked else (None, "")


def in_reach(number: Value, domain: Domain) -> bool:
    """Whether a value lies between the ends of a domain; whole or not."""
    below = domain.low is not None and real(number) < real(domain.low)
    above = domain.high is not None and real(number) > real(domain.high)
    return not (below or above)
