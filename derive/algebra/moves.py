"""The moves of a derivation, limits among them: the next relation, or the problem with it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import sympy

from .equal import POINTS, Strength, equal, equal_on, in_exponents, points
from .evaluate import Point, Undefined, real, truth, value
from .field import Field
from .judge import Branch, judged
from .rearrange import rearrange, solve
from .relations import same_relation
from .rewriting import closed_sums
from .sets import direction
from .signs import has_no_pole, sign_of
from .standins import LESS, MORE, Domains, Expr, Ground, stand_in, symbolic
from .tidy import TooWide

FAR = (Fraction(10**9), Fraction(10**14))


def limit_of(expression: Expr, letter: Any, to: Expr, ground: Ground) -> Expr | None:
    """The limit as the letter goes to 0, to infinity or to a number; None where unknown."""
    symbolic(expression, letter, to)
    field = Field(ground)
    try:
        fraction = field.tidy(field.formal(expression))
        own = field.formal(letter)
    except (TooWide, sympy.PolynomialError):
        return None
    fine = next((k for k, coarse in fraction.back.items() if coarse.base == own), own)
    others = (fraction.numerator.free_symbols | fraction.denominator.free_symbols) - {fine}
    if any(field.render(fraction.original(part)).has(letter) for part in others):
        return None
    above, below = (sympy.Poly(part, fine) for part in (fraction.numerator, fraction.denominator))
    if to is sympy.oo:
        return _leading(above, below, field, fraction, high=True)
    if to == 0:
        return _leading(above, below, field, fraction, high=False)
    top, bottom = (poly.as_expr().xreplace({fine: to}) for poly in (above, below))
    if fine != own or bottom == 0:
        return None
    return field.render(fraction.original(top / bottom))


def _leading(above: Any, below: Any, field: Field, fraction: Any, *, high: bool) -> Expr | None:
    pick = max if high else min
    first, second = (pick(poly.monoms(), key=lambda m: m[0])[0] for poly in (above, below))
    if first != second:
        vanishes = first < second if high else first > second
        return sympy.S.Zero if vanishes else None
    ratio = above.coeff_monomial(above.gen**first) / below.coeff_monomial(below.gen**second)
    return field.render(fraction.original(sympy.cancel(ratio)))


def same_to_first_order(
    left: Expr, right: Expr, letter: Any, to: Expr, ground: Ground
) -> tuple[bool, str]:
    """Whether the ratio goes to 1 as the letter goes to 0 or infinity, and how that is known."""
    symbolic(left, right, letter, to)
    exact = limit_of(left / right, letter, to, ground)
    if exact is not None:
        good = exact == 1 or bool(Field(ground).is_zero(Field(ground).formal(exact - 1)))
        return good, "exact"
    seen = 0
    letters = (left.free_symbols | right.free_symbols) - {letter}
    for point in points(ground, letters, in_exponents(left, right)):
        if seen >= POINTS:
            break
        try:
            there = [{**point, letter: far if to is sympy.oo else 1 / far} for far in FAR]
            off = [abs(real(value(left, at)) / real(value(right, at)) - 1) for at in there]
        except Undefined:
            continue
        if off[1] > 1e-3 or (off[1] > off[0] / 2 and off[1] > 1e-20):
            return False, "tested"
        seen += 1
    return seen > 0, "tested"


Given = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """Where a step leads; ``after`` is the claim also where there is a problem."""

    after: Any
    strength: Strength | None = "exact"
    problem: str = ""
    note: str = ""


def _refused(problem: str) -> Move:
    """A step that leads nowhere."""
    return Move(None, None, problem)


def put(current: Any, law: Any, letter: Any, domains: Domains, given: Given) -> Move:
    """Replace a letter by what a law says it is."""
    if not letter.is_Symbol:
        return _refused(f"name the letter to replace with for_=; {letter} is not one")
    if not isinstance(law, sympy.Eq):
        return _refused("an inequality is put in with bound")
    if not current.has(letter):
        return _refused(f"{letter} does not occur in the current relation")
    if law.lhs == letter and not law.rhs.has(letter):
        return Move(_replaced(current, letter, law.rhs))
    solution = solved(law, letter, domains, given)
    if solution.problem:
        return _refused(solution.problem)
    after = _replaced(current, letter, solution.after.rhs)
    return Move(after, solution.strength, note=f"the law solved for {letter}")


def solved(current: Any, letter: Any, domains: Domains, given: Given) -> Move:
    """Rearrange for a letter and take the one branch inside its domain."""
    solution = rearrange(current, letter, domains, given=given)
    inside = solution.inside
    if len(inside) != 1 or solution.method != "closed":
        many = f"{len(inside)} branches lie in its domain" if len(inside) > 1 else solution.reason
        return _refused(f"it cannot be solved for {letter}: {many or 'no branch is left'}")
    (branch,) = inside
    if not isinstance(current, sympy.Eq) and isinstance(branch.statement, sympy.Eq):
        return _refused(f"it is no bound on {letter}: {solution.reason}")
    left_out = [str(other.expression) for other in solution.branches if other is not branch]
    note = f"outside the domain: {', '.join(left_out)}" if left_out else ""
    return Move(branch.statement, branch.strength, note=note)


def rewritten(current: Any, claimed: Any, domains: Domains, given: Given) -> Move:
    """Check that two relations say the same."""
    verdict = same_relation(current, claimed, domains, given=given)
    if verdict:
        return Move(claimed, verdict.strength)
    return Move(claimed, None, f"this does not say the same: {verdict.reason}")


def bounded(current: Any, law: Any, domains: Domains, given: Given) -> Move:
    """Replace a letter of the right side by its bound."""
    if not (law.lhs.is_Symbol and isinstance(law, LESS + MORE)):
        return _refused("a bound is an inequality with one letter on its left")
    letter = law.lhs
    if not current.rhs.has(letter) or current.lhs.has(letter) or law.rhs.has(letter):
        return _refused(f"{letter} must stand on the right side of the current relation only")
    standins = stand_in([current, law, *given], domains)
    rhs = standins.strip(current.rhs)
    slope = direction(rhs, standins.strip(letter), Field(standins.ground(given)))
    if slope is None:
        return _refused(f"the right side neither rises nor falls with {letter} throughout")
    upward = isinstance(law, MORE) == (slope > 0)
    strict = isinstance(law, sympy.Lt | sympy.Gt) or isinstance(current, sympy.Lt | sympy.Gt)
    if not isinstance(current, sympy.Eq) and isinstance(current, MORE) != upward:
        return _refused("the bound points the other way than the current relation")
    kind = (sympy.Gt if strict else sympy.Ge) if upward else (sympy.Lt if strict else sympy.Le)
    word = "rises" if slope > 0 else "falls"
    after = kind(current.lhs, current.rhs.xreplace({letter: law.rhs}), evaluate=False)
    return Move(after, note=f"the right side {word} with {letter}")


def divided(current: Any, law: Any) -> Move:
    """Divide side by side."""
    if not (isinstance(current, sympy.Eq) and isinstance(law, sympy.Eq)):
        return _refused("only equations can be divided side by side")
    after = sympy.Eq(current.lhs / law.lhs, current.rhs / law.rhs, evaluate=False)
    return Move(after)


def renamed(current: Any, old: Any, new: Any) -> Move:
    """Name the left side."""
    if current.lhs != old:
        return _refused(f"{old} is not the left side of the current relation")
    if current.rhs.has(new) or (old.is_Symbol and current.rhs.has(old)):
        return _refused(f"{new if current.rhs.has(new) else old} also stands on the right")
    return Move(current.func(new, current.rhs, evaluate=False))


def summed(current: Any, domains: Domains, given: Given) -> Move:
    """Finite sums in closed form, checked against the sums written out."""
    opened = closed_sums(current)
    if not opened:
        return _refused("there is no sum with a known closed form")
    for total, form in opened.items():
        verdict = equal(total, form, domains, given=given)
        if verdict.equal is False:
            return _refused(f"the closed form is wrong: {verdict.reason}")
    sides = (current.lhs.xreplace(opened), current.rhs.xreplace(opened))
    return Move(current.func(*sides, evaluate=False))


def limited(current: Any, letter: Any, to: Expr, domains: Domains, given: Given) -> Move:
    """The right side in a limit."""
    standins = stand_in([current, letter, *given], domains)
    rhs, own = standins.strip(current.rhs), standins.strip(letter)
    limit = limit_of(rhs, own, to, standins.ground(given))
    if limit is None:
        return _refused(f"no finite limit is known as {letter} goes to {to}")
    note = f"as {letter} goes to {to}"
    return Move(current.func(current.lhs, standins.back(limit), evaluate=False), note=note)


def approximated(
    current: Any, claimed: Any, small: Any, large: Any, domains: Domains, given: Given
) -> Move:
    """The leading part of the right side."""
    if claimed.lhs != current.lhs or claimed.func is not current.func:
        return Move(claimed, None, "only the right side may be approximated")
    letter = small if small is not None else large
    standins = stand_in([current, claimed, *given, *([] if letter is None else [letter])], domains)
    left, right = standins.strip(current.rhs), standins.strip(claimed.rhs)
    if letter is None:
        kept, all_terms = (set(sympy.Add.make_args(sympy.expand(part))) for part in (right, left))
        if kept < all_terms:
            return Move(claimed, "exact", note="terms dropped; nothing bounds the error")
        return Move(claimed, None, "without small= or large= only whole terms may be dropped")
    to = sympy.S.Zero if small is not None else sympy.oo
    good, how = same_to_first_order(left, right, standins.strip(letter), to, standins.ground(given))
    word = "0" if small is not None else "infinity"
    if good:
        strength: Strength = "exact" if how == "exact" else "tested"
        return Move(claimed, strength, note=f"both sides agree as {letter} goes to {word}")
    return Move(
        claimed, None, f"the ratio of both sides does not go to 1 as {letter} goes to {word}"
    )


def optimised(
    current: Any, over: Any, name: Any, claimed: Any, sense: int, domains: Domains, given: Given
) -> Move:
    """The place where the right side is smallest or largest."""
    if not isinstance(current, sympy.Eq) or current.lhs.has(over) or not current.rhs.has(over):
        return _refused(f"the current relation must be y = f({over})")
    things = [current, over, *given, *([] if claimed is None else [claimed])]
    standins = stand_in(things, domains)
    best = optimum(
        standins.strip(current.rhs),
        standins.strip(over),
        standins.ground(given),
        sense=sense,
        claimed=None if claimed is None else standins.strip(claimed),
    )
    if best.after is None:
        return best
    after = sympy.Eq(name, standins.back(best.after), evaluate=False)
    return Move(after, best.strength, note=best.note)


def _replaced(current: Any, letter: Any, value: Expr) -> Any:
    there = {letter: value}
    return current.func(current.lhs.xreplace(there), current.rhs.xreplace(there), evaluate=False)


NEAR = (Fraction(1, 100), Fraction(1, 3), Fraction(2))


def optimum(
    value_of: Expr, letter: Any, ground: Ground, *, sense: int, claimed: Expr | None = None
) -> Move:
    """Where ``value_of`` is smallest (sense 1) or largest (sense -1), on stand-ins.

    The place is solved for; where that has no closed form, or ``claimed``
    names it, the claim is put into the derivative instead.
    """
    symbolic(value_of, letter, *(() if claimed is None else (claimed,)))
    slope = sympy.diff(value_of, letter)
    solved = _stationary(slope, letter, ground)
    if claimed is None and solved is None:
        return _refused(f"the derivative has no closed root in {letter}; name it with at=")
    strength: Strength = "exact"
    place = claimed if claimed is not None else solved.expression  # type: ignore[union-attr]
    conditions = solved.conditions if solved is not None else ()
    ground = ground.also(*conditions)
    if solved is not None and claimed is not None:
        verdict = equal_on(claimed, solved.expression, ground)
        if not verdict:
            return _refused(f"the root of the derivative is another: {verdict.reason}")
        strength = verdict.strength
    elif claimed is not None:
        verdict = equal_on(slope.xreplace({letter: claimed}), sympy.S.Zero, ground)
        if not verdict:
            return _refused(f"the derivative does not vanish there: {verdict.reason}")
        strength = verdict.strength
    return _confirmed(value_of, slope, letter, ground, sense, place, strength, solved)


def _stationary(slope: Expr, letter: Any, ground: Ground) -> Branch | None:
    """The only root of the derivative in the domain, in closed form."""
    outcome = solve(slope, sympy.S.Zero, letter, ground)
    if outcome.method != "closed":
        return None
    kept, _ = judged(outcome, slope, sympy.S.Zero, letter, ground)
    inside = [branch for branch in kept if branch.inside is not False]
    return inside[0] if len(inside) == 1 else None


def _confirmed(
    value_of: Expr,
    slope: Expr,
    letter: Any,
    ground: Ground,
    sense: int,
    place: Expr,
    strength: Strength,
    solved: Branch | None,
) -> Move:
    """Whether it is an extreme value of the right kind, over the whole domain."""
    curve = sympy.diff(slope, letter)
    word = "smallest" if sense == 1 else "largest"
    if not has_no_pole(Field(ground), value_of):
        solved, curve = None, sympy.Symbol("·unknown")
    everywhere = sign_of(curve, Field(ground))
    if everywhere == sense:
        return Move(place, strength, note="the second derivative has one sign everywhere")
    there = sign_of(curve.xreplace({letter: place}), Field(ground))
    if solved is not None and there == sense:
        way = "rises" if sense == 1 else "falls"
        note = f"the only root of the derivative, which {way} through it"
        return Move(place, strength, note=note)
    if there == -sense:
        return _refused(f"the second derivative has the wrong sign for a {word} value")
    looked, problem = _extreme_at_points(value_of, letter, ground, sense, place)
    if problem:
        return _refused(f"not the {word} value: {problem}")
    if not looked:
        return _refused("no point of the domain could be evaluated")
    note = f"the {word} value at {looked} points against its neighbours"
    return Move(place, "tested", note=note)


def _extreme_at_points(
    value_of: Expr, letter: Any, ground: Ground, sense: int, place: Expr
) -> tuple[int, str]:
    letters = (value_of.free_symbols | place.free_symbols) - {letter}
    looked = 0
    for point in points(ground, letters, in_exponents(value_of, place)):
        if looked >= POINTS:
            break
        try:
            if not all(truth(c, point) for c in ground.conditions if not c.has(letter)):
                continue
            worse = _better_neighbour(value_of, letter, ground, sense, place, point)
        except Undefined:
            continue
        looked += 1
        if worse:
            return looked, worse
    return looked, ""


def _better_neighbour(
    value_of: Expr, letter: Any, ground: Ground, sense: int, place: Expr, point: Point
) -> str:
    """A place with a better value, in words; nothing where there is none."""
    centre = real(value(place, point))
    here = value(value_of, {**point, letter: Fraction(str(centre))})
    for share in NEAR:
        for way in (1 + share, 1 / (1 + share)):
            near = Fraction(str(centre)) * way
            domain = ground.domain(letter)
            if (domain.low is not None and near < domain.low) or (
                domain.high is not None and near > domain.high
            ):
                continue
            there = value(value_of, {**point, letter: near})
            if sense * (real(there) - real(here)) < 0:
                shown = ", ".join(f"{name} = {at}" for name, at in sorted(point.items(), key=str))
                return f"at {shown} a value beside it is better"
    return ""
