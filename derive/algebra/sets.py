"""Solve inequalities, and relations with corners: a candidate or an interval for each case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any

import sympy

from .closed_forms import above_zero, where_zero
from .field import Field
from .judge import Candidate, Outcome
from .rewriting import MOST_CASES, Case, cases, corner, shortest
from .signs import has_no_pole, sign_of
from .standins import WHOLE, Expr, Ground, symbolic
from .standins import ground as grounded

FLIPPED = {sympy.Ge: sympy.Le, sympy.Le: sympy.Ge, sympy.Gt: sympy.Lt, sympy.Lt: sympy.Gt}


def bound(relation: Any, root: Candidate, letter: Any, field: Field) -> tuple[Any, str] | None:
    """The bound on the letter and why it points that way; None where it may turn round."""
    symbolic(relation, letter)
    slope = direction(relation.lhs - relation.rhs, letter, field)
    if slope is None:
        return None
    kind = relation.func if slope > 0 else FLIPPED[relation.func]
    way = "rises" if slope > 0 else "falls"
    shown = kind(letter, root.value, evaluate=False)
    return shown, f"left minus right {way} with {letter} over its whole domain"


def direction(difference: Expr, letter: Any, field: Field) -> int | None:
    """1 where it rises with the letter over the whole domain, -1 where it falls."""
    symbolic(difference, letter)
    if not has_no_pole(field, difference):
        return None
    slope = sign_of(sympy.diff(difference, letter), field)
    return slope if slope in (1, -1) else None


def holds_by_sign(relation: Any, sign: int) -> bool:
    """Whether an inequality holds where left minus right has that sign."""
    if isinstance(relation, sympy.Ge | sympy.Le) and sign == 0:
        return True
    return sign == (1 if isinstance(relation, sympy.Ge | sympy.Gt) else -1)


Solver = Callable[[Expr, Expr, Any, Ground], Outcome]


def solve_cases(lhs: Expr, rhs: Expr, letter: Any, ground: Ground, solve: Solver) -> Outcome:
    """All cases of the corners that hold the letter."""
    todo: list[tuple[Expr, tuple[Any, ...], Ground]] = [(lhs - rhs, (), ground)]
    candidates: list[Candidate] = []
    stuck: list[str] = []
    looked = 0
    while todo:
        # Breadth first: of too many cases the plain ones are answered, not the innermost of one.
        difference, conditions, here = todo.pop(0)
        looked += 1
        if looked > MOST_CASES:
            return Outcome("set", tuple(candidates), f"more than {MOST_CASES} cases")
        node = corner(difference, letter)
        if node is None:
            _solved(difference, conditions, letter, here, solve, candidates, stuck)
            continue
        taken = difference.free_symbols | {letter}
        todo.extend(_taken(difference, conditions, node, case, here) for case in cases(node, taken))
    return Outcome("set", tuple(candidates), "; ".join(dict.fromkeys(stuck)))


def _taken(
    difference: Expr, conditions: tuple[Any, ...], node: Expr, case: Case, ground: Ground
) -> tuple[Expr, tuple[Any, ...], Ground]:
    replaced = {node: case.replaced}
    held = tuple(condition.xreplace(replaced) for condition in conditions)
    if case.whole is not None:
        ground = grounded({**ground.domains, case.whole: WHOLE}, ground.conditions)
    return difference.xreplace(replaced), (*held, *case.conditions), ground


def _solved(
    difference: Expr,
    conditions: tuple[Any, ...],
    letter: Any,
    ground: Ground,
    solve: Solver,
    candidates: list[Candidate],
    stuck: list[str],
) -> None:
    """The candidates of one case, or an interval where the letter dropped out of it."""
    if difference.has(letter):
        outcome = solve(difference, sympy.S.Zero, letter, ground)
        if outcome.reason:
            stuck.append(outcome.reason)
        for root in outcome.candidates:
            if root.value is None:
                continue
            there = {letter: root.value}
            held = tuple(condition.xreplace(there) for condition in conditions)
            letters = set().union(*(thing.free_symbols for thing in (root.value, *held)))
            whole = tuple(sorted((k for k in letters if ground.domains.get(k) is WHOLE), key=str))
            note = f"for each whole number {', '.join(map(str, whole))}" if whole else ""
            all_held = _useful((*root.conditions, *held))
            candidates.append(
                Candidate(root.value, all_held, note, root.sign, facts=root.facts, whole=whole)
            )
        return
    intervals = _intervals(difference, conditions, letter, ground, solve)
    if intervals is None:
        stuck.append(f"the values of {letter} in one case are not an interval in closed form")
    else:
        candidates.extend(intervals)


def _intervals(
    difference: Expr, conditions: tuple[Any, ...], letter: Any, ground: Ground, solve: Solver
) -> list[Candidate] | None:
    """The letter is only bounded: its value does not matter inside the bounds."""
    rest: list[Any] = [sympy.Eq(difference, 0)]
    there: dict[Any, Expr] = {}
    for whole in [k for k, domain in ground.domains.items() if domain is WHOLE]:
        if difference.has(whole):
            outcome = solve(difference, sympy.S.Zero, whole, ground)
            if len(outcome.candidates) == 1 and outcome.candidates[0].value is not None:
                there[whole] = outcome.candidates[0].value
                rest = [sympy.Eq(there[whole], sympy.floor(there[whole]))]
    bounds: list[Bound] = []
    for condition in conditions:
        plain = condition.xreplace(there)
        if not plain.has(letter):
            rest.append(plain)
            continue
        outcome = solve(plain.lhs, plain.rhs, letter, ground)
        if outcome.method != "closed" or len(outcome.candidates) != 1:
            return None
        shown = bound(plain, outcome.candidates[0], letter, Field(ground))
        if shown is None:
            return None
        end = shown[0].func(letter, shortest(shown[0].rhs), evaluate=False)
        bounds.append(_ended(end, outcome.candidates[0], plain, letter, Field(ground)))
    note = f"{letter} may take any value between the bounds"
    every = [condition for bound in bounds for condition in bound.conditions]
    candidates = [_between([bound.end for bound in bounds], (*rest, *every), note)]
    return [*candidates, *_with_fewer_bounds(bounds, rest, letter, note, ground)]


def _with_fewer_bounds(
    bounds: list[Bound], rest: list[Any], letter: Any, note: str, ground: Ground
) -> Iterator[Candidate]:
    """The intervals of places where some bounds divide by zero, or have no end in the domain."""
    poles = dict.fromkeys(pole for bound in bounds for pole in bound.poles)
    for meeting in chain(combinations(poles, 1), combinations(poles, 2)):
        lost = [bound for bound in bounds if not set(meeting).isdisjoint(bound.poles)]
        others = [bound for bound in bounds if bound not in lost]
        yield from _without(meeting, lost, others, rest, note, ground)
        for gone in others:
            left = [other for other in others if other is not gone]
            past = _past((gone,), left, letter, ground) if left else None
            if past is not None:
                yield from _without(meeting, lost, left, [*rest, *past], note, ground)
    for together in chain(combinations(bounds, 1), combinations(bounds, 2)):
        others = [other for other in bounds if other not in together]
        yield from _beyond(together, others, rest, letter, note, ground)


@dataclass(frozen=True, slots=True)
class Bound:
    """An end of an interval, the conditions for there being one, and what it came from."""

    end: Any
    conditions: tuple[Any, ...]
    relation: Any
    poles: tuple[Any, ...]
    """Of the conditions those that keep its divisor from zero."""
    reached: Any = None
    """Of the conditions the one without which the end is no value of the letter."""


def _ended(end: Any, root: Candidate, relation: Any, letter: Any, field: Field) -> Bound:
    """A bound; through a zero of its divisor its end leaves a domain that lies above zero."""
    above, below = sympy.fraction(sympy.together(root.value))
    if sign_of(above, field) == 1 and sign_of(below, field) is None:
        needed = above_domain(root.value, letter, field)
        if len(needed) == 1:
            held = with_end_reached(root.conditions, needed)
            kept = tuple(condition for condition in held if isinstance(condition, sympy.Ne))
            return Bound(end, held, relation, kept, needed[0])
    poles = tuple(condition for condition in root.conditions if isinstance(condition, sympy.Ne))
    return Bound(end, root.conditions, relation, poles)


def _between(ends: list[Any], conditions: tuple[Any, ...], note: str) -> Candidate:
    return Candidate(None, _useful(conditions), note, None, sympy.And(*ends, evaluate=False))


def _without(
    poles: tuple[Any, ...],
    lost: list[Bound],
    others: list[Bound],
    rest: list[Any],
    note: str,
    ground: Ground,
) -> list[Candidate]:
    """Where bounds divide by zero their relations may hold for every value of the letter."""
    zeros = [where_zero(pole, ground) for pole in poles]
    if not others or None in zeros:
        return []
    zero = {
        letter: value for place in zeros if place is not None for letter, value in place.items()
    }
    left: list[Any] = []
    for bound in lost:
        plain = _apart(bound.relation, zero)
        sign = sign_of(plain.lhs - plain.rhs, Field(ground))
        if sign is None:
            left.append(plain)
        elif not holds_by_sign(plain, sign):
            return []
    ends = [_put(other.end, zero) for other in others]
    held = [part.xreplace(zero) for other in others for part in other.conditions]
    kept = [part.xreplace(zero) for part in rest]
    parts = (*ends, *held, *kept, *left)
    if sympy.false in parts or any(part.has(sympy.zoo, sympy.nan, sympy.oo) for part in parts):
        return []
    here = [sympy.Eq(pole.lhs, pole.rhs, evaluate=False) for pole in poles]
    return [_between(ends, (*here, *kept, *held, *left), note)]


def _beyond(
    lost: tuple[Bound, ...],
    others: list[Bound],
    rest: list[Any],
    letter: Any,
    note: str,
    ground: Ground,
) -> list[Candidate]:
    """Where bounds have no end in the domain, and hold everywhere there."""
    # Of one rounding only one bound can have no end.
    names = [frozenset(bound.reached.free_symbols) for bound in lost if bound.reached is not None]
    if len(lost) > 1 and (not others or len(names) < len(lost) or names[0] & names[1]):
        return []
    past = _past(lost, others, letter, ground)
    if past is None:
        return []
    held = [part for other in others for part in other.conditions]
    return [_between([other.end for other in others], (*past, *rest, *held), note)]


def _past(
    lost: tuple[Bound, ...], others: list[Bound], letter: Any, ground: Ground
) -> list[Any] | None:
    """The conditions for bounds to hold everywhere in the domain; None where they never do.

    Where a bound has no end in the domain, its relation holds everywhere there or nowhere: one
    place decides it, since the two sides meet nowhere.
    """
    low = ground.domain(letter).low
    at_low = {letter: sympy.Rational(low) if low else sympy.S.One}
    held = [part for other in others for part in other.conditions]
    past: list[Any] = []
    undecided: list[Any] = []
    for bound in lost:
        if bound.reached is None:
            return None
        there = _apart(bound.relation, at_low)
        sign = sign_of(there.lhs - there.rhs, Field(ground))
        if sign is not None and not holds_by_sign(there, sign):
            return None
        if sign_of(bound.reached.lhs - bound.reached.rhs, Field(ground.also(*held))) == 1:
            return None
        past.append(sympy.Le(bound.reached.lhs, bound.reached.rhs, evaluate=False))
        undecided += [] if sign is not None else [there]
    return [*past, *undecided]


def above_domain(end: Expr, letter: Any, field: Field) -> tuple[Any, ...]:
    """What must hold for the end of a bound to be above zero, where the letter is; () if it is."""
    symbolic(end, letter)
    low = field.ground.domain(letter).low
    if low is None or low < 0:
        return ()
    above, below = sympy.fraction(sympy.together(end))
    return tuple(
        condition for condition in above_zero(above * below, field) if condition is not sympy.false
    )


def with_end_reached(conditions: tuple[Any, ...], needed: tuple[Any, ...]) -> tuple[Any, ...]:
    """The conditions of a bound with those of its end; what is above zero is not zero either."""
    apart = [condition.lhs - condition.rhs for condition in needed]

    def is_needed(condition: Any) -> bool:
        """Whether the difference it speaks of is no number times one that lies above zero."""
        difference = condition.lhs - condition.rhs
        return not any(sympy.cancel(difference / gap).is_Rational for gap in apart)

    kept = [part for part in conditions if not isinstance(part, sympy.Ne) or is_needed(part)]
    return (*kept, *(condition for condition in needed if condition not in kept))


def _apart(relation: Any, there: dict[Any, Expr]) -> Any:
    """A relation with the value of a letter in it, not decided by SymPy."""
    sides = (side.xreplace(there) for side in relation.args)
    return relation.func(*sides, evaluate=False)


def _put(end: Any, there: dict[Any, Expr]) -> Any:
    """An end of an interval with the value of a letter in it."""
    return end.func(end.lhs, shortest(end.rhs.xreplace(there)), evaluate=False)


def _useful(conditions: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(c for c in conditions if c is not sympy.true))
