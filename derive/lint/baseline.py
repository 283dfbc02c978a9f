"""A baseline: the findings of yesterday, so that only those of today count."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from derive.errors import UnreadableBaseline
from derive.findings import Finding
from derive.frozen import Record
from derive.names import shown

# Raised whenever fingerprints change: an old file is then refused, and not silently useless.
SCHEMA = 2


class Kept(Record):
    """A finding that a baseline holds; its file is named from the baseline's folder."""

    file: str
    rule: str
    name: str
    mark: str
    count: int

    def __str__(self) -> str:
        return "  ".join(part for part in (self.file, self.name, f"[{self.rule}]") if part)


def fingerprint(finding: Finding, file: str = "") -> str:
    """What stays of a finding when lines move: file, rule, letter and the author's words."""
    # Without line numbers and blanks: text above, or a new wrap, must not make old findings new.
    words = " ".join(finding.quote.split())
    parts = f"{file or finding.file}\n{finding.rule}\n{finding.name}\n{words}"
    return hashlib.sha256(parts.encode(errors="surrogatepass")).hexdigest()[:16]


def written(findings: Iterable[Finding], folder: str | Path = ".") -> str:
    """A baseline of these findings, as the text of a file that lies in this folder.

    Files are named from that folder, so that it holds wherever it is used from.
    """
    counted = Counter(
        (file, finding.rule, finding.name, fingerprint(finding, file))
        for finding in findings
        if (file := _from(folder, finding.file))
    )
    rows = [
        {"file": file, "rule": rule, "name": name, "fingerprint": mark, "count": count}
        for (file, rule, name, mark), count in sorted(counted.items())
    ]
    return json.dumps({"schema": SCHEMA, "findings": rows}, indent=1, ensure_ascii=False) + "\n"


def _from(folder: str | Path, file: str) -> str:
    """A file as it is called from a folder; as it is where no way leads there."""
    try:
        return Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # another drive, or a name that no disk takes
        return file


def read(path: str | Path) -> tuple[Kept, ...]:
    """The findings that a baseline holds; raises ``UnreadableBaseline``."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        rows = data["findings"]
        if data["schema"] != SCHEMA:
            said = shown(str(data["schema"]))
            why = f"its schema is {said}, not {SCHEMA}; write it anew with --write-baseline"
            raise UnreadableBaseline(str(path), why)
        return tuple(
            Kept(
                str(row["file"]), str(row["rule"]), str(row["name"]), str(row["fingerprint"]),
                int(row["count"]),
            )
            for row in rows
        )  # fmt: skip
    except OSError as problem:
        raise UnreadableBaseline(str(path), problem.strerror or "it cannot be opened") from None
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise UnreadableBaseline(str(path), "it is not what --write-baseline writes") from None


def without(
    findings: Sequence[Finding], known: Sequence[Kept], folder: str | Path = "."
) -> list[Finding]:
    """The findings that the baseline does not have, as often as it does not have them."""
    left = Counter({entry.mark: entry.count for entry in known})
    new = []
    for finding in findings:
        mark = fingerprint(finding, _from(folder, finding.file))
        if left[mark] > 0:
            left[mark] -= 1
        else:
            new.append(finding)
    return new


def stale(
    known: Sequence[Kept], findings: Sequence[Finding], files: Iterable[str], folder: str | Path
) -> list[Kept]:
    """What a baseline holds and no longer applies: mended, or of a file that is gone.

    ``findings`` are all that there are, of every level; of a file that was not
    read nothing is known.
    """
    counted = Counter(fingerprint(finding, _from(folder, finding.file)) for finding in findings)
    read_ = {_from(folder, file) for file in files}
    return [
        entry for entry in known
        if counted[entry.mark] < entry.count
        and (entry.file in read_ or not (Path(folder) / entry.file).exists())
    ]  # fmt: skip
