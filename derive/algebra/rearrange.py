"""Rearrange a relation for one letter; the route is chosen by how the letter occurs.

Nothing is handed to a general solver. A letter that stands once is unwound;
sums of powers, exponentials and single logarithms or roots are solved by
formula; corners are taken case by case; the rest is left to numbers, with
the reason in words. Every branch is put back before it is handed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy

from .closed_forms import (
    PowerSum,
    above_zero,
    isolate,
    nonzero,
    occurrences,
    quadratic_roots,
    solve_powers,
)
from .field import Field
from .judge import Branch, Candidate, Outcome, Rearrangement, Stuck, judged
from .rewriting import bound_of_a_sum, closed_sums, corner
from .sets import above_domain, bound, solve_cases, with_end_reached
from .standins import Domains, Expr, Ground, Standins, stand_in
from .tidy import TooWide


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
    kept, rejected = judged(outcome, lhs, rhs, letter, ground)
    method, reason = outcome.method, outcome.reason
    if not isinstance(relation, sympy.Eq):
        plain = relation.func(lhs, rhs, evaluate=False)
        kept, reason = _bounded(plain, outcome, kept, letter, ground)
    kept.sort(key=lambda branch: branch.inside is False)
    if method == "closed" and not kept:
        method, reason = "numeric", reason or "no closed form satisfies it"
    home, others = (tuple(_home(branch, standins) for branch in part) for part in (kept, rejected))
    return Rearrangement(target, method, home, others, reason)


def solve(lhs: Expr, rhs: Expr, letter: Any, ground: Ground) -> Outcome:
    """Candidates for ``lhs = rhs``, on stand-ins."""
    difference = lhs - rhs
    if bound_of_a_sum(difference, letter):
        closed = difference.xreplace(closed_sums(difference))
        if bound_of_a_sum(closed, letter):
            return Outcome(
                "set", reason=f"{letter} is the end of a sum; only whole numbers qualify"
            )
        return solve(closed, sympy.S.Zero, letter, ground)
    # Corners before routes: inside one case they are gone, and what is left may be a polynomial.
    if corner(difference, letter) is not None:
        return solve_cases(lhs, rhs, letter, ground, solve)
    field = Field(ground)
    # A letter that stands once is unwound, which keeps the form in which people know the law;
    # a polynomial would be multiplied out first.
    for side, other in ((lhs, rhs), (rhs, lhs)):
        if occurrences(side, letter) == 1 and not other.has(letter):
            candidates = isolate(side, other, letter, field)
            if candidates is not None:
                return Outcome("closed", tuple(candidates))
    return _routed(difference, letter, field)


def _routed(difference: Expr, letter: Any, field: Field) -> Outcome:
    """The first route that leads to the end; else the reason of the first."""
    try:
        fraction = field.tidy(field.formal(difference))
        if not field.render(fraction.original(fraction.numerator)).has(letter):
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


def _bounded(
    relation: Any, outcome: Outcome, kept: list[Branch], letter: Any, ground: Ground
) -> tuple[list[Branch], str]:
    """Turn the root of an inequality into a bound where it has one direction."""
    inside = [branch for branch in kept if branch.inside is not False]
    if outcome.method != "closed" or len(inside) != 1:
        return kept, outcome.reason or f"its boundary in {letter} has {len(inside)} branches"
    (branch,) = inside
    turned_bound = bound(relation, Candidate(branch.expression), letter, Field(ground))
    if turned_bound is None:
        return kept, f"the direction of the bound on {letter} depends on the numbers"
    statement, note = turned_bound
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


# --- letters in exponents, or under one logarithm or root --------------------------


def solve_exponents(difference: Expr, letter: Any, field: Field) -> list[Candidate]:
    """Roots where the letter stands only in exponents of things free of it."""
    fraction = field.tidy(field.formal(difference))
    numerator, own = fraction.numerator, field.formal(letter)
    units = _units(fraction, letter, field)
    if not units or any(
        field.render(fraction.original(part)).has(letter)
        for part in numerator.free_symbols - set(units)
    ):
        raise Stuck(f"{letter} stands both in an exponent and outside it")
    assert own not in numerator.free_symbols
    terms = [
        (powers, field.render(fraction.original(coefficient)))
        for powers, coefficient in sympy.Poly(numerator, *units).terms()
    ]
    logs = [_logarithm(powers, units) for powers, _ in terms]
    if len(terms) == 2:
        return _two_terms(terms, logs, letter, field)
    if len(units) == 1:
        return _one_base(terms, units, letter, field)
    raise Stuck(f"{letter} stands in several exponents")


def _units(fraction: Any, letter: Any, field: Field) -> dict[Any, tuple[Expr, Expr]]:
    """The generators that are powers with the letter in the exponent."""
    units: dict[Any, tuple[Expr, Expr]] = {}
    for part in sorted(fraction.numerator.free_symbols, key=str):
        base, root = fraction.back.get(part, part).as_base_exp()
        if base in field.powers:
            atom, exponent = (field.render(side) for side in field.powers[base])
            if exponent.has(letter) and not atom.has(letter):
                units[part] = (atom, exponent * root)
    return units


def _logarithm(powers: Any, units: dict[Any, tuple[Expr, Expr]]) -> Expr:
    """The logarithm of a product of such powers."""
    return sympy.Add(
        *(
            count * exponent * (1 if atom is sympy.E else sympy.log(atom))
            for count, (atom, exponent) in zip(powers, units.values(), strict=True)
        )
    )


def _two_terms(terms: list[Any], logs: list[Expr], letter: Any, field: Field) -> list[Candidate]:
    """``a * u + b * v = 0``: the logarithm of u/v is that of -b/a."""
    ratio = sympy.together(-terms[1][1] / terms[0][1])
    conditions = above_zero(ratio, field)
    candidates = solve_powers(logs[0] - logs[1] - sympy.log(ratio), letter, field)
    return [
        Candidate(root.value, (*conditions, *root.conditions), root.note, root.sign)
        for root in candidates
    ]


def _one_base(terms: list[Any], units: Any, letter: Any, field: Field) -> list[Candidate]:
    """A quadratic in one exponential."""
    coefficients = {int(powers[0]): value for powers, value in terms}
    total = PowerSum(letter, sympy.S.One, coefficients)
    if total.degree > 2:
        raise Stuck(f"a polynomial of degree {total.degree} in an exponential of {letter}")
    ((atom, exponent),) = units.values()
    base = sympy.S.One if atom is sympy.E else sympy.log(atom)
    candidates = []
    for root in quadratic_roots(total, field):
        conditions = (*root.conditions, *above_zero(root.value, field), *nonzero(base, field))
        inner = solve_powers(exponent * base - sympy.log(root.value), letter, field)
        candidates += [
            Candidate(candidate.value, (*conditions, *candidate.conditions)) for candidate in inner
        ]
    return candidates


def _only_generator(
    difference: Expr, letter: Any, field: Field, table: Mapping[Expr, Expr]
) -> tuple[Any, Expr, list[Expr]]:
    """The fraction, its one generator of a table that holds the letter, and all that hold it."""
    fraction = field.tidy(field.formal(difference))
    holding = [
        part
        for part in sorted(fraction.numerator.free_symbols, key=str)
        if field.render(fraction.original(part)).has(letter)
    ]
    inner = [part for part in holding if fraction.back.get(part, part).as_base_exp()[0] in table]
    if len(inner) != 1:
        raise Stuck(f"{letter} stands in several places at once")
    return fraction, inner[0], holding


def solve_logarithm(difference: Expr, letter: Any, field: Field) -> list[Candidate]:
    """Roots where the letter stands only in its own logarithm."""
    fraction, generator, holding = _only_generator(difference, letter, field, field.logs)
    if len(holding) != 1 or field.render(field.logs[generator]) != letter:
        raise Stuck(f"{letter} stands both inside a logarithm and outside it")
    coefficients = {
        int(power): field.render(fraction.original(value))
        for (power,), value in sympy.Poly(fraction.numerator, generator).terms()
    }
    total = PowerSum(letter, sympy.S.One, coefficients)
    if total.degree > 2:
        raise Stuck(f"a polynomial of degree {total.degree} in the logarithm of {letter}")
    return [
        Candidate(sympy.exp(root.value), root.conditions) for root in quadratic_roots(total, field)
    ]


def solve_root(difference: Expr, letter: Any, field: Field) -> list[Candidate]:
    """Roots where one square root holds the letter: solved for the root, then squared."""
    fraction, generator, _ = _only_generator(difference, letter, field, field.roots)
    poly = sympy.Poly(fraction.numerator, generator)
    inside = field.render(fraction.original(generator)) ** 2
    if poly.degree() != 1 or not inside.is_polynomial(letter):
        raise Stuck(f"{letter} stands inside a root and outside it")
    slope, rest = (field.render(fraction.original(part)) for part in poly.all_coeffs())
    return solve_powers(slope**2 * inside - rest**2, letter, field)


ROUTES: tuple[Callable[[Expr, Any, Field], list[Candidate]], ...] = (
    solve_powers,
    solve_exponents,
    solve_logarithm,
    solve_root,
)
