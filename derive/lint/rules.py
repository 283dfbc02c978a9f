"""The frame: a rule is a sentence that should be true of every manuscript."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np

from derive.errors import DeriveError
from derive.findings import Finding, Level, Rows, Severity
from derive.frozen import Record

from .project import Project
from .texts.documents import Document, Span

WIDEST = 160


class Sight(Record):
    """One thing that a rule saw.

    ``severity``, ``level`` and ``evidence`` are given only where they differ from
    the rule's, ``quote`` only where it is not the author's line.
    """

    message: str
    line: int = 0
    column: int = 0
    name: str = ""
    rows: Rows = ()
    guess: str = ""
    quote: str = ""
    severity: Severity | None = None
    level: Level = ""
    evidence: str = ""


def sight_at(  # noqa: PLR0913  the fields of a Sight, each by name
    document: Document,
    span: Span,
    message: str,
    *,
    inside: int = 0,
    name: str = "",
    rows: Rows = (),
    guess: str = "",
    severity: Severity | None = None,
    level: Level = "",
    evidence: str = "",
) -> Sight:
    """A sight at a character of a formula."""
    line, column = document.at(span, inside) if inside else (span.line, span.column)
    return Sight(message, line, column, name, rows, guess, "", severity, level, evidence)


Check = Callable[[Project, Document], Iterator[Sight]]


class Placed(Protocol):
    """A letter where a document declares or uses it."""

    @property
    def line(self) -> int:
        """Its line."""

    @property
    def column(self) -> int:
        """Its column."""

    @property
    def latex(self) -> str:
        """How it is printed there."""


def about(
    message: str,
    letter: Placed,
    rows: Rows = (),
    guess: str = "",
    *,
    name: str = "",
    severity: Severity | None = None,
    level: Level = "",
) -> Sight:
    """A sight where a document declares or uses a letter, named by that letter."""
    where = letter.line, letter.column, name or letter.latex
    return Sight(message, *where, rows, guess, severity=severity, level=level)


class LintRule(Record):
    """A generator named as a sentence; it yields what it sees and never raises on purpose."""

    check: Check
    severity: Severity
    level: Level = "likely"
    evidence: str = ""
    # What a document may be like of which this rule is not so sure.
    unless: tuple[Callable[[Document], bool], ...] = ()

    @property
    def name(self) -> str:
        """The sentence, with underscores."""
        return self.check.__name__

    @property
    def page(self) -> str:
        """What it means, why it matters, and an example: its docstring."""
        return inspect.cleandoc(self.check.__doc__ or "")

    def look(self, project: Project, document: Document) -> list[Finding]:
        """Everything that this rule has to say about one document."""
        findings: list[Finding] = []
        level: Level = "likely" if any(holds(document) for holds in self.unless) else self.level
        try:
            # Laws are tried at drawn values, some beyond floats: what is not finite says nothing.
            with np.errstate(all="ignore"):
                for sight in self.check(project, document):
                    findings.append(self._finding(document, sight, level))  # noqa: PERF401  kept if it stops
        except Exception as stop:  # noqa: BLE001  a document must never stop its reader
            words = str(stop) if isinstance(stop, DeriveError) else type(stop).__name__
            message = f"This could not be checked ({words}); nothing is said about it."
            findings.append(
                self._finding(document, Sight(message, line=1, severity="warning"), level)
            )
        return findings

    def _finding(self, document: Document, sight: Sight, level: Level) -> Finding:
        hidden = sight.line > 0 and document.is_hidden(document.starts[sight.line - 1])
        return Finding(
            rule=self.name,
            severity=sight.severity or self.severity,
            file=document.path,
            line=sight.line,
            column=sight.column,
            name=sight.name,
            message=sight.message,
            quote=sight.quote or quoted(document.line_at(sight.line), sight.column),
            rows=tuple(tuple(row) for row in sight.rows),
            guess=sight.guess,
            commented=hidden,
            level=sight.level or level,
            evidence=sight.evidence or self.evidence,
        )


def quoted(line: str, column: int) -> str:
    """The author's line; of a long one, what stands around the place."""
    if len(line) <= WIDEST:
        return line.strip()
    start = max(0, min(column - WIDEST // 3, len(line) - WIDEST))
    shown = line[start : start + WIDEST]
    if start:
        shown = "… " + shown.partition(" ")[2]
    if start + WIDEST < len(line):
        shown = shown.rpartition(" ")[0] + " …"
    return shown.strip()
