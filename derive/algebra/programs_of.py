"""Relations of SymPy as programs, ready for whoever asks without SymPy; and back again.

Near 0 a product such as ``c**(1/x) * x**(1/x)`` is nothing times infinity to
interval arithmetic; its logarithm ``(log(c) + log(x))/x`` has a plain sign.

Roots of quadratics lose no digits where floats are subtracted: where ``a`` and
the root of ``d`` nearly cancel in ``a + c sqrt(d)``, the same number is
``(a^2 - c^2 d) / (a - c sqrt(d))``, in which they add up, and of the difference
of squares the letters cancel before any number is put in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy
from sympy import Add, Ge, Piecewise, Pow, Rational
from sympy.core.relational import Relational

from ..laws import with_put
from ..programs.machine import Arithmetic, runner
from ..programs.program import Program, Step
from ..programs.relations import Relation, Sign, bound
from ..programs.translate import program_of
from ..records import Domain, divides
from ..registry import Registry
from .rewriting import closed_sum
from .standins import rational, symbolic


def in_base(registry: Registry, expression: Any) -> Any:
    """The expression with constants as their numbers in base units (byte, second, FLOP, ...)."""
    free = expression.free_symbols
    values = {
        registry.letters[name]: rational(note.value * registry.unit(name).factor)
        for name, note in registry.constants.items()
        if registry.letters[name] in free
    }
    return with_put(expression, values)


def domain_in_base(registry: Registry, name: str) -> Domain:
    """The domain of a letter, in base units."""
    return registry.symbols[name].domain.times(registry.unit(name).factor)


HALF = Rational(1, 2)
MOST_OPERATIONS = 400
"""A difference of squares of more is as good at losing digits as what it replaces."""


def steady(expression: Any) -> Any:
    """The same number for floats; an expression without a root beside other terms stays."""
    symbolic(expression)
    above, below = sympy.fraction(expression)
    roots = {power for power in above.atoms(Pow) if power.exp == HALF}
    if len(roots) != 1 or not above.is_Add:
        return expression
    root = roots.pop()
    with_root = [term for term in above.args if term.has(root)]
    if len(with_root) != 1:
        return expression
    factor = with_root[0] / root
    rest = Add(*(term for term in above.args if not term.has(root)))
    if factor.has(root) or (factor * rest).is_nonnegative:
        return expression
    squares = sympy.factor(sympy.expand(rest**2 - factor**2 * root.base))
    if squares == 0 or sympy.count_ops(squares) > MOST_OPERATIONS:
        return expression
    other = squares / (below * (rest - factor * root))
    return Piecewise((expression, Ge(factor * rest, 0)), (other, True))


def in_logarithms(relation: Any, letter: Any, domain: Domain) -> Any:
    """The relation between the logarithms of its sides, where that is the same and helps.

    It helps where the letter is both in a base and in its exponent; it is the
    same where every factor is positive on the whole domain.
    """
    symbolic(letter)
    if not isinstance(relation, Relational) or not _positive(letter, letter, domain):
        return relation
    powers = relation.atoms(Pow)
    if not any(power.base.has(letter) and power.exp.has(letter) for power in powers):
        return relation
    sides = [_logarithm(side, letter, domain) for side in relation.args]
    if any(side is None for side in sides):
        return relation
    return relation.func(*sides, evaluate=False)


def _logarithm(side: Any, letter: Any, domain: Domain) -> Any | None:
    """The logarithm as a sum over the factors; None where one may not be positive."""
    terms: list[Any] = []
    for factor in sympy.Mul.make_args(side):
        base, exponent = factor.as_base_exp()
        if not _positive(base, letter, domain):
            return None
        terms += [exponent * sympy.log(part) for part in sympy.Mul.make_args(base)]
    return sympy.collect(sympy.Add(*terms), 1 / letter)


def _positive(base: Any, letter: Any, domain: Domain) -> bool:
    """Whether positive numbers and letters times powers of the letter are positive there."""
    above = domain.low is not None and (domain.low > 0 or (domain.low == 0 and domain.low_open))
    return all(part.is_positive if part != letter else above for part in sympy.Mul.make_args(base))


SIGNS: dict[Any, Sign] = {
    sympy.Eq: "==", sympy.Ne: "!=", sympy.Le: "<=", sympy.Lt: "<", sympy.Ge: ">=", sympy.Gt: ">",
}  # fmt: skip
NOTHING = Program((), (Step("true"),))


def side_of(expression: Any) -> Program:
    """An expression as a program of its own letters; constants as their numbers."""
    letters = sorted(
        (x for x in expression.free_symbols if not hasattr(getattr(x, "note", None), "value")),
        key=lambda letter: str(letter.name),
    )
    return bound(program_of(expression, letters), {})


def relation_of(relation: Any) -> Relation:
    """A relation, or another condition, as programs."""
    if isinstance(relation, Relational):
        left, right = map(side_of, relation.args)
        return Relation(SIGNS[type(relation)], left, right)
    if isinstance(relation, divides):
        divisor, dividend = map(side_of, relation.args)
        return Relation("divides", divisor, dividend)
    if relation is True or relation is False:
        return Relation("holds", Program((), (Step("true" if relation else "false"),)), NOTHING)
    return Relation("holds", side_of(relation), NOTHING)


def easier_forms(relation: Any, domains: dict[Any, Domain]) -> dict[str, Relation]:
    """By letter, the relation in the form in which its borders in that letter are found.

    A sum that the letter bounds is closed, and where a letter stands in a base
    and in its exponent, the logarithms of both sides are compared.
    """
    easier: dict[str, Relation] = {}
    for letter in sorted(relation.free_symbols & domains.keys(), key=str):
        form = _closed(relation, letter, domains)
        if form is None:
            in_logs = in_logarithms(relation, letter, domains[letter])
            form = None if in_logs is relation else in_logs
        if form is not None:
            easier[letter.name] = relation_of(form)
    return easier


def _closed(relation: Any, letter: Any, domains: dict[Any, Domain]) -> Any:
    """The relation without the sums that a letter bounds; None where there is none or no form.

    A closed form is right as long as the sum is not emptier than empty, so its
    upper bound must start high enough and never fall.
    """
    closed = {}
    for total in relation.atoms(sympy.Sum):
        if len(total.limits[0]) != 3:
            continue
        width = total.limits[0][2] - total.limits[0][1] + 1
        if not width.has(letter):
            continue
        lows = {
            x: rational(low)
            for x in width.free_symbols
            if x in domains and (low := domains[x].low) is not None
        }
        rises = all(sympy.expand(width.diff(x)).is_nonnegative for x in width.free_symbols)
        start = width.xreplace(lows)
        form = closed_sum(total)
        if not rises or not start.is_number or not start >= 0 or form is None:
            return None
        closed[total] = form
    return relation.xreplace(closed) if closed else None


_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "add": sympy.Add, "mul": sympy.Mul, "sub": lambda left, right: left - right,
    "div": lambda left, right: left / right, "pow": sympy.Pow, "neg": lambda value: -value,
    "abs": sympy.Abs, "sqrt": sympy.sqrt, "exp": sympy.exp, "log": sympy.log,
    "log2": lambda value: sympy.log(value, 2), "floor": sympy.floor, "ceil": sympy.ceiling,
    "max": sympy.Max, "min": sympy.Min, "pi": lambda: sympy.pi,
}  # fmt: skip


def _loop(name: str, *_: Any) -> Any:
    raise NotImplementedError(name)


SYMBOLIC = Arithmetic(
    lambda number: sympy.Rational(number.numerator, number.denominator), _OPERATIONS, _loop
)


def expression(program: Program, letters: Mapping[str, Any]) -> Any:
    """What a program computes, of these letters."""
    return runner(program, SYMBOLIC)([letters[name] for name in program.inputs])
