"""``derive check``, ``lint`` and ``notation``: knowledge, manuscripts, and their letters.

What compiles the knowledge is imported where it is needed: a manuscript that
has not changed is answered from the cache, without SymPy.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any

from ..errors import UnreadableCommand
from ..findings import Finding, at_level, counted, failed, report
from ..lint import baseline as baselines
from ..lint.result_cache import kept_or_new
from ..lint.texts.reading import manuscripts
from ..locate import knowledge
from ..names import visible
from ..workers import Bar
from . import ANSWERED, NOTHING_FOUND
from .outputs import plain, put, room_for

if TYPE_CHECKING:
    from ..registry import Registry


def check(options: argparse.Namespace) -> int:
    """``derive check [PACKAGE]``: all findings; status 1 if any is an error."""
    from .. import check as rules

    if options.stats:
        return _stats(options)
    if options.solve:
        return _solve(options)
    findings = rules.check_package(options.package)
    if options.json:
        data = {"schema": 1, "findings": [finding.to_dict() for finding in findings]}
        print(json.dumps(data, indent=2))
    else:
        print(rules.report(findings))
    return NOTHING_FOUND if any(finding.severity == "error" for finding in findings) else ANSWERED


def _stats(options: argparse.Namespace) -> int:
    """``--stats``: the figures; with ``--solve`` those of the trials as well."""
    from .. import check as rules
    from ..registry import load

    figures = rules.stats(load(options.package), solve=options.solve, **_trial_options(options))
    print(_json(figures) if options.json else rules.stats_text(figures))
    return ANSWERED


def _solve(options: argparse.Namespace) -> int:
    """``--solve``: the solve matrix; status 1 if a pair has no answer or a wrong one."""
    from .. import check as rules
    from ..registry import load

    matrix = rules.solve_matrix(load(options.package), solve=True, **_trial_options(options))
    print(_json(matrix.to_dict()) if options.json else rules.matrix_text(matrix))
    return NOTHING_FOUND if matrix.unanswered or matrix.ended("failed") else ANSWERED


def _trial_options(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "seed": options.seed,
        "workers": options.workers,
        "progress": Bar("solving pair"),
    }


def _json(figures: dict[str, Any]) -> str:
    return json.dumps({"schema": 1, **figures}, indent=2, ensure_ascii=False)


def trouble_of_package(package: str | None, problem: Exception) -> str | None:
    """The finding for an exception that a package's own lines raised; None for any other."""
    from ..check.running import unloadable

    folder = knowledge() if package is None else Path(package).resolve()
    frames = [frame.f_code.co_filename for frame, _ in walk_tb(problem.__traceback__)]
    syntax = isinstance(problem, SyntaxError) and problem.filename
    files = [*frames, *([str(syntax)] if syntax else [])]
    if not any(folder in Path(file).resolve().parents for file in files):
        return None
    return report([unloadable(package, problem)])


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
        known = [kept for kept in baselines.read(options.baseline)
                 if not options.rule or kept.rule in options.rule]  # fmt: skip
        findings = baselines.without(findings, known, folder)
        outdated = baselines.stale(known, everything, map(str, files), folder)
    if log is not None:
        from importlib.metadata import version

        from ..lint.sarif import sarif

        text = json.dumps(sarif(findings, version("training-formulary")), ensure_ascii=False)
        put(log, f"{visible(text)}\n".encode(), options.sarif)
    if options.json:
        data = {"schema": 1, "findings": [finding.to_dict() for finding in findings]}
        print(visible(json.dumps(data, indent=2, ensure_ascii=False)))
    else:
        print(_told(findings, information=options.info))
        if outdated:
            print(visible(_outdated(outdated, options.baseline)))
    return _status(findings, strict=options.strict)


def _everything(options: argparse.Namespace) -> list[Finding]:
    """All findings, computed; SymPy and the knowledge are imported where a proof needs them."""
    from ..entries.files import package_folder
    from ..entries.opening import StoredRows
    from ..entries.vocabulary import Vocabulary
    from ..lint.running import lint_files

    def registry() -> Registry:
        from ..registry import load

        return load(options.package)

    rows = StoredRows(options.package, package_folder(options.package))
    known, name = Vocabulary(rows, registry), options.notation
    notation = None
    if name not in {"", "none"}:
        from ..lint.notation_files import notation_named

        notation = notation_named(name, known)
    return lint_files(
        options.files,
        known,
        notation=notation,
        unmapped=name == "none",
        whole=options.project,
        rules=options.rule or None,
        jobs=options.jobs,
        level="all",
    )


def _told(findings: Sequence[Finding], *, information: bool) -> str:
    """The findings as text; information only where it is asked for, but always counted."""
    shown = [finding for finding in findings if information or finding.severity != "info"]
    lines = [*(str(finding) for finding in shown), counted(findings)]
    silent = len(findings) - len(shown)
    unread = [
        f"{finding.file}: {finding.message}"
        for finding in findings
        if finding.message.startswith("Inconclusive")
    ]
    if silent:
        lines.append(f"({silent} info not shown; --info shows them)")
    return visible("\n\n".join([*lines, *dict.fromkeys(unread)]))


def _outdated(kept: Sequence[baselines.Kept], name: str) -> str:
    """What the baseline still holds although it no longer applies."""
    entries = "1 entry" if len(kept) == 1 else f"{len(kept)} entries"
    lines = [f"\n{entries} of {plain(name)} no longer apply; --write-baseline drops them:"]
    return "\n".join([*lines, *(f"  {entry}" for entry in kept)])


def _status(findings: Sequence[Finding], *, strict: bool) -> int:
    if strict and any(finding.severity != "info" and not finding.commented for finding in findings):
        return NOTHING_FOUND
    return NOTHING_FOUND if failed(findings) else ANSWERED


def notation(options: argparse.Namespace) -> int:
    """``derive notation draft FILE``: a first notation file, on standard output or in a file."""
    from ..lint import Project
    from ..lint.checks.drafting import draft
    from ..lint.texts.reading import read_manuscript
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
