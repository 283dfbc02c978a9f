"""From a SymPy expression or relation to a program.

Every object of SymPy is taken apart by its arguments; none is asked to
compute, and nothing is handed to SymPy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.core.relational import Relational

from derive.errors import NoEvaluator
from derive.records import Constant, divides

from .program import MOST_NESTING, Program, Step

Expr = Any  # a SymPy expression; SymPy ships no types
Steps = list[Step]

ONE = Step("const", number=Fraction(1))
DEEPEST = 200


def program_of(expression: Expr, inputs: Sequence[Expr]) -> Program:
    """The program of an expression, or of a condition, in the inputs given.

    Typed constants become their numbers. Raises NoEvaluator where a function
    has no operation, or a letter is neither an input nor the index of a sum.
    """
    writer = Writer({letter: place for place, letter in enumerate(inputs)})
    return Program(tuple(letter.name for letter in inputs), tuple(writer.steps(expression)))


def fraction(number: Expr) -> Fraction:
    """A SymPy number as a fraction; a float as the decimal that it prints."""
    if number.is_Float:
        return Fraction(str(number))
    return Fraction(int(number.p), int(number.q))


class Writer:
    """Writes steps; knows where the inputs are and which loops it is inside."""

    def __init__(self, places: dict[Expr, int]) -> None:
        self.places = places
        self.loops: tuple[Expr, ...] = ()
        self.depth = 0

    def steps(self, expression: Expr) -> Steps:
        """The steps that leave the value of an expression on the stack."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise NoEvaluator("an expression nested this deeply")
        try:
            return self._steps(expression)
        finally:
            self.depth -= 1

    def _steps(self, expression: Expr) -> Steps:
        if expression is True or expression is False:
            return [Step("true" if expression else "false")]
        if isinstance(expression, sympy.Symbol):
            return [self.letter(expression)]
        if isinstance(expression, sympy.Rational | sympy.Float) and expression.is_finite:
            return [Step("const", number=fraction(expression))]
        if isinstance(expression, Relational):
            return self.compared(expression)
        rule = RULES.get(expression.func)
        if rule is None:
            raise NoEvaluator(str(expression.func.__name__))
        return rule(self, expression)

    def letter(self, letter: Expr) -> Step:
        """An index before an input: a sum may hide a letter of the same name."""
        if letter in self.loops:
            return Step("index", count=self.loops.index(letter))
        if letter in self.places:
            return Step("input", count=self.places[letter])
        if isinstance(letter, Constant):
            return Step("const", number=letter.note.value)
        raise NoEvaluator(f"the letter {letter.name}, which is no input")

    def each(self, expressions: Sequence[Expr]) -> Steps:
        """The steps of several expressions, one after the other."""
        return [step for expression in expressions for step in self.steps(expression)]

    def many(self, operation: str, expressions: Sequence[Expr]) -> Steps:
        """An operation on several values; a single one is left alone."""
        count = [Step(operation, count=len(expressions))] if len(expressions) > 1 else []
        return [*self.each(expressions), *count]

    def compared(self, relation: Expr) -> Steps:
        """A comparison, with the smaller side first."""
        swapped = isinstance(relation, sympy.Ge | sympy.Gt)
        sides = (relation.rhs, relation.lhs) if swapped else (relation.lhs, relation.rhs)
        if isinstance(relation, sympy.Eq):
            return [*self.each(sides), Step("eq")]
        if isinstance(relation, sympy.Ne):
            return [*self.each(sides), Step("ne")]
        strict = isinstance(relation, sympy.Gt | sympy.Lt)
        return [*self.each(sides), Step("lt" if strict else "le")]

    def loop(self, operation: str, expression: Expr) -> Steps:
        """A sum or product; several indices become loops inside each other."""
        *inner, outer = expression.limits
        if len(outer) != 3 or len(self.loops) >= MOST_NESTING:
            raise NoEvaluator("a sum without two bounds, or nested too deeply")
        bounds = self.each(outer[1:])
        hidden, self.loops = self.loops, (outer[0], *self.loops)
        body = expression.func(expression.function, *inner) if inner else expression.function
        steps = self.steps(body)
        self.loops = hidden
        return [*bounds, Step(operation, body=tuple(steps))]


def _add(writer: Writer, expression: Expr) -> Steps:
    """What is added, then what is taken away: ``a - b`` and not ``a + (-1) b``."""
    taken = [part for part in expression.args if _is_negative(part)]
    given = [part for part in expression.args if not _is_negative(part)]
    if not given:
        return [*writer.many("add", [_opposite(part) for part in taken]), Step("neg")]
    steps = writer.many("add", given)
    if taken:
        steps += [*writer.many("add", [_opposite(part) for part in taken]), Step("sub")]
    return steps


def _mul(writer: Writer, expression: Expr) -> Steps:
    """A quotient with everything above and below the line once."""
    above: list[Expr] = []
    below: list[Expr] = []
    for part in expression.args:
        if isinstance(part, sympy.Rational) and part.is_finite:
            above.append(sympy.Integer(part.p))
            below.append(sympy.Integer(part.q))
        elif isinstance(part, sympy.Pow) and _is_negative(part.exp) and part.base is not sympy.E:
            below.append(_opposite_power(part))
        else:
            above.append(part)
    if sympy.log(2) in below:
        for part in above:
            if isinstance(part, sympy.log):
                return _binary(writer, part, above, below)
    return _quotient(writer, above, below)


def _quotient(writer: Writer, above: list[Expr], below: list[Expr]) -> Steps:
    negative = [part for part in above if part is sympy.S.NegativeOne]
    above = [part for part in above if part is not sympy.S.One and part not in negative]
    below = [part for part in below if part is not sympy.S.One]
    steps = writer.many("mul", above) if above else [ONE]
    if below:
        steps += [*writer.many("mul", below), Step("div")]
    return [*steps, Step("neg")] if len(negative) % 2 else steps


def _binary(writer: Writer, part: Expr, above: list[Expr], below: list[Expr]) -> Steps:
    """SymPy writes ``log2(x)`` as a quotient of two logarithms."""
    above, below = list(above), list(below)
    above.remove(part)
    below.remove(sympy.log(2))
    rest = _quotient(writer, above, below)
    power = [*writer.steps(part.args[0]), Step("log2")]
    return power if rest == [ONE] else [*rest, *power, Step("mul", count=2)]


def _pow(writer: Writer, expression: Expr) -> Steps:
    base, power = expression.base, expression.exp
    if base is sympy.E:
        return [*writer.steps(power), Step("exp")]
    if _is_negative(power):
        return [ONE, *writer.steps(_opposite_power(expression)), Step("div")]
    if power is sympy.S.Half:
        return [*writer.steps(base), Step("sqrt")]
    return [*writer.steps(base), *writer.steps(power), Step("pow")]


def _piecewise(writer: Writer, expression: Expr) -> Steps:
    steps: Steps = [Step("undefined")]
    for value, condition in reversed(expression.args):
        if condition in (True, sympy.true):
            steps = writer.steps(value)
        else:
            steps = [*writer.steps(condition), *writer.steps(value), *steps, Step("select")]
    return steps


def _mod(writer: Writer, expression: Expr) -> Steps:
    number, divisor = (writer.steps(part) for part in expression.args)
    whole = [*number, *divisor, Step("div"), Step("floor")]
    return [*number, *divisor, *whole, Step("mul", count=2), Step("sub")]


def _divides(writer: Writer, expression: Expr) -> Steps:
    divisor, number = (writer.steps(part) for part in expression.args)
    ratio = [*number, *divisor, Step("div")]
    return [*ratio, *ratio, Step("floor"), Step("eq")]


def _simple(operation: str) -> Callable[[Writer, Expr], Steps]:
    return lambda writer, expression: [*writer.each(expression.args), Step(operation)]


def _many(operation: str) -> Callable[[Writer, Expr], Steps]:
    return lambda writer, expression: writer.many(operation, expression.args)


def _log(writer: Writer, expression: Expr) -> Steps:
    if len(expression.args) != 1:
        raise NoEvaluator("a logarithm whose base is not resolved")
    return [*writer.steps(expression.args[0]), Step("log")]


def _is_negative(part: Expr) -> bool:
    """Whether a number, or a product, starts with a minus sign."""
    lead = part.args[0] if isinstance(part, sympy.Mul) and part.args else part
    return isinstance(lead, sympy.Rational) and lead.p < 0


def _opposite(part: Expr) -> Expr:
    if isinstance(part, sympy.Mul):
        return sympy.Mul(sympy.Rational(-part.args[0].p, part.args[0].q), *part.args[1:])
    return sympy.Rational(-part.p, part.q)


def _opposite_power(part: Expr) -> Expr:
    """``x**-2`` as what stands below the line; ``x**-1`` is ``x`` itself."""
    if part.exp is sympy.S.NegativeOne:
        return part.base
    # Unevaluated: of a number, SymPy would compute the power in full.
    return sympy.Pow(part.base, _opposite(part.exp), evaluate=False)


RULES: dict[Any, Callable[[Writer, Expr], Steps]] = {
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.log: _log,
    sympy.ceiling: _simple("ceil"),
    sympy.Abs: _simple("abs"),
    **{getattr(sympy, n): _simple(n) for n in "exp floor sin cos".split()},
    sympy.Max: _many("max"),
    sympy.Min: _many("min"),
    sympy.Mod: _mod,
    sympy.Piecewise: _piecewise,
    sympy.Sum: lambda writer, expression: writer.loop("sum", expression),
    sympy.Product: lambda writer, expression: writer.loop("product", expression),
    sympy.And: _many("and"),
    sympy.Or: _many("or"),
    sympy.Not: _simple("not"),
    divides: _divides,
    type(sympy.true): lambda _writer, _expression: [Step("true")],
    type(sympy.false): lambda _writer, _expression: [Step("false")],
    type(sympy.pi): lambda _writer, _expression: [Step("pi")],
    type(sympy.E): lambda _writer, _expression: [ONE, Step("exp")],
}
