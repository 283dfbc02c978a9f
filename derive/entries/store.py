"""The store of a package: entries of plain data by kind and name, in one SQLite file.

SQLite sees to writers that are killed or race each other. What it finds
damaged, what belongs to somebody else, and every row whose digest is not its
own is computed anew; a store that cannot be written is done without. Standard
library only, and as little of it as will do: this is on the way of every question.
"""

from __future__ import annotations

import json
import os
import sys
import time
from zlib import crc32

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

FORMAT = "2"
NAME = "training-formulary"
BUSY_SECONDS = 5.0
TABLES = """
DROP TABLE IF EXISTS entry;
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE entry (
    kind TEXT, name TEXT, key TEXT, used INTEGER, digest TEXT, data TEXT, PRIMARY KEY (kind, name)
) WITHOUT ROWID;
"""
"""``used`` is the day on which an entry was needed last whose name holds all that it follows
from. Any other follows from the files as they are now, and has none."""

VALUE = "SELECT value FROM meta WHERE name = ?"
KEPT_DAYS = 30


class Store:
    """Entries by kind and name; troubles with the file are kept, the first is told, none raised."""

    def __init__(
        self, path: str, *, readonly: bool = False, tell: Callable[[str], None] | None = None
    ) -> None:
        self.path = path
        self.readonly = readonly
        self.troubles: list[str] = []
        self._tell = tell
        self._connection: Any = None
        self._open()

    def _open(self) -> None:
        import sqlite3

        self._error = sqlite3.Error
        try:
            if self.readonly:
                # Immutable: no journal is made beside it, so the folder may be read-only.
                address = f"file:{_quoted(self.path)}?mode=ro&immutable=1"
                self._connection = sqlite3.connect(address, uri=True, check_same_thread=False)
                return
            _prepare(self.path)
            # Threads may take turns, as those of `derive mcp` do; SQLite itself is thread-safe.
            self._connection = sqlite3.connect(
                self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            # A power cut may damage the file: then its entries are computed anew.
            self._connection.execute("PRAGMA synchronous = OFF")
            if self._format() != FORMAT:
                self._connection.executescript(f"BEGIN IMMEDIATE;{TABLES}COMMIT;")
                self.put_meta({"format": FORMAT})
        except sqlite3.DatabaseError as wrong:
            self._damaged(wrong)
        except OSError as wrong:
            self._fail(f"{self.path} cannot be used ({str(wrong.strerror).lower()})")

    def _format(self) -> str | None:
        """The format of the entries; None where the file is new."""
        try:
            row = self._connection.execute(VALUE, ("format",)).fetchone()
        except self._error as wrong:
            if "no such table" in str(wrong):
                return None
            raise
        return None if row is None else str(row[0])

    def _damaged(self, wrong: Exception) -> None:
        """Make a damaged file anew, once; a locked or read-only one is read as far as it goes."""
        says = str(wrong)
        if self.readonly or "locked" in says or "readonly" in says or "unable to open" in says:
            self._fail(f"{self.path} cannot be used ({says})")
            return
        self._fail(f"{self.path} is damaged")
        try:
            os.unlink(self.path)  # a journal beside it goes by itself: SQLite drops one of no file
        except OSError:
            return
        if len(self.troubles) < 2:
            self._open()

    def trouble(self, says: str) -> None:
        """Keep a complaint; the first one is told."""
        self.troubles.append(says)
        if len(self.troubles) == 1 and self._tell is not None:
            self._tell(f"{says}; computing anew")

    def _fail(self, says: str) -> None:
        self.trouble(says)
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    # --- reading ----------------------------------------------------------------

    def _asked(self, statement: str, *values: str) -> list[Any]:
        """The rows that a question to the file gives; none where it cannot be read."""
        if self._connection is None:
            return []
        try:
            rows: list[Any] = self._connection.execute(statement, values).fetchall()
        except UnicodeEncodeError:  # half a character, as a damaged command line has it
            return []
        except self._error as wrong:
            self._damaged(wrong)
            return []
        return rows

    def meta(self, name: str) -> str | None:
        """A word about the whole store."""
        rows = self._asked(VALUE, name)
        return str(rows[0][0]) if rows else None

    def get(self, kind: str, name: str) -> Any:
        """The data of an entry; None where there is none that can be believed."""
        text = self.text(kind, name)
        if text is None:
            return None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            self.trouble(f"the entry {kind} {name} is damaged")
            return None

    def text(self, kind: str, name: str) -> str | None:
        """What was written of an entry; None where there is none that can be believed."""
        rows = self._asked("SELECT digest, data FROM entry WHERE kind = ? AND name = ?", kind, name)
        if not rows:
            return None
        digest, text = rows[0]
        if not isinstance(text, str) or digest != digest_of(text):
            self.trouble(f"the entry {kind} {name} is not what was written")
            return None
        return text

    def keys(self, kind: str) -> dict[str, str]:
        """The keys of all entries of a kind, by name."""
        rows = self._asked("SELECT name, key FROM entry WHERE kind = ?", kind)
        return {str(name): str(key) for name, key in rows}

    def rows(self) -> dict[tuple[str, str], tuple[str, Any]]:
        """Key and data of every entry that follows from the files as they are now."""
        rows = self._asked("SELECT kind, name, key, digest, data FROM entry WHERE used IS NULL")
        held: dict[tuple[str, str], tuple[str, Any]] = {}
        for kind, name, key, digest, text in rows:
            # What is damaged is as good as missing.
            try:
                if digest == digest_of(text):
                    held[kind, name] = key, json.loads(text)
            except (AttributeError, TypeError, ValueError, RecursionError):
                continue
        return held

    # --- writing ----------------------------------------------------------------

    def put(self, entries: Iterable[tuple[str, str, str, Any]]) -> None:
        """Put entries, all of them or none: kind, name, key and data each."""
        self._put_texts(
            (kind, name, key, None, json.dumps(data, ensure_ascii=False, separators=(",", ":")))
            for kind, name, key, data in entries
        )

    def put_lasting(self, entries: Iterable[tuple[str, str, str]]) -> None:
        """Put entries that outlive a change of files: kind, name and text each."""
        self._put_texts((kind, name, "", _today(), text) for kind, name, text in entries)

    def _put_texts(self, entries: Iterable[tuple[str, str, str, int | None, str]]) -> None:
        rows = [(*row, digest_of(text), text) for *row, text in entries]
        self._write("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?, ?)", rows)

    def put_meta(self, values: Mapping[str, str]) -> None:
        """Put words about the whole store."""
        self._write("INSERT OR REPLACE INTO meta VALUES (?, ?)", list(values.items()))

    def keep_only(self, kept: Iterable[tuple[str, str]]) -> None:
        """Take away all entries that follow from files, but those of some kinds and names."""
        self._write(
            "DELETE FROM entry WHERE used IS NULL "
            "AND kind || ' ' || name NOT IN (SELECT value FROM json_each(?))",
            [(_names(kept),)],
        )

    def sweep(self, named: Iterable[tuple[str, str]]) -> None:
        """Take away lasting entries that nothing has named for a month; these are named now."""
        today, names = _today(), _names(named)
        self._write(
            "UPDATE entry SET used = ? WHERE used < ? "
            "AND kind || ' ' || name IN (SELECT value FROM json_each(?))",
            [(today, today, names)],
        )
        self._write("DELETE FROM entry WHERE used < ?", [(today - KEPT_DAYS,)])

    def drop(self, kind: str) -> None:
        """Take away all entries of a kind."""
        self._write("DELETE FROM entry WHERE kind = ?", [(kind,)])

    def _write(self, statement: str, rows: list[Any]) -> None:
        if self._connection is None or self.readonly or not rows:
            return
        try:
            # The lock for writing at once: two that begin as readers would wait for each other.
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(statement, rows)
            self._connection.execute("COMMIT")
        except UnicodeEncodeError:  # half a character, as a file may have it in its name
            self._connection.execute("ROLLBACK")
        except self._error as wrong:
            # Full disks, other writers, folders that may only be read: go on without.
            self.trouble(f"{self.path} cannot be written ({wrong})")
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self.readonly = True

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # From 3.13 on Python warns of a file that nobody let go of.
    __del__ = close


def digest_of(content: str | bytes) -> str:
    """What tells whether a content is what was written: damage is told, forgery is not.

    Whoever may write here is trusted; loading OpenSSL takes a quarter of a start of Python.
    """
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    return f"{crc32(data):08x}-{len(data):x}"


def _names(entries: Iterable[tuple[str, str]]) -> str:
    return json.dumps([f"{kind} {name}" for kind, name in entries])


def _today() -> int:
    return int(time.time() // 86_400)


def _quoted(path: str) -> str:
    """A path in an address of SQLite's."""
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _prepare(path: str) -> None:
    """Make the folder of a store, for this user alone; refuse what is a link or somebody else's."""
    folder = os.path.dirname(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    tag = os.path.join(folder, "CACHEDIR.TAG")
    for place in (folder, path):
        try:
            about = os.lstat(place)
        except FileNotFoundError:
            continue
        is_own = not hasattr(os, "getuid") or about.st_uid == os.getuid()
        if os.path.islink(place) or not is_own:
            raise PermissionError(13, "it is a link or not ours", place)
    if not os.path.exists(tag) and os.access(folder, os.W_OK):
        with open(tag, "w", encoding="utf-8") as stream:
            stream.write(TAG)


TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# Computed by derive; may be deleted.\n"
"""What tells backup programs that a folder is a cache: bford.info/cachedir."""


def cache_home(
    variables: Mapping[str, str] | None = None, platform: str = sys.platform
) -> str | None:
    """The folder of this project in the platform's cache folder; none where there is no home.

    ``DERIVE_CACHE`` names another one.
    """
    said = os.environ if variables is None else variables
    if said.get("DERIVE_CACHE"):
        return os.path.abspath(said["DERIVE_CACHE"])
    if platform == "win32" and said.get("LOCALAPPDATA"):
        return os.path.join(said["LOCALAPPDATA"], NAME, "Cache")
    if os.path.isabs(said.get("XDG_CACHE_HOME", "")):
        return os.path.join(said["XDG_CACHE_HOME"], NAME)
    home = os.path.expanduser("~")
    if home == "~":
        return None
    folders = {"win32": "AppData/Local", "darwin": "Library/Caches"}
    return os.path.join(home, folders.get(platform, ".cache"), NAME)
