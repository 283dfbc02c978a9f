"""``python -m derive.site [--directory-urls] [--] CONFIG [PACKAGE]``: write, build nothing."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from derive.errors import DeriveError

from .building import Project, write_documents


def main(arguments: list[str]) -> None:
    """What a site builder's plugin runs in a process of its own."""
    asked = argparse.ArgumentParser(prog="python -m derive.site", allow_abbrev=False)
    asked.add_argument("--directory-urls", action="store_true")
    asked.add_argument("config")
    asked.add_argument("package", nargs="?", default="")
    given = asked.parse_args(arguments)
    try:
        project = Project.read(Path(given.config))
        shown = sys.stderr.isatty()
        write_documents(
            given.package or None,
            project,
            directory_urls=given.directory_urls,
            progress=shown,
        )
    except DeriveError as wrong:
        sys.exit("\n".join([str(wrong), *getattr(wrong, "__notes__", [])]))


if __name__ == "__main__":
    main(sys.argv[1:])
