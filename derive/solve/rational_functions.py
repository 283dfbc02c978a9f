"""Programs of several letters as quotients of sums of powers, and what their coefficients tell.

A sum of products of powers of letters that are never negative has the sign
that all its coefficients share; shifting each letter to its lower bound first
makes that test sharp. Functions outside this form raise NotRational, and the
arithmetic of ranges has to do.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce

from ..programs.machine import Arithmetic, runner
from ..programs.program import Program, Step
from ..programs.relations import Relation, bound
from ..records.notes import Domain
from .ratios import NotRational, Ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Monomial = tuple[tuple[str, Fraction], ...]
"""Letters with their exponents, by name."""

Polynomial = Mapping[Monomial, Fraction]
MOST_TERMS = 400
MOST_POWER = 12
ONE: Polynomial = {(): Fraction(1)}


def _joined(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for name, power in right:
        powers[name] = powers.get(name, Fraction(0)) + power
    return tuple(sorted((name, power) for name, power in powers.items() if power))


class Quotient(Ratio):
    """What stands above and below the line."""

    joined = staticmethod(_joined)
    unit = ONE
    most = MOST_TERMS


def quotient_of(program: Program) -> Quotient:
    """A program as a quotient; raises NotRational."""
    letters = [Quotient({((name, Fraction(1)),): Fraction(1)}, ONE) for name in program.inputs]
    result = runner(program, ARITHMETIC)(letters)
    if not isinstance(result, Quotient):
        raise NotRational
    return result


# --- arithmetic -------------------------------------------------------------------


def _div(left: Quotient, right: Quotient) -> Quotient:
    if not right.above:
        raise NotRational
    return left * right.inverse()


def _pow(base: Quotient, exponent: Quotient) -> Quotient:
    if set(exponent.above) - {()} or exponent.below != ONE:
        raise NotRational
    return _power(base, exponent.above.get((), Fraction(0)))


def _power(base: Quotient, exponent: Fraction) -> Quotient:
    if exponent < 0:
        return _power(_div(Quotient(ONE, ONE), base), -exponent)
    if exponent.denominator == 1 and exponent <= MOST_POWER:
        return reduce(operator.mul, [base] * int(exponent), Quotient(ONE, ONE))
    return Quotient(_root(base.above, exponent), _root(base.below, exponent))


def _root(terms: Polynomial, exponent: Fraction) -> Polynomial:
    """One term with the factor 1 to a power that is no small integer."""
    if len(terms) != 1:
        raise NotRational
    ((monomial, factor),) = terms.items()
    if factor != 1:
        raise NotRational
    return {tuple((name, power * exponent) for name, power in monomial): Fraction(1)}


def _refused(*_: Any) -> Any:
    raise NotRational


APPLY: dict[str, Callable[..., Any]] = {
    "add": lambda *parts: reduce(operator.add, parts),
    "mul": lambda *parts: reduce(operator.mul, parts),
    "sub": operator.sub,
    "neg": operator.neg,
    "div": _div,
    "pow": _pow,
    "sqrt": lambda operand: _power(operand, Fraction(1, 2)),
}
OTHERS = (
    "abs exp log log2 sin cos floor ceil max min lt le eq ne and or not select "
    "pi true false undefined"
).split()
ARITHMETIC = Arithmetic(
    lambda number: Quotient({(): number} if number else {}, ONE),
    {**dict.fromkeys(OTHERS, _refused), **APPLY},
    _refused,
)


# --- signs ------------------------------------------------------------------------


def slope_sign(program: Program, letter: str, box: Mapping[str, Domain]) -> int | None:
    """1 where a function rises with a letter on a whole box, -1 where it falls, 0 if it rests.

    None where coefficients do not tell. The box must hold every letter.
    """
    try:
        function = quotient_of(program)
        above, below = function.above, function.below
        of_above, of_below = (Quotient(_derivative(part, letter), ONE) for part in (above, below))
        slope = of_above * Quotient(below, ONE) - Quotient(above, ONE) * of_below
        if not slope.above:
            return 0
        above, below = _shifted(slope.above, box), _shifted(below, box)
    except NotRational:
        return None
    # Below the line a change of sign is a pole, across which nothing is monotone.
    return _sign(above) if _sign(below) is not None else None


def decided_on_domain(relation: Relation, letter: str, domain: Domain) -> bool | None:
    """Whether a relation in one letter holds on its whole domain, or nowhere in it."""
    if relation.sign not in {"<=", "<", ">=", ">"}:
        return None
    try:
        gap = quotient_of(relation.difference)
        box = {letter: domain}
        above, below = _sign(_shifted(gap.above, box)), _sign(_shifted(gap.below, box))
        apart = () in _shifted(gap.above, box)
    except NotRational:
        return None
    if above is None or below is None:
        return None
    wanted = -1 if relation.sign in {"<=", "<"} else 1
    if above * below == wanted:
        return True if apart or relation.sign in {"<=", ">="} else None
    return False if apart or relation.sign in {"<", ">"} else None


def _derivative(terms: Polynomial, letter: str) -> Polynomial:
    derived: dict[Monomial, Fraction] = {}
    for monomial, factor in terms.items():
        powers = dict(monomial)
        power = powers.pop(letter, Fraction(0))
        if power:
            if power != 1:
                powers[letter] = power - 1
            derived[tuple(sorted(powers.items()))] = factor * power
    return Quotient.kept(derived)


def _sign(terms: Polynomial) -> int | None:
    """The sign that all coefficients share."""
    signs = {factor > 0 for factor in terms.values()}
    return None if len(signs) != 1 else 1 if signs.pop() else -1


def _shifted(terms: Polynomial, box: Mapping[str, Domain]) -> Polynomial:
    """The same in letters that start at 0: ``x = low + t``, and ``(low + high t)/(1 + t)``."""
    for name in sorted({name for monomial in terms for name, _ in monomial}):
        domain = box[name]
        if domain.low is None or domain.low < 0:
            raise NotRational
        powers = [dict(monomial).get(name, Fraction(0)) for monomial in terms]
        if any(power.denominator != 1 or power < 0 for power in powers):
            continue
        plain = _substituted(terms, name, domain.low, None)
        if _sign(plain) is None and domain.high is not None:
            terms = _substituted(terms, name, domain.low, domain.high)
        else:
            terms = plain
    return terms


def _substituted(terms: Polynomial, name: str, low: Fraction, high: Fraction | None) -> Polynomial:
    """``low + t`` for a letter, or ``low + high t`` with the missing powers of ``1 + t``."""
    if low == 0 and high is None:
        return terms
    t = ((name, Fraction(1)),)
    inner = Quotient.kept({(): low, t: Fraction(1) if high is None else high})
    outer: Polynomial = ONE if high is None else {(): Fraction(1), t: Fraction(1)}
    degree = max(int(dict(monomial).get(name, 0)) for monomial in terms)
    if degree > MOST_POWER:
        raise NotRational
    total: Polynomial = {}
    for monomial, factor in terms.items():
        powers = dict(monomial)
        power = int(powers.pop(name, Fraction(0)))
        term: Polynomial = {tuple(sorted(powers.items())): factor}
        for part in [inner] * power + [outer] * (degree - power):
            term = Quotient.product(term, part)
        total = Quotient.sum(total, term)
    return total


# --- limits -----------------------------------------------------------------------


def limit_at_infinity(program: Program, letter: str) -> Program | None:
    """What a function of several letters tends to as one grows; None where it grows as well.

    Raises NotRational where that is not told.
    """
    function = quotient_of(program)
    (top, above), (bottom, below) = (
        _leading(terms, letter) for terms in (function.above, function.below)
    )
    if top > bottom:
        return None
    if top < bottom or not above:
        return bound(Program((), (Step("const"),)), {})
    steps = (*_written(above), *_written(below), Step("div"))
    names = sorted({name for terms in (above, below) for m in terms for name, _ in m})
    places = {name: place for place, name in enumerate(names)}
    numbered = tuple(
        Step("input", count=places[step]) if isinstance(step, str) else step for step in steps
    )
    return bound(Program(tuple(names), numbered), {})


def _leading(terms: Polynomial, letter: str) -> tuple[Fraction, Polynomial]:
    """The highest power of a letter, and what stands before it."""
    if not terms:
        return Fraction(-(10**9)), {}
    degree = max(dict(monomial).get(letter, Fraction(0)) for monomial in terms)
    return degree, {
        tuple(pair for pair in monomial if pair[0] != letter): factor
        for monomial, factor in terms.items()
        if dict(monomial).get(letter, Fraction(0)) == degree
    }


def _written(terms: Polynomial) -> list[Any]:
    """A sum of powers as steps, its letters still by name."""
    steps: list[Any] = []
    for monomial, factor in terms.items():
        steps.append(Step("const", number=factor))
        for name, power in monomial:
            steps += [name, Step("const", number=power), Step("pow"), Step("mul", count=2)]
    return [*steps, Step("add", count=len(terms))] if len(terms) > 1 else steps
