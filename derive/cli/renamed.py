"""Old names of formulas: they still work, and what they are called now is said."""

from __future__ import annotations

import sys

from ..records import Formula
from ..registry import Registry


def named(registry: Registry, name: str) -> Formula:
    """The formula of this name; under an old one with a note on standard error."""
    found = registry.formula(name)
    if found.id != name:
        print(f"derive: note: {name} is now called {found.id}", file=sys.stderr)
    return found
