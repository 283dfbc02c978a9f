"""What the parts of a printed formula measure, and where they disagree, in the author's own print.

The same promises as ``derive.dimensions`` keeps for laws: strict dimensions
must agree in sums and on both sides, kinds of count are compared where both
sides carry some, exponents and what a logarithm is taken of are numbers.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from derive.dimensions import ANY, PURE, Dimension, DimensionFinding, Severity
from derive.frozen import Mutable, fresh
from derive.notation import (
    Big,
    Call,
    Cases,
    Chain,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
)
from derive.notation.lexer import FUNCTIONS
from derive.notation.nodes import children, walk
from derive.programs.program import Program, Step, reduced

from .probing import call_keys

Dimensions = Mapping[str, Dimension]
Terms = Sequence[tuple[Node, Dimension]]
_Operand = tuple[Dimension, Fraction | None]
UNMEASURED = frozenset(("prop", "!="))
"""Relations whose sides need not be measured alike."""
_CONSTANTS = {"pi": PURE, "e": PURE, "infty": ANY}
_PURE = frozenset(("log", "log2", "exp", "pow"))
# An index counts whatever its body is about: which kind, nobody says.
_INDEX = Dimension((), None)


class Unread(Exception):
    """A part has a letter without meaning, or is nothing that is measured."""


def disagreements(
    chain: Chain, known: Dimensions, places: frozenset[str]
) -> Iterator[DimensionFinding]:
    """Where the units of a printed chain disagree; nothing where a letter has no meaning."""
    walk = _Walk(dict(known), places)
    sides: list[tuple[Node, Dimension, list[DimensionFinding]]] = []
    try:
        for member in chain.members:
            walk.findings = []
            sides.append((member, walk.visit(member), walk.findings))
    except Unread:
        return
    for (left, right), sign in zip(pairwise(sides), chain.operators, strict=True):
        # Whoever gives a letter a number may leave its unit out.
        if sign not in UNMEASURED and all(has_letters(side) for side, *_ in (left, right)):
            yield from left[2] + right[2]
            yield from walk.compared(left[:2], right[:2])


def measured_program(program: Program, units: Dimensions) -> Dimension:
    """What an expression over letters of ours measures (``1 / beta``)."""

    def apply(step: Step, taken: list[_Operand]) -> _Operand:
        first = taken[0][0] if taken else PURE
        match step.operation:
            case "const":
                return PURE, step.number
            case "input":
                return units[program.inputs[step.count]], None
            case "mul":
                return functools.reduce(operator.mul, (each for each, _ in taken)), None
            case "div":
                return first / taken[1][0], None
            case "pow" if taken[1][1] is not None:
                return first ** taken[1][1], None
            case "sqrt":
                return first ** Fraction(1, 2), None
            case name:
                return (PURE if name in _PURE else first), None

    return reduced(program.steps, apply).pop()[0]


def has_letters(node: Node) -> bool:
    """Whether a part has letters, so that it is more than a number."""
    return any(isinstance(part, Letter) and part.glyph not in _CONSTANTS for part in walk(node))


class _Walk(Mutable):
    """The units of the letters in scope, and what was found so far."""

    known: dict[str, Dimension]
    places: frozenset[str]
    findings: list[DimensionFinding] = fresh(factory=list)

    def report(
        self, rule: str, where: Node, terms: Terms, *, severity: Severity = "error",
        ratio: Dimension | None = None,
    ) -> Dimension:  # fmt: skip
        """Keep a finding; what is wrong fits anything from here on."""
        self.findings.append(DimensionFinding(rule, severity, where, tuple(terms), ratio))
        return ANY

    def visit(self, node: Node) -> Dimension:
        """What a part measures."""
        match node:
            case Number(value=value, unit=unit):
                if unit not in {"", "%"}:
                    raise Unread
                return PURE if value else ANY
            case Letter(glyph=glyph):
                return self.letter(glyph)
            case Negative(body=body):
                return self.visit(body)
            case Product(factors=factors):
                return functools.reduce(operator.mul, map(self.visit, factors), PURE)
            case Quotient(over=over, under=under):
                return self.visit(over) / self.visit(under)
            case _:
                return self.composed(node)

    def composed(self, node: Node) -> Dimension:
        """What a part measures whose own parts must agree, or be numbers."""
        match node:
            case Sum(terms=terms):
                return self.together(node, terms)
            case Power(base=base, exponent=exponent):
                return self.power(node, base, exponent)
            case Call():
                return self.call(node)
            case Big():
                return self.over_index(node)
            case Cases(values=values, conditions=conditions):
                for left, _, right in conditions:
                    sides = [(side, self.visit(side)) for side in (left, right)]
                    self.findings += self.compared(*sides)
                return self.together(node, values)
        raise Unread

    def letter(self, glyph: str) -> Dimension:
        """A letter with its unit."""
        measured = self.known.get(glyph, _CONSTANTS.get(glyph))
        if measured is None:
            raise Unread
        return measured

    def power(self, node: Node, base: Node, exponent: Node) -> Dimension:
        """Numbers in the exponent scale the unit; letters there need a base that is a number."""
        measured, power = self.visit(base), number_of(exponent)
        if power is not None:
            return measured**power
        self.pure(exponent, node)
        if measured.is_pure:
            return PURE
        return self.report("base_not_a_number", node, [(base, measured)])

    def call(self, node: Call) -> Dimension:
        """A function of ours, or one that the document declares."""
        for key in call_keys(node):
            if key in self.known:
                return self.known[key]
        if node.function == "sizeof":
            return PURE
        if node.function not in FUNCTIONS or not node.arguments:
            raise Unread
        return self.applied(node)

    def applied(self, node: Call) -> Dimension:
        """A known function of its arguments."""
        inside = node.arguments
        match node.function:
            case "max" | "min":
                return self.together(node, inside)
            case "sqrt":
                return self.visit(inside[0]) ** Fraction(1, 2)
            case "abs":
                return self.visit(inside[0])
            case "ceil" | "floor" | "round":
                measured = self.visit(inside[0])
                if not measured.is_pure:
                    terms = [(inside[0], measured)]
                    self.report("rounded_dimension", node, terms, severity="note")
                    # Of days that are begun there are so many.
                    return ANY
                return measured
            case _:
                for argument in inside:
                    self.pure(argument, node)
                return PURE

    def over_index(self, node: Big) -> Dimension:
        """A sum keeps the unit of its body; a product needs one that is a number."""
        if node.low is None or node.high is None or any(
            # x_i in a sum over i is a list of values, and a letter has one.
            isinstance(part, Letter) and node.index in part.glyph.split("_")[1:]
            for part in walk(node.body)
        ):  # fmt: skip
            raise Unread
        for bound in (node.low, node.high):
            self.pure(bound, node)
        before = self.known
        self.known = {**before, node.index: _INDEX}
        body = self.visit(node.body)
        self.known = before
        if node.kind == "sum":
            return body
        if body.is_pure:
            return _INDEX
        return self.report("base_not_a_number", node, [(node.body, body)])

    def compared(
        self, left: tuple[Node, Dimension], right: tuple[Node, Dimension]
    ) -> Iterator[DimensionFinding]:
        """Whether two sides measure the same."""
        (_, first), (_, second) = left, right
        if not first.agrees(second):
            ratio = second / first
            yield DimensionFinding("sides_disagree", "error", left[0], (left, right), ratio)
        elif first.kinds_differ(second, self.places):
            ratio = second / first
            yield DimensionFinding("kinds_disagree", "warning", left[0], (left, right), ratio)

    def together(self, node: Node, terms: Sequence[Node]) -> Dimension:
        """What terms share, and a finding where they share nothing."""
        measured = [(term, self.visit(term)) for term in terms]
        known = [each for _, each in measured if each.hard is not None]
        if not known:
            return ANY
        odd = next((each for each in known if each.hard != known[0].hard), None)
        if odd is not None:
            return self.report("terms_disagree", node, measured, ratio=odd / known[0])
        # A bare number counts nothing and changes nothing (``N - 1``).
        letters = [(term, each) for term, each in measured if has_letters(term)]
        counted = [(term, each) for term, each in letters if each.counts(self.places)]
        if len({each.counts(self.places) for _, each in counted}) > 1:
            self.report("kinds_disagree", node, counted, severity="warning")
        kinds = {each.kinds for _, each in letters}
        return Dimension(known[0].hard, kinds.pop() if len(kinds) == 1 else None if kinds else ())

    def pure(self, node: Node, where: Node) -> None:
        """Something that must be a plain number: an exponent, what a logarithm is taken of."""
        inside = self.visit(node)
        if not inside.is_pure:
            self.report("not_a_number", where, [(node, inside)])


def number_of(node: Node) -> Fraction | None:
    """The value of a part without letters, as far as it is written in sums, products and signs."""
    inside = [number_of(part) for part in children(node)]
    parts = [part for part in inside if part is not None]
    if len(parts) < len(inside):
        return None
    match node:
        case Number(value=value, unit=""):
            return value
        case Negative():
            return -parts[0]
        case Sum():
            return sum(parts, Fraction(0))
        case Product():
            return math.prod(parts, start=Fraction(1))
        case Quotient() if parts[1]:
            return parts[0] / parts[1]
        case _:
            return None
