"""``derive lint`` and ``derive notation``: manuscripts and their letters."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from importlib.metadata import version

from ..errors import NoSuchDocument, UnreadableCommand
from ..findings import Finding, counted, failed
from ..lint import Project, read_document
from ..lint import baseline as baselines
from ..lint.drafting import draft
from ..lint.files import lint_files
from ..lint.notation_files import notation_named
from ..lint.sarif import sarif
from ..quoting import visible
from ..records import Notation
from ..registry import Registry, load
from . import ANSWERED, NOTHING_FOUND
from .outputs import plain, put, room_for


def lint(options: argparse.Namespace) -> int:
    """``derive lint FILE...``: all findings; status 1 if any is an error that readers see."""
    if options.write_baseline and not options.baseline:
        raise UnreadableCommand("--write-baseline needs --baseline FILE, where to write it")
    baseline = room_for(options.baseline) if options.write_baseline else None
    log = room_for(options.sarif) if options.sarif else None
    registry = load(options.package)
    findings = lint_files(
        options.files,
        registry,
        notation=_notation(options.notation, registry),
        unmapped=options.notation == "none",
        whole=options.project,
        rules=options.rule or None,
        jobs=options.jobs,
    )
    if baseline is not None:
        put(baseline, visible(baselines.written(findings)).encode(), options.baseline)
        print(f"{len(findings)} findings are kept in {plain(options.baseline)}")
        return ANSWERED
    if options.baseline:
        findings = baselines.without(findings, baselines.read(options.baseline))
    if log is not None:
        data = json.dumps(sarif(findings, version("training-formulary")), ensure_ascii=False)
        put(log, f"{visible(data)}\n".encode(), options.sarif)
    if options.json:
        told = {"schema": 1, "findings": [one.to_dict() for one in findings]}
        print(visible(json.dumps(told, indent=2, ensure_ascii=False)))
    else:
        print(_told(findings, information=options.info))
    return _status(findings, strict=options.strict)


def _notation(name: str, registry: Registry) -> Notation | None:
    return notation_named(name, registry) if name not in {"", "none"} else None


def _told(findings: Sequence[Finding], *, information: bool) -> str:
    """The findings as text; information only where it is asked for, but always counted."""
    shown = [one for one in findings if information or one.severity != "info"]
    lines = [*(str(one) for one in shown), counted(findings)]
    silent = len(findings) - len(shown)
    unread = [
        f"{one.file}: {one.message}" for one in findings if one.message.startswith("Inconclusive")
    ]
    if silent:
        lines.append(f"({silent} info not shown; --info shows them)")
    return visible("\n\n".join([*lines, *dict.fromkeys(unread)]))


def _status(findings: Sequence[Finding], *, strict: bool) -> int:
    if strict and any(one.severity != "info" and not one.commented for one in findings):
        return NOTHING_FOUND
    return NOTHING_FOUND if failed(findings) else ANSWERED


def notation(options: argparse.Namespace) -> int:
    """``derive notation draft FILE``: a first notation file, on standard output or in a file."""
    file = room_for(options.output) if options.output else None
    registry = load(options.package)
    try:
        document = read_document(options.file)
    except OSError as problem:
        raise NoSuchDocument(options.file, problem.strerror or "it cannot be read") from None
    text = draft(Project([document], registry, notations={document.path: None}), document)
    if file is not None:
        put(file, text.encode(), options.output)
        undecided = text.count("# ?\n")
        print(f"{plain(options.output)}: {text.count('Row(')} rows, {undecided} to decide")
    else:
        print(text, end="")
    return ANSWERED
