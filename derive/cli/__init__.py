"""The terminal's door: ``derive COMMAND ...``.

Exit status: 0 answered; 1 no solution, or findings; 2 the question is wrong.
"""

from __future__ import annotations

import errno
import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""How a place says that no more can be written there."""

# NumPy's linear algebra starts a thread per core when it is imported, and the commands solve
# nothing larger than a few unknowns: starting them doubled the time of the import.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ANSWERED, NOTHING_FOUND, WRONG_QUESTION, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; print its answer, or one message that says what is wrong.

    Without ``arguments`` it is a program of its own, which ends afterwards.
    """
    _open_closed_streams()
    _speak_utf8()
    try:
        status = _own_program(sys.argv[1:]) if arguments is None else _run(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("derive: interrupted; nothing was written", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`derive list | head`); what it wanted, it has.
        _say_no_more()
        return ANSWERED
    except OSError as wrong:
        if wrong.errno not in FULL:
            raise
        print(
            f"derive: the answer cannot be written: {str(wrong.strerror).lower()}", file=sys.stderr
        )
        _say_no_more()
        return WRONG_QUESTION
    return status


def _open_closed_streams() -> None:
    """Let answers go nowhere where the shell closed a stream (``>&-``).

    A file that is opened later would take the stream's number, and be written into.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123


def _say_no_more() -> None:
    """Let what is left of an answer go nowhere, also when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _own_program(arguments: Sequence[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:
        from .parser import complete

        complete()
    # Nearly all that is made while a question is read and answered is kept: looking for circles
    # among it, at Python's usual seven hundred, costs a question half a start of Python.
    gc.set_threshold(100_000)
    status = _run(arguments)
    # The program ends: nobody needs the circles among what it leaves.
    gc.freeze()
    return status


def _run(arguments: Sequence[str]) -> int:
    """Run one command."""
    from ..errors import DeriveError, MissingLetters
    from .parser import parse

    package, command = None, ""
    try:
        options = parse(arguments)
        package, command = getattr(options, "package", None), options.command
        status: int = options.run(options)
    except OSError:
        raise
    except DeriveError as wrong:
        from .terminal import styled

        problem = wrong
        if isinstance(wrong, MissingLetters) and command != "diagnose":
            from .asking import with_typical

            problem = with_typical(wrong, package)
        print(f"{styled('derive:', 'red', sys.stderr)} {problem}", file=sys.stderr)
        return WRONG_QUESTION
    except Exception as problem:
        from .checking import trouble_of_package

        # A knowledge package that fails by its own lines is told like a finding.
        says = trouble_of_package(package, problem)
        if says is None:
            raise
        print(says, file=sys.stderr)
        return WRONG_QUESTION
    return status


def _speak_utf8() -> None:
    """Formulas need Greek letters; a console that cannot show one gets a ``?`` instead."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
