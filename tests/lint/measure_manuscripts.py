"""Measures the checker on manuscripts with planted mistakes: found, missed, and false alarms.

    python tests/lint/measure_manuscripts.py FOLDER [--level LEVEL] [--verbose]

The folder holds ``expected.json``, and for each manuscript ``NAME.clean.*``,
``NAME.faulty.*`` and ``NAME_notation.py``; nothing of it belongs to this project.
Each manuscript is read with its notation and without any. A mistake counts as
found when an error or a warning stands at its line (for a collision or an
undeclared letter also at a line that the table accepts), or at the first line
of the displayed formula around it. Everything louder than information in a
clean form is a false alarm, as is in a faulty form what stands at no line
that the table names.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derive.findings import LEVELS, Finding
from derive.lint.notation_files import notation_named
from derive.lint.running import lint_files
from derive.registry import Registry, load

ELSEWHERE = frozenset(("collision", "undisclosed_reuse", "synonym"))


@dataclass
class Score:
    """What was found of one manuscript, in one way of reading it."""

    found: list[dict[str, Any]] = field(default_factory=list)
    missed: list[dict[str, Any]] = field(default_factory=list)
    clean: list[Finding] = field(default_factory=list)
    beside: list[Finding] = field(default_factory=list)


def score(
    faulty: Path, clean: Path, planted: list[dict[str, Any]], found: dict[Path, list[Finding]]
) -> Score:
    """Hold the findings in both forms against the mistakes that were planted."""
    loud = [one for one in found[faulty] if one.severity != "info"]
    lines = faulty.read_text(encoding="utf-8").split("\n")
    result = Score(clean=[one for one in found[clean] if one.severity != "info"])
    named: set[int] = set()
    for mistake in planted:
        at = {mistake["line"], opening_line(lines, mistake["line"])}
        if mistake["kind"] in ELSEWHERE:
            at |= set(mistake["also_accept"])
        named |= at | set(mistake["also_accept"])
        told = any(one.line in at for one in loud)
        (result.found if told else result.missed).append(mistake)
    result.beside = [one for one in loud if one.line not in named]
    return result


def opening_line(lines: list[str], line: int) -> int:
    """The first line of the displayed formula that a line stands in, or the line itself."""
    for number in range(line, max(line - 8, 0), -1):
        text = lines[number - 1].strip()
        if text == "$$" or text.startswith("\\begin{equation}"):
            return number + 1
        if not text:
            break
    return line


def pairs(folder: Path) -> Iterator[tuple[str, Path, Path, Path]]:
    """Each manuscript: its name, its faulty and clean form, its notation."""
    for faulty in sorted(folder.glob("*.faulty.*")):
        name = faulty.name.partition(".")[0]
        clean = faulty.with_name(faulty.name.replace(".faulty.", ".clean."))
        yield name, faulty, clean, folder / f"{name}_notation.py"


def measured(
    folder: Path, registry: Registry, *, level: str, mapped: bool
) -> Iterator[tuple[str, Score]]:
    """The score of every manuscript of a folder."""
    table = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["findings"]
    for name, faulty, clean, notation in pairs(folder):
        letters = notation_named(str(notation), registry) if mapped else None
        found = {
            path: lint_files([path], registry, notation=letters, unmapped=False, level=level)
            for path in (faulty, clean)
        }
        yield name, score(faulty, clean, table[faulty.name], found)


def main() -> int:
    """Print a table, and on request every miss and every false alarm."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--level", choices=LEVELS, action="append")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    registry, lines = load(), []
    row = "{:<10} {:<14} {:<13} {:>7} {:>14} {:>16}"
    lines.append(
        row.format("level", "notation", "manuscript", "found", "alarms, clean", "alarms, faulty")
    )
    for level in options.level or LEVELS:
        for mapped in (True, False):
            how = "plain notation" if mapped else "none"
            scores = list(measured(options.folder, registry, level=level, mapped=mapped))
            for name, one in [*scores, ("all", joined([each for _, each in scores]))]:
                total = len(one.found) + len(one.missed)
                told = f"{len(one.found)}/{total}"
                lines.append(row.format(level, how, name, told, len(one.clean), len(one.beside)))
                if options.verbose and name != "all":
                    lines.append(details(one))
    sys.stdout.write("\n".join([*lines, ""]))
    return 0


def joined(scores: list[Score]) -> Score:
    """The sum of several scores."""
    whole = Score()
    for one in scores:
        whole.found += one.found
        whole.missed += one.missed
        whole.clean += one.clean
        whole.beside += one.beside
    return whole


def details(one: Score) -> str:
    """Every miss and every false alarm, a line each."""
    lines = [f"    missed {each['line']:>4} {each['kind']}: {each['what']}" for each in one.missed]
    for where, alarms in (("clean ", one.clean), ("faulty", one.beside)):
        lines += [
            f"    {where} {each.line:>4} {each.severity} [{each.rule}] {each.message[:150]}"
            for each in alarms
        ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
