"""Ctrl-C that is not lost where a library catches everything."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Self


class Interrupts:
    """Remembers, while it is entered, that the reader asked to stop.

    mpmath's comparisons catch whatever is raised in them, an interrupt too, and
    what comes out instead is an error that nobody made.
    """

    def __init__(self) -> None:
        self.asked = False
        self.before: Any = None
        self.here = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        if self.here:
            self.before = signal.signal(signal.SIGINT, self.stop)
        return self

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        """What the signal does: what it always did, and a note of it."""
        self.asked = True
        raise KeyboardInterrupt

    def __exit__(self, _kind: object, wrong: BaseException | None, _trace: object) -> None:
        if self.here:
            signal.signal(signal.SIGINT, self.before or signal.SIG_DFL)
        if self.asked and wrong is not None:
            raise KeyboardInterrupt from None
