"""What a long build tells whoever waits for it, on standard error."""

from __future__ import annotations

import shutil
import sys

WIDTH = 30


class Bar:
    """One line that is written over itself: ``[####......]  120 of 643 computed``."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()

    def __call__(self, done: int, count: int) -> None:
        """Show how many pieces are done, of how many."""
        if self.shown:
            end = "\n" if done == count else ""
            sys.stderr.write(f"\r{bar(done, count, shutil.get_terminal_size().columns)}{end}")
            sys.stderr.flush()


def bar(done: int, count: int, columns: int) -> str:
    """The line, no longer than the terminal is wide; any console can show it."""
    words = f"{done:>{len(str(count))}} of {count} computed"
    width = min(WIDTH, columns - len(words) - 5)
    if width < 3:
        return words[: max(columns - 1, 0)]
    full = width * done // count
    return f"[{'#' * full}{'.' * (width - full)}]  {words}"


def complain(says: str) -> None:
    """Tell once, in one line, what is wrong with the cache."""
    sys.stderr.write(f"derive: {says}\n")
