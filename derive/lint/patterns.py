"""Regular expressions that are compiled when they are first used.

The checker has some hundreds, and a page of prose needs half of them: compiling
all took longer than starting Python.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    lazy_re = re.compile
else:

    class lazy_re:  # noqa: N801  stands where ``re.compile`` would
        """What ``re.compile`` gives, compiled late; methods are kept, so that this is paid once."""

        def __init__(self, source: str, flags: int = 0) -> None:
            self._source, self._flags = source, flags

        def __getattr__(self, name: str) -> Any:
            value = getattr(re.compile(self._source, self._flags), name)
            setattr(self, name, value)
            return value
