"""What keeps somebody's knowledge package from loading, told with the author's own line."""

from __future__ import annotations

from pathlib import Path
from traceback import walk_tb

from ..check.rules import report
from ..check.running import unloadable


def told(package: str | None, problem: Exception) -> str | None:
    """The finding for an exception that a package's own lines raised; None for any other."""
    folder = Path(package or ".").resolve()
    frames = [frame.f_code.co_filename for frame, _ in walk_tb(problem.__traceback__)]
    syntax = isinstance(problem, SyntaxError) and problem.filename
    files = [*frames, *([str(syntax)] if syntax else [])]
    if package is None or not any(folder in Path(file).resolve().parents for file in files):
        return None
    return report([unloadable(package, problem)])
