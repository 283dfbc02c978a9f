"""How far a long piece of work has come, on standard error."""

from __future__ import annotations

import sys

WIDE = 30
LINES = 10


class Bar:
    """A bar in a terminal, elsewhere a line for each tenth of the work."""

    def __init__(self, says: str) -> None:
        self.says = says
        self.drawn = sys.stderr.isatty()

    def __call__(self, done: int, count: int) -> None:
        """Show that ``done`` of ``count`` pieces are done."""
        if self.drawn:
            filled = "#" * (WIDE * done // count)
            end = "\n" if done == count else ""
            print(f"\r{self.says} {done} of {count} [{filled:<{WIDE}}]", end=end, file=sys.stderr)
        elif LINES * done // count > LINES * (done - 1) // count:
            print(f"{self.says} {done} of {count}", file=sys.stderr)
