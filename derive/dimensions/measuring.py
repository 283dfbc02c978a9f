"""The walk over an expression: its unit, and every disagreement on the way.

Strict dimensions must agree in sums, in Max, Min and Piecewise, and on both
sides of a relation; a bare number agrees with other numbers alone. Kinds of
count (token, layer) are soft: they are compared only where both sides carry
some. Places (GPU, stage) are not compared, since ranks times stages are GPUs.
Where a power has a letter in its exponent (``A_N / Psi**alpha_N``) the fitted
factor in front absorbs the kinds of the base; a strict dimension there is an
error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean, BooleanAtom

from ..units import Unit
from . import ANY, PURE, Dimension, DimensionFinding, Severity

Terms = tuple[tuple[Any, Dimension], ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """The dimension of an expression, of both sides of a relation, and the findings."""

    dimension: Dimension
    findings: tuple[DimensionFinding, ...]
    left: Dimension | None = None
    right: Dimension | None = None

    @property
    def agrees(self) -> bool:
        """Whether nothing is wrong beyond warnings and notes."""
        return not any(finding.severity == "error" for finding in self.findings)


def measure(expression: Any, units: Mapping[Any, Unit]) -> Measured:
    """Measure a SymPy expression or relation whose symbols have these units."""
    tables = {id(unit.table): unit.table for unit in units.values() if unit.table is not None}
    places = frozenset(place for table in tables.values() for place in table.places)
    # A registry has hundreds of letters, and a law a dozen.
    letters = expression.atoms(sympy.Symbol) & units.keys()
    walk = _Walk({letter: Dimension.of(units[letter]) for letter in letters}, places)
    if isinstance(expression, Relational):
        left, right = walk.sides(expression)
        return Measured(left, tuple(walk.findings), left, right)
    return Measured(walk.visit(expression), tuple(walk.findings))


@dataclass(slots=True)
class _Walk:
    """The units of the letters in scope, and what was found so far."""

    scope: dict[Any, Dimension]
    places: frozenset[str] = frozenset()
    findings: list[DimensionFinding] = field(default_factory=list)

    def report(
        self,
        rule: str,
        where: Any,
        terms: Terms = (),
        *,
        severity: Severity = "error",
        ratio: Dimension | None = None,
    ) -> Dimension:
        """Keep a finding, once; what is wrong fits anything from here on."""
        finding = DimensionFinding(rule, severity, where, terms, ratio)
        if finding not in self.findings:
            self.findings.append(finding)
        return ANY

    def visit(self, node: Any) -> Dimension:
        """The dimension of any node."""
        for kind, rule in RULES:
            if isinstance(node, kind):
                return rule(self, node)
        return self.unknown(node)

    # --- leaves --------------------------------------------------------------

    def number(self, node: Any) -> Dimension:
        """Zero and infinity fit anything, every other number is pure."""
        return ANY if node.is_zero or node.is_finite is False else PURE

    def letter(self, node: Any) -> Dimension:
        """A letter with its unit."""
        known = self.scope.get(node)
        return self.report("unknown_symbol", node, severity="warning") if known is None else known

    def truth(self, node: Any) -> Dimension:
        """True and false measure nothing."""
        return PURE if node.is_Boolean else ANY

    def unknown(self, node: Any) -> Dimension:
        """A function nobody declared, or a thing that is no scalar."""
        return self.report("unknown_expression", node, severity="warning")

    # --- arithmetic ----------------------------------------------------------

    def product(self, node: Any) -> Dimension:
        """Units multiply."""
        total = PURE
        for factor in node.args:
            total = total * self.visit(factor)
        return total

    def total(self, node: Any) -> Dimension:
        """All terms of a sum share a unit; so do the arguments of Max, Min and Mod."""
        return self.together(node, _terms(node), kinds=not isinstance(node, sympy.Mod))

    def power(self, node: Any) -> Dimension:
        """Numbers in the exponent scale the unit; letters there need a pure base."""
        base, exponent = self.visit(node.base), node.exp
        if exponent.is_Rational:
            return base ** Fraction(int(exponent.p), int(exponent.q))
        # By its digits: 0.1 means a tenth, not the float next to it.
        if exponent.is_Float:
            return base ** Fraction(str(exponent))
        self.pure(exponent, node)
        if base.is_pure:
            return PURE
        return self.report("base_not_a_number", node, ((node.base, base),))

    def pure_function(self, node: Any) -> Dimension:
        """Arguments and value are plain numbers: exp, log, tanh, factorial."""
        for argument in node.args:
            self.pure(argument, node)
        return PURE

    def rounding(self, node: Any) -> Dimension:
        """Floor and ceiling keep the unit, and depend on it."""
        inside = self.visit(node.args[0])
        if not inside.is_pure:
            self.report("rounded_dimension", node, ((node.args[0], inside),), severity="note")
        return inside

    def same(self, node: Any) -> Dimension:
        """The absolute value keeps the unit."""
        return self.visit(node.args[0])

    def sign(self, node: Any) -> Dimension:
        """The sign of anything is a number."""
        self.visit(node.args[0])
        return PURE

    def pieces(self, node: Any) -> Dimension:
        """All branches share a unit, and every condition agrees in itself."""
        for _, condition in node.args:
            self.visit(condition)
        return self.together(node, [value for value, _ in node.args])

    # --- over an index --------------------------------------------------------

    def over_index(self, node: Any) -> Dimension:
        """A sum keeps the unit of its body; a product needs a pure one; bounds are numbers."""
        before = dict(self.scope)
        for index, *bounds in node.limits:
            for bound in bounds:
                self.pure(bound, node)
            # An index counts whatever its body is about: which kind, nobody says.
            self.scope[index] = Dimension((), None)
        body = self.visit(node.function)
        self.scope = before
        if isinstance(node, sympy.Sum):
            return body
        if body.is_pure:
            return Dimension((), None)
        return self.report("base_not_a_number", node, ((node.function, body),))

    def integral(self, node: Any) -> Dimension:
        """The body times its variable; the bounds are measured like the variable."""
        before, total = dict(self.scope), PURE
        for variable, *bounds in node.limits:
            step = self.together(node, bounds) if bounds else self.visit(variable)
            self.scope[variable] = step
            total = total * step
        total = total * self.visit(node.function)
        self.scope = before
        return total

    def derivative(self, node: Any) -> Dimension:
        """The body over each variable, as often as it is derived."""
        total = self.visit(node.expr)
        for variable, times in node.variable_count:
            total = total / self.visit(variable) ** int(times)
        return total

    # --- agreement -------------------------------------------------------------

    def relation(self, node: Any) -> Dimension:
        """Both sides of a relation inside a condition."""
        self.sides(node)
        return PURE

    def logic(self, node: Any) -> Dimension:
        """And, Or and Not hold relations; ``divides`` holds two things of one unit."""
        # To SymPy a symbol is a Boolean too; here it is a value.
        values = [each for each in node.args if not isinstance(each, Boolean) or each.is_Symbol]
        for each in node.args:
            if each not in values:
                self.visit(each)
        self.together(node, values, kinds=False)
        return PURE

    def sides(self, relation: Any) -> tuple[Dimension, Dimension]:
        """Both sides of a relation, and a finding where they disagree."""
        left, right = self.visit(relation.lhs), self.visit(relation.rhs)
        terms = ((relation.lhs, left), (relation.rhs, right))
        if not left.agrees(right):
            self.report("sides_disagree", relation, terms, ratio=right / left)
        elif left.kinds_differ(right, self.places):
            ratio = right / left
            self.report("kinds_disagree", relation, terms, severity="warning", ratio=ratio)
        return left, right

    def together(self, node: Any, terms: Iterable[Any], *, kinds: bool = True) -> Dimension:
        """The shared dimension of terms, and a finding where they have none."""
        measured = tuple((term, self.visit(term)) for term in terms)
        known = [(term, each) for term, each in measured if each.hard is not None]
        if not known:
            return ANY
        if any(each.hard != known[0][1].hard for _, each in known):
            odd = next(each for _, each in known if each.hard != known[0][1].hard)
            return self.report("terms_disagree", node, measured, ratio=odd / known[0][1])
        return Dimension(known[0][1].hard, self.shared_kinds(node, measured, kinds=kinds))

    def shared_kinds(self, node: Any, measured: Terms, *, kinds: bool) -> Any:
        """The kinds of a sum; a bare number has none and changes none (``N - 1``)."""
        letters = [(term, each) for term, each in measured if term.free_symbols]
        counted = [(term, each) for term, each in letters if each.counts(self.places)]
        if kinds and len({each.counts(self.places) for _, each in counted}) > 1:
            self.report("kinds_disagree", node, tuple(counted), severity="warning")
        different = {each.kinds for _, each in letters}
        return different.pop() if len(different) == 1 else None if different else ()

    def pure(self, node: Any, where: Any) -> None:
        """Something that must be a plain number: an exponent, the argument of a log."""
        inside = self.visit(node)
        if not inside.is_pure:
            self.report("not_a_number", where, ((node, inside),))


def _terms(node: Any) -> list[Any]:
    """The terms of a sum; sums within sums are one sum, as typed ones are."""
    if not isinstance(node, sympy.Add):
        return list(node.args)
    return [term for each in node.args for term in (_terms(each) if each.is_Add else [each])]


Rule = Callable[[_Walk, Any], Dimension]

RULES: tuple[tuple[type[Any] | tuple[type[Any], ...], Rule], ...] = (
    (sympy.Symbol, _Walk.letter),
    ((sympy.Number, sympy.NumberSymbol), _Walk.number),
    (sympy.Mul, _Walk.product),
    (sympy.Add, _Walk.total),
    (sympy.Pow, _Walk.power),
    ((sympy.Max, sympy.Min, sympy.Mod), _Walk.total),
    ((sympy.ceiling, sympy.floor, sympy.frac), _Walk.rounding),
    (sympy.Piecewise, _Walk.pieces),
    (sympy.Abs, _Walk.same),
    (sympy.sign, _Walk.sign),
    ((sympy.Sum, sympy.Product), _Walk.over_index),
    (sympy.Integral, _Walk.integral),
    (sympy.Derivative, _Walk.derivative),
    (Relational, _Walk.relation),
    (BooleanAtom, _Walk.truth),
    (Boolean, _Walk.logic),
    (AppliedUndef, _Walk.unknown),
    (sympy.Function, _Walk.pure_function),
)
"""Which rule measures which kind of node; the first that fits."""
