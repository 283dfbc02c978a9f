"""``python -m derive.site CONFIG [--directory-urls] [PACKAGE]``: write, build nothing."""

from __future__ import annotations

import sys
from pathlib import Path

from derive.errors import DeriveError

from .building import Project, write_documents


def main(arguments: list[str]) -> None:
    """What a site builder's plugin runs in a process of its own."""
    directory_urls = "--directory-urls" in arguments
    config, *package = [one for one in arguments if not one.startswith("--") and one]
    try:
        project = Project.read(Path(config))
        shown = sys.stderr.isatty()
        write_documents(
            package[0] if package else None,
            project,
            directory_urls=directory_urls,
            progress=shown,
        )
    except DeriveError as wrong:
        sys.exit("\n".join([str(wrong), *getattr(wrong, "__notes__", [])]))


if __name__ == "__main__":
    main(sys.argv[1:])
