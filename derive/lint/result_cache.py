"""Findings that are kept: files that are what they were are answered from the last run.

What a run finds follows from the texts, the options, the knowledge and the
engine. The store of the package is emptied when the knowledge or the engine
changes; the rest is one digest. An entry is named by the files and options, so
that the next run over edited files takes its place. Nothing heavy is imported.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

from derive.entries.files import engine_paths, listing, package_folder
from derive.entries.opening import StoredRows
from derive.entries.store import digest_of
from derive.findings import Finding

KIND = "lint"
# Each set of files and options is an entry; a hook that names changed files makes many of them.
MOST_KEPT = 256
MOST_BYTES = 20_000_000
ROOMS = ("lint", "notation", "findings.py")
"""What of the engine a finding follows from, beside what entries follow from."""


def kept_or_new(
    package: str | None,
    files: Sequence[Path],
    options: Sequence[object],
    compute: Callable[[], list[Finding]],
) -> list[Finding]:
    """The findings that an earlier run kept for the same files and options, or new ones.

    A file that cannot be digested, and a package without a store, are not
    kept. ``options`` are plain values; one that names a file counts with its
    content.
    """
    store = StoredRows(package, package_folder(package)).store
    key = _key(files, options) if store is not None else None
    if store is None or key is None:
        return compute()
    name = digest_of(
        json.dumps([[str(path) for path in files], [repr(option) for option in options]])
    )
    kept = store.get(KIND, name)
    if isinstance(kept, dict) and kept.get("key") == key:
        return [_finding(data) for data in kept["findings"]]
    findings = compute()
    # A file that was saved meanwhile may have been read before or after.
    if _key(files, options) == key and not any(_depends_on_time(finding) for finding in findings):
        if len(store.keys(KIND)) >= MOST_KEPT:
            store.drop(KIND)
        kept = [{name: getattr(finding, name) for name in Finding._fields} for finding in findings]
        data = {"key": key, "findings": kept}
        store.put([(KIND, name, key, data)])
    return findings


def _key(files: Sequence[Path], options: Sequence[object]) -> str | None:
    """A digest of all that findings follow from; None where something cannot be read twice."""
    whole = sha256()
    for path in files:
        content = _content(path)
        if content is None:
            return None
        whole.update(f"{len(content)} {path}\n".encode(errors="surrogatepass") + content)
    for option in options:
        named = _content(Path(option)) if isinstance(option, str) and option else None
        whole.update(repr(option).encode(errors="surrogatepass") + (named or b""))
    # The engine itself counts: after an update old findings may be wrong, or worded otherwise.
    checksums = sorted((path, row[-1]) for path, row in listing(engine_paths(ROOMS)).items())
    whole.update(json.dumps(checksums).encode(errors="surrogatepass"))
    return whole.hexdigest()


def _content(path: Path) -> bytes | None:
    """What a file of moderate size holds; None for anything else."""
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode) or about.st_size > MOST_BYTES:
            return None
        return path.read_bytes()
    except (OSError, ValueError):
        return None


def _depends_on_time(finding: Finding) -> bool:
    """Whether a document was given up, which another machine may not do."""
    return "this document was given up" in finding.message


def _finding(data: dict[str, object]) -> Finding:
    rows = data["rows"]
    assert isinstance(rows, list)
    return Finding(**{**data, "rows": tuple(tuple(row) for row in rows)})  # type: ignore[arg-type]
