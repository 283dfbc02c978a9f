"""The checker under pytest: every rule is a test, and its message lists all records that break it.

In a test file, without any configuration::

    from derive.pytest_plugin import knowledge

    test_knowledge = knowledge("path/to/package")

Or as a plugin, so that the knowledge files themselves are collected and one
record can be asked for by its name, ``formulas/memory.py::zero3_memory``::

    [tool.pytest.ini_options]
    addopts = ["-p", "derive.pytest_plugin"]
    derive_packages = ["formulas"]

Manuscripts are tests, too: each rule is one::

    from derive.pytest_plugin import manuscripts

    test_book = manuscripts("book")

or, as a plugin that collects the files, each rule on each document:
``derive_documents = ["book"]``. Allow comments count, and ``derive_notations``
maps files to notations, ``book/old.md = megatron-papers``.

A warning does not fail its test; it is listed at the end of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from derive.check import Finding, Item, check, failed, items, report
from derive.check.running import PACKAGES_LOAD, chosen_rules, unloadable
from derive.errors import DeriveError
from derive.findings import ordered
from derive.lint import Document, Project, allowed, read_document
from derive.lint import Item as LintItem
from derive.lint import items as lint_items
from derive.lint import manuscripts as files_in
from derive.lint.notation_files import notation_named
from derive.lint.running import chosen_rules as chosen_lint_rules
from derive.registry import Registry, load

WARNED = "derive-warning"


def knowledge(
    package: str | Path | None = None, *, rules: Collection[str] | None = None
) -> Callable[..., None]:
    """A test function with one case for each rule; its message lists every record that breaks it.

    ``package`` is a folder or an import name; ``None`` is the formulary. It is
    loaded when the first case runs. A package that cannot be loaded is one
    failing case, and the others are skipped.
    """
    # One rule may look at several kinds of records, under one name.
    names = dict.fromkeys([PACKAGES_LOAD, *(rule.name for rule in chosen_rules(rules))])

    @pytest.mark.parametrize("rule", names)
    def test_knowledge(rule: str, record_property: Any) -> None:
        registry, stopped = _loaded(package)
        if rule == PACKAGES_LOAD:
            _judge(stopped, record_property)
        elif registry is None:
            pytest.skip("the package cannot be loaded")
        else:
            _judge(check(registry, [rule]), record_property)

    test: Callable[..., None] = test_knowledge
    return test


def manuscripts(
    *paths: str | Path,
    package: str | Path | None = None,
    notation: str = "",
    rules: Collection[str] | None = None,
    whole: bool = True,
) -> Callable[..., None]:
    """A test function with one case for each rule; its message lists every place that breaks it.

    ``paths`` are files and folders, which are read together when the first
    case runs; ``notation`` is a registered notation or a notation file for
    all of them, or ``none``.
    """

    @cache
    def project() -> Project:
        registry = load(package)
        chosen = {}
        files = list(files_in(paths))
        if notation:
            named = None if notation == "none" else notation_named(notation, registry)
            chosen = {str(file): named for file in files}
        documents = [read_document(file) for file in files]
        return Project(documents, registry, notations=chosen, whole=whole)

    @pytest.mark.parametrize("rule", dict.fromkeys(rule.name for rule in chosen_lint_rules(rules)))
    def test_manuscripts(rule: str, record_property: Any) -> None:
        try:
            read = project()
        except DeriveError as problem:
            pytest.fail(str(problem), pytrace=False)
        findings = [finding for item in lint_items(read, [rule]) for finding in item.run()]
        _judge(ordered(_worth_a_line(read, findings)), record_property)

    test: Callable[..., None] = test_manuscripts
    return test


def _worth_a_line(project: Project, findings: Sequence[Finding]) -> list[Finding]:
    """Findings without what the author allows, and without mere information."""
    kept = allowed(findings, project.documents)
    return [finding for finding in kept if finding.severity != "info"]


def _loaded(package: str | Path | None) -> tuple[Registry | None, list[Finding]]:
    """The registry of a package, or what keeps it from loading."""
    try:
        return load(package), []
    except Exception as stop:  # noqa: BLE001  a package is foreign code
        return None, [unloadable(package, stop)]


def _judge(findings: list[Finding], record_property: Callable[[str, object], None]) -> None:
    """Fail on errors, with the findings and without a traceback; note what is less."""
    if failed(findings):
        pytest.fail(report(findings), pytrace=False)
    for finding in findings:
        record_property(WARNED, str(finding))


# --- as a plugin ---------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    """The setting that names the packages."""
    parser.addini("derive_packages", "knowledge packages whose files are collected", type="paths")
    parser.addini("derive_documents", "manuscripts, or folders of them", type="paths")
    parser.addini("derive_notations", "lines FILE = NOTATION_OR_FILE, or * = none", type="linelist")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A file of a named package is a collection of records."""
    for folder in parent.config.getini("derive_packages"):
        if file_path.suffix == ".py" and Path(folder) in file_path.parents:
            return KnowledgeFile.from_parent(parent, path=file_path, folder=Path(folder))
    documents = parent.config.getini("derive_documents")
    if documents and any(file_path == path or path in file_path.parents for path in documents):
        project, known = _project(parent.config, documents)
        if file_path in known:
            return Manuscript.from_parent(
                parent, path=file_path, project=project, document=known[file_path]
            )
    return None


_PROJECT = pytest.StashKey[tuple[Project, dict[Path, Document]]]()


def _project(
    config: pytest.Config, documents: Sequence[Path]
) -> tuple[Project, dict[Path, Document]]:
    """The manuscripts of the settings, read together, once a run."""
    if _PROJECT not in config.stash:
        registry = load(None)
        root = config.rootpath
        files = [path for path in files_in(documents) if path.is_file()]
        known = {path: read_document(_shown(path, root), _text(path)) for path in files}
        chosen: dict[str, Any] = {}
        for line in config.getini("derive_notations"):
            name, _, notation = (part.strip() for part in line.partition("="))
            named = None if notation == "none" else notation_named(notation, registry)
            chosen |= {
                document.path: named for document in known.values() if name in {"*", document.path}
            }
        project = Project(known.values(), registry, notations=chosen, whole=True)
        config.stash[_PROJECT] = (project, known)
    return config.stash[_PROJECT]


def _shown(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if root in path.parents else path.as_posix()


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8-sig", errors="replace")


class Manuscript(pytest.File):
    """A document of the settings; holds the rules."""

    def __init__(self, *, project: Project, document: Document, **rest: Any) -> None:
        super().__init__(**rest)
        self.project = project
        self.document = document

    def collect(self) -> Iterator[pytest.Item]:
        """One test for each rule."""
        for item in lint_items(self.project):
            if item.document is self.document:
                yield Judged.from_parent(self, name=item.rule.name, run=partial(self.judged, item))

    def judged(self, item: LintItem) -> list[Finding]:
        """What one rule sees here."""
        return _worth_a_line(self.project, item.run())


class KnowledgeFile(pytest.File):
    """One file of a knowledge package; holds its records."""

    def __init__(self, *, folder: Path, **rest: Any) -> None:
        super().__init__(**rest)
        self.folder = folder

    def collect(self) -> Iterator[pytest.Item]:
        """The records that the file declares, in the order of its lines."""
        registry, stopped = _loaded(self.folder)
        if registry is None:
            if self.path == self.folder / "__init__.py":
                yield Judged.from_parent(self, name=PACKAGES_LOAD, run=lambda: stopped)
            return
        here: dict[str, list[Item]] = {}
        for item in items(registry):
            if Path(item.subject.declared.file) == self.path:
                here.setdefault(item.subject.name, []).append(item)
        for name, own in sorted(here.items(), key=lambda pair: pair[1][0].subject.declared):
            yield Judged.from_parent(self, name=name, run=partial(_all_rules, own))


def _all_rules(items: Sequence[Item]) -> list[Finding]:
    """What all rules see on one record."""
    return ordered(finding for item in items for finding in item.run())


class Judged(pytest.Item):
    """All rules on one record, or one rule on one document."""

    def __init__(self, *, run: Callable[[], list[Finding]], **rest: Any) -> None:
        super().__init__(**rest)
        self.run = run

    def runtest(self) -> None:
        """Run what it holds; errors fail the test."""
        _judge(self.run(), lambda name, value: self.user_properties.append((name, value)))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """What a failure is headed with."""
        return self.path, None, self.name


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List warnings, also those that came from another process."""
    reports = [
        value
        for outcome in terminalreporter.stats.get("passed", ())
        for name, value in getattr(outcome, "user_properties", ())
        if name == WARNED
    ]
    if reports:
        terminalreporter.section("knowledge")
        terminalreporter.write_line("\n\n".join(dict.fromkeys(reports)))


__all__ = ["knowledge", "manuscripts"]
