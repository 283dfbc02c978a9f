"""The author's own lines: knowledge files read as text and as syntax trees, never run."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from derive.records import Declared

MOST_LINES = 12
ALLOW = re.compile(r"#\s*allow\s+(?P<rule>\w+)\s*:\s*(?P<reason>\S.*)")


@dataclass(frozen=True, slots=True)
class Quote:
    """Some lines of a knowledge file, moved to the left margin."""

    text: str
    line: int


NO_QUOTE = Quote("", 0)
NO_TREE = ast.Module([], [])


class Page(NamedTuple):
    """A knowledge file: its text, and its tree, which is empty where it is no valid Python."""

    text: str
    tree: ast.Module

    @property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return self.text.splitlines()


def page(file: str) -> Page:
    """A file as it stands now; an unreadable one is empty."""
    try:
        # A server that reloads reads the same file again after an edit: time and size tell.
        facts = Path(file).stat()
        return _page(file, facts.st_mtime_ns, facts.st_size)
    except (OSError, ValueError):
        return Page("", NO_TREE)


@lru_cache(maxsize=512)
def _page(file: str, changed: int, size: int) -> Page:  # noqa: ARG001  a changed file is another key
    text = Path(file).read_text(encoding="utf-8")
    try:
        return Page(text, ast.parse(text))
    except (SyntaxError, ValueError):
        return Page(text, NO_TREE)


def function_of(declared: Declared, name: str) -> ast.FunctionDef | None:
    """The function that a formula or a derivation was made of."""
    for node in ast.walk(page(declared.file).tree):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            # A record is declared at its first decorator, where Python says that the call is.
            starts = (node.lineno, *(decorator.lineno for decorator in node.decorator_list))
            if min(starts) <= declared.line <= node.lineno:
                return node
    return None


def law_line(declared: Declared, name: str) -> Quote:
    """The statement that returns the law: what a reader of the file calls the formula."""
    function = function_of(declared, name)
    if function is None:
        return Quote("", declared.line)
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    return quoted(declared.file, returns[-1] if returns else function.body[-1])


def keyword_line(declared: Declared, keyword: str, name: str = "") -> Quote:
    """A keyword argument of a declaration or decorator, such as ``typical="1..8"``.

    Without such an argument, the first line of the declaration.
    """
    for call in _calls(declared, name):
        for argument in call.keywords:
            if argument.arg == keyword:
                return quoted(declared.file, argument)
    return first_line(declared)


def _calls(declared: Declared, name: str) -> Iterator[ast.Call]:
    """The calls that may be the declaration: decorators of a function, or calls on its line."""
    function = function_of(declared, name) if name else None
    if function is not None:
        yield from (call for call in function.decorator_list if isinstance(call, ast.Call))
        return
    for node in ast.walk(page(declared.file).tree):
        if isinstance(node, ast.Call) and node.lineno == declared.line:
            yield node


def first_line(declared: Declared) -> Quote:
    """The line at which a record was declared."""
    lines = page(declared.file).lines
    inside = 0 < declared.line <= len(lines)
    return Quote(lines[declared.line - 1].strip() if inside else "", declared.line)


def declaration(declared: Declared) -> Quote:
    """The whole call that declares a record, such as ``Case(...)``; cut when long."""
    starting = list(_calls(declared, ""))
    if not starting:
        return first_line(declared)
    return quoted(declared.file, max(starting, key=lambda node: node.end_lineno or 0))


def allowed(declared: Declared, rule: str, name: str = "") -> str:
    """The reason of a comment ``# allow RULE: reason`` at a declaration; empty if there is none.

    The comment stands on the line above the declaration or inside it.
    """
    if declared.line <= 0:
        return ""
    ends = [call.end_lineno or 0 for call in _calls(declared, "")]
    function = function_of(declared, name) if name else None
    if function is not None:
        ends.append(function.end_lineno or 0)
    first, last = max(declared.line - 2, 0), max([declared.line, *ends])
    for line in page(declared.file).lines[first:last]:
        comment = ALLOW.search(line)
        if comment and comment["rule"] == rule:
            return comment["reason"].strip()
    return ""


def line_with(declared: Declared, text: str, name: str = "") -> Quote:
    """The first line from a declaration on that contains ``text``, such as a name in prose."""
    lines = page(declared.file).lines
    function = function_of(declared, name) if name else None
    last = function.end_lineno if function is not None else declared.line + 40
    for number in range(max(declared.line, 1), min(last or 0, len(lines)) + 1):
        if text in lines[number - 1]:
            return Quote(lines[number - 1].strip(), number)
    return first_line(declared)


def quoted(file: str, node: ast.AST) -> Quote:
    """A node as its author wrote it, moved to the left margin; long ones are cut."""
    segment = ast.get_source_segment(page(file).text, node, padded=True) or ""
    kept = textwrap.dedent(segment).rstrip().split("\n")
    if len(kept) > MOST_LINES:
        kept = [*kept[:MOST_LINES], "..."]
    return Quote("\n".join(kept), getattr(node, "lineno", 0))
