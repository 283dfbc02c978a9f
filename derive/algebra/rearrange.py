"""Rearrange a relation for one letter; the route is chosen by how the letter occurs.

Nothing is handed to a general solver. A letter that stands once is unwound;
sums of powers, exponentials and single logarithms or roots are solved by
formula; corners are taken case by case; the rest is left to numbers, with
the reason in words. Every branch is put back before it is handed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import sympy

from .branches import Branch, Found, Outcome, Rearrangement, Stuck
from .corners import bound_of_a_sum, corner
from .exponents import solve_exponents, solve_logarithm, solve_root
from .field import Field
from .isolate import isolate, occurrences
from .judge import judge
from .powers import solve_powers
from .sets import above_domain, bound, solve_cases, with_end_reached
from .standins import Domains, Expr, Ground, Standins, stand_in
from .tidy import TooWide

ROUTES: tuple[Callable[[Expr, Any, Field], list[Found]], ...] = (
    solve_powers,
    solve_exponents,
    solve_logarithm,
    solve_root,
)


def rearrange(
    relation: Any, target: Any, domains: Domains, *, given: Iterable[Any] = ()
) -> Rearrangement:
    """Solve a relation for ``target`` where ``given`` holds."""
    conditions = tuple(given)
    standins = stand_in([relation, target, *conditions], domains)
    lhs, rhs = standins.sides(relation)
    letter, ground = standins.strip(target), standins.ground(conditions)
    if not (lhs.has(letter) or rhs.has(letter)):
        return Rearrangement(target, "none", reason=f"{target} does not occur in it")
    outcome = solve(lhs, rhs, letter, ground)
    judged = [judge(found, lhs, rhs, letter, ground) for found in outcome.found]
    kept = [branch for branch, good in judged if good]
    rejected = [branch for branch, good in judged if not good]
    method, reason = outcome.method, outcome.reason
    if not isinstance(relation, sympy.Eq):
        plain = relation.func(lhs, rhs, evaluate=False)
        kept, reason = _bounded(plain, outcome, kept, letter, ground)
    kept.sort(key=lambda branch: branch.inside is False)
    if method == "closed" and not kept:
        method = "numeric"
        reason = reason or "no closed form satisfies it"
    return Rearrangement(
        target,
        method,
        tuple(_home(branch, standins) for branch in kept),
        tuple(_home(branch, standins) for branch in rejected),
        reason,
    )


def solve(lhs: Expr, rhs: Expr, letter: Any, ground: Ground) -> Outcome:
    """Candidates for ``lhs = rhs``, on stand-ins."""
    difference = lhs - rhs
    if bound_of_a_sum(difference, letter):
        closed = _opened(difference)
        if bound_of_a_sum(closed, letter):
            return Outcome(
                "set", reason=f"{letter} is the end of a sum; only whole numbers qualify"
            )
        return solve(closed, sympy.S.Zero, letter, ground)
    if corner(difference, letter) is not None:
        return solve_cases(lhs, rhs, letter, ground, solve)
    field = Field(ground)
    for side, other in ((lhs, rhs), (rhs, lhs)):
        if occurrences(side, letter) == 1 and not other.has(letter):
            found = isolate(side, other, letter, field)
            if found is not None:
                return Outcome("closed", tuple(found))
    return _routed(difference, letter, field)


def _routed(difference: Expr, letter: Any, field: Field) -> Outcome:
    """The first route that leads to the end; else the reason of the first."""
    try:
        if not _depends(difference, letter, field):
            return Outcome("none", reason=f"{letter} cancels out")
    except (TooWide, sympy.PolynomialError):
        return Outcome("numeric", reason=f"the relation is too long to be solved for {letter}")
    reasons = []
    for route in ROUTES:
        try:
            return Outcome("closed", tuple(route(difference, letter, field)))
        except Stuck as stuck:
            reasons.append(stuck.reason)
        except (TooWide, sympy.PolynomialError):
            reasons.append(f"the relation is too long to be solved for {letter}")
    return Outcome("numeric", reason=reasons[0])


def _depends(difference: Expr, letter: Any, field: Field) -> bool:
    fraction = field.tidy(field.formal(difference))
    return bool(field.render(fraction.original(fraction.numerator)).has(letter))


def _opened(expression: Expr) -> Expr:
    """Sums in closed form where they have one."""
    from .sums import closed_sum

    closed = {total: closed_sum(total) for total in expression.atoms(sympy.Sum)}
    return expression.xreplace({total: form for total, form in closed.items() if form is not None})


def _bounded(
    relation: Any, outcome: Outcome, kept: list[Branch], letter: Any, ground: Ground
) -> tuple[list[Branch], str]:
    """Turn the root of an inequality into a bound where it has one direction."""
    inside = [branch for branch in kept if branch.inside is not False]
    if outcome.method != "closed" or len(inside) != 1:
        return kept, outcome.reason or f"its boundary in {letter} has {len(inside)} branches"
    (branch,) = inside
    found = bound(relation, Found(branch.expression), letter, Field(ground))
    if found is None:
        return kept, f"the direction of the bound on {letter} depends on the numbers"
    statement, note = found
    needed = above_domain(branch.expression, letter, Field(ground))
    conditions = with_end_reached(branch.conditions, needed)
    turned = Branch(statement, branch.expression, conditions, branch.strength, branch.inside, note)
    return [turned, *(other for other in kept if other is not branch)], ""


def _home(branch: Branch, standins: Standins) -> Branch:
    """A branch in the letters of the question."""
    value = None if branch.expression is None else standins.back(branch.expression)
    conditions = (standins.back(condition) for condition in branch.conditions)
    statement = branch.statement
    if statement is not None and value is not None:
        target = standins.back(statement.lhs)
        statement = statement.func(target, value, evaluate=False)
    elif statement is not None:
        statement = standins.back(statement)
    return Branch(
        statement,
        value,
        tuple(dict.fromkeys(c for c in conditions if c is not sympy.true)),
        branch.strength,
        branch.inside,
        branch.note,
    )
