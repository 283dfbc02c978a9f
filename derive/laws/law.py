"""A law in its views, and the way from one view to another."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from traceback import extract_tb
from types import FunctionType
from typing import Any

import sympy
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from derive.errors import BrokenLaw
from derive.records import Constant, Declared, Symbol


def broken(
    formula: str, function: Callable[[], Any], why: str, error: BaseException | None = None
) -> BrokenLaw:
    """The problem, with the line that raised or else with the one that states the law."""
    if not isinstance(function, FunctionType):
        return BrokenLaw(formula, "", "", why)
    place, line = _raised(function, error) if error else _stated(function)
    return BrokenLaw(formula, str(place), line, why)


def quoted(place: Declared) -> str:
    """The line at a place, without its indentation."""
    return linecache.getline(place.file, place.line).strip()


def _raised(function: FunctionType, error: BaseException) -> tuple[Declared, str]:
    """The deepest line of the author's own file on the way to the error."""
    file = function.__code__.co_filename
    own = [frame for frame in extract_tb(error.__traceback__) if frame.filename == file]
    if not own or own[-1].lineno is None:
        return _stated(function)
    place = Declared(file, own[-1].lineno, function.__module__)
    return place, quoted(place)


def _stated(function: FunctionType) -> tuple[Declared, str]:
    """The last ``return`` of the function, on one line; of a lambda, its first line."""
    first = function.__code__.co_firstlineno
    file = function.__code__.co_filename
    start = Declared(file, first, function.__module__)
    if function.__name__ == "<lambda>":
        return start, quoted(start)
    text = ""
    try:
        text = textwrap.dedent(inspect.getsource(function))
        ends = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Return)]
    except (OSError, SyntaxError):  # no file
        ends = []
    if not ends:
        return start, quoted(start)
    last = max(ends, key=lambda node: node.lineno)
    lines = text.splitlines()[last.lineno - 1 : last.end_lineno]
    return (
        Declared(file, first + last.lineno - 1, function.__module__),
        " ".join(line.strip() for line in lines),
    )


@dataclass(frozen=True, slots=True)
class Law:
    """One law in two views; its typed numbers are symbols in both.

    ``relation`` is the function run with SymPy's rewriting on, ``typed`` the
    same function with rewriting off; ``conditions`` are run with rewriting
    off as well, so that none of them is decided on the way.
    """

    formula_id: str
    relation: Relational
    typed: Relational
    conditions: tuple[Boolean, ...] = ()

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The letters, in the order in which the typed form is read."""
        return tuple(letter for letter in letters(self.typed) if not isinstance(letter, Constant))

    @property
    def constants(self) -> tuple[Constant, ...]:
        """The typed numbers, in the order in which the typed form is read."""
        return tuple(letter for letter in letters(self.typed) if isinstance(letter, Constant))


def condition_letters(law: Law) -> list[str]:
    """Letters that the conditions of a law name: they may be given, and need not be."""
    symbols = {letter for condition in law.conditions for letter in condition.free_symbols}
    return sorted(letter.name for letter in symbols if not isinstance(letter, Constant))


def letters(expression: Any) -> tuple[Symbol, ...]:
    """The free letters of an expression, each once, in reading order."""
    free = expression.free_symbols
    return tuple(dict.fromkeys(letter for letter in _letters(expression) if letter in free))


def _letters(expression: Any) -> Iterator[Symbol]:
    """Every letter as it is met; SymPy's own walk takes those of a Max in any order."""
    if isinstance(expression, Symbol):
        yield expression
    for part in expression.args:
        yield from _letters(part)


def numbers(expression: Any, values: Mapping[str, Fraction] | None = None) -> Any:
    """The expression with every constant replaced by its exact number.

    ``values`` gives the numbers by id. Without it each constant's own note
    does, which is right as long as one registry is loaded: constants of two
    registries that share an id are one symbol to SymPy.
    """
    constants = [symbol for symbol in expression.free_symbols if isinstance(symbol, Constant)]
    exact = {
        constant: constant.note.value if values is None else values[constant.name]
        for constant in constants
    }
    return expression.xreplace(
        {
            constant: sympy.Rational(value.numerator, value.denominator)
            for constant, value in exact.items()
        }
    )


def rebuilt(expression: Any) -> Any:
    """A typed expression built again from its leaves, with rewriting on.

    This, not ``doit``, turns the typed view into the canonical one: ``doit``
    also adds up sums and takes limits.
    """
    with sympy.evaluate(x=True):
        return _built(expression)


def _built(expression: Any) -> Any:
    if not expression.args:
        return expression
    return expression.func(*(_built(part) for part in expression.args))
