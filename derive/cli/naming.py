"""Which names on a command line are files."""

from __future__ import annotations

import os.path

ENDINGS = (".json", ".toml", ".yaml", ".yml", ".sh", ".txt", ".args")


def is_file(name: str) -> bool:
    """Whether a name is that of a file or folder, and none of the catalogue or of a hub."""
    if name.endswith(ENDINGS) or "\\" in name or name.startswith((".", "/", "~")):
        return True
    return "/" in name and os.path.exists(name)  # noqa: PTH110  pathlib takes longer to import than this
