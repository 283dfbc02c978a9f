"""The MkDocs plugin: what it is asked in a configuration, and what it makes MkDocs look at."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from campaign import each

CHECKOUT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.slow


def build(folder: Path, options: str, page: str = "# Home\n", **said: str):
    """MkDocs over one page by hand, under the look of the formulary."""
    (folder / "docs/generated").mkdir(parents=True)
    (folder / "docs/generated/index.md").write_text(page)
    base = (CHECKOUT / "templates/mkdocs.yml").as_posix()
    plugins = f"plugins:\n  - derive:\n      {options}\n" if options else ""
    (folder / "mkdocs.yml").write_text(
        f"INHERIT: {base}\nsite_name: Small\nextra_css: []\nextra_javascript: []\n"
        f"nav:\n  - Home: index.md\n{plugins}"
    )
    variables = {
        **os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(CHECKOUT),
        "DERIVE_CACHE": str(folder / "cache"), **said,
    }  # fmt: skip
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder, env=variables, check=False, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("options", "status"), [("", 1), ("check_links: true", 1), ("check_links: false", 0)]
)
@pytest.mark.parametrize("link", ["nowhere.md", "index.md#nothing"])
def test_links_that_lead_nowhere_are_found_under_mkdocs(
    tmp_path: Path, link: str, options: str, status: int
):
    done = build(tmp_path, options, f"# Home\n\n[there]({link})\n", DERIVE_WRITTEN="1")

    assert status == done.returncode, done.stderr
    assert (status == 1) is (link in done.stderr)


@pytest.mark.parametrize("address", ["", "https://example.org/f/"])
def test_the_site_map_names_every_page_where_the_address_is_known(tmp_path: Path, address: str):
    done = build(tmp_path, "", DERIVE_WRITTEN="1", DERIVE_SITE_URL=address)
    found = (tmp_path / "site/sitemap.xml").read_text()

    assert 0 == done.returncode, done.stderr
    assert ([address] if address else []) == re.findall("<loc>(.*)</loc>", found)


def test_nothing_is_built_that_no_page_asks_for(tmp_path: Path):
    build(tmp_path, "", DERIVE_WRITTEN="1")
    built = [file.name for file in (tmp_path / "site/assets").rglob("*") if file.is_file()]

    assert any(name.startswith("bundle") for name in built)
    assert [] == [name for name in built if name.endswith(".map") or "lunr" in name]
    assert not (tmp_path / "site/assets/javascripts/workers").exists()


def test_an_address_that_is_none_stops_mkdocs_in_words(tmp_path: Path):
    done = build(tmp_path, "", DERIVE_WRITTEN="1", DERIVE_SITE_URL="example.org")

    assert 1 == done.returncode
    assert "DERIVE_SITE_URL: 'example.org' is no address of a site" in done.stderr
    assert "Traceback" not in done.stderr


PACKAGES = [
    "there-is-none",
    "--help",
    "-c print",
    "--directory-urls",
    "../../../../etc/passwd",
    "os; import shutil",
    "$(touch taken)",
    "`touch taken`",
    "http://localhost/x.py",
    "a" * 5000,
    "\\0",
    "\\u202e\\u001b[2J",
]


@each("package", {ascii(name)[:30]: name for name in PACKAGES}, usual=3)
def test_a_hostile_package_in_a_configuration_is_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, package: str
):
    folder = tmp_path_factory.mktemp("configured")
    done = build(folder, f'package: "{package}"')

    assert 1 == done.returncode
    assert "Traceback" not in done.stdout + done.stderr
    assert "could not be written" in done.stderr
    assert "\x1b[2J" not in done.stderr
    assert not (folder / "taken").exists()
    assert {"docs", "mkdocs.yml"} == {one.name for one in folder.iterdir()} - {"cache"}


@pytest.mark.parametrize("options", ["package: [1, 2]", "pakage: x", "check_links: 7"])
def test_a_wrong_option_is_named(tmp_path: Path, options: str):
    done = build(tmp_path, options)

    assert 1 == done.returncode
    assert "Traceback" not in done.stderr
    assert options.partition(":")[0] in done.stderr
