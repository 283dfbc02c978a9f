"""Packages whose names are imported when they are first used, and not before."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def exports(
    package: str, names_of: Mapping[str, str]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a package, from the names that its modules give."""
    home = {name: module for module, names in names_of.items() for name in names.split()}

    def attribute(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home[name], package), name)
        # Kept, since a module of the package may bear the name of its function: that one is meant.
        setattr(sys.modules[package], name, value)
        return value

    return attribute, lambda: sorted(home)
