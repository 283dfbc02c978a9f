"""Manuscripts on disk: read, linted side by side, with what their authors allow."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from derive.findings import Finding, at_level, ordered
from derive.frozen import Record
from derive.notation import normal_form
from derive.workers import cores, forks, in_children

from .catalogue import RULES
from .project import Project
from .rules import LintRule
from .texts.documents import Allowance, Document
from .texts.reading import manuscripts, read_manuscript

if TYPE_CHECKING:
    from derive.entries.vocabulary import Vocabulary
    from derive.records import Notation
    from derive.registry import Registry


class Item(Record, eq=False):
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
    if names is None:
        return RULES
    from derive.registry import chosen

    return chosen(RULES, names, "rule")


# Below this many characters, starting children costs more than it saves.
SMALL = 150_000
# A document that takes longer is given up, and said to be.
SECONDS = 300.0


def lint_files(
    paths: Sequence[str | Path],
    knowledge: Registry | Vocabulary | None,
    *,
    notation: Notation | None = None,
    unmapped: bool = False,
    whole: bool = False,
    rules: Collection[str] | None = None,
    jobs: int = 0,
    level: str = "provable",
) -> list[Finding]:
    """The findings of a level in some files, read together; folders stand for what is in them.

    ``notation`` maps the letters of every file, ``unmapped`` keeps even
    registered notations away. Raises ``NoSuchDocument`` and ``UnknownName``.
    """
    chosen_rules(rules)
    documents = [read_manuscript(path) for path in manuscripts(paths)]
    chosen = {document.path: notation for document in documents} if notation or unmapped else {}
    project = Project(documents, knowledge, notations=chosen, whole=whole)
    return at_level(lint_project(project, rules, jobs=jobs), level)


def lint_project(
    project: Project, rules: Collection[str] | None = None, *, jobs: int = 0
) -> list[Finding]:
    """All findings in a project, with what its authors allow; in children where that is faster."""
    # A document is the unit of work: rules share what was read of it.
    count = min(jobs or cores(), len(project.documents))
    size = sum(len(document.text) for document in project.documents)
    # Children inherit the project only where they are forked.
    if count > 1 and size > SMALL and forks():
        findings = _in_children(project, rules, count)
    else:
        findings = [finding for place in range(len(project.documents))
                 for finding in _lint_one(project, rules, place)]  # fmt: skip
    return ordered(allowed(findings, project.documents))


def _lint_one(project: Project, rules: Collection[str] | None, place: int) -> list[Finding]:
    document = project.documents[place]
    return [finding for rule in chosen_rules(rules) for finding in rule.look(project, document)]


def _in_children(project: Project, rules: Collection[str] | None, count: int) -> list[Finding]:
    """Documents dealt out to children that inherit the project, the largest first."""
    sizes = [len(document.text) for document in project.documents]
    places = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    findings: list[Finding] = []
    work = partial(_lint_one, project, rules)
    for outcome in in_children(lambda: work, places, seconds=SECONDS, workers=count):
        findings += outcome.result or []
        if outcome.trouble:
            document = project.documents[outcome.item]
            message = f"Inconclusive: this document was given up, {outcome.trouble}."
            findings.append(Finding("formulas_are_read", "warning", document.path, 0, "", message))
    return findings


def allowed(findings: Iterable[Finding], documents: Iterable[Document]) -> list[Finding]:
    """The findings, those that their author allows with a reason turned into information.

    ``derive: allow RULE GLYPH because ...`` holds for that letter in the whole
    document; without a letter, for the paragraph or table that follows.
    """
    by_path = {document.path: document for document in documents}
    return [_judged(finding, by_path.get(finding.file)) for finding in findings]


def _judged(finding: Finding, document: Document | None) -> Finding:
    if document is None or finding.severity == "info":
        return finding
    for allowance in document.allowances:
        if (
            allowance.reason
            and allowance.rule == finding.rule
            and _covers(allowance, finding, document)
        ):
            return finding.replaced(
                severity="info",
                rows=(),
                guess=f"Allowed in line {allowance.line}: {allowance.reason}",
            )
    return finding


def _covers(allowance: Allowance, finding: Finding, document: Document) -> bool:
    """Whether an allowance is about a finding."""
    if allowance.glyph:
        wanted = _key_of_glyph(allowance.glyph)
        names = [finding.name, *finding.name.split(" and ")]
        return wanted in {_key_of_glyph(name) for name in names}
    return allowance.line <= finding.line <= _end_of_block(document, allowance.line)


def _key_of_glyph(glyph: str) -> str:
    bare = glyph.strip().strip("$")
    return normal_form(bare) or bare


def _end_of_block(document: Document, line: int) -> int:
    """The last line of the block that begins on a line, or behind it."""
    begun = bool(document.masked_line(line).strip())
    number = line
    while number < len(document.lines):
        filled = bool(document.line_at(number + 1).strip())
        if begun and not filled:
            break
        begun = begun or filled
        number += 1
    return number
