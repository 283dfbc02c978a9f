"""What a rule about a registry yields; the frame makes findings of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from derive.findings import (
    SEVERITIES,
    Finding,
    Rows,
    Severity,
    aligned,
    counted,
    failed,
    indented,
    ordered,
    report,
)

__all__ = [
    "SEVERITIES",
    "Finding",
    "Rows",
    "Seen",
    "Severity",
    "aligned",
    "counted",
    "failed",
    "indented",
    "ordered",
    "report",
]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a rule yields: the facts, without what the frame knows anyway.

    ``line``, ``file`` and ``name`` are given only where they differ from those
    of the record; ``severity`` only where it differs from the rule's.
    """

    message: str
    quote: str = ""
    rows: Rows = field(default=())
    guess: str = ""
    line: int = 0
    file: str = ""
    name: str = ""
    severity: Severity | None = None
