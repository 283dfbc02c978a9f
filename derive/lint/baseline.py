"""A baseline: the findings of yesterday, so that only those of today count."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from derive.errors import UnreadableBaseline
from derive.findings import Finding
from derive.quoting import shown

SCHEMA = 1


def fingerprint(finding: Finding) -> str:
    """What stays of a finding when lines move: file, rule, letter and the author's words."""
    words = " ".join(finding.quote.split())
    parts = f"{finding.file}\n{finding.rule}\n{finding.name}\n{words}"
    return hashlib.sha256(parts.encode(errors="surrogatepass")).hexdigest()[:16]


def written(findings: Iterable[Finding]) -> str:
    """A baseline of these findings, as the text of a file."""
    counted = Counter((one.file, one.rule, one.name, fingerprint(one)) for one in findings)
    rows = [
        {"file": file, "rule": rule, "name": name, "fingerprint": mark, "count": count}
        for (file, rule, name, mark), count in sorted(counted.items())
    ]
    return json.dumps({"schema": SCHEMA, "findings": rows}, indent=1, ensure_ascii=False) + "\n"


def read(path: str | Path) -> Counter[str]:
    """How often each finding is in a baseline; raises ``UnreadableBaseline``."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        rows = data["findings"]
        if data["schema"] != SCHEMA:
            said = shown(str(data["schema"]))
            raise UnreadableBaseline(str(path), f"its schema is {said}, not {SCHEMA}")
        return Counter({str(row["fingerprint"]): int(row["count"]) for row in rows})
    except OSError as problem:
        raise UnreadableBaseline(str(path), problem.strerror or "it cannot be opened") from None
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise UnreadableBaseline(str(path), "it is not what --write-baseline writes") from None


def without(findings: Sequence[Finding], known: Counter[str]) -> list[Finding]:
    """The findings that the baseline does not have, as often as it does not have them."""
    left = Counter(known)
    found = []
    for one in findings:
        mark = fingerprint(one)
        if left[mark] > 0:
            left[mark] -= 1
        else:
            found.append(one)
    return found
