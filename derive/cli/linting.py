"""``derive lint`` and ``derive notation``: manuscripts and their letters."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UnreadableCommand
from ..findings import Finding, at_level, counted, failed
from ..lint import baseline as baselines
from ..lint.reading import manuscripts
from ..lint.result_cache import kept_or_new
from ..quoting import visible
from . import ANSWERED, NOTHING_FOUND
from .outputs import plain, put, room_for

if TYPE_CHECKING:
    from ..registry import Registry


def lint(options: argparse.Namespace) -> int:
    """``derive lint FILE...``: all findings; status 1 if any is an error that readers see."""
    if options.write_baseline and not options.baseline:
        raise UnreadableCommand("--write-baseline needs --baseline FILE, where to write it")
    baseline = room_for(options.baseline) if options.write_baseline else None
    log = room_for(options.sarif) if options.sarif else None
    files = list(manuscripts(options.files))
    asked = (options.notation, options.project, tuple(options.rule or ()))
    everything = kept_or_new(options.package, files, asked, lambda: _everything(options))
    findings = at_level(everything, options.level)
    folder = Path(options.baseline).absolute().parent
    outdated: list[baselines.Kept] = []
    if baseline is not None:
        put(baseline, visible(baselines.written(findings, folder)).encode(), options.baseline)
        print(f"{len(findings)} findings are kept in {plain(options.baseline)}")
        return ANSWERED
    if options.baseline:
        known = [one for one in baselines.read(options.baseline)
                 if not options.rule or one.rule in options.rule]  # fmt: skip
        findings = baselines.without(findings, known, folder)
        outdated = baselines.stale(known, everything, map(str, files), folder)
    if log is not None:
        from importlib.metadata import version

        from ..lint.sarif import sarif

        data = json.dumps(sarif(findings, version("training-formulary")), ensure_ascii=False)
        put(log, f"{visible(data)}\n".encode(), options.sarif)
    if options.json:
        told = {"schema": 1, "findings": [one.to_dict() for one in findings]}
        print(visible(json.dumps(told, indent=2, ensure_ascii=False)))
    else:
        print(_told(findings, information=options.info))
        if outdated:
            print(visible(_outdated(outdated, options.baseline)))
    return _status(findings, strict=options.strict)


def _everything(options: argparse.Namespace) -> list[Finding]:
    """All findings, computed; SymPy and the knowledge are imported where a formula needs them."""
    from ..entries.files import package_folder
    from ..entries.opening import StoredRows
    from ..lint.project import Shelved
    from ..lint.running import lint_files

    def registry() -> Registry:
        from ..registry import load

        return load(options.package)

    rows, name = StoredRows(options.package, package_folder(options.package)), options.notation
    notation = None
    if name not in {"", "none"}:
        from ..lint.notation_files import notation_named

        notation = notation_named(name, registry())
    return lint_files(
        options.files,
        Shelved(rows, registry),
        notation=notation,
        unmapped=name == "none",
        whole=options.project,
        rules=options.rule or None,
        jobs=options.jobs,
        level="all",
    )


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


def _outdated(some: Sequence[baselines.Kept], name: str) -> str:
    """What the baseline still holds although it no longer applies."""
    entries = "1 entry" if len(some) == 1 else f"{len(some)} entries"
    lines = [f"\n{entries} of {plain(name)} no longer apply; --write-baseline drops them:"]
    return "\n".join([*lines, *(f"  {one}" for one in some)])


def _status(findings: Sequence[Finding], *, strict: bool) -> int:
    if strict and any(one.severity != "info" and not one.commented for one in findings):
        return NOTHING_FOUND
    return NOTHING_FOUND if failed(findings) else ANSWERED


def notation(options: argparse.Namespace) -> int:
    """``derive notation draft FILE``: a first notation file, on standard output or in a file."""
    from ..lint import Project
    from ..lint.drafting import draft
    from ..lint.reading import read_manuscript
    from ..registry import load

    file = room_for(options.output) if options.output else None
    registry = load(options.package)
    document = read_manuscript(options.file)
    text = visible(draft(Project([document], registry, notations={document.path: None}), document))
    if file is not None:
        put(file, text.encode(), options.output)
        undecided, guessed = text.count("# ?\n"), text.count("# guessed\n")
        print(
            f"{plain(options.output)}: {text.count('Row(')} rows, {undecided} to decide, "
            f"{guessed} guessed"
        )
    else:
        print(text, end="")
    return ANSWERED
