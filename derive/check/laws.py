"""Rules about laws as such: they can be built, mean what their lines say, and hold no floats."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import sympy

from derive.algebra.equal import Verdict, equal, sorted_point
from derive.laws import numbers, rebuilt
from derive.records import Derivation, Formula
from derive.registry import Registry
from derive.written import Node, as_settled, as_typed, text

from .code import Quote, function_of, law_line, quoted
from .rules import Seen, building_trouble, domains_of, law_or_none


def laws_can_be_built(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """Laws can be built.

    What: the function of a formula runs and returns one relation, `Eq`, `Le`,
    `Ge`, `Lt` or `Gt`, that its letters' own domains do not already decide;
    `holds_when` returns a list of conditions.

    Why: whatever is wrong here hides the formula from every other rule.

    Example: `return Ge(N, 1)` for an integer `N` that is at least 1: it is
    always true, so it says nothing.
    """
    trouble = building_trouble(registry, formula)
    if trouble is None or isinstance(trouble.__cause__, NameError):
        return
    yield Seen(trouble.why, law_line(formula.declared, formula.id))


def typed_equals_canonical(registry: Registry, formula: Formula) -> Iterator[Seen]:
    """The typed form equals the canonical form.

    What: what the page shows, which is the law run with rewriting off, is equal
    to what the algebra computes with, on both sides.

    Why: some functions lose something when rewriting is off; `log(N, 2)` drops
    its base. The page would show one law and the answers follow another.

    Example: a law that asks SymPy `x.is_positive and a or b` while it is built:
    it takes another branch when rewriting is off.
    """
    law = law_or_none(registry, formula)
    if law is None or rebuilt(law.typed) == law.relation:
        return
    typed, relation = numbers(law.typed), numbers(law.relation)
    if type(typed) is not type(relation):
        yield _differs(formula, written(law.typed), written(law.relation))
        return
    # Side by side: an equation times two would be equivalent, and yet not what was typed.
    for left, right in ((typed.lhs, relation.lhs), (typed.rhs, relation.rhs)):
        verdict = equal(rebuilt(left), right, domains_of(registry))
        if not verdict:
            yield _differs(formula, written(left), written(right), verdict)


def _differs(formula: Formula, shown: str, used: str, verdict: Verdict | None = None) -> Seen:
    return Seen(
        "What the page would show is not what the answers follow.",
        law_line(formula.declared, formula.id),
        [("shown", shown), ("used", used), *where(verdict)],
        "Write the law with plain operations, so that it reads the same either way.",
    )


def where(verdict: Verdict | None) -> list[tuple[str, ...]]:
    """The point at which two sides differ, and their values there, as rows."""
    if verdict is None or verdict.equal is not False:
        return []
    (point,) = verdict.points
    return [("at", ", ".join(f"{letter} = {at}" for letter, at in sorted_point(point)))]


def written(expression: Any) -> str:
    """An expression on one line, as typed; ``str`` where it has no written form."""
    return _line(as_typed, expression)


def arranged(expression: Any) -> str:
    """A computed expression on one line, its terms in a settled order."""
    return _line(as_settled, expression)


def _line(read: Callable[[Any], Node], expression: Any) -> str:
    try:
        return text(read(expression))
    except Exception:  # noqa: BLE001  a message must not fail on what it complains about
        return str(expression)


OPERATIONS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
MOST_POWER = 64


def no_floats_in_laws(registry: Registry, record: Formula | Derivation) -> Iterator[Seen]:
    """No floats in laws.

    What: a law, its conditions and its derivations contain no number with a
    decimal point, and none that Python has turned into one.

    Why: 0.1 is not one tenth to a computer. Everything after a float is
    approximate, so nothing about the law can be proved any more.

    Example: `Eq(t, n / beta * 0.5)`; write `Rational(1, 2)`, or declare a
    constant that says what the half is.
    """
    is_told = False
    for node in _nodes(record):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            is_told = True
            yield _float(record, node)
    # What plain numbers make is told by the rule on bare arithmetic.
    is_told = is_told or any(True for _ in _outermost(record))
    law = law_or_none(registry, record) if isinstance(record, Formula) and not is_told else None
    for number in sorted(law.relation.atoms(sympy.Float), key=str) if law else ():
        yield Seen(
            f"The law contains the float {float(number)}, which Python computed before it.",
            law_line(record.declared, record.id),
            guess="Write the number as Rational(p, q), or declare a constant with a meaning.",
        )


def _float(record: Formula | Derivation, node: ast.Constant) -> Seen:
    number = str(node.value)
    return Seen(
        f"{number} is a float: only approximately the number that it shows.",
        _statement(record, node),
        guess=f"Write {rational(Fraction(number))}, or declare a constant that says what "
        f"{number} means.",
    )


def no_bare_arithmetic_in_laws(_: Registry, record: Formula | Derivation) -> Iterator[Seen]:
    """No bare arithmetic in laws.

    What: a law, its conditions and its derivations do not compute with two
    plain numbers.

    Why: Python computes `8/3` and `2 + 2 + 12` before the law is built. The
    page then shows 2.666 or 16, not what the author meant to say.

    Example: `Eq(M_state, (2 + 2 + 12) * Psi / N_dp)`; write
    `(b_param + b_grad + b_opt) * Psi / N_dp` with declared constants, and
    `Rational(8, 3)` for `8/3`.
    """
    for node in _outermost(record):
        value = number_of(node)
        written = ast.unparse(node)
        if value is not None and isinstance(node.op, ast.Div):
            advice = f"Write {rational(value)}."
        else:
            advice = (
                f"Write letters with a meaning for the parts of {written}, or the number itself."
            )
        yield Seen(
            f"Python computes {written} before the law is built.",
            _statement(record, node),
            () if value is None else [("typed", written), ("seen by the law", rational(value))],
            advice,
        )


def _outermost(record: Formula | Derivation) -> Iterator[ast.BinOp]:
    """Sums, products and powers of plain numbers that are not part of larger ones."""
    # ast.walk goes from the outside in, so that an outer operation is met before its parts.
    inner: set[ast.AST] = set()
    for node in _nodes(record):
        if isinstance(node, ast.BinOp) and node not in inner and is_number(node):
            inner.update(ast.walk(node))
            yield node


def is_number(node: ast.AST) -> bool:
    """Whether a syntax tree holds nothing but plain numbers and operations."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, int | float) and not isinstance(node.value, bool)
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    if isinstance(node, ast.BinOp) and isinstance(node.op, OPERATIONS):
        return is_number(node.left) and is_number(node.right)
    return False


def number_of(node: ast.AST) -> Fraction | None:
    """The exact value of plain numbers and operations; ``None`` where there is none."""
    if isinstance(node, ast.Constant):
        return Fraction(str(node.value))
    if isinstance(node, ast.UnaryOp):
        inner = number_of(node.operand)
        return None if inner is None else -inner if isinstance(node.op, ast.USub) else inner
    if not isinstance(node, ast.BinOp):
        return None
    left, right = number_of(node.left), number_of(node.right)
    if left is None or right is None:
        return None
    return _computed(node.op, left, right)


def _computed(operation: ast.operator, left: Fraction, right: Fraction) -> Fraction | None:
    # A huge power would take all memory: it has no value here, and Python is left to it.
    if isinstance(operation, ast.Pow):
        small = right.denominator == 1 and abs(right) <= MOST_POWER and (left or right > 0)
        return Fraction(left ** int(right)) if small else None
    if isinstance(operation, ast.Add | ast.Sub | ast.Mult):
        signs = {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right}
        return signs[type(operation)]
    return left / right if isinstance(operation, ast.Div) and right else None


def rational(number: Fraction) -> str:
    """A number as a law may contain it."""
    if number.denominator == 1:
        return str(number.numerator)
    return f"Rational({number.numerator}, {number.denominator})"


def _nodes(record: Formula | Derivation) -> Iterator[ast.AST]:
    """The syntax of a law, its conditions and the function that it approximates; or of steps."""
    function = function_of(record.declared, record.id)
    if function is None:
        return
    for part in function.body:
        yield from ast.walk(part)
    for decorator in function.decorator_list:
        for keyword in getattr(decorator, "keywords", ()):
            if keyword.arg == "holds_when":
                yield from ast.walk(keyword.value)


def _statement(record: Formula | Derivation, node: ast.expr) -> Quote:
    """The statement or keyword around a piece of syntax, with the line of the piece."""
    function = function_of(record.declared, record.id)
    decorators = function.decorator_list if function else ()
    keywords = [keyword for part in decorators for keyword in getattr(part, "keywords", ())]
    for around in (*(function.body if function else ()), *keywords):
        if any(inner is node for inner in ast.walk(around)):
            return Quote(quoted(record.declared.file, around).text, node.lineno)
    return Quote("", node.lineno)
