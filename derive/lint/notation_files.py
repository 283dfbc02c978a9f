"""Notation files: Python that is read as data and never run.

A file holds one ``Notation(...)``, written as in ``formulas/notations``:
strings, numbers, tuples, one dictionary, calls of the record classes, and
arithmetic over symbols of the registry (``1 / beta``). Everything else is
refused with its line.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from derive.errors import UnknownName, UnreadableNotation
from derive.names import guesses
from derive.records import Notation, Reuse, Row, Scope, Source

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary
    from derive.registry import Registry

LARGEST = 2_000_000
_RECORDS: Mapping[str, Callable[..., Any]] = {
    "Notation": Notation,
    "Scope": Scope,
    "Row": Row,
    "Reuse": Reuse,
    "Source": Source,
}
_OPERATIONS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
MOST_POWER = 9


def notation_named(name: str, registry: Registry | Vocabulary) -> Notation:
    """The registered notation of this name, or the one in this file.

    Raises ``UnknownName`` with a guess, and ``UnreadableNotation``.
    """
    if name in registry.notations:
        return registry.notations[name]
    path = Path(name)
    if path.suffix == ".py" or path.is_file():
        return read_notation(path, registry)
    raise UnknownName("notation", name, guesses(name, registry.notations))


def read_notation(path: Path, registry: Registry | Vocabulary, text: str | None = None) -> Notation:
    """The notation in a file; raises ``UnreadableNotation``."""
    if text is None:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as problem:
            raise UnreadableNotation(str(path), 0, _why(problem)) from None
    if len(text) > LARGEST:
        raise UnreadableNotation(str(path), 0, f"it is longer than {LARGEST} characters")
    try:
        tree = ast.parse(text)
    except SyntaxError as problem:
        raise UnreadableNotation(str(path), problem.lineno or 0, problem.msg) from None
    except (ValueError, RecursionError, MemoryError):
        raise UnreadableNotation(str(path), 0, "it is no Python text") from None
    reader = _Reader(str(path), registry)
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign | ast.Expr | ast.AnnAssign) else None
        if isinstance(value, ast.Call) and _name(value.func) == "Notation":
            notation = reader.value(value)
            assert isinstance(notation, Notation)
            return notation
    raise UnreadableNotation(str(path), 0, "no Notation(...) is in it")


def _why(problem: Exception) -> str:
    return getattr(problem, "strerror", None) or "it is no UTF-8 text"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


class _Reader:
    """Turns a syntax tree into records, by a fixed list of shapes."""

    def __init__(self, path: str, registry: Registry | Vocabulary) -> None:
        self.path, self.registry, self.depth = path, registry, 0

    def value(self, node: ast.expr) -> Any:
        """What an expression says; raises ``UnreadableNotation``."""
        self.depth += 1
        if self.depth > 60:
            raise self.refused(node, "it is nested too deep")
        try:
            return self._value(node)
        finally:
            self.depth -= 1

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=str() | int() as value):
                return value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                return tuple(self.value(part) for part in parts)
            case ast.Dict(keys=keys, values=values):
                return {
                    self.value(key): self.value(part)
                    for key, part in zip(keys, values, strict=True)
                    if key is not None
                }
            case ast.Name(id=name):
                return self._letter(node, name)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
                return self._computed(node, op, self.value(left), self.value(right))
            case ast.Call():
                return self._record(node)
            case _:
                raise self.refused(node, "only records, texts, numbers and symbols are read here")

    def _letter(self, node: ast.expr, name: str) -> Any:
        if name in self.registry.letters:
            return self.registry.letters[name]
        close = guesses(name, self.registry.letters)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise self.refused(node, f"there is no symbol {name}{hint}")

    def _computed(self, node: ast.expr, op: ast.operator, value: Any, other: Any) -> Any:
        if isinstance(value, str | tuple | dict) or isinstance(other, str | tuple | dict):
            raise self.refused(node, "only symbols and numbers are computed with")
        numbers = isinstance(value, int) and isinstance(other, int)
        if numbers or (isinstance(op, ast.Pow) and isinstance(other, int) and
                       abs(other) > MOST_POWER):  # fmt: skip
            raise self.refused(node, "write the value itself")
        return _OPERATIONS[type(op)](value, other)

    def _record(self, node: ast.Call) -> Any:
        name = _name(node.func)
        if name not in _RECORDS or any(word.arg is None for word in node.keywords):
            raise self.refused(node, f"{name or 'this'} is no record of a notation")
        given = [self.value(part) for part in node.args]
        named = {
            str(word.arg): (self._source if word.arg == "source" else self.value)(word.value)
            for word in node.keywords
        }
        try:
            return _RECORDS[name](*given, **named)
        except TypeError as problem:
            raise self.refused(node, str(problem).replace("__init__() ", "")) from None

    def _source(self, node: ast.expr) -> Any:
        """A source that is written out, or one of the registry by the name of its constant."""
        if isinstance(node, ast.Name):
            known = node.id.casefold().replace("_", "-")
            return self.registry.sources.get(known) or Source(known, node.id)
        return self.value(node)

    def refused(self, node: ast.AST, why: str) -> UnreadableNotation:
        """The exception that names the line."""
        return UnreadableNotation(self.path, getattr(node, "lineno", 0), why)
