"""From a registry to a site: write the documents, run a builder, count the pages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from derive import locate
from derive.book.making import read_book
from derive.entries.files import package_folder
from derive.entries.store import cache_home
from derive.errors import SiteNotBuilt, UnreadableCommand
from derive.workers import Bar, complain, rarely_collected

from .instrument import Runs
from .layout import ADDRESS, INDEXES, Report, built, read_address
from .pictures import read_pictures
from .write import Written, documents, write

CONFIG = "mkdocs.yml"
Package = str | Path | None
"""A knowledge package by folder or name; ``None`` is the formulary."""


@dataclass(frozen=True, slots=True)
class Project:
    """What the writer needs to know of a MkDocs configuration."""

    title: str
    config: Path
    documents: Path
    by_hand: Path
    site: Path
    report: Report
    directory_urls: bool
    address: str

    @property
    def root(self) -> Path:
        """The folder of the configuration."""
        return self.config.parent

    @staticmethod
    def read(config: Path) -> Project:
        """The project of a configuration file; hand-written pages lie above the generated."""
        said = _read(config)
        root = config.resolve().parent
        folder = root / said.get("docs_dir", "docs")
        extra = said.get("extra") or {}
        return Project(
            title=said.get("site_name", "Formulary"),
            config=config.resolve(),
            documents=folder,
            by_hand=folder.parent,
            site=root / said.get("site_dir", "site"),
            report=Report(extra.get("report") or "", said.get("repo_url") or ""),
            directory_urls=said.get("use_directory_urls", True),
            address=_address(os.environ.get(ADDRESS) or said.get("site_url")),
        )


@contextmanager
def project_here() -> Iterator[Project]:
    """The project of this folder; where its configuration is none of ours, one for the moment.

    A folder may hold a MkDocs project that knows nothing of this one: it is
    neither read nor written.
    """
    config = Path(CONFIG)
    if config.is_file() and _is_ours(config):
        yield Project.read(config)
        return
    with TemporaryDirectory(prefix="site-", dir=_workshop()) as work:
        root = Path(work)
        (root / "docs/generated").mkdir(parents=True)
        (root / CONFIG).write_text(_own_configuration(), encoding="utf-8")
        yield Project.read(root / CONFIG)


def _workshop() -> Path | None:
    """Where to work for the moment: the cache folder, or the system's where that is shut."""
    home = _cache()
    try:
        if home is not None:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return home if home is not None and os.access(home, os.W_OK) else None


def _cache() -> Path | None:
    home = cache_home()
    return None if home is None else Path(home)


def _is_ours(config: Path) -> bool:
    """Whether a MkDocs configuration, or what it inherits, has our plugin."""
    said = _read(config).get("plugins") or []
    return any("derive" in ([one] if isinstance(one, str) else one) for one in said)


def _read(config: Path) -> dict[str, Any]:
    from mkdocs.utils.yaml import yaml_load

    with config.open(encoding="utf-8") as stream:
        said: dict[str, Any] = yaml_load(stream) or {}
    return said


def _address(said: object) -> str:
    """The address in a configuration, where it is one: MkDocs complains of others itself."""
    try:
        return read_address(said) if isinstance(said, str) and said else ""
    except UnreadableCommand:
        return ""


def _own_configuration() -> str:
    """What a project that has no configuration gets."""
    home = locate.templates()
    base, look = (home / CONFIG).as_posix(), (home / "theme").as_posix()
    pages = "".join(f"  - {name.capitalize()}: {name}/index.md\n" for name in INDEXES)
    theme = f"theme:\n  custom_dir: {look}\n"
    return f"INHERIT: {base}\nsite_name: Formulary\n{theme}nav:\n  - Home: index.md\n{pages}"


def write_documents(
    package: Package,
    project: Project,
    *,
    directory_urls: bool | None = None,
    progress: bool = False,
) -> Written:
    """Write every page of a package where the project's site builder looks for it."""
    urls = project.directory_urls if directory_urls is None else directory_urls
    folder = Path(package_folder(package) or str(package))
    bar = Bar("computing formula") if progress else None
    book = read_book(package, project.title, tell=complain, progress=bar)
    with rarely_collected():
        files = documents(
            book,
            by_hand=project.by_hand,
            directory_urls=urls,
            report=project.report,
            address=project.address,
            cache=_cache(),
            runs=Runs.read(package, folder),
            pictures=read_pictures(folder),
        )
    return write(project.documents, files)


def build(
    package: Package = None, out: Path | None = None, *, address: str = "", progress: bool = False
) -> int:
    """Write and build the site of a package; the number of its pages.

    ``address`` is where it will be published, instead of what the project says.
    """
    with project_here() as found:
        project = replace(found, address=address or found.address)
        write_documents(package, project, progress=progress)
        site = (out or project.site).resolve()
        words = ["build", "--strict", "-d", str(site)]
        if progress:
            sys.stderr.write(f"building {len(markdown_files(project))} pages\n")
            sys.stderr.flush()
        run_builder(project, words, shown=False, **{ADDRESS: project.address})
        missing = missing_pages(project, site)
        if missing:
            says = f"{len(missing)} pages are missing, {missing[0]} among them"
            raise SiteNotBuilt("mkdocs", says)
        return len(markdown_files(project))


def serve(package: Package = None) -> None:
    """Serve the site; changes of the knowledge, the templates and the documents show at once."""
    with project_here() as project:
        is_folder = package is not None and Path(package).is_dir()
        named = Path(package or "").resolve() if is_folder else package
        variables = {"DERIVE_WRITTEN": "", "DERIVE_PACKAGE": str(named or "")}
        run_builder(project, ["serve"], shown=True, **variables)


def run_builder(project: Project, words: list[str], *, shown: bool, **variables: str) -> None:
    """Run MkDocs; what it says is shown at once, or else where it fails."""
    command = [sys.executable, "-m", "mkdocs", *words, "-f", str(project.config)]
    said = {"NO_MKDOCS_2_WARNING": "1", "DERIVE_WRITTEN": "1", **variables}
    run = subprocess.run(  # noqa: S603  # our own command
        command,
        check=False,
        cwd=project.root,
        env={**os.environ, **said},
        stderr=None if shown else subprocess.PIPE,
        text=True,
    )
    if run.returncode:
        raise SiteNotBuilt("mkdocs", _reason(run.stderr or "") or f"status {run.returncode}")


def _reason(said: str) -> str:
    """What a builder said; of a traceback, as on a full disk, its last line."""
    lines = said.strip().splitlines()
    return lines[-1] if any(line.startswith("Traceback") for line in lines) else "\n".join(lines)


def missing_pages(project: Project, site: Path | None = None) -> list[str]:
    """The Markdown files that did not become a page, whatever the builder said."""
    root, urls = site or project.site, project.directory_urls
    return [
        file
        for file in markdown_files(project)
        if not (root / built(file, directory_urls=urls)).is_file()
    ]


def markdown_files(project: Project) -> list[str]:
    """Every page that the site must have."""
    found = project.documents.rglob("*.md")
    return sorted(path.relative_to(project.documents).as_posix() for path in found)
