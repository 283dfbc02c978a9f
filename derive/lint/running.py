"""Running the rules over manuscripts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from derive.findings import Finding, ordered
from derive.registry import chosen

from .catalogue import RULES
from .documents import Document
from .project import Project
from .rules import LintRule


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """One rule on one document: the unit of work, and a test of its own under pytest."""

    project: Project
    document: Document
    rule: LintRule

    @property
    def id(self) -> str:
        """``book/memory.md::letters_are_declared``."""
        return f"{self.document.path}::{self.rule.name}"

    def run(self) -> list[Finding]:
        """What the rule sees in the document."""
        return self.rule.look(self.project, self.document)


def lint(project: Project, rules: Collection[str] | None = None) -> list[Finding]:
    """All findings of all rules, or of those that are named, in the order of the files."""
    return ordered(finding for item in items(project, rules) for finding in item.run())


def items(project: Project, rules: Collection[str] | None = None) -> Iterator[Item]:
    """Every rule on every document."""
    chosen = chosen_rules(rules)
    for document in project.documents:
        for rule in chosen:
            yield Item(project, document, rule)


def chosen_rules(names: Collection[str] | None) -> tuple[LintRule, ...]:
    """The rules with these names, or all; raises ``UnknownName`` with a guess."""
    return chosen(RULES, names, "rule")
