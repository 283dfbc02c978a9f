"""``derive check``, ``site`` and ``new``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..errors import UnreadableCommand
from ..registry import load
from . import ANSWERED, NOTHING_FOUND
from .skeletons import SKELETONS


def check(options: argparse.Namespace) -> int:
    """``derive check [PACKAGE]``: all findings; status 1 if any is an error."""
    from .. import check as rules

    if options.stats or options.solve:
        registry = load(options.package)
        figures = rules.stats(registry, solve=options.solve)
        if options.json:
            print(json.dumps({"schema": 1, **figures}, indent=2, ensure_ascii=False))
        else:
            print(rules.stats_text(figures))
        return ANSWERED
    findings = rules.check_package(options.package)
    if options.json:
        print(json.dumps({"schema": 1, "findings": [one.to_dict() for one in findings]}, indent=2))
    else:
        print(rules.report(findings))
    return NOTHING_FOUND if any(one.severity == "error" for one in findings) else ANSWERED


def site(options: argparse.Namespace) -> int:
    """``derive site [-o DIR] [--serve]``: the pages, written and built."""
    from .. import site as pages

    if options.serve:
        pages.serve(options.package)
        return ANSWERED
    written = pages.build(options.package, Path(options.output), progress=sys.stderr.isatty())
    print(f"{written} pages in {options.output}")
    return ANSWERED


def new(options: argparse.Namespace) -> int:
    """``derive new formula|symbol|term [NAME]``: a skeleton on standard output."""
    name = options.name or f"new_{options.what}"
    if not name.replace("-", "_").isidentifier() or len(name) > 60:
        raise UnreadableCommand(f"{name[:60]!r} is no name: use letters, digits and _")
    print(SKELETONS[options.what].format(name=name))
    return ANSWERED
