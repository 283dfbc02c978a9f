"""Running rules: over a registry, over one record, over a package that may not load."""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from derive.errors import DeclaredTwice, NoSuchPackage
from derive.records import Declared
from derive.registry import Registry, chosen, load

from .code import first_line
from .records import Subject, below, relative, subjects
from .rules import Finding, Rule, ordered
from .table import RULES

MISSING_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
PACKAGES_LOAD = "packages_load"


def unloadable(package: str | Path | None, stop: Exception) -> Finding:
    """The finding for what keeps a package from loading.

    A letter that is declared twice is a letter with two meanings; everything
    else is the rule ``packages_load``.
    """
    folder = Path(package).resolve() if package is not None and Path(package).is_dir() else None
    if isinstance(stop, DeclaredTwice):
        return _declared_twice(folder, stop)
    file, line = _place(stop, folder)
    return Finding(
        rule=PACKAGES_LOAD,
        severity="error",
        file=_shown(folder, file) if file else str(package or ""),
        line=line,
        name=Path(file).stem if file else str(package or ""),
        message=_why(stop),
        quote=_line(file, line),
    )


def _declared_twice(folder: Path | None, stop: DeclaredTwice) -> Finding:
    first, again = (place.rpartition(":") for place in (stop.first, stop.second))
    rows = [
        (
            when,
            f"{_shown(folder, place[0])}:{place[2]}",
            _line(place[0], int(place[2])) if place[2].isdigit() else "",
        )
        for when, place in (("first", first), ("again", again))
    ]
    return Finding(
        rule="no_letter_has_two_meanings" if stop.kind == "letter" else PACKAGES_LOAD,
        severity="error",
        file=_shown(folder, again[0]),
        line=int(again[2]) if again[2].isdigit() else 0,
        name=stop.name,
        message=f"The {stop.kind} {stop.name} is declared twice.",
        rows=tuple(rows),
        guess="Give the second one a name of its own, or import the first.",
    )


def _place(stop: Exception, folder: Path | None) -> tuple[str, int]:
    """The author's line at which loading stopped: the last one inside the package."""
    if isinstance(stop, SyntaxError) and stop.filename:
        return stop.filename, stop.lineno or 0
    # The last frame inside the package: what it calls in SymPy or here is no line of its author.
    inside = [
        (frame.filename, frame.lineno or 0)
        for frame in traceback.extract_tb(stop.__traceback__)
        if folder is not None and folder in Path(frame.filename).parents
    ]
    return inside[-1] if inside else ("", 0)


def _why(stop: Exception) -> str:
    """What went wrong, as someone says it who does not know Python's words for it."""
    missing = MISSING_NAME.search(str(stop)) if isinstance(stop, ImportError) else None
    if missing:
        module = missing[2].rpartition(".")[2]
        return f"{missing[1]} is imported from {module}, which does not declare it."
    if isinstance(stop, NameError):
        return f"The name {stop.name} is used before anything declares it."
    if isinstance(stop, SyntaxError):
        return f"The file is not valid Python: {stop.msg}."
    text = " ".join(str(stop).split()).rstrip(".")
    return f"The package cannot be loaded: {text or type(stop).__name__}."


def _line(file: str, line: int) -> str:
    """A line of a file, also of one that is not valid Python."""
    text = first_line(Declared(file, line)).text if file else ""
    if text or not file:
        return text
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def _shown(folder: Path | None, file: str) -> str:
    return below(folder, file) if folder is not None else Path(file).name


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One rule on one record: the unit of work."""

    registry: Registry
    subject: Subject
    rule: Rule

    @property
    def id(self) -> str:
        """``formulas/memory.py::zero3_memory::both_sides_share_a_unit``."""
        file = relative(self.registry, self.subject.declared.file)
        return f"{file}::{self.subject.name}::{self.rule.name}"

    def run(self) -> list[Finding]:
        """What the rule sees on the record."""
        return self.rule.look(self.registry, self.subject)


def check(registry: Registry, rules: Collection[str] | None = None) -> list[Finding]:
    """All findings of all rules, or of those that are named, in the order of the files."""
    return ordered(finding for item in items(registry, rules) for finding in item.run())


def items(registry: Registry, rules: Collection[str] | None = None) -> Iterator[Item]:
    """Every rule on every record that it is about."""
    chosen = chosen_rules(rules)
    for subject in subjects(registry):
        for rule in chosen:
            if rule.kind == subject.kind:
                yield Item(registry, subject, rule)


def chosen_rules(names: Collection[str] | None) -> tuple[Rule, ...]:
    """The rules with these names, or all; raises ``UnknownName`` with a guess."""
    return chosen(RULES, names, "rule")


def check_package(
    package: str | Path | None = None, rules: Collection[str] | None = None
) -> list[Finding]:
    """Load a package and check it; what keeps it from loading is a finding, too.

    Raises ``NoSuchPackage`` where there is nothing to load, and ``UnknownName``
    for a rule that does not exist.
    """
    chosen_rules(rules)
    try:
        registry = load(package)
    except NoSuchPackage:
        raise
    except Exception as stop:  # noqa: BLE001  a package is foreign code
        return [unloadable(package, stop)]
    return check(registry, rules)
