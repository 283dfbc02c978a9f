"""From the tree of a printed formula to SymPy objects over our symbols.

Objects only: no SymPy function is ever handed a text. A letter is replaced by
what the caller maps its glyph to, a symbol or an expression over symbols
(their beta may be one over ours).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, assert_never

import sympy

from derive.frozen import Mutable, Record

from . import nodes

Symbols = Mapping[str, Any]
_RELATIONALS = {
    "=": sympy.Eq, "~": sympy.Eq, "prop": None, "<": sympy.StrictLessThan,
    "<=": sympy.LessThan, ">": sympy.StrictGreaterThan, ">=": sympy.GreaterThan,
    "<<": sympy.StrictLessThan, ">>": sympy.StrictGreaterThan, "!=": sympy.Ne,
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "max": sympy.Max, "min": sympy.Min, "exp": sympy.exp, "ln": sympy.log, "log": sympy.log,
    "ceil": sympy.ceiling, "floor": sympy.floor, "abs": sympy.Abs, "sin": sympy.sin,
    "cos": sympy.cos, "tan": sympy.tan, "sinh": sympy.sinh, "cosh": sympy.cosh,
    "tanh": sympy.tanh, "arctan": sympy.atan, "factorial": sympy.factorial,
    "binomial": sympy.binomial,
}  # fmt: skip
# Read so only where the caller maps the glyph to nothing else.
_CONSTANTS = {"pi": sympy.pi, "infty": sympy.oo, "e": sympy.E}
_ARITY = {"max": (1, 16), "min": (1, 16), "log": (1, 2), "binomial": (2, 2)}
_BITS = re.compile(r"[a-z]+(\d+)")


class Relation(Record):
    """Two neighbours of a chain as SymPy expressions, with the printed relation."""

    operator: str
    left: Any
    right: Any

    def relational(self) -> Any:
        """The relation as a SymPy object, left as it is; None for "in proportion to"."""
        kind = _RELATIONALS[self.operator]
        return None if kind is None else kind(self.left, self.right, evaluate=False)


def sides_of(chain: nodes.Chain, symbols: Symbols) -> list[Any] | nodes.Rejection:
    """The sides of a chain, over our symbols."""
    sides = [to_sympy(member, symbols) for member in chain.members]
    return next((side for side in sides if isinstance(side, nodes.Rejection)), sides)


def relations(chain: nodes.Chain, sides: Sequence[Any]) -> tuple[Relation, ...]:
    """Each pair of neighbours of a chain with these sides."""
    return tuple(
        Relation(operator, left, right)
        for operator, left, right in zip(chain.operators, sides, sides[1:], strict=False)
    )


def to_sympy(node: nodes.Node, symbols: Symbols, *, evaluate: bool = True) -> Any:
    """The SymPy expression of a tree, or a Rejection that names what has no meaning yet.

    ``symbols`` maps glyphs to symbols or expressions; a call is looked up as
    ``sizeof(fp8)`` first, then by its name alone. ``evaluate=False`` keeps the
    printed form.
    """
    try:
        return _Builder(symbols, evaluate).whole(node)
    except nodes.Refused as refused:
        return refused.rejection
    except Exception as error:  # noqa: BLE001  a document must never stop its reader
        return nodes.Rejection("unreadable", node.at, f"cannot be built ({type(error).__name__})")


class _Builder(Mutable):
    """Builds from the leaves up; raises Refused."""

    symbols: Symbols
    evaluate: bool

    def whole(self, node: nodes.Node) -> Any:
        """A whole expression, which must have a value somewhere."""
        built = self.build(node)
        if built.has(sympy.zoo, sympy.nan):
            raise nodes.Refused("operator", node.at, "a division by zero")
        return built

    def build(self, node: nodes.Node) -> Any:  # noqa: C901  one branch for each kind of node
        """One node."""
        match node:
            case nodes.Number():
                built = self.number(node)
            case nodes.Letter():
                built = self.letter(node)
            case nodes.Negative(body=body):
                built = self.product([sympy.S.NegativeOne, self.build(body)])
            case nodes.Sum(terms=terms):
                built = sympy.Add(*map(self.build, terms), evaluate=self.evaluate)
            case nodes.Product(factors=factors):
                built = self.product([self.build(factor) for factor in factors])
            case nodes.Quotient(over=over, under=under):
                built = self.quotient(node, self.build(over), self.build(under))
            case nodes.Power(base=base, exponent=exponent):
                built = self.power(node, self.build(base), self.build(exponent))
            case nodes.Call():
                built = self.call(node)
            case nodes.Big():
                built = self.big(node)
            case nodes.Cases():
                built = self.cases(node)
            case _:
                assert_never(node)
        return built

    def cases(self, node: nodes.Cases) -> Any:
        """Values by condition, the first that holds."""
        pieces = []
        for value, (left, operator, right) in zip(node.values, node.conditions, strict=False):
            condition = Relation(operator, self.build(left), self.build(right)).relational()
            pieces.append((self.build(value), condition))
        if len(node.values) > len(node.conditions):
            pieces.append((self.build(node.values[-1]), sympy.true))
        return sympy.Piecewise(*pieces, evaluate=self.evaluate)

    def number(self, node: nodes.Number) -> Any:
        """A rational; of a number with a unit it is not known what it measures here."""
        value = _rational(node.value)
        if node.unit == "%":
            return value / 100
        if node.unit:
            raise nodes.Refused(
                "unit", node.at, f"a number in {node.unit}, a unit without a factor here"
            )
        return value

    def letter(self, node: nodes.Letter) -> Any:
        """What the caller maps the glyph to."""
        if node.glyph in self.symbols:
            return _checked(self.symbols[node.glyph], node)
        if node.glyph in _CONSTANTS:
            return _CONSTANTS[node.glyph]
        raise nodes.Refused("letter", node.at, f"{node.glyph} has no meaning in this document")

    def product(self, factors: list[Any]) -> Any:
        """A product."""
        return sympy.Mul(*factors, evaluate=self.evaluate)

    def quotient(self, node: nodes.Quotient, over: Any, under: Any) -> Any:
        """A division, never by a plain zero."""
        if under.is_zero:
            raise nodes.Refused("operator", node.at, "a division by zero")
        return self.product([over, sympy.Pow(under, sympy.S.NegativeOne, evaluate=self.evaluate)])

    def power(self, node: nodes.Node, base: Any, exponent: Any) -> Any:
        """A power whose numbers stay small, whatever the letters were mapped to."""
        if exponent.is_Number and abs(exponent) > nodes.LIMITS.exponent:
            raise nodes.Refused("limit", node.at, f"an exponent beyond {nodes.LIMITS.exponent}")
        # The tree was bounded with letters in it; a letter may have been replaced by a number.
        if base.is_Rational and exponent.is_Rational:
            bits = max(int(base.p).bit_length(), int(base.q).bit_length())
            if bits * abs(exponent) > 4 * nodes.LIMITS.magnitude:
                raise nodes.Refused("limit", node.at, "a number too large to be computed")
        if base.is_zero and exponent.is_negative:
            raise nodes.Refused("operator", node.at, "a division by zero")
        return sympy.Pow(base, exponent, evaluate=self.evaluate)

    def call(self, node: nodes.Call) -> Any:
        """A function of ours, or what the caller maps the document's function to."""
        names = ", ".join(a.glyph if isinstance(a, nodes.Letter) else "?" for a in node.arguments)
        for key in (f"{node.function}({names})", node.function):
            if key in self.symbols:
                return _checked(self.symbols[key], node)
        if node.function == "sizeof":
            return _sizeof(node)
        arguments = [self.build(argument) for argument in node.arguments]
        if node.function == "sqrt" and len(arguments) == 1:
            return self.power(node, arguments[0], sympy.Rational(1, 2))
        if node.function == "root" and len(arguments) == 2:
            return self.power(node, arguments[0], 1 / arguments[1])
        if node.function == "lg":
            return sympy.log(arguments[0], sympy.Integer(10), evaluate=self.evaluate)
        return self.function(node, arguments)

    def function(self, node: nodes.Call, arguments: list[Any]) -> Any:
        """A known function of numbers."""
        least, most = _ARITY.get(node.function, (1, 1))
        if node.function not in _FUNCTIONS or not least <= len(arguments) <= most:
            raise nodes.Refused(
                "function", node.at, f"{node.function} is not a function known here"
            )
        if node.function in {"factorial", "binomial"}:
            self.small(node, arguments)
        if node.function in {"max", "min"} and not self.evaluate:
            # SymPy cannot compare a difference that is nothing, "1 - 1", as long as it is kept.
            arguments = [
                sympy.S.Zero if each.is_number and each.is_zero else each for each in arguments
            ]
        return _FUNCTIONS[node.function](*arguments, evaluate=self.evaluate)

    def small(self, node: nodes.Call, arguments: list[Any]) -> None:
        """Factorials and binomials of numbers stay small."""
        for argument in arguments:
            if argument.is_Number and abs(argument) > nodes.LIMITS.factorial:
                raise nodes.Refused(
                    "limit", node.at, f"{node.function} beyond {nodes.LIMITS.factorial}"
                )

    def big(self, node: nodes.Big) -> Any:
        """A sum or product over a bound index, kept unevaluated."""
        if node.low is None or node.high is None:
            raise nodes.Refused("indexed", node.at, "a sum whose bounds are not printed")
        # x_i in a sum over i is a list of values, and a symbol has one.
        for part in nodes.walk(node.body):
            if isinstance(part, nodes.Letter) and node.index in part.glyph.split("_")[1:]:
                raise nodes.Refused("indexed", part.at, "a different value for each index")
        index = sympy.Symbol(node.index, integer=True)
        low, high = self.build(node.low), self.build(node.high)
        inner = _Builder({**self.symbols, node.index: index}, self.evaluate)
        kind = sympy.Sum if node.kind == "sum" else sympy.Product
        return kind(inner.build(node.body), (index, low, high))


def _rational(value: Fraction) -> Any:
    """A fraction as a SymPy number."""
    return sympy.Rational(value.numerator, value.denominator)


def _checked(value: Any, node: nodes.Node) -> Any:
    """What a caller maps a glyph to: an expression or a number, never a text."""
    if isinstance(value, sympy.Expr):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return _rational(Fraction(value))
    raise nodes.Refused("letter", node.at, "a letter is mapped to something that is no expression")


def _sizeof(node: nodes.Call) -> Any:
    """Bytes of a number format, by the bits in its name."""
    argument = node.arguments[0] if len(node.arguments) == 1 else None
    match = _BITS.fullmatch(argument.glyph) if isinstance(argument, nodes.Letter) else None
    if match is None or len(match[1]) > 3:
        raise nodes.Refused("function", node.at, "the size of something whose format is not named")
    return sympy.Rational(int(match[1]), 8)
