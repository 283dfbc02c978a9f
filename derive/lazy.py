"""What is made when it is first used, and not before: names of packages, regular expressions."""

from __future__ import annotations

import re
import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    lazy_re = re.compile
else:

    class lazy_re:  # noqa: N801  stands where ``re.compile`` would
        """What ``re.compile`` gives, compiled late; methods are kept, so that this is paid once.

        The checker has some hundreds, and a page of prose needs half of them: compiling
        all took longer than starting Python.
        """

        def __init__(self, source: str, flags: int = 0) -> None:
            self._source, self._flags = source, flags

        def __getattr__(self, name: str) -> Any:
            value = getattr(re.compile(self._source, self._flags), name)
            setattr(self, name, value)
            return value


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
