"""The frame: a rule is a sentence that should be true of every record of one kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from derive.errors import DeriveError
from derive.findings import Finding, Rows, Severity
from derive.registry import Registry

from .code import NO_QUOTE, Quote, allowed
from .records import Kind, Subject, relative


@dataclass(frozen=True, slots=True)
class Seen:
    """What a rule yields: the facts, without what the frame knows anyway.

    The line is that of the quote, else the record's. ``file`` and ``name`` are given only
    where they differ from those of the record; ``severity`` only where it differs from the rule's.
    """

    message: str
    quote: Quote = NO_QUOTE
    rows: Rows = ()
    guess: str = ""
    file: str = ""
    name: str = ""
    severity: Severity | None = None


Check = Callable[[Registry, Any], Iterator[Seen]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A generator named as a sentence; it yields what it sees and never raises on purpose."""

    check: Check
    kind: Kind
    severity: Severity

    @property
    def name(self) -> str:
        """The sentence, with underscores."""
        return self.check.__name__

    @property
    def page(self) -> str:
        """What it means, why it matters, and an example: its docstring."""
        return inspect.cleandoc(self.check.__doc__ or "")

    def look(self, registry: Registry, subject: Subject) -> list[Finding]:
        """Everything that this rule has to say about one record."""
        findings: list[Finding] = []
        try:
            for seen in self.check(registry, subject.record):
                findings.append(self._finding(registry, subject, seen))  # noqa: PERF401  kept if it stops
        except Exception as stop:  # noqa: BLE001  a broken record is a finding, not a crash
            stopped = Seen(f"This could not be checked: {plain(stop)}.", severity="error")
            findings.append(self._finding(registry, subject, stopped))
        return _disclosed(findings, subject) if findings else findings

    def _finding(self, registry: Registry, subject: Subject, seen: Seen) -> Finding:
        return Finding(
            rule=self.name,
            severity=seen.severity or self.severity,
            file=relative(registry, seen.file or subject.declared.file),
            line=seen.quote.line or subject.declared.line,
            name=seen.name or subject.name,
            message=seen.message,
            # The first line of a longer call says nothing by itself.
            quote="" if seen.quote.text.endswith("(") else seen.quote.text,
            rows=tuple(tuple(row) for row in seen.rows),
            guess=seen.guess,
        )


def _disclosed(findings: list[Finding], subject: Subject) -> list[Finding]:
    """The findings, or, where the author allows them with a reason, that as information."""
    reason = allowed(subject.declared, findings[0].rule, subject.name)
    if not reason:
        return findings
    return [
        finding.replaced(severity="info", quote="", rows=(), guess=f"Allowed: {reason}")
        for finding in findings
    ]


def rules(kind: Kind, *checks: Check, severity: Severity = "error") -> tuple[Rule, ...]:
    """Rules for one kind of record."""
    return tuple(Rule(check, kind, severity) for check in checks)


def plain(stop: BaseException) -> str:
    """What stopped a rule, in one line."""
    text = " ".join(str(stop).split()).rstrip(".")
    if isinstance(stop, DeriveError) and text:
        return text
    if isinstance(stop, RecursionError):
        return "its expression is nested too deeply"
    return f"{text[:200]} ({type(stop).__name__})" if text else type(stop).__name__
