"""Ctrl-C that is not lost where a library catches everything."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Self

SIGNALS = (signal.SIGINT, signal.SIGALRM) if hasattr(signal, "SIGALRM") else (signal.SIGINT,)
AGAIN = 3.0
"""Seconds after which an interrupt that got lost is raised again; no cleaning up takes so long."""
SOON = 0.01
"""Seconds until it is tried again where it would get lost for sure."""
LOST_IN = frozenset(("__del__", "_remove"))
"""Functions that Python calls while an object is taken away: what they raise, it ignores."""


class Interrupts:
    """Remembers, while it is entered, that the reader asked to stop.

    mpmath's comparisons catch whatever is raised in them, an interrupt too, and
    what comes out instead is an error that nobody made. What is raised while an
    object is taken away gets lost altogether: it is raised again.
    """

    def __init__(self) -> None:
        self.asked = False
        self.before: dict[int, Any] = {}
        self.here = threading.current_thread() is threading.main_thread()

    def __enter__(self) -> Self:
        # A shell has its background jobs ignore Ctrl-C: then that is decided already.
        if self.here and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            # Python lets nobody but the main thread set handlers; elsewhere there is nothing to do.
            self.before = {number: signal.signal(number, self.stop) for number in SIGNALS}
        return self

    def stop(self, _number: int, frame: FrameType | None) -> None:
        """What the signal does: what it always did, and a note of it."""
        self.asked = True
        # Raised here it would be printed as "Exception ignored in" and be gone.
        if frame is not None and frame.f_code.co_name in LOST_IN and hasattr(signal, "setitimer"):
            _wait(SOON)
            return
        _wait(AGAIN)
        raise KeyboardInterrupt

    def __exit__(self, _kind: object, wrong: BaseException | None, _trace: object) -> None:
        if self.before:
            if self.asked:
                _wait(0)
            for number, before in self.before.items():
                signal.signal(number, before or signal.SIG_DFL)
        if self.asked and wrong is not None:
            raise KeyboardInterrupt from None


def _wait(seconds: float) -> None:
    """Be told again after so long, where the system can tell; never where it is zero."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)
