"""Where the project's own knowledge and templates lie.

A checkout keeps them beside this package, a wheel inside it: other projects
own the top-level name ``formulas``, and what lies beside an installed package
may be theirs. On the way of every question, so that pathlib is imported late.
"""

from __future__ import annotations

import os

from .errors import NoSuchPackage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

HERE = os.path.dirname(os.path.realpath(__file__))
BUNDLED = "_bundled"


def knowledge() -> Path:
    """The folder of the formulary that this project brings along."""
    return bring_along("formulas")


def templates() -> Path:
    """The folder of the page templates."""
    return bring_along("templates")


def bring_along(name: str, package: str | Path = HERE) -> Path:
    """The folder ``name`` that came with the project; raises ``NoSuchPackage``."""
    from pathlib import Path

    folder = folder_of(name, package)
    if folder is None:
        raise NoSuchPackage(name, "it came neither with the installed package nor with a checkout")
    return Path(folder)


def folder_of(name: str, package: str | Path = HERE) -> str | None:
    """The folder ``name``, from inside ``package`` or, in a checkout, from beside it.

    The inside comes first, and the outside counts only next to the project
    file: in a wheel, a neighbour called ``formulas`` is a stranger.
    """
    inside = os.path.join(package, BUNDLED, name)
    if os.path.isdir(inside):
        return inside
    checkout = os.path.dirname(package)
    beside = os.path.join(checkout, name)
    is_checkout = os.path.isfile(os.path.join(checkout, "pyproject.toml"))
    return beside if is_checkout and os.path.isdir(beside) else None


def is_folder(path: Path) -> bool:
    """Whether there is such a folder; a name that no disk takes names none."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
