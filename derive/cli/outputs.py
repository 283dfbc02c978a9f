"""Where results are put: tried before any work is done, then written whole or not at all."""

from __future__ import annotations

import argparse
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..errors import UnreadableCommand
from ..names import shown
from ..workers import Bar, Place, on_cores

SOON = 2.0
"""Seconds after which it is told how far a question of this machine is."""


@contextmanager
def place_of(options: argparse.Namespace) -> Iterator[Place[Any]]:
    """Where the options want it; what was started for it is gone afterwards."""
    if options.workers < 0 or (options.workers and options.cluster):
        raise UnreadableCommand(
            "--workers takes how many processes to start, --cluster a scheduler: give one of them"
        )
    if not options.workers and not options.cluster:
        # In a file of messages nobody watches a question that takes seconds.
        yield _counted(on_cores, SOON) if sys.stderr.isatty() else on_cores
        return
    from ..cluster import cluster_at, workers_here

    there = cluster_at(options.cluster) if options.cluster else workers_here(options.workers)
    with there as place:
        yield _counted(place, 0)


def _counted(place: Place[Any], soon: float) -> Place[Any]:
    """The same place; after some seconds it is told how many chunks are done."""
    bar = Bar("chunk")

    def shown(work: Callable[[int], Any], count: int) -> Iterator[Any]:
        started = time.monotonic()
        for done, result in enumerate(place(work, count), 1):
            yield result
            if time.monotonic() - started >= soon:
                bar(done, count)

    return shown


MOST_NAMED = 200
"""The longest name of a file that is repeated in full."""

SITE = "sitemap.xml"
"""What every site has that was built before."""
UNFINISHED = ".unfinished-site"
"""What tells that a site was being built here: a build that was killed may be begun again."""


@contextmanager
def _told(output: str | Path) -> Iterator[None]:
    """What stands in the way of writing there, as a refusal in words."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as wrong:
        raise unwritable(output, wrong) from None


def room_for(output: str) -> Path:
    """The file of this name, if something can be put there now.

    A device or a pipe is written to; a disk, or a folder, is nothing to write to.
    """
    with _told(output):
        mode = _mode(Path(output))
        if mode is None or stat.S_ISREG(mode):
            # A link is replaced; what it points at stays.
            file = Path(output).parent.resolve() / Path(output).name
            _try_in(file.parent)
            return file
        if stat.S_ISCHR(mode):
            _try_device(output)
        elif not stat.S_ISFIFO(mode):
            kind = "folder" if stat.S_ISDIR(mode) else "disk or a socket"
            raise ValueError(f"it is a {kind}")
        return Path(output)


def room_for_site(output: str) -> Path:
    """The folder of this name, if a site can be built there: what else it held would be lost."""
    return room_for_folder(output, ours=(SITE, UNFINISHED))


def room_for_folder(output: str, ours: Sequence[str] = ()) -> Path:
    """The folder of this name, if it can be made there: a new one, an empty one, or one of ours."""
    with _told(output):
        folder = Path(output).resolve()
        # Folders that are missing are made only when there is something to put into them.
        above = next(place for place in (folder, *folder.parents) if _mode(place) is not None)
        if not above.is_dir():
            raise ValueError(f"{plain(above)} is no folder")
        _try_in(above)
        again = any((folder / name).is_file() for name in ours)
        if above == folder and any(folder.iterdir()) and not again:
            raise ValueError("it holds other files; name a new folder, or an empty one")
        return folder


@contextmanager
def marked_unfinished(folder: Path) -> Iterator[None]:
    """Mark a folder while a site is built in it; MkDocs leaves hidden files where they are."""
    mark = folder / UNFINISHED
    with _told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        mark.touch()
    yield
    mark.unlink(missing_ok=True)


def put(file: Path, content: bytes, output: str) -> None:
    """Write a file that there was room for; ``output`` is what it was called."""
    with _told(output):
        if file.exists() and not file.is_file():
            file.write_bytes(content)
        else:
            replace(file, content)


def unwritable(output: str | Path, wrong: Exception) -> UnreadableCommand:
    """What is said of a place where nothing can be put."""
    reason = why(wrong) if isinstance(wrong, OSError) else str(wrong)
    return UnreadableCommand(f"{plain(output)} cannot be written: {reason}")


def plain(path: str | Path) -> str:
    """A name on one line, whatever is in it."""
    return shown(str(path), MOST_NAMED)[1:-1]


def _mode(file: Path) -> int | None:
    """What kind of thing is there, if anything."""
    try:
        return file.stat().st_mode
    except FileNotFoundError:
        return None


def _try_in(folder: Path) -> None:
    """Make a file in a folder and take it away again."""
    if not folder.is_dir():
        raise ValueError(f"there is no folder {plain(folder)}")
    file = folder / f".new-{os.getpid()}"
    handle = os.open(file, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    try:
        os.write(handle, b"\n")
    finally:
        os.close(handle)
        file.unlink()


def _try_device(output: str) -> None:
    """Write an empty line to a device that is no terminal: a full one says so."""
    handle = os.open(output, os.O_WRONLY)
    try:
        if not os.isatty(handle):
            os.write(handle, b"\n")
    finally:
        os.close(handle)


def replace(file: Path, content: bytes) -> None:
    """Put a whole file in place of whatever is there; what fails leaves nothing behind."""
    new = file.parent / f".new-{os.getpid()}-{time.monotonic_ns()}"
    # Never over something that is there: a link laid here would lead the writing elsewhere.
    only_new = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    handle = os.open(new, only_new, 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        _rename(new, file)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _rename(new: Path, file: Path) -> None:
    """Rename; Windows refuses while another process has the old file open, for a moment."""
    for attempt in range(5):
        try:
            new.replace(file)
        except PermissionError:
            if attempt == 4:
                raise
        else:
            return


def why(wrong: OSError) -> str:
    """An operating system's reason in its own few words."""
    return (wrong.strerror or type(wrong).__name__).lower()
