"""The cache: where it lies, how a file of it is read and written. Standard library only.

A file is one line that names its format and the digest of the rest, then the
rest. Whatever is not exactly that is not believed: a cut file, an edited one,
a link, a file of somebody else. Writing makes a new file and renames it, so
that a reader sees the old one or the new one and a killed writer leaves none.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

FORMAT = 1
NAME = "training-formulary"
HEAD = f"derive-cache {FORMAT} "
MOST_BYTES = 256 * 1024 * 1024
TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# Computed by derive; may be deleted.\n"
"""What tells backup programs that a folder is a cache: bford.info/cachedir."""

Tell = Callable[[str], None]


def cache_home(
    variables: Mapping[str, str] | None = None, platform: str = sys.platform
) -> Path | None:
    """The folder of this project in the platform's cache folder; none where there is no home.

    ``DERIVE_CACHE`` names another one.
    """
    said = os.environ if variables is None else variables
    if said.get("DERIVE_CACHE"):
        return Path(said["DERIVE_CACHE"]).absolute()
    if platform == "win32" and said.get("LOCALAPPDATA"):
        return Path(said["LOCALAPPDATA"]) / NAME / "Cache"
    if said.get("XDG_CACHE_HOME") and Path(said["XDG_CACHE_HOME"]).is_absolute():
        return Path(said["XDG_CACHE_HOME"]) / NAME
    try:
        home = Path.home()
    except RuntimeError:
        return None
    folders = {"win32": "AppData/Local", "darwin": "Library/Caches"}
    return home / folders.get(platform, ".cache") / NAME


class Cache:
    """A folder of checked files; what goes wrong with it is told once and never raised."""

    def __init__(self, folder: Path | None, tell: Tell | None = None) -> None:
        self.folder = folder
        self.troubles: list[str] = []
        self._tell = tell
        self._writable = folder is not None

    def trouble(self, says: str) -> None:
        """Keep a complaint; the first one is told."""
        self.troubles.append(says)
        if len(self.troubles) == 1 and self._tell is not None:
            self._tell(f"{says}; computing anew")

    # --- reading --------------------------------------------------------------

    def read(self, name: str) -> Any:
        """What a file holds, or None where there is none that can be believed."""
        content = self.read_bytes(name)
        if content is None:
            return None
        try:
            return json.loads(content)
        except (ValueError, RecursionError):
            self.trouble(f"the cache file {name} is damaged")
            return None

    def read_text(self, name: str) -> str | None:
        """The checked text of a file, or None."""
        content = self.read_bytes(name)
        try:
            return None if content is None else content.decode("utf-8")
        except UnicodeDecodeError:
            self.trouble(f"the cache file {name} is damaged")
            return None

    def read_bytes(self, name: str) -> bytes | None:
        """The checked content of a file, or None."""
        if self.folder is None:
            return None
        try:
            content = self._content(self.folder / name)
        except FileNotFoundError:
            return None
        except OSError as wrong:
            self.trouble(f"the cache file {name} cannot be read ({why(wrong)})")
            return None
        if content is None:
            self.trouble(f"the cache file {name} is damaged or not ours")
        return content

    def _content(self, file: Path) -> bytes | None:
        if self._strange(file):
            return None
        opened = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        with os.fdopen(opened, "rb") as stream:
            if os.fstat(opened).st_size > MOST_BYTES:
                return None
            head, rest = stream.readline(len(HEAD) + 80), stream.read()
        return rest if head == _head(rest) else None

    def _strange(self, file: Path) -> bool:
        """Whether a file, or a folder on the way to it, is a link or belongs to another user."""
        assert self.folder is not None
        below = file.relative_to(self.folder)
        found = [(self.folder / step).lstat() for step in reversed(below.parents[:-1])]
        itself = file.lstat()
        strange = any(map(_foreign, [self.folder.stat(), *found, itself]))
        return strange or not stat.S_ISREG(itself.st_mode)

    # --- writing --------------------------------------------------------------

    def write(self, name: str, data: Any) -> bool:
        """Put data under a name, whole or not at all; whether it is there now."""
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return self.write_text(name, text)

    def write_text(self, name: str, text: str) -> bool:
        """Put a text under a name, whole or not at all; whether it is there now."""
        return self.write_bytes(name, text.encode())

    def write_bytes(self, name: str, content: bytes) -> bool:
        """Put some content under a name, whole or not at all; whether it is there now."""
        if self.folder is None or not self._writable:
            return False
        try:
            self._prepare(self.folder / name)
            replace(self.folder / name, _head(content) + content, private=True)
        except OSError as wrong:
            self._writable = False
            self.trouble(f"the cache {self.folder} cannot be written ({why(wrong)})")
            return False
        return True

    def _prepare(self, file: Path) -> None:
        """Make the folders of a file, for this user alone; refuse those of others."""
        assert self.folder is not None
        if not self.folder.is_dir():
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            (self.folder / "CACHEDIR.TAG").write_text(TAG, encoding="utf-8")
        for step in reversed(file.relative_to(self.folder).parents[:-1]):
            folder = self.folder / step
            folder.mkdir(exist_ok=True, mode=0o700)
            if _foreign(folder.lstat()):
                raise NotADirectoryError(0, "a folder in it is a link or not ours")

    def remove(self, name: str) -> None:
        """Take a file away, if it can be."""
        if self.folder is not None:
            with suppress(OSError):
                (self.folder / name).unlink()

    def age(self, name: str) -> float | None:
        """How many seconds ago a file was written; None where there is none."""
        if self.folder is None:
            return None
        try:
            return time.time() - (self.folder / name).lstat().st_mtime
        except OSError:
            return None

    def sweep(self, folder: str, kept: Collection[str], seconds: float) -> None:
        """Take away the files below a folder that are not kept and were not for so long.

        The time of a file that is kept is set anew when it is half as old.
        """
        if self.folder is None or not self._writable:
            return
        now = time.time()
        with suppress(OSError):
            for name, file in _below(self.folder / folder, folder):
                age = now - file.stat(follow_symlinks=False).st_mtime
                if name in kept:
                    if age > seconds / 2:
                        os.utime(file.path)
                elif age > seconds:
                    Path(file.path).unlink()


def _below(folder: Path, name: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file below a folder, with its name from there on."""
    with os.scandir(folder) as entries:
        for entry in entries:
            inside = f"{name}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _below(folder / entry.name, inside)
            else:
                yield inside, entry


def _head(rest: bytes) -> bytes:
    return f"{HEAD}{hashlib.sha256(rest).hexdigest()}\n".encode()


def _foreign(found: os.stat_result) -> bool:
    mine = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISLNK(found.st_mode) or not mine


def replace(file: Path, content: bytes, *, private: bool = False) -> None:
    """Put a whole file in place of whatever is there; what fails leaves nothing behind."""
    made = file.parent / f".new-{os.getpid()}-{time.monotonic_ns()}"
    only_new = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    handle = os.open(made, only_new, 0o600 if private else 0o666)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        _rename(made, file)
    except BaseException:
        with suppress(OSError):
            made.unlink()
        raise


def _rename(made: Path, file: Path) -> None:
    """Rename; Windows refuses while another process has the old file open, for a moment."""
    for attempt in range(5):
        try:
            made.replace(file)
        except PermissionError:
            if attempt == 4:
                raise
        else:
            return


def why(wrong: OSError) -> str:
    """An operating system's reason in its own few words."""
    return (wrong.strerror or type(wrong).__name__).lower()
