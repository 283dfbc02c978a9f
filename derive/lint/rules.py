"""The frame: a rule is a sentence that should be true of every manuscript."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from derive.errors import DeriveError
from derive.findings import Finding, Severity

from .documents import Document
from .formulas import FORMULA_RULES
from .project import Project
from .sights import Sight

Check = Callable[[Project, Document], Iterator[Sight]]


@dataclass(frozen=True, slots=True)
class LintRule:
    """A generator named as a sentence; it yields what it sees and never raises on purpose."""

    check: Check
    severity: Severity

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
        found: list[Finding] = []
        try:
            for sight in self.check(project, document):
                found.append(self._finding(document, sight))  # noqa: PERF401  kept if it stops
        except Exception as stop:  # noqa: BLE001  a document must never stop its reader
            words = str(stop) if isinstance(stop, DeriveError) else type(stop).__name__
            told = f"This could not be checked ({words}); nothing is said about it."
            found.append(self._finding(document, Sight(told, line=1, severity="warning")))
        return found

    def _finding(self, document: Document, sight: Sight) -> Finding:
        hidden = sight.line > 0 and document.is_hidden(document.starts[sight.line - 1])
        return Finding(
            rule=self.name,
            severity=sight.severity or self.severity,
            file=document.path,
            line=sight.line,
            column=sight.column,
            name=sight.name,
            message=sight.message,
            quote=sight.quote or document.line_at(sight.line).strip(),
            rows=tuple(tuple(row) for row in sight.rows),
            guess=sight.guess,
            commented=hidden,
        )


def rules(*checks: Check, severity: Severity = "error") -> tuple[LintRule, ...]:
    """Rules that share a severity."""
    return tuple(LintRule(check, severity) for check in checks)


RULES: tuple[LintRule, ...] = (*(LintRule(check, severity) for check, severity in FORMULA_RULES),)
