"""Findings as SARIF 2.1.0, which code hosts and editors show beside the lines."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from derive.findings import Finding

from .baseline import fingerprint
from .catalogue import RULES

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(findings: Iterable[Finding], version: str) -> dict[str, Any]:
    """A log with one run; findings in hidden text are suppressed in source."""
    names = [rule.name for rule in RULES]
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "derive lint",
                        "version": version,
                        "rules": [
                            {
                                "id": rule.name,
                                "shortDescription": {"text": rule.page.split("\n")[0]},
                                "fullDescription": {"text": rule.page},
                                "defaultConfiguration": {"level": _LEVELS[rule.severity]},
                            }
                            for rule in RULES
                        ],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, names) for finding in findings],
            }
        ],
    }


def _result(finding: Finding, names: list[str]) -> dict[str, Any]:
    text = " ".join(part for part in (finding.message, finding.guess) if part)
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(finding.file)},
                    "region": {
                        "startLine": max(finding.line, 1),
                        "startColumn": max(finding.column, 1),
                    },
                }
            }
        ],
        "partialFingerprints": {"derive/v1": fingerprint(finding)},
    }
    if finding.rule in names:
        result["ruleIndex"] = names.index(finding.rule)
    if finding.commented:
        result["suppressions"] = [{"kind": "inSource", "justification": "hidden from readers"}]
    return result


def _uri(file: str) -> str:
    """A file as a relative address: whatever else its name holds is escaped."""
    # SARIF wants a URI; names with blanks, percent signs or broken bytes are no URI as they are.
    return quote(os.fsencode(file.replace("\\", "/")), safe="/~")
